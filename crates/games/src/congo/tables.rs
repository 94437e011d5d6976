//! The board as bits, eight bits per rank with `a1` first, and the targets of each man on each cell.

use game::Side;

/// All cells. The last of each eight bits is unused, so that a step off the board does not end on a cell.
pub(super) const CELLS: u64 = 0x007F_7F7F_7F7F_7F7F;
/// The fourth rank.
pub(super) const RIVER: u64 = 0x7F << RIVER_PLACE;
/// The first cell of the river.
pub(super) const RIVER_PLACE: u32 = 24;
/// The castles of the lions: c1 to e3 and c5 to e7.
pub(super) const CASTLES: [u64; 2] = [0x1C_1C1C, 0x1C_1C1C << 32];
/// The castles in words, for error messages.
pub(super) const CASTLE_NAMES: [&str; 2] = ["c1 to e3", "c5 to e7"];
/// White's and Black's side of the river.
pub(super) const BANKS: [u64; 2] = [0x7F_7F7F, 0x7F_7F7F << 32];
/// The rank on which a pawn of each side becomes a superpawn.
pub(super) const LAST_RANKS: [u64; 2] = [0x7F << 48, 0x7F];
/// The first file.
pub(super) const FILE: u64 = 0x0001_0101_0101_0101;
/// The middle of the board, d4, where the two diagonals between the castles cross.
pub(super) const MIDDLE: u64 = 1 << 27;

/// A set of cells for each place. With 64 entries, masking the index is enough to avoid bounds checks.
pub(super) type Table = [u64; 64];

const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

/// The neighbours of a cell.
pub(super) static KING: Table = both(&leaps(&STRAIGHT, 1), &leaps(&DIAGONAL, 1));
/// The cells two away in the eight directions: a giraffe's leap, a monkey's landing.
pub(super) static TWO_AWAY: Table = both(&leaps(&STRAIGHT, 2), &leaps(&DIAGONAL, 2));
/// The targets of an elephant.
pub(super) static ELEPHANT: Table = both(&leaps(&STRAIGHT, 1), &leaps(&STRAIGHT, 2));
/// The targets of a zebra.
pub(super) static ZEBRA: Table = leaps(&KNIGHT, 1);
/// The steps of each lion: neighbours in its castle.
pub(super) static LION: [Table; 2] = [inside(&KING, CASTLES[0]), inside(&KING, CASTLES[1])];
/// The cells on which each lion could capture the other lion if no man stands between: on its file and the two diagonals.
pub(super) static LION_SIGHT: [Table; 2] = [sight(0), sight(1)];
/// The slides along the river, by the file of the crocodile and the seven bits of the men in the river.
pub(super) static RIVER_SLIDES: [[u8; 128]; 8] = river_slides();

/// The entry of a table for a cell.
#[inline(always)]
pub(super) fn at(table: &Table, place: u32) -> u64 {
    table[(place & 63) as usize]
}

/// The set of a side.
#[inline(always)]
pub(super) fn of(sets: [u64; 2], side: Side) -> u64 {
    sets[side.index()]
}

const fn leaps(directions: &[(i32, i32)], times: i32) -> Table {
    let mut table = [0; 64];
    let mut cell = 0;
    while cell < 49 {
        let (rank, file) = (cell / 7, cell % 7);
        let mut index = 0;
        while index < directions.len() {
            let (to_rank, to_file) = (rank + directions[index].0 * times, file + directions[index].1 * times);
            if to_rank >= 0 && to_rank < 7 && to_file >= 0 && to_file < 7 {
                table[(rank * 8 + file) as usize] |= 1 << (to_rank * 8 + to_file);
            }
            index += 1;
        }
        cell += 1;
    }
    table
}

const fn both(a: &Table, b: &Table) -> Table {
    let mut table = *a;
    let mut place = 0;
    while place < 64 {
        table[place] |= b[place];
        place += 1;
    }
    table
}

const fn inside(table: &Table, cells: u64) -> Table {
    let mut inside = *table;
    let mut place = 0;
    while place < 64 {
        inside[place] &= cells;
        place += 1;
    }
    inside
}

const fn sight(side: usize) -> Table {
    let (own, enemy) = (CASTLES[side], CASTLES[1 - side]);
    let mut table = [0; 64];
    let mut place = 0;
    while place < 64 {
        if own >> place & 1 == 1 {
            table[place] = (FILE << (place % 8)) & enemy;
        }
        place += 1;
    }
    // The opposite corners of the castles: c3 and e5, e3 and c5.
    let diagonals: [(usize, usize); 2] = [(18, 36), (20, 34)];
    let mut index = 0;
    while index < 2 {
        let (white, black) = diagonals[index];
        let (from, to) = if side == 0 { (white, black) } else { (black, white) };
        table[from] |= 1 << to;
        index += 1;
    }
    table
}

const fn river_slides() -> [[u8; 128]; 8] {
    let mut table = [[0; 128]; 8];
    let mut index = 0;
    while index < 7 * 128 {
        let (file, men) = (index / 128, index % 128);
        let mut reached = 0;
        let mut to = file + 1;
        while to < 7 {
            reached |= 1 << to;
            if men >> to & 1 == 1 {
                break;
            }
            to += 1;
        }
        to = file;
        while to > 0 {
            to -= 1;
            reached |= 1 << to;
            if men >> to & 1 == 1 {
                break;
            }
        }
        table[file][men] = reached;
        index += 1;
    }
    table
}
