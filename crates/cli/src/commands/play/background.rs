//! Searches in threads of their own, so that keys never wait: each about one position, stopped when it is no longer wanted.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use quadrille::{AnyLine, Evaluation, Finding, Limits, Question, Session, Strength, Tables};

use super::app::{App, Role};
use super::lines::HINT;

/// When two engines play, their moves are at least this far apart, so that people can follow.
const PACE: Duration = Duration::from_millis(700);

const ANALYSIS_TABLE_BYTES: usize = 64 << 20;

/// The searches of a game.
pub(super) struct Background {
    workers: [Worker; 3],
    sender: Sender<News>,
    news: Receiver<News>,
}

/// Makes the searches of one role, one after the other.
struct Worker {
    role: Role,
    session: Arc<Mutex<Session>>,
    /// The version of the position that is searched, and the flag that stops the search.
    search: Option<(u64, Arc<AtomicBool>)>,
}

/// Something that was found.
struct News {
    role: Role,
    version: u64,
    finding: Finding,
}

impl Background {
    pub(super) fn new(tables: &Tables) -> Background {
        let (sender, news) = mpsc::channel();
        let workers = [Role::Move, Role::Hint, Role::Analysis].map(|role| {
            let session = match role {
                Role::Analysis => Session::new(tables.clone()).with_table_bytes(ANALYSIS_TABLE_BYTES),
                Role::Move | Role::Hint => Session::new(tables.clone()),
            };
            Worker { role, session: Arc::new(Mutex::new(session)), search: None }
        });
        Background { workers, sender, news }
    }

    /// Starts the searches that are wanted, and stops those that are not.
    pub(super) fn follow(&mut self, app: &App) {
        for worker in &mut self.workers {
            let role = worker.role;
            let wanted = app.wants(role).then_some(app.game.version);
            let running = worker.search.as_ref().map(|&(version, _)| version);
            if wanted == running {
                continue;
            }
            worker.stop();
            if let Some(version) = wanted {
                let cancel = Arc::new(AtomicBool::new(false));
                worker.search = Some((version, Arc::clone(&cancel)));
                let hurried = app.game.has_humans() || role != Role::Move;
                let task = Task {
                    role,
                    version,
                    strength: if role == Role::Move { app.game.opponent } else { HINT },
                    pace: if hurried { Duration::ZERO } else { PACE },
                    line: app.game.line().duplicate(),
                    session: Arc::clone(&worker.session),
                    cancel,
                    sender: self.sender.clone(),
                };
                thread::spawn(move || task.run());
            }
        }
    }

    /// Tells the screen what has been found since; says whether that was anything.
    pub(super) fn tell(&self, app: &mut App) -> bool {
        let mut any = false;
        for News { role, version, finding } in self.news.try_iter() {
            if version == app.game.version {
                app.receive(role, finding);
                any = true;
            }
        }
        any
    }
}

impl Worker {
    fn stop(&mut self) {
        if let Some((_, cancel)) = self.search.take() {
            cancel.store(true, Relaxed);
        }
    }
}

/// Nothing searches for a game that has been left.
impl Drop for Background {
    fn drop(&mut self) {
        for worker in &mut self.workers {
            worker.stop();
        }
    }
}

/// One search.
struct Task {
    role: Role,
    version: u64,
    strength: Strength,
    pace: Duration,
    line: Box<dyn AnyLine>,
    session: Arc<Mutex<Session>>,
    cancel: Arc<AtomicBool>,
    sender: Sender<News>,
}

impl Task {
    fn run(self) {
        let start = Instant::now();
        // The search before this one has been stopped, and will release the session soon.
        let mut session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        if self.cancel.load(Relaxed) {
            return;
        }
        if self.role == Role::Analysis {
            return self.analyse(&mut session);
        }
        let found = session.reply(&*self.line, self.strength, Some(&self.cancel));
        while start.elapsed() < self.pace && !self.cancel.load(Relaxed) {
            thread::sleep(Duration::from_millis(20));
        }
        if let Some(finding) = found {
            self.send(finding);
        }
    }

    /// Looks deeper and deeper, exactly, until it is stopped or the game is solved from here.
    fn analyse(&self, session: &mut Session) {
        let limits = Limits { cancel: Some(&self.cancel), ..Limits::default() };
        let question = Question { limits, exact: true, evaluation: Evaluation::Standard };
        session.search_with(&*self.line, &question, &mut |finding| {
            self.send(finding.clone());
            let decided = finding.score.plies_to_end().map(i32::unsigned_abs);
            if decided.is_some_and(|plies| plies <= finding.depth) {
                self.cancel.store(true, Relaxed);
            }
        });
    }

    /// Reports a finding, unless the game has been left.
    fn send(&self, finding: Finding) {
        let _ = self.sender.send(News { role: self.role, version: self.version, finding });
    }
}
