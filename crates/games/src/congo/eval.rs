//! Static evaluations of Congo: the course's, and our own term by term.

use std::sync::LazyLock;

use game::Side;

use super::moves::View;
use super::position::{Kind, Position};
use super::tables::{KING, TWO_AWAY, at};
use super::{Congo, notation};
use crate::bits::Bits;
use crate::error::Error;

/// The course's evaluation of a position: how good it is for the side to move, without looking ahead.
///
/// Two bare lions are worth 0. Otherwise a missing lion of Black is worth 10000 and a missing lion of White -10000.
/// Otherwise it is White's men less Black's: a pawn 100, a zebra 300, a superpawn 350, a giraffe 400, and in the full
/// game an elephant 250, a monkey 450 and a crocodile 500. The sign is turned when Black is to move.
///
/// # Arguments
/// * `fen`: the board from rank 7 to rank 1, the side to move (`w` or `b`) and the move number.
///
/// # Errors
/// When `fen` is not a position of Congo.
///
/// ```
/// use games::congo::evaluate;
/// assert_eq!(evaluate("3l2z/ppppppp/7/7/7/PPP1PPP/3L2Z w 4"), Ok(-100));
/// assert_eq!(evaluate("1z5/pPp1lP1/5sp/4P1s/4L1p/2p2pP/7 b 12"), Ok(1200));
/// assert_eq!(evaluate("1z5/pPp1lP1/5sp/4P1s/4L1p/2p2pP/7 w 35"), Ok(-1200));
/// ```
pub fn evaluate(fen: &str) -> Result<i32, Error> {
    Ok(course(&parse(fen)?))
}

/// The rules for calls that are given nothing but a text. The start position plays no part in them.
pub(super) static CONGO: LazyLock<Congo> = LazyLock::new(Congo::new);

/// Reads a position for such a call.
pub(super) fn parse(fen: &str) -> Result<Position, Error> {
    notation::parse_fen(fen, &CONGO.layout, &CONGO.keys)
}

/// What a captured lion is worth in evaluations.
const LION_VALUE: i32 = 10_000;

/// What a man of each kind is worth, in the order of [`Kind::ALL`]. Lions are counted in another way.
const VALUES: [i32; 8] = [100, 350, 400, 450, 250, 0, 500, 300];

/// What these men are worth to whoever captures them; a lion is worth the game.
#[inline]
pub(super) fn worth_of(position: &Position, men: u64) -> u32 {
    let value = |place| VALUES[position.kind_at(place).index()] as u32;
    let lion = if men & position.kind(Kind::Lion) == 0 { 0 } else { LION_VALUE as u32 };
    lion + men.iter().map(value).sum::<u32>()
}

/// The worth of a game that the board decides, for White: bare lions or a missing lion.
pub(super) fn decided(position: &Position) -> Option<i32> {
    if position.is_bare() {
        Some(0)
    } else if position.of(Side::Black, Kind::Lion) == 0 {
        Some(LION_VALUE)
    } else if position.of(Side::White, Kind::Lion) == 0 {
        Some(-LION_VALUE)
    } else {
        None
    }
}

/// The course's evaluation for the side to move.
#[inline]
pub(super) fn course(position: &Position) -> i32 {
    for_mover(position, decided(position).unwrap_or_else(|| difference(|side| material(position, side))))
}

/// Our own evaluation for the side to move, as the rules page describes it.
pub(super) fn standard(position: &Position) -> i32 {
    let for_white = decided(position).unwrap_or_else(|| sum_of_terms(position));
    for_mover(position, for_white)
}

/// One term of our evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// What it is about.
    pub name: &'static str,
    /// Its worth for White.
    pub for_white: i32,
}

/// The terms of our own evaluation, each for White. They add up to it unless a lion is missing or both are bare.
pub fn terms(position: &Position) -> [Term; 7] {
    let sweeps = Side::BOTH.map(|side| Sweep::new(position, side));
    let term = |name, worth: &dyn Fn(Side) -> i32| Term { name, for_white: difference(worth) };
    [
        term("material", &|side| material(position, side)),
        term("pawn advance", &|side| advance(position, side)),
        term("river", &|side| -drowning(position, side)),
        term("mobility", &|side| mobility(&sweeps[side.index()])),
        term("centre", &|side| centre(position, side)),
        term("siege", &|side| siege(position, side, &sweeps[side.index()])),
        term("threat", &|side| threat(position, side, &sweeps[side.index()])),
    ]
}

fn sum_of_terms(position: &Position) -> i32 {
    terms(position).iter().map(|term| term.for_white).sum()
}

#[inline(always)]
fn difference(worth: impl Fn(Side) -> i32) -> i32 {
    worth(Side::White) - worth(Side::Black)
}

#[inline(always)]
fn for_mover(position: &Position, for_white: i32) -> i32 {
    if position.side() == Side::White { for_white } else { -for_white }
}

/// The worth of a side's men.
#[inline]
fn material(position: &Position, side: Side) -> i32 {
    let mut total = 0;
    for kind in Kind::ALL {
        total += VALUES[kind.index()] * position.of(side, kind).count() as i32;
    }
    total
}

/// Pawns that have come far.
fn advance(position: &Position, side: Side) -> i32 {
    /// For each rank as the pawn's own side counts.
    const ADVANCE: [i32; 7] = [0, 0, 4, 6, 24, 60, 0];
    let pawns = position.of(side, Kind::Pawn);
    let rank = |row: usize| 0x7F << (8 * if side == Side::White { row } else { 6 - row });
    ADVANCE.iter().enumerate().map(|(row, worth)| worth * (pawns & rank(row)).count() as i32).sum()
}

/// Men in the river that will be lost: a turn saves one of them at most, and it costs that turn.
fn drowning(position: &Position, side: Side) -> i32 {
    const TURN: i32 = 12;
    let wading = position.wading(side);
    if wading == 0 {
        return 0;
    }
    let values = |men: u64| men.iter().map(|place| VALUES[position.kind_at(place).index()]);
    let (total, largest) = (values(wading).sum::<i32>(), values(wading).max().unwrap_or(0));
    TURN + (total - largest) * 7 / 8
}

/// What the men of a side can do: how many cells they reach, and which they attack.
struct Sweep {
    cells: i32,
    attacks: u64,
}

impl Sweep {
    fn new(position: &Position, side: Side) -> Sweep {
        let view = View::new(position, side);
        let mut sweep = Sweep { cells: 0, attacks: attacks_of_pawns(position, side) };
        for kind in [Kind::Giraffe, Kind::Monkey, Kind::Elephant, Kind::Lion, Kind::Crocodile, Kind::Zebra] {
            for from in position.of(side, kind).iter() {
                let reach = view.reach(kind, from);
                sweep.cells += reach.count() as i32;
                sweep.attacks |= match kind {
                    Kind::Giraffe => at(&TWO_AWAY, from),
                    Kind::Monkey => jumpable(position, from),
                    _ => reach,
                };
            }
        }
        sweep
    }
}

fn attacks_of_pawns(position: &Position, side: Side) -> u64 {
    let superpawns = position.of(side, Kind::Superpawn);
    let pawns = position.of(side, Kind::Pawn) | superpawns;
    let ahead = [7, 8, 9].map(|distance| pawns.forward(side, distance));
    ahead[0] | ahead[1] | ahead[2] | superpawns << 1 | superpawns >> 1
}

/// The neighbours of a monkey behind which it can land.
fn jumpable(position: &Position, from: u32) -> u64 {
    let landing = at(&TWO_AWAY, from) & position.empty_cells();
    landing.iter().fold(0, |all, to| all | u64::bit(u32::midpoint(from, to)))
}

/// Cells that the men other than pawns reach.
fn mobility(sweep: &Sweep) -> i32 {
    3 * sweep.cells
}

/// Men other than pawns and lions in the middle of the board.
fn centre(position: &Position, side: Side) -> i32 {
    /// The files b to f of ranks 3 and 5, where a leaper has somewhere to go; the river between is no place to stay.
    const CENTRE: u64 = 0x3E << 16 | 0x3E << 32;
    let men = position.men(side) & !position.kind(Kind::Pawn) & !position.kind(Kind::Lion);
    6 * (men & CENTRE).count() as i32
}

/// Attacks on the cells around the enemy lion, less the men that cover it there.
fn siege(position: &Position, side: Side, sweep: &Sweep) -> i32 {
    let lion = position.of(!side, Kind::Lion).lowest();
    let around = at(&KING, lion);
    10 * (around & sweep.attacks).count() as i32 - 4 * (around & position.men(!side)).count() as i32
}

/// An attack on the enemy lion: as good as won for the side to move, and a nuisance otherwise.
fn threat(position: &Position, side: Side, sweep: &Sweep) -> i32 {
    if sweep.attacks & position.of(!side, Kind::Lion) == 0 {
        0
    } else if side == position.side() {
        LION_VALUE / 2
    } else {
        30
    }
}
