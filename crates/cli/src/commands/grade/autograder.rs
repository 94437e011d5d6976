//! The zip file of an autograder for Gradescope: this program, its options, and the two scripts that Gradescope runs.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use rawzip::{CompressionMethod, ZipArchiveWriter};

use super::Arguments;
use crate::failure::Failure;
use crate::files::read_file;

/// The names of the files in the zip file, besides the configuration.
const FILES: [&str; 3] = ["setup.sh", "run_autograder", "quadrille"];
/// The name of the configuration in the zip file.
const CONFIG: &str = "grading.toml";

/// Writes the zip file; the names of its files, and where its program runs.
pub(super) fn write(arguments: &Arguments, path: &Path) -> Result<String, Failure> {
    let program = std::fs::read(std::env::current_exe()?)?;
    let needs = in_words(least_c_library(&program));
    let mut contents: Vec<(&str, Vec<u8>)> = FILES
        .into_iter()
        .zip([setup(arguments).into_bytes(), run(arguments).into_bytes(), program])
        .collect();
    if let Some(config) = &arguments.config {
        contents.push((CONFIG, read_file(config)?.into_bytes()));
    }
    let written = File::create(path).map_err(Into::into).and_then(|file| pack(file, &contents));
    written.map_err(|error| Failure::Input(format!("{} cannot be written: {error}", path.display())))?;
    let names: Vec<&str> = contents.into_iter().map(|(name, _)| name).collect();
    Ok(format!("{}: {}\n{needs}\n", path.display(), names.join(", ")))
}

/// The version of the GNU C library that a program needs: the newest that the names of its symbols ask for. `None` if it brings its own.
fn least_c_library(program: &[u8]) -> Option<(u32, u32)> {
    const MARK: &[u8] = b"GLIBC_";
    if cfg!(target_feature = "crt-static") {
        return None;
    }
    let starts = program.windows(MARK.len()).enumerate().filter(|(_, window)| *window == MARK);
    let versions = starts.filter_map(|(at, _)| {
        let digits = program[at + MARK.len()..]
            .iter()
            .take(8)
            .take_while(|byte| byte.is_ascii_digit() || **byte == b'.');
        let text: String = digits.map(|&byte| char::from(byte)).collect();
        let mut numbers = text.split('.').map(str::parse);
        Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
    });
    versions.max()
}

fn in_words(library: Option<(u32, u32)>) -> String {
    library.map_or_else(
        || {
            "the program in it is statically linked: it runs on any Linux with this kind of processor"
                .to_string()
        },
        |(major, minor)| {
            format!("the program in it needs the GNU C library {major}.{minor} or newer (ldd --version)")
        },
    )
}

fn pack(file: File, contents: &[(&str, Vec<u8>)]) -> Result<(), rawzip::Error> {
    let mut archive = ZipArchiveWriter::new(file);
    for (name, bytes) in contents {
        // The scripts and the program are run.
        let file =
            archive.new_file(*name).compression_method(CompressionMethod::STORE).unix_permissions(0o100_755);
        let (mut entry, config) = file.start()?;
        let mut writer = config.wrap(&mut entry);
        writer.write_all(bytes)?;
        let (_, descriptor) = writer.finish()?;
        entry.finish(descriptor)?;
    }
    archive.finish()?.sync_all()?;
    Ok(())
}

/// What Gradescope runs once, when the autograder is built.
fn setup(arguments: &Arguments) -> String {
    let player = arguments.player.as_deref().unwrap_or("");
    let is_haskell = player.starts_with("haskell:") || player.contains("=haskell:");
    let packages = if is_haskell { "ghc" } else { "python3" };
    format!(
        "#!/bin/sh\n# Add what the students' programs need.\nset -e\napt-get update\n\
         apt-get install -y {packages}\nchmod +x /autograder/source/quadrille\n\
         # Fails here, and not with the first submission, if this system is too old for the program.\n\
         /autograder/source/quadrille --version\n"
    )
}

/// What Gradescope runs for each submission.
fn run(arguments: &Arguments) -> String {
    let mut words = vec![arguments.game.clone(), arguments.player.clone().unwrap_or_default()];
    words.extend(arguments.options());
    if arguments.config.is_some() {
        words.extend(["--config".to_string(), format!("/autograder/source/{CONFIG}")]);
    }
    let words: Vec<String> =
        words.iter().map(|word| shlex::try_quote(word).unwrap_or_default().into_owned()).collect();
    format!(
        "#!/bin/sh\n# Grades the submission. Failed checks are points, not an error: what counts is that there are results.\n\
         cd /autograder/submission || exit 1\n\
         /autograder/source/quadrille grade {} \\\n    --gradescope /autograder/results/results.json\n\
         test -s /autograder/results/results.json\n",
        words.join(" ")
    )
}
