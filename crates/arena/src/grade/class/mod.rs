//! Grading a class: a folder of submissions, each graded like a single program.
//!
//! ```text
//! folder ──submission──▶ programs ──grade──▶ one file of results each ──summary──▶ summary.csv, summary.html, similar.csv
//! ```
//!
//! Promises: results are stored one by one, so a run that was ended in any way goes on where it was; a submission is graded again only
//! if its files, the assignment or this program have changed; a submission that cannot be compiled or started does not stop the others.

mod language;
mod similarity;
mod stored;
mod submission;
mod summary;

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::{fs, io};

pub use language::Language;
pub use stored::Row;
pub use submission::Submission;

use super::{Assignment, Exercises, grade_with, report};
use crate::resources::Resources;

/// A class to grade.
pub struct Class<'a> {
    /// The assignment; its player is not used.
    pub assignment: &'a Assignment,
    /// How programs of each language are compiled and called.
    pub languages: &'a [Language],
    /// The submissions.
    pub submissions: &'a [Submission],
    /// Where the results go.
    pub results: &'a Path,
    /// How many submissions are graded at a time.
    pub at_a_time: usize,
}

/// The files of a class's results, besides one page and one JSON file for each submission.
pub const SUMMARY_FILES: [&str; 4] = ["summary.csv", "summary.html", "similar.csv", "players.txt"];

impl Class<'_> {
    /// Grades all submissions that have no results yet, and writes the summary. `progress` gets the number of submissions that are done
    /// and the name of the last one.
    ///
    /// # Errors
    /// When a file cannot be written. When [`Sandbox::stop`](crate::Sandbox::stop) ends grading, results that are not stored yet are
    /// missing in the answer, and there is no summary.
    pub fn grade(
        &self,
        resources: &Resources,
        progress: &(dyn Fn(usize, &str) + Sync),
    ) -> io::Result<Vec<Row>> {
        fs::create_dir_all(self.results)?;
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let exercises = Exercises::default();
        let rows: Mutex<Vec<(usize, io::Result<Row>)>> = Mutex::default();
        let work = || {
            while !resources.sandbox.is_stopped()
                && let number = next.fetch_add(1, Relaxed)
                && let Some(submission) = self.submissions.get(number)
            {
                let Some(row) = self.row(submission, &exercises, resources).transpose() else { break };
                progress(done.fetch_add(1, Relaxed) + 1, &submission.name);
                rows.lock().unwrap_or_else(PoisonError::into_inner).push((number, row));
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..self.at_a_time.max(1) {
                scope.spawn(work);
            }
        });
        let mut rows = rows.into_inner().unwrap_or_else(PoisonError::into_inner);
        rows.sort_by_key(|&(number, _)| number);
        let mut rows = rows.into_iter().map(|(_, row)| row).collect::<io::Result<Vec<Row>>>()?;
        let most_points = rows.iter().map(|row| row.most_points).fold(0.0, f64::max);
        for row in rows.iter_mut().filter(|row| row.problem.is_some()) {
            row.most_points = most_points;
        }
        if rows.len() == self.submissions.len() {
            self.write_summary(&rows)?;
        }
        Ok(rows)
    }

    /// The results of a submission, from its file if they are still true; `None` if grading was stopped.
    fn row(
        &self,
        submission: &Submission,
        exercises: &Exercises,
        resources: &Resources,
    ) -> io::Result<Option<Row>> {
        let key = submission.key(self.assignment, self.languages);
        if let Some(row) = stored::read(self.results, &submission.name, &key) {
            return Ok(Some(row));
        }
        let graded = submission
            .program(self.languages, self.results, &resources.sandbox)
            .and_then(|player| player.parse())
            .and_then(|player| {
                let assignment = Assignment { player, ..self.assignment.clone() };
                grade_with(&assignment, exercises, resources, &mut |_| {})
            });
        if resources.sandbox.is_stopped() {
            return Ok(None);
        }
        let page = match &graded {
            Ok(grades) => report::html(grades),
            Err(problem) => {
                report::html_problem(&submission.name, &report::conditions_of(self.assignment), problem)
            }
        };
        stored::write_whole(&self.results.join(submission.page()), &page)?;
        let row = Row::new(&submission.name, &graded);
        stored::write(self.results, &key, &row, graded.as_ref().ok())?;
        Ok(Some(row))
    }

    fn write_summary(&self, rows: &[Row]) -> io::Result<()> {
        let similar = similarity::pairs(rows);
        let players = self.players_that_pass(rows);
        let texts = [
            summary::csv(rows),
            summary::html(self.assignment, rows, &similar),
            similarity::csv(&similar),
            players,
        ];
        SUMMARY_FILES
            .iter()
            .zip(texts)
            .try_for_each(|(name, text)| stored::write_whole(&self.results.join(name), &text))
    }

    /// The players that answered legally and in time, one on each line, for a tournament.
    fn players_that_pass(&self, rows: &[Row]) -> String {
        let plays = |row: &&Row| row.can_play();
        let player = |row: &Row| {
            let submission = self.submissions.iter().find(|submission| submission.name == row.submission)?;
            Some(submission.player(self.languages, self.results).ok()? + "\n")
        };
        rows.iter().filter(plays).filter_map(player).collect()
    }
}
