//! The implementation of [`Solvable`]: men, tiers, the symmetries of the hexagon, and quiet moves in reverse.

use game::{BoardState, Rules, Side};
use solve::{Placement, Solvable, Tier};

use super::Crusher;
use super::position::{MAN, Position};
use crate::kit::step::Steps;

impl Solvable for Crusher<u64> {
    const LETTERS: &'static [[char; 2]] = &[['W', 'B']];

    fn cells(&self) -> u64 {
        self.layout.cells()
    }

    #[inline]
    fn placement(&self, position: &Position<u64>) -> Placement {
        position.placement()
    }

    #[inline]
    fn place(&self, placement: &Placement, side: Side) -> Option<Position<u64>> {
        Some(Position::placed(&self.keys, placement, side))
    }

    #[inline]
    fn turned(&self, cells: u64) -> u64 {
        self.layout.turned(cells)
    }

    /// The twelve symmetries: the three axes of the hexagon in any order, with or without all signs changed.
    fn symmetries(&self) -> Vec<[u8; 64]> {
        const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];
        let laid = |order: [usize; 3], sign: i32| {
            self.layout.permutation(|place| self.place_at(order.map(|axis| sign * self.axes(place)[axis])))
        };
        // The first is the identity.
        ORDERS.into_iter().flat_map(|order| [laid(order, 1), laid(order, -1)]).skip(1).collect()
    }

    /// A slide and a leap can both be made in reverse, over the same man. Only the number of men ends a game.
    #[inline]
    fn quiet_predecessors(&self, position: &Position<u64>, mut visit: impl FnMut(Position<u64>)) {
        if self.ending(position).is_some() {
            return;
        }
        let mover = !position.side();
        let others = position.men(position.side(), MAN);
        let origins = self.targets(&position.after_pass(&self.keys)).map(|set| set & !others);
        Steps::new(origins, &self.distances, mover).for_each(|back| visit(position.before(&self.keys, back)));
    }

    /// A capture that leaves enough men.
    fn lower_tiers(&self, tier: Tier) -> Vec<Tier> {
        let goes_on = |tier: &Tier| tier.men.iter().all(|men| usize::from(men[MAN]) >= self.size);
        Side::BOTH.into_iter().filter_map(|side| tier.with(side, MAN, -1)).filter(goes_on).collect()
    }
}

impl Crusher<u64> {
    /// The coordinates of a cell on three axes through the centre of the board. They add up to zero.
    fn axes(&self, place: u32) -> [i32; 3] {
        let middle = self.size as i32 - 1;
        let (row, column) = self.layout.row_and_column(place);
        let (down, along) = (row as i32 - middle, column as i32 - middle.min(row as i32));
        [along, -along - down, down]
    }

    /// The cell with these coordinates.
    fn place_at(&self, [along, _, down]: [i32; 3]) -> u32 {
        let middle = self.size as i32 - 1;
        let row = down + middle;
        self.layout.row(row as usize).start.wrapping_add_signed(along + middle.min(row))
    }
}
