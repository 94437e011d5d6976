//! The protocol by which the programs of a course play each other: the part `tournament` of every course that has one.

use std::io::Write;
use std::time::Duration;

use clap::{ArgMatches, Args, Command, FromArgMatches};
use quadrille::{GameRef, Question, Session, quote};

use crate::failure::{Failure, say};
use crate::input::{Lines, TablesArgument, play_all};

/// The part of the time for a move that is left for starting and printing.
const RESERVE: Duration = Duration::from_millis(20);

const TABLE_BYTES: usize = 64 << 20;

pub(super) fn command() -> Command {
    TablesArgument::augment_args(Command::new(super::TOURNAMENT)).about(
        "Play in the course's tournament: reads newgame, position TEXT, moves M1 M2 … (the opponent's) and go SECONDS, and answers go \
         with a move, which it has then played",
    )
}

/// Reads commands to the end of the input. The answer to `go` is played at once: by the rules of the protocol, `moves` then names only
/// what the opponent has played. A bad line is answered on stderr, and changes nothing.
pub(super) fn run(game: &GameRef, matches: &ArgMatches, out: &mut dyn Write) -> Result<(), Failure> {
    let tables = TablesArgument::from_arg_matches(matches).unwrap_or_default().open();
    let mut session = Session::new(tables).with_table_bytes(TABLE_BYTES);
    let mut line = game.start();
    let mut lines = Lines::of_stdin();
    while let Some(input) = lines.next()? {
        let input = input.trim();
        let (command, rest) = input.split_once(char::is_whitespace).unwrap_or((input, ""));
        let done = match command {
            "" => Ok(()),
            "newgame" => {
                session.forget();
                line = game.start();
                Ok(())
            }
            "position" => game.line(rest).map(|new| line = new).map_err(|error| error.to_string()),
            "moves" => play_all(&mut line, rest.split_whitespace()),
            "go" => match rest.trim().parse::<f64>().ok().filter(|seconds| (0.0..1e6).contains(seconds)) {
                Some(seconds) => {
                    let time = Duration::from_secs_f64(seconds).saturating_sub(RESERVE);
                    let over = || line.ending().map_or(String::new(), |ending| ending.to_string());
                    match session.search(&*line, &Question::for_time(time)) {
                        Some(found) => {
                            writeln!(out, "{}", found.play[0]).and_then(|()| out.flush())?;
                            play_all(&mut line, found.play.iter().take(1).map(String::as_str))
                        }
                        None => Err(format!("the game is over: {}", over())),
                    }
                }
                None => Err("go needs a number of seconds".to_string()),
            },
            "quit" => break,
            _ => {
                let command = quote(command);
                Err(format!("unknown command {command:?}: use newgame, position, moves, go or quit"))
            }
        };
        if let Err(problem) = done {
            say(&format!("error: {problem}"));
        }
    }
    Ok(())
}
