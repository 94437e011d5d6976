//! The mutation score: how many programs with one thing wrong are found, how often the right mistake is named, and that right programs lose
//! nothing. The programs play by the rules on letters in this process.

use quadrille::suspects::{LeafValue, SlowProgram, Suspect, WIN};
use quadrille::{Catalogue, Ending, Random, Side, Tables};

use super::asker::Question;
use super::case::{Case, suspects};
use super::examiner::Examiner;
use super::exercise::{Check, Exercise};
use super::judge::Judgement;
use super::{Assignment, Suspicion, boards, diagnosis, rules, seek, suite};
use crate::fixture::game;
use crate::resources::{Resources, Sandbox};

/// How a program evaluates positions, and which of equal moves it plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Style {
    /// It counts men, and plays the first of equal moves.
    Material,
    /// It counts men, and plays the last of equal moves.
    Last,
    /// It has no evaluation, and plays the first of equal moves.
    Nothing,
    /// Its evaluation is any number.
    Noise,
    /// It counts men, and plays the win that comes soonest.
    Sooner,
    /// It counts men, and plays any of equal moves.
    Any,
}

const STYLES: [Style; 6] =
    [Style::Material, Style::Last, Style::Nothing, Style::Noise, Style::Sooner, Style::Any];

impl Style {
    fn answer(self, suspect: Suspect, question: &Question) -> String {
        let Question { game, position, depth } = question;
        let line = game.line(position).expect("a position");
        let case = Case::new(&*line, *depth).expect("a game with mistakes");
        let mut program = case.program(suspect);
        let soonest = (1..*depth).filter(|_| self == Style::Sooner).find_map(|depth| {
            let best = self.best(&mut program, &case, depth);
            best.filter(|&(_, value)| value == WIN)
        });
        let best = soonest.or_else(|| self.best(&mut program, &case, *depth));
        game.board().write(&best.map_or_else(|| case.boards[0].clone(), |(board, _)| board))
    }

    fn best(self, program: &mut SlowProgram, case: &Case, depth: u32) -> Option<(Vec<char>, i32)> {
        let material: LeafValue<'_> = &|rules, cells, side| {
            let worth = |&letter: &char| match case.game.descriptor().owner(letter) {
                Some(owner) if owner == side => rules.worth(letter),
                Some(_) => -rules.worth(letter),
                None => 0,
            };
            cells.iter().map(worth).sum()
        };
        let any_number = |cells: &[char]| {
            let seed = cells.iter().fold(7, |seed: u64, &letter| seed.wrapping_mul(31) ^ u64::from(letter));
            Random::new(seed).below(1000) as i32 - 500
        };
        let noise: LeafValue<'_> = &|_, cells, _| any_number(cells);
        let leaf = match self {
            Style::Nothing => &|_: &dyn quadrille::letters::LetterRules, _: &[char], _| 0,
            Style::Noise => noise,
            Style::Material | Style::Last | Style::Sooner | Style::Any => material,
        };
        let values = program.values(&case.boards, case.side, depth, leaf, &mut u64::MAX.clone()).ok()?;
        let best = program.best(values.clone());
        let board = match self {
            Style::Last => best.last(),
            Style::Any => best.iter().max_by_key(|board| any_number(board)),
            _ => best.first(),
        };
        let board = board?.clone();
        let value = values.iter().find(|(other, _)| *other == board)?.1;
        Some((board, value))
    }
}

fn resources() -> Resources {
    let nothing = crate::program::CommandLine { program: "false".into(), arguments: Vec::new() };
    Resources::new(Catalogue::standard(), Tables::none(), Sandbox::new(nothing))
}

fn assignment(name: &str, seed: u64, positions: usize) -> Assignment {
    let games = boards(&Catalogue::standard(), name, None).expect("a game");
    let player = "random".parse().expect("a player");
    // These programs answer with boards, which is another notation.
    let weights = [(Check::Notation, 0.0)].into();
    Assignment { games, seed, positions, weights, ..Assignment::new(game(name), player) }
}

/// Grades a program without a report: how many answers are wrong, and what it probably has wrong.
fn examine(
    assignment: &Assignment,
    exercises: &[Exercise],
    suspect: Suspect,
    style: Style,
) -> (usize, Vec<Suspicion>) {
    let resources = resources();
    let mut examiner = Examiner::new(assignment, &resources);
    examiner.asker.stand_in = Some(Box::new(move |question| style.answer(suspect, question)));
    let mut wrong = 0;
    for exercise in exercises {
        let (judgement, position) = examiner.examine(exercise);
        if let Judgement::Wrong(why) = &judgement {
            wrong += 1;
            if suspect == Suspect::RIGHT {
                eprintln!("{style:?}: {} {position}: {why:?}", exercise.game);
            }
        }
        examiner.keep_answer(exercise, &position, &judgement);
    }
    (wrong, diagnosis::diagnose(&examiner.answered).suspicions)
}

fn exercises(assignment: &Assignment) -> Vec<Exercise> {
    suite::exercises(assignment, &mut quadrille::Session::new(Tables::none()))
}

/// Whether the program answers wrong in any of many positions. One that looks too far is not wrong, but answers otherwise than it should.
fn differs(assignment: &Assignment, suspect: Suspect, style: Style) -> bool {
    let mut random = Random::new(99);
    (0..POSITIONS_TO_DIFFER).any(|number| {
        let (game, depth) = (&assignment.games[number % assignment.games.len()], assignment.depth);
        let Some(line) = seek::position(game, depth, &mut random) else { return false };
        let Some(case) = Case::new(&*line, depth).filter(|case| case.could_differ(suspect)) else {
            return false;
        };
        let question = Question { game: game.clone(), position: line.text(), depth };
        let answer = style.answer(suspect, &question);
        if suspect.looks_too_far {
            return answer != style.answer(Suspect::RIGHT, &question);
        }
        let answer = game.board().read(&answer);
        case.right().is_some_and(|right| right.binary_search(&answer).is_err())
    })
}

const POSITIONS_TO_DIFFER: usize = 1000;

#[derive(Default)]
struct Score {
    mutants: usize,
    differ: usize,
    found: usize,
    named: usize,
}

/// Which mutants of a game are graded.
#[derive(Clone, Copy)]
struct Sample {
    positions: usize,
    /// Every so many mutants.
    every: usize,
    /// They have their mistakes in the rules of this side only.
    only: Option<Side>,
}

const ALL: Sample = Sample { positions: 30, every: 1, only: None };

/// The score of a game's mutants, with a list of those that were missed or taken for others.
fn score(name: &str, seed: u64, Sample { positions, every, only }: Sample, total: &mut Score) {
    let assignment = assignment(name, seed, positions);
    let started = std::time::Instant::now();
    let exercises = exercises(&assignment);
    println!("{name}, seed {seed}: {} questions in {:.1?}", exercises.len(), started.elapsed());
    let mut score = Score::default();
    let suspects = suspects(&assignment.games[0], assignment.depth).into_iter();
    let suspects = suspects.filter_map(|suspect| match only {
        Some(side) => suspect.of_one_side(side),
        None => Some(suspect),
    });
    for (number, suspect) in suspects.enumerate().step_by(every) {
        // Another seed gives each mutant another style.
        let style = STYLES[(number + seed as usize) % STYLES.len()];
        let (wrong, suspicions) = examine(&assignment, &exercises, suspect, style);
        // The right rule counts, whether or not the side is named too.
        let is_named = suspicions.iter().any(|suspicion| suspicion.belief.starts_with(suspect.belief));
        let is_found = wrong > 0 || is_named;
        let differs = is_found || differs(&assignment, suspect, style);
        score.mutants += 1;
        score.differ += usize::from(differs);
        score.found += usize::from(is_found);
        score.named += usize::from(is_named);
        if differs && !is_named {
            let beliefs: Vec<&str> = suspicions.iter().map(|suspicion| &*suspicion.belief).collect();
            println!("  {style:?}, {}: {wrong} wrong answers, taken for {beliefs:?}", suspect.belief);
        } else if !differs {
            println!("  cannot be told apart: {}", suspect.belief);
        }
    }
    total.mutants += score.mutants;
    total.differ += score.differ;
    total.found += score.found;
    total.named += score.named;
}

/// The percentage of the mutants that differ.
fn percent(count: usize, score: &Score) -> usize {
    100 * count / score.differ.max(1)
}

/// The scores of the mutants of these games with each of these seeds, added up for each game. They have to be high enough for each game.
fn scores_are_high<N: AsRef<str>>(games: &[N], seeds: &[u64], sample: Sample) {
    let scores: Vec<(&str, Score)> = games
        .iter()
        .map(AsRef::as_ref)
        .map(|name| {
            let mut total = Score::default();
            for &seed in seeds {
                score(name, seed, sample, &mut total);
            }
            (name, total)
        })
        .collect();
    for (name, Score { mutants, differ, found, named }) in &scores {
        println!("{name}: of {mutants} mutants {differ} differ, {found} are found, {named} named");
    }
    // A check needs about 30 positions to ask for everything. They are chosen for mistakes in the rules of both sides.
    let wanted = match sample {
        Sample { only: Some(_), .. } => (85, 75),
        Sample { positions: 30.., .. } => (95, 80),
        _ => (70, 70),
    };
    for (name, score) in scores {
        let (found, named) = (percent(score.found, &score), percent(score.named, &score));
        assert!(found >= wanted.0 && named >= wanted.1, "{name}: {found} % found, {named} % named");
    }
}

/// The games of a long test: all of them, or those that the environment chooses.
fn chosen_games() -> Vec<String> {
    let chosen = std::env::var("MUTATION_GAMES").unwrap_or("ctf crusher oska congo".to_string());
    chosen.split_whitespace().map(str::to_string).collect()
}

/// The seeds of a long test: five, or those that the environment chooses.
fn chosen_seeds() -> Vec<u64> {
    let chosen = std::env::var("MUTATION_SEEDS").unwrap_or("101 102 103 104 105".to_string());
    chosen.split_whitespace().map(|seed| seed.parse().expect("MUTATION_SEEDS are numbers")).collect()
}

#[test]
fn most_mutants_are_found_and_named() {
    scores_are_high(&["oska:4"], &[1], ALL);
    // Larger games take longer, so that only some of their mutants are graded here.
    scores_are_high(&["ctf:3", "crusher:2"], &[1], Sample { every: 3, ..ALL });
    scores_are_high(&["congo:course"], &[1], Sample { positions: 12, every: 6, only: None });
    scores_are_high(&["oska:4"], &[1], Sample { every: 3, only: Some(Side::Black), ..ALL });
}

/// The constants of grading were chosen with the seeds 1 and 11 to 13, and in Congo with seed 101 too.
#[test]
#[ignore = "takes minutes: see CONTRIBUTING.md"]
fn mutation_score() {
    let (games, seeds) = (chosen_games(), chosen_seeds());
    scores_are_high(&games, &seeds, ALL);
    for side in Side::BOTH {
        scores_are_high(&games, &seeds[..1], Sample { only: Some(side), ..ALL });
    }
}

/// Whichever of the answers that right programs may give is given, it is right.
fn every_right_answer_passes(assignment: &Assignment, exercises: &[Exercise]) {
    let resources = resources();
    let mut examiner = Examiner::new(assignment, &resources);
    let right = |Question { game, position, depth }: &Question| {
        let line = game.line(position).expect("a position");
        rules::right_moves(&*line, *depth).unwrap_or_default()
    };
    for exercise in exercises {
        let Exercise { game, position, depth, .. } = exercise.clone();
        for number in 0..right(&Question { game, position, depth }).len() {
            // Some exercises ask again with another history, where fewer answers are right.
            examiner.asker.stand_in = Some(Box::new(move |question| {
                let right = right(question);
                right[number % right.len()].clone()
            }));
            let (judgement, position) = examiner.examine(exercise);
            assert!(!matches!(judgement, Judgement::Wrong(_)), "{position}: {judgement:?}");
        }
    }
}

fn right_programs_pass<N: AsRef<str>>(games: &[N], seeds: std::ops::Range<u64>, positions: usize) {
    for seed in seeds {
        for name in games.iter().map(AsRef::as_ref) {
            let assignment = assignment(name, seed, positions);
            let exercises = exercises(&assignment);
            for style in STYLES {
                let (wrong, suspicions) = examine(&assignment, &exercises, Suspect::RIGHT, style);
                assert_eq!((wrong, suspicions), (0, Vec::new()), "{name}, {style:?}, seed {seed}");
            }
            every_right_answer_passes(&assignment, &exercises);
            println!("{name}, seed {seed}: right programs lose nothing in {} questions", exercises.len());
        }
    }
}

#[test]
fn right_programs_lose_nothing() {
    right_programs_pass(&["ctf:4", "crusher:3", "oska:4", "congo:course"], 1..2, 4);
    // On small boards players often run out of moves.
    right_programs_pass(&["crusher:2", "ctf:3"], 11..12, 30);
}

#[test]
#[ignore = "takes many minutes: see CONTRIBUTING.md"]
fn right_programs_lose_nothing_with_any_seed() {
    right_programs_pass(&chosen_games(), 1..51, 30);
}

/// The rules on letters are written a second time, so they are compared with the real ones.
#[test]
fn the_rules_on_letters_are_the_rules() {
    for name in ["ctf:3", "ctf:5", "crusher:2", "crusher:3", "oska:4", "oska:5", "congo", "congo:course"] {
        let game = game(name);
        let mistakes = game.descriptor().grading.mistakes.expect("mistakes");
        let right = (mistakes.rules)(game.board(), None);
        let mut random = Random::new(3);
        let mut compared = 0;
        while compared < 300 {
            let Some(line) = seek::position(&game, 2, &mut random) else { continue };
            for next in super::positions::after_each_move(&*line).take(12) {
                let (cells, side) = (next.cells(), next.side());
                let by_board = right.ending(&cells, side);
                let ending = next.ending();
                if ending != Some(Ending::no_legal_move(side)) {
                    assert_eq!(by_board, ending.map(|ending| ending.outcome), "{}", next.text());
                }
                if by_board.is_none() {
                    let mut moves = right.moves(&cells, side, usize::MAX);
                    let mut expected: Vec<_> =
                        next.candidates(5000).iter().map(|mv| game.board().read(&mv.board)).collect();
                    moves.sort_unstable();
                    moves.dedup();
                    expected.sort_unstable();
                    expected.dedup();
                    assert_eq!(moves, expected, "{}", next.text());
                }
                compared += 1;
            }
        }
    }
}
