//! Positions that nobody plays but anybody can set up: with tens of millions of moves, or with a very long history. Every answer
//! comes within the limits that were asked for, and within little memory.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::{Folder, run, shell};
use crate::serve::{at_home, end, first_line};

/// White's monkey has 38,669,940 moves. One of them captures the lion.
const MANY_MOVES: &str = "1z1z1z1/zzlzzzz/1z1z1z1/zzzzzzz/1z1zMz1/zzLzzzz/1z1z1z1 w 0";
/// Nearly as many, and no capture of the lion among them.
const NO_WIN: &str = "1zlz1z1/zzzzzzz/1z1z1z1/zzzzzzz/1z1zMz1/zzLzzzz/1z1z1z1 w 0";

/// Much more than an answer within 100 ms takes on a busy machine, and much less than generating all moves takes.
const SOON: Duration = Duration::from_secs(8);

/// The answer of a shell command within this many kilobytes of address space.
fn within_memory(kilobytes: u32, command: &str) -> String {
    let start = Instant::now();
    let folder = Folder::new("bounds");
    let output = shell(&format!("ulimit -v {kilobytes}; {command}"), folder.path());
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command}: {message}");
    assert!(start.elapsed() < SOON, "{command}: {:?}", start.elapsed());
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn a_position_with_millions_of_moves_is_analysed_within_its_limits() {
    for threads in [1, 2] {
        let command = format!("quadrille analyze congo '{MANY_MOVES}' --time 100ms --threads {threads}");
        let answer = within_memory(150_000, &command);
        assert!(answer.contains("won in 1"), "{answer}");
        let command = format!("quadrille analyze congo '{NO_WIN}' --time 100ms --threads {threads} --json");
        let answer: Value = serde_json::from_str(&within_memory(150_000, &command)).expect("JSON");
        assert!(answer["nodes"].as_u64() > Some(0), "{answer}");
    }
}

#[test]
fn a_position_with_millions_of_moves_is_refused_where_all_of_them_are_needed() {
    for (command, words) in [
        ("moves", "more than 65536 moves, too many to list"),
        ("analyze", "more than 65536 moves, too many for an exact search: set a limit with --time"),
        ("tree", "more than 20000 positions"),
    ] {
        let start = Instant::now();
        let output = run(&[command, "congo", MANY_MOVES], "");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(message.contains(words), "{command}: {message}");
        assert_eq!(output.status.code(), Some(2), "{command}");
        assert!(start.elapsed() < SOON, "{command}");
    }
}

#[test]
fn a_position_with_millions_of_moves_is_played_by_ugi_and_in_a_match() {
    let session =
        format!("position fen {MANY_MOVES}\\ngo movetime 100\\nposition fen {NO_WIN}\\ngo movetime 100\\n");
    let answer = within_memory(300_000, &format!("printf '{session}' | quadrille ugi congo"));
    assert_eq!(answer.matches("bestmove").count(), 2, "{answer}");
    let play = format!(
        "echo '{NO_WIN}' > openings; quadrille match congo engine random --openings openings --games 2 \
         --control time=50ms --most-plies 2"
    );
    let answer = within_memory(600_000, &play);
    assert!(answer.contains("games    2"), "{answer}");
}

/// A history is compared board by board with the help of hashes. Without them, these would be 20,000,000,000 comparisons.
#[test]
fn a_long_history_is_read_in_linear_time() {
    let mut random = 1_u64;
    let mut board = || {
        let mut cells = *b"wwwwwWbbbbbB-------------";
        for last in (1..cells.len()).rev() {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            cells.swap(last, (random >> 33) as usize % (last + 1));
        }
        String::from_utf8(cells.to_vec()).expect("letters")
    };
    let history: Vec<String> = (0..200_000).map(|_| board()).collect();
    let position = format!("-wWw--www-------bbb--bBb-,{} w", history.join(","));
    let start = Instant::now();
    let output = run(&["analyze", "ctf:5", "-", "--depth", "1"], &position);
    assert!(output.status.success(), "{:.300}", String::from_utf8_lossy(&output.stderr));
    assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
}

/// The answer to a request for JSON.
fn post(address: &str, path: &str, body: &Value) -> String {
    let mut stream = TcpStream::connect(address).expect("a connection");
    let body = body.to_string();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all((head + &body).as_bytes()).expect("sent");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("an answer");
    text
}

/// Sixteen analyses of such positions leave the server small and quick for others.
#[test]
fn many_analyses_of_positions_with_millions_of_moves_leave_the_server_small() {
    let folder = Folder::new("bounds-serve");
    let mut server = at_home(&folder, &["serve", "--port", "0"]).spawn().expect("the program");
    let line = first_line(&mut server);
    let address =
        line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).expect("an address").to_string();
    let analyses: Vec<_> = (0..16)
        .map(|number| {
            let position = if number % 2 == 0 { MANY_MOVES } else { NO_WIN };
            let (address, body) =
                (address.clone(), json!({ "game": "congo", "position": position, "seconds": 1 }));
            thread::spawn(move || post(&address, "/api/analysis", &body))
        })
        .collect();
    let start = Instant::now();
    let other = post(&address, "/api/line", &json!({ "game": "congo", "position": NO_WIN }));
    assert!(other.contains("200 OK"), "{other:.300}");
    assert!(start.elapsed() < SOON);
    for analysis in analyses {
        let answer = analysis.join().expect("an answer");
        assert!(
            answer.contains("200 OK") || answer.contains("429") || answer.contains("503"),
            "{answer:.300}"
        );
    }
    let status = fs::read_to_string(format!("/proc/{}/status", server.id())).expect("the server runs");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("its memory");
    let kilobytes: u64 = peak.trim().trim_end_matches(" kB").parse().expect("a number");
    end(server);
    assert!(kilobytes < 300_000, "the server has taken {kilobytes} kB");
}
