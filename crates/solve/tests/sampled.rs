//! Random positions of games that are too large for brute force, against the reference minimax.

use game::{Evaluation, Line, Notation, Random, Verdict, best_move, perft};
use games::congo::Congo;
use games::crusher::Crusher;
use games::ctf::Ctf;
use games::oska::Oska;
use solve::ranking::Ranking;
use solve::{Solvable, Tables};

use crate::tables::{solved, wanted};

/// Compares random positions of each tier with the reference, as far as it can look with this number of nodes for each. Gives how many
/// it decides.
fn sample<G: Notation + Solvable + Clone>(game: &G, men: &[&str], positions: usize, nodes: u64) -> usize {
    let tables = solved(game, men, 2);
    let mut random = Random::new(5);
    let mut decided = 0;
    for tier in wanted(game, men) {
        let ranking = Ranking::new(game, tier).expect("not too many");
        for _ in 0..positions {
            let ranked = ranking.position(game, random.next_u64() % ranking.size());
            decided += usize::from(ranked.is_some_and(|it| agrees(game, &tables, &it.position, nodes)));
        }
    }
    decided
}

/// Whether the reference decides the position; if so, it must be as the table says, and if not, the table must say that it takes
/// longer than the reference can look.
fn agrees<G: Notation + Solvable + Clone>(
    game: &G,
    tables: &Tables<G>,
    position: &G::Position,
    nodes: u64,
) -> bool {
    let verdict = tables.find(position).expect("sound").expect("known");
    let mut line = Line::new(game, *position);
    let depth = (1..9).take_while(|&depth| perft(&mut line.clone(), depth) <= nodes).last().unwrap_or(1);
    let Some(choice) = best_move(&mut line, depth, &Evaluation::Standard) else {
        assert_eq!(verdict.plies(), line.ending().and(Some(0)).filter(|_| verdict != Verdict::Draw));
        return false;
    };
    let found = choice.score.plies_to_end().map(|plies| match plies {
        0.. => Verdict::Win(plies.unsigned_abs()),
        _ => Verdict::Loss(plies.unsigned_abs()),
    });
    let takes_longer = verdict.plies().is_none_or(|plies| plies > depth);
    let fits = match found {
        // Boards that must not come back can only make it sooner.
        Some(found) if G::NO_REPEAT => takes_longer || same_and_no_later(found, verdict),
        Some(found) => verdict == found,
        None => takes_longer,
    };
    assert!(fits, "{verdict}, but {found:?} at depth {depth}: {}", game.write(&[*position]));
    found.is_some()
}

fn same_and_no_later(found: Verdict, said: Verdict) -> bool {
    match (found, said) {
        (Verdict::Win(found), Verdict::Win(said)) | (Verdict::Loss(found), Verdict::Loss(said)) => {
            found <= said
        }
        _ => false,
    }
}

#[test]
fn random_positions_are_as_the_reference_finds_them() {
    let oska = sample(&Oska::<u64>::new(4), &["wwww-bbbb"], 150, 1000);
    let congo = sample(&Congo::new(), &["LG-lm"], 300, 3000);
    println!("decided: {oska} of Oska, {congo} of Congo");
    assert!(oska > 400 && congo > 100, "{oska}, {congo}");
}

#[test]
#[ignore = "solves Crusher 3, ctf 4×4 and most of Oska 5, a minute or two in release: see CONTRIBUTING.md"]
fn thousands_of_random_positions_of_large_games() {
    let decided = [
        sample(&Oska::<u64>::new(5), &["wwwww-bbb"], 2000, 20_000),
        sample(&Crusher::<u64>::new(3), &["WWWWW-BBBBB"], 2000, 20_000),
        sample(&Ctf::<u64>::new(4), &["wwwW-bbbB"], 2000, 20_000),
        sample(&Congo::new(), &["LZE-lc", "LPP-lp"], 2000, 20_000),
    ];
    println!("{decided:?} positions decided by the reference");
    assert!(decided.iter().all(|&decided| decided > 1000));
}
