//! The file that lists the processes.

use std::path::Path;

use solve::cluster::Hosts;

use crate::common::Scratch;

#[test]
fn comments_and_blank_lines_do_not_count() {
    let scratch = Scratch::new("hosts-fine");
    let file = scratch.file("hosts", "# ours\n\n node1:4000 # the large one\nnode2:4000\n[::1]:4000\n");
    let hosts = Hosts::read(&file, 2).unwrap();
    assert_eq!(hosts.addresses(), ["node1:4000", "node2:4000", "[::1]:4000"]);
    assert_eq!(hosts.process(), 2);
}

#[test]
fn what_is_wrong_is_named() {
    let scratch = Scratch::new("hosts-wrong");
    let message = |text: &str, process: usize| {
        let file = scratch.file("hosts", text);
        let error = Hosts::read(&file, process).unwrap_err().to_string();
        error.replace(&file.display().to_string(), "FILE")
    };
    let advice = "is not an address; write one host:port a line, such as node1:4000";
    for text in ["node1", "node1:", ":4000", "node1:0", "node1:70000", "::1:4000", "node 1:4000"] {
        assert_eq!(message(&format!("# ours\n{text}\n"), 0), format!("FILE:2: `{text}` {advice}"));
    }
    assert_eq!(
        message("a:1\nb:1\na:1\n", 0),
        "FILE:3: a:1 is in line 1 already; each process needs an address of its own"
    );
    assert_eq!(
        message("# empty\n", 0),
        "FILE lists no addresses; write one host:port a line, such as node1:4000"
    );
    assert_eq!(message("a:1\nb:1\n", 2), "there is no process 2 in FILE: it lists 2, numbered from 0");
    let missing = Hosts::read(Path::new("quadrille-is-not-there"), 0).unwrap_err().to_string();
    assert!(missing.contains("quadrille-is-not-there"), "{missing}");
}
