//! Compares the positions that our engine visits with plain alpha-beta, which tries moves in generation order.
//!
//! Both count every visit of a position. Our count includes all depths of iterative deepening, up to the value and the
//! first best move. Best play to the full depth, which plain alpha-beta does not give, takes some more positions and is
//! counted separately.

use game::{BoardState, Evaluate, Evaluation, Game, Line, Notation, Score};
use games::{Visitor, visit};
use search::{Engine, Limits};

use crate::figures::geometric_mean;
use crate::positions::{Opening, openings};

const TABLE_BYTES: usize = 64 << 20;
const POSITIONS: usize = 4;

/// Each game and its depth: 8, except for Congo, where plain alpha-beta would visit billions of positions.
const CONTESTANTS: [(&str, u32); 4] = [("ctf:5", 8), ("crusher:3", 8), ("oska:5", 8), ("congo", 6)];

/// Prints the table.
pub(crate) fn run() {
    println!("| game | position | depth | our nodes | with best play | plain alpha-beta | ours / plain |");
    println!("|---|---|---|---|---|---|---|");
    for (name, depth) in CONTESTANTS {
        let shares = visit(name, Counted { name, depth }).expect("a game");
        println!("| **{name}** | geometric mean | {depth} | | | | **{:.3}** |", geometric_mean(&shares));
    }
}

struct Counted {
    name: &'static str,
    depth: u32,
}

impl Visitor for Counted {
    type Output = Vec<f64>;

    fn game<G: Notation>(self, game: G) -> Vec<f64> {
        let Counted { name, depth } = self;
        let count = |opening: Opening<'_, G>| {
            let mut line = opening.line;
            let limits = Limits { depth, ..Limits::default() };
            let mut nodes = 0;
            let choice = Engine::new(TABLE_BYTES)
                .analyze(&line, &limits, &Evaluation::Standard, |report| nodes = report.nodes)
                .expect("an opening is not over");
            let mut plain = 0;
            let value = alpha_beta(&mut line, depth, Score::MIN, Score::MAX, &mut plain);
            assert_eq!(choice.score, value, "an engine that gives another answer is not worth counting");
            let (position, share) = (opening.name, nodes as f64 / plain as f64);
            println!("| {name} | {position} | {depth} | {nodes} | {} | {plain} | {share:.3} |", choice.nodes);
            share
        };
        openings(&game).take(POSITIONS).map(count).collect()
    }
}

/// The value of a line by plain fail-soft alpha-beta.
fn alpha_beta<G: Game>(
    line: &mut Line<'_, G>,
    depth: u32,
    mut alpha: Score,
    beta: Score,
    nodes: &mut u64,
) -> Score {
    *nodes += 1;
    let (game, position) = (line.game(), *line.position());
    if let Some(ending) = line.ending() {
        return Score::finished(ending.outcome, position.side());
    }
    if depth == 0 {
        return Score::units(Evaluation::Standard.evaluate(game, &position));
    }
    let mut value = Score::MIN;
    for mv in game.moves(&position) {
        let Some(undo) = line.try_play(mv) else {
            continue;
        };
        let reply = alpha_beta(line, depth - 1, one_ply_later(beta), one_ply_later(alpha), nodes);
        line.undo(undo);
        value = value.max(reply.one_ply_earlier());
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    value
}

/// A bound for the other side, one ply later: the inverse of [`Score::one_ply_earlier`].
fn one_ply_later(bound: Score) -> Score {
    let distance = bound.plies_to_end().map_or(0, i32::signum);
    Score::from_value(-bound.value() - distance)
}
