//! How the earlier boards of a game restrict its moves and end it.

use crate::{BoardState, Ending, Game, Line, Rules};

/// The no-repeat rule, and draws in games that could go on for ever. A game without such rules has an empty `impl`.
pub trait Repetition: Rules {
    /// Whether a move is illegal if its board has occurred before. Then the game must guarantee that different moves of
    /// a position lead to different boards, and that the next move cannot take a move back.
    const NO_REPEAT: bool = false;

    /// A draw that the board does not show, by a rule for games that would go on for ever. It ends games that are played;
    /// searches and the calls of the courses ignore it.
    fn draw_in_play(&self, _line: &Line<'_, Self>) -> Option<Ending>
    where
        Self: Game,
    {
        None
    }

    /// With [`Repetition::NO_REPEAT`]: a number that no move increases, for example the number of men. A board with a
    /// higher number than the current board can therefore never occur again.
    fn potential(&self, _position: &Self::Position) -> u32 {
        0
    }

    /// With [`Repetition::NO_REPEAT`]: whether the move decreases the potential, so that no earlier board can occur again.
    #[inline(always)]
    fn is_irreversible(&self, _position: &Self::Position, _mv: Self::Move) -> bool {
        !Self::NO_REPEAT
    }

    /// With [`Repetition::NO_REPEAT`]: the hash of the board alone: the hash of the position with White to move.
    #[inline(always)]
    fn board_hash(&self, position: &Self::Position) -> u64 {
        position.hash()
    }

    /// With [`Repetition::NO_REPEAT`]: a lower bound on the number of plies from `position` to `board`, which has the
    /// same potential. A bound that is too low makes a search slower. A bound that is too high makes it wrong.
    fn min_plies_to(&self, _position: &Self::Position, _board: &Self::Position) -> u32 {
        1
    }

    /// With [`Repetition::NO_REPEAT`]: a lower bound on the number of earlier boards that leave no legal move here. Each of them makes at
    /// most one move illegal, and none an irreversible one. By default it is the number of moves.
    #[inline]
    fn min_boards_to_block(&self, position: &Self::Position) -> usize {
        self.count_moves(position)
    }

    /// The move that leads to this board, if there is one. Games with [`Repetition::NO_REPEAT`] should replace this
    /// method by a faster one, since searches call it often.
    #[inline]
    fn move_to_board(&self, position: &Self::Position, board: &Self::Position) -> Option<Self::Move> {
        self.moves(position).find(|&mv| self.play_unchecked(position, mv).same_board(board))
    }
}
