//! Position and move texts of every game on every size: they are refused in words, or read back as they are written, obey the
//! laws of games, and answers to them are legal moves or refused.
#![no_main]

use fuzz::{choice_and_text, game, has_few_moves};
use game::{Notation, laws};
use games::congo::Congo;
use games::crusher::Crusher;
use games::ctf::Ctf;
use games::oska::Oska;
use libfuzzer_sys::fuzz_target;
use quadrille::AnyLine;

/// The laws of games on boards of up to 64 bits. For every width of board they would take minutes to compile.
fn obeys_laws(name: &str, position: &str) {
    fn check<G: Notation>(game: &G, position: &str) {
        laws::check_line(&game.parse_line(position).expect("it was read before"));
    }
    let (family, size) = name.split_once(':').unwrap_or((name, ""));
    match (family, size.parse()) {
        ("ctf", Ok(size @ 0..=6)) => check(&Ctf::<u64>::new(size), position),
        ("crusher", Ok(size @ 0..=4)) => check(&Crusher::<u64>::new(size), position),
        ("oska", Ok(size @ 0..=6)) => check(&Oska::<u64>::new(size), position),
        ("congo", _) => check(&Congo::new(), position),
        _ => {}
    }
}

/// The laws that can be told by texts alone, on all boards.
fn obeys_laws_of_texts(line: &dyn AnyLine) {
    let (game, written) = (line.game(), line.text());
    assert_eq!(game.line(&written).expect("a written position is readable").text(), written);
    let successors = line.successors().expect("the position has few moves");
    assert!(successors.iter().map(|(name, _)| name).eq(&line.moves()), "moves are listed alike: {written}");
    assert_eq!(successors.is_empty(), line.ending().is_some(), "a game without moves is over: {written}");
    assert_eq!(line.perft(1), successors.len() as u64, "perft counts moves: {written}");
    for (name, next) in successors.iter().take(40) {
        assert_eq!(line.read_answer(name).as_ref(), Ok(name), "a move is an answer: {written}");
        let mut played = line.duplicate();
        played.play(name).unwrap_or_else(|refusal| panic!("{name} is legal in {written}: {refusal}"));
        assert_eq!(&played.text(), next, "{name} in {written}");
        assert_ne!(played.side(), line.side(), "players alternate: {name} in {written}");
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
    obeys_laws_of_texts(&*line);
    obeys_laws(game.name(), position);
    for answer in answers.lines().take(30) {
        match line.read_answer(answer) {
            Ok(name) => {
                assert!(line.moves().contains(&name), "{answer:?} is read as {name} in {}", line.text())
            }
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
