//! The guide of Capture the Flag: what the men do, and how a game ends.

use crate::family::guide::{Guide, ManExample, WayToEnd};

pub(super) const GUIDE: Guide = Guide {
    men: &[
        ManExample {
            letter: 'w',
            words: "A pawn steps one cell forward, left or right onto an empty cell. It captures by jumping over one enemy in \
                    these directions. It never goes backward.",
            position: "--W---------wb--------B-- w",
            cell: "c3",
        },
        ManExample {
            letter: 'W',
            words: "The flag steps one cell in the four directions onto an empty cell. It never jumps.",
            position: "w------W-------------b--B w",
            cell: "c2",
        },
    ],
    ends: &[
        WayToEnd {
            rule: "all enemy pawns are captured",
            words: "all enemy pawns are captured",
            told: "{loser} has no pawns left.",
        },
        WayToEnd {
            rule: "the enemy flag is captured",
            words: "the enemy flag is captured",
            told: "{winner} has captured {loser}’s flag.",
        },
        WayToEnd {
            rule: "the flag is past every enemy pawn",
            words: "its flag is past every enemy pawn: in a row strictly further on than any of them",
            told: "{winner}’s flag has passed all of {loser}’s pawns. They cannot go back to catch it.",
        },
        WayToEnd {
            rule: "the enemy has no legal move",
            words: "If nobody has won and the player to move has no legal move, the other side has won.",
            told: "It is {loser}’s turn, and {loser} has no move left.",
        },
    ],
};
