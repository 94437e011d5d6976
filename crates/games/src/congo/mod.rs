#![doc = include_str!("rules.md")]

mod commands;
pub mod course;
mod descriptor;
mod drawings;
mod eval;
mod grading;
mod guide;
mod jumps;
mod mistakes;
mod moves;
mod notation;
mod position;
mod rank;
mod refusals;
mod tables;

use game::{BoardState, Ending, Mirror, Rules, Side};

pub use course::minimax;
pub use descriptor::{CongoGame, DESCRIPTOR};
pub use eval::evaluate;
pub use moves::{Move, Moves};
pub use position::{Kind, Position};

use crate::kit::bits::Bits;
use crate::kit::keys::Keys;
use crate::kit::layout::Layout;

/// The rules page, as `quadrille rules congo` shows it.
pub const RULES: &str = include_str!("rules.md");

/// The starting position of the full game.
const FULL_START: &str = "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w 0";
/// The starting position of the course's edition, without monkeys, elephants and crocodiles.
const COURSE_START: &str = "g2l2z/ppppppp/7/7/7/PPPPPPP/G2L2Z w 0";

/// The rules of Congo. The two editions differ only in the starting position.
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
        let layout = Layout::rectangle(7, 7);
        let keys = Keys::new(16);
        let start = notation::parse_fen(fen, &layout, &keys).expect("the start positions are valid");
        Congo { start, layout, keys }
    }
}

impl Default for Congo {
    fn default() -> Self {
        Congo::new()
    }
}

impl Rules for Congo {
    type Position = Position;
    type Move = Move;
    type Moves<'a> = Moves;

    fn start(&self) -> Position {
        self.start
    }

    #[inline]
    fn ending(&self, position: &Position) -> Option<Ending> {
        // Black's lion is checked first: a board without lions is a win for White, as in the course's evaluation.
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

    /// The published counts go on when only the lions are left.
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
}

impl Mirror for Congo {
    fn mirrored(&self, position: &Position) -> Option<Position> {
        Some(position.mirrored(&self.layout, &self.keys))
    }

    fn mirrored_move(&self, mv: Move) -> Move {
        mv.turned(&self.layout)
    }
}

/// Whether the lion of the side to move can capture the other lion now. Both must be on the board.
fn sees_lion(position: &Position) -> bool {
    let side = position.side();
    moves::View::new(position, side).lion_seen(position.of(side, Kind::Lion).lowest()) != 0
}
