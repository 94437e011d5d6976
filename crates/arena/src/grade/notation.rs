//! Whether an answer is written as its course writes it. Whether it is legal is not asked here.

use anyline::AnyLine;
use games::{GameSpec, haskell};

/// What the right notation is, in words.
pub(super) fn expected(game: GameSpec, called: bool) -> &'static str {
    match game {
        _ if !called => "a move by its cells",
        GameSpec::Ctf(_) => "the next board as one string of the letters w W b B and -",
        GameSpec::Crusher(_) => "the whole history as a list of strings, with the next board in front",
        GameSpec::Oska(_) => "the rows of the next board as a list of strings",
        GameSpec::Congo | GameSpec::CongoCourse => "a move by its cells, or the next position as a FEN",
    }
}

/// What is wrong with the notation of an answer, if anything.
pub(super) fn problem(game: GameSpec, line: &dyn AnyLine, answer: &str, called: bool) -> Option<String> {
    let answer = answer.trim();
    if !called {
        return if is_move(answer) { None } else { Some("that is no move".to_string()) };
    }
    let text = line.text();
    let player = text.split_once(char::is_whitespace).map_or("", |(_, player)| player);
    let wrong_board = |board: &str| match line.parse(&format!("{board} {player}")) {
        Ok(_) => None,
        Err(error) => Some(error.problem.to_string()),
    };
    match game {
        GameSpec::Ctf(_) => match haskell::parse_list(answer) {
            Ok(items) if !answer.starts_with('[') => wrong_board(&items[0]),
            Ok(_) => Some("that is a list, and one board is wanted".to_string()),
            Err(error) => Some(error.problem.to_string()),
        },
        GameSpec::Crusher(_) => match list(answer) {
            Ok(boards) if boards.get(1..) == Some(&line.boards()) => wrong_board(&boards[0]),
            Ok(_) => Some("after the first board the list is not the history that was given".to_string()),
            Err(problem) => Some(problem),
        },
        GameSpec::Oska(_) => match list(answer) {
            Ok(rows) => wrong_board(&rows.join("/")),
            Err(problem) => Some(problem),
        },
        GameSpec::Congo | GameSpec::CongoCourse => match line.parse(answer) {
            Err(error) if !is_move(answer) => Some(error.problem.to_string()),
            _ => None,
        },
    }
}

/// The strings of a list that has brackets and whose strings have quotation marks.
fn list(answer: &str) -> Result<Vec<String>, String> {
    let strict = answer.starts_with('[') && answer.contains('"');
    match haskell::parse_list(answer) {
        Ok(items) if strict => Ok(items),
        Ok(_) => Err("that is no list of strings".to_string()),
        Err(error) => Err(error.problem.to_string()),
    }
}

/// Whether a text is made of cells, or is a pass.
fn is_move(text: &str) -> bool {
    let letter_follows = |pair: &[char]| pair[0].is_ascii_digit() && pair[1].is_ascii_lowercase();
    let letters: Vec<char> = text.chars().collect();
    let plain = letters.iter().all(|letter| letter.is_ascii_digit() || letter.is_ascii_lowercase());
    let ends = letters.first().is_some_and(char::is_ascii_lowercase)
        && letters.last().is_some_and(char::is_ascii_digit);
    text == "pass" || (plain && ends && letters.windows(2).any(letter_follows))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_right(game: &str, answer: &str) -> bool {
        let game: GameSpec = game.parse().expect("a game");
        anyline::open(game, "startpos", |line| problem(game, line, answer, true)).expect("a start").is_none()
    }

    #[test]
    fn the_courses_notations_are_right() {
        assert!(is_right("ctf", "\"-wWw--w-w---w---bbb--bBb-\""));
        assert!(is_right("ctf", "-wWw--w-w---w---bbb--bBb-\n"));
        assert!(is_right("crusher", r#"["-WW-WW---W---BB-BBB","WWW-WW-------BB-BBB"]"#));
        assert!(is_right("oska", r#"["www-","--w","--","---","bbbb"]"#));
        assert!(is_right("congo", "d2d3"));
        assert!(is_right("congo", "gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ b 0"));
    }

    #[test]
    fn others_are_not() {
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
}
