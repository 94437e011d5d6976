//! Makes puzzles of a game from a seed.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use super::proof::{
    MOST_PLIES, Proof, best_play, is_cancelled, others_lose, unique_by_tables, unique_quick_win,
};
use super::{Difficulty, Goal, Puzzle, candidates};
use crate::{AnyLine, GameRef, Limits, Question, Random, Session, Tables};

/// The most puzzles that are made at once.
pub const MOST_PUZZLES: usize = 10_000;

/// The random endings and the random set-ups that are tried before each game.
const ENDINGS: usize = 150;
const SETUPS: usize = 30;
/// A game gives at most this many puzzles, with at least [`APART`] plies between them, so that puzzles differ.
const PER_GAME: usize = 2;
const APART: usize = 4;
/// What a first look at a position may search. It misses some wins, and finds most.
const FIRST_LOOK: u64 = 3_000;
/// What each search of a proof may take.
const PROOF: u64 = 300_000;
/// How many games are tried for each puzzle. Some kinds of puzzles are rare, and some games have none.
const GAMES_PER_PUZZLE: usize = 12;
/// The memory of the searches.
const TABLE_BYTES: usize = 64 << 20;

/// Makes puzzles of a game. The same game, solved tables and seed give the same puzzles.
pub struct Maker {
    game: GameRef,
    /// Plays the games, and looks at positions first.
    player: Session,
    prover: Session,
    /// Finds best play after a proof. It is not the prover, whose limits depend on what it remembers.
    teller: Session,
    random: Random,
    known: HashSet<String>,
}

impl Maker {
    /// A maker for this game that proves by these tables and by search.
    pub fn new(game: GameRef, tables: Tables, seed: u64) -> Maker {
        let session = |tables| Session::new(tables).with_table_bytes(TABLE_BYTES);
        let (player, prover, teller) = (session(Tables::none()), session(tables), session(Tables::none()));
        Maker { game, player, prover, teller, random: Random::new(seed), known: HashSet::new() }
    }

    /// Makes this many puzzles, a third of each difficulty if the game has so many, the easiest first. It gives fewer if it does not
    /// find more, or if it is cancelled.
    pub fn make(&mut self, count: usize, cancel: Option<&AtomicBool>) -> Vec<Puzzle> {
        let mut basket = Basket::new(count);
        for _ in 0..count * GAMES_PER_PUZZLE {
            if basket.is_full() || is_cancelled(cancel) {
                break;
            }
            self.try_endings(&mut basket);
            self.try_setups(&mut basket);
            self.try_game(&mut basket);
        }
        basket.into_puzzles()
    }

    /// Tries random endings that solved tables know.
    fn try_endings(&mut self, basket: &mut Basket) {
        for _ in 0..ENDINGS {
            let position = candidates::of_ending(&self.game, &mut self.random);
            let Some(line) = self.unseen(&position) else { continue };
            if let Some(proof) = unique_by_tables(&*line, &self.prover) {
                let puzzle = self.puzzle(&*line, position, proof);
                self.keep(basket, puzzle);
            }
        }
    }

    /// Tries random set-ups for a quick win.
    fn try_setups(&mut self, basket: &mut Basket) {
        for _ in 0..SETUPS {
            let position = candidates::of_setup(&self.game, &mut self.random);
            let Some(line) = self.unseen(&position) else { continue };
            if let Some(puzzle) = self.quick_win(&*line, position) {
                self.keep(basket, puzzle);
            }
        }
    }

    /// Tries the positions of a game, from its start.
    fn try_game(&mut self, basket: &mut Basket) {
        let positions = candidates::of_game(&self.game, &mut self.player, &mut self.random);
        let (mut kept, mut next) = (0, 0);
        for (ply, position) in positions.into_iter().enumerate() {
            if ply < next || kept == PER_GAME {
                continue;
            }
            let Some(line) = self.unseen(&position) else { continue };
            let Some(puzzle) = self.quick_win(&*line, position) else { continue };
            if self.keep(basket, puzzle) {
                (kept, next) = (kept + 1, ply + APART);
            }
        }
    }

    /// A position that is not over and has not been kept yet.
    fn unseen(&self, position: &str) -> Option<Box<dyn AnyLine>> {
        let line = self.game.line(position).ok()?;
        (line.ending().is_none() && !self.known.contains(position)).then_some(line)
    }

    /// The only move that wins in a few plies; if all other moves lose, it is the only one that wins at all. A selective search looks
    /// first, because it is much quicker than a proof.
    fn quick_win(&mut self, line: &dyn AnyLine, position: String) -> Option<Puzzle> {
        let limits = Limits { depth: MOST_PLIES, nodes: Some(FIRST_LOOK), ..Limits::default() };
        let look = Question { limits, exact: false, ..Question::to_depth(MOST_PLIES) };
        let found = self.player.search(line, &look)?;
        let plies = found.score.plies_to_end().and_then(|plies| u32::try_from(plies).ok())?;
        let proof = unique_quick_win(line, &mut self.prover, plies.min(MOST_PLIES), Some(PROOF))?;
        let puzzle = self.puzzle(line, position, proof);
        let only = puzzle.plies.is_some_and(|plies| others_lose(line, &mut self.prover, plies, Some(PROOF)));
        Some(if only { Puzzle { goal: Goal::OnlyWin, ..puzzle } } else { puzzle })
    }

    fn puzzle(&mut self, line: &dyn AnyLine, position: String, proof: Proof) -> Puzzle {
        let Proof { goal, plies, play } = proof;
        let best =
            plies.filter(|_| goal == Goal::WinIn).and_then(|plies| best_play(line, &mut self.teller, plies));
        let play = best.unwrap_or(play);
        let solution = play.first().cloned().unwrap_or_default();
        let at_first_sight = self.player.search(line, &Question::to_depth(1));
        let plain = at_first_sight.is_some_and(|found| found.play.first() == Some(&solution));
        let (moves, capture) = (line.moves().len(), captures(line, &solution));
        let difficulty = Difficulty::of(plies, moves, capture, plain);
        let game = self.game.name().to_string();
        Puzzle { game, position, goal, plies, solution, play, moves, capture, plain, difficulty }
    }

    fn keep(&mut self, basket: &mut Basket, puzzle: Puzzle) -> bool {
        let position = puzzle.position.clone();
        basket.put(puzzle) && self.known.insert(position)
    }
}

/// Whether a move leaves the enemy with fewer men.
fn captures(line: &dyn AnyLine, name: &str) -> bool {
    let game = line.game();
    let enemy = !line.side();
    let men = |line: &dyn AnyLine| {
        line.cells().into_iter().filter(|&letter| game.descriptor().owner(letter) == Some(enemy)).count()
    };
    let mut next = line.duplicate();
    next.play(name).is_ok() && men(&*next) < men(line)
}

/// Puzzles by difficulty.
struct Basket {
    /// How many there shall be of each difficulty, if there are so many.
    wanted: [usize; 3],
    puzzles: Vec<Puzzle>,
    /// More puzzles of a difficulty than are wanted, in place of another difficulty that is rare.
    spare: Vec<Puzzle>,
}

impl Basket {
    fn new(count: usize) -> Basket {
        let third = count / 3;
        Basket { wanted: [count - 2 * third, third, third], puzzles: Vec::new(), spare: Vec::new() }
    }

    fn count(&self) -> usize {
        self.wanted.iter().sum()
    }

    /// Whether there are enough. If one difficulty is rare, the search for it ends when there are twice as many of the others.
    fn is_full(&self) -> bool {
        self.puzzles.len() == self.count() || self.puzzles.len() + self.spare.len() >= 2 * self.count()
    }

    /// Takes a puzzle, unless there are enough of its kind: of each difficulty at most a third are wins at once, and at most half
    /// have another goal than a quick win.
    fn put(&mut self, puzzle: Puzzle) -> bool {
        let wanted = self.wanted[puzzle.difficulty as usize];
        let alike = |same: fn(&Puzzle) -> bool| {
            let known =
                self.puzzles.iter().filter(|known| known.difficulty == puzzle.difficulty && same(known));
            if same(&puzzle) { known.count() } else { 0 }
        };
        let (at_once, only) =
            (|puzzle: &Puzzle| puzzle.plies == Some(1), |puzzle: &Puzzle| puzzle.goal != Goal::WinIn);
        let varied = alike(at_once) < wanted.div_ceil(3) && alike(only) < wanted.div_ceil(2);
        let is_wanted = alike(|_| true) < wanted;
        if varied && is_wanted {
            self.puzzles.push(puzzle);
        } else if !at_once(&puzzle) && !only(&puzzle) {
            self.spare.push(puzzle);
        } else {
            return false;
        }
        true
    }

    /// The easiest first; those alike in the order in which they were found.
    fn into_puzzles(self) -> Vec<Puzzle> {
        let count = self.count();
        let mut puzzles: Vec<Puzzle> = self.puzzles.into_iter().chain(self.spare).take(count).collect();
        puzzles.sort_by_key(|puzzle| puzzle.difficulty);
        puzzles
    }
}
