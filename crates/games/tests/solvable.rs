//! The laws of games that can be solved: in random games, and with few men on random cells.

use game::{Notation, Random, Rules, Side};
use games::congo::{Congo, Kind};
use games::crusher::Crusher;
use games::ctf::Ctf;
use games::oska::Oska;
use games::{Visitor, visit};
use solve::Solvable;
use solve::laws::{check, check_tier};

/// Checks some random games, and random positions of some tiers.
fn laws<G: Notation + Solvable>(game: &G, tiers: &[&str]) {
    let mut random = Random::new(11);
    check(game, &mut random, 8, 60);
    for text in tiers {
        let tier = G::parse_tier(text).unwrap_or_else(|error| panic!("{error}"));
        check_tier(game, tier, &mut random, 60);
    }
}

#[test]
fn capture_the_flag() {
    let few = ["wW-bB", "wwW-bB", "wW-bbB", "wwW-bbB"];
    laws(&Ctf::new(3), &few);
    laws(&Ctf::new(4), &[few.as_slice(), &["wwwW-bbB", "wwwW-bbbbB", "w-bB"]].concat());
    laws(&Ctf::new(5), &[few.as_slice(), &["wwwW-bbB", "wwwwwW-bbbbbB"]].concat());
}

#[test]
fn crusher() {
    laws(&Crusher::new(2), &["WW-BB", "WWW-BB", "WW-BBB", "WWW-BBB", "WW-B"]);
    laws(&Crusher::new(3), &["WWW-BBB", "WWWW-BBB", "WWW-BBBBB", "WWWWW-BBBBB", "WWWWWW-BBBBBB"]);
}

#[test]
fn oska() {
    let few = ["w-b", "ww-b", "w-bb", "ww-bb", "www-bb", "w-"];
    laws(&Oska::new(3), &few);
    laws(&Oska::new(4), &[few.as_slice(), &["wwww-bbbb", "ww-bbbb"]].concat());
    laws(&Oska::new(5), &[few.as_slice(), &["wwww-bbbb", "wwwww-bbbbb"]].concat());
}

#[test]
fn congo() {
    check(&Congo::new(), &mut Random::new(5), 2, 80);
    check(&Congo::course(), &mut Random::new(6), 4, 80);
}

#[test]
fn congo_with_few_men() {
    let game = Congo::new();
    let mut random = Random::new(7);
    for extra in [0, 1, 2, 3, 4] {
        for _ in 0..40 {
            let tier = random_tier(&mut random, extra);
            let tier = Congo::parse_tier(&tier).unwrap_or_else(|error| panic!("{error}"));
            check_tier(&game, tier, &mut random, 20);
        }
    }
}

/// Both lions and this many other men.
fn random_tier(random: &mut Random, extra: usize) -> String {
    let mut armies = ["L".to_string(), "l".to_string()];
    for _ in 0..extra {
        let (side, kind) = (random.pick(&Side::BOTH), random.pick(&Kind::ALL));
        let kind = if kind == Kind::Lion { Kind::Pawn } else { kind };
        armies[side.index()].push(kind.letter(side));
    }
    armies.join("-")
}

#[test]
fn the_letters_of_congo_are_those_of_its_positions() {
    for (kind, letters) in Kind::ALL.into_iter().zip(Congo::LETTERS) {
        assert_eq!(*letters, Side::BOTH.map(|side| kind.letter(side)));
    }
}

#[test]
fn a_pawn_of_congo_on_its_last_rank_cannot_be_placed() {
    let game = Congo::new();
    let mut placement = game.placement(&game.start());
    placement[Side::White.index()][Kind::Pawn.index()] = 1 << 48;
    assert_eq!(game.place(&placement, Side::White), None);
}

#[test]
fn larger_boards_are_not_for_solving() {
    struct IsSolvable;
    impl Visitor for IsSolvable {
        type Output = bool;

        fn game<G: Notation>(self, _game: G) -> bool {
            false
        }

        fn solvable<G: Notation + Solvable + Clone>(self, _game: G) -> bool {
            true
        }
    }
    for (game, fits) in [("ctf:7", true), ("ctf:8", false), ("crusher:4", true), ("crusher:5", false)] {
        assert_eq!(visit(game, IsSolvable), Ok(fits), "{game}");
    }
}
