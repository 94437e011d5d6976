//! Searches on a clock: they stop when they are told to, and always have a legal answer.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use game::{Line, Notation, Random, Standard};
use games::{Error, GameSpec, Visitor};
use search::{Engine, Limits};

const GAMES: [&str; 8] =
    ["ctf:3", "ctf:5", "ctf:9", "crusher:2", "crusher:4", "oska:5", "congo", "congo:course"];

/// Plays random games in which every move is searched under random limits.
struct RandomSearches {
    searches: usize,
    seed: u64,
}

impl Visitor for RandomSearches {
    type Output = ();

    fn visit<G: Notation<Error = Error> + 'static>(self, game: &G) {
        let mut random = Random::new(self.seed);
        let mut line = Line::start(game);
        for _ in 0..self.searches {
            let moves = line.moves();
            if moves.is_empty() {
                line = Line::start(game);
                continue;
            }
            let table = random.pick(&[0, 1 << 10, 1 << 16, 1 << 22]);
            let mut engine = Engine::new(table).with_threads(1 + random.below(2));
            let limits = match random.below(3) {
                0 => Limits { nodes: Some(random.below(5_000) as u64), ..Limits::default() },
                1 => Limits {
                    time: Some(Duration::from_micros(random.below(5_000) as u64)),
                    ..Limits::default()
                },
                _ => Limits { depth: 1 + random.below(6) as u32, nodes: Some(50_000), ..Limits::default() },
            };
            let mut last_depth = 0;
            let choice = engine.think(&line, &limits, &Standard, |report| {
                assert!(report.depth > last_depth, "reports go deeper");
                last_depth = report.depth;
                assert!(!report.variation.is_empty());
            });
            let choice = choice.expect("an answer");
            assert!(moves.contains(&choice.mv()), "{}", game.write_line(&line));
            // The play given must be playable.
            let mut play = line.clone();
            for &mv in &choice.variation {
                assert!(
                    play.moves().contains(&mv),
                    "{} in {}",
                    game.write_move(play.position(), mv),
                    game.write_line(&line)
                );
                let _ = play.try_play(mv);
            }
            let mv = if random.below(3) == 0 { random.pick(&moves) } else { choice.mv() };
            let _ = line.try_play(mv);
        }
    }
}

#[test]
fn every_search_has_a_legal_answer() {
    for (seed, name) in (1..).zip(GAMES) {
        name.parse::<GameSpec>().expect("a game").visit(RandomSearches { searches: 60, seed });
    }
}

#[test]
#[ignore = "an hour of random searches: see CONTRIBUTING.md"]
fn an_hour_of_searches() {
    let start = Instant::now();
    for seed in 1.. {
        for name in GAMES {
            name.parse::<GameSpec>().expect("a game").visit(RandomSearches { searches: 200, seed });
            if start.elapsed() > Duration::from_hours(1) {
                return;
            }
        }
    }
}

/// Searches without a limit until somebody else calls it off.
struct CalledOff;

impl Visitor for CalledOff {
    type Output = ();

    fn visit<G: Notation<Error = Error> + 'static>(self, game: &G) {
        let cancel = AtomicBool::new(false);
        let limits = Limits { cancel: Some(&cancel), ..Limits::default() };
        let line = Line::start(game);
        let mut depth = 0;
        // The search itself calls it off at its third report: it must end although no limit does.
        let choice = Engine::new(1 << 20).with_threads(2).analyze(&line, &limits, &Standard, |report| {
            depth = report.depth;
            cancel.store(report.depth >= 3, Ordering::Relaxed);
        });
        let choice = choice.expect("an answer");
        let exact = game::best_move(&mut line.clone(), depth, &Standard).expect("a move");
        assert_eq!(
            (choice.score, choice.mv()),
            (exact.score, exact.mv()),
            "exact for the last depth finished"
        );
        assert!(depth >= 3);
    }
}

#[test]
fn a_search_can_be_called_off() {
    for name in ["ctf", "crusher", "oska:6", "congo"] {
        name.parse::<GameSpec>().expect("a game").visit(CalledOff);
    }
}

#[test]
fn a_finished_game_has_no_answer() {
    struct Finished;
    impl Visitor for Finished {
        type Output = bool;

        fn visit<G: Notation<Error = Error> + 'static>(self, game: &G) -> bool {
            let line = game.parse_line("-b-/--/-w- w").expect("a position");
            let mut engine = Engine::new(1 << 10);
            engine.think(&line, &Limits::default(), &Standard, |_| {}).is_none()
                && engine.best_move(&line, 3, &Standard).is_none()
        }
    }
    assert!(GameSpec::Oska(3).visit(Finished));
}
