//! Haskell files as students submit them: compiled once, with the compiler's whole message if that fails. Needs ghc.

#[allow(dead_code, reason = "some of it is for the tests of programs only")]
mod common;

use std::fs;
use std::io::Write;
use std::path::Path;

use arena::Resources;
use arena::grade::{Assignment, Check, Grades, grade, report};
use arena::program::CommandLine;
use quadrille::Catalogue;

use common::Playground;
use common::setup::resources;

/// Whether ghc is missing, which is said past the test harness.
fn has_no_compiler() -> bool {
    let missing = std::process::Command::new("ghc").arg("--version").output().is_err();
    if missing {
        let _ = writeln!(std::io::stderr(), "SKIPPED: ghc is not installed (Debian: apt-get install ghc)");
    }
    missing
}

/// Grades the notation and the moves of a Haskell file.
fn grades(place: &Playground, file: &Path) -> Result<Grades, String> {
    grades_with(&resources().with_programs_in(place.path().join("programs")), file)
}

fn grades_with(resources: &Resources, file: &Path) -> Result<Grades, String> {
    grades_of(resources, file, "capture")
}

fn grades_of(resources: &Resources, file: &Path, function: &str) -> Result<Grades, String> {
    let game = Catalogue::standard().game("ctf:3").expect("a game");
    let player = format!("anna=haskell:{}:{function}", file.display()).parse().expect("a player");
    let others = Check::all().into_iter().filter(|&check| check != Check::Notation && check != Check::Legal);
    let weights = others.map(|check| (check, 0.0)).collect();
    let assignment = Assignment { positions: 3, weights, ..Assignment::new(game, player) };
    grade(&assignment, resources, &mut |_| {})
}

/// The compiled programs.
fn programs(place: &Playground) -> Vec<String> {
    let folder = fs::read_dir(place.path().join("programs")).expect("a folder");
    folder.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
}

fn example() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/players/Capture.hs");
    fs::read_to_string(path).expect("the example is there")
}

#[test]
fn files_are_compiled_once_whatever_their_header() {
    if has_no_compiler() {
        return;
    }
    let place = Playground::new();
    let example = example();
    let (comment, code) = example.split_once("import").expect("comments, then imports");
    let headers = ["", "module Main (main) where", "module Anna.Capture (steps)\n  where"];
    for (number, header) in headers.into_iter().enumerate() {
        let main = if header.contains("Main") { "\nmain :: IO ()\nmain = return ()\n" } else { "" };
        let file = place.path().join(format!("Capture{number}.hs"));
        let text = format!("{{-# LANGUAGE ScopedTypeVariables #-}}\n{comment}{header}\nimport{code}{main}");
        fs::write(&file, text).expect("it can be written");
        for _ in 0..2 {
            let grades = grades(&place, &file).expect("it compiles");
            assert_eq!(grades.checks[0].passed, grades.checks[0].asked, "{}", report::text(&grades));
        }
        assert_eq!(programs(&place).len(), number + 1, "{header:?}");
    }
}

#[test]
fn functions_need_no_signature() {
    if has_no_compiler() {
        return;
    }
    let place = Playground::new();
    // The types of all three arguments are open; the second function is an action.
    for (number, text) in [
        "capture history _ depth = head (drop (depth - depth) history)",
        "capture history _ _ = print (head history)",
    ]
    .into_iter()
    .enumerate()
    {
        let file = place.path().join(format!("Open{number}.hs"));
        fs::write(&file, text).expect("it can be written");
        let grades = grades(&place, &file).expect("it compiles");
        assert!(grades.checks[0].is_passed(), "{}", report::text(&grades));
    }
    let file = place.path().join("TwoArguments.hs");
    fs::write(&file, "capture :: [String] -> Char -> String\ncapture history _ = head history\n")
        .expect("it can be written");
    let problem = grades(&place, &file).expect_err("it does not take the arguments of the course");
    assert!(problem.contains("\nthe call:") && !problem.contains("building-"), "{problem}");
}

/// In some courses each team has a name of its own for its function.
#[test]
fn the_end_of_the_name_of_a_function_can_be_open() {
    if has_no_compiler() {
        return;
    }
    let place = Playground::new();
    let file = place.path().join("Team.hs");
    fs::write(&file, "capture_a1 history _ _ = head history\ncapture_b2 = undefined\n")
        .expect("it can be written");
    let programs = resources().with_programs_in(place.path().join("programs"));
    let grades = |function| grades_of(&programs, &file, function);
    assert!(grades("capture*").expect("it compiles").checks[0].is_passed());
    let problem = grades("crush*").expect_err("there is no such function");
    assert!(problem.ends_with("Team.hs: no function has a name that begins with crush"), "{problem}");
}

#[test]
fn modules_beside_the_file_belong_to_it() {
    if has_no_compiler() {
        return;
    }
    let place = Playground::new();
    let write = |name: &str, text: &str| {
        let path = place.path().join(name);
        fs::write(&path, text).expect("it can be written");
        path
    };
    let call = "import Answer\n\ncapture :: [String] -> Char -> Int -> String\ncapture history _ _ = answer (head history)\n";
    let file = write("Capture.hs", call);
    for answer in ["answer board = board\n", "answer = reverse\n"] {
        write("Answer.hs", &format!("module Answer where\n\nanswer :: String -> String\n{answer}"));
        grades(&place, &file).expect("it compiles");
    }
    assert_eq!(programs(&place).len(), 2, "a changed module makes another program");
}

#[test]
fn the_message_of_the_compiler_is_whole_and_nothing_is_graded() {
    if has_no_compiler() {
        return;
    }
    let place = Playground::new();
    let file = place.path().join("Wrong.hs");
    let wrong: Vec<String> =
        (1..=60).map(|number| format!("\nf{number} :: Int\nf{number} = 'x'\n")).collect();
    fs::write(&file, example() + &wrong.concat()).expect("it can be written");
    let mut resources = resources().with_programs_in(place.path().join("programs"));
    let problem = grades_with(&resources, &file).expect_err("it does not compile");
    let name = file.display();
    // It is not compiled again: now the compiler could not even be started.
    resources.sandbox.supervisor = CommandLine::new("/no/such/program", ["supervisor"]);
    assert_eq!(grades_with(&resources, &file).expect_err("it does not compile"), problem);
    assert!(problem.starts_with(&format!("anna: {name} does not compile:\n")), "{problem}");
    // The messages are longer than what is kept of a program's standard error.
    let line = example().lines().count() + 3;
    assert!(problem.contains(&format!("{name}:{line}:6: error:")), "{line} in {problem}");
    assert_eq!(problem.matches("Couldn't match expected type").count(), 60, "{problem}");
    assert!(programs(&place).is_empty());
}
