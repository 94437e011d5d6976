//! Random arrangements of men: a program must answer in any position, and some positions hardly ever occur in random games.

use quadrille::grading::Arrangement;
use quadrille::{AnyLine, EMPTY, Random, Side};

use super::exercise::Theme;

/// The text of a random arrangement of men for a theme, in the game of `start`. The game decides whether it is a position.
pub(super) fn scatter(start: &dyn AnyLine, theme: Theme, random: &mut Random) -> String {
    let game = start.game();
    let grading = &game.descriptor().grading;
    let of_theme = match theme {
        Theme::Game { index, .. } => grading.themes[index].scatter,
        _ => None,
    };
    let side = random.pick(&Side::BOTH);
    let mut men = Arrangement::new(game.size(), game.board(), side, random);
    match of_theme.or(grading.scatter) {
        Some(scatter) => scatter(&mut men),
        None => some_of(&start.cells(), &mut men),
    }
    game.write_cells(&men.cells, side)
}

/// Puts some of these men anywhere, and leaves some where they stand: certain men may have to.
pub(super) fn some_of(letters: &[char], men: &mut Arrangement<'_>) {
    for (cell, &letter) in letters.iter().enumerate().filter(|&(_, &letter)| letter != EMPTY) {
        match men.random.below(3) {
            0 => men.cells[cell] = letter,
            1 => men.put(letter),
            _ => {}
        }
    }
}
