//! The examples of the README and of the manual of commands print what these pages show.

use std::path::Path;
use std::process::Command;

use crate::common::quadrille;

/// The pages whose examples are run, and how many examples each must have at least, so that a change of their format cannot make
/// the test pass without running anything.
const PAGES: [(&str, usize); 2] = [("README.md", 3), ("docs/commands.md", 14)];

/// A command of a page and the output that the page shows.
struct Example {
    command: String,
    output: String,
}

/// The commands of the console blocks that call the installed program.
fn examples(page: &str) -> Vec<Example> {
    let mut found = Vec::new();
    for block in page.split("```console\n").skip(1).filter_map(|rest| rest.split("```").next()) {
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
    let program = Path::new(quadrille()).parent().expect("a folder");
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    for (page, least) in PAGES {
        let text = std::fs::read_to_string(root.join(page)).expect(page);
        let examples = examples(&text);
        assert!(examples.len() >= least, "{page} has {} examples, at least {least} expected", examples.len());
        for Example { command, output } in examples {
            // Examples name files of this project as seen from its folder.
            let run = Command::new("sh")
                .args(["-c", &format!("{{ {command}\n}} 2>&1")])
                .current_dir(&root)
                .env("PATH", &path)
                .output()
                .expect("sh");
            let printed = String::from_utf8(run.stdout).expect("text");
            assert_eq!(without_times(printed.trim_end()), without_times(&output), "{page}: $ {command}");
        }
    }
}
