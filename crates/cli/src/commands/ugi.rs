//! `quadrille ugi`: the Universal Game Interface, a text protocol by which other programs use the engine.

use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use clap::Args;
use quadrille::duration::share_of_clock;
use quadrille::{
    AnyLine, Catalogue, Evaluation, Finding, GameRef, Limits, MAX_DEPTH, Outcome, Question, Session, Side,
    Tables, whole_number,
};

use super::Run;
use crate::failure::Failure;
use crate::input::{TablesArgument, play_all};

/// Speak the Universal Game Interface on stdin and stdout, for programs that play or referee games
///
/// Commands: ugi, isready, uginewgame, setoption name Hash|Threads|Eval value V, position startpos|fen TEXT [moves M…],
/// go depth|movetime|nodes N, go infinite, go p1time MS p2time MS [p1inc MS p2inc MS], stop, query gameover|result|p1turn,
/// quit. A depth is searched exactly; everything else as well as the time allows.
#[derive(Args)]
#[command(after_help = r"Example:
  printf 'position startpos moves %move%\ngo movetime 200\n' | quadrille ugi %game%")]
pub(crate) struct Arguments {
    /// %games% [default: %first%]
    game: Option<String>,
    #[command(flatten)]
    tables: TablesArgument,
}

impl Run for Arguments {
    fn run(self, catalogue: &Catalogue, _out: &mut dyn Write) -> Result<(), Failure> {
        let first = || catalogue.families().next().map_or("", |family| family.descriptor().name);
        let game = catalogue.game(self.game.as_deref().unwrap_or_else(first))?;
        let mut player = Player::new(game, self.tables.open());
        for line in io::stdin().lock().split(b'\n') {
            let line = line?;
            if !player.obey(String::from_utf8_lossy(&line).trim())? {
                player.stop();
                return Ok(());
            }
        }
        // The input is at its end: a search that ends by itself may do so.
        player.finish();
        Ok(())
    }
}

/// What `setoption` sets.
#[derive(Clone, Copy)]
struct Options {
    megabytes: usize,
    threads: usize,
    evaluation: Evaluation,
}

/// The engine, its options and the position that it was given.
struct Player {
    game: GameRef,
    line: Box<dyn AnyLine>,
    options: Options,
    session: Arc<Mutex<Session>>,
    cancel: Arc<AtomicBool>,
    /// The search in progress, and whether it would never end by itself.
    thinking: Option<(JoinHandle<()>, bool)>,
}

impl Player {
    fn new(game: GameRef, tables: Tables) -> Player {
        let options = Options { megabytes: 64, threads: 1, evaluation: Evaluation::Standard };
        let session = Arc::new(Mutex::new(Session::new(tables)));
        let line = game.start();
        let player = Player { game, line, options, session, cancel: Arc::default(), thinking: None };
        player.reset();
        player
    }

    /// Does what a line says; `false` when that is to quit.
    fn obey(&mut self, line: &str) -> io::Result<bool> {
        let words: Vec<&str> = line.split_whitespace().collect();
        if let ["uginewgame" | "setoption" | "position" | "go", ..] = words.as_slice() {
            self.finish();
        }
        let done = match words.as_slice() {
            [] => Ok(()),
            ["ugi"] => say(&[
                &format!("id name Quadrille {} {}", env!("CARGO_PKG_VERSION"), self.game),
                "id author the Quadrille authors",
                "option name Hash type spin default 64 min 1 max 16384",
                "option name Threads type spin default 1 min 1 max 256",
                "option name Eval type combo default standard var standard var material",
                "ugiok",
            ]),
            ["isready"] => say(&["readyok"]),
            ["uginewgame"] => {
                lock(&self.session).forget();
                self.line = self.game.start();
                Ok(())
            }
            ["setoption", "name", name, "value", value] => self.set(name, value),
            ["position", rest @ ..] => self.position(rest),
            ["go", rest @ ..] => self.go(rest),
            ["stop"] => {
                self.stop();
                Ok(())
            }
            ["query", "gameover"] => say(&[&format!("response {}", self.line.ending().is_some())]),
            ["query", "p1turn"] => say(&[&format!("response {}", self.line.side() == Side::White)]),
            ["query", "result"] => say(&[match self.line.ending().map(|ending| ending.outcome) {
                None => "response none",
                Some(Outcome::Draw) => "response draw",
                Some(Outcome::Win(Side::White)) => "response p1win",
                Some(Outcome::Win(Side::Black)) => "response p2win",
            }]),
            ["quit"] => return Ok(false),
            _ => complain(&format!("unknown command {line:?}: see quadrille ugi --help")),
        };
        done.map(|()| true)
    }

    /// Ends the search in progress; its answer is printed.
    fn stop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
        self.finish();
    }

    /// Waits for the search in progress; ends one that would never end by itself.
    fn finish(&mut self) {
        if let Some((search, endless)) = self.thinking.take() {
            if endless {
                self.cancel.store(true, Ordering::Relaxed);
            }
            let _ = search.join();
        }
    }

    /// Begins a session with the present options and an empty transposition table.
    fn reset(&self) {
        let mut session = lock(&self.session);
        let Options { megabytes, threads, evaluation } = self.options;
        let new = Session::new(session.tables().clone());
        *session = new.with_table_bytes(megabytes << 20).with_threads(threads).prepared();
        session.prepare(&*self.line, &Question { evaluation, ..Question::for_time(Duration::ZERO) });
    }

    fn set(&mut self, name: &str, value: &str) -> io::Result<()> {
        let number = |most: usize| whole_number(value).filter(|number| (1..=most).contains(number));
        match (name.to_ascii_lowercase().as_str(), number(16_384), number(256), value.parse()) {
            ("hash", Some(megabytes), ..) => self.options.megabytes = megabytes,
            ("threads", _, Some(threads), _) => self.options.threads = threads,
            ("eval", .., Ok(evaluation)) => self.options.evaluation = evaluation,
            _ => {
                let problem =
                    format!("cannot set {name} to {value}: the command ugi lists options and values");
                return complain(&problem);
            }
        }
        self.reset();
        Ok(())
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

    fn go(&mut self, words: &[&str]) -> io::Result<()> {
        let Some((exact, limits)) = limits(words, self.line.side()) else {
            return complain("go needs depth N, movetime MS, nodes N, infinite, or p1time MS p2time MS");
        };
        if let Some(ending) = self.line.ending() {
            return complain(&format!("the game is over: {ending}"));
        }
        let endless = !exact && limits.time.is_none() && limits.nodes.is_none();
        self.cancel.store(false, Ordering::Relaxed);
        let evaluation = self.options.evaluation;
        let (session, cancel) = (Arc::clone(&self.session), Arc::clone(&self.cancel));
        let line = self.line.duplicate();
        let search = thread::spawn(move || {
            let limits = Limits { cancel: Some(&cancel), ..limits };
            let question = Question { limits, exact, evaluation };
            let found = lock(&session).search_with(&*line, &question, &mut |finding| {
                let _ = say(&[&info(finding)]);
            });
            // A search that was stopped before its first depth still owes a move.
            let mv = found.map_or_else(|| line.moves().swap_remove(0), |mut found| found.play.swap_remove(0));
            let _ = say(&[&format!("bestmove {mv}")]);
        });
        self.thinking = Some((search, endless));
        Ok(())
    }
}

fn lock(session: &Mutex<Session>) -> MutexGuard<'_, Session> {
    session.lock().unwrap_or_else(PoisonError::into_inner)
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
    say(&[&format!("info string error: {}", problem.replace('\n', " "))])
}
