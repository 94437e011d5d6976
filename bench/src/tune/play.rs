//! Games of the engine against itself: to learn from, and to compare two lists of weights.

use game::{BoardState, Choice, Evaluate, Game, Line, Outcome, Side};
use search::Engine;

use crate::positions::openings;

const TABLE_BYTES: usize = 1 << 20;
/// A longer game counts as a draw.
const LONGEST: usize = 200;
/// The match has other openings than the games to learn from.
const OTHER_OPENINGS: usize = 200_000;

/// A game's evaluation with other weights.
pub(crate) struct Weighted(pub(crate) Vec<i32>);

impl<G: Game> Evaluate<G> for Weighted {
    fn evaluate(&self, game: &G, position: &G::Position) -> i32 {
        let mover = position.side().index();
        let worth =
            |(term, weight): (&game::Term, &i32)| weight * (term.counts[mover] - term.counts[1 - mover]);
        game.terms(position).iter().zip(&self.0).map(worth).sum()
    }
}

/// A position of a game, from White's point of view.
pub(crate) struct Sample {
    /// White's count of each term minus Black's count.
    pub(crate) more: Vec<i32>,
    /// 1 if White is to move, otherwise -1.
    pub(crate) to_move: f64,
    /// 1 if White has won, 0 if Black has won, and a half otherwise.
    pub(crate) result: f64,
}

/// The quiet positions of this number of games from different openings. Games that were not decided in time are omitted.
pub(crate) fn samples<G: Game>(game: &G, weights: &[i32], depth: u32, games: usize) -> Vec<Sample> {
    let weights = Weighted(weights.to_vec());
    let mut engines = [Engine::new(TABLE_BYTES), Engine::new(TABLE_BYTES)];
    let mut samples = Vec::new();
    for (index, line) in balanced(game, 0).take(games).enumerate() {
        let first = samples.len();
        let outcome = play(line, [&weights, &weights], &mut engines, depth, |line, choice| {
            if is_quiet(line, choice) {
                let position = line.position();
                let more = game.terms(position).iter().map(|term| term.counts[0] - term.counts[1]).collect();
                let to_move = if position.side() == Side::White { 1.0 } else { -1.0 };
                samples.push(Sample { more, to_move, result: 0.5 });
            }
        });
        if outcome == Outcome::Draw {
            samples.truncate(first);
        }
        for sample in &mut samples[first..] {
            sample.result = points(outcome, Side::White);
        }
        if (index + 1) % 100 == 0 {
            eprint!("\r{} of {games} games, {} positions", index + 1, samples.len());
        }
    }
    eprintln!();
    samples
}

/// Plays pairs of games, each from one opening with the colours swapped. Returns how many the first list of weights has
/// won, drawn and lost.
pub(crate) fn compete<G: Game>(game: &G, a: &Weighted, b: &Weighted, depth: u32, pairs: usize) -> [u32; 3] {
    let mut score = [0; 3];
    let mut engines = [Engine::new(TABLE_BYTES), Engine::new(TABLE_BYTES)];
    for line in balanced(game, OTHER_OPENINGS).take(pairs) {
        for colour in Side::BOTH {
            let players = if colour == Side::White { [a, b] } else { [b, a] };
            let outcome = play(line.clone(), players, &mut engines, depth, |_, _| {});
            // Each player keeps its table.
            engines.swap(0, 1);
            let result = points(outcome, colour);
            score[if result > 0.5 { 0 } else { 1 + usize::from(result < 0.5) }] += 1;
        }
        eprint!("\r{} won, {} drawn, {} lost", score[0], score[1], score[2]);
    }
    eprintln!();
    score
}

/// Random openings with equal material.
fn balanced<G: Game>(game: &G, skip: usize) -> impl Iterator<Item = Line<'_, G>> {
    openings(game)
        .skip(skip)
        .map(|opening| opening.line)
        .filter(|line| line.game().material(line.position()) == 0)
}

/// Plays a game to its end, and calls a function with each position and its best move.
fn play<G: Game>(
    mut line: Line<'_, G>,
    players: [&Weighted; 2],
    engines: &mut [Engine; 2],
    depth: u32,
    mut see: impl FnMut(&Line<'_, G>, &Choice<G::Move>),
) -> Outcome {
    for _ in 0..LONGEST {
        let side = line.position().side().index();
        let Some(choice) = engines[side].best_move(&line, depth, players[side]) else {
            break;
        };
        see(&line, &choice);
        let _ = line.try_play(choice.mv());
    }
    line.ending().map_or(Outcome::Draw, |ending| ending.outcome)
}

/// Whether the game is not decided and best play captures nothing: an evaluation cannot see future captures.
fn is_quiet<G: Game>(line: &Line<'_, G>, choice: &Choice<G::Move>) -> bool {
    let mut position = *line.position();
    choice.score.plies_to_end().is_none()
        && choice.variation.iter().all(|&mv| {
            let before = position;
            position = line.game().play_unchecked(&before, mv);
            line.game().gain(&before, mv) == 0
        })
}

fn points(outcome: Outcome, side: Side) -> f64 {
    match outcome {
        Outcome::Draw => 0.5,
        Outcome::Win(winner) if winner == side => 1.0,
        Outcome::Win(_) => 0.0,
    }
}
