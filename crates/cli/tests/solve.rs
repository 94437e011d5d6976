//! Solving, probing and proving from the command line.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use quadrille::Random;

use crate::common::{Folder, quadrille, run, stdout};

fn tables(folder: &Folder) -> String {
    folder.file("tables")
}

/// All tables of a game, by name.
fn contents(tables: &str, game: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let files = fs::read_dir(Path::new(tables).join(game)).expect("tables");
    let mut files: Vec<PathBuf> = files.map(|entry| entry.expect("a file").path()).collect();
    files.retain(|path| path.extension().is_some_and(|kind| kind == "table"));
    files.sort();
    let name = |path: &PathBuf| PathBuf::from(path.file_name().expect("a name"));
    files.iter().map(|path| (name(path), fs::read(path).expect("bytes"))).collect()
}

#[test]
fn a_game_is_solved_and_probed() {
    let folder = Folder::new("solve-probe");
    let tables = tables(&folder);
    let text = stdout(&["solve", "oska:3", "--tables", &tables], "");
    assert!(
        text.contains("www-bbb") && text.contains("Starting position: Black wins in 7 plies.\n"),
        "{text}"
    );
    let again = stdout(&["solve", "oska:3", "--tables", &tables], "");
    assert!(again.contains("all solved before"), "{again}");
    let json = stdout(&["solve", "oska:3", "--tables", &tables, "--json"], "");
    assert!(json.lines().count() == 7 && json.contains(r#""start":"b""#), "{json}");
    let checked = stdout(&["solve", "oska:3", "--tables", &tables, "--verify", "--sample", "0"], "");
    assert!(checked.contains("are what their moves make of them"), "{checked}");

    let probed = stdout(&["probe", "oska:3", "--tables", &tables], "");
    assert!(probed.starts_with("Black wins in ") && probed.contains("loss in"), "{probed}");
    let lines =
        stdout(&["probe", "oska", "-", "--tables", &tables], "www/--/bbb w\nnonsense\nwww/--/bbb b\n");
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(
        lines[0].contains(r#""outcome":"b""#) && lines[0].contains(r#""certainty":"exact""#),
        "{}",
        lines[0]
    );
    assert!(lines[1].contains(r#""error""#));
    assert!(lines[2].contains(r#""win_in":"#));
}

#[test]
fn solve_and_probe_say_the_same_of_the_starting_position() {
    let folder = Folder::new("solve-words");
    for game in ["oska:3", "ctf:3", "crusher:2"] {
        let tables = tables(&folder);
        let solved = stdout(&["solve", game, "--tables", &tables], "");
        let probed = stdout(&["probe", game, "--tables", &tables], "");
        let verdict = probed.lines().next().expect("a verdict");
        assert!(solved.contains(&format!("\nStarting position: {verdict}.\n")), "{solved}{verdict}");
    }
}

#[test]
fn every_command_that_uses_tables_can_be_told_where_they_are() {
    for command in ["analyze", "ugi", "play", "match", "tournament", "worker", "serve", "solve", "probe"] {
        let help = stdout(&[command, "--help"], "");
        assert!(help.contains("--tables <DIR>") && help.contains("QUADRILLE_TABLES"), "{help}");
    }
}

#[test]
fn what_cannot_be_solved_or_probed_says_why() {
    let folder = Folder::new("solve-errors");
    let tables = tables(&folder);
    let hosts = folder.file("hosts.txt");
    fs::write(&hosts, "not an address\n").expect("written");
    for (arguments, code, word) in [
        (&["solve", "congo"][..], 2, "--men"),
        (&["solve", "congo", "--men", "LQ-l"], 2, "LQ-l"),
        (&["solve", "congo", "--up-to", "16"], 2, "too many positions"),
        (&["solve", "crusher:4"], 2, "such as W"),
        (&["solve", "ctf", "--up-to", "2"], 2, "2 men or fewer"),
        (&["solve", "ctf:7", "--men", "wwwwwwwwwwwww-"], 2, "the board decides it"),
        (&["solve", "oska:22"], 2, "oska:22 cannot be solved by tables"),
        (&["solve", "oska:3", "--hosts", &hosts, "--process", "0"], 2, "not an address"),
        (&["solve", "oska:3", "--verify"], 1, "solve it first"),
        (&["solve", "oska:3", "--prove", "nonsense"], 2, "nonsense"),
        (&["solve", "oska:3", "--prove", "startpos", "--side", "x"], 2, "w or b"),
        (&["solve", "oska:3", "--prove", "startpos", "--memory", "1048576"], 2, "are free"),
        (&["probe", "oska:6"], 2, "no table"),
        (&["probe", "congo"], 2, "too many positions"),
        (&["probe", "oska:22"], 2, "oska:22 cannot be solved by tables"),
    ] {
        let output = run(&[arguments, &["--tables", &tables]].concat(), "");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {error}");
        assert!(error.contains(word) && output.stdout.is_empty(), "{arguments:?}: {error}");
    }
    let file = Path::new(&tables).join("a-file");
    fs::create_dir_all(&tables).expect("a directory");
    fs::write(&file, "").expect("written");
    let output = run(&["solve", "oska:3", "--tables", &file.to_string_lossy()], "");
    assert_eq!(output.status.code(), Some(1), "a file is not a directory");
}

#[test]
fn a_stored_proof_is_continued() {
    let folder = Folder::new("solve-prove");
    let (tables, save) = (tables(&folder), folder.file("proof"));
    let asked =
        ["solve", "oska:3", "--prove", "startpos", "--tables", &tables, "--memory", "16", "--save", &save];
    let text = stdout(&asked, "");
    assert!(text.contains("White does not win") && text.contains("Black wins, checked"), "{text}");
    assert!(Path::new(&(save.clone() + ".b")).exists());
    let json = stdout(&[&asked[..], &["--side", "b", "--json"]].concat(), "");
    assert!(json.contains(r#""answer":"proved""#), "{json}");
    fs::write(save.clone() + ".b", "damaged").expect("written");
    let output = run(&[&asked[..], &["--side", "b"]].concat(), "");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("damaged"));
}

/// Two free addresses.
fn free_addresses() -> [String; 2] {
    let listeners = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").expect("a port"));
    listeners.map(|listener| listener.local_addr().expect("an address").to_string())
}

fn start(arguments: &[&str]) -> Child {
    let mut command = Command::new(quadrille());
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("a process")
}

#[test]
fn two_processes_make_the_same_tables_as_one() {
    for (game, men, folder_name) in [("oska:3", "www-bbb", "oska-3"), ("congo", "LE-l", "congo")] {
        let folder = Folder::new(&format!("solve-processes-{folder_name}"));
        let one = tables(&folder);
        stdout(&["solve", game, "--men", men, "--tables", &one, "--workers", "1"], "");
        let hosts = folder.file("hosts.txt");
        fs::write(&hosts, free_addresses().join("\n")).expect("written");
        let places = ["first", "second"].map(|name| folder.file(name));
        let processes = [("0", &places[0]), ("1", &places[1])].map(|(number, place)| {
            start(&[
                "solve",
                game,
                "--men",
                men,
                "--tables",
                place,
                "--workers",
                "1",
                "--hosts",
                &hosts,
                "--process",
                number,
            ])
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

#[test]
fn a_run_that_is_killed_continues_where_it_was() {
    let folder = Folder::new("solve-killed");
    let whole = folder.file("whole");
    stdout(&["solve", "oska:4", "--tables", &whole], "");
    let expected = contents(&whole, "oska-4");
    let mut random = Random::new(11);
    let (mut most, killed) = (0, tables(&folder));
    for _ in 0..6 {
        let mut process = start(&["solve", "oska:4", "--tables", &killed, "--workers", "2"]);
        std::thread::sleep(Duration::from_millis(20 + random.below(400) as u64));
        process.kill().expect("it can be killed");
        process.wait().expect("an end");
        if Path::new(&killed).join("oska-4").exists() {
            let there = contents(&killed, "oska-4");
            assert!(there.iter().all(|table| expected.contains(table)), "only whole tables are there");
            assert!(there.len() >= most, "what is finished stays");
            most = there.len();
        }
    }
    let text = stdout(&["solve", "oska:4", "--tables", &killed], "");
    assert!(text.contains("White wins in 21 plies"), "{text}");
    assert!(contents(&killed, "oska-4") == expected);
}
