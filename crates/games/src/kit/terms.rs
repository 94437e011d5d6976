//! Evaluations as lists of terms: a count for each side times a weight.

use game::{Side, Term};

/// The name and the weight of each term.
pub type Weights<const TERMS: usize> = [(&'static str, i32); TERMS];

/// The evaluation for the side to move, from the counts of White and Black. The caller computes them with a constant for each side,
/// so that the compiler knows the direction of each shift; a function that is called with a side would be compiled only once.
#[inline(always)]
pub fn evaluate<const TERMS: usize>(
    weights: &Weights<TERMS>,
    to_move: Side,
    [white, black]: [[i32; TERMS]; 2],
) -> i32 {
    let mut for_white = 0;
    for term in 0..TERMS {
        for_white += weights[term].1 * (white[term] - black[term]);
    }
    if to_move == Side::White { for_white } else { -for_white }
}

/// The terms with their counts.
pub fn list<const TERMS: usize>(
    weights: &Weights<TERMS>,
    counts: impl Fn(Side) -> [i32; TERMS],
) -> Vec<Term> {
    let [white, black] = Side::BOTH.map(counts);
    let term = |(index, &(name, weight))| Term { name, weight, counts: [white[index], black[index]] };
    weights.iter().enumerate().map(term).collect()
}

/// The least and the most that a move adds to the evaluation for the mover. `counts` contains the least and the most
/// that it adds to the difference between the mover's and the enemy's count of each term.
#[inline(always)]
pub fn change<const TERMS: usize>(weights: &Weights<TERMS>, counts: [(i32, i32); TERMS]) -> (i32, i32) {
    let (mut least, mut most) = (0, 0);
    for term in 0..TERMS {
        let (weight, (low, high)) = (weights[term].1, counts[term]);
        least += weight * if weight > 0 { low } else { high };
        most += weight * if weight > 0 { high } else { low };
    }
    (least, most)
}

/// The value of these counts.
#[inline(always)]
pub fn total<const TERMS: usize>(weights: &Weights<TERMS>, counts: [i32; TERMS]) -> i32 {
    (0..TERMS).map(|term| weights[term].1 * counts[term]).sum()
}
