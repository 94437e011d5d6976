//! The call that the course asks for, and its result.

use game::{Ending, Error, Line, Side};

use super::notation::{SCRIPT, size_of};
use super::{Oska, bits};
use crate::family::course::{
    AnswerForm, Argument, ArgumentKind, CallForm, Course, CourseAnswer, CourseCommand, Given, Task,
};
use crate::kit::bits::Bits;
use crate::kit::text;
use crate::{call, haskell, with_bits};

/// What the course asks for: the call of [`oska`].
pub(super) const COURSE: Course = Course {
    commands: &[CourseCommand {
        name: "oska",
        about: "Choose the best next board in Oska, as the course calls it",
        details: "Prints the rows of the board after the best move, or the same board when the game is over or the player has to \
                  pass (stderr says which).",
        examples: r#"quadrille oska '["wwww","---","--","---","bbbb"]' "'w'" 2"#,
        arguments: &[
            Argument {
                name: "board",
                help: "The rows of the board from top to bottom, as a Haskell list of strings",
                kind: ArgumentKind::Positional,
            },
            Argument { name: "player", help: "Who moves: 'w' or 'b'", kind: ArgumentKind::Positional },
            call::LOOK_AHEAD,
        ],
        task: Task::Answer(|arguments, _| answer(arguments).map_err(|error| error.to_string())),
    }],
    call: CallForm { given: Given::Rows, answer: AnswerForm::Rows, size_last: false },
    tournament: false,
    size: None,
    value: None,
};

fn answer(arguments: &[String]) -> Result<CourseAnswer, Error> {
    let [board, player, look_ahead] = call::values(arguments);
    let (board, player) = (haskell::parse_list(board)?, haskell::parse_char(player)?);
    let next = oska(&board, player, call::parse_look_ahead(look_ahead, 1)?)?;
    let mut answer = call::answer(haskell::write_list(&next), ending(&board, player)?);
    if answer.note.is_none() && next == board {
        answer.note = Some("no man can move: the turn is lost".to_string());
    }
    Ok(answer)
}

/// Chooses the best next move in a game of Oska by minimax search.
///
/// # Arguments
/// * `board`: the rows of the board from top to bottom, of lengths n, n−1, …, 3, 2, 3, …, n, made of `w b -`.
/// * `player`: who moves, `'w'` or `'b'`.
/// * `look_ahead`: how many plies the search looks ahead, at least 1; it looks no further.
///
/// # Result
/// The rows of the board after the best move. When the game is over, or the player has no move and must pass, the same board;
/// [`ending`] tells one from the other.
///
/// # Errors
/// When the rows do not have that shape or have other letters, the player is not `'w'` or `'b'`, or the look-ahead is 0
/// or above [`game::MAX_DEPTH`].
///
/// ```
/// let next = games::oska::oska(&["wwww", "---", "--", "---", "bbbb"], 'w', 2)?;
/// assert_eq!(next, ["ww-w", "-w-", "--", "---", "bbbb"]);
/// # Ok::<(), games::Error>(())
/// ```
pub fn oska<S: AsRef<str>>(board: &[S], player: char, look_ahead: u32) -> Result<Vec<String>, Error> {
    let depth = call::look_ahead(look_ahead)?;
    let rows: Vec<&str> = board.iter().map(AsRef::as_ref).collect();
    let (size, side) = size_and_side(&rows, player)?;
    with_bits!(bits(size), B => {
        let game = Oska::<B>::new(size);
        Ok(SCRIPT.write_rows(&call::next_position(&line(&game, &rows, side)?, depth), game.layout()))
    })
}

/// Why [`oska`] has no move to choose: how the game has ended, if it has.
///
/// # Errors
/// As [`oska`].
///
/// ```
/// let ending = games::oska::ending(&["-b-", "--", "-w-"], 'w')?.expect("both are home");
/// assert_eq!(ending.to_string(), "the game is drawn: both sides have as many men on the enemy's back row");
/// # Ok::<(), games::Error>(())
/// ```
pub fn ending<S: AsRef<str>>(board: &[S], player: char) -> Result<Option<Ending>, Error> {
    let rows: Vec<&str> = board.iter().map(AsRef::as_ref).collect();
    let (size, side) = size_and_side(&rows, player)?;
    with_bits!(bits(size), B => Ok(line(&Oska::<B>::new(size), &rows, side)?.ending()))
}

fn size_and_side(rows: &[&str], player: char) -> Result<(usize, Side), Error> {
    let size = size_of(rows).map_err(|wrong| call::in_list(wrong.error, rows, wrong.row))?;
    Ok((size, text::side_of(player, SCRIPT.players)?))
}

fn line<'g, B: Bits>(game: &'g Oska<B>, rows: &[&str], side: Side) -> Result<Line<'g, Oska<B>>, Error> {
    let position = SCRIPT
        .parse_rows(rows, &game.layout, &game.keys, side)
        .map_err(|wrong| call::in_list(wrong.error, rows, wrong.row))?;
    Ok(Line::new(game, position))
}
