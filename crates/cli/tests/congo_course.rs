//! The parts of the Congo course on stdin and stdout, byte for byte. The course's own files are read where they are, if they
//! are there; the printed samples are always checked.

use std::io::Write;
use std::path::PathBuf;

use crate::common::stdout;

const SAMPLE: &str = "3
3l2z/ppppppp/7/7/7/PPP1PPP/3L2Z w 4
1z5/pPp1lP1/5sp/4P1s/4L1p/2p2pP/7 b 12
1z5/pPp1lP1/5sp/4P1s/4L1p/2p2pP/7 w 35
";

#[test]
fn the_samples_come_out_as_printed() {
    assert_eq!(stdout(&["congo", "evaluate"], SAMPLE), "-100\n1200\n-1200\n");
    assert_eq!(stdout(&["congo", "minimax"], SAMPLE), "-100\n750\n-1200\n");
    assert_eq!(stdout(&["congo", "minimax", "--depth", "0"], SAMPLE), "-100\n1200\n-1200\n");
    assert_eq!(stdout(&["congo", "minimax"], "0\n"), "");
    // Without such a man the line of moves is empty.
    assert_eq!(stdout(&["congo", "moves", "--piece", "zebra"], "1\n3l3/7/7/7/7/2PPP2/2PLP2 w 0\n"), "\n");
    // Other systems' line ends, and blank lines at the end, do no harm.
    assert_eq!(stdout(&["congo", "minimax"], &(SAMPLE.replace('\n', "\r\n") + "\r\n")), "-100\n750\n-1200\n");
}

#[test]
fn the_files_of_the_course_come_out_as_graded() {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/congo-course");
    let folder = PathBuf::from(std::env::var_os("CONGO_COURSE").unwrap_or_else(|| beside.into()));
    if !folder.is_dir() {
        // Written past the test harness, which would keep it to itself.
        let _ = writeln!(std::io::stderr(), "SKIPPED: the course's files are not in {}", folder.display());
        return;
    }
    let cases: [(&[&str], &str, &str); 17] = [
        (&["state"], "part1_sample", "part1_sample"),
        (&["moves", "--piece", "lion"], "part2_lion_sample", "part2_lion_sample"),
        (&["moves", "--piece", "giraffe"], "part2_giraffe_sample", "part2_giraffe_sample"),
        (&["moves", "--piece", "zebra"], "part2_zebra_sample", "part2_zebra_sample"),
        (&["moves", "--piece", "pawn"], "part2_pawn_sample", "part2_pawn_sample"),
        (&["moves", "--piece", "superpawn"], "part2_superpawn_sample", "part2_superpawn_sample"),
        (&["moves", "--piece", "pawn"], "part2_50", "part2_pawn_50"),
        (&["moves", "--piece", "superpawn"], "part2_50", "part2_superpawn_50"),
        (&["apply"], "part3_sample", "part3_sample"),
        (&["apply"], "part3_250", "part3_250"),
        (&["evaluate"], "part45_250", "part4_eval_250"),
        (&["minimax"], "part45_250", "part4_search_250"),
        (&["minimax"], "part4_search_sample", "part4_search_sample"),
        (&["evaluate-advanced"], "part45_250", "part5_eval_250"),
        (&["evaluate-advanced"], "part5_eval_sample", "part5_eval_sample"),
        (&["alphabeta"], "part5_search_15", "part5_search_15"),
        (&["alphabeta"], "part5_search_sample", "part5_search_sample"),
    ];
    let read = |name: String| {
        std::fs::read_to_string(folder.join(&name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    for (arguments, input, output) in cases {
        let arguments = [&["congo"], arguments].concat();
        let answer = stdout(&arguments, &read(format!("{input}.in")));
        assert_eq!(answer, read(format!("{output}.out")), "{arguments:?} on {input}");
    }
}
