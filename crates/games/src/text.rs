//! What the position texts of Capture the Flag, Crusher and Oska have in common: `BOARDS PLAYER`.

use game::{BoardState, Error, Problem, Side};

use crate::bits::Bits;
use crate::men::Position;

/// A piece of a longer text, and the character it starts at.
#[derive(Clone, Copy)]
pub(crate) struct Part<'t> {
    pub(crate) text: &'t str,
    pub(crate) start: usize,
}

/// Reads a whole number made of digits and nothing else; one that is too large for a machine is the largest there is.
pub fn whole_number(text: &str) -> Option<usize> {
    let digits = !text.is_empty() && text.chars().all(|character| character.is_ascii_digit());
    digits.then(|| text.parse().unwrap_or(usize::MAX))
}

/// The letters of the two players, White's first.
pub(crate) type Letters = [char; 2];

/// Splits at a separator; the parts know where they start.
pub(crate) fn split(part: Part<'_>, separator: char) -> impl Iterator<Item = Part<'_>> {
    let mut start = part.start;
    part.text.split(separator).map(move |text| {
        let piece = Part { text, start };
        start += text.chars().count() + 1;
        piece
    })
}

/// The parts between white space.
pub(crate) fn words(text: &str) -> Vec<Part<'_>> {
    let mut start = 0;
    let mut words = Vec::new();
    for word in text.split(char::is_whitespace) {
        if !word.is_empty() {
            words.push(Part { text: word, start });
        }
        start += word.chars().count() + 1;
    }
    words
}

/// Reads `BOARDS PLAYER`.
pub(crate) fn boards_and_player(text: &str, letters: Letters) -> Result<(Part<'_>, Side), Error> {
    let words = words(text);
    let Some(&boards) = words.first() else {
        return Err(Error::at_end(Problem::NoBoard, text));
    };
    let Some(player) = words.get(1) else {
        return Err(Error::at_end(
            Problem::NoPlayer { white: letters[0], black: letters[1] },
            text.trim_end(),
        ));
    };
    let side = player_of(player.text, letters).map_err(|error| error.within(text, player.start))?;
    if let Some(more) = words.get(2) {
        return Err(Error::new(Problem::Trailing, text, more.start..text.trim_end().chars().count()));
    }
    Ok((boards, side))
}

/// Reads `BOARD[,OLDER…] PLAYER`.
pub(crate) fn parse_history<P>(
    text: &str,
    letters: Letters,
    parse_board: impl Fn(&str, Side) -> Result<P, Error>,
) -> Result<Vec<P>, Error> {
    let (boards, side) = boards_and_player(text, letters)?;
    let parse =
        |board: Part<'_>| parse_board(board.text, side).map_err(|error| error.within(text, board.start));
    split(boards, ',').map(parse).collect()
}

/// Writes `BOARD[,OLDER…] PLAYER`.
pub(crate) fn write_history<B: Bits, const KINDS: usize>(
    positions: &[Position<B, KINDS>],
    letters: Letters,
    write_board: impl Fn(&Position<B, KINDS>) -> String,
) -> String {
    let boards: Vec<String> = positions.iter().map(write_board).collect();
    format!("{} {}", boards.join(","), letters[positions[0].side().index()])
}

/// The side that a player's letter stands for.
pub(crate) fn side_of(player: char, letters: Letters) -> Result<Side, Error> {
    player_of(player.encode_utf8(&mut [0; 4]), letters)
}

fn player_of(text: &str, letters: Letters) -> Result<Side, Error> {
    let found = Side::BOTH.into_iter().find(|side| text.chars().eq([letters[side.index()]]));
    let [white, black] = letters;
    found.ok_or_else(|| Error::whole(Problem::Player { found: text.to_string(), white, black }, text))
}

/// Reads one cell after the other and puts each man into the set of his letter: `letters[i]` goes to set `i`.
pub(crate) fn men<B: Bits, const SETS: usize>(
    cells: impl Iterator<Item = u32>,
    text: &str,
    letters: [char; SETS],
    allowed: &'static str,
) -> Result<[B; SETS], Error> {
    let mut sets = [B::EMPTY; SETS];
    for (index, (place, found)) in cells.zip(text.chars()).enumerate() {
        match letters.iter().position(|&letter| letter == found) {
            Some(set) => sets[set] |= B::bit(place),
            None if found == '-' => {}
            None => return Err(Error::new(Problem::Letter { found, allowed }, text, index..index + 1)),
        }
    }
    Ok(sets)
}
