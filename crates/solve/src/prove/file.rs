//! A search in a file, so that it can be continued later.
//!
//! One zstd frame: a mark, the version, what the search is about, how far it is, and the entries of its table, all numbers with
//! the lowest byte first. Then the FNV-1a hash of the frame. zstd's own checksum would not notice changes that it can read over.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::PathBuf;

use game::Notation;

use super::clock::Checkpoint;
use super::prover::{Prover, Stage};
use super::table::Entry;
use crate::checksum::Checksum;

const MARK: &[u8; 8] = b"QPROOF\r\n";
const VERSION: u32 = 1;
/// Quick and small enough: the keys do not shrink anyway.
const LEVEL: i32 = 1;

/// Why a search could not be saved or taken up again.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        #[source]
        error: io::Error,
    },
    /// The file is not what was written, or is something else.
    #[error("{} is damaged, or is not a stored proof ({what}): move it away to start afresh", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// The file is about something else.
    #[error("{} is about another question: `{found}`, not `{wanted}`", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What it is about.
        found: String,
        /// What was asked.
        wanted: String,
    },
}

impl<G: Notation> Prover<'_, G> {
    /// What the search is about, in one text: the game, the question, and the position with its history.
    fn title(&self, game: &str) -> String {
        let question = &self.question;
        let tables = if question.oracle.is_some() { "with tables" } else { "without tables" };
        format!("{game}; {} wins; {tables}; {}", question.winner, self.line.game().write_line(&self.line))
    }

    /// Writes the search to its file, which is whole at any time: the new one is put in its place when it is complete.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save(&self, checkpoint: &Checkpoint) -> Result<(), FileError> {
        let mut name = checkpoint.path.clone().into_os_string();
        name.push(".new");
        let new = PathBuf::from(name);
        let title = self.title(&checkpoint.game);
        crate::file::replace(&checkpoint.path, &new, |file| self.write(file, &title))
            .map_err(|error| FileError::Io { path: checkpoint.path.clone(), error })
    }

    fn write(&self, file: &mut File, title: &str) -> io::Result<()> {
        let file = Hashed { inner: file, hash: Checksum::START, length: 0 };
        let mut out = BufWriter::new(zstd::Encoder::new(file, LEVEL)?);
        out.write_all(MARK)?;
        out.write_all(&VERSION.to_le_bytes())?;
        out.write_all(&(title.len() as u32).to_le_bytes())?;
        out.write_all(title.as_bytes())?;
        out.write_all(&[self.stage as u8])?;
        out.write_all(&self.nodes().to_le_bytes())?;
        out.write_all(&(self.search.table.used() as u64).to_le_bytes())?;
        for entry in self.search.table.entries() {
            out.write_all(&bytes_of(entry))?;
        }
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?.finish()?;
        let hash = file.hash.to_bytes();
        file.inner.write_all(&hash)
    }

    /// Takes up the search in a file, if there is one.
    ///
    /// # Errors
    /// When the file cannot be read, is damaged or is about another question. The search is then as if nothing had been read.
    pub fn load(&mut self, checkpoint: &Checkpoint) -> Result<bool, FileError> {
        let path = checkpoint.path.clone();
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            Err(error) => return Err(FileError::Io { path, error }),
        };
        let wanted = self.title(&checkpoint.game);
        let result = self.read(file, &wanted);
        if result.is_err() {
            self.start(Stage::Attack);
            self.nodes_before = 0;
        }
        match result {
            Ok(None) => Ok(true),
            Ok(Some(found)) => Err(FileError::Other { path, found, wanted }),
            Err(error) => Err(FileError::Damaged { path, what: error.to_string() }),
        }
    }

    /// Reads a whole file; what it is about, if that is something else.
    fn read(&mut self, mut file: File, wanted: &str) -> io::Result<Option<String>> {
        let length = frame_length(&mut file)?;
        let mut input = BufReader::new(zstd::Decoder::new(file.take(length))?);
        if &array(&mut input)? != MARK {
            return Err(bad("it does not begin as one"));
        }
        if u32::from_le_bytes(array(&mut input)?) != VERSION {
            return Err(bad("it is of another version"));
        }
        let mut title = Vec::new();
        let length = u32::from_le_bytes(array(&mut input)?);
        (&mut input).take(length.into()).read_to_end(&mut title)?;
        if title != wanted.as_bytes() {
            return Ok(Some(String::from_utf8_lossy(&title).into_owned()));
        }
        let [stage] = array(&mut input)?;
        let stage = *Stage::ALL.get(usize::from(stage)).ok_or_else(|| bad("it has no such stage"))?;
        let nodes = u64::from_le_bytes(array(&mut input)?);
        self.start(stage);
        for _ in 0..u64::from_le_bytes(array(&mut input)?) {
            let entry = entry_of(&array(&mut input)?);
            if !entry.is_sane() {
                return Err(bad("it has numbers that no search gives"));
            }
            self.search.table.insert(entry);
        }
        if input.read(&mut [0])? != 0 {
            return Err(bad("it goes on after its end"));
        }
        self.nodes_before = nodes;
        Ok(None)
    }
}

/// Hashes what goes through it.
struct Hashed<T> {
    inner: T,
    hash: Checksum,
    length: u64,
}

impl<T> Hashed<T> {
    fn add(&mut self, bytes: &[u8]) {
        self.length += bytes.len() as u64;
        self.hash.add(bytes);
    }
}

impl<T: Write> Write for Hashed<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.add(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// The length of the frame in a file, if the hash behind it is right. The file is at its start again.
fn frame_length(file: &mut File) -> io::Result<u64> {
    let length = file.metadata()?.len().checked_sub(8).ok_or_else(|| bad("it is too short"))?;
    let mut hashed = Hashed { inner: (), hash: Checksum::START, length: 0 };
    let mut frame = Read::take(&mut *file, length);
    let mut chunk = vec![0; 1 << 16];
    loop {
        let count = frame.read(&mut chunk)?;
        if count == 0 {
            break;
        }
        hashed.add(&chunk[..count]);
    }
    if hashed.length != length || array(file)? != hashed.hash.to_bytes() {
        return Err(bad("its checksum is wrong"));
    }
    file.rewind()?;
    Ok(length)
}

fn bad(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what.to_string())
}

fn array<const N: usize>(input: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    input.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn bytes_of(entry: &Entry) -> [u8; Entry::BYTES] {
    let mut bytes = [0; Entry::BYTES];
    bytes[..8].copy_from_slice(&entry.key.to_le_bytes());
    bytes[8..12].copy_from_slice(&entry.proof.to_le_bytes());
    bytes[12..16].copy_from_slice(&entry.disproof.to_le_bytes());
    bytes[16..20].copy_from_slice(&entry.work.to_le_bytes());
    bytes[20..].copy_from_slice(&entry.plies.to_le_bytes());
    bytes
}

fn entry_of(bytes: &[u8; Entry::BYTES]) -> Entry {
    let number = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
    Entry {
        key: u64::from(number(0)) | u64::from(number(4)) << 32,
        proof: number(8),
        disproof: number(12),
        work: number(16),
        plies: u16::from_le_bytes([bytes[20], bytes[21]]),
    }
}
