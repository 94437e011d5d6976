//! The two kinds of search, chosen by type so that each is compiled on its own.

/// What a search may do to its tree.
pub(crate) trait Mode: Send + Sync {
    /// Whether it follows captures past the horizon and leaves out moves that look bad. If not, its answer is that of plain minimax.
    const SELECTIVE: bool;
}

/// A fixed-depth search whose answer is that of plain minimax.
pub(crate) struct Exact;

/// A search that plays as well as it can in the time it has.
pub(crate) struct Selective;

impl Mode for Exact {
    const SELECTIVE: bool = false;
}

impl Mode for Selective {
    const SELECTIVE: bool = true;
}
