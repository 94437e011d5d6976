//! The call that the course asks for, and its result.

use game::{Ending, Error, Line, Problem, Side};

use super::notation::{SCRIPT, size_of};
use super::{Ctf, bits};
use crate::family::course::{
    AnswerForm, Argument, ArgumentKind, CallForm, Course, CourseAnswer, CourseCommand, Given, Task,
};
use crate::kit::bits::Bits;
use crate::kit::text;
use crate::{call, haskell, with_bits};

/// What the course asks for: the call of [`capture`].
pub(super) const COURSE: Course = Course {
    commands: &[CourseCommand {
        name: "capture",
        about: "Choose the best next board in Capture the Flag, as the course calls it",
        details: "Prints the board after the best move, or the newest board when the game is over (stderr says why).",
        examples: r#"quadrille capture '["-wWw--www-------bbb--bBb-"]' "'w'" 2"#,
        arguments: &[
            call::HISTORY,
            Argument { name: "player", help: "Who moves: 'w' or 'b'", kind: ArgumentKind::Positional },
            call::LOOK_AHEAD,
        ],
        task: Task::Answer(|arguments, _| answer(arguments).map_err(|error| error.to_string())),
    }],
    call: CallForm { given: Given::Boards, answer: AnswerForm::Board, size_last: false },
    tournament: false,
    size: None,
    value: None,
};

fn answer(arguments: &[String]) -> Result<CourseAnswer, Error> {
    let [history, player, look_ahead] = call::values(arguments);
    let (history, player) = (haskell::parse_list(history)?, haskell::parse_char(player)?);
    let next = capture(&history, player, call::parse_look_ahead(look_ahead, 1)?)?;
    Ok(call::answer(haskell::write_string(&next), ending(&history, player)?))
}

/// Chooses the best next move in a game of Capture the Flag by minimax search.
///
/// # Arguments
/// * `history`: the boards of the game, the newest first, each a string of N² characters from `w W b B -`, top row first.
/// * `player`: who moves, `'w'` or `'b'`.
/// * `look_ahead`: how many plies the search looks ahead, at least 1; it looks no further.
///
/// # Result
/// The board after the best move. When the game is over, the newest board unchanged; [`ending`] says why.
///
/// # Errors
/// When there is no board, a board is not square, has other letters or two flags of a side, the boards differ in size, the
/// player is not `'w'` or `'b'`, or the look-ahead is 0 or above [`game::MAX_DEPTH`].
///
/// ```
/// let next = games::ctf::capture(&["-wWw--www-------bbb--bBb-"], 'w', 2)?;
/// assert_eq!(next, "-wW-w-www-------bbb--bBb-");
/// # Ok::<(), games::Error>(())
/// ```
pub fn capture<S: AsRef<str>>(history: &[S], player: char, look_ahead: u32) -> Result<String, Error> {
    let depth = call::look_ahead(look_ahead)?;
    let (size, side) = size_and_side(history, player)?;
    with_bits!(bits(size), B => {
        let game = Ctf::<B>::new(size);
        Ok(game.write_board(&call::next_position(&line(&game, history, side)?, depth)))
    })
}

/// Why [`capture`] has no move to choose: how the game has ended, if it has.
///
/// # Errors
/// As [`capture`].
///
/// ```
/// let ending = games::ctf::ending(&["wb----BWw"], 'b')?.expect("the white flag is in the last row, the black pawn in the first");
/// assert_eq!(ending.to_string(), "White has won: the flag is past every enemy pawn");
/// # Ok::<(), games::Error>(())
/// ```
pub fn ending<S: AsRef<str>>(history: &[S], player: char) -> Result<Option<Ending>, Error> {
    let (size, side) = size_and_side(history, player)?;
    with_bits!(bits(size), B => Ok(line(&Ctf::<B>::new(size), history, side)?.ending()))
}

fn size_and_side<S: AsRef<str>>(history: &[S], player: char) -> Result<(usize, Side), Error> {
    let Some(newest) = history.first() else {
        return Err(Error::whole(Problem::NoBoard, "[]"));
    };
    let size = size_of(newest.as_ref()).map_err(|error| call::in_list(error, history, Some(0)))?;
    Ok((size, text::side_of(player, SCRIPT.players)?))
}

fn line<'g, B: Bits, S: AsRef<str>>(
    game: &'g Ctf<B>,
    history: &[S],
    side: Side,
) -> Result<Line<'g, Ctf<B>>, Error> {
    let boards = call::boards(history, |board| game.parse_board(board, side))?;
    Ok(Line::with_history(game, boards[0], &boards[1..]))
}
