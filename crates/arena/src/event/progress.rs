//! The games of an event that are being played, for people who watch it.
//!
//! A run keeps them in memory and writes them several times a second into a small file beside the event's own, which `Viewer` reads.
//! So a move costs the players a lock and a push, however many moves a second there are, and nothing waits for the disk.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use quadrille::Opening;
use serde::{Deserialize, Serialize};

use super::Job;
use crate::player::PlayerSpec;

/// How often the file is written if something has changed, and if nothing has: so its readers know that the run goes on.
pub(crate) const PACE: Duration = Duration::from_millis(100);
const SIGN_OF_LIFE: Duration = Duration::from_secs(1);
/// After this time without a sign of life a run has ended.
const SILENCE: Duration = Duration::from_secs(5);
/// How many games are kept: workers of a queue may send any number.
const MOST_GAMES: usize = 1024;

/// A game that is being played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameInProgress {
    /// Its number in the event.
    pub number: u64,
    /// The names of the players, White first.
    pub players: [String; 2],
    /// Where it started.
    pub opening: Opening,
    /// The moves since then.
    pub moves: Vec<String>,
}

/// The games that are being played now.
#[derive(Default, Debug)]
pub struct Progress(Mutex<State>);

#[derive(Default, Debug)]
struct State {
    games: BTreeMap<u64, GameInProgress>,
    /// The numbers of those that are over: a worker's last message may come after its record.
    ended: HashSet<u64>,
    changed: bool,
}

impl Progress {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A game begins.
    pub(crate) fn begin(&self, job: &Job) {
        let name = |spec: &String| spec.parse::<PlayerSpec>().map_or_else(|_| spec.clone(), |spec| spec.name);
        let (players, opening) = (job.players.each_ref().map(name), job.opening.clone());
        self.set(GameInProgress { number: job.number, players, opening, moves: Vec::new() });
    }

    /// A player of a game has moved.
    pub(crate) fn moved(&self, number: u64, mv: &str) {
        let mut state = self.state();
        if let Some(game) = state.games.get_mut(&number) {
            game.moves.push(mv.to_string());
            state.changed = true;
        }
    }

    /// A game is as somebody else says.
    pub(crate) fn set(&self, game: GameInProgress) {
        let mut state = self.state();
        let has_room = state.games.len() < MOST_GAMES || state.games.contains_key(&game.number);
        if has_room && !state.ended.contains(&game.number) {
            state.games.insert(game.number, game);
            state.changed = true;
        }
    }

    /// A game is over, and its record is stored.
    pub(crate) fn end(&self, number: u64) {
        let mut state = self.state();
        state.games.remove(&number);
        state.ended.insert(number);
        state.changed = true;
    }

    /// All games, if something has happened since the last call.
    pub(crate) fn news(&self) -> Option<Vec<GameInProgress>> {
        let mut state = self.state();
        std::mem::take(&mut state.changed).then(|| state.games.values().cloned().collect())
    }
}

/// What the file says.
#[derive(Serialize, Deserialize)]
struct Bulletin {
    /// The id of the event.
    event: String,
    /// When it was written, in milliseconds since 1970.
    written: u64,
    games: Vec<GameInProgress>,
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}

/// The files of an event: that with this path, and those beside it while it is in use.
pub fn files_of_event(path: &Path) -> [PathBuf; 5] {
    ["", "-wal", "-shm", ".live", ".live.new"].map(|ending| file_beside(path, ending))
}

/// The file beside that of an event.
pub(super) fn file_beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// The games of an event that are being played, if a run plays it now.
pub(super) fn read(path: &Path, event: &str) -> Option<Vec<GameInProgress>> {
    let text = fs::read_to_string(file_beside(path, ".live")).ok()?;
    // A file of another version says nothing.
    let bulletin: Bulletin = serde_json::from_str(&text).ok()?;
    let is_recent = now().saturating_sub(bulletin.written) < SILENCE.as_millis() as u64;
    (bulletin.event == event && is_recent).then_some(bulletin.games)
}

/// Writes the games in progress beside the file of an event, until it is dropped.
pub struct Announcer {
    over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
    file: PathBuf,
}

impl Announcer {
    /// Begins to write. A file that cannot be written is not an error: only watching needs it.
    pub fn new(path: &Path, event: &str, progress: Arc<Progress>) -> Announcer {
        let (file, unfinished) = (file_beside(path, ".live"), file_beside(path, ".live.new"));
        let over = Arc::new(AtomicBool::new(false));
        let (event, is_over, target) = (event.to_string(), Arc::clone(&over), file.clone());
        let thread = thread::spawn(move || {
            let (mut games, mut written) = (Vec::new(), None::<Instant>);
            while !is_over.load(Relaxed) {
                let news = progress.news();
                if news.is_some() || written.is_none_or(|written| written.elapsed() >= SIGN_OF_LIFE) {
                    games = news.unwrap_or(games);
                    let bulletin = Bulletin { event: event.clone(), written: now(), games };
                    // Readers find the old file or the new one, never a part.
                    let text = serde_json::to_string(&bulletin).unwrap_or_default();
                    let _ = fs::write(&unfinished, text).and_then(|()| fs::rename(&unfinished, &target));
                    (games, written) = (bulletin.games, Some(Instant::now()));
                }
                thread::park_timeout(PACE);
            }
        });
        Announcer { over, thread: Some(thread), file }
    }
}

impl Drop for Announcer {
    fn drop(&mut self) {
        self.over.store(true, Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
        }
        let _ = fs::remove_file(&self.file);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: u64, moves: &[&str]) -> GameInProgress {
        let opening = Opening { position: "startpos".to_string(), moves: Vec::new() };
        let moves = moves.iter().map(ToString::to_string).collect();
        GameInProgress { number, players: ["anna", "ben"].map(str::to_string), opening, moves }
    }

    #[test]
    fn news_come_once_and_a_late_message_brings_no_game_back() {
        let progress = Progress::default();
        assert_eq!(progress.news(), None);
        progress.set(game(1, &[]));
        progress.moved(1, "a1a2");
        progress.moved(2, "a1a2");
        assert_eq!(progress.news(), Some(vec![game(1, &["a1a2"])]));
        assert_eq!(progress.news(), None);
        progress.end(1);
        progress.set(game(1, &["a1a2"]));
        assert_eq!(progress.news(), Some(Vec::new()));
    }

    #[test]
    fn there_is_a_limit_to_the_games_of_others() {
        let progress = Progress::default();
        (0..2 * MOST_GAMES as u64).for_each(|number| progress.set(game(number, &[])));
        progress.set(game(0, &["a1a2"]));
        let games = progress.news().expect("news");
        assert_eq!((games.len(), games[0].moves.len()), (MOST_GAMES, 1));
    }

    #[test]
    fn the_file_says_what_is_played_until_the_run_ends() {
        let folder = std::env::temp_dir().join(format!("quadrille-progress-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let (path, progress) = (folder.join("cup.sqlite"), Arc::new(Progress::default()));
        assert_eq!(read(&path, "cup-1"), None);
        let announcer = Announcer::new(&path, "cup-1", Arc::clone(&progress));
        progress.set(game(7, &["a1a2"]));
        let deadline = Instant::now() + Duration::from_mins(1);
        while read(&path, "cup-1") != Some(vec![game(7, &["a1a2"])]) {
            assert!(Instant::now() < deadline, "the game is never told");
            thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(read(&path, "cup-2"), None, "another event has the same file name");
        // A run that was killed leaves its file.
        let old = Bulletin { event: "cup-1".to_string(), written: now() - 6000, games: vec![game(7, &[])] };
        drop(announcer);
        assert!(!file_beside(&path, ".live").exists());
        fs::write(file_beside(&path, ".live"), serde_json::to_string(&old).expect("JSON")).expect("written");
        assert_eq!(read(&path, "cup-1"), None);
        fs::remove_dir_all(&folder).expect("removed");
    }
}
