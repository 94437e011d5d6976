//! `quadrille ugi`: the Universal Game Interface, a text protocol by which other programs use the engine.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, channel, sync_channel};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::Duration;

use clap::Args;
use quadrille::duration::share_of_clock;
use quadrille::{
    AnyLine, Catalogue, Evaluation, Finding, GameRef, Limits, MAX_DEPTH, OutOfMemory, Outcome, Question,
    Session, Side, Tables, quote, whole_number,
};

use super::Run;
use crate::failure::{Failure, readable};
use crate::input::{Lines, TablesArgument, play_all};

/// Speak the Universal Game Interface on stdin and stdout, for programs that play or referee games
///
/// Commands: ugi, isready, uginewgame, setoption name Hash|Threads|Eval value V, position startpos|fen TEXT [moves M…],
/// go depth|movetime|nodes N, go infinite, go p1time MS p2time MS [p1inc MS p2inc MS], stop, query gameover|result|p1turn,
/// quit. A depth is searched exactly; everything else as well as the time allows. During a search isready, stop and quit are
/// answered at once, and other commands after it. After the end of the input, a search without a time limit has five seconds.
#[derive(Args)]
#[command(after_help = r"Example:
  printf 'position startpos moves %move%\ngo movetime 200\n' | quadrille ugi %game%")]
pub(crate) struct Arguments {
    /// %games% [default: %first%]
    game: Option<String>,
    #[command(flatten)]
    tables: TablesArgument,
}

/// How many commands may wait for the end of a search before no more are read.
const WAITING_COMMANDS: usize = 1000;

/// How long a search without a time limit may take after the end of the input. Scripts get their answers; an engine whose user has
/// gone ends.
const AFTER_END: Duration = Duration::from_secs(5);

impl Run for Arguments {
    fn run(self, catalogue: &Catalogue, _out: &mut dyn Write) -> Result<(), Failure> {
        let first = || catalogue.families().next().map_or("", |family| family.descriptor().name);
        let game = catalogue.game(self.game.as_deref().unwrap_or_else(first))?;
        let mut player = Player::new(game, self.tables.open());
        let (commands, waiting) = sync_channel(WAITING_COMMANDS);
        let (finished, searches_finished) = channel();
        let player = thread::spawn(move || {
            // The channel ends when the input has ended and all commands are done.
            waiting.iter().try_for_each(|command: Command| {
                player.obey(&command)?;
                let _ = finished.send(());
                Ok(())
            })
        });
        let mut listener = Listener { commands, searches: Vec::new() };
        let mut lines = Lines::of_stdin();
        let heard = loop {
            match lines.next() {
                Ok(Some(line)) => match listener.hear(line.trim()) {
                    Ok(true) => {}
                    Ok(false) => {
                        listener.stop();
                        break Ok(());
                    }
                    Err(error) => break Err(error.into()),
                },
                Ok(None) => break Ok(()),
                Err(failure) => break Err(failure),
            }
        };
        if heard.is_err() {
            listener.stop();
        }
        listener.end(&searches_finished);
        let played: io::Result<()> = player.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        heard.and(played.map_err(Failure::from))
    }
}

/// A command for the player.
struct Command {
    line: String,
    /// The search that it asks for.
    search: Option<Arc<Search>>,
}

/// A search that is waiting or running.
struct Search {
    cancel: AtomicBool,
    /// Whether it ends by itself at a certain time.
    is_timed: bool,
}

/// Reads commands, also while the player searches: those that cannot wait are obeyed here.
struct Listener {
    /// To the player, in order.
    commands: SyncSender<Command>,
    /// The searches that the player has not finished, and some that it has.
    searches: Vec<Weak<Search>>,
}

impl Listener {
    /// Obeys a command or passes it on; `false` when nothing more is to be heard.
    fn hear(&mut self, line: &str) -> io::Result<bool> {
        self.searches.retain(|search| search.strong_count() > 0);
        let words: Vec<&str> = line.split_whitespace().collect();
        let search = match words.as_slice() {
            ["quit"] => return Ok(false),
            ["stop"] => {
                self.stop();
                return Ok(true);
            }
            ["isready"] if !self.searches.is_empty() => return say(&["readyok"]).map(|()| true),
            ["go", rest @ ..] => Search::asked_for(rest).map(Arc::new),
            _ => None,
        };
        self.searches.extend(search.as_ref().map(Arc::downgrade));
        // The player has gone if nobody reads what it says.
        Ok(self.commands.send(Command { line: line.to_string(), search }).is_ok())
    }

    /// The searches that are running or waiting, in order.
    fn unfinished(&self) -> impl Iterator<Item = Arc<Search>> {
        self.searches.iter().filter_map(Weak::upgrade)
    }

    /// Ends all searches that were asked for; their answers are printed.
    fn stop(&self) {
        self.unfinished().for_each(|search| search.cancel.store(true, Relaxed));
    }

    /// Lets the player finish what it was told, as long as each search ends in time.
    fn end(self, finished: &Receiver<()>) {
        let Listener { commands, searches } = self;
        drop(commands);
        loop {
            match finished.recv_timeout(AFTER_END) {
                Ok(()) => {}
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => {
                    let running = searches.iter().find_map(Weak::upgrade);
                    if let Some(search) = running.filter(|search| !search.is_timed) {
                        search.cancel.store(true, Relaxed);
                    }
                }
            }
        }
    }
}

impl Search {
    /// The search that the words after `go` ask for, if they are right.
    fn asked_for(words: &[&str]) -> Option<Search> {
        let mut limits = Side::BOTH.map(|side| limits(words, side)).into_iter();
        let is_timed = limits.try_fold(false, |timed, limits| Some(timed || limits?.1.time.is_some()))?;
        Some(Search { cancel: AtomicBool::new(false), is_timed })
    }
}

/// What `setoption` sets.
#[derive(Clone, Copy)]
struct Options {
    megabytes: usize,
    threads: usize,
    /// The evaluation; by default it depends on the kind of search.
    evaluation: Option<Evaluation>,
}

/// The engine, its options and the position that it was given.
struct Player {
    game: GameRef,
    line: Box<dyn AnyLine>,
    options: Options,
    session: Session,
}

impl Player {
    fn new(game: GameRef, tables: Tables) -> Player {
        let options = Options { megabytes: 64, threads: 1, evaluation: None };
        let line = game.start();
        let mut player = Player { game, line, options, session: Session::new(tables) };
        // Without the memory for it, searches do with less.
        let _ = player.reset(options);
        player
    }

    fn obey(&mut self, command: &Command) -> io::Result<()> {
        let Command { line, search } = command;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            [] => Ok(()),
            ["ugi"] => say(&[
                &format!("id name Quadrille {} {}", env!("CARGO_PKG_VERSION"), self.game),
                "id author the Quadrille authors",
                "option name Hash type spin default 64 min 1 max 65536",
                "option name Threads type spin default 1 min 1 max 256",
                "option name Eval type combo default auto var auto var standard var material var net",
                "ugiok",
            ]),
            ["isready"] => say(&["readyok"]),
            ["uginewgame"] => {
                self.session.forget();
                self.line = self.game.start();
                Ok(())
            }
            ["setoption", "name", name, "value", value] => self.set(name, value),
            ["position", rest @ ..] => self.position(rest),
            ["go", rest @ ..] => self.go(rest, search.as_deref()),
            ["query", "gameover"] => say(&[&format!("response {}", self.line.ending().is_some())]),
            ["query", "p1turn"] => say(&[&format!("response {}", self.line.side() == Side::White)]),
            ["query", "result"] => say(&[match self.line.ending().map(|ending| ending.outcome) {
                None => "response none",
                Some(Outcome::Draw) => "response draw",
                Some(Outcome::Win(Side::White)) => "response p1win",
                Some(Outcome::Win(Side::Black)) => "response p2win",
            }]),
            _ => complain(&format!("unknown command {:?}: see quadrille ugi --help", quote(line))),
        }
    }

    /// Begins a session with these options and an empty transposition table.
    fn reset(&mut self, options: Options) -> Result<(), OutOfMemory> {
        let tables = self.session.tables().clone();
        // The present table is freed first.
        self.session = Session::new(tables.clone());
        let Options { megabytes, threads, .. } = options;
        let session = Session::new(tables).try_with_table_bytes(megabytes << 20)?;
        self.session = session.with_threads(threads);
        self.options = options;
        Ok(())
    }

    fn set(&mut self, name: &str, value: &str) -> io::Result<()> {
        let number = |most: usize| whole_number(value).filter(|number| (1..=most).contains(number));
        let mut options = self.options;
        match (name.to_ascii_lowercase().as_str(), number(65_536), number(256), value.parse()) {
            ("hash", Some(megabytes), ..) => options.megabytes = megabytes,
            ("threads", _, Some(threads), _) => options.threads = threads,
            ("eval", ..) if value == "auto" => options.evaluation = None,
            ("eval", .., Ok(evaluation)) => options.evaluation = Some(evaluation),
            _ => {
                let (name, value) = (quote(name), quote(value));
                let problem =
                    format!("cannot set {name} to {value}: the command ugi lists options and values");
                return complain(&problem);
            }
        }
        match self.reset(options) {
            Ok(()) => Ok(()),
            Err(error) => {
                // What fitted before fits again; otherwise searches do with less.
                let _ = self.reset(self.options);
                complain(&format!("{error}: set a smaller Hash"))
            }
        }
    }

    fn position(&mut self, words: &[&str]) -> io::Result<()> {
        let at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let (position, moves) = words.split_at(at);
        let text = match position {
            ["startpos"] => "startpos".to_string(),
            ["fen", fen @ ..] => fen.join(" "),
            _ => return complain("position needs startpos or fen TEXT; moves M1 M2 … may follow"),
        };
        let mut line = match self.game.line(&text) {
            Ok(line) => line,
            Err(error) => return complain(&error.problem.to_string()),
        };
        if let Err(problem) = play_all(&mut line, moves.iter().skip(1).copied()) {
            return complain(&problem);
        }
        self.line = line;
        Ok(())
    }

    /// Searches and answers. The listener may end the search.
    fn go(&mut self, words: &[&str], search: Option<&Search>) -> io::Result<()> {
        let (Some((exact, limits)), Some(search)) = (limits(words, self.line.side()), search) else {
            return complain("go needs depth N, movetime MS, nodes N, infinite, or p1time MS p2time MS");
        };
        if let Some(ending) = self.line.ending() {
            return complain(&format!("the game is over: {ending}"));
        }
        let limits = Limits { cancel: Some(&search.cancel), ..limits };
        let evaluation = self.options.evaluation.unwrap_or(Evaluation::for_search(exact));
        let question = Question { limits, exact, evaluation, manner: None };
        let found = self.session.search_with(&*self.line, &question, &mut |finding| {
            let _ = say(&[&info(finding)]);
        });
        // A search that was stopped before its first depth still owes a move.
        let first = || self.line.moves().swap_remove(0);
        let mv = found.map_or_else(first, |mut found| found.play.swap_remove(0));
        say(&[&format!("bestmove {mv}")])
    }
}

/// The limits of `go`, and whether it asks for an exact answer.
fn limits(words: &[&str], side: Side) -> Option<(bool, Limits<'static>)> {
    let mut limits = Limits::default();
    let (mut exact, mut clock, mut increment) = (false, None, 0);
    let (own_clock, own_increment) =
        if side == Side::White { ("p1time", "p1inc") } else { ("p2time", "p2inc") };
    let mut words = words.iter();
    let mut any = false;
    while let Some(&word) = words.next() {
        any = true;
        if word == "infinite" {
            continue;
        }
        let number = whole_number(words.next()?)? as u64;
        match word {
            "depth" => {
                exact = true;
                limits.depth = number.clamp(1, MAX_DEPTH.into()) as u32;
            }
            "movetime" => limits.time = Some(Duration::from_millis(number)),
            "nodes" => limits.nodes = Some(number),
            _ if word == own_clock => clock = Some(number),
            _ if word == own_increment => increment = number,
            "p1time" | "p2time" | "p1inc" | "p2inc" => {}
            _ => return None,
        }
    }
    if let Some(clock) = clock {
        let [clock, increment] = [clock, increment].map(Duration::from_millis);
        limits.time = Some(share_of_clock(clock, increment));
    }
    any.then_some((exact, limits))
}

fn info(finding: &Finding) -> String {
    let Finding { depth, score, nodes, table_permille, time, play, .. } = finding;
    let a_second = *nodes as f64 / time.as_secs_f64().max(1e-6);
    format!(
        "info depth {depth} score cp {} nodes {nodes} time {} nps {a_second:.0} hashfull {table_permille} pv {}",
        score.value(),
        time.as_millis(),
        play.join(" ")
    )
}

/// Prints lines at once, also while another thread prints.
fn say(lines: &[&str]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    out.flush()
}

/// Tells the other program what is wrong; the conversation continues.
fn complain(problem: &str) -> io::Result<()> {
    say(&[&format!("info string error: {}", readable(&problem.replace('\n', " ")))])
}
