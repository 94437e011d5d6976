//! Files with which instructors configure grading: an error names a line of the file, and what is accepted can be graded.
#![no_main]

use arena::PlayerSpec;
use arena::grade::Assignment;
use fuzz::{catalogue, choice_and_text, has_few_moves};
use libfuzzer_sys::fuzz_target;

const GAMES: [&str; 8] = ["ctf", "ctf:4", "crusher", "crusher:2", "oska", "oska:3", "congo", "congo:course"];

fuzz_target!(|data: &[u8]| {
    let Some((choice, text)) = choice_and_text(data) else { return };
    let name = GAMES[usize::from(choice) % GAMES.len()];
    let game = catalogue().game(name).expect("a game");
    let player: PlayerSpec = "call:program {board} {player} {depth}".parse().expect("a player");
    let mut assignment = Assignment::new(game, player);
    if let Err(problem) = assignment.configure(catalogue(), name, text) {
        let number = problem
            .strip_prefix("line ")
            .and_then(|rest| rest.split(':').next())
            .and_then(|number| number.parse().ok());
        if let Some(number) = number {
            let lines = text.split('\n').count();
            assert!((1..=lines).contains(&number), "{problem}: the file has {lines} lines");
        }
        return;
    }
    let _ = assignment.check();
    for own in &assignment.own {
        let line = own.game.line(&own.position).expect("the position of an accepted file is readable");
        if has_few_moves(&*line) {
            assert!(!line.moves().is_empty(), "the program can move in {}", own.position);
        }
    }
});
