//! The memory that solving a tier takes, estimated beforehand.

use crate::{Solvable, Tier};
use game::Side;

use crate::cluster::Cluster;
use crate::ranking::Ranking;
use crate::tiers;

/// Messages on their way, blocks being packed, and what any program takes.
const OVERHEAD: u64 = 64 << 20;
/// A code, a count of moves, the plies of the slowest losing capture, and its place in a list that grows.
const BYTES_A_POSITION: u64 = 14;
/// Of a plane, what the rows of two levels take at most.
const LEVELS_SHARE: u64 = 5;

/// Whether no worker is given more positions of a tier than it can number.
pub(crate) fn can_be_dealt<G: Solvable>(game: &G, tier: Tier, cluster: &Cluster) -> bool {
    let workers = (cluster.processes() * cluster.workers) as u64;
    // Shares differ by a block or, in a sweep, by a few rows: never by as much as a quarter of what can be numbered.
    stored(game, tier).is_some_and(|values| values / workers.max(1) < u64::from(u32::MAX) / 4 * 3)
}

/// About how many bytes a process needs to solve a tier. `None` if the number is too large.
pub(crate) fn needed<G: Solvable>(game: &G, tier: Tier, cluster: &Cluster) -> Option<u64> {
    let stored = |tier| stored(game, tier);
    let own = stored(tier)?.div_ceil(cluster.processes() as u64);
    let below = tiers::directly_below(game, tier).into_iter().map(stored).sum::<Option<u64>>()?;
    let needed = if game.as_sweep(tier).is_some() {
        let less = |side| tier.with(side, 0, -1).filter(|tier| tier.men.iter().all(|men| men[0] > 0));
        let planes = Side::BOTH.into_iter().filter_map(less).map(|tier| plane(game, tier));
        let planes = planes.sum::<Option<u64>>()?;
        // The tables below are unpacked while their planes are laid out; then come the tier's own values, rows and packed blocks.
        planes + below.max(own + plane(game, tier)? / LEVELS_SHARE + own / 2)
    } else {
        own * BYTES_A_POSITION + 2 * below
    };
    Some(needed + Ranking::rows_memory(game, tier)? + OVERHEAD)
}

/// About how many values a tier's table has.
fn stored<G: Solvable>(game: &G, tier: Tier) -> Option<u64> {
    let ways = 2 * (game.symmetries().len() as u64 + 1);
    Some(Ranking::states(game, tier.canonical())?.div_ceil(ways))
}

/// The positions of a tier, in these colours, with one side to move.
fn plane<G: Solvable>(game: &G, tier: Tier) -> Option<u64> {
    Some(Ranking::states(game, tier.canonical())? / if tier.is_even() { 2 } else { 4 })
}
