//! The grading of programs: board sizes, test positions, and ways to make a position smaller.

use game::{Board, EMPTY, Random, Side};

use super::letters::Mistakes;
use super::{Descriptor, Size};

/// The grading of programs that play a game. All parts are optional: [`Grading::MINIMAL`].
#[derive(Clone, Copy, Debug)]
pub struct Grading {
    /// The board sizes that programs are graded on. If this is empty, the default size is used.
    pub sizes: &'static [Size],
    /// The themes of this game's positions, in addition to the themes of all games.
    pub themes: &'static [GameTheme],
    /// Makes random set-ups. Without it, some men of the starting position are put on random cells.
    pub scatter: Option<Scatter>,
    /// The ways to cut a board down to a smaller one.
    pub cuts: fn(Size) -> Vec<Cut>,
    /// The rules on letters, and the ways in which programs have them wrong. Without them, grading asks no questions about particular rules.
    pub mistakes: Option<Mistakes>,
}

impl Grading {
    /// All optional parts empty.
    pub const MINIMAL: Grading =
        Grading { sizes: &[], themes: &[], scatter: None, cuts: |_| Vec::new(), mistakes: None };
}

/// Puts men onto an empty board at random. The result does not have to be a valid position; this is checked later.
pub type Scatter = fn(&mut Arrangement<'_>);

/// A board that is being filled with men.
#[derive(Debug)]
pub struct Arrangement<'a> {
    /// The size of the board.
    pub size: Size,
    /// The board.
    pub board: &'a Board,
    /// The side to move.
    pub side: Side,
    /// The letter on each cell.
    pub cells: Vec<char>,
    /// The source of all random choices.
    pub random: &'a mut Random,
}

impl<'a> Arrangement<'a> {
    /// An empty board.
    pub fn new(size: Size, board: &'a Board, side: Side, random: &'a mut Random) -> Arrangement<'a> {
        Arrangement { size, board, side, cells: vec![EMPTY; board.cells.len()], random }
    }

    /// Puts a man onto a random cell, if it is empty.
    pub fn put(&mut self, letter: char) {
        let row = self.random.below(self.board.rows.len());
        self.put_in_row(row, letter);
    }

    /// Puts a man onto a random cell of a row, if it is empty.
    ///
    /// # Panics
    /// When the board has no such row.
    pub fn put_in_row(&mut self, row: usize, letter: char) {
        let cells = self.board.row(row);
        let cell = &mut self.cells[cells.start + self.random.below(cells.len())];
        if *cell == EMPTY {
            *cell = letter;
        }
    }
}

/// A way to cut a board down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut {
    /// The size of the smaller board.
    pub size: Size,
    /// For each cell of the smaller board, the corresponding cell of the larger board, if there is one.
    pub cells: Vec<Option<usize>>,
}

/// A theme: what a test position of this game tests.
#[derive(Clone, Copy, Debug)]
pub struct GameTheme {
    /// The theme in words: `men stand in the river`.
    pub about: &'static str,
    /// Whether legal moves are checked with such positions.
    pub legal: bool,
    /// Whether wins and losses are checked with such positions.
    pub decisive: bool,
    /// Whether best moves are checked with such positions.
    pub best: bool,
    /// Whether a position has this theme.
    pub fits: fn(&Scene<'_>) -> bool,
    /// Makes random set-ups that are likely to have this theme, if [`Grading::scatter`] rarely does.
    pub scatter: Option<Scatter>,
}

/// A position as letters on cells, for [`GameTheme::fits`].
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The game.
    pub descriptor: &'static Descriptor,
    /// The board.
    pub board: &'a Board,
    /// The side to move.
    pub side: Side,
    /// The letter on each cell.
    pub cells: &'a [char],
    /// The name of each legal move, and the letters on the cells after it.
    pub moves: &'a [(String, Vec<char>)],
}

impl Scene<'_> {
    /// How many of these letters are men of a side.
    pub fn count(&self, letters: &[char], side: Side) -> usize {
        letters.iter().filter(|&&letter| self.descriptor.owner(letter) == Some(side)).count()
    }

    /// Whether a legal move captures an enemy man on one of these cells.
    ///
    /// # Panics
    /// When the board has no such cells.
    pub fn captures_on(&self, cells: std::ops::Range<usize>) -> bool {
        let enemies = |letters: &[char]| self.count(&letters[cells.clone()], !self.side);
        let here = enemies(self.cells);
        here > 0 && self.moves.iter().any(|(_, after)| enemies(after) < here)
    }
}
