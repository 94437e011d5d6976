//! Too little memory for the transposition table is said, and ends nothing else.

use crate::common::{Folder, run, shell};

/// A limit of the address space, in kilobytes, in which the program itself fits.
const LIMIT: &str = "ulimit -v 4000000";

#[test]
fn a_table_beyond_the_memory_is_refused() {
    let folder = Folder::new("memory");
    let output = shell(&format!("{LIMIT}; quadrille analyze ctf --depth 3 --hash 16384"), folder.path());
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        message,
        "error: cannot get 16 GB of memory for the transposition table: use a smaller --hash\n"
    );
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
}

#[test]
fn the_largest_table_is_refused_or_used() {
    // Whether this machine has so much memory or not.
    let output = run(&["analyze", "ctf", "--depth", "3", "--hash", "65536"], "");
    let message = String::from_utf8_lossy(&output.stderr);
    match output.status.code() {
        Some(0) => assert_eq!(message, ""),
        code => {
            assert_eq!(code, Some(2), "{message}");
            assert!(message.contains("cannot get 64 GB of memory for the transposition table"), "{message}");
        }
    }
}

#[test]
fn a_session_keeps_its_table_if_it_cannot_get_a_larger_one() {
    let folder = Folder::new("memory-ugi");
    let script = "setoption name Hash value 16384\\nisready\\ngo depth 3\\n";
    let output = shell(&format!("{LIMIT}; printf '{script}' | quadrille ugi ctf"), folder.path());
    let text = String::from_utf8_lossy(&output.stdout);
    let wanted = "info string error: cannot get 16 GB of memory for the transposition table: set a smaller Hash\nreadyok\n";
    assert!(text.starts_with(wanted), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("\nbestmove "), "{text}");
}

#[test]
fn an_engine_that_gets_no_memory_loses_with_the_reason() {
    let folder = Folder::new("memory-match");
    let play = "quadrille match ctf:4 large=engine:depth=2,hash=16384 random --games 2 --concurrency 1";
    let output = shell(&format!("{LIMIT}; {play}"), folder.path());
    let text = String::from_utf8_lossy(&output.stdout);
    let wanted = "cannot start: cannot get 16 GB of memory for the transposition table";
    assert!(text.contains(wanted), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success());
}

#[test]
fn a_search_does_with_less_memory() {
    let folder = Folder::new("memory-less");
    // The table for nine plies would have 256 megabytes.
    let search = |limit: &str| {
        let command = format!("{limit} quadrille analyze ctf:2 --depth 9 --json | sed 's/,\"nodes.*//'");
        let output = shell(&command, folder.path());
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
    };
    assert_eq!(search("ulimit -v 250000;"), search(""));
}
