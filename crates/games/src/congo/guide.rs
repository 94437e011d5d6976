//! The guide of Congo: what the men do, and how a game ends.

use crate::family::guide::{Guide, ManExample, WayToEnd};

pub(super) const GUIDE: Guide = Guide {
    men: &[
        ManExample {
            letter: 'P',
            words: "A pawn goes and captures one cell straight or diagonally forward. Beyond the river it may also go one or two cells \
                    straight back. On the last rank it becomes a superpawn.",
            position: "4l2/4p2/3P3/7/7/7/2L4 w 0",
            cell: "d5",
        },
        ManExample {
            letter: 'S',
            words: "A superpawn goes and captures forward like a pawn, and one cell sideways. It may also go one or two cells back, \
                    straight or diagonally.",
            position: "4l2/7/7/4p2/3S3/7/2L4 w 0",
            cell: "d3",
        },
        ManExample {
            letter: 'G',
            words: "A giraffe leaps two cells in any direction, whatever stands between. Or it steps one cell, which it can do to an \
                    empty cell only.",
            position: "4l2/7/5p1/7/3Gp2/7/2L4 w 0",
            cell: "d3",
        },
        ManExample {
            letter: 'M',
            words: "A monkey steps one cell in any direction to an empty cell. It captures by jumping over a neighbour to the empty cell \
                    behind him, and it may jump on from there.",
            position: "4l2/7/5p1/3p3/2M4/7/2L4 w 0",
            cell: "c3",
        },
        ManExample {
            letter: 'E',
            words: "An elephant goes one cell along rank or file, or leaps two.",
            position: "4l2/7/3p3/7/3E3/7/2L4 w 0",
            cell: "d3",
        },
        ManExample {
            letter: 'L',
            words: "The lion steps one cell in any direction, never out of its castle. It captures the enemy lion from far away if no man \
                    stands between them.",
            position: "3l3/p6/7/7/7/3L3/6P w 0",
            cell: "d2",
        },
        ManExample {
            letter: 'C',
            words: "A crocodile steps one cell in any direction. It also slides along its file to the river, and along the river. It \
                    never drowns.",
            position: "4l2/7/7/3p3/7/3C3/2L4 w 0",
            cell: "d2",
        },
        ManExample {
            letter: 'Z',
            words: "A zebra moves like a knight in chess: two cells straight and one to the side.",
            position: "4l2/7/4p2/7/3Z3/7/3L3 w 0",
            cell: "d3",
        },
    ],
    ends: &[
        WayToEnd {
            rule: "the enemy lion is captured",
            words: "A side without its lion has lost.",
            told: "{winner} has captured {loser}’s lion.",
        },
        WayToEnd {
            rule: "the enemy has no legal move",
            words: "A player who has no legal move has lost.",
            told: "It is {loser}’s turn, and {loser} has no move left.",
        },
        WayToEnd {
            rule: "only the two lions are left",
            words: "When nothing but the two lions is left the game is drawn, unless the player to move can capture at once.",
            told: "Only the two lions are left, and neither can catch the other.",
        },
        WayToEnd {
            rule: "the same position for the third time",
            words: "a game is also drawn when the same position comes up for the third time, the side to move included",
            told: "The board has looked the same three times, so nobody wins.",
        },
        WayToEnd {
            rule: "100 turns without a capture, a drowning or a pawn's move",
            words: "after 100 turns of each player without a capture, a drowning or a pawn's move",
            told: "For 100 turns nothing was captured, nothing drowned and no pawn moved, so nobody wins.",
        },
    ],
};
