//! Checks that the code in the tutorial is the complete code of this example.

use std::fs;
use std::path::Path;

#[test]
fn the_tutorial_and_the_example_have_the_same_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tutorial = fs::read_to_string(root.join("../../docs/adding-a-game.md")).expect("the tutorial");
    let files =
        ["Cargo.toml", "src/rules.md", "src/lib.rs", "src/notation.rs", "src/solver.rs", "src/main.rs"]
            .map(|file| (file, fs::read_to_string(root.join(file)).expect(file)));
    let tests = fs::read_to_string(root.join("tests/all.rs")).expect("the tests");
    let blocks = blocks(&tutorial);
    assert!(blocks.len() > 10, "the tutorial shows code");
    for block in &blocks {
        let known =
            files.iter().any(|(_, text)| text.contains(block.trim_end())) || tests.contains(block.trim());
        assert!(known, "the tutorial shows code that the example does not have:\n{block}");
    }
    for (file, text) in &files {
        let shown: String = blocks.concat();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            assert!(shown.contains(line), "the tutorial does not show this line of {file}: {line}");
        }
    }
}

/// The blocks of code in Rust, TOML and Markdown.
fn blocks(tutorial: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut block: Option<String> = None;
    for line in tutorial.lines() {
        match &mut block {
            None if ["```rust", "```toml", "```markdown"].contains(&line) => block = Some(String::new()),
            Some(_) if line == "```" => blocks.extend(block.take()),
            Some(code) => code.extend([line, "\n"]),
            None => {}
        }
    }
    blocks
}
