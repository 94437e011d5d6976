//! What probes call certain, in games in which no board may come back, against plain minimax by the game's own rules.

use game::{Evaluation, Line, Notation, Random, Verdict, best_move};
use games::crusher::Crusher;
use games::ctf::Ctf;
use solve::{Certainty, Probe, Solvable};

use crate::common::{play_on, tables};
use crate::tables::{every_position, wanted};

/// What a table calls won, and a probe calls certain, is won by the game's own rule: no board comes back. One position of `step` is
/// looked at, and at least `least` must be certain.
fn check_wins<G: Notation + Solvable>(name: &str, game: &G, step: usize, least: usize) {
    const DEEPEST: u32 = 7;
    let tables = tables(name, None);
    let (mut certain, mut uncertain) = (0, 0);
    let positions = wanted(game, &[]).into_iter().flat_map(|tier| every_position(game, tier));
    for position in positions.step_by(step) {
        let probe = tables.probe(&game.write(&[position])).expect("known");
        let (plies, won) = match probe.verdict {
            Verdict::Win(plies) if (1..=DEEPEST).contains(&plies) => (plies, true),
            Verdict::Loss(plies) if (1..=DEEPEST).contains(&plies) => (plies, false),
            _ => continue,
        };
        if probe.certainty != Certainty::Outcome {
            uncertain += 1;
            continue;
        }
        certain += 1;
        let choice = best_move(&mut Line::new(game, position), plies, &Evaluation::Standard).expect("a move");
        let win_in = choice.score.plies_to_end().expect("decided");
        assert!(
            win_in.unsigned_abs() <= plies && (win_in > 0) == won,
            "{} but {win_in}: {}",
            probe.verdict,
            probe.position
        );
        if certain % 4 == 0 {
            check_moves(game, &probe, DEEPEST);
        }
    }
    println!("{name}: {certain} certain, {uncertain} not");
    assert!(certain >= least, "{certain} of {}", certain + uncertain);
}

/// What a probe calls certain of moves is so by the game's own rule, as far as plain minimax sees the end. Gives how many it saw.
fn check_moves<G: Notation>(game: &G, probe: &Probe, depth: u32) -> usize {
    let mut seen = 0;
    for mv in probe.moves.iter().filter(|mv| mv.certainty == Certainty::Outcome) {
        let mut line = game.parse_line(&mv.next).expect("a position");
        // The side that moves next sees it the other way round.
        let win_in = match line.ending() {
            Some(_) => continue,
            None => best_move(&mut line, depth - 1, &Evaluation::Standard)
                .and_then(|choice| choice.score.plies_to_end()),
        };
        if let Some(win_in) = win_in {
            let won = mv.verdict > Verdict::Draw;
            assert_eq!(win_in < 0, won, "{} {} in {}", mv.name, mv.verdict, probe.position);
            seen += 1;
        }
    }
    seen
}

#[test]
fn what_is_certain_is_won_without_repeats() {
    check_wins("ctf:3", &Ctf::<u64>::new(3), 7, 1000);
    check_wins("crusher:2", &Crusher::<u64>::new(2), 1, 400);
}

/// Boards that have been in play may stand in the way of what a table knows.
fn check_after_play<G: Notation>(name: &str, game: &G, count: usize) {
    const DEPTH: u32 = 8;
    let tables = tables(name, None);
    let mut random = Random::new(9);
    let (mut lines, mut moves) = (0, 0);
    for _ in 0..count {
        let mut line = Line::start(game);
        let plies = 2 + random.below(12);
        play_on(&mut line, &mut random, plies);
        if line.ending().is_some() {
            continue;
        }
        let probe = tables.probe(&game.write_line(&line)).expect("known");
        assert!(probe.moves.iter().all(|mv| mv.verdict <= probe.verdict), "{probe:?}");
        moves += check_moves(game, &probe, DEPTH);
        let choice = best_move(&mut line, DEPTH, &Evaluation::Standard).expect("a move");
        if let (Some(win_in), Certainty::Outcome) = (choice.score.plies_to_end(), probe.certainty) {
            assert_eq!(win_in > 0, probe.verdict > Verdict::Draw, "{win_in} but {probe:?}");
            lines += 1;
        }
    }
    println!("{name}: {lines} lines and {moves} moves with a past are certain and compared");
    assert!(lines > count / 20 && moves > count / 20, "{lines} lines, {moves} moves");
}

#[test]
fn what_is_certain_after_play_is_so_too() {
    check_after_play("ctf:3", &Ctf::<u64>::new(3), 300);
    check_after_play("crusher:2", &Crusher::<u64>::new(2), 600);
}
