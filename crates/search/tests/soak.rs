//! Random searches with random limits: each has a legal answer soon after its limit, and memory does not grow.
//!
//! Random are the game and the size, the moves before, whether the history is a legal game, the kind of search, the
//! table (one for many searches, cancelled or not), the threads, and the limits: any mixture of a depth, a time, a
//! number of positions and a cancellation.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use crate::common::{play_legally, random_line};
use game::{Choice, Evaluation, Line, Notation, Random, perft};
use games::{Visitor, visit};
use search::{Engine, Limits};

/// All games, from the smallest boards to some with bit sets of several words.
const GAMES: &str = "ctf:2 ctf:3 ctf:5 ctf:9 ctf:16 crusher:2 crusher:3 crusher:4 crusher:7 \
                     oska:3 oska:4 oska:6 oska:8 oska:13 congo congo:course";

const TABLE_BYTES: [usize; 4] = [0, 1 << 10, 1 << 16, 1 << 22];

/// Timings never decide a test: these limits only distinguish a late answer from a search that does not end.
const UTTERLY_LATE: Duration = Duration::from_secs(5);
const NEVER: Duration = Duration::from_mins(1);

#[test]
fn every_search_has_a_legal_answer() {
    let mut record = Record::default();
    for (seed, name) in (1..).zip(GAMES.split(' ')) {
        soak(name, seed, 60, &mut record);
    }
    record.check();
}

#[test]
#[ignore = "an hour of random searches, or SOAK_MINUTES: see CONTRIBUTING.md"]
fn an_hour_of_searches() {
    let minutes = std::env::var("SOAK_MINUTES").map_or(60, |text| text.parse().expect("a whole number"));
    let (start, whole) = (Instant::now(), Duration::from_secs(60 * minutes));
    let mut record = Record::default();
    // In the first tenth of the time, memory use may still grow.
    let mut settled = None;
    'rounds: for seed in 1.. {
        for name in GAMES.split(' ') {
            soak(name, seed, 100, &mut record);
            if start.elapsed() > whole / 10 {
                settled.get_or_insert_with(resident_kib);
            }
            if start.elapsed() > whole {
                break 'rounds;
            }
        }
    }
    record.check();
    if let (Some(Some(before)), Some(after)) = (settled, resident_kib()) {
        println!("memory: {before} KiB after a tenth of the time, {after} KiB at the end");
        assert!(after < before + (32 << 10), "memory grows");
    }
}

fn soak(name: &str, seed: u64, searches: usize, record: &mut Record) {
    visit(name, RandomSearches { name, searches, random: Random::new(seed), record }).expect("a game");
}

/// Plays random games in which every move is searched under random limits.
struct RandomSearches<'r> {
    name: &'r str,
    searches: usize,
    random: Random,
    record: &'r mut Record,
}

impl Visitor for RandomSearches<'_> {
    type Output = ();

    fn game<G: Notation>(mut self, game: G) {
        // The tables are kept: the entries of a cancelled search must not harm the next search.
        let mut engines: Vec<(String, usize, Engine)> = Vec::new();
        for bytes in TABLE_BYTES {
            for threads in [1, 2] {
                let name = format!("{bytes} bytes, {threads} threads");
                engines.push((name, threads, Engine::new(bytes).with_threads(threads)));
            }
        }
        let mut line = random_line(&game, &mut self.random);
        for _ in 0..self.searches {
            if self.random.below(15) == 0 || line.ending().is_some() {
                line = random_line(&game, &mut self.random);
            }
            if self.random.below(15) == 0 {
                line = with_odd_history(&line, &mut self.random);
            }
            let moves = line.moves();
            if moves.is_empty() {
                continue;
            }
            let index = self.random.below(engines.len());
            let (name, threads, engine) = &mut engines[index];
            let choice = self.search(&line, name, *threads, engine);
            let choice = choice.filter(|_| self.random.below(3) > 0);
            let mv = choice.map_or_else(|| self.random.pick(&moves), |choice| choice.mv());
            let _ = line.try_play(mv);
        }
    }
}

impl RandomSearches<'_> {
    /// One search: its answer must be legal, and exact if the search is exact.
    fn search<G: Notation>(
        &mut self,
        line: &Line<'_, G>,
        name: &str,
        threads: usize,
        engine: &mut Engine,
    ) -> Option<Choice<G::Move>> {
        let exact = self.random.below(2) == 0;
        let cancel = AtomicBool::new(false);
        let (limits, stop_after) = self.limits(&cancel);
        let game = self.name;
        let what = || {
            let (kind, text) = (if exact { "exact" } else { "selective" }, line.game().write_line(line));
            format!("{game}, {kind}, {name}, {limits:?}, called off after {stop_after:?}: {text}")
        };
        let mut depth = 0;
        let mut nodes = 0;
        let report = |report: &search::Report<G::Move>| {
            assert!(report.depth > depth, "reports go deeper: {}", what());
            assert!(report.nodes >= nodes && !report.variation.is_empty(), "{}", what());
            (depth, nodes) = (report.depth, report.nodes);
        };
        let start = Instant::now();
        let ((choice, answered), stopped) = while_someone_may_stop(&cancel, stop_after, what, || {
            let choice = if exact {
                engine.analyze(line, &limits, &Evaluation::Standard, report)
            } else {
                engine.think(line, &limits, &Evaluation::Standard, report)
            };
            (choice, Instant::now())
        });
        let deadline = limits.time.map(|time| start + time).into_iter().chain(stopped).min();
        self.record.searches += 1;
        if let Some(deadline) = deadline.filter(|&deadline| deadline <= answered) {
            let kind = if exact { &mut self.record.exact } else { &mut self.record.selective };
            kind.add(answered - deadline, what);
            let late = late_watchers(deadline - start, threads);
            self.record.watchers.add(late, || format!("{threads} threads"));
        }
        let Some(choice) = choice else {
            assert!(exact && depth == 0, "no answer: {}", what());
            return None;
        };
        play_legally(line, &choice.variation, what);
        let affordable = || depth <= 10 && (1..=depth).all(|plies| perft(&mut line.clone(), plies) < 10_000);
        if exact && affordable() {
            let expected = game::best_move(&mut line.clone(), depth, &Evaluation::Standard).expect("a move");
            assert_eq!((choice.score, choice.mv()), (expected.score, expected.mv()), "{}", what());
        }
        Some(choice)
    }

    /// At least one limit, and the time of a cancellation.
    fn limits<'c>(&mut self, cancel: &'c AtomicBool) -> (Limits<'c>, Option<Duration>) {
        let random = &mut self.random;
        // Small numbers are as likely as large ones, and 0 is possible.
        let mut any_size = |largest_bits: usize| {
            let bits = random.below(largest_bits + 1);
            random.below(1 << bits) as u64
        };
        let time = Duration::from_micros(any_size(14));
        let stop_after = Duration::from_micros(any_size(14));
        let nodes = any_size(15);
        let [timed, counted, stopped] = [0; 3].map(|_| random.below(2) == 0);
        let depth = match random.below(3) {
            // Only the depth can end the search.
            _ if !(timed || counted || stopped) => 1 + random.below(3) as u32,
            0 => 1 + random.below(8) as u32,
            _ => Limits::default().depth,
        };
        let limits = Limits {
            depth,
            time: timed.then_some(time),
            nodes: counted.then_some(nodes),
            cancel: stopped.then_some(cancel),
            ..Limits::default()
        };
        (limits, stopped.then_some(stop_after))
    }
}

/// The position with some earlier boards in any order. This is not a legal game, but callers can supply it.
fn with_odd_history<'g, G: Notation>(line: &Line<'g, G>, random: &mut Random) -> Line<'g, G> {
    let mut boards: Vec<_> = line.history().filter(|_| random.below(4) > 0).collect();
    for index in 1..boards.len() {
        boards.swap(index, random.below(index + 1));
    }
    Line::with_history(line.game(), *line.position(), &boards)
}

/// Does some work while another thread waits to set the flag. Returns when the flag was set, if that was before the
/// work was done. Work that does not end stops the whole run with a message.
fn while_someone_may_stop<T>(
    cancel: &AtomicBool,
    after: Option<Duration>,
    what: impl Fn() -> String + Sync,
    work: impl FnOnce() -> T,
) -> (T, Option<Instant>) {
    std::thread::scope(|scope| {
        let (done, is_done) = mpsc::channel::<()>();
        let what = &what;
        let stopper = scope.spawn(move || {
            let goes_on = |after| is_done.recv_timeout(after) == Err(RecvTimeoutError::Timeout);
            let stopped = after.filter(|&after| goes_on(after)).map(|_| {
                let now = Instant::now();
                cancel.store(true, Relaxed);
                now
            });
            if goes_on(NEVER) {
                eprintln!("No answer: {}", what());
                std::process::abort();
            }
            stopped
        });
        let result = work();
        drop(done);
        (result, stopper.join().expect("nothing to panic about"))
    })
}

/// How long after their limits the searches of one kind ended.
#[derive(Default)]
struct Lateness {
    /// How many searches were late by this many hundredths of a millisecond. A list of all searches would look like a
    /// leak.
    counts: BTreeMap<u64, u64>,
    worst: Duration,
    /// Which search was the latest.
    what: String,
}

impl Lateness {
    fn add(&mut self, late: Duration, what: impl FnOnce() -> String) {
        *self.counts.entry(late.as_micros() as u64 / 10).or_default() += 1;
        if late > self.worst {
            (self.worst, self.what) = (late, what());
        }
    }

    /// The lateness, in milliseconds, that this many of a thousand searches do not exceed.
    fn permille(&self, share: u64) -> f64 {
        let all: u64 = self.counts.values().sum();
        let mut so_far = 0;
        let found = self.counts.iter().find(|&(_, count)| {
            so_far += count;
            so_far * 1000 >= all * share
        });
        found.map_or(0.0, |(&late, _)| (late + 1) as f64 / 100.0)
    }
}

impl fmt::Display for Lateness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [median, most, almost_all] = [500, 990, 999].map(|share| self.permille(share));
        let (count, worst) = (self.counts.values().sum::<u64>(), self.worst.as_secs_f64() * 1e3);
        writeln!(f, "{count} reached a limit and were late:")?;
        writeln!(
            f,
            "  {median} ms at the median, {most} at 99 %, {almost_all} at 99.9 %, {worst:.2} at worst"
        )?;
        writeln!(f, "  the worst: {}", self.what)
    }
}

/// The results of a run.
#[derive(Default)]
struct Record {
    searches: u64,
    selective: Lateness,
    exact: Lateness,
    /// Of the same number of threads that only read the clock, for the same times: the lateness of the machine itself.
    watchers: Lateness,
}

impl Record {
    fn check(&self) {
        println!("{self}");
        assert!(self.exact.worst.max(self.selective.worst) < UTTERLY_LATE, "{self}");
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} searches", self.searches)?;
        write!(f, "selective: {}exact: {}", self.selective, self.exact)?;
        write!(f, "threads that only read the clock: {}", self.watchers)
    }
}

/// The lateness of threads that only read the clock until this time has passed, and then join.
fn late_watchers(time: Duration, threads: usize) -> Duration {
    let deadline = Instant::now() + time;
    let watch = || while Instant::now() < deadline {};
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(watch);
        }
        watch();
    });
    deadline.elapsed()
}

/// The memory of this process, if the system reports it.
fn resident_kib() -> Option<u64> {
    let text = fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}
