//! What the fuzz targets share: the games, and the bounds that keep one execution short.

use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;

use quadrille::{AnyLine, Catalogue, GameRef};

/// Longer inputs are skipped: they take longer and reach nothing new.
pub const MOST_BYTES: usize = 4096;

/// Positions with more moves are skipped. A monkey of Congo can have millions of captures.
const MOST_MOVES: usize = 600;

/// The games of this repository.
pub fn catalogue() -> &'static Catalogue {
    static CATALOGUE: OnceLock<Catalogue> = OnceLock::new();
    CATALOGUE.get_or_init(Catalogue::standard)
}

/// Every game on every size of board; the number chooses.
pub fn game(number: u8) -> &'static GameRef {
    static GAMES: OnceLock<Vec<GameRef>> = OnceLock::new();
    let games = GAMES.get_or_init(|| {
        let families = catalogue().families();
        families
            .flat_map(|family| family.descriptor().sizes.all().into_iter().map(|size| family.open(size)))
            .collect()
    });
    &games[usize::from(number) % games.len()]
}

/// The first byte, which chooses what is tested, and the text after it.
pub fn choice_and_text(data: &[u8]) -> Option<(u8, &str)> {
    let (&choice, rest) = data.split_first().filter(|_| data.len() <= MOST_BYTES)?;
    Some((choice, std::str::from_utf8(rest).ok()?))
}

/// Whether the moves of a position can be played one by one in a short time.
pub fn has_few_moves(line: &dyn AnyLine) -> bool {
    line.candidates(MOST_MOVES + 1).len() <= MOST_MOVES
}

/// An empty folder of this process, in memory if the system has such a place.
pub fn scratch() -> PathBuf {
    let memory = PathBuf::from("/dev/shm");
    let base = if memory.is_dir() { memory } else { std::env::temp_dir() };
    let folder = base.join(format!("quadrille-fuzz-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for files");
    folder
}

/// The checksum at the end of what the solver writes: FNV-1a of 64 bits.
pub fn checksum(bytes: &[u8]) -> [u8; 8] {
    let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step).to_le_bytes()
}

/// Changes to the bytes of a valid file, three bytes each: a place and what is added there. A change at the last place of
/// all cuts the file short.
pub fn damage(file: &[u8], changes: &[u8]) -> Vec<u8> {
    let mut bytes = file.to_vec();
    for change in changes.chunks_exact(3) {
        let place = usize::from(u16::from_le_bytes([change[0], change[1]])) % (file.len() + 1);
        match bytes.get_mut(place) {
            Some(byte) => *byte = byte.wrapping_add(change[2]),
            None => bytes.truncate(usize::from(change[2]) * file.len() / 256),
        }
    }
    bytes
}
