//! Our engine on larger and larger boards.

use game::{Evaluation, Line, Notation};
use games::{Visitor, visit};
use search::Engine;

use crate::figures::timed;

const TABLE_BYTES: usize = 64 << 20;

/// Boards, and depths that take about a second.
const BOARDS: [(&str, u32); 12] = [
    ("ctf:5", 13),
    ("ctf:8", 11),
    ("ctf:12", 9),
    ("ctf:16", 8),
    ("crusher:3", 12),
    ("crusher:4", 10),
    ("crusher:5", 8),
    ("oska:4", 28),
    ("oska:5", 18),
    ("oska:6", 16),
    ("oska:7", 14),
    ("oska:8", 13),
];

/// Prints the table.
pub(crate) fn run() {
    println!("| from the start | depth | nodes | seconds | million nodes a second |");
    println!("|---|---|---|---|---|");
    for (name, depth) in BOARDS {
        let (nodes, seconds) = visit(name, Measured { depth }).expect("a game");
        println!("| {name} | {depth} | {nodes} | {seconds:.2} | {:.2} |", nodes as f64 / seconds / 1e6);
    }
}

struct Measured {
    depth: u32,
}

impl Visitor for Measured {
    type Output = (u64, f64);

    fn game<G: Notation>(self, game: G) -> (u64, f64) {
        let mut engine = Engine::new(TABLE_BYTES);
        let (choice, seconds) =
            timed(|| engine.best_move(&Line::start(&game), self.depth, &Evaluation::Standard));
        (choice.expect("a start is not the end").nodes, seconds)
    }
}
