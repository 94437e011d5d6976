//! A game of a record played again, as the page needs it: the cells of the first board, and what each move changed.
//!
//! Changes are far shorter than boards, so even a thousand games on large boards make a small file. The page also marks them after a
//! move. A record may come from others: at a move that cannot be played the game ends, and the page shows the problem.

use std::fmt::Write;

use quadrille::{AnyLine, Catalogue, Error, GameRef, Record};
use serde::Serialize;

/// A game played again, as far as possible.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub(super) struct Replay {
    /// The game; `None` if the catalogue does not have it.
    #[serde(skip)]
    pub(super) game: Option<GameRef>,
    /// Who moves first: 0 for White.
    first: usize,
    /// The first board, one character for each cell, top row first, `-` for an empty one.
    pub(super) start: String,
    /// The moves that could be played.
    pub(super) plies: Vec<Move>,
    /// Why the game is not complete.
    pub(super) problem: Option<String>,
}

/// The name of a move; what it changed, as numbers of cells with what stands there now (`7-12w`); the time it took in milliseconds, unless
/// it belongs to the opening; and its player's score.
pub(super) type Move = (String, String, Option<u64>, Option<i32>);

impl Replay {
    /// Plays the moves of a record.
    pub(super) fn new(catalogue: &Catalogue, record: &Record) -> Replay {
        let problem = |error: &Error| Some(format!("{}: {}", error.input, error.problem));
        let game = match catalogue.game(&record.game) {
            Ok(game) => game,
            Err(error) => return Replay { problem: problem(&error), ..Replay::default() },
        };
        let replay = match game.line(&record.opening.position) {
            Ok(mut line) => play(record, &mut *line),
            Err(error) => Replay { problem: problem(&error), ..Replay::default() },
        };
        Replay { game: Some(game), ..replay }
    }
}

fn play(record: &Record, line: &mut dyn AnyLine) -> Replay {
    let mut board = line.cells();
    let mut replay =
        Replay { first: line.side().index(), start: board.iter().collect(), ..Replay::default() };
    let opening = record.opening.moves.iter().map(|mv| (mv, None, None));
    let played = record.moves.iter().map(|ply| (&ply.mv, Some(ply.milliseconds), ply.score));
    for (number, (mv, milliseconds, score)) in (1..).zip(opening.chain(played)) {
        if let Err(refusal) = line.play(mv) {
            let all = record.all_moves().count();
            replay.problem = Some(format!("ply {number} of {all}, {mv}, cannot be played: {refusal}"));
            break;
        }
        let next = line.cells();
        replay.plies.push((mv.clone(), changes(&board, &next), milliseconds, score));
        board = next;
    }
    replay
}

fn changes(before: &[char], after: &[char]) -> String {
    let mut text = String::new();
    for (place, (old, new)) in before.iter().zip(after).enumerate() {
        if old != new {
            let _ = write!(text, "{place}{new}");
        }
    }
    text
}
