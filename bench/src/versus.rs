//! Compares our engine with `IterativeSearch` of the `minimax` crate: the same rules, evaluation, depth and bytes of
//! table, in the same run, on one core.
//!
//! Each search has a new table, which is created before the time is measured. All contestants take turns. The result is
//! the ratio of their times within one round; the median over the rounds is printed. Positions that are decided at the
//! depth are omitted: the crate stops at the depth of the win, and its scores do not contain the distance. Our answer
//! includes the best play to the full depth, which takes several searches more; the crate's answer does not.
//!
//! The crate takes part twice:
//!
//! * **plain**: its default options: principal variation search, a table in two tiers, one ply deeper at a time. It
//!   shuffles the moves of the root with a seed that cannot be set, so its nodes vary a little.
//! * **tuned**: for each game, the fastest options we have found that still give the answer of this depth: steps of two
//!   plies, aspiration windows, tables of history and of answers to moves, captures generated first. Its null moves,
//!   quiescence and singular extensions give other answers. MTD(f) gives the same value, but not always a move that has it,
//!   and was not faster on the whole. Other ways to replace entries make no difference.

use game::{Evaluation, Line, Notation, Score};
use games::{Visitor, visit};
use minimax::{IterativeOptions, IterativeSearch, Strategy};
use search::Engine;

use crate::figures::{geometric_mean, median, timed};
use crate::peer::{Evaluated, State};
use crate::positions::{Opening, openings};

const TABLE_BYTES: usize = 64 << 20;
const ROUNDS: usize = 3;
const POSITIONS: usize = 4;

/// The options of the crate for one game.
#[derive(Clone, Copy)]
struct Tuning {
    options: fn(IterativeOptions) -> IterativeOptions,
    captures_first: bool,
}

const PLAIN: Tuning = Tuning { options: |plain| plain, captures_first: false };
const NARROW: Tuning =
    Tuning { options: |plain| plain.with_double_step_increment().with_aspiration_window(20), ..PLAIN };
const LEARNING: Tuning = Tuning {
    options: |plain| (NARROW.options)(plain).with_countermoves().with_countermove_history(),
    ..PLAIN
};
const CAPTURES_FIRST: Tuning = Tuning { captures_first: true, ..PLAIN };

/// Each game, its depth and the tuning that suits it.
const CONTESTANTS: [(&str, u32, Tuning); 4] = [
    ("ctf:5", 13, NARROW),
    ("crusher:3", 11, CAPTURES_FIRST),
    ("oska:5", 19, LEARNING),
    ("congo", 7, LEARNING),
];

/// Prints the tables.
pub(crate) fn run() {
    println!(
        "| game | position | depth | our seconds | plain | tuned | plain / ours | tuned / ours \
         | our nodes | plain | tuned | our million nodes a second | plain | tuned |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    let mut means = [Vec::new(), Vec::new()];
    let mut summary = Vec::new();
    let mut compared = 0;
    for (name, depth, tuning) in CONTESTANTS {
        let ratios = visit(name, Raced { name, depth, tuning }).expect("a game");
        compared += ratios.len();
        let [plain, tuned] = [0, 1].map(|peer| {
            let mean = geometric_mean(&ratios.iter().map(|ratio| ratio[peer]).collect::<Vec<_>>());
            means[peer].push(mean);
            mean
        });
        summary.push(format!("| {name} | {depth} | {plain:.2} | {tuned:.2} |"));
    }
    let [plain, tuned] = means.map(|means| geometric_mean(&means));
    println!();
    println!("| geometric means | depth | plain / ours | tuned / ours |");
    println!("|---|---|---|---|");
    println!("{}", summary.join("\n"));
    println!("| all games | | {plain:.2} | {tuned:.2} |");
    println!();
    println!("Values compared and found equal: those of {compared} positions, in every search.");
}

struct Raced {
    name: &'static str,
    depth: u32,
    tuning: Tuning,
}

impl Visitor for Raced {
    type Output = Vec<[f64; 2]>;

    /// The ratios of the plain and the tuned peer to us, for each position.
    fn game<G: Notation>(self, game: G) -> Vec<[f64; 2]> {
        openings(&game)
            .filter(|opening| ours(&opening.line, self.depth).score.plies_to_end().is_none())
            .take(POSITIONS)
            .map(|opening| self.race(&opening))
            .collect()
    }
}

impl Raced {
    /// Searches one position in all ways in turn, prints a row, and returns the ratios of the plain and the tuned peer
    /// to us.
    fn race<G: Notation>(&self, opening: &Opening<'_, G>) -> [f64; 2] {
        let line = &opening.line;
        let rounds: Vec<[Searched; 3]> = (0..ROUNDS)
            .map(|_| {
                let searched = [
                    ours(line, self.depth),
                    theirs(line, self.depth, PLAIN),
                    theirs(line, self.depth, self.tuning),
                ];
                for other in &searched[1..] {
                    assert_eq!(
                        other.score, searched[0].score,
                        "{}, {}: not the same answer",
                        self.name, opening.name
                    );
                }
                searched
            })
            .collect();
        let middle = |figure: &dyn Fn(&[Searched; 3]) -> f64| median(rounds.iter().map(figure).collect());
        let seconds = [0, 1, 2].map(|who| middle(&|round| round[who].seconds));
        let nodes = [0, 1, 2].map(|who| middle(&|round| round[who].nodes as f64));
        let speeds = [0, 1, 2].map(|who| middle(&|round| round[who].nodes as f64 / round[who].seconds / 1e6));
        let ratios = [1, 2].map(|who| middle(&|round| round[who].seconds / round[0].seconds));
        println!(
            "| {} | {} | {} | {:.3} | {:.3} | {:.3} | {:.2} | {:.2} | {} | {} | {} | {:.2} | {:.2} | {:.2} |",
            self.name,
            opening.name,
            self.depth,
            seconds[0],
            seconds[1],
            seconds[2],
            ratios[0],
            ratios[1],
            nodes[0],
            nodes[1],
            nodes[2],
            speeds[0],
            speeds[1],
            speeds[2],
        );
        ratios
    }
}

/// The result of a search, and its cost.
struct Searched {
    score: Score,
    nodes: u64,
    seconds: f64,
}

fn ours<G: Notation>(line: &Line<'_, G>, depth: u32) -> Searched {
    let mut engine = Engine::new(TABLE_BYTES);
    engine.clear();
    let (choice, seconds) = timed(|| engine.best_move(line, depth, &Evaluation::Standard));
    let choice = choice.expect("an opening is not over");
    Searched { score: choice.score, nodes: choice.nodes, seconds }
}

fn theirs<G: Notation>(line: &Line<'_, G>, depth: u32, tuning: Tuning) -> Searched {
    let mut state = State::new(line, tuning.captures_first);
    let options = (tuning.options)(IterativeOptions::new().with_table_byte_size(TABLE_BYTES));
    let mut peer = IterativeSearch::new(Evaluated::NEW, options);
    peer.set_max_depth(depth as u8);
    let (_, seconds) = timed(|| peer.choose_move(&state));
    // It reports its nodes only in a text: "Explored 123 nodes to depth 4."
    let words = peer.stats(&mut state);
    let nodes = words.split_once("Explored ").and_then(|(_, rest)| rest.split(' ').next()?.parse().ok());
    Searched {
        score: Score::units(peer.root_value().into()),
        nodes: nodes.expect("the peer tells its nodes"),
        seconds,
    }
}
