//! Positions and moves as numbers, for programs that learn: planes of zeros and ones, and one number for each move.
//!
//! The layout is the same for all positions of a game, and follows from its descriptor and its [`Board`](crate::Board) alone.

use std::collections::HashMap;

use crate::{AnyGame, AnyLine, Side};

/// The layout of the planes and the numbers of the moves of one game.
///
/// **Planes.** There is a plane for each kind of man, in the order of [`Descriptor::men`](crate::Descriptor::men), with a one for each man.
/// Then comes a plane with ones if White is to move, and last a plane with ones where the board has cells. A plane has the rows of
/// the board from top to bottom, each as long as the longest row; shorter rows begin at the left. Earlier boards are not encoded.
///
/// **Moves.** The number of a move is `(path × cells + from) × cells + to`. `from` and `to` are its first and last cell, counted in
/// the order of the board. `path` is 0 unless several moves of the position have the same first and last cell, as captures of Congo's
/// monkey can: those have the paths 0, 1, 2 … in generation order, so the shortest comes first. There are
/// [`Descriptor::paths`](crate::Descriptor::paths) of them; a move beyond that has no number. A pass has the last number.
///
/// ```
/// use quadrille::{Catalogue, Encoding};
/// let game = Catalogue::standard().game("ctf:3")?;
/// let (encoding, line) = (Encoding::new(&*game), game.start());
/// assert_eq!(encoding.actions(), 9 * 9 + 1);
/// assert_eq!(line.moves(), ["a1a2", "b1b2", "c1c2"]);
/// assert_eq!(encoding.numbers(&line.moves()), [Some(3), Some(9 + 4), Some(2 * 9 + 5)]);
/// assert_eq!(encoding.shape(), [4 + 2, 3, 3]);
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Encoding {
    letters: Vec<char>,
    cells: HashMap<String, usize>,
    paths: usize,
    rows: usize,
    columns: usize,
    /// The place of each cell in a plane.
    places: Vec<usize>,
}

impl Encoding {
    /// The encoding of a game.
    pub fn new(game: &dyn AnyGame) -> Encoding {
        let (board, descriptor) = (game.board(), game.descriptor());
        let columns = board.rows.iter().copied().max().unwrap_or(0);
        let row = |(row, &length): (usize, &usize)| (0..length).map(move |column| row * columns + column);
        Encoding {
            letters: descriptor.men.iter().map(|man| man.letter).collect(),
            cells: board.cells.iter().enumerate().map(|(index, cell)| (cell.name.clone(), index)).collect(),
            paths: descriptor.paths,
            rows: board.rows.len(),
            columns,
            places: board.rows.iter().enumerate().flat_map(row).collect(),
        }
    }

    /// The number of planes, of rows and of columns.
    pub fn shape(&self) -> [usize; 3] {
        [self.letters.len() + 2, self.rows, self.columns]
    }

    /// The planes of a position of the game, one after the other, each row by row.
    pub fn planes(&self, line: &dyn AnyLine) -> Vec<u8> {
        let [planes, rows, columns] = self.shape();
        let size = rows * columns;
        let mut values = vec![0; planes * size];
        let (men, side) = (self.letters.len(), u8::from(line.side() == Side::White));
        values[men * size..(men + 1) * size].fill(side);
        for (&place, letter) in self.places.iter().zip(line.cells()) {
            values[(men + 1) * size + place] = 1;
            if let Some(plane) = self.letters.iter().position(|&known| known == letter) {
                values[plane * size + place] = 1;
            }
        }
        values
    }

    /// How many numbers there are: those of all moves are below this one.
    pub fn actions(&self) -> usize {
        self.paths * self.cells.len() * self.cells.len() + 1
    }

    /// The numbers of the legal moves of a position, which must be given in generation order, as [`AnyLine::moves`] does.
    pub fn numbers(&self, moves: &[String]) -> Vec<Option<usize>> {
        let mut paths: HashMap<usize, usize> = HashMap::new();
        let layer = self.cells.len() * self.cells.len();
        let number = |name: &String| {
            let Some((from, to)) = self.ends(name) else { return Some(self.actions() - 1) };
            let number = from * self.cells.len() + to;
            if self.paths == 1 {
                return Some(number);
            }
            let path = paths.entry(number).and_modify(|path| *path += 1).or_insert(0);
            (*path < self.paths).then(|| *path * layer + number)
        };
        moves.iter().map(number).collect()
    }

    /// The first and the last cell of a move; `None` for a pass. Unlike [`Board::path`](crate::Board::path) it compares no names, because this is
    /// done for each move of many positions.
    fn ends(&self, name: &str) -> Option<(usize, usize)> {
        let digit = |letter: &u8| letter.is_ascii_digit();
        let bytes = name.as_bytes();
        let first = bytes.iter().position(digit)?;
        let first = first + bytes[first..].iter().take_while(|byte| digit(byte)).count();
        let last = bytes.iter().rev().take_while(|byte| digit(byte)).count();
        let last = last + bytes.iter().rev().skip(last).take_while(|byte| !digit(byte)).count();
        Some((*self.cells.get(name.get(..first)?)?, *self.cells.get(name.get(name.len() - last..)?)?))
    }
}
