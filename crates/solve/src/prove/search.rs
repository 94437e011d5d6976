//! Depth-first proof-number search with an explicit stack: it can be interrupted and continued at any node.

use game::{BoardState, Game, Line, Oracle, Outcome, Side, Verdict};

use super::number::{NOTHING, Summary, Thresholds, Value, sum_up};
use super::path::{Path, Turn};
use super::table::Table;
use super::trace::Doubt;

/// Which game is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RepeatRule {
    /// What is known of a position is taken to hold whatever led there. The defender may go back to boards of the path, and the
    /// attacker has failed if play does.
    Free,
    /// The no-repeat rule to the letter: what is known is known of a position together with the boards before it.
    Strict,
}

/// A move of a position on the path.
#[derive(Debug)]
struct Branch<G: Game> {
    mv: G::Move,
    position: G::Position,
    key: u64,
    value: Value,
}

/// A position on the path.
#[derive(Debug)]
struct Frame {
    key: u64,
    attacker_moves: bool,
    /// Where its moves start in the list of all branches; they go on to where the next frame's start.
    first: usize,
    /// The branch that is being looked at.
    current: usize,
    thresholds: Thresholds,
    /// The nodes when it was entered.
    since: u64,
}

/// How many nodes are searched before the clock is looked at.
pub(super) const SLICE: u64 = 256;

/// Paths longer than this are given up. Nothing is taken to be shown by that.
const LONGEST_PATH: usize = 4000;

/// A search for a win of one side.
pub(super) struct Search<'a, G: Game> {
    pub(super) game: &'a G,
    /// The side whose win is in question.
    pub(super) attacker: Side,
    pub(super) rules: RepeatRule,
    oracle: Option<&'a dyn Oracle<G>>,
    pub(super) root: G::Position,
    pub(super) table: Table,
    /// Checks of a result go on along it: what is asked next is asked of what follows.
    pub(super) path: Path<'a, G>,
    frames: Vec<Frame>,
    branches: Vec<Branch<G>>,
    /// Positions whose moves were made.
    pub(super) nodes: u64,
    /// What was last known of the root.
    pub(super) root_value: Value,
    /// The best move of the position that was left last.
    last_choice: Option<G::Move>,
}

impl<'a, G: Game> Search<'a, G> {
    /// A search that has not begun.
    pub(super) fn new(
        line: &Line<'a, G>,
        attacker: Side,
        rules: RepeatRule,
        oracle: Option<&'a dyn Oracle<G>>,
        table: Table,
    ) -> Search<'a, G> {
        Search {
            game: line.game(),
            attacker,
            rules,
            oracle,
            root: *line.position(),
            table,
            path: Path::new(line),
            frames: Vec::new(),
            branches: Vec::new(),
            nodes: 0,
            root_value: Value::open(1, 1),
            last_choice: None,
        }
    }

    /// Searches about this many nodes more. `None` if nothing is shown of the root by then.
    pub(super) fn go_on(&mut self, nodes: u64) -> Option<Value> {
        let root = self.root;
        let value = self.go_on_below(&root, nodes);
        if let Some(value) = value.or_else(|| self.frames.first().map(|_| self.summary(0).value)) {
            self.root_value = value;
        }
        value
    }

    /// The same for any position, as if the line ended there; a search in progress is continued instead.
    fn go_on_below(&mut self, start: &G::Position, nodes: u64) -> Option<Value> {
        if self.frames.is_empty() {
            let value = self.of_leaf(start).unwrap_or(Value::open(1, 1));
            if value.is_final() {
                return Some(value);
            }
            self.enter(*start, self.key(start), Thresholds::NONE);
        }
        let until = self.nodes.saturating_add(nodes);
        while self.nodes < until {
            let summary = self.summary(self.frames.len() - 1);
            let frame = self.frames.last_mut()?;
            if !frame.thresholds.are_reached(summary.value) {
                let below = summary.below(frame.thresholds, frame.attacker_moves);
                frame.current = frame.first + summary.best;
                let Branch { position, key, .. } = self.branches[frame.current];
                self.enter(position, key, below);
                continue;
            }
            let best = frame.first + summary.best;
            self.last_choice = self.branches.get(best).map(|branch| branch.mv);
            let value = self.leave(summary.value);
            match self.frames.last() {
                Some(parent) => self.branches[parent.current].value = value,
                None => return Some(value),
            }
        }
        None
    }

    /// The moves of a position that goes on after the path, with what is known of what they lead to.
    pub(super) fn moves(&mut self, position: &G::Position) -> Vec<(G::Move, G::Position, Value)> {
        let attacker_moves = position.side() == self.attacker;
        let mut moves = Vec::new();
        self.path.push(*position);
        for mv in self.game.moves(position) {
            let next = self.game.play_unchecked(position, mv);
            if let Some(value) = self.of_move(&next, self.key(&next), attacker_moves) {
                moves.push((mv, next, value));
            }
        }
        self.path.pop();
        moves
    }

    /// A move that keeps what is shown for the side to move: the one with the shortest tree. If the table has lost it, it is
    /// searched again for as long as `may_go_on` says.
    pub(super) fn choose(
        &mut self,
        position: &G::Position,
        may_go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<G::Move, Doubt> {
        let attacker_moves = position.side() == self.attacker;
        let moves = self.moves(position);
        let known = moves.iter().filter(|(_, _, value)| value.is_final() && value.easy(attacker_moves) == 0);
        if let Some(&(mv, ..)) = known.min_by_key(|(_, _, value)| value.plies) {
            return Ok(mv);
        }
        loop {
            match self.go_on_below(position, SLICE) {
                Some(value) if value.is_final() && value.easy(attacker_moves) == 0 => {
                    return self.last_choice.ok_or(Doubt::Wrong);
                }
                Some(_) => return Err(Doubt::Wrong),
                None if may_go_on(self.nodes) => {}
                None => {
                    self.leave_all();
                    return Err(Doubt::OutOfTime);
                }
            }
        }
    }

    /// How the game has ended for certain, by the rules alone or by the oracle as well.
    pub(super) fn is_decided(&self, position: &G::Position, by_oracle: bool) -> Option<bool> {
        let by_rules = self.game.ending(position).is_some() || !self.game.has_move(position);
        if !by_rules && !by_oracle {
            return None;
        }
        self.of_leaf(position).map(|value| value.proof == 0)
    }

    /// Puts what is known of all positions of the path into the table, and leaves them.
    pub(super) fn leave_all(&mut self) {
        while !self.frames.is_empty() {
            let value = self.summary(self.frames.len() - 1).value;
            let value = self.leave(value);
            if let Some(parent) = self.frames.last() {
                self.branches[parent.current].value = value;
            }
        }
    }

    fn summary(&self, index: usize) -> Summary {
        let frame = &self.frames[index];
        let end = self.frames.get(index + 1).map_or(self.branches.len(), |next| next.first);
        let values = self.branches[frame.first..end].iter().map(|branch| branch.value);
        sum_up(values, frame.attacker_moves)
    }

    fn key(&self, next: &G::Position) -> u64 {
        match self.rules {
            RepeatRule::Free => next.hash().max(1),
            RepeatRule::Strict => self.path.strict_key(next).max(1),
        }
    }

    fn enter(&mut self, position: G::Position, key: u64, thresholds: Thresholds) {
        self.nodes += 1;
        self.path.push(position);
        let first = self.branches.len();
        let attacker_moves = position.side() == self.attacker;
        for mv in self.game.moves(&position) {
            let next = self.game.play_unchecked(&position, mv);
            let key = self.key(&next);
            if let Some(value) = self.of_move(&next, key, attacker_moves) {
                self.branches.push(Branch { mv, position: next, key, value });
            }
        }
        let since = self.nodes;
        self.frames.push(Frame { key, attacker_moves, first, current: first, thresholds, since });
    }

    /// Leaves the last position of the path with this value. What it says of itself for its parent is returned.
    ///
    /// A disproof that rests on a position before it may be gone with the path, so it is not kept. If it rests on this very
    /// position and nothing before, it holds for good: the defender leads play back here for ever, or to something as good.
    fn leave(&mut self, mut value: Value) -> Value {
        let place = self.frames.len() as u32;
        if value.rests_on >= place {
            value.rests_on = NOTHING;
        }
        if let Some(frame) = self.frames.pop() {
            self.path.pop();
            self.branches.truncate(frame.first);
            if value.rests_on == NOTHING {
                self.table.put(frame.key, value, self.nodes - frame.since + 1);
            }
        }
        value
    }

    /// What is known of a position after a move from the end of the path; `None` if there is no such move.
    fn of_move(&self, next: &G::Position, key: u64, attacker_moved: bool) -> Option<Value> {
        match (self.path.turn(next), self.rules) {
            (Turn::Banned, _) | (Turn::Back(_) | Turn::BackReversed(_), RepeatRule::Strict) => return None,
            // It may still be won in another way, but not by going round.
            (Turn::Back(place), RepeatRule::Free) => {
                let known = self.table.get(key).filter(|value| value.is_final());
                return Some(known.unwrap_or(Value::repeated(place)));
            }
            (Turn::BackReversed(place), RepeatRule::Free) if attacker_moved => {
                return Some(Value::repeated(place));
            }
            (Turn::BackReversed(_) | Turn::New, _) => {}
        }
        if let Some(value) = self.table.get(key).or_else(|| self.of_leaf(next)) {
            return Some(value);
        }
        Some(if self.path.len() < LONGEST_PATH { self.estimate(next) } else { Value::repeated(0) })
    }

    /// What is known for certain without looking further.
    fn of_leaf(&self, position: &G::Position) -> Option<Value> {
        if let Some(ending) = self.game.ending(position) {
            return Some(self.of_outcome(ending.outcome, 0));
        }
        let to_move = position.side();
        if !self.game.has_move(position) {
            return Some(self.of_outcome(Outcome::Win(!to_move), 0));
        }
        let verdict = self.oracle?.verdict(position).filter(|&verdict| self.is_sound(position, verdict))?;
        let plies = verdict.plies().unwrap_or(0).min(u32::from(u16::MAX)) as u16;
        Some(self.of_outcome(verdict.outcome(to_move), plies))
    }

    /// Whether a verdict that knows nothing of the boards before can be used here.
    fn is_sound(&self, position: &G::Position, verdict: Verdict) -> bool {
        if !G::NO_REPEAT {
            return true;
        }
        match self.rules {
            RepeatRule::Free => self.path.is_clean_of_line(position),
            RepeatRule::Strict => verdict != Verdict::Draw && self.path.is_clean_after(position),
        }
    }

    fn of_outcome(&self, outcome: Outcome, plies: u16) -> Value {
        if outcome == Outcome::Win(self.attacker) { Value::proved(plies) } else { Value::disproved(plies) }
    }

    /// A first guess: the more moves a side has, the harder it is to show that all of them fail.
    fn estimate(&self, position: &G::Position) -> Value {
        let moves = self.game.count_moves(position) as u32;
        if position.side() == self.attacker { Value::open(1, moves) } else { Value::open(moves, 1) }
    }
}
