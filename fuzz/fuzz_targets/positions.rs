//! Position and move texts of every game on every size: they are refused in words, or read back as they are written, obey the
//! laws of games, and answers to them are legal moves or refused.
#![no_main]

use fuzz::{choice_and_text, game, has_few_moves};
use game::{Notation, laws};
use games::Visitor;
use libfuzzer_sys::fuzz_target;

struct Laws<'a>(&'a str);

impl Visitor for Laws<'_> {
    type Output = ();

    fn game<G: Notation>(self, game: G) {
        let line = game.parse_line(self.0).expect("it was read before");
        laws::check_line(&line);
        if let Some(&mv) = line.moves().first() {
            let mut next = line.clone();
            let undo = next.try_play(mv).expect("a legal move");
            next.undo(undo);
            assert_eq!(next.position(), line.position(), "a move is taken back");
        }
    }
}

fuzz_target!(|data: &[u8]| {
    let Some((choice, text)) = choice_and_text(data) else { return };
    let game = game(choice);
    let (position, answers) = text.split_once('\n').unwrap_or((text, ""));
    let mut line = match game.line(position) {
        Ok(line) => line,
        Err(error) => return drop(error.to_string()),
    };
    if !has_few_moves(&*line) {
        return;
    }
    let written = line.text();
    assert_eq!(game.line(&written).expect("a written position is readable").text(), written);
    games::visit(game.name(), Laws(position)).expect("a game");
    for answer in answers.lines().take(30) {
        match line.read_answer(answer) {
            Ok(name) => assert!(line.moves().contains(&name), "{answer:?} is read as {name} in {}", line.text()),
            Err(refusal) => drop(refusal.to_string()),
        }
        let before = line.text();
        match line.play(answer) {
            Ok(()) => assert_ne!(line.side(), game.line(&before).expect("a position").side()),
            Err(refusal) => {
                drop(refusal.to_string());
                assert_eq!(line.text(), before, "a refused move changes nothing");
            }
        }
        if !has_few_moves(&*line) {
            return;
        }
    }
});
