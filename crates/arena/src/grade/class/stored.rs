//! The results of a submission as a file, so that a run goes on where it was ended.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{fs, io};

use serde::{Deserialize, Serialize};

use crate::grade::{Check, CheckState, Grades};

/// The results of a submission in short, as the summary needs them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Row {
    /// The name of the submission.
    pub submission: String,
    /// Why it was not graded, if it was not.
    pub problem: Option<String>,
    /// The points reached.
    pub points: f64,
    /// The highest possible points; those of the other submissions if it was not graded.
    pub most_points: f64,
    /// The points of each check that was made, by its name.
    pub checks: BTreeMap<String, f64>,
    /// The checks that were made and not passed.
    pub not_passed: Vec<String>,
    /// What the program seems to have wrong, and what is wrong with its answers, in the words of the report.
    pub mistakes: Vec<String>,
    /// How much of the chance to win a move gives away on average, in percentage points.
    pub value_lost: Option<f64>,
    /// The median of the times of its answers.
    pub median_seconds: f64,
    /// The longest time of an answer.
    pub longest_seconds: f64,
    /// Its answers by question.
    pub answers: BTreeMap<String, String>,
}

impl Row {
    pub(super) fn new(submission: &str, graded: &Result<Grades, String>) -> Row {
        let empty = Row {
            submission: submission.to_string(),
            problem: graded.as_ref().err().cloned(),
            points: 0.0,
            most_points: 0.0,
            checks: BTreeMap::new(),
            not_passed: Vec::new(),
            mistakes: Vec::new(),
            value_lost: None,
            median_seconds: 0.0,
            longest_seconds: 0.0,
            answers: BTreeMap::new(),
        };
        let Ok(grades) = graded else { return empty };
        let made = || grades.checks.iter().filter(|check| check.state() != CheckState::LeftOut);
        let mut mistakes: Vec<String> = grades
            .suspicions
            .iter()
            .map(|suspicion| format!("seems to think: {}", suspicion.belief))
            .collect();
        let mut kinds = BTreeSet::new();
        for failure in made().flat_map(|check| &check.failures) {
            let problem = failure.problem.lines().next().unwrap_or("");
            if kinds.insert(kind(problem)) {
                mistakes.push(problem.to_string());
            }
        }
        Row {
            points: grades.points(),
            most_points: grades.most_points(),
            checks: made().map(|check| (check.check.name().to_string(), check.points)).collect(),
            not_passed: made()
                .filter(|check| !check.is_passed())
                .map(|check| check.check.name().to_string())
                .collect(),
            mistakes,
            value_lost: grades.value_lost.as_ref().map(|lost| lost.mean),
            median_seconds: grades.times.median_seconds,
            longest_seconds: grades.times.longest_seconds,
            answers: grades.answers.clone(),
            ..empty
        }
    }

    /// Why it was not graded, in one line: the first line of the reason and, if more follow, the first that is about an error.
    pub fn problem_in_one_line(&self) -> Option<String> {
        let mut lines = self.problem.as_deref()?.lines().map(str::trim);
        let first = lines.next().unwrap_or("");
        let error = lines.clone().find(|line| line.to_lowercase().contains("error")).or_else(|| lines.next());
        Some(error.map_or(first.to_string(), |error| format!("{first} {error}")))
    }

    /// Whether it has all points.
    pub fn is_perfect(&self) -> bool {
        self.problem.is_none() && self.not_passed.is_empty()
    }

    /// Whether it can play in a tournament: it makes legal moves, in time.
    pub(super) fn can_play(&self) -> bool {
        let needed = [Check::Notation, Check::Legal, Check::Time].map(Check::name);
        self.problem.is_none() && !self.not_passed.iter().any(|check| needed.contains(&&**check))
    }
}

/// A problem without its moves and boards: one of each kind is enough for a summary.
fn kind(problem: &str) -> String {
    let is_word = |word: &&str| word.trim_end_matches([',', '.', ':', ';']).chars().all(char::is_alphabetic);
    problem.split_whitespace().filter(is_word).collect::<Vec<_>>().join(" ")
}

#[derive(Serialize, Deserialize)]
struct Stored<G> {
    /// What the results depend on.
    key: String,
    row: Row,
    grades: Option<G>,
}

/// The stored results of a submission, if they have this key.
pub(super) fn read(results: &Path, name: &str, key: &str) -> Option<Row> {
    let text = fs::read_to_string(results.join(format!("{name}.json"))).ok()?;
    let stored: Stored<serde::de::IgnoredAny> = serde_json::from_str(&text).ok()?;
    (stored.key == key).then_some(stored.row)
}

/// Stores results.
pub(super) fn write(results: &Path, key: &str, row: &Row, grades: Option<&Grades>) -> io::Result<()> {
    let stored = Stored { key: key.to_string(), row: row.clone(), grades };
    let text = serde_json::to_string_pretty(&stored).map_err(io::Error::other)?;
    write_whole(&results.join(format!("{}.json", row.submission)), &(text + "\n"))
}

/// Writes a file so that it is there whole or not at all, whenever this process ends.
pub(super) fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let mut unfinished = path.as_os_str().to_os_string();
    unfinished.push(".unfinished");
    fs::write(&unfinished, text).and_then(|()| fs::rename(&unfinished, path)).map_err(|error| {
        io::Error::new(error.kind(), format!("{} cannot be written: {error}", path.display()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_that_differ_only_in_moves_and_boards_are_of_one_kind() {
        let first = kind("illegal move: no legal move leads to the board bbbb/---/--");
        assert_eq!(first, kind("illegal move: no legal move leads to the board b---/bw-/-w"));
        assert_ne!(first, kind("a3a4 does not win, but another move wins at once"));
    }
}
