//! The guide of Capture the Flag: what the men do, and how a game ends.

use crate::family::guide::{Guide, ManExample, WayToEnd};

pub(super) const GUIDE: Guide = Guide {
    basics: &[
        "White starts on row 1 and moves first. White’s forward is towards the higher rows, Black’s is towards row 1. In the \
         pictures White goes down.",
        "You move one man a turn. You never have to capture.",
        "No board may come back: you may not move so that the board looks as it has looked before in this game.",
    ],
    men: &[
        ManExample {
            letter: 'w',
            words: "A pawn steps one cell forward, left or right onto an empty cell. It captures by jumping over one enemy, pawn or \
                    flag, in these directions onto the empty cell right behind. It never goes backward.",
            position: "--W---------wb--------B-- w",
            cell: "c3",
        },
        ManExample {
            letter: 'W',
            words: "The flag steps one cell forward, back, left or right onto an empty cell. It never jumps and never captures.",
            position: "w------W-------------b--B w",
            cell: "c2",
        },
    ],
    ends: &[
        WayToEnd {
            rule: "all enemy pawns are captured",
            words: "A side that has captured all enemy pawns has won.",
            told: "{loser} has no pawns left.",
        },
        WayToEnd {
            rule: "the enemy flag is captured",
            words: "A side that has captured the enemy flag has won.",
            told: "{winner} has captured {loser}’s flag.",
        },
        WayToEnd {
            rule: "the flag is past every enemy pawn",
            words: "A side whose flag is past every enemy pawn has won: the flag is in a row strictly further on than any of them. Level is not past.",
            told: "{winner}’s flag has passed all of {loser}’s pawns. They cannot go back to catch it.",
        },
        WayToEnd {
            rule: "the enemy has no legal move",
            words: "A player without a legal move has lost.",
            told: "It is {loser}’s turn, and {loser} has no move left.",
        },
    ],
};
