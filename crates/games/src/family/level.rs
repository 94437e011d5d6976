//! The levels of the engine as an opponent.
//!
//! A level is one number, its *effort*. The page `docs/levels.md` has the measured differences between the levels of each
//! game, and the command that measures them.

use std::fmt;

/// How many levels every game has.
pub const LEVELS: usize = 12;

/// What a level does to choose a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// Looks ahead like a person: so many hundredths of a ply. The part of the last ply that is missing is the share of its moves
    /// that the player overlooks: with 260 it looks 3 plies ahead and overlooks 40 % of the moves at the third. With less than 100
    /// it overlooks some of its own moves.
    Plies(u32),
    /// Searches about this many positions.
    Nodes(u64),
}

impl Effort {
    /// The look-ahead in whole plies, and how many of 100 moves at its last ply are overlooked.
    pub fn look_ahead(hundredths: u32) -> (u32, u32) {
        let depth = hundredths.div_ceil(100).max(1);
        (depth, (100 * depth).saturating_sub(hundredths))
    }

    /// The levels of a game that has not been measured.
    pub const DEFAULT: [Effort; LEVELS] = [
        Effort::Plies(50),
        Effort::Plies(80),
        Effort::Plies(120),
        Effort::Plies(160),
        Effort::Plies(200),
        Effort::Plies(250),
        Effort::Plies(300),
        Effort::Nodes(1_000),
        Effort::Nodes(4_000),
        Effort::Nodes(16_000),
        Effort::Nodes(64_000),
        Effort::Nodes(256_000),
    ];
}

/// What a player with this effort does: `looks 3 plies ahead and overlooks 40 % of the moves at the last one`.
impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Effort::Nodes(nodes) => write!(f, "looks at {} positions", with_commas(nodes)),
            Effort::Plies(hundredths) => match Effort::look_ahead(hundredths) {
                (1, 0) => write!(f, "looks 1 ply ahead"),
                (1, missed) => write!(f, "looks 1 ply ahead and overlooks {missed} % of its moves"),
                (depth, 0) => write!(f, "looks {depth} plies ahead"),
                (2, missed) => write!(f, "looks 2 plies ahead and overlooks {missed} % of the replies"),
                (depth, missed) => {
                    write!(
                        f,
                        "looks {depth} plies ahead and overlooks {missed} % of the moves at the last one"
                    )
                }
            },
        }
    }
}

/// A number with a comma after every three digits: `10,000`.
fn with_commas(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&[u8]> = digits.as_bytes().rchunks(3).rev().collect();
    String::from_utf8_lossy(&groups.join(&b',')).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn efforts_are_described() {
        let words = [
            (Effort::Plies(30), "looks 1 ply ahead and overlooks 70 % of its moves"),
            (Effort::Plies(100), "looks 1 ply ahead"),
            (Effort::Plies(175), "looks 2 plies ahead and overlooks 25 % of the replies"),
            (Effort::Plies(260), "looks 3 plies ahead and overlooks 40 % of the moves at the last one"),
            (Effort::Plies(300), "looks 3 plies ahead"),
            (Effort::Nodes(640), "looks at 640 positions"),
            (Effort::Nodes(1_250_000), "looks at 1,250,000 positions"),
        ];
        for (effort, words) in words {
            assert_eq!(effort.to_string(), words);
        }
    }

    #[test]
    fn no_look_ahead_is_shorter_than_a_ply() {
        assert_eq!(Effort::look_ahead(0), (1, 100));
        assert_eq!(Effort::look_ahead(100), (1, 0));
        assert_eq!(Effort::look_ahead(101), (2, 99));
    }
}
