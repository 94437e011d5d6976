//! Whether an answer is written in the notation of its course. It need not be legal.

use quadrille::course::AnswerForm;
use quadrille::{AnyGame, AnyLine, BoardText, Refusal, haskell};

/// The right notation in words. Programs that are not called once for each move answer with moves.
pub(super) fn expected(game: &dyn AnyGame, called: bool) -> String {
    let form = game.descriptor().call_form().answer;
    let words = if called { form.describe() } else { "a move by its cells" };
    if called && form == AnswerForm::Board {
        let letters: Vec<String> = game.descriptor().men.iter().map(|man| man.letter.to_string()).collect();
        format!("{words} of the letters {} and -", letters.join(" "))
    } else {
        words.to_string()
    }
}

/// The answer in what a program prints: its last line, if everything together is no answer. Some programs print what they think before it.
/// That is a fault of the notation, and not of the move.
pub(super) fn answer_in<'t>(line: &dyn AnyLine, printed: &'t str) -> &'t str {
    let printed = printed.trim();
    let Some((_, last)) = printed.rsplit_once('\n') else { return printed };
    let is_last = match (line.read_answer(printed), line.read_answer(last)) {
        (Ok(_), _) | (_, Err(Refusal::Unreadable(_))) => false,
        (Err(together), last) => last.is_ok() || matches!(together, Refusal::Unreadable(_)),
    };
    if is_last { last } else { printed }
}

/// Whether a program has printed a move in any notation. It need not be legal.
pub(super) fn is_answer(line: &dyn AnyLine, printed: &str) -> bool {
    !matches!(line.read_answer(answer_in(line, printed)), Err(Refusal::Unreadable(_)))
}

/// What is wrong with the notation of an answer; `None` if it is right.
pub(super) fn problem(line: &dyn AnyLine, answer: &str, called: bool) -> Option<String> {
    let (game, answer) = (line.game(), answer.trim());
    let alone = answer_in(line, answer);
    if alone != answer && problem(line, alone, called).is_none() {
        return Some("the last line is an answer, and the lines before it are too much".to_string());
    }
    if !called {
        return (!is_move(line, answer)).then(|| "this is not a move".to_string());
    }
    let form = game.descriptor().call_form().answer;
    let may_be_move = matches!(form, AnswerForm::MoveOrBoard | AnswerForm::MoveOrPosition);
    if may_be_move && is_move(line, answer) {
        return None;
    }
    let checked = match form {
        AnswerForm::Board | AnswerForm::MoveOrBoard => board(line, answer),
        AnswerForm::Boards => list(answer).and_then(|boards| match boards.split_first() {
            Some((newest, history)) if *history == line.boards() => is_board(line, newest),
            _ => Err("after the first board the list is not the history that was given".to_string()),
        }),
        AnswerForm::Rows => list(answer).and_then(|rows| {
            let between = if game.board().text == BoardText::Cells { "" } else { "/" };
            is_board(line, &rows.join(between))
        }),
        AnswerForm::MoveOrPosition => game.line(answer).map(drop).map_err(|error| error.problem.to_string()),
    };
    checked.err()
}

/// Whether the text is one board, with or without quotation marks.
fn board(line: &dyn AnyLine, answer: &str) -> Result<(), String> {
    match haskell::parse_list(answer) {
        Ok(items) if !answer.starts_with('[') => is_board(line, &items[0]),
        Ok(_) => Err("this is a list, and the answer has to be one board".to_string()),
        Err(error) if answer.starts_with(['[', '"', '\'']) => Err(error.problem.to_string()),
        Err(_) => Err("this is not a board".to_string()),
    }
}

/// Whether the text can stand in the place of the present board.
fn is_board(line: &dyn AnyLine, board: &str) -> Result<(), String> {
    let text = line.text();
    let rest = text.split_once(char::is_whitespace).map_or("", |(_, rest)| rest);
    let read = line.game().line(&format!("{board} {rest}"));
    read.map(drop).map_err(|error| error.problem.to_string())
}

/// The strings of a list with brackets and quotation marks, as Haskell or Python writes it.
fn list(answer: &str) -> Result<Vec<String>, String> {
    let strict = answer.starts_with('[') && answer.contains(['"', '\'']);
    match haskell::parse_list(answer) {
        Ok(items) if strict => Ok(items),
        Err(error) if strict => Err(error.problem.to_string()),
        Ok(_) | Err(_) => Err("this is not a list of strings".to_string()),
    }
}

/// Whether the game reads a text as a move, legal or not.
fn is_move(line: &dyn AnyLine, text: &str) -> bool {
    !matches!(line.duplicate().play(text), Err(Refusal::Unreadable(_)))
}
