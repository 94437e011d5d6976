//! The guide of Crusher: what the men do, and how a game ends.

use crate::family::guide::{Guide, ManExample, WayToEnd};

pub(super) const GUIDE: Guide = Guide {
    men: &[ManExample {
        letter: 'W',
        words: "A stone slides to an empty neighbour. Or it leaps straight over one stone of its own colour; if an enemy stands \
                where it lands, he is crushed.",
        position: "-------BWWW--B----B W",
        cell: "c3",
    }],
    ends: &[
        WayToEnd {
            rule: "the enemy has fewer men than the board has cells a side",
            words: "A side with fewer than N men has lost.",
            told: "{winner} has crushed so many of {loser}’s stones that too few are left.",
        },
        WayToEnd {
            rule: "the enemy has no legal move",
            words: "A player without a legal move has lost.",
            told: "It is {loser}’s turn, and {loser} has no move left.",
        },
    ],
};
