//! The README's examples print what the README says.

use std::path::Path;
use std::process::Command;

use crate::common::quadrille;

/// A command of the README and what it is said to print.
struct Example {
    command: String,
    output: String,
}

/// The commands of the console blocks that call the installed program.
fn examples(readme: &str) -> Vec<Example> {
    let mut found = Vec::new();
    for block in readme.split("```console\n").skip(1).filter_map(|rest| rest.split("```").next()) {
        for example in block.split("$ ").skip(1) {
            // A command goes on over the lines of an open quotation.
            let mut end = 0;
            for line in example.split_inclusive('\n') {
                end += line.len();
                if example[..end].matches('\'').count() % 2 == 0 {
                    break;
                }
            }
            let (command, output) = example.split_at(end);
            if command.contains("quadrille ") {
                found.push(Example {
                    command: command.trim().to_string(),
                    output: output.trim_end().to_string(),
                });
            }
        }
    }
    found
}

/// Times are different each time.
fn without_times(text: &str) -> String {
    text.lines().map(|line| line.split(" positions, ").next().unwrap_or(line)).collect::<Vec<_>>().join("\n")
}

#[test]
fn examples_print_what_they_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let examples = examples(&std::fs::read_to_string(root.join("README.md")).expect("the README"));
    assert!(examples.len() >= 6, "the README shows the calls");
    let program = Path::new(quadrille()).parent().expect("a folder");
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    for Example { command, output } in examples {
        let run = Command::new("sh")
            .args(["-c", &format!("{{ {command}\n}} 2>&1")])
            .env("PATH", &path)
            .output()
            .expect("sh");
        let printed = String::from_utf8(run.stdout).expect("text");
        assert_eq!(without_times(printed.trim_end()), without_times(&output), "$ {command}");
    }
}
