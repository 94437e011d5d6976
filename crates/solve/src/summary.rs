//! What the positions of a tier come to.

use std::collections::HashMap;
use std::fmt;

use game::{Outcome, Side, Solvable, Verdict};

use crate::code::Code;
use crate::ranking::{Index, Ranking};

/// Counts of a tier's positions, all symmetric ones counted, in the colours of the tier. The same numbers hold for the tier
/// with the colours swapped.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Summary {
    /// Positions won for White.
    pub white: u64,
    /// Drawn ones.
    pub drawn: u64,
    /// Positions won for Black.
    pub black: u64,
    /// The most plies to the end, and the first position for which they are needed.
    pub longest: Option<(u32, Index)>,
}

impl Summary {
    /// Adds some values of a tier, the first of which has the number `first`.
    pub(crate) fn add<G: Solvable>(
        &mut self,
        game: &G,
        ranking: &Ranking,
        first: Index,
        codes: impl Iterator<Item = Code>,
    ) {
        let order = u64::from(ranking.order());
        // Where the colours can be swapped, White to move stands for Black to move as well.
        let even = ranking.tier().is_even();
        for (index, code) in (first..).zip(codes) {
            let Some(verdict) = code.verdict() else {
                continue;
            };
            let weight = if ranking.is_special(index) {
                ranking.position(game, index).map_or(0, |ranked| u64::from(ranked.weight))
            } else {
                order
            };
            if weight == 0 {
                continue;
            }
            let to_move = ranking.side(index);
            self.count(verdict, to_move, weight);
            if even {
                self.count(verdict, !to_move, weight);
            }
            self.see_longest(verdict.plies().map(|plies| (plies, index)));
        }
    }

    fn count(&mut self, verdict: Verdict, to_move: Side, weight: u64) {
        *match verdict.outcome(to_move) {
            Outcome::Win(Side::White) => &mut self.white,
            Outcome::Win(Side::Black) => &mut self.black,
            Outcome::Draw => &mut self.drawn,
        } += weight;
    }

    fn see_longest(&mut self, other: Option<(u32, Index)>) {
        let key = |longest: Option<(u32, Index)>| longest.map(|(plies, index)| (plies, u64::MAX - index));
        if key(other) > key(self.longest) {
            self.longest = other;
        }
    }

    /// What two parts of a tier come to.
    #[must_use]
    pub(crate) fn and(mut self, other: Summary) -> Summary {
        self.white += other.white;
        self.drawn += other.drawn;
        self.black += other.black;
        self.see_longest(other.longest);
        self
    }

    /// As numbers that can be sent.
    pub(crate) fn numbers(&self) -> Vec<u64> {
        let mut numbers = vec![self.white, self.drawn, self.black];
        numbers.extend(self.longest.into_iter().flat_map(|(plies, index)| [u64::from(plies), index]));
        numbers
    }

    pub(crate) fn from_numbers(numbers: &[u64]) -> Summary {
        let longest = numbers.get(3).zip(numbers.get(4)).map(|(&plies, &index)| (plies as u32, index));
        Summary { white: numbers[0], drawn: numbers[1], black: numbers[2], longest }
    }

    /// All positions.
    pub fn positions(&self) -> u64 {
        self.white + self.drawn + self.black
    }

    pub(crate) fn parse(fields: &HashMap<&str, &str>) -> Option<Summary> {
        let field = |name| fields.get(name).copied();
        let number = |name| field(name)?.parse::<u64>().ok();
        let longest = match field("longest")? {
            "none" => None,
            text => {
                let (plies, index) = text.split_once(" plies, number ")?;
                Some((plies.parse().ok()?, index.parse().ok()?))
            }
        };
        let summary =
            Summary { white: number("white")?, drawn: number("drawn")?, black: number("black")?, longest };
        Some(summary)
    }
}

/// As lines of a table file's text.
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Summary { white, drawn, black, longest } = self;
        write!(f, "white: {white}\ndrawn: {drawn}\nblack: {black}\nlongest: ")?;
        match longest {
            Some((plies, index)) => write!(f, "{plies} plies, number {index}"),
            None => f.write_str("none"),
        }
    }
}
