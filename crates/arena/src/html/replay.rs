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
    start: String,
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

#[cfg(test)]
mod tests {
    use super::super::tests::record;
    use super::*;

    fn replay(record: &Record) -> Replay {
        Replay::new(&Catalogue::standard(), record)
    }

    #[test]
    fn each_game_is_played_move_by_move() {
        let games = [
            ("ctf:5", "c2c3 b4b3", "-wWw--www-------bbb--bBb-"),
            ("crusher:3", "a1a2 a5a4", "WWW-WW-------BB-BBB"),
            ("oska:4", "a1a2 a5a4", "wwww--------bbbb"),
            ("congo", "d2d3 d6d5", "gmeleczppppppp---------------------PPPPPPPGMELECZ"),
        ];
        for (name, moves, start) in games {
            let replay = replay(&record(name, moves));
            let game = replay.game.expect(name);
            let cells = game.board().cells.len();
            assert_eq!((replay.start.as_str(), replay.start.len()), (start, cells), "{name}");
            // The page's way to the last board, and that of the rules.
            let mut board: Vec<char> = start.chars().collect();
            for (_, changes, ..) in &replay.plies {
                for change in changes.split_inclusive(|letter: char| !letter.is_ascii_digit()) {
                    let (place, letter) = change.split_at(change.len() - 1);
                    board[place.parse::<usize>().expect(change)] = letter.chars().next().expect(change);
                }
            }
            let mut line = game.start();
            moves.split(' ').for_each(|mv| line.play(mv).expect(mv));
            assert_eq!((board, replay.problem), (line.cells(), None), "{name}");
        }
    }

    #[test]
    fn problems_are_shown() {
        let illegal = replay(&record("ctf:5", "c2c3 c2c3 c4c3"));
        assert_eq!(illegal.plies.len(), 1);
        let problem = illegal.problem.expect("a problem");
        assert!(problem.starts_with("ply 2 of 3, c2c3, cannot be played: "), "{problem}");
        let unknown = replay(&record("chess", "e2e4"));
        assert!(unknown.game.is_none() && unknown.problem.is_some() && unknown.plies.is_empty());
        let mut wrong = record("oska:4", "a1a2");
        wrong.opening.position = "nonsense".to_string();
        let wrong = replay(&wrong);
        assert!(wrong.start.is_empty() && wrong.problem.is_some());
    }
}
