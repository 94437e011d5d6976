//! Arguments that the calls of several courses share.

use game::{Error, MAX_DEPTH, Problem};

use crate::family::course::{Argument, ArgumentKind};
use crate::whole_number;

/// The boards of a game, as an argument.
pub(crate) const HISTORY: Argument = Argument {
    name: "history",
    help: "The boards of the game, newest first, as a Haskell list of strings",
    kind: ArgumentKind::Positional,
};

/// The look-ahead, as an argument.
pub(crate) const LOOK_AHEAD: Argument = Argument {
    name: "look_ahead",
    help: "How many plies to look ahead, at least 1",
    kind: ArgumentKind::Positional,
};

/// The values of a command's arguments, as an array.
pub(crate) fn values<const COUNT: usize>(arguments: &[String]) -> &[String; COUNT] {
    arguments.try_into().expect("a command gets a value for each of its arguments")
}

/// Reads a look-ahead of at least `least` plies.
///
/// # Errors
/// When the text is not such a number.
pub fn parse_look_ahead(text: &str, least: u32) -> Result<u32, Error> {
    let plies = whole_number(text.trim()).and_then(|plies| plies.try_into().ok());
    plies
        .filter(|plies| (least..=MAX_DEPTH).contains(plies))
        .ok_or_else(|| Error::whole(Problem::LookAhead { least }, text))
}
