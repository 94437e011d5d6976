//! `ROW/ROW/… w|b`, and moves such as `a1a2`.

use quadrille::rules::Notation;
use quadrille::{Board, BoardText, EMPTY, Error, Problem, Side, Size};

use super::{DESCRIPTOR, Pawns, Position, Step, each};

/// The size of the board that a text is written for.
pub(super) fn size_of(board: &str) -> Result<Size, Error> {
    let rows = board.split('/').count();
    let columns = board.split('/').next().unwrap_or("").chars().count();
    DESCRIPTOR.sizes.check(DESCRIPTOR.name, Size::Rectangle { rows, columns }, board)
}

impl Notation for Pawns {
    fn board(&self) -> Board {
        Board::squares(self.rows, self.columns, BoardText::Rows)
    }

    fn parse(&self, text: &str) -> Result<Vec<Position>, Error> {
        let wrong = |message: String| Error::whole(Problem::Other(message), text);
        let mut words = text.split_whitespace();
        let (Some(board), Some(player), None) = (words.next(), words.next(), words.next()) else {
            return Err(wrong("a position is a board and a player, such as www/---/bbb w".to_string()));
        };
        let side = Side::BOTH.into_iter().find(|side| player == side.letter().to_string());
        let side = side.ok_or_else(|| wrong(format!("the player is w or b, not {player}")))?;
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != self.rows || rows.iter().any(|row| row.chars().count() != self.columns) {
            return Err(wrong(format!("the board has {} rows of {} cells", self.rows, self.columns)));
        }
        let mut pawns = [0; 2];
        for (cell, letter) in self.board().read(board).into_iter().enumerate() {
            match letter {
                'w' => pawns[0] |= 1 << cell,
                'b' => pawns[1] |= 1 << cell,
                EMPTY => {}
                other => return Err(wrong(format!("a cell holds w, b or -, not {other}"))),
            }
        }
        Ok(vec![Position { pawns, side }])
    }

    fn write(&self, positions: &[Position]) -> String {
        let position = &positions[0];
        let letters: Vec<char> = (0..self.cells()).map(|cell| letter(position, cell)).collect();
        format!("{} {}", self.board().write(&letters), position.side.letter())
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Step, Error> {
        let path = self.board().path(text);
        let [from, to] = path[..] else {
            return Err(Error::whole(Problem::NotAStep, text));
        };
        let step = Step { from: from as u32, to: to as u32 };
        let own = each(position.pawns[position.side.index()], position.side);
        let legal = own.flat_map(|from| self.steps(position, from)).any(|legal| legal == step);
        if legal { Ok(step) } else { Err(Error::whole(Problem::IllegalMove, text)) }
    }

    fn write_move(&self, _position: &Position, step: Step) -> String {
        let board = self.board();
        [step.from, step.to].map(|cell| board.cells[cell as usize].name.clone()).concat()
    }

    fn broken_rule(&self, position: &Position, path: &[usize]) -> String {
        let [from, to] = path[..] else {
            return "a move names two cells".to_string();
        };
        let ahead = |across| self.ahead(position.side, from as u32, across) == Some(to as u32);
        if ahead(0) {
            "a pawn moves straight ahead only to an empty cell".to_string()
        } else if ahead(-1) || ahead(1) {
            "a pawn captures diagonally forward, and only an enemy pawn".to_string()
        } else {
            "a pawn moves one row forward".to_string()
        }
    }

    fn draw(&self, position: &Position) -> String {
        let mut drawing = String::new();
        for row in 0..self.rows {
            let cells =
                (row * self.columns..(row + 1) * self.columns).map(|cell| letter(position, cell as u32));
            drawing += &format!(
                "{}  {}\n",
                row + 1,
                cells.map(|letter| format!("{letter} ")).collect::<String>().trim_end()
            );
        }
        let columns: String =
            self.board().cells[..self.columns].iter().map(|cell| cell.name.replace('1', " ")).collect();
        format!("{drawing}   {}\n{} to move\n", columns.trim_end(), position.side)
    }
}

fn letter(position: &Position, cell: u32) -> char {
    let stands = |side: &Side| position.pawns[side.index()] >> cell & 1 == 1;
    Side::BOTH.into_iter().find(stands).map_or(EMPTY, Side::letter)
}
