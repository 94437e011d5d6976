//! Random searches with random limits: each has a legal answer soon after its limit, and memory does not grow.
//!
//! Random are the game and the size, the moves before, whether the history is a legal game, the kind of search, the
//! table (one for many searches, cancelled or not), the threads, and the limits: any mixture of a depth, a time, a
//! number of positions and a cancellation.

use std::fmt;
use std::fs;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use crate::common::{Chosen, random_line};
use game::{Choice, Line, Notation, Random, perft};
use games::{Visitor, visit};
use search::{Engine, Limits};

/// All games, from the smallest boards to some with bit sets of several words.
const GAMES: [&str; 16] = [
    "ctf:2",
    "ctf:3",
    "ctf:5",
    "ctf:9",
    "ctf:16",
    "crusher:2",
    "crusher:3",
    "crusher:4",
    "crusher:7",
    "oska:3",
    "oska:4",
    "oska:6",
    "oska:8",
    "oska:13",
    "congo",
    "congo:course",
];

const TABLE_BYTES: [usize; 4] = [0, 1 << 10, 1 << 16, 1 << 22];

/// Timings never decide a test: these limits only distinguish a late answer from a search that does not end.
const UTTERLY_LATE: Duration = Duration::from_secs(5);
const NEVER: Duration = Duration::from_mins(1);

#[test]
fn every_search_has_a_legal_answer() {
    let mut record = Record::default();
    for (seed, name) in (1..).zip(GAMES) {
        soak(name, seed, 60, &mut record);
    }
    println!("{record}");
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
        for name in GAMES {
            soak(name, seed, 100, &mut record);
            if start.elapsed() > whole / 10 {
                settled.get_or_insert_with(resident_kib);
            }
            if start.elapsed() > whole {
                break 'rounds;
            }
        }
    }
    println!("{record}");
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
                engines.push((name, threads, Engine::new(bytes).with_threads(threads).prepared()));
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
        let waited = time_without_processor();
        let start = Instant::now();
        let ((choice, answered), stopped) = while_someone_may_stop(&cancel, stop_after, what, || {
            let choice = if exact {
                engine.analyze(line, &limits, &Chosen::Standard, report)
            } else {
                engine.think(line, &limits, &Chosen::Standard, report)
            };
            (choice, Instant::now())
        });
        let waited = time_without_processor().saturating_sub(waited);
        let deadline = limits.time.map(|time| start + time).into_iter().chain(stopped).min();
        self.record.add(exact, deadline, answered, waited, what);
        if let Some(deadline) = deadline.filter(|&deadline| deadline <= answered) {
            self.record
                .watchers
                .add(late_watchers(deadline - start, threads), || format!("{threads} threads"));
        }

        let Some(choice) = choice else {
            assert!(exact && depth == 0, "no answer: {}", what());
            return None;
        };
        check_play(line, &choice.variation, &what);
        let affordable = || depth <= 10 && (1..=depth).all(|plies| perft(&mut line.clone(), plies) < 10_000);
        if exact && affordable() {
            let expected = game::best_move(&mut line.clone(), depth, &Chosen::Standard).expect("a move");
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
        };
        (limits, stopped.then_some(stop_after))
    }
}

/// Best play must consist of legal moves.
fn check_play<G: Notation>(line: &Line<'_, G>, variation: &[G::Move], what: &impl Fn() -> String) {
    let mut line = line.clone();
    for &mv in variation {
        assert!(line.moves().contains(&mv), "{} in {}", line.game().write_move(line.position(), mv), what());
        let _ = line.try_play(mv);
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
struct Lateness {
    /// A histogram of the lateness in hundredths of a millisecond; the last entry also counts everything later. Its
    /// size is fixed, so that it does not look like a leak.
    counts: Vec<u64>,
    worst: Duration,
    /// Which search was the latest, and how long it waited for a busy processor.
    what: String,
}

impl Default for Lateness {
    fn default() -> Self {
        Lateness { counts: vec![0; 50_000], worst: Duration::ZERO, what: "none".into() }
    }
}

impl Lateness {
    fn add(&mut self, late: Duration, what: impl FnOnce() -> String) {
        let last = self.counts.len() - 1;
        self.counts[last.min(late.as_micros() as usize / 10)] += 1;
        if late > self.worst {
            (self.worst, self.what) = (late, what());
        }
    }

    /// The lateness, in milliseconds, that this many of a thousand searches do not exceed.
    fn permille(&self, share: u64) -> f64 {
        let all: u64 = self.counts.iter().sum();
        let mut left = all * (1000 - share) / 1000;
        for (index, &count) in self.counts.iter().enumerate().rev() {
            if count > left {
                return (index + 1) as f64 / 100.0;
            }
            left -= count;
        }
        0.0
    }
}

impl fmt::Display for Lateness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [middle, most, almost_all] = [500, 990, 999].map(|share| self.permille(share));
        writeln!(
            f,
            "{} ran into a limit; late by {middle} ms at the median, {most} at 99 %, {almost_all} at 99.9 %, \
             {:.2} at worst",
            self.counts.iter().sum::<u64>(),
            self.worst.as_secs_f64() * 1e3
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
    /// Of both kinds, minus the time in which a thread was ready but had no processor.
    on_a_processor: Lateness,
    /// Of the same number of threads that only read the clock, for the same times: the lateness of the machine itself.
    watchers: Lateness,
}

impl Record {
    fn add(
        &mut self,
        exact: bool,
        deadline: Option<Instant>,
        answered: Instant,
        waited: Duration,
        what: impl Fn() -> String,
    ) {
        self.searches += 1;
        if let Some(late) = deadline.and_then(|deadline| answered.checked_duration_since(deadline)) {
            let what = || format!("without a processor for {waited:?}; {}", what());
            let kind = if exact { &mut self.exact } else { &mut self.selective };
            kind.add(late, what);
            self.on_a_processor.add(late.saturating_sub(waited), what);
        }
    }

    fn check(&self) {
        assert!(self.exact.worst.max(self.selective.worst) < UTTERLY_LATE, "{self}");
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} searches", self.searches)?;
        write!(f, "selective: {}exact: {}", self.selective, self.exact)?;
        write!(f, "both, less the time without a processor: {}", self.on_a_processor)?;
        write!(f, "nothing but clocks, for as long: {}", self.watchers)
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

/// How long threads of this machine were ready but had no processor, if the system reports it: because of other
/// threads, or because the machine is virtual and its host was busy. A search really has all its threads only if this
/// does not grow.
fn time_without_processor() -> Duration {
    let pressure = fs::read_to_string("/proc/pressure/cpu").unwrap_or_default();
    let some = pressure.lines().next().and_then(|line| line.rsplit_once("total="));
    let waited = some.and_then(|(_, total)| total.parse().ok()).unwrap_or(0);
    let stat = fs::read_to_string("/proc/stat").unwrap_or_default();
    let stolen = stat.lines().next().and_then(|line| line.split_whitespace().nth(8));
    // In hundredths of a second, for all processors together.
    let stolen = stolen.and_then(|ticks| ticks.parse::<u64>().ok()).unwrap_or(0);
    Duration::from_micros(waited) + Duration::from_millis(10 * stolen)
}

/// The memory of this process, if the system reports it.
fn resident_kib() -> Option<u64> {
    let text = fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}
