//! Searches in threads of their own, so that keys never wait: each about one position, called off when it is no longer wanted.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

use anyline::{AnyLine, Evaluation, Finding, Question, Strength, choose};
use search::{Engine, Limits};

use super::app::{App, Role};
use super::lines::HINT;

/// Where people only watch, moves come no faster than this.
const PACE: Duration = Duration::from_millis(700);

const ANALYSIS_TABLE_BYTES: usize = 64 << 20;

const ROLES: [Role; 3] = [Role::Move, Role::Hint, Role::Analysis];

/// The searches of a game.
pub(super) struct Background<'scope, 'env> {
    scope: &'scope Scope<'scope, 'env>,
    desks: [Desk; 3],
    sender: Sender<News>,
    news: Receiver<News>,
}

/// Where searches of one role are made, one after the other.
#[derive(Default)]
struct Desk {
    /// Made by the first search: its table is large, and many games want none.
    engine: Arc<Mutex<Option<Engine>>>,
    /// The version of the position that is searched, and the flag that calls it off.
    search: Option<(u64, Arc<AtomicBool>)>,
}

/// Something that was found.
struct News {
    role: Role,
    version: u64,
    finding: Finding,
}

impl<'scope, 'env> Background<'scope, 'env> {
    pub(super) fn new(scope: &'scope Scope<'scope, 'env>) -> Background<'scope, 'env> {
        let (sender, news) = mpsc::channel();
        Background { scope, desks: <[Desk; 3]>::default(), sender, news }
    }

    /// Starts the searches that are wanted, and calls off those that are not.
    pub(super) fn follow<'g: 'scope>(&mut self, app: &App<'g>) {
        for (desk, role) in self.desks.iter_mut().zip(ROLES) {
            let wanted = app.wants(role).then(|| app.session.version());
            let running = desk.search.as_ref().map(|&(version, _)| version);
            if wanted == running {
                continue;
            }
            desk.stop();
            if let Some(version) = wanted {
                let cancel = Arc::new(AtomicBool::new(false));
                desk.search = Some((version, Arc::clone(&cancel)));
                let pace = if app.session.has_humans() { Duration::ZERO } else { PACE };
                let task = Task {
                    role,
                    version,
                    strength: if role == Role::Move { app.session.opponent } else { HINT },
                    pace: if role == Role::Move { pace } else { Duration::ZERO },
                    line: app.session.line().duplicate(),
                    engine: Arc::clone(&desk.engine),
                    cancel,
                    sender: self.sender.clone(),
                };
                self.scope.spawn(move || task.run());
            }
        }
    }

    /// Tells the screen what has been found since; says whether that was anything.
    pub(super) fn tell(&self, app: &mut App<'_>) -> bool {
        let mut any = false;
        for News { role, version, finding } in self.news.try_iter() {
            if version == app.session.version() {
                app.hear(role, finding);
                any = true;
            }
        }
        any
    }
}

impl Desk {
    fn stop(&mut self) {
        if let Some((_, cancel)) = self.search.take() {
            cancel.store(true, Relaxed);
        }
    }
}

/// Whoever leaves waits for the threads, so they have to come to an end.
impl Drop for Background<'_, '_> {
    fn drop(&mut self) {
        for desk in &mut self.desks {
            desk.stop();
        }
    }
}

/// One search.
struct Task<'s> {
    role: Role,
    version: u64,
    strength: Strength,
    pace: Duration,
    line: Box<dyn AnyLine + 's>,
    engine: Arc<Mutex<Option<Engine>>>,
    cancel: Arc<AtomicBool>,
    sender: Sender<News>,
}

impl Task<'_> {
    fn run(self) {
        let start = Instant::now();
        // The search before this one has been called off, and will leave the engine soon.
        let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        if self.cancel.load(Relaxed) {
            return;
        }
        if self.role == Role::Analysis {
            self.analyse(engine.get_or_insert_with(|| Engine::new(ANALYSIS_TABLE_BYTES)));
            return;
        }
        let engine = engine.get_or_insert_with(|| self.strength.engine());
        let found = choose(self.line.as_ref(), engine, &self.strength.question(Some(&self.cancel)));
        while start.elapsed() < self.pace && !self.cancel.load(Relaxed) {
            thread::sleep(Duration::from_millis(20));
        }
        if let Some(finding) = found {
            self.send(finding);
        }
    }

    /// Looks deeper and deeper, exactly, until it is called off or the game is solved from here.
    fn analyse(&self, engine: &mut Engine) {
        let limits = Limits { cancel: Some(&self.cancel), ..Limits::default() };
        let question = Question { limits, exact: true, evaluation: Evaluation::Standard };
        self.line.search(engine, &question, &mut |finding| {
            self.send(finding.clone());
            let decided = finding.score.plies_to_end().map(i32::unsigned_abs);
            if decided.is_some_and(|plies| plies <= finding.depth) {
                self.cancel.store(true, Relaxed);
            }
        });
    }

    /// When nobody listens any more the game has been left.
    fn send(&self, finding: Finding) {
        let _ = self.sender.send(News { role: self.role, version: self.version, finding });
    }
}
