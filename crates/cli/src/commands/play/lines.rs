//! A game line by line: for pipes, scripts, screen readers and terminals that can do nothing else.

use std::io::{self, BufRead, IsTerminal, Write};

use anyline::{Strength, choose};
use game::Side;
use search::Engine;

use super::session::Session;
use crate::failure::Failure;

const HELP: &str = "\
a move by its name, such as c2c3, or the next board as it is written in positions
moves   the legal moves
hint    what the engine would play
undo    take back your last move
board   the board once more
resign  give up
quit    leave the game
help    this list";

/// The engine as it gives hints: stronger than most opponents, and the same on every machine.
pub(super) const HINT: Strength = Strength::Level(7);

/// Plays the game through lines of stdin.
pub(super) fn play(mut session: Session<'_>, out: &mut impl Write) -> Result<(), Failure> {
    let mut engine = session.opponent.engine();
    let prompted = io::stdin().is_terminal() && io::stdout().is_terminal();
    let mut input = io::stdin().lock();
    let mut told = 0;
    introduce(&session, out)?;
    write!(out, "\n{}", session.line().draw())?;
    loop {
        if let Some(ending) = session.ending() {
            writeln!(out, "{ending}")?;
            return Ok(());
        }
        if session.is_engines_turn() {
            reply(&mut session, &mut engine, out)?;
            continue;
        }
        if let Some(pass) = session.forced_pass()
            && told != session.version()
        {
            writeln!(out, "{} cannot move and has to {pass}", session.line().side())?;
        }
        told = session.version();
        if prompted {
            write!(out, "> ")?;
        }
        out.flush()?;
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line)? == 0 {
            writeln!(out, "the input has ended; to go on: {}", session.command())?;
            return Ok(());
        }
        if !obey(String::from_utf8_lossy(&line).trim(), &mut session, out)? {
            writeln!(out, "to go on: {}", session.command())?;
            return Ok(());
        }
    }
}

/// Says who plays whom.
fn introduce(session: &Session<'_>, out: &mut impl Write) -> io::Result<()> {
    let [white, black] = Side::BOTH.map(|side| session.player(side));
    writeln!(out, "{}, White: {white}, Black: {black}", session.spec)?;
    if session.has_humans() {
        let example = session.legal().next().map_or("", |candidate| &candidate.name);
        writeln!(out, "type a move such as {example}, or help")?;
    }
    Ok(())
}

/// The engine's move.
fn reply(session: &mut Session<'_>, engine: &mut Engine, out: &mut impl Write) -> Result<(), Failure> {
    out.flush()?;
    let found = choose(session.line(), engine, &session.opponent.question(None));
    let name = found.and_then(|found| found.play.into_iter().next()).unwrap_or_default();
    session.play(&name).map_err(|problem| Failure::Stream(io::Error::other(problem)))?;
    tell(session, out)?;
    Ok(())
}

/// The last move, and the board if somebody wants to see it now.
fn tell(session: &Session<'_>, out: &mut impl Write) -> io::Result<()> {
    if let Some(last) = session.moves().last() {
        writeln!(out, "{}. {} plays {}", session.moves().len(), last.side, last.name)?;
    }
    if !session.is_engines_turn() || !session.has_humans() {
        write!(out, "\n{}", session.line().draw())?;
    }
    Ok(())
}

/// Does what a line says; `false` when that is to quit.
fn obey(line: &str, session: &mut Session<'_>, out: &mut impl Write) -> io::Result<bool> {
    match line {
        "" => {}
        "quit" | "q" | "exit" => return Ok(false),
        "help" | "?" => writeln!(out, "{HELP}")?,
        "board" => write!(out, "{}", session.line().draw())?,
        "moves" => {
            let names: Vec<&str> = session.legal().map(|candidate| candidate.name.as_str()).collect();
            writeln!(out, "{}", names.join(" "))?;
        }
        "hint" => match choose(session.line(), &mut HINT.engine(), &HINT.question(None)) {
            Some(found) => writeln!(out, "hint: {} ({})", found.play[0], found.score)?,
            None => writeln!(out, "there is no hint")?,
        },
        "undo" => match session.undo() {
            Ok(()) => write!(out, "taken back\n\n{}", session.line().draw())?,
            Err(problem) => writeln!(out, "refused: {problem}")?,
        },
        "resign" => {
            if let Err(problem) = session.resign() {
                writeln!(out, "refused: {problem}")?;
            }
        }
        answer => match session.play(answer) {
            Ok(()) => tell(session, out)?,
            Err(problem) => writeln!(out, "refused: {problem}")?,
        },
    }
    Ok(true)
}
