//! What it takes to solve the game: the pawns as sets, the reflection of the board, and quiet moves taken back.

use quadrille::Side;
use quadrille::rules::{Game, Placement, Solvable, Tier};

use super::{Pawns, Position, each};

impl Solvable for Pawns {
    const LETTERS: &'static [[char; 2]] = &[['w', 'b']];

    fn cells(&self) -> u64 {
        (1 << self.cells()) - 1
    }

    fn placement(&self, position: &Position) -> Placement {
        let mut placement = Placement::default();
        (placement[0][0], placement[1][0]) = (position.pawns[0], position.pawns[1]);
        placement
    }

    fn place(&self, placement: &Placement, side: Side) -> Option<Position> {
        Some(Position { pawns: [placement[0][0], placement[1][0]], side })
    }

    fn symmetries(&self) -> Vec<[u8; 64]> {
        let reflected = |cell: usize| match cell < self.rows * self.columns {
            true => cell - cell % self.columns + (self.columns - 1 - cell % self.columns),
            false => cell,
        };
        vec![std::array::from_fn(|cell| reflected(cell) as u8)]
    }

    fn turned(&self, cells: u64) -> u64 {
        cells.reverse_bits() >> (64 - self.cells())
    }

    fn quiet_predecessors(&self, position: &Position, mut visit: impl FnMut(Position)) {
        let mover = !position.side;
        for to in each(position.pawns[mover.index()], mover) {
            // One step back is one step ahead for the other side.
            let back = self.ahead(!mover, to, 0);
            if let Some(from) = back.filter(|&from| (position.pawns[0] | position.pawns[1]) >> from & 1 == 0)
            {
                let mut before = Position { side: mover, ..*position };
                before.pawns[mover.index()] ^= 1 << from | 1 << to;
                if self.ending(&before).is_none() {
                    visit(before);
                }
            }
        }
    }

    fn lower_tiers(&self, tier: Tier) -> Vec<Tier> {
        Side::BOTH.into_iter().filter_map(|side| tier.with(side, 0, -1)).collect()
    }
}
