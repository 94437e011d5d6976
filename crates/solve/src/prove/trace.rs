//! A strategy written out as a graph of positions, and checked without trust in the search.

use std::collections::HashMap;

use game::{BoardState, Game, Side};

use super::search::Search;

/// Why a strategy could not be confirmed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Doubt {
    /// There are too many positions.
    TooLarge,
    /// The limits of the search are reached.
    OutOfTime,
    /// It may have to make a board that has been before with the other side to move.
    BoardTwice,
    /// It goes round, because the table has lost how deep a proof was and found another one.
    GoesRound,
    /// It does not do what it should: two positions share a key.
    Wrong,
}

/// What is to be confirmed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claim {
    /// Whether the attacker wins, or does not.
    pub(super) attacker_wins: bool,
    /// Whose moves are chosen.
    pub(super) holder: Side,
    /// Whether the word of the oracle is enough.
    pub(super) by_oracle: bool,
    /// The most positions to look at.
    pub(super) most: usize,
}

impl Claim {
    /// Whether the end of a line of play is as claimed.
    pub(super) fn confirm(&self, attacker_wins: bool) -> Result<(), Doubt> {
        if attacker_wins == self.attacker_wins { Ok(()) } else { Err(Doubt::Wrong) }
    }
}

/// A position of the strategy.
#[derive(Debug)]
struct Place<G: Game> {
    position: G::Position,
    choice: Option<G::Move>,
    /// Where its successors are in the list of edges.
    edges: (usize, usize),
}

/// The positions that can come up while one side follows its strategy.
#[derive(Debug)]
pub(super) struct Trace<G: Game> {
    places: Vec<Place<G>>,
    edges: Vec<u32>,
    /// Places by the hash of their position.
    by_hash: HashMap<u64, Vec<u32>>,
    /// Whether the holder may have to make a board on which he was to move before, which the no-repeat rule forbids.
    pub(super) may_repeat: bool,
}

impl<G: Game> Trace<G> {
    /// The bytes that a position takes, roughly: with its edges and its place in the map.
    pub(super) const BYTES: usize = size_of::<Place<G>>() + 160;

    /// How many positions there are.
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// The move to make in a position of the strategy.
    pub(super) fn choice(&self, position: &G::Position) -> Option<G::Move> {
        self.places[self.find(position)? as usize].choice
    }

    /// Writes out the strategy for a claim about the root of a search and checks that
    /// * every move of the other side is answered, and every end is as claimed,
    /// * if the claim is a win, no play comes back to a position, so that it ends.
    ///
    /// Under the no-repeat rule it also finds out whether the holder never makes a board that can have been before.
    pub(super) fn of(
        search: &mut Search<'_, G>,
        claim: Claim,
        may_go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Trace<G>, Doubt> {
        let mut trace =
            Trace { places: Vec::new(), edges: Vec::new(), by_hash: HashMap::new(), may_repeat: false };
        trace.index(&search.root);
        let mut next = 0;
        while next < trace.places.len() {
            if next >= claim.most {
                return Err(Doubt::TooLarge);
            }
            if next % 1024 == 0 && !may_go_on(search.nodes) {
                return Err(Doubt::OutOfTime);
            }
            trace.follow(next, search, claim, may_go_on)?;
            next += 1;
        }
        if claim.attacker_wins && !trace.ends() {
            return Err(Doubt::GoesRound);
        }
        trace.may_repeat = G::NO_REPEAT && trace.makes_a_board_twice(search.game, claim.holder, claim.most);
        Ok(trace)
    }

    /// Checks a place and lists what can follow it.
    fn follow(
        &mut self,
        place: usize,
        search: &mut Search<'_, G>,
        claim: Claim,
        may_go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<(), Doubt> {
        let position = self.places[place].position;
        if let Some(attacker_wins) = search.is_decided(&position, claim.by_oracle) {
            return claim.confirm(attacker_wins);
        }
        let to_move = position.side();
        let mut moves = search.moves(&position);
        if moves.is_empty() {
            return claim.confirm(to_move != search.attacker);
        }
        if to_move == claim.holder {
            let choice = search.choose(&position, may_go_on)?;
            self.places[place].choice = Some(choice);
            moves.retain(|(mv, ..)| *mv == choice);
            if moves.is_empty() {
                return Err(Doubt::Wrong);
            }
        }
        let start = self.edges.len();
        for (_, next, _) in &moves {
            let next = self.index(next);
            self.edges.push(next);
        }
        self.places[place].edges = (start, self.edges.len());
        Ok(())
    }

    fn find(&self, position: &G::Position) -> Option<u32> {
        let side = position.side();
        let is_it = |&&place: &&u32| {
            let other = &self.places[place as usize].position;
            other.side() == side && other.same_board(position)
        };
        self.by_hash.get(&position.hash())?.iter().find(is_it).copied()
    }

    /// The place of a position; a new one if it has no place yet.
    fn index(&mut self, position: &G::Position) -> u32 {
        if let Some(place) = self.find(position) {
            return place;
        }
        let place = self.places.len() as u32;
        self.places.push(Place { position: *position, choice: None, edges: (0, 0) });
        self.by_hash.entry(position.hash()).or_default().push(place);
        place
    }

    fn successors(&self, place: usize) -> &[u32] {
        let (start, end) = self.places[place].edges;
        &self.edges[start..end]
    }

    /// Whether all play ends: places that no other leads to are taken away, and in the end all must be gone.
    fn ends(&self) -> bool {
        let mut incoming = vec![0_u32; self.places.len()];
        for &next in &self.edges {
            incoming[next as usize] += 1;
        }
        let mut free: Vec<usize> = (0..self.places.len()).filter(|&place| incoming[place] == 0).collect();
        let mut taken = 0;
        while let Some(place) = free.pop() {
            taken += 1;
            for &next in self.successors(place) {
                incoming[next as usize] -= 1;
                if incoming[next as usize] == 0 {
                    free.push(next as usize);
                }
            }
        }
        taken == self.places.len()
    }

    /// Whether the holder may make a board on which he was to move earlier. No position comes twice, so there is no other
    /// way for him to make a board twice.
    fn makes_a_board_twice(&self, game: &G, holder: Side, most: usize) -> bool {
        let mut to_move: HashMap<u64, Vec<usize>> = HashMap::new();
        let is_holders = |place: &Place<G>| place.position.side() == holder;
        for (index, place) in self.places.iter().enumerate().filter(|(_, place)| is_holders(place)) {
            to_move.entry(game.board_hash(&place.position)).or_default().push(index);
        }
        let mut work = most.saturating_mul(16);
        self.places.iter().enumerate().filter(|(_, place)| !is_holders(place)).any(|(index, made)| {
            let before = to_move.get(&game.board_hash(&made.position));
            before.into_iter().flatten().any(|&before| {
                self.places[before].position.same_board(&made.position)
                    && self.leads_to(game, before, index, &mut work)
            })
        })
    }

    /// Whether play can lead from one place to another. It is taken to, when finding out is too much work.
    fn leads_to(&self, game: &G, from: usize, to: usize, work: &mut usize) -> bool {
        let potential = game.potential(&self.places[to].position);
        let mut seen = std::collections::HashSet::from([from]);
        let mut open = vec![from];
        while let Some(place) = open.pop() {
            for next in self.successors(place).iter().map(|&next| next as usize) {
                if next == to || *work == 0 {
                    return true;
                }
                *work -= 1;
                if game.potential(&self.places[next].position) >= potential && seen.insert(next) {
                    open.push(next);
                }
            }
        }
        false
    }
}
