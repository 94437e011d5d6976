//! The moves of Congo: generating, counting and playing them.

use game::{BoardState, MoveCode, Side};

use super::jumps::{self, Jumps};
use super::position::{Kind, Position};
use super::tables::{
    BANKS, ELEPHANT, KING, LAST_RANKS, LION, LION_SIGHT, MIDDLE, RIVER, RIVER_PLACE, RIVER_SLIDES, TWO_AWAY,
    ZEBRA, at, of,
};
use crate::kit::bits::Bits;
use crate::kit::keys::Keys;
use crate::kit::layout::Layout;

/// A move of a man from one cell to another. A monkey can jump over men on its way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    from: u8,
    to: u8,
    /// Stored so that playing the move does not have to look it up.
    kind: Kind,
    jumped: u64,
}

impl Move {
    #[inline(always)]
    pub(super) fn new(kind: Kind, from: u32, to: u32, jumped: u64) -> Move {
        Move { from: from as u8, to: to as u8, kind, jumped }
    }

    /// The place where the man starts.
    #[inline(always)]
    pub fn from(self) -> u32 {
        u32::from(self.from)
    }

    /// The place where it ends.
    #[inline(always)]
    pub fn to(self) -> u32 {
        u32::from(self.to)
    }

    /// The kind of the man.
    #[inline(always)]
    pub fn kind(self) -> Kind {
        self.kind
    }

    /// The men that a monkey jumps over; empty for every other move.
    #[inline(always)]
    pub fn jumped(self) -> u64 {
        self.jumped
    }

    /// The men that this move captures in a position.
    #[inline(always)]
    pub fn captured(self, position: &Position) -> u64 {
        position.men(!position.side()) & u64::bit(self.to()) | self.jumped
    }

    /// The move on the board rotated by 180°.
    pub(super) fn turned(self, layout: &Layout<u64>) -> Move {
        let (from, to) = (layout.turned_place(self.from()), layout.turned_place(self.to()));
        Move::new(self.kind, from, to, layout.turned(self.jumped))
    }
}

impl MoveCode for Move {
    /// Both cells and a hash of ten bits of the men jumped over, which is 0 only if there are none.
    #[inline]
    fn code(self) -> u32 {
        let trace = (self.jumped.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 54) as u32;
        let trace = if self.jumped == 0 { 0 } else { trace.max(1) };
        trace << 12 | self.from() << 6 | self.to()
    }
}

/// The sets that the moves of one side depend on.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    side: Side,
    empty: u64,
    /// The cells without a man of this side, where its men can move or capture.
    free: u64,
    enemy_lion: u64,
}

impl View {
    #[inline(always)]
    pub(super) fn new(position: &Position, side: Side) -> View {
        let empty = position.empty_cells();
        View { side, empty, free: empty | position.men(!side), enemy_lion: position.of(!side, Kind::Lion) }
    }

    /// The targets of pawns by direction: three forward, and past the river one and two cells back.
    #[inline(always)]
    fn pawns(&self, men: u64) -> [u64; 5] {
        let past = men & of(BANKS, !self.side);
        let back = past.backward(self.side, 8) & self.empty;
        let [left, ahead, right] = self.ahead(men);
        [left, ahead, right, back, back.backward(self.side, 8) & self.empty]
    }

    /// The targets of superpawns by direction: three forward, two sideways, and one and two cells back in three directions.
    #[inline(always)]
    fn superpawns(&self, men: u64) -> [u64; 11] {
        let back = |men: u64, distance| men.backward(self.side, distance) & self.empty;
        let [left, ahead, right] = self.ahead(men);
        let (a, b, c) = (back(men, 7), back(men, 8), back(men, 9));
        let sideways = [men << 1 & self.free, men >> 1 & self.free];
        [left, ahead, right, sideways[0], sideways[1], a, b, c, back(a, 7), back(b, 8), back(c, 9)]
    }

    #[inline(always)]
    fn ahead(&self, men: u64) -> [u64; 3] {
        [7, 8, 9].map(|distance| men.forward(self.side, distance) & self.free)
    }

    #[inline(always)]
    fn giraffe(&self, from: u32) -> u64 {
        at(&KING, from) & self.empty | at(&TWO_AWAY, from) & self.free
    }

    /// A crocodile's steps, and its slides to the river or along it.
    #[inline(always)]
    fn crocodile(&self, from: u32) -> u64 {
        let man = u64::bit(from);
        let steps = at(&KING, from);
        let slides = if man & RIVER != 0 {
            let men = !(self.empty >> RIVER_PLACE) & 0x7F;
            let slides = RIVER_SLIDES[(from - RIVER_PLACE) as usize & 7][men as usize];
            u64::from(slides) << RIVER_PLACE
        } else if man & BANKS[0] != 0 {
            let two = (man << 8 & self.empty) << 8;
            (two | (two & self.empty) << 8) & (BANKS[0] | RIVER)
        } else {
            let two = (man >> 8 & self.empty) >> 8;
            (two | (two & self.empty) >> 8) & (BANKS[1] | RIVER)
        };
        (steps | slides) & self.free
    }

    #[inline(always)]
    fn lion(&self, from: u32) -> u64 {
        at(&LION[self.side.index()], from) & self.free | self.lion_seen(from)
    }

    /// The enemy lion, if the lion on this cell can capture it over any distance.
    #[inline(always)]
    pub(super) fn lion_seen(&self, from: u32) -> u64 {
        let seen = at(&LION_SIGHT[self.side.index()], from) & self.enemy_lion;
        if seen == 0 { 0 } else { self.lion_seen_on_line(from, seen) }
    }

    #[inline]
    fn lion_seen_on_line(&self, from: u32, seen: u64) -> u64 {
        let to = seen.lowest();
        let (low, high) = (from.min(to), from.max(to));
        let between = if low % 8 == high % 8 {
            // The cells of the file above the lower lion and below the upper one.
            (0x0101_0101_0101_0101 << (low + 8)) & (u64::bit(high) - 1)
        } else {
            MIDDLE
        };
        if between & !self.empty == 0 { seen } else { 0 }
    }

    /// The targets of a man, without the jumps of monkeys.
    #[inline(always)]
    pub(super) fn reach(&self, kind: Kind, from: u32) -> u64 {
        match kind {
            Kind::Pawn => self.pawns(u64::bit(from)).iter().fold(0, |all, set| all | set),
            Kind::Superpawn => self.superpawns(u64::bit(from)).iter().fold(0, |all, set| all | set),
            Kind::Giraffe => self.giraffe(from),
            Kind::Monkey => at(&KING, from) & self.empty,
            Kind::Elephant => at(&ELEPHANT, from) & self.free,
            Kind::Lion => self.lion(from),
            Kind::Crocodile => self.crocodile(from),
            Kind::Zebra => at(&ZEBRA, from) & self.free,
        }
    }
}

/// An iterator over the moves of a position: kind by kind, and for each kind men and targets in order from the mover's
/// end of the board. The captures of a monkey come after its steps.
#[derive(Clone, Debug)]
pub struct Moves {
    position: Position,
    view: View,
    /// The number of kinds so far, including the current one.
    kinds: usize,
    kind: Kind,
    /// The men of the current kind whose moves come later.
    men: u64,
    from: u32,
    targets: u64,
    /// The captures of the current man, if it is a monkey with captures.
    jumps: Option<Box<Jumps>>,
}

impl Moves {
    #[inline]
    pub(super) fn new(position: &Position) -> Self {
        Moves {
            position: *position,
            view: View::new(position, position.side()),
            kinds: 0,
            kind: Kind::Pawn,
            men: 0,
            from: 0,
            targets: 0,
            jumps: None,
        }
    }
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let side = self.view.side;
        loop {
            if self.targets != 0 {
                return Some(Move::new(self.kind, self.from, self.targets.take_first(side), 0));
            }
            if let Some(jumps) = &mut self.jumps {
                match jumps.next() {
                    Some((to, jumped)) => return Some(Move::new(self.kind, self.from, to, jumped)),
                    None => self.jumps = None,
                }
            }
            if self.men != 0 {
                self.from = self.men.take_first(side);
                self.targets = self.view.reach(self.kind, self.from);
                if self.kind == Kind::Monkey {
                    self.jumps = Jumps::new(&self.position, self.from);
                }
            } else {
                self.kind = *Kind::ALL.get(self.kinds)?;
                self.kinds += 1;
                self.men = self.position.of(side, self.kind);
            }
        }
    }
}

/// How many moves [`Moves`] returns, counted by sets.
#[inline]
pub(super) fn count(position: &Position) -> usize {
    // One copy per side, so that the compiler knows the direction of each shift.
    match position.side() {
        Side::White => count_of(position, Side::White),
        Side::Black => count_of(position, Side::Black),
    }
}

#[inline(always)]
fn count_of(position: &Position, side: Side) -> usize {
    let view = View::new(position, side);
    let own = |kind| position.of(side, kind);
    let mut total = sizes(view.pawns(own(Kind::Pawn)));
    let superpawns = own(Kind::Superpawn);
    if superpawns != 0 {
        total += sizes(view.superpawns(superpawns));
    }
    for kind in [Kind::Giraffe, Kind::Elephant, Kind::Lion, Kind::Crocodile, Kind::Zebra] {
        for from in own(kind).iter() {
            total += view.reach(kind, from).count();
        }
    }
    let mut total = total as usize;
    for from in own(Kind::Monkey).iter() {
        total += view.reach(Kind::Monkey, from).count() as usize;
        total += jumps::count(position, from);
    }
    total
}

#[inline(always)]
fn sizes<const SETS: usize>(sets: [u64; SETS]) -> u32 {
    let mut total = 0;
    for set in sets {
        total += set.count();
    }
    total
}

/// The position after a move.
#[inline]
pub(super) fn play(position: &Position, mv: Move, keys: &Keys<u64>) -> Position {
    let side = position.side();
    let (from, to) = (mv.from(), mv.to());
    let wading = position.wading(side);
    let captured = mv.captured(position);
    let mut next = *position;
    if captured != 0 {
        next.remove(!side, captured, keys);
    }
    let promoted = mv.kind == Kind::Pawn && of(LAST_RANKS, side).has(to);
    next.toggle(side, mv.kind, from, keys);
    next.toggle(side, if promoted { Kind::Superpawn } else { mv.kind }, to, keys);
    if wading != 0 {
        let moved = if wading.has(from) { u64::bit(to) & RIVER } else { 0 };
        next.remove(side, wading & !u64::bit(from) | moved, keys);
    }
    next.turn(keys);
    next
}

/// A move that captures the enemy lion. With very many captures of a monkey it can miss one.
pub(super) fn winning(position: &Position) -> Option<Move> {
    let side = position.side();
    let (view, lion) = (View::new(position, side), position.of(!side, Kind::Lion));
    let men = || {
        Kind::ALL.into_iter().flat_map(|kind| position.of(side, kind).iter().map(move |from| (kind, from)))
    };
    let direct = men().find(|&(kind, from)| view.reach(kind, from) & lion != 0);
    let direct = direct.map(|(kind, from)| Move::new(kind, from, lion.lowest(), 0));
    direct.or_else(|| {
        position.of(side, Kind::Monkey).iter().find_map(|from| {
            let (to, jumped) = jumps::over_lion(position, from)?;
            Some(Move::new(Kind::Monkey, from, to, jumped))
        })
    })
}

/// How many captures of a monkey [`decode`] looks at. Searches call it often, and it may miss a move.
const MOST_DECODED: usize = 1 << 10;

/// A move of the position with this code.
pub(super) fn decode(position: &Position, code: u32) -> Option<Move> {
    let (from, to, side) = (code >> 6 & 63, code & 63, position.side());
    let (_, kind) = position.man_at(from).filter(|&(owner, _)| owner == side)?;
    if code >> 12 == 0 {
        let reached = View::new(position, side).reach(kind, from).has(to);
        return reached.then(|| Move::new(kind, from, to, 0));
    }
    if kind != Kind::Monkey {
        return None;
    }
    let captures = Jumps::new(position, from)?.map(|(end, jumped)| Move::new(kind, from, end, jumped));
    captures.take(MOST_DECODED).find(|mv| mv.code() == code)
}
