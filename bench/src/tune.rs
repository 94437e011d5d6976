//! Finding the weights of the evaluations: the engine plays itself from random openings, and the weights are fitted to
//! the results by logistic regression. A match against the present weights says whether they are any better.
//!
//! Lists of weights, with commas between them, are not learnt from but compared: with each other, or one with the present.
//!
//! The first term of each game keeps its weight and is the yardstick of the others.

mod play;
mod regression;

use game::Notation;
use games::{Visitor, visit};

use play::{Sample, Weighted};
use regression::Row;

/// The boards to tune on if the caller names none.
const BOARDS: [&str; 4] = ["ctf:5", "crusher:3", "oska:5", "congo"];

/// Games to learn from, and pairs of games in the match, when no numbers are given.
const GAMES: usize = 3000;
const PAIRS: usize = 100;

/// Tunes the boards that are named, or all four; numbers among the names are the games to learn from and the pairs of
/// games in the match. Lists of weights are compared instead.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
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
        // There is nothing to learn from when lists are compared.
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

/// How strongly weights are held where they are: games are few, and weights that stray do harm elsewhere.
const HOLD: f64 = 0.25;

/// The weights that fit the samples best, and the mean errors of the present weights and of these.
fn fit(samples: &[Sample], present: &[i32]) -> (Vec<i32>, (f64, f64)) {
    /// A term that is seen in fewer positions says nothing.
    const SEEN: usize = 200;
    let seen = |term: usize| samples.iter().filter(|sample| sample.more[term] != 0).count() >= SEEN;
    let active: Vec<usize> = (0..present.len()).filter(|&term| seen(term)).collect();
    let worth = |sample: &Sample| -> f64 {
        sample.more.iter().zip(present).map(|(&count, &weight)| f64::from(count * weight)).sum()
    };
    // First what a unit of the present evaluation says about the result. Who is to move has an advantage that no term is
    // to be blamed for.
    let row = |sample: &Sample| Row {
        inputs: vec![worth(sample), sample.to_move],
        belief: 0.0,
        result: sample.result,
    };
    let before = regression::fit(&samples.iter().map(row).collect::<Vec<_>>(), 0.0);
    // Then what each term says beyond that.
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
