//! Searches in threads of their own, so that keys never wait: each about one position, stopped when it is no longer wanted.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use quadrille::{AnyLine, Finding, Limits, MAX_DEPTH, Question, Session, Tables};

use super::app::{App, Role};
use super::lines::hint;

/// When two engines play, their moves are at least this far apart, so that people can follow.
const PACE: Duration = Duration::from_millis(700);

const ANALYSIS_TABLE_BYTES: usize = 64 << 20;

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

/// Something that was found about a version of the position.
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
            let wanted = app.wants(worker.role).then_some(app.game.version);
            let running = worker.search.as_ref().map(|&(version, _)| version);
            if wanted != running {
                worker.stop();
                if let Some(version) = wanted {
                    worker.start(app, version, self.sender.clone());
                }
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

/// Nothing searches for a game that has been left.
impl Drop for Background {
    fn drop(&mut self) {
        self.workers.iter_mut().for_each(Worker::stop);
    }
}

impl Worker {
    fn stop(&mut self) {
        if let Some((_, cancel)) = self.search.take() {
            cancel.store(true, Relaxed);
        }
    }

    fn start(&mut self, app: &App, version: u64, sender: Sender<News>) {
        let role = self.role;
        let cancel = Arc::new(AtomicBool::new(false));
        self.search = Some((version, Arc::clone(&cancel)));
        let hurried = app.game.has_humans() || role != Role::Move;
        let earliest = Instant::now() + if hurried { Duration::ZERO } else { PACE };
        let (opponent, seed) = (app.game.opponent, app.game.seed);
        let (line, session) = (app.game.line().duplicate(), Arc::clone(&self.session));
        // What is found is lost if the game has been left.
        let send = move |finding| drop(sender.send(News { role, version, finding }));
        thread::spawn(move || {
            // The search before this one has been stopped, and will release the session soon.
            let mut session = session.lock().unwrap_or_else(PoisonError::into_inner);
            if cancel.load(Relaxed) {
                return;
            }
            let found = match role {
                Role::Analysis => return analyse(&mut session, &*line, &cancel, send),
                Role::Move => session.reply(&*line, opponent, seed, Some(&cancel)),
                Role::Hint => session.search(&*line, &hint(Some(&cancel))),
            };
            while Instant::now() < earliest && !cancel.load(Relaxed) {
                thread::sleep(Duration::from_millis(20));
            }
            found.map(send);
        });
    }
}

/// Looks deeper and deeper, exactly, until it is stopped or the game is solved from here.
fn analyse(session: &mut Session, line: &dyn AnyLine, cancel: &AtomicBool, send: impl Fn(Finding) + Sync) {
    let limits = Limits { cancel: Some(cancel), ..Limits::default() };
    let question = Question { limits, ..Question::to_depth(MAX_DEPTH) };
    session.search_with(line, &question, &mut |finding| {
        send(finding.clone());
        let decided = finding.score.plies_to_end().map(i32::unsigned_abs);
        if decided.is_some_and(|plies| plies <= finding.depth) {
            cancel.store(true, Relaxed);
        }
    });
}
