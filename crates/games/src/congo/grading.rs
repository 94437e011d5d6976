//! The grading of programs that play Congo.

use game::Ground;

use super::mistakes::MISTAKES;
use crate::family::grading::{Arrangement, GameTheme, Scene};
use crate::family::{Grading, Size};

pub(super) const GRADING: Grading = Grading {
    themes: &[
        GameTheme {
            about: "men stand in the river",
            legal: true,
            decisive: false,
            best: true,
            fits: men_in_river,
            scatter: None,
        },
        GameTheme {
            about: "a monkey can jump several times",
            legal: true,
            decisive: false,
            best: false,
            fits: |scene| scene.moves.iter().any(|(name, _)| scene.board.path(name).len() > 2),
            scatter: None,
        },
    ],
    scatter: Some(scatter),
    mistakes: Some(MISTAKES),
    ..Grading::MINIMAL
};

/// Whether men of the side to move, other than crocodiles, are in danger of drowning.
fn men_in_river(scene: &Scene<'_>) -> bool {
    scene.board.cells.iter().zip(scene.cells).any(|(cell, &letter)| {
        cell.ground == Ground::Water
            && scene.descriptor.owner(letter) == Some(scene.side)
            && !letter.eq_ignore_ascii_case(&'c')
    })
}

/// A lion in each castle, and other men of the edition anywhere.
fn scatter(men: &mut Arrangement<'_>) {
    let kinds: &[char] = if men.size == Size::Edition(0) {
        &['p', 's', 'g', 'm', 'e', 'c', 'z']
    } else {
        &['p', 'p', 's', 'g', 'z']
    };
    for (lion, castle) in [('l', 0), ('L', 4)] {
        let row = castle + men.random.below(3);
        let cell = men.board.row(row).start + 2 + men.random.below(3);
        men.cells[cell] = lion;
    }
    for _ in 0..4 + men.random.below(10) {
        let kind = men.random.pick(kinds);
        let letter = if men.random.below(2) == 0 { kind } else { kind.to_ascii_uppercase() };
        men.put(letter);
    }
}
