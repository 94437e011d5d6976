//! Compares the moves of the engine with solved tables: in how many positions does it keep the result?
//!
//! The positions are *critical*: some moves keep the result of perfect play and others lose it. One comes from each of many
//! games, half of them random and half of them games of the engine against itself; Congo's come from its endings. The
//! engine searches each without tables, from an empty transposition table, and within a number of nodes.

mod sample;
mod solved;

use std::collections::HashSet;
use std::io::Write;
use std::path::Path;

use game::{BoardState, Evaluation, Line, Notation, Random};
use games::{Visitor, visit};
use search::{Engine, Limits};
use solve::Solvable;

use crate::settings::Settings;
pub(crate) use sample::{Play, of_games};
pub(crate) use solved::Solved;

const TABLE_BYTES: usize = 16 << 20;
/// How many games to look through for each critical position.
const GAMES_PER_POSITION: usize = 100;

/// The boards. Congo's tables are those with up to this many men, the others' those of the start.
const BOARDS: [(&str, Option<u32>); 6] = [
    ("oska:4", None),
    ("oska:5", None),
    ("crusher:3", None),
    ("ctf:3", None),
    ("ctf:4", None),
    ("congo", Some(4)),
];

/// Prints the table.
pub(crate) fn run(settings: &Settings) -> Result<(), String> {
    if settings.tables.is_none() {
        println!(
            "truth compares the engine with solved tables. Name their folder with tables=DIR. Tables that are \
             missing there are solved first; those of oska:5 take two minutes and 1.8 GB of memory."
        );
        return Ok(());
    }
    let limits: Vec<String> = settings.nodes.iter().map(|nodes| format!(" {nodes} nodes |")).collect();
    println!("| board | positions from | number |{}", limits.concat());
    println!("|---|---|---:|{}", "---:|".repeat(limits.len()));
    for (name, most_men) in BOARDS {
        if settings.includes(name) {
            visit(name, Measured { name, most_men, settings }).map_err(|error| error.to_string())??;
        }
    }
    Ok(())
}

struct Measured<'a> {
    name: &'static str,
    most_men: Option<u32>,
    settings: &'a Settings,
}

impl Visitor for Measured<'_> {
    type Output = Result<(), String>;

    fn game<G: Notation>(self, _game: G) -> Result<(), String> {
        Err(format!("{} cannot be solved on this board", self.name))
    }

    fn solvable<G: Notation + Solvable + Clone>(self, game: G) -> Result<(), String> {
        let Measured { name, most_men, settings } = self;
        let directory = settings.tables.as_deref().unwrap_or(Path::new("."));
        let solved = Solved::open(&game, name, most_men, directory)?;
        let Settings { positions, seed, .. } = *settings;
        let samples = if let Some(men) = most_men {
            vec![("endings", solved.critical(positions, sample::of_endings(&game, men, seed)))]
        } else {
            [("random play", Play::Random), ("self-play", Play::Engine)]
                .map(|(source, play)| (source, solved.critical(positions / 2, of_games(&game, play, seed))))
                .into()
        };
        for (source, sample) in samples {
            print!("| {name} | {source} | {} |", sample.len());
            for &nodes in &settings.nodes {
                let kept = sample.iter().filter(|critical| critical.is_kept(&game, nodes)).count();
                print!(" {:.1} % |", 100.0 * kept as f64 / sample.len() as f64);
                let _ = std::io::stdout().flush();
            }
            println!();
        }
        Ok(())
    }
}

/// A position in which some moves keep the result of perfect play and others lose it.
struct Critical<G: Notation> {
    position: G::Position,
    keeping: Vec<G::Move>,
}

impl<G: Notation> Critical<G> {
    /// Whether the engine chooses a move that keeps the result.
    fn is_kept(&self, game: &G, nodes: u64) -> bool {
        let mut engine = Engine::new(TABLE_BYTES);
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let line = Line::new(game, self.position);
        let choice = engine.think(&line, &limits, &Evaluation::Net, |_| {});
        choice.is_some_and(|choice| self.keeping.contains(&choice.mv()))
    }
}

impl<G: Notation + Solvable + Clone> Solved<G> {
    /// This many different critical positions, at most one of each game. There may be fewer if many games have none.
    fn critical(&self, count: usize, games: impl Iterator<Item = Vec<G::Position>>) -> Vec<Critical<G>> {
        let mut random = Random::new(count as u64);
        let mut seen = HashSet::new();
        let mut sample = Vec::new();
        for positions in games.take(GAMES_PER_POSITION * count) {
            let mut critical: Vec<Critical<G>> = positions
                .into_iter()
                .filter_map(|position| Some(Critical { position, keeping: self.keeping_moves(&position)? }))
                .collect();
            if critical.is_empty() {
                continue;
            }
            let chosen = critical.swap_remove(random.below(critical.len()));
            if seen.insert(chosen.position.hash()) && self.is_certain(&chosen.position) {
                sample.push(chosen);
                if sample.len() == count {
                    break;
                }
            }
        }
        sample
    }
}
