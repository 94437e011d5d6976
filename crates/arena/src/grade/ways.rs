//! By which moves a position is decided: the man and how it goes. A program may have one way of one man wrong, which no list of mistakes
//! foresees, so the positions about wins and losses are decided in as many ways as possible.

use std::collections::BTreeSet;

use quadrille::{AnyLine, Session};

use super::values;

/// A man, by its letter, and how far down and to the right it goes.
pub(super) type Way = (char, isize, isize);

/// How the player can win at once.
pub(super) fn of_wins(session: &mut Session, line: &dyn AnyLine) -> BTreeSet<Way> {
    let (game, cells) = (line.game(), line.cells());
    let board = game.board();
    let place = |cell: usize| {
        let row = (0..board.rows.len()).find(|&row| board.row(row).contains(&cell)).unwrap_or_default();
        (row as isize, cell as isize - board.row(row).start as isize)
    };
    let way = |mv: &String| {
        let path = board.path(mv);
        let (&from, &to) = (path.first()?, path.last()?);
        let ((row, column), (to_row, to_column)) = (place(from), place(to));
        Some((cells[from], to_row - row, to_column - column))
    };
    values::wins_in_one(session, line).iter().filter_map(way).collect()
}

/// How the enemy can win at once after one of the moves that let him, if these are the `right` moves.
pub(super) fn of_threats(session: &mut Session, line: &dyn AnyLine, right: &[String]) -> BTreeSet<Way> {
    let Some(wrong) = line.moves().into_iter().find(|mv| !right.contains(mv)) else { return BTreeSet::new() };
    let mut next = line.duplicate();
    if next.play(&wrong).is_err() || next.ending().is_some() {
        return BTreeSet::new();
    }
    of_wins(session, &*next)
}
