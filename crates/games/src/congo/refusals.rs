//! The rule that an illegal move breaks, for each kind of man.

use game::BoardState;

use super::position::{Kind, Position};
use super::tables::{BANKS, CASTLES, KING, RIVER, RIVER_PLACE, TWO_AWAY, at, of};
use crate::kit::bits::Bits;
use crate::kit::layout::Layout;

/// The rule that a move of the side to move breaks. The path starts with the cell of the man.
pub(super) fn broken_rule(position: &Position, path: &[u32], layout: &Layout<u64>) -> &'static str {
    let (&[from, .., to], Some((side, kind))) = (path, path.first().and_then(|&from| position.man_at(from)))
    else {
        return "a man moves from its cell to another";
    };
    if path.len() > 2 && kind != Kind::Monkey {
        return "only a monkey can jump several times in one move";
    }
    if path[1..].iter().any(|&cell| cell != from && position.men(side).has(cell)) {
        return "a man may not land on a man of its own side";
    }
    let (ranks, files) = layout.offset(position.side(), from, to);
    let way = Way { from, to, ranks, files: files.abs(), captures: position.man_at(to).is_some() };
    match kind {
        _ if from == to && kind != Kind::Monkey => "a man has to leave its cell",
        Kind::Pawn => pawn(position, &way),
        Kind::Superpawn => superpawn(&way),
        Kind::Giraffe if at(&KING, from).has(to) => "a giraffe captures only by leaping two cells",
        Kind::Giraffe => "a giraffe steps one cell, or leaps two cells, straight or diagonally",
        Kind::Monkey => monkey(position, path),
        Kind::Elephant => "an elephant moves one or two cells along its rank or its file",
        Kind::Lion => lion(position, &way),
        Kind::Crocodile => crocodile(&way),
        Kind::Zebra => "a zebra moves like a knight in chess: two cells straight and one to the side",
    }
}

/// A move from the point of view of its mover.
struct Way {
    from: u32,
    to: u32,
    /// Ranks forward.
    ranks: i32,
    /// Files to one side.
    files: i32,
    captures: bool,
}

fn pawn(position: &Position, way: &Way) -> &'static str {
    match (way.ranks, way.files) {
        (1.., _) => "a pawn moves one cell forward, straight or diagonally",
        (0, _) => "a pawn does not move sideways",
        _ if !of(BANKS, !position.side()).has(way.from) => {
            "a pawn moves backward only when it is beyond the river"
        }
        _ if way.captures => "a pawn does not capture backward",
        (-2..0, 0) => "a pawn moves backward over empty cells only",
        _ => "a pawn moves backward one or two cells, straight",
    }
}

fn superpawn(way: &Way) -> &'static str {
    match (way.ranks, way.files) {
        (1.., _) => "a superpawn moves one cell forward, straight or diagonally",
        (0, _) => "a superpawn moves one cell sideways",
        _ if way.captures => "a superpawn does not capture backward",
        (-1, 0 | 1) | (-2, 0 | 2) => "a superpawn moves backward over empty cells only",
        _ => "a superpawn moves backward one or two cells, straight or diagonally",
    }
}

fn lion(position: &Position, way: &Way) -> &'static str {
    let side = position.side();
    if position.of(!side, Kind::Lion).has(way.to) {
        "a lion captures the other lion along an open file, or along the open diagonal from c3 to e5 or from e3 to c5"
    } else if of(CASTLES, side).has(way.to) {
        "the lion moves one cell"
    } else {
        "the lion may not leave the castle"
    }
}

fn crocodile(way: &Way) -> &'static str {
    const BLOCKED: &str = "a man stands in the crocodile's way";
    let (from, to) = (u64::bit(way.from), u64::bit(way.to));
    let ranks_to_river = |place: u32| (place / 8).abs_diff(RIVER_PLACE / 8);
    match BANKS.into_iter().find(|bank| bank & from != 0) {
        None if to & RIVER != 0 => BLOCKED,
        None => "a crocodile in the river moves one cell, or slides along the river",
        Some(bank)
            if way.files == 0
                && to & (bank | RIVER) != 0
                && ranks_to_river(way.to) < ranks_to_river(way.from) =>
        {
            BLOCKED
        }
        Some(_) => "a crocodile moves one cell, or slides along its file as far as the river",
    }
}

fn monkey(position: &Position, path: &[u32]) -> &'static str {
    let enemies = position.men(!position.side());
    let landing = position.empty_cells() | u64::bit(path[0]);
    let mut jumped = 0;
    for step in path.windows(2) {
        let (from, to) = (step[0], step[1]);
        if jumped & position.kind(Kind::Lion) != 0 {
            return "a monkey that jumps over the lion stops there";
        }
        if !landing.has(to) {
            return "a monkey lands on empty cells: it captures by jumping over a man";
        }
        let over = u64::bit(u32::midpoint(from, to));
        if !at(&TWO_AWAY, from).has(to) || over & enemies == 0 {
            return "a monkey steps one cell, or jumps over neighbouring enemies to the empty cells behind them";
        }
        if over & jumped != 0 {
            return "a monkey jumps over each man only once";
        }
        jumped |= over;
    }
    "a monkey has to leave its cell"
}
