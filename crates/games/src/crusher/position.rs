//! The starting position, the rings of the board, and the no-repeat rule.

use game::{Repetition, Side};

use super::Crusher;
use crate::kit::bits::Bits;
use crate::kit::layout::Layout;
use crate::kit::men;
use crate::kit::step::Step;

/// There is one kind of men.
pub(crate) const MAN: usize = 0;

/// The men of both sides, and the side to move.
pub type Position<B> = men::Position<B, 1>;

impl<B: Bits> Crusher<B> {
    /// White fills the top row and the middle of the second row (on the smallest board its left cell). Black's men are
    /// White's, rotated by 180°.
    pub(super) fn start_position(&self) -> Position<B> {
        let second = self.layout.row(1);
        let second =
            if self.size == 2 { second.start..second.start + 1 } else { second.start + 1..second.end - 1 };
        let white = B::of(self.layout.row(0).chain(second));
        Position::new(&self.keys, [[white], [self.layout.turned(white)]], Side::White)
    }
}

/// All cells, then all cells except the outermost ring, and so on to the centre.
pub(super) fn rings<B: Bits>(layout: &Layout<B>, row: u32) -> Vec<B> {
    let mut rings = vec![layout.cells()];
    loop {
        let outer = rings[rings.len() - 1];
        let inner = [row, row - 1, 1].into_iter().fold(outer, |set, way| set & outer << way & outer >> way);
        if inner.is_empty() {
            return rings;
        }
        rings.push(inner);
    }
}

/// The ends of the first, the longest and the last row.
pub(super) fn corners<B: Bits>(layout: &Layout<B>) -> B {
    let last = layout.height() - 1;
    let ends = |row| [layout.row(row).start, layout.row(row).end - 1];
    B::of([0, last / 2, last].into_iter().flat_map(ends))
}

impl<B: Bits> Repetition for Crusher<B> {
    const NO_REPEAT: bool = true;

    /// The number of men: only captures decrease it.
    fn potential(&self, position: &Position<B>) -> u32 {
        Side::BOTH.iter().map(|&side| position.men(side, MAN).count()).sum()
    }

    #[inline(always)]
    fn is_irreversible(&self, position: &Position<B>, mv: Step) -> bool {
        Self::is_capture(position, mv)
    }

    #[inline(always)]
    fn move_to_board(&self, position: &Position<B>, board: &Position<B>) -> Option<Step> {
        let step = position.step_towards(board)?;
        if self.leads_to(position, step, board) { Some(step) } else { None }
    }

    #[inline(always)]
    fn board_hash(&self, position: &Position<B>) -> u64 {
        position.board_hash(&self.keys)
    }

    #[inline]
    fn min_plies_to(&self, position: &Position<B>, board: &Position<B>) -> u32 {
        position.min_plies_to(board)
    }
}
