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
