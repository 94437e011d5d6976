//! Scores: evaluation units, or a decided game with its distance.

use std::fmt;

use crate::{Outcome, Side};

/// The deepest look-ahead any search accepts, in plies.
pub const MAX_DEPTH: u32 = 999;

/// The value of a position for the side to move: an evaluation, or ±(1,000,000 − plies until the end) for a decided
/// game, so that a sooner win and a later loss are better.
///
/// ```
/// use game::Score;
/// assert!(Score::win_in(3) > Score::win_in(5));
/// assert!(Score::loss_in(4) > Score::loss_in(2));
/// assert_eq!(Score::win_in(3).value(), 999_997);
/// assert_eq!(Score::loss_in(4).plies_to_end(), Some(-4));
/// assert_eq!(Score::units(35).plies_to_end(), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score(i32);

impl Score {
    const WIN: i32 = 1_000_000;
    /// The largest evaluation. A score above it is a win.
    const LARGEST_UNITS: i32 = Score::WIN - MAX_DEPTH as i32 - 1;

    /// Neither side is ahead.
    pub const DRAW: Score = Score(0);
    /// Below every score a search can return.
    pub const MIN: Score = Score(-Score::WIN - 1);
    /// Above every score a search can return.
    pub const MAX: Score = Score(Score::WIN + 1);

    /// The side to move wins in this number of plies.
    #[inline]
    pub const fn win_in(plies: u32) -> Score {
        Score(Score::WIN - plies as i32)
    }

    /// The side to move loses in this number of plies; 0 when it has lost already.
    #[inline]
    pub const fn loss_in(plies: u32) -> Score {
        Score(plies as i32 - Score::WIN)
    }

    /// An evaluation, limited to the range of evaluations.
    #[inline]
    pub fn units(evaluation: i32) -> Score {
        Score(evaluation.clamp(-Score::LARGEST_UNITS, Score::LARGEST_UNITS))
    }

    /// The score of a finished game for the side to move.
    #[inline]
    pub fn finished(outcome: Outcome, to_move: Side) -> Score {
        match outcome {
            Outcome::Draw => Score::DRAW,
            Outcome::Win(winner) if winner == to_move => Score::win_in(0),
            Outcome::Win(_) => Score::loss_in(0),
        }
    }

    /// The score with this number, limited to the range from a lost to a won game.
    #[inline]
    pub fn from_value(value: i32) -> Score {
        Score(value.clamp(-Score::WIN, Score::WIN))
    }

    /// The score as a number.
    #[inline]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// The plies until a decided game ends, negative when the side to move loses; `None` when nothing is decided.
    #[inline]
    pub fn plies_to_end(self) -> Option<i32> {
        match self.0 {
            score if score > Score::LARGEST_UNITS => Some(Score::WIN - score),
            score if score < -Score::LARGEST_UNITS => Some(-Score::WIN - score),
            _ => None,
        }
    }

    /// The score of a child from the point of view of its parent: for the other player, and one ply further from the end.
    #[inline]
    #[must_use]
    pub fn one_ply_earlier(self) -> Score {
        let score = -self.0;
        Score(score - i32::from(score > Score::LARGEST_UNITS) + i32::from(score < -Score::LARGEST_UNITS))
    }

    /// The score of the position after the best move, from the point of view of the other player: the inverse of
    /// [`Score::one_ply_earlier`].
    #[inline]
    #[must_use]
    pub fn one_ply_later(self) -> Score {
        let score = -self.0;
        Score(score + i32::from(score > Score::LARGEST_UNITS) - i32::from(score < -Score::LARGEST_UNITS))
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_end() {
            None if self.0 == 0 => f.write_str("0"),
            None => write!(f, "{:+}", self.0),
            Some(plies) if self.0 > 0 => write!(f, "won in {plies}"),
            Some(plies) => write!(f, "lost in {}", -plies),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distance_grows_by_one_ply_a_step_and_the_sign_turns() {
        let mut score = Score::loss_in(0);
        for plies in 1..=MAX_DEPTH {
            let later = score;
            score = score.one_ply_earlier();
            assert_eq!(score.one_ply_later(), later);
            let expected = if plies % 2 == 1 { Score::win_in(plies) } else { Score::loss_in(plies) };
            assert_eq!(score, expected);
            assert_eq!(
                score.plies_to_end(),
                Some(if plies % 2 == 1 { plies as i32 } else { -(plies as i32) })
            );
        }
        assert_eq!(Score::units(-7).one_ply_earlier(), Score::units(7));
        assert_eq!(Score::units(-7).one_ply_later(), Score::units(7));
        assert_eq!(Score::DRAW.one_ply_earlier(), Score::DRAW);
    }

    #[test]
    fn only_scores_of_one_side_have_a_sign() {
        let words = [7, 0, -7].map(|units| Score::units(units).to_string());
        assert_eq!(words, ["+7", "0", "-7"]);
    }

    #[test]
    fn evaluations_never_look_decided() {
        for units in [i32::MAX, i32::MIN + 1, 1_000_000, -999_999] {
            assert_eq!(Score::units(units).plies_to_end(), None);
            assert!(
                Score::units(units) < Score::win_in(MAX_DEPTH)
                    && Score::units(units) > Score::loss_in(MAX_DEPTH)
            );
        }
    }

    #[test]
    fn a_finished_game_is_won_or_lost_at_once() {
        assert_eq!(Score::finished(Outcome::Win(Side::White), Side::White), Score::win_in(0));
        assert_eq!(Score::finished(Outcome::Win(Side::White), Side::Black), Score::loss_in(0));
        assert_eq!(Score::finished(Outcome::Draw, Side::Black), Score::DRAW);
    }
}
