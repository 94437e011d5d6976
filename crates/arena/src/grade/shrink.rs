//! Makes a position in which a program fails smaller while it still fails.
//!
//! It tries fewer old boards, fewer men and a smaller board among those of the assignment, again and again until nothing helps. The
//! look-ahead stays the same. The result is a position of its game. The number of attempts is limited.

use quadrille::{EMPTY, GameRef};

use super::exercise::Exercise;
use super::positions::{Setup, men};

/// Whether the program fails in the same way here; `None` when it may not be asked any more.
pub(super) type StillFails<'f> = &'f mut dyn FnMut(&Exercise) -> Option<bool>;

/// A way to make an exercise smaller: the candidates in the order in which they are tried.
type Step = fn(&Exercise, &[GameRef]) -> Vec<Exercise>;

/// The smallest exercise found in which the program still fails, on one of these boards.
pub(super) fn shrink(exercise: &Exercise, boards: &[GameRef], fails: StillFails<'_>) -> Exercise {
    let steps: [Step; 3] = [fewer_boards, fewer_men, smaller_boards];
    let mut smallest = exercise.clone();
    loop {
        let mut improved = false;
        for step in steps {
            match improve(&mut smallest, step, boards, fails) {
                Some(helped) => improved |= helped,
                None => return smallest,
            }
        }
        if !improved {
            return smallest;
        }
    }
}

/// Takes one kind of step as long as it helps, and says whether it did; `None` when the program may not be asked any more.
fn improve(smallest: &mut Exercise, step: Step, boards: &[GameRef], fails: StillFails<'_>) -> Option<bool> {
    let mut helped = false;
    // A candidate that did not help is tried again only after another one has helped, and after those that follow it.
    let mut tried = 0;
    loop {
        let Some(candidate) = step(smallest, boards).into_iter().nth(tried) else {
            return Some(helped);
        };
        if fails(&candidate)? {
            *smallest = candidate;
            helped = true;
        } else {
            tried += 1;
        }
    }
}

fn with_setup(exercise: &Exercise, setup: &Setup) -> Exercise {
    Exercise { game: setup.game.clone(), position: setup.text(), ..exercise.clone() }
}

/// Without any history, with half of it, without the oldest board.
fn fewer_boards(exercise: &Exercise, _: &[GameRef]) -> Vec<Exercise> {
    let setup = Setup::read(&exercise.game, &exercise.position);
    let boards = setup.boards.len();
    let mut lengths = vec![1, boards.div_ceil(2), boards.saturating_sub(1)];
    lengths.retain(|&length| (1..boards).contains(&length));
    lengths.dedup();
    let cut = |length| Setup { boards: setup.boards[..length].to_vec(), ..setup.clone() };
    lengths.into_iter().map(|length| with_setup(exercise, &cut(length))).collect()
}

/// Without one of the men who stand where they stood on every old board.
fn fewer_men(exercise: &Exercise, _: &[GameRef]) -> Vec<Exercise> {
    let setup = Setup::read(&exercise.game, &exercise.position);
    let mut candidates = Vec::new();
    for (cell, &letter) in setup.boards[0].iter().enumerate() {
        if letter != EMPTY && setup.boards.iter().all(|board| board.get(cell) == Some(&letter)) {
            let mut fewer = setup.clone();
            for board in &mut fewer.boards {
                board[cell] = EMPTY;
            }
            candidates.push(with_setup(exercise, &fewer));
        }
    }
    candidates
}

/// On a smaller board, if all men still stand on it.
fn smaller_boards(exercise: &Exercise, boards: &[GameRef]) -> Vec<Exercise> {
    let setup = Setup::read(&exercise.game, &exercise.position);
    let mut candidates = Vec::new();
    for cut in (setup.game.descriptor().grading.cuts)(setup.game.size()) {
        let Some(game) = boards.iter().find(|game| game.size() == cut.size) else {
            continue;
        };
        let small = |large: &Vec<char>| -> Vec<char> {
            cut.cells
                .iter()
                .map(|cell| cell.and_then(|cell| large.get(cell)).copied().unwrap_or(EMPTY))
                .collect()
        };
        let boards: Vec<Vec<char>> = setup.boards.iter().map(small).collect();
        if boards.iter().zip(&setup.boards).all(|(small, large)| men(small) == men(large)) {
            let rest = setup.rest.clone();
            candidates.push(with_setup(exercise, &Setup { game: game.clone(), boards, rest }));
        }
    }
    candidates
}
