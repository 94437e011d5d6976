//! Opponents of every strength always have a move, and sessions have the memory that they need.

use std::time::Duration;

use quadrille::{Catalogue, LEVELS, Limits, Question, Session, Strength, Tables};

#[test]
fn every_strength_plays_every_game() {
    let catalogue = Catalogue::standard();
    for game in ["ctf", "crusher", "oska", "congo"] {
        let start = catalogue.game(game).expect(game).start();
        let levels = (1..=LEVELS).map(|level| format!("level={level}"));
        for text in levels.chain(["time=2ms".into(), "depth=2".into()]) {
            let strength: Strength = text.parse().expect("a strength");
            assert_eq!(strength.to_string(), text);
            let found = Session::new(Tables::in_memory()).reply(&*start, strength, 1, None);
            assert!(!found.expect("an answer").play.is_empty(), "{game} {text}");
        }
    }
}

#[test]
fn no_time_at_all_still_gives_a_move() {
    let limits = Limits { time: Some(Duration::ZERO), depth: 5, ..Limits::default() };
    let question = Question { limits, ..Question::to_depth(5) };
    let start = Catalogue::standard().game("congo").expect("a game").start();
    let found = Session::new(Tables::in_memory()).choose(&*start, &question);
    assert_eq!(found.expect("an answer").play.len(), 1);
}

#[test]
fn a_table_beyond_the_memory_of_the_machine_is_refused_or_made_smaller() {
    let session = || Session::new(Tables::none());
    let error = session().try_with_table_bytes(1 << 50).err().expect("no machine has so much");
    assert_eq!(error.to_string(), "cannot get 1048576 GB of memory for the transposition table");
    // A search takes what there is.
    let start = Catalogue::standard().game("ctf:2").expect("a game").start();
    let found = session().with_table_bytes(1 << 50).search(&*start, &Question::to_depth(2));
    assert_eq!(
        found,
        session().search(&*start, &Question::to_depth(2)).map(|mut same| {
            same.time = found.as_ref().expect("an answer").time;
            same
        })
    );
}

#[test]
fn memory_follows_the_work() {
    let start = |game: &str| Catalogue::standard().game(game).expect("a game").start();
    let mut session = Session::new(Tables::none());
    // Deep, but small.
    session.search(&*start("oska:3"), &Question::to_depth(20));
    assert!(session.memory() <= 256 << 10, "{}", session.memory());
    // Positions of a batch share the transposition table.
    for _ in 0..100 {
        session.search(&*start("ctf:5"), &Question::for_nodes(1_000));
    }
    assert!(session.memory() <= 256 << 10, "{}", session.memory());
    session.search(&*start("ctf:5"), &Question::for_nodes(100_000));
    assert!((3 << 19..5 << 19).contains(&session.memory()), "{}", session.memory());
}
