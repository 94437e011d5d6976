//! Grades as text, HTML and JSON for Gradescope.

mod gradescope;
mod html;
mod text;

pub use gradescope::gradescope;
pub use html::html;
pub use text::text;

use super::{CheckResult, Grades};

/// What was graded, and how.
fn conditions(grades: &Grades) -> String {
    format!("{}, look-ahead {}, seed {}", grades.games.join(" "), grades.depth, grades.seed)
}

/// The points reached, of those possible.
fn points_of(grades: &Grades) -> String {
    format!("{} of {} points", points(grades.points()), points(grades.most_points()))
}

/// The result of a check in a few words.
fn in_short(check: &CheckResult) -> String {
    match &check.left_out {
        Some(why) => format!("left out: {why}"),
        None => format!("{} of {}", check.passed, check.asked),
    }
}

/// How long answers took, line by line.
fn time_lines(grades: &Grades) -> Vec<String> {
    let times = &grades.times;
    let mut lines = vec![format!(
        "{} calls, half of them within {}, the longest {}",
        times.calls,
        seconds(times.median_seconds),
        seconds(times.longest_seconds)
    )];
    if !times.by_depth.is_empty() {
        let by_depth: Vec<String> =
            (1..).zip(&times.by_depth).map(|(depth, &time)| format!("{depth}: {}", seconds(time))).collect();
        lines.push(format!(
            "at the start, which has {} moves, by look-ahead: {} (not graded)",
            times.moves,
            by_depth.join(", ")
        ));
    }
    if times.given_up {
        lines.push(
            "the program was not asked to the end: it was late too often, or does not start".to_string(),
        );
    }
    lines
}

fn seconds(seconds: f64) -> String {
    if seconds < 1.0 { format!("{:.0} ms", seconds * 1000.0) } else { format!("{seconds:.1} s") }
}

/// Points without trailing zeros.
fn points(points: f64) -> String {
    format!("{points:.2}").trim_end_matches('0').trim_end_matches('.').to_string()
}
