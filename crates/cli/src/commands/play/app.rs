//! What the screen shows and what keys do to it. Searches run elsewhere: this only says which are wanted, and hears what they
//! have found.

use anyline::Finding;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::board::Board;
use super::picker::{Picker, Press, Way};
use super::session::Session;

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// The engine's move.
    Move,
    /// A hint for a person.
    Hint,
    /// The analysis that goes on as long as the position stands.
    Analysis,
}

/// What has the screen.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Page {
    Game,
    Help,
    /// Nothing any more.
    Left,
}

/// The state of the screen.
pub(super) struct App<'g> {
    pub(super) session: Session<'g>,
    pub(super) board: Board,
    pub(super) picker: Picker,
    /// The move that is being typed.
    pub(super) entry: Option<String>,
    /// The answer to the last key.
    pub(super) message: String,
    pub(super) page: Page,
    pub(super) analysis: bool,
    /// What the analysis has found so far.
    pub(super) finding: Option<Finding>,
    pub(super) paused: bool,
    hint: bool,
    /// The last key, if it was a letter: a cell's name may begin with it.
    letter: Option<char>,
}

impl<'g> App<'g> {
    pub(super) fn new(session: Session<'g>) -> App<'g> {
        let board = Board::new(session.shape.clone());
        let picker = Picker::new(&board, &session);
        App {
            session,
            board,
            picker,
            entry: None,
            message: String::new(),
            page: Page::Game,
            analysis: false,
            finding: None,
            paused: false,
            hint: false,
            letter: None,
        }
    }

    /// Whether this search should be under way for the present position.
    pub(super) fn wants(&self, role: Role) -> bool {
        !self.session.is_over()
            && match role {
                Role::Move => self.session.is_engines_turn() && !self.paused,
                Role::Hint => self.hint,
                Role::Analysis => self.analysis,
            }
    }

    /// Hears what a search of the present position has found: its answer, or of an analysis what it knows so far.
    pub(super) fn hear(&mut self, role: Role, finding: Finding) {
        if !self.wants(role) {
            return;
        }
        match role {
            Role::Analysis => self.finding = Some(finding),
            Role::Hint => {
                self.hint = false;
                self.message = format!("hint: {} ({})", finding.play.join(" "), finding.score);
                if let &[from, ..] = self.session.shape.path(&finding.play[0]).as_slice() {
                    self.picker.go(&self.board, from);
                }
            }
            Role::Move => {
                self.message.clear();
                let played = self.session.play(&finding.play[0]);
                self.look();
                if let Err(problem) = played {
                    self.message = problem;
                }
            }
        }
    }

    /// Looks at a new position.
    fn look(&mut self) {
        self.picker.look(&self.board, &self.session);
        self.finding = None;
        self.hint = false;
    }

    /// Does what a key says.
    pub(super) fn press(&mut self, key: KeyEvent) {
        let letter = self.letter.take();
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c' | 'd') if control => self.page = Page::Left,
            _ if control => {}
            _ if self.page == Page::Help => self.page = Page::Game,
            code if self.entry.is_some() => self.edit(code),
            KeyCode::Char(digit) if digit.is_ascii_digit() => self.begin_with(letter, digit),
            code => self.command(code),
        }
    }

    /// A digit after a letter: what was a command is the name of a cell, and the command is taken back.
    fn begin_with(&mut self, letter: Option<char>, digit: char) {
        let Some(letter) = letter else { return };
        match letter {
            'a' => self.analysis = !self.analysis,
            'f' => self.board.flip(),
            _ => self.hint = false,
        }
        self.message.clear();
        self.entry = Some(format!("{letter}{digit}"));
    }

    fn edit(&mut self, code: KeyCode) {
        let Some(entry) = &mut self.entry else { return };
        match code {
            KeyCode::Char(letter) => entry.push(letter),
            KeyCode::Backspace if entry.is_empty() => self.entry = None,
            KeyCode::Backspace => {
                entry.pop();
            }
            KeyCode::Esc => self.entry = None,
            KeyCode::Enter => {
                let entry = self.entry.take().unwrap_or_default();
                match entry.trim() {
                    "" => {}
                    "resign" => match self.session.resign() {
                        Ok(()) => self.look(),
                        Err(problem) => self.message = problem,
                    },
                    answer => self.answer(answer),
                }
            }
            _ => {}
        }
    }

    fn command(&mut self, code: KeyCode) {
        let again = std::mem::take(&mut self.message);
        let cells = self.session.shape.cells();
        match code {
            KeyCode::Left => self.picker.step(&self.board, cells, Way::Left),
            KeyCode::Right => self.picker.step(&self.board, cells, Way::Right),
            KeyCode::Up => self.picker.step(&self.board, cells, Way::Up),
            KeyCode::Down => self.picker.step(&self.board, cells, Way::Down),
            KeyCode::Tab => self.picker.next(&self.board),
            KeyCode::Enter | KeyCode::Char(' ') => self.pick(),
            KeyCode::Esc => self.picker.drop(),
            KeyCode::Char('q') => self.page = Page::Left,
            KeyCode::Char('?') => self.page = Page::Help,
            KeyCode::Char(':') => self.entry = Some(String::new()),
            KeyCode::Char('u') => self.undo(),
            KeyCode::Char('n') => self.restart(&again),
            KeyCode::Char(letter @ ('a' | 'f' | 'h')) => {
                self.letter = Some(letter);
                match letter {
                    'a' => self.toggle_analysis(),
                    'f' => self.board.flip(),
                    _ => self.ask_hint(),
                }
            }
            KeyCode::Char(letter) if letter.is_ascii_alphabetic() => self.entry = Some(letter.to_string()),
            _ => {}
        }
    }

    fn toggle_analysis(&mut self) {
        self.analysis = !self.analysis;
        self.finding = None;
    }

    fn ask_hint(&mut self) {
        self.hint = self.session.is_humans_turn();
        self.message = if self.hint {
            "looking for a hint…".to_string()
        } else {
            "hints are for your own turn".to_string()
        };
    }

    fn undo(&mut self) {
        self.message = match self.session.undo() {
            Ok(()) => {
                self.look();
                "taken back".to_string()
            }
            Err(problem) => problem,
        };
    }

    /// A game that has begun is not thrown away by a slip of the finger.
    fn restart(&mut self, before: &str) {
        const SURE: &str = "n once more begins a new game";
        if before != SURE && !self.session.moves().is_empty() && !self.session.is_over() {
            self.message = SURE.to_string();
            return;
        }
        self.session.restart();
        self.look();
        self.message = "a new game".to_string();
    }

    /// Enter or Space on the board.
    fn pick(&mut self) {
        if !self.session.has_humans() {
            self.paused = !self.paused;
            return;
        }
        if let Some(pass) = self.session.forced_pass().map(str::to_string) {
            return self.answer(&pass);
        }
        if !self.session.is_humans_turn() {
            return self.answer("");
        }
        match self.picker.press(&self.board) {
            Press::Told(message) => self.message = message,
            Press::Play(name) => self.answer(&name),
        }
    }

    /// Plays what a person has answered, if it is a person's turn.
    fn answer(&mut self, answer: &str) {
        if self.session.is_engines_turn() {
            self.message = "it is not your turn".to_string();
            return;
        }
        match self.session.play(answer) {
            Ok(()) => {
                self.message.clear();
                self.look();
            }
            Err(problem) => {
                self.picker.drop();
                self.message = problem;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::stage::with_app;
    use super::*;

    fn finding(name: &str) -> Finding {
        let (score, time) = (game::Score::DRAW, std::time::Duration::ZERO);
        Finding { depth: 1, score, play: vec![name.to_string()], nodes: 1, time, table_permille: 0 }
    }

    fn press(app: &mut App<'_>, keys: &str) {
        for key in keys.chars() {
            app.press(KeyEvent::from(if key == '\n' { KeyCode::Enter } else { KeyCode::Char(key) }));
        }
    }

    #[test]
    fn moves_can_be_typed_also_where_they_begin_with_a_command() {
        with_app("congo", "startpos", [true, true], |app| {
            for (keys, name) in
                [("a2a3\n", "a2a3"), ("f6f5\n", "f6f5"), (":g2g3\n", "g2g3"), ("b6b5\n", "b6b5")]
            {
                press(app, keys);
                assert_eq!(
                    app.session.moves().last().map(|last| last.name.as_str()),
                    Some(name),
                    "{}",
                    app.message
                );
            }
            assert!(!app.analysis, "the analysis was taken back");
            press(app, "a");
            assert!(app.analysis);
        });
    }

    #[test]
    fn the_engine_is_asked_for_when_it_is_its_turn() {
        with_app("oska:3", "startpos", [true, false], |app| {
            assert!(!app.wants(Role::Move));
            press(app, "b1a2\n");
            assert!(app.wants(Role::Move) && !app.wants(Role::Analysis));
            press(app, "b1a2\n");
            assert_eq!(app.message, "it is not your turn");
            app.hear(Role::Hint, finding("c3b2"));
            assert_eq!(app.session.moves().len(), 1, "nobody has asked for a hint");
            app.hear(Role::Move, finding("c3b2"));
            assert_eq!(app.session.moves().len(), 2);
            assert!(!app.wants(Role::Move));
            app.hear(Role::Move, finding("pass"));
            assert_eq!(app.session.moves().len(), 2, "it is not the engine's turn");
            press(app, "\n");
            assert_eq!(app.session.moves().len(), 3, "Enter passes when nothing else can be done");
            press(app, "u");
            assert_eq!((app.session.moves().len(), app.message.as_str()), (2, "taken back"));
        });
    }

    #[test]
    fn a_hint_is_shown_and_not_played() {
        with_app("ctf", "startpos", [true, false], |app| {
            press(app, "h");
            assert!(app.wants(Role::Hint));
            app.hear(Role::Hint, finding("c2c3"));
            assert!(!app.wants(Role::Hint));
            assert_eq!((app.message.as_str(), app.session.moves().len()), ("hint: c2c3 (+0)", 0));
            assert_eq!(app.board.name(app.picker.cursor()), "c2");
        });
    }

    #[test]
    fn a_game_that_has_begun_is_not_thrown_away_by_one_key() {
        with_app("ctf", "startpos", [true, true], |app| {
            press(app, "c2c3\nn");
            assert_eq!(app.session.moves().len(), 1);
            press(app, "fn");
            assert_eq!(app.session.moves().len(), 1, "something else came between");
            press(app, "n");
            assert_eq!(app.session.moves().len(), 0);
        });
    }

    #[test]
    fn who_watches_can_pause() {
        with_app("ctf", "startpos", [false, false], |app| {
            assert!(app.wants(Role::Move));
            press(app, " ");
            assert!(!app.wants(Role::Move));
            press(app, " h");
            assert!(app.wants(Role::Move) && !app.wants(Role::Hint));
        });
    }

    #[test]
    fn resigning_and_leaving() {
        with_app("crusher", "startpos", [true, false], |app| {
            press(app, "resign\n");
            assert!(app.session.is_over() && !app.wants(Role::Analysis));
            app.press(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
            assert!(app.page == Page::Left);
        });
    }
}
