//! Positions that searches evaluate. The searches begin in positions of games of the engine against itself, and of random games.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use game::{Evaluate, Game, Line, Notation, Random};
use search::{Engine, Limits};
use solve::Solvable;

use crate::truth::{Play, of_games};

/// The searches that begin in each game: most of them before the first capture, where an error is hardest to see by search.
const BEFORE_CAPTURES: usize = 2;
const ANYWHERE: usize = 1;
const TABLE_BYTES: usize = 4 << 20;

/// How the positions are found.
#[derive(Clone, Copy)]
pub(super) struct Searches {
    pub(super) seed: u64,
    /// The positions that a search visits.
    pub(super) nodes: u64,
    /// One in this many of the positions that it evaluates is taken.
    pub(super) taken: u64,
}

/// Any number of unfinished positions that searches with this evaluation evaluate. The same seed gives the same positions.
pub(super) fn positions<G: Notation + Solvable>(
    game: &G,
    searches: Searches,
    evaluation: &impl Evaluate<G>,
) -> impl Iterator<Item = G::Position> {
    let Searches { seed, nodes, taken } = searches;
    let mut random = Random::new(seed);
    let mut engine = Engine::new(TABLE_BYTES);
    let own_games = of_games(game, Play::Engine, seed);
    let random_games = of_games(game, Play::Random, seed);
    let men = |position: &G::Position| game.tier(position).count();
    let all_men = men(&game.start());
    own_games.zip(random_games).flat_map(|(own, by_chance)| [own, by_chance]).flat_map(move |positions| {
        let before_captures = positions.partition_point(|position| men(position) == all_men);
        let mut evaluated = Vec::new();
        for (searches, choice) in [(BEFORE_CAPTURES, before_captures), (ANYWHERE, positions.len())] {
            for _ in 0..searches {
                let state = random.next_u64().into();
                let recorder = Recorder { evaluation, share: taken, state, taken: Mutex::default() };
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let line = Line::new(game, positions[random.below(choice)]);
                engine.clear();
                engine.think(&line, &limits, &recorder, |_| {});
                evaluated.extend(recorder.taken.into_inner().unwrap_or_default());
            }
        }
        evaluated.retain(|position| game.ending(position).is_none());
        evaluated
    })
}

/// An evaluation that takes some of the positions that it is asked about.
struct Recorder<'e, G: Game, E> {
    evaluation: &'e E,
    /// It takes one in this many.
    share: u64,
    state: AtomicU64,
    taken: Mutex<Vec<G::Position>>,
}

impl<G: Game, E: Evaluate<G>> Evaluate<G> for Recorder<'_, G, E> {
    fn evaluate(&self, game: &G, position: &G::Position) -> i32 {
        let mut random = Random::new(self.state.load(Relaxed));
        if random.next_u64().is_multiple_of(self.share)
            && let Ok(mut taken) = self.taken.lock()
        {
            taken.push(*position);
        }
        self.state.fetch_add(1, Relaxed);
        self.evaluation.evaluate(game, position)
    }
}
