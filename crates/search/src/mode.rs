//! The two kinds of search. They are types, so that each is compiled separately.

/// A kind of search.
pub(crate) trait Mode: Send + Sync {
    /// Whether it uses the rules of `selective`. If not, it gives the answer of plain minimax.
    const SELECTIVE: bool;
}

/// A search with the answer of plain minimax.
pub(crate) struct Exact;

/// A search that finds the best move it can in its time.
pub(crate) struct Selective;

impl Mode for Exact {
    const SELECTIVE: bool = false;
}

impl Mode for Selective {
    const SELECTIVE: bool = true;
}
