//! The laws of games that can be solved: what [`Solvable`] promises, checked against the moves of the game.

use std::collections::HashSet;

use game::{BoardState, Notation, Random, Side};

use crate::ranking::{permuted, some_position, swapped};
use crate::{Placement, Solvable, Tier};

/// What tells one position from another as long as no board before counts.
type Key = (Placement, Side);

/// Plays random games from the start, each of at most `plies` plies, and checks every position on the way.
///
/// # Panics
/// When a law is broken; the message names the law and the position.
pub fn check<G: Notation + Solvable>(game: &G, random: &mut Random, games: usize, plies: usize) {
    symmetries_are_a_group(game);
    for _ in 0..games {
        check_play(game, game.start(), random, plies);
    }
}

/// Checks a tier, and random positions with its men together with some plies of random play from each.
///
/// # Panics
/// When a law is broken.
pub fn check_tier<G: Notation + Solvable>(game: &G, tier: Tier, random: &mut Random, positions: usize) {
    const PLIES: usize = 3;
    let text = G::write_tier(tier);
    assert_eq!(G::parse_tier(&text), Ok(tier), "law: tier text reads back: {text}");
    tiers_never_come_back(game, tier);
    for _ in 0..positions {
        if let Some(position) = some_position(game, tier, random) {
            check_play(game, position, random, PLIES);
        }
    }
}

fn check_play<G: Notation + Solvable>(
    game: &G,
    mut position: G::Position,
    random: &mut Random,
    plies: usize,
) {
    for _ in 0..=plies {
        check_position(game, &position);
        let moves: Vec<_> = game.moves(&position).collect();
        if game.ending(&position).is_some() || moves.is_empty() {
            return;
        }
        position = game.play_unchecked(&position, random.pick(&moves));
    }
}

fn check_position<G: Notation + Solvable>(game: &G, position: &G::Position) {
    let text = game.write(&[*position]);
    men_tell_the_position(game, position, &text);
    colours_do_not_matter(game, position, &text);
    symmetries_change_nothing(game, position, &text);
    predecessors_come_here(game, position, &text);
    if game.ending(position).is_none() {
        men_stay_where_they_are_bound(game, position, &text);
        moves_lead_where_tiers_say(game, position, &text);
        successors_know_where_they_come_from(game, position, &text);
    }
}

fn key<G: Solvable>(game: &G, position: &G::Position) -> Key {
    (game.placement(position), position.side())
}

/// The positions that quiet moves make, one for each move.
fn quiet_successors<G: Solvable>(game: &G, position: &G::Position) -> Vec<G::Position> {
    let tier = game.tier(position);
    let next = game.moves(position).map(|mv| game.play_unchecked(position, mv));
    next.filter(|next| game.tier(next) == tier).collect()
}

fn predecessors<G: Solvable>(game: &G, position: &G::Position) -> Vec<G::Position> {
    let mut found = Vec::new();
    game.quiet_predecessors(position, |before| found.push(before));
    found
}

fn times<G: Solvable>(game: &G, position: &G::Position, among: &[G::Position]) -> usize {
    let sought = key(game, position);
    among.iter().filter(|other| key(game, other) == sought).count()
}

fn men_tell_the_position<G: Solvable>(game: &G, position: &G::Position, text: &str) {
    let placement = game.placement(position);
    let sets = placement.iter().flatten();
    let union = sets.clone().fold(0, |all, set| all | set);
    let count: u32 = sets.map(|set| set.count_ones()).sum();
    assert!(
        union & !game.cells() == 0 && union.count_ones() == count,
        "law: every man has a cell of his own: {text}"
    );
    let Some(placed) = game.place(&placement, position.side()) else {
        panic!("law: the men of a position can be placed: {text}");
    };
    // Neither the hash nor the comparison of boards knows of move numbers.
    assert!(
        placed.same_board(position) && placed.side() == position.side() && placed.hash() == position.hash(),
        "law: the men and the side to move tell the position: {text}"
    );
}

/// The men and the side to move after a half-turn of the board with the colours swapped.
fn swapped_key<G: Solvable>(game: &G, (placement, side): Key) -> Key {
    (swapped(game, &placement), !side)
}

/// Tables keep one of two positions that differ in their colours only.
fn colours_do_not_matter<G: Solvable>(game: &G, position: &G::Position, text: &str) {
    let (placement, side) = swapped_key(game, key(game, position));
    let Some(other) = game.place(&placement, side) else {
        panic!("law: swapped colours make a position of a position: {text}");
    };
    assert_eq!(
        game.tier(&other),
        game.tier(position).swapped(),
        "law: swapped colours have the swapped tier: {text}"
    );
    assert_eq!(
        game.ending(&other).map(|ending| ending.outcome),
        game.ending(position).map(|ending| ending.outcome.mirrored()),
        "law: swapped colours end alike: {text}"
    );
    let mirrored = game.mirrored(position);
    assert!(
        mirrored.is_none_or(|mirrored| mirrored.same_board(&other)),
        "law: swapped colours make the mirrored board: {text}"
    );
    if game.ending(position).is_none() {
        let here = successor_keys(game, position, |next| swapped_key(game, next));
        let there = successor_keys(game, &other, |next| next);
        assert!(here == there, "law: swapped colours have the same moves: {text}");
    }
}

fn men_stay_where_they_are_bound<G: Solvable>(game: &G, position: &G::Position, text: &str) {
    for side in Side::BOTH {
        for (kind, men) in game.placement(position)[side.index()].into_iter().enumerate() {
            let cells = game.bound_to(side, kind).unwrap_or(game.cells());
            assert_eq!(men & !cells, 0, "law: men stay where they are bound: {text}");
        }
    }
}

fn symmetries_are_a_group<G: Solvable>(game: &G) {
    let nothing: [u8; 64] = std::array::from_fn(|place| place as u8);
    let mut all = game.symmetries();
    all.push(nothing);
    let distinct: HashSet<_> = all.iter().collect();
    assert_eq!(distinct.len(), all.len(), "law: symmetries are all different, and each moves a cell");
    for one in &all {
        assert_eq!(permuted(game.cells(), one), game.cells(), "law: symmetries move cells to cells");
        for other in &all {
            let both = one.map(|place| other[usize::from(place)]);
            assert!(distinct.contains(&both), "law: symmetries are a group");
        }
    }
}

fn moved_key((placement, side): Key, symmetry: &[u8; 64]) -> Key {
    (placement.map(|kinds| kinds.map(|set| permuted(set, symmetry))), side)
}

/// What the moves lead to, changed in some way and sorted.
fn successor_keys<G: Solvable>(game: &G, position: &G::Position, change: impl Fn(Key) -> Key) -> Vec<Key> {
    let next = game.moves(position).map(|mv| change(key(game, &game.play_unchecked(position, mv))));
    let mut keys: Vec<Key> = next.collect();
    keys.sort_unstable();
    keys
}

fn symmetries_change_nothing<G: Solvable>(game: &G, position: &G::Position, text: &str) {
    for symmetry in game.symmetries() {
        let (placement, side) = moved_key(key(game, position), &symmetry);
        let Some(image) = game.place(&placement, side) else {
            panic!("law: a symmetry makes a position of a position: {text}");
        };
        assert_eq!(game.ending(&image), game.ending(position), "law: symmetric positions end alike: {text}");
        assert_eq!(
            swapped_key(game, key(game, &image)),
            moved_key(swapped_key(game, key(game, position)), &symmetry),
            "law: it does not matter which comes first, a symmetry or the swap of colours: {text}"
        );
        if game.ending(position).is_none() {
            let here = successor_keys(game, position, |next| moved_key(next, &symmetry));
            let there = successor_keys(game, &image, |next| next);
            assert!(here == there, "law: symmetric positions have symmetric moves: {text}");
        }
    }
}

fn predecessors_come_here<G: Notation + Solvable>(game: &G, position: &G::Position, text: &str) {
    let all = predecessors(game, position);
    for before in &all {
        let from = game.write(&[*before]);
        men_tell_the_position(game, before, &from);
        assert_eq!(game.ending(before), None, "law: a predecessor goes on: {from} before {text}");
        assert_eq!(
            times(game, position, &quiet_successors(game, before)),
            times(game, before, &all),
            "law: a predecessor is named once for each quiet move that leads here: {from} before {text}"
        );
    }
}

fn successors_know_where_they_come_from<G: Solvable>(game: &G, position: &G::Position, text: &str) {
    let all = quiet_successors(game, position);
    for next in &all {
        assert_eq!(
            times(game, position, &predecessors(game, next)),
            times(game, next, &all),
            "law: where a quiet move leads, its origin is a predecessor: {text}"
        );
    }
}

fn moves_lead_where_tiers_say<G: Notation + Solvable>(game: &G, position: &G::Position, text: &str) {
    let tier = game.tier(position);
    let mut reached: Vec<Tier> = game
        .moves(position)
        .map(|mv| game.play_unchecked(position, mv))
        .filter(|next| game.ending(next).is_none())
        .map(|next| game.tier(&next))
        .filter(|&next| next != tier)
        .collect();
    reached.sort_unstable();
    reached.dedup();
    if reached.is_empty() {
        return;
    }
    let named = game.lower_tiers(tier);
    for next in reached {
        assert!(named.contains(&next), "law: {} is named as a lower tier: {text}", G::write_tier(next));
    }
}

/// Follows all tiers down from this one.
fn tiers_never_come_back<G: Solvable>(game: &G, tier: Tier) {
    fn follow<G: Solvable>(game: &G, tier: Tier, above: &mut Vec<Tier>, done: &mut HashSet<Tier>) {
        let text = G::write_tier(tier);
        assert!(!above.contains(&tier), "law: no tier comes back: {text}");
        if !done.insert(tier) {
            return;
        }
        let lower = game.lower_tiers(tier);
        let distinct: HashSet<_> = lower.iter().collect();
        assert_eq!(distinct.len(), lower.len(), "law: a lower tier is named once: {text}");
        let swapped: HashSet<_> = game.lower_tiers(tier.swapped()).into_iter().map(Tier::swapped).collect();
        assert!(swapped == lower.iter().copied().collect(), "law: colours do not matter to tiers: {text}");
        above.push(tier);
        for next in lower {
            follow(game, next.canonical(), above, done);
        }
        above.pop();
    }
    follow(game, tier.canonical(), &mut Vec::new(), &mut HashSet::new());
}
