//! A board with its men as an SVG without external files, for notebooks. The page has its own drawing, with which people can play.

use std::f64::consts::FRAC_1_SQRT_2;
use std::fmt::Write;

use crate::{AnyLine, Ground, Outline};

/// The width of a cell. The drawings of men are made for it.
const UNIT: f64 = 100.0;
/// The place for the names of rows and columns.
const MARGIN: f64 = 40.0;
/// The width of a cell in the finished picture, in pixels, unless the board is large.
const PIXELS: f64 = 44.0;
const MOST_PIXELS: f64 = 560.0;
/// The rules for the colours apply only inside a board, because a notebook has many drawings in one page.
const STYLE: &str = include_str!("svg.css");

/// Draws the current board of a line.
pub fn board(line: &dyn AnyLine) -> String {
    let game = line.game();
    let (board, men) = (game.board(), game.descriptor().men);
    let (first_corner, corners, radius, man_scale) = match board.outline {
        Outline::Square => (45.0, 4, FRAC_1_SQRT_2, 1.0),
        Outline::Hexagon => (30.0, 6, 1.0 / 3f64.sqrt(), 0.9),
        Outline::Diamond => (0.0, 4, 0.5, 0.68),
    };
    let corner = |index: u32| {
        let angle = (first_corner + 360.0 / f64::from(corners) * f64::from(index)).to_radians();
        format!("{:.1},{:.1}", radius * UNIT * angle.cos(), radius * UNIT * angle.sin())
    };
    let outline = (0..corners).map(corner).collect::<Vec<_>>().join(" ");
    let largest = |values: &mut dyn Iterator<Item = f64>| values.fold(0.0, f64::max);
    let width = (largest(&mut board.cells.iter().map(|cell| cell.x)) + 0.5) * UNIT + MARGIN;
    let height = (largest(&mut board.cells.iter().map(|cell| cell.y)) + 0.5 + 0.08) * UNIT + MARGIN;
    let scale = (PIXELS / UNIT).min(MOST_PIXELS / width.max(height));
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"quadrille\" width=\"{:.0}\" height=\"{:.0}\" viewBox=\"0 0 {width:.1} \
         {height:.1}\">\n<title>{}, {}, {} to move</title>\n<style>\n{STYLE}</style>\n",
        width * scale,
        height * scale,
        game.name(),
        line.board(),
        line.side(),
    );
    for (cell, letter) in board.cells.iter().zip(line.cells()) {
        let (x, y) = (MARGIN + cell.x * UNIT, cell.y * UNIT);
        let ground = match cell.ground {
            Ground::Plain => "plain",
            Ground::Water => "water",
            Ground::Walled(_) => "walled",
        };
        let _ = write!(
            text,
            "<g transform=\"translate({x:.1} {y:.1})\"><polygon class=\"ground tone-{} {ground}\" points=\"{outline}\"/>",
            cell.tone
        );
        if let Some(man) = men.iter().find(|man| man.letter == letter) {
            let _ = write!(
                text,
                "<g class=\"{}\" transform=\"scale({man_scale})\"><title>{} {}</title>{}</g>",
                man.side.letter(),
                man.name,
                cell.name,
                man.drawing
            );
        }
        text += "</g>\n";
    }
    text += &labels(line, height);
    text + "</svg>\n"
}

/// The names of the rows at the left, and of the columns below if they stand upright.
fn labels(line: &dyn AnyLine, height: f64) -> String {
    let game = line.game();
    let board = game.board();
    let parts = |cell: usize| {
        let name = &board.cells[cell].name;
        name.split_at(name.find(|letter: char| letter.is_ascii_digit()).unwrap_or(name.len()))
    };
    let mut text = String::new();
    for row in 0..board.rows.len() {
        let first = board.row(row).start;
        let (x, y) =
            (MARGIN + (board.cells[first].x - 0.5) * UNIT - MARGIN / 2.0, board.cells[first].y * UNIT);
        let _ = writeln!(text, "<text x=\"{x:.1}\" y=\"{y:.1}\">{}</text>", parts(first).1);
    }
    if board.rows.iter().all(|&length| length == board.rows[0]) {
        for cell in board.row(0) {
            let (x, y) = (MARGIN + board.cells[cell].x * UNIT, height - MARGIN / 2.0);
            let _ = writeln!(text, "<text x=\"{x:.1}\" y=\"{y:.1}\">{}</text>", parts(cell).0);
        }
    }
    text
}
