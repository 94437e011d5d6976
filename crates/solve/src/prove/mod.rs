//! Who wins a position that is too large for tables: proof-number search, and what makes its answers certain.
//!
//! DOC
mod clock;
mod file;
mod number;
mod path;
mod prover;
mod replay;
mod search;
mod table;
mod trace;

use std::fmt;
use std::time::Duration;

use game::{Line, Notation, Outcome, Side};

pub use clock::{Checkpoint, Limits, Progress, Report};
pub use file::FileError;
pub use prover::{Prover, Question};

use clock::Clock;

/// What is to be shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// That this side wins.
    Win(Side),
    /// That this side does not lose. Play without end is no loss.
    Hold(Side),
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goal::Win(side) => write!(f, "{side} wins"),
            Goal::Hold(side) => write!(f, "{side} does not lose"),
        }
    }
}

/// What came of a question.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Answer {
    /// It is so.
    Proved,
    /// It is not so.
    Disproved,
    /// Nothing was shown within the limits.
    Unknown,
}

/// How certain an answer is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Certificate {
    /// There is no answer to be certain of.
    None,
    /// The winner's play was tried on real lines, with every legal reply, and did what was claimed.
    Replayed {
        /// The lines that were followed.
        positions: usize,
    },
    /// The winner's play was written out as a graph of positions, in which every reply is answered, every end is as claimed and
    /// no rule can stand in the way.
    Checked {
        /// The positions of the graph.
        positions: usize,
    },
    /// It is too large to be checked within the limits: it rests on the search, for the reasons given above.
    Argued,
    /// The free game is won, but the winner may have to make a board that has been: there is no answer.
    Doubtful,
}

impl Certificate {
    /// Whether the answer was checked without trust in the search.
    pub fn is_certified(self) -> bool {
        matches!(self, Certificate::Replayed { .. } | Certificate::Checked { .. })
    }
}

/// An answer and what it rests on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof<M> {
    /// Whether it is so.
    pub answer: Answer,
    /// How certain that is.
    pub certificate: Certificate,
    /// Positions whose moves were made.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
    /// The proof number of the position in the last search, 0 if its attacker wins.
    pub proof: u32,
    /// Its disproof number.
    pub disproof: u32,
    /// The depth of the tree that shows the answer, in plies. It need not be the shortest.
    pub plies: Option<u32>,
    /// The play that the search thinks best, as far as it knows.
    pub line: Vec<M>,
}

/// Answers a question about a line of play. With a checkpoint the search goes on from its file, if there is one, and is
/// written to it now and then and at the end.
///
/// # Errors
/// When the file cannot be read or written, is damaged, or is about another question.
pub fn prove<'a, 'c, G: Notation>(
    line: &Line<'a, G>,
    question: Question<'a, G>,
    limits: Limits<'c>,
    checkpoint: Option<&'c Checkpoint>,
    report: Option<Report<'c>>,
) -> Result<Proof<G::Move>, FileError> {
    let mut prover = Prover::new(line, question, limits.memory);
    if let Some(checkpoint) = checkpoint {
        prover.load(checkpoint)?;
    }
    let mut clock = Clock::new(limits, report, checkpoint);
    let proof = prover.run(&mut clock);
    if let Some(checkpoint) = checkpoint {
        prover.save(checkpoint)?;
    }
    Ok(proof)
}

/// What comes of a line of play if both sides play their best, as far as it can be shown: both sides are asked in turn whether
/// they win, each a little longer every time. The answers are for White and for Black.
pub fn settle<'a, G: Notation>(
    line: &Line<'a, G>,
    question: Question<'a, G>,
    limits: Limits<'_>,
) -> (Option<Outcome>, [Proof<G::Move>; 2]) {
    const FIRST: u64 = 10_000;
    let ask = |side| Prover::new(line, Question { goal: Goal::Win(side), ..question }, limits.memory / 2);
    let mut provers = Side::BOTH.map(ask);
    let mut clock: Clock<'_, 'a, G> = Clock::new(limits, None, None);
    let mut allowed = FIRST;
    loop {
        let most = limits.nodes.map_or(allowed, |most| allowed.min(most / 2));
        clock.allow(Some(most));
        let proofs = provers.each_mut().map(|prover| prover.run(&mut clock));
        let outcome = prover::outcome_of(proofs[0].answer, proofs[1].answer);
        let total = limits.nodes.is_some_and(|nodes| allowed >= nodes / 2);
        if outcome.is_some() || total || !clock.has_budget(0) {
            return (outcome, proofs);
        }
        allowed *= 2;
    }
}
