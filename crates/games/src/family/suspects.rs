//! What programs may have wrong, and what a program with one thing wrong would answer.
//!
//! A suspect is one mistake: a rule of the game, or a habit of the search that any game can have. Its answers are all that such a program
//! may give, whatever its evaluation and however it chooses among equal moves: the moves that win within the look-ahead; without any, those
//! that do not lose; without any of these, all moves.

use std::cell::Cell;

use game::{Board, Outcome, Side};

use super::letters::{LetterRules, Letters, Mistakes};

/// A way of searching that is wrong in any game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Habit {
    Shallow,
    Deep,
    NoHistory,
    HistoryAtRoot,
    LineForgotten,
    SidedHistory,
    HistoryBelowRoot,
    StuckGoesOn,
    StuckWins,
    EnemyHelps,
    MovesAgain,
    WorstMove,
    SignForgotten,
    SignForgottenBelowRoot,
    PlaysOn,
    OwnWinsOnly,
    EnemyWinsOnly,
    NoLookAhead,
    DrawLoses,
    DrawWins,
}

/// Each habit with its belief, and the smallest look-ahead at which it can show.
const HABITS: [(Habit, &str, u32); 20] = [
    (Habit::Shallow, "it has to look one ply less far than it is told", 2),
    (Habit::Deep, "it has to look one ply further than it is told", 1),
    (Habit::NoHistory, "boards of the history may come back", 1),
    (Habit::HistoryAtRoot, "boards of the history may come back later in its look-ahead", 2),
    (Habit::LineForgotten, "boards of its own look-ahead may come back", 3),
    (Habit::SidedHistory, "a board may come back if the other player is to move", 1),
    (Habit::HistoryBelowRoot, "its own next move may bring a board of the history back", 1),
    (Habit::StuckGoesOn, "a player without a legal move has not lost", 2),
    (Habit::StuckWins, "a player without a legal move has won", 2),
    (Habit::EnemyHelps, "the enemy makes the moves that help the program", 2),
    (Habit::MovesAgain, "the program itself makes all moves of its look-ahead", 2),
    (Habit::WorstMove, "the worst move is the best", 1),
    (Habit::SignForgotten, "a value keeps its sign when the other player is to move", 2),
    (
        Habit::SignForgottenBelowRoot,
        "a value keeps its sign when the enemy has moved and the program is to move again",
        2,
    ),
    (Habit::PlaysOn, "the game goes on in its look-ahead after a side has won", 2),
    (Habit::OwnWinsOnly, "only the program itself can win", 2),
    (Habit::EnemyWinsOnly, "only the enemy can win", 1),
    (Habit::NoLookAhead, "any legal move is good enough", 1),
    (Habit::DrawLoses, "a draw is as bad as a loss", 1),
    (Habit::DrawWins, "a draw is as good as a win", 1),
];

/// One thing that a program may have wrong; nothing if it is right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Suspect {
    mistake: Option<usize>,
    habit: Option<Habit>,
    /// What such a program thinks: "a flag level with a pawn is past it". Empty if it is right.
    pub belief: &'static str,
    /// Whether the program looks further than it should. This is no mistake in the rules, and its answers are rarely wrong.
    pub looks_too_far: bool,
    /// The side whose moves and wins it has wrong, or that it has to play to show its habit; `None` if it is both.
    pub only: Option<Side>,
}

impl Suspect {
    /// A program that has nothing wrong.
    pub const RIGHT: Suspect =
        Suspect { mistake: None, habit: None, belief: "", looks_too_far: false, only: None };

    /// All suspects of a game at a look-ahead.
    pub fn all(mistakes: &Mistakes, no_repeat: bool, depth: u32) -> Vec<Suspect> {
        let rules = mistakes.beliefs.iter().enumerate();
        let rules = rules.filter(|(index, _)| !mistakes.accepted.contains(index));
        let rules = rules.map(|(index, belief)| Suspect { mistake: Some(index), belief, ..Suspect::RIGHT });
        let can_show = |&&(habit, _, least): &&(Habit, &str, u32)| {
            depth >= least
                && (no_repeat || !OF_HISTORY.contains(&habit))
                && (mistakes.draws || !OF_DRAWS.contains(&habit))
        };
        let habits = HABITS.iter().filter(can_show).map(|&(habit, belief, _)| Suspect {
            habit: Some(habit),
            belief,
            looks_too_far: habit == Habit::Deep,
            ..Suspect::RIGHT
        });
        rules.chain(habits).collect()
    }

    /// Whether the program plays any legal move, which could explain any answer.
    pub fn plays_any_move(self) -> bool {
        self.habit == Some(Habit::NoLookAhead)
    }

    /// The same mistake in the rules of one side only, or the same habit if the program plays this side; `None` if programs hardly have
    /// that.
    pub fn of_one_side(self, side: Side) -> Option<Suspect> {
        let can_be = self.mistake.is_some() || self.habit.is_some_and(|habit| OF_SIGNS.contains(&habit));
        can_be.then_some(Suspect { only: Some(side), ..self })
    }

    /// The other ways of playing that are right: the rules that the game accepts.
    pub fn accepted(mistakes: &Mistakes) -> impl Iterator<Item = Suspect> {
        mistakes.accepted.iter().map(|&index| Suspect { mistake: Some(index), ..Suspect::RIGHT })
    }

    /// The suspect as a program on a board.
    pub fn program(self, mistakes: &Mistakes, board: &Board, no_repeat: bool) -> SlowProgram {
        let (everywhere, of_one_side) = match self.only.filter(|_| self.mistake.is_some()) {
            Some(side) => (None, Some(((mistakes.rules)(board, self.mistake), side))),
            None => (self.mistake, None),
        };
        SlowProgram {
            rules: (mistakes.rules)(board, everywhere),
            of_one_side,
            habit: self.habit,
            only: self.only,
            no_repeat,
            sees_stuck_leaves: false,
            root: Side::White,
            choices: 0,
            path: Vec::new(),
            noticed: Cell::new(0),
        }
    }
}

/// The value of a win. Evaluations are smaller.
pub const WIN: i32 = 1_000_000;

/// How a program evaluates a board for the side to move, where its look-ahead ends.
pub type LeafValue<'a> = &'a dyn Fn(&dyn LetterRules, &[char], Side) -> i32;

/// A program that plays by the rules on letters: plain minimax.
pub struct SlowProgram {
    rules: Box<dyn LetterRules>,
    /// The rules for the moves and the wins of one side, if they are others.
    of_one_side: Option<(Box<dyn LetterRules>, Side)>,
    habit: Option<Habit>,
    /// The side that it has to play to show its habit, if it shows it with one side only.
    only: Option<Side>,
    no_repeat: bool,
    /// Whether it looks for legal moves where its look-ahead ends. Both ways are right.
    pub sees_stuck_leaves: bool,
    /// The side that the program plays.
    root: Side,
    /// How many moves the program had to choose from in its last search.
    pub choices: usize,
    /// The boards of the history and of the look-ahead, oldest first, each with the side to move. Empty if boards may come back.
    path: Vec<(Letters, Side)>,
    /// The habits that could have changed the answers, as bits.
    noticed: Cell<u64>,
}

/// The habits that need a side that has won or is stuck within the look-ahead to make a difference.
const OF_DECISIONS: [Habit; 7] = [
    Habit::Shallow,
    Habit::EnemyHelps,
    Habit::MovesAgain,
    Habit::WorstMove,
    Habit::SignForgotten,
    Habit::SignForgottenBelowRoot,
    Habit::NoLookAhead,
];
const OF_HISTORY: [Habit; 5] = [
    Habit::NoHistory,
    Habit::HistoryAtRoot,
    Habit::LineForgotten,
    Habit::SidedHistory,
    Habit::HistoryBelowRoot,
];
/// The habits that come from a wrong sign, which is often wrong for one side only.
const OF_SIGNS: [Habit; 4] = [Habit::EnemyHelps, Habit::WorstMove, Habit::OwnWinsOnly, Habit::EnemyWinsOnly];
const OF_DRAWS: [Habit; 2] = [Habit::DrawLoses, Habit::DrawWins];
/// Above all values.
const INFINITE: i32 = WIN + 1;

/// The search took more positions than it was allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

impl SlowProgram {
    /// The boards that the program may answer with, whatever its evaluation.
    ///
    /// `boards` are the present board and the history, newest first. `budget` is how many boards may be looked at, and decreases.
    ///
    /// # Errors
    /// When the budget is not enough.
    pub fn answers(
        &mut self,
        boards: &[Letters],
        side: Side,
        depth: u32,
        budget: &mut u64,
    ) -> Result<Vec<Letters>, TooLarge> {
        let values = self.values(boards, side, depth, &|_, _, _| 0, budget)?;
        Ok(self.best(values))
    }

    /// The boards that the program may answer with if it counts men.
    ///
    /// # Errors
    /// When the budget is not enough.
    pub fn greedy_answers(
        &mut self,
        boards: &[Letters],
        side: Side,
        depth: u32,
        owner: &dyn Fn(char) -> Option<Side>,
        budget: &mut u64,
    ) -> Result<Vec<Letters>, TooLarge> {
        let material: LeafValue<'_> = &|rules, cells, side| {
            let worth = |&letter: &char| match owner(letter) {
                Some(owner) if owner == side => rules.worth(letter),
                Some(_) => -rules.worth(letter),
                None => 0,
            };
            cells.iter().map(worth).sum()
        };
        let values = self.values(boards, side, depth, material, budget)?;
        Ok(self.best(values))
    }

    /// Whether a program with this wrong could give other answers than this program, which is right, did in its searches so far.
    pub fn could_differ(&self, suspect: Suspect) -> bool {
        let asked = suspect.mistake.is_some_and(|mistake| self.rules.asked() >> mistake & 1 == 1);
        // These two look at boards that a right program does not look at.
        let looks_elsewhere = |habit| matches!(habit, Habit::Deep | Habit::MovesAgain);
        let noticed = |habit| looks_elsewhere(habit) || self.noticed.get() >> habit as u32 & 1 == 1;
        asked || suspect.habit.is_some_and(noticed)
    }

    /// Whether its answers would be others if it did not look for moves where its look-ahead ends.
    pub fn saw_stuck_leaf(&self) -> bool {
        self.noticed.get() >> STUCK_LEAF & 1 == 1
    }

    fn notice(&self, habits: &[Habit]) {
        let bits = habits.iter().fold(0, |bits, &habit| bits | 1 << habit as u32);
        self.noticed.set(self.noticed.get() | bits);
    }

    /// The boards of the best values, each once, in the order of the moves.
    pub fn best(&self, values: Vec<(Letters, i32)>) -> Vec<Letters> {
        let worst_is_best = self.habit == Some(Habit::WorstMove);
        let numbers = values.iter().map(|&(_, value)| value);
        let best = if worst_is_best { numbers.min() } else { numbers.max() };
        let mut boards: Vec<Letters> = Vec::new();
        for (board, _) in values.into_iter().filter(|&(_, value)| Some(value) == best) {
            if !boards.contains(&board) {
                boards.push(board);
            }
        }
        boards
    }

    /// The board after each move with its value, in the order of the moves. A value that is not the best may be too high, but still not the
    /// best.
    ///
    /// # Errors
    /// When the budget is not enough.
    pub fn values(
        &mut self,
        boards: &[Letters],
        side: Side,
        depth: u32,
        leaf: LeafValue<'_>,
        budget: &mut u64,
    ) -> Result<Vec<(Letters, i32)>, TooLarge> {
        let Some((now, history)) = boards.split_first() else { return Ok(Vec::new()) };
        let other = |index: usize| if index.is_multiple_of(2) { !side } else { side };
        let history = history.iter().enumerate().map(|(index, board)| (board.clone(), other(index)));
        self.path = history.rev().filter(|_| self.no_repeat).collect();
        self.root = side;
        self.habit = self.habit.filter(|_| self.only.is_none_or(|only| only == side));
        let depth = match self.habit {
            Some(Habit::Shallow) => depth.saturating_sub(1).max(1),
            Some(Habit::Deep) => depth + 1,
            _ => depth,
        };
        let given = self.path.len();
        // Moves as good as the best so far have to be known. All values count if the program does not play the best move.
        let prunes = !matches!(self.habit, Some(Habit::WorstMove)) && !self.changes_values();
        let mut best = -INFINITE;
        let mut values = Vec::new();
        let moves = self.legal(now, side, given);
        self.choices = moves.len();
        self.enter(now, side);
        for after in moves {
            let value = if self.habit == Some(Habit::NoLookAhead) {
                0
            } else {
                let alpha = if prunes { (best - 1).max(-INFINITE) } else { -INFINITE };
                let window = Window { alpha: -INFINITE, beta: -alpha, leaf, given };
                let value = self.value(&after, !side, depth - 1, &window, budget)?;
                if self.habit == Some(Habit::SignForgotten) { value } else { -value }
            };
            best = best.max(value);
            values.push((after, value));
        }
        self.leave();
        Ok(values)
    }

    fn enter(&mut self, cells: &[char], side: Side) {
        if self.no_repeat {
            self.path.push((cells.to_vec(), side));
        }
    }

    fn leave(&mut self) {
        self.path.pop();
    }

    fn value(
        &mut self,
        cells: &[char],
        side: Side,
        depth: u32,
        window: &Window<'_>,
        budget: &mut u64,
    ) -> Result<i32, TooLarge> {
        let &Window { alpha, beta, leaf, given } = window;
        *budget = budget.checked_sub(1).ok_or(TooLarge)?;
        match self.ending(cells, side) {
            Some(Outcome::Win(winner)) if self.counts(winner, depth) => {
                return Ok(if winner == side { WIN } else { -WIN });
            }
            Some(Outcome::Draw) => {
                self.notice(&OF_DRAWS);
                let for_root = match self.habit {
                    Some(Habit::DrawLoses) => -WIN,
                    Some(Habit::DrawWins) => WIN,
                    _ => 0,
                };
                return Ok(if side == self.root { for_root } else { -for_root });
            }
            _ => {}
        }
        if depth == 0 {
            if self.sees_stuck_leaves && self.is_stuck(cells, side, given) {
                self.noticed.set(self.noticed.get() | 1 << STUCK_LEAF);
                return Ok(-WIN);
            }
            return Ok(leaf(&*self.rules, cells, side));
        }
        let again = self.habit == Some(Habit::MovesAgain);
        let moves = self.legal(cells, if again { self.root } else { side }, given);
        if moves.is_empty() {
            self.notice(&[Habit::StuckGoesOn, Habit::StuckWins]);
            self.notice(&OF_DECISIONS);
            return Ok(match self.habit {
                Some(Habit::StuckGoesOn) => 0,
                Some(Habit::StuckWins) => WIN,
                Some(Habit::MovesAgain) if side != self.root => WIN,
                _ => -WIN,
            });
        }
        let is_helping = (again || self.habit == Some(Habit::EnemyHelps)) && side != self.root;
        let keeps_sign = self.forgets_sign();
        let prunes = !self.changes_values();
        let mut best = if is_helping { INFINITE } else { -INFINITE };
        self.enter(cells, side);
        for after in moves {
            let alpha = if prunes { alpha.max(best) } else { alpha };
            let window = Window { alpha: -beta, beta: -alpha, leaf, given };
            let value = self.value(&after, !side, depth - 1, &window, budget)?;
            let value = if keeps_sign { value } else { -value };
            best = if is_helping { value.min(best) } else { value.max(best) };
            if !is_helping && (best == WIN || best >= beta) {
                break;
            }
        }
        self.leave();
        Ok(best)
    }

    /// Whether the program does not give the values below the root the sign that they need.
    fn forgets_sign(&self) -> bool {
        matches!(self.habit, Some(Habit::SignForgotten | Habit::SignForgottenBelowRoot))
    }

    /// Whether the program's values are not those of minimax, so that bounds say nothing about them.
    fn changes_values(&self) -> bool {
        self.forgets_sign() || matches!(self.habit, Some(Habit::EnemyHelps | Habit::MovesAgain))
    }

    /// Whether the program sees that this side has won.
    fn counts(&self, winner: Side, depth: u32) -> bool {
        self.notice(&OF_DECISIONS);
        self.notice(if winner == self.root { &[Habit::EnemyWinsOnly] } else { &[Habit::OwnWinsOnly] });
        if depth > 0 {
            self.notice(&[Habit::PlaysOn]);
        }
        match self.habit {
            Some(Habit::PlaysOn) => depth == 0,
            Some(Habit::OwnWinsOnly) => winner == self.root,
            Some(Habit::EnemyWinsOnly) => winner != self.root,
            _ => true,
        }
    }

    /// The boards after the moves of a side, as the program sees them.
    fn moves(&self, cells: &[char], side: Side, enough: usize) -> Vec<Letters> {
        match &self.of_one_side {
            Some((rules, only)) if *only == side => rules.moves(cells, side, enough),
            _ => self.rules.moves(cells, side, enough),
        }
    }

    /// How the game has ended, as the program sees it.
    fn ending(&self, cells: &[char], side: Side) -> Option<Outcome> {
        let ending = self.rules.ending(cells, side);
        let Some((rules, only)) = &self.of_one_side else { return ending };
        let other = rules.ending(cells, side);
        let has_won = Some(Outcome::Win(*only));
        if ending == has_won || other == has_won { other } else { ending }
    }

    /// The boards after legal moves. `given` is how many boards the history has.
    fn legal(&self, cells: &[char], side: Side, given: usize) -> Vec<Letters> {
        let mut moves = self.moves(cells, side, usize::MAX);
        if self.no_repeat {
            moves.retain(|after| !self.has_occurred(after, side, given));
        }
        moves
    }

    fn is_stuck(&self, cells: &[char], side: Side, given: usize) -> bool {
        // Each board of the path forbids one move at most.
        let some = self.moves(cells, side, self.path.len());
        some.len() <= self.path.len() && self.legal(cells, side, given).is_empty()
    }

    fn has_occurred(&self, after: &[char], mover: Side, given: usize) -> bool {
        if !self.path.iter().any(|(board, _)| board == after) {
            return false;
        }
        if self.habit.is_none() {
            let differ =
                OF_HISTORY.into_iter().filter(|&habit| !self.knows(Some(habit), after, mover, given));
            self.notice(&differ.collect::<Vec<_>>());
        }
        self.knows(self.habit, after, mover, given)
    }

    /// Whether a program with this habit knows that a board of the path has occurred.
    fn knows(&self, habit: Option<Habit>, after: &[char], mover: Side, given: usize) -> bool {
        // The root itself is on the path below it.
        let below_root = self.path.len() > given;
        let boards = match habit {
            Some(Habit::NoHistory) => return false,
            Some(Habit::HistoryAtRoot) if below_root => return false,
            Some(Habit::HistoryBelowRoot) if !below_root => return false,
            Some(Habit::LineForgotten) => &self.path[..given],
            _ => &self.path[..],
        };
        let sided = habit == Some(Habit::SidedHistory);
        boards.iter().any(|(board, side)| board == after && (!sided || *side != mover))
    }
}

/// What a search is told at each board.
struct Window<'a> {
    /// Values that are not above this need not be exact.
    alpha: i32,
    /// Values that are not below this need not be exact.
    beta: i32,
    leaf: LeafValue<'a>,
    /// How many boards the history has.
    given: usize,
}

/// The bit after those of the habits.
const STUCK_LEAF: usize = HABITS.len();
