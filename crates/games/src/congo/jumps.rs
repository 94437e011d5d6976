//! The capture sequences of a monkey, each made once however many ways lead to it.
//!
//! A sequence counts by where it ends and whom it has jumped. Since a monkey may stop after any jump, the states of the
//! search through its jumps are exactly its captures. A crowd of enemies has very many of them, so the states seen
//! are looked up in a table once they are more than a few.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use game::{BoardState, Side};

use super::position::{Kind, Position};
use super::tables::{KING, TWO_AWAY, at};
use crate::kit::bits::Bits;

/// The captures of one monkey, shortest first, found while they are asked for.
#[derive(Clone, Debug)]
pub(super) struct Jumps {
    side: Side,
    enemy: u64,
    enemy_lion: u64,
    /// Cells on which the monkey can land: the empty ones and its own.
    landing: u64,
    /// The sequences of one length, of which those before `next` have been given out and gone on from.
    level: Vec<Jump>,
    next: usize,
    /// The sequences found so far that are one jump longer. Only these can be found again.
    longer: Vec<Jump>,
    seen: Seen,
}

/// The end of a sequence in one number: the men jumped, and the landing cell in the top bits, where no cell is.
type Jump = u64;

const PLACE_SHIFT: u32 = 56;

impl Jumps {
    /// The captures of the monkey of the side to move on that cell, if it has any.
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
        jumps.go_on(from, 0);
        (!jumps.longer.is_empty()).then(|| Box::new(jumps))
    }

    /// Finds the sequences that are one jump longer than this one.
    fn go_on(&mut self, from: u32, jumped: u64) {
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

/// Where a monkey lands that jumps over a neighbour; beyond the rim it is a place that is not a cell.
#[inline(always)]
fn behind(from: u32, over: u32) -> u32 {
    (2 * over).wrapping_sub(from) & 63
}

impl Iterator for Jumps {
    /// Where the monkey ends, and the men it has jumped.
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
        self.go_on(to, jumped);
        Some((to, jumped))
    }
}

/// How many captures the monkey of the side to move on that cell has.
#[inline(always)]
pub(super) fn count(position: &Position, from: u32) -> usize {
    let near = at(&KING, from) & position.men(!position.side());
    if near == 0 { 0 } else { count_over(near, position, from) }
}

/// Mostly no jump leads next to another man who could be jumped: then the first jumps are all, and need not be stored.
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

/// Knows which sequences have been found: by looking through a short list, or in a table of a long one.
#[derive(Clone, Debug, Default)]
struct Seen(HashSet<Jump, BuildHasherDefault<Scatter>>);

impl Seen {
    /// Up to this many sequences are looked through one by one.
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

/// A quick hash for sequences. Positions cannot be chosen so that it collides often.
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
        // The table looks at both ends of the hash: fold the well-mixed upper half onto the lower one.
        let product = (self.0 ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = product ^ product >> 32;
    }
}

/// The cells on which the monkey lands when it jumps exactly these men and ends there, the first such path when each
/// landing cell is chosen in the mover's order; `None` if there is no such path.
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
    /// Cells and men still to jump from which the end cannot be reached.
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
            // The lion can only be the last man jumped.
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

/// The men jumped on a path of landing cells, if a monkey on `from` can go that way.
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
