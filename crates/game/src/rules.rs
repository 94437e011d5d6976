//! The contract between the rules of a game and everything that plays by them.

use crate::{BoardState, Ending, Mirror, MoveCode, OwnEvaluation, Repetition, SearchHints};

/// The rules of one game on a board of one size: what every game must give.
///
/// Positions are small values; playing a move makes the next one. A position knows nothing of the boards before it:
/// [`Line`](crate::Line) says whether a move repeats one of them. [`crate::laws`] checks everything here.
pub trait Rules: Sized + Send + Sync + 'static {
    /// A board and the side to move.
    type Position: BoardState;
    /// A move. A forced pass is one.
    type Move: MoveCode;
    /// The moves of a position, one after the other.
    type Moves<'a>: Iterator<Item = Self::Move>
    where
        Self: 'a;

    /// The starting position.
    fn start(&self) -> Self::Position;

    /// How the game has ended, as far as the board shows it. That a side has no legal move is not asked here.
    fn ending(&self, position: &Self::Position) -> Option<Ending>;

    /// The moves of an unfinished game, in the order that breaks ties. The boards before do not count here.
    fn moves<'a>(&'a self, position: &Self::Position) -> Self::Moves<'a>;

    /// The position after a move that [`Rules::moves`] gave for this position; any other move gives nonsense.
    #[must_use]
    fn play_unchecked(&self, position: &Self::Position, mv: Self::Move) -> Self::Position;

    /// How many moves [`Rules::moves`] gives.
    #[inline]
    fn count_moves(&self, position: &Self::Position) -> usize {
        self.moves(position).count()
    }

    /// Whether [`Rules::moves`] gives any.
    #[inline]
    fn has_move(&self, position: &Self::Position) -> bool {
        self.moves(position).next().is_some()
    }

    /// Whether perft stops here. It does wherever the board ends the game, except in games whose published counts go on after a draw.
    #[inline(always)]
    fn is_final(&self, position: &Self::Position) -> bool {
        self.ending(position).is_some()
    }
}

/// Everything that searches, solvers and commands ask of a game: the [`Rules`], and four parts for which an empty `impl` will do.
///
/// * [`Repetition`]: what the boards before a position mean.
/// * [`OwnEvaluation`]: the evaluation; by default men are counted.
/// * [`SearchHints`]: what makes a search faster.
/// * [`Mirror`]: the same game seen by the other side, for the laws.
pub trait Game: Rules + Repetition + OwnEvaluation + SearchHints + Mirror {}

impl<G: Rules + Repetition + OwnEvaluation + SearchHints + Mirror> Game for G {}
