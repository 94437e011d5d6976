//! Ratings of all players of a tournament from all results at once.
//!
//! The model is that of Bradley and Terry, which is Elo's: the odds of a point are those of the difference in rating,
//! and a draw is half a win and half a loss. The ratings are the ones under which the results are likeliest; they do not
//! depend on the order of the players or of the games. Errors come from the curvature of the likelihood there, with each
//! game as one piece of evidence; draws are steadier than that, so the errors are rather too wide than too narrow.
//!
//! Two kinds of results need an honest answer:
//!
//! * Players that no chain of games connects cannot be compared. Each such pool is rated for itself, with a mean of 0.
//! * Where someone won or lost everything, or a whole group did against the rest, the likeliest ratings are infinitely
//!   far apart. A table of infinities would hide all else, and weak programs that lose every game are common here. So
//!   such a pool is counted with one virtual draw a player, spread over its opponents by the games with them: little
//!   beside a real match, and the same for everyone. It is said of the ratings that this was done. Where finite ratings
//!   fit, nothing is added.

use std::f64::consts::LN_10;

use thiserror::Error;

use super::fit::Fit;
use super::normal::WIDTH_OF_95_PERCENT;
use super::pools;
use super::tally::Tally;

/// Elo points in one unit of the logarithm of odds.
const ELO_PER_UNIT: f64 = 400.0 / LN_10;

/// The points that each player of a tournament took from each other one. Needs memory for the square of the players.
///
/// # Examples
///
/// ```
/// use arena::statistics::{Crosstable, Outcome, Tally};
///
/// let mut tally = Tally::default();
/// for (opening, outcome) in [(1, Outcome::Win), (1, Outcome::Win), (2, Outcome::Win), (2, Outcome::Loss)] {
///     tally.add(opening, outcome);
/// }
/// let mut table = Crosstable::new(2);
/// table.add(0, 1, &tally)?;
/// let ratings = table.ratings();
/// // Three wins to one: 400 times the logarithm of 3.
/// assert_eq!((ratings[0].elo - ratings[1].elo).round(), 191.0);
/// # Ok::<(), arena::statistics::ratings::NoSuchMatch>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Crosstable {
    points: Vec<Vec<f64>>,
}

/// A result that does not fit into the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error(
    "no match of players {first} and {second} in a table of {players}: two different ones below that are needed"
)]
pub struct NoSuchMatch {
    first: usize,
    second: usize,
    players: usize,
}

/// What a tournament says about one player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Elo points above the mean of the pool.
    pub elo: f64,
    /// How far the rating may be off, relative to the mean of the pool, with 95 % confidence; infinite for a player
    /// without games.
    pub error: f64,
    /// The pool of players that games connect with this one, counted from 0. Only ratings of one pool can be compared.
    pub pool: usize,
    /// Whether the results of the pool were too one-sided for finite ratings, and virtual draws had to be added. Then
    /// the ratings show the order, and how far apart players are at the least, roughly.
    pub virtual_draws: bool,
}

impl Crosstable {
    /// A table without results.
    pub fn new(players: usize) -> Self {
        Self { points: vec![vec![0.0; players]; players] }
    }

    /// Adds all games of a match between two players, who count from 0.
    ///
    /// # Errors
    ///
    /// If there are no two such players.
    pub fn add(&mut self, first: usize, second: usize, tally: &Tally) -> Result<(), NoSuchMatch> {
        let players = self.points.len();
        if first == second || first.max(second) >= players {
            return Err(NoSuchMatch { first, second, players });
        }
        self.points[first][second] += tally.points();
        self.points[second][first] += tally.games() as f64 - tally.points();
        Ok(())
    }

    /// The ratings of all players.
    pub fn ratings(&self) -> Vec<Rating> {
        let mut ratings =
            vec![Rating { elo: 0.0, error: 0.0, pool: 0, virtual_draws: false }; self.points.len()];
        let scored = |a: usize, b: usize| self.points[a][b] > 0.0;
        let pools = pools::pools(self.points.len(), |a, b| scored(a, b) || scored(b, a));
        for (index, pool) in pools.iter().enumerate() {
            let virtual_draws = pools::is_one_sided(pool, scored);
            let row = |&a: &usize| pool.iter().map(|&b| self.points[a][b]).collect();
            let mut points: Vec<Vec<f64>> = pool.iter().map(row).collect();
            if virtual_draws {
                points = with_virtual_draws(&points);
            }
            let fit = Fit::new(&points);
            for (place, &player) in pool.iter().enumerate() {
                let (elo, error) = (fit.ratings[place] * ELO_PER_UNIT, fit.error(place) * ELO_PER_UNIT);
                ratings[player] =
                    Rating { elo, error: error * WIDTH_OF_95_PERCENT, pool: index, virtual_draws };
            }
        }
        ratings
    }
}

/// Adds one drawn game a player, spread over its opponents by the games with them. A draw has two players: each of them
/// gives half of it.
fn with_virtual_draws(points: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let players = 0..points.len();
    let games = |a: usize, b: usize| points[a][b] + points[b][a];
    let all: Vec<f64> = players.clone().map(|a| players.clone().map(|b| games(a, b)).sum()).collect();
    let share = |a: usize, b: usize| games(a, b) / all[a];
    let half_draw = |a: usize, b: usize| 0.25 * (share(a, b) + share(b, a));
    players.clone().map(|a| players.clone().map(|b| points[a][b] + half_draw(a, b)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::elo::expected_score;
    use super::super::tally::Outcome::{self, Draw, Loss, Win};
    use super::super::trial::{Noise, assert_near};
    use super::*;

    fn tally(results: &[(Outcome, u64)]) -> Tally {
        let mut tally = Tally::default();
        let games = results.iter().flat_map(|&(outcome, count)| (0..count).map(move |_| outcome));
        games.zip(0..).for_each(|(outcome, game)| tally.add(game / 2, outcome));
        tally
    }

    fn table(players: usize, matches: &[(usize, usize, Tally)]) -> Crosstable {
        let mut table = Crosstable::new(players);
        for (first, second, tally) in matches {
            table.add(*first, *second, tally).unwrap();
        }
        table
    }

    #[test]
    fn two_players_have_the_closed_form() {
        for (wins, draws, losses) in [(30, 0, 10), (30, 20, 10), (0, 10, 40), (1_000_000, 0, 1)] {
            let ratings = table(2, &[(0, 1, tally(&[(Win, wins), (Draw, draws), (Loss, losses)]))]).ratings();
            let (won, lost) = (wins as f64 + draws as f64 / 2.0, losses as f64 + draws as f64 / 2.0);
            let difference = 400.0 * (won / lost).log10();
            assert_near(ratings[0].elo, difference / 2.0, 1e-6);
            assert_near(ratings[1].elo, -difference / 2.0, 1e-6);
            // The variance of the logarithm of odds is 1 / won + 1 / lost; half of the difference is each one's.
            let error = 1.959_964 * 400.0 / LN_10 * (1.0 / won + 1.0 / lost).sqrt() / 2.0;
            assert_near(ratings[0].error / error, 1.0, 1e-5);
            assert!(!ratings[0].virtual_draws);
        }
    }

    #[test]
    fn a_circle_of_equal_results_makes_equals() {
        let won = tally(&[(Win, 7), (Draw, 2), (Loss, 1)]);
        let ratings = table(3, &[(0, 1, won.clone()), (1, 2, won.clone()), (2, 0, won)]).ratings();
        for rating in ratings {
            assert_near(rating.elo, 0.0, 1e-9);
            // Each pair has information n / 4 = 2.5, the covariance relative to the mean is 2/9 over that.
            assert_near(rating.error, 1.959_964 * 400.0 / LN_10 * (2.0_f64 / 9.0 / 2.5).sqrt(), 1e-3);
        }
    }

    #[test]
    fn ratings_that_give_the_exact_scores_are_found() {
        // Odds of 9, 3 and 1: expected points of 3/4 and 9/10 a game are whole numbers over 20 games.
        let close = tally(&[(Win, 15), (Loss, 5)]);
        let far = tally(&[(Win, 18), (Loss, 2)]);
        let ratings = table(3, &[(0, 1, close.clone()), (1, 2, close), (0, 2, far)]).ratings();
        for (rating, expected) in ratings.iter().zip([1.0, 0.0, -1.0]) {
            assert_near(rating.elo, expected * 400.0 * 3_f64.log10(), 1e-9);
        }
    }

    #[test]
    fn the_order_of_players_does_not_matter() {
        let mut noise = Noise(3);
        let players: usize = 9;
        let mut matches = Vec::new();
        for first in 0..players {
            for second in 0..first {
                let games: Vec<_> =
                    (0..12).map(|_| (noise.game(0.3 + 0.05 * second as f64, 0.4), 1)).collect();
                matches.push((first, second, tally(&games)));
            }
        }
        let ratings = table(players, &matches).ratings();
        let turned = |player: usize| (player * 4 + 5) % players;
        matches.reverse();
        for (first, second, _) in &mut matches {
            (*first, *second) = (turned(*first), turned(*second));
        }
        let moved = table(players, &matches).ratings();
        for (player, rating) in ratings.iter().enumerate() {
            assert_near(moved[turned(player)].elo, rating.elo, 1e-8);
            assert_near(moved[turned(player)].error, rating.error, 1e-8);
        }
        assert_near(ratings.iter().map(|rating| rating.elo).sum(), 0.0, 1e-8);
    }

    #[test]
    fn sweeps_are_finite_and_said_to_be_so() {
        // One virtual draw: 10.5 points to 0.5.
        let ratings = table(2, &[(0, 1, tally(&[(Win, 10)]))]).ratings();
        assert_near(ratings[0].elo - ratings[1].elo, 400.0 * 21_f64.log10(), 1e-9);
        assert!(ratings.iter().all(|rating| rating.virtual_draws && rating.error.is_finite()));
        // A chain of sweeps has the right order, and more games at the same score a higher rating.
        let ratings = table(3, &[(0, 1, tally(&[(Win, 10)])), (1, 2, tally(&[(Win, 1000)]))]).ratings();
        assert!(ratings[0].elo > ratings[1].elo && ratings[1].elo > ratings[2].elo, "{ratings:?}");
        assert!(ratings[1].elo - ratings[2].elo > ratings[0].elo - ratings[1].elo, "{ratings:?}");
    }

    #[test]
    fn what_games_do_not_connect_is_not_compared() {
        let drawn = tally(&[(Draw, 4)]);
        let ratings = table(5, &[(0, 3, drawn.clone()), (1, 4, drawn)]).ratings();
        assert_eq!(ratings.iter().map(|rating| rating.pool).collect::<Vec<_>>(), [0, 1, 2, 0, 1]);
        assert_eq!((ratings[2].elo, ratings[2].error), (0.0, f64::INFINITY));
        assert_eq!(Crosstable::new(0).ratings(), []);
    }

    #[test]
    fn results_of_nobody_are_refused() {
        let mut table = Crosstable::new(2);
        for (first, second) in [(0, 2), (2, 0), (1, 1)] {
            assert!(table.add(first, second, &tally(&[(Win, 1)])).is_err());
        }
        assert_eq!(table, Crosstable::new(2));
    }

    #[test]
    fn errors_hold_the_truth_as_often_as_they_say() {
        let mut noise = Noise(4);
        let truth = [250.0, 50.0, 0.0, -300.0];
        let tournaments = 400;
        let mut held = 0;
        for _ in 0..tournaments {
            let mut table = Crosstable::new(4);
            for (first, second) in [(0, 1), (1, 2), (2, 3), (3, 0)] {
                let score = expected_score(truth[first] - truth[second]);
                let games: Vec<_> = (0..60).map(|_| (noise.game(score, 0.0), 1)).collect();
                table.add(first, second, &tally(&games)).unwrap();
            }
            held += table
                .ratings()
                .iter()
                .zip(truth)
                .filter(|(r, truth)| (r.elo - truth).abs() < r.error)
                .count();
        }
        let share = held as f64 / f64::from(4 * tournaments);
        assert!((0.93..0.97).contains(&share), "{share}");
    }
}
