//! Opponents of every strength always have a move.

use std::time::Duration;

use anyline::{Evaluation, Question, Strength, choose};
use search::{Engine, Limits};

#[test]
fn every_strength_plays_every_game() {
    for game in ["ctf", "crusher", "oska", "congo"] {
        for text in (1..=6).map(|level| format!("level={level}")).chain(["time=2ms".into(), "depth=2".into()])
        {
            let strength: Strength = text.parse().expect("a strength");
            assert_eq!(strength.to_string(), text);
            let found = anyline::open(game.parse().expect(game), "startpos", |line| {
                choose(line, &mut strength.engine(), &strength.question(None))
            });
            assert!(!found.expect("a start").expect("an answer").play.is_empty(), "{game} {text}");
        }
    }
}

#[test]
fn no_time_at_all_still_gives_a_move() {
    let limits = Limits { time: Some(Duration::ZERO), depth: 5, ..Limits::default() };
    let question = Question { limits, exact: true, evaluation: Evaluation::Standard };
    let found = anyline::open(games::GameSpec::Congo, "startpos", |line| {
        choose(line, &mut Engine::for_depth(5), &question)
    });
    assert_eq!(found.expect("a start").expect("an answer").play.len(), 1);
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
