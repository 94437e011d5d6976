//! What the tests run programs with.

use std::path::PathBuf;

use arena::program::CommandLine;
use arena::{Resources, Sandbox};
use quadrille::{Catalogue, Tables};

/// A program of the examples, which `cargo test` builds along with the tests (but `cargo test --test programs` does not).
pub(crate) fn example(name: &str) -> PathBuf {
    let this = std::env::current_exe().expect("the test has a path");
    let path = this.ancestors().nth(2).expect("it is in target/PROFILE/deps").join("examples").join(name);
    assert!(path.exists(), "{} is missing: run `cargo test -p arena`", path.display());
    path
}

pub(crate) fn resources() -> Resources {
    let supervisor = CommandLine::new(example("supervisor"), [""; 0]);
    let sandbox = Sandbox { supervisor, memory: Some(1 << 30) };
    Resources { catalogue: Catalogue::standard(), tables: Tables::none(), sandbox }
}
