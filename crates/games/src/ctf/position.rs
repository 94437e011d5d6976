//! The starting position, the end of the game, and the no-repeat rule.

use game::{BoardState, Ending, Repetition, Side};

use super::Ctf;
use crate::kit::bits::Bits;
use crate::kit::men;
use crate::kit::step::{self, Step};

/// The kinds of men.
pub(crate) const PAWN: usize = 0;
pub(crate) const FLAG: usize = 1;

/// Pawns and flags of both sides, and the side to move.
pub type Position<B> = men::Position<B, 2>;

impl<B: Bits> Ctf<B> {
    /// Two rows of pawns without the edge columns, and the flag in the middle of the outer row; the two smallest boards
    /// have only one row. Black's men are White's, rotated by 180°.
    pub(super) fn start_position(&self) -> Position<B> {
        let size = self.size() as u32;
        let (rows, columns) = if size < 4 { (1, 0..size) } else { (2, 1..size - 1) };
        let flag = if size == 2 { 1 } else { (size - 1) / 2 };
        let pawns = |row: u32| columns.clone().map(move |column| row * self.row + column);
        let flag = B::bit(flag);
        let white = [B::of((0..rows).flat_map(pawns)) & !flag, flag];
        let black = white.map(|set| self.layout.turned(set));
        // The smallest board is the exception: `wWbB`.
        let black = if size == 2 { [B::bit(self.row), B::bit(self.row + 1)] } else { black };
        Position::new(&self.keys, [white, black], Side::White)
    }

    /// Whether the flag of `side` is on the board and still has an enemy pawn to pass.
    #[inline(always)]
    pub(super) fn has_to_pass(&self, position: &Position<B>, side: Side) -> bool {
        // A missing flag has the place after the last one.
        let place = position.men(side, FLAG).lowest() as usize;
        !(position.men(!side, PAWN) & self.not_past[side.index()][place]).is_empty()
    }

    /// The end of a game in which a flag is missing or has no pawn to pass.
    #[cold]
    pub(super) fn end(&self, position: &Position<B>) -> Option<Ending> {
        // The side that has just moved is checked first: if both flags are past, its move decided the game.
        let (last, next) = (!position.side(), position.side());
        self.win(position, last).or_else(|| self.win(position, next))
    }

    /// The win of `side`, if the board shows one.
    fn win(&self, position: &Position<B>, side: Side) -> Option<Ending> {
        if position.men(!side, PAWN).is_empty() {
            return Some(Ending::win(side, "all enemy pawns are captured"));
        }
        if position.men(!side, FLAG).is_empty() {
            return Some(Ending::win(side, "the enemy flag is captured"));
        }
        let is_past = !position.men(side, FLAG).is_empty() && !self.has_to_pass(position, side);
        is_past.then(|| Ending::win(side, "the flag is past every enemy pawn"))
    }
}

impl<B: Bits> Repetition for Ctf<B> {
    const NO_REPEAT: bool = true;

    /// A pawn counts one plus the rows ahead of it, a flag one. Captures and forward steps of pawns decrease it.
    fn potential(&self, position: &Position<B>) -> u32 {
        let of_side =
            |side| position.all(side).count() + self.layout.rows_ahead(side, position.men(side, PAWN));
        Side::BOTH.map(of_side).iter().sum()
    }

    #[inline(always)]
    fn is_irreversible(&self, position: &Position<B>, mv: Step) -> bool {
        let forward = mv.distance() == self.row && !position.men(position.side(), FLAG).has(mv.from());
        forward || self.is_jump(mv)
    }

    /// Captures and forward steps of pawns cannot repeat a board.
    #[inline(always)]
    fn min_boards_to_block(&self, position: &Position<B>) -> usize {
        let empty = self.layout.cells() & !(position.all(Side::White) | position.all(Side::Black));
        let forward = position.men(position.side(), PAWN).forward(position.side(), self.row) & empty;
        // Nearly always a pawn can step forward: then the other moves do not matter.
        if !forward.is_empty() {
            return usize::MAX;
        }
        let targets = self.targets(position);
        let captures = targets[0] | targets[1] | targets[2];
        if captures.is_empty() { step::count(targets) } else { usize::MAX }
    }

    #[inline(always)]
    fn move_to_board(&self, position: &Position<B>, board: &Position<B>) -> Option<Step> {
        let step = position.step_towards(board)?;
        if self.leads_to(position, step, board) { Some(step) } else { None }
    }

    #[inline(always)]
    fn board_hash(&self, position: &Position<B>) -> u64 {
        position.board_hash(&self.keys)
    }

    #[inline]
    fn min_plies_to(&self, position: &Position<B>, board: &Position<B>) -> u32 {
        position.min_plies_to(board)
    }
}
