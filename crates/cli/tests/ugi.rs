//! The Universal Game Interface in conversation: commands that come during a search, and the end of the input.

use quadrille::Random;

use crate::common::conversation::Conversation;
use crate::common::stdout;

/// A search that would not end in a lifetime.
const ENDLESS: &str = "go depth 60";

#[test]
fn the_end_of_the_input_ends_the_search() {
    // All at once: each of them goes on for a while.
    let searches = [ENDLESS, "go infinite", "go nodes 1000000000000"].map(|go| {
        let mut engine = Conversation::start(&["ugi", "crusher:5"]);
        engine.say(go);
        engine.end_input();
        (go, engine)
    });
    for (go, mut engine) in searches {
        engine.hear("bestmove ");
        assert!(engine.end().success(), "{go}");
    }
}

#[test]
fn a_script_gets_all_its_answers() {
    let script = "go depth 3\nposition startpos moves a1a2\ngo depth 3\nposition startpos\ngo movetime 50\n";
    let out = stdout(&["ugi", "oska"], script);
    assert_eq!(out.lines().filter(|line| line.starts_with("bestmove ")).count(), 3, "{out}");
    // The first two have searched to their depth, although the input ended long before.
    assert!(out.lines().filter(|line| line.starts_with("info depth 3 ")).count() >= 2, "{out}");
}

#[test]
fn a_search_does_not_keep_others_waiting() {
    let mut engine = Conversation::start(&["ugi", "oska:6"]);
    engine.say(ENDLESS);
    engine.say("position startpos moves a1a2");
    engine.say("setoption name Hash value 8");
    engine.say("isready");
    engine.hear("readyok");
    engine.say("stop");
    engine.hear("bestmove ");
    // What came during the search is done after it.
    engine.say("query p1turn");
    assert_eq!(engine.hear("response"), "response false");
    engine.say(ENDLESS);
    engine.say("position startpos");
    engine.say(ENDLESS);
    engine.say("stop");
    // Each search owes an answer.
    engine.hear("bestmove ");
    engine.hear("bestmove ");
    engine.say(ENDLESS);
    engine.say("position startpos");
    engine.say("quit");
    engine.hear("bestmove ");
    assert!(engine.end().success());
}

/// A board of Crusher on which hundreds of captures can follow each other.
pub(crate) fn full_board() -> String {
    let mut random = Random::new(1);
    let board: String = (0..919).map(|_| random.pick(&['W', 'B'])).collect();
    format!("{board} W")
}

#[test]
fn a_board_full_of_captures_is_answered() {
    let position = full_board();
    for threads in ["1", "2"] {
        let out = stdout(&["analyze", "crusher:18", &position, "--time", "200ms", "--threads", threads], "");
        assert!(out.contains("best move "), "{out}");
    }
    let out = stdout(&["ugi", "crusher:18"], &format!("position fen {position}\ngo movetime 200\n"));
    assert!(out.contains("bestmove "), "{out}");
    let out = stdout(&["play", "crusher:18", &position, "--side", "black", "--opponent", "time=200ms"], "");
    assert!(out.contains("\n1. White plays "), "{out}");
}
