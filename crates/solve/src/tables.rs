//! The tables of a game: files of a directory, and small tiers that are solved in memory when they are first needed.

use std::collections::HashMap;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use crate::{Solvable, Tier};
use game::{BoardState, Line, Oracle, Verdict};

use crate::cluster::Cluster;
use crate::file::{FileError, TableFile};
use crate::progress::Progress;
use crate::ranking::Ranking;
use crate::run::{self, SolveError, Solved};
use crate::tiers;

/// How many values can be solved when they are first needed, in some tenths of a second on one core: in one sweep, and from the
/// ends backwards.
const SMALL_SWEEP: u64 = 2_000_000;
const SMALL: u64 = 300_000;

/// The tables of one game.
pub struct Tables<G> {
    pub(crate) game: G,
    pub(crate) name: String,
    pub(crate) directory: Option<PathBuf>,
    open: RwLock<HashMap<Tier, Arc<Table>>>,
    /// The men of the largest tier that is open. A search asks about very many positions that have more: they need no further look.
    most_men: AtomicU32,
    /// Whether a search has looked for files.
    looked: OnceLock<()>,
    /// Held while something small is solved, so that no other thread solves the same.
    solving: Mutex<()>,
}

/// A table that can be asked.
pub(crate) struct Table {
    pub(crate) ranking: Ranking,
    pub(crate) file: TableFile,
}

impl<G: Solvable + Clone> Tables<G> {
    /// The tables of a game that lie in this directory, if any.
    pub fn new(game: &G, name: &str, directory: Option<PathBuf>) -> Tables<G> {
        let (game, name) = (game.clone(), name.to_string());
        Tables {
            game,
            name,
            directory,
            open: RwLock::default(),
            most_men: AtomicU32::new(0),
            looked: OnceLock::new(),
            solving: Mutex::default(),
        }
    }

    /// Solves tiers, or finds them solved. Each comes after those that it needs: see [`tiers::with_all_below`]. Tables go to the directory,
    /// or stay in memory without one.
    ///
    /// # Errors
    /// When something is too large, does not fit, or the system or another process gives up.
    ///
    /// # Panics
    /// When the tiers are not in order.
    pub fn solve(
        &self,
        tiers: &[Tier],
        cluster: &Cluster,
        progress: &Progress,
    ) -> Result<Vec<Solved>, SolveError> {
        run::solve(self, tiers, cluster, progress)
    }

    /// Opens the tables for a position and all that can follow it, or solves them if they are small. Tells whether the table for the
    /// position itself is open.
    ///
    /// # Errors
    /// When a table is there but cannot be used.
    pub fn prepare(&self, position: &G::Position) -> Result<bool, SolveError> {
        let tier = self.game.tier(position).canonical();
        if !self.is_open(tier) && self.game.ending(position).is_none() {
            // A position with many men has too many tiers below to look for.
            let has_file = self.path(tier).is_some_and(|path| path.exists());
            if has_file || self.is_small(&[tier]) {
                let tiers = self.open_with_all_below(tier)?;
                if !self.is_open(tier) && self.is_small(&tiers) {
                    self.solve_in_memory(&tiers)?;
                }
            }
        }
        Ok(self.is_open(tier))
    }

    /// Opens the files of a tier and of all below it, as far as they are there, and names these tiers.
    pub(crate) fn open_with_all_below(&self, tier: Tier) -> Result<Vec<Tier>, SolveError> {
        let tiers = tiers::with_all_below(&self.game, &[tier]);
        tiers.iter().try_for_each(|&tier| self.open_file(tier, false))?;
        Ok(tiers)
    }

    /// Opens all files there are, but for those that cannot be used. Values are checked block by block as they are asked for, or all
    /// at once: then what is open knows all of its positions.
    ///
    /// # Errors
    /// When a table is there but cannot be used.
    pub(crate) fn open_everything(&self, whole: bool) -> Result<(), SolveError> {
        let files = self.directory.as_ref().and_then(|directory| std::fs::read_dir(directory).ok());
        let mut result = Ok(());
        for path in files.into_iter().flatten().flatten().map(|entry| entry.path()) {
            let name = path.file_stem().map(|name| name.to_string_lossy());
            let is_table = path.extension().is_some_and(|kind| kind == "table");
            if let Some(tier) = name.filter(|_| is_table).and_then(|name| G::parse_tier(&name).ok()) {
                result = result.and(self.open_file(tier, whole));
            }
        }
        result
    }

    /// Opens the file of a tier, which must be there.
    pub(crate) fn require(&self, tier: Tier) -> Result<(), SolveError> {
        self.open_file(tier, false)?;
        if self.is_open(tier) {
            return Ok(());
        }
        let path = self.path(tier).unwrap_or_default();
        let problem =
            io::Error::new(io::ErrorKind::NotFound, "the table does not exist: run `quadrille solve` first");
        Err(FileError::Io { path, problem }.into())
    }

    /// About how many bytes of memory the tables hold.
    pub fn memory(&self) -> usize {
        let open = self.open.read().unwrap_or_else(PoisonError::into_inner);
        open.values().map(|table| table.file.memory() + table.ranking.memory()).sum()
    }

    /// The table of a tier in canonical form, if it is open.
    pub(crate) fn table(&self, tier: Tier) -> Option<Arc<Table>> {
        self.open.read().unwrap_or_else(PoisonError::into_inner).get(&tier).cloned()
    }

    fn is_open(&self, tier: Tier) -> bool {
        self.table(tier).is_some()
    }

    fn is_small(&self, tiers: &[Tier]) -> bool {
        let ways = 2 * (self.game.symmetries().len() as u64 + 1);
        let states: Option<u64> = tiers.iter().map(|&tier| Ranking::states(&self.game, tier)).sum();
        let sweeps = tiers.iter().all(|&tier| self.game.as_sweep(tier).is_some());
        let small = if sweeps { SMALL_SWEEP } else { SMALL };
        !tiers.is_empty() && states.is_some_and(|states| states / ways <= small)
    }

    /// Opens the file of a tier, if it is there. Either all of it is checked, or values are as they are asked for.
    pub(crate) fn open_file(&self, tier: Tier, whole: bool) -> Result<(), SolveError> {
        if let Some(path) = self.path(tier).filter(|path| path.exists() && !self.is_open(tier)) {
            let file = TableFile::open(&path)?;
            if whole {
                file.check()?;
            }
            self.add(tier, file)?;
        }
        Ok(())
    }

    /// The file for a tier, if tables go to files.
    pub(crate) fn path(&self, tier: Tier) -> Option<PathBuf> {
        Some(self.directory.as_ref()?.join(format!("{}.table", G::write_tier(tier))))
    }

    /// Adds a table, unless it is the table for something else.
    pub(crate) fn add(&self, tier: Tier, file: TableFile) -> Result<(), FileError> {
        let Some(ranking) = Ranking::new(&self.game, tier) else {
            return Ok(());
        };
        file.expect(&self.name, &G::write_tier(tier), ranking.size())?;
        let mut open = self.open.write().unwrap_or_else(PoisonError::into_inner);
        open.insert(tier, Arc::new(Table { ranking, file }));
        self.most_men.fetch_max(tier.count(), Relaxed);
        Ok(())
    }

    fn solve_in_memory(&self, tiers: &[Tier]) -> Result<(), SolveError> {
        let _alone = self.solving.lock().unwrap_or_else(PoisonError::into_inner);
        if tiers.iter().all(|&tier| self.is_open(tier)) {
            return Ok(());
        }
        let in_memory = Tables::new(&self.game, &self.name, None);
        in_memory.solve(tiers, &Cluster::new(1, None), &Progress::default())?;
        let solved = in_memory.open.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.open.write().unwrap_or_else(PoisonError::into_inner).extend(solved);
        self.most_men.fetch_max(in_memory.most_men.into_inner(), Relaxed);
        Ok(())
    }

    /// The verdict on a position, if its table is at hand.
    ///
    /// # Errors
    /// When the table is damaged.
    pub fn find(&self, position: &G::Position) -> Result<Option<Verdict>, FileError> {
        if let Some(ending) = self.game.ending(position) {
            return Ok(Some(Verdict::of_outcome(ending.outcome, position.side())));
        }
        self.look_up(position)
    }

    /// What the table says of a position, ended or not, if it is at hand.
    pub(crate) fn look_up(&self, position: &G::Position) -> Result<Option<Verdict>, FileError> {
        let tier = self.game.tier(position);
        if tier.count() > self.most_men.load(Relaxed) {
            return Ok(None);
        }
        let Some(table) = self.table(tier.canonical()) else {
            return Ok(None);
        };
        Ok(table.file.code(table.ranking.index(&self.game, position))?.verdict())
    }

    /// The best move of an unfinished line, the first in generation order, with its verdict, if all moves are known.
    ///
    /// # Errors
    /// When a table is damaged.
    pub fn best_move(&self, line: &Line<'_, G>) -> Result<Option<(Verdict, G::Move)>, FileError> {
        let mut best: Option<(Verdict, G::Move)> = None;
        for mv in line.moves() {
            let next = self.game.play_unchecked(line.position(), mv);
            let Some(verdict) = self.find(&next)?.map(Verdict::for_mover) else {
                return Ok(None);
            };
            if best.is_none_or(|(most, _)| verdict > most) {
                best = Some((verdict, mv));
            }
        }
        Ok(best)
    }
}

impl<G: Solvable + Clone> Oracle<G> for Tables<G> {
    fn prepare(&self, position: &G::Position) {
        self.prepare_quickly(position);
        let _ = Tables::prepare(self, position);
    }

    fn prepare_quickly(&self, _position: &G::Position) {
        // New tables do not appear in the middle of a game: one look is enough. A search does without an unusable table.
        self.looked.get_or_init(|| drop(self.open_everything(false)));
    }

    fn knows_any(&self) -> bool {
        self.most_men.load(Relaxed) > 0
    }

    fn verdict(&self, position: &G::Position) -> Option<Verdict> {
        self.find(position).ok().flatten()
    }
}
