//! Running the program.

#[allow(dead_code, reason = "not every test file plays games")]
pub(crate) mod events;

use std::process::Output;

use assert_cmd::Command;

/// Runs `quadrille` with these arguments and this on its stdin.
pub(crate) fn run(arguments: &[&str], stdin: &str) -> Output {
    let mut command = Command::cargo_bin("quadrille").expect("the program");
    command
        .args(arguments)
        .write_stdin(stdin)
        .timeout(std::time::Duration::from_mins(1))
        .output()
        .expect("an output")
}

/// What a successful run prints.
#[allow(dead_code, reason = "not every test file has successful runs only")]
pub(crate) fn stdout(arguments: &[&str], stdin: &str) -> String {
    let output = run(arguments, stdin);
    let (out, err) =
        (String::from_utf8(output.stdout).expect("text"), String::from_utf8(output.stderr).expect("text"));
    assert!(output.status.success(), "{arguments:?}: {err}");
    assert_eq!(err, "", "{arguments:?} says nothing on stderr");
    out
}
