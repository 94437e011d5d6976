//! Opponents of every strength always have a move.

use std::time::Duration;

use quadrille::{Catalogue, Evaluation, Limits, Question, Session, Strength, Tables};

#[test]
fn every_strength_plays_every_game() {
    let catalogue = Catalogue::standard();
    for game in ["ctf", "crusher", "oska", "congo"] {
        let start = catalogue.game(game).expect(game).start();
        for text in (1..=6).map(|level| format!("level={level}")).chain(["time=2ms".into(), "depth=2".into()])
        {
            let strength: Strength = text.parse().expect("a strength");
            assert_eq!(strength.to_string(), text);
            let found = Session::new(Tables::in_memory()).reply(&*start, strength, None);
            assert!(!found.expect("an answer").play.is_empty(), "{game} {text}");
        }
    }
}

#[test]
fn no_time_at_all_still_gives_a_move() {
    let limits = Limits { time: Some(Duration::ZERO), depth: 5, ..Limits::default() };
    let question = Question { limits, exact: true, evaluation: Evaluation::Standard };
    let start = Catalogue::standard().game("congo").expect("a game").start();
    let found = Session::new(Tables::in_memory()).choose(&*start, &question);
    assert_eq!(found.expect("an answer").play.len(), 1);
}

#[test]
fn levels_are_described() {
    let texts = [1, 4, 5, 10].map(|level| Strength::Level(level).describe());
    assert_eq!(
        texts,
        [
            "looks 1 ply ahead",
            "looks 4 plies ahead",
            "looks at 10000 positions",
            "looks at 10240000 positions"
        ]
    );
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
    let limits = |nodes| Limits { nodes: Some(nodes), ..Limits::default() };
    let question = |nodes| Question { limits: limits(nodes), exact: false, evaluation: Evaluation::Standard };
    for _ in 0..100 {
        session.search(&*start("ctf:5"), &question(1_000));
    }
    assert!(session.memory() <= 256 << 10, "{}", session.memory());
    session.search(&*start("ctf:5"), &question(100_000));
    assert!((3 << 20..4 << 20).contains(&session.memory()), "{}", session.memory());
}
