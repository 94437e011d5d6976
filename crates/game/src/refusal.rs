//! Why a move is not legal.

use std::fmt;

use crate::Ending;

/// Why a move is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The game is over.
    GameOver(Ending),
    /// The text is not the name of a move: the reason, in words.
    Unreadable(String),
    /// The side to move has no man on the cell where the move starts: it is empty, or holds a man of the enemy.
    NoOwnMan {
        /// The name of the cell.
        cell: String,
        /// Whether a man of the enemy stands there.
        enemy: bool,
    },
    /// The move breaks a rule of the game, in words.
    Rule(String),
    /// The move would repeat a board, in a game that forbids it.
    Repeats {
        /// How many plies ago that board occurred.
        plies_ago: usize,
    },
    /// The answer is a board, but no legal move leads to it.
    NoMoveMakes {
        /// The board.
        board: String,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::GameOver(ending) => write!(f, "the game is over: {ending}"),
            Refusal::Unreadable(problem) | Refusal::Rule(problem) => f.write_str(problem),
            Refusal::NoOwnMan { cell, enemy: true } => {
                write!(f, "the man on {cell} belongs to the other side")
            }
            Refusal::NoOwnMan { cell, enemy: false } => write!(f, "{cell} is empty"),
            Refusal::Repeats { plies_ago: 1 } => f.write_str("this would repeat the board of one ply ago"),
            Refusal::Repeats { plies_ago } => {
                write!(f, "this would repeat the board of {plies_ago} plies ago")
            }
            Refusal::NoMoveMakes { board } => write!(f, "no legal move leads to the board {board}"),
        }
    }
}

impl std::error::Error for Refusal {}
