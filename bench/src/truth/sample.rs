//! Positions to sample from: those of random games, of games of the engine against itself, and of endings.

use game::{Evaluation, Line, Notation, Random};
use search::{Engine, Limits};
use solve::Solvable;
use solve::ranking::Ranking;

/// A longer game is cut off.
const LONGEST: usize = 200;

/// The engine plays its own games fast and with random moves among its own: one in this many, so that games differ.
const NODES: u64 = 1000;
const RANDOM_MOVE: usize = 4;
const TABLE_BYTES: usize = 64 << 10;

/// Who plays the games.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Play {
    Random,
    Engine,
}

/// The unfinished positions of any number of games, game by game. The same seed gives the same games.
pub(crate) fn of_games<G: Notation>(
    game: &G,
    play: Play,
    seed: u64,
) -> impl Iterator<Item = Vec<G::Position>> {
    let mut random = Random::new(seed);
    let mut engine = Engine::new(TABLE_BYTES);
    std::iter::repeat_with(move || {
        let mut line = Line::start(game);
        let mut positions = Vec::new();
        engine.clear();
        while positions.len() < LONGEST
            && let moves = line.moves()
            && !moves.is_empty()
        {
            positions.push(*line.position());
            let mv = if play == Play::Random || random.below(RANDOM_MOVE) == 0 {
                random.pick(&moves)
            } else {
                let limits = Limits { nodes: Some(NODES), ..Limits::default() };
                let choice = engine.think(&line, &limits, &Evaluation::Standard, |_| {});
                choice.map_or(moves[0], |choice| choice.mv())
            };
            let _ = line.try_play(mv);
        }
        positions
    })
}

/// Any number of random positions with this number of men, one by one.
pub(crate) fn of_endings<G: Notation + Solvable>(
    game: &G,
    men: u32,
    seed: u64,
) -> impl Iterator<Item = Vec<G::Position>> {
    let mut random = Random::new(seed);
    let tiers = solve::tiers::up_to(game, men).unwrap_or_default();
    let rankings: Vec<Ranking> = tiers
        .into_iter()
        .filter(|tier| tier.count() == men)
        .filter_map(|tier| Ranking::new(game, tier))
        .collect();
    std::iter::repeat_with(move || {
        let ranking = &rankings[random.below(rankings.len())];
        let ranked = ranking.position(game, random.next_u64() % ranking.size());
        ranked.map(|ranked| ranked.position).into_iter().collect()
    })
}
