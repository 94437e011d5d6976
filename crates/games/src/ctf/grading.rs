//! The grading of programs that play Capture the Flag.

use super::mistakes::MISTAKES;
use crate::family::grading::{Arrangement, Cut};
use crate::family::{Grading, Size};

pub(super) const GRADING: Grading = Grading {
    sizes: &[Size::Number(4), Size::Number(5), Size::Number(6)],
    scatter: Some(scatter),
    cuts,
    mistakes: Some(MISTAKES),
    ..Grading::MINIMAL
};

/// A flag and pawns for each side.
fn scatter(men: &mut Arrangement<'_>) {
    for flag in ['W', 'B'] {
        men.put(flag);
    }
    for pawn in ['w', 'b'] {
        for _ in 0..=men.random.below(men.size.number()) {
            men.put(pawn);
        }
    }
}

/// Removes a row and a column.
fn cuts(size: Size) -> Vec<Cut> {
    let size = size.number();
    if size <= 2 {
        return Vec::new();
    }
    let without = |row: usize, column: usize| Cut {
        size: Size::Number(size - 1),
        cells: (0..size * size)
            .filter(|cell| cell / size != row && cell % size != column)
            .map(Some)
            .collect(),
    };
    (0..size * size).map(|cell| without(cell / size, cell % size)).collect()
}
