//! The guide of Congo: what the men do, and how a game ends.

use crate::family::guide::{Guide, ManExample, WayToEnd};

pub(super) const GUIDE: Guide = Guide {
    basics: &[
        "White starts on rank 1 and moves first. In the pictures White goes up.",
        "You move one man a turn. A man captures an enemy by going to its cell, unless the words below say otherwise. You never have to \
         capture.",
        "Rank 4 is the river. After your move, each of your men that stood in the river before the move and still stands in it drowns: \
         it leaves the board. Only crocodiles never drown.",
        "Each lion has a castle of nine cells, which are marked: White’s is c1 to e3, Black’s is c5 to e7.",
    ],
    men: &[
        ManExample {
            letter: 'P',
            words: "A pawn goes and captures one cell straight or diagonally forward. Beyond the river it may also go one or two empty \
                    cells straight back. On the last rank it becomes a superpawn.",
            position: "4l2/4p2/3P3/7/7/7/2L4 w 0",
            cell: "d5",
        },
        ManExample {
            letter: 'S',
            words: "A superpawn goes and captures forward like a pawn, and one cell sideways. It may also go one or two empty cells \
                    back, straight or diagonally.",
            position: "4l2/7/7/4p2/3S3/7/2L4 w 0",
            cell: "d3",
        },
        ManExample {
            letter: 'G',
            words: "A giraffe leaps two cells in any direction, whatever stands between, and captures there. Or it steps one cell in any \
                    direction, but only to an empty cell.",
            position: "4l2/7/5p1/7/3Gp2/7/2L4 w 0",
            cell: "d3",
        },
        ManExample {
            letter: 'M',
            words: "A monkey steps one cell in any direction to an empty cell. It captures by jumping over an enemy beside it to the \
                    empty cell behind, and it may jump on from there.",
            position: "4l2/7/5p1/3p3/2M4/7/2L4 w 0",
            cell: "c3",
        },
        ManExample {
            letter: 'E',
            words: "An elephant goes one cell forward, back or sideways. Or it leaps two cells in these directions, whatever stands \
                    between.",
            position: "4l2/7/3p3/7/3E3/7/2L4 w 0",
            cell: "d3",
        },
        ManExample {
            letter: 'L',
            words: "The lion steps one cell in any direction, never out of its castle. It also captures the enemy lion from far away, \
                    along a file or the diagonals c3–e5 and e3–c5, if no man stands between them.",
            position: "3l3/p6/7/7/7/3L3/6P w 0",
            cell: "d2",
        },
        ManExample {
            letter: 'C',
            words: "A crocodile steps one cell in any direction. On land it also slides along its file towards the river, as far as the \
                    river. In the river it slides along the river. It never drowns.",
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
            words: "The game is drawn when the same position, with the same side to move, comes up for the third time.",
            told: "The board has looked the same three times, so nobody wins.",
        },
        WayToEnd {
            rule: "100 turns without a capture, a drowning or a pawn's move",
            words: "The game is also drawn after 100 turns of each player without a capture, a drowning or a pawn's move.",
            told: "For 100 turns nothing was captured, nothing drowned and no pawn moved, so nobody wins.",
        },
    ],
};
