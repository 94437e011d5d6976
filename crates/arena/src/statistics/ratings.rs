//! Ratings of all players of a tournament from all results at once.
//!
//! The model is that of Bradley and Terry, which is also Elo's: the difference in rating gives the odds of a point, and a draw is half a win
//! and half a loss. The ratings are those under which the results are most likely; they do not depend on the order of the players or of
//! the games. Errors come from the curvature of the likelihood, with each game as one independent result; draws vary less than that, so
//! the errors are rather too wide than too narrow.
//!
//! Two kinds of results need special care:
//!
//! * Players that no chain of games connects cannot be compared. Each such pool is rated separately, with a mean of 0.
//! * If a player won or lost everything, or a group of players did against the others, the most likely ratings are infinitely far apart.
//!   Weak programs that lose every game are common here, and infinite ratings would hide everything else. Such a pool gets one virtual
//!   draw for each player, spread over its opponents by the games with them: little beside a real match, and the same for all. The ratings
//!   say that this was done. If finite ratings fit, nothing is added.

use std::f64::consts::LN_10;

use thiserror::Error;

use super::fit::Fit;
use super::normal::WIDTH_OF_95_PERCENT;
use super::pools;
use super::totals::Totals;

/// Elo points in one unit of the logarithm of odds.
const ELO_PER_UNIT: f64 = 400.0 / LN_10;

/// The points of each player of a tournament against each other player.
///
/// # Examples
///
/// ```
/// use arena::statistics::{Crosstable, Totals};
///
/// let mut table = Crosstable::new(2);
/// table.add(0, 1, Totals { wins: 3, draws: 0, losses: 1 })?;
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
    "players {first} and {second} cannot meet in a table of {players}: use two different numbers below {players}"
)]
pub struct NoSuchMatch {
    first: usize,
    second: usize,
    players: usize,
}

/// How strong a player is, by the results of a tournament.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Elo points above the mean of the pool.
    pub elo: f64,
    /// The error of the rating relative to the mean of the pool, with 95 % confidence; infinite for a player without games.
    pub error: f64,
    /// The number of the pool, counted from 0. Only ratings of the same pool can be compared.
    pub pool: usize,
    /// Whether the results of the pool were too one-sided for finite ratings, so that virtual draws were added. Then the ratings show
    /// little more than the order.
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
    /// If these are not two players of the table.
    pub fn add(&mut self, first: usize, second: usize, totals: Totals) -> Result<(), NoSuchMatch> {
        let players = self.points.len();
        if first == second || first.max(second) >= players {
            return Err(NoSuchMatch { first, second, players });
        }
        self.points[first][second] += totals.points();
        self.points[second][first] += totals.games() as f64 - totals.points();
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

/// Adds one drawn game for each player, spread over its opponents by the games with them. A draw has two players, so each of them gives
/// half of it.
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
    use quadrille::Random;

    use super::super::elo::expected_score;
    use super::super::trial::{assert_near, game};
    use super::*;

    fn totals(wins: u64, draws: u64, losses: u64) -> Totals {
        Totals { wins, draws, losses }
    }

    fn random_games(random: &mut Random, count: usize, score: f64, draws: f64) -> Totals {
        let mut totals = Totals::default();
        (0..count).for_each(|_| totals.add(game(random, score, draws)));
        totals
    }

    fn table(players: usize, matches: &[(usize, usize, Totals)]) -> Crosstable {
        let mut table = Crosstable::new(players);
        for &(first, second, totals) in matches {
            table.add(first, second, totals).unwrap();
        }
        table
    }

    #[test]
    fn two_players_have_the_closed_form() {
        for (wins, draws, losses) in [(30, 0, 10), (30, 20, 10), (0, 10, 40), (1_000_000, 0, 1)] {
            let ratings = table(2, &[(0, 1, totals(wins, draws, losses))]).ratings();
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
        let won = totals(7, 2, 1);
        let ratings = table(3, &[(0, 1, won), (1, 2, won), (2, 0, won)]).ratings();
        for rating in ratings {
            assert_near(rating.elo, 0.0, 1e-9);
            // Each pair has information n / 4 = 2.5, the covariance relative to the mean is 2/9 over that.
            assert_near(rating.error, 1.959_964 * 400.0 / LN_10 * (2.0_f64 / 9.0 / 2.5).sqrt(), 1e-3);
        }
    }

    #[test]
    fn ratings_that_give_the_exact_scores_are_found() {
        // Odds of 9, 3 and 1: expected points of 3/4 and 9/10 a game are whole numbers over 20 games.
        let close = totals(15, 0, 5);
        let far = totals(18, 0, 2);
        let ratings = table(3, &[(0, 1, close), (1, 2, close), (0, 2, far)]).ratings();
        for (rating, expected) in ratings.iter().zip([1.0, 0.0, -1.0]) {
            assert_near(rating.elo, expected * 400.0 * 3_f64.log10(), 1e-9);
        }
    }

    #[test]
    fn the_order_of_players_does_not_matter() {
        let mut random = Random::new(3);
        let players: usize = 9;
        let mut matches = Vec::new();
        for first in 0..players {
            for second in 0..first {
                let games = random_games(&mut random, 12, 0.3 + 0.05 * second as f64, 0.4);
                matches.push((first, second, games));
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
    fn ratings_of_sweeps_are_finite_and_marked() {
        // One virtual draw: 10.5 points to 0.5.
        let ratings = table(2, &[(0, 1, totals(10, 0, 0))]).ratings();
        assert_near(ratings[0].elo - ratings[1].elo, 400.0 * 21_f64.log10(), 1e-9);
        assert!(ratings.iter().all(|rating| rating.virtual_draws && rating.error.is_finite()));
        // A chain of sweeps has the right order, and more games at the same score a higher rating.
        let ratings = table(3, &[(0, 1, totals(10, 0, 0)), (1, 2, totals(1000, 0, 0))]).ratings();
        assert!(ratings[0].elo > ratings[1].elo && ratings[1].elo > ratings[2].elo, "{ratings:?}");
        assert!(ratings[1].elo - ratings[2].elo > ratings[0].elo - ratings[1].elo, "{ratings:?}");
    }

    #[test]
    fn players_without_common_opponents_are_not_compared() {
        let drawn = totals(0, 4, 0);
        let ratings = table(5, &[(0, 3, drawn), (1, 4, drawn)]).ratings();
        assert_eq!(ratings.iter().map(|rating| rating.pool).collect::<Vec<_>>(), [0, 1, 2, 0, 1]);
        assert_eq!((ratings[2].elo, ratings[2].error), (0.0, f64::INFINITY));
        assert_eq!(Crosstable::new(0).ratings(), []);
    }

    #[test]
    fn results_of_other_players_are_refused() {
        let mut table = Crosstable::new(2);
        for (first, second) in [(0, 2), (2, 0), (1, 1)] {
            assert!(table.add(first, second, totals(1, 0, 0)).is_err());
        }
        assert_eq!(table, Crosstable::new(2));
    }

    #[test]
    fn errors_contain_the_truth_as_often_as_promised() {
        let mut random = Random::new(4);
        let truth = [250.0, 50.0, 0.0, -300.0];
        let tournaments = 400;
        let mut contained = 0;
        for _ in 0..tournaments {
            let mut table = Crosstable::new(4);
            for (first, second) in [(0, 1), (1, 2), (2, 3), (3, 0)] {
                let score = expected_score(truth[first] - truth[second]);
                table.add(first, second, random_games(&mut random, 60, score, 0.0)).unwrap();
            }
            contained += table
                .ratings()
                .iter()
                .zip(truth)
                .filter(|(r, truth)| (r.elo - truth).abs() < r.error)
                .count();
        }
        let share = contained as f64 / f64::from(4 * tournaments);
        assert!((0.93..0.97).contains(&share), "{share}");
    }
}
