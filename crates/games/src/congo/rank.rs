//! The implementation of [`Solvable`]: men by kind, tiers, the reflection, and quiet moves in reverse.

use game::{BoardState, Rules, Side};
use solve::{KINDS, Placement, Solvable, Tier};

use super::Congo;
use super::position::{Kind, Position};
use super::tables::{
    BANKS, CASTLES, ELEPHANT, KING, LAST_RANKS, LION, RIVER, RIVER_PLACE, RIVER_SLIDES, TWO_AWAY, ZEBRA, at,
    of,
};
use crate::kit::bits::Bits;

/// How many men of each kind a side has.
type Army = [u8; KINDS];

const LION_INDEX: usize = Kind::Lion.index();

impl Solvable for Congo {
    const LETTERS: &'static [[char; 2]] =
        &[['P', 'p'], ['S', 's'], ['G', 'g'], ['M', 'm'], ['E', 'e'], ['L', 'l'], ['C', 'c'], ['Z', 'z']];

    fn cells(&self) -> u64 {
        self.layout.cells()
    }

    fn bound_to(&self, side: Side, kind: usize) -> Option<u64> {
        (kind == LION_INDEX).then(|| of(CASTLES, side))
    }

    #[inline]
    fn placement(&self, position: &Position) -> Placement {
        Side::BOTH.map(|side| Kind::ALL.map(|kind| position.of(side, kind)))
    }

    #[inline]
    fn place(&self, placement: &Placement, side: Side) -> Option<Position> {
        let promoted = |side: Side| placement[side.index()][Kind::Pawn.index()] & of(LAST_RANKS, side);
        if Side::BOTH.into_iter().any(|side| promoted(side) != 0) {
            return None;
        }
        let mut position = Position::empty(side, 0, &self.keys);
        for owner in Side::BOTH {
            for (kind, men) in Kind::ALL.into_iter().zip(placement[owner.index()]) {
                men.iter().for_each(|place| position.toggle(owner, kind, place, &self.keys));
            }
        }
        Some(position)
    }

    #[inline]
    fn turned(&self, cells: u64) -> u64 {
        self.layout.turned(cells)
    }

    fn symmetries(&self) -> Vec<[u8; 64]> {
        vec![self.layout.reflection()]
    }

    /// If a man of the mover is in the river now, he has just moved there: otherwise he would have drowned.
    #[inline]
    fn quiet_predecessors(&self, position: &Position, mut visit: impl FnMut(Position)) {
        let mover = !position.side();
        let wading = position.wading(mover);
        let (men, banned) = match wading.count() {
            0 => (position.men(mover), 0),
            1 => (wading, RIVER),
            _ => return,
        };
        let empty = position.empty_cells();
        for kind in Kind::ALL {
            for to in (men & position.kind(kind)).iter() {
                for from in (origins(kind, mover, to, empty) & !banned).iter() {
                    let before = position.before(kind, from, to, &self.keys);
                    if self.ending(&before).is_none() {
                        visit(before);
                    }
                }
            }
        }
    }

    /// A move can capture, let men of the mover drown, and promote a pawn, all at the same time.
    fn lower_tiers(&self, tier: Tier) -> Vec<Tier> {
        if tier.men.iter().any(|army| army[LION_INDEX] == 0) {
            return Vec::new();
        }
        let mut lower = Vec::new();
        for side in Side::BOTH {
            let [own, enemy] = [side, !side].map(|side| tier.men[side.index()]);
            let captured = after_capture(enemy, own[Kind::Monkey.index()] > 0);
            for own in drowned(own).into_iter().flat_map(promoted) {
                lower.extend(captured.iter().map(|&enemy| match side {
                    Side::White => Tier { men: [own, enemy] },
                    Side::Black => Tier { men: [enemy, own] },
                }));
            }
        }
        lower.sort_unstable();
        lower.dedup();
        lower.retain(|&other| other != tier);
        lower
    }
}

/// The empty cells from which a man of this kind can have come to `to` without a capture.
#[inline(always)]
fn origins(kind: Kind, side: Side, to: u32, empty: u64) -> u64 {
    let leapt = match kind {
        Kind::Pawn => return pawn_origins(side, u64::bit(to), empty),
        Kind::Superpawn => return superpawn_origins(side, u64::bit(to), empty),
        Kind::Crocodile => return crocodile_origins(to, empty),
        Kind::Giraffe => at(&KING, to) | at(&TWO_AWAY, to),
        Kind::Monkey => at(&KING, to),
        Kind::Elephant => at(&ELEPHANT, to),
        Kind::Lion => at(&LION[side.index()], to),
        Kind::Zebra => at(&ZEBRA, to),
    };
    leapt & empty
}

/// A pawn cannot come from its last rank: there it would be a superpawn.
#[inline]
fn pawn_origins(side: Side, to: u64, empty: u64) -> u64 {
    let past = of(BANKS, !side) & !of(LAST_RANKS, side);
    came_forward(side, to) & empty | came_back(side, to, 8, empty) & past
}

#[inline]
fn superpawn_origins(side: Side, to: u64, empty: u64) -> u64 {
    let back = [7, 8, 9].map(|way| came_back(side, to, way, empty));
    (came_forward(side, to) | to << 1 | to >> 1) & empty | back[0] | back[1] | back[2]
}

#[inline(always)]
fn came_forward(side: Side, to: u64) -> u64 {
    to.backward(side, 7) | to.backward(side, 8) | to.backward(side, 9)
}

/// One or two cells ahead of `to`, without a man between.
#[inline(always)]
fn came_back(side: Side, to: u64, way: u32, empty: u64) -> u64 {
    let one = to.forward(side, way) & empty;
    one | one.forward(side, way) & empty
}

/// In reverse, a slide towards the river leads away from it. A slide along the river is the same in both directions.
#[inline]
fn crocodile_origins(to: u32, empty: u64) -> u64 {
    let man = u64::bit(to);
    let slid = |side: Side| {
        let one = if man & (of(BANKS, side) | RIVER) == 0 { 0 } else { man.backward(side, 8) & empty };
        let two = one.backward(side, 8) & empty;
        two | two.backward(side, 8) & empty
    };
    let along = if man & RIVER == 0 {
        0
    } else {
        let men = !(empty >> RIVER_PLACE) & 0x7F;
        u64::from(RIVER_SLIDES[(to - RIVER_PLACE) as usize & 7][men as usize]) << RIVER_PLACE
    };
    (at(&KING, to) | along) & empty | slid(Side::White) | slid(Side::Black)
}

/// The possible armies after the enemy has captured no man, one man or, with a monkey, any number of men.
fn after_capture(army: Army, by_monkey: bool) -> Vec<Army> {
    let one_at_most = |rest: &Army| men_in(army) - men_in(*rest) <= 1;
    let mut left = parts(army, |kind| kind != Kind::Lion);
    left.retain(|rest| by_monkey || one_at_most(rest));
    left
}

/// The possible armies after any men that can drown have drowned, at most as many as the river has cells.
fn drowned(army: Army) -> Vec<Army> {
    let mut left = parts(army, |kind| kind != Kind::Lion && kind != Kind::Crocodile);
    left.retain(|rest| men_in(army) - men_in(*rest) <= RIVER.count());
    left
}

/// The army, and the army with a pawn promoted.
fn promoted(army: Army) -> Vec<Army> {
    let (pawn, superpawn) = (Kind::Pawn.index(), Kind::Superpawn.index());
    let mut armies = vec![army];
    if army[pawn] > 0 {
        let mut after = army;
        after[pawn] -= 1;
        after[superpawn] += 1;
        armies.push(after);
    }
    armies
}

fn men_in(army: Army) -> u32 {
    army.iter().map(|&men| u32::from(men)).sum()
}

/// All armies that can remain when any men of some kinds are removed.
fn parts(army: Army, may_go: impl Fn(Kind) -> bool) -> Vec<Army> {
    let mut parts = vec![army];
    for kind in Kind::ALL.into_iter().filter(|&kind| may_go(kind)) {
        let fewer = |part: Army| {
            (0..=part[kind.index()]).map(move |men| {
                let mut fewer = part;
                fewer[kind.index()] = men;
                fewer
            })
        };
        parts = parts.into_iter().flat_map(fewer).collect();
    }
    parts
}
