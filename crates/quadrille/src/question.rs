//! What a search is asked, and what it finds.

use std::time::Duration;

use search::Limits;

use crate::{Evaluation, MAX_DEPTH, Score};

/// What to search for.
#[derive(Clone, Debug)]
pub struct Question<'c> {
    /// How far, how long and until when.
    pub limits: Limits<'c>,
    /// Whether the answer is to be that of plain minimax; if not, it is as good as the limits allow.
    pub exact: bool,
    /// The evaluation.
    pub evaluation: Evaluation,
}

impl Question<'_> {
    /// The plain minimax answer to this depth, by the standard evaluation.
    pub fn to_depth(depth: u32) -> Question<'static> {
        let limits = Limits { depth, ..Limits::default() };
        Question { limits, exact: true, evaluation: Evaluation::Standard }
    }

    /// The best answer within this time, by the standard evaluation.
    pub fn for_time(time: Duration) -> Question<'static> {
        let limits = Limits { time: Some(time), ..Limits::default() };
        Question { limits, exact: false, evaluation: Evaluation::Standard }
    }

    /// Whether an answer may come from solved tables. A question with a depth asks what can be seen from there, and an opponent that
    /// looks a few plies ahead has to stay weak.
    pub(crate) fn may_ask_tables(&self) -> bool {
        !self.exact && self.limits.depth == MAX_DEPTH
    }
}

/// What a search has found.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// How deep it has looked.
    pub depth: u32,
    /// The value for the side to move.
    pub score: Score,
    /// The best play, move by move; never empty.
    pub play: Vec<String>,
    /// The positions looked at.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
    /// How full the transposition table is, in thousandths.
    pub table_permille: u32,
}
