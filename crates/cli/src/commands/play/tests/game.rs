//! The game itself: moves, taking back, resignations.

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
