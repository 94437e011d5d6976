//! How programs that play a game are graded: on which boards, with which positions, and how a position is made smaller.

use game::{Board, Random, Side};

use super::{Descriptor, Size};

/// How programs that play a game are graded.
#[derive(Clone, Copy, Debug)]
pub struct Grading {
    /// The sizes of boards that programs are graded on; none for the default size.
    pub sizes: &'static [Size],
    /// What positions of this game can be about, besides what those of every game can be about.
    pub themes: &'static [GameTheme],
    /// Makes random arrangements of men; by default some of the men of the start, anywhere.
    pub scatter: Option<Scatter>,
    /// The ways to cut a board down to a smaller one.
    pub cuts: fn(Size) -> Vec<Cut>,
}

impl Grading {
    /// Nothing that a game may leave out.
    pub const MINIMAL: Grading = Grading { sizes: &[], themes: &[], scatter: None, cuts: |_| Vec::new() };
}

/// Makes a random arrangement of men on a board with this side to move: a letter for each cell. It need not be a position of the
/// game: the game says.
pub type Scatter = fn(Size, &Board, Side, &mut Random) -> Vec<char>;

/// A way to cut a board down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut {
    /// The size of the smaller board.
    pub size: Size,
    /// For each cell of the smaller board the cell of the larger one that it was, if there is one.
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
    /// Makes random arrangements that are likely to be about this, if the game's own do not do.
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
    /// The cells of a row, as numbers.
    ///
    /// # Panics
    /// When the board has no such row.
    pub fn row(&self, row: usize) -> std::ops::Range<usize> {
        let first = self.board.rows[..row].iter().sum();
        first..first + self.board.rows[row]
    }

    /// How many men of a side stand on these cells of a board.
    pub fn count(&self, cells: &[char], side: Side) -> usize {
        cells.iter().filter(|&&letter| self.descriptor.owner(letter) == Some(side)).count()
    }
}
