//! Static evaluations of Congo: the course's evaluation, and the standard evaluation with its terms.

use std::sync::LazyLock;

use game::{BoardState, Error, OwnEvaluation, SearchHints, Side, Term};

use super::moves::{self, Move, View};
use super::position::{Kind, Position};
use super::tables::{FILE, KING, LION_SIGHT, MIDDLE, TWO_AWAY, at};
use super::{Congo, notation, sees_lion};
use crate::kit::bits::Bits;
use crate::kit::terms::{self, Weights};

/// The course's evaluation of a position: how good it is for the side to move, without looking ahead.
///
/// If only the two lions are left, the value is 0. Otherwise, if Black's lion is missing, it is 10000, and if White's
/// lion is missing, -10000. Otherwise it is the value of White's men minus the value of Black's men: a pawn 100, a
/// zebra 300, a superpawn 350, a giraffe 400, and in the full game an elephant 250, a monkey 450 and a crocodile 500.
/// The sign changes when Black is to move.
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

/// The rules for functions that get only a text. They do not use its starting position.
pub(super) static CONGO: LazyLock<Congo> = LazyLock::new(Congo::new);

/// Reads a position for such a function.
pub(super) fn parse(fen: &str) -> Result<Position, Error> {
    notation::parse_fen(fen, &CONGO.layout, &CONGO.keys)
}

impl OwnEvaluation for Congo {
    #[inline]
    fn worth(&self, position: &Position, side: Side) -> i32 {
        material(position, side)
    }

    /// The course's evaluation, in which a missing lion decides the game.
    #[inline]
    fn material(&self, position: &Position) -> i32 {
        course(position)
    }

    #[inline]
    fn evaluate(&self, position: &Position) -> i32 {
        standard(position)
    }

    fn terms(&self, position: &Position) -> Vec<Term> {
        terms::list(&TERMS, |side| counts(position, side))
    }
}

impl SearchHints for Congo {
    const QUICK_EVALUATION: bool = false;

    #[inline]
    fn gain(&self, position: &Position, mv: Move) -> u32 {
        worth_of(position, mv.captured(position))
    }

    #[inline]
    fn decode_move(&self, position: &Position, code: u32) -> Option<Move> {
        moves::decode(position, code)
    }

    fn winning_move(&self, position: &Position) -> Option<Move> {
        moves::winning(position)
    }

    fn pass(&self, position: &Position) -> Option<Position> {
        Some(position.passed(&self.keys))
    }
}

/// The value of a captured lion in evaluations.
const LION_VALUE: i32 = 10_000;

/// The value of a man of each kind, in the order of [`Kind::ALL`]. Lions are counted separately.
const VALUES: [i32; 8] = [100, 350, 400, 450, 250, 0, 500, 300];

/// The value of these men for the side that captures them.
#[inline]
pub(super) fn worth_of(position: &Position, men: u64) -> u32 {
    let value = |place| VALUES[position.kind_at(place).index()] as u32;
    let lion = if men & position.kind(Kind::Lion) == 0 { 0 } else { LION_VALUE as u32 };
    lion + men.iter().map(value).sum::<u32>()
}

/// The value for White of a finished game: only lions are left, or a lion is missing.
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
    let difference = || material(position, Side::White) - material(position, Side::Black);
    for_mover(position, decided(position).unwrap_or_else(difference))
}

/// The standard evaluation for the side to move, as the rules page describes it.
pub(super) fn standard(position: &Position) -> i32 {
    match decided(position) {
        // If only the lions are left, the game is a draw only if the side to move cannot capture the other lion.
        Some(0) if sees_lion(position) => evaluate_terms(position),
        Some(for_white) => for_mover(position, for_white),
        None => evaluate_terms(position),
    }
}

fn evaluate_terms(position: &Position) -> i32 {
    let counts = [counts(position, Side::White), counts(position, Side::Black)];
    terms::evaluate(&TERMS, position.side(), counts)
}

const TERMS: Weights<20> = [
    ("pawns", 100),
    ("superpawns", 310),
    ("giraffes", 240),
    ("monkeys", 240),
    ("elephants", 200),
    ("crocodiles", 415),
    ("zebras", 200),
    ("pawns on their third rank", -7),
    ("pawns in the river", -10),
    ("pawns beyond the river", 87),
    ("pawns before promotion", 104),
    ("a man in the river", -4),
    ("half pawns to drown", -26),
    ("cells reached", 6),
    ("men in the centre", 12),
    ("cells attacked around the enemy lion", 28),
    ("men around the lion", 15),
    ("cells that look at the lion", -7),
    ("a lion to capture", 5000),
    ("a lion threatened", 60),
];

/// The count of each term for one side, in the order of [`TERMS`]. If a lion is missing, the counts do not matter.
#[inline(always)]
fn counts(position: &Position, side: Side) -> [i32; TERMS.len()] {
    let own = |kind| position.of(side, kind).count();
    let [third, river, beyond, last] = pawns_by_rank(position, side);
    let [in_river, to_drown] = drowning(position, side);
    let sweep = Sweep::new(position, side);
    let (lion, enemy_lion) = (position.of(side, Kind::Lion), position.of(!side, Kind::Lion));
    let attacked = u32::from(sweep.attacks & enemy_lion != 0);
    let to_move = u32::from(side == position.side());
    [
        own(Kind::Pawn),
        own(Kind::Superpawn),
        own(Kind::Giraffe),
        own(Kind::Monkey),
        own(Kind::Elephant),
        own(Kind::Crocodile),
        own(Kind::Zebra),
        third,
        river,
        beyond,
        last,
        in_river,
        to_drown,
        sweep.cells,
        centre(position, side),
        (around(enemy_lion) & sweep.attacks).count(),
        (around(lion) & position.men(side)).count(),
        exposure(position, side),
        attacked * to_move,
        attacked * (1 - to_move),
    ]
    .map(|count| count as i32)
}

#[inline(always)]
fn for_mover(position: &Position, for_white: i32) -> i32 {
    if position.side() == Side::White { for_white } else { -for_white }
}

/// The value of a side's men.
#[inline]
fn material(position: &Position, side: Side) -> i32 {
    let mut total = 0;
    for kind in Kind::ALL {
        total += VALUES[kind.index()] * position.of(side, kind).count() as i32;
    }
    total
}

/// The pawns on their third rank, in the river, on the rank beyond it, and one step before promotion.
#[inline(always)]
fn pawns_by_rank(position: &Position, side: Side) -> [u32; 4] {
    let pawns = position.of(side, Kind::Pawn);
    let rank = |rank: u32| 0x7F << (8 * if side == Side::White { rank } else { 6 - rank });
    [2, 3, 4, 5].map(|row| (pawns & rank(row)).count())
}

/// Whether a man is in the river, which costs a turn, and the value of the men that will drown there, in half pawns:
/// all except the most valuable one, because a turn saves at most one man.
#[inline(always)]
fn drowning(position: &Position, side: Side) -> [u32; 2] {
    const HALF_PAWN: i32 = 50;
    let wading = position.wading(side);
    if wading == 0 {
        return [0; 2];
    }
    let values = |men: u64| men.iter().map(|place| VALUES[position.kind_at(place).index()]);
    let lost = values(wading).sum::<i32>() - values(wading).max().unwrap_or(0);
    [1, (lost / HALF_PAWN) as u32]
}

/// The number of cells that the men of a side reach, and the cells that they attack.
struct Sweep {
    cells: u32,
    attacks: u64,
}

impl Sweep {
    #[inline(always)]
    fn new(position: &Position, side: Side) -> Sweep {
        let view = View::new(position, side);
        let mut sweep = Sweep { cells: 0, attacks: attacks_of_pawns(position, side) };
        for kind in [Kind::Giraffe, Kind::Monkey, Kind::Elephant, Kind::Lion, Kind::Crocodile, Kind::Zebra] {
            for from in position.of(side, kind).iter() {
                let reach = view.reach(kind, from);
                sweep.cells += reach.count();
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

#[inline(always)]
fn attacks_of_pawns(position: &Position, side: Side) -> u64 {
    let superpawns = position.of(side, Kind::Superpawn);
    let pawns = position.of(side, Kind::Pawn) | superpawns;
    let ahead = [7, 8, 9].map(|distance| pawns.forward(side, distance));
    ahead[0] | ahead[1] | ahead[2] | superpawns << 1 | superpawns >> 1
}

/// The neighbours of a monkey over which it could jump.
fn jumpable(position: &Position, from: u32) -> u64 {
    let landing = at(&TWO_AWAY, from) & position.empty_cells();
    landing.iter().fold(0, |all, to| all | u64::bit(u32::midpoint(from, to)))
}

/// Men other than pawns and lions in the middle of the board.
#[inline(always)]
fn centre(position: &Position, side: Side) -> u32 {
    /// The files b to f of ranks 3 and 5, where a leaper has many targets. In the river between them men drown.
    const CENTRE: u64 = 0x3E << 16 | 0x3E << 32;
    let men = position.men(side) & !position.kind(Kind::Pawn) & !position.kind(Kind::Lion);
    (men & CENTRE).count()
}

/// The neighbours of a lion.
#[inline(always)]
fn around(lion: u64) -> u64 {
    at(&KING, lion.lowest())
}

/// The cells of the enemy castle from which the enemy lion could capture this side's lion, along the file or a diagonal.
#[inline(always)]
fn exposure(position: &Position, side: Side) -> u32 {
    let from = position.of(side, Kind::Lion).lowest();
    let sight = at(&LION_SIGHT[side.index()], from);
    let occupied = position.occupied();
    let file = sight & FILE << (from % 8);
    // The cells up to the first man on the file. If he is in the castle, his cell does not count: see the last line.
    let ahead = match side {
        Side::White => {
            let men = occupied & FILE << (from % 64 + 8);
            men ^ men.wrapping_sub(1)
        }
        Side::Black => {
            let men = occupied & FILE << (from % 8) & (u64::bit(from % 64) - 1);
            u64::MAX.checked_shl(men.highest()).unwrap_or(u64::MAX)
        }
    };
    let diagonal = if occupied & MIDDLE == 0 { sight & !file } else { 0 };
    ((file & ahead | diagonal) & (position.empty_cells() | position.of(!side, Kind::Lion))).count()
}
