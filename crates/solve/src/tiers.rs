//! Which tiers there are to solve, and in which order.

use std::collections::HashSet;

use game::{Solvable, Tier};

use crate::ranking::tier_of;

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

/// The tier of a position, in its canonical form.
pub fn tier_of_position<G: Solvable>(game: &G, position: &G::Position) -> Tier {
    tier_of::<G>(&game.placement(position)).canonical()
}
