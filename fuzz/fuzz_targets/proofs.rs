//! Damaged files of unfinished proofs: they are refused, or the search goes on. The first byte chooses the kind of damage.
#![no_main]

use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

use fuzz::{MOST_BYTES, checksum, damage, scratch};
use game::{Line, Side};
use games::oska::Oska;
use libfuzzer_sys::fuzz_target;
use solve::prove::{Answer, Checkpoint, FileError, Limits, Question, prove};

/// Positions in the stored search. The search that goes on has a time instead: a file can have any number of positions.
const FEW: u64 = 30;

fn ask(nodes: Option<u64>, path: PathBuf) -> Result<Answer, FileError> {
    let game = Oska::<u64>::new(3);
    let limits = Limits { nodes, time: Some(Duration::from_millis(5)), memory: 1 << 14, ..Limits::default() };
    let file = Checkpoint { path, every: Duration::from_mins(10), game: "oska:3".to_string() };
    prove(&Line::start(&game), Question::win(Side::White), limits, Some(&file), None)
        .map(|proof| proof.answer)
}

/// A valid file, and the same unpacked.
fn stored() -> &'static (PathBuf, Vec<u8>, Vec<u8>) {
    static STORED: OnceLock<(PathBuf, Vec<u8>, Vec<u8>)> = OnceLock::new();
    STORED.get_or_init(|| {
        let path = scratch().join("proof");
        ask(Some(FEW), path.clone()).expect("a new file");
        let bytes = fs::read(&path).expect("a file");
        let unpacked = zstd::decode_all(&bytes[..bytes.len() - 8]).expect("a frame");
        (path, bytes, unpacked)
    })
}

fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.extend(checksum(&bytes));
    bytes
}

fuzz_target!(|data: &[u8]| {
    let Some((&choice, changes)) = data.split_first().filter(|_| data.len() <= MOST_BYTES) else { return };
    let (path, original, unpacked) = stored();
    let packed = |bytes: &[u8]| with_checksum(zstd::encode_all(bytes, 1).expect("memory"));
    let bytes = match choice % 4 {
        0 => damage(original, changes),
        1 => with_checksum(damage(&original[..original.len() - 8], changes)),
        2 => packed(&damage(unpacked, changes)),
        _ => packed(changes),
    };
    let is_damaged = choice % 4 == 0 && bytes != *original;
    fs::write(path, bytes).expect("writable");
    let answer = ask(None, path.clone());
    assert!(!is_damaged || answer.is_err(), "a damaged file is accepted");
});
