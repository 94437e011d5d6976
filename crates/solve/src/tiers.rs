//! Which tiers there are to solve, and in which order.

use std::collections::{BTreeSet, HashSet};

use crate::{Solvable, Tier};
use game::{Random, Side};

use crate::ranking::{Ranking, some_position};

/// These tiers and all below them, in their canonical form, each after those that it needs.
pub fn with_all_below<G: Solvable>(game: &G, tiers: &[Tier]) -> Vec<Tier> {
    let mut seen = HashSet::new();
    let mut order = Vec::new();
    let mut wanted: Vec<Tier> = tiers.iter().map(|tier| tier.canonical()).collect();
    wanted.sort_unstable();
    for tier in wanted {
        visit(game, tier, &mut seen, &mut order);
    }
    order
}

fn visit<G: Solvable>(game: &G, tier: Tier, seen: &mut HashSet<Tier>, order: &mut Vec<Tier>) {
    if seen.insert(tier) {
        for below in directly_below(game, tier) {
            visit(game, below, seen, order);
        }
        order.push(tier);
    }
}

/// The tiers to which a single move leads from one or its swapped twin, in their canonical form.
pub(crate) fn directly_below<G: Solvable>(game: &G, tier: Tier) -> Vec<Tier> {
    let mut below: Vec<Tier> = game.lower_tiers(tier).into_iter().map(Tier::canonical).collect();
    below.sort_unstable();
    below.dedup();
    below
}

/// All tiers with at most this number of men that can come up in the game, in their canonical form.
///
/// # Errors
/// One of them, if it has too many positions for a table.
pub fn up_to<G: Solvable>(game: &G, most: u32) -> Result<Vec<Tier>, Tier> {
    let bound: Vec<(Side, usize)> =
        every_kind::<G>().filter(|&(side, kind)| game.bound_to(side, kind).is_some()).collect();
    let mut tiers = if bound.is_empty() {
        with_all_below(game, &[game.tier(&game.start())])
    } else {
        // Men that are bound to their cells are always there; any others may be.
        let least = bound
            .iter()
            .fold(Tier::default(), |tier, &(side, kind)| tier.with(side, kind, 1).unwrap_or(tier));
        with_more(game, least, most)?
    };
    tiers.retain(|tier| tier.count() <= most);
    Ok(tiers)
}

/// A tier and all larger ones up to this number of men. If one of them is too large, it is the error: there would be too many to list.
fn with_more<G: Solvable>(game: &G, least: Tier, most: u32) -> Result<Vec<Tier>, Tier> {
    let mut tiers = BTreeSet::from([least]);
    let mut last = tiers.clone();
    for _ in least.count()..most {
        let more = |tier: Tier| {
            let free = every_kind::<G>().filter(|&(side, kind)| game.bound_to(side, kind).is_none());
            free.filter_map(move |(side, kind)| tier.with(side, kind, 1)).map(Tier::canonical)
        };
        last = last.into_iter().flat_map(more).collect();
        if let Some(&large) = last.iter().find(|&&tier| Ranking::states(game, tier).is_none()) {
            return Err(large);
        }
        tiers.extend(&last);
    }
    Ok(tiers.into_iter().collect())
}

fn every_kind<G: Solvable>() -> impl Iterator<Item = (Side, usize)> {
    Side::BOTH.into_iter().flat_map(|side| (0..G::LETTERS.len()).map(move |kind| (side, kind)))
}

/// Whether there is an unfinished position with these men, judged by many random ones.
pub(crate) fn goes_on<G: Solvable>(game: &G, tier: Tier) -> bool {
    const TRIES: u64 = 10_000;
    let mut random = Random::new(1);
    (0..TRIES)
        .filter_map(|_| some_position(game, tier, &mut random))
        .any(|position| game.ending(&position).is_none())
}
