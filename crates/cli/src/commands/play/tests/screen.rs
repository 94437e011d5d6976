//! What the screen looks like.

use quadrille::{Finding, Score};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::Color;

use super::super::app::{App, Role};
use super::super::screen::{broken, draw};
use super::{finding, new_app, press};

fn screen(app: &App, width: u16, height: u16) -> Terminal<TestBackend> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
    terminal.draw(|frame| draw(app, frame)).expect("a frame");
    terminal
}

#[test]
fn screens_after_some_keys() {
    let far = "v".repeat(20) + &">".repeat(29);
    for (name, game, position, size, keys) in [
        ("ctf", "ctf", "startpos", (80, 24), "c2c3\nc4c3\nd4\nb4c4\n\t\n>"),
        ("crusher", "crusher", "startpos", (80, 24), "a1b2\n!a1a2\n:a5b4\n:a5c3\na\t\nv"),
        // A forced pass on a board that is flipped.
        ("oska", "oska", "w--/b-/-b- w", (80, 24), "f"),
        ("congo", "congo", "startpos", (80, 24), "c2c3\n:a7c5\nb1b2\n"),
        ("finished", "congo:course", "3l3/3P3/7/7/7/7/3L3 w 0", (70, 22), "d6d7\n"),
        ("narrow", "crusher", "startpos", (44, 16), "a"),
        ("tiny", "ctf", "startpos", (20, 5), ""),
        ("help", "oska", "startpos", (80, 24), "?"),
        // Large boards follow the cursor.
        ("large_square", "ctf:32", "startpos", (60, 20), &far),
        ("large_hexagon", "crusher:18", "startpos", (60, 20), &far),
    ] {
        let mut app = new_app(game, position, [true, true]);
        press(&mut app, keys);
        // It is shown if the keys have asked for an analysis.
        app.receive(
            Role::Analysis,
            Finding { score: Score::win_in(9), nodes: 123_456, ..finding(9, "b2c2 c4b4 a5b5") },
        );
        let shown = screen(&app, size.0, size.1).backend().to_string();
        insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!(name, shown) });
    }
}

#[test]
fn the_river_and_the_castles_have_colours() {
    let app = new_app("congo", "startpos", [true, true]);
    let terminal = screen(&app, 80, 24);
    let buffer = terminal.backend().buffer();
    let colour = |sign: &str| {
        let cells = buffer.content().iter().filter(|cell| cell.symbol() == sign);
        cells.map(|cell| cell.fg).collect::<Vec<_>>()
    };
    assert_eq!(colour("~"), [Color::Cyan; 7]);
    assert_eq!(colour("+"), [Color::Yellow; 6]);
}

#[test]
fn every_size_of_terminal_gets_a_frame() {
    for game in ["ctf:32", "crusher:3"] {
        let mut app = new_app(game, "startpos", [true, true]);
        press(&mut app, "a?");
        for (width, height) in (1..100).step_by(11).flat_map(|w| (1..40).step_by(5).map(move |h| (w, h))) {
            screen(&app, width, height);
        }
        press(
            &mut app,
            " :a very long entry that does not fit into the line at all, and goes on and on and on",
        );
        for width in (1..80).step_by(6) {
            screen(&app, width, 9);
        }
    }
}

#[test]
fn long_texts_are_broken_between_words() {
    assert_eq!(broken("one two three", 8), ["one two ", "three"]);
    assert_eq!(broken("abcdefghij", 4), ["abcd", "efgh", "ij"]);
    assert_eq!(broken("", 4), [""]);
}
