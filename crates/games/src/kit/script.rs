//! Reads and writes positions of men: `BOARD PLAYER`, or `BOARD,OLDER,… PLAYER` with earlier boards.

use game::{BoardState, EMPTY, Error, Problem, Side};

use super::bits::Bits;
use super::keys::Keys;
use super::layout::Layout;
use super::men::Position;
use super::text::{Letters, Part, parse_history, split};

/// The letters of a game's men and players, and the form of its boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Script<const KINDS: usize> {
    /// The letters of the men, by side and kind.
    pub men: [[char; KINDS]; 2],
    /// The letters of the players, White's first.
    pub players: Letters,
    /// Whether `/` separates the rows of a board.
    pub slashes: bool,
}

impl<const KINDS: usize> Script<KINDS> {
    /// Reads a position and its earlier boards, newest first.
    ///
    /// # Errors
    /// When the text is not a position on this board.
    pub fn parse<B: Bits>(
        &self,
        text: &str,
        layout: &Layout<B>,
        keys: &Keys<B>,
    ) -> Result<Vec<Position<B, KINDS>>, Error> {
        parse_history(text, self.players, |board, side| self.parse_board(board, layout, keys, side))
    }

    /// Writes a position and its earlier boards, newest first.
    ///
    /// # Panics
    /// When the list is empty.
    pub fn write<B: Bits>(&self, positions: &[Position<B, KINDS>], layout: &Layout<B>) -> String {
        let boards: Vec<String> =
            positions.iter().map(|position| self.write_board(position, layout)).collect();
        format!("{} {}", boards.join(","), self.players[positions[0].side().index()])
    }

    /// Reads one board.
    ///
    /// # Errors
    /// When the text is not a board of this shape.
    pub fn parse_board<B: Bits>(
        &self,
        board: &str,
        layout: &Layout<B>,
        keys: &Keys<B>,
        side: Side,
    ) -> Result<Position<B, KINDS>, Error> {
        let mut men = [[B::EMPTY; KINDS]; 2];
        if self.slashes {
            self.place_rows(board, layout, &mut men)?;
        } else {
            let (cells, expected) = (board.chars().count(), layout.cells().count() as usize);
            if cells != expected {
                return Err(Error::whole(Problem::Cells { cells, expected }, board));
            }
            self.place_men(board, layout.cells().iter(), &mut men)?;
        }
        Ok(Position::new(keys, men, side))
    }

    /// Reads the men of a board with `/` between its rows.
    fn place_rows<B: Bits>(
        &self,
        board: &str,
        layout: &Layout<B>,
        men: &mut [[B; KINDS]; 2],
    ) -> Result<(), Error> {
        let rows: Vec<Part<'_>> = split(Part { text: board, start: 0 }, |letter| letter == '/').collect();
        if rows.len() != layout.height() {
            let problem = Problem::Rows { rows: rows.len(), expected: layout.height() };
            return Err(Error::whole(problem, board));
        }
        for (number, row) in rows.into_iter().enumerate() {
            let (cells, expected) = (row.text.chars().count(), layout.row(number).len());
            let placed = if cells == expected {
                self.place_men(row.text, layout.row(number), men)
            } else {
                Err(Error::whole(Problem::RowLength { row: number + 1, cells, expected }, row.text))
            };
            placed.map_err(|error| error.within(board, row.start))?;
        }
        Ok(())
    }

    /// Reads the men of these letters on these cells.
    fn place_men<B: Bits>(
        &self,
        letters: &str,
        cells: impl Iterator<Item = u32>,
        men: &mut [[B; KINDS]; 2],
    ) -> Result<(), Error> {
        for (number, (place, found)) in cells.zip(letters.chars()).enumerate() {
            let mut kinds =
                self.men.iter().zip(&mut *men).flat_map(|(letters, sets)| letters.iter().zip(sets));
            match kinds.find(|(letter, _)| **letter == found) {
                Some((_, set)) => *set |= B::bit(place),
                None if found == EMPTY => {}
                None => {
                    let problem = Problem::Letter { found, allowed: self.allowed() };
                    return Err(Error::new(problem, letters, number..number + 1));
                }
            }
        }
        Ok(())
    }

    /// The letters that a cell can have, in words: `w b or -`.
    fn allowed(&self) -> String {
        let letters: String = self.men.iter().flatten().flat_map(|&letter| [letter, ' ']).collect();
        format!("{letters}or {EMPTY}")
    }

    /// Writes one board.
    pub fn write_board<B: Bits>(&self, position: &Position<B, KINDS>, layout: &Layout<B>) -> String {
        let letter =
            |place| position.man_at(place).map_or(EMPTY, |(side, kind)| self.men[side.index()][kind]);
        let rows: Vec<String> =
            (0..layout.height()).map(|row| layout.row(row).map(letter).collect()).collect();
        if self.slashes { rows.join("/") } else { rows.concat() }
    }
}
