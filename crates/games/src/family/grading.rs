//! How programs that play a game are graded: on which boards, with which positions, and how a position is made smaller.

use game::{Board, EMPTY, Random, Side};

use super::{Descriptor, Size};

/// How programs that play a game are graded. A game can leave out all of it: [`Grading::MINIMAL`].
#[derive(Clone, Copy, Debug)]
pub struct Grading {
    /// The sizes of boards that programs are graded on; if there are none, the default size.
    pub sizes: &'static [Size],
    /// What positions of this game can be about, besides what those of every game can be about.
    pub themes: &'static [GameTheme],
    /// Makes random arrangements of men. Without it, some men of the start stand anywhere and some where they started.
    pub scatter: Option<Scatter>,
    /// The ways to cut a board down to a smaller one.
    pub cuts: fn(Size) -> Vec<Cut>,
}

impl Grading {
    /// The grading of a game that says nothing about it.
    pub const MINIMAL: Grading = Grading { sizes: &[], themes: &[], scatter: None, cuts: |_| Vec::new() };
}

/// Puts men onto an empty board at random. The result need not be a position of the game: the game itself decides that.
pub type Scatter = fn(&mut Arrangement<'_>);

/// A board that is being filled with men.
#[derive(Debug)]
pub struct Arrangement<'a> {
    /// The size of the board.
    pub size: Size,
    /// The board.
    pub board: &'a Board,
    /// Who is going to move.
    pub side: Side,
    /// The letter on each cell.
    pub cells: Vec<char>,
    /// Makes all choices.
    pub random: &'a mut Random,
}

impl<'a> Arrangement<'a> {
    /// An empty board.
    pub fn new(size: Size, board: &'a Board, side: Side, random: &'a mut Random) -> Arrangement<'a> {
        Arrangement { size, board, side, cells: vec![EMPTY; board.cells.len()], random }
    }

    /// Puts a man onto a random cell, unless another man stands there.
    pub fn put(&mut self, letter: char) {
        let row = self.random.below(self.board.rows.len());
        self.put_in_row(row, letter);
    }

    /// Puts a man onto a random cell of a row, unless another man stands there.
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
    /// For each cell of the smaller board the cell of the larger board that it was, if it was one.
    pub cells: Vec<Option<usize>>,
}

/// What a position of one particular game can be about.
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
    /// Whether a position is about this.
    pub fits: fn(&Scene<'_>) -> bool,
    /// Makes random arrangements that are likely to be about this, if the game's own seldom are.
    pub scatter: Option<Scatter>,
}

/// A position as a theme sees it: letters on cells.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The game.
    pub descriptor: &'static Descriptor,
    /// The board.
    pub board: &'a Board,
    /// Who moves.
    pub side: Side,
    /// The letter on each cell.
    pub cells: &'a [char],
    /// The name of each legal move, and the letters on the cells after it.
    pub moves: &'a [(String, Vec<char>)],
}

impl Scene<'_> {
    /// How many men of a side are among these letters.
    pub fn count(&self, letters: &[char], side: Side) -> usize {
        letters.iter().filter(|&&letter| self.descriptor.owner(letter) == Some(side)).count()
    }

    /// Whether a legal move captures a man of the enemy who stands on these cells.
    ///
    /// # Panics
    /// When the board has no such cells.
    pub fn captures_on(&self, cells: std::ops::Range<usize>) -> bool {
        let enemies = |letters: &[char]| self.count(&letters[cells.clone()], !self.side);
        let here = enemies(self.cells);
        here > 0 && self.moves.iter().any(|(_, after)| enemies(after) < here)
    }
}
