//! Finds weights for the evaluations: the engine plays against itself from random openings, and the weights are fitted
//! to the results by logistic regression. A match against the current weights shows whether the new weights are better.
//!
//! With `tables=DIR`, the weights are fitted to perfect play instead: to the solved tables of all boards that are named, which
//! must be boards of one game. Missing tables are solved. The weights for Oska come from `tune tables=DIR oska:4 oska:5`.
//!
//! With `net=FILE` as well, a neural network is trained on the solved tables of one board and written to the file. That of Oska comes from
//! `tune tables=DIR net=crates/games/src/oska/net5.bin oska:5`.
//!
//! If the caller gives lists of weights, separated by commas, they are compared: two lists with each other, or one with
//! the current weights.
//!
//! The first term of each game keeps its weight; the others are relative to it.

mod net;
mod play;
mod regression;
mod solved;

use std::path::Path;

use game::Notation;
use games::{Visitor, visit};

use play::{Sample, Weighted};
use regression::Row;

/// The boards to tune if the caller names no board.
const BOARDS: [&str; 4] = ["ctf:5", "crusher:3", "oska:5", "congo"];

/// The defaults: games to learn from, and pairs of games in the match.
const GAMES: usize = 3000;
const PAIRS: usize = 100;

/// Tunes the boards that are named, or all four; numbers among the names are the games to learn from and the pairs of
/// games in the match. Lists of weights are compared instead.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    if let Some(directory) = arguments.iter().find_map(|argument| argument.strip_prefix("tables=")) {
        let boards: Vec<&String> = arguments.iter().filter(|argument| !argument.contains('=')).collect();
        let file = arguments.iter().find_map(|argument| argument.strip_prefix("net="));
        return match (file, boards.as_slice()) {
            (None, _) => solved::tune(&boards, Path::new(directory)),
            (Some(file), [board]) => net::train(board, Path::new(directory), Path::new(file)),
            (Some(_), _) => Err("name the board of the network, such as oska:5".to_string()),
        };
    }
    let (lists, rest): (Vec<&String>, Vec<&String>) =
        arguments.iter().partition(|argument| argument.contains(','));
    let lists: Option<Vec<Vec<i32>>> = lists.into_iter().map(|list| weights(list)).collect();
    let lists = lists.ok_or("weights are whole numbers with commas between them")?;
    let (numbers, names): (Vec<&String>, Vec<&String>) =
        rest.into_iter().partition(|argument| argument.parse::<usize>().is_ok());
    let number =
        |index: usize, otherwise| numbers.get(index).and_then(|text| text.parse().ok()).unwrap_or(otherwise);
    let names: Vec<&str> =
        if names.is_empty() { BOARDS.to_vec() } else { names.into_iter().map(String::as_str).collect() };
    for name in names {
        // When lists are compared, the only number is the number of pairs.
        let pairs = number(usize::from(lists.is_empty()), PAIRS);
        let tune = Tune { name, games: number(0, GAMES), pairs, lists: &lists };
        visit(name, tune).map_err(|error| error.to_string())??;
        println!();
    }
    Ok(())
}

fn weights(list: &str) -> Option<Vec<i32>> {
    list.split(',').map(|weight| weight.trim().parse().ok()).collect()
}

struct Tune<'a> {
    name: &'a str,
    games: usize,
    pairs: usize,
    lists: &'a [Vec<i32>],
}

impl Visitor for Tune<'_> {
    type Output = Result<(), String>;

    fn game<G: Notation>(self, game: G) -> Result<(), String> {
        let terms = game.terms(&game.start());
        let present: Vec<i32> = terms.iter().map(|term| term.weight).collect();
        let depth = if self.name == "congo" { 3 } else { 4 };
        if let [first, others @ ..] = self.lists {
            let second = others.first().unwrap_or(&present);
            if first.len() != terms.len() || second.len() != terms.len() {
                return Err(format!("{} has {} terms", self.name, terms.len()));
            }
            let (first, second) = (Weighted(first.clone()), Weighted(second.clone()));
            let [won, drawn, lost] = play::compete(&game, &first, &second, depth, self.pairs);
            println!("{}, depth {depth}: {won} won, {drawn} drawn, {lost} lost", self.name);
            return Ok(());
        }
        let samples = play::samples(&game, &present, depth, self.games);
        let (tuned, errors) = fit(&samples, &present);
        println!("{}: {} positions of {} games, depth {depth}", self.name, samples.len(), self.games);
        println!("mean error {:.5} with the present weights, {:.5} with the tuned ones", errors.0, errors.1);
        for (index, term) in terms.iter().enumerate() {
            println!("{:<40} {:>6} {:>6}", term.name, present[index], tuned[index]);
        }
        let [won, drawn, lost] =
            play::compete(&game, &Weighted(tuned), &Weighted(present), depth, self.pairs);
        println!("tuned against present: {won} won, {drawn} drawn, {lost} lost");
        Ok(())
    }
}

/// The strength of regularisation: with few games, large changes of weights do harm in other positions.
const HOLD: f64 = 0.25;

/// The weights that fit the samples best, and the mean errors of the current and of these weights.
fn fit(samples: &[Sample], present: &[i32]) -> (Vec<i32>, (f64, f64)) {
    /// A term that occurs in fewer positions keeps its weight.
    const SEEN: usize = 200;
    let seen = |term: usize| samples.iter().filter(|sample| sample.more[term] != 0).count() >= SEEN;
    let active: Vec<usize> = (0..present.len()).filter(|&term| seen(term)).collect();
    let worth = |sample: &Sample| -> f64 {
        sample.more.iter().zip(present).map(|(&count, &weight)| f64::from(count * weight)).sum()
    };
    // First fit the scale of the current evaluation and the advantage of the side to move, which is not due to the terms.
    let row = |sample: &Sample| Row {
        inputs: vec![worth(sample), sample.to_move],
        belief: 0.0,
        result: sample.result,
    };
    let before = regression::fit(&samples.iter().map(row).collect::<Vec<_>>(), 0.0);
    // Then fit the change of each weight.
    let (unit, to_move) = (before.weights[0], before.weights[1]);
    let row = |sample: &Sample| Row {
        inputs: active.iter().map(|&term| f64::from(sample.more[term])).collect(),
        belief: unit * worth(sample) + to_move * sample.to_move,
        result: sample.result,
    };
    let after = regression::fit(&samples.iter().map(row).collect::<Vec<_>>(), HOLD);
    let fitted = |term: usize, more: f64| f64::from(present[term]) * unit + more;
    let scale = f64::from(present[0]) / fitted(0, after.weights[0]);
    let mut tuned = present.to_vec();
    for (&term, &more) in active.iter().zip(&after.weights) {
        tuned[term] = (scale * fitted(term, more)).round() as i32;
    }
    (tuned, (before.error, after.error))
}
