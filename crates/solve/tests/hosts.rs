//! The file that lists the processes.

use std::path::PathBuf;
use std::{env, fs, process};

use solve::cluster::Hosts;

/// A file that is removed with this.
pub(crate) struct HostFile(pub(crate) PathBuf);

impl HostFile {
    pub(crate) fn new(name: &str, text: &str) -> Self {
        let path = env::temp_dir().join(format!("quadrille-{name}-{}.hosts", process::id()));
        fs::write(&path, text).unwrap();
        Self(path)
    }
}

impl Drop for HostFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn message(name: &str, text: &str, process: usize) -> String {
    let file = HostFile::new(name, text);
    let error = Hosts::read(&file.0, process).unwrap_err().to_string();
    error.replace(&file.0.display().to_string(), "FILE")
}

#[test]
fn comments_and_blank_lines_do_not_count() {
    let file = HostFile::new("fine", "# ours\n\n node1:4000 # the large one\nnode2:4000\n[::1]:4000\n");
    let hosts = Hosts::read(&file.0, 2).unwrap();
    assert_eq!(hosts.addresses(), ["node1:4000", "node2:4000", "[::1]:4000"]);
    assert_eq!(hosts.process(), 2);
}

#[test]
fn what_is_wrong_is_named() {
    let advice = "is not an address; write one host:port a line, such as node1:4000";
    for text in ["node1", "node1:", ":4000", "node1:0", "node1:70000", "::1:4000", "node 1:4000"] {
        assert_eq!(message("wrong", &format!("# ours\n{text}\n"), 0), format!("FILE:2: `{text}` {advice}"));
    }
    assert_eq!(
        message("twice", "a:1\nb:1\na:1\n", 0),
        "FILE:3: a:1 is in line 1 already; each process needs an address of its own"
    );
    assert_eq!(
        message("none", "# nobody\n", 0),
        "FILE lists no addresses; write one host:port a line, such as node1:4000"
    );
    assert_eq!(message("few", "a:1\nb:1\n", 2), "there is no process 2 in FILE: it lists 2, numbered from 0");
    let missing = Hosts::read(&env::temp_dir().join("quadrille-is-not-there"), 0).unwrap_err().to_string();
    assert!(missing.contains("quadrille-is-not-there"), "{missing}");
}
