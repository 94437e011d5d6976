//! Benchmarks. Each prints a table. Without names, all of them run.
//!
//! * `perft`: compares our move generators with cozy-chess.
//! * `versus`: compares our engine with the `minimax` crate, on the same rules.
//! * `nodes`: compares the positions that our engine visits with plain alpha-beta.
//! * `growth`: our engine on larger and larger boards.
//! * `threads`: compares two threads with one. `game=oska:5` chooses one game.
//! * `arena`: the overhead of the referee, and games per second.
//! * `truth`: how often our engine keeps the result of perfect play. `tables=DIR` names the folder of solved tables,
//!   `game=oska:5` chooses one board, `nodes=10000,1000000` the limits of the searches, `positions=2000` the number of
//!   positions and `seed=1` other ones.
//!
//! `quadrille match` measures the strength of the engine.
//!
//! `tune` with the names of boards is not a benchmark: it finds weights for the evaluations. With `tables=DIR` it fits them to
//! solved tables.

mod arena_overhead;
mod figures;
mod growth;
mod nodes;
mod peer;
mod perft;
mod positions;
mod settings;
mod threads;
mod truth;
mod tune;
mod versus;

use settings::Settings;

/// The name and the function of a benchmark.
type Benchmark = (&'static str, fn(&Settings));

const BENCHMARKS: [Benchmark; 7] = [
    ("perft", |_| perft::run()),
    ("versus", |_| versus::run()),
    ("nodes", |_| nodes::run()),
    ("growth", |_| growth::run()),
    ("threads", threads::run),
    ("arena", |_| arena_overhead::run()),
    ("truth", |settings| truth::run(settings).unwrap_or_else(|problem| refuse(&problem))),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some((first, rest)) = arguments.split_first()
        && first == "tune"
    {
        return tune::run(rest).unwrap_or_else(|problem| refuse(&problem));
    }
    let mut settings = Settings::default();
    let mut names = Vec::new();
    for argument in arguments {
        if let Some((name, value)) = argument.split_once('=') {
            settings.set(name, value).unwrap_or_else(|problem| refuse(&problem));
        } else if BENCHMARKS.iter().any(|&(known, _)| known == argument) {
            names.push(argument);
        } else {
            let known = BENCHMARKS.map(|(known, _)| known).join(", ");
            refuse(&format!("There is no benchmark {argument:?}: there are {known} and tune."));
        }
    }
    for (name, run) in BENCHMARKS {
        if names.is_empty() || names.iter().any(|wanted| wanted == name) {
            run(&settings);
            println!();
        }
    }
}

/// Ends the program with an error message.
fn refuse(problem: &str) -> ! {
    eprintln!("{problem}");
    std::process::exit(2);
}
