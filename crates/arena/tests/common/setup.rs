//! What the tests run programs with.

use std::path::PathBuf;
use std::sync::OnceLock;

use arena::program::{CommandLine, Isolation};
use arena::{Resources, Sandbox};
use quadrille::{Catalogue, Tables};

/// The example with the processes of the tests. `cargo test` builds it along with them (but `cargo test --test programs` does not).
pub(crate) fn processes() -> PathBuf {
    let this = std::env::current_exe().expect("the test has a path");
    let path = this.ancestors().nth(2).expect("it is in target/PROFILE/deps").join("examples/processes");
    assert!(path.exists(), "{} is missing: run `cargo test -p arena`", path.display());
    path
}

/// The sandbox with the strongest isolation that this system allows.
pub(crate) fn sandbox() -> Sandbox {
    static ISOLATION: OnceLock<Isolation> = OnceLock::new();
    let sandbox =
        Sandbox { memory: Some(1 << 30), ..Sandbox::new(CommandLine::new(processes(), ["supervisor"])) };
    Sandbox { isolation: *ISOLATION.get_or_init(|| Isolation::strongest(&sandbox)), ..sandbox }
}

/// For programs that keep notes in a file, which the sandbox forbids.
#[allow(dead_code, reason = "most tests need none")]
pub(crate) fn resources_without_isolation() -> Resources {
    let sandbox = Sandbox { isolation: Isolation::Off, ..sandbox() };
    Resources::new(Catalogue::standard(), Tables::none(), sandbox)
}

#[allow(dead_code, reason = "some tests play no games")]
pub(crate) fn resources() -> Resources {
    Resources::new(Catalogue::standard(), Tables::none(), sandbox())
}
