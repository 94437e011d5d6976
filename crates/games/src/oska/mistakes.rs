//! The rules of Oska on letters, and the ways in which programs have them wrong.

use game::{EMPTY, Outcome, Side};

use crate::family::letters::{Change, LetterRules, Letters, Mistakes, mistakes, moved, without};

pub(super) const MISTAKES: Mistakes = Mistakes {
    rules: |board, mistake| Box::new(Slow { rows: board.rows.clone(), change: Change::new(mistake) }),
    beliefs: BELIEFS,
    accepted: &[],
    draws: true,
};

mistakes! {
    StepBack: "a man may step backward",
    JumpBack: "a man may capture backward",
    JumpOwn: "a man may jump over a man of its own",
    JumpNobody: "a man may jump over an empty cell",
    NoJumps: "a man cannot capture",
    MustJump: "capturing is compulsory",
    NoJumpHome: "a man cannot capture onto the last row",
    JumpKeeps: "the man that was jumped over stays on the board",
    LeftOnly: "a man can only go to the left",
    RightOnly: "a man can only go to the right",
    NoWaistJump: "a man cannot jump across the waist",
    /// The column changes by the same number twice, which is right on one side of the waist only.
    WaistBends: "a jump across the waist lands beside the right cell",
    WideLikeNarrow: "the way into a wider row is like the way into a narrower one",
    NarrowLikeWide: "the way into a narrower row is like the way into a wider one",
    JumpTwice: "a man may capture again in the same move",
    StepCaptures: "a man may capture by a step onto an enemy",
    StepSideways: "a man may step along its row",
    JumperGoes: "a man that captures leaves the board too",
    NoPassLoses: "a player who cannot move has lost",
    NoPassDraws: "a player who cannot move ends the game as a draw",
    MayPass: "a player may always pass",
    BothStuckLoses: "if neither side can move, the side to move has lost",
    BothStuckMore: "if neither side can move, the side with more men has won",
    NoMenGoesOn: "a side without men has not lost",
    NoMenIsHome: "a side without men has brought all of them home",
    OneIsHome: "one man on the enemy's starting row is enough",
    AllFromStart: "all men of the start have to arrive, captured ones too",
    NeverHome: "bringing all men home does not win",
    HomeByOwnMove: "a side cannot win by the enemy's move",
    BothHomeMover: "if both sides are home, the side that moved has won",
    BothHomeOther: "if both sides are home, the side to move has won",
    BothHomeWhite: "if both sides are home, White has won",
    BothHomeDraw: "if both sides are home it is always a draw",
    BothHomeFewer: "if both sides are home, the side with fewer men has won",
    BothHomeEqualWins: "if both sides are home with as many men, the side that moved has won",
    OwnRowIsHome: "home is a side's own starting row",
    OneManLoses: "a side with one man left has lost",
    JumpOntoMen: "the cell behind the man that is jumped over need not be empty",
    LikeSquares: "a man goes to the next column on its left or right, as on a board of squares",
    WrongWay: "a man goes towards its own starting row",
}

struct Slow {
    rows: Vec<usize>,
    change: Change,
}

/// A row and a column.
type Place = (usize, usize);

impl Slow {
    fn is(&self, mistake: Mistake) -> bool {
        self.change.is(mistake as usize)
    }

    fn cell(&self, (row, column): Place) -> usize {
        self.rows[..row].iter().sum::<usize>() + column
    }

    fn place(&self, cell: usize) -> Place {
        let mut column = cell;
        for (row, &length) in self.rows.iter().enumerate() {
            if column < length {
                return (row, column);
            }
            column -= length;
        }
        unreachable!("the board has this cell")
    }

    /// The place diagonally in front, to the left (0) or to the right (1).
    fn step(&self, (row, column): Place, down: isize, right: usize) -> Option<Place> {
        let next = row.checked_add_signed(down).filter(|&next| next < self.rows.len())?;
        let narrower = if self.rows[next] < self.rows[row] {
            !self.is(Mistake::NarrowLikeWide)
        } else {
            self.is(Mistake::WideLikeNarrow)
        };
        // On squares, columns are one less and one more. One of the two is the same here.
        let differs_on_squares = narrower == (right == 1);
        let more = if differs_on_squares && self.is(Mistake::LikeSquares) {
            2 * right
        } else {
            right + usize::from(!narrower)
        };
        let column = (column + more).checked_sub(1)?;
        (column < self.rows[next]).then_some((next, column))
    }

    /// The cell behind the one that a man on `from` jumps over.
    fn behind(&self, from: Place, over: Place, down: isize, right: usize) -> Option<Place> {
        let crosses_waist = over.0 == self.rows.len() / 2;
        if crosses_waist && self.is(Mistake::NoWaistJump) {
            return None;
        }
        let to = self.step(over, down, right)?;
        if crosses_waist && self.is(Mistake::WaistBends) {
            let column = (2 * over.1).checked_sub(from.1)?;
            return (column < self.rows[to.0]).then_some((to.0, column));
        }
        Some(to)
    }

    /// The board after a jump, and whether it captures.
    fn jump(&self, cells: &[char], from: usize, down: isize, right: usize) -> Option<(Letters, bool)> {
        let place = self.place(from);
        let over = self.step(place, down, right)?;
        let to = self.behind(place, over, down, right)?;
        let over = self.cell(over);
        let jumped = cells[over];
        let captures = jumped != EMPTY && jumped != cells[from];
        if cells[self.cell(to)] != EMPTY && !(captures && self.is(Mistake::JumpOntoMen)) {
            return None;
        }
        let allowed = match jumped {
            EMPTY => self.is(Mistake::JumpNobody),
            _ if captures => {
                let is_last = to.0 == 0 || to.0 == self.rows.len() - 1;
                !self.is(Mistake::NoJumps) && (!is_last || !self.is(Mistake::NoJumpHome))
            }
            _ => self.is(Mistake::JumpOwn),
        };
        let to = self.cell(to);
        let mut after = allowed.then(|| moved(cells, from, to))?;
        if captures {
            if !self.is(Mistake::JumpKeeps) {
                after = without(after, over);
            }
            if self.is(Mistake::JumperGoes) {
                after = without(after, to);
            }
        }
        Some((after, captures))
    }

    /// The boards after the second capture of a program that thinks there is one: the man that has captured is the one that has come.
    fn captures_again(&self, before: &[char], after: &Letters, down: isize, side: Side) -> Vec<Letters> {
        let has_come = |&cell: &usize| before[cell] == EMPTY && after[cell] == side.letter();
        let Some(from) = (0..after.len()).find(has_come) else { return Vec::new() };
        let again = [0, 1].into_iter().filter_map(|right| self.jump(after, from, down, right));
        again
            .filter(|&(_, captures)| captures && self.is(Mistake::JumpTwice))
            .map(|(after, _)| after)
            .collect()
    }

    /// The boards after steps and jumps, without passes. If there are more than `enough`, some may be missing.
    fn active_moves(&self, cells: &[char], side: Side, enough: usize) -> Vec<Letters> {
        let forward = if (side == Side::White) == self.is(Mistake::WrongWay) { -1 } else { 1 };
        let (mut captures, mut others) = (Vec::new(), Vec::new());
        for from in (0..cells.len()).filter(|&cell| cells[cell] == side.letter()) {
            for (down, right) in [(forward, 0), (forward, 1), (-forward, 0), (-forward, 1)] {
                let banned = if right == 0 { Mistake::RightOnly } else { Mistake::LeftOnly };
                let is_allowed = |back| (down == forward || self.is(back)) && !self.is(banned);
                match self.jump(cells, from, down, right).filter(|_| is_allowed(Mistake::JumpBack)) {
                    Some((after, true)) => {
                        captures.extend(self.captures_again(cells, &after, down, side));
                        captures.push(after);
                    }
                    Some((after, false)) => others.push(after),
                    None => {}
                }
                let to = self.step(self.place(from), down, right).map(|place| self.cell(place));
                let onto_enemy = to.filter(|&to| cells[to] == (!side).letter() && down == forward);
                captures.extend(
                    onto_enemy.filter(|_| self.is(Mistake::StepCaptures)).map(|to| moved(cells, from, to)),
                );
                let to = to.filter(|&to| cells[to] == EMPTY && is_allowed(Mistake::StepBack));
                others.extend(to.map(|to| moved(cells, from, to)));
            }
            let (row, column) = self.place(from);
            for column in [column.wrapping_sub(1), column + 1] {
                let beside = (column < self.rows[row]).then(|| self.cell((row, column)));
                let beside = beside.filter(|&to| cells[to] == EMPTY && self.is(Mistake::StepSideways));
                others.extend(beside.map(|to| moved(cells, from, to)));
            }
            if captures.len() > enough || captures.is_empty() && others.len() > enough {
                break;
            }
        }
        if captures.is_empty() || others.is_empty() || !self.is(Mistake::MustJump) {
            captures.extend(others);
        }
        captures
    }

    /// How many men a side has, and how many of them are home.
    fn men_and_home(&self, cells: &[char], side: Side) -> (usize, usize) {
        let last = self.rows.len() - 1;
        let bottom = (side == Side::White) != self.is(Mistake::OwnRowIsHome);
        let start = if bottom { cells.len() - self.rows[last] } else { 0 };
        let home = start..start + self.rows[0];
        let men = || cells.iter().enumerate().filter(|&(_, &man)| man == side.letter());
        (men().count(), men().filter(|(cell, _)| home.contains(cell)).count())
    }

    fn is_home(&self, cells: &[char], side: Side) -> bool {
        let (men, home) = self.men_and_home(cells, side);
        if men == 0 {
            return self.is(Mistake::NoMenIsHome);
        }
        if men == home {
            return !self.is(Mistake::NeverHome) && (home == self.rows[0] || !self.is(Mistake::AllFromStart));
        }
        home > 0 && self.is(Mistake::OneIsHome)
    }

    fn both_home(&self, cells: &[char], side: Side) -> Outcome {
        let [white, black] = Side::BOTH.map(|side| self.men_and_home(cells, side).0);
        if self.is(Mistake::BothHomeMover) {
            return Outcome::Win(!side);
        }
        if self.is(Mistake::BothHomeOther) {
            return Outcome::Win(side);
        }
        if self.is(Mistake::BothHomeWhite) {
            return Outcome::Win(Side::White);
        }
        let more = more(white, black);
        match more {
            Outcome::Win(_) if self.is(Mistake::BothHomeDraw) => Outcome::Draw,
            Outcome::Win(_) if self.is(Mistake::BothHomeFewer) => more.mirrored(),
            Outcome::Draw if self.is(Mistake::BothHomeEqualWins) => Outcome::Win(!side),
            _ => more,
        }
    }
}

/// The side with more men has won.
fn more(white: usize, black: usize) -> Outcome {
    match white.cmp(&black) {
        std::cmp::Ordering::Greater => Outcome::Win(Side::White),
        std::cmp::Ordering::Less => Outcome::Win(Side::Black),
        std::cmp::Ordering::Equal => Outcome::Draw,
    }
}

impl LetterRules for Slow {
    fn moves(&self, cells: &[char], side: Side, enough: usize) -> Vec<Letters> {
        let mut moves = self.active_moves(cells, side, enough);
        if moves.is_empty() && !self.is(Mistake::NoPassLoses)
            || !moves.is_empty() && self.is(Mistake::MayPass)
        {
            moves.push(cells.to_vec());
        }
        moves
    }

    fn ending(&self, cells: &[char], side: Side) -> Option<Outcome> {
        let [white, black] = Side::BOTH.map(|side| self.men_and_home(cells, side).0);
        if white.min(black) == 0 && !self.is(Mistake::NoMenGoesOn) && !self.is(Mistake::NoMenIsHome) {
            return Some(more(white, black));
        }
        if white.min(black) == 1 && white != black && self.is(Mistake::OneManLoses) {
            return Some(more(white, black));
        }
        let [white_home, black_home] = Side::BOTH.map(|side| self.is_home(cells, side));
        let by_own_move = |winner: Side| winner == !side || !self.is(Mistake::HomeByOwnMove);
        match (white_home, black_home) {
            (true, true) => return Some(self.both_home(cells, side)),
            (true, false) if by_own_move(Side::White) => return Some(Outcome::Win(Side::White)),
            (false, true) if by_own_move(Side::Black) => return Some(Outcome::Win(Side::Black)),
            _ => {}
        }
        let is_stuck = |side| self.active_moves(cells, side, 0).is_empty();
        if !is_stuck(side) {
            return None;
        }
        if self.is(Mistake::NoPassDraws) {
            return Some(Outcome::Draw);
        }
        is_stuck(!side).then(|| {
            if self.is(Mistake::BothStuckLoses) {
                Outcome::Win(!side)
            } else if self.is(Mistake::BothStuckMore) {
                more(white, black)
            } else {
                Outcome::Draw
            }
        })
    }

    fn asked(&self) -> u128 {
        self.change.asked()
    }
}
