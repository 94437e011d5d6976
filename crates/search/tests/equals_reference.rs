//! Compares the engine with the reference minimax: score, distance and best play must be the same, for every game, many
//! sizes, random positions with random histories, all evaluations, and tables of all sizes.

use crate::common::{Chosen, random_line};
use game::{Game, Line, Notation, Random, best_move, perft};
use games::{Visitor, visit};
use search::Engine;

/// Bytes of the table, and threads.
const ENGINES: [(usize, usize); 4] = [(0, 1), (1 << 10, 2), (1 << 20, 1), (1 << 20, 2)];

/// How many positions to compare, and how many positions the reference may visit for each.
struct Compare {
    positions: usize,
    nodes: u64,
    seed: u64,
}

impl Visitor for Compare {
    type Output = usize;

    fn game<G: Notation>(self, game: G) -> usize {
        let mut random = Random::new(self.seed);
        let mut compared = 0;
        for (table_bytes, threads) in ENGINES {
            // One table for many positions and histories, which it must not mix up.
            let engine = || Engine::new(table_bytes).with_threads(threads);
            let (mut noisy, mut material, mut standard) = (engine(), engine(), engine());
            for _ in 0..self.positions {
                let line = random_line(&game, &mut random);
                let depth = affordable_depth(&line, self.nodes);
                compare(&line, depth, Chosen::Noise(3), &mut noisy);
                compare(&line, depth, Chosen::Material, &mut material);
                compare(&line, depth, Chosen::Standard, &mut standard);
                compared += 1;
            }
        }
        compared
    }
}

/// Two depths with each of three evaluations.
const SEARCHES_OF_A_POSITION: usize = 6;

fn compare<G: Notation>(line: &Line<'_, G>, depth: u32, evaluation: Chosen, engine: &mut Engine) {
    for depth in [depth.saturating_sub(1).max(1), depth] {
        let expected = best_move(&mut line.clone(), depth, &evaluation);
        let found = engine.best_move(line, depth, &evaluation);
        let answer =
            |choice: Option<game::Choice<G::Move>>| choice.map(|choice| (choice.score, choice.variation));
        assert_eq!(answer(found), answer(expected), "{} at depth {depth}", line.game().write_line(line));
    }
}

/// The largest depth at which the reference visits at most this many positions.
fn affordable_depth<G: Game>(line: &Line<'_, G>, nodes: u64) -> u32 {
    (1..12).take_while(|&depth| perft(&mut line.clone(), depth) <= nodes).last().unwrap_or(1)
}

fn check(names: &[&str], positions: usize, nodes: u64) {
    for (seed, name) in (1..).zip(names) {
        let compared = visit(name, Compare { positions, nodes, seed }).expect("a game");
        assert_eq!(compared, ENGINES.len() * positions);
    }
}

#[test]
fn capture_the_flag() {
    check(&["ctf:2", "ctf:3", "ctf:4", "ctf:5", "ctf:6", "ctf:7", "ctf:8", "ctf:11"], 60, 4_000);
}

#[test]
fn crusher() {
    check(&["crusher:2", "crusher:3", "crusher:4", "crusher:5"], 60, 4_000);
}

#[test]
fn oska() {
    check(&["oska:3", "oska:4", "oska:5", "oska:6", "oska:9"], 60, 4_000);
}

#[test]
fn congo() {
    check(&["congo", "congo:course"], 60, 8_000);
}

/// Compares the searches of the starting position.
struct CompareStart;

impl Visitor for CompareStart {
    type Output = ();

    fn game<G: Notation>(self, game: G) {
        let line = Line::start(&game);
        for evaluation in [Chosen::Noise(3), Chosen::Material, Chosen::Standard] {
            compare(&line, affordable_depth(&line, 40_000), evaluation, &mut Engine::new(1 << 20));
        }
    }
}

/// Many starting positions are their own reflection: of two reflected moves only one is searched.
#[test]
fn starting_positions() {
    for name in
        ["ctf:3", "ctf:5", "ctf:6", "ctf:9", "crusher:3", "crusher:4", "oska:3", "oska:5", "oska:8", "congo"]
    {
        visit(name, CompareStart).expect("a game");
    }
}

/// The million searches come in parts, each with a seed of its own, so that a run can begin where another was ended.
const PARTS: u64 = 840;
const POSITIONS_OF_A_PART: usize = 50;

/// Plays part after part until there have been a million searches. `DIFFERENTIAL_PARTS=FIRST..LAST` chooses other parts.
#[test]
#[ignore = "a million searches: see CONTRIBUTING.md"]
fn a_million_searches() {
    let names = "ctf:2 ctf:3 ctf:4 ctf:5 ctf:6 ctf:9 crusher:2 crusher:3 crusher:4 crusher:6 \
                 oska:3 oska:4 oska:5 oska:6 oska:10 congo congo:course";
    let names: Vec<&str> = names.split(' ').collect();
    let parts = std::env::var("DIFFERENTIAL_PARTS").map_or(0..PARTS, |text| {
        let (first, last) = text.split_once("..").expect("FIRST..LAST");
        first.parse().expect("a whole number")..last.parse().expect("a whole number")
    });
    let mut searches = 0;
    for part in parts {
        let name = names[part as usize % names.len()];
        let compare = Compare { positions: POSITIONS_OF_A_PART, nodes: 4_000, seed: 1_000_000 + part };
        let positions = visit(name, compare).expect("a game");
        searches += positions * SEARCHES_OF_A_POSITION;
        println!("part {part}, {name}: {searches} searches, no difference");
    }
}

#[test]
#[ignore = "tens of thousands of positions: see CONTRIBUTING.md"]
fn many_more() {
    check(&["ctf:3", "ctf:4", "ctf:5", "ctf:6"], 2_000, 30_000);
    check(&["crusher:2", "crusher:3", "crusher:4"], 2_000, 30_000);
    check(&["oska:3", "oska:4", "oska:5", "oska:6", "congo", "congo:course"], 1_000, 30_000);
}
