//! Files that commands read and write.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::{fs, io};

use quadrille::without_mark;

use crate::failure::Failure;

/// Makes sure, before any work is done, that these files can be written and are different ones. Their contents stay as they are.
pub(crate) fn check_writable(files: &[&Option<PathBuf>]) -> Result<(), Failure> {
    let mut seen = Vec::new();
    for path in files.iter().copied().flatten() {
        let is_new = !path.exists();
        let opened = fs::OpenOptions::new().append(true).create(true).open(path);
        let known = opened.and_then(|_| path.canonicalize());
        // A file that this check has made must not be left behind by a call that is refused later.
        if is_new && known.is_ok() {
            let _ = fs::remove_file(path);
        }
        let known = known.map_err(|error| unwritable(path, &error))?;
        if seen.contains(&known) {
            let problem = format!("two options write to {}: name two files", path.display());
            return Err(Failure::Input(problem));
        }
        seen.push(known);
    }
    Ok(())
}

pub(crate) fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text).map_err(|error| unwritable(path, &error))
}

/// The longest file that is read.
const LONGEST_FILE: u64 = 1 << 30;

/// The text of a file, without a byte order mark.
pub(crate) fn read_file(path: &Path) -> Result<String, Failure> {
    let mut text = String::new();
    let read = fs::File::open(path).and_then(|file| {
        // A file that is too long is not read; a pipe has no length before it is read.
        let length = file.metadata()?.len();
        if length <= LONGEST_FILE {
            file.take(LONGEST_FILE + 1).read_to_string(&mut text)?;
        }
        Ok(length.max(text.len() as u64))
    });
    let length =
        read.map_err(|error| Failure::Input(format!("{} cannot be read: {error}", path.display())))?;
    if length > LONGEST_FILE {
        return Err(Failure::Input(format!("{} is too long: a file has at most 1 GB", path.display())));
    }
    Ok(unmarked(text))
}

/// The text without a byte order mark. A long one is not copied.
pub(crate) fn unmarked(mut text: String) -> String {
    let mark = text.len() - without_mark(&text).len();
    text.drain(..mark);
    text
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::Input(format!("{} cannot be written: {error}", path.display()))
}
