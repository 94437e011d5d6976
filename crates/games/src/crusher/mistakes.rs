//! The rules of Crusher on letters, and the ways in which programs have them wrong.

use game::{Board, EMPTY, Outcome, Side};

use crate::family::letters::{Change, LetterRules, Letters, Mistakes, mistakes, moved, without};

pub(super) const MISTAKES: Mistakes = Mistakes {
    rules: |board, mistake| Box::new(Slow::new(board, mistake)),
    beliefs: BELIEFS,
    accepted: &[],
    draws: false,
};

mistakes! {
    LeapOverEnemy: "a man may leap over an enemy",
    LeapOverGap: "a man may leap over an empty cell",
    LeapOverTwo: "a man may leap over two men of its own",
    LeapOntoOwn: "a man may leap onto a man of its own",
    LeaptOverGoes: "the man that was leapt over leaves the board",
    LeapToEmptyOnly: "a leap cannot crush an enemy",
    LeapToCrushOnly: "a leap has to crush an enemy",
    NoLeaps: "a man cannot leap",
    SlideCrushes: "a slide may crush an enemy",
    SlideTwo: "a man may slide two cells",
    MustCrush: "crushing is compulsory",
    SlideForwardOnly: "a man cannot slide backward",
    LeapForwardOnly: "a man cannot leap backward",
    NoSideways: "a man cannot go along its row",
    /// Cells are found as in the upper half, where each row is longer than the one above.
    LowerHalfBends: "the rows below the middle are joined like those above it",
    /// Cells are found as in the lower half, where each row is shorter than the one above.
    UpperHalfBends: "the rows above the middle are joined like those below it",
    /// As in a text without line ends.
    RowsWrap: "the last cell of a row is beside the first cell of the next row",
    SlideNotSideways: "a man cannot slide along its row",
    LeapNotSideways: "a man cannot leap along its row",
    MustLeap: "leaping is compulsory",
    LeapOverCrushes: "a leap over an enemy crushes it",
    CrusherGoes: "a man that crushes an enemy leaves the board too",
    CrusherStays: "a man that crushes an enemy stays where it was",
    LeapTwice: "a man may leap again in the same move",
    NoBackward: "a man cannot go backward",
    NoFallingLines: "a man cannot go along the lines from the upper left to the lower right",
    NoRisingLines: "a man cannot go along the lines from the lower left to the upper right",
    LostWithN: "a side with as many men as the board has cells a side has lost",
    LostWithOneLess: "a side may have one man less than the board has cells a side",
    LostWithNone: "a side has lost only when it has no men",
}

/// The six directions: down and right in slanted columns.
const WAYS: [(isize, isize); 6] = [(1, 0), (1, -1), (0, 1), (0, -1), (-1, 1), (-1, 0)];
const RIGHT: usize = 2;
const LEFT: usize = 3;

struct Slow {
    size: usize,
    /// The neighbours of each cell, by direction.
    neighbours: Vec<[Option<usize>; 6]>,
    change: Change,
}

impl Slow {
    fn new(board: &Board, mistake: Option<usize>) -> Slow {
        let size = board.rows.len().div_ceil(2);
        let has = |other: Mistake| mistake == Some(other as usize);
        // The row and the slanted column of each cell.
        let mut places: Vec<(isize, isize)> = Vec::new();
        for (row, &length) in board.rows.iter().enumerate() {
            let start = if has(Mistake::LowerHalfBends) {
                row as isize
            } else if has(Mistake::UpperHalfBends) {
                size as isize - 1
            } else {
                row.min(size - 1) as isize
            };
            places.extend((0..length).map(|column| (row as isize, column as isize - start)));
        }
        let at = |place| places.iter().position(|&other| other == place);
        let around =
            |&(row, column): &(isize, isize)| WAYS.map(|(down, right)| at((row + down, column + right)));
        let mut neighbours: Vec<[Option<usize>; 6]> = places.iter().map(around).collect();
        if has(Mistake::RowsWrap) {
            for (cell, around) in neighbours.iter_mut().enumerate() {
                (around[RIGHT], around[LEFT]) =
                    (Some(cell + 1).filter(|&next| next < places.len()), cell.checked_sub(1));
            }
        }
        Slow { size, neighbours, change: Change::new(mistake) }
    }

    fn is(&self, mistake: Mistake) -> bool {
        self.change.is(mistake as usize)
    }

    /// The cell this many steps away.
    fn cell(&self, from: usize, way: usize, steps: usize) -> Option<usize> {
        (0..steps).try_fold(from, |cell, _| self.neighbours[cell][way])
    }

    /// Whether a man may go this way, by a leap or by a slide.
    fn may_go(&self, way: usize, forward: isize, [forward_only, not_sideways]: [Mistake; 2]) -> bool {
        let (down, right) = WAYS[way];
        if down == 0 {
            return !self.is(Mistake::NoSideways) && !self.is(not_sideways);
        }
        let line = if right == 0 { Mistake::NoFallingLines } else { Mistake::NoRisingLines };
        !self.is(line) && (down == forward || !self.is(forward_only) && !self.is(Mistake::NoBackward))
    }

    fn slide(&self, cells: &[char], from: usize, way: usize, forward: isize, found: &mut Found) {
        let Some(to) = self.cell(from, way, 1) else { return };
        let mistakes = [Mistake::SlideForwardOnly, Mistake::SlideNotSideways];
        let may_slide = || self.may_go(way, forward, mistakes);
        if cells[to] == EMPTY {
            if may_slide() {
                found.slides.push(moved(cells, from, to));
            }
            let next = self.cell(from, way, 2).filter(|&next| cells[next] == EMPTY);
            found.slides.extend(
                next.filter(|_| self.is(Mistake::SlideTwo) && may_slide())
                    .map(|next| moved(cells, from, next)),
            );
        } else if cells[to] != cells[from] && self.is(Mistake::SlideCrushes) && may_slide() {
            found.captures.push(moved(cells, from, to));
        }
    }

    fn leap(&self, cells: &[char], from: usize, way: usize, forward: isize, found: &mut Found) {
        let man = cells[from];
        let at = |steps| self.cell(from, way, steps);
        let (Some(near), Some(far)) = (at(1), at(2)) else { return };
        let mistakes = [Mistake::LeapForwardOnly, Mistake::LeapNotSideways];
        let may_leap = || !self.is(Mistake::NoLeaps) && self.may_go(way, forward, mistakes);
        let over = match cells[near] {
            EMPTY => self.is(Mistake::LeapOverGap),
            neighbour => neighbour == man || self.is(Mistake::LeapOverEnemy),
        };
        if over && may_leap() {
            self.land(cells, from, near, far, found);
        }
        let over_enemy = cells[near] != EMPTY && cells[near] != man && cells[far] == EMPTY;
        if over_enemy && self.is(Mistake::LeapOverCrushes) {
            found.captures.push(without(moved(cells, from, far), near));
        }
        let over_two = cells[near] == man && cells[far] == man;
        if let Some(farther) = at(3).filter(|_| over_two && self.is(Mistake::LeapOverTwo) && may_leap()) {
            self.land(cells, from, near, farther, found);
        }
    }

    fn land(&self, cells: &[char], from: usize, over: usize, to: usize, found: &mut Found) {
        let man = cells[from];
        let allowed = match cells[to] {
            EMPTY => !self.is(Mistake::LeapToCrushOnly),
            own if own == man => self.is(Mistake::LeapOntoOwn),
            _ => !self.is(Mistake::LeapToEmptyOnly),
        };
        if !allowed {
            return;
        }
        let mut after = moved(cells, from, to);
        if self.is(Mistake::LeaptOverGoes) {
            after = without(after, over);
        }
        if cells[to] == EMPTY || cells[to] == man {
            self.leap_again(&after, to, found);
            found.leaps.push(after);
            return;
        }
        if self.is(Mistake::CrusherGoes) {
            after = without(after, to);
        } else if self.is(Mistake::CrusherStays) {
            after = without(cells.to_vec(), to);
        }
        found.captures.push(after);
    }

    /// The second leap of a program that thinks there is one.
    fn leap_again(&self, cells: &[char], from: usize, found: &mut Found) {
        let man = cells[from];
        for way in 0..WAYS.len() {
            let (Some(near), Some(far)) = (self.cell(from, way, 1), self.cell(from, way, 2)) else {
                continue;
            };
            if cells[near] == man && cells[far] != man && self.is(Mistake::LeapTwice) {
                let after = moved(cells, from, far);
                if cells[far] == EMPTY { &mut found.leaps } else { &mut found.captures }.push(after);
            }
        }
    }
}

/// The boards after moves.
#[derive(Default)]
struct Found {
    captures: Vec<Letters>,
    /// Leaps that do not capture.
    leaps: Vec<Letters>,
    slides: Vec<Letters>,
}

impl Found {
    fn others(&self) -> usize {
        self.leaps.len() + self.slides.len()
    }
}

impl LetterRules for Slow {
    fn moves(&self, cells: &[char], side: Side, enough: usize) -> Vec<Letters> {
        let forward = if side == Side::White { 1 } else { -1 };
        let man = letter(side);
        let mut found = Found::default();
        // These give men other neighbours from the beginning.
        for mistake in [Mistake::LowerHalfBends, Mistake::UpperHalfBends, Mistake::RowsWrap] {
            self.is(mistake);
        }
        for from in (0..cells.len()).filter(|&cell| cells[cell] == man) {
            for way in 0..WAYS.len() {
                self.leap(cells, from, way, forward, &mut found);
                self.slide(cells, from, way, forward, &mut found);
            }
            if found.captures.len() > enough || found.captures.is_empty() && found.others() > enough {
                break;
            }
        }
        let Found { mut captures, leaps, mut slides } = found;
        let leaps_exist = !captures.is_empty() || !leaps.is_empty();
        if !slides.is_empty() && leaps_exist && self.is(Mistake::MustLeap) {
            slides.clear();
        }
        if captures.is_empty() || leaps.is_empty() && slides.is_empty() || !self.is(Mistake::MustCrush) {
            captures.extend(leaps);
            captures.extend(slides);
        }
        captures
    }

    fn ending(&self, cells: &[char], side: Side) -> Option<Outcome> {
        let count = |side| cells.iter().filter(|&&man| man == letter(side)).count();
        let has_lost = |side: &Side| {
            let men = count(*side);
            let size = self.size;
            if men < size {
                (men == 0 || !self.is(Mistake::LostWithNone))
                    && (men + 1 < size || !self.is(Mistake::LostWithOneLess))
            } else {
                men == size && self.is(Mistake::LostWithN)
            }
        };
        [side, !side].into_iter().find(has_lost).map(|loser| Outcome::Win(!loser))
    }

    fn asked(&self) -> u128 {
        self.change.asked()
    }
}

fn letter(side: Side) -> char {
    match side {
        Side::White => 'W',
        Side::Black => 'B',
    }
}
