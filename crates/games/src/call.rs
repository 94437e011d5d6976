//! What the courses' calls have in common.

use game::{Ending, Error, Game, Line, MAX_DEPTH, Problem, Standard};
use search::Engine;

use crate::family::course::{Argument, ArgumentKind, CourseAnswer};
use crate::{haskell, whole_number};

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

/// The values of a command's arguments, one for each.
pub(crate) fn values<const COUNT: usize>(arguments: &[String]) -> &[String; COUNT] {
    arguments.try_into().expect("a command gets a value for each of its arguments")
}

/// The answer to a call, with a note on how the game has ended if it has.
pub(crate) fn answer(output: String, ending: Option<Ending>) -> CourseAnswer {
    CourseAnswer { output: output + "\n", note: ending.map(|ending| ending.to_string()) }
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

/// Checks a look-ahead, which must be at least one ply for a move to be chosen.
pub(crate) fn look_ahead(plies: u32) -> Result<u32, Error> {
    if (1..=MAX_DEPTH).contains(&plies) {
        Ok(plies)
    } else {
        Err(Error::whole(Problem::LookAhead { least: 1 }, &plies.to_string()))
    }
}

/// An error of one item of a list, or of the list, in the list as the courses write it.
pub(crate) fn in_list<S: AsRef<str>>(error: Error, list: &[S], item: Option<usize>) -> Error {
    // A bracket and a quotation mark before the first item; two marks and a comma between items.
    let start =
        |item: usize| 2 + list[..item].iter().map(|item| item.as_ref().chars().count() + 3).sum::<usize>();
    let whole = haskell::write_list(list);
    match item {
        Some(item) => error.within(&whole, start(item)),
        None => Error::whole(error.problem, &whole),
    }
}

/// Reads every board of a history.
pub(crate) fn boards<S: AsRef<str>, P>(
    history: &[S],
    parse: impl Fn(&str) -> Result<P, Error>,
) -> Result<Vec<P>, Error> {
    let parse = |(index, board): (usize, &S)| {
        parse(board.as_ref()).map_err(|error| in_list(error, history, Some(index)))
    };
    history.iter().enumerate().map(parse).collect()
}

/// The position after the best move, or the present one when the game is over.
pub(crate) fn next_position<G: Game>(line: &Line<'_, G>, depth: u32) -> G::Position {
    let best = Engine::for_depth(depth).best_move(line, depth, &Standard);
    best.map_or(*line.position(), |choice| line.game().play_unchecked(line.position(), choice.mv()))
}
