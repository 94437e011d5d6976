//! The game itself: moves, refusals, taking back, endings.

use super::super::game::InteractiveGame;
use super::new_game;

#[test]
fn moves_are_played_by_name_or_board_and_taken_back_to_a_persons_turn() {
    let mut game = new_game("ctf:3", "startpos", [true, false]);
    let start = game.line().text();
    game.play("a1a2").expect("by its name");
    game.play("-Www-bbB-").expect("by its board");
    game.play("C1 - C3").expect("as people write it");
    assert_eq!(game.moves.len(), 3);
    assert!(game.is_engines_turn());
    game.undo().expect("White's second move");
    assert_eq!(game.moves.len(), 2);
    assert!(game.is_humans_turn());
    game.undo().expect("the engine's move and White's first");
    assert_eq!((game.moves.len(), game.line().text()), (0, start));
    assert_eq!(game.undo(), Err("you have not moved yet".to_string()));
}

#[test]
fn every_position_has_a_number_of_its_own() {
    let mut game = new_game("oska:3", "startpos", [true, true]);
    let mut seen = vec![game.version];
    for step in ["b1a2", "undo", "b1a2", "resign", "undo", "restart"] {
        match step {
            "undo" => game.undo().expect("something to take back"),
            "resign" => game.resign().expect("a person"),
            "restart" => game.restart(),
            name => game.play(name).expect(name),
        }
        assert!(!seen.contains(&game.version));
        seen.push(game.version);
    }
}

#[test]
fn the_engines_first_move_is_not_taken_back() {
    let mut game = new_game("oska:3", "startpos", [false, true]);
    game.play("b1a2").expect("the engine's move");
    assert!(game.undo().is_err());
    assert_eq!(game.moves.len(), 1);
}

#[test]
fn refusals_say_why_and_change_nothing() {
    let refusals = |name: &str, position: &str, answers: &[&str]| {
        let mut game = new_game(name, position, [true, true]);
        let before = game.line().text();
        let reasons: Vec<String> = answers.iter().map(|a| game.play(a).expect_err(a)).collect();
        assert_eq!(game.line().text(), before);
        reasons.join("\n")
    };
    insta::with_settings!({ omit_expression => true }, {
        insta::assert_snapshot!("refusals", [
            refusals("ctf", "startpos", &["c2c4", "c3c4", "hello", "", "z9z8", "wwwww-----------------bB--"]),
            refusals("ctf", "w-W---bB-,wW----bB- w", &["c1b1", "wW----bB-"]),
            refusals("oska:3", "startpos", &["pass", "a1b2"]),
            refusals("oska", "w--/b-/-b- w", &["a1a2", "what"]),
        ].join("\n--\n"));
    });
}

#[test]
fn a_repeated_board_is_named_by_its_ply() {
    let mut game = new_game("crusher:3", "startpos", [true, true]);
    for name in ["c2d3", "c4d4"] {
        game.play(name).expect(name);
    }
    let refusal = |game: &mut InteractiveGame, name| game.play(name).expect_err(name);
    assert_eq!(game.play("d3c2"), Ok(()), "the black man stands elsewhere");
    assert_eq!(refusal(&mut game, "d4c4"), "d4c4 is not legal: this would repeat the starting board");
    game.play("b4b3").expect("another move");
    game.play("c2d3").expect("back again");
    assert_eq!(refusal(&mut game, "b3b4"), "b3b4 is not legal: this would repeat the board after ply 2");
}

#[test]
fn a_pass_is_forced_when_nothing_else_is_legal() {
    let mut game = new_game("oska", "w--/b-/-b- w", [true, true]);
    assert_eq!(game.forced_pass(), Some("pass"));
    game.play("pass").expect("the only move");
    assert_eq!(game.forced_pass(), None);
}

#[test]
fn a_resignation_ends_the_game_and_can_be_taken_back() {
    let mut game = new_game("crusher:3", "startpos", [true, false]);
    game.resign().expect("White's turn");
    assert_eq!(game.ending().as_deref(), Some("Black has won: White has resigned"));
    assert_eq!(game.legal().count(), 0);
    let over = game.play("a1a2").expect_err("the game is over");
    assert!(over.starts_with("the game is over: "), "{over}");
    game.undo().expect("the resignation");
    assert!(game.is_humans_turn() && game.legal().count() > 0);
}

#[test]
fn games_that_would_not_stop_are_drawn() {
    let mut game = new_game("congo", "3l3/7/7/7/7/6z/Z2L3 w 0", [true, true]);
    for _ in 0..2 {
        for name in ["a1b3", "g2e1", "b3a1", "e1g2"] {
            game.play(name).expect(name);
        }
    }
    let ending = game.ending().expect("three times the same");
    assert!(ending.starts_with("the game is drawn: "), "{ending}");
}

#[test]
fn what_is_left_can_be_played_on() {
    let mut game = new_game("oska:3", "startpos", [false, true]);
    game.play("b1a2").expect("a move");
    assert_eq!(game.command(), "quadrille play oska:3 'w-w/w-/bbb b' --side black --opponent level=1");
}
