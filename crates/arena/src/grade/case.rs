//! A position as the rules on letters see it: what right programs may answer there, and what programs with one thing wrong would answer.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell};

use quadrille::letters::{Letters, Mistakes};
use quadrille::suspects::{SlowProgram, Suspect};
use quadrille::{AnyLine, EMPTY, GameRef, Refusal, Side};

/// How many boards one search may look at. Positions that take more are not used.
const BUDGET: u64 = 5_000;

pub(super) struct Case {
    pub(super) game: GameRef,
    pub(super) mistakes: Mistakes,
    /// The present board and the history, newest first.
    pub(super) boards: Vec<Letters>,
    pub(super) side: Side,
    pub(super) depth: u32,
    /// How many boards the searches have looked at.
    pub(super) spent: Cell<u64>,
    plain: OnceCell<Option<Plain>>,
}

/// What right programs do in a position.
struct Plain {
    /// A right program after its search.
    program: SlowProgram,
    /// What it may answer.
    answers: Vec<Letters>,
    /// What all right programs may answer, in order.
    right: Vec<Letters>,
    /// How many boards the search looked at.
    cost: u64,
}

/// The suspects of a game; empty if the game names no mistakes.
pub(super) fn suspects(game: &GameRef, depth: u32) -> Vec<Suspect> {
    let mistakes = game.descriptor().grading.mistakes;
    mistakes.map_or_else(Vec::new, |mistakes| Suspect::all(&mistakes, game.forbids_repeats(), depth))
}

impl Case {
    /// `None` if the game has no rules on letters.
    pub(super) fn new(line: &dyn AnyLine, depth: u32) -> Option<Case> {
        let game = line.game();
        let mistakes = game.descriptor().grading.mistakes?;
        let boards = line.boards().iter().map(|board| game.board().read(board)).collect();
        let (side, spent, plain) = (line.side(), Cell::new(0), OnceCell::new());
        Some(Case { game, mistakes, boards, side, depth, spent, plain })
    }

    pub(super) fn program(&self, suspect: Suspect) -> SlowProgram {
        suspect.program(&self.mistakes, self.game.board(), self.game.forbids_repeats())
    }

    fn search(&self, program: &mut SlowProgram) -> Option<Vec<Letters>> {
        let mut budget = BUDGET;
        let answers = program.answers(&self.boards, self.side, self.depth, &mut budget);
        self.spent.set(self.spent.get() + BUDGET - budget);
        answers.ok()
    }

    /// A right program may or may not see at the end of its look-ahead that a player has no move.
    fn search_plainly(&self) -> Option<Plain> {
        let mut program = self.program(Suspect::RIGHT);
        program.sees_stuck_leaves = true;
        let mut answers = self.search(&mut program)?;
        let cost = self.spent.get();
        let mut right = answers.clone();
        if program.saw_stuck_leaf() {
            program = self.program(Suspect::RIGHT);
            answers = self.search(&mut program)?;
            right.extend_from_slice(&answers);
        }
        for suspect in Suspect::accepted(&self.mistakes).filter(|&suspect| program.could_differ(suspect)) {
            right.extend(self.search(&mut self.program(suspect))?);
        }
        right.sort_unstable();
        right.dedup();
        Some(Plain { program, answers, right, cost })
    }

    fn plain(&self) -> Option<&Plain> {
        self.plain.get_or_init(|| self.search_plainly()).as_ref()
    }

    /// The boards that a program with this mistake may answer with; `None` if that takes too long. A program that finds no move gives the
    /// present board back.
    pub(super) fn answers(&self, suspect: Suspect) -> Option<Cow<'_, [Letters]>> {
        let plain = self.plain()?;
        if !plain.program.could_differ(suspect) {
            return Some(Cow::Borrowed(&plain.answers));
        }
        if suspect.looks_too_far && self.is_large_beyond() {
            return None;
        }
        let answers = self.search(&mut self.program(suspect))?;
        Some(Cow::Owned(if answers.is_empty() { vec![self.boards[0].clone()] } else { answers }))
    }

    /// Whether a program with this mistake could answer differently from right programs.
    pub(super) fn could_differ(&self, suspect: Suspect) -> bool {
        self.plain().is_some_and(|plain| plain.program.could_differ(suspect))
    }

    /// Whether a search of one ply more would probably take too long.
    fn is_large_beyond(&self) -> bool {
        let depth = f64::from(self.depth);
        self.plain().is_none_or(|plain| (plain.cost as f64).powf((depth + 1.0) / depth) > 2.0 * BUDGET as f64)
    }

    /// The boards that right programs may answer with, whatever their evaluation, in order; `None` if that takes too long.
    pub(super) fn right(&self) -> Option<&[Letters]> {
        self.plain().map(|plain| &*plain.right)
    }

    /// The same with another look-ahead.
    pub(super) fn right_at(&self, depth: u32) -> Option<Vec<Letters>> {
        if depth > self.depth && self.is_large_beyond() {
            return None;
        }
        let (game, boards) = (self.game.clone(), self.boards.clone());
        let other = Case { game, boards, depth, spent: Cell::new(0), plain: OnceCell::new(), ..*self };
        other.search_plainly().map(|plain| plain.right)
    }

    /// How well the position shows this mistake, from 0 to 1: the probability that a program with it answers wrong. It is the average of
    /// two programs: one chooses at random among its answers, the other counts men. A program that looks too far is rarely wrong: it
    /// shows itself where it has fewer answers than others.
    pub(super) fn shows(&self, suspect: Suspect) -> Option<f64> {
        let Plain { program, right, .. } = self.plain()?;
        if !program.could_differ(suspect) {
            return Some(0.0);
        }
        let wrong = |answers: &[Letters], among: usize| {
            let both = answers.iter().filter(|board| right.binary_search(board).is_ok()).count();
            1.0 - both as f64 / among.max(1) as f64
        };
        let answers = self.answers(suspect)?;
        if suspect.looks_too_far {
            return Some(wrong(&answers, right.len()));
        }
        let by_chance = wrong(&answers, answers.len());
        if by_chance == 0.0 {
            return Some(0.0);
        }
        let owner = |letter| self.game.descriptor().owner(letter);
        let mut program = self.program(suspect);
        let greedy =
            program.greedy_answers(&self.boards, self.side, self.depth, &owner, &mut BUDGET.clone()).ok()?;
        let counting_men = if greedy.is_empty() { 1.0 } else { wrong(&greedy, greedy.len()) };
        Some(f64::midpoint(by_chance, counting_men))
    }
}

/// What a program answered, as far as it can be told.
pub(super) enum Given {
    Board(Letters),
    /// A move that is not legal, by its first and last cell.
    Move(usize, usize),
}

impl Given {
    pub(super) fn read(line: &dyn AnyLine, answer: &str) -> Option<Given> {
        let game = line.game();
        let board = game.board();
        match line.read_answer(answer) {
            Ok(mv) => {
                let mut next = line.duplicate();
                next.play(&mv).ok()?;
                Some(Given::Board(next.cells()))
            }
            Err(Refusal::Repeats { plies_ago }) => {
                line.boards().get(plies_ago).map(|text| Given::Board(board.read(text)))
            }
            Err(Refusal::NoMoveMakes { board: text }) => Some(Given::Board(board.read(&text))),
            Err(_) => match board.path(answer)[..] {
                [from, .., to] => Some(Given::Move(from, to)),
                _ => None,
            },
        }
    }

    /// Whether this is the board, or a move that leads to it.
    pub(super) fn is(&self, board: &Letters, now: &Letters) -> bool {
        match *self {
            Given::Board(ref given) => given == board,
            Given::Move(from, to) => board[from] == EMPTY && now[from] != EMPTY && board[to] == now[from],
        }
    }
}
