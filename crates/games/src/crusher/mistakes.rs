//! The rules of Crusher on letters, and the ways in which programs have them wrong.

use game::{Board, EMPTY, Outcome, Side};

use crate::family::letters::{LetterRules, Letters, Mistakes, mistakes, moved, without};

pub(super) const MISTAKES: Mistakes =
    Mistakes { rules: |board, mistake| Box::new(Slow::new(board, mistake)), beliefs: BELIEFS, accepted: &[] };

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
    LostWithN: "a side with as many men as the board has cells a side has lost",
    LostWithOneLess: "a side may have one man less than the board has cells a side",
    LostWithNone: "a side has lost only when it has no men",
}

/// The six directions: down and right in slanted columns.
const WAYS: [(isize, isize); 6] = [(1, 0), (1, -1), (0, 1), (0, -1), (-1, 1), (-1, 0)];

struct Slow {
    size: usize,
    /// The neighbours of each cell, by direction.
    neighbours: Vec<[Option<usize>; 6]>,
    mistake: Option<usize>,
}

impl Slow {
    fn new(board: &Board, mistake: Option<usize>) -> Slow {
        let size = board.rows.len().div_ceil(2);
        let mut slow = Slow { size, neighbours: Vec::new(), mistake };
        // The row and the slanted column of each cell.
        let mut places: Vec<(isize, isize)> = Vec::new();
        for (row, &length) in board.rows.iter().enumerate() {
            let start = if slow.is(Mistake::LowerHalfBends) { row } else { row.min(size - 1) };
            places.extend((0..length).map(|column| (row as isize, column as isize - start as isize)));
        }
        let at = |place| places.iter().position(|&other| other == place);
        let around =
            |&(row, column): &(isize, isize)| WAYS.map(|(down, right)| at((row + down, column + right)));
        slow.neighbours = places.iter().map(around).collect();
        slow
    }

    fn is(&self, mistake: Mistake) -> bool {
        self.mistake == Some(mistake as usize)
    }

    /// The cell this many steps away.
    fn cell(&self, from: usize, way: usize, steps: usize) -> Option<usize> {
        (0..steps).try_fold(from, |cell, _| self.neighbours[cell][way])
    }

    fn slide(&self, cells: &[char], from: usize, way: usize, found: &mut Found) {
        let Some(to) = self.cell(from, way, 1) else { return };
        let man = cells[from];
        if cells[to] == EMPTY {
            found.others.push(moved(cells, from, to));
            let next = self.cell(from, way, 2).filter(|&next| cells[next] == EMPTY);
            if let Some(next) = next.filter(|_| self.is(Mistake::SlideTwo)) {
                found.others.push(moved(cells, from, next));
            }
        } else if cells[to] != man && self.is(Mistake::SlideCrushes) {
            found.captures.push(moved(cells, from, to));
        }
    }

    fn leap(&self, cells: &[char], from: usize, way: usize, found: &mut Found) {
        let man = cells[from];
        let at = |steps| self.cell(from, way, steps);
        let (Some(near), Some(far)) = (at(1), at(2)) else { return };
        let may_leap = match cells[near] {
            EMPTY => self.is(Mistake::LeapOverGap),
            neighbour => neighbour == man || self.is(Mistake::LeapOverEnemy),
        };
        if may_leap {
            self.land(cells, from, near, far, found);
        }
        let over_two = self.is(Mistake::LeapOverTwo) && cells[near] == man && cells[far] == man;
        if let Some(farther) = at(3).filter(|_| over_two) {
            self.land(cells, from, near, farther, found);
        }
    }

    fn land(&self, cells: &[char], from: usize, over: usize, to: usize, found: &mut Found) {
        let man = cells[from];
        let mut after = moved(cells, from, to);
        if self.is(Mistake::LeaptOverGoes) {
            after = without(after, over);
        }
        match cells[to] {
            EMPTY if !self.is(Mistake::LeapToCrushOnly) => found.others.push(after),
            EMPTY => {}
            own if own == man => found.others.extend(self.is(Mistake::LeapOntoOwn).then_some(after)),
            _ => found.captures.extend((!self.is(Mistake::LeapToEmptyOnly)).then_some(after)),
        }
    }
}

/// The boards after moves.
#[derive(Default)]
struct Found {
    captures: Vec<Letters>,
    others: Vec<Letters>,
}

impl LetterRules for Slow {
    fn moves(&self, cells: &[char], side: Side) -> Vec<Letters> {
        let forward = if side == Side::White { 1 } else { -1 };
        let man = letter(side);
        let mut found = Found::default();
        for from in (0..cells.len()).filter(|&cell| cells[cell] == man) {
            for (way, (down, _)) in WAYS.into_iter().enumerate() {
                let is_back = down == -forward;
                if down == 0 && self.is(Mistake::NoSideways) {
                    continue;
                }
                if !(self.is(Mistake::NoLeaps) || is_back && self.is(Mistake::LeapForwardOnly)) {
                    self.leap(cells, from, way, &mut found);
                }
                if !(is_back && self.is(Mistake::SlideForwardOnly)) {
                    self.slide(cells, from, way, &mut found);
                }
            }
        }
        if found.captures.is_empty() || !self.is(Mistake::MustCrush) {
            found.captures.extend(found.others);
        }
        found.captures
    }

    fn ending(&self, cells: &[char], side: Side) -> Option<Outcome> {
        let count = |side| cells.iter().filter(|&&man| man == letter(side)).count();
        let least = if self.is(Mistake::LostWithN) {
            self.size + 1
        } else if self.is(Mistake::LostWithOneLess) {
            self.size - 1
        } else if self.is(Mistake::LostWithNone) {
            1
        } else {
            self.size
        };
        [side, !side].into_iter().find(|&loser| count(loser) < least).map(|loser| Outcome::Win(!loser))
    }
}

fn letter(side: Side) -> char {
    match side {
        Side::White => 'W',
        Side::Black => 'B',
    }
}
