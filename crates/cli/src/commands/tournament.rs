//! `quadrille tournament`: many players, a crosstable and ratings.

use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use arena::event::{Announcer, Event, Format, Proceed, Progress, Store, Venue, files_of_event};
use arena::queue::Coordinator;
use arena::{Standings, faults, html};
use clap::{Args, ValueEnum};
use quadrille::Catalogue;

use super::Run;
use crate::event::{self, EventArguments};
use crate::failure::{Failure, say};
use crate::files::{check_writable, write_file};
use crate::input::ended;
use crate::process::Interrupt;

/// Let many players play each other, and rate them
///
/// Every game is stored in a file before the next one starts: --resume continues a run that was ended in any way, and nothing is
/// lost. `quadrille serve --event FILE` shows the tournament in the browser while it is played. Players are written as for
/// `quadrille match`.
#[derive(Args)]
#[command(after_help = r#"Examples:
  quadrille tournament %game% engine:depth=1 engine:depth=2 engine:depth=3 random --pairs 10
  quadrille tournament --resume --event tournament.sqlite
  quadrille tournament %game% engine:depth=4 engine:depth=5 --pairs 500 --queue nats://192.0.2.1:4222
  quadrille tournament %game% engine:depth=4 'anna=ugi:./anna' 'ben=ugi:./ben' --format gauntlet --html report.html
  mapfile -t players < players.txt; quadrille tournament %game% "${players[@]}" --format swiss --rounds 5"#)]
pub(crate) struct Arguments {
    /// %games%
    #[arg(required_unless_present = "resume", conflicts_with = "resume")]
    game: Option<String>,
    /// The players
    #[arg(required_unless_present = "resume", conflicts_with = "resume")]
    players: Vec<String>,
    /// Who meets whom
    #[arg(long, value_enum, default_value_t = Meetings::RoundRobin)]
    format: Meetings,
    /// How many rounds of the Swiss system [default: as many as a knock-out would take]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: Option<u16>,
    /// How many openings two players play when they meet, each twice with the colours swapped
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pairs: u32,
    /// The file in which the tournament and its games are stored
    #[arg(long = "event", alias = "file", value_name = "FILE", default_value = "tournament.sqlite")]
    file: PathBuf,
    /// Continue the tournament in the file, with the options that it was begun with
    #[arg(long, conflicts_with_all = [
        "format", "rounds", "pairs", "control", "seed", "opening_plies", "openings", "most_plies", "margin",
        "patience", "memory", "adjudicate", "play_on",
    ])]
    resume: bool,
    /// Let workers play the games, through this NATS server: see `quadrille worker`
    #[arg(long, value_name = "nats://HOST:4222")]
    queue: Option<String>,
    /// Write a page with the tables, the ratings and every game to click through
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    event: EventArguments,
}

#[derive(Clone, Copy, ValueEnum)]
enum Meetings {
    /// Each player meets every other player
    RoundRobin,
    /// The first player meets all others
    Gauntlet,
    /// In each round players with about the same number of points meet
    Swiss,
}

impl Run for Arguments {
    fn run(self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<(), Failure> {
        let [pgn, jsonl] = self.event.files();
        let files = [pgn, jsonl, &self.html];
        if files.iter().any(|file| file.as_ref() == Some(&self.file)) {
            let problem = format!("{} stores the event itself: name another file", self.file.display());
            return Err(Failure::Input(problem));
        }
        let resume = || Store::resume(&self.file).map_err(Failure::input);
        let resumed = if self.resume { Some(resume()?) } else { None };
        let event = match &resumed {
            Some((_, event)) => Event { local: self.event.local(event.local.clone())?, ..event.clone() },
            None => self.describe(catalogue)?,
        };
        // What can be checked is checked before anything begins.
        let interrupt = Interrupt::new()?;
        let progress = Arc::new(Progress::default());
        let mut venue = self.venue(catalogue, &event, &interrupt, Arc::clone(&progress))?;
        check_writable(&files)?;
        let mut store = match resumed {
            Some((mut store, before)) => {
                if event != before {
                    store.describe(&event).map_err(Failure::input)?;
                }
                store
            }
            None => Store::create(&self.file, &event).map_err(Failure::input)?,
        };
        let Event { game, players, seed, .. } = &event;
        let played = store.records().map_err(Failure::input)?.len();
        let before = if played == 0 { String::new() } else { format!(", {played} already played") };
        say(&format!("{game}, {} players, {} games{before}, seed {seed}", players.len(), event.games()));
        let announcer = Announcer::new(&self.file, &event.id, progress);
        let records = event::play(&event, catalogue, &mut store, &mut *venue, |records| {
            let last = records.last().map_or(String::new(), |record| {
                format!("{} {} {}", record.players[0], record.result.text(), record.players[1])
            });
            (last, Proceed::Continue)
        })?;
        drop(announcer);
        let names = event.names().map_err(Failure::Input)?;
        let standings = Standings::new(names, &records);
        let mut text = standings.to_string();
        for fault in faults(&records) {
            let _ = writeln!(text, "fault  {fault}");
        }
        let interrupted = event::interrupted(&interrupt, &event, &records);
        if let Some(message) = &interrupted {
            let _ = writeln!(text, "{message}");
        }
        out.write_all(text.as_bytes())?;
        self.event.write(&records)?;
        if let Some(path) = &self.html {
            let condition = interrupted.as_ref().map_or(String::new(), |message| format!(", {message}"));
            let title = format!("{game}, seed {seed}{condition}");
            write_file(path, &html::write(catalogue, &title, &standings, &records))?;
        }
        ended(interrupted.map(|message| message + ": --resume plays the rest"), out)
    }
}

impl Arguments {
    fn venue(
        &self,
        catalogue: &Catalogue,
        event: &Event,
        interrupt: &Interrupt,
        progress: Arc<Progress>,
    ) -> Result<Box<dyn Venue>, Failure> {
        let Some(url) = &self.queue else {
            let own = files_of_event(&self.file).map(Some);
            let [pgn, jsonl] = self.event.files();
            let hidden: Vec<_> = own.iter().chain([pgn, jsonl, &self.html]).collect();
            return Ok(Box::new(EventArguments::local_venue(
                catalogue, event, &hidden, interrupt, progress,
            )?));
        };
        let coordinator = Coordinator::connect(url, &event.id, Arc::new(|news: &str| say(news)));
        let coordinator = coordinator.map_err(Failure::input)?.with_progress(progress);
        Ok(Box::new(coordinator.with_stop(Arc::clone(&interrupt.flag))))
    }

    fn describe(&self, catalogue: &Catalogue) -> Result<Event, Failure> {
        let format = match self.format {
            Meetings::RoundRobin => Format::RoundRobin,
            Meetings::Gauntlet => Format::Gauntlet,
            Meetings::Swiss => {
                let enough = self.players.len().next_power_of_two().trailing_zeros() as usize;
                Format::Swiss { rounds: self.rounds.map_or(enough, usize::from) }
            }
        };
        let game = self.game.as_deref().unwrap_or_default();
        self.event.event(catalogue, "tournament", game, &self.players, format, self.pairs as usize)
    }
}
