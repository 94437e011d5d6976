//! A game between people and the engine: its moves, whose turn it is, what was refused and why, and how it ended.
//!
//! Screens and lines share it. It knows no rules: what is legal is asked of the line.

use anyline::{AnyLine, Candidate, REPEATED, Strength};
use game::Side;
use games::{GameSpec, Problem, Shape};

/// A monkey of Congo may have millions of moves; nobody reads so many.
const MOST_CANDIDATES: usize = 5000;

/// A move of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Played {
    pub(super) side: Side,
    pub(super) name: String,
}

/// A game from its start to the present position.
pub(super) struct Session<'g> {
    pub(super) spec: GameSpec,
    pub(super) shape: Shape,
    pub(super) opponent: Strength,
    start: Box<dyn AnyLine + 'g>,
    line: Box<dyn AnyLine + 'g>,
    moves: Vec<Played>,
    /// The moves of the present position, also those that repeat a board.
    candidates: Vec<Candidate>,
    /// For each side whether a person plays it.
    humans: [bool; 2],
    resigned: Option<Side>,
    /// Counts the positions that have been shown, so that a late answer about an old one can be told.
    version: u64,
}

impl<'g> Session<'g> {
    /// A game from this position on.
    pub(super) fn new(
        spec: GameSpec,
        start: &'g dyn AnyLine,
        humans: [bool; 2],
        opponent: Strength,
    ) -> Session<'g> {
        let mut session = Session {
            spec,
            shape: Shape::of(spec),
            opponent,
            start: start.duplicate(),
            line: start.duplicate(),
            moves: Vec::new(),
            candidates: Vec::new(),
            humans,
            resigned: None,
            version: 0,
        };
        session.look();
        session
    }

    /// The present position.
    pub(super) fn line(&self) -> &(dyn AnyLine + 'g) {
        self.line.as_ref()
    }

    /// Another number for every position that comes up.
    pub(super) fn version(&self) -> u64 {
        self.version
    }

    /// The moves so far.
    pub(super) fn moves(&self) -> &[Played] {
        &self.moves
    }

    /// The legal moves; none when the game is over.
    pub(super) fn legal(&self) -> impl Iterator<Item = &Candidate> {
        self.candidates.iter().filter(|candidate| candidate.been.is_none())
    }

    /// Whether a person is to move.
    pub(super) fn is_humans_turn(&self) -> bool {
        self.is_human(self.line.side()) && !self.is_over()
    }

    /// Whether the engine is to move.
    pub(super) fn is_engines_turn(&self) -> bool {
        !self.is_human(self.line.side()) && !self.is_over()
    }

    /// Whether a person plays this side.
    pub(super) fn is_human(&self, side: Side) -> bool {
        self.humans[side.index()]
    }

    /// Whether a person plays at all.
    pub(super) fn has_humans(&self) -> bool {
        self.humans.contains(&true)
    }

    /// Whether the game has ended.
    pub(super) fn is_over(&self) -> bool {
        self.ending().is_some()
    }

    /// How the game has ended, in words.
    pub(super) fn ending(&self) -> Option<String> {
        let resigned = self.resigned.map(|side| format!("{} has won: {side} has resigned", !side));
        resigned.or_else(|| self.line.ending_in_play().map(|ending| ending.to_string()))
    }

    /// The pass that is the only move, if it is one.
    pub(super) fn forced_pass(&self) -> Option<&str> {
        match self.candidates.as_slice() {
            [only] if self.shape.path(&only.name).is_empty() => Some(&only.name),
            _ => None,
        }
    }

    /// Plays what a person or the engine has answered: the name of a move or the next board.
    ///
    /// # Errors
    /// Why it is refused; then nothing has changed.
    pub(super) fn play(&mut self, answer: &str) -> Result<(), String> {
        if let Some(ending) = self.ending() {
            return Err(format!("the game is over: {ending}"));
        }
        let answer = answer.trim();
        let name = match self.line.read_answer(answer) {
            Ok(name) => name,
            Err(problem) => {
                let tidy = tidy(answer);
                let as_move = if self.shape.path(&tidy).is_empty() { answer } else { &tidy };
                self.line.read_answer(as_move).map_err(|_| self.refusal(as_move, problem))?
            }
        };
        let side = self.line.side();
        self.line.play(&name)?;
        self.moves.push(Played { side, name });
        self.look();
        Ok(())
    }

    /// Why an answer is refused, as well as it can be told.
    fn refusal(&self, answer: &str, problem: String) -> String {
        let board = answer.split([' ', ',']).next().unwrap_or_default();
        let been = |candidate: &&Candidate| candidate.name == answer || candidate.board == board;
        if let Some(&Candidate { been: Some(ago), ref name, .. }) = self.candidates.iter().find(been) {
            return format!("{name}: {REPEATED}, {} ago", plies(ago));
        }
        let Some(&from) = self.shape.path(answer).first() else {
            // Words that are neither cells nor a board.
            let some: Vec<&str> = self.legal().take(8).map(|candidate| candidate.name.as_str()).collect();
            return match self.forced_pass() {
                Some(pass) => format!("{answer}: {} cannot move, the only move is {pass}", self.line.side()),
                None if answer.contains(['-', '/', '"']) => format!("{answer}: {problem}"),
                None => format!("{answer}: this is no move; there are {}", some.join(" ")),
            };
        };
        // The line knows more than that it is illegal when the cells do not tell which men a monkey takes.
        let problem = self.line.duplicate().play(answer).err().unwrap_or(problem);
        if problem != Problem::IllegalMove.to_string() {
            return format!("{answer}: {problem}");
        }
        let from_there: Vec<&str> = self
            .legal()
            .map(|candidate| candidate.name.as_str())
            .filter(|name| self.shape.path(name).first() == Some(&from))
            .take(8)
            .collect();
        let cell = self.shape.name(from);
        match (from_there.as_slice(), self.forced_pass()) {
            (_, Some(pass)) => {
                format!("{answer} is not legal: {} cannot move, the only move is {pass}", self.line.side())
            }
            ([], None) => format!("{answer} is not legal: no move starts from {cell}"),
            (some, None) => format!("{answer} is not legal: from {cell} there are {}", some.join(" ")),
        }
    }

    /// The side to move gives up.
    ///
    /// # Errors
    /// When it is not a person's turn.
    pub(super) fn resign(&mut self) -> Result<(), String> {
        if !self.is_humans_turn() {
            return Err("only who is to move can resign".to_string());
        }
        self.resigned = Some(self.line.side());
        self.look();
        Ok(())
    }

    /// Goes back to the last turn of a person.
    ///
    /// # Errors
    /// When there was none.
    pub(super) fn undo(&mut self) -> Result<(), String> {
        // A resignation is no move, and taken back alone.
        let kept = if self.resigned.is_some() {
            self.moves.len()
        } else {
            let turn = self.moves.iter().rposition(|played| self.is_human(played.side));
            turn.ok_or_else(|| "there is no move of yours to take back".to_string())?
        };
        self.rewind(kept);
        Ok(())
    }

    /// Begins anew.
    pub(super) fn restart(&mut self) {
        self.rewind(0);
    }

    /// Plays the first moves of the game again, from its start.
    fn rewind(&mut self, kept: usize) {
        self.resigned = None;
        self.moves.truncate(kept);
        self.line = self.start.duplicate();
        for played in &self.moves {
            self.line.play(&played.name).expect("a move that was legal is legal again");
        }
        self.look();
    }

    /// Looks at a new position.
    fn look(&mut self) {
        self.version += 1;
        self.candidates = if self.is_over() { Vec::new() } else { self.line.candidates(MOST_CANDIDATES) };
    }

    /// Who plays this side, in words.
    pub(super) fn player(&self, side: Side) -> String {
        if self.is_human(side) { "you".to_string() } else { format!("engine {}", self.opponent) }
    }

    /// The command that goes on from here.
    pub(super) fn command(&self) -> String {
        let side = match self.humans {
            [true, false] => "white",
            [false, true] => "black",
            [true, true] => "both",
            [false, false] => "none",
        };
        format!(
            "quadrille play {} '{}' --side {side} --opponent {}",
            self.spec,
            self.line.text(),
            self.opponent
        )
    }
}

/// A number of plies, in words.
pub(super) fn plies(count: usize) -> String {
    format!("{count} {}", if count == 1 { "ply" } else { "plies" })
}

/// A move as people may write it, as it is written here: `C2-C3` is c2c3.
fn tidy(answer: &str) -> String {
    answer
        .chars()
        .filter(|letter| !"- ".contains(*letter))
        .map(|letter| letter.to_ascii_lowercase())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::stage::with;

    #[test]
    fn moves_are_played_by_name_or_board_and_taken_back_to_a_persons_turn() {
        with("ctf:3", "startpos", [true, false], |session| {
            let start = session.line().text();
            session.play("a1a2").expect("by its name");
            session.play("-Www-bbB-").expect("by its board");
            session.play("C1 - C3").expect("as people write it");
            assert_eq!(session.moves().len(), 3);
            assert!(session.is_engines_turn());
            session.undo().expect("White's second move");
            assert_eq!(session.moves().len(), 2);
            assert!(session.is_humans_turn());
            session.undo().expect("the engine's move and White's first");
            assert_eq!((session.moves().len(), session.line().text()), (0, start));
            assert_eq!(session.undo(), Err("there is no move of yours to take back".to_string()));
        });
    }

    #[test]
    fn every_position_has_a_number_of_its_own() {
        with("oska:3", "startpos", [true, true], |session| {
            let mut seen = vec![session.version()];
            for step in ["b1a2", "undo", "b1a2", "resign", "undo", "restart"] {
                match step {
                    "undo" => session.undo().expect("something to take back"),
                    "resign" => session.resign().expect("a person"),
                    "restart" => session.restart(),
                    name => session.play(name).expect(name),
                }
                assert!(!seen.contains(&session.version()));
                seen.push(session.version());
            }
        });
    }

    #[test]
    fn the_engines_first_move_is_not_taken_back() {
        with("oska:3", "startpos", [false, true], |session| {
            session.play("b1a2").expect("the engine's move");
            assert!(session.undo().is_err());
            assert_eq!(session.moves().len(), 1);
        });
    }

    #[test]
    fn refusals_say_why_and_change_nothing() {
        let refusals = |game: &str, position: &str, answers: &[&str]| {
            with(game, position, [true, true], |session| {
                let before = session.line().text();
                let reasons: Vec<String> = answers.iter().map(|a| session.play(a).expect_err(a)).collect();
                assert_eq!(session.line().text(), before);
                reasons.join("\n")
            })
        };
        insta::with_settings!({ omit_expression => true }, {
            insta::assert_snapshot!("refusals", [
                refusals("ctf", "startpos", &["c2c4", "c3c4", "hello", "", "z9z8", "wwwww-----------------bB--"]),
                refusals("ctf", "w-W---bB-,wW----bB- w", &["c1b1", "wW----bB-"]),
                refusals("oska:3", "startpos", &["pass", "a1b2"]),
                refusals("oska", "w--/b-/-b- w", &["a1a2", "what"]),
            ].join("\n--\n"));
        });
    }

    #[test]
    fn a_pass_is_forced_when_nothing_else_is_legal() {
        with("oska", "w--/b-/-b- w", [true, true], |session| {
            assert_eq!(session.forced_pass(), Some("pass"));
            session.play("pass").expect("the only move");
            assert_eq!(session.forced_pass(), None);
        });
    }

    #[test]
    fn a_resignation_ends_the_game_and_can_be_taken_back() {
        with("crusher:3", "startpos", [true, false], |session| {
            session.resign().expect("White's turn");
            assert_eq!(session.ending().as_deref(), Some("Black has won: White has resigned"));
            assert_eq!(session.legal().count(), 0);
            let over = session.play("a1a2").expect_err("the game is over");
            assert!(over.starts_with("the game is over: "), "{over}");
            session.undo().expect("the resignation");
            assert!(session.is_humans_turn() && session.legal().count() > 0);
        });
    }

    #[test]
    fn games_that_would_not_stop_are_drawn() {
        with("congo", "3l3/7/7/7/7/6z/Z2L3 w 0", [true, true], |session| {
            for _ in 0..2 {
                for name in ["a1b3", "g2e1", "b3a1", "e1g2"] {
                    session.play(name).expect(name);
                }
            }
            let ending = session.ending().expect("three times the same");
            assert!(ending.starts_with("the game is drawn: "), "{ending}");
        });
    }

    #[test]
    fn what_is_left_can_be_played_on() {
        with("oska:3", "startpos", [false, true], |session| {
            session.play("b1a2").expect("a move");
            assert_eq!(
                session.command(),
                "quadrille play oska:3 'w-w/w-/bbb b' --side black --opponent level=1"
            );
        });
    }
}
