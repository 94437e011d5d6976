//! Positions that become smaller, on the boards of all games.

use std::collections::BTreeSet;

use quadrille::Catalogue;

use super::super::exercise::{Check, Exercise, Theme};
use super::super::setup::Setup;
use super::super::shrink::shrink;
use crate::fixture::game;

fn exercise(name: &str, position: &str) -> Exercise {
    let position = position.to_string();
    Exercise { check: Check::Legal, theme: Theme::Play, game: game(name), position, depth: 3, own: None }
}

#[test]
fn everything_that_does_not_matter_goes() {
    let catalogue = Catalogue::standard();
    for (name, start) in [
        ("ctf:6", "-wWww--wwww---------------bbbb--bbBb-,-wWww--wwww---------------bbbb--bbBb- w"),
        ("crusher:4", "WWWW--WWW----------------------BBB-BBBB- W"),
        ("oska:6", "wwwwww/-----/----/---/--/---/----/-----/bbbbbb w"),
        ("congo", "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w 0"),
    ] {
        // A program that fails in every position with two men or more.
        let mut asked = 0;
        let small = shrink(&exercise(name, start), &catalogue, &mut |exercise| {
            asked += 1;
            let is_position = exercise.game.line(&exercise.position).is_ok();
            Some(is_position && Setup::read(&exercise.game, &exercise.position).men() >= 2)
        });
        let setup = Setup::read(&small.game, &small.position);
        assert_eq!((setup.men(), setup.boards.len(), small.depth), (2, 1, 1), "{}", small.position);
        assert!(asked < 150, "{asked} questions for {name}");
    }
}

#[test]
fn every_cut_makes_a_board_of_the_game() {
    for family in Catalogue::standard().families() {
        let descriptor = family.descriptor();
        for size in descriptor.sizes.all().into_iter().take(6) {
            let cells = family.open(size).board().cells.len();
            for cut in (descriptor.grading.cuts)(size) {
                let small = family.open(cut.size);
                assert_eq!(small.board().cells.len(), cut.cells.len(), "{small}");
                let used: Vec<usize> = cut.cells.iter().copied().flatten().collect();
                assert_eq!(used.iter().collect::<BTreeSet<_>>().len(), used.len(), "{small}");
                assert!(cut.cells.len() < cells && used.iter().all(|&cell| cell < cells), "{small}");
            }
        }
    }
}

#[test]
fn it_stops_when_the_program_may_not_be_asked_any_more() {
    let start = exercise("oska:4", "wwww/---/--/---/bbbb w");
    let small = shrink(&start, &Catalogue::standard(), &mut |_| None);
    assert_eq!((small.position, small.depth), (start.position, start.depth));
}
