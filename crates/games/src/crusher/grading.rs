//! The grading of programs that play Crusher.

use super::mistakes::MISTAKES;
use crate::family::grading::{Arrangement, Cut};
use crate::family::{Grading, Size};

pub(super) const GRADING: Grading = Grading {
    sizes: &[Size::Number(3), Size::Number(4)],
    scatter: Some(scatter),
    cuts,
    mistakes: Some(MISTAKES),
    ..Grading::MINIMAL
};

/// As many stones as a side needs to stay in the game, or more.
fn scatter(men: &mut Arrangement<'_>) {
    let size = men.size.number();
    for stone in ['W', 'B'] {
        for _ in 0..size + men.random.below(size) {
            men.put(stone);
        }
    }
}

/// The hexagons inside the hexagon that are one cell smaller: in its centre, and at each of its corners.
fn cuts(size: Size) -> Vec<Cut> {
    let size = size.number();
    if size <= 2 {
        return Vec::new();
    }
    let starts = [(1, 0), (0, 0), (0, 1), (1, -1), (1, 1), (2, -1), (2, 0)];
    starts.into_iter().map(|(down, right)| hexagon(size, down, right)).collect()
}

/// The smaller hexagon that starts this many rows down and slanted columns to the right.
fn hexagon(size: usize, down: usize, right: isize) -> Cut {
    // Slanted columns run from the upper right to the lower left; their number is the column minus the start of the row.
    let start = |row: usize, size: usize| row.min(size - 1) as isize;
    let cell = |(row, column): (usize, usize)| {
        let slanted = column as isize - start(row, size - 1) + right;
        let row = row + down;
        let column = usize::try_from(slanted + start(row, size)).ok()?;
        (column < length(size, row))
            .then(|| (0..row).map(|above| length(size, above)).sum::<usize>() + column)
    };
    let rows = 0..2 * size - 3;
    let cells = rows.flat_map(|row| (0..length(size - 1, row)).map(move |column| (row, column)));
    Cut { size: Size::Number(size - 1), cells: cells.map(cell).collect() }
}

/// How many cells a row of the hexagon has.
fn length(size: usize, row: usize) -> usize {
    2 * size - 1 - row.abs_diff(size - 1)
}
