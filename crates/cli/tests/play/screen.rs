//! Games on a whole screen, played by keys.

use quadrille::{Board, Catalogue};
use rustix::process::{Pid, Signal, kill_process};

use super::terminal::{Terminal, close_under};
use super::{OPPONENT, script};

/// Leaves a game that has come to its end.
fn leave(terminal: Terminal, ending: &str) {
    terminal.press("q");
    let text = terminal.left();
    assert!(text.contains(ending), "{text}");
}

#[test]
fn a_game_of_each_kind_is_typed_to_its_end() {
    for (game, depth) in [("ctf:5", 5), ("crusher:3", 4), ("oska:3", 4), ("congo", 3)] {
        let script = script(game, "startpos", depth);
        let mut terminal = Terminal::start(&["play", game, "--opponent", OPPONENT]);
        terminal.wait_for("White to move");
        for (index, name) in script.own().enumerate() {
            terminal.press(&format!(":{name}\r"));
            let played = (2 * index + 2).min(script.moves.len());
            terminal.wait_for(&format!("Moves: {played} "));
        }
        terminal.wait_for(&script.ending);
        leave(terminal, &script.ending);
    }
}

/// Moves the cursor to a cell of a square board.
fn go(terminal: &mut Terminal, board: &Board, cell: usize) {
    let text = terminal.text();
    let name =
        text.split("cursor on ").nth(1).and_then(|rest| rest.split([' ', '\n']).next()).expect("a cursor");
    let (from, width) = (board.cell(name).expect(name), board.rows[0]);
    let steps = |from: usize, to: usize, [less, more]: [&str; 2]| {
        if from < to { more.repeat(to - from) } else { less.repeat(from - to) }
    };
    terminal.press(&steps(from % width, cell % width, ["\x1b[D", "\x1b[C"]));
    terminal.press(&steps(from / width, cell / width, ["\x1b[A", "\x1b[B"]));
    terminal.wait_for(&format!("cursor on {}", board.cells[cell].name));
}

#[test]
fn a_game_is_played_with_the_cursor() {
    let script = script("ctf:4", "startpos", 4);
    let game = Catalogue::standard().game("ctf:4").expect("a game");
    let board = game.board();
    let mut terminal = Terminal::start(&["play", "ctf:4", "--opponent", OPPONENT]);
    for (index, name) in script.own().enumerate() {
        terminal.wait_for("cursor on ");
        let path = board.path(name);
        go(&mut terminal, board, path[0]);
        terminal.press("\r");
        terminal.wait_for("(•)");
        go(&mut terminal, board, path[1]);
        terminal.press(" ");
        terminal.wait_for(&format!("Moves: {} ", (2 * index + 2).min(script.moves.len())));
    }
    terminal.wait_for(&script.ending);
    leave(terminal, &script.ending);
}

#[test]
fn keys_are_obeyed_while_the_engine_thinks_and_control_c_leaves() {
    let mut terminal = Terminal::start(&["play", "crusher:5", "--opponent", "time=1000s"]);
    terminal.wait_for("White to move");
    terminal.press("h");
    terminal.wait_for("hint: ");
    terminal.press("a");
    terminal.wait_for("│depth ");
    terminal.press(":zzz\r");
    terminal.wait_for("zzz is not a move");
    terminal.press(":a1a2\r");
    terminal.wait_for("Black is thinking");
    terminal.press(":a1a2\r");
    terminal.wait_for("it is not your turn");
    terminal.press("?");
    terminal.wait_for("any key closes this");
    terminal.press(" u");
    terminal.wait_for("taken back");
    terminal.press(":a1a2\r");
    terminal.wait_for("Black is thinking");
    terminal.press("\x03");
    terminal.left();
}

#[test]
fn a_signal_leaves_the_terminal_as_it_was() {
    let mut terminal = Terminal::start(&["play", "oska", "--side", "both"]);
    terminal.wait_for("White to move");
    let id = Pid::from_raw(terminal.id().cast_signed()).expect("a process");
    kill_process(id, Signal::TERM).expect("a signal");
    terminal.left();
}

#[test]
fn the_size_of_the_terminal_may_change() {
    let mut terminal = Terminal::start(&["play", "congo"]);
    terminal.wait_for("┌ Moves: 0");
    terminal.resize(6, 25);
    terminal.wait_for("This terminal is too");
    terminal.resize(40, 120);
    terminal.wait_for("┌ Moves: 0");
    terminal.press("q");
    terminal.left();
}

#[test]
fn plain_lines_on_a_terminal() {
    let mut terminal = Terminal::start(&["play", "oska:3", "--plain", "--opponent", "depth=1"]);
    terminal.wait_for("\n> ");
    terminal.press("b1a2\n");
    terminal.wait_for("2. Black plays ");
    terminal.press("quit\n");
    terminal.left();
}

#[test]
fn a_spectator_sees_the_end() {
    let mut terminal = Terminal::start(&["play", "crusher:2", "--side", "none", "--opponent", "depth=1"]);
    terminal.wait_for("White has won: the enemy has no legal move");
    leave(terminal, "crusher:2, 1 ply: White has won: the enemy has no legal move");
}

#[test]
fn a_terminal_that_is_closed_takes_the_program_with_it() {
    close_under(&["play", "oska:3"]);
}
