//! The exact result of a position.

use std::cmp::Ordering;
use std::fmt;

use crate::{Game, Outcome, Side};

/// The result for the side to move under best play: the winner takes the shortest way, and the loser the longest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// The side to move wins in this number of plies; 0 if it has won already.
    Win(u32),
    /// Neither side can win.
    Draw,
    /// The side to move loses in this number of plies; 0 if it has lost already.
    Loss(u32),
}

impl Verdict {
    /// The verdict on a finished game for the side to move.
    pub fn of_outcome(outcome: Outcome, to_move: Side) -> Verdict {
        match outcome {
            Outcome::Win(side) if side == to_move => Verdict::Win(0),
            Outcome::Win(_) => Verdict::Loss(0),
            Outcome::Draw => Verdict::Draw,
        }
    }

    /// The verdict on a move to a position with this verdict, for the side that makes the move.
    #[must_use]
    pub fn for_mover(self) -> Verdict {
        match self {
            Verdict::Win(plies) => Verdict::Loss(plies + 1),
            Verdict::Draw => Verdict::Draw,
            Verdict::Loss(plies) => Verdict::Win(plies + 1),
        }
    }

    /// The result of the game under best play.
    pub fn outcome(self, to_move: Side) -> Outcome {
        match self {
            Verdict::Win(_) => Outcome::Win(to_move),
            Verdict::Draw => Outcome::Draw,
            Verdict::Loss(_) => Outcome::Win(!to_move),
        }
    }

    /// The plies to a win of the side to move, negative for a loss; `None` for a draw. JSON answers have it in this form.
    pub fn win_in(self) -> Option<i64> {
        match self {
            Verdict::Win(plies) => Some(plies.into()),
            Verdict::Loss(plies) => Some(-i64::from(plies)),
            Verdict::Draw => None,
        }
    }

    /// The plies to the end of the game; `None` for a draw.
    pub fn plies(self) -> Option<u32> {
        match self {
            Verdict::Win(plies) | Verdict::Loss(plies) => Some(plies),
            Verdict::Draw => None,
        }
    }
}

/// A verdict that is better for the side to move is greater.
impl Ord for Verdict {
    fn cmp(&self, other: &Verdict) -> Ordering {
        let key = |verdict: &Verdict| match *verdict {
            Verdict::Win(plies) => (1, -i64::from(plies)),
            Verdict::Draw => (0, 0),
            Verdict::Loss(plies) => (-1, i64::from(plies)),
        };
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Verdict {
    fn partial_cmp(&self, other: &Verdict) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Win(plies) => write!(f, "win in {plies}"),
            Verdict::Draw => f.write_str("draw"),
            Verdict::Loss(plies) => write!(f, "loss in {plies}"),
        }
    }
}

/// A source of verdicts on some positions, such as solved tables. It ignores earlier boards.
pub trait Oracle<G: Game>: Send + Sync {
    /// Prepares for questions about this position and the positions that can follow it. This can take some time.
    fn prepare(&self, _position: &G::Position) {}

    /// Like [`Oracle::prepare`], for searches with little time: loads what is already known but computes nothing.
    fn prepare_quickly(&self, _position: &G::Position) {}

    /// Whether it knows the verdict on any unfinished position. If not, searches do not ask it.
    fn knows_any(&self) -> bool {
        true
    }

    /// The verdict on a position, if it is known.
    fn verdict(&self, position: &G::Position) -> Option<Verdict>;
}

#[cfg(test)]
mod tests {
    use super::Verdict::{Draw, Loss, Win};

    #[test]
    fn the_winner_is_quick_and_the_loser_slow() {
        let best_first = [Win(0), Win(1), Win(7), Draw, Loss(8), Loss(2), Loss(0)];
        assert!(best_first.is_sorted_by(|a, b| a > b));
    }

    #[test]
    fn a_move_turns_the_verdict_round() {
        assert_eq!([Win(3), Draw, Loss(0)].map(super::Verdict::for_mover), [Loss(4), Draw, Win(1)]);
    }
}
