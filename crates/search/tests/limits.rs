//! Searches that are cancelled, and games that are over. `soak.rs` tests searches with a time limit.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::common::Chosen;
use game::{Line, Notation};
use games::oska::Oska;
use games::{Visitor, visit};
use search::{Engine, Limits};

#[test]
fn a_search_can_be_called_off() {
    for name in ["ctf", "crusher", "oska:6", "congo"] {
        visit(name, CalledOff).expect("a game");
    }
}

/// Searches without a limit until another thread cancels it.
struct CalledOff;

impl Visitor for CalledOff {
    type Output = ();

    fn game<G: Notation>(self, game: G) {
        let cancel = AtomicBool::new(false);
        let limits = Limits { cancel: Some(&cancel), ..Limits::default() };
        let line = Line::start(&game);
        let mut depth = 0;
        // The third report cancels the search: it must end although there is no limit.
        let choice =
            Engine::new(1 << 20).with_threads(2).analyze(&line, &limits, &Chosen::Standard, |report| {
                depth = report.depth;
                cancel.store(report.depth >= 3, Ordering::Relaxed);
            });
        let choice = choice.expect("an answer");
        let exact = game::best_move(&mut line.clone(), depth, &Chosen::Standard).expect("a move");
        assert_eq!(
            (choice.score, choice.mv()),
            (exact.score, exact.mv()),
            "exact for the last depth finished"
        );
        assert!(depth >= 3);
    }
}

#[test]
fn a_finished_game_has_no_answer() {
    let game = Oska::<u64>::new(3);
    let line = game.parse_line("-b-/--/-w- w").expect("a position");
    let mut engine = Engine::new(1 << 10);
    assert!(engine.think(&line, &Limits::default(), &Chosen::Standard, |_| {}).is_none());
    assert!(engine.best_move(&line, 3, &Chosen::Standard).is_none());
}
