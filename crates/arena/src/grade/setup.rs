//! A position of any game as letters on cells, to count men and to make positions out of positions.
//!
//! Nothing here knows the rules. The game decides by the text whether a setup is a position.

use quadrille::{EMPTY, GameRef};

/// The boards of a position, newest first, and the rest of its text.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    pub(super) game: GameRef,
    /// The letter on each cell.
    pub(super) boards: Vec<Vec<char>>,
    /// The player, and what the game writes after that.
    pub(super) rest: String,
}

impl Setup {
    /// Takes the text of a position apart.
    pub(super) fn read(game: &GameRef, position: &str) -> Setup {
        let (boards, rest) = position.trim().split_once(char::is_whitespace).unwrap_or((position, ""));
        let boards = boards.split(',').map(|board| game.board().read(board)).collect();
        Setup { game: game.clone(), boards, rest: rest.trim().to_string() }
    }

    /// The text of the position.
    pub(super) fn text(&self) -> String {
        let boards: Vec<String> = self.boards.iter().map(|cells| self.game.board().write(cells)).collect();
        format!("{} {}", boards.join(","), self.rest)
    }

    /// How many men stand on the present board.
    pub(super) fn men(&self) -> usize {
        men(&self.boards[0])
    }
}

/// How many men stand on a board.
pub(super) fn men(cells: &[char]) -> usize {
    cells.iter().filter(|&&letter| letter != EMPTY).count()
}
