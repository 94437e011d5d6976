//! The description of Congo.

use game::Side;

use super::commands::COURSE;
use super::drawings::{CROCODILE, ELEPHANT, GIRAFFE, LION, MONKEY, PAWN, SUPERPAWN, ZEBRA};
use super::grading::GRADING;
use super::guide::GUIDE;
use super::{Congo, RULES};
use crate::family::{Descriptor, Edition, Effort, Family, Man, Size, Sizes, Visitor};

/// The description of Congo.
pub const DESCRIPTOR: Descriptor = Descriptor {
    name: "congo",
    title: "Congo",
    summary: "Eight kinds of men, a river to drown in, and a lion to capture.",
    sizes: Sizes::Editions(&[
        Edition { name: "", title: "full game" },
        Edition { name: "course", title: "course edition" },
    ]),
    men: &[
        Man { letter: 'P', side: Side::White, name: "pawn", drawing: PAWN[0] },
        Man { letter: 'p', side: Side::Black, name: "pawn", drawing: PAWN[1] },
        Man { letter: 'S', side: Side::White, name: "superpawn", drawing: SUPERPAWN[0] },
        Man { letter: 's', side: Side::Black, name: "superpawn", drawing: SUPERPAWN[1] },
        Man { letter: 'G', side: Side::White, name: "giraffe", drawing: GIRAFFE[0] },
        Man { letter: 'g', side: Side::Black, name: "giraffe", drawing: GIRAFFE[1] },
        Man { letter: 'M', side: Side::White, name: "monkey", drawing: MONKEY[0] },
        Man { letter: 'm', side: Side::Black, name: "monkey", drawing: MONKEY[1] },
        Man { letter: 'E', side: Side::White, name: "elephant", drawing: ELEPHANT[0] },
        Man { letter: 'e', side: Side::Black, name: "elephant", drawing: ELEPHANT[1] },
        Man { letter: 'L', side: Side::White, name: "lion", drawing: LION[0] },
        Man { letter: 'l', side: Side::Black, name: "lion", drawing: LION[1] },
        Man { letter: 'C', side: Side::White, name: "crocodile", drawing: CROCODILE[0] },
        Man { letter: 'c', side: Side::Black, name: "crocodile", drawing: CROCODILE[1] },
        Man { letter: 'Z', side: Side::White, name: "zebra", drawing: ZEBRA[0] },
        Man { letter: 'z', side: Side::Black, name: "zebra", drawing: ZEBRA[1] },
    ],
    suffix: " 0",
    rules: RULES,
    course: Some(COURSE),
    grading: GRADING,
    guide: GUIDE,
    puzzles: include_str!("puzzles.jsonl"),
    // Captures of a monkey.
    paths: 4,
    man: 100,
    lead: 204,
    levels: [
        Effort::Plies(75),
        Effort::Plies(110),
        Effort::Plies(144),
        Effort::Plies(173),
        Effort::Plies(200),
        Effort::Plies(260),
        Effort::Nodes(330),
        Effort::Nodes(620),
        Effort::Nodes(1_000),
        Effort::Nodes(1_500),
        Effort::Nodes(2_300),
        Effort::Nodes(3_600),
    ],
    bench: &[(Size::Edition(0), 5), (Size::Edition(1), 5)],
    ..Descriptor::MINIMAL
}
.for_this_machine();

/// Congo in both editions.
#[derive(Clone, Copy, Debug)]
pub struct CongoGame;

impl Family for CongoGame {
    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn open<V: Visitor>(&self, size: Size, visitor: V) -> V::Output {
        visitor.solvable(if size == Size::Edition(0) { Congo::new() } else { Congo::course() })
    }
}
