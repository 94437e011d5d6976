//! The rules of Capture the Flag on letters, and the ways in which programs have them wrong.

use game::{EMPTY, Outcome, Side};

use crate::family::letters::{LetterRules, Letters, Mistakes, mistakes, moved, without};

pub(super) const MISTAKES: Mistakes = Mistakes {
    rules: |board, mistake| Box::new(Slow { size: board.rows.len(), mistake }),
    beliefs: BELIEFS,
    accepted: &[],
};

mistakes! {
    StepBack: "a pawn may step backward",
    StepDiagonal: "a pawn may step diagonally forward",
    StepForwardOnly: "a pawn cannot step sideways",
    JumpBack: "a pawn may capture backward",
    JumpDiagonal: "a pawn may capture diagonally forward",
    JumpForwardOnly: "a pawn cannot capture sideways",
    JumpOwn: "a pawn may jump over its own men",
    JumpNobody: "a pawn may jump over an empty cell",
    NoJumps: "a pawn cannot capture",
    MustCapture: "capturing is compulsory",
    FlagIsSafe: "a flag cannot be captured",
    PawnIsSafe: "a pawn cannot be captured",
    FlagJumps: "a flag may capture",
    FlagDiagonal: "a flag may step diagonally",
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
    PawnsDoNotMatter: "a side without pawns has not lost",
    FlagDoesNotMatter: "a side without its flag has not lost",
}

struct Slow {
    size: usize,
    mistake: Option<usize>,
}

impl Slow {
    fn is(&self, mistake: Mistake) -> bool {
        self.mistake == Some(mistake as usize)
    }

    /// The cell this far down and to the right.
    fn cell(&self, from: usize, down: isize, right: isize) -> Option<usize> {
        let row = (from / self.size).checked_add_signed(down).filter(|&row| row < self.size)?;
        let column = (from % self.size).checked_add_signed(right).filter(|&column| column < self.size)?;
        Some(row * self.size + column)
    }

    fn steps(&self, is_flag: bool, forward: isize) -> Vec<(isize, isize)> {
        let mut ways = vec![(forward, 0)];
        let no_sides = if is_flag { Mistake::FlagNotSideways } else { Mistake::StepForwardOnly };
        if !self.is(no_sides) {
            ways.extend([(0, 1), (0, -1)]);
        }
        if if is_flag { !self.is(Mistake::FlagNotBack) } else { self.is(Mistake::StepBack) } {
            ways.push((-forward, 0));
        }
        if !is_flag && self.is(Mistake::StepDiagonal) {
            ways.extend([(forward, 1), (forward, -1)]);
        }
        if is_flag && self.is(Mistake::FlagDiagonal) {
            ways.extend([(1, 1), (1, -1), (-1, 1), (-1, -1)]);
        }
        ways
    }

    fn jumps(&self, is_flag: bool, forward: isize) -> Vec<(isize, isize)> {
        if self.is(Mistake::NoJumps) || is_flag && !self.is(Mistake::FlagJumps) {
            return Vec::new();
        }
        let mut ways = vec![(forward, 0)];
        if !self.is(Mistake::JumpForwardOnly) {
            ways.extend([(0, 1), (0, -1)]);
        }
        if self.is(Mistake::JumpBack) {
            ways.push((-forward, 0));
        }
        if self.is(Mistake::JumpDiagonal) {
            ways.extend([(forward, 1), (forward, -1)]);
        }
        ways
    }

    /// The board after a jump, and whether it captures.
    fn jump(&self, cells: &[char], from: usize, way: (isize, isize), side: Side) -> Option<(Letters, bool)> {
        let over = self.cell(from, way.0, way.1)?;
        let to = self.cell(over, way.0, way.1).filter(|&to| cells[to] == EMPTY)?;
        let after = moved(cells, from, to);
        let jumped = cells[over];
        if jumped == EMPTY {
            return self.is(Mistake::JumpNobody).then_some((after, false));
        }
        if owner(jumped) == side {
            return self.is(Mistake::JumpOwn).then_some((after, false));
        }
        let safe = if jumped.is_uppercase() { Mistake::FlagIsSafe } else { Mistake::PawnIsSafe };
        (!self.is(safe)).then(|| (without(after, over), true))
    }

    /// Whether a side has won; `moved` is the side that has just moved.
    fn has_won(&self, cells: &[char], side: Side, moved: Side) -> bool {
        let [pawn, flag] = letters(!side);
        (!cells.contains(&pawn) && !self.is(Mistake::PawnsDoNotMatter))
            || (!cells.contains(&flag) && !self.is(Mistake::FlagDoesNotMatter))
            || (!self.is(Mistake::PastByOwnMove) || side == moved) && self.is_past(cells, side)
    }

    fn is_past(&self, cells: &[char], side: Side) -> bool {
        let Some(flag) = cells.iter().position(|&letter| letter == letters(side)[1]) else { return false };
        // How far a cell is from the side's own first row.
        let row = |cell: usize| match side {
            Side::White => cell / self.size,
            Side::Black => self.size - 1 - cell / self.size,
        };
        let is_passed = |pawn: usize| match row(flag).cmp(&row(pawn)) {
            std::cmp::Ordering::Greater => true,
            std::cmp::Ordering::Equal => self.is(Mistake::LevelIsPast),
            std::cmp::Ordering::Less => false,
        };
        let is_enemy_pawn = |&cell: &usize| cells[cell] == letters(!side)[0];
        let mut pawns = (0..cells.len()).filter(is_enemy_pawn);
        if self.is(Mistake::NeverPast) {
            false
        } else if self.is(Mistake::LastRow) {
            row(flag) == self.size - 1
        } else if self.is(Mistake::PastOne) {
            pawns.any(is_passed)
        } else if self.is(Mistake::PastInColumn) {
            pawns.all(|pawn| pawn % self.size != flag % self.size || is_passed(pawn))
        } else {
            pawns.all(is_passed)
        }
    }
}

impl LetterRules for Slow {
    fn moves(&self, cells: &[char], side: Side) -> Vec<Letters> {
        let forward = if side == Side::White { 1 } else { -1 };
        let (mut captures, mut others) = (Vec::new(), Vec::new());
        for from in (0..cells.len()).filter(|&cell| cells[cell] != EMPTY && owner(cells[cell]) == side) {
            let is_flag = cells[from].is_uppercase();
            for way in self.jumps(is_flag, forward) {
                match self.jump(cells, from, way, side) {
                    Some((after, true)) => captures.push(after),
                    Some((after, false)) => others.push(after),
                    None => {}
                }
            }
            for (down, right) in self.steps(is_flag, forward) {
                let to = self.cell(from, down, right).filter(|&to| cells[to] == EMPTY);
                others.extend(to.map(|to| moved(cells, from, to)));
            }
        }
        if captures.is_empty() || !self.is(Mistake::MustCapture) {
            captures.extend(others);
        }
        captures
    }

    fn ending(&self, cells: &[char], side: Side) -> Option<Outcome> {
        let moved = !side;
        let order = if self.is(Mistake::EnemyFirst) {
            [side, moved]
        } else if self.is(Mistake::WhiteFirst) {
            Side::BOTH
        } else {
            [moved, side]
        };
        let asked = order.into_iter().filter(|&winner| winner == moved || !self.is(Mistake::MoverWinsOnly));
        asked.into_iter().find(|&winner| self.has_won(cells, winner, moved)).map(Outcome::Win)
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
