//! A whole run: tier after tier, each solved by all workers together, written and checked before the next begins.

use std::fs::{self, File, TryLockError};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::{Solvable, Tier};
use thiserror::Error;

use crate::checksum::Checksum;
use crate::cluster::{Cluster, ClusterError, Hosts, Worker};
use crate::code::Code;
use crate::file::{self, FileError, Header, TableFile};
use crate::mesh::{Deserted, Message};
use crate::progress::{Progress, Stage};
use crate::ranking::Ranking;
use crate::shares::Shares;
use crate::summary::Summary;
use crate::sweep::Planes;
use crate::table::{Below, UnpackedTable};
use crate::tables::Tables;
use crate::{memory, retrograde, sweep, tiers};

/// How many values a block has, unless something else is needed.
const BLOCK: u64 = 1 << 16;

/// Why something cannot be solved.
#[derive(Error, Debug)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum SolveError {
    #[error(transparent)]
    Cluster(#[from] ClusterError),
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{game} with {tier} has too many positions to be solved by a table")]
    TooLarge { game: String, tier: String },
    #[error(
        "{tier} needs about {} MB of memory here, and {} MB are free; spread it over more processes, or use a larger machine",
        needed >> 20,
        free >> 20
    )]
    Memory { tier: String, needed: u64, free: u64 },
    #[error("{tier} has more positions than {workers} workers can number; give it more workers or processes")]
    TooFewWorkers { tier: String, workers: usize },
    #[error("another run is writing tables to {}; wait for it, or choose another directory with --tables", directory.display())]
    InUse { directory: PathBuf },
    #[error("solving was cancelled; tables that are finished stay")]
    Cancelled,
    #[error("{0}; its own process reports why")]
    Elsewhere(#[from] Deserted),
}

/// A tier that is solved.
#[derive(Clone, Copy, Debug)]
pub struct Solved {
    /// The tier, in its canonical form.
    pub tier: Tier,
    /// Whether its table was there already.
    pub found: bool,
}

/// What the workers of a process have in common.
struct Shared<'a, G> {
    tables: &'a Tables<G>,
    tiers: &'a [Tier],
    cluster: &'a Cluster,
    progress: &'a Progress,
    /// What the tier at hand needs.
    task: Mutex<Option<Arc<Task>>>,
}

/// The tier at hand.
struct Task {
    ranking: Arc<Ranking>,
    below: Below,
    planes: Option<Planes>,
}

/// Solves tiers, each after those that it needs, or finds them solved.
pub(crate) fn solve<G: Solvable + Clone>(
    tables: &Tables<G>,
    tiers: &[Tier],
    cluster: &Cluster,
    progress: &Progress,
) -> Result<Vec<Solved>, SolveError> {
    // A tier that has a table is looked at again when its turn comes: the table may turn out to be unusable.
    let missing = |tier: &&Tier| tables.path(**tier).is_none_or(|path| !path.exists());
    tiers.iter().filter(missing).try_for_each(|&tier| check_size(tables, tier, cluster))?;
    let _alone = tables.directory.as_deref().map(|directory| alone_in(directory, cluster)).transpose()?;
    let shared = Shared { tables, tiers, cluster, progress, task: Mutex::default() };
    let results = cluster.run(&greeting(tables, tiers), |worker| work(&shared, worker))?;
    // The worker that left first knows why.
    let gives_no_reason = |result: &Result<_, _>| matches!(result, Ok(_) | Err(SolveError::Elsewhere(_)));
    results.into_iter().min_by_key(gives_no_reason).expect("there is a worker in each process")
}

/// What all processes of a run must agree on: the version, the game and the tiers. A few of the tiers are named.
fn greeting<G: Solvable>(tables: &Tables<G>, tiers: &[Tier]) -> String {
    let tiers: Vec<String> = tiers.iter().map(|&tier| G::write_tier(tier)).collect();
    let named = tiers.iter().rev().take(3).map(String::as_str).collect::<Vec<_>>().join(", ");
    let sum = u64::from_le_bytes(Checksum::of(tiers.join(" ").as_bytes()).to_bytes());
    let (version, name, count) = (env!("CARGO_PKG_VERSION"), &tables.name, tiers.len());
    format!("quadrille {version}, {name}, {named}: {count} tiers in all, {sum:016x}")
}

fn check_size<G: Solvable>(tables: &Tables<G>, tier: Tier, cluster: &Cluster) -> Result<(), SolveError> {
    let name = || G::write_tier(tier);
    let needed = memory::needed(&tables.game, tier, cluster);
    let needed = needed.ok_or_else(|| SolveError::TooLarge { game: tables.name.clone(), tier: name() })?;
    if let Some(free) = game::free_memory().filter(|&free| free < needed) {
        return Err(SolveError::Memory { tier: name(), needed, free });
    }
    if !memory::can_be_dealt(&tables.game, tier, cluster) {
        let workers = cluster.processes() * cluster.workers;
        return Err(SolveError::TooFewWorkers { tier: name(), workers });
    }
    Ok(())
}

/// Makes a directory and keeps other runs out of it as long as the result lives. Processes of the same run may share it.
fn alone_in(directory: &Path, cluster: &Cluster) -> Result<File, SolveError> {
    let process = cluster.hosts.as_ref().map_or(0, Hosts::process);
    let path = directory.join(format!("writing-{process}.lock"));
    let io_error = |problem| FileError::Io { path: path.clone(), problem };
    fs::create_dir_all(directory).map_err(io_error)?;
    let file = File::create(&path).map_err(io_error)?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(SolveError::InUse { directory: directory.to_path_buf() }),
        // Where files cannot be locked, users have to take care.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// All tiers, one after the other.
fn work<G: Solvable + Clone>(shared: &Shared<'_, G>, worker: &mut Worker) -> Result<Vec<Solved>, SolveError> {
    let mut solved = Vec::new();
    let mut agreement = worker.mesh::<u64>();
    for (number, &tier) in (1..).zip(shared.tiers) {
        let found = !worker.is_first_of_process() || shared.find(tier);
        let found = agreement.all(found)?;
        if !found {
            solve_tier(shared, worker, number, tier)?;
        }
        solved.push(Solved { tier, found });
        shared.progress.check()?;
    }
    Ok(solved)
}

impl<G: Solvable + Clone> Shared<'_, G> {
    /// Looks for a table that is there already. One that is damaged or for something else is solved again.
    fn find(&self, tier: Tier) -> bool {
        if let Err(problem) = self.tables.open_file(tier, true) {
            self.progress.note(problem.to_string());
        }
        self.tables.table(tier).is_some()
    }

    /// Keeps a table, in the directory or in memory. Processes that share the directory write to files of their own at first.
    fn write(
        &self,
        process: usize,
        tier: Tier,
        header: &Header,
        blocks: &[Arc<[u8]>],
    ) -> Result<TableFile, FileError> {
        let Some(path) = self.tables.path(tier) else {
            let mut bytes = Vec::new();
            file::write(&mut bytes, header, blocks).expect("a vector takes all bytes");
            return TableFile::in_memory(bytes);
        };
        let unfinished = path.with_extension(format!("unfinished-{process}"));
        file::replace(&path, &unfinished, |file| file::write(file, header, blocks))
            .map_err(|problem| FileError::Io { path: path.clone(), problem })?;
        TableFile::open(&path)
    }

    /// Prepares what all workers of this process need for a tier.
    fn prepare(&self, tier: Tier) -> Result<(), SolveError> {
        check_size(self.tables, tier, self.cluster)?;
        let game = &self.tables.game;
        let load = |tier| UnpackedTable::load(self.tables.table(tier).expect("tiers are in order"));
        let below = tiers::directly_below(game, tier).into_iter().map(load);
        let mut below = Below(below.collect::<Result<_, _>>()?);
        let planes = game.as_sweep(tier).map(|_| Planes::new(game, tier, &below, self.cluster.workers));
        if planes.is_some() {
            // All that a sweep needs of them is laid out.
            below = Below::default();
        }
        let ranking = Arc::new(Ranking::new(game, tier).expect("its size was checked"));
        *lock(&self.task) = Some(Arc::new(Task { ranking, below, planes }));
        Ok(())
    }
}

/// Solves one tier together with the other workers, and keeps it.
fn solve_tier<G: Solvable + Clone>(
    shared: &Shared<'_, G>,
    worker: &mut Worker,
    number: usize,
    tier: Tier,
) -> Result<(), SolveError> {
    let game = &shared.tables.game;
    if worker.is_first_of_process() {
        shared.prepare(tier)?;
    }
    // No worker begins before all are prepared.
    worker.mesh::<u64>().all(true)?;
    let task = lock(&shared.task).clone().expect("the first worker has prepared it");
    let ranking = Arc::clone(&task.ranking);
    let stage = |work| Stage {
        tier: number,
        tiers: shared.tiers.len(),
        name: G::write_tier(tier),
        work,
        // Each process tells of its own part.
        total: ranking.size() / shared.cluster.processes() as u64,
    };
    let progress = shared.progress;
    let sweep = game.as_sweep(tier);
    if worker.is_first_of_process() {
        progress.begin(stage(if sweep.is_some() { "sweeping" } else { "looking" }));
    }
    let workers = worker.peers() as u64;
    let block = sweep.map_or(BLOCK, |_| (BLOCK / ranking.row_len()).max(1) * ranking.row_len());
    let shares = Shares { values: ranking.size(), block, workers };
    let values = match (sweep, &task.planes) {
        (Some(sweep), Some(planes)) => {
            Values::Bytes(sweep::solve(game, sweep, worker, &ranking, planes, shares, progress)?)
        }
        _ => Values::Codes(retrograde::solve(game, worker, &ranking, &task.below, shares, progress)?),
    };
    // Memory is given back before the table is put together.
    drop(task);
    lock(&shared.task).take();
    if worker.is_first_of_process() {
        progress.go_on("writing");
    }
    keep(shared, worker, &ranking, shares, &values)
}

/// The codes of a worker's own positions.
enum Values {
    Bytes(Vec<u8>),
    Codes(Vec<Code>),
}

impl Values {
    fn code(&self, local: usize) -> Code {
        match self {
            Values::Bytes(bytes) => Code(bytes[local].into()),
            Values::Codes(codes) => codes[local],
        }
    }

    /// Compresses a block of them, with this number of bytes for each.
    fn pack(&self, block: Range<usize>, width: usize) -> io::Result<Vec<u8>> {
        match self {
            Values::Bytes(bytes) => file::compress(&bytes[block]),
            Values::Codes(codes) => {
                let bytes = codes[block].iter().flat_map(|code| code.0.to_le_bytes().into_iter().take(width));
                file::compress(&bytes.collect::<Vec<u8>>())
            }
        }
    }
}

/// What goes to the first worker of each process: a block of the table, packed.
#[derive(Clone)]
struct Block {
    number: u64,
    packed: Arc<[u8]>,
}

impl Message for Block {
    fn to_bytes(&self) -> Vec<u8> {
        [&self.number.to_le_bytes(), &*self.packed].concat()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Block> {
        let (number, packed) = bytes.split_first_chunk()?;
        Some(Block { number: u64::from_le_bytes(*number), packed: packed.into() })
    }
}

/// Puts a table together from what the workers have, in every process, and keeps it there.
fn keep<G: Solvable + Clone>(
    shared: &Shared<'_, G>,
    worker: &mut Worker,
    ranking: &Ranking,
    shares: Shares,
    values: &Values,
) -> Result<(), SolveError> {
    let game = &shared.tables.game;
    let mut own = Summary::default();
    for (block, first, values_here) in shares.blocks(worker.index()) {
        shared.progress.check()?;
        let codes = (first..first + values_here).map(|local| values.code(local));
        own.add(game, ranking, block * shares.block, codes);
    }
    let mut mesh = worker.mesh::<Summary>();
    mesh.broadcast(own);
    let mut summary = Summary::default();
    mesh.finish_step(|part| {
        summary = summary.and(part);
        Some(())
    })?;
    let width = if summary.longest.is_none_or(|(plies, _)| Code::win(plies).0 < 256) { 1 } else { 2 };
    let failed = |problem| FileError::Io { path: "(packing)".into(), problem };
    let mut mesh = worker.mesh::<Block>();
    let mut blocks = vec![Arc::from([]); if worker.is_first_of_process() { shares.count() } else { 0 }];
    let mut place = |block: Block| blocks.get_mut(block.number as usize).map(|place| *place = block.packed);
    for (number, first, values_here) in shares.blocks(worker.index()) {
        shared.progress.check()?;
        let packed: Arc<[u8]> = values.pack(first..first + values_here, width).map_err(failed)?.into();
        for process in 0..worker.processes() {
            mesh.send(worker.first_of(process), Block { number, packed: Arc::clone(&packed) });
        }
        mesh.receive(&mut place);
        shared.progress.add(values_here as u64);
    }
    mesh.finish_step(&mut place)?;
    if worker.is_first_of_process() {
        let header = Header {
            game: shared.tables.name.clone(),
            tier: G::write_tier(ranking.tier()),
            repeats: if G::NO_REPEAT { file::REPEATS_DRAW } else { file::REPEATS_AS_PLAYED },
            values: shares.values,
            block: shares.block,
            width,
            summary,
        };
        let table = shared.write(worker.process(), ranking.tier(), &header, &blocks)?;
        shared.tables.add(ranking.tier(), table)?;
    }
    // No worker continues before all have it.
    worker.mesh::<u64>().all(true)?;
    Ok(())
}
