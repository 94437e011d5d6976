//! The best moves of a position, deeper and deeper.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use quadrille::{AnyLine, Descriptor, Finding, Limits, Question, Score, Session, ShownScore};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::events::{Tell, data, end};
use crate::limits;
use crate::line::LineRequest;
use crate::problem::Problem;

/// How far and how long to look.
#[derive(Deserialize, IntoParams, ToSchema)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct AnalysisOptions {
    /// How many best moves to show.
    #[schema(minimum = 1, maximum = 5)]
    #[param(minimum = 1, maximum = 5)]
    lines: usize,
    /// How many plies to look ahead at most.
    #[schema(minimum = 1, maximum = 60)]
    #[param(minimum = 1, maximum = 60)]
    depth: u32,
    /// How long at most.
    #[schema(minimum = 0, maximum = 300)]
    #[param(minimum = 0, maximum = 300)]
    seconds: f64,
}

/// A position to analyse.
#[derive(Deserialize, ToSchema)]
pub struct AnalysisRequest {
    /// The position.
    #[serde(flatten)]
    pub line: LineRequest,
    /// How far and how long to look.
    #[serde(flatten)]
    pub options: AnalysisOptions,
}

impl Default for AnalysisOptions {
    fn default() -> AnalysisOptions {
        AnalysisOptions { lines: 1, depth: limits::DEPTH, seconds: 60.0 }
    }
}

/// What has been found when a depth is done.
#[derive(Serialize, ToSchema)]
pub struct Report {
    /// How many plies ahead.
    depth: u32,
    /// The positions visited since the analysis began.
    nodes: u64,
    seconds: f64,
    /// The best moves, best first.
    lines: Vec<BestLine>,
}

/// A move and the best play after it.
#[derive(Serialize, ToSchema)]
pub struct BestLine {
    #[serde(rename = "move")]
    mv: String,
    /// For the side to move, as minimax finds it at this depth.
    score: i32,
    /// Plies until the game is won, below zero if it is lost; null if it is not decided.
    win_in: Option<i32>,
    /// The score in words.
    text: String,
    /// The score for people.
    #[serde(flatten)]
    shown: ShownView,
    /// Move by move, this one first.
    play: Vec<String>,
}

/// A score for people, which hardly depends on whether the depth is odd or even.
#[derive(Clone, Copy, Serialize, ToSchema)]
pub(crate) struct ShownView {
    /// For the side to move, in hundredths of a man. A decided game has the same number as the score.
    pub shown: i32,
    /// The share of the points that the side to move can expect, from 0 to 1.
    pub chance: f64,
}

impl From<ShownScore> for ShownView {
    fn from(ShownScore { score, chance }: ShownScore) -> ShownView {
        ShownView { shown: score, chance }
    }
}

impl AnalysisRequest {
    /// How long the analysis may take, if it may be made at all.
    pub fn time(&self) -> Result<Duration, Problem> {
        let &AnalysisOptions { lines, depth, seconds } = &self.options;
        if !(1..=limits::LINES).contains(&lines) {
            return Err(Problem::wrong(format!("an analysis has 1 to {} lines", limits::LINES)));
        }
        if !(1..=limits::DEPTH).contains(&depth) {
            return Err(Problem::wrong(format!(
                "the depth of an analysis is a number from 1 to {}",
                limits::DEPTH
            )));
        }
        seconds_up_to(seconds, limits::ANALYSIS_TIME)
    }

    /// The best moves of a line by plain minimax, deeper and deeper. Events named `report` have a [`Report`] each, the last one is named
    /// `end`. The flag is raised when the time is up or nobody listens any more.
    pub fn run(&self, line: &dyn AnyLine, session: &mut Session, stop: &AtomicBool, tell: Tell) {
        let &AnalysisOptions { lines, depth, seconds } = &self.options;
        let start = Instant::now();
        let reason = deepen(session, line, lines, depth, stop, tell).unwrap_or_else(|| {
            let time = Duration::try_from_secs_f64(seconds).unwrap_or(limits::ANALYSIS_TIME);
            search_on_a_clock(session, line, time, start, stop, tell)
        });
        end(tell, reason);
    }
}

/// A number of seconds as a time, if it is not too long.
pub(crate) fn seconds_up_to(seconds: f64, most: Duration) -> Result<Duration, Problem> {
    let time = Duration::try_from_secs_f64(seconds).ok().filter(|time| *time <= most);
    time.ok_or_else(|| {
        Problem::wrong(format!("the time is a number of seconds from 0 to {}", most.as_secs()))
    })
}

impl BestLine {
    fn new(game: &Descriptor, Finding { score, before, play, .. }: &Finding) -> BestLine {
        BestLine {
            shown: ShownScore::new(game, *score, *before).into(),
            mv: play.first().cloned().unwrap_or_default(),
            score: score.value(),
            win_in: score.plies_to_end(),
            text: score.to_string(),
            play: play.clone(),
        }
    }
}

/// Looks deeper and deeper, and tells what it finds at each depth; why it has ended. `None` if there are too many moves for an exact
/// answer at the next depth.
fn deepen(
    session: &mut Session,
    line: &dyn AnyLine,
    count: usize,
    deepest: u32,
    stop: &AtomicBool,
    tell: Tell,
) -> Option<&'static str> {
    if line.ending_in_play().is_some() {
        return Some("over");
    }
    let start = Instant::now();
    let mut nodes = 0;
    let mut last: Option<Score> = None;
    for depth in 1..=deepest {
        let limits = Limits { depth, cancel: Some(stop), ..Limits::default() };
        let mut found = session.best_lines(line, &Question { limits, ..Question::to_depth(depth) }, count);
        nodes += found.iter().map(|finding| finding.nodes).sum::<u64>();
        // A search that was cancelled has not finished this depth.
        if stop.load(Relaxed) {
            return Some("time");
        }
        if found.is_empty() || found.iter().any(|finding| finding.depth < depth && !is_decided(finding)) {
            return None;
        }
        let decided = found.iter().all(is_decided);
        add_scores_before(&mut found, last);
        last = found.first().map(|best| best.score);
        let lines = found.iter().map(|finding| BestLine::new(line.game().descriptor(), finding)).collect();
        tell("report", data(&Report { depth, nodes, seconds: start.elapsed().as_secs_f64(), lines }));
        // A decided line has the same value at every greater depth.
        if decided {
            return Some("decided");
        }
    }
    Some("depth")
}

/// Gives each line a score at the depth before. Only that of the best line is known; the others are as far below it as they are now.
fn add_scores_before(found: &mut [Finding], last: Option<Score>) {
    let best = found.first().map(|best| best.score);
    let Some((best, last)) = best.zip(last) else { return };
    if [best, last].iter().all(|score| score.plies_to_end().is_none()) {
        for finding in found {
            finding.before = Some(Score::units(last.value() - best.value() + finding.score.value()));
        }
    }
}

fn is_decided(finding: &Finding) -> bool {
    finding.score.plies_to_end().is_some()
}

/// The best move as far as a search finds it in the rest of the time; why it has ended.
fn search_on_a_clock(
    session: &mut Session,
    line: &dyn AnyLine,
    time: Duration,
    start: Instant,
    stop: &AtomicBool,
    tell: Tell,
) -> &'static str {
    let left = time.saturating_sub(start.elapsed());
    let limits = Limits { time: Some(left), cancel: Some(stop), ..Limits::default() };
    let question = Question { limits, ..Question::for_time(left) };
    let mut show = |finding: &Finding| {
        let &Finding { depth, nodes, .. } = finding;
        let lines = vec![BestLine::new(line.game().descriptor(), finding)];
        let seconds = start.elapsed().as_secs_f64();
        tell("report", data(&Report { depth, nodes, seconds, lines }));
    };
    let found = session.search_with(line, &question, &mut show);
    // The last depth may not have been finished.
    found.iter().for_each(show);
    if found.as_ref().is_some_and(is_decided) { "decided" } else { "time" }
}
