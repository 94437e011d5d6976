//! The parts of grading with the standard games.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use quadrille::grading::Arrangement;
use quadrille::{Catalogue, GameRef, Random, Refusal, Side};

use super::exercise::Exercise;
use super::positions::{Setup, history_against, scatter, some_of};
use super::shrink::shrink;
use super::*;
use crate::fixture::game;

#[test]
fn boards_are_those_of_the_name_the_list_or_the_game() {
    let names = |name: &str, sizes: Option<&[&str]>| -> Result<Vec<String>, String> {
        let sizes: Option<Vec<String>> = sizes.map(|sizes| sizes.iter().map(ToString::to_string).collect());
        let games = boards(&Catalogue::standard(), name, sizes.as_deref())?;
        Ok(games.iter().map(ToString::to_string).collect())
    };
    assert_eq!(names("oska", None).unwrap(), ["oska:4", "oska:5", "oska:6"]);
    assert_eq!(names("oska", Some(&["3", "7"])).unwrap(), ["oska:3", "oska:7"]);
    assert_eq!(names("ctf:3", None).unwrap(), ["ctf:3"]);
    assert_eq!(names("congo", None).unwrap(), ["congo"]);
    assert_eq!(names("congo:course", None).unwrap(), ["congo:course"]);
    assert!(names("ctf:5", Some(&["4"])).is_err_and(|problem| problem.contains("has its size already")));
    assert!(names("ctf", Some(&["40"])).is_err_and(|problem| problem.contains("ctf:40")));
    assert!(names("ctf", Some(&[])).is_err() && names("chess", None).is_err());
    assert!(names("congo", Some(&["7"])).is_err_and(|problem| problem.contains("one size of board only")));
}

fn read(text: &str) -> Result<Assignment, String> {
    let mut assignment = Assignment::new(game("ctf"), "random".parse().expect("a player"));
    assignment.configure(&Catalogue::standard(), "ctf", text)?;
    Ok(assignment)
}

#[test]
fn a_full_file_is_read() {
    let text = include_str!("testdata/full.toml");
    let problem = read(text).expect_err("no move makes that board");
    let expected = "line 17: \"W---------wwb--B\" is not a legal answer: no legal move leads to the board";
    assert!(problem.starts_with(expected), "{problem}");
    let config = read(&text.replace("\"W---------wwb--B\", ", "")).expect("a valid file");
    assert_eq!(config.games.iter().map(|game| game.name()).collect::<Vec<_>>(), ["ctf:4", "ctf:7"]);
    assert_eq!(config.weights[&Check::Best].to_bits(), 12.5_f64.to_bits());
    assert_eq!((config.depth, config.seed, config.time_limit), (3, 7, Duration::from_secs(2)));
    assert_eq!((config.any_win, config.processor_limit()), (Some(true), Duration::from_secs(2)));
    let limits = read("time-limit = \"60s\"\ncpu-limit = \"5s\"\n").expect("a valid file");
    assert_eq!(
        (limits.time_limit, limits.processor_limit()),
        (Duration::from_mins(1), Duration::from_secs(5))
    );
    assert_eq!(config.own[0].wanted, Wanted::Moves(vec!["c2c4".to_string()]));
    assert_eq!(config.own[1].wanted, Wanted::Others(vec!["a1a2".to_string()]));
    assert_eq!((config.own[1].name.as_str(), config.own[1].game.name()), ("position 2", "ctf:4"));
}

#[test]
fn errors_name_the_line_and_what_would_be_right() {
    let cases: BTreeMap<String, Vec<BTreeMap<String, String>>> =
        toml::from_str(include_str!("testdata/wrong.toml")).expect("TOML");
    assert_eq!(cases["case"].len(), 16);
    for case in &cases["case"] {
        let problem = read(&case["file"]).expect_err(&case["file"]);
        assert!(problem.starts_with(&case["problem"]), "{}: {problem}", case["file"]);
    }
}

#[test]
fn the_notations_of_the_courses_are_right_and_others_are_wrong() {
    let answers: BTreeMap<String, BTreeMap<String, Vec<String>>> =
        toml::from_str(include_str!("testdata/notation.toml")).expect("TOML");
    assert_eq!(answers.len(), 4);
    for (name, answers) in answers {
        let problem = |answer: &String| notation::problem(&*game(&name).start(), answer, true);
        for answer in &answers["right"] {
            assert_eq!(problem(answer), None, "{name}: {answer}");
        }
        for answer in &answers["wrong"] {
            assert!(problem(answer).is_some(), "{name}: {answer}");
        }
    }
}

#[test]
fn the_right_notation_is_described() {
    assert_eq!(
        notation::expected(&*game("ctf"), true),
        "the next board as one string of the letters w W b B and -"
    );
    assert_eq!(notation::expected(&*game("oska"), true), "the rows of the next board as a list of strings");
    assert_eq!(notation::expected(&*game("oska"), false), "a move by its cells");
}

#[test]
fn a_real_game_forbids_the_board() {
    let line = game("crusher").start();
    let mv = line.moves().swap_remove(0);
    let mut next = line.duplicate();
    next.play(&mv).expect("a legal move");
    let text = history_against(&*line, &mv).expect("slides can be taken back");
    let forbidding = line.game().line(&text).expect("a position");
    let boards = forbidding.boards();
    assert_eq!((boards.len(), &boards[0], &boards[3]), (4, &line.board(), &next.board()));
    assert_eq!(forbidding.read_answer(&mv), Err(Refusal::Repeats { plies_ago: 3 }));
}

#[test]
fn a_capture_cannot_be_forbidden() {
    let line = game("ctf:4").line("W-----w---b-b--B w").expect("a position");
    assert!(line.moves().contains(&"c2c4".to_string()), "{:?}", line.moves());
    assert_eq!(history_against(&*line, "c2c4"), None);
}

#[test]
fn many_arrangements_of_each_game_are_positions() {
    for family in Catalogue::standard().families() {
        let start = family.open(family.descriptor().sizes.default()).start();
        let mut random = Random::new(5);
        let is_position = |text: String| start.game().line(&text).is_ok_and(|line| line.ending().is_none());
        let own = (0..200).filter(|_| is_position(scatter(&*start, Theme::Play, &mut random))).count();
        assert!(own >= 40, "{}: {own} of 200", start.game());
        let by_default = (0..200).filter(|_| {
            let game = start.game();
            let mut men = Arrangement::new(game.size(), game.board(), Side::White, &mut random);
            some_of(&start.cells(), &mut men);
            is_position(game.write_cells(&men.cells, Side::White))
        });
        assert!(by_default.count() >= 4, "{}", start.game());
    }
}

#[test]
fn positions_are_written_as_they_are_read() {
    for (name, position, men) in [
        ("ctf:3", "wWw---bBb,w-w-W-bBb b", 6),
        ("crusher:3", "WWW-WW-------BB-BBB W", 10),
        ("oska:4", "wwww/---/--/---/bbbb w", 8),
        ("congo", "gmelecz/pppp1pp/7/4p2/7/PPPPPPP/GMELECZ w 3", 28),
    ] {
        let game = game(name);
        let setup = Setup::read(&game, position);
        assert_eq!((setup.text().as_str(), setup.men()), (position, men));
        assert!(setup.boards.iter().all(|cells| cells.len() == game.board().cells.len()), "{position}");
    }
}

fn exercise(name: &str, position: &str) -> Exercise {
    let position = position.to_string();
    Exercise { check: Check::Legal, theme: Theme::Play, game: game(name), position, depth: 3, own: None }
}

/// The boards of a game up to this size.
fn boards_up_to(name: &str) -> Vec<GameRef> {
    let largest = game(name);
    let (descriptor, catalogue) = (largest.descriptor(), Catalogue::standard());
    let family = catalogue.family(descriptor.name).expect("a family");
    let is_smaller = |game: &GameRef| game.board().cells.len() <= largest.board().cells.len();
    descriptor.sizes.all().into_iter().map(|size| family.open(size)).filter(is_smaller).collect()
}

/// The smallest exercise for a program that fails in every position with two men or more, and how many questions it took.
fn smallest(name: &str, start: &str, boards: &[GameRef]) -> (Exercise, usize) {
    let mut asked = 0;
    let small = shrink(&exercise(name, start), boards, &mut |exercise| {
        asked += 1;
        let is_position = exercise.game.line(&exercise.position).is_ok();
        Some(is_position && Setup::read(&exercise.game, &exercise.position).men() >= 2)
    });
    (small, asked)
}

#[test]
fn everything_that_does_not_matter_goes() {
    for (name, start) in [
        ("ctf:6", "-wWww--wwww---------------bbbb--bbBb-,-wWww--wwww---------------bbbb--bbBb- w"),
        ("crusher:4", "WWWW--WWW----------------------BBB-BBBB- W"),
        ("oska:6", "wwwwww/-----/----/---/--/---/----/-----/bbbbbb w"),
        ("congo", "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w 0"),
    ] {
        let (small, asked) = smallest(name, start, &boards_up_to(name));
        let setup = Setup::read(&small.game, &small.position);
        assert_eq!((setup.men(), setup.boards.len()), (2, 1), "{}", small.position);
        assert_eq!(small.depth, 3, "the look-ahead is that of the assignment");
        assert!(asked < 150, "{asked} questions for {name}");
    }
}

#[test]
fn boards_that_were_not_asked_for_are_not_used() {
    let start = "-wWww--wwww---------------bbbb--bbBb- w";
    for (boards, expected) in
        [(&["ctf:6"][..], "ctf:6"), (&["ctf:6", "ctf:5"], "ctf:5"), (&["ctf:6", "ctf:5", "ctf:3"], "ctf:5")]
    {
        let boards: Vec<GameRef> = boards.iter().map(|name| game(name)).collect();
        assert_eq!(smallest("ctf:6", start, &boards).0.game.name(), expected);
    }
}

#[test]
fn every_cut_makes_a_board_of_the_game() {
    for family in Catalogue::standard().families() {
        let descriptor = family.descriptor();
        for size in descriptor.sizes.all().into_iter().take(6) {
            let cells = family.open(size).board().cells.len();
            for cut in (descriptor.grading.cuts)(size) {
                let small = family.open(cut.size);
                assert_eq!(small.board().cells.len(), cut.cells.len(), "{small}");
                let used: Vec<usize> = cut.cells.iter().copied().flatten().collect();
                assert_eq!(used.iter().collect::<BTreeSet<_>>().len(), used.len(), "{small}");
                assert!(cut.cells.len() < cells && used.iter().all(|&cell| cell < cells), "{small}");
            }
        }
    }
}

#[test]
fn it_stops_when_the_program_may_not_be_asked_any_more() {
    let start = exercise("oska:4", "wwww/---/--/---/bbbb w");
    let small = shrink(&start, &boards_up_to("oska:4"), &mut |_| None);
    assert_eq!((small.position, small.depth), (start.position, start.depth));
}

/// The results of a program that is replaced by a function, in these exercises.
fn results_of(exercises: &[Exercise], program: impl FnMut(&asker::Question) -> String) -> Vec<CheckResult> {
    let assignment = Assignment::new(exercises[0].game.clone(), "random".parse().expect("a player"));
    let nothing = crate::program::CommandLine { program: "false".into(), arguments: Vec::new() };
    let sandbox = crate::resources::Sandbox::new(nothing);
    let resources = Resources::new(Catalogue::standard(), quadrille::Tables::none(), sandbox);
    let mut examiner = Examiner::new(&assignment, &resources);
    examiner.asker.stand_in = Some(Box::new(program));
    let examined = examiner.examine_all(exercises, &mut |_| {});
    let mut results = examiner.results(examined, &diagnosis::diagnose(&examiner.answered).explained);
    results.push(examiner.time_check());
    results
}

fn result(results: &[CheckResult], check: Check) -> &CheckResult {
    results.iter().find(|result| result.check == check).expect("a result")
}

#[test]
fn a_program_with_an_illegal_move_in_another_check_does_not_pass_legal() {
    // White captures the flag by c2c4, where the program answers with a move that does not exist.
    let other = Exercise { check: Check::Win, ..exercise("ctf:4", "W-----w---Bb---- w") };
    let results = results_of(&[exercise("ctf:4", "Ww----------b--B w"), other], |question| {
        let line = question.game.line(&question.position).expect("a position");
        if question.position.starts_with("Ww") { line.moves().swap_remove(0) } else { "c2c1".to_string() }
    });
    let (legal, win) = (result(&results, Check::Legal), result(&results, Check::Win));
    assert_eq!((legal.passed, legal.asked, legal.illegal_elsewhere), (1, 1, 1), "{legal:?}");
    assert_eq!((legal.state(), win.state()), (CheckState::Failed, CheckState::Failed), "{legal:?}");
    assert_eq!(legal.points.to_bits(), legal.most_points.to_bits(), "it costs points in the other check");
    assert_eq!((win.passed, win.asked, win.failures[0].observed), (0, 1, "an illegal move"), "{win:?}");
    let time = result(&results, Check::Time);
    assert_eq!((time.passed, time.asked, time.unanswered), (2, 2, 0), "an illegal move is an answer");
}

#[test]
fn time_counts_only_what_is_an_answer() {
    let exercises = ["Ww----------b--B w", "Ww-----------b-B w", "Ww------------bB w"]
        .map(|position| exercise("ctf:4", position));
    let results = results_of(&exercises, |question| {
        if question.position.contains("-bB") { "a1a2".to_string() } else { "I resign".to_string() }
    });
    let time = result(&results, Check::Time);
    assert_eq!((time.passed, time.asked, time.unanswered), (1, 1, 2), "{time:?}");
    assert!(time.state() == CheckState::Incomplete && time.points < time.most_points, "{time:?}");
}

#[test]
fn a_check_shows_few_failures_and_counts_the_others() {
    // Each move is illegal for another reason.
    let answers = ["a1a3", "a4a3", "b3b4", "a2b3", "b1b2"];
    let positions = ["Ww-----------b-B w", "Ww------------bB w", "wW----------b--B w", "wW-----------b-B w"];
    let positions = positions.map(|position| exercise("ctf:4", position));
    let mut asked = 0;
    let results = results_of(&positions, |_| {
        asked += 1;
        answers[asked % answers.len()].to_string()
    });
    let legal = result(&results, Check::Legal);
    let shown: usize = legal.failures.iter().map(|failure| failure.count).sum();
    assert!(legal.failures.len() <= 3, "{legal:?}");
    assert_eq!(shown + legal.not_shown, legal.asked - legal.passed, "{legal:?}");
}
