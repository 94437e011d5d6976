//! `quadrille match`: two players, many games, and the difference in strength that they show.

use std::fmt::Write as _;
use std::io::Write;
use std::sync::Arc;

use arena::event::{Format, Proceed, Store};
use arena::statistics::{Decision, PlayerResult, Sprt, SprtRun, Tally, Totals, elo};
use clap::Args;
use quadrille::{Catalogue, Record, Side};
use serde::Serialize;

use super::Run;
use crate::event::{self, EventArguments};
use crate::failure::Failure;
use crate::files::check_writable;
use crate::input::{ended, to_json};
use crate::process::Interrupt;

/// Let two players play each other, and measure which of them is stronger
///
/// Each opening is played twice, with the colours swapped. A player is one of these:
///
/// engine, with options after a colon: engine:depth=6,eval=material,threads=2,hash=64,exact or engine:level=3; time=, nodes= or
/// clock= may replace depth=.
///
/// random, which plays any legal move.
///
/// ugi:COMMAND, a program that speaks the Universal Game Interface.
///
/// call:COMMAND, a program that is started for each move, with {history}, {player} and {depth} in its command filled in.
///
/// haskell:FILE:FUNCTION, a function that is compiled first.
///
/// GAME-course:COMMAND, a program for the tournament of the game's course.
///
/// A name for the tables may stand before a player: anna=call:…
#[derive(Args)]
#[command(after_help = r"Examples:
  quadrille match %game% engine:depth=6 engine:depth=6,eval=material --games 200
  quadrille match %sized% engine:time=50ms 'ugi:./my-engine --fast' --control time=50ms
  quadrille match %game% random 'anna=call:python3 anna.py %call%' --control depth=2
  quadrille match %game% engine:depth=5 engine:depth=4 --games 2000 --sprt 0,50")]
pub(crate) struct Arguments {
    /// %games%
    game: String,
    /// The player whose results are shown
    first: String,
    /// Its opponent
    second: String,
    /// How many games, in pairs
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    games: u32,
    /// Stop as soon as it is clear whether the first player is stronger by ELO0 or by ELO1; error rates may follow, as in 0,50,0.05,0.05
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Answer as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    event: EventArguments,
}

/// Reads the hypotheses of a test, and its error rates.
fn sprt(text: &str) -> Result<Sprt, String> {
    let numbers: Result<Vec<f64>, _> = text.split(',').map(str::parse).collect();
    match numbers.as_deref() {
        Ok(&[low, high]) => Sprt::new(low, high, 0.05, 0.05),
        Ok(&[low, high, alpha, beta]) => Sprt::new(low, high, alpha, beta),
        _ => return Err("give two differences in Elo points, as in 0,50; error rates may follow".to_string()),
    }
    .map_err(|error| error.to_string())
}

impl Run for Arguments {
    fn run(self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<(), Failure> {
        check_writable(&self.event.files())?;
        let interrupt = Interrupt::new()?;
        let players = [self.first.clone(), self.second.clone()];
        let pairs = self.games.div_ceil(2) as usize;
        // Openings take a while if there are many.
        let event = interrupt.waiting(|| {
            self.event.event(catalogue, "match", &self.game, &players, Format::RoundRobin, pairs)
        })?;
        let names = event.names().map_err(Failure::Input)?;
        let mut store = Store::in_memory(&event).map_err(Failure::input)?;
        let hidden = self.event.files();
        let mut venue = EventArguments::local_venue(catalogue, &event, &hidden, &interrupt, Arc::default())?;
        let (mut tally, mut counted, mut test) = (Tally::default(), 0, self.sprt.map(SprtRun::new));
        let mut records = event::play(&event, catalogue, &mut store, &mut venue, |records| {
            // Each game is counted once: there may be a million.
            let mut decision = Decision::Continue;
            for record in &records[counted..] {
                let result = result(&names[0], record);
                tally.add(record.pair, result);
                decision = test.as_mut().map_or(decision, |test| test.add(record.pair, result));
            }
            counted = records.len();
            (status(&tally), if decision == Decision::Continue { Proceed::Continue } else { Proceed::Stop })
        })?;
        let interrupted = event::interrupted(&interrupt, &event, &records);
        // Games that were played at the same time as the deciding one do not belong to the test.
        if let Some(pairs) = test.as_ref().and_then(SprtRun::pairs_used) {
            records.retain(|record| record.pair < pairs);
        }
        let test = self.sprt.as_ref().zip(test.as_ref().map(SprtRun::decision));
        let mut summary = MatchJson::new(&event.game, &names, &records, test, event.seed);
        summary.interrupted = interrupted.is_some();
        let text = if self.json { to_json(&summary) + "\n" } else { summary.text() };
        out.write_all(text.as_bytes())?;
        if let (Some(message), false) = (&interrupted, self.json) {
            writeln!(out, "{message}")?;
        }
        self.event.write(&records)?;
        ended(interrupted, out)
    }
}

/// The result of a game for the player of this name.
fn result(name: &str, record: &Record) -> PlayerResult {
    let side = if record.players[0] == name { Side::White } else { Side::Black };
    PlayerResult::of(record.result, side)
}

fn status(tally: &Tally) -> String {
    let elo =
        elo::estimate(&tally.pairs()).map_or(String::new(), |estimate| format!("  Elo {:+.0}", estimate.elo));
    let Totals { wins, draws, losses } = tally.totals();
    format!("+{wins} ={draws} -{losses}{elo}")
}

/// The result of a match.
#[derive(Serialize)]
struct MatchJson {
    game: String,
    players: Vec<String>,
    seed: u64,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    /// Pairs of games in which the first player made 0, 1/2, 1, 3/2 and 2 points.
    pairs: [u64; 5],
    score: Option<f64>,
    elo: Option<[f64; 3]>,
    likelihood_of_superiority: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<TestJson>,
    /// The games that a fault decided, by player and fault.
    faults: Vec<String>,
    /// Whether Ctrl-C ended the match before its last game.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
}

#[derive(Serialize)]
struct TestJson {
    log_likelihood_ratio: f64,
    bounds: (f64, f64),
    verdict: &'static str,
}

impl MatchJson {
    fn new(
        game: &str,
        names: &[String],
        records: &[Record],
        test: Option<(&Sprt, Decision)>,
        seed: u64,
    ) -> MatchJson {
        let mut tally = Tally::default();
        for record in records {
            tally.add(record.pair, result(&names[0], record));
        }
        let (totals, pairs) = (tally.totals(), tally.pairs());
        let test_json = |(sprt, decision): (&Sprt, Decision)| TestJson {
            log_likelihood_ratio: sprt.log_likelihood_ratio(&pairs),
            bounds: sprt.bounds(),
            verdict: match decision {
                Decision::Continue => "undecided",
                Decision::AcceptH0 => "the smaller difference",
                Decision::AcceptH1 => "the larger difference",
            },
        };
        MatchJson {
            game: game.to_string(),
            players: names.to_vec(),
            seed,
            games: totals.games(),
            wins: totals.wins,
            draws: totals.draws,
            losses: totals.losses,
            pairs: pairs.0,
            score: totals.score(),
            elo: elo::estimate(&pairs).map(|estimate| [estimate.elo, estimate.low, estimate.high]),
            likelihood_of_superiority: elo::likelihood_of_superiority(&pairs),
            sprt: test.map(test_json),
            faults: arena::faults(records),
            interrupted: false,
        }
    }

    fn text(&self) -> String {
        let MatchJson { game, seed, games, wins, draws, losses, .. } = self;
        let [none, half, one, more, both] = self.pairs;
        let percent = 100.0 * self.score.unwrap_or(0.5);
        let mut text = format!(
            "{} against {}, {game}, seed {seed}\n\
             games    {games}: {wins} won, {draws} drawn, {losses} lost, {percent:.1} %\n\
             pairs    {none} of 0 points, {half} of 1/2, {one} of 1, {more} of 3/2, {both} of 2\n",
            self.players[0], self.players[1]
        );
        if let Some([middle, low, high]) = self.elo {
            let superior = 100.0 * self.likelihood_of_superiority;
            let range = format!("{low:+.0} to {high:+.0} with 95 %");
            let _ = writeln!(text, "Elo      {middle:+.0} ({range}), superior with {superior:.1} %");
        }
        if let Some(TestJson { log_likelihood_ratio: ratio, bounds: (low, high), verdict }) = &self.sprt {
            let _ = writeln!(text, "SPRT     {ratio:.2} between {low:.2} and {high:.2}: {verdict}");
        }
        for fault in &self.faults {
            let _ = writeln!(text, "fault    {fault}");
        }
        text
    }
}
