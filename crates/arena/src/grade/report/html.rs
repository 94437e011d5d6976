//! Grades as one HTML page that loads nothing. All text in it is escaped, since programs may print anything.

use std::fmt::Write;

use super::super::{Failure, Grades};
use super::text::heading;
use super::{in_short, points, time_lines};
use crate::html::escape::html as escape;

const STYLE: &str = "\
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}\
table{border-collapse:collapse;width:100%}td,th{padding:.3rem .6rem;border-bottom:1px solid #ddd;text-align:left}\
td.n{text-align:right}.ok{color:#17692f}.fail{color:#a11}.out{color:#666}\
section{border:1px solid #ddd;border-radius:.4rem;padding:0 1rem;margin:1rem 0}\
pre,code{font-family:ui-monospace,monospace}pre{overflow-x:auto}dt{font-weight:600}\
dd{margin:0 0 .5rem;white-space:pre-wrap;overflow-wrap:anywhere}\
@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}.ok{color:#6c6}.fail{color:#f88}.out{color:#999}}";

/// The report as a page.
pub fn html(grades: &Grades) -> String {
    let player = escape(&grades.player);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{player}</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><style>{STYLE}</style></head><body>\n\
         <h1>{player}</h1>\n<p>{}, look-ahead {}, seed {}. <b>{} of {} points.</b></p>\n<table>\n",
        escape(&grades.games.join(" ")),
        grades.depth,
        grades.seed,
        points(grades.points()),
        points(grades.most_points())
    );
    for check in &grades.checks {
        let (class, mark) = match (&check.left_out, check.is_passed()) {
            (Some(_), _) => ("out", "–"),
            (None, true) => ("ok", "✓"),
            (None, false) => ("fail", "✗"),
        };
        let _ = writeln!(
            page,
            "<tr class=\"{class}\"><td>{mark}</td><td>{}</td><td class=\"n\">{}/{}</td><td>{}</td></tr>",
            escape(check.check.sentence()),
            points(check.points),
            points(check.most_points),
            escape(&in_short(check))
        );
    }
    page += "</table>\n";
    for line in time_lines(grades) {
        let _ = writeln!(page, "<p>{}</p>", escape(&line));
    }
    for check in &grades.checks {
        for failure in &check.failures {
            page += &section(check.check.sentence(), failure);
        }
    }
    page + "</body></html>\n"
}

fn section(sentence: &str, failure: &Failure) -> String {
    let Failure { drawing, game, position, depth, problem, expected, given, .. } = failure;
    let mut section = format!(
        "<section><h2>Failed: {}</h2>\n<p>{}</p>\n<pre>{}</pre>\n<dl>",
        escape(sentence),
        escape(&heading(failure)),
        escape(drawing)
    );
    let entries = [
        ("Position", format!("{game} {position}")),
        ("Look-ahead", depth.to_string()),
        ("Problem", problem.clone()),
    ];
    for (name, text) in entries.iter().chain(&[("Expected", expected.clone()), ("Given", given.clone())]) {
        let _ = write!(section, "<dt>{name}</dt><dd><code>{}</code></dd>", escape(text));
    }
    section + "</dl></section>\n"
}
