//! `ROW/ROW/… w|b`, and moves such as `a1a2`.

use quadrille::rules::{Notation, Rules};
use quadrille::{Board, BoardText, EMPTY, Error, Problem, Side, Size};

use super::{DESCRIPTOR, Pawns, Position, Step};

/// Finds the board size from the text of a board.
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
        let words: Vec<&str> = text.split_whitespace().collect();
        let [board, player] = words[..] else {
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
        let Position { pawns: [white, black], side } = positions[0];
        let letter = |cell| match (white >> cell & 1, black >> cell & 1) {
            (1, _) => 'w',
            (_, 1) => 'b',
            _ => EMPTY,
        };
        let letters: Vec<char> = (0..self.size()).map(letter).collect();
        format!("{} {}", self.board().write(&letters), side.letter())
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Step, Error> {
        let [from, to] = self.board().path(text)[..] else {
            return Err(Error::whole(Problem::NotAStep, text));
        };
        let named = |step: &Step| (step.from as usize, step.to as usize) == (from, to);
        let illegal = || Error::whole(Problem::IllegalMove, text);
        self.moves(position).find(named).ok_or_else(illegal)
    }

    fn write_move(&self, _position: &Position, step: Step) -> String {
        let board = self.board();
        [step.from, step.to].map(|cell| board.cells[cell as usize].name.clone()).concat()
    }

    fn broken_rule(&self, position: &Position, path: &[usize]) -> String {
        let leads = |across| self.ahead(position.side, path[0] as u32, across) == Some(path[1] as u32);
        let rule = if leads(0) {
            "a pawn moves straight ahead only to an empty cell"
        } else if leads(-1) || leads(1) {
            "a pawn captures diagonally forward, and only an enemy pawn"
        } else {
            "a pawn moves one row forward"
        };
        rule.to_string()
    }
}
