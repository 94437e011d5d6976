//! The contract between a set of rules and everything that plays by them.

use std::fmt::Debug;
use std::ops::Deref;

use crate::{Board, Ending, Error, Line, LineOf, Outlook, Side, Term};

/// The rules of one game on a board of one size.
///
/// Positions are small values; playing a move makes the next one. A position knows nothing of the boards before it:
/// whether a move repeats one of them is for [`Line`] to say. Everything here is checked by [`crate::laws`].
pub trait Game: Sized + Send + Sync + 'static {
    /// A board, the side to move and their hash.
    type Position: Copy + Eq + Debug + Send + Sync + 'static;
    /// A move. A forced pass is one.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;
    /// The moves of a position, one after the other.
    type Moves<'a>: Iterator<Item = Self::Move>
    where
        Self: 'a;

    /// Whether a move to a board that has been before is illegal. In such a game no two moves of a position make the same
    /// board, and no move can be answered by a move that takes it back.
    const NO_REPEAT: bool = false;

    /// Whether an evaluation takes hardly longer than a move: then searches order moves by it.
    const QUICK_EVALUATION: bool = true;

    /// Whether a search on a clock does well to follow captures past its horizon. It does not where men are given away on
    /// purpose.
    const CAPTURES_COUNT: bool = true;

    /// The position a game starts from.
    fn start(&self) -> Self::Position;

    /// Who moves.
    fn side_to_move(position: &Self::Position) -> Side;

    /// A number that is equal for equal positions and almost never for others.
    fn hash(position: &Self::Position) -> u64;

    /// How the game has ended, as far as the board shows it. That a side has no legal move is not asked here.
    fn ending(&self, position: &Self::Position) -> Option<Ending>;

    /// How a game that people play has ended without an end on the board: a ruling for play that would not stop otherwise.
    /// Searches to a fixed depth and the calls of the courses know nothing of it.
    fn draw_in_play(&self, _line: &Line<'_, Self>) -> Option<Ending> {
        None
    }

    /// Whether the men have no more moves, which is where perft stops. It is wherever the board ends the game, but for
    /// Congo's draw by bare lions: they could go on, and published counts let them.
    #[inline(always)]
    fn is_final(&self, position: &Self::Position) -> bool {
        self.ending(position).is_some()
    }

    /// The moves of an unfinished game, in the order that breaks ties. The boards before do not count here.
    fn moves<'a>(&'a self, position: &Self::Position) -> Self::Moves<'a>;

    /// How many moves [`Game::moves`] gives.
    fn count_moves(&self, position: &Self::Position) -> usize {
        self.moves(position).count()
    }

    /// Whether [`Game::moves`] gives any.
    #[inline]
    fn has_move(&self, position: &Self::Position) -> bool {
        self.moves(position).next().is_some()
    }

    /// The position after a move that [`Game::moves`] gave for this position; any other move gives nonsense.
    #[must_use]
    fn play_unchecked(&self, position: &Self::Position, mv: Self::Move) -> Self::Position;

    /// Own men minus enemy men for the side to move.
    fn material(&self, position: &Self::Position) -> i32;

    /// The game's own static evaluation for the side to move.
    fn evaluate(&self, position: &Self::Position) -> i32;

    /// The terms of [`Game::evaluate`], the same ones in the same order for every position. They add up to it wherever the
    /// board does not decide the game.
    fn terms(&self, position: &Self::Position) -> Vec<Term>;

    /// What a single move can do, as far as that can be told cheaply. `None` where a move may end the game, or always.
    #[inline]
    fn outlook(&self, _position: &Self::Position) -> Option<Outlook> {
        None
    }

    /// The position with the colours swapped and the board turned by half: the same game seen by the other side.
    #[must_use]
    fn mirrored(&self, position: &Self::Position) -> Self::Position;

    /// The move that corresponds to `mv` in the mirrored position.
    #[must_use]
    fn mirrored_move(&self, mv: Self::Move) -> Self::Move;

    /// What the move captures, in units that compare captures with each other; 0 for a quiet move. Searches try
    /// captures first.
    fn gain(&self, position: &Self::Position, mv: Self::Move) -> u32;

    /// A number below 2²² for the move, which [`Game::decode_move`] understands in the same position. Moves may share a
    /// code, but hardly ever do.
    fn encode_move(mv: Self::Move) -> u32;

    /// A move of this position that has the code, if there is one: any number may be asked for.
    fn decode_move(&self, position: &Self::Position, code: u32) -> Option<Self::Move>;

    /// Whether two positions have the same board, whoever is to move.
    fn same_board(a: &Self::Position, b: &Self::Position) -> bool;

    /// The same board with the other side to move, for a search that asks what comes of doing nothing; `None` in games where
    /// that is often the best thing to do.
    fn pass(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// For games with [`Game::NO_REPEAT`]: a count that no move raises. A board with a higher count than the present
    /// one can never come back.
    fn potential(&self, _position: &Self::Position) -> u32 {
        0
    }

    /// For games with [`Game::NO_REPEAT`]: whether the move lowers the potential, so that no earlier board can recur.
    fn is_irreversible(&self, _position: &Self::Position, _mv: Self::Move) -> bool {
        true
    }

    /// For games with [`Game::NO_REPEAT`]: the hash of the board alone, whoever is to move.
    fn board_hash(&self, position: &Self::Position) -> u64 {
        Self::hash(position)
    }

    /// For games with [`Game::NO_REPEAT`]: a number of plies below which `board`, which has the same potential, cannot come up
    /// from this position. Being too low costs time only; being too high would be wrong.
    fn plies_apart(&self, _position: &Self::Position, _board: &Self::Position) -> u32 {
        1
    }

    /// The move that makes this board, if there is one. Only a game with [`Game::NO_REPEAT`], where it must be fast, and
    /// where no two moves make the same board, needs one of its own.
    #[inline]
    fn move_making(&self, position: &Self::Position, board: &Self::Position) -> Option<Self::Move> {
        self.moves(position).find(|&mv| Self::same_board(&self.play_unchecked(position, mv), board))
    }
}

/// How positions and moves of a game are written.
pub trait Notation: Game {
    /// Reads a position and the boards before it, newest first.
    ///
    /// # Errors
    /// When the text is not a position of this game on a board of this size.
    fn parse(&self, text: &str) -> Result<Vec<Self::Position>, Error>;

    /// Writes a position, given with the boards before it, newest first. The inverse of [`Notation::parse`].
    ///
    /// # Panics
    /// When there is no position at all.
    fn write(&self, positions: &[Self::Position]) -> String;

    /// Reads a move of this position, with no regard to the boards before it.
    ///
    /// # Errors
    /// When the text is not a move, or not one of this position.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, Error>;

    /// Which rule a move breaks that is well written and starts on a cell with a man of the side to move, in words: `a flag moves one
    /// cell`. The path has the numbers of its cells in the order of [`Notation::board`]; it is empty for a pass.
    fn broken_rule(&self, _position: &Self::Position, _path: &[usize]) -> String {
        "no man of the side to move can make this move here".to_string()
    }

    /// Writes a move of this position. The inverse of [`Notation::parse_move`].
    fn write_move(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// Where the cells lie and what they are called, in the order of the board's text.
    fn board(&self) -> Board;

    /// Draws the board for a terminal, with coordinates.
    fn draw(&self, position: &Self::Position) -> String;

    /// Reads a position with its history as a line of play; `startpos` is the start of the game.
    ///
    /// # Errors
    /// As [`Notation::parse`].
    fn parse_line(&self, text: &str) -> Result<Line<'_, Self>, Error> {
        if text.trim() == "startpos" {
            return Ok(Line::start(self));
        }
        let positions = self.parse(text)?;
        Ok(Line::with_history(self, positions[0], &positions[1..]))
    }

    /// Writes the position of a line with its history, where the game has one.
    fn write_line<R: Deref<Target = Self>>(&self, line: &LineOf<Self, R>) -> String {
        let mut positions = vec![*line.position()];
        if Self::NO_REPEAT {
            positions.extend(line.history().rev());
        }
        self.write(&positions)
    }
}
