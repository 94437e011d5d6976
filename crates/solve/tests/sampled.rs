//! Random positions of games that are too large for brute force, against the reference minimax.

use std::sync::Arc;

use game::{Evaluation, Line, Notation, Random, Verdict, best_move, perft};
use games::SolvableVisitor;
use solve::cluster::Cluster;
use solve::ranking::Ranking;
use solve::{Job, Solvable, Tables, Tier, tiers};

use crate::common::with;

/// Compares random positions of each tier with the reference, as far as it can look.
struct Sample<'a> {
    name: &'a str,
    men: &'a [&'a str],
    positions: usize,
    /// What the reference may look at for one position.
    nodes: u64,
}

impl SolvableVisitor for Sample<'_> {
    type Output = usize;

    fn visit<G: Notation + Solvable + Clone>(self, game: &G) -> usize {
        let named: Vec<Tier> = self.men.iter().map(|men| G::parse_tier(men).expect("men")).collect();
        let tiers = tiers::with_all_below(game, &named);
        let job = Job { game: game.clone(), name: self.name.to_string(), tiers, directory: None };
        let tables = Tables::new(game, self.name, None);
        let mut random = Random::new(5);
        let mut decided = 0;
        for solved in solve::solve(job, &Cluster::new(2, None), &Arc::default()).expect("solved") {
            tables.add(solved.tier, Arc::clone(&solved.file)).expect("its own table");
            let ranking = Ranking::new(game, solved.tier).expect("not too many");
            for _ in 0..self.positions {
                let ranked = ranking.position(game, random.next_u64() % ranking.size());
                decided +=
                    usize::from(ranked.is_some_and(|ranked| self.agrees(game, &tables, &ranked.position)));
            }
        }
        decided
    }
}

impl Sample<'_> {
    /// Whether the reference decides the position; if so, it must be as the table says, and if not, the table must say that it takes
    /// longer than the reference can look.
    fn agrees<G: Notation + Solvable + Clone>(
        &self,
        game: &G,
        tables: &Tables<G>,
        position: &G::Position,
    ) -> bool {
        let verdict = tables.find(position).expect("sound").expect("known");
        let mut line = Line::new(game, *position);
        let depth =
            (1..9).take_while(|&depth| perft(&mut line.clone(), depth) <= self.nodes).last().unwrap_or(1);
        let Some(choice) = best_move(&mut line, depth, &Evaluation::Standard) else {
            assert_eq!(verdict.plies(), line.ending().and(Some(0)).filter(|_| verdict != Verdict::Draw));
            return false;
        };
        let found = choice.score.plies_to_end().map(|plies| match plies {
            0.. => Verdict::Win(plies.unsigned_abs()),
            _ => Verdict::Loss(plies.unsigned_abs()),
        });
        let text = || format!("{verdict}, but {found:?} at depth {depth}: {}", game.write(&[*position]));
        match found {
            // Boards that must not come back can only make it sooner.
            Some(found) if G::NO_REPEAT => {
                assert!(
                    verdict.plies().is_none_or(|plies| plies > depth) || same_and_no_later(found, verdict),
                    "{}",
                    text()
                );
            }
            Some(found) => assert_eq!(verdict, found, "{}", text()),
            None => assert!(verdict.plies().is_none_or(|plies| plies > depth), "{}", text()),
        }
        found.is_some()
    }
}

fn same_and_no_later(found: Verdict, said: Verdict) -> bool {
    match (found, said) {
        (Verdict::Win(found), Verdict::Win(said)) | (Verdict::Loss(found), Verdict::Loss(said)) => {
            found <= said
        }
        _ => false,
    }
}

fn sample(name: &str, men: &[&str], positions: usize, nodes: u64) -> usize {
    with(name, Sample { name, men, positions, nodes })
}

#[test]
fn random_positions_are_as_the_reference_finds_them() {
    let oska = sample("oska:4", &["wwww-bbbb"], 150, 1000);
    let congo = sample("congo", &["LG-lm"], 300, 3000);
    println!("decided: {oska} of Oska, {congo} of Congo");
    assert!(oska > 400 && congo > 100, "{oska}, {congo}");
}

#[test]
#[ignore = "solves Crusher 3, ctf 4×4 and most of Oska 5, a minute or two in release: see CONTRIBUTING.md"]
fn thousands_of_random_positions_of_large_games() {
    for (name, men) in [
        ("oska:5", &["wwwww-bbb"][..]),
        ("crusher:3", &["WWWWW-BBBBB"]),
        ("ctf:4", &["wwwW-bbbB"]),
        ("congo", &["LZE-lc", "LPP-lp"]),
    ] {
        let decided = sample(name, men, 2000, 20_000);
        println!("{name}: {decided} positions decided by the reference");
        assert!(decided > 1000);
    }
}
