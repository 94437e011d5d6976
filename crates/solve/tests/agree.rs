//! Solving and probing say the same of the same position.

use std::sync::Arc;

use game::{Line, Notation, Random, Verdict};
use games::congo::Congo;
use games::crusher::Crusher;
use games::ctf::Ctf;
use games::oska::Oska;
use solve::ranking::Ranking;
use solve::{Report, Request, Solvable, tiers};

use crate::common::{Scratch, play_on, request, solver, tables};

const POSITIONS: usize = 500;

/// Solves a game from its start, or with these men, and compares what the solver says with what probes say: of the start and of
/// the position of each tier that takes longest.
fn solved(name: &str, men: &[&str]) -> (Scratch, Report) {
    let scratch = Scratch::new(&format!("agree-{}", name.replace(':', "-")));
    let men = men.iter().map(ToString::to_string).collect();
    let asked = Request { men, ..request(&scratch, 2) };
    let report = solver(name).solve(&asked, &Arc::default()).expect("solved");
    let tables = tables(name, Some(&scratch.0));
    if let Some(start) = &report.start {
        let probe = tables.probe("startpos").expect("known");
        assert_eq!((start.verdict, start.certainty), (probe.verdict, probe.certainty), "{name}");
        assert_eq!(start.verdict.to_string(), probe.verdict.to_string(), "{name}");
        let best = probe.moves.first().map(|mv| &mv.name);
        assert_eq!(start.play.first(), best.filter(|_| !start.play.is_empty()), "{name}");
    }
    for tier in &report.tiers {
        let longest = tier.longest.as_ref().map(|position| tables.probe(position).expect("known").verdict);
        let plies = tier.summary.longest.map(|(plies, _)| plies);
        assert_eq!(longest.and_then(Verdict::plies), plies, "{name}: {}", tier.men);
    }
    (scratch, report)
}

/// Probes of tables that were solved before, and of those that are solved in memory when they are first asked, do not differ in anything:
/// not in a verdict, and not in how certain it is.
fn probes_agree(name: &str, solved: &Scratch, positions: &[String]) {
    let (solved, in_memory) = (tables(name, Some(&solved.0)), tables(name, None));
    assert_eq!(positions.len(), POSITIONS);
    for position in positions {
        let probe = solved.probe(position).expect("known");
        assert_eq!(probe, in_memory.probe(position).expect("known"), "{name}: {position}");
    }
}

/// The texts of random positions, every other one with the boards that led to it.
fn after_random_play<G: Notation>(game: &G) -> Vec<String> {
    let mut random = Random::new(21);
    let position = |number: usize| {
        let mut line = Line::start(game);
        let plies = random.below(16);
        play_on(&mut line, &mut random, plies);
        if number.is_multiple_of(2) { game.write_line(&line) } else { game.write(&[*line.position()]) }
    };
    (0..POSITIONS).map(position).collect()
}

/// The texts of random positions with these men or fewer.
fn with_men<G: Notation + Solvable>(game: &G, men: &[&str]) -> Vec<String> {
    let mut random = Random::new(22);
    let named: Vec<_> = men.iter().map(|men| G::parse_tier(men).expect("men")).collect();
    let tiers = tiers::with_all_below(game, &named);
    let rankings: Vec<_> = tiers.iter().map(|&tier| Ranking::new(game, tier).expect("few")).collect();
    let position = || {
        let ranking = &rankings[random.below(rankings.len())];
        Some(game.write(&[ranking.position(game, random.next_u64() % ranking.size())?.position]))
    };
    std::iter::repeat_with(position).flatten().take(POSITIONS).collect()
}

fn solver_and_probes_agree<G: Notation>(name: &str, game: &G) {
    let (tables, report) = solved(name, &[]);
    assert!(report.start.is_some(), "{name}");
    probes_agree(name, &tables, &after_random_play(game));
}

#[test]
fn a_probe_says_what_the_solver_says() {
    solver_and_probes_agree("oska:3", &Oska::<u64>::new(3));
    solver_and_probes_agree("oska:4", &Oska::<u64>::new(4));
    solver_and_probes_agree("ctf:2", &Ctf::<u64>::new(2));
    solver_and_probes_agree("ctf:3", &Ctf::<u64>::new(3));
    solver_and_probes_agree("crusher:2", &Crusher::<u64>::new(2));
}

/// Its start is too large for tables, its endings are not.
#[test]
fn a_probe_says_what_the_solver_says_of_congo() {
    let men = ["LG-lm", "LZ-lc", "LP-l"];
    let (tables, report) = solved("congo", &men);
    assert!(report.start.is_none());
    probes_agree("congo", &tables, &with_men(&Congo::new(), &men));
}

#[test]
#[ignore = "solves Crusher 3 and ctf 4×4, half a minute in release: see CONTRIBUTING.md"]
fn a_probe_says_what_the_solver_says_of_large_games() {
    for name in ["crusher:3", "ctf:4"] {
        let start = solved(name, &[]).1.start.expect("the start is among the positions");
        println!("{name}: {}, {:?}", start.verdict, start.certainty);
    }
}
