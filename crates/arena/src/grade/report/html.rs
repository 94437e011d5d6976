//! Grades as one HTML page that loads nothing. All text in it is escaped, since programs may print anything.

use std::fmt::Write;

use super::super::{CheckState, Failure, Grades};
use super::plot;
use super::text::heading;
use super::{conditions, doubt, general_lines, in_short, points, points_of, suspicions};
use crate::html::escape::{fill, html as escape};

/// The report as a page.
pub fn html(grades: &Grades) -> String {
    let (mut checks, mut times, mut failures) = (String::new(), String::new(), String::new());
    for check in &grades.checks {
        let (class, mark) = match check.state() {
            CheckState::LeftOut => ("out", "–"),
            CheckState::Passed => ("ok", "✓"),
            CheckState::Failed => ("fail", "✗"),
            CheckState::Incomplete => ("part", "…"),
        };
        let _ = writeln!(
            checks,
            "<tr class=\"{class}\"><td>{mark}</td><td>{}</td><td class=\"n\">{}/{}</td><td>{}</td></tr>",
            escape(check.check.sentence()),
            points(check.points),
            points(check.most_points),
            escape(&in_short(check))
        );
        for failure in &check.failures {
            failures += &section(check.check.sentence(), failure);
        }
    }
    for line in suspicions(grades) {
        let _ = writeln!(times, "<p><strong>{}</strong></p>", escape(&line));
    }
    for line in general_lines(grades) {
        let _ = writeln!(times, "<p>{}</p>", escape(&line));
    }
    times += &grades.value_lost.as_ref().map_or(String::new(), plot::draw);
    let values = [
        ("player", &*escape(&grades.player)),
        ("style", include_str!("style.css")),
        ("conditions", &escape(&conditions(grades))),
        ("points", &points_of(grades)),
        ("checks", &checks),
        ("times", &times),
        ("failures", &failures),
    ];
    fill(include_str!("page.html"), &values)
}

/// The page of a submission that was not graded, with the reason.
pub fn html_problem(player: &str, conditions: &str, problem: &str) -> String {
    let values = [
        ("player", &*escape(player)),
        ("style", include_str!("style.css")),
        ("conditions", &escape(conditions)),
        ("points", "0 points"),
        ("checks", ""),
        ("times", &format!("<pre class=\"fail\">{}</pre>", escape(problem))),
        ("failures", ""),
    ];
    fill(include_str!("page.html"), &values)
}

fn section(sentence: &str, failure: &Failure) -> String {
    let Failure { theme, drawing, game, position, depth, problem, expected, given, .. } = failure;
    let mut section = format!(
        "<section><h2>{}</h2>\n<p>Check: {}</p>\n<pre>{}</pre>\n<dl>",
        escape(&heading(failure)),
        escape(sentence),
        escape(drawing)
    );
    for (name, text) in [
        ("Position", &format!("{game} {position}")),
        ("About", &theme.to_string()),
        ("Look-ahead", &depth.to_string()),
        ("Problem", problem),
        ("Expected", expected),
        ("Given", given),
    ] {
        let _ = write!(section, "<dt>{name}</dt><dd><code>{}</code></dd>", escape(text));
    }
    if let Some(doubt) = doubt(failure) {
        let _ = write!(section, "<dt>Note</dt><dd>{}</dd>", escape(doubt));
    }
    section + "</dl></section>\n"
}
