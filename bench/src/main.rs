//! Benchmarks, each with a table of its own; all of them when none is named.
//!
//! * `perft`: our move generators beside that of cozy-chess.
//! * `versus`: our engine beside the `minimax` crate, on the same rules.
//! * `nodes`: our engine beside plain alpha-beta, in positions looked at.
//! * `growth`: our engine on larger and larger boards.

mod figures;
mod growth;
mod nodes;
mod peer;
mod perft;
mod positions;
mod versus;

const BENCHMARKS: [(&str, fn()); 4] =
    [("perft", perft::run), ("versus", versus::run), ("nodes", nodes::run), ("growth", growth::run)];

fn main() {
    let names: Vec<String> = std::env::args().skip(1).collect();
    if let Some(unknown) = names.iter().find(|name| BENCHMARKS.iter().all(|(known, _)| known != name)) {
        eprintln!("There is no benchmark {unknown:?}: it is perft, versus, nodes or growth.");
        std::process::exit(2);
    }
    for (name, run) in BENCHMARKS {
        if names.is_empty() || names.iter().any(|wanted| wanted == name) {
            run();
            println!();
        }
    }
}
