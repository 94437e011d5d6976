//! Whether an answer is written in the notation of its course. It need not be legal.

use quadrille::course::AnswerForm;
use quadrille::{AnyGame, AnyLine, BoardText, Refusal, haskell};

use crate::player::call_form;

/// The right notation in words. Programs that are not called once for each move answer with moves.
pub(super) fn expected(game: &dyn AnyGame, called: bool) -> String {
    let form = call_form(game).answer;
    let words = if called { form.describe() } else { "a move by its cells" };
    if called && form == AnswerForm::Board {
        let letters: String = game.descriptor().men.iter().map(|man| format!("{} ", man.letter)).collect();
        format!("{words} of the letters {letters}and -")
    } else {
        words.to_string()
    }
}

/// What is wrong with the notation of an answer; `None` if it is right.
pub(super) fn problem(line: &dyn AnyLine, answer: &str, called: bool) -> Option<String> {
    let (game, answer) = (line.game(), answer.trim());
    if !called {
        return (!is_move(line, answer)).then(|| "this is not a move".to_string());
    }
    let checked = match call_form(&*game).answer {
        AnswerForm::Board => board(line, answer),
        AnswerForm::Boards => list(answer).and_then(|boards| match boards.split_first() {
            Some((newest, history)) if *history == line.boards() => is_board(line, newest),
            _ => Err("after the first board the list is not the history that was given".to_string()),
        }),
        AnswerForm::Rows => list(answer).and_then(|rows| {
            let between = if game.board().text == BoardText::Cells { "" } else { "/" };
            is_board(line, &rows.join(between))
        }),
        AnswerForm::MoveOrBoard if is_move(line, answer) => Ok(()),
        AnswerForm::MoveOrBoard => board(line, answer),
        AnswerForm::MoveOrPosition if is_move(line, answer) => Ok(()),
        AnswerForm::MoveOrPosition => game.line(answer).map(drop).map_err(|error| error.problem.to_string()),
    };
    checked.err()
}

/// Whether the text is one board, with or without quotation marks.
fn board(line: &dyn AnyLine, answer: &str) -> Result<(), String> {
    match haskell::parse_list(answer) {
        Ok(items) if !answer.starts_with('[') => is_board(line, &items[0]),
        Ok(_) => Err("this is a list, and the answer has to be one board".to_string()),
        Err(error) => Err(error.problem.to_string()),
    }
}

/// Whether the text can stand in the place of the present board.
fn is_board(line: &dyn AnyLine, board: &str) -> Result<(), String> {
    let text = line.text();
    let rest = text.split_once(char::is_whitespace).map_or("", |(_, rest)| rest);
    let read = line.game().line(&format!("{board} {rest}"));
    read.map(drop).map_err(|error| error.problem.to_string())
}

/// The strings of a list with brackets and quotation marks.
fn list(answer: &str) -> Result<Vec<String>, String> {
    let strict = answer.starts_with('[') && answer.contains('"');
    match haskell::parse_list(answer) {
        Ok(items) if strict => Ok(items),
        Ok(_) => Err("this is not a list of strings".to_string()),
        Err(error) => Err(error.problem.to_string()),
    }
}

/// Whether the game reads a text as a move, legal or not.
fn is_move(line: &dyn AnyLine, text: &str) -> bool {
    !matches!(line.duplicate().play(text), Err(Refusal::Unreadable(_)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::game;

    fn is_right(name: &str, answer: &str) -> bool {
        problem(&*game(name).start(), answer, true).is_none()
    }

    #[test]
    fn the_notations_of_the_courses_are_right() {
        assert!(is_right("ctf", "\"-wWw--w-w---w---bbb--bBb-\""));
        assert!(is_right("ctf", "-wWw--w-w---w---bbb--bBb-\n"));
        assert!(is_right("crusher", r#"["-WW-WW---W---BB-BBB","WWW-WW-------BB-BBB"]"#));
        assert!(is_right("oska", r#"["www-","--w","--","---","bbbb"]"#));
        assert!(is_right("congo", "d2d3"));
        assert!(is_right("congo", "gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ b 0"));
    }

    #[test]
    fn others_are_wrong() {
        for answer in
            ["c2c3", "[\"-wWw--w-w---w---bbb--bBb-\"]", "-wWw--w-w---w---bbb--bBb", "", "I think\nw", "\""]
        {
            assert!(!is_right("ctf", answer), "{answer}");
        }
        for answer in ["-WW-WW---W---BB-BBB", r#"["-WW-WW---W---BB-BBB"]"#, "[]", "a1a2", "["] {
            assert!(!is_right("crusher", answer), "{answer}");
        }
        for answer in ["www-/--w/--/---/bbbb", "[]", r#"["www-","--w","--","---"]"#, "a1a2"] {
            assert!(!is_right("oska", answer), "{answer}");
        }
        for answer in ["", "d2 d3", "d2", "2d3d", "gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ"] {
            assert!(!is_right("congo", answer), "{answer}");
        }
    }

    #[test]
    fn the_right_notation_is_described() {
        assert_eq!(
            expected(&*game("ctf"), true),
            "the next board as one string of the letters w W b B and -"
        );
        assert_eq!(expected(&*game("oska"), true), "the rows of the next board as a list of strings");
        assert_eq!(expected(&*game("oska"), false), "a move by its cells");
    }
}
