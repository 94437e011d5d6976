//! A dense number for every position of a tier. Positions that symmetries of the board or of the colours turn into each other share it.
//!
//! * **Colours.** A tier and the same with the colours swapped are one: the position is turned so that its tier is the
//!   canonical one and, where both sides have the same men, White is to move.
//! * **Rows.** The men of one group (one kind of one side) are placed first. Placements that a symmetry of the board turns into
//!   each other share a row, and the position is turned so that they stand as the row says.
//! * **Columns.** The other groups are placed one after the other on the cells that are left.
//!
//! A row whose own men are symmetric has several columns for the same position: the least counts, the others are holes.

use std::cmp::Ordering;

use crate::colex::{self, binomial};
use crate::{Placement, Solvable, Tier};
use game::{BoardState, Random, Side};

/// The number that stands for a position of a tier.
pub type Index = u64;

/// A dense numbering of the positions of one tier.
#[derive(Clone, Debug)]
pub struct Ranking {
    tier: Tier,
    cells: u64,
    /// Groups of men; the first one makes the rows.
    groups: Vec<Group>,
    /// For each placement of the first group the row and the symmetry that turns it into that of the row.
    row_of: Vec<(u32, u8)>,
    rows: Vec<Row>,
    columns: u64,
    /// Doing nothing first.
    symmetries: Vec<[u8; 64]>,
}

#[derive(Clone, Copy, Debug)]
struct Group {
    side: Side,
    kind: usize,
    men: u32,
    /// The cells of men that are bound to them.
    bound_to: Option<u64>,
}

#[derive(Clone, Debug)]
struct Row {
    men: u64,
    /// The symmetries, doing nothing left out, that leave the men of the row where they are.
    stabilizer: Vec<u8>,
}

/// A position as its number gives it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ranked<P> {
    /// The position.
    pub position: P,
    /// How many positions the symmetries of the board make of it, colours left alone.
    pub weight: u32,
}

/// A tier with more positions than this does not fit into any memory.
const MOST: u64 = 1 << 40;

/// This number of positions, if it is not too large.
fn few_enough(states: u64) -> Option<u64> {
    (states <= MOST).then_some(states)
}

impl Ranking {
    /// The positions of a tier, given in its canonical form, before any symmetry: boards of the tier and its swapped twin with
    /// both sides to move. `None` if they are too many to count.
    pub fn states<G: Solvable>(game: &G, tier: Tier) -> Option<u64> {
        let placements = widths(&groups(game, tier), game.cells()).try_fold(1, u64::checked_mul)?;
        placements.checked_mul(if tier.is_even() { 2 } else { 4 }).and_then(few_enough)
    }

    /// Prepares the numbering of a tier, given in its canonical form. `None` if it has too many positions to number.
    pub fn new<G: Solvable>(game: &G, tier: Tier) -> Option<Ranking> {
        debug_assert_eq!(tier, tier.canonical());
        Ranking::states(game, tier)?;
        let (cells, groups) = (game.cells(), groups(game, tier));
        let columns = widths(&groups, cells).skip(1).product();
        let mut symmetries = vec![std::array::from_fn(|place| place as u8)];
        symmetries.extend(game.symmetries());
        let mut ranking =
            Ranking { tier, cells, groups, row_of: Vec::new(), rows: Vec::new(), columns, symmetries };
        ranking.find_rows();
        Some(ranking)
    }

    /// About how many bytes the rows of a tier take, given in its canonical form.
    pub(crate) fn rows_memory<G: Solvable>(game: &G, tier: Tier) -> Option<u64> {
        let placements = widths(&groups(game, tier), game.cells()).next().unwrap_or(1);
        let rows = placements / (game.symmetries().len() as u64 + 1) + 1;
        placements.checked_mul(size_of::<(u32, u8)>() as u64)?.checked_add(rows * size_of::<Row>() as u64)
    }

    /// About how many bytes of memory it holds.
    pub(crate) fn memory(&self) -> usize {
        size_of_val(self.row_of.as_slice()) + size_of_val(self.rows.as_slice())
    }

    /// Gives each placement of the first group its row. The first placement of an orbit stands for it.
    fn find_rows(&mut self) {
        let Some(&group) = self.groups.first() else {
            (self.row_of, self.rows) = (vec![(0, 0)], vec![Row { men: 0, stabilizer: Vec::new() }]);
            return;
        };
        let among = group.bound_to.unwrap_or(self.cells);
        let placements = binomial(among.count_ones(), group.men);
        self.row_of = vec![(u32::MAX, 0); placements as usize];
        for number in 0..placements {
            if self.row_of[number as usize].0 != u32::MAX {
                continue;
            }
            let men = colex::unrank(number, group.men, among);
            let row = self.rows.len() as u32;
            let mut stabilizer = Vec::new();
            for (symmetry, places) in self.symmetries.iter().enumerate() {
                let turned = permuted(men, places);
                if turned == men && symmetry > 0 {
                    stabilizer.push(symmetry as u8);
                }
                let back = self.symmetries.iter().position(|places| permuted(turned, places) == men);
                let back = back.expect("symmetries are a group") as u8;
                let entry = &mut self.row_of[colex::rank(turned, among) as usize];
                if entry.0 == u32::MAX {
                    *entry = (row, back);
                }
            }
            self.rows.push(Row { men, stabilizer });
        }
    }

    /// The tier.
    pub fn tier(&self) -> Tier {
        self.tier
    }

    /// How many numbers there are, holes included.
    pub fn size(&self) -> u64 {
        self.rows.len() as u64 * self.row_len()
    }

    /// The sides to move that are told apart: both, unless a change of colours makes them alike.
    pub fn planes(&self) -> u64 {
        if self.tier.is_even() { 1 } else { 2 }
    }

    /// The numbers in a row: its columns, once for each plane.
    pub fn row_len(&self) -> u64 {
        self.planes() * self.columns
    }

    /// Who is to move in the position with this number.
    pub fn side(&self, index: Index) -> Side {
        Side::BOTH[(index / self.columns % self.planes()) as usize]
    }

    /// The men that make the rows, row by row.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = u64> + '_ {
        self.rows.iter().map(|row| row.men)
    }

    /// The placements of the other men in a row.
    pub fn columns(&self) -> u64 {
        self.columns
    }

    /// The row of a placement of the first group, and the symmetry that turns it into that of the row.
    pub fn row_of(&self, placement_number: u64) -> (u32, &[u8; 64]) {
        let (row, symmetry) = self.row_of[placement_number as usize];
        (row, &self.symmetries[symmetry as usize])
    }

    /// How many ways to turn the board there are, doing nothing included.
    pub fn order(&self) -> u32 {
        self.symmetries.len() as u32
    }

    /// The number of a position of this tier, in its own colours or swapped.
    #[inline]
    pub fn index<G: Solvable>(&self, game: &G, position: &G::Position) -> Index {
        let (placement, side) = (game.placement(position), position.side());
        let swap =
            if self.tier.is_even() { side == Side::Black } else { Tier::of::<G>(&placement) != self.tier };
        if swap { self.index_of(&swapped(game, &placement), !side) } else { self.index_of(&placement, side) }
    }

    /// The number of a position in the colours of this tier.
    #[inline]
    fn index_of(&self, placement: &Placement, side: Side) -> Index {
        let first = self.groups.first().map_or(0, |group| {
            let set = placement[group.side.index()][group.kind];
            colex::rank(set, group.bound_to.unwrap_or(self.cells))
        });
        let (row, symmetry) = self.row_of[first as usize];
        let column = self.least_column(placement, row, symmetry).0;
        let plane = if self.tier.is_even() { 0 } else { side.index() as u64 };
        (u64::from(row) * self.planes() + plane) * self.columns + column
    }

    /// The least column among those of a position in a row, and how many of the symmetries of the row lead to it.
    #[inline]
    fn least_column(&self, placement: &Placement, row: u32, symmetry: u8) -> (u64, u32) {
        let column = self.column(placement, row, &self.symmetries[symmetry as usize]);
        if self.rows[row as usize].stabilizer.is_empty() {
            return (column, 1);
        }
        self.least_of_many(placement, row, symmetry, column)
    }

    #[cold]
    fn least_of_many(&self, placement: &Placement, row: u32, symmetry: u8, column: u64) -> (u64, u32) {
        let (mut least, mut times) = (column, 1);
        let turn = &self.symmetries[symmetry as usize];
        for &fixing in &self.rows[row as usize].stabilizer {
            let again = &self.symmetries[fixing as usize];
            let both = std::array::from_fn(|place| again[turn[place] as usize]);
            let column = self.column(placement, row, &both);
            match column.cmp(&least) {
                Ordering::Less => (least, times) = (column, 1),
                Ordering::Equal => times += 1,
                Ordering::Greater => {}
            }
        }
        (least, times)
    }

    /// The column of a position in a row once a symmetry has turned it.
    #[inline]
    fn column(&self, placement: &Placement, row: u32, symmetry: &[u8; 64]) -> u64 {
        let mut free = self.cells & !self.rows[row as usize].men;
        let mut column = 0;
        for group in self.groups.iter().skip(1) {
            let set = permuted(placement[group.side.index()][group.kind], symmetry);
            let among = group.bound_to.unwrap_or(free);
            column = column * binomial(among.count_ones(), group.men) + colex::rank(set, among);
            free &= !set;
        }
        column
    }

    /// The position that a number stands for; `None` for a hole.
    #[inline]
    pub fn position<G: Solvable>(&self, game: &G, index: Index) -> Option<Ranked<G::Position>> {
        let (row, mut column) = ((index / self.row_len()) as u32, index % self.columns);
        let mut placement = Placement::default();
        let mut free = self.cells;
        let mut width = self.columns;
        for (number, group) in self.groups.iter().enumerate() {
            let among = group.bound_to.unwrap_or(free);
            let set = if number == 0 {
                self.rows[row as usize].men
            } else {
                width /= binomial(among.count_ones(), group.men);
                let set = colex::unrank(column / width, group.men, among);
                column %= width;
                set
            };
            placement[group.side.index()][group.kind] = set;
            free &= !set;
        }
        let (least, times) = self.least_column(&placement, row, 0);
        if least != index % self.columns {
            return None;
        }
        let position = game.place(&placement, self.side(index))?;
        Some(Ranked { position, weight: self.order() / times })
    }

    /// Whether the number may be a hole, or stand for fewer positions than most.
    pub fn is_special(&self, index: Index) -> bool {
        !self.rows[(index / self.row_len()) as usize].stabilizer.is_empty()
    }
}

/// The men in the order in which they are placed: those bound to some cells first, then White's, then Black's.
fn groups<G: Solvable>(game: &G, tier: Tier) -> Vec<Group> {
    let mut groups = Vec::new();
    for side in Side::BOTH {
        for kind in 0..G::LETTERS.len() {
            let men = u32::from(tier.men[side.index()][kind]);
            if men > 0 {
                groups.push(Group { side, kind, men, bound_to: game.bound_to(side, kind) });
            }
        }
    }
    groups.sort_by_key(|group| group.bound_to.is_none());
    groups
}

/// In how many ways each group can be placed.
fn widths(groups: &[Group], cells: u64) -> impl Iterator<Item = u64> + '_ {
    let mut free = cells.count_ones();
    groups.iter().map(move |group| {
        let among = group.bound_to.map_or(free, u64::count_ones);
        free = free.saturating_sub(group.men);
        binomial(among, group.men)
    })
}

/// Some position with these men, if it can be.
pub(crate) fn some_position<G: Solvable>(game: &G, tier: Tier, random: &mut Random) -> Option<G::Position> {
    let mut placement = Placement::default();
    let mut free = game.cells();
    for group in groups(game, tier) {
        let among = group.bound_to.unwrap_or(free);
        let ways = binomial(among.count_ones(), group.men);
        let number = random.next_u64().checked_rem(ways)?;
        let set = colex::unrank(number, group.men, among);
        placement[group.side.index()][group.kind] = set;
        free &= !set;
    }
    game.place(&placement, random.pick(&Side::BOTH))
}

/// The placement with the colours swapped and the board turned.
pub(crate) fn swapped<G: Solvable>(game: &G, placement: &Placement) -> Placement {
    let mut swapped = Placement::default();
    for side in Side::BOTH {
        for kind in 0..G::LETTERS.len() {
            swapped[side.index()][kind] = game.turned(placement[(!side).index()][kind]);
        }
    }
    swapped
}

/// The set with every element where a symmetry takes it.
#[inline]
pub fn permuted(mut set: u64, places: &[u8; 64]) -> u64 {
    let mut permuted = 0;
    while set != 0 {
        permuted |= 1 << places[set.trailing_zeros() as usize & 63];
        set &= set - 1;
    }
    permuted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_at_most_two_to_the_40_positions() {
        let most = 1 << 40;
        let counts = [0, most - 1, most, most + 1, u64::MAX];
        assert_eq!(counts.map(few_enough), [Some(0), Some(most - 1), Some(most), None, None]);
    }
}
