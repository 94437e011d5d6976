//! Searches with an oracle: they play perfectly without a search, and exact answers do not depend on the oracle.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use crate::common::play_legally;
use game::{BoardState, Evaluation, Game, Line, Notation, Oracle, Random, Rules, Score, Side, Verdict};
use games::ctf::{Ctf, Position};
use games::oska::Oska;
use search::{Engine, Limits};
use solve::{Placement, Solvable};

/// Every position of a small game with its verdict, found by repeated passes over all positions. Earlier boards are
/// ignored.
struct Solved<G: Game> {
    verdicts: HashMap<u64, Verdict>,
    unfinished: Vec<G::Position>,
}

impl<G: Game> Solved<G> {
    /// Solves these positions and all positions that can follow them.
    fn new(game: &G, mut positions: Vec<G::Position>) -> Solved<G> {
        let mut solved: Solved<G> = Solved { verdicts: HashMap::new(), unfinished: Vec::new() };
        let mut after: HashMap<u64, Vec<u64>> = HashMap::new();
        while let Some(position) = positions.pop() {
            if after.contains_key(&position.hash()) {
                continue;
            }
            let mut next = Vec::new();
            if let Some(ending) = game.ending(&position) {
                let verdict = Verdict::of_outcome(ending.outcome, position.side());
                solved.verdicts.insert(position.hash(), verdict);
            } else {
                next.extend(game.moves(&position).map(|mv| game.play_unchecked(&position, mv)));
                solved.unfinished.push(position);
            }
            after.insert(position.hash(), next.iter().map(BoardState::hash).collect());
            positions.extend(next);
        }
        for plies in 0.. {
            let found = solved.decided_in(plies, &after);
            if plies > 0 && found.is_empty() {
                break;
            }
            solved.verdicts.extend(found);
        }
        for position in &solved.unfinished {
            solved.verdicts.entry(position.hash()).or_insert(Verdict::Draw);
        }
        solved
    }

    /// The positions that are decided in this number of plies, when all positions that are decided sooner are known.
    fn decided_in(&self, plies: u32, after: &HashMap<u64, Vec<u64>>) -> Vec<(u64, Verdict)> {
        let open = after.iter().filter(|(hash, _)| !self.verdicts.contains_key(hash));
        let decided = open.filter_map(|(&hash, next)| {
            // The best move is known if it wins, or if all moves are known.
            let known = next.iter().map(|next| self.verdicts.get(next).map(|verdict| verdict.for_mover()));
            match known.clone().flatten().max() {
                Some(win @ Verdict::Win(_)) => Some((hash, win)),
                Some(loss @ Verdict::Loss(_)) if known.clone().all(|verdict| verdict.is_some()) => {
                    Some((hash, loss))
                }
                None if next.is_empty() => Some((hash, Verdict::Loss(0))),
                _ => None,
            }
        });
        decided.filter(|(_, verdict)| verdict.plies() == Some(plies)).collect()
    }

    fn of(&self, position: &G::Position) -> Verdict {
        self.verdicts[&position.hash()]
    }

    /// The first best legal move.
    fn best(&self, line: &Line<'_, G>) -> G::Move {
        let worth = |&mv: &G::Move| self.of(&line.game().play_unchecked(line.position(), mv)).for_mover();
        // `max_by_key` returns the last of several equal moves.
        line.moves().into_iter().rev().max_by_key(worth).expect("an unfinished game")
    }
}

impl<G: Game> Oracle<G> for Solved<G> {
    fn verdict(&self, position: &G::Position) -> Option<Verdict> {
        self.verdicts.get(&position.hash()).copied()
    }
}

/// Every set-up of a game whose men are of one kind.
fn set_ups<G: Solvable>(game: &G) -> Vec<G::Position> {
    let cells: Vec<u64> = (0..64).map(|bit| 1 << bit).filter(|bit| game.cells() & bit != 0).collect();
    let men = (0..3usize.pow(cells.len() as u32)).map(|mut number| {
        let mut placement = Placement::default();
        for cell in &cells {
            if number % 3 > 0 {
                placement[number % 3 - 1][0] |= cell;
            }
            number /= 3;
        }
        placement
    });
    let sides = men.flat_map(|placement| Side::BOTH.map(|side| (placement, side)));
    sides.filter_map(|(placement, side)| game.place(&placement, side)).collect()
}

fn score_of(verdict: Verdict) -> Score {
    match verdict {
        Verdict::Win(plies) => Score::win_in(plies),
        Verdict::Draw => Score::DRAW,
        Verdict::Loss(plies) => Score::loss_in(plies),
    }
}

/// The result of a position after the engine, which may not search, has played it to the end against this opponent.
/// Each answer is checked.
fn outcome<G: Notation>(
    game: &G,
    start: &G::Position,
    oracle: &Solved<G>,
    mut opponent: impl FnMut(&Line<'_, G>) -> G::Move,
) -> Verdict {
    let limits = Limits { nodes: Some(1), ..Limits::default() };
    let mut engine = Engine::new(1 << 10);
    let mut line = Line::new(game, *start);
    for plies in 0.. {
        if let Some(ending) = line.ending() {
            return match Verdict::of_outcome(ending.outcome, start.side()) {
                Verdict::Win(_) => Verdict::Win(plies),
                Verdict::Draw => Verdict::Draw,
                Verdict::Loss(_) => Verdict::Loss(plies),
            };
        }
        let mv = if plies % 2 == 0 {
            let choice = engine
                .think_with(&line, &limits, &Evaluation::Standard, Some(oracle), None, |_| {})
                .expect("a move");
            let verdict = oracle.of(line.position());
            if G::NO_REPEAT {
                assert!(choice.score >= score_of(verdict), "boards before only take moves from the loser");
            } else {
                assert_eq!(choice.score, score_of(verdict));
                assert_eq!(choice.mv(), oracle.best(&line), "the first best move");
            }
            check_play(&line, verdict, &choice.variation);
            choice.mv()
        } else {
            opponent(&line)
        };
        let _ = line.try_play(mv).expect("a legal move");
    }
    unreachable!("every game here ends")
}

/// Checks that a variation is legal and ends as the verdict says.
fn check_play<G: Notation>(line: &Line<'_, G>, verdict: Verdict, variation: &[G::Move]) {
    let end = play_legally(line, variation, || line.game().write_line(line));
    if let Some(plies) = verdict.plies() {
        // A loser who must not repeat a board may lose sooner.
        assert!(variation.len() == plies as usize || G::NO_REPEAT && variation.len() < plies as usize);
        assert!(end.ending().is_some());
    }
}

#[test]
fn what_is_known_is_played_perfectly() {
    let game = &Oska::<u64>::new(3);
    let oracle = Solved::new(game, set_ups(game));
    let mut random = Random::new(1);
    assert!(oracle.unfinished.len() > 500);
    for start in &oracle.unfinished {
        let verdict = oracle.of(start);
        assert_eq!(outcome(game, start, &oracle, |line| oracle.best(line)), verdict);
        assert!(outcome(game, start, &oracle, |line| random.pick(&line.moves())) >= verdict);
    }
}

/// An oracle that knows only positions with few men.
struct Few<'o, G: Game> {
    game: &'o G,
    solved: &'o Solved<G>,
    men: u32,
}

impl<G: Solvable> Oracle<G> for Few<'_, G> {
    fn verdict(&self, position: &G::Position) -> Option<Verdict> {
        let men: u32 = self.game.placement(position).iter().flatten().map(|set| set.count_ones()).sum();
        (men <= self.men).then(|| self.solved.of(position))
    }
}

#[test]
fn a_search_asks_about_what_it_comes_to() {
    let game = &Oska::<u64>::new(3);
    let solved = Solved::new(game, set_ups(game));
    let oracle = Few { game, solved: &solved, men: 4 };
    let limits = Limits { depth: 2, ..Limits::default() };
    let mut engine = Engine::new(1 << 16);
    let mut further = 0;
    for start in solved.unfinished.iter().filter(|start| oracle.verdict(start).is_none()) {
        let line = Line::new(game, *start);
        let choice = engine.think_with(&line, &limits, &Evaluation::Standard, Some(&oracle), None, |_| {});
        let choice = choice.expect("a move");
        let Some(plies) = choice.score.plies_to_end() else {
            continue;
        };
        // If it reports a win or loss, that is right.
        let outcome = solved.of(start).outcome(Side::White);
        let said = if plies > 0 { Verdict::Win(0) } else { Verdict::Loss(0) };
        assert_eq!(outcome, said.outcome(Side::White), "{}", game.write(&[*start]));
        // The end of searched play can be missing from the table.
        check_play(&line, Verdict::Draw, &choice.variation);
        further += u32::from(plies.unsigned_abs() > 2);
    }
    assert!(further > 50, "only {further} would have been out of sight");
}

#[test]
fn exact_answers_know_nothing_of_it() {
    fn check<G: Notation + Solvable>(game: &G) {
        let solved = Solved::new(game, vec![game.start()]);
        let oracle = Few { game, solved: &solved, men: 5 };
        let mut random = Random::new(2);
        // An exact search must not use the entries of a selective search.
        let mut engine = Engine::new(1 << 16);
        for _ in 0..100 {
            let mut line = Line::new(game, random.pick(&solved.unfinished));
            let limits = Limits { nodes: Some(500), ..Limits::default() };
            engine
                .think_with(&line, &limits, &Evaluation::Standard, Some(&oracle), None, |_| {})
                .expect("a move");
            let found = engine.best_move(&line, 3, &Evaluation::Standard).expect("a move");
            let exact = game::best_move(&mut line, 3, &Evaluation::Standard).expect("a move");
            assert_eq!((found.score, found.variation), (exact.score, exact.variation));
        }
    }
    check(&Oska::<u64>::new(3));
    check(&Ctf::<u64>::new(3));
}

/// An oracle that calls every position a draw.
struct AllDrawn;

impl<G: Game> Oracle<G> for AllDrawn {
    fn verdict(&self, _: &G::Position) -> Option<Verdict> {
        Some(Verdict::Draw)
    }
}

#[test]
fn where_boards_may_not_come_back_draws_mean_nothing_and_wins_are_wins() {
    let game = &Ctf::<u64>::new(3);
    let limits = Limits { nodes: Some(2000), ..Limits::default() };
    let think = |start: &Position<u64>, oracle: Option<&dyn Oracle<Ctf<u64>>>| {
        let line = Line::new(game, *start);
        Engine::new(1 << 16)
            .think_with(&line, &limits, &Evaluation::Standard, oracle, None, |_| {})
            .expect("a move")
    };
    let solved = Solved::new(game, vec![game.start()]);
    let mut random = Random::new(3);
    for _ in 0..50 {
        let start = random.pick(&solved.unfinished);
        let (asked, alone) = (think(&start, Some(&AllDrawn)), think(&start, None));
        assert_eq!((asked.score, asked.mv()), (alone.score, alone.mv()));
        // If the next move ends the game, there is nothing to search.
        if alone.score.plies_to_end().is_none() {
            assert_eq!(asked.nodes, alone.nodes);
        }
    }
    for start in solved.unfinished.iter().filter(|start| matches!(solved.of(start), Verdict::Win(_))) {
        let outcome = outcome(game, start, &solved, |line| random.pick(&line.moves()));
        assert!(outcome >= solved.of(start));
    }
}

/// An oracle that records how it was prepared, and panics when it is asked.
#[derive(Default)]
struct Shy(Mutex<Vec<&'static str>>);

impl<G: Game> Oracle<G> for Shy {
    fn prepare(&self, _: &G::Position) {
        self.0.lock().expect("one thread").push("slowly");
    }

    fn prepare_quickly(&self, _: &G::Position) {
        self.0.lock().expect("one thread").push("quickly");
    }

    fn knows_any(&self) -> bool {
        false
    }

    fn verdict(&self, _: &G::Position) -> Option<Verdict> {
        panic!("it knows nothing")
    }
}

#[test]
fn an_oracle_is_prepared_as_far_as_there_is_time() {
    let game = &Oska::<u64>::new(3);
    let shy = Shy::default();
    for millis in [None, Some(5), Some(5000)] {
        let time = millis.map(Duration::from_millis);
        let limits = Limits { depth: 2, time, ..Limits::default() };
        let line = Line::start(game);
        Engine::new(1 << 10)
            .think_with(&line, &limits, &Evaluation::Standard, Some(&shy), None, |_| {})
            .expect("a move");
    }
    assert_eq!(*shy.0.lock().expect("one thread"), ["slowly", "quickly", "slowly"]);
}
