//! Solving with many processes, and runs that are killed and continued.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::time::Duration;

use quadrille::Random;

use crate::common::{Folder, kills, start, stdout};

/// All tables of a game, by name.
fn contents(tables: &str, game: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let files = fs::read_dir(Path::new(tables).join(game)).expect("tables");
    let mut files: Vec<PathBuf> = files.map(|entry| entry.expect("a file").path()).collect();
    files.retain(|path| path.extension().is_some_and(|kind| kind == "table"));
    files.sort();
    let name = |path: &PathBuf| PathBuf::from(path.file_name().expect("a name"));
    files.iter().map(|path| (name(path), fs::read(path).expect("bytes"))).collect()
}

/// Two free addresses.
fn free_addresses() -> [String; 2] {
    let listeners = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").expect("a port"));
    listeners.map(|listener| listener.local_addr().expect("an address").to_string())
}

#[test]
fn two_processes_make_the_same_tables_as_one() {
    for (game, men, folder_name) in [("oska:3", "www-bbb", "oska-3"), ("congo", "LE-l", "congo")] {
        let folder = Folder::new(&format!("solve-processes-{folder_name}"));
        let one = folder.file("tables");
        stdout(&["solve", game, "--men", men, "--tables", &one, "--workers", "1"], "");
        let hosts = folder.file("hosts.txt");
        fs::write(&hosts, free_addresses().join("\n")).expect("written");
        let places = ["first", "second"].map(|name| folder.file(name));
        let processes = [("0", &places[0]), ("1", &places[1])].map(|(number, place)| {
            let asked = ["solve", game, "--men", men, "--tables", place, "--workers", "1"];
            start(&[&asked[..], &["--hosts", &hosts, "--process", number]].concat())
        });
        for process in processes {
            let output = process.wait_with_output().expect("an end");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
        for place in &places {
            assert!(contents(place, folder_name) == contents(&one, folder_name), "{game}");
        }
    }
}

/// Kills a run again and again. When a game is solved in spite of that, it begins anew, until there have been this many kills.
fn kill_and_continue(name: &str, kills: usize, seed: u64) {
    let folder = Folder::new(name);
    let whole = folder.file("whole");
    stdout(&["solve", "oska:4", "--tables", &whole], "");
    let expected = contents(&whole, "oska-4");
    let mut random = Random::new(seed);
    let killed = folder.file("tables");
    let (mut most, mut done) = (0, 0);
    while done < kills {
        let mut process = start(&["solve", "oska:4", "--tables", &killed, "--workers", "2"]);
        std::thread::sleep(Duration::from_millis(20 + random.below(400) as u64));
        done += usize::from(process.try_wait().expect("a status").is_none());
        process.kill().expect("it can be killed");
        process.wait().expect("an end");
        if Path::new(&killed).join("oska-4").exists() {
            let there = contents(&killed, "oska-4");
            assert!(there.iter().all(|table| expected.contains(table)), "only whole tables are there");
            assert!(there.len() >= most, "what is finished stays");
            most = there.len();
            if most == expected.len() && done < kills {
                fs::remove_dir_all(&killed).expect("it can be removed");
                most = 0;
            }
        }
    }
    let text = stdout(&["solve", "oska:4", "--tables", &killed], "");
    assert!(text.contains("White wins in 21 plies"), "{text}");
    assert!(contents(&killed, "oska-4") == expected);
}

#[test]
fn a_run_that_is_killed_continues_where_it_was() {
    kill_and_continue("solve-killed", 6, 11);
}

#[test]
#[ignore = "a thousand kills, or KILLS: see CONTRIBUTING.md"]
fn a_thousand_kills_of_the_solver() {
    kill_and_continue("solve-killed-often", kills(), 12);
}
