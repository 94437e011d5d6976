//! Why a move is not legal.

use crate::Ending;

/// Why a move is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages describe the fields")]
pub enum Refusal {
    /// The game is over.
    #[error("the game is over: {0}")]
    GameOver(Ending),
    /// The text is not the name of a move: the reason, in words.
    #[error("{0}")]
    Unreadable(String),
    /// The move starts on a cell that is empty or holds a man of the enemy.
    #[error("{}", no_own_man(cell, *.enemy))]
    NoOwnMan { cell: String, enemy: bool },
    /// The move breaks a rule of the game, in words.
    #[error("{0}")]
    Rule(String),
    /// The move would repeat a board, in a game that forbids it.
    #[error("this would repeat the board of {} ago", plies(*.plies_ago))]
    Repeats { plies_ago: usize },
    /// The answer is a board, but no legal move leads to it.
    #[error("{}", no_move_makes(board, *.unchanged))]
    NoMoveMakes { board: String, unchanged: bool },
}

fn no_own_man(cell: &str, enemy: bool) -> String {
    if enemy { format!("the man on {cell} belongs to the other side") } else { format!("{cell} is empty") }
}

fn no_move_makes(board: &str, unchanged: bool) -> String {
    if unchanged {
        "this is the board before the move".to_string()
    } else {
        format!("no legal move leads to the board {board}")
    }
}

fn plies(count: usize) -> String {
    if count == 1 { "one ply".to_string() } else { format!("{count} plies") }
}
