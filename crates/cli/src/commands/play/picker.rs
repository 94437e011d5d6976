//! The cursor, the man it has picked up, and where that man can go.

use super::board::Board;
use super::session::Session;

/// A way for the cursor to go.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Left,
    Right,
    Up,
    Down,
}

/// What comes of a press on the cursor's cell.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Press {
    /// A move to be played, by its name.
    Play(String),
    /// A man is picked up, led on or put back; or not, and why.
    Told(String),
}

/// The cursor and what it has picked.
pub(super) struct Picker {
    cursor: usize,
    /// How far right the cursor wants to be, so that it goes straight up and down over rows that are shifted.
    aim: usize,
    /// Whether it is where somebody wanted it to be; before that it waits for the first man that can move.
    placed: bool,
    picked: Vec<usize>,
    /// The legal moves: the cells of each, and its name.
    moves: Vec<(Vec<usize>, String)>,
}

impl Picker {
    pub(super) fn new(board: &Board, session: &Session<'_>) -> Picker {
        let mut picker = Picker { cursor: 0, aim: 0, placed: false, picked: Vec::new(), moves: Vec::new() };
        picker.look(board, session);
        picker
    }

    pub(super) fn cursor(&self) -> usize {
        self.cursor
    }

    pub(super) fn picked(&self) -> &[usize] {
        &self.picked
    }

    /// Looks at the moves of a new position.
    pub(super) fn look(&mut self, board: &Board, session: &Session<'_>) {
        self.picked.clear();
        let own = session.is_humans_turn();
        let path = |name: &String| (session.shape.path(name), name.clone());
        self.moves = session.legal().filter(|_| own).map(|candidate| path(&candidate.name)).collect();
        let first = self.moves.first().and_then(|(path, _)| path.first().copied());
        if let (Some(first), false) = (first, self.placed) {
            self.go(board, first);
        }
    }

    /// Puts the man back.
    pub(super) fn drop(&mut self) {
        self.picked.clear();
    }

    /// Puts the cursor on a cell.
    pub(super) fn go(&mut self, board: &Board, cell: usize) {
        (self.cursor, self.placed) = (cell, true);
        self.aim = board.place(cell).0;
    }

    /// Moves the cursor to the next cell that way, if there is one.
    pub(super) fn step(&mut self, board: &Board, cells: usize, way: Way) {
        let (x, y) = board.place(self.cursor);
        let row = |wanted: usize| (0..cells).filter(move |&cell| board.place(cell).1 == wanted);
        let next = match way {
            Way::Left => row(y).find(|&cell| board.place(cell).0 + 2 == x),
            Way::Right => row(y).find(|&cell| board.place(cell).0 == x + 2),
            Way::Up if y == 0 => None,
            Way::Up => row(y - 1).min_by_key(|&cell| board.place(cell).0.abs_diff(self.aim)),
            Way::Down => row(y + 1).min_by_key(|&cell| board.place(cell).0.abs_diff(self.aim)),
        };
        match (next, way) {
            (Some(cell), Way::Left | Way::Right) => self.go(board, cell),
            (Some(cell), Way::Up | Way::Down) => (self.cursor, self.placed) = (cell, true),
            (None, _) => {}
        }
    }

    /// Moves the cursor to the next man that can move, or the next cell where the picked man can go.
    pub(super) fn next(&mut self, board: &Board) {
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

    /// Picks up a man, leads it on, or puts it down.
    pub(super) fn press(&mut self, board: &Board) -> Press {
        let (cell, name) = (self.cursor, board.name(self.cursor));
        let starts = self.moves.iter().any(|(path, _)| path.first() == Some(&cell));
        match self.picked.last() {
            None if starts => {
                self.picked.push(cell);
                Press::Told(format!("{name} to where? Esc puts it back"))
            }
            None => Press::Told(format!("no move starts from {name}")),
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

    /// Leads the picked man to another cell.
    fn lead(&mut self, board: &Board, cell: usize, starts: bool) -> Press {
        let mut led = self.picked.clone();
        led.push(cell);
        let goes_on = self.moves.iter().any(|(path, _)| path.len() > led.len() && path.starts_with(&led));
        match self.exact(&led) {
            Some(mv) if !goes_on => Press::Play(mv),
            stop if goes_on => {
                self.picked = led;
                let stop = if stop.is_some() { "Enter once more stops here, or " } else { "" };
                Press::Told(format!("{stop}lead it on; Esc puts it back"))
            }
            // Another man instead of this one.
            _ if starts => {
                self.picked = vec![cell];
                Press::Told(format!("{} to where? Esc puts it back", board.name(cell)))
            }
            // Why that is no move, or whether it is one by another name, is for the game to say.
            _ => Press::Play(led.iter().map(|&cell| board.name(cell)).collect()),
        }
    }

    /// The name of the move over just these cells.
    fn exact(&self, cells: &[usize]) -> Option<String> {
        self.moves.iter().find(|(path, _)| path == cells).map(|(_, name)| name.clone())
    }
}

#[cfg(test)]
mod tests {
    use anyline::Strength;
    use games::{GameSpec, Shape};

    use super::*;

    fn with(game: &str, position: &str, work: impl FnOnce(&Board, &Session<'_>, Picker)) {
        let spec: GameSpec = game.parse().expect(game);
        anyline::open(spec, position, |line| {
            let session = Session::new(spec, line, [true, true], Strength::Level(1));
            let board = Board::new(Shape::of(spec));
            let picker = Picker::new(&board, &session);
            work(&board, &session, picker);
        })
        .expect(position);
    }

    fn press(picker: &mut Picker, board: &Board, session: &Session<'_>, cell: &str) -> Press {
        picker.go(board, session.shape.path(cell)[0]);
        picker.press(board)
    }

    #[test]
    fn a_man_is_picked_up_and_put_down() {
        with("ctf", "startpos", |board, session, mut picker| {
            assert_eq!(
                press(&mut picker, board, session, "c4"),
                Press::Told("no move starts from c4".into())
            );
            press(&mut picker, board, session, "d2");
            let mut targets = picker.targets();
            targets.sort_unstable();
            assert_eq!(targets, [session.shape.path("e2")[0], session.shape.path("d3")[0]]);
            press(&mut picker, board, session, "c2");
            assert_eq!(picker.picked(), session.shape.path("c2"), "another man instead");
            assert_eq!(press(&mut picker, board, session, "c2"), Press::Told(String::new()));
            assert!(picker.picked().is_empty(), "put back");
            press(&mut picker, board, session, "c2");
            assert_eq!(press(&mut picker, board, session, "c3"), Press::Play("c2c3".into()));
        });
    }

    #[test]
    fn a_monkey_is_led_from_cell_to_cell() {
        with("congo", "3l3/7/7/1pp4/M6/7/3L3 w 0", |board, session, mut picker| {
            // It can take the pawn on b4 and stop, or turn and take the other one.
            let names: Vec<_> =
                session.legal().map(|c| c.name.clone()).filter(|n| n.starts_with("a3")).collect();
            assert!(names.contains(&"a3c5".to_string()), "{names:?}");
            let longer = names.iter().find(|name| name.len() > 4).expect("a longer capture");
            press(&mut picker, board, session, "a3");
            assert!(matches!(press(&mut picker, board, session, "c5"), Press::Told(_)));
            assert_eq!(press(&mut picker, board, session, "c5"), Press::Play("a3c5".into()));
            assert_eq!(press(&mut picker, board, session, &longer[4..]), Press::Play(longer.clone()));
        });
    }

    #[test]
    fn the_cursor_goes_straight_over_shifted_rows() {
        with("crusher:3", "startpos", |board, session, mut picker| {
            picker.go(board, session.shape.path("b1")[0]);
            for _ in 0..4 {
                picker.step(board, session.shape.cells(), Way::Down);
            }
            assert_eq!(board.name(picker.cursor()), "b5");
            picker.step(board, session.shape.cells(), Way::Down);
            assert_eq!(board.name(picker.cursor()), "b5", "there is no row below");
            picker.step(board, session.shape.cells(), Way::Left);
            picker.step(board, session.shape.cells(), Way::Left);
            assert_eq!(board.name(picker.cursor()), "a5");
        });
    }

    #[test]
    fn tab_visits_the_men_that_can_move() {
        with("oska:3", "startpos", |board, _, mut picker| {
            let mut seen = vec![];
            for _ in 0..4 {
                seen.push(board.name(picker.cursor()).to_string());
                picker.next(board);
            }
            assert_eq!(seen, ["b1", "c1", "a1", "b1"]);
        });
    }
}
