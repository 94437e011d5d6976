//! The rules of Capture the Flag on letters, and the ways in which programs have them wrong.

use game::{EMPTY, Outcome, Side};

use crate::family::letters::{Change, LetterRules, Letters, Mistakes, mistakes, moved, without};

pub(super) const MISTAKES: Mistakes = Mistakes {
    rules: |board, mistake| Box::new(Slow { size: board.rows.len(), change: Change::new(mistake) }),
    beliefs: BELIEFS,
    accepted: &[],
    draws: false,
};

mistakes! {
    StepBack: "a pawn may step backward",
    StepDiagonal: "a pawn may step diagonally forward",
    StepTwo: "a pawn may step two cells",
    StepCaptures: "a man may capture by a step onto an enemy",
    StepForwardOnly: "a pawn cannot step sideways",
    JumpBack: "a pawn may capture backward",
    JumpDiagonal: "a pawn may capture diagonally forward",
    JumpForwardOnly: "a pawn cannot capture sideways",
    JumpOwn: "a pawn may jump over its own men",
    JumpNobody: "a pawn may jump over an empty cell",
    NoJumps: "a pawn cannot capture",
    MustCapture: "capturing is compulsory",
    JumpKeeps: "the man that was jumped over stays on the board",
    JumpTwice: "a pawn may capture again in the same move",
    FlagIsSafe: "a flag cannot be captured",
    PawnIsSafe: "a pawn cannot be captured",
    FlagJumps: "a flag may capture",
    FlagDiagonal: "a flag may step diagonally",
    FlagStepsTwo: "a flag may go two cells",
    FlagNotBack: "a flag cannot step backward",
    FlagNotSideways: "a flag cannot step sideways",
    LevelIsPast: "a flag level with the last enemy pawn is past it",
    PastOne: "a flag that is past one enemy pawn is past all of them",
    PastInColumn: "a flag needs to be past the enemy pawns of its own column only",
    LastRow: "a flag has won only on the last row",
    NeverPast: "a flag that is past all enemy pawns has not won",
    PastByOwnMove: "a flag wins only by a move of its own side",
    MoverWinsOnly: "a side cannot win by the enemy's move",
    EnemyFirst: "if both sides have won, the side to move comes first",
    WhiteFirst: "if both sides have won, White comes first",
    LastPawnLoses: "a side with one pawn left has lost",
    PawnsDoNotMatter: "a side without pawns has not lost",
    FlagDoesNotMatter: "a side without its flag has not lost",
    /// As in a text without line ends.
    RowsWrap: "the last cell of a row is beside the first cell of the next row",
    JumpOntoMen: "the cell behind the man that is jumped over need not be empty",
    FlagStays: "a flag cannot move",
    PastOwnToo: "a flag has to be past the pawns of both sides",
    LastRowToo: "a flag on the last row has always won",
    NotLeft: "a man cannot go to the left",
    NotRight: "a man cannot go to the right",
    WrongWay: "a pawn goes towards its own side",
}

/// A way to go, forward and to the right, and on which mistake it depends.
type Way = (isize, isize, Guard);

#[derive(Clone, Copy)]
enum Guard {
    Right,
    If(Mistake),
    Unless(Mistake),
}

use Guard::{If, Right, Unless};
const PAWN_STEPS: [Way; 6] = [
    (1, 0, Right),
    (0, 1, Unless(Mistake::StepForwardOnly)),
    (0, -1, Unless(Mistake::StepForwardOnly)),
    (-1, 0, If(Mistake::StepBack)),
    (1, 1, If(Mistake::StepDiagonal)),
    (1, -1, If(Mistake::StepDiagonal)),
];
const FLAG_STEPS: [Way; 8] = [
    (1, 0, Right),
    (0, 1, Unless(Mistake::FlagNotSideways)),
    (0, -1, Unless(Mistake::FlagNotSideways)),
    (-1, 0, Unless(Mistake::FlagNotBack)),
    (1, 1, If(Mistake::FlagDiagonal)),
    (1, -1, If(Mistake::FlagDiagonal)),
    (-1, 1, If(Mistake::FlagDiagonal)),
    (-1, -1, If(Mistake::FlagDiagonal)),
];
const JUMPS: [Way; 6] = [
    (1, 0, Right),
    (0, 1, Unless(Mistake::JumpForwardOnly)),
    (0, -1, Unless(Mistake::JumpForwardOnly)),
    (-1, 0, If(Mistake::JumpBack)),
    (1, 1, If(Mistake::JumpDiagonal)),
    (1, -1, If(Mistake::JumpDiagonal)),
];

struct Slow {
    size: usize,
    change: Change,
}

impl Slow {
    fn is(&self, mistake: Mistake) -> bool {
        self.change.is(mistake as usize)
    }

    fn allows(&self, guard: Guard) -> bool {
        match guard {
            Right => true,
            If(mistake) => self.is(mistake),
            Unless(mistake) => !self.is(mistake),
        }
    }

    /// The cell this far down and to the right, and whether it is beyond the end of the row.
    fn cell(&self, from: usize, down: isize, right: isize) -> Option<(usize, bool)> {
        let column = (from % self.size).checked_add_signed(right).filter(|&column| column < self.size);
        let to = from.checked_add_signed(down * self.size as isize + right)?;
        (to < self.size * self.size).then_some((to, column.is_none()))
    }

    /// Whether a man may go there.
    fn is_beside(&self, is_beyond_row: bool) -> bool {
        !is_beyond_row || self.is(Mistake::RowsWrap)
    }

    /// Whether a man may go this way.
    fn allows_way(&self, (_, right, guard): Way) -> bool {
        self.allows(guard)
            && (right >= 0 || !self.is(Mistake::NotLeft))
            && (right <= 0 || !self.is(Mistake::NotRight))
    }

    /// Which way down is forward for a man. It makes no difference to a flag.
    fn forward(&self, man: char) -> isize {
        let down = if owner(man) == Side::White { 1 } else { -1 };
        if man.is_lowercase() && self.is(Mistake::WrongWay) { -down } else { down }
    }

    /// The board after a jump, and whether it captures.
    fn jump(&self, cells: &[char], from: usize, way: Way, side: Side) -> Option<(Letters, bool)> {
        let (forward, right, _) = way;
        let down = forward * self.forward(cells[from]);
        let (over, is_beyond) = self.cell(from, down, right)?;
        let (to, is_further_beyond) = self.cell(over, down, right)?;
        let jumped = cells[over];
        let captures = jumped != EMPTY && owner(jumped) != side;
        if cells[to] != EMPTY && !(captures && self.is(Mistake::JumpOntoMen)) {
            return None;
        }
        let may_jump_over = if captures {
            let safe = if jumped.is_uppercase() { Mistake::FlagIsSafe } else { Mistake::PawnIsSafe };
            !self.is(safe) && !self.is(Mistake::NoJumps)
        } else {
            self.is(if jumped == EMPTY { Mistake::JumpNobody } else { Mistake::JumpOwn })
        };
        let may_jump = may_jump_over
            && self.is_beside(is_beyond || is_further_beyond)
            && self.allows_way(way)
            && (cells[from].is_lowercase() || self.is(Mistake::FlagJumps));
        may_jump.then(|| {
            let after = moved(cells, from, to);
            let removes = captures && !self.is(Mistake::JumpKeeps);
            (if removes { without(after, over) } else { after }, captures)
        })
    }

    /// The boards after a second capture by the man that has just captured, for a program that thinks that there is one.
    fn captures_again(&self, before: &[char], after: &[char], side: Side) -> Vec<Letters> {
        let has_come = |&cell: &usize| before[cell] == EMPTY && after[cell] != EMPTY;
        let Some(from) = (0..after.len()).find(has_come) else { return Vec::new() };
        let again = JUMPS.into_iter().filter_map(|way| self.jump(after, from, way, side));
        again
            .filter(|&(_, captures)| captures && self.is(Mistake::JumpTwice))
            .map(|(after, _)| after)
            .collect()
    }

    /// The boards after the steps of a man.
    fn steps(&self, cells: &[char], from: usize, side: Side) -> Vec<Letters> {
        let is_flag = cells[from].is_uppercase();
        let ways = if is_flag { &FLAG_STEPS[..] } else { &PAWN_STEPS };
        let mut boards = Vec::new();
        for &way in ways {
            let (forward, right, _) = way;
            let step = |cell| self.cell(cell, forward * self.forward(cells[from]), right);
            let Some((to, is_beyond)) = step(from) else { continue };
            let is_enemy = |to: usize| cells[to] != EMPTY && owner(cells[to]) != side;
            let may_step = (cells[to] == EMPTY || is_enemy(to) && self.is(Mistake::StepCaptures))
                && self.is_beside(is_beyond)
                && self.allows_way(way)
                && !(is_flag && self.is(Mistake::FlagStays));
            if !may_step {
                continue;
            }
            boards.push(moved(cells, from, to));
            let two = if is_flag { Mistake::FlagStepsTwo } else { Mistake::StepTwo };
            if let Some((next, false)) = step(to)
                && cells[to] == EMPTY
                && cells[next] == EMPTY
                && self.is(two)
            {
                boards.push(moved(cells, from, next));
            }
        }
        boards
    }

    /// Whether a side has won; `moved` is the side that has just moved.
    fn has_won(&self, cells: &[char], side: Side, moved: Side) -> bool {
        let [pawn, flag] = letters(!side);
        let has_lost_pawns = match cells.iter().filter(|&&letter| letter == pawn).count() {
            0 => !self.is(Mistake::PawnsDoNotMatter),
            1 => self.is(Mistake::LastPawnLoses),
            _ => false,
        };
        has_lost_pawns
            || (!cells.contains(&flag) && !self.is(Mistake::FlagDoesNotMatter))
            || self.is_past(cells, side) && (side == moved || !self.is(Mistake::PastByOwnMove))
    }

    fn is_past(&self, cells: &[char], side: Side) -> bool {
        let Some(flag) = cells.iter().position(|&letter| letter == letters(side)[1]) else { return false };
        // How far a cell is from the side's own first row.
        let row = |cell: usize| match side {
            Side::White => cell / self.size,
            Side::Black => self.size - 1 - cell / self.size,
        };
        let pawns = || (0..cells.len()).filter(|&cell| cells[cell] == letters(!side)[0]);
        let is_passed = |pawn: usize| row(flag) > row(pawn);
        let on_last_row = row(flag) == self.size - 1;
        if pawns().all(is_passed) {
            let own = || (0..cells.len()).filter(|&cell| cells[cell] == letters(side)[0]);
            return !self.is(Mistake::NeverPast)
                && (on_last_row || !self.is(Mistake::LastRow))
                && (own().all(is_passed) || !self.is(Mistake::PastOwnToo));
        }
        let same_column = |pawn: usize| pawn % self.size == flag % self.size;
        pawns().all(|pawn| row(flag) >= row(pawn)) && self.is(Mistake::LevelIsPast)
            || pawns().any(is_passed) && self.is(Mistake::PastOne)
            || pawns().all(|pawn| !same_column(pawn) || is_passed(pawn)) && self.is(Mistake::PastInColumn)
            || on_last_row && (self.is(Mistake::LastRow) || self.is(Mistake::LastRowToo))
    }
}

impl LetterRules for Slow {
    fn moves(&self, cells: &[char], side: Side, enough: usize) -> Vec<Letters> {
        let (mut captures, mut others) = (Vec::new(), Vec::new());
        for from in (0..cells.len()).filter(|&cell| cells[cell] != EMPTY && owner(cells[cell]) == side) {
            for way in JUMPS {
                match self.jump(cells, from, way, side) {
                    Some((after, true)) => {
                        captures.extend(self.captures_again(cells, &after, side));
                        captures.push(after);
                    }
                    Some((after, false)) => others.push(after),
                    None => {}
                }
            }
            others.extend(self.steps(cells, from, side));
            if captures.len() > enough || captures.is_empty() && others.len() > enough {
                break;
            }
        }
        if captures.is_empty() || others.is_empty() || !self.is(Mistake::MustCapture) {
            captures.extend(others);
        }
        captures
    }

    fn ending(&self, cells: &[char], side: Side) -> Option<Outcome> {
        let moved = !side;
        let by_mover = self.has_won(cells, moved, moved);
        let by_other = self.has_won(cells, side, moved) && !self.is(Mistake::MoverWinsOnly);
        match (by_mover, by_other) {
            (true, true) if self.is(Mistake::EnemyFirst) => Some(side),
            (true, true) if self.is(Mistake::WhiteFirst) => Some(Side::White),
            (true, _) => Some(moved),
            (false, true) => Some(side),
            (false, false) => None,
        }
        .map(Outcome::Win)
    }

    fn asked(&self) -> u128 {
        self.change.asked()
    }

    fn worth(&self, letter: char) -> i32 {
        i32::from(letter.is_lowercase())
    }
}

fn owner(letter: char) -> Side {
    if letter.eq_ignore_ascii_case(&'w') { Side::White } else { Side::Black }
}

/// The letters of a side's pawns and flag.
fn letters(side: Side) -> [char; 2] {
    match side {
        Side::White => ['w', 'W'],
        Side::Black => ['b', 'B'],
    }
}
