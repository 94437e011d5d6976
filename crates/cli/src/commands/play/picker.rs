//! The cursor, the man that it has picked up, and where that man can go.

use super::board::DrawnBoard;
use super::game::InteractiveGame;

/// What a press on the cursor's cell does.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Press {
    /// A move to be played, by its name.
    Play(String),
    /// A man is picked up, moved on or put back; or the message says why not.
    Told(String),
}

pub(super) struct Picker {
    pub(super) cursor: usize,
    /// The column that the cursor keeps to, so that it moves straight up and down over rows that are shifted.
    aim: usize,
    /// Whether the cursor has been moved; before that it waits for the first man that can move.
    placed: bool,
    /// The cell of the man that is picked up, and the cells that it has moved on to.
    pub(super) picked: Vec<usize>,
    /// The legal moves: the cells of each, and its name.
    moves: Vec<(Vec<usize>, String)>,
}

impl Picker {
    pub(super) fn new(board: &DrawnBoard, game: &InteractiveGame) -> Picker {
        let mut picker = Picker { cursor: 0, aim: 0, placed: false, picked: Vec::new(), moves: Vec::new() };
        picker.look(board, game);
        picker
    }

    /// Looks at the moves of a new position.
    pub(super) fn look(&mut self, board: &DrawnBoard, game: &InteractiveGame) {
        self.picked.clear();
        let own = game.is_humans_turn();
        let path = |name: &String| (game.board().path(name), name.clone());
        self.moves = game.legal().filter(|_| own).map(|candidate| path(&candidate.name)).collect();
        let first = self.moves.first().and_then(|(path, _)| path.first().copied());
        if let (Some(first), false) = (first, self.placed) {
            self.go(board, first);
        }
    }

    /// Puts the man back.
    pub(super) fn drop(&mut self) {
        self.picked.clear();
    }

    pub(super) fn go(&mut self, board: &DrawnBoard, cell: usize) {
        (self.cursor, self.placed) = (cell, true);
        self.aim = board.place(cell).0;
    }

    /// Moves the cursor to the next cell to the left (-1) or right (1), if there is one.
    pub(super) fn step_across(&mut self, board: &DrawnBoard, step: isize) {
        let (x, y) = board.place(self.cursor);
        let next = x.checked_add_signed(2 * step).map(|x| (x, y));
        if let Some(cell) = (0..board.cells()).find(|&cell| Some(board.place(cell)) == next) {
            self.go(board, cell);
        }
    }

    /// Moves the cursor to the row above (-1) or below (1), if there is one.
    pub(super) fn step_down(&mut self, board: &DrawnBoard, step: isize) {
        let row = board.place(self.cursor).1.checked_add_signed(step);
        let cells = (0..board.cells()).filter(|&cell| Some(board.place(cell).1) == row);
        if let Some(cell) = cells.min_by_key(|&cell| board.place(cell).0.abs_diff(self.aim)) {
            (self.cursor, self.placed) = (cell, true);
        }
    }

    /// Moves the cursor to the next man that can move, or the next cell where the picked man can go.
    pub(super) fn next(&mut self, board: &DrawnBoard) {
        let mut cells = if self.picked.is_empty() {
            self.moves.iter().filter_map(|(path, _)| path.first().copied()).collect()
        } else {
            self.targets()
        };
        cells.sort_unstable_by_key(|&cell| (board.place(cell).1, board.place(cell).0));
        let here = board.place(self.cursor);
        let after = |&&cell: &&usize| (board.place(cell).1, board.place(cell).0) > (here.1, here.0);
        if let Some(&cell) = cells.iter().find(after).or(cells.first()) {
            self.go(board, cell);
        }
    }

    /// Where the picked man can go next.
    pub(super) fn targets(&self) -> Vec<usize> {
        if self.picked.is_empty() {
            return Vec::new();
        }
        let next = |(path, _): &(Vec<usize>, String)| {
            path.strip_prefix(self.picked.as_slice()).and_then(|rest| rest.first().copied())
        };
        self.moves.iter().filter_map(next).collect()
    }

    /// Picks up a man, moves it on, or puts it down.
    pub(super) fn press(&mut self, board: &DrawnBoard) -> Press {
        let (cell, name) = (self.cursor, board.name(self.cursor));
        let starts = self.moves.iter().any(|(path, _)| path.first() == Some(&cell));
        match self.picked.last() {
            None if starts => {
                self.picked.push(cell);
                Press::Told(format!("{name} to where? Esc puts it back"))
            }
            None => Press::Told(format!("no legal move starts on {name}")),
            Some(&last) if last == cell => {
                let stop = self.exact(&self.picked);
                if stop.is_none() {
                    self.picked.clear();
                }
                stop.map_or_else(|| Press::Told(String::new()), Press::Play)
            }
            Some(_) => self.lead(board, cell, starts),
        }
    }

    /// Moves the picked man on to another cell.
    fn lead(&mut self, board: &DrawnBoard, cell: usize, starts: bool) -> Press {
        let mut led = self.picked.clone();
        led.push(cell);
        let goes_on = self.moves.iter().any(|(path, _)| path.len() > led.len() && path.starts_with(&led));
        match self.exact(&led) {
            Some(mv) if !goes_on => Press::Play(mv),
            stop if goes_on => {
                self.picked = led;
                let stop = if stop.is_some() { "Enter once more stops here, or " } else { "" };
                Press::Told(format!("{stop}move it on; Esc puts it back"))
            }
            // Another man instead of this one.
            _ if starts => {
                self.picked = vec![cell];
                Press::Told(format!("{} to where? Esc puts it back", board.name(cell)))
            }
            // The game says why this is not a move, or whether it is one by another name.
            _ => Press::Play(led.iter().map(|&cell| board.name(cell)).collect()),
        }
    }

    /// The name of the move over just these cells.
    fn exact(&self, cells: &[usize]) -> Option<String> {
        self.moves.iter().find(|(path, _)| path == cells).map(|(_, name)| name.clone())
    }
}
