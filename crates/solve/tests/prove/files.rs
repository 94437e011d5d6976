//! Limits hold, and a search goes on from its file or says why not.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use game::{Line, Notation, Side};
use games::crusher::Crusher;
use games::oska::Oska;
use solve::prove::{Answer, Certificate, Checkpoint, FileError, Limits, Question, prove};

fn checkpoint(name: &str) -> Checkpoint {
    let path = std::env::temp_dir().join(format!("quadrille-prove-{}-{name}", std::process::id()));
    Checkpoint { path, every: Duration::from_mins(10), game: "oska:4".to_string() }
}

/// A file that is removed when the test is over.
struct Removed(PathBuf);

impl Drop for Removed {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

const MEMORY: usize = 16 << 20;

fn few(nodes: u64) -> Limits<'static> {
    Limits { nodes: Some(nodes), memory: MEMORY, ..Limits::default() }
}

#[test]
fn a_search_goes_on_from_its_file() {
    let game = Oska::<u64>::new(4);
    let (line, file) = (Line::start(&game), checkpoint("goes-on"));
    let _removed = Removed(file.path.clone());
    let whole = prove(&line, Question::win(Side::White), few(u64::MAX), None, None).expect("no file");
    assert_eq!(whole.answer, Answer::Proved);
    let mut runs = 1;
    let proof = loop {
        let allowed = 10_000 * runs;
        let proof =
            prove(&line, Question::win(Side::White), few(allowed), Some(&file), None).expect("a whole file");
        if proof.answer != Answer::Unknown {
            break proof;
        }
        assert!(proof.nodes < allowed + 1000, "{} nodes of {allowed}", proof.nodes);
        runs += 1;
    };
    assert_eq!(proof.answer, Answer::Proved);
    assert!(runs > 2, "the file had something to do");
    assert!(proof.nodes < 2 * whole.nodes, "{} nodes with a file, {} without", proof.nodes, whole.nodes);
}

#[test]
fn a_damaged_file_is_refused() {
    let game = Oska::<u64>::new(3);
    let (line, file) = (Line::start(&game), checkpoint("damaged"));
    let _removed = Removed(file.path.clone());
    prove(&line, Question::win(Side::White), few(200), Some(&file), None).expect("a new file");
    let bytes = fs::read(&file.path).expect("a file");
    let ask = || prove(&line, Question::win(Side::White), few(200), Some(&file), None);
    for place in (0..bytes.len()).step_by(1 + bytes.len() / 300) {
        let mut bad = bytes.clone();
        bad[place] ^= 0x10;
        fs::write(&file.path, &bad).expect("writable");
        let error = ask().expect_err("a damaged file");
        let is_refused = matches!(error, FileError::Damaged { .. });
        assert!(is_refused, "byte {place}: {error}");
    }
    for length in [0, 3, bytes.len() / 2, bytes.len() - 1] {
        fs::write(&file.path, &bytes[..length]).expect("writable");
        assert!(matches!(ask(), Err(FileError::Damaged { .. })), "cut off after {length}");
    }
    fs::write(&file.path, &bytes).expect("writable");
    assert!(ask().is_ok());
}

#[test]
fn a_file_about_something_else_is_refused() {
    let game = Oska::<u64>::new(3);
    let (line, file) = (Line::start(&game), checkpoint("other"));
    let _removed = Removed(file.path.clone());
    prove(&line, Question::win(Side::White), few(200), Some(&file), None).expect("a new file");
    let error =
        prove(&line, Question::win(Side::Black), few(200), Some(&file), None).expect_err("another side");
    assert!(matches!(error, FileError::Other { .. }), "{error}");
    assert!(error.to_string().contains("Black wins"), "{error}");
    let later = {
        let mut later = line.clone();
        let moves = later.moves();
        let _ = later.try_play(moves[0]);
        later
    };
    let error =
        prove(&later, Question::win(Side::White), few(200), Some(&file), None).expect_err("another position");
    assert!(matches!(error, FileError::Other { .. }), "{error}");
}

/// In Crusher a proof counts only when it is checked. One that is found when the time is over is kept for the next run.
#[test]
fn a_proof_that_nobody_had_time_to_check_is_kept() {
    let game = Crusher::<u64>::new(3);
    let line = game.parse_line("WW--W--------BB--B- W").expect("a position");
    let file = checkpoint("unchecked");
    let _removed = Removed(file.path.clone());
    let ask =
        |limits, file| prove(&line, Question::win(Side::White), limits, file, None).expect("a whole file");
    let whole = ask(few(u64::MAX), None);
    assert!(whole.answer == Answer::Proved && whole.certificate.is_certified(), "{whole:?}");
    // The search looks at its limits now and then only: with the fewest that will do, it finds the proof past them.
    let enough = (1..1_000_000).step_by(100).find(|&nodes| ask(few(nodes), None).proof == 0);
    let unchecked = ask(few(enough.expect("it is proved")), Some(&file));
    assert_eq!((unchecked.answer, unchecked.certificate), (Answer::Unknown, Certificate::None));
    let checked = ask(few(u64::MAX), Some(&file));
    assert_eq!((checked.answer, checked.certificate), (whole.answer, whole.certificate));
    assert!(checked.nodes <= 2 * whole.nodes, "{} nodes, {} without a break", checked.nodes, whole.nodes);
}

#[test]
fn limits_hold() {
    let game = Oska::<u64>::new(6);
    let line = Line::start(&game);
    let start = Instant::now();
    let time = Some(Duration::from_millis(700));
    let mut reports = 0;
    let mut count = |_: &_| reports += 1;
    let limits = Limits { time, memory: MEMORY, ..Limits::default() };
    let proof = prove(&line, Question::win(Side::White), limits, None, Some(&mut count)).expect("no file");
    assert_eq!(proof.answer, Answer::Unknown);
    assert!(start.elapsed() < Duration::from_secs(20), "the time is over");
    assert!(reports >= 1, "reports came");
    let cancel = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(200));
            cancel.store(true, Ordering::Relaxed);
        });
        let limits = Limits { cancel: Some(&cancel), memory: MEMORY, ..Limits::default() };
        let proof = prove(&line, Question::win(Side::White), limits, None, None).expect("no file");
        assert_eq!(proof.answer, Answer::Unknown);
    });
}
