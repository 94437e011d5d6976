//! What probes call certain, in games in which no board may come back, against plain minimax by the game's own rules.

use game::{Evaluation, Line, Notation, Random, Verdict, best_move};
use games::SolvableVisitor;
use solve::{Certainty, Probe, Solvable};

use crate::common::{tables, with};
use crate::tables::{every_position, wanted};

/// What a table calls won, and a probe calls certain, is won by the game's own rule: no board comes back.
struct Won<'a> {
    name: &'a str,
    /// One position of so many is looked at.
    step: usize,
    least: usize,
}

impl SolvableVisitor for Won<'_> {
    type Output = ();

    fn visit<G: Notation + Solvable + Clone>(self, game: &G) {
        const DEEPEST: u32 = 7;
        let tables = tables(self.name, None);
        let (mut certain, mut uncertain) = (0, 0);
        let positions = wanted(game, &[]).into_iter().flat_map(|tier| every_position(game, tier));
        for position in positions.step_by(self.step) {
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
            let choice =
                best_move(&mut Line::new(game, position), plies, &Evaluation::Standard).expect("a move");
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
        println!("{}: {certain} certain, {uncertain} not", self.name);
        assert!(certain >= self.least, "{certain} of {}", certain + uncertain);
    }
}

/// What a probe calls certain of moves is so by the game's own rule, as far as plain minimax sees the end. Gives how many it saw.
fn check_moves<G: Notation>(game: &G, probe: &Probe, depth: u32) -> usize {
    let mut seen = 0;
    for mv in probe.moves.iter().filter(|mv| mv.certainty == Certainty::Outcome) {
        let mut line = game.parse_line(&mv.next).expect("a position");
        // Whoever moves next sees it the other way round.
        let win_in = match line.ending() {
            Some(_) => continue,
            None => best_move(&mut line, depth - 1, &Evaluation::Standard)
                .and_then(|choice| choice.score.plies_to_end()),
        };
        if let Some(win_in) = win_in {
            assert_eq!(
                win_in < 0,
                mv.verdict > Verdict::Draw,
                "{} {} in {}",
                mv.name,
                mv.verdict,
                probe.position
            );
            seen += 1;
        }
    }
    seen
}

#[test]
fn what_is_certain_is_won_without_repeats() {
    with("ctf:3", Won { name: "ctf:3", step: 7, least: 1000 });
    with("crusher:2", Won { name: "crusher:2", step: 1, least: 400 });
}

/// Boards that have been in play may stand in the way of what a table knows.
struct AfterPlay<'a> {
    name: &'a str,
    lines: usize,
}

impl SolvableVisitor for AfterPlay<'_> {
    type Output = ();

    fn visit<G: Notation + Solvable + Clone>(self, game: &G) {
        const DEPTH: u32 = 8;
        let tables = tables(self.name, None);
        let mut random = Random::new(9);
        let (mut lines, mut moves) = (0, 0);
        for _ in 0..self.lines {
            let mut line = Line::start(game);
            for _ in 0..2 + random.below(12) {
                let legal = line.moves();
                if legal.is_empty() || line.try_play(random.pick(&legal)).is_none() {
                    break;
                }
            }
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
        println!("{}: {lines} lines and {moves} moves with a past are certain and compared", self.name);
        assert!(lines > self.lines / 20 && moves > self.lines / 20, "{lines} lines, {moves} moves");
    }
}

#[test]
fn what_is_certain_after_play_is_so_too() {
    with("ctf:3", AfterPlay { name: "ctf:3", lines: 300 });
    with("crusher:2", AfterPlay { name: "crusher:2", lines: 600 });
}
