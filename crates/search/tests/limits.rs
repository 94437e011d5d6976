//! Searches that are cancelled, and games that are over. `soak.rs` tests searches with a time limit.

use std::sync::atomic::{AtomicBool, Ordering};

use game::{Evaluation, Line, Notation};
use games::congo::Congo;
use games::crusher::Crusher;
use games::ctf::Ctf;
use games::oska::Oska;
use search::{Engine, Limits};

#[test]
fn a_search_can_be_called_off() {
    call_off(&Ctf::<u64>::new(5));
    call_off(&Crusher::<u64>::new(3));
    call_off(&Oska::<u64>::new(6));
    call_off(&Congo::new());
}

/// Searches without a limit. The third report cancels the search, which must then end.
fn call_off<G: Notation>(game: &G) {
    let cancel = AtomicBool::new(false);
    let limits = Limits { cancel: Some(&cancel), ..Limits::default() };
    let line = Line::start(game);
    let mut depth = 0;
    let mut engine = Engine::new(1 << 20).with_threads(2);
    let choice = engine.analyze(&line, &limits, &Evaluation::Standard, |report| {
        depth = report.depth;
        cancel.store(report.depth >= 3, Ordering::Relaxed);
    });
    let choice = choice.expect("an answer");
    let exact = game::best_move(&mut line.clone(), depth, &Evaluation::Standard).expect("a move");
    let (found, expected) = ((choice.score, choice.mv()), (exact.score, exact.mv()));
    assert_eq!(found, expected, "exact for the last depth finished");
    assert!(depth >= 3);
}

#[test]
fn a_finished_game_has_no_answer() {
    let game = Oska::<u64>::new(3);
    let line = game.parse_line("-b-/--/-w- w").expect("a position");
    let mut engine = Engine::new(1 << 10);
    assert!(engine.think(&line, &Limits::default(), &Evaluation::Standard, |_| {}).is_none());
    assert!(engine.best_move(&line, 3, &Evaluation::Standard).is_none());
}
