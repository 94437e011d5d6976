//! The rules of a game on the letters of its cells: slow and simple, and with one rule changed if asked.
//!
//! Grading uses them to ask what a program would answer that has a rule wrong. They are written a second time, and not derived from
//! [`Rules`](game::Rules), so that the fast rules pay nothing for the changes; tests compare the two where no rule is changed.

use std::cell::Cell;

use game::{Board, Outcome, Side};

/// The letters on the cells of a board, in the order of [`Board::cells`].
pub type Letters = Vec<char>;

/// The rules of a game on a board of one size.
pub trait LetterRules {
    /// The boards after each move, whether or not they have occurred before. A board may come twice. If there are more than `enough`, some may
    /// be missing.
    fn moves(&self, cells: &[char], side: Side, enough: usize) -> Vec<Letters>;

    /// How the game has ended, as far as the board shows it; `side` is to move.
    fn ending(&self, cells: &[char], side: Side) -> Option<Outcome>;

    /// The mistakes that could have changed an answer of these rules so far, as bits. Rules with another mistake would have given the same
    /// answers.
    fn asked(&self) -> u128;

    /// What a man is worth, for programs that count men.
    fn worth(&self, _letter: char) -> i32 {
        1
    }
}

/// The rules of a game on letters, and its mistakes: the ways in which programs have its rules wrong.
#[derive(Clone, Copy, Debug)]
pub struct Mistakes {
    /// The rules, with this mistake if there is one.
    pub rules: fn(&Board, Option<usize>) -> Box<dyn LetterRules>,
    /// What a program with each mistake thinks: "… seems to think that a flag level with a pawn is past it".
    pub beliefs: &'static [&'static str],
    /// The mistakes that are not wrong: a right program may play by these rules too.
    pub accepted: &'static [usize],
    /// Whether the game can end in a draw that all right programs see.
    pub draws: bool,
}

/// Which mistake the rules have, and which ones they have asked for. Rules ask for a mistake as late as they can, when nothing else decides:
/// then a search that never asks for it is the same with and without it, and need not be made twice.
pub(crate) struct Change {
    mistake: Option<usize>,
    asked: Cell<u128>,
}

impl Change {
    pub(crate) fn new(mistake: Option<usize>) -> Change {
        Change { mistake, asked: Cell::new(0) }
    }

    /// Whether the rules have this mistake.
    pub(crate) fn is(&self, mistake: usize) -> bool {
        self.asked.set(self.asked.get() | 1 << mistake);
        self.mistake == Some(mistake)
    }

    pub(crate) fn asked(&self) -> u128 {
        self.asked.get()
    }
}

/// Declares the mistakes of a game: an enumeration, and the beliefs in the same order.
macro_rules! mistakes {
    ($($(#[$comment:meta])* $name:ident: $belief:literal,)*) => {
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        enum Mistake { $($(#[$comment])* $name,)* }
        const BELIEFS: &[&str] = &[$($belief,)*];
        const _: () = assert!(BELIEFS.len() <= u128::BITS as usize, "mistakes are bits of a number");
    };
}
pub(crate) use mistakes;

/// The board after a man has gone from one cell to another.
pub(crate) fn moved(cells: &[char], from: usize, to: usize) -> Letters {
    let mut after = cells.to_vec();
    after[to] = std::mem::replace(&mut after[from], game::EMPTY);
    after
}

/// The same board without the man on a cell.
pub(crate) fn without(mut cells: Letters, cell: usize) -> Letters {
    cells[cell] = game::EMPTY;
    cells
}
