//! Grades for a terminal.

use std::fmt::Write;

use super::super::{CheckState, Failure, Grades};
use super::{conditions, doubt, general_lines, in_short, points, points_of, suspicions};

/// The report as plain text.
pub fn text(grades: &Grades) -> String {
    let mut text = format!("{}\n{}\n\n", grades.player, conditions(grades));
    for check in &grades.checks {
        let mark = match check.state() {
            CheckState::LeftOut => "    ",
            CheckState::Passed => "ok  ",
            CheckState::Failed => "FAIL",
            CheckState::Incomplete => "part",
        };
        let points_text = match check.left_out {
            Some(_) => String::new(),
            None => format!("{}/{}", points(check.points), points(check.most_points)),
        };
        let sentence = check.check.sentence();
        let _ = writeln!(text, "{mark}  {sentence:<46} {points_text:>9}  {}", in_short(check));
    }
    let _ = writeln!(text, "\n{}", points_of(grades));
    for line in suspicions(grades).into_iter().chain(general_lines(grades)) {
        let _ = writeln!(text, "{line}");
    }
    for check in &grades.checks {
        for failure in &check.failures {
            let _ = write!(text, "\n{}: {}\n{}", check.check.name(), heading(failure), body(failure));
        }
    }
    text
}

/// What was observed, and how often.
pub(super) fn heading(failure: &Failure) -> String {
    let Failure { observed, name, count, suspected, .. } = failure;
    let observed = name.as_ref().map_or(observed.to_string(), |name| format!("{name}: {observed}"));
    match (count, suspected) {
        (1, _) => observed,
        (_, false) => format!("{observed} ({count} times)"),
        (_, true) => format!("{observed}, one of {count} answers that the probable mistake explains"),
    }
}

/// The position, the expected and the given answer.
pub(super) fn body(failure: &Failure) -> String {
    let Failure { theme, drawing, game, position, depth, problem, expected, given, .. } = failure;
    let mut body = String::new();
    for line in drawing.lines() {
        let _ = writeln!(body, "  {line}");
    }
    let indented = |text: &str| text.replace('\n', "\n            ");
    let _ = writeln!(body, "  position  {game} {position}");
    let _ = writeln!(body, "  about     {theme}");
    let _ = writeln!(body, "  depth     {depth}");
    let _ = writeln!(body, "  problem   {}", printable(problem));
    let _ = writeln!(body, "  expected  {}", indented(expected));
    let _ = writeln!(body, "  given     {}", indented(&printable(given)));
    if let Some(doubt) = doubt(failure) {
        let _ = writeln!(body, "  note      {doubt}");
    }
    body
}

/// A program's output without control characters, which could change the terminal.
fn printable(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() && letter != '\n' { '·' } else { letter }).collect()
}
