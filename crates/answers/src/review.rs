//! The review of a whole game: what each position is worth, and which moves were mistakes.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use quadrille::{AnyLine, Catalogue, Limits, Outcome, Question, Score, Session, ShownScore};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::analysis::{ShownView, seconds_up_to};
use crate::events::{Tell, data, end};
use crate::limits;
use crate::line::LineRequest;
use crate::problem::Problem;

/// How long to search.
#[derive(Deserialize, IntoParams, ToSchema)]
#[into_params(parameter_in = Query)]
pub struct ReviewOptions {
    /// At each position; less if all positions of the game together would take more than ten minutes.
    #[serde(default = "default_seconds")]
    #[schema(minimum = 0, maximum = 5)]
    #[param(minimum = 0, maximum = 5)]
    seconds: f64,
}

/// A game to review.
#[derive(Deserialize, ToSchema)]
pub struct ReviewRequest {
    /// The game: where it starts, and its moves.
    #[serde(flatten)]
    pub line: LineRequest,
    /// How long to search.
    #[serde(flatten)]
    pub options: ReviewOptions,
}

fn default_seconds() -> f64 {
    0.2
}

/// A position of the game, and the move that was played in it.
#[derive(Clone, Serialize, ToSchema)]
pub struct PlyReview {
    /// How many plies came before it.
    ply: usize,
    /// Who moves.
    side: char,
    /// For the side to move.
    score: i32,
    /// Plies until the game is won, below zero if it is lost; null if it is not decided.
    win_in: Option<i32>,
    /// The score in words.
    text: String,
    /// The score for people.
    #[serde(flatten)]
    shown: ShownView,
    /// The best move; null if the game is over.
    best: Option<String>,
    /// The best play.
    play: Vec<String>,
    /// The move that was played; null at the end.
    played: Option<String>,
    /// How much worse it was than the best, as scores for people.
    loss: Option<i32>,
    /// `inaccuracy`, `mistake` or `blunder`, if it was one.
    mark: Option<&'static str>,
}

impl ReviewRequest {
    /// The line before its moves, if all of them are legal and the review may be made.
    pub fn open(&self, catalogue: &Catalogue) -> Result<Box<dyn AnyLine>, Problem> {
        self.time()?;
        self.line.open(catalogue)?;
        self.line.start(catalogue)
    }

    /// What each position of the line that [`open`](ReviewRequest::open) has opened is worth, and which moves were mistakes. Events named
    /// `ply` have a [`PlyReview`] each, the last one is named `end`. The flag is raised when nobody listens any more.
    pub fn run(&self, line: &mut dyn AnyLine, session: &mut Session, stop: &AtomicBool, tell: Tell) {
        let mut review = Review::new(self);
        while review.step(line, session, Some(stop), tell) {}
    }

    fn time(&self) -> Result<Duration, Problem> {
        seconds_up_to(self.options.seconds, limits::REVIEW_TIME)
    }
}

/// How long to search each position. The positions of a long game get less, so that it does not take a place for hours.
fn time_for_each(most: Duration, positions: usize) -> Duration {
    most.min(limits::WHOLE_REVIEW_TIME / u32::try_from(positions).unwrap_or(u32::MAX))
}

/// A review, which goes on position by position.
pub struct Review {
    moves: Vec<String>,
    /// For each position.
    time: Duration,
    ply: usize,
    /// The position before, whose move can be judged only when the position after it has been searched.
    before: Option<PlyReview>,
}

impl Review {
    /// The review of a request that [`open`](ReviewRequest::open) has found right.
    pub fn new(request: &ReviewRequest) -> Review {
        let moves = request.line.moves.clone();
        let time = time_for_each(request.time().unwrap_or(limits::REVIEW_TIME), moves.len() + 1);
        Review { moves, time, ply: 0, before: None }
    }

    /// Searches the next position of the line and plays its move; whether there is another one.
    pub fn step(
        &mut self,
        line: &mut dyn AnyLine,
        session: &mut Session,
        stop: Option<&AtomicBool>,
        tell: Tell,
    ) -> bool {
        let game = line.game().descriptor();
        let (mut here, score, depth_before) = look(session, line, self.time, stop);
        if stop.is_some_and(|stop| stop.load(Relaxed)) {
            return false;
        }
        here.ply = self.ply;
        here.played = self.moves.get(self.ply).cloned();
        if let Some(mut before) = self.before.replace(here) {
            // What the move was worth to its player.
            let worth = if before.played == before.best {
                before.shown
            } else {
                let earlier = depth_before.map(Score::one_ply_earlier);
                ShownScore::new(game, score.one_ply_earlier(), earlier).into()
            };
            before.loss = Some((before.shown.shown - worth.shown).max(0));
            before.mark = mark(before.shown.chance, worth.chance);
            tell("ply", data(&before));
        }
        let mv = self.moves.get(self.ply);
        self.ply += 1;
        if mv.is_some_and(|mv| line.play(mv).is_ok()) {
            return true;
        }
        if let Some(last) = self.before.take() {
            tell("ply", data(&last));
        }
        end(tell, "done");
        false
    }
}

/// What the present position is worth, with its score and that of the depth before.
fn look(
    session: &mut Session,
    line: &dyn AnyLine,
    time: Duration,
    stop: Option<&AtomicBool>,
) -> (PlyReview, Score, Option<Score>) {
    let limits = Limits { time: Some(time), cancel: stop, ..Limits::default() };
    let question = Question { limits, ..Question::for_time(time) };
    let ending = line.ending_in_play();
    let found = if ending.is_none() { session.search(line, &question) } else { None };
    let side = line.side();
    let score = match (&found, ending.map(|ending| ending.outcome)) {
        (Some(found), _) => found.score,
        (None, Some(outcome @ Outcome::Win(_))) => Score::finished(outcome, side),
        (None, _) => Score::DRAW,
    };
    let depth_before = found.as_ref().and_then(|found| found.before);
    let play = found.map(|found| found.play).unwrap_or_default();
    let review = PlyReview {
        ply: 0,
        side: side.letter(),
        score: score.value(),
        win_in: score.plies_to_end(),
        text: score.to_string(),
        shown: ShownScore::new(line.game().descriptor(), score, depth_before).into(),
        best: play.first().cloned(),
        play,
        played: None,
        loss: None,
        mark: None,
    };
    (review, score, depth_before)
}

/// With a smaller chance than this, a game is as good as lost.
const HOPELESS: f64 = 0.02;

/// How bad a move was, by how much of the chance to win it gave away. Chances are compared and not scores, because a man less matters
/// little in a game that is lost anyway.
fn mark(best: f64, played: f64) -> Option<&'static str> {
    match best - played {
        // Decided results come first: the game was not lost before this move, though it may have looked bad.
        _ if played <= 0.0 && best > HOPELESS => Some("blunder"),
        _ if played <= 0.0 && best > 0.0 => Some("mistake"),
        0.3.. => Some("blunder"),
        0.15.. => Some("mistake"),
        0.08.. => Some("inaccuracy"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use quadrille::Descriptor;

    use super::*;

    #[test]
    fn positions_of_a_long_game_get_less_time() {
        let usual = Duration::from_millis(300);
        assert_eq!(time_for_each(usual, 1), usual);
        assert_eq!(time_for_each(usual, 200), usual);
        let each = time_for_each(limits::REVIEW_TIME, limits::PLIES + 1);
        assert!(each < limits::REVIEW_TIME && !each.is_zero());
        assert!(each * (limits::PLIES as u32 + 1) <= limits::WHOLE_REVIEW_TIME);
    }

    #[test]
    fn marks_tell_how_much_of_the_game_was_lost() {
        let game = Descriptor { man: 100, lead: 200, ..Descriptor::MINIMAL };
        let mark = |best, played| {
            let chance = |value| ShownScore::new(&game, Score::from_value(value), None).chance;
            mark(chance(best), chance(played))
        };
        assert_eq!(mark(0, -10), None);
        assert_eq!(mark(0, -100), Some("inaccuracy"));
        assert_eq!(mark(0, -200), Some("mistake"));
        assert_eq!(mark(0, -500), Some("blunder"));
        assert_eq!(mark(999_995, 0), Some("blunder"));
        assert_eq!(mark(-900, -1100), None);
        // A loss at once is worse than a bad game, and a slower win is a win.
        assert_eq!(mark(-500, -999_998), Some("blunder"));
        assert_eq!(mark(-900, -999_998), Some("mistake"));
        assert_eq!(mark(-999_990, -999_998), None);
        assert_eq!(mark(999_995, 999_900), None);
        assert_eq!(mark(0, 50), None);
    }
}
