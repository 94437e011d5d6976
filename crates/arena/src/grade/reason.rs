//! Why an answer is wrong, as something that two failures can have in common.

use quadrille::{AnyLine, Refusal};

use super::exercise::Check;
use crate::program::Fault;

/// Why an answer is wrong. Failures with the same reason probably have the same cause; a smaller position may stand for a larger one only if
/// the program fails in it for the same reason.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Reason {
    /// The program gave no answer: the fault, without what differs from one run to the next.
    Fault(String),
    /// The answer is not written as it should be, or cannot be read at all.
    Notation,
    /// The answer is not a legal move.
    Illegal {
        /// In which way.
        how: String,
        /// How many men move, come or go, if the answer is a board.
        change: String,
    },
    /// The answer is legal, but not one of the right ones of its check.
    Bad,
}

impl Reason {
    /// The reason of a fault. A crash is known by its exit code or signal and by the kind of error in its last line.
    pub(super) fn of_fault(fault: &Fault) -> Reason {
        let Fault::Crashed(how) = fault else {
            return Reason::Fault(fault.to_string());
        };
        let kind = how.split_once(Fault::LAST_LINE).map(|(code, line)| {
            // What follows the colon often has values of the position, as in "KeyError: 7".
            let kind = line.split(':').next().unwrap_or(line);
            format!("{code}, {kind}")
        });
        Reason::Fault(kind.unwrap_or_else(|| how.clone()))
    }

    /// The reason of an answer that is refused in this position.
    pub(super) fn of_refusal(line: &dyn AnyLine, refusal: &Refusal) -> Reason {
        let mut change = String::new();
        let how = match refusal {
            Refusal::Unreadable(_) => return Reason::Notation,
            Refusal::GameOver(_) => "the game is over".to_string(),
            Refusal::NoOwnMan { enemy, .. } => format!("no own man there, enemy: {enemy}"),
            // Cells differ from position to position.
            Refusal::Rule(rule) => {
                let is_cell = |word: &&str| word.contains(|letter: char| letter.is_ascii_digit());
                rule.split_whitespace().filter(|word| !is_cell(word)).collect::<Vec<_>>().join(" ")
            }
            Refusal::Repeats { .. } => "repeats".to_string(),
            Refusal::NoMoveMakes { board, .. } => {
                change = self::change(line, board);
                "no move".to_string()
            }
        };
        Reason::Illegal { how, change }
    }

    /// The reason without details, for failures that are shown together.
    pub(super) fn in_general(&self) -> Reason {
        match self {
            Reason::Illegal { how, .. } => Reason::Illegal { how: how.clone(), change: String::new() },
            other => other.clone(),
        }
    }

    /// Whether the reason can be the same in several checks. What is a bad move depends on the check.
    pub(super) fn is_of_any_check(&self) -> bool {
        *self != Reason::Bad
    }

    /// Whether the program has given a move, but a wrong one.
    pub(super) fn is_of_the_move(&self) -> bool {
        matches!(self, Reason::Illegal { .. } | Reason::Bad)
    }

    /// What was observed if an answer of this check is wrong for this reason, in a few words.
    pub(super) fn observed(&self, check: Check) -> &'static str {
        match (self, check) {
            (Reason::Fault(_), _) => "no answer",
            (Reason::Notation, _) => "an answer in another notation",
            (Reason::Illegal { .. }, _) => "an illegal move",
            (Reason::Bad, Check::Win) => "a win in one that was not taken",
            (Reason::Bad, Check::Loss) => "a loss in two that was not avoided",
            (Reason::Bad, Check::Rules) => "a win that was missed or given to the enemy",
            (Reason::Bad, Check::Best) => "a move that is not one of the best",
            (Reason::Bad, Check::Values) => "another value",
            (Reason::Bad, _) => "a wrong answer",
        }
    }

    /// Whether the reason has nothing to do with what the position is about.
    pub(super) fn is_of_any_theme(&self) -> bool {
        matches!(self, Reason::Fault(_) | Reason::Notation)
    }
}

/// How a board differs from the present one: how many men of the player and of the enemy leave and enter cells. Which kinds of men they are
/// does not matter, because a wrong rule often concerns several.
fn change(line: &dyn AnyLine, board: &str) -> String {
    let (before, after) = (line.cells(), line.game().board().read(board));
    if before.len() != after.len() {
        return "another size".to_string();
    }
    let game = line.game();
    let [own, enemy] = [line.side(), !line.side()].map(|side| {
        let is_theirs = |letter: &char| game.descriptor().owner(*letter) == Some(side);
        let changed = || before.iter().zip(&after).filter(|(before, after)| before != after);
        let left = changed().filter(|(before, _)| is_theirs(before)).count();
        let entered = changed().filter(|(_, after)| is_theirs(after)).count();
        format!("{left} leave, {entered} enter")
    });
    format!("own: {own}; enemy: {enemy}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::game;

    fn crash(text: &str) -> Reason {
        Reason::of_fault(&Fault::Crashed(text.to_string()))
    }

    #[test]
    fn crashes_are_known_by_their_kind_of_error() {
        let first = crash("exit code 1, last error line: KeyError: 7");
        assert_eq!(first, crash("exit code 1, last error line: KeyError: 12"));
        assert_ne!(first, crash("exit code 1, last error line: IndexError: list index out of range"));
        assert_ne!(crash("exit code 3"), crash("signal 11 (segmentation fault)"));
    }

    #[test]
    fn illegal_boards_are_known_by_how_many_men_move() {
        let line = game("ctf:3").line("wW----bB- w").expect("a position");
        let reason = |board: &str| {
            Reason::of_refusal(&*line, &line.read_answer(board).expect_err("not a legal board"))
        };
        // A man jumps over nothing; a man vanishes; an enemy vanishes; nothing happens.
        assert_eq!(reason("-W---wbB-"), reason("w----WbB-"));
        for other in ["-W----bB-", "-W---w-B-", "wW----bB-"] {
            assert_ne!(reason("-W---wbB-"), reason(other), "{other}");
        }
    }
}
