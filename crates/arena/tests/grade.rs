//! Grading: correct students' programs pass, those with planted faults fail, and the report shows why.

#[allow(dead_code, reason = "some of it is for the tests of programs only")]
mod common;

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use arena::PlayerSpec;
use arena::grade::{Assignment, Check, Failure, Grades, Theme, grade, report};
use quadrille::{Catalogue, Evaluation, GameRef};

use common::{Playground, resources};

fn game(name: &str) -> GameRef {
    Catalogue::standard().game(name).expect("a game")
}

fn students() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/students")
}

/// What follows the program on its command line.
fn arguments(file: &str) -> &'static str {
    match file {
        "crusher.py" => "{history} {player} {depth} {n}",
        "oska.py" => "{board} {player} {depth}",
        "congo.py" => "move {position} {depth}",
        _ => "{history} {player} {depth}",
    }
}

/// An assignment for a program in Python, started in the quickest way.
fn assignment(game: &str, program: &str, arguments: &str) -> Assignment {
    let player: PlayerSpec = format!("call:python3 -I -S '{program}' {arguments}").parse().expect("a player");
    Assignment {
        evaluation: Some(Evaluation::Material),
        positions: 6,
        ..Assignment::new(self::game(game), player)
    }
}

fn grades(assignment: &Assignment) -> Grades {
    grade(assignment, &resources(), &mut |_| {}).expect("a valid assignment")
}

/// The grades of a student's program in one check after `right` in it was replaced by `wrong`.
fn with_fault(game: &str, check: Check, file: &str, right: &str, wrong: &str) -> Grades {
    let place = Playground::new(&format!("grade-{check:?}-{file}-{}", wrong.len()));
    let source = fs::read_to_string(students().join(file)).expect("the example is there");
    assert_eq!(source.matches(right).count(), 1, "{file} has this line once: {right}");
    let path = place.path().join(file);
    fs::write(&path, source.replace(right, wrong)).expect("temporary files can be written");
    let mut assignment = assignment(game, &path.to_string_lossy(), arguments(file));
    // One check is enough.
    assignment.weights =
        Check::ALL.into_iter().filter(|&other| other != check).map(|other| (other, 0.0)).collect();
    assignment.positions = 12;
    grades(&assignment)
}

/// The one failure of a check on a theme.
fn failure<'g>(grades: &'g Grades, check: Check, theme: &str) -> &'g Failure {
    let result = grades.checks.iter().find(|result| result.check == check).expect("every check has a result");
    let found = result.failures.iter().find(|failure| failure.theme.to_string() == theme);
    found.unwrap_or_else(|| panic!("{check:?} passes with {theme}:\n{}", report::text(grades)))
}

const WAIST: &str = "a jump across the waist is possible";

/// How many men a position has on its newest board.
fn men(failure: &Failure) -> usize {
    let board = failure.position.split([',', ' ']).next().expect("a board");
    board.chars().filter(char::is_ascii_alphabetic).count()
}

fn right_program(file: &str, games: &[&str]) {
    let mut assignment = assignment(games[0], &students().join(file).to_string_lossy(), arguments(file));
    assignment.games = games.iter().map(|name| game(name)).collect();
    let grades = grades(&assignment);
    assert!(grades.all_passed(), "{}", report::text(&grades));
    assert_eq!(grades.points().to_bits(), 60_f64.to_bits());
    assert_eq!(grades.times.by_depth.len(), 3);
}

#[test]
fn a_right_ctf_program_passes() {
    right_program("ctf.py", &["ctf:4", "ctf:5"]);
}

#[test]
fn a_right_crusher_program_passes() {
    right_program("crusher.py", &["crusher:2", "crusher:3"]);
}

#[test]
fn a_right_oska_program_passes() {
    right_program("oska.py", &["oska:4", "oska:5"]);
}

#[test]
fn a_right_congo_program_passes() {
    right_program("congo.py", &["congo:course"]);
}

#[test]
fn right_congo_values_pass_and_wrong_ones_do_not() {
    let program = students().join("congo.py");
    let values = |depth| {
        let arguments = format!("value {{position}} {depth}");
        let assignment = assignment("congo:course", &program.to_string_lossy(), &arguments);
        grades(&Assignment { values: true, ..assignment })
    };
    let right = values("{depth}");
    assert!(right.all_passed(), "{}", report::text(&right));
    // A ply too many.
    let wrong = values("3");
    let shown = wrong.checks.iter().flat_map(|check| &check.failures).next().expect("it is found");
    assert!(shown.given.parse::<i32>().is_ok() && shown.expected.parse::<i32>().is_ok());
    assert!(men(shown) <= 5, "{shown:?}");
}

#[test]
fn the_engine_passes_everywhere() {
    for game in
        ["ctf:2", "ctf:3", "ctf:6", "crusher:2", "crusher:3", "oska:3", "oska:5", "congo", "congo:course"]
    {
        for (eval, evaluation) in [("material", Evaluation::Material), ("standard", Evaluation::Standard)] {
            for depth in [1, 3] {
                let player = format!("engine:eval={eval}").parse().expect("a player");
                let usual = Assignment::new(self::game(game), player);
                let grades = grades(&Assignment {
                    evaluation: Some(evaluation),
                    positions: 10,
                    depth,
                    any_win: depth == 3,
                    ..usual
                });
                assert!(grades.all_passed(), "{game} at {depth} by {eval}:\n{}", report::text(&grades));
            }
        }
    }
}

#[test]
fn chance_does_not_pass() {
    for game in ["ctf:5", "crusher:3", "oska:4", "congo"] {
        let usual = Assignment::new(self::game(game), "random".parse().expect("a player"));
        let grades = grades(&Assignment { evaluation: Some(Evaluation::Material), ..usual });
        let passed = |check| grades.checks.iter().any(|result| result.check == check && result.is_passed());
        assert!(passed(Check::Legal) && passed(Check::Notation), "{game}");
        assert!(!passed(Check::Win) && !passed(Check::Loss) && !passed(Check::Best), "{game}");
    }
}

#[test]
fn an_engine_that_looks_too_far_is_found() {
    for game in ["ctf:5", "crusher:3", "oska:5", "congo:course"] {
        for depth in [1, 3] {
            let player = format!("engine:eval=material,depth={depth}").parse().expect("a player");
            let usual = Assignment::new(self::game(game), player);
            let grades = grades(&Assignment { evaluation: Some(Evaluation::Material), ..usual });
            failure(&grades, Check::Best, &Theme::LookAhead.to_string());
        }
    }
}

#[test]
fn a_program_that_ignores_history_is_found() {
    let right = "    next_boards = [after_move for after_move in moves(board, player, size) if after_move not in history]
    if not next_boards or has_won";
    let wrong = "    next_boards = moves(board, player, size)\n    if not next_boards or has_won";
    let grades = with_fault("ctf:5", Check::Legal, "ctf.py", right, wrong);
    let shown = failure(&grades, Check::Legal, &Theme::Repeat.to_string());
    assert!(shown.problem.contains("would repeat the board of 3 plies ago"), "{shown:?}");
    // The player's flag or pawn, and the men without whom the game would be over.
    assert_eq!(shown.position.matches(',').count(), 3, "back and forth once: {shown:?}");
    assert!(men(shown) <= 5, "{shown:?}");
}

#[test]
fn a_crusher_program_that_ignores_history_is_found() {
    let right = "    next_boards = [after_move for after_move in moves(board, player, n) if after_move not in history]
    if not next_boards or min";
    let wrong = "    next_boards = moves(board, player, n)\n    if not next_boards or min";
    let grades = with_fault("crusher:3", Check::Legal, "crusher.py", right, wrong);
    let shown = failure(&grades, Check::Legal, &Theme::Repeat.to_string());
    assert!(shown.problem.contains("would repeat the board of 3 plies ago"), "{shown:?}");
    // Fewer than the size of the board would have lost.
    assert!(men(shown) <= 6, "{shown:?}");
}

#[test]
fn a_pawn_that_moves_backward_is_found() {
    let grades = with_fault(
        "ctf:5",
        Check::Legal,
        "ctf.py",
        "pawn_directions = [(forward, 0), (0, -1), (0, 1)]",
        "pawn_directions = [(-forward, 0), (forward, 0), (0, -1), (0, 1)]",
    );
    let result = grades.checks.iter().find(|result| result.check == Check::Legal).expect("a result");
    let shown = result.failures.first().expect("it is found");
    assert!(shown.problem.contains("no legal move makes the board"), "{shown:?}");
    assert!(men(shown) <= 5 && shown.position.len() < 27, "{shown:?}");
}

#[test]
fn a_misread_waist_is_found() {
    // Towards a wider row the cells are counted as towards a narrower one.
    let grades = with_fault(
        "oska:5",
        Check::Legal,
        "oska.py",
        "next_column = column - 1 + right if narrower else column + right",
        "next_column = column - 1 + right",
    );
    let shown = failure(&grades, Check::Legal, WAIST);
    assert!(shown.problem.contains("no legal move makes the board"), "{shown:?}");
    assert!(men(shown) <= 3, "{shown:?}");
}

#[test]
fn a_jump_across_the_waist_that_goes_astray_is_found() {
    let right = "far = step(board, near[0], near[1], down, right)";
    let wrong = "far = step(board, near[0], near[1], down, right if len(board[near[0]]) > 2 else 1 - right)";
    let grades = with_fault("oska:4", Check::Legal, "oska.py", right, wrong);
    let shown = failure(&grades, Check::Legal, WAIST);
    assert!(men(shown) <= 3, "{shown:?}");
}

#[test]
fn a_wrong_tie_of_both_at_home_is_found() {
    // The side with more men should win, not the side with fewer.
    let grades = with_fault(
        "oska:4",
        Check::Win,
        "oska.py",
        "return (white > black) - (white < black)",
        "return (white < black) - (white > black)",
    );
    let shown = failure(&grades, Check::Win, "a move brings both sides home at once");
    assert!(shown.problem.contains("does not win"), "{shown:?}");
    // Two men of the mover and two of the enemy, one of whom is captured, and perhaps one more who is home already.
    assert!(men(shown) <= 5, "{shown:?}");
}

#[test]
fn forgotten_drowning_is_found() {
    let grades = with_fault(
        "congo:course",
        Check::Legal,
        "congo.py",
        "        if stood_in_river:",
        "        if False:",
    );
    let shown = failure(&grades, Check::Legal, "men stand in the river");
    assert!(shown.problem.contains("no legal move makes the board"), "{shown:?}");
    // Two lions and a man in the river.
    assert!(men(shown) <= 3, "{shown:?}");
}

#[test]
fn a_depth_off_by_one_is_found() {
    for depth in ["depth", "depth - 2"] {
        let right = "    return max(next_boards, key=lambda after_move: -value([after_move] + history, enemy, depth - 1, size))";
        let grades = with_fault(
            "ctf:5",
            Check::Best,
            "ctf.py",
            right,
            &right.replace("enemy, depth - 1", &format!("enemy, {depth}")),
        );
        let shown = failure(&grades, Check::Best, &Theme::LookAhead.to_string());
        assert!(shown.problem.contains("at look-ahead"), "{depth}: {shown:?}");
        assert!(men(shown) <= 8, "{depth}: {shown:?}");
    }
}

#[test]
fn output_of_hostile_programs_is_escaped() {
    let place = Playground::new("grade-hostile");
    let path = place.path().join("hostile.py");
    fs::write(&path, "print('<script src=\"http://evil\">alert(1)</script>\\x1b[2J' * 3)")
        .expect("it can be written");
    let mut assignment = assignment("ctf:3", &path.to_string_lossy(), "{history}");
    assignment.positions = 3;
    let grades = grades(&assignment);
    assert!(
        grades
            .checks
            .iter()
            .filter(|check| check.left_out.is_none())
            .all(|check| { check.is_passed() == (check.check == Check::Time) })
    );
    let page = report::html(&grades);
    assert!(!page.contains("<script") && page.contains("&lt;script"), "{page}");
    assert!(!page.contains("src=\"") && !page.contains("href="), "nothing is loaded from elsewhere");
    assert!(!page.contains('\u{1b}') && !report::text(&grades).contains('\u{1b}'));
}

#[test]
fn programs_that_are_late_or_do_not_start_are_not_asked_any_more() {
    let mut slow = assignment("ctf:3", "-c", "{history}");
    slow.player = "call:sleep 30".parse().expect("a player");
    slow.time_limit = Duration::from_millis(100);
    let grades = grades(&slow);
    assert!(
        grades.times.given_up && grades.times.late == 5 && grades.points() < 1.0,
        "{}",
        report::text(&grades)
    );
    let missing = Assignment { player: "call:/no/such/program".parse().expect("a player"), ..slow };
    let grades = grade(&missing, &resources(), &mut |_| {}).expect("a valid assignment");
    let failures = grades.checks.iter().flat_map(|check| &check.failures);
    assert!(
        failures.clone().count() > 0
            && failures.clone().all(|failure| failure.problem.starts_with("cannot start"))
    );
}

#[test]
fn the_same_seed_gives_the_same_report_and_its_forms_are_right() {
    let player: PlayerSpec = "anna=random".parse().expect("a player");
    let usual = Assignment::new(game("oska:4"), player);
    let first = grades(&usual);
    assert_eq!(grades(&usual).checks, first.checks);
    assert_ne!(grades(&Assignment { seed: 2, ..usual }).checks, first.checks);

    let results: serde_json::Value = serde_json::from_str(&report::gradescope(&first)).expect("JSON");
    let number = |value: &serde_json::Value| value.as_f64().expect("a number");
    let tests = results["tests"].as_array().expect("a list");
    assert_eq!(tests.len(), first.checks.iter().filter(|check| check.left_out.is_none()).count());
    let sum: f64 = tests.iter().map(|test| number(&test["score"])).sum();
    assert!((sum - number(&results["score"])).abs() < 0.01);
    assert!(number(&results["execution_time"]) >= 0.0 && results["output"].is_string());
    for test in tests {
        assert!(number(&test["score"]) <= number(&test["max_score"]));
        assert!(["passed", "failed"].contains(&test["status"].as_str().expect("a word")));
        assert!(test["name"].is_string() && test["output"].is_string());
        assert_eq!((&test["output_format"], &test["visibility"]), (&"text".into(), &"visible".into()));
    }
    let text = report::text(&first);
    assert!(text.starts_with("anna\noska:4, look-ahead 2, seed 1\n") && text.contains("FAIL"), "{text}");
}

#[test]
fn invalid_assignments_are_refused() {
    let refused = |assignment: &Assignment| {
        grade(assignment, &resources(), &mut |_| {}).expect_err("an invalid assignment")
    };
    let usual = Assignment::new(game("ctf:5"), "engine".parse().expect("a player"));
    assert!(refused(&Assignment { games: Vec::new(), ..usual.clone() }).contains("at least one board"));
    assert!(refused(&Assignment { values: true, ..usual.clone() }).contains("print moves, not values"));
    assert!(refused(&Assignment { depth: 0, ..usual.clone() }).contains("a look-ahead is from 1"));
    let course = "congo-course:./x".parse().expect("a player");
    let wrong =
        Assignment { evaluation: Some(Evaluation::Material), ..Assignment::new(game("congo"), course) };
    assert!(refused(&wrong).contains("cannot express a look-ahead"));
}
