//! The submissions of a class, as they lie in a folder: a file or a subfolder each.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use sha2::{Digest, Sha256};

use super::language::Language;
use crate::grade::Assignment;
use crate::program::compile;
use crate::resources::Sandbox;

/// How many files a submission may have, so that a folder of something else is not read whole.
const MOST_FILES: usize = 1000;

/// A submission: a file or a folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Submission {
    /// Its name in the results: that of the file without its ending, or that of the folder.
    pub name: String,
    path: PathBuf,
}

impl Submission {
    /// All submissions of a folder by name, without hidden files and without `except`, the folder of results.
    ///
    /// # Errors
    /// When the folder cannot be read, or has no submissions.
    pub fn all_in(folder: &Path, except: &Path) -> Result<Vec<Submission>, String> {
        let in_words = |error: io::Error| format!("{} cannot be read: {error}", folder.display());
        let results = except.canonicalize().ok();
        // Programs may change their working folder, so all paths are whole.
        let folder_path = folder.canonicalize().map_err(in_words)?;
        let mut paths = Vec::new();
        for entry in fs::read_dir(&folder_path).map_err(in_words)? {
            let path = entry.map_err(in_words)?.path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("");
            let is_hidden = name.starts_with('.') || name.starts_with("__");
            if !is_hidden && Some(&path) != results.as_ref() {
                paths.push(path);
            }
        }
        if paths.is_empty() {
            return Err(format!("{} has no submissions: each is a file or a folder", folder.display()));
        }
        paths.sort_unstable();
        let mut stems: BTreeMap<String, usize> = BTreeMap::new();
        for path in &paths {
            *stems.entry(stem(path)).or_default() += 1;
        }
        let submission = |path: PathBuf| {
            let whole = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let name = Some(stem(&path)).filter(|stem| stems[stem] == 1).unwrap_or(whole);
            Submission { name: plain(&name), path }
        };
        Ok(paths.into_iter().map(submission).collect())
    }

    /// The name of its page among the results.
    pub(super) fn page(&self) -> String {
        page_of(&self.name)
    }

    /// Its files, with their paths below the submission, by name.
    fn files(&self) -> Result<Vec<PathBuf>, String> {
        let mut files = Vec::new();
        let mut left = vec![self.path.clone()];
        while let Some(path) = left.pop() {
            let in_words = |error: io::Error| format!("{} cannot be read: {error}", path.display());
            if path.is_dir() {
                for entry in fs::read_dir(&path).map_err(in_words)? {
                    left.push(entry.map_err(in_words)?.path());
                }
            } else {
                files.push(path);
            }
            if files.len() > MOST_FILES {
                return Err(format!("has more than {MOST_FILES} files"));
            }
        }
        files.sort_unstable();
        Ok(files)
    }

    /// What its results depend on, as one word.
    pub(super) fn key(&self, assignment: &Assignment, languages: &[Language]) -> String {
        let mut hash = Sha256::new();
        let mut add = |part: &[u8]| {
            hash.update(part.len().to_le_bytes());
            hash.update(part);
        };
        add(env!("CARGO_PKG_VERSION").as_bytes());
        add(format!("{assignment:?} {languages:?}").as_bytes());
        for file in self.files().unwrap_or_default() {
            add(file.to_string_lossy().as_bytes());
            // A file that cannot be read is told when the program is called.
            add(&fs::read(&file).unwrap_or_default());
        }
        BASE64.encode(hash.finalize())
    }

    /// Its language and the file that is called.
    fn called<'l>(&self, languages: &'l [Language]) -> Result<(&'l Language, PathBuf), String> {
        let files = self.files()?;
        let fitting: Vec<(&Language, &PathBuf)> = languages
            .iter()
            .flat_map(|language| files.iter().map(move |file| (language, file)))
            .filter(|(language, file)| language.fits(file))
            .collect();
        match fitting.as_slice() {
            [(language, file)] => Ok((language, (*file).clone())),
            [] => Err("has no file of a language that can be called".to_string()),
            // All files fit, and the player names the one it means.
            [(language, _), ..] if language.extension.is_none() && !language.player.contains("{file}") => {
                Ok((language, self.path.clone()))
            }
            several => {
                let names: Vec<_> = several.iter().map(|(_, file)| self.below(file)).collect();
                Err(format!("has several files that can be called: {}", names.join(", ")))
            }
        }
    }

    /// The path of a file below the submission.
    fn below(&self, file: &Path) -> String {
        file.strip_prefix(&self.path).unwrap_or(file).display().to_string()
    }

    fn folder(&self) -> &Path {
        if self.path.is_dir() { &self.path } else { self.path.parent().unwrap_or(&self.path) }
    }

    /// Compiles the program if its language needs that, and describes it as a player.
    pub(super) fn program(
        &self,
        languages: &[Language],
        results: &Path,
        sandbox: &Sandbox,
    ) -> Result<String, String> {
        let (language, file) = self.called(languages)?;
        let program = self.compiled(results)?;
        let files = [("file", &*file), ("folder", self.folder()), ("program", &*program)];
        if let Some(command) = language.build_command(&files) {
            let folders = [self.path.clone(), program.parent().unwrap_or(results).to_owned()];
            compile(sandbox, "sh", vec!["-c".into(), command?.into()], folders)
                .map_err(|message| format!("does not compile:\n{message}"))?;
        }
        self.player(languages, results)
    }

    /// The description of the player.
    pub(super) fn player(&self, languages: &[Language], results: &Path) -> Result<String, String> {
        let (language, file) = self.called(languages)?;
        let program = self.compiled(results)?;
        let files = [("file", &*file), ("folder", self.folder()), ("program", &*program)];
        Ok(format!("{}={}", self.name, language.player_for(&files)?))
    }

    /// Where the compiled program is: in a folder of its own, because a program sees what is beside it.
    fn compiled(&self, results: &Path) -> Result<PathBuf, String> {
        let folder = results.join("programs").join(&self.name);
        let made = fs::create_dir_all(&folder).and_then(|()| folder.canonicalize());
        Ok(made.map_err(|error| format!("{}: {error}", folder.display()))?.join("program"))
    }
}

/// The name of the page of a submission among the results.
pub(super) fn page_of(name: &str) -> String {
    format!("{name}.html")
}

/// A link to that page.
pub(super) fn link_to(name: &str) -> String {
    utf8_percent_encode(&page_of(name), NON_ALPHANUMERIC).to_string()
}

fn stem(path: &Path) -> String {
    let name = if path.is_dir() { path.file_name() } else { path.file_stem() };
    name.unwrap_or_default().to_string_lossy().into_owned()
}

/// A name for tables and players, in which an equals sign or a control character would mean something else.
fn plain(name: &str) -> String {
    name.replace(|letter: char| letter.is_control() || "=:".contains(letter), "_")
}
