//! How positions and moves of a game are written.

use std::ops::Deref;

use crate::{Board, BoardState, Error, Game, Line, LineOf};

/// How positions and moves of a game are written.
pub trait Notation: Game {
    /// Reads a position and its earlier boards, newest first.
    ///
    /// # Errors
    /// When the text is not a position of this game on a board of this size.
    fn parse(&self, text: &str) -> Result<Vec<Self::Position>, Error>;

    /// Writes a position and its earlier boards, newest first: `BOARD,OLDER,OLDEST w`. Other code finds the boards in the first word of
    /// this text. The inverse of [`Notation::parse`].
    ///
    /// # Panics
    /// When the list is empty.
    fn write(&self, positions: &[Self::Position]) -> String;

    /// Reads a move of this position, whether or not it repeats an earlier board.
    ///
    /// # Errors
    /// When the text is not a move of this position.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, Error>;

    /// The rule that an illegal move breaks, in words: `a flag moves one cell`. The text of the move is well-formed,
    /// and it starts on a man of the side to move. `path` contains the cells of the move as indices into
    /// [`Notation::board`]; it is empty for a pass.
    fn broken_rule(&self, _position: &Self::Position, _path: &[usize]) -> String {
        "no man of the side to move can make this move here".to_string()
    }

    /// Writes a move of this position. The inverse of [`Notation::parse_move`].
    fn write_move(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// The places and names of the cells, in the order of the board's text.
    fn board(&self) -> Board;

    /// Draws the board for a terminal, with coordinates.
    fn draw(&self, position: &Self::Position) -> String {
        let (board, text) = (self.board(), self.write(&[*position]));
        let letters = board.read(text.split_whitespace().next().unwrap_or(""));
        format!("{}{} to move\n", board.draw(&letters), position.side())
    }

    /// Reads a position with its history as a line; `startpos` is the start of the game.
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

    /// Writes the position of a line, with its history if the game has the no-repeat rule.
    fn write_line<R: Deref<Target = Self>>(&self, line: &LineOf<Self, R>) -> String {
        let mut positions = vec![*line.position()];
        if Self::NO_REPEAT {
            positions.extend(line.history().rev());
        }
        self.write(&positions)
    }
}
