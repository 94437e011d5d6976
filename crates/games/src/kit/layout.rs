//! Maps the cells of a board to bit numbers, called *places*, and to names such as `a1`.

use std::ops::Range;

use game::{Board, BoardText, Error, Outline, Problem, Side, cell_name, column_name};

use crate::kit::bits::Bits;

/// Each row of a board is a block of consecutive bits; the first block is the row at White's end. The blocks ensure that
/// 1. the neighbour of a cell in a given direction is always the same number of bits away,
/// 2. a step off the board ends on an unused bit, and
/// 3. a rotation of the board by 180° reverses the bits.
///
/// ```text
/// A 3 × 3 board:   0  1  2  (3)
///                  4  5  6  (7)      bits 3 and 7 are unused
///                  8  9 10
/// ```
///
/// The name of a cell is a column letter and a row number. The first cell is `a1`, and `c2` is the third cell of the
/// second row. After column `z` come `aa`, `ab` and so on.
#[derive(Clone, Debug)]
pub struct Layout<B> {
    /// The places of the cells in each row.
    rows: Vec<Range<u32>>,
    /// The cells of each row.
    row_sets: Vec<B>,
    /// For each side, the number of rows to the far end.
    rows_ahead: [RowSum<B>; 2],
    cells: B,
    /// The place of the last cell.
    last: u32,
}

/// Gives every row a number and sums it over a set of cells. For each binary digit, it holds the cells whose number has this
/// digit: a sum over digits needs fewer steps than a sum over rows.
#[derive(Clone, Debug)]
pub struct RowSum<B> {
    /// The lowest digits: on boards of at most eight rows there are no others. A list of fixed length needs no loop.
    low: [B; 3],
    high: Vec<B>,
}

impl<B: Bits> RowSum<B> {
    fn new(row_sets: &[B], number: impl Fn(usize) -> usize) -> RowSum<B> {
        let rows = 0..row_sets.len();
        let digits = usize::BITS - rows.clone().map(&number).max().unwrap_or(0).leading_zeros();
        let digit = |digit: u32| {
            let has = |row: &usize| number(*row) >> digit & 1 == 1;
            rows.clone().filter(has).fold(B::EMPTY, |cells, row| cells | row_sets[row])
        };
        RowSum { low: [0, 1, 2].map(digit), high: (3..digits).map(digit).collect() }
    }

    /// The sum of the numbers of these cells.
    #[inline]
    pub fn of(&self, cells: B) -> u32 {
        let sum = |from: u32, sets: &[B]| {
            (from..).zip(sets).map(|(digit, &set)| (cells & set).count() << digit).sum::<u32>()
        };
        sum(0, &self.low) + sum(3, &self.high)
    }
}

impl<B: Bits> Layout<B> {
    /// A layout of rows, each given by its first bit and its length. The first row starts at bit 0. The caller chooses
    /// rows with the properties above.
    pub fn new(rows: impl IntoIterator<Item = (u32, u32)>) -> Layout<B> {
        let rows: Vec<_> = rows.into_iter().map(|(first, length)| first..first + length).collect();
        let row_sets: Vec<B> = rows.iter().cloned().map(B::of).collect();
        let cells = row_sets.iter().fold(B::EMPTY, |cells, &row| cells | row);
        let last_row = rows.len() - 1;
        let rows_ahead = [RowSum::new(&row_sets, |row| last_row - row), RowSum::new(&row_sets, |row| row)];
        Layout { rows, row_sets, rows_ahead, cells, last: cells.highest() }
    }

    /// A rectangle, with one unused bit between rows.
    pub fn rectangle(rows: usize, columns: usize) -> Layout<B> {
        let columns = columns as u32;
        Layout::new((0..rows as u32).map(|row| (row * (columns + 1), columns)))
    }

    /// The board for code that draws it.
    pub fn board(&self, outline: Outline, text: BoardText) -> Board {
        Board::of_rows(outline, self.rows.iter().map(Range::len).collect(), text)
    }

    /// All cells.
    #[inline(always)]
    pub fn cells(&self) -> B {
        self.cells
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// The places of the cells in a row. Row 0 is at White's end.
    pub fn row(&self, row: usize) -> Range<u32> {
        self.rows[row].clone()
    }

    /// The cells of a row as a set.
    #[inline(always)]
    pub fn row_set(&self, row: usize) -> B {
        self.row_sets[row]
    }

    /// Converts cell numbers (0 is the first cell in the text of a board) to places. Other numbers are skipped.
    pub fn places_of(&self, numbers: &[usize]) -> Vec<u32> {
        numbers.iter().filter_map(|&number| self.cells.iter().nth(number)).collect()
    }

    /// The distance from `from` to `to` in rows forward and columns to the right, from the point of view of `side`.
    pub fn offset(&self, side: Side, from: u32, to: u32) -> (i32, i32) {
        let [(from_row, from_column), (to_row, to_column)] =
            [from, to].map(|place| self.row_and_column(place));
        let (rows, columns) = (to_row as i32 - from_row as i32, to_column as i32 - from_column as i32);
        if side == Side::White { (rows, columns) } else { (-rows, -columns) }
    }

    /// The row and the column of a cell, counted from 0.
    pub fn row_and_column(&self, place: u32) -> (usize, u32) {
        let row = self.rows.partition_point(|row| row.start <= place) - 1;
        (row, place - self.rows[row].start)
    }

    /// The sum, over these cells, of the number of rows to the far end of the board for `side`.
    #[inline]
    pub fn rows_ahead(&self, side: Side, cells: B) -> u32 {
        self.rows_ahead[side.index()].of(cells)
    }

    /// Sums a function of the number of rows to the far end of the board for `side`.
    pub fn row_sum(&self, side: Side, number: impl Fn(usize) -> usize) -> RowSum<B> {
        let last_row = self.height() - 1;
        RowSum::new(&self.row_sets, |row| number(if side == Side::White { last_row - row } else { row }))
    }

    /// Rotates a set of cells by 180°.
    #[inline]
    pub fn turned(&self, set: B) -> B {
        set.reversed() >> (B::WIDTH - 1 - self.last)
    }

    /// The place of a cell after a rotation by 180°.
    #[inline]
    pub fn turned_place(&self, place: u32) -> u32 {
        self.last - place
    }

    /// The place of a cell after a reflection from left to right.
    pub fn reflected_place(&self, place: u32) -> u32 {
        let (row, column) = self.row_and_column(place);
        self.row(row).end - 1 - column
    }

    /// The name of a cell.
    pub fn name(&self, place: u32) -> String {
        let (row, column) = self.row_and_column(place);
        cell_name(column as usize, row)
    }

    /// Reads the names of cells written one after the other, such as `c2c3`.
    ///
    /// # Errors
    /// When something in the text is not the name of a cell of this board.
    pub fn parse_names(&self, text: &str) -> Result<Vec<u32>, Error> {
        let mut places = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let letters = rest.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(rest.len());
            let digits = rest[letters..].find(|c: char| !c.is_ascii_digit());
            let (name, after) = rest.split_at(digits.map_or(rest.len(), |digits| letters + digits));
            let Some(place) = self.parse_cell(&name[..letters], &name[letters..]) else {
                // A name that is not complete is shown with the character that follows.
                let complete = 0 < letters && letters < name.len();
                let name: String = rest.chars().take(name.len() + usize::from(!complete)).collect();
                let start = text[..text.len() - rest.len()].chars().count();
                let place = start..start + name.chars().count();
                return Err(Error::new(Problem::Cell { name, last: self.name(self.last) }, text, place));
            };
            places.push(place);
            rest = after;
        }
        Ok(places)
    }

    fn parse_cell(&self, column: &str, row: &str) -> Option<u32> {
        // A row number has no leading zeros: `a01` is not a name.
        let number = row.parse::<usize>().ok().filter(|_| !row.starts_with('0'))?;
        let row = self.rows.get(number.checked_sub(1)?)?;
        row.clone().zip(0..).find(|&(_, index)| column_name(index) == column).map(|(place, _)| place)
    }
}

/// The number of bits of a [rectangle](Layout::rectangle). After the last row there is no unused bit.
pub const fn rectangle_bits(rows: usize, columns: usize) -> usize {
    rows * (columns + 1) - 1
}

impl Layout<u64> {
    /// For each place, its place after a left-right reflection. Unused bits stay where they are.
    pub fn reflection(&self) -> [u8; 64] {
        self.permutation(|place| self.reflected_place(place))
    }

    /// A table that maps each cell to `image` of it, and each unused bit to itself.
    pub fn permutation(&self, image: impl Fn(u32) -> u32) -> [u8; 64] {
        std::array::from_fn(|place| {
            let place = place as u32;
            (if self.cells.has(place) { image(place) } else { place }) as u8
        })
    }
}
