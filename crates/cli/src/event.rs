//! What `match` and `tournament` have in common: their options, playing with a progress bar, and writing what came of it.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::Duration;

use arena::event::{Event, Format, Hall, Proceed, Store, Venue};
use arena::program::CommandLine;
use arena::{Conditions, Control, House, Record, pgn};
use clap::Args;
use game::Random;
use games::GameSpec;
use indicatif::{ProgressBar, ProgressStyle};
use search::parse_duration;

use crate::failure::Failure;

/// The options of an event.
#[derive(Args)]
pub(crate) struct EventArguments {
    /// What ends the players' thinking: depth=6, nodes=10000, time=100ms or clock=10s+100ms
    #[arg(long, default_value = "depth=4")]
    control: Control,
    /// Decides the openings and everything else that is left to chance
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Openings of so many random plies, balanced as far as a small search sees
    #[arg(long, default_value_t = 6, conflicts_with = "openings")]
    opening_plies: usize,
    /// Openings from a file, one a line: a position, then moves if there are any
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// How many games are played at a time [default: one for each processor]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: Option<u16>,
    /// A game is drawn after so many plies, those of the opening not counted
    #[arg(long, default_value_t = Conditions::default().most_plies)]
    most_plies: usize,
    /// How long an answer may take beyond the time of the control
    #[arg(long, value_parser = parse_duration, default_value = "100ms")]
    margin: Duration,
    /// How long an answer may take where the control gives no time
    #[arg(long, value_parser = parse_duration, default_value = "60s")]
    patience: Duration,
    /// Megabytes of memory for each process of a program
    #[arg(long, default_value_t = 1024, value_parser = clap::value_parser!(u64).range(16..=1_048_576))]
    memory: u64,
    /// Give a game to the side that is ahead by so many units for six plies in turn [default: play to the end]
    #[arg(long, value_name = "UNITS", value_parser = clap::value_parser!(i32).range(1..))]
    adjudicate: Option<i32>,
    /// In Congo, let positions come back and games go on without progress as long as they like
    #[arg(long)]
    play_on: bool,
    /// Write the games as text in the manner of PGN
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Write the games as JSON, one a line
    #[arg(long, value_name = "FILE")]
    jsonl: Option<PathBuf>,
}

impl EventArguments {
    /// The event that these options describe.
    pub(crate) fn event(
        &self,
        name: &str,
        game: &str,
        players: &[String],
        format: Format,
        pairs: usize,
    ) -> Result<Event, Failure> {
        let spec: GameSpec = game.parse()?;
        let openings = match &self.openings {
            Some(path) => {
                let text = fs::read_to_string(path).map_err(|error| unreadable(path, &error))?;
                let read = arena::read_openings(spec, &text);
                let read =
                    read.map_err(|problem| Failure::Input(format!("{}: {problem}", path.display())))?;
                read.into_iter().cycle().take(pairs).collect()
            }
            None => arena::random_openings(spec, self.seed, self.opening_plies, pairs),
        };
        let conditions = Conditions {
            control: self.control.to_string(),
            most_plies: self.most_plies,
            margin: self.margin,
            patience: self.patience,
            memory: Some(self.memory << 20),
            adjudicate: self.adjudicate,
            play_on: self.play_on,
        };
        let event = Event {
            name: name.to_string(),
            id: new_id(name),
            game: spec.to_string(),
            players: players.to_vec(),
            format,
            conditions,
            openings,
            seed: self.seed,
        };
        event.check().map_err(Failure::Input)?;
        Ok(event)
    }

    /// This machine, as a place to play at.
    pub(crate) fn hall(&self) -> Result<Hall, Failure> {
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Hall { house: house()?, boards: self.concurrency.map_or_else(processors, usize::from) })
    }

    /// The files that were asked for.
    pub(crate) fn files(&self) -> Vec<&Path> {
        [&self.pgn, &self.jsonl].into_iter().flatten().map(PathBuf::as_path).collect()
    }

    /// Writes the games into the files that were asked for.
    pub(crate) fn write(&self, records: &[Record]) -> Result<(), Failure> {
        if let Some(path) = &self.pgn {
            write_file(path, &records.iter().map(pgn::write).collect::<Vec<_>>().join("\n"))?;
        }
        if let Some(path) = &self.jsonl {
            write_file(path, &records.iter().map(|record| record.to_json() + "\n").collect::<String>())?;
        }
        Ok(())
    }
}

/// An identity for a new event.
fn new_id(name: &str) -> String {
    let now = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_nanos() as u64;
    let mut random = Random::new(now ^ u64::from(std::process::id()).rotate_left(40));
    format!("{name}-{:016x}", random.next_u64())
}

/// What running programs takes: this very program, as their supervisor.
pub(crate) fn house() -> Result<House, Failure> {
    let own = std::env::current_exe()?;
    Ok(House { supervisor: CommandLine::new(own, ["supervise"]), memory: None })
}

/// Makes sure, before any work is done, that its files can be written and are different ones. What is in them stays as it is.
pub(crate) fn check_writable(files: &[&Path]) -> Result<(), Failure> {
    let mut seen = Vec::new();
    for path in files {
        let is_new = !path.exists();
        let opened = fs::OpenOptions::new().append(true).create(true).open(path);
        let known = opened.and_then(|_| path.canonicalize());
        // What was there only to be tried must not be left behind by a call that is refused later.
        if is_new && known.is_ok() {
            let _ = fs::remove_file(path);
        }
        let known = known
            .map_err(|error| Failure::Input(format!("{} cannot be written: {error}", path.display())))?;
        if seen.contains(&known) {
            return Err(Failure::Input(format!("{} is asked for twice", path.display())));
        }
        seen.push(known);
    }
    Ok(())
}

/// Writes a file.
pub(crate) fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text)
        .map_err(|error| Failure::Input(format!("{} cannot be written: {error}", path.display())))
}

/// That a file cannot be read.
pub(crate) fn unreadable(path: &Path, error: &io::Error) -> Failure {
    Failure::Input(format!("{} cannot be read: {error}", path.display()))
}

/// Plays what is left of an event, with a progress bar for people who watch. `status` is what the bar says of the games so far,
/// and whether to go on.
pub(crate) fn play(
    event: &Event,
    store: &mut Store,
    venue: &mut dyn Venue,
    mut status: impl FnMut(&[Record]) -> (String, Proceed) + Send,
) -> Result<Vec<Record>, Failure> {
    let bar = if io::stderr().is_terminal() {
        ProgressBar::new(event.games() as u64)
    } else {
        ProgressBar::hidden()
    };
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left  {msg}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let records = arena::event::run(event, store, venue, &mut |records| {
        let (message, proceed) = status(records);
        bar.set_position(records.len() as u64);
        bar.set_message(message);
        proceed
    });
    bar.finish_and_clear();
    records.map_err(Failure::Input)
}
