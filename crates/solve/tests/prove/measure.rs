//! How far proofs get, for people to read.

use std::time::Duration;

use game::{Line, Side};
use games::oska::Oska;
use solve::prove::{Limits, Question, prove};

fn number(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// `PROVE_MEN`, `PROVE_SECONDS` and `PROVE_MB` say how large, how long and with how much memory; `PROVE_BLACK` which side.
#[test]
#[ignore = "takes as long as it is allowed to"]
fn how_far_oska_gets() {
    let game = Oska::<u64>::new(number("PROVE_MEN", 4));
    let limits = Limits {
        time: Some(Duration::from_secs(number("PROVE_SECONDS", 300) as u64)),
        memory: number("PROVE_MB", 1000) << 20,
        ..Limits::default()
    };
    let side = if number("PROVE_BLACK", 0) == 1 { Side::Black } else { Side::White };
    let mut last = Duration::ZERO;
    let mut report = |progress: &solve::prove::Progress| {
        if progress.time > last + Duration::from_secs(10) {
            last = progress.time;
            println!("{progress:?}");
        }
    };
    let proof =
        prove(&Line::start(&game), Question::win(side), limits, None, Some(&mut report)).expect("no file");
    println!("{side} wins? {proof:?}");
}
