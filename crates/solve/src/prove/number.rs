//! Proof and disproof numbers, and what is known of a position in the middle of a search.

/// No number of leaves will do: the other side of the question is shown.
pub(super) const NEVER: u32 = u32::MAX;

/// The largest number that does not mean [`NEVER`]: estimates may be far off, but must never look like knowledge.
const MOST: u32 = 1 << 30;

/// A disproof that rests on no position of the path: see [`Value::rests_on`].
pub(super) const NOTHING: u32 = u32::MAX;

/// What is known of a position: how much work a proof that the attacker wins, and the opposite, would still be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Value {
    /// The proof number; 0 when it is proved that the attacker wins.
    pub(super) proof: u32,
    /// The disproof number; 0 when it is shown that he does not.
    pub(super) disproof: u32,
    /// How deep the tree is that shows either.
    pub(super) plies: u16,
    /// The place in the path, counted from 1, of the position nearest the root on which a disproof rests, because play came
    /// back there; [`NOTHING`] if it holds whatever the path. 0 stands for a path that got too long, which is no reason at all.
    pub(super) rests_on: u32,
}

impl Value {
    /// The attacker wins within this number of plies.
    pub(super) const fn proved(plies: u16) -> Value {
        Value { proof: 0, disproof: NEVER, plies, rests_on: NOTHING }
    }

    /// The attacker does not win.
    pub(super) const fn disproved(plies: u16) -> Value {
        Value { proof: NEVER, disproof: 0, plies, rests_on: NOTHING }
    }

    /// The attacker gets nowhere here unless the position at that place of the path is won for him.
    pub(super) const fn repeated(place: u32) -> Value {
        Value { proof: NEVER, disproof: 0, plies: 0, rests_on: place }
    }

    /// Nothing is shown yet.
    pub(super) fn open(proof: u32, disproof: u32) -> Value {
        Value { proof: proof.clamp(1, MOST), disproof: disproof.clamp(1, MOST), plies: 0, rests_on: NOTHING }
    }

    /// Whether either is shown, on whatever grounds.
    pub(super) const fn is_shown(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// Whether either is shown for good, whatever path leads here.
    pub(super) const fn is_final(self) -> bool {
        self.is_shown() && self.rests_on == NOTHING
    }

    /// The number of what the side to move is after: one good move is enough for it.
    pub(super) const fn easy(self, attacker_moves: bool) -> u32 {
        if attacker_moves { self.proof } else { self.disproof }
    }

    /// The number of what the other side is after: every move must serve it.
    pub(super) const fn hard(self, attacker_moves: bool) -> u32 {
        if attacker_moves { self.disproof } else { self.proof }
    }
}

/// How far the numbers of a position may grow before its parent looks elsewhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Thresholds {
    /// For [`Value::easy`] of the position's parent.
    pub(super) proof: u32,
    /// The same for disproofs.
    pub(super) disproof: u32,
}

impl Thresholds {
    /// Until it is shown.
    pub(super) const NONE: Thresholds = Thresholds { proof: NEVER, disproof: NEVER };

    /// Whether a position with this value is to be left.
    pub(super) const fn are_reached(self, value: Value) -> bool {
        value.is_shown() || value.proof >= self.proof || value.disproof >= self.disproof
    }
}

/// What the moves of a position make of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Summary {
    /// The position's own value.
    pub(super) value: Value,
    /// The move to look at next.
    pub(super) best: usize,
    /// The second lowest easy number.
    second: u32,
    /// The moves about which nothing is shown.
    open: u32,
}

/// Sums up the values of all moves. A side without a move has lost: stalemate is not a draw.
///
/// The hard number is the largest one plus one for each other open move. The sum, which would be right in a tree,
/// counts positions that are reached in several ways each time, and explodes.
pub(super) fn sum_up(values: impl Iterator<Item = Value>, attacker_moves: bool) -> Summary {
    let (mut best, mut easy, mut second, mut tie) = (0, NEVER, NEVER, NEVER);
    let (mut hardest, mut open) = (0, 0);
    let (mut nearest, mut farthest, mut rests_on) = (u16::MAX, 0, NOTHING);
    let mut kept = 0;
    for (index, value) in values.enumerate() {
        let (this, other) = (value.easy(attacker_moves), value.hard(attacker_moves));
        if this == 0 {
            // Shown by this move alone: the shortest way is kept, and of disproofs one that rests on as little as possible.
            nearest = nearest.min(value.plies);
            kept = kept.max(value.rests_on);
        } else if other == 0 {
            farthest = farthest.max(value.plies);
            rests_on = rests_on.min(value.rests_on);
        } else {
            hardest = hardest.max(other);
            open += 1;
        }
        if (this, other) < (easy, tie) {
            (second, easy, tie, best) = (easy, this, other, index);
        } else {
            second = second.min(this);
        }
    }
    let plies = |plies: u16| if easy == NEVER && tie == NEVER { 0 } else { plies.saturating_add(1) };
    let value = match (easy, open) {
        (0, _) if attacker_moves => Value::proved(plies(nearest)),
        (0, _) => Value { rests_on: kept, ..Value::disproved(plies(nearest)) },
        (_, 0) if attacker_moves => Value { rests_on, ..Value::disproved(plies(farthest)) },
        (_, 0) => Value::proved(plies(farthest)),
        _ if attacker_moves => Value::open(easy, hardest.saturating_add(open - 1)),
        _ => Value::open(hardest.saturating_add(open - 1), easy),
    };
    Summary { value, best, second, open }
}

impl Summary {
    /// How far to go below the best move, given how far to go here. A quarter more than the second best move is
    /// allowed before the search turns there: turning round at once would have it walk to and fro for ever.
    pub(super) fn below(&self, here: Thresholds, attacker_moves: bool) -> Thresholds {
        let (easy, hard) =
            if attacker_moves { (here.proof, here.disproof) } else { (here.disproof, here.proof) };
        let slack = (self.second / 4).max(1);
        let easy = easy.min(self.second.saturating_add(slack));
        let hard = if hard == NEVER { NEVER } else { hard.saturating_sub(self.open - 1) };
        if attacker_moves {
            Thresholds { proof: easy, disproof: hard }
        } else {
            Thresholds { proof: hard, disproof: easy }
        }
    }
}
