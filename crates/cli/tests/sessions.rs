//! Random sessions of the Universal Game Interface: every question has its answer, every move is legal, and mistakes are told.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use quadrille::{AnyLine, Catalogue, GameRef, Random};

use crate::common::quadrille;

const GAMES: [&str; 8] =
    ["ctf:3", "ctf:5", "ctf:12", "crusher:3", "crusher:5", "oska:4", "congo", "congo:course"];

/// Far longer than any answer of these sessions takes: only an answer that never comes is late.
const NEVER: Duration = Duration::from_mins(2);

/// A program that speaks the interface, and a line as it should have it.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: Receiver<String>,
    game: GameRef,
    line: Box<dyn AnyLine>,
}

impl Engine {
    fn start(game: &str) -> Engine {
        let mut command = Command::new(quadrille());
        command.args(["ugi", game, "--tables", "/dev/null"]);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
        let (input, output) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
        let (sender, receiver) = mpsc::channel();
        // The thread ends when the program does, or with the test.
        std::thread::spawn(move || {
            BufReader::new(output).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        let game = Catalogue::standard().game(game).expect("a game");
        Engine { child, input, output: receiver, line: game.start(), game }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the program listens");
    }

    /// The next line that begins with a word; `info` may come before it.
    fn hear(&mut self, word: &str) -> String {
        loop {
            let line = self.output.recv_timeout(NEVER).unwrap_or_else(|_| {
                panic!("no {word} for {} in {}", self.line.text(), self.game);
            });
            if line.starts_with(word) {
                return line;
            }
            assert!(line.starts_with("info "), "{line:?} instead of {word}");
        }
    }

    /// Sends one command or a few, and checks the answers.
    fn exchange(&mut self, random: &mut Random) {
        match random.below(10) {
            0 => {
                self.say("uginewgame");
                self.line = self.game.start();
            }
            1 => {
                self.say(random.pick(&[
                    "setoption name Hash value 1",
                    "setoption name Threads value 2",
                    "setoption name Eval value material",
                    "setoption name Threads value 1",
                ]));
            }
            2 => {
                self.say(random.pick(&["go", "position", "xyzzy", "go depth", "position fen", "setoption"]));
                self.hear("info string error");
            }
            3 => {
                self.say(&format!("position fen {}", self.line.text()));
                self.say("query gameover");
                assert_eq!(self.hear("response"), format!("response {}", self.line.ending().is_some()));
            }
            4 => {
                self.say("position startpos moves a1z99");
                self.hear("info string error");
            }
            _ => self.search(random),
        }
        self.say("isready");
        self.hear("readyok");
    }

    /// Sets up a position, lets the engine search, and plays its move.
    fn search(&mut self, random: &mut Random) {
        let text = self.line.text();
        self.say(&format!("position fen {text}"));
        let limit = random.pick(&["depth 2", "depth 3", "nodes 500", "movetime 3", "infinite"]);
        self.say(&format!("go {limit}"));
        if self.line.ending().is_some() {
            self.hear("info string error: the game is over");
            self.line = self.game.start();
            self.say("uginewgame");
            return;
        }
        if limit == "infinite" || random.below(4) == 0 {
            self.say("stop");
        }
        let answer = self.hear("bestmove ");
        let mv = answer.trim_start_matches("bestmove ");
        self.line.play(mv).unwrap_or_else(|refusal| panic!("{mv} in {text}: {refusal}"));
    }

    fn quit(mut self) {
        self.say("quit");
        let (sender, ended) = mpsc::channel();
        std::thread::spawn(move || sender.send(self.child.wait().expect("an end")));
        assert!(ended.recv_timeout(NEVER).expect("it ends").success());
    }
}

/// One session after the other until `is_enough`; how many there were.
fn sessions(seed: u64, is_enough: impl Fn(usize) -> bool) -> usize {
    let mut random = Random::new(seed);
    let mut count = 0;
    while !is_enough(count) {
        let mut engine = Engine::start(random.pick(&GAMES));
        for _ in 0..random.below(60) {
            engine.exchange(&mut random);
        }
        engine.quit();
        count += 1;
    }
    count
}

#[test]
fn every_question_of_a_session_is_answered() {
    sessions(1, |count| count == 8);
}

#[test]
#[ignore = "an hour of sessions, or SESSION_MINUTES: see CONTRIBUTING.md"]
fn an_hour_of_sessions() {
    let minutes = std::env::var("SESSION_MINUTES").map_or(60, |text| text.parse().expect("a whole number"));
    let start = Instant::now();
    let count = sessions(2, |_| start.elapsed() > Duration::from_secs(60 * minutes));
    println!("{count} sessions");
}
