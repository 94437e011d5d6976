//! Games that were lost by a fault: how often, by whom, and an example of each.

use std::collections::BTreeMap;

use quadrille::{GameResult, Record};

use crate::program::Fault;

/// The player who lost a game by a fault, and the name of the fault; `None` if the game ended in another way.
pub fn fault(record: &Record) -> Option<(&str, &'static str)> {
    let loser = match record.result {
        GameResult::White => &record.players[1],
        GameResult::Black => &record.players[0],
        GameResult::Draw => return None,
    };
    Fault::name_in(&record.reason).map(|name| (loser.as_str(), name))
}

/// The faults of all games: one line for each player and fault, with an example.
pub fn faults(records: &[Record]) -> Vec<String> {
    let mut counts: BTreeMap<(&str, &str), (u64, &Record)> = BTreeMap::new();
    for record in records {
        if let Some(fault) = fault(record) {
            counts.entry(fault).or_insert((0, record)).0 += 1;
        }
    }
    let line = |((player, fault), (count, first)): ((&str, &str), (u64, &Record))| {
        let times = if count == 1 { "once".to_string() } else { format!("{count} times") };
        format!("{player}: {fault}, {times}; game {}: {}", first.number, first.reason)
    };
    counts.into_iter().map(line).collect()
}
