//! The description of Oska.

use game::Side;

use super::call::COURSE;
use super::grading::GRADING;
use super::guide::GUIDE;
use super::notation::size_of;
use super::{Oska, RULES, SIZES, bits};
use crate::family::{Descriptor, Effort, Family, Man, Size, Sizes, Visitor};
use crate::with_bits;

/// The description of Oska.
pub const DESCRIPTOR: Descriptor = Descriptor {
    name: "oska",
    title: "Oska",
    summary: "Bring your men through the waist of the hourglass to the other side.",
    sizes: Sizes::range(SIZES, 4, "{n} men a side"),
    men: &[
        Man { letter: 'w', side: Side::White, name: "man", drawing: include_str!("men/white_man.svg") },
        Man { letter: 'b', side: Side::Black, name: "man", drawing: include_str!("men/black_man.svg") },
    ],
    rules: RULES,
    size_of: Some(size_of),
    course: Some(COURSE),
    grading: GRADING,
    guide: GUIDE,
    puzzles: include_str!("puzzles.jsonl"),
    man: 100,
    lead: 29,
    levels: [
        Effort::Plies(36),
        Effort::Plies(60),
        Effort::Plies(90),
        Effort::Plies(174),
        Effort::Plies(200),
        Effort::Nodes(230),
        Effort::Nodes(400),
        Effort::Nodes(1_150),
        Effort::Nodes(1_700),
        Effort::Nodes(2_800),
        Effort::Nodes(5_000),
        Effort::Nodes(16_000),
    ],
    bench: &[(Size::Number(5), 11), (Size::Number(8), 7)],
    ..Descriptor::MINIMAL
}
.for_this_machine();

/// Oska with all its board sizes.
#[derive(Clone, Copy, Debug)]
pub struct OskaGame;

impl Family for OskaGame {
    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn open<V: Visitor>(&self, size: Size, visitor: V) -> V::Output {
        let size = size.number();
        if bits(size) <= 64 {
            return visitor.solvable(Oska::<u64>::new(size));
        }
        with_bits!(bits(size), B => visitor.game(Oska::<B>::new(size)))
    }
}
