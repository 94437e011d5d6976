//! What the screen shows and what keys do to it. Searches run elsewhere: this only says which are wanted, and receives what they
//! have found.

use quadrille::Finding;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::board::DrawnBoard;
use super::game::InteractiveGame;
use super::lines::advice;
use super::picker::{Picker, Press};

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// The engine's move.
    Move,
    /// A hint for a person.
    Hint,
    /// The analysis, which deepens until the position changes.
    Analysis,
}

/// What has the screen.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Page {
    Game,
    Help,
    /// Nothing: the player has left.
    Left,
}

pub(super) struct App {
    pub(super) game: InteractiveGame,
    pub(super) board: DrawnBoard,
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
    /// The last key, if it was a letter that may begin the name of a cell, or that has to be pressed twice.
    letter: Option<char>,
}

impl App {
    pub(super) fn new(game: InteractiveGame) -> App {
        let board = DrawnBoard::new(&game.rules);
        let picker = Picker::new(&board, &game);
        App {
            game,
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

    /// Whether this search should be in progress for the present position.
    pub(super) fn wants(&self, role: Role) -> bool {
        !self.game.is_over()
            && match role {
                Role::Move => self.game.is_engines_turn() && !self.paused,
                Role::Hint => self.hint,
                Role::Analysis => self.analysis,
            }
    }

    /// Receives what a search of the present position has found: its answer, or what an analysis has found so far.
    pub(super) fn receive(&mut self, role: Role, finding: Finding) {
        if !self.wants(role) {
            return;
        }
        match role {
            Role::Analysis => self.finding = Some(finding),
            Role::Hint => {
                self.hint = false;
                self.message = advice(&self.game, &finding, finding.play.len());
                if let &[from, ..] = self.game.board().path(&finding.play[0]).as_slice() {
                    self.picker.go(&self.board, from);
                }
            }
            Role::Move => {
                let played = self.game.play(&finding.play[0]);
                self.look();
                self.message = played.err().unwrap_or_default();
            }
        }
    }

    /// Looks at a new position.
    fn look(&mut self) {
        self.picker.look(&self.board, &self.game);
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
            code => self.command(code, letter),
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
                    "resign" => self.resign(false),
                    answer => self.answer(answer),
                }
            }
            _ => {}
        }
    }

    fn command(&mut self, code: KeyCode, last: Option<char>) {
        self.message.clear();
        match code {
            KeyCode::Left => self.picker.step_across(&self.board, -1),
            KeyCode::Right => self.picker.step_across(&self.board, 1),
            KeyCode::Up => self.picker.step_down(&self.board, -1),
            KeyCode::Down => self.picker.step_down(&self.board, 1),
            KeyCode::Tab => self.picker.next(&self.board),
            KeyCode::Enter | KeyCode::Char(' ') => self.pick(),
            KeyCode::Esc => self.picker.drop(),
            KeyCode::Char('q') => self.page = Page::Left,
            KeyCode::Char('?') => self.page = Page::Help,
            KeyCode::Char(':') => self.entry = Some(String::new()),
            KeyCode::Char('u') => self.undo(),
            KeyCode::Char('n') => self.restart(last == Some('n')),
            KeyCode::Char('y') if last == Some('y') => self.resign(true),
            KeyCode::Char(letter @ ('a' | 'f' | 'h')) => {
                self.letter = Some(letter);
                match letter {
                    'a' => (self.analysis, self.finding) = (!self.analysis, None),
                    'f' => self.board.flip(),
                    _ if self.game.is_humans_turn() => {
                        self.hint = true;
                        self.message = "looking for a hint…".to_string();
                    }
                    _ => self.message = "ask for a hint when it is your turn".to_string(),
                }
            }
            KeyCode::Char(letter) if letter.is_ascii_alphabetic() => self.entry = Some(letter.to_string()),
            _ => {}
        }
    }

    fn undo(&mut self) {
        self.message = match self.game.undo() {
            Ok(()) => {
                self.look();
                "taken back".to_string()
            }
            Err(problem) => problem,
        };
    }

    /// A single key does not end a game in progress.
    fn restart(&mut self, confirmed: bool) {
        if !confirmed && !self.game.moves.is_empty() && !self.game.is_over() {
            self.letter = Some('n');
            self.message = "press n once more to begin a new game".to_string();
            return;
        }
        self.game.restart();
        self.look();
        self.message = "new game".to_string();
    }

    /// Typing the word is not enough: it is asked whether that is meant.
    fn resign(&mut self, confirmed: bool) {
        if !confirmed && self.game.is_humans_turn() {
            self.letter = Some('y');
            self.message = "press y to resign, or another key to play on".to_string();
            return;
        }
        match self.game.resign() {
            Ok(()) => self.look(),
            Err(problem) => self.message = problem,
        }
    }

    /// Enter or Space on the board.
    fn pick(&mut self) {
        if !self.game.has_humans() {
            self.paused = !self.paused;
            return;
        }
        if let Some(pass) = self.game.forced_pass().map(str::to_string) {
            return self.answer(&pass);
        }
        if !self.game.is_humans_turn() {
            return self.answer("");
        }
        match self.picker.press(&self.board) {
            Press::Told(message) => self.message = message,
            Press::Play(name) => self.answer(&name),
        }
    }

    /// Plays what a person has answered, if it is a person's turn.
    fn answer(&mut self, answer: &str) {
        if self.game.is_engines_turn() {
            self.message = "it is not your turn".to_string();
            return;
        }
        match self.game.play(answer) {
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
