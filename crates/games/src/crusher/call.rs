//! The call that the course asks for, and its result.

use game::{Ending, Error, Line, Problem, Side};

use super::notation::SCRIPT;
use super::{Crusher, bits, check_size};
use crate::family::course::{
    AnswerForm, Argument, ArgumentKind, CallForm, Course, CourseAnswer, CourseCommand, Given, Task,
};
use crate::kit::bits::Bits;
use crate::kit::text;
use crate::{call, haskell, whole_number, with_bits};

/// What the course asks for: the call of [`crusher`].
pub(super) const COURSE: Course = Course {
    commands: &[CourseCommand {
        name: "crusher",
        about: "Choose the best next board in Crusher, as the course calls it",
        details: "Prints the whole history with the board after the best move in front, or the history unchanged when the game is \
                  over (stderr says why).",
        examples: r#"quadrille crusher '["WWW-WW-------BB-BBB"]' "'W'" 2 3"#,
        arguments: &[
            call::HISTORY,
            Argument { name: "player", help: "Who moves: 'W' or 'B'", kind: ArgumentKind::Positional },
            call::LOOK_AHEAD,
            Argument {
                name: "n",
                help: "The number of cells along a side of the hexagon",
                kind: ArgumentKind::Positional,
            },
        ],
        task: Task::Answer(|arguments, _| answer(arguments).map_err(|error| error.to_string())),
    }],
    call: CallForm { given: Given::Boards, answer: AnswerForm::Boards, size_last: true },
    tournament: false,
    size: None,
    value: None,
};

fn answer(arguments: &[String]) -> Result<CourseAnswer, Error> {
    let [history, player, look_ahead, n] = call::values(arguments);
    let (history, player) = (haskell::parse_list(history)?, haskell::parse_char(player)?);
    let depth = call::parse_look_ahead(look_ahead, 1)?;
    let n = whole_number(n.trim()).ok_or_else(|| Error::whole(Problem::WholeNumber, n))?;
    let boards = crusher(&history, player, depth, n)?;
    Ok(call::answer(haskell::write_list(&boards), ending(&history, player, n)?))
}

/// Chooses the best next move in a game of Crusher by minimax search.
///
/// # Arguments
/// * `history`: the boards of the game, the newest first, each a string of 3n(n−1)+1 characters from `W B -`, top row first.
/// * `player`: who moves, `'W'` or `'B'`.
/// * `look_ahead`: how many plies the search looks ahead, at least 1; it looks no further.
/// * `n`: the number of cells along a side of the hexagon.
///
/// # Result
/// The whole history with the board after the best move in front. When the game is over, the history unchanged;
/// [`ending`] says why.
///
/// # Errors
/// When there is no board, a board does not fit `n` or has other letters, `n` is out of [`SIZES`](super::SIZES), the player is not
/// `'W'` or `'B'`, or the look-ahead is 0 or above [`game::MAX_DEPTH`].
///
/// ```
/// let history = games::crusher::crusher(&["WWW-WW-------BB-BBB"], 'W', 2, 3)?;
/// assert_eq!(history, ["WW--WWW------BB-BBB", "WWW-WW-------BB-BBB"]);
/// # Ok::<(), games::Error>(())
/// ```
pub fn crusher<S: AsRef<str>>(
    history: &[S],
    player: char,
    look_ahead: u32,
    n: usize,
) -> Result<Vec<String>, Error> {
    let depth = call::look_ahead(look_ahead)?;
    let side = text::side_of(player, SCRIPT.players)?;
    check_size(n, &n.to_string())?;
    let mut boards: Vec<String> = history.iter().map(|board| board.as_ref().to_string()).collect();
    with_bits!(bits(n), B => {
        let game = Crusher::<B>::new(n);
        let next = SCRIPT.write_board(&call::next_position(&line(&game, history, side)?, depth), game.layout());
        if boards[0] != next {
            boards.insert(0, next);
        }
        Ok(boards)
    })
}

/// Why [`crusher`] has no move to choose: how the game has ended, if it has.
///
/// # Errors
/// As [`crusher`].
///
/// ```
/// let ending = games::crusher::ending(&["WW--W---------B-BB-"], 'W', 3)?;
/// assert!(ending.is_none(), "three men a side are enough to go on");
/// # Ok::<(), games::Error>(())
/// ```
pub fn ending<S: AsRef<str>>(history: &[S], player: char, n: usize) -> Result<Option<Ending>, Error> {
    let side = text::side_of(player, SCRIPT.players)?;
    check_size(n, &n.to_string())?;
    with_bits!(bits(n), B => Ok(line(&Crusher::<B>::new(n), history, side)?.ending()))
}

fn line<'g, B: Bits, S: AsRef<str>>(
    game: &'g Crusher<B>,
    history: &[S],
    side: Side,
) -> Result<Line<'g, Crusher<B>>, Error> {
    let boards = call::boards(history, |board| SCRIPT.parse_board(board, &game.layout, &game.keys, side))?;
    let Some((newest, older)) = boards.split_first() else {
        return Err(Error::whole(Problem::NoBoard, "[]"));
    };
    Ok(Line::with_history(game, *newest, older))
}
