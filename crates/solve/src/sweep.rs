//! A tier of a game whose men only go forward: one sweep over the rows, the furthest first.
//!
//! The rows in which White's men have come equally far need nothing of each other. So they are solved at the same time, each by
//! the worker that owns it, and go to all workers before those in which White is one step less far.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::colex::{self, Ranks, binomial, subsets};
use crate::forward::{Neighbours, Row, Sweep, short};
use crate::{Solvable, Tier};
use game::Side;

use crate::cluster::Worker;
use crate::code::Code;
use crate::mesh::{Mesh, Message};
use crate::progress::Progress;
use crate::ranking::{Ranking, permuted};
use crate::run::SolveError;
use crate::shares::Shares;
use crate::table::{Below, UnpackedTable};

/// The values of all positions with given numbers of men and one side to move: a row for each placement of White's men, canonical or not.
struct Plane {
    columns: usize,
    values: Vec<i8>,
}

impl Plane {
    fn row(&self, number: u64) -> &[i8] {
        &self.values[number as usize * self.columns..][..self.columns]
    }
}

/// What a sweep of a tier needs of the tiers below.
pub(crate) struct Planes {
    /// With a man of Black less and Black to move, unless it has one only.
    black_less: Option<Plane>,
    /// With a man of White less and White to move, unless it has one only.
    white_less: Option<Plane>,
}

impl Planes {
    /// Lays out the tiers below, with this number of threads.
    pub(crate) fn new<G: Solvable>(game: &G, tier: Tier, below: &Below, threads: usize) -> Planes {
        let plane = |less: Side| {
            let smaller = tier.with(less, 0, -1)?;
            let table = below.table(smaller.canonical())?;
            Some(if smaller == smaller.canonical() {
                plane(game, table, less, threads)
            } else {
                turned_plane(game, table, threads)
            })
        };
        Planes { black_less: plane(Side::Black), white_less: plane(Side::White) }
    }
}

/// The rows of one worker while it sweeps.
struct Rows<'a> {
    cells: u64,
    planes: &'a Planes,
    /// The rows one step further, Black to move, by the number of White's placement.
    ahead: Vec<Option<Arc<[i8]>>>,
}

/// A row with Black to move on its way to all workers. Within a process it is shared.
#[derive(Clone)]
struct SolvedRow {
    /// The number of White's placement.
    number: u64,
    values: Arc<[i8]>,
}

impl Message for SolvedRow {
    fn to_bytes(&self) -> Vec<u8> {
        let values = self.values.iter().map(|&value| value as u8);
        self.number.to_le_bytes().into_iter().chain(values).collect()
    }

    fn from_bytes(bytes: &[u8]) -> Option<SolvedRow> {
        let (number, values) = bytes.split_first_chunk()?;
        let number = u64::from_le_bytes(*number);
        Some(SolvedRow { number, values: values.iter().map(|&value| value as i8).collect() })
    }
}

impl Neighbours for Rows<'_> {
    fn ahead(&self, white: u64) -> &[i8] {
        let row = self.ahead[colex::rank(white, self.cells) as usize].as_ref();
        row.expect("rows further ahead are solved first")
    }

    fn black_less(&self, white: u64) -> Option<&[i8]> {
        Some(self.planes.black_less.as_ref()?.row(colex::rank(white, self.cells)))
    }

    fn white_less(&self, white: u64) -> Option<&[i8]> {
        Some(self.planes.white_less.as_ref()?.row(colex::rank(white, self.cells)))
    }
}

/// Solves a tier together with the other workers; gives the codes, a byte each, of the positions that this worker owns.
pub(crate) fn solve<G: Solvable>(
    game: &G,
    sweep: &dyn Sweep,
    worker: &mut Worker,
    ranking: &Ranking,
    planes: &Planes,
    shares: Shares,
    progress: &Progress,
) -> Result<Vec<u8>, SolveError> {
    let cells = game.cells();
    let placements = binomial(cells.count_ones(), men(ranking, Side::White)) as usize;
    let mut own = vec![0; shares.len(worker.index())];
    let mut mesh = worker.mesh::<SolvedRow>();
    let mut rows = Rows { cells, planes, ahead: Vec::new() };
    for level in levels(sweep, ranking).into_values().rev() {
        let mut solved = vec![None; placements];
        let columns = ranking.columns() as usize;
        let mut place = |row: SolvedRow| {
            let whole = (row.values.len() == columns).then_some(row.values)?;
            solved.get_mut(row.number as usize).map(|values| *values = Some(whole))
        };
        for (row, white) in level {
            let (owner, local) = shares.owner(row * ranking.row_len());
            if owner == worker.index() {
                let values = solve_row(sweep, ranking, white, &rows);
                keep(&mut own[local as usize..], &values, ranking);
                let [_, to_black] = values;
                tell_all(game, ranking, white, to_black, &mut mesh);
                progress.add(ranking.row_len());
                progress.check()?;
                mesh.receive(&mut place);
            }
        }
        mesh.finish_step(&mut place)?;
        rows.ahead = solved;
    }
    Ok(own)
}

/// The rows by how far White's men have come, each with its number.
fn levels(sweep: &dyn Sweep, ranking: &Ranking) -> BTreeMap<u32, Vec<(u64, u64)>> {
    let mut levels = BTreeMap::<u32, Vec<_>>::new();
    for (row, white) in (0..).zip(ranking.rows()) {
        levels.entry(sweep.progress(white)).or_default().push((row, white));
    }
    levels
}

fn men(ranking: &Ranking, side: Side) -> u32 {
    ranking.tier().men[side.index()][0].into()
}

fn solve_row(sweep: &dyn Sweep, ranking: &Ranking, white: u64, near: &dyn Neighbours) -> [Vec<i8>; 2] {
    let mut values = [(); 2].map(|()| vec![0; ranking.columns() as usize]);
    let [to_white, to_black] = &mut values;
    sweep.solve_row(Row { white, black: men(ranking, Side::Black), values: [to_white, to_black] }, near);
    values
}

/// Keeps the values of a row for the table.
fn keep(own: &mut [u8], values: &[Vec<i8>; 2], ranking: &Ranking) {
    let columns = ranking.columns() as usize;
    let code_of: [u8; 256] = std::array::from_fn(|byte| match byte as u8 as i8 {
        // No value is this.
        i8::MIN => 0,
        value => Code::of(short::verdict(value)).0 as u8,
    });
    for (codes, values) in own.chunks_mut(columns).zip(values.iter().take(ranking.planes() as usize)) {
        for (code, &value) in codes.iter_mut().zip(values) {
            *code = code_of[value as u8 as usize];
        }
    }
}

/// Sends the values of a row with Black to move to all workers, and those of its mirror image.
fn tell_all<G: Solvable>(
    game: &G,
    ranking: &Ranking,
    white: u64,
    to_black: Vec<i8>,
    mesh: &mut Mesh<SolvedRow>,
) {
    let cells = game.cells();
    let turned = game.symmetries().into_iter().map(|places| permuted(white, &places));
    for other in turned.filter(|&other| other != white) {
        let number = colex::rank(other, cells);
        let values = reflected(other, ranking.row_of(number).1, cells, men(ranking, Side::Black), &to_black);
        mesh.broadcast(SolvedRow { number, values });
    }
    mesh.broadcast(SolvedRow { number: colex::rank(white, cells), values: to_black.into() });
}

/// The values of the row of `white`, given those of the row into which `places` turns it.
fn reflected(white: u64, places: &[u8; 64], cells: u64, black: u32, values: &[i8]) -> Arc<[i8]> {
    let (free, turned) = (cells & !white, cells & !permuted(white, places));
    let map = SetMap::new(free, |cell| (turned & ((1 << places[cell as usize]) - 1)).count_ones());
    let ranks = Ranks::get();
    let mut reflected: Arc<[i8]> = values.into();
    let sets = subsets(black, free.count_ones());
    for (value, set) in Arc::make_mut(&mut reflected).iter_mut().zip(sets) {
        *value = values[ranks.of(map.of(set))];
    }
    reflected
}

/// Where the elements of sets go, for many sets at once: by two looks into tables.
struct SetMap {
    low: Vec<u32>,
    high: Vec<u32>,
}

impl SetMap {
    const LOW_BITS: u32 = 11;

    /// A map of sets of cells, written without gaps, that takes each cell to a bit.
    fn new(cells: u64, bit_of: impl Fn(u32) -> u32) -> SetMap {
        let bits: Vec<u32> =
            (0..64).filter(|&cell| cells >> cell & 1 == 1).map(|cell| 1 << bit_of(cell)).collect();
        let (low, high) = bits.split_at(bits.len().min(Self::LOW_BITS as usize));
        SetMap { low: unions(low), high: unions(high) }
    }

    #[inline(always)]
    fn of(&self, set: u32) -> u32 {
        self.low[(set & ((1 << Self::LOW_BITS) - 1)) as usize] | self.high[(set >> Self::LOW_BITS) as usize]
    }
}

/// The unions of all subsets of these sets.
fn unions(sets: &[u32]) -> Vec<u32> {
    let mut unions = vec![0];
    for set in sets {
        let with: Vec<u32> = unions.iter().map(|union| union | set).collect();
        unions.extend(with);
    }
    unions
}

/// Makes the rows of a plane with this number of threads: each fills some, given the number of the first.
fn plane_of_rows(rows: u64, columns: usize, threads: usize, fill: impl Fn(u64, &mut [i8]) + Sync) -> Plane {
    let mut values = vec![0; rows as usize * columns];
    let part = (rows as usize).div_ceil(threads).max(1);
    if threads == 1 {
        fill(0, &mut values);
        return Plane { columns, values };
    }
    std::thread::scope(|scope| {
        for (first, part) in (0..).step_by(part).zip(values.chunks_mut(part * columns)) {
            let fill = &fill;
            scope.spawn(move || fill(first, part));
        }
    });
    Plane { columns, values }
}

/// The positions of a table, in the colours of its tier, with this side to move.
fn plane<G: Solvable>(game: &G, table: &UnpackedTable, side: Side, threads: usize) -> Plane {
    let (ranking, cells) = (table.ranking(), game.cells());
    let (white, black) = (men(ranking, Side::White), men(ranking, Side::Black));
    let columns = ranking.columns() as usize;
    let shorts = short_of_codes();
    plane_of_rows(binomial(cells.count_ones(), white), columns, threads, |first, rows| {
        for (number, values) in (first..).zip(rows.chunks_mut(columns)) {
            let (row, places) = ranking.row_of(number);
            for (value, &code) in values.iter_mut().zip(stored(table, row, side)) {
                *value = shorts[usize::from(code)];
            }
            let men = colex::unrank(number, white, cells);
            if permuted(men, places) != men {
                values.copy_from_slice(&reflected(men, places, cells, black, values));
            }
        }
    })
}

/// The positions of a table with the colours swapped and White to move: in the colours of its tier Black is to move.
///
/// A row of the table, which has Black's men here as White's, goes to a column of each. The next one goes to a column nearby, so that what
/// is written stays within reach of the processor until it is complete.
fn turned_plane<G: Solvable>(game: &G, table: &UnpackedTable, threads: usize) -> Plane {
    let (ranking, cells, ranks) = (table.ranking(), game.cells(), Ranks::get());
    let (white, black) = (men(ranking, Side::Black), men(ranking, Side::White));
    let columns = binomial(cells.count_ones() - white, black) as usize;
    let shorts = short_of_codes();
    let dense = |cell: u32| (cells & ((1u64 << cell) - 1)).count_ones();
    plane_of_rows(binomial(cells.count_ones(), white), columns, threads, |first, rows| {
        let first = first as usize;
        let own = first..first + rows.len() / columns;
        for number in 0..binomial(cells.count_ones(), black) {
            let here = colex::unrank(number, black, cells);
            let there = game.turned(here);
            let (row, places) = ranking.row_of(colex::rank(there, cells));
            let back = inverse(places);
            let free = cells & !permuted(there, places);
            let map = SetMap::new(free, |cell| dense(game.turned(1 << back[cell as usize]).trailing_zeros()));
            let men: Vec<u32> = (0..64).filter(|&cell| here >> cell & 1 == 1).map(dense).collect();
            let sets = subsets(white, free.count_ones());
            for (set, &code) in sets.zip(stored(table, row, Side::Black)) {
                let white = map.of(set);
                let row = ranks.of(white);
                if own.contains(&row) {
                    rows[(row - first) * columns + column_beside(white, &men)] = shorts[usize::from(code)];
                }
            }
        }
    })
}

/// The rank of men, lowest first, among the cells that others leave free.
#[inline]
fn column_beside(others: u32, men: &[u32]) -> usize {
    let place = |man: u32| man - (others & ((1 << man) - 1)).count_ones();
    (1..).zip(men).map(|(size, &man)| binomial(place(man), size)).sum::<u64>() as usize
}

/// The symmetry that takes back another.
fn inverse(places: &[u8; 64]) -> [u8; 64] {
    let mut inverse = [0; 64];
    for (from, &to) in (0..).zip(places) {
        inverse[usize::from(to)] = from;
    }
    inverse
}

/// The codes of a row of a table with one side to move. What was swept takes a byte a position.
fn stored(table: &UnpackedTable, row: u32, side: Side) -> &[u8] {
    let ranking = table.ranking();
    let plane = if ranking.planes() == 1 { 0 } else { side.index() as u64 };
    let start = (u64::from(row) * ranking.planes() + plane) * ranking.columns();
    &table.bytes()[start as usize..][..ranking.columns() as usize]
}

/// What each code of a byte means; holes mean nothing.
fn short_of_codes() -> [i8; 256] {
    std::array::from_fn(|number| Code(number as u16).verdict().map_or(short::DRAWN, short::of))
}
