//! A game of a record played again, as the page needs it: the cells of the first board, and what each move changed.
//!
//! Changes are far shorter than boards, so even a thousand games on large boards make a small file. The page also marks them after a
//! move. A record may come from others: at a move that cannot be played the game ends, and the page shows the problem.

use std::fmt::Write;

use quadrille::{Catalogue, Error, GameRef, Record};
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
        let mut replay = Replay::default();
        replay.problem = replay.play(catalogue, record).err();
        replay
    }

    /// Plays as far as possible.
    fn play(&mut self, catalogue: &Catalogue, record: &Record) -> Result<(), String> {
        let in_words = |error: Error| format!("{}: {}", error.input, error.problem);
        let game = self.game.insert(catalogue.game(&record.game).map_err(in_words)?);
        let mut line = game.line(&record.opening.position).map_err(in_words)?;
        let mut board = line.cells();
        (self.first, self.start) = (line.side().index(), board.iter().collect());
        let opening = record.opening.moves.iter().map(|mv| (mv, None, None));
        let played = record.moves.iter().map(|ply| (&ply.mv, Some(ply.milliseconds), ply.score));
        for (number, (mv, milliseconds, score)) in (1..).zip(opening.chain(played)) {
            line.play(mv).map_err(|refusal| {
                let all = record.all_moves().count();
                format!("ply {number} of {all}, {mv}, cannot be played: {refusal}")
            })?;
            let next = line.cells();
            self.plies.push((mv.clone(), changes(&board, &next), milliseconds, score));
            board = next;
        }
        Ok(())
    }
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
