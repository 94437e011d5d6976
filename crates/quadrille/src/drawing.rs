//! Boards and men for drawing: the JSON that `web/js/drawing.js` reads, and a board as a picture ([`svg`]).

pub mod svg;

use serde::Serialize;
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

use crate::{Board, Ground, Man};

/// A board to draw.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub struct BoardData {
    /// The outline of every cell: `square`, `hexagon` or `diamond`.
    pub outline: &'static str,
    /// The cells, row by row from the top.
    pub cells: Vec<CellData>,
    /// How many cells each row has, from the top.
    pub rows: Vec<usize>,
    /// Whether White starts at the top.
    pub white_on_top: bool,
}

/// A cell to draw.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub struct CellData {
    /// Its name in moves.
    pub name: String,
    /// The place of its centre, in cell widths from the left.
    pub x: f64,
    /// The place of its centre, in cell widths from the top.
    pub y: f64,
    /// One of up to three shades. Neighbours have different shades.
    pub tone: u8,
    /// Its look when it is empty.
    pub ground: GroundData,
}

/// The look of an empty cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum GroundData {
    /// Like most cells.
    Plain,
    /// Under water.
    Water,
    /// Inside a wall. Neighbouring cells with the same number are inside the same wall.
    Walled(u8),
}

/// A kind of man of one side, to draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub struct ManData {
    /// Its letter on a board.
    pub letter: char,
    /// The side that owns it: `w` or `b`.
    pub side: char,
    /// Its name, without the colour.
    pub name: &'static str,
    /// Its drawing: SVG elements with coordinates from −50 to 50.
    pub drawing: &'static str,
}

impl From<&Board> for BoardData {
    fn from(board: &Board) -> BoardData {
        let cell = |cell: &crate::Cell| CellData {
            name: cell.name.clone(),
            x: cell.x,
            y: cell.y,
            tone: cell.tone,
            ground: match cell.ground {
                Ground::Plain => GroundData::Plain,
                Ground::Water => GroundData::Water,
                Ground::Walled(area) => GroundData::Walled(area),
            },
        };
        BoardData {
            outline: board.outline.name(),
            cells: board.cells.iter().map(cell).collect(),
            rows: board.rows.clone(),
            white_on_top: board.white_on_top,
        }
    }
}

impl From<&Man> for ManData {
    fn from(&Man { letter, side, name, drawing }: &Man) -> ManData {
        ManData { letter, side: side.letter(), name, drawing }
    }
}
