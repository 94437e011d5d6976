//! The request for a search, and its result.

use std::time::Duration;

use search::Limits;

use crate::{Evaluation, MAX_DEPTH, Score};

/// A request for a search.
#[derive(Clone, Debug)]
pub struct Question<'c> {
    /// The limits: depth, time, positions, and a flag that cancels the search.
    pub limits: Limits<'c>,
    /// Whether the answer must be the answer of plain minimax. If not, a selective search is used.
    pub exact: bool,
    /// The evaluation.
    pub evaluation: Evaluation,
}

impl Question<'_> {
    /// Asks for the minimax answer at this depth, with the standard evaluation.
    pub fn to_depth(depth: u32) -> Question<'static> {
        let limits = Limits { depth, ..Limits::default() };
        Question { limits, exact: true, evaluation: Evaluation::Standard }
    }

    /// Asks for the best answer within this time, with the standard evaluation.
    pub fn for_time(time: Duration) -> Question<'static> {
        let limits = Limits { time: Some(time), ..Limits::default() };
        Question { limits, exact: false, evaluation: Evaluation::Standard }
    }

    /// Whether an answer may come from solved tables. With a depth limit it may not: an opponent that looks a few plies
    /// ahead has to stay weak.
    pub(crate) fn may_ask_tables(&self) -> bool {
        !self.exact && self.limits.depth == MAX_DEPTH
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// The depth that was finished.
    pub depth: u32,
    /// The value for the side to move.
    pub score: Score,
    /// The best play, move by move; never empty.
    pub play: Vec<String>,
    /// The positions visited.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
    /// How full the transposition table is, in thousandths.
    pub table_permille: u32,
}
