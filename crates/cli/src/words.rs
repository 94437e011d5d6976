//! What is known of a position for certain, in words: `solve` and `probe` say the same of the same position.

use quadrille::solving::Certainty;
use quadrille::{Side, Verdict};

/// Who wins, how soon, and under which condition that is certain.
pub(crate) fn verdict(verdict: Verdict, certainty: Certainty, to_move: Side) -> String {
    let wins = |side: Side, plies: u32| match plies {
        0 => format!("{side} has won"),
        _ => format!("{side} wins in {}", counted(plies as usize, "ply", "plies")),
    };
    let result = match verdict {
        Verdict::Win(plies) => wins(to_move, plies),
        Verdict::Loss(plies) => wins(!to_move, plies),
        Verdict::Draw => "a draw".to_string(),
    };
    result
        + match certainty {
            Certainty::Exact => "",
            Certainty::Outcome => {
                " if boards may repeat; the win is certain under the no-repeat rule too, but the number of plies may differ"
            }
            Certainty::WithRepeats => " if boards may repeat and endless play is a draw",
        }
}

/// A number of things: `1 ply`, `3 plies`.
pub(crate) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
