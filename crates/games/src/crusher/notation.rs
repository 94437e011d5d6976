//! `BOARD[,OLDER…] W|B`, moves such as `a1a2`, and the drawing.

use game::{Board, BoardState, BoardText, Error, Notation, Outline, Problem, Rules, Side};

use super::position::Position;
use super::{Crusher, DESCRIPTOR};
use crate::family::Size;
use crate::kit::bits::Bits;
use crate::kit::script::Script;
use crate::kit::step::Step;

pub(super) const SCRIPT: Script<1> = Script { men: [['W'], ['B']], players: ['W', 'B'], slashes: false };

/// The number of cells of a hexagon.
const fn cells_of(size: usize) -> usize {
    3 * size * (size - 1) + 1
}

/// The size of the hexagon with as many cells as the text.
pub(super) fn size_of(board: &str) -> Result<Size, Error> {
    let cells = board.chars().count();
    if cells == 0 {
        return Err(Error::at_end(Problem::NoBoard, board));
    }
    let above = (1..=cells).find(|&size| cells_of(size) >= cells).unwrap_or(1);
    // Sizes that are too small or too large are not suggested.
    if cells_of(above) != cells && super::SIZES.contains(&above) && super::SIZES.contains(&(above - 1)) {
        let below = above - 1;
        let problem = Problem::Other(format!(
            "a board of {cells} cells is not a hexagon: {below} a side has {} cells, {above} a side has {}",
            cells_of(below),
            cells_of(above)
        ));
        return Err(Error::whole(problem, board));
    }
    DESCRIPTOR.sizes.check(DESCRIPTOR.name, Size::Number(above), board)
}

impl<B: Bits> Notation for Crusher<B> {
    fn parse(&self, text: &str) -> Result<Vec<Position<B>>, Error> {
        SCRIPT.parse(text, &self.layout, &self.keys)
    }

    fn write(&self, positions: &[Position<B>]) -> String {
        SCRIPT.write(positions, &self.layout)
    }

    fn parse_move(&self, position: &Position<B>, text: &str) -> Result<Step, Error> {
        Step::parse(text, &self.layout, self.moves(position))
    }

    fn broken_rule(&self, position: &Position<B>, path: &[usize]) -> String {
        let &[from, to] = self.layout.places_of(path).as_slice() else {
            return "a man moves once a turn, from one cell to another".to_string();
        };
        let side = position.side();
        let owner = |place| position.man_at(place).map(|(owner, _)| owner);
        let (rows, _) = self.layout.offset(side, from, to);
        let distance = match side {
            Side::White => to as i32 - from as i32,
            Side::Black => from as i32 - to as i32,
        };
        // A leap goes two rows or stays in its row. Other cells at the same distance in bits are not in that direction.
        let rows_of = |way: usize| [1, 1, 0, 0, -1, -1][way % 6] * if way < 6 { 2 } else { 1 };
        let way = (0..12).find(|&way| self.distances[way] == distance && rows_of(way) == rows);
        let rule = match way {
            _ if from == to => "a man has to leave its cell",
            _ if owner(to) == Some(side) => "a man may not land on a man of its own colour",
            None => {
                "a man slides to a neighbouring cell, or leaps straight over one neighbour of its own colour"
            }
            Some(slide) if slide >= 6 => "a slide ends on an empty cell: only a leap crushes an enemy",
            Some(_) if owner(u32::midpoint(from, to)).is_none() => {
                "a man leaps over a neighbour of its own colour, not over an empty cell"
            }
            Some(_) => "a man leaps over a neighbour of its own colour, not over an enemy",
        };
        rule.to_string()
    }

    fn write_move(&self, _position: &Position<B>, mv: Step) -> String {
        mv.write(&self.layout)
    }

    fn board(&self) -> Board {
        self.layout.board(Outline::Hexagon, BoardText::Cells)
    }
}
