//! The description of Crusher.

use game::Side;

use super::call::COURSE;
use super::grading::GRADING;
use super::guide::GUIDE;
use super::notation::size_of;
use super::{Crusher, RULES, SIZES, bits};
use crate::family::{Descriptor, Effort, Family, Man, Size, Sizes, Visitor};
use crate::with_bits;

/// The description of Crusher.
pub const DESCRIPTOR: Descriptor = Descriptor {
    name: "crusher",
    title: "Crusher",
    summary: "Leap over your own stones onto the enemy’s.",
    sizes: Sizes::range(SIZES, 3, "{n} cells a side"),
    men: &[
        Man { letter: 'W', side: Side::White, name: "stone", drawing: include_str!("men/white_stone.svg") },
        Man { letter: 'B', side: Side::Black, name: "stone", drawing: include_str!("men/black_stone.svg") },
    ],
    players: super::notation::SCRIPT.players,
    rules: RULES,
    size_of: Some(size_of),
    course: Some(COURSE),
    grading: GRADING,
    guide: GUIDE,
    puzzles: include_str!("puzzles.jsonl"),
    man: 100,
    lead: 22,
    levels: [
        Effort::Plies(45),
        Effort::Plies(60),
        Effort::Plies(76),
        Effort::Plies(100),
        Effort::Plies(207),
        Effort::Plies(216),
        Effort::Plies(238),
        Effort::Plies(310),
        Effort::Nodes(350),
        Effort::Nodes(1_800),
        Effort::Nodes(5_500),
        Effort::Nodes(20_000),
    ],
    bench: &[(Size::Number(3), 7), (Size::Number(5), 4)],
    ..Descriptor::MINIMAL
}
.for_this_machine();

/// Crusher with all its board sizes.
#[derive(Clone, Copy, Debug)]
pub struct CrusherGame;

impl Family for CrusherGame {
    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn open<V: Visitor>(&self, size: Size, visitor: V) -> V::Output {
        let size = size.number();
        if bits(size) <= 64 {
            return visitor.solvable(Crusher::<u64>::new(size));
        }
        with_bits!(bits(size), B => visitor.game(Crusher::<B>::new(size)))
    }
}
