//! The request for a search, and its result.

use std::time::Duration;

use search::{Limits, Variety};

use crate::{Descriptor, Effort, Evaluation, MAX_DEPTH, Score};

/// The maximum time for a move of an opponent with an effort, on boards of any size.
const MAX_TIME: Duration = Duration::from_secs(8);
/// The most positions of a player that looks ahead like a person. On large boards it looks less far ahead.
const MOST_POSITIONS: u64 = 100_000;
/// An opponent may choose a move that is worse than the best by this part of a man.
const PART_OF_A_MAN: i32 = 10;

/// A request for a search.
#[derive(Clone, Debug)]
pub struct Question<'c> {
    /// The limits: depth, time, positions, and a flag that cancels the search.
    pub limits: Limits<'c>,
    /// Whether the answer must be the answer of plain minimax. If not, a selective search is used.
    pub exact: bool,
    /// The evaluation.
    pub evaluation: Evaluation,
    /// How an opponent departs from the best answer; `None` for the best answer.
    pub manner: Option<Manner>,
}

/// How an opponent departs from the best answer, so that people can win against it and games differ. The question must not be exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Manner {
    /// The choice among moves of nearly equal worth.
    pub variety: Variety,
    /// If this is a number, the opponent looks ahead like a person, as far as the depth limit, and overlooks so many of 100 moves at
    /// the last ply. Otherwise it uses selective search.
    pub overlooked: Option<u32>,
    /// Whether it may ask solved tables.
    pub asks_tables: bool,
}

impl Question<'_> {
    /// Asks for the minimax answer at a depth, or for the best answer within a time, a number of positions or both. `None` for other
    /// combinations of limits.
    pub fn within(
        depth: Option<u32>,
        time: Option<Duration>,
        nodes: Option<u64>,
    ) -> Option<Question<'static>> {
        let exact = depth.is_some();
        if exact == (time.is_some() || nodes.is_some()) {
            return None;
        }
        let limits = Limits { depth: depth.unwrap_or(MAX_DEPTH), time, nodes, ..Limits::default() };
        Some(Question { limits, exact, evaluation: Evaluation::for_search(exact), manner: None })
    }

    /// Asks for the best answer within this number of positions, with the evaluation that plays best.
    pub fn for_nodes(nodes: u64) -> Question<'static> {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        Question { limits, exact: false, evaluation: Evaluation::Net, manner: None }
    }

    /// Asks for the minimax answer at this depth, with the standard evaluation.
    pub fn to_depth(depth: u32) -> Question<'static> {
        let limits = Limits { depth, ..Limits::default() };
        Question { limits, exact: true, evaluation: Evaluation::Standard, manner: None }
    }

    /// Asks for the best answer within this time, with the evaluation that plays best.
    pub fn for_time(time: Duration) -> Question<'static> {
        let limits = Limits { time: Some(time), ..Limits::default() };
        Question { limits, exact: false, evaluation: Evaluation::Net, manner: None }
    }

    /// Asks for the move of an opponent with this effort, in a game with this descriptor. The seed chooses among moves of nearly equal
    /// worth.
    pub fn for_effort(effort: Effort, game: &Descriptor, seed: u64) -> Question<'static> {
        let mut limits = Limits { time: Some(MAX_TIME), ..Limits::default() };
        let mut overlooked = None;
        match effort {
            Effort::Plies(hundredths) => {
                let (depth, share) = Effort::look_ahead(hundredths);
                (limits.depth, limits.nodes, overlooked) = (depth, Some(MOST_POSITIONS), Some(share));
            }
            Effort::Nodes(nodes) => limits.nodes = Some(nodes),
        }
        let variety = Variety { seed, margin: game.man / PART_OF_A_MAN };
        let manner = Some(Manner { variety, overlooked, asks_tables: false });
        Question { limits, exact: false, evaluation: Evaluation::Standard, manner }
    }

    /// Whether an answer may come from solved tables. With a depth limit it may not: an opponent that looks a few plies
    /// ahead has to stay weak.
    pub(crate) fn may_ask_tables(&self) -> bool {
        !self.exact && self.limits.depth == MAX_DEPTH && self.manner.is_none_or(|manner| manner.asks_tables)
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// The depth that was finished.
    pub depth: u32,
    /// The value for the side to move.
    pub score: Score,
    /// The value at the depth before this one, if the search has finished it. A search with a fixed depth omits every second depth.
    pub before: Option<Score>,
    /// The best play, move by move; never empty.
    pub play: Vec<String>,
    /// The positions visited.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
    /// How full the transposition table is, in thousandths.
    pub table_permille: u32,
}
