//! The positions from the root to the present one, and the boards that may not come back.

use game::{BoardState, Game, Line};

/// A position on the path.
#[derive(Clone, Copy, Debug)]
struct Step<P> {
    position: P,
    /// What tells apart the sets of boards since the last move that cannot be taken back, this one left out.
    before: u64,
    /// Whether nothing before this position can come back.
    is_fresh: bool,
}

/// The path of a search below a line of play.
#[derive(Debug)]
pub(super) struct Path<'g, G: Game> {
    game: &'g G,
    steps: Vec<Step<G::Position>>,
    /// Boards of the line itself, the present one included, that neither side may make again.
    banned: Vec<G::Position>,
    /// How many positions of the path have these bits in the hash of their board: mostly 0, and the path need not be
    /// looked at.
    seen: Vec<u16>,
}

/// As many as make it rare that two boards of a path share a counter.
const COUNTERS: usize = 1 << 12;

/// How a move continues the path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Turn {
    /// To a board that is new.
    New,
    /// To a board that the line itself forbids: no move at all.
    Banned,
    /// Back to the position at this place of the path, with the same side to move.
    Back(u32),
    /// Back to the board at this place, with the other side to move.
    BackReversed(u32),
}

impl<'g, G: Game> Path<'g, G> {
    /// The empty path below a line.
    pub(super) fn new(line: &Line<'g, G>) -> Path<'g, G> {
        let mut banned = Vec::new();
        if G::NO_REPEAT {
            banned.extend(line.repeatable_boards().copied());
            banned.push(*line.position());
        }
        Path { game: line.game(), steps: Vec::new(), banned, seen: vec![0; COUNTERS] }
    }

    /// How many positions there are on the path.
    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    fn counter(&self, position: &G::Position) -> usize {
        self.game.board_hash(position) as usize % COUNTERS
    }

    /// Goes on to a position.
    pub(super) fn push(&mut self, position: G::Position) {
        let is_fresh = match self.steps.last() {
            Some(last) if G::NO_REPEAT => {
                self.game.potential(&position) < self.game.potential(&last.position)
            }
            Some(_) => false,
            None => true,
        };
        let before = if is_fresh { 0 } else { self.steps.last().map_or(0, |last| self.with_board(last)) };
        let counter = self.counter(&position);
        self.seen[counter] += 1;
        self.steps.push(Step { position, before, is_fresh });
    }

    /// Goes back.
    pub(super) fn pop(&mut self) {
        if let Some(step) = self.steps.pop() {
            let counter = self.counter(&step.position);
            self.seen[counter] -= 1;
        }
    }

    fn with_board(&self, step: &Step<G::Position>) -> u64 {
        step.before.wrapping_add(scattered(self.game.board_hash(&step.position)))
    }

    /// What a move from the end of the path to this position means.
    pub(super) fn turn(&self, next: &G::Position) -> Turn {
        if G::NO_REPEAT && self.banned.iter().any(|board| board.same_board(next)) {
            return Turn::Banned;
        }
        if self.seen[self.counter(next)] == 0 {
            return Turn::New;
        }
        let mut turn = Turn::New;
        for (index, step) in self.steps.iter().enumerate().rev() {
            if step.position.same_board(next) {
                let place = index as u32 + 1;
                if step.position.side() == next.side() {
                    return Turn::Back(place);
                }
                if G::NO_REPEAT {
                    turn = Turn::BackReversed(place);
                }
            }
            if G::NO_REPEAT && step.is_fresh {
                break;
            }
        }
        turn
    }

    /// What stands for a position after a move from the end of the path, together with the boards that may not come back.
    pub(super) fn strict_key(&self, next: &G::Position) -> u64 {
        let hash = next.hash();
        match self.steps.last() {
            Some(last) if self.game.potential(next) == self.game.potential(&last.position) => {
                hash ^ scattered(self.with_board(last))
            }
            _ => hash,
        }
    }

    /// Whether no board of the path or of the line before it can come up after a move to this position.
    pub(super) fn is_clean_after(&self, next: &G::Position) -> bool {
        let here = self.game.potential(next);
        let is_past = self.steps.last().is_none_or(|last| self.game.potential(&last.position) > here);
        is_past && self.is_clean_of_line(next)
    }

    /// Whether no board before the root can come up from this position. The root itself, the last of those banned, is left out:
    /// an oracle that knows this position and could lead back there would have known the root.
    pub(super) fn is_clean_of_line(&self, next: &G::Position) -> bool {
        let here = self.game.potential(next);
        let old = self.banned.split_last().map_or(&[][..], |(_, old)| old);
        old.iter().all(|board| self.game.potential(board) > here)
    }
}

/// Scatters the bits of a number (the last steps of splitmix64), so that sums of such numbers stand for sets.
pub(super) const fn scattered(number: u64) -> u64 {
    let number = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ (number >> 31)
}
