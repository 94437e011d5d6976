//! The sides, and the results of games.

use std::fmt;
use std::ops::Not;

/// One of the two players. White always moves first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Side {
    /// The player who moves first.
    White,
    /// The other one.
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// 0 for White, 1 for Black: the index into arrays kept for each side.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `w` or `b`.
    pub const fn letter(self) -> char {
        match self {
            Side::White => 'w',
            Side::Black => 'b',
        }
    }
}

impl Not for Side {
    type Output = Side;

    #[inline(always)]
    fn not(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::White => "White",
            Side::Black => "Black",
        })
    }
}

/// The result of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// That side has won.
    Win(Side),
    /// Neither side has won.
    Draw,
}

impl Outcome {
    /// The result with the colours swapped.
    #[must_use]
    pub fn mirrored(self) -> Outcome {
        match self {
            Outcome::Win(side) => Outcome::Win(!side),
            Outcome::Draw => Outcome::Draw,
        }
    }

    /// `w`, `b` or `draw`, as in the JSON answers.
    pub fn code(self) -> &'static str {
        match self {
            Outcome::Win(Side::White) => "w",
            Outcome::Win(Side::Black) => "b",
            Outcome::Draw => "draw",
        }
    }
}

/// A result together with the rule that brought it about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ending {
    /// The result.
    pub outcome: Outcome,
    /// The rule, in words, seen from the winner: "the enemy flag is captured".
    pub rule: &'static str,
}

impl Ending {
    /// A win of `side` by `rule`.
    #[inline(always)]
    pub const fn win(side: Side, rule: &'static str) -> Ending {
        Ending { outcome: Outcome::Win(side), rule }
    }

    /// A draw by `rule`.
    #[inline(always)]
    pub const fn draw(rule: &'static str) -> Ending {
        Ending { outcome: Outcome::Draw, rule }
    }

    /// The loss of a side that has no legal move, in a game without passes.
    #[inline(always)]
    pub fn no_legal_move(stuck: Side) -> Ending {
        Ending::win(!stuck, "the enemy has no legal move")
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.outcome {
            Outcome::Win(side) => write!(f, "{side} has won: {}", self.rule),
            Outcome::Draw => write!(f, "the game is drawn: {}", self.rule),
        }
    }
}
