//! The best moves of a position, deeper and deeper.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use quadrille::clock::Instant;
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
        let mut analysis = Analysis::new(self);
        while analysis.step(line, session, Pace::Until(stop), tell) {}
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

/// After so many steps that did not finish their depth, the next ones take longer.
const STEPS_OF_EQUAL_TIME: u32 = 32;

/// How a step of an analysis is stopped.
#[derive(Clone, Copy)]
pub enum Pace<'a> {
    /// Another thread raises the flag when the analysis is over.
    Until(&'a AtomicBool),
    /// The step ends after about this time, and the next one goes on.
    For(Duration),
}

/// An analysis, which goes on step by step.
pub struct Analysis {
    lines: usize,
    deepest: u32,
    time: Duration,
    start: Instant,
    /// The next depth.
    depth: u32,
    nodes: u64,
    /// The score of the best line at the depth before.
    last: Option<Score>,
    /// Whether there are too many moves for exact answers, so that a selective search has taken over.
    on_a_clock: bool,
    /// The deepest depth that it has told.
    told: u32,
    /// How many times in a row a step was too short for its depth.
    unfinished: u32,
}

impl Analysis {
    /// The analysis of a request whose [`time`](AnalysisRequest::time) is right.
    pub fn new(request: &AnalysisRequest) -> Analysis {
        let &AnalysisOptions { lines, depth, seconds } = &request.options;
        let time = Duration::try_from_secs_f64(seconds).unwrap_or(limits::ANALYSIS_TIME);
        Analysis {
            lines,
            deepest: depth,
            time,
            start: Instant::now(),
            depth: 1,
            nodes: 0,
            last: None,
            on_a_clock: false,
            told: 0,
            unfinished: 0,
        }
    }

    /// Searches one depth, or goes on with it, and tells what it finds; whether there is more to do. At the end it tells why.
    pub fn step(&mut self, line: &dyn AnyLine, session: &mut Session, pace: Pace, tell: Tell) -> bool {
        let ended = if line.ending_in_play().is_some() {
            Some("over")
        } else if self.on_a_clock {
            self.search_on_a_clock(line, session, pace, tell)
        } else {
            self.deepen(line, session, pace, tell)
        };
        if let Some(reason) = ended {
            end(tell, reason);
        }
        ended.is_none()
    }

    /// The time of a step that ends by itself. A depth that needs more than one step finds its results in the transposition table, but if
    /// that is full, some are lost: the steps grow until one is enough.
    fn slice(&self, pace: Pace) -> Option<Duration> {
        match pace {
            Pace::Until(_) => None,
            Pace::For(time) => Some(time * (1 + self.unfinished / STEPS_OF_EQUAL_TIME)),
        }
    }

    /// Searches the next depth; why the analysis has ended, if it has.
    fn deepen(
        &mut self,
        line: &dyn AnyLine,
        session: &mut Session,
        pace: Pace,
        tell: Tell,
    ) -> Option<&'static str> {
        let depth = self.depth;
        let (begun, slice) = (Instant::now(), self.slice(pace));
        let limits = Limits { depth, cancel: pace.flag(), slice, ..Limits::default() };
        let question = Question { limits, ..Question::to_depth(depth) };
        let mut found = session.best_lines(line, &question, self.lines);
        // A search that was stopped has not finished this depth.
        let is_late = matches!(pace, Pace::For(_)) && self.start.elapsed() >= self.time;
        if pace.flag().is_some_and(|stop| stop.load(Relaxed)) || is_late {
            return Some("time");
        }
        self.nodes += found.iter().map(|finding| finding.nodes).sum::<u64>();
        if found.is_empty() || found.iter().any(|finding| finding.depth < depth && !is_decided(finding)) {
            if slice.is_some_and(|slice| begun.elapsed() >= slice) {
                self.unfinished += 1;
            } else {
                (self.on_a_clock, self.unfinished) = (true, 0);
            }
            return None;
        }
        self.unfinished = 0;
        let decided = found.iter().all(is_decided);
        add_scores_before(&mut found, self.last);
        self.last = found.first().map(|best| best.score);
        let lines = found.iter().map(|finding| BestLine::new(line.game().descriptor(), finding)).collect();
        let seconds = self.start.elapsed().as_secs_f64();
        tell("report", data(&Report { depth, nodes: self.nodes, seconds, lines }));
        self.depth += 1;
        // A decided line has the same value at every greater depth.
        if decided { Some("decided") } else { (depth == self.deepest).then_some("depth") }
    }

    /// The best move as far as a selective search finds it in the rest of the time; why the analysis has ended, if it has.
    fn search_on_a_clock(
        &mut self,
        line: &dyn AnyLine,
        session: &mut Session,
        pace: Pace,
        tell: Tell,
    ) -> Option<&'static str> {
        let left = self.time.saturating_sub(self.start.elapsed());
        // Each step begins with depth 1, so each takes twice the time of the one before.
        let slice = self.slice(pace).map(|slice| slice * (1 << self.unfinished.min(8)));
        let time = slice.map_or(left, |slice| slice.min(left));
        let limits = Limits { time: Some(time), cancel: pace.flag(), ..Limits::default() };
        let question = Question { limits, ..Question::for_time(time) };
        let start = self.start;
        let mut told = self.told;
        let mut show = |finding: &Finding| {
            let &Finding { depth, nodes, .. } = finding;
            if depth < told || is_lost(finding) {
                return;
            }
            told = depth;
            let lines = vec![BestLine::new(line.game().descriptor(), finding)];
            let seconds = start.elapsed().as_secs_f64();
            tell("report", data(&Report { depth, nodes, seconds, lines }));
        };
        let found = session.search_with(line, &question, &mut show);
        // The last depth may not have been finished.
        found.iter().for_each(show);
        self.told = told;
        self.unfinished += 1;
        if found.as_ref().is_some_and(|finding| is_decided(finding) && !is_lost(finding)) {
            return Some("decided");
        }
        (time == left).then_some("time")
    }
}

impl<'a> Pace<'a> {
    fn flag(self) -> Option<&'a AtomicBool> {
        match self {
            Pace::Until(flag) => Some(flag),
            Pace::For(_) => None,
        }
    }
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

/// Whether the player loses, as far as the moves were looked at. If there are too many moves to look at, this is not certain.
fn is_lost(finding: &Finding) -> bool {
    finding.score.plies_to_end().is_some_and(|plies| plies < 0)
}
