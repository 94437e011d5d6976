//! `quadrille bench`: a fixed set of searches and the number of positions they visit.

use std::io::Write;
use std::time::Instant;

use clap::Args;
use quadrille::{AnyLine, Catalogue, Question, Random, Session, Tables};

use super::Run;
use crate::failure::Failure;

/// Search a fixed set of positions and print how many positions that took
///
/// The last line has the sum, and the positions a second. The sum is the same on every machine; it changes only if the search, an
/// evaluation or the rules change.
#[derive(Args)]
#[command(after_help = "Example:\n  quadrille bench")]
pub(crate) struct Arguments {}

/// The size of the transposition table, which the sum depends on.
const TABLE_BYTES: usize = 8 << 20;

/// Searches what each game lists for this.
impl Run for Arguments {
    fn run(self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<(), Failure> {
        let start = Instant::now();
        let mut session = Session::new(Tables::none()).with_table_bytes(TABLE_BYTES);
        let mut total = 0;
        for family in catalogue.families() {
            for &(size, depth) in family.descriptor().bench {
                let game = family.open(size);
                let nodes = nodes(game.start(), depth, &mut session);
                writeln!(out, "{game} to depth {depth}: {nodes}")?;
                out.flush()?;
                total += nodes;
            }
        }
        let seconds = start.elapsed().as_secs_f64();
        writeln!(out, "{total} positions, {:.0} a second", total as f64 / seconds)?;
        Ok(())
    }
}

/// The positions that searches of the starting position and of a position of the middle game visit.
fn nodes(mut line: Box<dyn AnyLine>, depth: u32, session: &mut Session) -> u64 {
    let mut random = Random::new(1);
    let question = Question::to_depth(depth);
    let mut nodes = 0;
    for _ in 0..2 {
        nodes += session.search(&*line, &question).map_or(0, |found| found.nodes);
        // The middle game, by seeded random play that does not end it.
        for _ in 0..14 {
            let moves = line.moves();
            let mut next = line.duplicate();
            if next.play(&moves[random.below(moves.len())]).is_ok() && next.ending().is_none() {
                line = next;
            }
        }
    }
    nodes
}
