//! The guide of Oska: what the men do, and how a game ends.

use crate::family::guide::{Guide, ManExample, WayToEnd};

pub(super) const GUIDE: Guide = Guide {
    basics: &[
        "White starts on row 1 and moves first. White goes towards the higher rows, Black towards row 1. Men never go back.",
        "You move one man a turn. You never have to capture.",
        "If none of your men can move, you pass: you lose this turn, and the other side moves.",
    ],
    men: &[ManExample {
        letter: 'w',
        words: "A man steps diagonally forward onto an empty cell. Or it jumps diagonally forward over an enemy onto the empty cell \
                behind, and the enemy is captured.",
        position: "w---/-w-/b-/---/--bb w",
        cell: "b2",
    }],
    ends: &[
        WayToEnd {
            rule: "all enemy men are captured",
            words: "One side has no men: the other has won.",
            told: "{loser} has no men left.",
        },
        WayToEnd {
            rule: "both are home, and it has more men",
            words: "All men of both sides stand on the enemy's starting row: the side with more men has won; with as many it is a \
                    draw.",
            told: "All men of both sides have arrived, and {winner} has more of them.",
        },
        WayToEnd {
            rule: "both sides have as many men on the enemy's back row",
            words: "All men of both sides stand on the enemy's starting row: the side with more men has won; with as many it is a \
                    draw.",
            told: "All men of both sides have arrived, and both have the same number, so nobody wins.",
        },
        WayToEnd {
            rule: "all remaining men are on the enemy's back row",
            words: "All men of one side stand on the enemy's starting row: it has won, whoever brought that about.",
            told: "All men that {winner} has left have arrived on the other side.",
        },
        WayToEnd {
            rule: "neither side can move",
            words: "Neither side can move: a draw.",
            told: "Nobody can move any more, so nobody wins.",
        },
    ],
};
