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
//! These are not part of a run without names:
//!
//! * `levels`: plays neighbouring levels of the engine against each other. `game=oska:4` chooses one board, `games=200` the games of a
//!   match, `seed=1` the openings, `from=8` the first level; `efforts=0.45,1.75,4000` tries other levels than those of the game.
//! * `fit`: proposes levels.
//! * `chance`: fits the curve from scores to chances of winning to `games=100` games of the engine against itself.
//!
//! `quadrille match` measures the strength of the engine.
//!
//! `tune` with the names of boards is not a benchmark: it finds weights for the evaluations. With `tables=DIR` it fits them to
//! solved tables.

mod arena_overhead;
mod chance;
mod figures;
mod growth;
mod levels;
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

/// Long measurements that run only if they are named.
const CALIBRATIONS: [Benchmark; 3] = [("levels", levels::run), ("fit", levels::fit), ("chance", chance::run)];

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
        } else if BENCHMARKS.iter().chain(&CALIBRATIONS).any(|&(known, _)| known == argument) {
            names.push(argument);
        } else {
            let known: Vec<&str> = BENCHMARKS.iter().chain(&CALIBRATIONS).map(|&(known, _)| known).collect();
            let known = known.join(", ");
            refuse(&format!("There is no benchmark {argument:?}: there are {known} and tune."));
        }
    }
    let all = if names.is_empty() { BENCHMARKS.map(|(name, _)| name.to_string()).to_vec() } else { names };
    for (name, run) in BENCHMARKS.into_iter().chain(CALIBRATIONS) {
        if all.iter().any(|wanted| wanted == name) {
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
