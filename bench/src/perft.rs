//! Compares bulk perft of the four games with cozy-chess, a fast chess move generator: the same method, in the same
//! run, on one core.
//!
//! Timings vary, so all contestants take turns. The result is the ratio of nodes per second within one round; the
//! median over the rounds is printed.

use std::time::Instant;

use cozy_chess::Board;
use game::{Line, Notation, perft};
use games::{Visitor, visit};

use crate::figures::median;

const ROUNDS: usize = 15;
const CHESS_DEPTH: u32 = 5;

/// A game, the depth, and its perft count.
const CONTESTANTS: [(&str, u32, u64); 4] =
    [("ctf:5", 7, 3_665_170), ("crusher:3", 6, 7_702_688), ("oska:5", 8, 3_958_276), ("congo", 5, 9_404_326)];

/// Prints the table.
pub(crate) fn run() {
    let mut chess = Vec::new();
    let mut ours = CONTESTANTS.map(|_| Vec::new());
    for _ in 0..ROUNDS {
        chess.push(speed(4_865_609, || chess_perft(&Board::default(), CHESS_DEPTH)));
        for (speeds, (name, depth, nodes)) in ours.iter_mut().zip(CONTESTANTS) {
            speeds.push(visit(name, Measured { depth, nodes }).expect("a game"));
        }
    }
    println!("| bulk perft from the start | depth | nodes | million nodes a second | ratio to cozy-chess |");
    println!("|---|---|---|---|---|");
    println!("| cozy-chess | {CHESS_DEPTH} | 4865609 | {:.0} | 1.00 |", median(chess.clone()) / 1e6);
    for (speeds, (name, depth, nodes)) in ours.into_iter().zip(CONTESTANTS) {
        let ratios = speeds.iter().zip(&chess).map(|(ours, chess)| ours / chess).collect();
        println!("| {name} | {depth} | {nodes} | {:.0} | {:.2} |", median(speeds) / 1e6, median(ratios));
    }
}

/// The nodes per second of one count, which must be correct.
fn speed(expected: u64, count: impl FnOnce() -> u64) -> f64 {
    let start = Instant::now();
    assert_eq!(count(), expected, "a wrong count is not worth timing");
    expected as f64 / start.elapsed().as_secs_f64()
}

/// Counts like the example of cozy-chess: the last ply by the sizes of its move sets.
fn chess_perft(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            nodes += moves.len() as u64;
            false
        });
    } else {
        board.generate_moves(|moves| {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                nodes += chess_perft(&next, depth - 1);
            }
            false
        });
    }
    nodes
}

struct Measured {
    depth: u32,
    nodes: u64,
}

impl Visitor for Measured {
    type Output = f64;

    fn game<G: Notation>(self, game: G) -> f64 {
        speed(self.nodes, || perft(&mut Line::start(&game), self.depth))
    }
}
