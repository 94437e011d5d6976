//! Implements the traits of the `minimax` crate for our rules.
//!
//! The crate changes a state in place, so a state is a position with a stack of earlier positions. Under the no-repeat
//! rule, the boards since the last irreversible move are compared with the same fast methods as in our engine: no move
//! is played only to see whether it is legal.
//!
//! The crate's table also uses entries of deeper searches, which are not the answer of this depth. Its hash does not
//! contain the depth, so the hash here contains the plies since the root, which have the same effect.

use std::cmp::Reverse;
use std::marker::PhantomData;

use game::{BoardState, Ending, Evaluate, Game, Line, MoveCode, Outcome, Random};
use minimax::{BEST_EVAL, Evaluation, Evaluator, Winner};

/// The crate needs the rules as a type without a value. The states contain the rules object.
pub(crate) struct PeerRules<'g, G>(PhantomData<&'g G>);

/// A position with the earlier positions.
pub(crate) struct State<'g, G: Game> {
    game: &'g G,
    position: G::Position,
    /// The earlier positions, newest last.
    before: Vec<Before<G>>,
    /// With the no-repeat rule, the boards in `before[recent..]` can occur again.
    recent: usize,
    /// The hash of these boards.
    remembered: u64,
    /// Any move, to fill the crate's table of answers.
    filler: Option<G::Move>,
    /// Whether captures are generated first, the largest before the others. The crate does not order captures.
    captures_first: bool,
}

/// An earlier position, with the data to take a move back.
struct Before<G: Game> {
    position: G::Position,
    recent: usize,
    remembered: u64,
}

// Not derived: `derive(Clone)` would require `G: Clone`.
impl<G: Game> Clone for Before<G> {
    fn clone(&self) -> Self {
        Before { ..*self }
    }
}

impl<G: Game> Clone for State<'_, G> {
    fn clone(&self) -> Self {
        State { before: self.before.clone(), ..*self }
    }
}

impl<'g, G: Game> State<'g, G> {
    /// The state of a line, with moves in generation order or with captures first.
    pub(crate) fn new(line: &Line<'g, G>, captures_first: bool) -> Self {
        let (game, position) = (line.game(), *line.position());
        let filler = game.moves(&position).next();
        let before = Vec::new();
        let mut state = State { game, position, before, recent: 0, remembered: 0, filler, captures_first };
        if G::NO_REPEAT {
            for &board in line.repeatable_boards() {
                state.before.push(Before { position: board, recent: 0, remembered: state.remembered });
                state.remembered ^= scatter(game.board_hash(&board));
            }
        }
        state
    }

    /// The result for the side to move, as far as the board shows it.
    #[inline]
    fn winner_by_board(&self) -> Option<Winner> {
        let Ending { outcome, .. } = self.game.ending(&self.position)?;
        Some(match outcome {
            Outcome::Draw => Winner::Draw,
            Outcome::Win(side) if side == self.position.side() => Winner::PlayerToMove,
            Outcome::Win(_) => Winner::PlayerJustMoved,
        })
    }

    /// The moves that would repeat a board.
    #[inline]
    fn banned(&self) -> impl Iterator<Item = G::Move> {
        let boards = if G::NO_REPEAT { &self.before[self.recent..] } else { &[] };
        boards.iter().filter_map(|board| self.game.move_to_board(&self.position, &board.position))
    }

    /// Whether the side to move has a legal move.
    #[inline]
    fn can_move(&self) -> bool {
        let moves = self.game.count_moves(&self.position);
        // Each board makes at most one move illegal.
        moves > self.before.len() - self.recent || moves > self.banned().count()
    }
}

impl<'g, G: Game> minimax::Game for PeerRules<'g, G> {
    type S = State<'g, G>;
    type M = G::Move;

    #[inline]
    fn generate_moves(state: &Self::S, moves: &mut Vec<G::Move>) -> Option<Winner> {
        let by_board = state.winner_by_board();
        if by_board.is_some() {
            return by_board;
        }
        state.game.moves(&state.position).for_each(|mv| moves.push(mv));
        for banned in state.banned() {
            moves.retain(|&mv| mv != banned);
        }
        if state.captures_first {
            moves.sort_by_key(|&mv| Reverse(state.game.gain(&state.position, mv)));
        }
        moves.is_empty().then_some(Winner::PlayerJustMoved)
    }

    #[inline]
    fn apply(state: &mut Self::S, mv: G::Move) -> Option<Self::S> {
        let position = state.position;
        state.before.push(Before { position, recent: state.recent, remembered: state.remembered });
        if G::NO_REPEAT {
            if state.game.is_irreversible(&position, mv) {
                (state.recent, state.remembered) = (state.before.len(), 0);
            } else {
                state.remembered ^= scatter(state.game.board_hash(&position));
            }
        }
        state.position = state.game.play_unchecked(&position, mv);
        None
    }

    #[inline]
    fn undo(state: &mut Self::S, _: G::Move) {
        if let Some(Before { position, recent, remembered }) = state.before.pop() {
            (state.position, state.recent, state.remembered) = (position, recent, remembered);
        }
    }

    #[inline]
    fn get_winner(state: &Self::S) -> Option<Winner> {
        let by_board = state.winner_by_board();
        if by_board.is_none() && !state.can_move() {
            return Some(Winner::PlayerJustMoved);
        }
        by_board
    }

    #[inline]
    fn zobrist_hash(state: &Self::S) -> u64 {
        let plies = (state.before.len() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        state.position.hash() ^ state.remembered ^ plies
    }

    /// Used only to fill a table: the null-move search that would play it is switched off.
    #[inline]
    fn null_move(state: &Self::S) -> Option<G::Move> {
        state.filler
    }

    #[inline]
    fn table_index(mv: G::Move) -> u16 {
        (mv.code().wrapping_mul(0x9E37_79B1) >> 20) as u16
    }

    fn max_table_index() -> u16 {
        (1 << 12) - 1
    }
}

/// The same evaluation as in our engine.
pub(crate) struct Evaluated<'g, G>(PhantomData<&'g G>);

impl<G> Evaluated<'_, G> {
    pub(crate) const NEW: Self = Evaluated(PhantomData);
}

impl<'g, G: Game> Evaluator for Evaluated<'g, G> {
    type G = PeerRules<'g, G>;

    #[inline]
    fn evaluate(&self, state: &State<'g, G>) -> Evaluation {
        /// Scores above this count as wins.
        const LARGEST: i32 = BEST_EVAL as i32 - 101;
        game::Evaluation::Standard.evaluate(state.game, &state.position).clamp(-LARGEST, LARGEST)
            as Evaluation
    }
}

/// Scatters the bits of a number.
#[inline]
fn scatter(number: u64) -> u64 {
    Random::new(number).next_u64()
}
