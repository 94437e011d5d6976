//! What keys do.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::super::app::{Page, Role};
use super::{finding, new_app, press};

#[test]
fn moves_can_be_typed_also_where_they_begin_with_a_command() {
    let mut app = new_app("congo", "startpos", [true, true]);
    for (keys, name) in [("a2a3\n", "a2a3"), ("f6f5\n", "f6f5"), (":g2g3\n", "g2g3"), ("b6b5\n", "b6b5")] {
        press(&mut app, keys);
        assert_eq!(app.game.moves.last().map(|last| last.name.as_str()), Some(name), "{}", app.message);
    }
    assert!(!app.analysis, "the analysis was taken back");
    press(&mut app, "a");
    assert!(app.analysis);
}

#[test]
fn the_engine_is_asked_for_when_it_is_its_turn() {
    let mut app = new_app("oska:3", "startpos", [true, false]);
    assert!(!app.wants(Role::Move));
    press(&mut app, "b1a2\n");
    assert!(app.wants(Role::Move) && !app.wants(Role::Analysis));
    press(&mut app, "b1a2\n");
    assert_eq!(app.message, "it is not your turn");
    app.receive(Role::Hint, finding(1, "c3b2"));
    assert_eq!(app.game.moves.len(), 1, "no hint was asked for");
    app.receive(Role::Move, finding(1, "c3b2"));
    assert_eq!(app.game.moves.len(), 2);
    assert!(!app.wants(Role::Move));
    app.receive(Role::Move, finding(1, "pass"));
    assert_eq!(app.game.moves.len(), 2, "it is not the engine's turn");
    press(&mut app, "\n");
    assert_eq!(app.game.moves.len(), 3, "Enter passes when nothing else can be done");
    press(&mut app, "u");
    assert_eq!((app.game.moves.len(), app.message.as_str()), (2, "taken back"));
}

#[test]
fn a_hint_is_shown_and_not_played() {
    let mut app = new_app("ctf", "startpos", [true, false]);
    press(&mut app, "h");
    assert!(app.wants(Role::Hint));
    app.receive(Role::Hint, finding(1, "c2c3"));
    assert!(!app.wants(Role::Hint));
    assert_eq!((app.message.as_str(), app.game.moves.len()), ("hint: c2c3 (about 50 % to win)", 0));
    assert_eq!(app.board.name(app.picker.cursor), "c2");
}

#[test]
fn one_key_does_not_end_a_game_in_progress() {
    let mut app = new_app("ctf", "startpos", [true, true]);
    press(&mut app, "c2c3\nn");
    assert_eq!(app.game.moves.len(), 1);
    press(&mut app, "fn");
    assert_eq!(app.game.moves.len(), 1, "something else came between");
    press(&mut app, "n");
    assert_eq!(app.game.moves.len(), 0);
}

#[test]
fn a_spectator_can_pause() {
    let mut app = new_app("ctf", "startpos", [false, false]);
    assert!(app.wants(Role::Move));
    press(&mut app, " ");
    assert!(!app.wants(Role::Move));
    press(&mut app, " h");
    assert!(app.wants(Role::Move) && !app.wants(Role::Hint));
}

#[test]
fn resigning_and_leaving() {
    let mut app = new_app("crusher", "startpos", [true, false]);
    press(&mut app, "resign\n");
    assert_eq!(app.message, "press y to resign, or another key to play on");
    press(&mut app, "f");
    press(&mut app, "y");
    assert!(!app.game.is_over(), "something else came between");
    app.press(KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE));
    press(&mut app, "resign\ny");
    assert!(app.game.is_over() && !app.wants(Role::Analysis));
    app.press(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
    assert!(app.page == Page::Left);
}
