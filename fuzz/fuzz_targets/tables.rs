//! Damaged table files: they are refused, or give the values that were written. The first byte chooses a file and a kind of damage.
#![no_main]

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use fuzz::{MOST_BYTES, catalogue, checksum, damage, scratch};
use libfuzzer_sys::fuzz_target;
use quadrille::solving::{AnySolver, Cluster, Request};
use solve::file::TableFile;

/// A game whose tables have a few hundred bytes.
const GAME: &str = "oska:3";

struct Solved {
    folder: PathBuf,
    files: Vec<(PathBuf, Vec<u8>)>,
    verdict: String,
}

fn with_solver<T>(act: impl FnOnce(&dyn AnySolver) -> T) -> T {
    act(catalogue().game(GAME).expect("a game").solver().expect("it can be solved"))
}

fn solved() -> &'static Solved {
    static SOLVED: OnceLock<Solved> = OnceLock::new();
    SOLVED.get_or_init(|| {
        let folder = scratch();
        let request =
            Request { men: Vec::new(), up_to: None, tables: folder.clone(), cluster: Cluster::new(1, None) };
        with_solver(|solver| solver.solve(&request, &Arc::default())).expect("solved");
        let entries = fs::read_dir(folder.join(GAME.replace(':', "-"))).expect("tables");
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
        files.retain(|path| path.extension().is_some_and(|kind| kind == "table"));
        files.sort();
        let files = files.into_iter().map(|path| (path.clone(), fs::read(path).expect("bytes"))).collect();
        Solved { verdict: verdict(&folder).expect("a table"), files, folder }
    })
}

/// What the tables in a folder say about the start.
fn verdict(folder: &PathBuf) -> Option<String> {
    let probe = with_solver(|solver| solver.open(Some(folder)).probe("startpos")).ok()?;
    Some(format!("{:?} {:?}", probe.verdict, probe.moves))
}

/// The values of all blocks, if the file is accepted.
fn values(path: &PathBuf) -> Option<Vec<Vec<u8>>> {
    let file = TableFile::open(path).ok()?;
    // A header can claim any number of blocks, but the file must have as many.
    (0..file.header().blocks()).map(|block| file.unpack(block).ok()).collect()
}

/// The same file with the checksum of its head, which ends where the blocks begin.
fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let text = bytes.windows(2).position(|window| window == b"\n\n");
    let number = |name: &str| -> Option<usize> {
        let text = std::str::from_utf8(&bytes[..text?]).ok()?;
        text.lines().find_map(|line| line.strip_prefix(name))?.parse().ok()
    };
    let head = || {
        let blocks = number("values: ")?.div_ceil(number("block: ").filter(|&block| block > 0)?);
        (text? + 2)
            .checked_add(blocks.checked_mul(8)?)
            .filter(|&end| end.checked_add(8).is_some_and(|end| end <= bytes.len()))
    };
    if let Some(head) = head() {
        let sum = checksum(&bytes[..head]);
        bytes[head..head + 8].copy_from_slice(&sum);
    }
    bytes
}

fuzz_target!(|data: &[u8]| {
    let Some((&choice, changes)) = data.split_first().filter(|_| data.len() <= MOST_BYTES) else { return };
    let Solved { folder, files, verdict: expected } = solved();
    let (path, original) = &files[usize::from(choice) / 3 % files.len()];
    let (bytes, is_forged) = match choice % 3 {
        0 => (changes.to_vec(), true),
        1 => (damage(original, changes), false),
        _ => (with_checksum(damage(original, changes)), true),
    };
    let whole = {
        fs::write(path, original).expect("writable");
        values(path).expect("a whole file")
    };
    fs::write(path, bytes).expect("writable");
    let (found, verdict) = (values(path), verdict(folder));
    fs::write(path, original).expect("writable");
    if !is_forged {
        assert!(found.is_none_or(|found| found == whole), "a damaged file gives other values");
        assert!(verdict.is_none_or(|verdict| verdict == *expected), "a damaged file gives another verdict");
    }
});
