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
