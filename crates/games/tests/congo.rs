//! Congo compared with independent data: test vectors and the files of the course; and the laws of all games.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

use game::{Notation, Random, Rules, Side, laws, perft};
use games::congo::{self, Congo, Kind, course};
use serde::Deserialize;

const VECTORS: &str = include_str!("data/vectors/congo.jsonl");

#[derive(Deserialize)]
struct Vector {
    fen: String,
    evaluate: Option<i32>,
    #[serde(default)]
    legal: BTreeSet<String>,
    winner: Option<String>,
    depth: Option<u32>,
    score: Option<i32>,
    perft: Option<[u64; 2]>,
}

#[test]
fn vectors_agree() {
    let game = Congo::new();
    for line in VECTORS.lines() {
        let vector: Vector = serde_json::from_str(line).expect("test vectors are JSON");
        let Vector { fen, evaluate, legal, winner, depth, score, perft: counts } = &vector;
        let mut line = game.parse_line(fen).expect("test vectors are positions");
        let next = |&mv: &congo::Move| game.write(&[game.play_unchecked(line.position(), mv)]);
        let reached: BTreeSet<String> = line.moves().iter().map(next).collect();
        assert_eq!(&reached, legal, "{fen}");
        let found = game.ending(line.position()).map(|ending| ending.outcome.code());
        assert_eq!(found, winner.as_deref(), "{fen}");
        if let &Some(expected) = evaluate {
            assert_eq!(congo::evaluate(fen), Ok(expected), "{fen}");
        }
        if let (&Some(depth), &Some(score)) = (depth, score) {
            assert_eq!(congo::minimax(fen, depth), Ok(score), "{fen} at depth {depth}");
        }
        if let &Some([one, two]) = counts {
            assert_eq!((perft(&mut line, 1), perft(&mut line, 2)), (one, two), "{fen}");
        }
    }
}

/// The files of the course, which are not part of this repository.
struct Course(PathBuf);

impl Course {
    fn find() -> Option<Course> {
        let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/congo-course");
        let folder = PathBuf::from(std::env::var_os("CONGO_COURSE").unwrap_or_else(|| beside.into()));
        if folder.is_dir() {
            return Some(Course(folder));
        }
        // Written directly to stderr, because the test harness hides the output of tests that pass.
        let _ = writeln!(std::io::stderr(), "SKIPPED: the course's files are not in {}", folder.display());
        None
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Compares the answers of `answer` to the lines of the input with the output, byte for byte.
    fn check(&self, input: &str, output: &str, answer: impl Fn(&str) -> String) {
        let answers: Vec<String> = self.read(&format!("{input}.in")).lines().skip(1).map(answer).collect();
        self.compare(output, &answers.join("\n"));
    }

    fn compare(&self, output: &str, answers: &str) {
        let expected = self.read(&format!("{output}.out"));
        assert_eq!(format!("{answers}\n"), expected, "{output}");
    }
}

#[test]
fn the_course_files_agree_on_state_moves_and_execution() {
    let Some(files) = Course::find() else { return };
    let states: Vec<String> = files
        .read("part1_sample.in")
        .lines()
        .skip(1)
        .map(|fen| course::state(fen).expect("a position"))
        .collect();
    files.compare("part1_sample", &states.join("\n\n"));
    for (kind, input, output) in [
        (Kind::Pawn, "part2_50", "part2_pawn_50"),
        (Kind::Superpawn, "part2_50", "part2_superpawn_50"),
        (Kind::Pawn, "part2_pawn_sample", "part2_pawn_sample"),
        (Kind::Superpawn, "part2_superpawn_sample", "part2_superpawn_sample"),
        (Kind::Giraffe, "part2_giraffe_sample", "part2_giraffe_sample"),
        (Kind::Lion, "part2_lion_sample", "part2_lion_sample"),
        (Kind::Zebra, "part2_zebra_sample", "part2_zebra_sample"),
    ] {
        files.check(input, output, |fen| course::moves(fen, kind).expect("a position"));
    }
    for name in ["part3_sample", "part3_250"] {
        let input = files.read(&format!("{name}.in"));
        let lines: Vec<&str> = input.lines().skip(1).collect();
        let answers: Vec<String> = lines
            .chunks(2)
            .map(|pair| course::apply(pair[0], pair[1]).expect("a position and a move"))
            .map(|(fen, verdict)| format!("{fen}\n{verdict}"))
            .collect();
        files.compare(name, &answers.join("\n"));
    }
}

#[test]
fn the_course_files_agree_on_evaluation_and_search() {
    type Value = fn(&str) -> Result<i32, games::Error>;
    let Some(files) = Course::find() else { return };
    let values: [(&str, &str, Value); 8] = [
        ("part45_250", "part4_eval_250", congo::evaluate),
        ("part4_eval_sample", "part4_eval_sample", congo::evaluate),
        ("part45_250", "part4_search_250", |fen| congo::minimax(fen, 2)),
        ("part4_search_sample", "part4_search_sample", |fen| congo::minimax(fen, 2)),
        ("part45_250", "part5_eval_250", course::evaluate_advanced),
        ("part5_eval_sample", "part5_eval_sample", course::evaluate_advanced),
        ("part5_search_15", "part5_search_15", |fen| course::alphabeta(fen, 4)),
        ("part5_search_sample", "part5_search_sample", |fen| course::alphabeta(fen, 4)),
    ];
    for (input, output, value) in values {
        files.check(input, output, |fen| value(fen).expect("a position").to_string());
    }
}

#[test]
fn the_laws_hold_in_random_play() {
    laws::check(&Congo::new(), 1, 30, 150);
    laws::check(&Congo::course(), 2, 30, 150);
}

#[test]
fn the_laws_hold_from_any_set_up() {
    let game = Congo::new();
    let mut random = Random::new(3);
    for set_up in 0..600 {
        let fen = random_fen(&mut random, set_up % 50);
        let line = game.parse_line(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        laws::check_play(line, &mut random, 12);
    }
}

/// About this many men on random cells, and one or both lions on allowed cells. Monkeys are rare on full boards, where
/// each has thousands of captures.
fn random_fen(random: &mut Random, men: usize) -> String {
    let mut board = [['.'; 7]; 7];
    let kinds: Vec<char> =
        if men > 16 { "psgecz".repeat(9) + "m" } else { "psgmecz".to_string() }.chars().collect();
    for _ in 0..men {
        let (rank, letter) = (random.below(7), random.pick(&kinds));
        let letter = if random.below(2) == 0 { letter } else { letter.to_ascii_uppercase() };
        let last_rank = (letter == 'P' && rank == 6) || (letter == 'p' && rank == 0);
        board[rank][random.below(7)] = if last_rank { 'Z' } else { letter };
    }
    let missing = (random.below(12) == 0).then(|| random.pick(&Side::BOTH));
    for (side, letter, castle) in [(Side::White, 'L', 0), (Side::Black, 'l', 4)] {
        if missing != Some(side) {
            board[castle + random.below(3)][2 + random.below(3)] = letter;
        }
    }
    let ranks = board.iter().rev().map(|rank| rank.iter().collect::<String>().replace('.', "1"));
    format!("{} {} {}", ranks.collect::<Vec<_>>().join("/"), random.pick(&['w', 'b']), random.below(99))
}
