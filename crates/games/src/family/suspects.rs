//! What programs may have wrong, and what a program with one thing wrong would answer.
//!
//! A suspect is one mistake: a rule of the game, or a habit of the search that any game can have. Its answers are all that such a program
//! may give, whatever its evaluation and however it chooses among equal moves: the moves that win within the look-ahead; without any, those
//! that do not lose; without any of these, all moves.

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
    StuckGoesOn,
    StuckWins,
    EnemyHelps,
    WorstMove,
    PlaysOn,
    OwnWinsOnly,
    EnemyWinsOnly,
    NoLookAhead,
}

/// Each habit with its belief, and the smallest look-ahead at which it can show.
const HABITS: [(Habit, &str, u32); 14] = [
    (Habit::Shallow, "it has to look one ply less far than it is told", 2),
    (Habit::Deep, "it has to look one ply further than it is told", 1),
    (Habit::NoHistory, "boards of the history may come back", 1),
    (Habit::HistoryAtRoot, "boards of the history may come back later in its look-ahead", 2),
    (Habit::LineForgotten, "boards of its own look-ahead may come back", 3),
    (Habit::SidedHistory, "a board may come back if the other player is to move", 1),
    (Habit::StuckGoesOn, "a player without a legal move has not lost", 2),
    (Habit::StuckWins, "a player without a legal move has won", 2),
    (Habit::EnemyHelps, "the enemy makes the moves that help the program", 2),
    (Habit::WorstMove, "the worst move is the best", 1),
    (Habit::PlaysOn, "the game goes on in its look-ahead after a side has won", 2),
    (Habit::OwnWinsOnly, "only the program itself can win", 2),
    (Habit::EnemyWinsOnly, "only the enemy can win", 1),
    (Habit::NoLookAhead, "any legal move is good enough", 1),
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
}

impl Suspect {
    /// A program that has nothing wrong.
    pub const RIGHT: Suspect = Suspect { mistake: None, habit: None, belief: "", looks_too_far: false };

    /// All suspects of a game at a look-ahead.
    pub fn all(mistakes: &Mistakes, no_repeat: bool, depth: u32) -> Vec<Suspect> {
        let rules = mistakes.beliefs.iter().enumerate();
        let rules = rules.filter(|(index, _)| !mistakes.accepted.contains(index));
        let rules = rules.map(|(index, belief)| Suspect { mistake: Some(index), belief, ..Suspect::RIGHT });
        let can_show = |&&(habit, _, least): &&(Habit, &str, u32)| {
            use Habit::{HistoryAtRoot, LineForgotten, NoHistory, SidedHistory};
            let of_history = matches!(habit, NoHistory | HistoryAtRoot | LineForgotten | SidedHistory);
            depth >= least && (no_repeat || !of_history)
        };
        let habits = HABITS.iter().filter(can_show).map(|&(habit, belief, _)| Suspect {
            habit: Some(habit),
            belief,
            looks_too_far: habit == Habit::Deep,
            ..Suspect::RIGHT
        });
        rules.chain(habits).collect()
    }

    /// The other ways of playing that are right: the rules that the game accepts.
    pub fn accepted(mistakes: &Mistakes) -> impl Iterator<Item = Suspect> {
        mistakes.accepted.iter().map(|&index| Suspect { mistake: Some(index), ..Suspect::RIGHT })
    }

    /// The suspect as a program on a board.
    pub fn program(self, mistakes: &Mistakes, board: &Board, no_repeat: bool) -> SlowProgram {
        let rules = (mistakes.rules)(board, self.mistake);
        SlowProgram {
            rules,
            habit: self.habit,
            no_repeat,
            sees_stuck_leaves: false,
            root: Side::White,
            path: Vec::new(),
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
    habit: Option<Habit>,
    no_repeat: bool,
    /// Whether it looks for legal moves where its look-ahead ends. Both ways are right.
    pub sees_stuck_leaves: bool,
    /// The side that the program plays.
    root: Side,
    /// The boards of the history and of the look-ahead, oldest first, each with the side to move.
    path: Vec<(Letters, Side)>,
}

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
        let mut values = self.values(boards, side, depth, &|_, _, _| 0, budget)?;
        values.sort_unstable();
        values.dedup();
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

    /// The boards of the best values.
    pub fn best(&self, values: Vec<(Letters, i32)>) -> Vec<Letters> {
        let worst_is_best = self.habit == Some(Habit::WorstMove);
        let numbers = values.iter().map(|&(_, value)| value);
        let best = if worst_is_best { numbers.min() } else { numbers.max() };
        values.into_iter().filter(|&(_, value)| Some(value) == best).map(|(board, _)| board).collect()
    }

    /// The board after each move with its value, in the order of the moves.
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
        self.path = history.rev().collect();
        self.root = side;
        let depth = match self.habit {
            Some(Habit::Shallow) => depth.saturating_sub(1).max(1),
            Some(Habit::Deep) => depth + 1,
            _ => depth,
        };
        let given = self.path.len();
        let mut values = Vec::new();
        for after in self.legal(now, side, given) {
            let value = if self.habit == Some(Habit::NoLookAhead) {
                0
            } else {
                self.path.push((now.clone(), side));
                let value = self.value(&after, !side, depth - 1, given, leaf, budget);
                self.path.pop();
                -value?
            };
            values.push((after, value));
        }
        Ok(values)
    }

    fn value(
        &mut self,
        cells: &[char],
        side: Side,
        depth: u32,
        given: usize,
        leaf: LeafValue<'_>,
        budget: &mut u64,
    ) -> Result<i32, TooLarge> {
        *budget = budget.checked_sub(1).ok_or(TooLarge)?;
        match self.rules.ending(cells, side) {
            Some(Outcome::Win(winner)) if self.counts(winner, depth) => {
                return Ok(if winner == side { WIN } else { -WIN });
            }
            Some(Outcome::Draw) => return Ok(0),
            _ => {}
        }
        if depth == 0 && !self.sees_stuck_leaves {
            return Ok(leaf(&*self.rules, cells, side));
        }
        let moves = self.legal(cells, side, given);
        if moves.is_empty() {
            return Ok(match self.habit {
                Some(Habit::StuckGoesOn) => 0,
                Some(Habit::StuckWins) => WIN,
                _ => -WIN,
            });
        }
        if depth == 0 {
            return Ok(leaf(&*self.rules, cells, side));
        }
        let helps = self.habit == Some(Habit::EnemyHelps) && side != self.root;
        let mut best = None;
        for after in moves {
            self.path.push((cells.to_vec(), side));
            let value = self.value(&after, !side, depth - 1, given, leaf, budget);
            self.path.pop();
            let value = -value?;
            best = Some(match best {
                None => value,
                Some(best) if helps => value.min(best),
                Some(best) => value.max(best),
            });
            if !helps && best == Some(WIN) {
                break;
            }
        }
        Ok(best.unwrap_or(-WIN))
    }

    /// Whether the program sees that this side has won.
    fn counts(&self, winner: Side, depth: u32) -> bool {
        match self.habit {
            Some(Habit::PlaysOn) => depth == 0,
            Some(Habit::OwnWinsOnly) => winner == self.root,
            Some(Habit::EnemyWinsOnly) => winner != self.root,
            _ => true,
        }
    }

    /// The boards after legal moves. `given` is how many boards the history has.
    fn legal(&self, cells: &[char], side: Side, given: usize) -> Vec<Letters> {
        let mut moves = self.rules.moves(cells, side);
        if self.no_repeat {
            moves.retain(|after| !self.has_occurred(after, side, given));
        }
        moves
    }

    fn has_occurred(&self, after: &[char], mover: Side, given: usize) -> bool {
        let below_root = self.path.len() > given;
        let boards = match self.habit {
            Some(Habit::NoHistory) => return false,
            Some(Habit::HistoryAtRoot) if below_root => return false,
            Some(Habit::LineForgotten) => &self.path[..given],
            _ => &self.path[..],
        };
        let sided = self.habit == Some(Habit::SidedHistory);
        boards.iter().any(|(board, side)| board == after && (!sided || *side != mover))
    }
}
