//! Solving and probing say the same of the same position.

use std::sync::Arc;

use game::{Line, Notation, Random};
use games::SolvableVisitor;
use solve::cluster::Cluster;
use solve::{Request, Solvable};

use crate::common::{Scratch, solver, tables, with};

fn solve_start(name: &str, scratch: &Scratch) -> solve::Start {
    let tables = scratch.0.clone();
    let request = Request { men: Vec::new(), up_to: None, tables, cluster: Cluster::new(2, None) };
    let report = solver(name).solve(&request, &Arc::default()).expect("solved");
    report.start.expect("the start is among the positions")
}

/// The texts of random positions, every other one with the boards that led to it.
struct Positions(usize);

impl SolvableVisitor for Positions {
    type Output = Vec<String>;

    fn visit<G: Notation + Solvable + Clone>(self, game: &G) -> Vec<String> {
        let mut random = Random::new(21);
        let mut position = |number: usize| {
            let mut line = Line::start(game);
            for _ in 0..random.below(16) {
                let moves = line.moves();
                if !moves.is_empty() {
                    let _ = line.try_play(random.pick(&moves));
                }
            }
            if number.is_multiple_of(2) { game.write_line(&line) } else { game.write(&[*line.position()]) }
        };
        (0..self.0).map(&mut position).collect()
    }
}

/// What `solve` says of the start is what a probe says; and probes of tables that were solved before, and of those that are solved in
/// memory when they are first asked, do not differ in anything.
#[test]
fn a_probe_says_what_the_solver_says() {
    for name in ["oska:3", "oska:4", "ctf:2", "ctf:3", "crusher:2"] {
        let scratch = Scratch::new(&format!("agree-{}", name.replace(':', "-")));
        let start = solve_start(name, &scratch);
        let (solved, in_memory) = (tables(name, Some(&scratch.0)), tables(name, None));
        let probe = solved.probe("startpos").expect("known");
        assert_eq!((start.verdict, start.certainty), (probe.verdict, probe.certainty), "{name}");
        assert_eq!(
            start.play.first(),
            probe.moves.first().map(|mv| &mv.name).filter(|_| !start.play.is_empty())
        );
        for position in with(name, Positions(500)) {
            let probe = solved.probe(&position).expect("known");
            assert_eq!(probe, in_memory.probe(&position).expect("known"), "{name}: {position}");
        }
    }
}

#[test]
#[ignore = "solves Crusher 3 and ctf 4×4, half a minute in release: see CONTRIBUTING.md"]
fn a_probe_says_what_the_solver_says_of_large_games() {
    for name in ["crusher:3", "ctf:4"] {
        let scratch = Scratch::new(&format!("agree-{}", name.replace(':', "-")));
        let start = solve_start(name, &scratch);
        let probe = tables(name, Some(&scratch.0)).probe("startpos").expect("known");
        assert_eq!((start.verdict, start.certainty), (probe.verdict, probe.certainty), "{name}");
        println!("{name}: {}, {:?}", probe.verdict, probe.certainty);
    }
}
