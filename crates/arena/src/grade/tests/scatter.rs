//! Random arrangements of the standard games.

use quadrille::grading::Arrangement;
use quadrille::{Catalogue, Random, Side};

use super::super::exercise::Theme;
use super::super::scatter::{scatter, some_of};

#[test]
fn many_arrangements_of_each_game_are_positions() {
    for family in Catalogue::standard().families() {
        let start = family.open(family.descriptor().sizes.default()).start();
        let mut random = Random::new(5);
        let is_position = |text: String| start.game().line(&text).is_ok_and(|line| line.ending().is_none());
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
