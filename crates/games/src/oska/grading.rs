//! The grading of programs that play Oska.

use game::Side;

use super::mistakes::MISTAKES;
use crate::family::grading::{Arrangement, Cut, GameTheme, Scene};
use crate::family::{Grading, Size};

pub(super) const GRADING: Grading = Grading {
    sizes: &[Size::Number(4), Size::Number(5), Size::Number(6)],
    themes: &[
        GameTheme {
            about: "a jump across the waist is possible",
            legal: true,
            decisive: false,
            best: true,
            fits: |scene| scene.captures_on(scene.board.row(scene.board.rows.len() / 2)),
            scatter: None,
        },
        GameTheme {
            about: "a move brings both sides home at once",
            legal: false,
            decisive: true,
            best: true,
            fits: |scene| scene.moves.iter().any(|(_, after)| both_home(scene, after)),
            scatter: Some(last_jump),
        },
    ],
    scatter: Some(scatter),
    cuts,
    mistakes: Some(MISTAKES),
};

/// Whether all men of both sides stand on the enemy's first row.
fn both_home(scene: &Scene<'_>, letters: &[char]) -> bool {
    let rows = [scene.board.rows.len() - 1, 0];
    Side::BOTH.into_iter().zip(rows).all(|(side, home)| {
        let men = scene.count(letters, side);
        men > 0 && men == scene.count(&letters[scene.board.row(home)], side)
    })
}

/// Men of both sides. Half of them have already arrived, so that races are close to the end.
fn scatter(men: &mut Arrangement<'_>) {
    let last = men.board.rows.len() - 1;
    for (letter, home) in [('w', last), ('b', 0)] {
        for _ in 0..=men.random.below(men.size.number()) {
            if men.random.below(2) == 0 {
                men.put_in_row(home, letter);
            } else {
                men.put(letter);
            }
        }
    }
}

/// The end of a race: all men are home except one of each side, and these two can meet before the last row.
fn last_jump(men: &mut Arrangement<'_>) {
    let last = men.board.rows.len() - 1;
    let ((jumper, from), (victim, over)) = match men.side {
        Side::White => (('w', last - 2), ('b', last - 1)),
        Side::Black => (('b', 2), ('w', 1)),
    };
    men.put_in_row(from, jumper);
    men.put_in_row(over, victim);
    for (letter, home) in [('w', last), ('b', 0)] {
        for _ in 0..=men.random.below(men.size.number() - 1) {
            men.put_in_row(home, letter);
        }
    }
}

/// Removes the rows at both ends; or the rows next to them and one cell at one side of the end rows.
fn cuts(size: Size) -> Vec<Cut> {
    let size = size.number();
    if size <= 3 {
        return Vec::new();
    }
    let cut = |cells: Vec<usize>| Cut {
        size: Size::Number(size - 1),
        cells: cells.into_iter().map(Some).collect(),
    };
    // The end rows have `size` cells each, and the rows next to them one less.
    let cells = (0..2 * size - 3).map(|row| 2 + row.abs_diff(size - 2)).sum::<usize>();
    let middle = || 2 * size - 1..cells - (2 * size - 1);
    vec![
        cut((size..cells - size).collect()),
        cut((1..size).chain(middle()).chain(cells - size + 1..cells).collect()),
        cut((0..size - 1).chain(middle()).chain(cells - size..cells - 1).collect()),
    ]
}
