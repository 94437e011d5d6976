//! The traits of a game.

use crate::{BoardState, Ending, Mirror, MoveCode, OwnEvaluation, Repetition, SearchHints};

/// The rules of a game on a board of one size. Every game must implement them.
///
/// Positions are small values; playing a move returns a new position. A position does not contain the earlier boards:
/// [`Line`](crate::Line) decides whether a move repeats one of them. [`crate::laws`] checks everything here.
pub trait Rules: Sized + Send + Sync + 'static {
    /// A board and the side to move.
    type Position: BoardState;
    /// A move. A forced pass is also a move.
    type Move: MoveCode;
    /// An iterator over the moves of a position.
    type Moves<'a>: Iterator<Item = Self::Move>
    where
        Self: 'a;

    /// The starting position.
    fn start(&self) -> Self::Position;

    /// How the game has ended, as far as the board shows it. This does not check whether a legal move exists.
    fn ending(&self, position: &Self::Position) -> Option<Ending>;

    /// The moves of an unfinished game, whether or not they repeat an earlier board. Of equally good moves, a search
    /// chooses the first in this order.
    fn moves<'a>(&'a self, position: &Self::Position) -> Self::Moves<'a>;

    /// The position after a move of [`Rules::moves`]. For other moves the result is meaningless.
    #[must_use]
    fn play_unchecked(&self, position: &Self::Position, mv: Self::Move) -> Self::Position;

    /// How many moves [`Rules::moves`] gives.
    #[inline]
    fn count_moves(&self, position: &Self::Position) -> usize {
        self.moves(position).count()
    }

    /// Whether [`Rules::moves`] gives a move.
    #[inline]
    fn has_move(&self, position: &Self::Position) -> bool {
        self.moves(position).next().is_some()
    }

    /// Whether perft stops here: where the board ends the game, except in games whose published counts go on after a draw.
    #[inline(always)]
    fn is_final(&self, position: &Self::Position) -> bool {
        self.ending(position).is_some()
    }
}

/// Everything that searches and commands need of a game: the [`Rules`], and four traits that can have an empty `impl`.
///
/// * [`Repetition`]: how earlier boards restrict the moves.
/// * [`OwnEvaluation`]: the evaluation; the default counts men.
/// * [`SearchHints`]: hints that make a search faster.
/// * [`Mirror`]: the same game seen by the other side, for the laws.
pub trait Game: Rules + Repetition + OwnEvaluation + SearchHints + Mirror {}

impl<G: Rules + Repetition + OwnEvaluation + SearchHints + Mirror> Game for G {}
