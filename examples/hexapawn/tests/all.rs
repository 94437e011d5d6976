//! A game of another crate gets everything that the games of Quadrille have, and satisfies the same laws.

mod brute_force;
mod tutorial;

use std::path::PathBuf;

use assert_cmd::Command;
use brute_force::Grid;
use hexapawn::{Hexapawn, Pawns};
use quadrille::rules::{laws, solver_laws};
use quadrille::{Catalogue, Question, Random, Session, Side, Size, Tables};

fn catalogue() -> Catalogue {
    let mut catalogue = Catalogue::standard();
    catalogue.add(Hexapawn);
    catalogue
}

/// A separate directory for tables.
fn tables(name: &str) -> PathBuf {
    let directory = std::env::temp_dir().join(format!("hexapawn-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&directory);
    directory
}

/// The output of a command, which must succeed.
fn run(arguments: &[&str], input: &str) -> String {
    let mut command = Command::cargo_bin("hexapawn").expect("the program");
    let done = command.args(arguments).write_stdin(input).env("QUADRILLE_TABLES", tables("none")).assert();
    String::from_utf8(done.success().get_output().stdout.clone()).expect("text")
}

#[test]
fn the_laws_hold_on_every_board() {
    for rows in 3..=8 {
        for columns in 2..=7 {
            laws::check(&Pawns::new(rows, columns), 7, 3, 40);
        }
    }
}

#[test]
fn the_laws_of_solving_hold() {
    for (rows, columns) in [(3, 3), (4, 4), (5, 3)] {
        solver_laws::check(&Pawns::new(rows, columns), &mut Random::new(5), 5, 30);
    }
}

#[test]
fn games_are_counted_as_brute_force_counts_them() {
    for (rows, columns, depth) in [(3, 3, 9), (3, 2, 9), (4, 4, 6), (5, 3, 7), (8, 7, 3)] {
        let game = catalogue().game(&format!("hexapawn:{rows}x{columns}")).expect("a game");
        let line = game.start();
        let grid = Grid::read(&line.board());
        for depth in 0..=depth {
            assert_eq!(line.perft(depth), grid.perft('w', depth), "{game} to {depth}");
        }
    }
}

#[test]
fn tables_say_what_brute_force_says() {
    let tables = Tables::in_memory();
    for (rows, columns) in [(3, 2), (3, 3), (4, 3), (3, 4)] {
        let game = catalogue().game(&format!("hexapawn:{rows}x{columns}")).expect("a game");
        let mut random = Random::new(11);
        for _ in 0..40 {
            let mut line = game.start();
            for _ in 0..random.below(6) {
                let moves = line.moves();
                if !moves.is_empty() {
                    line.play(&moves[random.below(moves.len())]).expect("a legal move");
                }
            }
            let probe = tables.probe(&*line).expect("a small table");
            let wins = Grid::read(&line.board()).wins(line.side().letter());
            assert_eq!(
                probe.verdict.win_in().expect("no draws") > 0 || line_is_won(&*line),
                wins,
                "{}",
                line.text()
            );
        }
    }
}

/// Whether the side to move has already won.
fn line_is_won(line: &dyn quadrille::AnyLine) -> bool {
    line.ending().is_some_and(|ending| ending.outcome == quadrille::Outcome::Win(line.side()))
}

#[test]
fn the_second_player_wins_on_the_classic_board() {
    let line = catalogue().game("hexapawn").expect("a game").start();
    let found = Session::new(Tables::none()).search(&*line, &Question::to_depth(9)).expect("a move");
    assert!(found.score.plies_to_end().expect("decided") < 0, "White loses: {}", found.score);
    assert_eq!((line.side(), line.game().size()), (Side::White, Size::Rectangle { rows: 3, columns: 3 }));
}

#[test]
fn refusals_name_the_rule() {
    let mut line = catalogue().game("hexapawn").expect("a game").start();
    for (mv, words) in [
        ("a1b2", "a pawn captures diagonally forward, and only an enemy pawn"),
        ("a1a3", "a pawn moves one row forward"),
        ("a3a2", "the man on a3 belongs to the other side"),
        ("a2a3", "a2 is empty"),
    ] {
        assert_eq!(line.play(mv).expect_err(mv).to_string(), words, "{mv}");
    }
}

#[test]
fn commands_know_the_game() {
    assert!(run(&["rules", "hexapawn"], "").starts_with("# Hexapawn"));
    assert_eq!(run(&["moves", "hexapawn"], "").lines().count(), 3);
    let games = Grid::read("wwww/----/----/bbbb").perft('w', 4).to_string();
    assert_eq!(run(&["perft", "hexapawn:4x4", "--depth", "4"], "").trim(), games);
    assert!(run(&["analyze", "hexapawn", "--depth", "9"], "").contains("lost in 6"));
    assert!(run(&["tree", "hexapawn", "--depth", "2"], "").contains("a1a2"));
    assert!(run(&["--help"], "").contains("hexapawn"));
    // The games of the library are still there.
    assert!(run(&["rules", "oska"], "").starts_with("# Oska"));
    let played = run(&["play", "hexapawn", "--plain"], "a1a2\nquit\n");
    assert!(played.contains("a1a2"), "{played}");
}

#[test]
fn a_ugi_session() {
    let answer = run(&["ugi", "hexapawn"], "ugi\nisready\nposition startpos moves a1a2\ngo depth 8\nquit\n");
    assert!(answer.contains("ugiok") && answer.contains("readyok"), "{answer}");
    // White's pawn can be captured at once, and that wins.
    assert!(answer.contains("bestmove b3a2"), "{answer}");
}

#[test]
fn a_game_is_solved_verified_and_probed() {
    let directory = tables("solve");
    let place = directory.to_str().expect("a path");
    let solved = run(&["solve", "hexapawn:4x4", "--tables", place], "");
    assert!(solved.contains("wins in"), "{solved}");
    assert!(
        run(&["solve", "hexapawn:4x4", "--verify", "--sample", "0", "--tables", place], "")
            .contains("positions")
    );
    let probed = run(&["probe", "hexapawn:4x4", "--tables", place], "");
    assert!(solved.contains(probed.lines().next().expect("a verdict")), "{solved}\n{probed}");
    let _ = std::fs::remove_dir_all(&directory);
    assert!(run(&["probe", "hexapawn"], "").starts_with("Black wins in 6 plies"));
}

#[test]
fn a_match_and_its_records() {
    let played = run(&["match", "hexapawn", "engine:depth=8", "random", "--games", "10", "--seed", "3"], "");
    assert!(played.contains("10 games") || played.contains("engine:depth=8"), "{played}");
}

#[test]
fn a_faulty_program_is_found_out() {
    let student =
        concat!("call:python3 ", env!("CARGO_MANIFEST_DIR"), "/tests/student.py {history} {player} {depth}");
    let grade = |player: &str| {
        let mut command = Command::cargo_bin("hexapawn").expect("the program");
        let done = command.args(["grade", "hexapawn", player, "--positions", "6", "--depth", "1"]).assert();
        String::from_utf8(done.get_output().stdout.clone()).expect("text")
    };
    let honest = grade(student);
    assert!(honest.contains("makes legal moves only") && !honest.contains("illegal move"), "{honest}");
    let faulty = grade(&format!("{student} straight"));
    assert!(faulty.contains("illegal move"), "{faulty}");
}
