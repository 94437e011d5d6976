//! The guide of Crusher: what the men do, and how a game ends.

use super::CRUSHED;
use crate::family::guide::{Guide, ManExample, WayToEnd};

pub(super) const GUIDE: Guide = Guide {
    basics: &[
        "White starts at row 1, Black at the highest row. White moves first. Stones go forward and back, in all six directions.",
        "You move one stone a turn. You never have to crush.",
        "No board may come back: you may not move so that the board looks as it has looked before in this game.",
    ],
    men: &[ManExample {
        letter: 'W',
        words: "A stone slides to an empty cell beside it. Or it leaps straight over one stone of its own colour to the next cell. If an \
                enemy stands there, the enemy is crushed and leaves the board.",
        position: "-------BWWW--B----B W",
        cell: "c3",
    }],
    ends: &[
        WayToEnd {
            rule: CRUSHED,
            words: "A side with fewer than N men has lost. N is the number of cells along one side of the board.",
            told: "{winner} has crushed so many of {loser}’s stones that too few are left.",
        },
        WayToEnd {
            rule: "the enemy has no legal move",
            words: "A player without a legal move has lost.",
            told: "It is {loser}’s turn, and {loser} has no move left.",
        },
    ],
};
