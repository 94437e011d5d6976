//! The implementation of `Solvable`: the pawns as sets, the reflection of the board, and quiet moves in reverse.

use quadrille::Side;
use quadrille::rules::{Placement, Rules, Solvable, Tier};

use super::{Pawns, Position};

impl Solvable for Pawns {
    const LETTERS: &'static [[char; 2]] = &[['w', 'b']];

    fn cells(&self) -> u64 {
        (1 << self.size()) - 1
    }

    fn placement(&self, position: &Position) -> Placement {
        let mut placement = Placement::default();
        [placement[0][0], placement[1][0]] = position.pawns;
        placement
    }

    fn place(&self, placement: &Placement, side: Side) -> Option<Position> {
        Some(Position { pawns: [placement[0][0], placement[1][0]], side })
    }

    fn symmetries(&self) -> Vec<[u8; 64]> {
        let last = self.columns - 1;
        let reflected = |cell: usize| cell - cell % self.columns + last - cell % self.columns;
        let image = |cell: usize| if cell < self.rows * self.columns { reflected(cell) } else { cell };
        vec![std::array::from_fn(|cell| image(cell) as u8)]
    }

    fn turned(&self, cells: u64) -> u64 {
        self.rotated(cells)
    }

    fn quiet_predecessors(&self, position: &Position, mut visit: impl FnMut(Position)) {
        let (mover, taken) = (!position.side, position.pawns[0] | position.pawns[1]);
        for to in (0..self.size()).filter(|cell| position.pawns[mover.index()] >> cell & 1 == 1) {
            // One step back is one step ahead for the other side.
            let Some(from) = self.ahead(!mover, to, 0).filter(|from| taken >> from & 1 == 0) else {
                continue;
            };
            let mut before = Position { side: mover, ..*position };
            before.pawns[mover.index()] ^= 1 << from | 1 << to;
            if self.ending(&before).is_none() {
                visit(before);
            }
        }
    }

    fn lower_tiers(&self, tier: Tier) -> Vec<Tier> {
        Side::BOTH.into_iter().filter_map(|side| tier.with(side, 0, -1)).collect()
    }
}
