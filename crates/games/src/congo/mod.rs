#![doc = include_str!("rules.md")]

mod call;
mod commands;
pub mod course;
mod descriptor;
mod drawings;
mod eval;
mod grading;
mod jumps;
mod moves;
mod notation;
mod position;
mod rank;
mod tables;

use game::{Ending, Game, Line, Side, Term};

pub use call::minimax;
pub use descriptor::{CongoGame, DESCRIPTOR};
pub use eval::evaluate;
pub use moves::{Move, Moves};
pub use position::{Kind, Position};

use crate::bits::Bits;
use crate::keys::Keys;
use crate::layout::Layout;

/// The rules page, as `quadrille rules congo` shows it.
pub const RULES: &str = include_str!("rules.md");

/// The full game's start.
const FULL_START: &str = "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w 0";
/// The start of the course's edition, which leaves out monkeys, elephants and crocodiles.
const COURSE_START: &str = "g2l2z/ppppppp/7/7/7/PPPPPPP/G2L2Z w 0";

/// The rules of Congo. Every man works in both editions: they differ in nothing but the start.
#[derive(Clone, Debug)]
pub struct Congo {
    start: Position,
    layout: Layout<u64>,
    keys: Keys<u64>,
}

impl Congo {
    /// The full game, with eight kinds of men.
    pub fn new() -> Congo {
        Congo::starting(FULL_START)
    }

    /// The course's edition: lion, zebra, giraffe and pawns.
    pub fn course() -> Congo {
        Congo::starting(COURSE_START)
    }

    fn starting(fen: &str) -> Congo {
        let layout = Layout::new((0..7).map(|rank| (rank * 8, 7)));
        let keys = Keys::new(16);
        let start = notation::parse_fen(fen, &layout, &keys).expect("the start positions are valid");
        Congo { start, layout, keys }
    }

    /// Where the cells are and what they are called.
    pub fn layout(&self) -> &Layout<u64> {
        &self.layout
    }
}

impl Default for Congo {
    fn default() -> Self {
        Congo::new()
    }
}

impl Game for Congo {
    type Position = Position;
    type Move = Move;
    type Moves<'a> = Moves;

    const QUICK_EVALUATION: bool = false;

    fn start(&self) -> Position {
        self.start
    }

    #[inline(always)]
    fn side_to_move(position: &Position) -> Side {
        position.side()
    }

    #[inline(always)]
    fn hash(position: &Position) -> u64 {
        position.hash()
    }

    #[inline]
    fn ending(&self, position: &Position) -> Option<Ending> {
        // Black's lion is asked first: a board without lions is a win for White, as in the course's evaluation.
        for side in [Side::Black, Side::White] {
            if position.of(side, Kind::Lion) == 0 {
                return Some(Ending::win(!side, "the enemy lion is captured"));
            }
        }
        if position.is_bare() && !sees_lion(position) {
            return Some(Ending::draw("only the two lions are left"));
        }
        None
    }

    /// The third time that a position comes up, or 200 plies in which nothing was captured or drowned and no pawn moved.
    fn draw_in_play(&self, line: &Line<'_, Congo>) -> Option<Ending> {
        const TIMES: usize = 3;
        const QUIET_PLIES: usize = 200;
        let here = line.position();
        let is_here = |before: &Position| before.hash() == here.hash() && Self::same_board(before, here);
        if line.history().filter(is_here).count() + 1 >= TIMES {
            return Some(Ending::draw("the same position for the third time"));
        }
        let mut after = *here;
        let quiet = line.history().rev().take_while(|before| {
            let next = std::mem::replace(&mut after, *before);
            let pawns = |side| before.of(side, Kind::Pawn) == next.of(side, Kind::Pawn);
            before.occupied().count_ones() == next.occupied().count_ones()
                && Side::BOTH.into_iter().all(pawns)
        });
        (quiet.count() >= QUIET_PLIES)
            .then(|| Ending::draw("100 turns without a capture, a drowning or a pawn's move"))
    }

    /// Bare lions can go on moving, and the published counts let them.
    #[inline]
    fn is_final(&self, position: &Position) -> bool {
        position.kind(Kind::Lion).count_ones() < 2
    }

    #[inline]
    fn moves(&self, position: &Position) -> Moves {
        Moves::new(position)
    }

    #[inline]
    fn count_moves(&self, position: &Position) -> usize {
        moves::count(position)
    }

    #[inline]
    fn play_unchecked(&self, position: &Position, mv: Move) -> Position {
        moves::play(position, mv, &self.keys)
    }

    #[inline]
    fn material(&self, position: &Position) -> i32 {
        eval::course(position)
    }

    #[inline]
    fn evaluate(&self, position: &Position) -> i32 {
        eval::standard(position)
    }

    fn terms(&self, position: &Position) -> Vec<Term> {
        eval::list_terms(position)
    }

    fn mirrored(&self, position: &Position) -> Position {
        position.mirrored(&self.layout, &self.keys)
    }

    fn mirrored_move(&self, mv: Move) -> Move {
        mv.turned(&self.layout)
    }

    #[inline]
    fn gain(&self, position: &Position, mv: Move) -> u32 {
        eval::worth_of(position, mv.captured(position))
    }

    #[inline]
    fn encode_move(mv: Move) -> u32 {
        mv.code()
    }

    #[inline]
    fn decode_move(&self, position: &Position, code: u32) -> Option<Move> {
        moves::decode(position, code)
    }

    fn pass(&self, position: &Position) -> Option<Position> {
        Some(position.passed(&self.keys))
    }

    #[inline]
    fn same_board(a: &Position, b: &Position) -> bool {
        Kind::ALL.into_iter().all(|kind| a.kind(kind) == b.kind(kind))
            && Side::BOTH.into_iter().all(|side| a.men(side) == b.men(side))
    }
}

/// Whether the lion of the side to move can capture the other one at once. Both are on the board.
fn sees_lion(position: &Position) -> bool {
    let side = position.side();
    moves::View::new(position, side).lion_seen(position.of(side, Kind::Lion).lowest()) != 0
}
