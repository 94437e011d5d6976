//! `quadrille ugi`: the Universal Game Interface, a text protocol by which other programs use the engine.

use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{Scope, ScopedJoinHandle};
use std::time::Duration;

use anyline::{AnyLine, Evaluation, Finding, Question};
use clap::Args;
use game::{Outcome, Side};
use games::{GameSpec, whole_number};
use search::{Engine, Limits, share_of_clock};

use crate::failure::Failure;

/// Speak the Universal Game Interface on stdin and stdout, for programs that play or referee games
///
/// Commands: ugi, isready, uginewgame, setoption name Hash|Threads|Eval value V, position startpos|fen TEXT [moves M…],
/// go depth|movetime|nodes N, go infinite, go p1time MS p2time MS [p1inc MS p2inc MS], stop, query gameover|result|p1turn,
/// quit. A depth is searched exactly; everything else as well as the time allows.
#[derive(Args)]
#[command(after_help = "Example:
  printf 'position startpos moves c2c3\\ngo movetime 200\\n' | quadrille ugi ctf")]
pub(crate) struct Arguments {
    /// ctf, crusher, oska or congo, with a size if you like
    #[arg(default_value = "ctf")]
    game: String,
}

impl Arguments {
    pub(crate) fn run(self, _out: &mut impl Write) -> Result<(), Failure> {
        let spec: GameSpec = self.game.parse()?;
        Ok(anyline::open(spec, "startpos", |start| session(spec.to_string(), start))??)
    }
}

/// What `setoption` sets.
#[derive(Clone, Copy)]
struct Options {
    megabytes: usize,
    threads: usize,
    evaluation: Evaluation,
}

/// Obeys the lines of stdin, from the start of a game on.
fn session(name: String, start: &dyn AnyLine) -> io::Result<()> {
    let options = Options { megabytes: 64, threads: 1, evaluation: Evaluation::Standard };
    let cancel = AtomicBool::new(false);
    let engine = Mutex::new(Engine::new(options.megabytes << 20).prepared());
    std::thread::scope(|scope| {
        let mut player = Player {
            name,
            start,
            line: start.duplicate(),
            options,
            engine: &engine,
            cancel: &cancel,
            thinking: None,
        };
        for line in io::stdin().lock().split(b'\n') {
            let line = line?;
            if !player.obey(String::from_utf8_lossy(&line).trim(), scope)? {
                player.stop();
                return Ok(());
            }
        }
        // The input is at its end: a search that ends by itself may do so.
        player.finish();
        Ok(())
    })
}

/// The state of a session.
struct Player<'s> {
    name: String,
    start: &'s dyn AnyLine,
    line: Box<dyn AnyLine + 's>,
    options: Options,
    engine: &'s Mutex<Engine>,
    cancel: &'s AtomicBool,
    /// The search under way, and whether it would never end by itself.
    thinking: Option<(ScopedJoinHandle<'s, ()>, bool)>,
}

impl<'s> Player<'s> {
    /// Does what a line says; `false` when that is to quit.
    fn obey<'e>(&mut self, line: &str, scope: &'s Scope<'s, 'e>) -> io::Result<bool> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let done = match words.as_slice() {
            [] => Ok(()),
            ["ugi"] => say(&[
                &format!("id name Quadrille {} {}", env!("CARGO_PKG_VERSION"), self.name),
                "id author the Quadrille authors",
                "option name Hash type spin default 64 min 1 max 16384",
                "option name Threads type spin default 1 min 1 max 256",
                "option name Eval type combo default standard var standard var material",
                "ugiok",
            ]),
            ["isready"] => say(&["readyok"]),
            ["uginewgame"] => {
                self.finish();
                self.reset();
                self.line = self.start.duplicate();
                Ok(())
            }
            ["setoption", "name", name, "value", value] => {
                self.finish();
                self.set(name, value)
            }
            ["position", rest @ ..] => {
                self.finish();
                self.position(rest)
            }
            ["go", rest @ ..] => {
                self.finish();
                self.go(rest, scope)
            }
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

    /// Ends the search under way; its answer is printed.
    fn stop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
        self.finish();
    }

    /// Waits for the search under way, unless it would never end.
    fn finish(&mut self) {
        if let Some((search, endless)) = self.thinking.take() {
            if endless {
                self.cancel.store(true, Ordering::Relaxed);
            }
            let _ = search.join();
        }
    }

    /// Begins with an empty table.
    fn reset(&mut self) {
        let engine = Engine::new(self.options.megabytes << 20).with_threads(self.options.threads).prepared();
        *self.engine.lock().unwrap_or_else(PoisonError::into_inner) = engine;
    }

    fn set(&mut self, name: &str, value: &str) -> io::Result<()> {
        let number = |most: usize| whole_number(value).filter(|number| (1..=most).contains(number));
        match (name.to_ascii_lowercase().as_str(), value.parse()) {
            ("hash", _) if number(16_384).is_some() => self.options.megabytes = number(16_384).unwrap_or(64),
            ("threads", _) if number(256).is_some() => self.options.threads = number(256).unwrap_or(1),
            ("eval", Ok(evaluation)) => self.options.evaluation = evaluation,
            _ => {
                return complain(&format!(
                    "there is no option {name:?} with a value {value:?}: ugi lists them"
                ));
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
            _ => return complain("a position is startpos or fen TEXT, and then moves if there are any"),
        };
        let mut line = match self.start.parse(&text) {
            Ok(line) => line,
            Err(error) => return complain(&error.problem.to_string()),
        };
        for name in moves.iter().skip(1) {
            if let Err(problem) = line.play(name) {
                return complain(&format!("move {name}: {problem}"));
            }
        }
        self.line = line;
        Ok(())
    }

    fn go<'e>(&mut self, words: &[&str], scope: &'s Scope<'s, 'e>) -> io::Result<()> {
        let Some((exact, mut limits)) = limits(words, self.line.side()) else {
            return complain("go wants depth N, movetime MS, nodes N, infinite, or p1time MS p2time MS");
        };
        if let Some(ending) = self.line.ending() {
            return complain(&format!("the game is over: {ending}"));
        }
        let endless = !exact && limits.time.is_none() && limits.nodes.is_none();
        self.cancel.store(false, Ordering::Relaxed);
        limits.cancel = Some(self.cancel);
        let question = Question { limits, exact, evaluation: self.options.evaluation };
        let (engine, line) = (self.engine, self.line.duplicate());
        let search = scope.spawn(move || {
            let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
            let found = line.search(&mut engine, &question, &mut |finding| {
                let _ = say(&[&info(finding)]);
            });
            // A search that was called off before its first depth still owes a move.
            let mv = found.map_or_else(|| line.moves().swap_remove(0), |mut found| found.play.swap_remove(0));
            let _ = say(&[&format!("bestmove {mv}")]);
        });
        self.thinking = Some((search, endless));
        Ok(())
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
                limits.depth = (number as u32).clamp(1, game::MAX_DEPTH);
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

/// Prints lines at once, whoever else prints.
fn say(lines: &[&str]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    out.flush()
}

/// Tells the other program what is wrong; the session goes on.
fn complain(problem: &str) -> io::Result<()> {
    say(&[&format!("info string error: {}", problem.replace('\n', " "))])
}
