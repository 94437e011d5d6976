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

/// Puts a random share of these men anywhere.
fn some_of(letters: &[char], men: &mut Arrangement<'_>) {
    let share = 1 + men.random.below(4);
    for &letter in letters.iter().filter(|&&letter| letter != EMPTY) {
        if men.random.below(4) < share {
            men.put(letter);
        }
    }
}

#[cfg(test)]
mod tests {
    use quadrille::Catalogue;

    use super::*;

    #[test]
    fn many_arrangements_of_each_game_are_positions() {
        for family in Catalogue::standard().families() {
            let start = family.open(family.descriptor().sizes.default()).start();
            let mut random = Random::new(5);
            let is_position =
                |text: String| start.game().line(&text).is_ok_and(|line| line.ending().is_none());
            let own = (0..200).filter(|_| is_position(scatter(&*start, Theme::Play, &mut random))).count();
            assert!(own >= 40, "{}: {own} of 200", start.game());
            let by_default = (0..200).filter(|_| {
                let game = start.game();
                let mut men = Arrangement::new(game.size(), game.board(), Side::White, &mut random);
                some_of(&start.cells(), &mut men);
                is_position(game.write_cells(&men.cells, Side::White))
            });
            assert!(by_default.count() >= 4, "{}", start.game());
        }
    }
}
