//! Sessions of the Universal Game Interface, as another program would send them on standard input. Every session ends by itself at
//! the end of its input.
#![no_main]

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Write};
use std::sync::Once;

use fuzz::{catalogue, choice_and_text, has_few_moves};
use libfuzzer_sys::fuzz_target;
use quadrille::GameRef;

const GAMES: [&str; 8] =
    ["ctf:3", "ctf:5", "crusher:3", "oska:4", "congo", "congo:course", "ctf:32", "crusher:18"];

/// The largest number after a word that asks for work, so that one session is short.
const MOST: [(&str, u64); 8] = [
    ("depth", 2),
    ("movetime", 5),
    ("nodes", 1000),
    ("p1time", 100),
    ("p2time", 100),
    ("p1inc", 5),
    ("p2inc", 5),
    // Of `setoption name Hash value 64` and of `setoption name Threads value 2`.
    ("value", 2),
];

/// The line with smaller numbers.
fn bounded(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    let word = |index: usize| {
        let before = words[..index].last().copied().unwrap_or("");
        let most = MOST.iter().find(|(name, _)| *name == before)?.1;
        words[index].trim().parse::<u64>().ok().filter(|&number| number > most).map(|_| most.to_string())
    };
    let words = (0..words.len()).map(|index| word(index).unwrap_or_else(|| words[index].to_string()));
    words.collect::<Vec<_>>().join(" ")
}

/// Whether a line sets up a position with very many moves.
fn is_slow(game: &GameRef, line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let ["position", "fen", rest @ ..] = words.as_slice() else { return false };
    let fen = rest.split(|&word| word == "moves").next().unwrap_or(&[]).join(" ");
    game.line(&fen).is_ok_and(|line| !has_few_moves(&*line))
}

/// Makes this text the standard input.
fn set_input(text: &str) -> io::Result<()> {
    let (reader, writer) = rustix::pipe::pipe()?;
    rustix::stdio::dup2_stdin(&reader)?;
    File::from(writer).write_all(text.as_bytes())
}

fuzz_target!(|data: &[u8]| {
    static QUIET: Once = Once::new();
    QUIET.call_once(|| {
        let nowhere = File::options().write(true).open("/dev/null").expect("/dev/null");
        rustix::stdio::dup2_stdout(&nowhere).expect("another standard output");
    });
    let Some((choice, text)) = choice_and_text(data) else { return };
    let name = GAMES[usize::from(choice) % GAMES.len()];
    let game = catalogue().game(name).expect("a game");
    let lines: Vec<String> = text.split('\n').map(bounded).collect();
    if lines.len() > 40 || lines.iter().any(|line| is_slow(&game, line)) {
        return;
    }
    set_input(&format!("{}\n", lines.join("\n"))).expect("a pipe");
    let arguments: Vec<OsString> =
        ["quadrille", "ugi", name, "--tables", "/dev/null"].map(OsString::from).to_vec();
    let status = quadrille_cli::call(catalogue(), &arguments);
    assert_eq!(format!("{status:?}"), format!("{:?}", std::process::ExitCode::SUCCESS));
    // What comes after `quit` is not for the next session.
    let mut rest = Vec::new();
    io::stdin().read_to_end(&mut rest).expect("the rest of the input");
});
