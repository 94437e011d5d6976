//! Weights fitted to perfect play, as solved tables know it.

use std::path::Path;

use game::{BoardState, Line, Notation, Random, Side, Verdict};
use games::{Visitor, visit};
use solve::Solvable;

use super::regression::{self, Row};
use crate::truth::{Play, Solved, of_games};

/// The games to take positions from on each board: half of them random, half of the engine against itself.
const GAMES: usize = 4000;
const SEED: u64 = 3;
/// Up to this many random moves follow a position of a game: a search evaluates such positions too.
const ASTRAY: usize = 7;
/// A search sees the end of a game that is over in fewer plies.
const LEAST_PLIES: u32 = 4;

/// Fits weights to the tables of these boards together and prints them beside the present ones.
pub(super) fn tune(boards: &[&String], directory: &Path) -> Result<(), String> {
    let mut rows = Vec::new();
    let mut present: Vec<(&'static str, i32)> = Vec::new();
    for &board in boards {
        let known = visit(board, Collected { board, directory, rows: &mut rows });
        let terms = known.map_err(|error| error.to_string())??;
        if !present.is_empty() && present != terms {
            return Err(format!("{board} is a board of another game"));
        }
        present = terms;
    }
    let &[(_, first), ..] = present.as_slice() else {
        return Err("name the boards whose tables to fit to, such as oska:4 oska:5".to_string());
    };
    let fit = regression::fit(&rows, 0.0);
    println!("{} positions, mean error {:.4}", rows.len(), fit.error);
    for (&(name, weight), fitted) in present.iter().zip(&fit.weights) {
        println!("{name:<40} {weight:>6} {:>6.0}", fitted * f64::from(first) / fit.weights[0]);
    }
    Ok(())
}

/// Adds the solved positions of a board to the rows. Returns the names and the weights of its terms.
struct Collected<'a> {
    board: &'a str,
    directory: &'a Path,
    rows: &'a mut Vec<Row>,
}

impl Visitor for Collected<'_> {
    type Output = Result<Vec<(&'static str, i32)>, String>;

    fn game<G: Notation>(self, _game: G) -> Self::Output {
        Err(format!("{} cannot be solved", self.board))
    }

    fn solvable<G: Notation + Solvable + Clone>(self, game: G) -> Self::Output {
        let solved = Solved::open(&game, self.board, None, self.directory)?;
        let mut random = Random::new(SEED);
        for play in [Play::Random, Play::Engine] {
            for position in of_games(&game, play, SEED).take(GAMES / 2).flatten() {
                let mut line = Line::new(&game, position);
                for _ in 0..random.below(ASTRAY) {
                    let moves = line.moves();
                    if !moves.is_empty() {
                        let _ = line.try_play(random.pick(&moves));
                    }
                }
                let verdict = if line.ending().is_some() { None } else { solved.verdict(line.position()) };
                self.rows.extend(verdict.and_then(|verdict| row(&game, line.position(), verdict)));
            }
        }
        Ok(game.terms(&game.start()).iter().map(|term| (term.name, term.weight)).collect())
    }
}

/// A position for the regression, from the point of view of the side to move. `None` if its end is near, or if the verdict
/// is a draw that the no-repeat rule may turn into anything.
fn row<G: Notation>(game: &G, position: &G::Position, verdict: Verdict) -> Option<Row> {
    let result = match verdict {
        Verdict::Win(plies) if plies >= LEAST_PLIES => 1.0,
        Verdict::Loss(plies) if plies >= LEAST_PLIES => 0.0,
        Verdict::Draw if !G::NO_REPEAT => 0.5,
        _ => return None,
    };
    let sign = if position.side() == Side::White { 1.0 } else { -1.0 };
    let more = |term: &game::Term| sign * f64::from(term.counts[0] - term.counts[1]);
    Some(Row { inputs: game.terms(position).iter().map(more).collect(), belief: 0.0, result })
}
