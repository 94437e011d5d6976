//! A strategy played out on real lines, against everything the other side can do.

use std::collections::HashSet;

use game::{BoardState, Game, Line, Outcome};

use super::search::Search;
use super::trace::{Claim, Doubt, Trace};

/// Play longer than this is not followed.
const LONGEST_PLAY: usize = 1000;

/// Plays a strategy out.
pub(super) struct Replay<'s, 'g, 'l, G: Game> {
    /// Plays the strategy of the trace; without one, what the search knows of the very line.
    pub(super) trace: Option<&'s Trace<G>>,
    pub(super) search: &'s mut Search<'g, G>,
    pub(super) line: &'s mut Line<'l, G>,
    pub(super) claim: Claim,
    /// The first move of the strategy, once it is played.
    pub(super) first: Option<G::Move>,
    /// Lines that were followed: a position with the boards that may not come back.
    pub(super) seen: HashSet<u64>,
    pub(super) may_go_on: &'s mut dyn FnMut(u64) -> bool,
}

impl<G: Game> Replay<'_, '_, '_, G> {
    /// Follows all play from the present position of the line.
    pub(super) fn follow(&mut self, plies: usize) -> Result<(), Doubt> {
        let position = *self.line.position();
        if !self.seen.insert(self.search.path.strict_key(&position)) {
            return Ok(());
        }
        if self.seen.len() > self.claim.most || plies > LONGEST_PLAY {
            return Err(Doubt::TooLarge);
        }
        if self.seen.len().is_multiple_of(1024) && !(self.may_go_on)(self.search.nodes) {
            return Err(Doubt::OutOfTime);
        }
        if let Some(ending) = self.line.ending() {
            return self.claim.confirm(ending.outcome == Outcome::Win(self.search.attacker));
        }
        if self.claim.by_oracle && self.search.is_decided(&position, true) == Some(self.claim.attacker_wins) {
            return Ok(());
        }
        if position.side() == self.claim.holder {
            let choice = match self.trace {
                Some(trace) => trace.choice(&position).ok_or(Doubt::Wrong)?,
                None => self.search.choose(&position, self.may_go_on)?,
            };
            self.first.get_or_insert(choice);
            return self.play(&position, choice, plies);
        }
        for mv in self.line.moves() {
            self.play(&position, mv, plies)?;
        }
        Ok(())
    }

    /// Plays a move, follows all play after it and takes it back. A move that is not legal is a doubt.
    fn play(&mut self, position: &G::Position, mv: G::Move, plies: usize) -> Result<(), Doubt> {
        let undo = self.line.try_play(mv).ok_or(Doubt::BoardTwice)?;
        self.search.path.push(*position);
        let result = self.follow(plies + 1);
        self.search.path.pop();
        self.line.undo(undo);
        result
    }
}
