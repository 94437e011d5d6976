//! What `match` and `tournament` have in common: their options, playing with a progress bar, and writing the games.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use arena::event::{Event, Format, LocalVenue, Proceed, Progress, Store, Venue};
use arena::program::CommandLine;
use arena::{Conditions, Control, Resources, Sandbox};
use clap::Args;
use quadrille::duration::parse_duration;
use quadrille::{Catalogue, Opening, Random, Record, Tables, pgn};

use crate::SUPERVISE;
use crate::failure::Failure;
use crate::files::{read_file, write_file};
use crate::input::TablesArgument;
use crate::process::{Interrupt, processors, progress_bar};
use crate::sandbox::SandboxArguments;

/// The options of an event.
#[derive(Args)]
pub(crate) struct EventArguments {
    /// What ends the players' thinking: depth=6, nodes=10000, time=100ms or clock=10s+100ms
    #[arg(long, default_value = "depth=4")]
    control: Control,
    /// Decides the openings and everything else that is random
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Openings of this many random plies, balanced as far as a small search sees
    #[arg(long, default_value_t = 6, conflicts_with = "openings")]
    opening_plies: usize,
    /// Openings from a file, one a line: a position, then moves if there are any
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// How many games are played at a time [default: one for each processor]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: Option<u16>,
    /// A game is drawn after this many plies, not counting those of the opening
    #[arg(long, default_value_t = Conditions::default().most_plies)]
    most_plies: usize,
    /// How long an answer may take beyond the time of the control
    #[arg(long, value_parser = parse_duration, default_value = "100ms")]
    margin: Duration,
    /// How long an answer may take if the control sets no time
    #[arg(long, value_parser = parse_duration, default_value = "60s")]
    patience: Duration,
    /// Megabytes of memory for all processes of a program together
    #[arg(long, default_value_t = 1024, value_parser = clap::value_parser!(u64).range(16..=1_048_576))]
    memory: u64,
    /// Give a game to the side that is ahead by this many units for six plies in a row [default: play to the end]
    #[arg(long, value_name = "UNITS", value_parser = clap::value_parser!(i32).range(1..))]
    adjudicate: Option<i32>,
    /// Do not draw games by the rules for endless play, such as repeated positions or plies without progress
    #[arg(long)]
    play_on: bool,
    /// Write the games as text in the style of PGN
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Write the games as JSON, one a line
    #[arg(long, value_name = "FILE")]
    jsonl: Option<PathBuf>,
    #[command(flatten)]
    sandbox: SandboxArguments,
    #[command(flatten)]
    tables: TablesArgument,
}

impl EventArguments {
    pub(crate) fn event(
        &self,
        catalogue: &Catalogue,
        name: &str,
        game: &str,
        players: &[String],
        format: Format,
        pairs: usize,
    ) -> Result<Event, Failure> {
        let rules = catalogue.game(game)?;
        let conditions = Conditions {
            control: self.control.to_string(),
            most_plies: self.most_plies,
            margin: self.margin,
            patience: self.patience,
            memory: Some(self.memory << 20),
            adjudicate: self.adjudicate,
            play_on: self.play_on,
        };
        let start = Opening { position: "startpos".to_string(), moves: Vec::new() };
        let mut event = Event {
            name: name.to_string(),
            id: new_id(name),
            game: rules.name().to_string(),
            players: players.to_vec(),
            format,
            conditions,
            openings: vec![start],
            seed: self.seed,
        };
        // Before the openings are made, which takes a while if there are many.
        event.check(catalogue).map_err(Failure::Input)?;
        event.openings = match &self.openings {
            Some(path) => {
                let read = arena::read_openings(&rules, &read_file(path)?);
                let read =
                    read.map_err(|problem| Failure::Input(format!("{}: {problem}", path.display())))?;
                read.into_iter().cycle().take(pairs).collect()
            }
            None => arena::random_openings(&rules, self.seed, self.opening_plies, pairs),
        };
        Ok(event)
    }

    /// This machine, as a place to play at. Programs must not see the hidden files.
    pub(crate) fn local_venue(
        &self,
        catalogue: &Catalogue,
        event: &Event,
        hidden: &[&Option<PathBuf>],
        interrupt: &Interrupt,
        progress: Arc<Progress>,
    ) -> Result<LocalVenue, Failure> {
        let mut resources = resources(catalogue, self.tables.open(), &interrupt.flag)?;
        let hidden = hidden.iter().copied().flatten();
        self.sandbox.set_up_for(&event.players, &mut resources.sandbox, hidden)?;
        let threads = self.concurrency.map_or_else(processors, usize::from);
        Ok(LocalVenue { resources, threads, progress })
    }

    /// The files that were asked for.
    pub(crate) fn files(&self) -> [&Option<PathBuf>; 2] {
        [&self.pgn, &self.jsonl]
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

fn new_id(name: &str) -> String {
    let now = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_nanos() as u64;
    let mut random = Random::new(now ^ u64::from(std::process::id()).rotate_left(40));
    format!("{name}-{:016x}", random.next_u64())
}

/// What playing games takes. Programs of others run below this program, as their supervisor. `stop` ends all games.
pub(crate) fn resources(
    catalogue: &Catalogue,
    tables: Tables,
    stop: &Arc<AtomicBool>,
) -> Result<Resources, Failure> {
    let supervisor = CommandLine::new(std::env::current_exe()?, [SUPERVISE]);
    let sandbox = Sandbox { stop: Arc::clone(stop), ..Sandbox::new(supervisor) };
    let resources = Resources::new(catalogue.clone(), tables, sandbox);
    let directories = directories::ProjectDirs::from("", "", "quadrille");
    Ok(match directories {
        Some(directories) => resources.with_programs_in(directories.cache_dir().join("programs")),
        None => resources,
    })
}

/// Plays the games of an event that are not in the store yet, with a progress bar on a terminal. `status` says what the bar shows
/// about the games so far, and whether to play more.
pub(crate) fn play(
    event: &Event,
    catalogue: &Catalogue,
    store: &mut Store,
    venue: &mut dyn Venue,
    mut status: impl FnMut(&[Record]) -> (String, Proceed) + Send,
) -> Result<Vec<Record>, Failure> {
    let bar = progress_bar("{bar:30} {pos}/{len} games, {eta} left  {msg}");
    bar.set_length(event.games() as u64);
    let records = arena::event::run(event, catalogue, store, venue, &mut |records| {
        let (message, proceed) = status(records);
        bar.set_position(records.len() as u64);
        bar.set_message(message);
        proceed
    });
    bar.finish_and_clear();
    records.map_err(Failure::Input)
}

/// How much of an event was played before an interruption, in words.
pub(crate) fn interrupted(interrupt: &Interrupt, event: &Event, records: &[Record]) -> Option<String> {
    interrupt.is_asked().then(|| format!("interrupted after {} of {} games", records.len(), event.games()))
}
