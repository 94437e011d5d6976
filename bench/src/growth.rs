//! Our engine on larger and larger boards.

use game::{Line, Notation, Standard};
use games::{Error, GameSpec, Visitor};
use search::Engine;

use crate::figures::timed;

const TABLE_BYTES: usize = 64 << 20;

/// Boards, and depths that take about a second.
const BOARDS: [(GameSpec, u32); 12] = [
    (GameSpec::Ctf(5), 13),
    (GameSpec::Ctf(8), 11),
    (GameSpec::Ctf(12), 9),
    (GameSpec::Ctf(16), 8),
    (GameSpec::Crusher(3), 12),
    (GameSpec::Crusher(4), 10),
    (GameSpec::Crusher(5), 8),
    (GameSpec::Oska(4), 28),
    (GameSpec::Oska(5), 18),
    (GameSpec::Oska(6), 16),
    (GameSpec::Oska(7), 14),
    (GameSpec::Oska(8), 13),
];

/// Prints the table.
pub(crate) fn run() {
    println!("| from the start | depth | nodes | seconds | million nodes a second |");
    println!("|---|---|---|---|---|");
    for (spec, depth) in BOARDS {
        let (nodes, seconds) = spec.visit(Measured { depth });
        println!("| {spec} | {depth} | {nodes} | {seconds:.2} | {:.2} |", nodes as f64 / seconds / 1e6);
    }
}

struct Measured {
    depth: u32,
}

impl Visitor for Measured {
    type Output = (u64, f64);

    fn visit<G: Notation + 'static>(self, game: &G) -> (u64, f64) {
        let mut engine = Engine::new(TABLE_BYTES);
        let (choice, seconds) = timed(|| engine.best_move(&Line::start(game), self.depth, &Standard));
        (choice.expect("a start is not the end").nodes, seconds)
    }
}
