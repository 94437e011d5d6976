//! Counts of a tier's positions by their verdicts.

use std::fmt;

use crate::Solvable;
use game::{Outcome, Side, Verdict};

use crate::code::Code;
use crate::file;
use crate::mesh::Message;
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
        // How many positions have each code, by the side to move.
        let mut counts = [Vec::<u64>::new(), Vec::new()];
        let mut longest = self.longest.map_or(0, |(plies, _)| Code::win(plies).0);
        let mut codes = (first..).zip(codes).peekable();
        while let Some(&(index, _)) = codes.peek() {
            // One side to move, one row.
            let counts = &mut counts[ranking.side(index).index()];
            let end = (index / ranking.columns() + 1) * ranking.columns();
            let is_special = ranking.is_special(index);
            while let Some((index, code)) = codes.next_if(|&(index, _)| index < end) {
                let weight = if is_special {
                    ranking.position(game, index).map_or(0, |ranked| ranked.weight)
                } else {
                    ranking.order()
                };
                let number = code.0;
                if counts.len() <= usize::from(number) {
                    counts.resize(usize::from(number) + 1, 0);
                }
                counts[usize::from(number)] += u64::from(weight);
                if number > longest && weight > 0 {
                    self.see_longest(code.verdict().and_then(Verdict::plies).map(|plies| (plies, index)));
                    longest = number | 1;
                }
            }
        }
        for (to_move, counts) in Side::BOTH.into_iter().zip(counts) {
            for (number, count) in (0..).zip(counts) {
                if let Some(verdict) = Code(number).verdict() {
                    self.count(ranking, verdict, to_move, count);
                }
            }
        }
    }

    fn count(&mut self, ranking: &Ranking, verdict: Verdict, to_move: Side, positions: u64) {
        // Where the colours can be swapped, White to move stands for Black to move as well.
        let other = ranking.tier().is_even().then_some(!to_move);
        for to_move in std::iter::once(to_move).chain(other) {
            *match verdict.outcome(to_move) {
                Outcome::Win(Side::White) => &mut self.white,
                Outcome::Win(Side::Black) => &mut self.black,
                Outcome::Draw => &mut self.drawn,
            } += positions;
        }
    }

    fn see_longest(&mut self, other: Option<(u32, Index)>) {
        let key = |longest: Option<(u32, Index)>| longest.map(|(plies, index)| (plies, u64::MAX - index));
        if key(other) > key(self.longest) {
            self.longest = other;
        }
    }

    /// The counts of two parts of a tier together.
    #[must_use]
    pub(crate) fn and(mut self, other: Summary) -> Summary {
        self.white += other.white;
        self.drawn += other.drawn;
        self.black += other.black;
        self.see_longest(other.longest);
        self
    }

    /// All positions.
    pub fn positions(&self) -> u64 {
        self.white + self.drawn + self.black
    }

    /// Reads the lines that [`Summary`] is written as; other lines may stand between them.
    pub(crate) fn parse(text: &str) -> Option<Summary> {
        let field = |name| file::field(text, name);
        let number = |name| field(name)?.parse::<u64>().ok();
        let longest = match field("longest")? {
            "none" => None,
            text => {
                let (plies, index) = text.split_once(" plies, number ")?;
                Some((plies.parse().ok()?, index.parse().ok()?))
            }
        };
        Some(Summary { white: number("white")?, drawn: number("drawn")?, black: number("black")?, longest })
    }
}

impl Message for Summary {
    fn to_bytes(&self) -> Vec<u8> {
        self.to_string().into_bytes()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Summary> {
        std::str::from_utf8(bytes).ok().and_then(Summary::parse)
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
