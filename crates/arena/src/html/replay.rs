//! A game of a record played again, as the page wants it: the cells of the first board, and what each move changed.
//!
//! Changes are far shorter than boards, so that a thousand games on large boards make no large file; and they are what
//! the page lights up after a move. A record may come from anywhere: where it makes no sense the game ends, and the
//! problem is told.

use std::fmt::Write;

use anyline::AnyLine;
use game::Side;
use games::{GameSpec, Shape, cells_of};
use serde::Serialize;

use crate::record::Record;

/// A game played again, as far as it can be.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub(super) struct Replay {
    /// How the board is drawn; none if there is no such game.
    #[serde(skip)]
    pub(super) shape: Option<Shape>,
    /// Who moves first: 0 for White.
    first: usize,
    /// The first board, a character a cell, top row first, `-` for an empty one.
    start: String,
    /// The moves that could be played.
    pub(super) plies: Vec<Move>,
    /// Why not all of the game is here.
    pub(super) problem: Option<String>,
}

/// Its name; what it changed, as numbers of cells with what stands there now (`7-12w`); the time it took in milliseconds,
/// if it is not of the opening; and what its player thought of its position.
pub(super) type Move = (String, String, Option<u64>, Option<i32>);

impl Replay {
    /// Plays the moves of a record.
    pub(super) fn new(record: &Record) -> Replay {
        let game: GameSpec = match record.game.parse() {
            Ok(game) => game,
            Err(error) => return nothing(&error),
        };
        let replay = anyline::open(game, &record.opening.position, |line| play(record, line));
        Replay { shape: Some(Shape::of(game)), ..replay.unwrap_or_else(|error| nothing(&error)) }
    }
}

/// A game of which nothing can be shown.
fn nothing(error: &games::Error) -> Replay {
    Replay { problem: Some(format!("{}: {}", error.input, error.problem)), ..Replay::default() }
}

fn play(record: &Record, line: &mut dyn AnyLine) -> Replay {
    let mut board = cells(line);
    let mut replay = Replay {
        first: usize::from(line.side() == Side::Black),
        start: board.iter().collect(),
        ..Replay::default()
    };
    let opening = record.opening.moves.iter().map(|mv| (mv, None, None));
    let played = record.moves.iter().map(|ply| (&ply.mv, Some(ply.milliseconds), ply.score));
    for (number, (mv, milliseconds, score)) in (1..).zip(opening.chain(played)) {
        if let Err(problem) = line.play(mv) {
            let all = record.all_moves().count();
            replay.problem = Some(format!("ply {number} of {all}, {mv}, cannot be played: {problem}"));
            break;
        }
        let next = cells(line);
        replay.plies.push((mv.clone(), changes(&board, &next), milliseconds, score));
        board = next;
    }
    replay
}

/// The newest board, a character a cell.
fn cells(line: &dyn AnyLine) -> Vec<char> {
    cells_of(&line.board())
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

    #[test]
    fn each_game_is_played_move_by_move() {
        let games = [
            ("ctf:5", "c2c3 b4b3", "-wWw--www-------bbb--bBb-"),
            ("crusher:3", "a1a2 a5a4", "WWW-WW-------BB-BBB"),
            ("oska:4", "a1a2 a5a4", "wwww--------bbbb"),
            ("congo", "d2d3 d6d5", "gmeleczppppppp---------------------PPPPPPPGMELECZ"),
        ];
        for (game, moves, start) in games {
            let replay = Replay::new(&record(game, moves));
            let cells: usize = replay.shape.expect(game).rows.iter().sum();
            assert_eq!((replay.start.as_str(), replay.start.len()), (start, cells), "{game}");
            // The page's way to the last board, and the rules' own.
            let mut board: Vec<char> = start.chars().collect();
            for (_, changes, ..) in &replay.plies {
                for change in changes.split_inclusive(|letter: char| !letter.is_ascii_digit()) {
                    let (place, letter) = change.split_at(change.len() - 1);
                    board[place.parse::<usize>().expect(change)] = letter.chars().next().expect(change);
                }
            }
            let game: GameSpec = game.parse().expect(game);
            let last = anyline::open(game, "startpos", |line| {
                moves.split(' ').try_for_each(|mv| line.play(mv)).map(|()| super::cells(line))
            });
            if let (Ok(Ok(last)), None) = (last, &replay.problem) {
                assert_eq!(board, last, "{game}");
            } else {
                panic!("{game}: {:?}", replay.problem);
            }
        }
    }

    #[test]
    fn what_cannot_be_played_is_told() {
        let replay = Replay::new(&record("ctf:5", "c2c3 c2c3 c4c3"));
        assert_eq!(replay.plies.len(), 1);
        let problem = replay.problem.expect("a problem");
        assert!(problem.starts_with("ply 2 of 3, c2c3, cannot be played: "), "{problem}");
        let replay = Replay::new(&record("chess", "e2e4"));
        assert!(replay.shape.is_none() && replay.problem.is_some() && replay.plies.is_empty());
        let mut wrong = record("oska:4", "a1a2");
        wrong.opening.position = "nonsense".to_string();
        let replay = Replay::new(&wrong);
        assert!(replay.start.is_empty() && replay.problem.is_some());
    }
}
