//! What the boards before a position mean.

use crate::{BoardState, Ending, Game, Line, Rules};

/// The no-repeat rule, and rulings for play that would not stop otherwise. A game without either has an empty `impl`.
pub trait Repetition: Rules {
    /// Whether a move to a board that has been before is illegal. In such a game no two moves of a position make the same
    /// board, and no move can be answered by a move that takes it back.
    const NO_REPEAT: bool = false;

    /// How a game that people play has ended without an end on the board: a ruling for play that would not stop otherwise.
    /// Searches to a fixed depth and the calls of the courses do not use it.
    fn draw_in_play(&self, _line: &Line<'_, Self>) -> Option<Ending>
    where
        Self: Game,
    {
        None
    }

    /// With [`Repetition::NO_REPEAT`]: a count that no move raises. A board with a higher count than the present one can never
    /// come back.
    fn potential(&self, _position: &Self::Position) -> u32 {
        0
    }

    /// With [`Repetition::NO_REPEAT`]: whether the move lowers the potential, so that no earlier board can come back.
    #[inline(always)]
    fn is_irreversible(&self, _position: &Self::Position, _mv: Self::Move) -> bool {
        !Self::NO_REPEAT
    }

    /// With [`Repetition::NO_REPEAT`]: the hash of the board alone, which is the position's hash if White is to move.
    #[inline(always)]
    fn board_hash(&self, position: &Self::Position) -> u64 {
        position.hash()
    }

    /// With [`Repetition::NO_REPEAT`]: a number of plies below which `board`, which has the same potential, cannot come up from this
    /// position. A number that is too low costs time only; one that is too high would be wrong.
    fn plies_apart(&self, _position: &Self::Position, _board: &Self::Position) -> u32 {
        1
    }

    /// The move that makes this board, if there is one. Only games with [`Repetition::NO_REPEAT`], where it must be fast, need one
    /// of their own.
    #[inline]
    fn move_making(&self, position: &Self::Position, board: &Self::Position) -> Option<Self::Move> {
        self.moves(position).find(|&mv| self.play_unchecked(position, mv).same_board(board))
    }
}
