//! A search in a file, so that it can be continued later.
//!
//! One zstd frame: a mark, the version, what the search is about, how far it is, and the entries of its table, all numbers with
//! the lowest byte first. Then the FNV-1a hash of the frame. zstd's own checksum would not notice changes that it can read over.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};

use game::Notation;

use super::clock::Checkpoint;
use super::prover::{Prover, Stage};
use super::table::Entry;
use crate::checksum::Checksum;
use crate::file::FileError;
use crate::platform::{Decoder, Encoder};

const MARK: &[u8; 8] = b"QPROOF\r\n";
const VERSION: u32 = 1;
/// Quick and small enough: the keys do not shrink anyway.
const LEVEL: i32 = 1;

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
        let new = checkpoint.path.with_added_extension("new");
        let title = self.title(&checkpoint.game);
        crate::file::replace(&checkpoint.path, &new, |file| self.write(file, &title))
            .map_err(|problem| FileError::Io { path: checkpoint.path.clone(), problem })
    }

    fn write(&self, file: &mut File, title: &str) -> io::Result<()> {
        let mut out = BufWriter::new(Encoder::new(&mut *file, LEVEL)?);
        out.write_all(MARK)?;
        out.write_all(&VERSION.to_le_bytes())?;
        out.write_all(&(title.len() as u32).to_le_bytes())?;
        out.write_all(title.as_bytes())?;
        out.write_all(&[self.stage as u8])?;
        out.write_all(&self.nodes().to_le_bytes())?;
        out.write_all(&(self.search.table.used as u64).to_le_bytes())?;
        for entry in self.search.table.entries() {
            let Entry { key, proof, disproof, work, plies } = entry;
            out.write_all(&key.to_le_bytes())?;
            for number in [proof, disproof, work] {
                out.write_all(&number.to_le_bytes())?;
            }
            out.write_all(&plies.to_le_bytes())?;
        }
        out.into_inner().map_err(io::IntoInnerError::into_error)?.finish()?;
        file.rewind()?;
        let checksum = Checksum::of_rest(file)?;
        file.write_all(&checksum.to_bytes())
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
            Err(problem) => return Err(FileError::Io { path, problem }),
        };
        let wanted = self.title(&checkpoint.game);
        let result = self.read(file, &wanted);
        if result.is_err() {
            self.start(Stage::Attack);
            self.nodes_before = 0;
        }
        match result {
            Ok(None) => Ok(true),
            Ok(Some(found)) => Err(FileError::Other { path, kind: "proof", found, wanted }),
            Err(error) => {
                let advice = "move it away to start afresh";
                Err(FileError::Damaged { path, what: error.to_string(), advice })
            }
        }
    }

    /// Reads a whole file; what it is about, if that is something else.
    fn read(&mut self, mut file: File, wanted: &str) -> io::Result<Option<String>> {
        let length = frame_length(&mut file)?;
        let mut input = BufReader::new(Decoder::new(file.take(length))?);
        if &array(&mut input)? != MARK {
            return Err(bad("it does not begin as a stored proof does"));
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
        if nodes > u64::MAX / 2 {
            return Err(bad(NO_SEARCH));
        }
        self.start(stage);
        for _ in 0..u64::from_le_bytes(array(&mut input)?) {
            let entry = Entry {
                key: u64::from_le_bytes(array(&mut input)?),
                proof: u32::from_le_bytes(array(&mut input)?),
                disproof: u32::from_le_bytes(array(&mut input)?),
                work: u32::from_le_bytes(array(&mut input)?),
                plies: u16::from_le_bytes(array(&mut input)?),
            };
            if !entry.is_sane() {
                return Err(bad(NO_SEARCH));
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

const NO_SEARCH: &str = "it has numbers that no search gives";

/// The length of the frame in a file, if the checksum behind it is right. The file is at its start again.
fn frame_length(file: &mut File) -> io::Result<u64> {
    let length = file.metadata()?.len().checked_sub(8).ok_or_else(|| bad("it is too short"))?;
    let checksum = Checksum::of_rest(&mut Read::take(&mut *file, length))?;
    if array(file)? != checksum.to_bytes() {
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
