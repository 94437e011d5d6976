//! A position as the rules on letters see it: what right programs may answer there, and what programs with one thing wrong would answer.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell};

use quadrille::letters::{Letters, Mistakes};
use quadrille::suspects::{SlowProgram, Suspect};
use quadrille::{AnyLine, EMPTY, GameRef, Refusal, Side};

/// How many boards one search may look at. Positions that take more are not used.
const BUDGET: u64 = 5_000;
/// How much further a program is from a wrong answer if its mistake has changed nothing so far.
const FAR: f64 = 1000.0;
/// A program that looks too far shows itself for certain if it has so few answers, compared with right programs: a logarithm.
const CLEAR_CLUE: f64 = 2.0;

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

    /// What this mistake does in the position; `None` if it cannot do anything or that takes too long.
    pub(super) fn effect(&self, suspect: Suspect) -> Option<Effect> {
        if !self.could_differ(suspect) {
            return None;
        }
        let right = self.right()?;
        let is_right = |board: &Letters| right.binary_search(board).is_ok();
        let answers = self.answers(suspect)?;
        let left = answers.iter().filter(|board| is_right(board)).count();
        let changes_nothing = left == right.len() && left == answers.len();
        let choices = self.plain().map_or(1, |plain| plain.program.choices.max(1));
        let distance = left as f64 / (1 + answers.len() - left) as f64
            + right.len() as f64 / choices as f64
            + if changes_nothing { FAR } else { 0.0 };
        let strength = if suspect.looks_too_far {
            let by_chance = 1.0 - left as f64 / answers.len().max(1) as f64;
            let clue = (right.len() as f64 / left.max(1) as f64).ln() / CLEAR_CLUE;
            Strength::of_all(clue.max(by_chance).min(1.0))
        } else if left == answers.len() {
            Strength::of_all(0.0)
        } else {
            let owner = |letter| self.game.descriptor().owner(letter);
            let mut program = self.program(suspect);
            let mut budget = BUDGET;
            let greedy =
                program.greedy_answers(&self.boards, self.side, self.depth, &owner, &mut budget).ok()?;
            self.spent.set(self.spent.get() + BUDGET - budget);
            Strength::of_answers([&answers, &greedy], is_right)
        };
        Some(Effect { strength, distance })
    }
}

/// What a mistake does in a position.
pub(super) struct Effect {
    /// How well the position shows the mistake.
    pub(super) strength: Strength,
    /// How far a program with the mistake is from a wrong answer: how many right answers it may still give, compared with the wrong ones,
    /// and how many of all moves are right.
    pub(super) distance: f64,
}

/// In how many ways programs choose among equal moves: any of them, the first, the last; without an evaluation, and by counting men.
const CHOOSERS: usize = 6;

/// How well positions show a mistake: for programs that choose among equal moves in different ways, how many wrong answers they give on
/// average. Programs choose in the same way each time, so that many positions may show a mistake to some of them and none to others. A
/// program that looks too far is rarely wrong: it shows itself where it has fewer answers than others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strength([f64; CHOOSERS]);

impl Strength {
    /// The same for programs that choose in any way.
    pub(super) fn of_all(strength: f64) -> Strength {
        Strength([strength; CHOOSERS])
    }

    /// Whether this is above 0 for programs that choose in some way.
    pub(super) fn is_some(self) -> bool {
        self.0.iter().any(|&strength| strength > 0.0)
    }

    /// By the answers of a program without an evaluation, and of one that counts men, in the order of the moves.
    fn of_answers(answers: [&[Letters]; 2], is_right: impl Fn(&Letters) -> bool) -> Strength {
        let is_wrong = |board: Option<&Letters>| f64::from(!board.is_some_and(&is_right));
        let of_choosers = |answers: &[Letters]| {
            let right = answers.iter().filter(|board| is_right(board)).count();
            let any = 1.0 - right as f64 / answers.len().max(1) as f64;
            [any, is_wrong(answers.first()), is_wrong(answers.last())]
        };
        let [plain, greedy] = answers.map(of_choosers);
        Strength(std::array::from_fn(|index| if index < 3 { plain[index] } else { greedy[index - 3] }))
    }

    /// A number made of two strengths, for each way to choose.
    pub(super) fn combine(self, other: Strength, number: impl Fn(f64, f64) -> f64) -> Strength {
        Strength(std::array::from_fn(|index| number(self.0[index], other.0[index])))
    }

    /// The average of all ways to choose.
    pub(super) fn average(self) -> f64 {
        self.0.iter().sum::<f64>() / CHOOSERS as f64
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
            Err(Refusal::NoMoveMakes { board: text, .. }) => Some(Given::Board(board.read(&text))),
            Err(_) => match board.path(answer)[..] {
                [from, .., to] => Some(Given::Move(from, to)),
                _ => Given::read_board(&game, answer),
            },
        }
    }

    /// The answer as a board that is no position of the game: a lion outside its castle, a pawn on its last rank.
    fn read_board(game: &GameRef, answer: &str) -> Option<Given> {
        let cells = game.board().read(answer.split_whitespace().next()?);
        let is_letter = |&letter: &char| letter == EMPTY || game.descriptor().owner(letter).is_some();
        let is_board = cells.len() == game.board().cells.len() && cells.iter().all(is_letter);
        is_board.then_some(Given::Board(cells))
    }

    /// Whether this is the board, or a move that leads to it.
    pub(super) fn is(&self, board: &Letters, now: &Letters) -> bool {
        match *self {
            Given::Board(ref given) => given == board,
            Given::Move(from, to) => board[from] == EMPTY && now[from] != EMPTY && board[to] == now[from],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::game;

    /// A program whose lion may leave its castle answers with boards that are no positions.
    #[test]
    fn a_board_that_is_no_position_is_an_answer_too() {
        let game = game("congo");
        let line = game.line("3l3/6p/7/7/7/P6/3L3 w 0").expect("a position");
        let outside = "3l3/6p/7/7/7/P6/1L5";
        assert!(game.line(&format!("{outside} b 0")).is_err());
        for answer in [outside.to_string(), format!("{outside} b 0")] {
            let given = Given::read(&*line, &answer).expect("a board");
            assert!(given.is(&game.board().read(outside), &line.cells()), "{answer}");
        }
        for rubbish in ["", "no idea", "3l3/6p/7/7/7/P6/1X5"] {
            assert!(Given::read(&*line, rubbish).is_none(), "{rubbish}");
        }
    }
}
