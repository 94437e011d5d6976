//! Games on the screen, without a terminal.

mod app;
mod board;
mod game;
mod picker;
mod screen;

use std::time::Duration;

use quadrille::{Catalogue, Finding, Score, Strength};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::app::App;
use super::game::InteractiveGame;
use crate::input::line_of_argument;

/// A game from a position, in which people play some sides.
fn new_game(name: &str, position: &str, humans: [bool; 2]) -> InteractiveGame {
    let line = line_of_argument(&Catalogue::standard(), name, position);
    let line = line.unwrap_or_else(|_| panic!("{position} is a position of {name}"));
    InteractiveGame::new(line, humans, Strength::Level(1), 1)
}

/// The same on a screen.
fn new_app(name: &str, position: &str, humans: [bool; 2]) -> App {
    App::new(new_game(name, position, humans))
}

/// What a search to a depth has found: this play, which draws.
fn finding(depth: u32, play: &str) -> Finding {
    let play = play.split(' ').map(str::to_string).collect();
    Finding {
        depth,
        score: Score::DRAW,
        before: None,
        play,
        nodes: 1,
        time: Duration::ZERO,
        table_permille: 0,
    }
}

/// Presses keys: a letter each, arrows as `<^v>`, Enter as a line's end and Esc as `!`.
fn press(app: &mut App, keys: &str) {
    for key in keys.chars() {
        app.press(KeyEvent::from(match key {
            '<' => KeyCode::Left,
            '>' => KeyCode::Right,
            '^' => KeyCode::Up,
            'v' => KeyCode::Down,
            '\n' => KeyCode::Enter,
            '\t' => KeyCode::Tab,
            '!' => KeyCode::Esc,
            letter => KeyCode::Char(letter),
        }));
    }
}
