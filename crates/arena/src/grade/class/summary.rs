//! The summary of a class, as CSV for a spreadsheet and as a page. All text in it is escaped, since programs may print anything.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::similarity::Pair;
use super::stored::Row;
use super::submission::{link_to, page_of};
use crate::grade::report::conditions_of;
use crate::grade::{Assignment, Check};
use crate::html::escape::{fill, html as escape};

/// The checks that were made, in the order of the reports.
fn checks(rows: &[Row]) -> Vec<&'static str> {
    let made: BTreeSet<&str> = rows.iter().flat_map(|row| row.checks.keys()).map(String::as_str).collect();
    Check::all().map(Check::name).into_iter().filter(|name| made.contains(name)).collect()
}

/// One line for each submission.
pub(super) fn csv(rows: &[Row]) -> String {
    let checks = checks(rows);
    let last = ["mistakes", "value lost", "median seconds", "longest seconds", "report", "problem"];
    let mut text = [&["submission", "points", "of"][..], &checks, &last].concat().join(",") + "\n";
    for row in rows {
        let points = |name: &&str| row.checks.get(*name).map_or(String::new(), ToString::to_string) + ",";
        let _ = writeln!(
            text,
            "{},{},{},{}{},{},{:.3},{:.3},{},{}",
            field(&row.submission),
            row.points,
            row.most_points,
            checks.iter().map(points).collect::<String>(),
            field(&row.mistakes.join("; ")),
            row.value_lost.map_or(String::new(), |lost| lost.to_string()),
            row.median_seconds,
            row.longest_seconds,
            field(&page_of(&row.submission)),
            field(&row.problem_in_one_line().unwrap_or_default())
        );
    }
    text
}

/// A field of CSV. A spreadsheet must not take it for a formula.
pub(super) fn field(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if formula { format!("'{text}") } else { text.to_string() };
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

/// The page.
pub(super) fn html(assignment: &Assignment, rows: &[Row], similar: &[Pair]) -> String {
    let checks = checks(rows);
    let head: String = checks.iter().flat_map(|name| ["<th>", name, "</th>"]).collect();
    let pairs = if similar.is_empty() {
        "<p>No two submissions behave alike where the others differ.</p>".to_string()
    } else {
        let lines: String = similar.iter().map(pair).collect();
        format!(
            "<table><tr><th>submission</th><th>other</th><th>same answers</th><th>that nobody else gave</th></tr>{lines}</table>"
        )
    };
    let values = [
        ("style", include_str!("../report/style.css")),
        ("conditions", &*escape(&conditions_of(assignment))),
        ("number", &rows.len().to_string()),
        ("head", &head),
        ("rows", &rows.iter().map(|row| line(row, &checks)).collect::<String>()),
        ("pairs", &pairs),
    ];
    fill(include_str!("summary.html"), &values)
}

fn line(row: &Row, checks: &[&str]) -> String {
    let name = escape(&row.submission);
    let link = format!("<a href=\"{}\">{name}</a>", link_to(&row.submission));
    if let Some(problem) = row.problem_in_one_line() {
        let columns = checks.len() + 4;
        return format!(
            "<tr><td>{link}</td><td class=\"n fail\">0 of {}</td><td class=\"fail\" colspan=\"{columns}\">{}</td></tr>\n",
            row.most_points,
            escape(&problem)
        );
    }
    let class = if row.is_perfect() { "ok" } else { "fail" };
    let points = |check: &&str| {
        let class = if row.not_passed.iter().any(|name| name == check) { "n fail" } else { "n" };
        format!(
            "<td class=\"{class}\">{}</td>",
            row.checks.get(*check).map_or("–".to_string(), ToString::to_string)
        )
    };
    format!(
        "<tr><td>{link}</td><td class=\"n {class}\">{} of {}</td>{}<td>{}</td><td class=\"n\">{}</td><td class=\"n\">{:.3} s</td>\
         <td class=\"n\">{:.3} s</td></tr>\n",
        row.points,
        row.most_points,
        checks.iter().map(points).collect::<String>(),
        escape(&row.mistakes.join("; ")),
        row.value_lost.map_or("–".to_string(), |lost| format!("{lost:.1} %")),
        row.median_seconds,
        row.longest_seconds
    )
}

fn pair(pair: &Pair) -> String {
    let [one, other] = &pair.names;
    format!(
        "<tr><td>{}</td><td>{}</td><td>{} of {}</td><td>{}</td></tr>\n",
        escape(one),
        escape(other),
        pair.same,
        pair.questions,
        pair.alone
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_neither_formulas_nor_broken() {
        for (text, expected) in [
            ("anna", "anna"),
            ("=cmd()", "'=cmd()"),
            ("a,b \"c\"", "\"a,b \"\"c\"\"\""),
            ("two\nlines", "\"two\nlines\""),
            ("", ""),
        ] {
            assert_eq!(field(text), expected);
        }
    }
}
