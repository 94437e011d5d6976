//! A position of any game as rows of letters: to see what stands where, and to make positions out of positions.
//!
//! Nothing here knows the rules. Whether something is a position is asked of the game, by its text.

use game::Side;
use games::GameSpec;

/// The cells of a board, row by row as they are written.
pub(super) type Rows = Vec<Vec<char>>;

/// An empty cell.
pub(super) const EMPTY: char = '-';

/// The boards of a position, newest first, and what follows them in its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Setup {
    pub(super) game: GameSpec,
    pub(super) boards: Vec<Rows>,
    /// The player, and in Congo the number of the move.
    pub(super) rest: String,
}

impl Setup {
    /// Takes the text of a position apart.
    pub(super) fn read(game: GameSpec, position: &str) -> Setup {
        let (boards, rest) = position.trim().split_once(char::is_whitespace).unwrap_or((position, ""));
        let boards = boards.split(',').map(|board| rows_of(game, board)).collect();
        Setup { game, boards, rest: rest.trim().to_string() }
    }

    /// The text of the position.
    pub(super) fn text(&self) -> String {
        let boards: Vec<String> = self.boards.iter().map(|rows| self.board(rows)).collect();
        format!("{} {}", boards.join(","), self.rest)
    }

    fn board(&self, rows: &Rows) -> String {
        let plain = |row: &Vec<char>| row.iter().collect::<String>();
        match self.game {
            GameSpec::Ctf(_) | GameSpec::Crusher(_) => rows.iter().map(plain).collect(),
            GameSpec::Oska(_) => rows.iter().map(plain).collect::<Vec<_>>().join("/"),
            GameSpec::Congo | GameSpec::CongoCourse => {
                rows.iter().map(|row| rank(row)).collect::<Vec<_>>().join("/")
            }
        }
    }

    /// The present board.
    pub(super) fn newest(&self) -> &Rows {
        &self.boards[0]
    }

    /// How many men stand on the present board.
    pub(super) fn men(&self) -> usize {
        self.newest().iter().flatten().filter(|&&letter| letter != EMPTY).count()
    }

    /// How many men a side has on the present board.
    pub(super) fn men_of(&self, side: Side) -> usize {
        self.newest().iter().flatten().filter(|&&letter| owner(self.game, letter) == Some(side)).count()
    }
}

/// Whose man a letter is.
pub(super) fn owner(game: GameSpec, letter: char) -> Option<Side> {
    let white = match (game, letter) {
        (_, EMPTY) => return None,
        (GameSpec::Ctf(_) | GameSpec::Crusher(_) | GameSpec::Oska(_), letter) => {
            letter.eq_ignore_ascii_case(&'w')
        }
        (GameSpec::Congo | GameSpec::CongoCourse, letter) => letter.is_ascii_uppercase(),
    };
    Some(if white { Side::White } else { Side::Black })
}

/// How many cells each row of a board has.
pub(super) fn row_lengths(game: GameSpec) -> Vec<usize> {
    match game {
        GameSpec::Ctf(size) => vec![size; size],
        GameSpec::Crusher(size) => {
            let last = 2 * size - 2;
            (0..=last).map(|row| size + row.min(last - row)).collect()
        }
        GameSpec::Oska(size) => (0..2 * size - 3).map(|row| 2 + row.abs_diff(size - 2)).collect(),
        GameSpec::Congo | GameSpec::CongoCourse => vec![7; 7],
    }
}

fn rows_of(game: GameSpec, board: &str) -> Rows {
    match game {
        GameSpec::Ctf(_) | GameSpec::Crusher(_) => {
            let mut letters = board.chars();
            row_lengths(game).into_iter().map(|length| letters.by_ref().take(length).collect()).collect()
        }
        GameSpec::Oska(_) => board.split('/').map(|row| row.chars().collect()).collect(),
        GameSpec::Congo | GameSpec::CongoCourse => board.split('/').map(cells_of).collect(),
    }
}

/// A rank of a FEN, cell by cell.
fn cells_of(rank: &str) -> Vec<char> {
    let cells = |letter: char| {
        let count = letter.to_digit(10).map_or(1, |digit| digit as usize);
        std::iter::repeat_n(if letter.is_ascii_digit() { EMPTY } else { letter }, count)
    };
    rank.chars().flat_map(cells).collect()
}

/// The cells of a rank as a FEN has them.
fn rank(cells: &[char]) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for &cell in cells.iter().chain(std::iter::once(&'\n')) {
        if cell == EMPTY {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text += &empty.to_string();
            empty = 0;
        }
        if cell != '\n' {
            text.push(cell);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_written_as_they_are_read() {
        for (game, position) in [
            (GameSpec::Ctf(3), "wWw---bBb,w-w-W-bBb b"),
            (GameSpec::Crusher(3), "WWW-WW-------BB-BBB W"),
            (GameSpec::Oska(4), "wwww/---/--/---/bbbb w"),
            (GameSpec::Congo, "gmelecz/pppp1pp/7/4p2/7/PPPPPPP/GMELECZ w 3"),
        ] {
            let setup = Setup::read(game, position);
            assert_eq!(setup.text(), position);
            assert_eq!(setup.newest().iter().map(Vec::len).collect::<Vec<_>>(), row_lengths(game));
            assert_eq!(setup.men(), setup.men_of(Side::White) + setup.men_of(Side::Black), "{position}");
        }
    }
}
