//! Positions and moves as numbers: nothing is lost, and no two moves of a position share a number.

use std::collections::HashSet;

use quadrille::{AnyLine, Catalogue, EMPTY, Encoding, GameRef, Random, Side};

const GAMES: [&str; 7] = ["ctf:5", "ctf:12", "crusher:3", "crusher:5", "oska:4", "congo", "congo:course"];

/// Checks the positions of a few random games.
fn each_position(check: impl Fn(&GameRef, &Encoding, &dyn AnyLine)) {
    let catalogue = Catalogue::standard();
    for name in GAMES {
        let game = catalogue.game(name).expect("a game");
        let encoding = Encoding::new(&*game);
        for seed in 0..10 {
            let (mut line, mut random) = (game.start(), Random::new(seed));
            check(&game, &encoding, &*line);
            while line.play_at_random(&mut random, 1) == 1 {
                check(&game, &encoding, &*line);
                if line.boards().len() > 60 {
                    break;
                }
            }
        }
    }
}

#[test]
fn moves_have_numbers_of_their_own() {
    each_position(|game, encoding, line| {
        let moves = line.moves();
        let numbers: Vec<usize> =
            encoding.numbers(&moves).into_iter().map(|number| number.expect("few paths")).collect();
        assert_eq!(numbers.iter().collect::<HashSet<_>>().len(), moves.len(), "{}", line.text());
        let cells = game.board().cells.len();
        for (number, name) in numbers.iter().zip(&moves) {
            assert!(*number < encoding.actions());
            let path = game.board().path(name);
            match path.as_slice() {
                [] => assert_eq!(*number, encoding.actions() - 1, "{name}"),
                [from, .., to] => assert_eq!(number % (cells * cells), from * cells + to, "{name}"),
                [_] => panic!("{name} has one cell"),
            }
        }
    });
}

#[test]
fn captures_with_the_same_ends_have_different_paths() {
    let game = Catalogue::standard().game("congo").expect("a game");
    // The monkey on b5 reaches b1 over the two men of its column, or over all four.
    let line = game.line("3l3/7/1M5/1pp4/7/1pp4/3L3 w 0").expect("a position");
    let moves: Vec<String> =
        line.moves().into_iter().filter(|name| name.starts_with("b5") && name.ends_with("b1")).collect();
    let numbers = Encoding::new(&*game).numbers(&line.moves());
    let numbers: Vec<_> = line
        .moves()
        .iter()
        .zip(numbers)
        .filter(|(name, _)| moves.contains(name))
        .map(|(_, number)| number)
        .collect();
    assert!(moves.len() > 1, "{:?}", line.moves());
    let first = numbers[0].expect("the first path");
    assert_eq!(numbers, (0..moves.len()).map(|path| Some(path * 49 * 49 + first)).collect::<Vec<_>>());
}

#[test]
fn planes_show_the_men_and_the_side() {
    each_position(|game, encoding, line| {
        let [planes, rows, columns] = encoding.shape();
        let values = encoding.planes(line);
        assert_eq!(values.len(), planes * rows * columns);
        let men = game.descriptor().men;
        let plane = |index: usize| &values[index * rows * columns..(index + 1) * rows * columns];
        let mut letters = line.cells().into_iter();
        for (row, &length) in game.board().rows.iter().enumerate() {
            for place in row * columns..(row + 1) * columns {
                let is_cell = place - row * columns < length;
                assert_eq!(plane(planes - 1)[place], u8::from(is_cell));
                let here: Vec<char> =
                    (0..men.len()).filter(|&man| plane(man)[place] == 1).map(|man| men[man].letter).collect();
                let expected = if is_cell { letters.next() } else { None }.filter(|&letter| letter != EMPTY);
                assert_eq!(here, expected.into_iter().collect::<Vec<_>>());
            }
        }
        assert!(plane(planes - 2).iter().all(|&value| value == u8::from(line.side() == Side::White)));
    });
}

#[test]
fn random_games_are_the_same_with_the_same_seed_and_end() {
    let game = Catalogue::standard().game("oska:4").expect("a game");
    let play = |seed, most| {
        let mut line = game.start();
        let plies = line.play_at_random(&mut Random::new(seed), most);
        (plies, line.text(), line.ending_in_play().is_some())
    };
    assert_eq!(play(1, 1000), play(1, 1000));
    assert_ne!(play(1, 1000).1, play(2, 1000).1);
    assert!(play(1, 1000).2);
    assert_eq!(play(1, 3).0, 3);
}
