//! Our engine with one thread and with two: the time to the same depth, which gives the same answer.
//!
//! Short searches come first, then long ones. One thread and two take turns. Each search has a new table, which is created before the
//! time is measured. The result is the ratio of their times within one round; the median over the rounds is printed. It needs two idle
//! processors.

use game::{Evaluation, Line, Notation, Score};
use games::{Visitor, visit};
use search::Engine;

use crate::figures::{geometric_mean, median, timed};
use crate::positions::{Opening, openings};
use crate::settings::Settings;

const TABLE_BYTES: usize = 64 << 20;
const ROUNDS: usize = 5;
const POSITIONS: usize = 4;

/// Each game, with a depth that takes one thread about a tenth of a second, and one that takes it a second or two.
const CONTESTANTS: [(&str, [u32; 2]); 4] =
    [("ctf:5", [13, 16]), ("crusher:3", [12, 14]), ("oska:5", [19, 24]), ("congo", [7, 9])];

/// Prints the table.
pub(crate) fn run(settings: &Settings) {
    println!(
        "| game | position | depth | seconds, 1 thread | 2 threads | 1 / 2 | nodes, 1 thread | 2 threads |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (length, searches) in ["short", "long"].into_iter().enumerate() {
        let mut means = Vec::new();
        for (name, depths) in CONTESTANTS {
            if settings.includes(name) {
                let depth = depths[length];
                let mean = geometric_mean(&visit(name, Raced { name, depth }).expect("a game"));
                println!("| **{name}** | geometric mean | {depth} | | | **{mean:.2}** | | |");
                means.push(mean);
            }
        }
        let mean = geometric_mean(&means);
        println!("| **all games, {searches} searches** | geometric mean | | | | **{mean:.2}** | | |");
    }
}

struct Raced {
    name: &'static str,
    depth: u32,
}

impl Visitor for Raced {
    type Output = Vec<f64>;

    /// How many times as fast two threads are, for each position. Positions that are decided at a low depth are
    /// omitted: they are not enough work for two threads.
    fn game<G: Notation>(self, game: G) -> Vec<f64> {
        openings(&game)
            .filter(|opening| search(&opening.line, self.depth, 1).score.plies_to_end().is_none())
            .take(POSITIONS)
            .map(|opening| self.race(&opening))
            .collect()
    }
}

impl Raced {
    /// Searches one position with one thread and with two in turn, prints a row, and returns the ratio of their times.
    fn race<G: Notation>(&self, opening: &Opening<'_, G>) -> f64 {
        let Raced { name, depth } = self;
        let rounds: Vec<[Searched; 2]> = (0..ROUNDS)
            .map(|_| {
                let searched = [1, 2].map(|threads| search(&opening.line, *depth, threads));
                assert_eq!(searched[0].score, searched[1].score, "{name}, {}: not the same", opening.name);
                searched
            })
            .collect();
        let middle = |figure: &dyn Fn(&[Searched; 2]) -> f64| median(rounds.iter().map(figure).collect());
        let [one, two] = [0, 1].map(|who| middle(&|round| round[who].seconds));
        let [one_nodes, two_nodes] = [0, 1].map(|who| middle(&|round| round[who].nodes as f64));
        let ratio = middle(&|round| round[0].seconds / round[1].seconds);
        let position = &opening.name;
        println!(
            "| {name} | {position} | {depth} | {one:.2} | {two:.2} | {ratio:.2} | {one_nodes} | {two_nodes} |"
        );
        ratio
    }
}

/// The result of a search, and its cost.
struct Searched {
    score: Score,
    nodes: u64,
    seconds: f64,
}

fn search<G: Notation>(line: &Line<'_, G>, depth: u32, threads: usize) -> Searched {
    let mut engine = Engine::new(TABLE_BYTES).with_threads(threads);
    let (choice, seconds) = timed(|| engine.best_move(line, depth, &Evaluation::Standard));
    let choice = choice.expect("an opening is not over");
    Searched { score: choice.score, nodes: choice.nodes, seconds }
}
