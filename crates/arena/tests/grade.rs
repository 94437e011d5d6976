//! Grading: correct students' programs pass, those with planted faults fail, and the report shows why.

#[allow(dead_code, reason = "some of it is for the tests of programs only")]
mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use arena::PlayerSpec;
use arena::grade::{
    Assignment, Check, CheckResult, CheckState, Elsewhere, Failure, Grades, Theme, grade, report,
};
use quadrille::{Catalogue, Evaluation, GameRef};
use serde::Deserialize;

use common::Playground;
use common::setup::{resources, resources_without_isolation};

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

/// An assignment for a player that has to count material.
fn assignment(game: &str, player: &str) -> Assignment {
    let assignment = Assignment::new(self::game(game), player.parse().expect("a player"));
    Assignment { evaluation: Some(Evaluation::Material), ..assignment }
}

/// An assignment of a few positions for a program in Python, started in the quickest way.
fn python(game: &str, program: &Path, arguments: &str) -> Assignment {
    let player = format!("call:python3 -I -S '{}' {arguments}", program.display());
    Assignment { positions: 6, ..assignment(game, &player) }
}

fn grades(assignment: &Assignment) -> Grades {
    grade(assignment, &resources(), &mut |_| {}).expect("a valid assignment")
}

/// A fault planted in a student's program, and what the report must show of it. The fields are explained in the file.
#[derive(Deserialize)]
struct Fault {
    name: String,
    game: String,
    check: String,
    file: String,
    right: String,
    wrong: String,
    theme: Option<String>,
    problem: String,
    men: usize,
    boards: Option<usize>,
    longest: Option<usize>,
}

/// Finds all faults that are planted in a file.
fn find_faults(file: &str) {
    #[derive(Deserialize)]
    struct Faults {
        fault: Vec<Fault>,
    }
    let Faults { fault: faults } = toml::from_str(include_str!("planted-faults.toml")).expect("TOML");
    let place = Playground::new();
    let source = fs::read_to_string(students().join(file)).expect("the example is there");
    let path = place.path().join(file);
    for fault in faults.iter().filter(|fault| fault.file == file) {
        let Fault { name, right, wrong, .. } = fault;
        assert_eq!(source.matches(right).count(), 1, "{file} has this once: {right}");
        fs::write(&path, source.replace(right, wrong)).expect("temporary files can be written");
        let check = fault.check.parse().expect("a check");
        let mut assignment = python(&fault.game, &path, arguments(file));
        // One check is enough.
        assignment = only(&[check], assignment);
        assignment.positions = 12;
        let shown = failure(&grades(&assignment), check, fault.theme.as_deref());
        assert!(shown.problem.contains(&fault.problem), "{name}: {shown:?}");
        assert_eq!((&shown.game, shown.depth), (&fault.game, assignment.depth), "{name}: as it was asked");
        assert!(shown.confirmed, "{name}: {shown:?}");
        assert!(men(&shown) <= fault.men, "{name}: {shown:?}");
        let boards = shown.position.matches(',').count() + 1;
        assert!(fault.boards.is_none_or(|expected| expected == boards), "{name}: {shown:?}");
        assert!(fault.longest.is_none_or(|longest| shown.position.len() <= longest), "{name}: {shown:?}");
    }
}

/// The first failure of a check, on this theme if there is one.
fn failure(grades: &Grades, check: Check, theme: Option<&str>) -> Failure {
    let result = grades.checks.iter().find(|result| result.check == check).expect("every check has a result");
    let is_wanted = |failure: &&Failure| theme.is_none_or(|theme| failure.theme.to_string() == theme);
    let found = result.failures.iter().find(is_wanted).cloned();
    found.unwrap_or_else(|| panic!("{check:?} passes with {theme:?}:\n{}", report::text(grades)))
}

/// How many men a position has on its newest board.
fn men(failure: &Failure) -> usize {
    let board = failure.position.split([',', ' ']).next().expect("a board");
    board.chars().filter(char::is_ascii_alphabetic).count()
}

fn right_program(file: &str, games: &[&str]) {
    let mut assignment = python(games[0], &students().join(file), arguments(file));
    assignment.games = games.iter().map(|name| game(name)).collect();
    let grades = grades(&assignment);
    assert!(grades.all_passed(), "{}", report::text(&grades));
    assert_eq!(grades.points().to_bits(), 70_f64.to_bits());
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
        grades(&Assignment { values: true, ..python("congo:course", &program, &arguments) })
    };
    let right = values("{depth}");
    assert!(right.all_passed(), "{}", report::text(&right));
    // A ply too many.
    let wrong = values("3");
    let shown = wrong.checks.iter().flat_map(|check| &check.failures).next().expect("it is found");
    assert!(shown.given.parse::<i32>().is_ok() && shown.expected.parse::<i32>().is_ok());
    assert!(men(shown) <= 5, "{shown:?}");
}

/// The engine passes at look-ahead 1 and 3. Few positions are enough: for each that is wanted, thousands are tried.
fn the_engine_passes(games: &[&str]) {
    for game in games {
        for (depth, eval, evaluation) in
            [(1, "material", Evaluation::Material), (3, "standard", Evaluation::Standard)]
        {
            let mut assignment = assignment(game, &format!("engine:eval={eval}"));
            (assignment.evaluation, assignment.positions) = (Some(evaluation), 4);
            (assignment.depth, assignment.any_win) = (depth, Some(depth == 3));
            let grades = grades(&assignment);
            assert!(grades.all_passed(), "{game} at {depth} by {eval}:\n{}", report::text(&grades));
        }
    }
}

#[test]
fn the_engine_passes_in_ctf() {
    the_engine_passes(&["ctf:2", "ctf:3", "ctf:6"]);
}

#[test]
fn the_engine_passes_in_crusher() {
    the_engine_passes(&["crusher:2", "crusher:3"]);
}

#[test]
fn the_engine_passes_in_oska() {
    the_engine_passes(&["oska:3", "oska:5"]);
}

#[test]
fn the_engine_passes_in_congo() {
    the_engine_passes(&["congo", "congo:course"]);
}

#[test]
fn chance_does_not_pass() {
    for game in ["ctf:5", "crusher:3", "oska:4", "congo"] {
        let grades = grades(&Assignment { positions: 12, ..assignment(game, "random") });
        let passed = |check| grades.checks.iter().any(|result| result.check == check && result.is_passed());
        assert!(passed(Check::Legal) && passed(Check::Notation), "{game}");
        assert!(!passed(Check::Win) && !passed(Check::Loss) && !passed(Check::Best), "{game}");
    }
}

#[test]
fn better_moves_lose_less() {
    let lost = |player: &str| {
        let few = Assignment { positions: 12, ..assignment("oska:4", player) };
        let grades = grades(&only(&[Check::Legal], few));
        let lost = grades.value_lost.clone().expect("it has moved");
        assert!(
            lost.moves.iter().all(|mv| (0.0..=100.0).contains(&mv.lost) && mv.lost <= mv.chance),
            "{lost:?}"
        );
        assert!(lost.moves.iter().all(|mv| mv.played != mv.best || mv.lost == 0.0), "{lost:?}");
        assert!(report::html(&grades).matches("<rect").count() == lost.moves.len());
        lost.mean
    };
    let (engine, chance) = (lost("engine:depth=8"), lost("random"));
    assert!(engine < 3.0 && chance > 10.0, "the engine loses {engine}, chance {chance}");
}

#[test]
fn an_engine_that_looks_too_far_is_found() {
    for game in ["ctf:5", "crusher:3", "oska:5", "congo:course"] {
        for depth in [1, 3] {
            let engine = assignment(game, &format!("engine:eval=material,depth={depth}"));
            let grades = grades(&Assignment { positions: 20, ..only(&[Check::Best], engine) });
            failure(&grades, Check::Best, Some(&Theme::LookAhead.to_string()));
        }
    }
}

#[test]
fn faults_in_a_ctf_program_are_found() {
    find_faults("ctf.py");
}

#[test]
fn faults_in_a_crusher_program_are_found() {
    find_faults("crusher.py");
}

#[test]
fn faults_in_an_oska_program_are_found() {
    find_faults("oska.py");
}

#[test]
fn faults_in_a_congo_program_are_found() {
    find_faults("congo.py");
}

#[test]
fn output_of_hostile_programs_is_escaped() {
    let place = Playground::new();
    let path = place.path().join("hostile.py");
    fs::write(&path, "print('<script src=\"http://evil\">alert(1)</script>\\x1b[2J' * 3)")
        .expect("it can be written");
    let grades = grades(&Assignment { positions: 3, ..python("ctf:3", &path, "{history}") });
    for check in grades.checks.iter().filter(|check| check.left_out.is_none()) {
        assert!(!check.is_passed() && check.points == 0.0, "rubbish in time brings nothing: {check:?}");
    }
    let time = result(&grades, Check::Time);
    assert_eq!((time.state(), time.asked, time.late), (CheckState::Incomplete, 0, 0), "{time:?}");
    assert!(time.unanswered > 0 && report::text(&grades).contains(" without an answer"), "{time:?}");
    let shown = grades.checks.iter().map(|check| check.failures.len()).sum::<usize>();
    assert_eq!(shown, 1, "one cause is shown once:\n{}", report::text(&grades));
    let page = report::html(&grades);
    assert!(!page.contains("<script") && page.contains("&lt;script"), "{page}");
    assert!(!page.contains("src=\"") && !page.contains("href="), "nothing is loaded from elsewhere");
    assert!(!page.contains('\u{1b}') && !report::text(&grades).contains('\u{1b}'));
}

/// An assignment of these checks only.
fn only(checks: &[Check], assignment: Assignment) -> Assignment {
    let others = Check::all().into_iter().filter(|check| !checks.contains(check));
    Assignment { weights: others.map(|check| (check, 0.0)).collect(), ..assignment }
}

fn result(grades: &Grades, check: Check) -> &CheckResult {
    grades.checks.iter().find(|result| result.check == check).expect("every check has a result")
}

#[test]
fn a_program_that_never_answers_is_not_asked_any_more() {
    let mut slow = assignment("ctf:3", "call:sleep 30");
    (slow.positions, slow.time_limit) = (6, Duration::from_millis(100));
    let grades = grades(&slow);
    // Three times in the first check, and once in each of the five others.
    assert_eq!((grades.times.late, grades.times.calls), (8, 8), "{}", report::text(&grades));
    assert_eq!(grades.points().to_bits(), 0_f64.to_bits());
    for check in [Check::Notation, Check::Legal, Check::Win, Check::Loss, Check::Best, Check::Rules] {
        let result = result(&grades, check);
        assert_eq!((result.state(), result.asked), (CheckState::Incomplete, 0), "{result:?}");
        assert!(result.unasked() > 0 && result.failures.is_empty(), "{result:?}");
    }
    assert_eq!(result(&grades, Check::Time).state(), CheckState::Failed);
}

#[test]
fn what_was_not_asked_is_not_wrong() {
    let place = Playground::new();
    let path = place.path().join("slow.py");
    let source = fs::read_to_string(students().join("ctf.py")).expect("the example is there");
    let start = "if __name__ == \"__main__\":\n";
    let sleepy = format!("{start}    import time; time.sleep(60 * (len(sys.argv[1].split(',')[0]) > 14))\n");
    fs::write(&path, source.replace(start, &sleepy)).expect("temporary files can be written");
    let mut slow = python("ctf:3", &path, arguments("ctf.py"));
    slow.games = vec![game("ctf:3"), game("ctf:4")];
    (slow.positions, slow.time_limit) = (12, Duration::from_secs(2));
    let grades = grades(&only(&[Check::Notation, Check::Legal, Check::Time], slow));
    let text = report::text(&grades);
    let legal = result(&grades, Check::Legal);
    assert!(legal.asked > 0 && legal.passed == legal.asked && legal.failures.is_empty(), "{text}");
    assert_eq!((legal.state(), legal.points.to_bits()), (CheckState::Incomplete, 10_f64.to_bits()), "{text}");
    assert!(
        legal.not_asked.iter().all(|questions| questions.game == "ctf:4") && legal.unasked() > 0,
        "{text}"
    );
    assert!(text.contains("not asked on ctf:4: an answer before was late"), "{text}");
    assert!(!text.contains("illegal") && !grades.all_passed(), "{text}");
    assert_eq!(result(&grades, Check::Time).state(), CheckState::Failed);
}

#[test]
fn processor_time_is_limited_too() {
    let busy = assignment("ctf:3", "call:sh -c 'while :; do :; done & while :; do :; done'");
    let limits = (Duration::from_mins(5), Some(Duration::from_millis(300)));
    let busy = Assignment { positions: 1, time_limit: limits.0, cpu_limit: limits.1, ..busy };
    let grades = grades(&only(&[Check::Notation, Check::Time], busy));
    assert_eq!(
        (grades.times.late, result(&grades, Check::Notation).late),
        (1, 1),
        "{}",
        report::text(&grades)
    );
}

#[test]
fn a_crash_is_reported_once() {
    let crash = Assignment { positions: 4, ..assignment("ctf:3", "call:sh -c 'exit 3'") };
    let grades = grades(&crash);
    let shown: Vec<&Failure> = grades.checks.iter().flat_map(|check| &check.failures).collect();
    assert_eq!(shown.len(), 1, "{}", report::text(&grades));
    assert!(shown[0].problem.starts_with("crashed: exit code 3") && shown[0].confirmed);
    let time = result(&grades, Check::Time);
    assert_eq!((time.state(), time.asked), (CheckState::Incomplete, 0), "a crash is not late");
    let legal = result(&grades, Check::Legal);
    assert_eq!(legal.elsewhere, [Elsewhere { check: Check::Notation, count: legal.asked }]);
    assert!(
        report::text(&grades)
            .contains("legal: 4 answers are wrong for a reason that is shown under notation")
    );
}

#[test]
fn what_is_printed_before_the_answer_is_a_fault_of_notation_only() {
    let place = Playground::new();
    let right = fs::read_to_string(students().join("crusher.py")).expect("the example");
    let chatty = right
        .replace("    print(json.dumps(answer))", "    print('thinking', 7)\n    print(json.dumps(answer))");
    let file = place.path().join("chatty.py");
    fs::write(&file, chatty).expect("it can be written");
    let grades = grades(&Assignment { positions: 4, ..python("crusher:2", &file, arguments("crusher.py")) });
    let notation = result(&grades, Check::Notation);
    assert_eq!((notation.passed, notation.asked), (0, 4), "{}", report::text(&grades));
    assert!(notation.failures[0].problem.contains("the last line is an answer"), "{}", report::text(&grades));
    let others = grades.checks.iter().filter(|result| result.check != Check::Notation);
    assert!(
        others.filter(|result| result.asked > 0).all(CheckResult::is_passed),
        "{}",
        report::text(&grades)
    );
}

#[test]
fn a_failure_that_does_not_come_back_is_marked() {
    let place = Playground::new();
    let (path, asked) = (place.path().join("moody.py"), place.path().join("asked"));
    let source = fs::read_to_string(students().join("ctf.py")).expect("the example is there");
    // It answers every question wrongly the first time, and rightly after that.
    let start = "if __name__ == \"__main__\":\n";
    let moody = format!(
        "{start}    seen = open({asked:?}, 'a+'); seen.seek(0)\n    known = ' '.join(sys.argv) in seen.read().splitlines()\n    \
         print(' '.join(sys.argv), file=seen)\n    seen.close()\n    if not known: print('nothing'); sys.exit()\n"
    );
    fs::write(&path, source.replace(start, &moody)).expect("temporary files can be written");
    let moody = python("ctf:3", &path, arguments("ctf.py"));
    let grades = grade(&only(&[Check::Legal], moody), &resources_without_isolation(), &mut |_| {})
        .expect("a valid assignment");
    let shown = failure(&grades, Check::Legal, None);
    assert!(!shown.confirmed, "{shown:?}");
    assert!(report::text(&grades).contains("asked again, the program answered differently"));
}

#[test]
fn mistakes_of_the_set_up_are_not_graded() {
    let refused = |player: &str| {
        let assignment = assignment("ctf:3", player);
        grade(&assignment, &resources(), &mut |_| {}).expect_err("a mistake")
    };
    let problem = refused("anna=call:python3 no-such-file.py {history}");
    assert_eq!(problem, "anna: no-such-file.py: there is no such file");
    for player in ["anna=call:/no/such/program {history}", "anna=ugi:/no/such/program"] {
        assert_eq!(refused(player), "anna: /no/such/program: there is no such file");
    }
    let problem = refused("anna=ugi:no-such-program");
    assert!(problem.starts_with("anna cannot be started: no-such-program: No such file"), "{problem}");
    let problem = refused("anna=haskell:no-such-file.hs:capture");
    assert!(problem.starts_with("anna: no-such-file.hs: No such file"), "{problem}");
}

#[test]
fn textbook_minimax_passes_without_an_evaluation() {
    let place = Playground::new();
    let path = place.path().join("textbook.py");
    let source = fs::read_to_string(students().join("ctf.py")).expect("the example is there");
    // All wins are worth the same, and of several best moves it takes the last.
    let source = source
        .replace("WIN + depth", "WIN")
        .replace("return max(next_boards,", "return max(next_boards[::-1],");
    fs::write(&path, source).expect("temporary files can be written");
    let textbook = python("ctf:4", &path, arguments("ctf.py"));
    let textbook = Assignment { evaluation: None, positions: 16, depth: 3, ..textbook };
    let checks = [Check::Win, Check::Loss];
    let grades = grades(&only(&checks, textbook));
    assert!(grades.all_passed(), "{}", report::text(&grades));
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
    let wrong = assignment("congo", "congo-course:./x");
    assert!(refused(&wrong).contains("cannot express a look-ahead"));
}
