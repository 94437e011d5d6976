//! The board on a plane of characters: where its cells are, and how they are drawn.
//!
//! Cells are drawn large, with borders, if there is room, and small otherwise; of a board that is still too large the part around
//! the cursor is shown. Characters say everything that colours say.

use std::ops::Range;

use quadrille::{Board, EMPTY, GameRef, Ground, Outline, Side};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};

/// What is to be seen on the board.
pub(super) struct View<'v> {
    /// A character for each cell, `-` where no man stands.
    pub(super) cells: &'v [char],
    pub(super) cursor: usize,
    /// The cell of the man that is picked up, and the cells that it has moved on to.
    pub(super) picked: &'v [usize],
    /// Where it can go.
    pub(super) targets: &'v [usize],
    /// The cells of the last move.
    pub(super) last: &'v [usize],
}

/// A board, seen from one of its ends.
pub(super) struct DrawnBoard {
    game: GameRef,
    /// Where each cell lies: in halves of cells from the left, and in rows from the top.
    places: Vec<(usize, usize)>,
    /// The largest number of halves.
    last: usize,
    flipped: bool,
}

/// How many characters there are from cell to cell.
#[derive(Clone, Copy)]
struct Scale {
    x: u16,
    y: u16,
}

const LARGE: Scale = Scale { x: 4, y: 2 };
const SMALL: Scale = Scale { x: 2, y: 1 };

/// For the numbers of rows at the left, and the letters of columns at the top.
const MARGIN: (u16, u16) = (4, 1);

impl DrawnBoard {
    pub(super) fn new(game: &GameRef) -> DrawnBoard {
        let board = game.board();
        let left = board.cells.iter().map(|cell| cell.x).fold(f64::INFINITY, f64::min);
        let halves = |cell: usize| (2.0 * (board.cells[cell].x - left)).round() as usize;
        let row_of_each = rows(board).enumerate().flat_map(|(row, cells)| cells.map(move |cell| (cell, row)));
        let places: Vec<(usize, usize)> = row_of_each.map(|(cell, row)| (halves(cell), row)).collect();
        let last = places.iter().map(|&(x, _)| x).max().unwrap_or(0);
        DrawnBoard { game: game.clone(), places, last, flipped: false }
    }

    pub(super) fn flip(&mut self) {
        self.flipped = !self.flipped;
    }

    pub(super) fn cells(&self) -> usize {
        self.places.len()
    }

    pub(super) fn name(&self, cell: usize) -> &str {
        &self.game.board().cells[cell].name
    }

    /// Where a cell is seen: in halves of cells from the left, and in rows from the top.
    pub(super) fn place(&self, cell: usize) -> (usize, usize) {
        let (x, row) = self.places[cell];
        if self.flipped { (self.last - x, self.rows() - 1 - row) } else { (x, row) }
    }

    fn rows(&self) -> usize {
        self.game.board().rows.len()
    }

    /// Where the middle of a cell is drawn.
    fn middle(&self, cell: usize, scale: Scale) -> (u16, u16) {
        let (x, y) = self.place(cell);
        (x as u16 * scale.x / 2 + scale.x / 2, y as u16 * scale.y + scale.y / 2)
    }

    /// The characters that the whole board takes.
    fn size(&self, scale: Scale) -> (u16, u16) {
        ((self.last as u16 + 2) * scale.x / 2 + 1, self.rows() as u16 * scale.y + scale.y / 2)
    }

    /// Draws the board, or as much of it as there is room for; says whether that is all.
    pub(super) fn draw(&self, view: &View<'_>, area: Rect, buffer: &mut Buffer) -> bool {
        if area.width <= MARGIN.0 || area.height <= MARGIN.1 {
            return false;
        }
        let room = (area.width - MARGIN.0, area.height - MARGIN.1);
        let fits = |scale| self.size(scale).0 <= room.0 && self.size(scale).1 <= room.1;
        let scale = if fits(LARGE) { LARGE } else { SMALL };
        let canvas = self.canvas(view, scale);
        // The window onto the canvas, with the cursor in its middle as far as possible.
        let (width, height) = (canvas.area.width.min(room.0), canvas.area.height.min(room.1));
        let (x, y) = self.middle(view.cursor, scale);
        let from = (
            x.saturating_sub(width / 2).min(canvas.area.width - width),
            y.saturating_sub(height / 2).min(canvas.area.height - height),
        );
        let window = Rect { x: from.0, y: from.1, width, height };
        let corner = (area.x + MARGIN.0 + (room.0 - width) / 2, area.y + MARGIN.1 + (room.1 - height) / 2);
        for position in window.positions() {
            let seen = (corner.0 + position.x - window.x, corner.1 + position.y - window.y);
            buffer[seen] = canvas[position].clone();
        }
        self.label(scale, window, corner, buffer);
        fits(scale)
    }

    /// Writes the numbers of rows and, if they are the same for all rows, the letters of columns beside the window.
    fn label(&self, scale: Scale, window: Rect, corner: (u16, u16), buffer: &mut Buffer) {
        let dim = Style::new().add_modifier(Modifier::DIM);
        for cells in rows(self.game.board()) {
            let left = if self.flipped { cells.end - 1 } else { cells.start };
            let (_, y) = self.middle(left, scale);
            if (window.top()..window.bottom()).contains(&y) {
                let (_, number) = name_parts(self.name(left));
                buffer.set_string(corner.0 - MARGIN.0, corner.1 + y - window.y, format!("{number:>3}"), dim);
            }
            for cell in cells.filter(|&cell| self.is_grid() && self.place(cell).1 == 0) {
                let (letters, _) = name_parts(self.name(cell));
                let (x, _) = self.middle(cell, scale);
                // On small cells names of two letters have no room beside each other.
                let room = letters.len() == 1 || scale.x > SMALL.x || self.place(cell).0.is_multiple_of(4);
                let seen = window.left()..(window.right() + 1).saturating_sub(letters.len() as u16);
                if room && seen.contains(&x) {
                    buffer.set_string(corner.0 + x - window.x, corner.1 - 1, letters, dim);
                }
            }
        }
    }

    /// Whether all rows have the same columns.
    fn is_grid(&self) -> bool {
        let Board { outline, rows, .. } = self.game.board();
        *outline == Outline::Square && rows.windows(2).all(|pair| pair[0] == pair[1])
    }

    fn canvas(&self, view: &View<'_>, scale: Scale) -> Buffer {
        let (width, height) = self.size(scale);
        let mut canvas = Buffer::empty(Rect { x: 0, y: 0, width, height });
        if scale.x == LARGE.x {
            self.borders(&mut canvas);
        }
        for cell in 0..self.cells() {
            self.cell(cell, view, scale, &mut canvas);
        }
        // The cursor comes last: on small cells its brackets lie between the cells.
        let (x, y) = self.middle(view.cursor, scale);
        mark(&mut canvas, (x, y), "[]", Style::new().add_modifier(Modifier::BOLD | Modifier::REVERSED));
        canvas
    }

    /// The lines between large cells.
    fn borders(&self, canvas: &mut Buffer) {
        let dim = Style::new().add_modifier(Modifier::DIM);
        let mut put = |x: u16, y: u16, sign: &str| {
            if canvas.area.contains(Position { x, y }) {
                canvas.set_string(x, y, sign, dim);
            }
        };
        let (right, bottom) = (self.size(LARGE).0 - 1, self.size(LARGE).1 - 1);
        let outline = self.game.board().outline;
        for cell in 0..self.cells() {
            let (x, y) = self.middle(cell, LARGE);
            if outline == Outline::Square {
                for (x, y) in [(x - 2, y - 1), (x + 2, y - 1), (x - 2, y + 1), (x + 2, y + 1)] {
                    put(x, y, CROSSINGS[end(y, bottom)][end(x, right)]);
                }
                put(x - 1, y - 1, "───");
                put(x - 1, y + 1, "───");
                put(x - 2, y, "│");
                put(x + 2, y, "│");
            } else {
                put(x - 1, y - 1, "/");
                put(x + 1, y - 1, "\\");
                put(x - 1, y + 1, "\\");
                put(x + 1, y + 1, "/");
                if outline == Outline::Hexagon {
                    put(x - 2, y, "|");
                    put(x + 2, y, "|");
                }
            }
        }
    }

    /// One cell with what stands on it.
    fn cell(&self, cell: usize, view: &View<'_>, scale: Scale, canvas: &mut Buffer) {
        let large = scale.x == LARGE.x;
        let (x, y) = self.middle(cell, scale);
        let letter = view.cells.get(cell).copied().unwrap_or(EMPTY);
        let owner = self.game.descriptor().owner(letter);
        let target = view.targets.contains(&cell);
        let (ground, ground_style) = self.ground(cell);
        let mut style = owner.map_or(ground_style, man_style);
        if view.last.contains(&cell) {
            style = style.add_modifier(Modifier::UNDERLINED);
        }
        let text = match owner {
            Some(_) => letter.to_string(),
            None if target => "•".to_string(),
            // Rows without common columns have no letters above them: the cells show their names.
            None if large && !self.is_grid() => self.name(cell).to_string(),
            None => ground.to_string(),
        };
        if large {
            canvas.set_string(x - 1, y, format!("{text:^3}"), style);
        } else {
            canvas.set_string(x, y, &text, style);
        }
        if view.picked.contains(&cell) {
            mark(canvas, (x, y), "<>", Style::new().fg(Color::Magenta).add_modifier(Modifier::BOLD));
        } else if target && (large || owner.is_some()) {
            mark(canvas, (x, y), "()", Style::new().fg(Color::Green).add_modifier(Modifier::BOLD));
        }
    }

    /// What an empty cell looks like.
    fn ground(&self, cell: usize) -> (char, Style) {
        match self.game.board().cells[cell].ground {
            Ground::Water => ('~', Style::new().fg(Color::Cyan)),
            Ground::Walled(_) => ('+', Style::new().fg(Color::Yellow)),
            Ground::Plain => ('·', Style::new().add_modifier(Modifier::DIM)),
        }
    }
}

/// The cells of each row, from the top.
fn rows(board: &Board) -> impl Iterator<Item = Range<usize>> {
    board.rows.iter().scan(0, |first, length| {
        let cells = *first..*first + length;
        *first = cells.end;
        Some(cells)
    })
}

/// The letters of a cell's name, and its number.
fn name_parts(name: &str) -> (&str, &str) {
    name.split_at(name.find(|letter: char| letter.is_ascii_digit()).unwrap_or(0))
}

/// A sign left and right of a cell's middle.
fn mark(canvas: &mut Buffer, (x, y): (u16, u16), signs: &str, style: Style) {
    let (left, right) = signs.split_at(1);
    canvas.set_string(x - 1, y, left, style);
    canvas.set_string(x + 1, y, right, style);
}

fn man_style(side: Side) -> Style {
    match side {
        Side::White => Style::new().fg(Color::Black).bg(Color::White),
        Side::Black => Style::new().fg(Color::White).bg(Color::DarkGray).add_modifier(Modifier::BOLD),
    }
}

/// Where lines of a square board meet, by row and column.
const CROSSINGS: [[&str; 3]; 3] = [["┌", "┬", "┐"], ["├", "┼", "┤"], ["└", "┴", "┘"]];

/// 0 at the first place, 2 at the last, 1 between them.
fn end(place: u16, last: u16) -> usize {
    match place {
        0 => 0,
        _ if place == last => 2,
        _ => 1,
    }
}
