//! The result of a run, as text and as JSON.

use std::fmt::Write as _;
use std::time::Duration;

use indicatif::HumanCount;
use quadrille::Side;
use quadrille::solving::{Report, Start, TierReport};
use serde::Serialize;

use crate::input::to_json;
use crate::words;

#[derive(Serialize)]
struct TierJson<'a> {
    men: &'a str,
    states: u64,
    white: u64,
    drawn: u64,
    black: u64,
    longest: Option<u32>,
    longest_position: Option<&'a str>,
}

#[derive(Serialize)]
struct StartJson<'a> {
    start: &'static str,
    plies: Option<u32>,
    certainty: &'static str,
    play: &'a [String],
}

pub(super) fn json(report: &Report) -> String {
    let tier = |tier: &TierReport| {
        to_json(&TierJson {
            men: &tier.men,
            states: tier.states,
            white: tier.summary.white,
            drawn: tier.summary.drawn,
            black: tier.summary.black,
            longest: tier.summary.longest.map(|(plies, _)| plies),
            longest_position: tier.longest.as_deref(),
        })
    };
    let start = |start: &Start| {
        to_json(&StartJson {
            start: start.verdict.outcome(Side::White).code(),
            plies: start.verdict.plies(),
            certainty: start.certainty.code(),
            play: &start.play,
        })
    };
    let lines = report.tiers.iter().map(tier).chain(report.start.iter().map(start));
    lines.map(|line| line + "\n").collect()
}

/// For people: a line for each tier, then totals, the longest win and the starting position.
pub(super) fn text(report: &Report, time: Duration) -> String {
    let mut text = table(&report.tiers) + "\n" + &totals(&report.tiers, time);
    let plies = |tier: &&TierReport| tier.summary.longest.map(|(plies, _)| plies);
    let longest = report.tiers.iter().max_by_key(plies);
    if let Some((tier, (plies, _))) = longest.and_then(|tier| Some((tier, tier.summary.longest?))) {
        let position = tier.longest.as_deref().unwrap_or_default();
        let _ = writeln!(text, "Longest: {plies} plies, from {position}");
    }
    if let Some(start) = &report.start {
        let verdict = words::verdict(start.verdict, start.certainty, Side::White);
        let _ = writeln!(text, "Starting position: {verdict}.");
        if !start.play.is_empty() {
            let _ = writeln!(text, "Best play: {}", start.play.join(" "));
        }
    }
    text
}

/// How many positions there are, and how fast they were solved.
fn totals(tiers: &[TierReport], time: Duration) -> String {
    let states: u64 = tiers.iter().map(|tier| tier.states).sum();
    let solved: u64 = tiers.iter().filter(|tier| !tier.found).map(|tier| tier.states).sum();
    let all = format!("{} positions, counting both colours", HumanCount(states));
    if solved == 0 {
        return all + ", all solved before.\n";
    }
    let seconds = time.as_secs_f64();
    let speed = solved as f64 / seconds / 1e6;
    let memory = peak_memory().map_or(String::new(), |bytes| format!(", with {} MB of memory", bytes >> 20));
    format!("{all}; {} solved in {seconds:.1} s, {speed:.1} million a second{memory}.\n", HumanCount(solved))
}

/// The most memory that this process has had, where the system tells.
fn peak_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()? << 10)
}

/// A line for each tier, in the colours of its name.
fn table(tiers: &[TierReport]) -> String {
    let head = ["men", "positions", "White wins", "drawn", "Black wins", "longest"].map(String::from);
    let rows = tiers.iter().map(|tier| {
        let summary = &tier.summary;
        let numbers = [summary.positions(), summary.white, summary.drawn, summary.black];
        let [positions, white, drawn, black] = numbers.map(|number| HumanCount(number).to_string());
        let longest = summary.longest.map_or(String::new(), |(plies, _)| plies.to_string());
        [tier.men.clone(), positions, white, drawn, black, longest]
    });
    let rows: Vec<[String; 6]> = std::iter::once(head).chain(rows).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; 6] = std::array::from_fn(width);
    let mut text = String::new();
    for [men, numbers @ ..] in &rows {
        let _ = write!(text, "{men:0$}", widths[0]);
        for (number, width) in numbers.iter().zip(&widths[1..]) {
            let _ = write!(text, "  {number:>width$}");
        }
        text.push('\n');
    }
    text
}
