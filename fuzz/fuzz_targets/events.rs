//! What a tournament reads: the description of an event and its games, damaged files of events, openings, players and limits. Events
//! are refused in words or planned; nothing is played.
#![no_main]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use arena::event::{self, Event, Jobs, OnRecord, Proceed, Store, Venue, Viewer};
use arena::{Control, PlayerSpec, Standings, read_openings};
use fuzz::{MOST_BYTES, catalogue, choice_and_text, damage, game, scratch};
use libfuzzer_sys::fuzz_target;
use quadrille::Record;

/// A byte that chooses the kind of input, an event, and one of its games.
const SEED: &str = include_str!("../seeds/events/swiss");

/// Plays nothing.
struct Nowhere;

impl Venue for Nowhere {
    fn play_each(&mut self, jobs: Jobs<'_>, _finished: OnRecord<'_>) -> Result<(), String> {
        match jobs.count() {
            0 => Ok(()),
            games => Err(format!("{games} games are not played")),
        }
    }
}

/// Plans an event as a run does that continues it.
fn plan(event: &Event, mut store: Store) {
    // One event can have more games than fit into memory.
    let games = event.games();
    if event.check(catalogue()).is_ok() && games <= 10_000 {
        let _ = event::run(event, catalogue(), &mut store, &mut Nowhere, &mut |_| Proceed::Continue);
    }
}

/// Looks at a file as somebody does who watches the event, with anything as the games in progress.
fn look(path: &Path, live: &[u8]) {
    fs::write(path.with_file_name("event.live"), live).expect("writable");
    let mut viewer = Viewer::new(path);
    if let Ok(Some(state)) = viewer.look() {
        drop(Standings::new(state.event.names().unwrap_or_default(), state.played.iter().map(|game| &game.record)));
    }
    let _ = viewer.record(1);
}

/// The file of an event without games, and its bytes.
fn stored() -> &'static (PathBuf, Vec<u8>) {
    static STORED: OnceLock<(PathBuf, Vec<u8>)> = OnceLock::new();
    STORED.get_or_init(|| {
        let path = scratch().join("event");
        let lines: Vec<&str> = SEED[1..].lines().collect();
        let event = serde_json::from_str(lines[0]).expect("an event");
        let mut store = Store::create(&path, &event).expect("a new file");
        for record in &lines[1..] {
            store.add(&Record::from_json(record).expect("a record")).expect("stored");
        }
        drop(store);
        (path.clone(), fs::read(path).expect("bytes"))
    })
}

fuzz_target!(|data: &[u8]| {
    if data.first().is_some_and(|choice| choice % 5 == 4) && data.len() <= MOST_BYTES {
        let (path, original) = stored();
        for name in ["event", "event-wal", "event-shm", "event-journal"] {
            let _ = fs::remove_file(path.with_file_name(name));
        }
        fs::write(path, damage(original, &data[1..])).expect("writable");
        look(path, &data[1..]);
        if let Ok((store, event)) = Store::resume(path) {
            plan(&event, store);
        }
        return;
    }
    let Some((choice, text)) = choice_and_text(data) else { return };
    match choice % 5 {
        0 => {
            let mut lines = text.lines();
            let Ok(event) = serde_json::from_str::<Event>(lines.next().unwrap_or("")) else { return };
            let Ok(mut store) = Store::in_memory(&event) else { return };
            for record in lines.filter_map(|line| Record::from_json(line).ok()) {
                let _ = store.add(&record);
            }
            plan(&event, store);
        }
        1 => drop(read_openings(game(choice / 5), text)),
        2 => drop(text.parse::<PlayerSpec>()),
        _ => {
            if let Ok(control) = text.parse::<Control>() {
                let written = control.to_string();
                assert_eq!(written.parse::<Control>().map(|control| control.to_string()), Ok(written));
            }
        }
    }
});
