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

use super::elo::WIDTH_OF_95_PERCENT;
use super::fit::Fit;
use super::pools;

/// Elo points in one unit of the logarithm of odds.
const ELO_PER_UNIT: f64 = 400.0 / LN_10;

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

/// The ratings of all players, given the points of each against each other.
pub(crate) fn ratings(points: &[Vec<f64>]) -> Vec<Rating> {
    let mut ratings = vec![Rating { elo: 0.0, error: 0.0, pool: 0, virtual_draws: false }; points.len()];
    let scored = |a: usize, b: usize| points[a][b] > 0.0;
    let pools = pools::pools(points.len(), |a, b| scored(a, b) || scored(b, a));
    for (index, pool) in pools.iter().enumerate() {
        let virtual_draws = pools::is_one_sided(pool, scored);
        let row = |&a: &usize| pool.iter().map(|&b| points[a][b]).collect();
        let mut points: Vec<Vec<f64>> = pool.iter().map(row).collect();
        if virtual_draws {
            points = with_virtual_draws(&points);
        }
        let fit = Fit::new(&points);
        for (place, &player) in pool.iter().enumerate() {
            let (elo, error) = (fit.ratings[place] * ELO_PER_UNIT, fit.error(place) * ELO_PER_UNIT);
            ratings[player] = Rating { elo, error: error * WIDTH_OF_95_PERCENT, pool: index, virtual_draws };
        }
    }
    ratings
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

    /// The points of random games.
    fn random_games(random: &mut Random, count: usize, score: f64, draws: f64) -> f64 {
        (0..count).map(|_| 0.5 * game(random, score, draws).half_points() as f64).sum()
    }

    /// The ratings after matches: two players, the points of the first one, and those of the second.
    fn rated(players: usize, matches: &[(usize, usize, f64, f64)]) -> Vec<Rating> {
        let mut points = vec![vec![0.0; players]; players];
        for &(first, second, won, lost) in matches {
            points[first][second] += won;
            points[second][first] += lost;
        }
        ratings(&points)
    }

    #[test]
    fn two_players_have_the_closed_form() {
        for (won, lost) in [(30.0, 10.0), (40.0, 20.0), (5.0, 45.0), (1e6, 1.0)] {
            let ratings = rated(2, &[(0, 1, won, lost)]);
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
        let ratings = rated(3, &[(0, 1, 8.0, 2.0), (1, 2, 8.0, 2.0), (2, 0, 8.0, 2.0)]);
        for rating in ratings {
            assert_near(rating.elo, 0.0, 1e-9);
            // Each pair has information n / 4 = 2.5, the covariance relative to the mean is 2/9 over that.
            assert_near(rating.error, 1.959_964 * 400.0 / LN_10 * (2.0_f64 / 9.0 / 2.5).sqrt(), 1e-3);
        }
    }

    #[test]
    fn ratings_that_give_the_exact_scores_are_found() {
        // Odds of 9, 3 and 1: expected points of 3/4 and 9/10 a game are whole numbers over 20 games.
        let ratings = rated(3, &[(0, 1, 15.0, 5.0), (1, 2, 15.0, 5.0), (0, 2, 18.0, 2.0)]);
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
                let won = random_games(&mut random, 12, 0.3 + 0.05 * second as f64, 0.4);
                matches.push((first, second, won, 12.0 - won));
            }
        }
        let ratings = rated(players, &matches);
        let turned = |player: usize| (player * 4 + 5) % players;
        matches.reverse();
        for (first, second, ..) in &mut matches {
            (*first, *second) = (turned(*first), turned(*second));
        }
        let moved = rated(players, &matches);
        for (player, rating) in ratings.iter().enumerate() {
            assert_near(moved[turned(player)].elo, rating.elo, 1e-8);
            assert_near(moved[turned(player)].error, rating.error, 1e-8);
        }
        assert_near(ratings.iter().map(|rating| rating.elo).sum(), 0.0, 1e-8);
    }

    #[test]
    fn ratings_of_sweeps_are_finite_and_marked() {
        // One virtual draw: 10.5 points to 0.5.
        let ratings = rated(2, &[(0, 1, 10.0, 0.0)]);
        assert_near(ratings[0].elo - ratings[1].elo, 400.0 * 21_f64.log10(), 1e-9);
        assert!(ratings.iter().all(|rating| rating.virtual_draws && rating.error.is_finite()));
        // A chain of sweeps has the right order, and more games at the same score a higher rating.
        let ratings = rated(3, &[(0, 1, 10.0, 0.0), (1, 2, 1000.0, 0.0)]);
        assert!(ratings[0].elo > ratings[1].elo && ratings[1].elo > ratings[2].elo, "{ratings:?}");
        assert!(ratings[1].elo - ratings[2].elo > ratings[0].elo - ratings[1].elo, "{ratings:?}");
    }

    #[test]
    fn players_without_common_opponents_are_not_compared() {
        let ratings = rated(5, &[(0, 3, 2.0, 2.0), (1, 4, 2.0, 2.0)]);
        assert_eq!(ratings.iter().map(|rating| rating.pool).collect::<Vec<_>>(), [0, 1, 2, 0, 1]);
        assert_eq!((ratings[2].elo, ratings[2].error), (0.0, f64::INFINITY));
        assert_eq!(rated(0, &[]), []);
    }

    #[test]
    fn errors_contain_the_truth_as_often_as_promised() {
        let mut random = Random::new(4);
        let truth = [250.0, 50.0, 0.0, -300.0];
        let tournaments = 400;
        let mut contained = 0;
        for _ in 0..tournaments {
            let matches = [(0, 1), (1, 2), (2, 3), (3, 0)].map(|(first, second)| {
                let score = expected_score(truth[first] - truth[second]);
                let won = random_games(&mut random, 60, score, 0.0);
                (first, second, won, 60.0 - won)
            });
            let rated = rated(4, &matches);
            contained += rated.iter().zip(truth).filter(|(r, truth)| (r.elo - truth).abs() < r.error).count();
        }
        let share = contained as f64 / f64::from(4 * tournaments);
        assert!((0.93..0.97).contains(&share), "{share}");
    }
}
