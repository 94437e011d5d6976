//! Haskell files as students submit them: they are compiled once, with a main program around the student's function.
//!
//! A compiled program is kept under a name made from the contents of the file and of the modules beside it that it imports, so a file
//! that has not changed is not compiled again.

mod source;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::PoisonError;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use quadrille::course::{CallForm, Given};
use sha2::{Digest, Sha256};

use crate::program::compile;
use crate::resources::{Resources, Sandbox};

/// The compiler.
const COMPILER: &str = "ghc";
/// The main program. It prints the result of the function as `ghc -e` would.
const MAIN: &str = include_str!("haskell/Main.hs");

/// A function in a Haskell file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct HaskellFile {
    file: PathBuf,
    /// Its name or, with a `*` at the end, how it begins: some courses let each student choose the rest.
    function: String,
}

impl FromStr for HaskellFile {
    type Err = String;

    fn from_str(text: &str) -> Result<HaskellFile, String> {
        let is_name = |function: &str| {
            let function = function.strip_suffix('*').unwrap_or(function);
            function.starts_with(|first: char| first.is_lowercase() || first == '_')
                && function.chars().all(source::is_part_of_name)
        };
        text.rsplit_once(':')
            .filter(|(file, function)| !file.is_empty() && is_name(function))
            .map(|(file, function)| HaskellFile { file: file.into(), function: function.to_string() })
            .ok_or_else(|| {
                "a Haskell player is haskell:FILE:FUNCTION, as in haskell:Student.hs:function".to_string()
            })
    }
}

impl HaskellFile {
    /// The program that calls the function in this form.
    ///
    /// # Errors
    /// That the file or the compiler is missing, or the whole message of the compiler.
    pub(super) fn compiled(&self, form: CallForm, resources: &Resources) -> Result<PathBuf, String> {
        let in_words = |path: &Path| {
            let path = path.display().to_string();
            move |error: std::io::Error| format!("{path}: {error}")
        };
        let text = fs::read(&self.file).map_err(in_words(&self.file))?;
        let text = source::text(&self.file, &String::from_utf8_lossy(&text));
        let folder = resources.programs.path.as_path();
        let function = match self.function.strip_suffix('*') {
            None => &*self.function,
            Some(beginning) => source::first_function(&text, beginning).ok_or_else(|| {
                format!("{}: no function has a name that begins with {beginning}", self.file.display())
            })?,
        };
        let main = main_program(function, form);
        let key = self.key(&main, &text);
        let program = folder.join(format!("haskell-{key}"));
        // Others who want the same program wait for it.
        let mut refused = resources.programs.refused.lock().unwrap_or_else(PoisonError::into_inner);
        if program.is_file() {
            return Ok(program);
        }
        if let Some(message) = refused.get(&key) {
            return Err(message.clone());
        }
        if !is_installed(COMPILER) {
            return Err(format!("{COMPILER} is not installed, and it compiles Haskell files"));
        }
        // Another process may compile the same.
        let building = folder.join(format!("building-{}-{key}", std::process::id()));
        fs::create_dir_all(&building).map_err(in_words(&building))?;
        let built = self.compile(&main, &text, &building, &resources.sandbox);
        if let Err(message) = &built {
            refused.insert(key, message.clone());
        }
        let kept = built.and_then(|built| fs::rename(built, &program).map_err(in_words(&program)));
        // If it cannot be removed, it does no harm.
        let _ = fs::remove_dir_all(&building);
        kept.map(|()| program)
    }

    /// What the compiled program depends on, as one word.
    fn key(&self, main: &str, text: &str) -> String {
        let mut hash = Sha256::new();
        let mut add = |part: &str| {
            hash.update(part.len().to_le_bytes());
            hash.update(part);
        };
        add(main);
        add(text);
        for (name, text) in source::modules_beside(&self.file, text) {
            add(&name);
            add(&text);
        }
        BASE64.encode(hash.finalize())
    }

    /// Compiles in this folder; the program.
    fn compile(&self, main: &str, text: &str, building: &Path, sandbox: &Sandbox) -> Result<PathBuf, String> {
        let file = self.file.display().to_string();
        let write = |name: &str, text: &str| {
            let path = building.join(name);
            fs::write(&path, text)
                .map(|()| path.clone())
                .map_err(|error| format!("{}: {error}", path.display()))
        };
        let student = write(&format!("{}.hs", source::MODULE), &source::as_module(&file, text))?;
        let main = write("Main.hs", main)?;
        let our_files = [
            (main.display().to_string(), "the call".to_string()),
            (student.display().to_string(), file.clone()),
        ];
        let program = building.join("program");
        let beside = self.file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let search = format!("-i{}:{}", building.display(), beside.unwrap_or(Path::new(".")).display());
        let mut arguments: Vec<OsString> = ["-O1", "-v0", "-w", &search].map(OsString::from).to_vec();
        for (option, path) in [("-outputdir", building), ("-o", &program)] {
            arguments.extend([option.into(), path.into()]);
        }
        arguments.push(main.into());
        let beside = beside.unwrap_or(Path::new(".")).to_owned();
        compile(sandbox, COMPILER, arguments, [beside, building.to_owned()]).map(|()| program).map_err(
            |message| {
                // The student's file, not our copy of it.
                let message = our_files.iter().fold(message, |text, (ours, known)| text.replace(ours, known));
                format!("{file} does not compile:\n{message}")
            },
        )
    }
}

/// The main program with a call of the function. The arguments have the types of the course: the function may be without a signature.
fn main_program(function: &str, form: CallForm) -> String {
    let given = match form.given {
        Given::Boards | Given::Rows => "[String]",
        Given::Position => "String",
    };
    let mut values = vec![
        format!("(read a :: {given})"),
        "(read b :: Char)".to_string(),
        "(fromInteger (read c))".to_string(),
    ];
    values.extend(form.size_last.then(|| "(fromInteger (read d))".to_string()));
    let names = &["a", "b", "c", "d"][..values.len()];
    MAIN.replace("NAMES", &names.join(", "))
        .replace("VALUES", &values.join(" "))
        .replace("FUNCTION", function)
}

/// Whether the system finds a program of this name.
fn is_installed(name: &str) -> bool {
    std::env::var_os("PATH")
        .is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join(name).is_file()))
}
