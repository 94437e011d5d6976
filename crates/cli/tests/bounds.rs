//! Positions that nobody plays but anybody can set up: with tens of millions of moves, or with a very long history. Every answer
//! comes within the limits that were asked for, and within little memory.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::{Folder, ended, interrupt, run, shell, start};
use crate::serve::{Running, address, at_home, first_line, peak_megabytes};
use crate::ugi::full_board;

/// White's monkey has 38,669,940 moves. One of them captures the lion.
const MANY_MOVES: &str = "1z1z1z1/zzlzzzz/1z1z1z1/zzzzzzz/1z1zMz1/zzLzzzz/1z1z1z1 w 0";
/// Nearly as many, and no capture of the lion among them.
const NO_WIN: &str = "1zlz1z1/zzzzzzz/1z1z1z1/zzzzzzz/1z1zMz1/zzLzzzz/1z1z1z1 w 0";

/// Much more than an answer within 100 ms takes on a busy machine, and much less than generating all moves takes.
const SOON: Duration = Duration::from_secs(30);

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

/// Both players have to capture again and again. No move is late by more than a busy machine makes it.
#[test]
fn a_match_on_a_board_full_of_captures_ends_in_time() {
    let folder = Folder::new("bounds-match");
    fs::write(folder.path().join("openings"), full_board()).expect("a file");
    let play = "quadrille match crusher:18 a=engine:time=100ms b=engine:time=100ms --openings openings --games 2 \
                --control time=100ms --margin 5s --most-plies 10 --concurrency 2";
    let start = Instant::now();
    let output = shell(play, folder.path());
    let (text, took) = (String::from_utf8_lossy(&output.stdout), start.elapsed());
    assert!(text.contains("games    2") && !text.contains("fault"), "{text}");
    assert!(took < Duration::from_secs(30), "{took:?}");
}

/// A game is made when its turn comes. To make all of them first took 500 MB.
#[test]
fn a_match_of_a_million_games_takes_little_memory() {
    const MEGABYTES: u64 = 250;
    let play = "match oska random random2=random --games 1000000 --opening-plies 0 --concurrency 1";
    let child = start(&play.split(' ').collect::<Vec<_>>());
    thread::sleep(Duration::from_secs(3));
    let peak = peak_megabytes(&child);
    interrupt(&child, Duration::ZERO);
    let message = String::from_utf8(ended(child).stderr).expect("text");
    assert!(message.ends_with(" of 1000000 games\n"), "{message}");
    assert!(peak < MEGABYTES, "{peak} MB");
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

/// Sixteen analyses of such positions leave the server small, and quick for others. A move takes some milliseconds; the median of many
/// is far below the limit even where many processes share a processor.
#[test]
fn many_analyses_of_positions_with_millions_of_moves_leave_the_server_small_and_quick() {
    const ANALYSES: usize = 16;
    const MOVE: Duration = Duration::from_millis(500);
    const MEGABYTES: u64 = 300;
    let folder = Folder::new("bounds-serve");
    let mut server = Running::start(at_home(&folder, &["serve", "--port", "0"]));
    let address = address(&first_line(&mut server));
    let ended = AtomicBool::new(false);
    let mut moves = Vec::new();
    thread::scope(|scope| {
        let analyses: Vec<_> = (0..ANALYSES)
            .map(|number| {
                // Those that are won at once leave room for the others.
                let position = if number == 0 { MANY_MOVES } else { NO_WIN };
                let body = json!({ "game": "congo", "position": position, "seconds": 4 });
                let address = &address;
                scope.spawn(move || post(address, "/api/analysis", &body))
            })
            .collect();
        let player = scope.spawn(|| {
            let mut times = Vec::new();
            while !ended.load(Relaxed) {
                times.extend(time_of_a_move(&address));
            }
            times
        });
        for analysis in analyses {
            let answer = analysis.join().expect("an answer");
            assert!(answer.contains("200 OK"), "{answer:.300}");
        }
        ended.store(true, Relaxed);
        moves = player.join().expect("times");
    });
    moves.sort_unstable();
    let (median, longest) = (moves[moves.len() / 2], moves[moves.len() - 1]);
    let peak = peak_megabytes(&server);
    println!("{} moves: median {median:?}, longest {longest:?}; {peak} MB", moves.len());
    assert!(median < MOVE, "the median of {} moves is {median:?}", moves.len());
    assert!(longest < SOON, "{longest:?}");
    assert!(peak < MEGABYTES, "the server has taken {peak} MB");
}

/// How long the server takes for a move of a person, and for the answer of the engine.
fn time_of_a_move(address: &str) -> [Duration; 2] {
    let new = json!({ "game": "congo", "white": { "kind": "human" }, "black": { "kind": "engine", "strength": "level=2" } });
    let game = post(address, "/api/games", &new);
    let id = game.split("\"id\":\"").nth(1).and_then(|rest| rest.split('"').next()).expect("an id");
    [("moves", json!({ "ply": 0, "move": "a2a3" })), ("reply", json!({ "ply": 1 }))].map(|(what, body)| {
        let start = Instant::now();
        let answer = post(address, &format!("/api/games/{id}/{what}"), &body);
        assert!(answer.contains("200 OK"), "{answer:.300}");
        start.elapsed()
    })
}
