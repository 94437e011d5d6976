//! The rules of Oska on letters, and the ways in which programs have them wrong.

use game::{EMPTY, Outcome, Side};

use crate::family::letters::{LetterRules, Letters, Mistakes, mistakes, moved, without};

pub(super) const MISTAKES: Mistakes = Mistakes {
    rules: |board, mistake| Box::new(Slow { rows: board.rows.clone(), mistake }),
    beliefs: BELIEFS,
    accepted: &[],
};

mistakes! {
    StepBack: "a man may step backward",
    JumpBack: "a man may capture backward",
    JumpOwn: "a man may jump over a man of its own",
    JumpNobody: "a man may jump over an empty cell",
    NoJumps: "a man cannot capture",
    MustJump: "capturing is compulsory",
    JumpKeeps: "the man that was jumped over stays on the board",
    LeftOnly: "a man can only go to the left",
    RightOnly: "a man can only go to the right",
    NoWaistJump: "a man cannot jump across the waist",
    /// The column changes by the same number twice, which is right on one side of the waist only.
    WaistBends: "a jump across the waist lands beside the right cell",
    WideLikeNarrow: "the way into a wider row is like the way into a narrower one",
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
    BothHomeDraw: "if both sides are home it is always a draw",
    BothHomeFewer: "if both sides are home, the side with fewer men has won",
    BothHomeEqualWins: "if both sides are home with as many men, the side that moved has won",
    OwnRowIsHome: "home is a side's own starting row",
}

struct Slow {
    rows: Vec<usize>,
    mistake: Option<usize>,
}

/// A row and a column.
type Place = (usize, usize);

impl Slow {
    fn is(&self, mistake: Mistake) -> bool {
        self.mistake == Some(mistake as usize)
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
        let narrower = self.rows[next] < self.rows[row] || self.is(Mistake::WideLikeNarrow);
        let column = (column + right).checked_sub(usize::from(narrower))?;
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
        let to = self.cell(self.behind(place, over, down, right)?);
        let over = self.cell(over);
        if cells[to] != EMPTY {
            return None;
        }
        let after = moved(cells, from, to);
        match cells[over] {
            EMPTY => self.is(Mistake::JumpNobody).then_some((after, false)),
            own if own == cells[from] => self.is(Mistake::JumpOwn).then_some((after, false)),
            _ if self.is(Mistake::NoJumps) => None,
            _ if self.is(Mistake::JumpKeeps) => Some((after, true)),
            _ => Some((without(after, over), true)),
        }
    }

    /// The boards after steps and jumps, without passes.
    fn active_moves(&self, cells: &[char], side: Side) -> Vec<Letters> {
        let forward = if side == Side::White { 1 } else { -1 };
        let (mut captures, mut others) = (Vec::new(), Vec::new());
        for from in (0..cells.len()).filter(|&cell| cells[cell] == side.letter()) {
            for (down, right) in [(forward, 0), (forward, 1), (-forward, 0), (-forward, 1)] {
                let banned = if right == 0 { Mistake::RightOnly } else { Mistake::LeftOnly };
                if self.is(banned) {
                    continue;
                }
                if down == forward || self.is(Mistake::JumpBack) {
                    match self.jump(cells, from, down, right) {
                        Some((after, true)) => captures.push(after),
                        Some((after, false)) => others.push(after),
                        None => {}
                    }
                }
                if down == forward || self.is(Mistake::StepBack) {
                    let to = self.step(self.place(from), down, right).map(|place| self.cell(place));
                    others.extend(to.filter(|&to| cells[to] == EMPTY).map(|to| moved(cells, from, to)));
                }
            }
        }
        if captures.is_empty() || !self.is(Mistake::MustJump) {
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
        match self.men_and_home(cells, side) {
            (0, _) => self.is(Mistake::NoMenIsHome),
            _ if self.is(Mistake::NeverHome) => false,
            (_, home) if self.is(Mistake::OneIsHome) => home > 0,
            (_, home) if self.is(Mistake::AllFromStart) => home == self.rows[0],
            (men, home) => men == home,
        }
    }

    fn both_home(&self, cells: &[char], side: Side) -> Outcome {
        let [white, black] = Side::BOTH.map(|side| self.men_and_home(cells, side).0);
        if self.is(Mistake::BothHomeMover) {
            return Outcome::Win(!side);
        }
        if self.is(Mistake::BothHomeOther) {
            return Outcome::Win(side);
        }
        if self.is(Mistake::BothHomeDraw) {
            return Outcome::Draw;
        }
        let more = more(white, black);
        match more {
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
    fn moves(&self, cells: &[char], side: Side) -> Vec<Letters> {
        let mut moves = self.active_moves(cells, side);
        let cannot_pass = self.is(Mistake::NoPassLoses);
        if moves.is_empty() && !cannot_pass || self.is(Mistake::MayPass) {
            moves.push(cells.to_vec());
        }
        moves
    }

    fn ending(&self, cells: &[char], side: Side) -> Option<Outcome> {
        let [white, black] = Side::BOTH.map(|side| self.men_and_home(cells, side).0);
        if white.min(black) == 0 && !self.is(Mistake::NoMenGoesOn) && !self.is(Mistake::NoMenIsHome) {
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
        if !self.active_moves(cells, side).is_empty() {
            return None;
        }
        if self.is(Mistake::NoPassDraws) {
            return Some(Outcome::Draw);
        }
        let both_stuck = self.active_moves(cells, !side).is_empty();
        both_stuck.then(|| {
            if self.is(Mistake::BothStuckLoses) {
                Outcome::Win(!side)
            } else if self.is(Mistake::BothStuckMore) {
                more(white, black)
            } else {
                Outcome::Draw
            }
        })
    }
}
