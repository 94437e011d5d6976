//! Reads and writes positions and moves of Congo: FEN, pairs of cells, and the paths of monkeys.

use game::{Board, BoardState, BoardText, EMPTY, Error, Ground, MOST_MOVES, Notation, Problem, Side, quote};

use super::Congo;
use super::jumps::{self, Jumps};
use super::moves::{Move, View};
use super::position::{Kind, MAX_MOVE_NUMBER, Position};
use super::refusals::broken_rule;
use super::tables::{CASTLE_NAMES, CASTLES, LAST_RANKS, RIVER, of};
use crate::kit::bits::Bits;
use crate::kit::keys::Keys;
use crate::kit::layout::Layout;
use crate::kit::text::{Letters, Part, player_of, split, whole_number, words};

const LETTERS: &str =
    "P, S, G, M, E, L, C or Z for White, the same in lower case for Black, or 1 to 7 for empty cells";

const PLAYERS: Letters = ['w', 'b'];

const SEVERAL_CAPTURES: &str =
    "the monkey can go there over different men: write every cell it lands on, as in b3d5b7";

/// The allowed move numbers, in words.
const NUMBERS: &str = "a whole number from 0 to 999999999";

impl Notation for Congo {
    fn parse(&self, text: &str) -> Result<Vec<Position>, Error> {
        Ok(vec![parse_fen(text, &self.layout, &self.keys)?])
    }

    fn write(&self, positions: &[Position]) -> String {
        let position = &positions[0];
        let letter = |number| {
            let man = position.man_at(self.place_of(number));
            man.map_or(EMPTY, |(side, kind)| kind.letter(side))
        };
        let letters: Vec<char> = (0..49).map(letter).collect();
        let board = Board::squares(7, 7, BoardText::Counted).write(&letters);
        format!("{board} {} {}", position.side().letter(), position.move_number())
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, Error> {
        let places = self.layout.parse_names(text)?;
        let &[from, .., to] = places.as_slice() else {
            return Err(Error::whole(Problem::NotAStep, text));
        };
        let path = &places[1..];
        let side = position.side();
        let illegal = || Error::whole(Problem::IllegalMove, text);
        let (_, kind) = position.man_at(from).filter(|&(owner, _)| owner == side).ok_or_else(illegal)?;
        if path.len() == 1 && View::new(position, side).reach(kind, from).has(to) {
            return Ok(Move::new(kind, from, to, 0));
        }
        if kind != Kind::Monkey {
            return Err(illegal());
        }
        if let Some(jumped) = jumps::jumped_on(position, from, path) {
            return Ok(Move::new(kind, from, to, jumped));
        }
        if path.len() > 1 {
            return Err(illegal());
        }
        // The first and the last cell are enough if only one capture has them. A monkey can have too many captures to look at.
        let mut only = None;
        for (count, (end, jumped)) in Jumps::new(position, from).into_iter().flatten().enumerate() {
            if count == MOST_MOVES || end == to && only.replace(jumped).is_some() {
                return Err(Error::whole(other(SEVERAL_CAPTURES), text));
            }
        }
        only.map(|jumped| Move::new(kind, from, to, jumped)).ok_or_else(illegal)
    }

    fn broken_rule(&self, position: &Position, path: &[usize]) -> String {
        let path: Vec<u32> = path.iter().map(|&number| self.place_of(number)).collect();
        broken_rule(position, &path, &self.layout).to_string()
    }

    fn write_move(&self, position: &Position, mv: Move) -> String {
        let path =
            (mv.jumped() != 0).then(|| jumps::path(position, mv.from(), mv.to(), mv.jumped())).flatten();
        let cells = path.unwrap_or_else(|| vec![mv.to()]);
        std::iter::once(mv.from()).chain(cells).map(|place| self.layout.name(place)).collect()
    }

    fn board(&self) -> Board {
        let mut board = Board::squares(7, 7, BoardText::Counted).numbered_from_below();
        for (index, cell) in board.cells.iter_mut().enumerate() {
            cell.ground = ground(self.place_of(index));
        }
        board
    }

    fn draw(&self, position: &Position) -> String {
        let cell = |place| match (position.man_at(place), ground(place)) {
            (Some((side, kind)), _) => kind.letter(side),
            (None, Ground::Water) => '~',
            (None, Ground::Walled(_)) => '+',
            (None, Ground::Plain) => '·',
        };
        let mut drawn = String::new();
        for rank in (0..7).rev() {
            let cells: String = self.layout.row(rank).flat_map(|place| [' ', cell(place)]).collect();
            drawn += &[&(rank + 1).to_string(), " ", &cells, "\n"].concat();
        }
        let (side, number) = (position.side(), position.move_number());
        drawn + &format!("   a b c d e f g\n{side} to move, move {number}\n")
    }
}

impl Congo {
    /// Converts a cell number in the text of a board, which starts with the last rank, to a place.
    fn place_of(&self, number: usize) -> u32 {
        self.layout.row(6 - number / 7).start + (number % 7) as u32
    }
}

/// The ground of a cell: river, castle or plain.
fn ground(place: u32) -> Ground {
    if RIVER.has(place) {
        return Ground::Water;
    }
    let castle = CASTLES.iter().position(|castle| castle.has(place));
    castle.map_or(Ground::Plain, |castle| Ground::Walled(castle as u8))
}

/// Reads a position.
pub(super) fn parse_fen(text: &str, layout: &Layout<u64>, keys: &Keys<u64>) -> Result<Position, Error> {
    let words = words(text);
    let missing = |problem| Error::at_end(problem, text.trim_end());
    let board = words.first().ok_or_else(|| missing(Problem::NoBoard))?;
    let men = parse_board(*board, text, layout)?;
    let [white, black] = PLAYERS;
    let player = words.get(1).ok_or_else(|| missing(Problem::NoPlayer { white, black }))?;
    let to_move = player_of(player.text, PLAYERS).map_err(|error| error.within(text, player.start))?;
    let number = words
        .get(2)
        .ok_or_else(|| missing(other(format!("the move number is missing: add {NUMBERS} after a space"))))?;
    let number = parse_number(*number, text)?;
    if let Some(more) = words.get(3) {
        return Err(Error::new(Problem::Trailing, text, more.start..text.trim_end().chars().count()));
    }
    check_men(&men, text, layout)?;
    let mut position = Position::empty(to_move, number, keys);
    for man in &men {
        position.toggle(man.side, man.kind, man.place, keys);
    }
    Ok(position)
}

/// A problem that only Congo has.
fn other(problem: impl Into<String>) -> Problem {
    Problem::Other(problem.into())
}

/// An error in this part of the text.
fn wrong(part: Part<'_>, problem: Problem, text: &str) -> Error {
    Error::new(problem, text, part.start..part.start + part.text.chars().count())
}

/// A man in a text.
struct Man {
    side: Side,
    kind: Kind,
    place: u32,
    /// The index of its letter in the text.
    character: usize,
}

impl Man {
    fn error(&self, problem: Problem, text: &str) -> Error {
        Error::new(problem, text, self.character..self.character + 1)
    }
}

fn parse_board(board: Part<'_>, text: &str, layout: &Layout<u64>) -> Result<Vec<Man>, Error> {
    let ranks: Vec<Part<'_>> = split(board, |letter| letter == '/').collect();
    if ranks.len() != 7 {
        return Err(wrong(
            board,
            other(format!("a Congo board has 7 ranks, separated by /; this one has {}", ranks.len())),
            text,
        ));
    }
    let mut men = Vec::new();
    for (rank, part) in (0..7).rev().zip(ranks) {
        let cells = parse_rank(part, layout.row(rank).start, &mut men, text)?;
        if cells != 7 {
            return Err(wrong(part, Problem::RowLength { row: rank + 1, cells, expected: 7 }, text));
        }
    }
    Ok(men)
}

/// Reads the men of a rank that starts on the cell `first`, and returns how many cells it has.
fn parse_rank(part: Part<'_>, first: u32, men: &mut Vec<Man>, text: &str) -> Result<usize, Error> {
    let mut cells = 0;
    for (character, found) in (part.start..).zip(part.text.chars()) {
        let error = |problem| Err(Error::new(problem, text, character..character + 1));
        if let Some((side, kind)) = Kind::from_letter(found) {
            men.push(Man { side, kind, place: first + cells as u32, character });
            cells += 1;
        } else if let Some(digit) = found.to_digit(10) {
            if !(1..=7).contains(&digit) {
                return error(other(format!("{found:?} is not a count of empty cells: use 1 to 7")));
            }
            cells += digit as usize;
        } else {
            return error(Problem::Letter { found, allowed: LETTERS.to_string() });
        }
    }
    Ok(cells)
}

fn parse_number(part: Part<'_>, text: &str) -> Result<u32, Error> {
    let number = whole_number(part.text).and_then(|number| number.try_into().ok());
    let number = number.filter(|&number| number <= MAX_MOVE_NUMBER);
    number.ok_or_else(|| {
        wrong(part, other(format!("{:?} is not a move number: use {NUMBERS}", quote(part.text))), text)
    })
}

/// Checks that lions and pawns are on allowed cells.
fn check_men(men: &[Man], text: &str, layout: &Layout<u64>) -> Result<(), Error> {
    let mut lions: [Option<&Man>; 2] = [None; 2];
    for man in men {
        let Man { side, kind, place, .. } = *man;
        let (letter, cell) = (kind.letter(side), layout.name(place));
        let problem = if kind == Kind::Pawn && of(LAST_RANKS, side).has(place) {
            let superpawn = Kind::Superpawn.letter(side);
            format!(
                "the pawn {letter} cannot stand on {cell}: on its last rank it is a superpawn, {superpawn}"
            )
        } else if kind != Kind::Lion {
            continue;
        } else if lions[side.index()].replace(man).is_some() {
            format!("a second lion {letter}: a side has one lion at most")
        } else if !(CASTLES[0] | CASTLES[1]).has(place) {
            let castle = CASTLE_NAMES[side.index()];
            format!("the lion {letter} cannot stand on {cell}: its castle is {castle}")
        } else {
            continue;
        };
        return Err(man.error(other(problem), text));
    }
    let [Some(white), Some(black)] = lions else {
        return Ok(());
    };
    match [white, black].into_iter().find(|lion| of(CASTLES, !lion.side).has(lion.place)) {
        None => Ok(()),
        Some(lion) => {
            let problem = format!(
                "the lion {} cannot stand on {}, in the enemy's castle, while the enemy lion is on the board",
                lion.kind.letter(lion.side),
                layout.name(lion.place)
            );
            Err(lion.error(other(problem), text))
        }
    }
}
