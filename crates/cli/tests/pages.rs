//! The examples of the README and of the manuals: they print what these pages show, and their players play. And the tests that the page
//! about reliability names exist.

use std::fs;
use std::path::Path;

use crate::common::{Folder, shell, without_sandbox};

/// The folder of this project: examples name its files.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The pages whose examples are run, and how many examples each must have at least, so that a change of their format cannot make
/// the test pass without running anything.
const PAGES: [(&str, usize); 2] = [("README.md", 3), ("docs/commands.md", 14)];

/// The commands of the console blocks that call the installed program, each with the output that the page shows.
fn examples(page: &str) -> Vec<(&str, &str)> {
    let blocks = page.split("```console\n").skip(1).filter_map(|rest| rest.split("```").next());
    let examples = blocks.flat_map(|block| block.split("$ ").skip(1)).map(|example| {
        // A command goes on over the lines of an open quotation.
        let is_whole = |end: &usize| example[..*end].matches('\'').count() % 2 == 0;
        let end = example.match_indices('\n').map(|(end, _)| end).find(is_whole);
        example.split_at(end.unwrap_or(example.len()))
    });
    examples.filter(|(command, _)| command.contains("quadrille ")).collect()
}

/// Times are different each time.
fn without_times(text: &str) -> String {
    let lines: Vec<&str> = text.trim().lines().filter_map(|line| line.split(" positions, ").next()).collect();
    lines.join("\n")
}

#[test]
fn examples_print_what_they_say() {
    for (page, least) in PAGES {
        let text = fs::read_to_string(Path::new(ROOT).join(page)).expect(page);
        let examples = examples(&text);
        assert!(examples.len() >= least, "{page} has {} examples, at least {least} expected", examples.len());
        for (command, expected) in examples {
            let output = shell(&format!("{{ {command}\n}} 2>&1"), Path::new(ROOT));
            let printed = without_sandbox(&String::from_utf8(output.stdout).expect("text"));
            assert_eq!(without_times(&printed), without_times(expected), "{page}: $ {command}");
        }
    }
}

#[test]
fn the_players_of_the_manual_play() {
    let manual = fs::read_to_string(Path::new(ROOT).join("docs/players.md")).expect("the manual");
    let has_ghc = shell("command -v ghc", Path::new(ROOT)).status.success();
    let commands: Vec<&str> = manual.lines().filter_map(|line| line.strip_prefix("$ ")).collect();
    assert!(commands.len() >= 8, "the manual has examples");
    for command in commands {
        let output = shell(command, Path::new(ROOT));
        let [printed, said] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
        if command.contains("haskell:") && !has_ghc {
            println!("SKIPPED: ghc is not installed");
            assert!(said.contains("ghc is not installed"), "{command}: {said}");
        } else {
            assert!(output.status.success(), "{command}: {said}");
            assert!(!printed.contains("fault"), "{command}: {printed}");
        }
    }
}

#[test]
fn the_steps_of_grading_lead_to_the_points() {
    let manual = fs::read_to_string(Path::new(ROOT).join("docs/grading.md")).expect("the manual");
    let section = manual.split("## Step by step\n").nth(1).and_then(|rest| rest.split("\n## ").next());
    let blocks: Vec<&str> = section.expect("a section").split("```").skip(1).step_by(2).collect();
    let lines = |block: &str| -> String {
        let lines =
            block.lines().skip(1).map(|line| line.strip_prefix("   ").unwrap_or(line).to_string() + "\n");
        lines.collect()
    };
    let of_kind = |kind: &str| -> String {
        blocks.iter().filter(|block| block.starts_with(kind)).map(|block| lines(block)).collect()
    };
    let script = of_kind("sh\n");
    assert_eq!(script.matches("quadrille grade").count(), 2, "{script}");
    let folder = Folder::new("steps");
    std::os::unix::fs::symlink(Path::new(ROOT).join("examples"), folder.path().join("examples"))
        .expect("a link");
    let output = shell(&script, folder.path());
    let printed = String::from_utf8_lossy(&output.stdout);
    let expected = of_kind("text\n");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(printed.trim_end().ends_with(expected.trim()), "{printed}\n{said}");
    assert!(printed.contains("cleo       0 of 70  does not compile:"), "{printed}");
}

#[test]
fn the_tests_that_the_page_about_reliability_names_exist() {
    let page = fs::read_to_string(Path::new(ROOT).join("docs/reliability.md")).expect("the page");
    let mut found = 0;
    // A file, a colon, and its tests: `cli/tests/pages.rs`: `one_test`, `another_test`.
    for (place, _) in page.match_indices(".rs`:") {
        let file = page[..place].rsplit('`').next().expect("a name");
        let text = fs::read_to_string(Path::new(ROOT).join(format!("crates/{file}.rs"))).expect(file);
        let names = page[place + ".rs`:".len()..].split([';', '|', ')']).next().expect("names");
        for name in names.split('`').skip(1).step_by(2) {
            assert!(text.contains(&format!("fn {name}()")), "{file}.rs has no test {name}");
            found += 1;
        }
    }
    assert!(found > 30, "{found} tests");
}
