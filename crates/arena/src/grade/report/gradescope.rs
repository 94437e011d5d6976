//! Grades as the `results.json` that Gradescope's autograder reads.

use std::fmt::Write;

use serde_json::{Value, json};

use super::super::{CheckResult, Grades};
use super::text::{body, heading};
use super::{conditions, general_lines, in_short, points_of, remarks, suspicions};

/// The report as the text of `results.json`: one test for each check that was made.
pub fn gradescope(grades: &Grades) -> String {
    let made = grades.checks.iter().filter(|check| check.left_out.is_none());
    let results = json!({
        "score": grades.points(),
        "execution_time": grades.times.total_seconds,
        "output": format!(
            "{}: {}\n{}\n",
            conditions(grades),
            points_of(grades),
            [suspicions(grades), general_lines(grades)].concat().join("\n")
        ),
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": (1..).zip(made).map(|(number, check)| test(number, check)).collect::<Vec<_>>(),
    });
    format!("{results:#}\n")
}

/// The text of `results.json` for a submission that cannot be graded, with the reason.
pub fn gradescope_problem(problem: &str) -> String {
    let results = json!({ "score": 0, "output": problem, "output_format": "text", "visibility": "visible", "stdout_visibility": "hidden" });
    format!("{results:#}\n")
}

fn test(number: usize, check: &CheckResult) -> Value {
    let mut output = in_short(check) + "\n";
    for remark in remarks(check) {
        let _ = writeln!(output, "{remark}");
    }
    for failure in &check.failures {
        let _ = write!(output, "\n{}\n{}", heading(failure), body(failure));
    }
    json!({
        "name": check.check.sentence(),
        "number": number.to_string(),
        "score": check.points,
        "max_score": check.most_points,
        "status": if check.is_passed() { "passed" } else { "failed" },
        "output": output,
        "output_format": "text",
        "visibility": "visible",
    })
}
