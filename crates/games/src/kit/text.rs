//! Parts of texts with their places, and the common form of positions: `BOARDS PLAYER`.

use game::{Error, Problem, Side};

/// A part of a longer text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part<'t> {
    /// The text of this part.
    pub text: &'t str,
    /// The index of its first character in the longer text.
    pub start: usize,
}

/// Reads a whole number that consists of digits only. A number that is too large becomes `usize::MAX`.
pub fn whole_number(text: &str) -> Option<usize> {
    let digits = !text.is_empty() && text.chars().all(|character| character.is_ascii_digit());
    digits.then(|| text.parse().unwrap_or(usize::MAX))
}

/// The letters of the two players, White's first.
pub type Letters = [char; 2];

/// Splits a part at each separator.
pub fn split(part: Part<'_>, is_separator: impl Fn(char) -> bool) -> impl Iterator<Item = Part<'_>> {
    let mut start = part.start;
    part.text.split(is_separator).map(move |text| {
        let piece = Part { text, start };
        start += text.chars().count() + 1;
        piece
    })
}

/// The parts between white space.
pub fn words(text: &str) -> Vec<Part<'_>> {
    let parts = split(Part { text, start: 0 }, char::is_whitespace);
    parts.filter(|word| !word.text.is_empty()).collect()
}

/// Reads `BOARDS PLAYER`.
///
/// # Errors
/// When one of them is missing, the player's letter is wrong, or something follows.
pub fn boards_and_player(text: &str, letters: Letters) -> Result<(Part<'_>, Side), Error> {
    let words = words(text);
    let Some(&boards) = words.first() else {
        return Err(Error::at_end(Problem::NoBoard, text));
    };
    let Some(player) = words.get(1) else {
        let [white, black] = letters;
        return Err(Error::at_end(Problem::NoPlayer { white, black }, text.trim_end()));
    };
    let side = player_of(player.text, letters).map_err(|error| error.within(text, player.start))?;
    if let Some(more) = words.get(2) {
        return Err(Error::new(Problem::Trailing, text, more.start..text.trim_end().chars().count()));
    }
    Ok((boards, side))
}

/// Reads `BOARD[,OLDER…] PLAYER`, each board by `parse_board`.
///
/// # Errors
/// When the player is missing or its letter is wrong, or a board cannot be read.
pub fn parse_history<P>(
    text: &str,
    letters: Letters,
    parse_board: impl Fn(&str, Side) -> Result<P, Error>,
) -> Result<Vec<P>, Error> {
    let (boards, side) = boards_and_player(text, letters)?;
    let parse =
        |board: Part<'_>| parse_board(board.text, side).map_err(|error| error.within(text, board.start));
    split(boards, |letter| letter == ',').map(parse).collect()
}

/// Reads the letter of a player.
///
/// # Errors
/// When the text is not the letter of a player.
pub fn player_of(text: &str, letters: Letters) -> Result<Side, Error> {
    let found = Side::BOTH.into_iter().find(|side| text.chars().eq([letters[side.index()]]));
    let [white, black] = letters;
    found.ok_or_else(|| Error::whole(Problem::Player { found: text.to_string(), white, black }, text))
}
