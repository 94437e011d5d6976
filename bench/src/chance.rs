//! Fits the curve from scores to chances of winning: the engine plays against itself, and the lead of each game's descriptor is the
//! one that makes the results most likely.

use arena::random_openings;
use quadrille::{Catalogue, Effort, GameRef, Opening, Outcome, Question, Score, Session, Side, Tables};

use crate::settings::Settings;

const BOARDS: [&str; 4] = ["ctf:5", "crusher:3", "oska:4", "congo"];

/// The positions that both players look at for each move.
const NODES: u64 = 4000;
const OPENING_PLIES: usize = 4;
/// A longer game is drawn.
const LONGEST: usize = 200;

/// A position of a game: its score for the side to move, and the points that this side got in the end.
struct Sample {
    score: f64,
    points: f64,
}

/// Prints the lead of each game.
pub(crate) fn run(settings: &Settings) {
    println!("| board | games | positions | lead | expected points at +100 |\n|---|---:|---:|---:|---:|");
    for board in BOARDS.into_iter().filter(|board| settings.includes(board)) {
        let game = Catalogue::standard().game(board).unwrap_or_else(|error| panic!("{error}"));
        let mut samples = Vec::new();
        for (seed, opening) in (0..).zip(random_openings(&game, settings.seed, OPENING_PLIES, settings.games))
        {
            samples.extend(self_play(&game, &opening, seed));
        }
        let lead = fit(&samples);
        let share = 100.0 * chance(100.0, lead);
        println!("| {board} | {} | {} | {lead:.0} | {share:.0} % |", settings.games, samples.len());
    }
}

/// The positions of a game that are not decided yet.
fn self_play(game: &GameRef, opening: &Opening, seed: u64) -> Vec<Sample> {
    let mut line = game.start();
    for mv in &opening.moves {
        line.play(mv).unwrap_or_else(|refusal| panic!("{mv} of the opening: {refusal}"));
    }
    let mut session = Session::new(Tables::none());
    let mut scores: Vec<(Side, f64)> = Vec::new();
    for _ in 0..LONGEST {
        let question = Question::for_effort(Effort::Nodes(NODES), game.descriptor(), seed);
        let Some(found) = session.choose(&*line, &question) else { break };
        let is_open = |score: &Score| score.plies_to_end().is_none();
        if let (true, Some(before)) = (is_open(&found.score), found.before.filter(is_open)) {
            let mean = f64::midpoint(f64::from(found.score.value()), f64::from(before.value()));
            scores.push((line.side(), mean));
        }
        line.play(&found.play[0]).unwrap_or_else(|refusal| panic!("{}: {refusal}", found.play[0]));
    }
    let outcome = line.ending_in_play().map_or(Outcome::Draw, |ending| ending.outcome);
    let points = |side| match outcome {
        Outcome::Draw => 0.5,
        Outcome::Win(winner) => f64::from(u8::from(winner == side)),
    };
    scores.into_iter().map(|(side, score)| Sample { score, points: points(side) }).collect()
}

/// The lead that makes the results most likely. The logarithm of the likelihood has one maximum.
fn fit(samples: &[Sample]) -> f64 {
    let surprise = |lead: f64| -> f64 {
        let of = |Sample { score, points }: &Sample| {
            let chance = chance(*score, lead).clamp(1e-9, 1.0 - 1e-9);
            -points * chance.ln() - (1.0 - points) * (1.0 - chance).ln()
        };
        samples.iter().map(of).sum()
    };
    let (mut low, mut high) = (1.0_f64, 10_000.0_f64);
    for _ in 0..100 {
        let third = (high - low) / 3.0;
        if surprise(low + third) < surprise(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    f64::midpoint(low, high)
}

fn chance(score: f64, lead: f64) -> f64 {
    1.0 / (1.0 + (-score / lead).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lead_of_made_up_games_is_found_again() {
        // The expected points themselves: no chance is involved.
        let samples: Vec<Sample> = (-50..=50)
            .map(|step| Sample {
                score: 10.0 * f64::from(step),
                points: chance(10.0 * f64::from(step), 137.0),
            })
            .collect();
        assert!((fit(&samples) - 137.0).abs() < 0.01, "{}", fit(&samples));
    }
}
