//! Commands and all that they print, to be read as a whole. Each file of `tests/console` lists commands for a shell, which run one after
//! the other in a folder of their own. The snapshot of the file shows each command with its output and its exit code.

use std::fmt::Write;
use std::fs;

use crate::common::{Folder, shell, without_sandbox};

/// Runs the commands of a file and compares what they print with the snapshot.
fn check(file: &str) {
    let folder = Folder::new(&format!("console-{file}"));
    let files = || fs::read_dir(folder.path()).expect("a folder").count();
    let path = format!("{}/tests/console/{file}.txt", env!("CARGO_MANIFEST_DIR"));
    let mut transcript = String::new();
    for line in fs::read_to_string(&path).expect(&path).lines() {
        if line.starts_with('#') {
            let _ = writeln!(transcript, "{line}");
            continue;
        }
        let before = files();
        let output = shell(line, folder.path());
        let [out, err] =
            [output.stdout, output.stderr].map(|text| without_sandbox(&String::from_utf8_lossy(&text)));
        let code = output.status.code().expect(line);
        assert!(!err.contains("panicked"), "{line}: {err}");
        let _ = write!(transcript, "$ {line}\n{out}{err}");
        if code != 0 {
            let _ = writeln!(transcript, "exit code {code}");
        }
        if code == 2 {
            assert!(out.is_empty() && err.starts_with("error: "), "{line}: {out}{err}");
            assert_eq!(files(), before, "a call that is refused leaves no file: {line}");
        }
        transcript.push('\n');
    }
    insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!(file, transcript) });
}

#[test]
fn answers() {
    for file in ["calls", "grade", "json", "play", "protocols", "solve", "trace", "tree"] {
        check(file);
    }
}

#[test]
fn error_messages() {
    for subject in [
        "calls_of_the_courses",
        "congo_course",
        "congo_positions",
        "events",
        "grade",
        "play",
        "positions",
        "serve",
        "solve",
        "tree",
    ] {
        check(&format!("errors_{subject}"));
    }
}
