//! The description of Capture the Flag.

use game::Side;

use super::call::COURSE;
use super::grading::GRADING;
use super::guide::GUIDE;
use super::notation::size_of;
use super::{Ctf, RULES, SIZES, bits};
use crate::family::{Descriptor, Effort, Family, Man, Size, Sizes, Visitor};
use crate::with_bits;

/// The description of Capture the Flag.
pub const DESCRIPTOR: Descriptor = Descriptor {
    name: "ctf",
    title: "Capture the Flag",
    summary: "Lead your flag past all enemy pawns, or capture the enemy flag.",
    sizes: Sizes::range(SIZES, 5, "{n} × {n}"),
    men: &[
        Man { letter: 'w', side: Side::White, name: "pawn", drawing: include_str!("men/white_pawn.svg") },
        Man { letter: 'W', side: Side::White, name: "flag", drawing: include_str!("men/white_flag.svg") },
        Man { letter: 'b', side: Side::Black, name: "pawn", drawing: include_str!("men/black_pawn.svg") },
        Man { letter: 'B', side: Side::Black, name: "flag", drawing: include_str!("men/black_flag.svg") },
    ],
    rules: RULES,
    size_of: Some(size_of),
    course: Some(COURSE),
    grading: GRADING,
    guide: GUIDE,
    puzzles: include_str!("puzzles.jsonl"),
    man: 100,
    lead: 264,
    levels: [
        Effort::Plies(45),
        Effort::Plies(54),
        Effort::Plies(64),
        Effort::Plies(76),
        Effort::Plies(91),
        Effort::Plies(142),
        Effort::Plies(188),
        Effort::Nodes(175),
        Effort::Nodes(560),
        Effort::Nodes(2_000),
        Effort::Nodes(8_000),
        Effort::Nodes(90_000),
    ],
    bench: &[(Size::Number(5), 9), (Size::Number(8), 6)],
    ..Descriptor::MINIMAL
}
.for_this_machine();

/// Capture the Flag with all its board sizes.
#[derive(Clone, Copy, Debug)]
pub struct CaptureTheFlag;

impl Family for CaptureTheFlag {
    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn open<V: Visitor>(&self, size: Size, visitor: V) -> V::Output {
        let size = size.number();
        if bits(size) <= 64 {
            return visitor.solvable(Ctf::<u64>::new(size));
        }
        with_bits!(bits(size), B => visitor.game(Ctf::<B>::new(size)))
    }
}
