//! Grades as the `results.json` that Gradescope's autograder reads.

use std::fmt::Write;

use serde::Serialize;

use super::super::{CheckResult, Grades};
use super::text::{body, heading};
use super::{in_short, points, time_lines};

#[derive(Serialize)]
struct Results {
    score: f64,
    execution_time: f64,
    output: String,
    output_format: &'static str,
    visibility: &'static str,
    stdout_visibility: &'static str,
    tests: Vec<Test>,
}

#[derive(Serialize)]
struct Test {
    name: String,
    number: String,
    score: f64,
    max_score: f64,
    status: &'static str,
    output: String,
    output_format: &'static str,
    visibility: &'static str,
}

/// The report as the text of `results.json`: one test for each check that was made.
pub fn gradescope(grades: &Grades) -> String {
    let made = grades.checks.iter().filter(|check| check.left_out.is_none());
    let results = Results {
        score: grades.points(),
        execution_time: grades.times.total_seconds,
        output: format!(
            "{}, look-ahead {}, seed {}: {} of {} points\n{}\n",
            grades.games.join(" "),
            grades.depth,
            grades.seed,
            points(grades.points()),
            points(grades.most_points()),
            time_lines(grades).join("\n")
        ),
        output_format: "text",
        visibility: "visible",
        stdout_visibility: "hidden",
        tests: (1..).zip(made).map(|(number, check)| test(number, check)).collect(),
    };
    // Strings and finite numbers always have a JSON form.
    serde_json::to_string_pretty(&results).unwrap_or_default() + "\n"
}

fn test(number: usize, check: &CheckResult) -> Test {
    let mut output = in_short(check) + "\n";
    for failure in &check.failures {
        let _ = write!(output, "\n{}\n{}", heading(failure), body(failure));
    }
    Test {
        name: check.check.sentence().to_string(),
        number: number.to_string(),
        score: check.points,
        max_score: check.most_points,
        status: if check.is_passed() { "passed" } else { "failed" },
        output,
        output_format: "text",
        visibility: "visible",
    }
}
