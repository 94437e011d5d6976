//! Benchmarks, each with a table of its own. Without names, all of them run.
//!
//! * `perft`: our move generators beside that of cozy-chess.
//! * `versus`: our engine beside the `minimax` crate, on the same rules.
//! * `nodes`: our engine beside plain alpha-beta, in positions looked at.
//! * `growth`: our engine on larger and larger boards.
//! * `threads`: our engine with two threads beside one. `game=oska:5` is for one game alone.
//! * `arena`: what the referee costs, and how many games there are in a second.
//!
//! How strong the engine is, `quadrille match` tells.
//!
//! `tune` with the names of boards is not a benchmark: it finds weights for the evaluations.

mod arena_overhead;
mod figures;
mod growth;
mod nodes;
mod peer;
mod perft;
mod positions;
mod settings;
mod threads;
mod tune;
mod versus;

use settings::Settings;

/// A name and what it runs.
type Benchmark = (&'static str, fn(&Settings));

const BENCHMARKS: [Benchmark; 6] = [
    ("perft", |_| perft::run()),
    ("versus", |_| versus::run()),
    ("nodes", |_| nodes::run()),
    ("growth", |_| growth::run()),
    ("threads", threads::run),
    ("arena", |_| arena_overhead::run()),
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

/// Ends with a word on what is wrong.
fn refuse(problem: &str) -> ! {
    eprintln!("{problem}");
    std::process::exit(2);
}
