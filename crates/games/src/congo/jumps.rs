//! The capture sequences of a monkey. Each is generated once, even if several paths lead to it.
//!
//! Two sequences are the same if they end on the same cell and jump over the same men. A monkey can stop after any
//! jump, so the states of this search are exactly its captures. There can be very many of them, so a long list of
//! states becomes a hash table.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use game::{BoardState, Side};

use super::position::{Kind, Position};
use super::tables::{KING, TWO_AWAY, at};
use crate::kit::bits::Bits;

/// An iterator over the captures of one monkey, shortest first.
#[derive(Clone, Debug)]
pub(super) struct Jumps {
    side: Side,
    enemy: u64,
    enemy_lion: u64,
    /// The cells on which the monkey can land: the empty cells and the cell where it starts.
    landing: u64,
    /// The sequences of one length. Those before `next` have been returned and extended.
    level: Vec<Jump>,
    next: usize,
    /// The sequences found so far that are one jump longer. Only these can be found a second time.
    longer: Vec<Jump>,
    seen: Seen,
}

/// A sequence in one number: the men jumped over, and in the unused top bits the landing cell.
type Jump = u64;

const PLACE_SHIFT: u32 = 56;

impl Jumps {
    /// The captures of a monkey of the side to move on this cell, if it has any.
    #[inline(always)]
    pub(super) fn new(position: &Position, from: u32) -> Option<Box<Jumps>> {
        let near = at(&KING, from) & position.men(!position.side());
        if near == 0 { None } else { Jumps::over_neighbours(position, from) }
    }

    #[cold]
    fn over_neighbours(position: &Position, from: u32) -> Option<Box<Jumps>> {
        let side = position.side();
        let mut jumps = Jumps {
            side,
            enemy: position.men(!side),
            enemy_lion: position.of(!side, Kind::Lion),
            landing: position.empty_cells() | u64::bit(from),
            level: Vec::new(),
            next: 0,
            longer: Vec::new(),
            seen: Seen::default(),
        };
        jumps.extend_from(from, 0);
        (!jumps.longer.is_empty()).then(|| Box::new(jumps))
    }

    /// Finds the sequences that are one jump longer than this one.
    fn extend_from(&mut self, from: u32, jumped: u64) {
        if jumped & self.enemy_lion != 0 {
            return;
        }
        let mut prey = at(&KING, from) & self.enemy & !jumped;
        while prey != 0 {
            let over = prey.take_first(self.side);
            let to = behind(from, over);
            let jump = jumped | u64::bit(over) | u64::from(to) << PLACE_SHIFT;
            if self.landing.has(to) && self.seen.is_new(jump, &self.longer) {
                self.longer.push(jump);
            }
        }
    }
}

/// The place where a monkey lands after it jumps over a neighbour. Off the board this is an unused bit.
#[inline(always)]
fn behind(from: u32, over: u32) -> u32 {
    (2 * over).wrapping_sub(from) & 63
}

impl Iterator for Jumps {
    /// The cell where the monkey ends, and the men it has jumped over.
    type Item = (u32, u64);

    #[inline]
    fn next(&mut self) -> Option<(u32, u64)> {
        if self.next == self.level.len() {
            self.level.clear();
            self.next = 0;
            std::mem::swap(&mut self.level, &mut self.longer);
            self.seen.0.clear();
        }
        let &jump = self.level.get(self.next)?;
        self.next += 1;
        let (to, jumped) = ((jump >> PLACE_SHIFT) as u32, jump & !(0xFF << PLACE_SHIFT));
        self.extend_from(to, jumped);
        Some((to, jumped))
    }
}

/// How many captures a monkey of the side to move on this cell has.
#[inline(always)]
pub(super) fn count(position: &Position, from: u32) -> usize {
    let near = at(&KING, from) & position.men(!position.side());
    if near == 0 { 0 } else { count_over(near, position, from) }
}

/// Usually no second jump is possible. Then there are only the first jumps, and they can be counted without storing them.
fn count_over(near: u64, position: &Position, from: u32) -> usize {
    let enemy = position.men(!position.side());
    let mut captures = 0;
    for over in near.iter() {
        let to = behind(from, over);
        if position.empty_cells().has(to) {
            captures += 1;
            if at(&KING, to) & enemy & !u64::bit(over) != 0 {
                return Jumps::new(position, from).map_or(0, Iterator::count);
            }
        }
    }
    captures
}

/// How many sequences [`over_lion`] looks at.
const MOST_TRIED: usize = 1 << 14;

/// A capture of the enemy lion by a monkey of the side to move on this cell: where it ends and the men it jumps over. If there are
/// very many sequences, it can miss one.
pub(super) fn over_lion(position: &Position, from: u32) -> Option<(u32, u64)> {
    let side = position.side();
    let (enemy, lion) = (position.men(!side), position.of(!side, Kind::Lion));
    let landing = position.empty_cells() | u64::bit(from);
    let mut seen = HashSet::from([(from, 0)]);
    let mut stack = vec![(from, 0)];
    while let Some((place, jumped)) = stack.pop() {
        for over in (at(&KING, place) & enemy & !jumped).iter() {
            let (to, jumped) = (behind(place, over), jumped | u64::bit(over));
            if !landing.has(to) {
                continue;
            }
            if lion.has(over) {
                return Some((to, jumped));
            }
            if seen.len() < MOST_TRIED && seen.insert((to, jumped)) {
                stack.push((to, jumped));
            }
        }
    }
    None
}

/// The sequences found so far, as a hash table. It is used only for long lists; short lists are searched directly.
#[derive(Clone, Debug, Default)]
struct Seen(HashSet<Jump, BuildHasherDefault<Scatter>>);

impl Seen {
    /// Lists up to this length are searched directly.
    const FEW: usize = 24;

    fn is_new(&mut self, jump: Jump, found: &[Jump]) -> bool {
        if found.len() <= Self::FEW {
            return !found.contains(&jump);
        }
        if self.0.is_empty() {
            self.0.extend(found);
        }
        self.0.insert(jump)
    }
}

/// A fast hash for sequences. There are no positions in which it collides often.
#[derive(Clone, Debug, Default)]
struct Scatter(u64);

impl Hasher for Scatter {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        // The hash table uses both ends of the hash: fold the well-mixed upper half onto the lower half.
        let product = (self.0 ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = product ^ product >> 32;
    }
}

/// The landing cells of a monkey that jumps over exactly these men and ends on `to`. Of several paths it is the first
/// in the mover's order; `None` if there is no path.
pub(super) fn path(position: &Position, from: u32, to: u32, jumped: u64) -> Option<Vec<u32>> {
    let landing = position.empty_cells() | u64::bit(from);
    let mut search = PathSearch {
        side: position.side(),
        lion: position.kind(Kind::Lion),
        landing,
        to,
        dead_ends: HashSet::new(),
    };
    let mut cells = Vec::new();
    search.walk(from, jumped, &mut cells).then_some(cells)
}

struct PathSearch {
    side: Side,
    lion: u64,
    landing: u64,
    to: u32,
    /// Pairs of a cell and the men still to jump over, from which the end cannot be reached.
    dead_ends: HashSet<(u32, u64)>,
}

impl PathSearch {
    fn walk(&mut self, from: u32, rest: u64, cells: &mut Vec<u32>) -> bool {
        if rest == 0 {
            return from == self.to;
        }
        if self.dead_ends.contains(&(from, rest)) {
            return false;
        }
        let mut prey = at(&KING, from) & rest;
        while prey != 0 {
            let over = prey.take_first(self.side);
            let (to, last) = (behind(from, over), rest == u64::bit(over));
            // The lion can only be the last man.
            if !self.landing.has(to) || (self.lion.has(over) && !last) {
                continue;
            }
            cells.push(to);
            if self.walk(to, rest ^ u64::bit(over), cells) {
                return true;
            }
            cells.pop();
        }
        self.dead_ends.insert((from, rest));
        false
    }
}

/// The men that a monkey on `from` jumps over on a path of landing cells, if the path is possible.
pub(super) fn jumped_on(position: &Position, from: u32, path: &[u32]) -> Option<u64> {
    let side = position.side();
    let (enemy, lion) = (position.men(!side), position.of(!side, Kind::Lion));
    let landing = position.empty_cells() | u64::bit(from);
    let (mut place, mut jumped) = (from, 0);
    for &to in path {
        if !(at(&TWO_AWAY, place) & landing).has(to) || jumped & lion != 0 {
            return None;
        }
        let over = u64::bit(u32::midpoint(place, to));
        if over & enemy & !jumped == 0 {
            return None;
        }
        jumped |= over;
        place = to;
    }
    Some(jumped)
}
