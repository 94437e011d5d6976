//! An analysis or a review that is going on, step by step: in between, the worker takes messages, which may stop it.

use std::sync::Mutex;
use std::time::Duration;

use answers::{Analysis, AnalysisRequest, Pace, Problem, Review, ReviewRequest};
use quadrille::{AnyLine, Catalogue, GameRef, Session};

/// What is going on.
enum Work {
    Analysis(Analysis),
    Review(Review),
}

/// An analysis or a review, with the line that it is about and its session.
pub(crate) struct Running {
    work: Work,
    line: Box<dyn AnyLine>,
    session: Session,
}

/// A request for something that goes on for a while.
pub(crate) enum Started {
    Analysis(AnalysisRequest),
    Review(ReviewRequest),
}

impl Started {
    /// The line that it is about, if it may be made.
    pub(crate) fn line(&self, catalogue: &Catalogue) -> Result<Box<dyn AnyLine>, Problem> {
        match self {
            Started::Analysis(request) => {
                request.time()?;
                request.line.open(catalogue)
            }
            Started::Review(request) => request.open(catalogue),
        }
    }
}

impl Running {
    pub(crate) fn new(started: &Started, line: Box<dyn AnyLine>, session: Session) -> Running {
        let work = match started {
            Started::Analysis(request) => Work::Analysis(Analysis::new(request)),
            Started::Review(request) => Work::Review(Review::new(request)),
        };
        Running { work, line, session }
    }

    /// Goes on for about so many milliseconds, or with a review for the time of one position. The events in JSON, and whether there will
    /// be more.
    pub(crate) fn step(&mut self, milliseconds: u32) -> (Vec<String>, bool) {
        let events = Mutex::new(Vec::new());
        let tell = |name: &str, data: String| {
            let event = format!(r#"{{"event":"{name}","data":{data}}}"#);
            events.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(event);
        };
        let Running { work, line, session } = self;
        let more = match work {
            Work::Analysis(analysis) => {
                let pace = Pace::For(Duration::from_millis(milliseconds.into()));
                analysis.step(&**line, session, pace, &tell)
            }
            Work::Review(review) => review.step(&mut **line, session, None, &tell),
        };
        (events.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner), more)
    }

    /// The game and the session, for the next search.
    pub(crate) fn into_session(self) -> (GameRef, Session) {
        (self.line.game(), self.session)
    }
}
