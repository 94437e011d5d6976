//! A position with the boards that led to it: the only source of legality.

use std::ops::Deref;
use std::sync::Arc;

use crate::{BoardState, Ending, Game};

/// A line whose game is borrowed: what searches and solvers work with.
pub type Line<'g, G> = LineOf<G, &'g G>;

/// A line that keeps its game alive, for callers who hold it for long.
pub type OwnedLine<G> = LineOf<G, Arc<G>>;

/// A position and the boards before it.
///
/// In a game with [`NO_REPEAT`](crate::Repetition::NO_REPEAT) a move is legal only if its board has not been before. Once a move lowers the
/// potential of the board (see [`potential`](crate::Repetition::potential)) nothing from before it can come back, so only the boards since then are
/// compared. A history from outside need not be a real game: boards in it that could still be reached are
/// kept apart as strays and always compared.
///
/// In games without that rule the boards before are kept to take moves back, and never compared.
///
/// `R` refers to the rules: see [`Line`] and [`OwnedLine`].
#[derive(Debug)]
pub struct LineOf<G: Game, R> {
    game: R,
    position: G::Position,
    /// Every position before the present one, oldest first.
    past: Vec<G::Position>,
    /// `past[recent..]` are different boards with the potential of the present one: each of them may come back.
    recent: usize,
    /// Different boards of the given history, outside `past[recent..]`, that could still be reached.
    strays: Vec<G::Position>,
}

// Not derived: a derive would ask for `G: Clone`, and the line only refers to its game.
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

/// What takes a move back; see [`Line::undo`].
#[derive(Clone, Copy, Debug)]
#[must_use = "a move that is not taken back stays played"]
pub struct Undo {
    recent: usize,
}

impl<'g, G: Game> Line<'g, G> {
    /// The rules in force.
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
    /// A line that starts here.
    pub fn new(game: R, position: G::Position) -> LineOf<G, R> {
        LineOf { game, position, past: Vec::new(), recent: 0, strays: Vec::new() }
    }

    /// A line that starts from the start of the game.
    pub fn start(game: R) -> LineOf<G, R> {
        let position = game.start();
        LineOf::new(game, position)
    }

    /// A line with the boards before it, newest first. They need not be a possible game.
    pub fn with_history(game: R, position: G::Position, newest_first: &[G::Position]) -> LineOf<G, R> {
        let mut line = LineOf::new(game, position);
        if !G::NO_REPEAT {
            return line;
        }
        line.past = newest_first.iter().rev().copied().collect();
        line.recent = line.past.len();
        let here = line.game.potential(&position);
        for index in (0..line.past.len()).rev() {
            let board = line.past[index];
            if line.game.potential(&board) > here || board.same_board(&position) || line.has_been(&board) {
                continue;
            }
            if index + 1 == line.recent && line.game.potential(&board) == here {
                line.recent = index;
            } else {
                line.strays.push(board);
            }
        }
        line
    }

    /// The present position.
    #[inline]
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    /// The positions before the present one, oldest first. In boards of a given history the side to move means nothing.
    pub fn history(&self) -> impl DoubleEndedIterator<Item = G::Position> + '_ {
        self.past.iter().copied()
    }

    /// Whether the boards before do not matter: none of them could come back.
    pub fn is_fresh(&self) -> bool {
        !G::NO_REPEAT || self.recent == self.past.len() && self.strays.is_empty()
    }

    /// How the game has ended, by the board or because the side to move has no legal move.
    pub fn ending(&self) -> Option<Ending> {
        let by_board = self.game.ending(&self.position);
        if by_board.is_none() && self.count_unfinished() == 0 {
            return Some(Ending::no_legal_move(self.position.side()));
        }
        by_board
    }

    /// The legal moves in generation order. A finished game has none.
    pub fn moves(&self) -> Vec<G::Move> {
        if self.game.ending(&self.position).is_some() {
            return Vec::new();
        }
        self.game.moves(&self.position).filter(|&mv| !self.is_repeat(mv)).collect()
    }

    /// How many legal moves there are. They are counted, not generated.
    #[inline]
    pub fn count_moves(&self) -> usize {
        if self.game.ending(&self.position).is_some() { 0 } else { self.count_unfinished() }
    }

    /// Whether a move of this position is illegal because its board has been before.
    pub fn is_repeat(&self, mv: G::Move) -> bool {
        G::NO_REPEAT && self.has_been(&self.game.play_unchecked(&self.position, mv))
    }

    /// Plays a move that [`Rules::moves`](crate::Rules::moves) gave for this position, unless it repeats a board.
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
            } else if self.has_been(&next) {
                return None;
            }
        }
        self.past.push(self.position);
        self.position = next;
        Some(undo)
    }

    /// Takes back the move that gave `undo`, which must be the last one played.
    #[inline]
    pub fn undo(&mut self, undo: Undo) {
        self.recent = undo.recent;
        if let Some(position) = self.past.pop() {
            self.position = position;
        }
    }

    /// How many legal moves there are, if the game is not over: this function does not ask.
    #[inline]
    pub(crate) fn count_unfinished(&self) -> usize {
        self.count_in(&self.position, &self.past[self.recent..])
    }

    /// How many legal moves there are after a move of this position, as perft counts them; 0 if the move repeats a board.
    #[inline]
    pub(crate) fn count_moves_after(&self, mv: G::Move) -> usize {
        let next = self.game.play_unchecked(&self.position, mv);
        // The present board cannot come back at once: the other side moves next.
        let mut recent = &self.past[self.recent..];
        if G::NO_REPEAT {
            if self.game.is_irreversible(&self.position, mv) {
                recent = &[];
            }
            if recent.iter().chain(&self.strays).any(|board| board.same_board(&next)) {
                return 0;
            }
        }
        if self.game.is_final(&next) { 0 } else { self.count_in(&next, recent) }
    }

    /// How many moves of an unfinished position make a board that is neither among these nor a stray.
    #[inline(always)]
    fn count_in(&self, position: &G::Position, recent: &[G::Position]) -> usize {
        let mut legal = self.game.count_moves(position);
        if G::NO_REPEAT {
            // No two moves make the same board, and the boards compared are all different: each bans one move at most.
            for board in recent {
                legal -= usize::from(self.game.move_making(position, board).is_some());
            }
            for board in &self.strays {
                legal -= usize::from(self.game.move_making(position, board).is_some());
            }
        }
        legal
    }

    /// The earlier boards that could come back. All others need not be compared with anything.
    pub fn comparable(&self) -> impl Iterator<Item = &G::Position> {
        self.past[self.recent..].iter().chain(&self.strays)
    }

    #[inline]
    fn has_been(&self, position: &G::Position) -> bool {
        let is_it = |board: &G::Position| board.same_board(position);
        self.past[self.recent..].iter().any(is_it) || self.strays.iter().any(is_it)
    }
}
