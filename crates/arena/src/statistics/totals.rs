//! Games won, drawn and lost.

use quadrille::{GameResult, Side};

/// The result of a game for one of its players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayerResult {
    /// No point.
    Loss,
    /// Half a point.
    Draw,
    /// One point.
    Win,
}

impl PlayerResult {
    /// The result for the player of a side.
    pub fn of(result: GameResult, side: Side) -> PlayerResult {
        match result.half_points(side) {
            0 => PlayerResult::Loss,
            1 => PlayerResult::Draw,
            _ => PlayerResult::Win,
        }
    }

    /// The result for the other player.
    #[must_use]
    pub fn reversed(self) -> PlayerResult {
        match self {
            PlayerResult::Loss => PlayerResult::Win,
            PlayerResult::Draw => PlayerResult::Draw,
            PlayerResult::Win => PlayerResult::Loss,
        }
    }

    /// The points, counted in halves.
    pub(super) fn half_points(self) -> usize {
        self as usize
    }
}

/// How many games a player has won, drawn and lost.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Totals {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Totals {
    /// Adds a game.
    pub fn add(&mut self, result: PlayerResult) {
        match result {
            PlayerResult::Win => self.wins += 1,
            PlayerResult::Draw => self.draws += 1,
            PlayerResult::Loss => self.losses += 1,
        }
    }

    /// All games.
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// A point for a win, half a point for a draw.
    pub fn points(self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }

    /// The share of the points won; `None` before the first game.
    pub fn score(self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn before_the_first_game_there_is_no_score() {
        assert_eq!(Totals::default().score(), None);
        assert_eq!(Totals { wins: 1, draws: 1, losses: 0 }.score(), Some(0.75));
    }

    #[test]
    fn the_two_players_share_the_points() {
        for result in GameResult::ALL {
            let [white, black] = Side::BOTH.map(|side| PlayerResult::of(result, side));
            assert_eq!((white.reversed(), white.half_points() + black.half_points()), (black, 2));
        }
    }
}
