//! The parts of the course, for one position: state, moves, execution, minimax, and the later alpha-beta part.

use game::{BoardState, Error, MAX_DEPTH, Notation, Problem, Rules, Side};

use super::eval::{self, CONGO};
use super::position::{Kind, Position};
use crate::kit::bits::Bits;

/// The course's first part: the cells of the men, in 17 lines without a line break at the end.
///
/// # Errors
/// When `fen` is not a position of Congo.
///
/// ```
/// use games::congo::course::state;
/// let state = state("3l3/7/7/7/7/2PP3/3L3 b 7").unwrap();
/// assert!(state.starts_with("white pawn: c2 d2\nblack pawn:\n"));
/// assert!(state.ends_with("\nside to play: black"));
/// ```
pub fn state(fen: &str) -> Result<String, Error> {
    let position = eval::parse(fen)?;
    let mut lines = Vec::new();
    for kind in Kind::ALL {
        for side in Side::BOTH {
            let mut cells: Vec<String> =
                position.of(side, kind).iter().map(|place| CONGO.layout.name(place)).collect();
            cells.sort_unstable();
            let title = format!("{} {}:", colour(side), kind.name());
            lines.push(std::iter::once(title).chain(cells).collect::<Vec<_>>().join(" "));
        }
    }
    lines.push(format!("side to play: {}", colour(position.side())));
    Ok(lines.join("\n"))
}

fn colour(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

/// The course's second part: the moves of one kind of man of the side to move, each written as its first and last cell,
/// sorted and separated by spaces. Captures of a monkey with the same first and last cell are listed once.
///
/// # Errors
/// When `fen` is not a position of Congo.
///
/// ```
/// use games::congo::{Kind, course::moves};
/// assert_eq!(moves("1g1Gl2/P1P2P1/1P5/7/1Z3P1/1P5/4L2 b 79", Kind::Lion).unwrap(), "e7d6 e7d7 e7e1 e7e6");
/// ```
pub fn moves(fen: &str, kind: Kind) -> Result<String, Error> {
    let position = eval::parse(fen)?;
    let of_kind = CONGO.moves(&position).filter(|mv| mv.kind() == kind);
    let mut ends: Vec<(u32, u32)> = of_kind.map(|mv| (mv.from(), mv.to())).collect();
    ends.sort_unstable();
    ends.dedup();
    let name = |(from, to)| CONGO.layout.name(from) + &CONGO.layout.name(to);
    let mut names: Vec<String> = ends.into_iter().map(name).collect();
    names.sort_unstable();
    Ok(names.join(" "))
}

/// The course's third part: the position after a move, and the state of the game: `Continue`, `White wins` or `Black wins`.
///
/// A capture of a monkey can be written as all cells on which it lands. It must be if several captures have the same
/// first and last cell.
///
/// # Errors
/// When `fen` is not a position of Congo, or `mv` is not a move of the side to move.
///
/// ```
/// use games::congo::course::apply;
/// let next = apply("1z5/pPp1lP1/6p/4P1g/4L1p/2p2pP/7 b 12", "g4e4").unwrap();
/// assert_eq!(next, ("1z5/pPp1lP1/6p/7/4L1p/2p2pP/7 w 13".to_string(), "Continue"));
/// ```
pub fn apply(fen: &str, mv: &str) -> Result<(String, &'static str), Error> {
    let position = eval::parse(fen)?;
    let mv = CONGO.parse_move(&position, mv.trim())?;
    let next = CONGO.play_unchecked(&position, mv);
    let verdict = if next.of(Side::Black, Kind::Lion) == 0 {
        "White wins"
    } else if next.of(Side::White, Kind::Lion) == 0 {
        "Black wins"
    } else {
        "Continue"
    };
    Ok((CONGO.write(&[next]), verdict))
}

/// The course's minimax value of a position for the side to move, looking `depth` plies ahead.
///
/// A game is over only when a lion is missing. Finished games and positions at depth 0 have the value of
/// [`evaluate`](super::evaluate). A side without moves has the value -10000000. There is no pruning, and the value of a
/// win does not depend on its distance.
///
/// # Arguments
/// * `fen`: the position.
/// * `depth`: how many plies to look ahead, at most [`game::MAX_DEPTH`]; 0 gives the evaluation itself.
///
/// # Errors
/// When `fen` is not a position of Congo, or the depth is too large.
///
/// ```
/// use games::congo::minimax;
/// assert_eq!(minimax("3l2z/ppppppp/7/7/7/PPP1PPP/3L2Z w 4", 2), Ok(-100));
/// assert_eq!(minimax("1z5/pPp1lP1/5sp/4P1s/4L1p/2p2pP/7 b 12", 2), Ok(750));
/// assert_eq!(minimax("1z5/pPp1lP1/5sp/4P1s/4L1p/2p2pP/7 w 35", 2), Ok(-1200));
/// ```
pub fn minimax(fen: &str, depth: u32) -> Result<i32, Error> {
    let position = eval::parse(fen)?;
    check_depth(depth)?;
    Ok(value(&position, depth))
}

/// The value of a side without moves, and the lower bound with which a search starts.
const WORST: i32 = -10_000_000;

/// Rejects a look-ahead above [`MAX_DEPTH`].
fn check_depth(depth: u32) -> Result<(), Error> {
    if depth > MAX_DEPTH {
        return Err(Error::whole(Problem::LookAhead { least: 0 }, &depth.to_string()));
    }
    Ok(())
}

fn value(position: &Position, depth: u32) -> i32 {
    if CONGO.is_final(position) || depth == 0 {
        return eval::course(position);
    }
    let value_of = |mv| -value(&CONGO.play_unchecked(position, mv), depth - 1);
    CONGO.moves(position).map(value_of).max().unwrap_or(WORST)
}

/// The evaluation of the course's fifth part for the side to move: the evaluation of the fourth part, plus own moves
/// minus enemy moves, plus attacks. A move that captures counts 1 as an attack, or 11 if it captures the lion.
///
/// # Errors
/// When `fen` is not a position of Congo.
///
/// ```
/// use games::congo::course::evaluate_advanced;
/// assert_eq!(evaluate_advanced("3l2z/ppppppp/7/7/7/PPP1PPP/3L2Z w 4"), Ok(-102));
/// assert_eq!(evaluate_advanced("1z5/pPp1lP1/5sp/4P1s/4L1p/2p2pP/7 b 12"), Ok(1214));
/// ```
pub fn evaluate_advanced(fen: &str) -> Result<i32, Error> {
    Ok(advanced(&eval::parse(fen)?))
}

/// The search of the course's fifth part: fail-hard alpha-beta with [`evaluate_advanced`] and any depth (4 in the course).
///
/// # Errors
/// When `fen` is not a position of Congo, or the depth is above [`game::MAX_DEPTH`].
///
/// ```
/// use games::congo::course::alphabeta;
/// assert_eq!(alphabeta("3l2z/ppppppp/7/7/7/PPP1PPP/3L2Z w 4", 4), Ok(-105));
/// ```
pub fn alphabeta(fen: &str, depth: u32) -> Result<i32, Error> {
    let position = eval::parse(fen)?;
    check_depth(depth)?;
    Ok(search(&position, depth, WORST, -WORST))
}

fn advanced(position: &Position) -> i32 {
    let base = eval::course(position);
    if eval::decided(position).is_some() {
        return base;
    }
    base + activity(position) - activity(&position.passed(&CONGO.keys))
}

/// The number of moves of the side to move, and its attacks.
fn activity(position: &Position) -> i32 {
    let enemy_lion = position.of(!position.side(), Kind::Lion);
    let worth = |captured: u64| match captured {
        0 => 1,
        _ if captured & enemy_lion == 0 => 1 + 1,
        _ => 1 + 11,
    };
    CONGO.moves(position).map(|mv| worth(mv.captured(position))).sum()
}

fn search(position: &Position, depth: u32, mut alpha: i32, beta: i32) -> i32 {
    if CONGO.is_final(position) || depth == 0 {
        return advanced(position);
    }
    for mv in CONGO.moves(position) {
        let value = -search(&CONGO.play_unchecked(position, mv), depth - 1, -beta, -alpha);
        if value >= beta {
            return beta;
        }
        alpha = alpha.max(value);
    }
    alpha
}
