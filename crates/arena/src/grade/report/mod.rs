//! Grades as text, HTML and JSON for Gradescope.

mod gradescope;
mod html;
mod plot;
mod text;

pub use gradescope::{gradescope, gradescope_problem};
pub use html::{html, html_problem};
pub use text::text;

use super::{Assignment, CheckResult, Elsewhere, Failure, Grades, LookAhead, NotAsked, Suspicion, ValueLost};

/// What was graded, and how.
fn conditions(grades: &Grades) -> String {
    format!("{}, look-ahead {}, seed {}", grades.games.join(" "), grades.depth, grades.seed)
}

/// What is graded, and how.
pub(super) fn conditions_of(assignment: &Assignment) -> String {
    let games: Vec<String> = assignment.games.iter().map(ToString::to_string).collect();
    format!("{}, look-ahead {}, seed {}", games.join(" "), assignment.depth, assignment.seed)
}

/// The points reached, of those possible.
fn points_of(grades: &Grades) -> String {
    format!("{} of {} points", points(grades.points()), points(grades.most_points()))
}

/// The result of a check in a few words.
fn in_short(check: &CheckResult) -> String {
    if let Some(why) = &check.left_out {
        return format!("left out: {why}");
    }
    let mut parts = Vec::new();
    if check.asked > 0 {
        parts.push(format!("{} of {}", check.passed, check.asked));
    }
    if check.late > 0 {
        parts.push(format!("{} late", check.late));
    }
    if check.illegal_elsewhere > 0 {
        parts.push(format!("{} illegal in other checks", check.illegal_elsewhere));
    }
    if check.unanswered > 0 {
        parts.push(format!("{} without an answer", check.unanswered));
    }
    if check.unasked() > 0 {
        parts.push(format!("{} not asked", check.unasked()));
    }
    if parts.is_empty() { "no answer".to_string() } else { parts.join(", ") }
}

/// What a check says besides its failures, line by line: what was not asked, and what another check shows.
fn remarks(check: &CheckResult) -> Vec<String> {
    let name = check.check.name();
    let questions = |count: usize| if count == 1 { "question" } else { "questions" };
    let unasked = check.not_asked.iter().map(|NotAsked { game, count, reason }| {
        format!("{name}: {count} {} not asked on {game}: {reason}", questions(*count))
    });
    let elsewhere = check.elsewhere.iter().map(|Elsewhere { check, count }| {
        let answers = if *count == 1 { "answer is" } else { "answers are" };
        format!("{name}: {count} {answers} wrong for a reason that is shown under {}", check.name())
    });
    let not_shown = (check.not_shown > 0).then(|| {
        let answers = if check.not_shown == 1 { "more answer is" } else { "more answers are" };
        format!("{name}: {} {answers} wrong for other reasons, which are not shown", check.not_shown)
    });
    let short = check.is_short_of_answers().then(|| {
        format!("{name}: fewer than half of the questions were answered, so not all points can be reached")
    });
    unasked.chain(elsewhere).chain(not_shown).chain(short).collect()
}

/// What a reader should know about a failure that may not be a fault of the rules.
fn doubt(failure: &Failure) -> Option<&'static str> {
    (!failure.confirmed).then_some("asked again, the program answered differently")
}

/// What the program probably has wrong, line by line.
fn suspicions(grades: &Grades) -> Vec<String> {
    let line = |(number, suspicion): (usize, &Suspicion)| {
        let Suspicion { belief, explained, wrong } = suspicion;
        let start = if number == 0 { "The program seems to think that" } else { "Or it thinks that" };
        match (explained, wrong) {
            (_, 0) => format!("{start} {belief}. None of its answers is wrong for this."),
            (_, 1) => format!("{start} {belief}. This explains the wrong answer."),
            _ => format!("{start} {belief}. This explains {explained} of {wrong} wrong answers."),
        }
    };
    grades.suspicions.iter().enumerate().map(line).collect()
}

/// Whether the program looks as far ahead as it is told.
fn depth_seen(seen: &LookAhead) -> Option<String> {
    let LookAhead { at_end, at_end_right, beyond, beyond_right, beyond_by_chance } = seen;
    (*at_end + *beyond > 0).then(|| {
        format!(
            "look-ahead: right in {at_end_right} of {at_end} positions that are decided at its end; in {beyond_right} of {beyond} that are \
             decided one ply later, where {beyond_by_chance:.1} would be chance (not graded)"
        )
    })
}

/// How much the moves of the program give away.
fn value_lost(ValueLost { mean, moves }: &ValueLost) -> String {
    let most = moves.iter().map(|mv| mv.lost).fold(0.0, f64::max);
    format!(
        "value lost: in {} moves, a move gives away {mean:.1} percentage points of the chance to win on average, {most:.1} at most (not graded)",
        moves.len()
    )
}

/// How long answers took and what else there is to say, line by line.
fn general_lines(grades: &Grades) -> Vec<String> {
    let times = &grades.times;
    let median = seconds(times.median_seconds);
    let longest = seconds(times.longest_seconds);
    let mut lines = vec![match times.calls {
        0 => "0 answers".to_string(),
        calls => format!("{calls} answers, half of them within {median}, the longest {longest}"),
    }];
    if !times.by_depth.is_empty() {
        let by_depth: Vec<String> =
            (1..).zip(&times.by_depth).map(|(depth, &time)| format!("{depth}: {}", seconds(time))).collect();
        lines.push(format!(
            "at the start, which has {} moves, by look-ahead: {} (not graded)",
            times.moves,
            by_depth.join(", ")
        ));
    }
    lines.extend(grades.look_ahead.as_ref().and_then(depth_seen));
    lines.extend(grades.value_lost.as_ref().map(value_lost));
    lines.extend(grades.checks.iter().flat_map(remarks));
    lines
}

fn seconds(seconds: f64) -> String {
    if seconds < 1.0 { format!("{:.0} ms", seconds * 1000.0) } else { format!("{seconds:.1} s") }
}

/// Points without trailing zeros.
fn points(points: f64) -> String {
    format!("{points:.2}").trim_end_matches('0').trim_end_matches('.').to_string()
}
