//! Records of games as JSON lines and as text similar to PGN: read, written and read again they are the same.
#![no_main]

use fuzz::MOST_BYTES;
use libfuzzer_sys::fuzz_target;
use quadrille::{Record, pgn, read_records};

fuzz_target!(|text: &str| {
    if text.len() > MOST_BYTES {
        return;
    }
    let Ok(records) = read_records(text) else { return };
    for record in &records {
        assert_eq!(Record::from_json(&record.to_json()).as_ref(), Ok(record), "JSON is read back");
    }
    let games: Vec<String> = records.iter().map(pgn::write).collect();
    // JSON can have names that PGN cannot, such as moves with spaces.
    if pgn::read(text).as_ref() == Ok(&records) {
        assert_eq!(pgn::read(&games.join("\n")), Ok(records), "PGN is read back");
    }
});
