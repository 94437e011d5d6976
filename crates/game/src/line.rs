//! A position with the earlier boards of its game. A line decides whether a move is legal.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::Arc;

use crate::{BoardState, Ending, Game};

/// The most moves of one position that searches look at and lists contain. Positions with the men of a real game have far
/// fewer, but a position that somebody sets up can have tens of millions: a monkey of Congo among thirty men.
pub const MOST_MOVES: usize = 1 << 16;

/// A line that borrows its game. Searches and solvers use it.
pub type Line<'g, G> = LineOf<G, &'g G>;

/// A line that keeps its game alive, for callers that store the line.
pub type OwnedLine<G> = LineOf<G, Arc<G>>;

/// A position and the earlier positions of its game.
///
/// In a game with [`NO_REPEAT`](crate::Repetition::NO_REPEAT) a move is legal only if its board has not occurred
/// before. Comparisons ignore the side to move. After a move that decreases the
/// [`potential`](crate::Repetition::potential), no earlier board can occur again, so only the boards since that move
/// are compared. A history that the caller supplies does not have to be a legal game: boards in it that can still occur
/// are stored as strays and always compared.
///
/// In games without that rule the earlier positions are stored only for [`LineOf::undo`].
///
/// `R` is a pointer to the game, `&G` or `Arc<G>`: see [`Line`] and [`OwnedLine`].
#[derive(Debug)]
pub struct LineOf<G: Game, R> {
    game: R,
    position: G::Position,
    /// Every earlier position, oldest first.
    past: Vec<G::Position>,
    /// The boards in `past[recent..]` are distinct and have the potential of the current board: each can occur again.
    recent: usize,
    /// Distinct boards of the supplied history that are not in `past[recent..]` but can still occur.
    strays: Vec<G::Position>,
}

// Not derived: `derive(Clone)` would require `G: Clone`, but a line has only a pointer to its game.
impl<G: Game, R: Clone> Clone for LineOf<G, R> {
    fn clone(&self) -> Self {
        LineOf {
            game: self.game.clone(),
            position: self.position,
            past: self.past.clone(),
            recent: self.recent,
            strays: self.strays.clone(),
        }
    }
}

/// The token that [`Line::undo`] needs to take a move back.
#[derive(Clone, Copy, Debug)]
#[must_use = "the move stays played unless this is passed to `undo`"]
pub struct Undo {
    recent: usize,
}

impl<'g, G: Game> Line<'g, G> {
    /// The game.
    #[inline]
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// The same line, which now keeps its game alive.
    ///
    /// `game` must be the game of the line.
    pub fn owned(self, game: Arc<G>) -> OwnedLine<G> {
        let Line { position, past, recent, strays, .. } = self;
        OwnedLine { game, position, past, recent, strays }
    }
}

impl<G: Game> OwnedLine<G> {
    /// A copy of the line that borrows its game.
    pub fn borrowed(&self) -> Line<'_, G> {
        let OwnedLine { game, position, past, recent, strays } = self;
        Line { game, position: *position, past: past.clone(), recent: *recent, strays: strays.clone() }
    }
}

impl<G: Game, R: Deref<Target = G>> LineOf<G, R> {
    /// A line that starts at this position, without earlier ones.
    pub fn new(game: R, position: G::Position) -> LineOf<G, R> {
        LineOf { game, position, past: Vec::new(), recent: 0, strays: Vec::new() }
    }

    /// A line that starts from the start of the game.
    pub fn start(game: R) -> LineOf<G, R> {
        let position = game.start();
        LineOf::new(game, position)
    }

    /// A line with earlier boards, which do not have to be a legal game. Without the no-repeat rule they are dropped.
    pub fn with_history(game: R, position: G::Position, newest_first: &[G::Position]) -> LineOf<G, R> {
        let mut line = LineOf::new(game, position);
        if !G::NO_REPEAT {
            return line;
        }
        line.past = newest_first.iter().rev().copied().collect();
        line.recent = line.past.len();
        let here = line.game.potential(&position);
        // By hash, because a history can be long.
        let mut seen = HashMap::from([(line.game.board_hash(&position), vec![position])]);
        for index in (0..line.past.len()).rev() {
            let board = line.past[index];
            let potential = line.game.potential(&board);
            if potential > here {
                continue;
            }
            let like_it = seen.entry(line.game.board_hash(&board)).or_default();
            if like_it.iter().any(|other| other.same_board(&board)) {
                continue;
            }
            like_it.push(board);
            if index + 1 == line.recent && potential == here {
                line.recent = index;
            } else {
                line.strays.push(board);
            }
        }
        line
    }

    /// The current position.
    #[inline]
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    /// The earlier positions, oldest first. In those of a supplied history the side to move means nothing.
    pub fn history(&self) -> impl DoubleEndedIterator<Item = G::Position> + '_ {
        self.past.iter().copied()
    }

    /// Whether no earlier board can occur again.
    pub fn history_is_irrelevant(&self) -> bool {
        !G::NO_REPEAT || self.recent == self.past.len() && self.strays.is_empty()
    }

    /// How the game has ended, by the board or because the side to move has no legal move.
    pub fn ending(&self) -> Option<Ending> {
        let by_board = self.game.ending(&self.position);
        if by_board.is_none() && !self.has_legal_move() {
            return Some(Ending::no_legal_move(self.position.side()));
        }
        by_board
    }

    /// The legal moves in generation order. A finished game has none.
    pub fn moves(&self) -> Vec<G::Move> {
        self.first_moves(usize::MAX)
    }

    /// The legal moves in generation order, at most `most` of them. The others are not generated.
    pub fn first_moves(&self, most: usize) -> Vec<G::Move> {
        if self.game.ending(&self.position).is_some() {
            return Vec::new();
        }
        self.game.moves(&self.position).filter(|&mv| !self.is_repeat(mv)).take(most).collect()
    }

    /// How many legal moves there are. They are counted, not generated.
    #[inline]
    pub fn count_moves(&self) -> usize {
        if self.game.ending(&self.position).is_some() { 0 } else { self.count_unfinished() }
    }

    /// Whether a move of this position is illegal because it repeats an earlier board.
    pub fn is_repeat(&self, mv: G::Move) -> bool {
        G::NO_REPEAT && self.has_occurred(&self.game.play_unchecked(&self.position, mv))
    }

    /// Plays a move of [`Rules::moves`](crate::Rules::moves). If it repeats a board, returns `None` and changes nothing.
    #[inline]
    pub fn try_play(&mut self, mv: G::Move) -> Option<Undo> {
        let next = self.game.play_unchecked(&self.position, mv);
        let undo = Undo { recent: self.recent };
        if G::NO_REPEAT {
            if self.game.is_irreversible(&self.position, mv) {
                if self.strays.iter().any(|board| board.same_board(&next)) {
                    return None;
                }
                self.recent = self.past.len() + 1;
            } else if self.has_occurred(&next) {
                return None;
            }
        }
        self.past.push(self.position);
        self.position = next;
        Some(undo)
    }

    /// Takes back the last move. `undo` must come from that move.
    #[inline]
    pub fn undo(&mut self, undo: Undo) {
        self.recent = undo.recent;
        if let Some(position) = self.past.pop() {
            self.position = position;
        }
    }

    /// Whether there is a legal move. The game must not be over.
    fn has_legal_move(&self) -> bool {
        // Without earlier boards nothing has to be counted.
        if G::NO_REPEAT { self.count_unfinished() > 0 } else { self.game.has_move(&self.position) }
    }

    /// How many legal moves there are. The game must not be over.
    #[inline]
    pub(crate) fn count_unfinished(&self) -> usize {
        self.count_legal(&self.position, &self.past[self.recent..])
    }

    /// Collects the earlier boards that can occur again within two plies, without the strays.
    #[inline]
    pub(crate) fn collect_near(&self, near: &mut Vec<G::Position>) {
        near.clear();
        if G::NO_REPEAT {
            let is_near = |board: &&G::Position| self.game.min_plies_to(&self.position, board) <= 2;
            near.extend(self.past[self.recent..].iter().filter(is_near));
        }
    }

    /// How many legal moves there are after a move of this position, as perft counts them; 0 if the move repeats a board.
    /// `near` comes from [`Self::collect_near`].
    #[inline]
    pub(crate) fn count_moves_after(&self, mv: G::Move, near: &[G::Position]) -> usize {
        let next = self.game.play_unchecked(&self.position, mv);
        // The current board is not among these: the next move cannot restore it, see `Repetition::NO_REPEAT`.
        let mut recent = near;
        if G::NO_REPEAT && !(near.is_empty() && self.strays.is_empty()) {
            if self.game.is_irreversible(&self.position, mv) {
                recent = &[];
            }
            if recent.iter().chain(&self.strays).any(|board| board.same_board(&next)) {
                return 0;
            }
        }
        if self.game.is_final(&next) { 0 } else { self.count_legal(&next, recent) }
    }

    /// How many moves of an unfinished position lead to a board that is neither in `recent` nor a stray.
    #[inline(always)]
    fn count_legal(&self, position: &G::Position, recent: &[G::Position]) -> usize {
        let mut legal = self.game.count_moves(position);
        if G::NO_REPEAT {
            // Different moves lead to different boards, and these boards are distinct: each makes at most one move illegal.
            for board in recent {
                legal -= usize::from(self.game.move_to_board(position, board).is_some());
            }
            for board in &self.strays {
                legal -= usize::from(self.game.move_to_board(position, board).is_some());
            }
        }
        legal
    }

    /// The earlier boards that can occur again.
    pub fn repeatable_boards(&self) -> impl Iterator<Item = &G::Position> {
        self.past[self.recent..].iter().chain(&self.strays)
    }

    #[inline]
    fn has_occurred(&self, position: &G::Position) -> bool {
        let same = |board: &G::Position| board.same_board(position);
        self.past[self.recent..].iter().any(same) || self.strays.iter().any(same)
    }
}
