//! A score to show people: the same for odd and even depths, in hundredths of a man, and as a chance of winning.

use crate::{Descriptor, Score};

/// A score for people.
///
/// The scores of odd and even depths differ, because another side moves last. Their mean changes much less from depth to depth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ShownScore {
    /// For the side to move, in hundredths of a man. A decided game keeps its [`Score::value`].
    pub score: i32,
    /// The share of the points that the side to move can expect, from 0 to 1.
    pub chance: f64,
}

impl ShownScore {
    /// The score to show after a search, given its score and that of the depth before, if there was one.
    ///
    /// ```
    /// use quadrille::{Catalogue, Score, ShownScore};
    /// let game = Catalogue::standard().game("congo").unwrap();
    /// let shown = ShownScore::new(game.descriptor(), Score::units(-78), Some(Score::units(121)));
    /// assert_eq!(shown.score, 21);
    /// assert!(shown.chance > 0.5);
    /// ```
    pub fn new(game: &Descriptor, score: Score, before: Option<Score>) -> ShownScore {
        if score.plies_to_end().is_some() {
            return ShownScore { score: score.value(), chance: f64::from(u8::from(score > Score::DRAW)) };
        }
        let before = before.filter(|before| before.plies_to_end().is_none()).unwrap_or(score);
        let units = f64::midpoint(f64::from(score.value()), f64::from(before.value()));
        ShownScore {
            score: Score::units((100.0 * units / f64::from(game.man)) as i32).value(),
            chance: 1.0 / (1.0 + (-units / f64::from(game.lead)).exp()),
        }
    }
}
