//! The linear algebra that ratings need.

/// The inverse of a symmetric, positive definite matrix; `None` if it is not one within the precision of its numbers.
pub(super) fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    // Gauss–Jordan elimination in place. Such a matrix needs no pivoting.
    for pivot in 0..matrix.len() {
        let scale = matrix[pivot][pivot];
        if !(scale > 0.0 && scale.is_finite()) {
            return None;
        }
        matrix[pivot][pivot] = 1.0;
        matrix[pivot].iter_mut().for_each(|value| *value /= scale);
        let pivot_row = matrix[pivot].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|&(index, _)| index != pivot) {
            let factor = std::mem::replace(&mut row[pivot], 0.0);
            row.iter_mut().zip(&pivot_row).for_each(|(value, &above)| *value -= factor * above);
        }
    }
    Some(matrix)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inverse_is_the_known_one() {
        // The second difference of four points: its inverse is min(i, j) * (5 - max(i, j)) / 5, counting from 1.
        let row = |i: i32| (0..4).map(|j: i32| [2.0, -1.0, 0.0, 0.0][i.abs_diff(j) as usize]).collect();
        let inverse = inverse((0..4).map(row).collect()).unwrap();
        for (i, row) in inverse.iter().enumerate() {
            for (j, value) in row.iter().enumerate() {
                let expected = ((1 + i.min(j)) * (4 - i.max(j))) as f64 / 5.0;
                assert!((value - expected).abs() < 1e-14, "{value} at {i}, {j}");
            }
        }
    }

    #[test]
    fn singular_matrices_have_no_inverse() {
        assert_eq!(inverse(vec![vec![1.0, 1.0], vec![1.0, 1.0]]), None);
        assert_eq!(inverse(vec![vec![f64::NAN]]), None);
        assert_eq!(inverse(Vec::new()), Some(Vec::new()));
    }
}
