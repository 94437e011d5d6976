//! Puzzles: the same seed makes the same, each has exactly one right move, and those of the games' folders are proved again.

use std::collections::HashSet;

use quadrille::puzzles::{Difficulty, Goal, Maker, Puzzle, Unproved, prove, shipped};
use quadrille::{AnyLine, Catalogue, Outcome, Session, Side, Tables, Verdict};

fn catalogue() -> Catalogue {
    Catalogue::standard()
}

fn made(game: &str, seed: u64, count: usize) -> Vec<Puzzle> {
    Maker::new(catalogue().game(game).expect("a game"), Tables::in_memory(), seed).make(count, None)
}

fn line_of(puzzle: &Puzzle) -> Box<dyn AnyLine> {
    catalogue().game(&puzzle.game).and_then(|game| game.line(&puzzle.position)).expect("a position")
}

fn after(line: &dyn AnyLine, mv: &str) -> Box<dyn AnyLine> {
    let mut next = line.duplicate();
    next.play(mv).expect("a legal move");
    next
}

/// Whether a side can force a win within so many plies: by trying everything.
fn wins_within(line: &dyn AnyLine, side: Side, plies: u32) -> bool {
    if let Some(ending) = line.ending() {
        return ending.outcome == Outcome::Win(side);
    }
    if plies == 0 {
        return false;
    }
    let moves = line.moves();
    let mut next = moves.iter().map(|mv| wins_within(&*after(line, mv), side, plies - 1));
    if line.side() == side { next.any(|wins| wins) } else { next.all(|wins| wins) }
}

/// The moves that win within so many plies.
fn quick_wins(puzzle: &Puzzle, plies: u32) -> Vec<String> {
    let line = line_of(puzzle);
    let wins = |mv: &String| wins_within(&*after(&*line, mv), line.side(), plies - 1);
    line.moves().into_iter().filter(wins).collect()
}

/// Proves a puzzle in the plainest way, if it is short enough for that.
fn check_by_brute_force(puzzle: &Puzzle, most: u32) -> bool {
    let Some(plies) = puzzle.plies.filter(|&plies| plies <= most && puzzle.goal == Goal::WinIn) else {
        return false;
    };
    assert_eq!(quick_wins(puzzle, plies), std::slice::from_ref(&puzzle.solution), "{puzzle:?}");
    if plies > 1 {
        assert!(quick_wins(puzzle, plies - 1).is_empty(), "no win is quicker: {puzzle:?}");
    }
    true
}

#[test]
fn a_seed_makes_puzzles_with_one_right_move() {
    for game in ["oska:3", "ctf:3", "crusher:3"] {
        let puzzles = made(game, 5, 9);
        assert!(puzzles.len() >= 6, "{game}: {puzzles:?}");
        assert!(puzzles.is_sorted_by_key(|puzzle| puzzle.difficulty));
        let checked = puzzles.iter().filter(|puzzle| check_by_brute_force(puzzle, 4)).count();
        assert!(checked > 0, "{game}: some are short: {puzzles:?}");
        assert_eq!(made(game, 5, 9), puzzles, "{game}: the same seed makes the same");
        assert_ne!(made(game, 6, 9), puzzles, "{game}: another seed makes others");
    }
}

#[test]
fn what_is_not_so_is_not_proved() {
    let puzzle = made("oska:3", 5, 3).swap_remove(0);
    let (catalogue, mut session) = (catalogue(), Session::new(Tables::in_memory()));
    prove(&catalogue, &mut session, &puzzle).expect("a proof");
    let other = line_of(&puzzle).moves().into_iter().find(|mv| *mv != puzzle.solution).expect("another move");
    let wrong = Puzzle { solution: other, ..puzzle.clone() };
    let refused = prove(&catalogue, &mut session, &wrong);
    assert!(matches!(refused, Err(Unproved::Different { .. })), "{refused:?}");
    let start = Puzzle { position: "startpos".to_string(), goal: Goal::OnlyDraw, ..puzzle.clone() };
    assert!(matches!(prove(&catalogue, &mut session, &start), Err(Unproved::NoProof { .. })));
    let nonsense = Puzzle { position: "nonsense".to_string(), ..puzzle };
    assert!(matches!(prove(&catalogue, &mut session, &nonsense), Err(Unproved::Text(_))));
}

#[test]
fn a_search_proves_the_only_win_only_where_all_other_moves_lose() {
    let (catalogue, tables) = (catalogue(), Session::new(Tables::in_memory()));
    let mut search = Session::new(Tables::none());
    let (mut proved, mut refused) = (0, 0);
    for puzzle in made("oska:3", 5, 30).into_iter().filter(|puzzle| puzzle.goal != Goal::OnlyDraw) {
        let known = tables.probe(&*line_of(&puzzle)).expect("a solved position").moves;
        let mut others = known.iter().filter(|mv| mv.name != puzzle.solution);
        match prove(&catalogue, &mut search, &Puzzle { goal: Goal::OnlyWin, ..puzzle.clone() }) {
            Ok(()) => {
                assert!(others.all(|mv| matches!(mv.verdict, Verdict::Loss(_))), "{puzzle:?}");
                proved += 1;
            }
            Err(_) => refused += 1,
        }
    }
    assert!(proved > 0 && refused > 0, "{proved} proved, {refused} refused");
}

/// The puzzles of a game's folder, each legal and none twice.
fn of_folder(game: &str) -> Vec<Puzzle> {
    let catalogue = catalogue();
    let puzzles = shipped(catalogue.family(game).expect("a game").descriptor()).expect("puzzles");
    assert!(puzzles.len() >= 200, "{game} has {}", puzzles.len());
    let positions: HashSet<&str> = puzzles.iter().map(|puzzle| puzzle.position.as_str()).collect();
    assert_eq!(positions.len(), puzzles.len(), "{game}: no position comes twice");
    assert!(puzzles.is_sorted_by_key(|puzzle| puzzle.difficulty));
    for difficulty in Difficulty::ALL {
        let count = puzzles.iter().filter(|puzzle| puzzle.difficulty == difficulty).count();
        assert!(count >= 20, "{game}: {count} are {difficulty}");
    }
    for puzzle in &puzzles {
        let line = line_of(puzzle);
        let moves = line.moves();
        assert!(line.ending().is_none() && moves.contains(&puzzle.solution), "{puzzle:?}");
        assert_eq!((moves.len(), puzzle.play.first()), (puzzle.moves, Some(&puzzle.solution)), "{puzzle:?}");
        let mut end = line.duplicate();
        puzzle.play.iter().for_each(|mv| end.play(mv).expect("best play is legal"));
        if puzzle.goal == Goal::WinIn {
            assert_eq!(
                end.ending().map(|ending| ending.outcome),
                Some(Outcome::Win(line.side())),
                "{puzzle:?}"
            );
        }
    }
    puzzles
}

fn prove_each(step: usize) {
    let (catalogue, mut session) = (catalogue(), Session::new(Tables::in_memory()));
    for game in ["ctf", "crusher", "oska", "congo"] {
        let puzzles = of_folder(game);
        for puzzle in puzzles.iter().step_by(step) {
            prove(&catalogue, &mut session, puzzle).unwrap_or_else(|error| panic!("{puzzle:?}: {error}"));
        }
        let short = puzzles.iter().filter(|puzzle| check_by_brute_force(puzzle, 2)).count();
        assert!(short > 0, "{game}: some are proved by trying everything");
        assert!(puzzles.iter().any(|puzzle| puzzle.goal == Goal::OnlyWin), "{game}: some are the only win");
    }
}

#[test]
fn a_sample_of_the_shipped_puzzles_is_proved_again() {
    prove_each(19);
}

#[test]
#[ignore = "proves all shipped puzzles, a minute: see CONTRIBUTING.md"]
fn all_shipped_puzzles_are_proved_again() {
    prove_each(1);
}
