//! A game line by line: for pipes, scripts, screen readers and plain terminals.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::AtomicBool;

use quadrille::{Finding, Question, Session, ShownScore, Side, Tables};

use super::game::InteractiveGame;
use crate::failure::Failure;
use crate::input::Lines;
use crate::words::counted;

const HELP: &str = "\
a move by its name, such as a1a2, or the next board as it is written in positions
moves   the legal moves
hint    what the engine would play
undo    take back your last move
board   the board once more
resign  resign the game
quit    leave the game
help    this list";

/// The positions that the engine looks at for a hint: as strong as the highest levels, and the same on every machine.
const HINT_NODES: u64 = 160_000;

/// The question for a hint.
pub(super) fn hint(cancel: Option<&AtomicBool>) -> Question<'_> {
    let mut question = Question::for_nodes(HINT_NODES);
    question.limits.cancel = cancel;
    question
}

/// A hint in words: its moves, and what they come to for whoever asked.
pub(super) fn advice(game: &InteractiveGame, found: &Finding, moves: usize) -> String {
    let play = found.play[..moves.min(found.play.len())].join(" ");
    let plies = |count: i32| counted(count.unsigned_abs() as usize, "ply", "plies");
    let outlook = match found.score.plies_to_end() {
        Some(end) if end > 0 => format!("wins in {}", plies(end)),
        Some(end) => format!("loses in {}", plies(end)),
        None => {
            let ShownScore { chance, .. } =
                ShownScore::new(game.rules.descriptor(), found.score, found.before);
            // Nothing is certain before it is decided.
            format!("about {} % to win", (100.0 * chance).round().clamp(1.0, 99.0))
        }
    };
    format!("hint: {play} ({outlook})")
}

/// Plays the game through lines of stdin.
pub(super) fn play(mut game: InteractiveGame, tables: &Tables, out: &mut dyn Write) -> Result<(), Failure> {
    let mut engine = Session::new(tables.clone());
    // What a hint finds must not make the opponent stronger: it has a session of its own.
    let mut adviser = Session::new(tables.clone());
    let prompted = io::stdin().is_terminal() && io::stdout().is_terminal();
    let mut input = Lines::of_stdin();
    let mut told = 0;
    introduce(&game, out)?;
    write!(out, "\n{}", drawing(&game))?;
    loop {
        if let Some(ending) = game.ending() {
            writeln!(out, "{ending}")?;
            return Ok(());
        }
        if game.is_engines_turn() {
            reply(&mut game, &mut engine, out)?;
            continue;
        }
        if let Some(pass) = game.forced_pass()
            && told != game.version
        {
            writeln!(out, "{} cannot move and has to {pass}", game.line().side())?;
        }
        told = game.version;
        if prompted {
            write!(out, "> ")?;
        }
        out.flush()?;
        let Some(line) = input.next()? else {
            writeln!(out, "the input has ended; to go on: {}", game.command())?;
            return Ok(());
        };
        if !obey(line.trim(), &mut game, &mut adviser, out)? {
            writeln!(out, "to go on: {}", game.command())?;
            return Ok(());
        }
    }
}

fn introduce(game: &InteractiveGame, out: &mut dyn Write) -> io::Result<()> {
    let [white, black] = Side::BOTH.map(|side| game.player(side));
    write!(out, "{}, White: {white}, Black: {black}", game.rules)?;
    if let Some(seed) = game.seed_in_use() {
        write!(out, ", seed {seed}")?;
    }
    writeln!(out)?;
    if let (true, Some(example)) = (game.has_humans(), game.legal().next()) {
        writeln!(out, "type a move such as {}, or help", example.name)?;
    }
    Ok(())
}

fn reply(game: &mut InteractiveGame, engine: &mut Session, out: &mut dyn Write) -> Result<(), Failure> {
    out.flush()?;
    let found = engine.reply(game.line(), game.opponent, game.seed, None);
    let name = found.and_then(|found| found.play.into_iter().next()).unwrap_or_default();
    game.play(&name).map_err(|problem| Failure::Stream(io::Error::other(problem)))?;
    tell(game, out)?;
    Ok(())
}

/// The board, and below it whose turn it is. When the game is over, it is nobody's.
fn drawing(game: &InteractiveGame) -> String {
    let mut text = game.line().draw();
    if game.is_over()
        && let Some(end) = text.trim_end().rfind('\n')
    {
        text.truncate(end + 1);
    }
    text
}

/// The last move, and the board unless the engine answers at once.
fn tell(game: &InteractiveGame, out: &mut dyn Write) -> io::Result<()> {
    if let Some(last) = game.moves.last() {
        writeln!(out, "{}. {} plays {}", game.moves.len(), last.side, last.name)?;
    }
    if !game.is_engines_turn() || !game.has_humans() {
        write!(out, "\n{}", drawing(game))?;
    }
    Ok(())
}

/// Does what a line says; `false` when that is to quit.
fn obey(
    line: &str,
    game: &mut InteractiveGame,
    adviser: &mut Session,
    out: &mut dyn Write,
) -> io::Result<bool> {
    match line {
        "" => {}
        "quit" | "q" | "exit" => return Ok(false),
        "help" | "?" => writeln!(out, "{HELP}")?,
        "board" => write!(out, "{}", drawing(game))?,
        "moves" => {
            let names: Vec<&str> = game.legal().map(|candidate| candidate.name.as_str()).collect();
            writeln!(out, "{}{}", names.join(" "), if game.has_more { " …" } else { "" })?;
        }
        "hint" => match adviser.search(game.line(), &hint(None)) {
            Some(found) => writeln!(out, "{}", advice(game, &found, 1))?,
            None => writeln!(out, "the engine cannot find a hint")?,
        },
        "undo" => match game.undo() {
            Ok(()) => write!(out, "taken back\n\n{}", drawing(game))?,
            Err(problem) => writeln!(out, "refused: {problem}")?,
        },
        "resign" => {
            if let Err(problem) = game.resign() {
                writeln!(out, "refused: {problem}")?;
            }
        }
        answer => match game.play(answer) {
            Ok(()) => tell(game, out)?,
            Err(problem) => writeln!(out, "refused: {problem}")?,
        },
    }
    Ok(true)
}
