//! Who wins a position that is too large for tables: proof-number search, and why its answers are certain.
//!
//! [`prove`] asks whether a side wins a line of play. It uses depth-first proof-number search, which always goes on where a proof or a
//! disproof seems to take the least work. It leaves a position only when another one seems to take a quarter less work. A table of a
//! fixed size keeps the results, by position.
//!
//! # Why an answer is right
//!
//! **Without the no-repeat rule** who can force a win depends on the position alone, and endless play is a draw.
//! * A *proof* uses only ends of the game and positions that were proved before. By induction it is right for every path to the
//!   position. Its depth is stored with it: a winner who always moves to the position of least depth gets closer to the end.
//! * A *disproof* may use a repetition: play returns to a position of the path, and the attacker has achieved nothing. Such a disproof
//!   only says: if that position is not won, this one is not won either. It is valid only on this path, so it is never stored in the
//!   table (storing it would be the error known as "graph-history interaction"). If a disproof uses only positions from its own
//!   position on, it holds on every path: the defender can stay among these positions for ever without losing. A path that is too
//!   long is given up, and counts neither as a proof nor as a disproof.
//! * Draws that are only a ruling for play, [`game::Repetition::draw_in_play`], are left out, as in every search here.
//!
//! **With the no-repeat rule** there are no draws, and whether a move is legal depends on the boards before.
//! The boards of the given line, including the present one, are illegal for both sides in all searches: that is exact.
//! Boards that occur after it are treated in up to three searches.
//! 1. *The free game*: the defender may repeat boards, and the attacker has failed if play comes back to a position. Forbidding
//!    the defender some moves never helps him, since a side without a move has lost. So a proof is right if the attacker himself
//!    is never stopped by the rule. Along his strategy the depth falls with each ply, so no *position* comes twice. A *board* can
//!    only come twice with the other side to move. Where that is impossible ([`Question::same_side_returns`]: for example if
//!    each move that can be taken back changes the sum of rows and columns of all men by one), a proof in the free game is a proof.
//!    Elsewhere it is believed only after a check, below. A disproof in the free game says nothing: the defender may have
//!    needed a repeat.
//! 2. *The free game of the other side*: a proof for it is a disproof here.
//! 3. *The real game*: positions are stored together with the boards since the last irreversible move. Nothing else of the path
//!    matters, and no position can occur again, so all answers are right. But the same position with other boards is another entry,
//!    so the table helps little.
//!
//! **The check** does not trust the search. It writes out the strategy of the winner as a graph of positions, told apart by their men
//! and not by a hash, and looks whether every reply is answered, every end is as claimed, a win is reached without going round, and,
//! under the no-repeat rule, whether no board that the winner makes can have come up before with him to move. Under that rule the
//! strategy is then also played out with real [`game::Line`]s against all replies, as far as memory and time allow; it must be if
//! a board might come twice. [`Certificate`] says how far that went. Where a board might come twice, a
//! proof that can neither be checked nor played out is not an answer.
//!
//! **Tables** give the outcome of the free game. Under the no-repeat rule they are used only where no board of the given line can
//! come up again, and, unless boards return to the same side only, the check follows the play inside the tables too.
//!
//! One error remains possible: if a proof is too large to be checked, two positions in the table of the search may have had the same key
//! of 64 bits.

mod clock;
mod file;
mod number;
mod path;
mod prover;
mod replay;
mod request;
mod search;
mod table;
mod trace;

use std::time::Duration;

use game::{Line, Notation};

pub use crate::file::FileError;
pub use clock::{Checkpoint, Limits, Progress, Report};
pub use prover::{Prover, Question};
pub use request::{OnProgress, ProofError, ProofReport, ProofRequest};

use clock::Clock;

/// The answer to a question.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Answer {
    /// Yes.
    Proved,
    /// No.
    Disproved,
    /// Unknown: nothing was shown within the limits.
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
    /// The play that the search thinks best, as far as it knows. It begins with the move that was checked, if the winner is to move.
    pub line: Vec<M>,
}

impl<M> Proof<M> {
    /// The same with other names for its moves, which are asked for in the order of play.
    fn map<N>(self, name: impl FnMut(M) -> N) -> Proof<N> {
        let Proof { answer, certificate, nodes, time, proof, disproof, plies, line } = self;
        let line = line.into_iter().map(name).collect();
        Proof { answer, certificate, nodes, time, proof, disproof, plies, line }
    }
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
    let mut clock = Clock::new(limits, report, checkpoint);
    let mut prover = Prover::new(line, question, limits.memory);
    if let Some(checkpoint) = checkpoint {
        // Better to hear now than in some hours that the file cannot be written.
        prover.load(checkpoint)?;
        prover.save(checkpoint)?;
    }
    let proof = prover.run(&mut clock);
    if let Some(checkpoint) = checkpoint {
        let saved = prover.save(checkpoint);
        // An answer is worth more than the file.
        if proof.answer == Answer::Unknown {
            saved?;
        }
    }
    Ok(proof)
}
