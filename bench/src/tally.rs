//! What a match comes down to: wins, draws and losses, and the difference in strength that they show.

use std::fmt;

/// The results of a match in which every opening is played twice, with the colours swapped.
#[derive(Default)]
pub(crate) struct Tally {
    wins: u32,
    draws: u32,
    /// Games that were broken off, which count as draws.
    unfinished: u32,
    losses: u32,
    /// The share of the points won from each opening. The two games of one are no independent evidence, the openings are.
    shares: Vec<f64>,
}

/// The result of a game for the first player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    Won,
    Drawn,
    /// Broken off: half a point, as for a draw.
    Unfinished,
    Lost,
}

impl Tally {
    /// Adds both games of an opening.
    pub(crate) fn add(&mut self, games: [Outcome; 2]) {
        let points = games.map(|outcome| match outcome {
            Outcome::Won => {
                self.wins += 1;
                1.0
            }
            Outcome::Drawn => {
                self.draws += 1;
                0.5
            }
            Outcome::Unfinished => {
                self.unfinished += 1;
                0.5
            }
            Outcome::Lost => {
                self.losses += 1;
                0.0
            }
        });
        self.shares.push(f64::midpoint(points[0], points[1]));
    }

    pub(crate) fn games(&self) -> usize {
        2 * self.shares.len()
    }

    /// The share of the points won.
    fn score(&self) -> f64 {
        self.shares.iter().sum::<f64>() / self.shares.len() as f64
    }

    /// How far the score may be from the true one, with 95 % confidence, by the variance over the openings.
    fn error(&self) -> f64 {
        let (count, mean) = (self.shares.len() as f64, self.score());
        let squares: f64 = self.shares.iter().map(|share| (share - mean).powi(2)).sum();
        1.96 * (squares / (count - 1.0) / count).sqrt()
    }
}

/// The difference in Elo points that a score stands for; without end for a score of 0 or 1.
fn elo(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// The columns of a table: wins, draws, games broken off, losses, score, and Elo points with their range.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (score, error) = (self.score(), self.error());
        let Tally { wins, draws, unfinished, losses, .. } = self;
        write!(f, "{wins} | {draws} | {unfinished} | {losses} | {:.1} % | ", 100.0 * score)?;
        if error > 0.0 {
            let [middle, low, high] = [score, score - error, score + error].map(elo);
            write!(f, "{middle:+.0} ({low:+.0} to {high:+.0})")
        } else {
            // Without any variance there is nothing to tell the range by.
            write!(f, "{:+.0} (every opening alike)", elo(score))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Outcome::{Drawn, Unfinished, Won};
    use super::*;

    #[test]
    fn elo_is_as_published() {
        // The table of the chess federation, from differences to expected scores.
        for (difference, score) in [(0.0, 0.5), (100.0, 0.64), (200.0, 0.76), (-200.0, 0.24), (366.0, 0.89)] {
            assert!((elo(score) - difference).abs() < 5.0, "{} for {score}", elo(score));
        }
    }

    #[test]
    fn the_range_comes_from_the_openings() {
        let mut tally = Tally::default();
        // Shares of 1, 1, 1/2 and 3/4: a mean of 0.8125, a variance of 0.171875 / 3, an error of 1.96 times 0.1197.
        for games in [[Won, Won], [Won, Won], [Drawn, Unfinished], [Drawn, Won]] {
            tally.add(games);
        }
        assert_eq!(tally.games(), 8);
        assert!((tally.error() - 0.2346).abs() < 1e-4, "{}", tally.error());
        assert_eq!(tally.to_string(), "5 | 2 | 1 | 0 | 81.2 % | +255 (+55 to +inf)");
    }

    #[test]
    fn a_swept_match_has_no_range() {
        let mut tally = Tally::default();
        tally.add([Won, Won]);
        tally.add([Won, Won]);
        assert_eq!(tally.to_string(), "4 | 0 | 0 | 0 | 100.0 % | +inf (every opening alike)");
    }
}
