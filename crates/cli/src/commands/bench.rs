//! `quadrille bench`: a fixed set of searches and the number of positions they look at.

use std::io::Write;
use std::time::Instant;

use anyline::{AnyLine, Evaluation, Question};
use clap::Args;
use game::Random;
use games::GameSpec;
use search::{Engine, Limits};

use crate::failure::Failure;

/// Search a fixed set of positions and print how many positions that took
///
/// The last line has the sum, which is the same on every machine and changes only when the search, an evaluation or the rules
/// do; and the positions a second.
#[derive(Args)]
#[command(after_help = "Example:\n  quadrille bench")]
pub(crate) struct Arguments {}

/// Each game, and how deep its start and a position of its middle game are searched.
const SEARCHES: [(GameSpec, u32); 8] = [
    (GameSpec::Ctf(5), 9),
    (GameSpec::Ctf(8), 6),
    (GameSpec::Crusher(3), 7),
    (GameSpec::Crusher(5), 4),
    (GameSpec::Oska(5), 11),
    (GameSpec::Oska(8), 7),
    (GameSpec::Congo, 5),
    (GameSpec::CongoCourse, 5),
];

impl Arguments {
    /// Whatever the arguments: there are none.
    pub(crate) fn run(out: &mut impl Write) -> Result<(), Failure> {
        let start = Instant::now();
        let mut total = 0;
        for (spec, depth) in SEARCHES {
            let nodes = anyline::open(spec, "startpos", |line| nodes(line, depth))?;
            writeln!(out, "{spec} to depth {depth}: {nodes}")?;
            out.flush()?;
            total += nodes;
        }
        let seconds = start.elapsed().as_secs_f64();
        writeln!(out, "{total} positions, {:.0} a second", total as f64 / seconds)?;
        Ok(())
    }
}

/// The positions that searches of the start and of a position of the middle game look at.
fn nodes(line: &mut dyn AnyLine, depth: u32) -> u64 {
    let mut engine = Engine::new(8 << 20);
    let mut random = Random::new(1);
    let limits = Limits { depth, ..Limits::default() };
    let question = Question { limits, exact: true, evaluation: Evaluation::Standard };
    let mut nodes = 0;
    for _ in 0..2 {
        nodes += line.search(&mut engine, &question, &mut |_| {}).map_or(0, |found| found.nodes);
        // The middle game, by seeded random play that does not end it.
        for _ in 0..14 {
            let moves = line.moves();
            let mv = &moves[random.below(moves.len())];
            let mut next = line.duplicate();
            if next.play(mv).is_ok() && next.ending().is_none() {
                let _ = line.play(mv);
            }
        }
    }
    nodes
}
