//! The results of a match by pairs of games. Every opening is played twice with the colours swapped. The two games of an opening are not
//! independent, so variances are those of pairs, never of games.

/// How many pairs of games brought 0, 1/2, 1, 3/2 and 2 points. The statistics of a match need nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pairs(pub [u64; 5]);

impl Pairs {
    /// The share of its points that a pair of each kind brings.
    pub(super) const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    /// How many pairs there are. It is a floating-point number, so that the sum cannot overflow.
    pub fn count(&self) -> f64 {
        self.0.iter().map(|&count| count as f64).sum()
    }

    /// The share of the points won, from 0 to 1; `None` without pairs.
    pub fn score(&self) -> Option<f64> {
        let points: f64 = self.weighted().map(|(count, share)| count * share).sum();
        (self.count() > 0.0).then(|| points / self.count())
    }

    /// The same match from the other player's view.
    pub(super) fn reversed(self) -> Self {
        let mut counts = self.0;
        counts.reverse();
        Self(counts)
    }

    /// How many pairs brought which share.
    pub(super) fn weighted(&self) -> impl Iterator<Item = (f64, f64)> {
        self.0.iter().map(|&count| count as f64).zip(Self::SHARES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_score_is_the_share_of_the_points() {
        // Shares of 1, 1, 1/2 and 3/4.
        assert_eq!(Pairs([0, 0, 1, 1, 2]).score(), Some(0.8125));
        assert_eq!(Pairs::default().score(), None);
        assert_eq!(Pairs([u64::MAX; 5]).score(), Some(0.5));
    }
}
