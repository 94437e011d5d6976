//! What `match` and `tournament` have in common: their options, playing with a progress bar, and writing the games.

use std::path::{PathBuf, absolute};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use arena::event::{Event, Format, LocalOptions, LocalVenue, Proceed, Progress, Store, Venue};
use arena::program::CommandLine;
use arena::{Conditions, Control, Resources, Sandbox};
use clap::Args;
use quadrille::duration::parse_duration;
use quadrille::{Catalogue, Opening, Random, Record, Tables, pgn};

use crate::SUPERVISE;
use crate::failure::Failure;
use crate::files::{read_file, write_file};
use crate::input::TablesArgument;
use crate::process::{Counter, Interrupt, processors};
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
    /// Begin with random openings of this many plies or one less, so that either side may have the move; a small search finds their last positions balanced
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
    /// How much longer an answer may take than --control allows
    #[arg(long, value_parser = parse_duration, default_value = "100ms")]
    margin: Duration,
    /// How long an answer may take if --control limits depth or nodes instead of time
    #[arg(long, value_parser = parse_duration, default_value = "60s")]
    patience: Duration,
    /// Megabytes of memory for all processes of a program together
    #[arg(long, default_value_t = 1024, value_parser = clap::value_parser!(u64).range(16..=1_048_576))]
    memory: u64,
    /// Give a game to the side that is ahead by this many units of the evaluation for six plies in a row [default: play to the end]
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
            local: self.local(LocalOptions::default())?,
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

    /// What was said about this machine when the event was begun, and what is said now.
    pub(crate) fn local(&self, before: LocalOptions) -> Result<LocalOptions, Failure> {
        let no_sandbox = self.sandbox.no_sandbox;
        // A file must not take programs out of the sandbox, but they must not lose games because they are in it now.
        if before.no_sandbox && !no_sandbox {
            let problem = "the event was begun with --no-sandbox: say it again, or its programs would now run under other conditions";
            return Err(Failure::Input(problem.to_string()));
        }
        // The next command may be given in another directory.
        let fixed = |path: &PathBuf| absolute(path).unwrap_or_else(|_| path.clone());
        let readable = self.sandbox.readable.iter().map(|path| ("readable", path));
        for (option, path) in readable.chain(self.tables.tables.iter().map(|path| ("tables", path))) {
            if fixed(path).to_str().is_none() {
                let problem = "this path is not UTF-8, so the event cannot remember it: rename what is not, or name a link to it";
                return Err(Failure::Input(format!("--{option} {}: {problem}", path.display())));
            }
        }
        let mut readable = before.readable;
        for path in self.sandbox.readable.iter().map(fixed) {
            if !readable.contains(&path) {
                readable.push(path);
            }
        }
        Ok(LocalOptions {
            concurrency: self.concurrency.or(before.concurrency),
            tables: self.tables.tables.as_ref().map(fixed).or(before.tables),
            readable,
            no_sandbox,
        })
    }

    /// This machine, as a place to play at. Programs must not see the hidden files.
    pub(crate) fn local_venue(
        catalogue: &Catalogue,
        event: &Event,
        hidden: &[&Option<PathBuf>],
        interrupt: &Interrupt,
        progress: Arc<Progress>,
    ) -> Result<LocalVenue, Failure> {
        let LocalOptions { concurrency, tables, readable, no_sandbox } = event.local.clone();
        let mut resources = resources(catalogue, TablesArgument { tables }.open(), &interrupt.flag)?;
        let hidden = hidden.iter().copied().flatten();
        let sandbox = SandboxArguments { no_sandbox, readable };
        sandbox.set_up_for(&event.players, &mut resources.sandbox, hidden)?;
        let threads = concurrency.map_or_else(processors, usize::from);
        let venue = LocalVenue { resources, threads, progress };
        venue.prepare(event).map_err(Failure::Input)?;
        Ok(venue)
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

/// Plays the games of an event that are not in the store yet, and shows the progress. `status` says what is shown about the games so far,
/// and whether to play more.
pub(crate) fn play(
    event: &Event,
    catalogue: &Catalogue,
    store: &mut Store,
    venue: &mut dyn Venue,
    mut status: impl FnMut(&[Record]) -> (String, Proceed) + Send,
) -> Result<Vec<Record>, Failure> {
    let counter = Counter::new("games");
    counter.show(0, event.games(), "");
    let records = arena::event::run(event, catalogue, store, venue, &mut |records| {
        let (message, proceed) = status(records);
        counter.show(records.len(), event.games(), &message);
        proceed
    });
    counter.end();
    records.map_err(Failure::Input)
}

/// How much of an event was played before an interruption, in words.
pub(crate) fn interrupted(interrupt: &Interrupt, event: &Event, records: &[Record]) -> Option<String> {
    interrupt.is_asked().then(|| format!("interrupted after {} of {} games", records.len(), event.games()))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        event: EventArguments,
    }

    fn local(before: LocalOptions, words: &str) -> Option<LocalOptions> {
        let words = std::iter::once("command").chain(words.split_whitespace());
        Command::try_parse_from(words).ok()?.event.local(before).ok()
    }

    #[test]
    fn what_was_said_at_the_beginning_holds_until_something_else_is_said() {
        let begun = local(LocalOptions::default(), "--concurrency 3 --tables /t --readable /a --readable b");
        let begun = begun.expect("options");
        let here = std::env::current_dir().expect("a directory");
        assert_eq!(begun.readable, [PathBuf::from("/a"), here.join("b")]);
        assert_eq!(local(begun.clone(), "").expect("options"), begun);
        let changed = local(begun.clone(), "--concurrency 1 --readable /c --readable /a").expect("options");
        assert_eq!((changed.concurrency, changed.tables), (Some(1), Some(PathBuf::from("/t"))));
        assert_eq!(changed.readable, [PathBuf::from("/a"), here.join("b"), PathBuf::from("/c")]);
        let outside = local(begun, "--no-sandbox").expect("options");
        assert!(outside.no_sandbox && local(outside.clone(), "").is_none());
        assert!(local(outside, "--no-sandbox").is_some());
    }
}
