//! What the screen looks like.

use quadrille::{Finding, Score};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::Color;

use super::super::app::{App, Role};
use super::super::screen::{broken, draw};
use super::{new_app, press};

fn screen(app: &App, width: u16, height: u16) -> Terminal<TestBackend> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
    terminal.draw(|frame| draw(app, frame)).expect("a frame");
    terminal
}

/// Compares the screen after some keys with its snapshot.
fn check(name: &str, (game, position): (&str, &str), size: (u16, u16), work: impl FnOnce(&mut App)) {
    let mut app = new_app(game, position, [true, true]);
    work(&mut app);
    let shown = screen(&app, size.0, size.1).backend().to_string();
    insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!(name, shown) });
}

fn finding() -> Finding {
    let play = ["b2c2", "c4b4", "a5b5"].map(str::to_string).to_vec();
    let (score, time) = (Score::win_in(9), std::time::Duration::ZERO);
    Finding { depth: 9, score, play, nodes: 123_456, time, table_permille: 0 }
}

#[test]
fn capture_the_flag() {
    check("ctf", ("ctf", "startpos"), (80, 24), |app| press(app, "c2c3\nc4c3\nd4\nb4c4\n\t\n>"));
}

#[test]
fn crusher() {
    check("crusher", ("crusher", "startpos"), (80, 24), |app| {
        press(app, "a1b2\n!a1a2\n:a5b4\n:a5c3\na\t\nv");
        app.receive(Role::Analysis, finding());
    });
}

#[test]
fn oska_flipped_with_a_forced_pass() {
    check("oska", ("oska", "w--/b-/-b- w"), (80, 24), |app| press(app, "f"));
}

#[test]
fn congo() {
    check("congo", ("congo", "startpos"), (80, 24), |app| press(app, "c2c3\n:a7c5\nb1b2\n"));
}

#[test]
fn a_finished_game() {
    check("finished", ("congo:course", "3l3/3P3/7/7/7/7/3L3 w 0"), (70, 22), |app| press(app, "d6d7\n"));
}

#[test]
fn large_boards_follow_the_cursor() {
    let path = format!("{}{}", "v".repeat(20), ">".repeat(29));
    check("large_square", ("ctf:32", "startpos"), (60, 20), |app| press(app, &path));
    check("large_hexagon", ("crusher:18", "startpos"), (60, 20), |app| press(app, &path));
}

#[test]
fn small_terminals() {
    check("narrow", ("crusher", "startpos"), (44, 16), |app| {
        press(app, "a");
        app.receive(Role::Analysis, finding());
    });
    check("tiny", ("ctf", "startpos"), (20, 5), |_| {});
}

#[test]
fn the_help() {
    check("help", ("oska", "startpos"), (80, 24), |app| press(app, "?"));
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
