//! The earlier boards that can still matter.
//!
//! With `depth` plies left, an earlier board can matter only if it can occur within `depth + 1` plies: one more than
//! are searched, because at depth 0 the search still checks whether a legal move exists. A board that is too far away
//! from a position is also too far away from all positions below it, so each list is made from the list of the position
//! before.

use game::{BoardState, Game, Line};

/// For each ply of the current line, the earlier boards that can still matter.
pub(crate) struct Reach<G: Game> {
    lists: Vec<List<G>>,
    /// Whether the history is not a legal game, so that its boards can also occur after irreversible moves. Then the
    /// lists keep all boards.
    strays: bool,
}

struct List<G: Game> {
    boards: Vec<Earlier<G>>,
    /// Equal for equal sets of boards: the sum of their marks.
    hash: u64,
}

struct Earlier<G: Game> {
    board: G::Position,
    /// A hash of the board. The game's hash is a sum over its men, so different sets of boards can easily have the same sum: its
    /// bits are scattered.
    mark: u64,
}

impl<G: Game> Earlier<G> {
    fn new(game: &G, &board: &G::Position) -> Earlier<G> {
        Earlier { board, mark: mark(game, &board) }
    }
}

/// A hash of a board, for sets of boards.
#[inline]
pub(crate) fn mark<G: Game>(game: &G, board: &G::Position) -> u64 {
    scatter(game.board_hash(board))
}

impl<G: Game> Reach<G> {
    /// The boards that matter at the root and for `depth` plies below it.
    pub(crate) fn new(line: &Line<'_, G>, depth: u32) -> Reach<G> {
        let mut reach = Reach { lists: Vec::new(), strays: false };
        reach.lists.resize_with(depth as usize + 1, || List { boards: Vec::new(), hash: 0 });
        if G::NO_REPEAT {
            let (game, position) = (line.game(), line.position());
            let here = game.potential(position);
            reach.strays = line.repeatable_boards().any(|board| game.potential(board) < here);
            let within = reach.within(depth);
            for board in line.repeatable_boards() {
                reach.lists[0].add(game, position, Earlier::new(game, board), within);
            }
        }
        reach
    }

    /// Makes the list for `next`, a position after a move, `ply` plies below the root and with `depth` plies left.
    #[inline]
    pub(crate) fn enter(
        &mut self,
        game: &G,
        parent: &G::Position,
        next: &G::Position,
        irreversible: bool,
        ply: usize,
        depth: u32,
    ) {
        let within = self.within(depth);
        let (above, below) = self.lists.split_at_mut(ply);
        let (above, list) = (&above[ply - 1], &mut below[0]);
        list.boards.clear();
        list.hash = 0;
        if irreversible && !self.strays {
            return;
        }
        for &Earlier { board, mark } in &above.boards {
            list.add(game, next, Earlier { board, mark }, within);
        }
        list.add(game, next, Earlier::new(game, parent), within);
    }

    /// The length of the list that `enter` would make.
    #[inline]
    pub(crate) fn len_after(
        &self,
        game: &G,
        parent: &G::Position,
        next: &G::Position,
        irreversible: bool,
        ply: usize,
        depth: u32,
    ) -> usize {
        if !G::NO_REPEAT || irreversible && !self.strays {
            return 0;
        }
        let within = self.within(depth);
        let above = self.lists[ply - 1].boards.iter().map(|earlier| &earlier.board);
        above.chain([parent]).filter(|board| is_within(game, next, board, within)).count()
    }

    /// At least the length of the list that `enter` would make after a move at this ply.
    #[inline]
    pub(crate) fn most_after(&self, ply: usize) -> usize {
        if G::NO_REPEAT { self.lists[ply].boards.len() + 1 } else { 0 }
    }

    /// A board matters with `depth` plies left only if it can occur within this many plies.
    #[inline]
    fn within(&self, depth: u32) -> u32 {
        if self.strays { u32::MAX } else { depth + 1 }
    }

    /// Whether this board has occurred before, at a given ply.
    #[inline]
    pub(crate) fn has(&self, ply: usize, position: &G::Position) -> bool {
        G::NO_REPEAT && self.lists[ply].boards.iter().any(|earlier| earlier.board.same_board(position))
    }

    /// Whether the lists say which boards can occur. They do not if the history is not a legal game.
    #[inline]
    pub(crate) fn is_complete(&self) -> bool {
        !self.strays
    }

    /// The marks of the boards that matter at this ply.
    #[inline]
    pub(crate) fn marks(&self, ply: usize) -> impl ExactSizeIterator<Item = u64> {
        self.lists[ply].boards.iter().map(|earlier| earlier.mark)
    }

    /// The length of the list at this ply.
    #[inline]
    pub(crate) fn len(&self, ply: usize) -> usize {
        if G::NO_REPEAT { self.lists[ply].boards.len() } else { 0 }
    }

    /// Whether the side to move has a legal move.
    #[inline]
    pub(crate) fn can_move(&self, game: &G, ply: usize, position: &G::Position) -> bool {
        if !G::NO_REPEAT {
            return game.has_move(position);
        }
        let moves = game.count_moves(position);
        let boards = &self.lists[ply].boards;
        // Each board makes at most one move illegal.
        moves > boards.len()
            || moves
                > boards
                    .iter()
                    .filter(|earlier| game.move_to_board(position, &earlier.board).is_some())
                    .count()
    }

    /// A hash of the boards that matter at this ply.
    #[inline]
    pub(crate) fn hash(&self, ply: usize) -> u64 {
        if G::NO_REPEAT { self.lists[ply].hash } else { 0 }
    }
}

impl<G: Game> List<G> {
    /// Adds a board if it can occur within this many plies.
    #[inline]
    fn add(&mut self, game: &G, position: &G::Position, earlier: Earlier<G>, within: u32) {
        if is_within(game, position, &earlier.board, within) {
            self.hash ^= earlier.mark;
            self.boards.push(earlier);
        }
    }
}

/// Whether a board can occur within this many plies; always if the number is the largest.
#[inline]
fn is_within<G: Game>(game: &G, position: &G::Position, board: &G::Position, plies: u32) -> bool {
    plies == u32::MAX || game.min_plies_to(position, board) <= plies
}

/// Scatters the bits of a number.
#[inline]
pub(crate) fn scatter(number: u64) -> u64 {
    let number = (number ^ (number >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    let number = (number ^ (number >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    number ^ (number >> 32)
}
