//! `ROW/ROW/… w|b`, moves such as `a1a2` or `pass`, and the drawing.

use game::{Board, BoardState, BoardText, Error, Notation, Outline, Problem, Rules};

use super::position::Position;
use super::{DESCRIPTOR, Oska};
use crate::family::Size;
use crate::kit::bits::Bits;
use crate::kit::script::Script;
use crate::kit::step::Step;
use crate::kit::text;

const SCRIPT: Script<1> = Script { men: [['w'], ['b']], players: ['w', 'b'], slashes: true };
const PASS: &str = "pass";

/// The size of a board, which its top row shows.
pub(super) fn size_of(board: &str) -> Result<Size, Error> {
    let rows: Vec<&str> = board.split('/').collect();
    let top = rows[0].chars().count();
    if top == 0 {
        return Err(Error::whole(Problem::NoBoard, board));
    }
    let size = DESCRIPTOR.sizes.check(DESCRIPTOR.name, Size::Number(top), board)?;
    let expected = 2 * top - 3;
    if rows.len() != expected {
        let lengths: Vec<String> = (0..expected).map(|row| row_length(top, row).to_string()).collect();
        let problem = format!(
            "an Oska board whose top row has {top} cells has {expected} rows, of lengths {}; this one has {}",
            lengths.join(" "),
            rows.len()
        );
        return Err(Error::whole(Problem::Other(problem), board));
    }
    Ok(size)
}

/// The cells of a row of a board whose top row has `top` cells.
fn row_length(top: usize, row: usize) -> usize {
    2 + row.abs_diff(top - 2)
}

impl<B: Bits> Notation for Oska<B> {
    fn parse(&self, text: &str) -> Result<Vec<Position<B>>, Error> {
        let (board, side) = text::boards_and_player(text, SCRIPT.players)?;
        let position = SCRIPT.parse_board(board.text, &self.layout, &self.keys, side);
        Ok(vec![position.map_err(|error| error.within(text, board.start))?])
    }

    fn write(&self, positions: &[Position<B>]) -> String {
        SCRIPT.write(&positions[..1], &self.layout)
    }

    fn parse_move(&self, position: &Position<B>, text: &str) -> Result<Step, Error> {
        if text == PASS {
            let pass = self.moves(position).find(|&mv| mv == Step::PASS);
            return pass.ok_or_else(|| Error::whole(Problem::IllegalMove, text));
        }
        Step::parse(text, &self.layout, self.moves(position))
    }

    fn broken_rule(&self, position: &Position<B>, path: &[usize]) -> String {
        let &[from, to] = self.layout.places_of(path).as_slice() else {
            return if path.is_empty() {
                "a player who can move may not pass".to_string()
            } else {
                "a man moves once a turn, from one cell to another".to_string()
            };
        };
        let side = position.side();
        let owner = |place| position.man_at(place).map(|(owner, _)| owner);
        let (rows, _) = self.layout.offset(side, from, to);
        let step = Step::new(from, to);
        let is_diagonal = self.distances.contains(&(step.distance() as i32));
        let rule = match rows {
            ..=0 => "men only move forward",
            _ if owner(to).is_some() => "a man moves to an empty cell; it captures by jumping over an enemy",
            1 => "a man steps diagonally forward, to one of the two cells in front of it",
            2 if is_diagonal && owner(step.middle()) == Some(side) => {
                "a man jumps over enemies, not over its own side"
            }
            2 if is_diagonal => "a man moves one row forward unless it jumps over an enemy",
            _ => "a man steps one row forward, or jumps straight over one enemy to the cell behind it",
        };
        rule.to_string()
    }

    fn write_move(&self, _position: &Position<B>, mv: Step) -> String {
        if mv == Step::PASS { PASS.to_string() } else { mv.write(&self.layout) }
    }

    fn board(&self) -> Board {
        self.layout.board(Outline::Diamond, BoardText::Rows)
    }
}
