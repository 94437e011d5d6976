//! Table files: the verdict on every position of one tier.
//!
//! A file begins with a few lines of text that say what it is, then where its blocks lie, then a checksum of all that. The values
//! follow in blocks of equal length, each compressed on its own and with a checksum of its own. The bytes depend on nothing but the
//! values.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use thiserror::Error;

use crate::checksum::Checksum;
use crate::code::Code;
use crate::platform::{self, Encoder};
use crate::summary::Summary;

/// The first line of a file. A change of the rules, of the numbering or of the format changes the number in it.
const TITLE: &str = "quadrille table 1";
/// The end of the text.
const END_OF_TEXT: &str = "\n\n";
/// What wins are counted in.
const COUNTING: &str = "plies to the end, the winner quickest, the loser slowest";
/// Good enough to make tables several times smaller, and faster than solving them.
const COMPRESSION: i32 = 3;

/// The most bytes of a block: none of ours comes near, and a file must not decide how much memory is taken for it.
const LARGEST_BLOCK: u64 = 1 << 28;

/// What the text of a file says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The game, with its size.
    pub game: String,
    /// The men.
    pub tier: String,
    /// How the table treats boards that come back.
    pub repeats: &'static str,
    /// How many values there are.
    pub values: u64,
    /// How many values a block has.
    pub block: u64,
    /// The bytes of a value: 1 or 2.
    pub width: usize,
    /// Counts of the table's values.
    pub summary: Summary,
}

/// How a game's tables treat a board that comes back.
pub const REPEATS_DRAW: &str = "boards may come back, and endless play is a draw: not the game's own rule";
/// For games in which boards may come back, or never can.
pub const REPEATS_AS_PLAYED: &str = "as in the game";

impl Header {
    /// The blocks that the values make.
    pub fn blocks(&self) -> u64 {
        self.values.div_ceil(self.block)
    }

    /// How many values a block has.
    pub fn block_len(&self, block: u64) -> usize {
        self.block.min(self.values - block * self.block) as usize
    }

    fn text(&self) -> String {
        let Header { game, tier, repeats, values, block, width, summary } = self;
        format!(
            "{TITLE}\ngame: {game}\nmen: {tier}\nrepeats: {repeats}\ncounting: {COUNTING}\nvalues: {values}\nblock: {block}\n\
             width: {width}\n{summary}"
        )
    }

    fn parse(text: &str) -> Option<Header> {
        let field = |name| field(text, name);
        let number = |name| field(name)?.parse().ok();
        let repeats =
            [REPEATS_DRAW, REPEATS_AS_PLAYED].into_iter().find(|&kind| field("repeats") == Some(kind))?;
        let header = Header {
            game: field("game")?.to_string(),
            tier: field("men")?.to_string(),
            repeats,
            values: number("values")?,
            block: number("block")?,
            width: number("width").filter(|&width| width == 1 || width == 2)? as usize,
            summary: Summary::parse(text)?,
        };
        if !(1..=LARGEST_BLOCK / header.width as u64).contains(&header.block) {
            return None;
        }
        // A text that is not written back alike was written by another program.
        (header.text() == text).then_some(header)
    }
}

/// What a line of a text says that begins with this name.
pub(crate) fn field<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}

/// Why a file cannot be used.
#[derive(Error, Debug)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum FileError {
    #[error("{}: {problem}", path.display())]
    Io { path: PathBuf, problem: io::Error },
    #[error("{}: {what}: the file is damaged; {advice}", path.display())]
    Damaged { path: PathBuf, what: String, advice: &'static str },
    #[error("{}: this is the {kind} for {found}, not for {wanted}", path.display())]
    Other { path: PathBuf, kind: &'static str, found: String, wanted: String },
}

impl FileError {
    fn damaged(path: &Path, what: impl Into<String>) -> FileError {
        FileError::Damaged { path: path.to_path_buf(), what: what.into(), advice: "solve it again" }
    }
}

/// Compresses the bytes of one block.
///
/// # Errors
/// When there is no memory for it.
pub fn compress(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = Encoder::new(Vec::new(), COMPRESSION)?;
    encoder.include_checksum(true)?;
    encoder.set_pledged_src_size(Some(bytes.len() as u64))?;
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// Writes a whole table: what comes before the blocks, and the compressed blocks.
///
/// # Errors
/// When the system refuses, as on a full disk.
pub fn write(out: &mut impl Write, header: &Header, blocks: &[Arc<[u8]>]) -> io::Result<()> {
    let mut head = header.text().into_bytes();
    head.extend_from_slice(END_OF_TEXT.as_bytes());
    let mut end = 0u64;
    for block in blocks {
        end += block.len() as u64;
        head.extend_from_slice(&end.to_le_bytes());
    }
    let checksum = Checksum::of(&head);
    out.write_all(&head)?;
    out.write_all(&checksum.to_bytes())?;
    blocks.iter().try_for_each(|block| out.write_all(block))
}

/// Puts a file in the place of another, if there is one, when all of it is on the disk and not before.
///
/// # Errors
/// When the system refuses; then all is as it was.
pub(crate) fn replace(
    path: &Path,
    unfinished: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    let write = || {
        let mut options = File::options();
        let mut file = options.read(true).write(true).create(true).truncate(true).open(unfinished)?;
        write(&mut file)?;
        file.sync_all()?;
        fs::rename(unfinished, path)?;
        sync_directory(path)
    };
    write().inspect_err(|_| {
        // If the file cannot be removed either, it stays.
        let _ = fs::remove_file(unfinished);
    })
}

/// Makes sure that a new name survives a loss of power.
fn sync_directory(path: &Path) -> io::Result<()> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(directory)?.sync_all()
}

/// A table file, open for reading.
///
/// Nothing of the file is mapped into memory: another program may cut it short or change it at any time, and reading it then gives an
/// error and not the end of this process.
pub struct TableFile {
    path: PathBuf,
    header: Header,
    source: Source,
    /// The checksum of all that comes before the blocks. It distinguishes this table from all others.
    checksum: [u8; 8],
    /// Where each block ends, from the first on.
    ends: Vec<u64>,
    /// Where the blocks begin.
    data: u64,
    /// Blocks that have been asked for, unpacked.
    unpacked: Mutex<HashMap<u64, Arc<[u8]>>>,
}

/// Where the bytes of a table are.
enum Source {
    Memory(Vec<u8>),
    File { file: File, length: u64 },
}

impl Source {
    fn length(&self) -> u64 {
        match self {
            Source::Memory(bytes) => bytes.len() as u64,
            Source::File { length, .. } => *length,
        }
    }

    /// The bytes of this range, which lies within the length.
    fn read(&self, range: Range<u64>) -> io::Result<Cow<'_, [u8]>> {
        match self {
            Source::Memory(bytes) => Ok(Cow::Borrowed(&bytes[range.start as usize..range.end as usize])),
            Source::File { file, .. } => {
                let mut bytes = vec![0; (range.end - range.start) as usize];
                platform::read_at(file, &mut bytes, range.start)?;
                Ok(Cow::Owned(bytes))
            }
        }
    }
}

/// Unpacked blocks of a table that are kept: 32 megabytes of values of one byte.
const UNPACKED_BLOCKS: usize = 512;
/// The longest text with which a file begins.
const LONGEST_TEXT: u64 = 1 << 16;

impl TableFile {
    /// Opens a file and checks all of it but the values, which are checked block by block as they are asked for.
    ///
    /// # Errors
    /// When it cannot be read or is damaged.
    pub fn open(path: &Path) -> Result<TableFile, FileError> {
        let io_error = |problem| FileError::Io { path: path.to_path_buf(), problem };
        let file = File::open(path).map_err(io_error)?;
        let length = file.metadata().map_err(io_error)?.len();
        TableFile::new(path, Source::File { file, length })
    }

    /// A table in memory.
    pub(crate) fn in_memory(bytes: Vec<u8>) -> Result<TableFile, FileError> {
        TableFile::new(Path::new("(in memory)"), Source::Memory(bytes))
    }

    fn new(path: &Path, source: Source) -> Result<TableFile, FileError> {
        let io_error = |problem| FileError::Io { path: path.to_path_buf(), problem };
        let damaged = |what: &str| FileError::damaged(path, what);
        let length = source.length();
        let start = source.read(0..length.min(LONGEST_TEXT)).map_err(io_error)?;
        let end = END_OF_TEXT.as_bytes();
        let text_end = start.windows(end.len()).position(|window| window == end);
        let text_end = text_end.ok_or_else(|| damaged("it does not begin as a table does"))?;
        let text = std::str::from_utf8(&start[..text_end]).ok();
        let header = text.and_then(Header::parse).ok_or_else(|| damaged("it does not say what it is"))?;
        let text_end = (text_end + end.len()) as u64;
        let data = header.blocks().checked_mul(8).and_then(|size| size.checked_add(text_end + 8));
        let data = data.filter(|&data| data <= length).ok_or_else(|| damaged("it is cut short"))?;
        let head = source.read(0..data).map_err(io_error)?;
        let (head, checksum) = head.split_at(head.len() - 8);
        let checksum = checksum.try_into().expect("eight bytes");
        if checksum != Checksum::of(head).to_bytes() {
            return Err(damaged("the checksum of its head is wrong"));
        }
        let (ends, _) = head[text_end as usize..].as_chunks();
        let ends: Vec<u64> = ends.iter().map(|end| u64::from_le_bytes(*end)).collect();
        if length - data != ends.last().copied().unwrap_or(0) || !ends.is_sorted() {
            return Err(damaged("it is cut short"));
        }
        let unpacked = Mutex::default();
        Ok(TableFile { path: path.to_path_buf(), header, source, checksum, ends, data, unpacked })
    }

    /// What the file says of itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// About how many bytes of memory it holds, besides what the system keeps of the file.
    pub(crate) fn memory(&self) -> usize {
        let own = match &self.source {
            Source::Memory(bytes) => bytes.len(),
            Source::File { .. } => 0,
        };
        let unpacked = self.unpacked.lock().unwrap_or_else(PoisonError::into_inner);
        own + 8 * self.ends.len() + unpacked.values().map(|block| block.len()).sum::<usize>()
    }

    /// Checks that the table is the one wanted.
    ///
    /// # Errors
    /// When it is another one.
    pub(crate) fn expect(&self, game: &str, tier: &str, values: u64) -> Result<(), FileError> {
        let name = |game: &str, tier: &str, values| format!("{game}, {tier}, {values} values");
        let found = name(&self.header.game, &self.header.tier, self.header.values);
        let wanted = name(game, tier, values);
        if found == wanted {
            return Ok(());
        }
        Err(FileError::Other { path: self.path.clone(), kind: "table", found, wanted })
    }

    /// Unpacks a block, which checks it.
    ///
    /// # Errors
    /// When it cannot be read, is damaged, or the file has changed.
    pub fn unpack(&self, block: u64) -> Result<Vec<u8>, FileError> {
        let io_error = |problem| FileError::Io { path: self.path.clone(), problem };
        let [start, end] = [block.checked_sub(1), Some(block)]
            .map(|block| self.data + block.map_or(0, |block| self.ends[block as usize]));
        let packed = self.source.read(start..end).map_err(io_error)?;
        // Looked at after the block: another program may have written another table over this one.
        if *self.source.read(self.data - 8..self.data).map_err(io_error)? != self.checksum {
            return Err(FileError::damaged(&self.path, "it has changed since it was opened"));
        }
        // A forged head can have lengths of any size.
        let unpacked = || {
            let length = self.header.block_len(block).checked_mul(self.header.width)?;
            let mut unpacked = Vec::new();
            unpacked.try_reserve_exact(length).ok()?;
            platform::unpack(&packed, &mut unpacked).ok()?;
            (unpacked.len() == length).then_some(unpacked)
        };
        unpacked().ok_or_else(|| FileError::damaged(&self.path, format!("block {block} cannot be unpacked")))
    }

    /// Unpacks everything, which checks it.
    ///
    /// # Errors
    /// When something is damaged.
    pub fn check(&self) -> Result<(), FileError> {
        (0..self.header.blocks()).try_for_each(|block| self.unpack(block).map(drop))
    }

    /// The code with this number.
    ///
    /// # Errors
    /// When its block is damaged.
    pub(crate) fn code(&self, index: u64) -> Result<Code, FileError> {
        let (block, offset) = (index / self.header.block, (index % self.header.block) as usize);
        let values = self.block(block)?;
        Ok(code_at(&values, self.header.width, offset))
    }

    fn block(&self, block: u64) -> Result<Arc<[u8]>, FileError> {
        if let Some(values) = self.unpacked.lock().unwrap_or_else(PoisonError::into_inner).get(&block) {
            return Ok(Arc::clone(values));
        }
        let values: Arc<[u8]> = self.unpack(block)?.into();
        let mut unpacked = self.unpacked.lock().unwrap_or_else(PoisonError::into_inner);
        if unpacked.len() >= UNPACKED_BLOCKS {
            // Any block can go: one that is asked for again is unpacked again.
            let any = unpacked.keys().next().copied();
            any.map(|block| unpacked.remove(&block));
        }
        unpacked.insert(block, Arc::clone(&values));
        Ok(values)
    }
}

/// The code at a place of an unpacked block.
#[inline]
pub(crate) fn code_at(values: &[u8], width: usize, offset: usize) -> Code {
    let number = match width {
        1 => u16::from(values[offset]),
        _ => u16::from_le_bytes([values[2 * offset], values[2 * offset + 1]]),
    };
    Code(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(game: String, block: u64, width: usize) -> Header {
        let (tier, repeats, summary) = ("w-b".to_string(), REPEATS_AS_PLAYED, Summary::default());
        Header { game, tier, repeats, values: 0, block, width, summary }
    }

    #[test]
    fn a_block_has_at_most_256_megabytes() {
        let is_read = |block, width| Header::parse(&header("nim".to_string(), block, width).text()).is_some();
        for width in [1, 2] {
            let most = LARGEST_BLOCK / width as u64;
            let blocks = [0, 1, most - 1, most, most + 1, u64::MAX];
            assert_eq!(blocks.map(|block| is_read(block, width)), [false, true, true, true, false, false]);
        }
    }

    #[test]
    fn the_text_has_at_most_64_kilobytes() {
        let rest = header(String::new(), 1, 1).text().len() + END_OF_TEXT.len();
        let is_read = |length: usize| {
            let mut bytes = Vec::new();
            write(&mut bytes, &header("x".repeat(length - rest), 1, 1), &[]).expect("written");
            TableFile::in_memory(bytes).is_ok()
        };
        let most = LONGEST_TEXT as usize;
        assert_eq!([most - 1, most, most + 1].map(is_read), [true, true, false]);
    }
}
