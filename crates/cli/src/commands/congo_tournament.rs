//! `quadrille congo tournament`: the protocol by which the programs of the Congo course play each other.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use anyline::{AnyLine, Evaluation, Question};
use games::GameSpec;
use search::{Engine, Limits};

use crate::failure::{Failure, say};

/// What is kept back of the time for a move: starting and printing take some of it.
const RESERVE: Duration = Duration::from_millis(20);

/// Reads commands to the end of the input. A bad line is answered on stderr, and changes nothing.
pub(super) fn run(out: &mut impl Write) -> Result<(), Failure> {
    anyline::open(GameSpec::CongoCourse, "startpos", |start| session(start, out))?
}

fn session(start: &dyn AnyLine, out: &mut impl Write) -> Result<(), Failure> {
    let mut line = start.duplicate();
    let mut engine = Engine::new(64 << 20).prepared();
    for input in io::stdin().lock().split(b'\n') {
        let input = input?;
        let input = String::from_utf8_lossy(&input);
        let input = input.trim();
        let (command, rest) = input.split_once(char::is_whitespace).unwrap_or((input, ""));
        let problem = match command {
            "" => None,
            "newgame" => {
                engine = Engine::new(64 << 20).prepared();
                line = start.duplicate();
                None
            }
            "position" => match start.parse(rest) {
                Ok(new) => {
                    line = new;
                    None
                }
                Err(error) => Some(error.to_string()),
            },
            "moves" => play_all(&mut line, rest).err(),
            "go" => match rest.trim().parse::<f64>().ok().filter(|seconds| (0.0..1e6).contains(seconds)) {
                Some(seconds) => answer(&*line, &mut engine, Duration::from_secs_f64(seconds), out)?,
                None => Some("go wants a number of seconds".to_string()),
            },
            "quit" => break,
            _ => Some(format!("unknown command {command:?}: use newgame, position, moves, go or quit")),
        };
        if let Some(problem) = problem {
            say(&format!("error: {problem}"));
        }
    }
    Ok(())
}

/// Plays all moves or, if one of them cannot be played, none.
fn play_all<'g>(line: &mut Box<dyn AnyLine + 'g>, names: &str) -> Result<(), String> {
    let mut played = line.duplicate();
    for name in names.split_whitespace() {
        played.play(name).map_err(|problem| format!("move {name}: {problem}"))?;
    }
    *line = played;
    Ok(())
}

/// Prints a move; what is wrong if there is none.
fn answer(
    line: &dyn AnyLine,
    engine: &mut Engine,
    time: Duration,
    out: &mut impl Write,
) -> Result<Option<String>, Failure> {
    let limits = Limits { time: Some(time.saturating_sub(RESERVE)), ..Limits::default() };
    let question = Question { limits, exact: false, evaluation: Evaluation::Standard };
    let Some(found) = line.search(engine, &question, &mut |_| {}) else {
        return Ok(line.ending().map(|ending| format!("the game is over: {ending}")));
    };
    writeln!(out, "{}", found.play[0])?;
    out.flush()?;
    Ok(None)
}
