//! Limits hold, and a search goes on from its file or says why not.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use game::{Line, Notation, Random, Side};
use games::crusher::Crusher;
use games::oska::Oska;
use solve::prove::{Answer, Certificate, Checkpoint, FileError, Limits, Proof, Question, prove};

use crate::common::{Scratch, play_on};

fn checkpoint(scratch: &Scratch) -> Checkpoint {
    let path = scratch.0.join("proof");
    Checkpoint { path, every: Duration::from_mins(10), game: "oska:4".to_string() }
}

const MEMORY: usize = 16 << 20;

/// Whether this side wins, asked with few nodes.
fn ask<G: Notation>(
    line: &Line<'_, G>,
    side: Side,
    nodes: u64,
    file: Option<&Checkpoint>,
) -> Result<Proof<G::Move>, FileError> {
    let limits = Limits { nodes: Some(nodes), memory: MEMORY, ..Limits::default() };
    prove(line, Question::win(side), limits, file, None)
}

#[test]
fn a_search_goes_on_from_its_file() {
    let game = Oska::<u64>::new(4);
    let scratch = Scratch::new("prove-goes-on");
    let (line, file) = (Line::start(&game), checkpoint(&scratch));
    let whole = ask(&line, Side::White, u64::MAX, None).expect("no file");
    assert_eq!(whole.answer, Answer::Proved);
    let mut runs = 1;
    let proof = loop {
        let allowed = 10_000 * runs;
        let proof = ask(&line, Side::White, allowed, Some(&file)).expect("a whole file");
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
    let scratch = Scratch::new("prove-damaged");
    let (line, file) = (Line::start(&game), checkpoint(&scratch));
    ask(&line, Side::White, 200, Some(&file)).expect("a new file");
    let bytes = fs::read(&file.path).expect("a file");
    let ask_again = || ask(&line, Side::White, 200, Some(&file));
    for place in (0..bytes.len()).step_by(1 + bytes.len() / 300) {
        let mut bad = bytes.clone();
        bad[place] ^= 0x10;
        fs::write(&file.path, &bad).expect("writable");
        let error = ask_again().expect_err("a damaged file");
        let is_refused = matches!(error, FileError::Damaged { .. });
        assert!(is_refused, "byte {place}: {error}");
    }
    for length in [0, 3, bytes.len() / 2, bytes.len() - 1] {
        fs::write(&file.path, &bytes[..length]).expect("writable");
        assert!(matches!(ask_again(), Err(FileError::Damaged { .. })), "cut off after {length}");
    }
    fs::write(&file.path, &bytes).expect("writable");
    assert!(ask_again().is_ok());
}

/// The number of positions is added up from run to run: such a file made the sum too large.
#[test]
fn a_file_with_an_impossible_number_of_positions_is_refused() {
    let game = Oska::<u64>::new(3);
    let scratch = Scratch::new("prove-forged");
    let (line, file) = (Line::start(&game), checkpoint(&scratch));
    ask(&line, Side::White, 200, Some(&file)).expect("a new file");
    let bytes = fs::read(&file.path).expect("a file");
    let mut plain = zstd::decode_all(&bytes[..bytes.len() - 8]).expect("a frame");
    // A mark of eight bytes, the version, the title with its length, and the stage come before it.
    let title = u32::from_le_bytes(plain[12..16].try_into().expect("four bytes")) as usize;
    plain[16 + title + 1..][..8].fill(0xFF);
    let mut forged = zstd::encode_all(&plain[..], 1).expect("memory");
    let checksum = forged.iter().fold(0xcbf2_9ce4_8422_2325, |sum: u64, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    forged.extend(checksum.to_le_bytes());
    fs::write(&file.path, forged).expect("writable");
    let error = ask(&line, Side::White, u64::MAX, Some(&file)).expect_err("a forged file");
    assert!(error.to_string().contains("numbers that no search gives"), "{error}");
}

#[test]
fn a_file_about_something_else_is_refused() {
    let game = Oska::<u64>::new(3);
    let scratch = Scratch::new("prove-other");
    let (line, file) = (Line::start(&game), checkpoint(&scratch));
    ask(&line, Side::White, 200, Some(&file)).expect("a new file");
    let error = ask(&line, Side::Black, 200, Some(&file)).expect_err("another side");
    assert!(matches!(error, FileError::Other { .. }), "{error}");
    assert!(error.to_string().contains("Black wins"), "{error}");
    let mut later = line.clone();
    play_on(&mut later, &mut Random::new(1), 1);
    let error = ask(&later, Side::White, 200, Some(&file)).expect_err("another position");
    assert!(matches!(error, FileError::Other { .. }), "{error}");
}

/// In Crusher a proof counts only when it is checked. One that is found when the time is over is kept for the next run.
#[test]
fn a_proof_that_is_not_checked_in_time_is_kept() {
    let game = Crusher::<u64>::new(3);
    let line = game.parse_line("WW--W--------BB--B- W").expect("a position");
    let scratch = Scratch::new("prove-unchecked");
    let file = checkpoint(&scratch);
    let ask = |nodes, file| ask(&line, Side::White, nodes, file).expect("a whole file");
    let whole = ask(u64::MAX, None);
    assert!(whole.answer == Answer::Proved && whole.certificate.is_certified(), "{whole:?}");
    // The search looks at its limits now and then only: with the fewest that will do, it finds the proof past them.
    let enough = (1..1_000_000).step_by(100).find(|&nodes| ask(nodes, None).proof == 0);
    let unchecked = ask(enough.expect("it is proved"), Some(&file));
    assert_eq!((unchecked.answer, unchecked.certificate), (Answer::Unknown, Certificate::None));
    let checked = ask(u64::MAX, Some(&file));
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
