//! The rules of Congo on letters, and the ways in which programs have them wrong.

use game::{EMPTY, Outcome, Side};

use crate::family::letters::{LetterRules, Letters, Mistakes, mistakes};

pub(super) const MISTAKES: Mistakes = Mistakes {
    rules: |_, mistake| Box::new(Slow { mistake }),
    beliefs: BELIEFS,
    accepted: &[Mistake::BareLionsPlayOn as usize],
};

mistakes! {
    /// So does the course's own search.
    BareLionsPlayOn: "two bare lions play on",
    NobodyDrowns: "nobody drowns",
    BothSidesDrown: "the men of both sides drown after each move",
    MovedManIsSaved: "a man that moves along the river does not drown",
    OnlyTheMoverDrowns: "a man that stays in the river does not drown",
    EntersAndDrowns: "a man that enters the river drowns at once",
    CrocodileDrowns: "crocodiles drown too",
    PawnsOnlyDrown: "only pawns drown",
    LionRoams: "a lion may leave its castle",
    LionBlind: "lions do not see each other",
    LionFileOnly: "lions see each other along files only",
    LionSeesThrough: "lions see each other through other men",
    LionAllDiagonals: "lions see each other along all diagonals",
    LionStraightOnly: "a lion cannot step diagonally",
    LionDoesNotMatter: "a side without its lion has not lost",
    ZebraIsBlocked: "a zebra cannot leap over men",
    GiraffeStepsToCapture: "a giraffe may capture by a step",
    GiraffeNoStep: "a giraffe cannot step one cell",
    GiraffeIsBlocked: "a giraffe cannot leap over men",
    GiraffeStraightOnly: "a giraffe cannot go diagonally",
    ElephantIsBlocked: "an elephant cannot leap over men",
    ElephantOneStep: "an elephant goes one cell only",
    ElephantDiagonal: "an elephant may go diagonally",
    CrocodileNoSlide: "a crocodile goes one cell only",
    CrocodileSlidesAway: "a crocodile on land also slides away from the river",
    CrocodileStopsShort: "a crocodile on land slides to the river, but not into it",
    CrocodileNotAlongRiver: "a crocodile cannot slide along the river",
    MonkeyStepsToCapture: "a monkey may capture by a step",
    MonkeyOneJump: "a monkey jumps once only",
    MonkeyGoesOn: "a monkey has to jump as often as it can",
    MonkeyNotHome: "a monkey cannot land where it started",
    MonkeyJumpsOwn: "a monkey may jump over its own men",
    MonkeyStraightOnly: "a monkey cannot jump diagonally",
    PawnNoDiagonal: "a pawn cannot go diagonally",
    PawnNoStraight: "a pawn captures diagonally only",
    PawnDiagonalCaptures: "a pawn goes diagonally to capture only",
    PawnNeverBack: "a pawn never goes back",
    PawnBackAnywhere: "a pawn may go back from anywhere",
    PawnBackInRiver: "a pawn in the river may go back",
    PawnBackOne: "a pawn goes back one cell only",
    PawnBackLeaps: "a pawn goes back over other men",
    PawnBackCaptures: "a pawn may capture backward",
    NoPromotion: "a pawn on the last rank stays a pawn",
    SuperpawnNoSide: "a superpawn cannot go sideways",
    SuperpawnSideNoCapture: "a superpawn cannot capture sideways",
    SuperpawnBackStraight: "a superpawn goes back straight only",
    SuperpawnBackCaptures: "a superpawn may capture backward",
    SuperpawnNoBack: "a superpawn never goes back",
}

const SIZE: isize = 7;
const RIVER: usize = 3;
const AROUND: [(isize, isize); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
const STRAIGHT: [(isize, isize); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

struct Slow {
    mistake: Option<usize>,
}

impl Slow {
    fn is(&self, mistake: Mistake) -> bool {
        self.mistake == Some(mistake as usize)
    }

    /// The cells that the man on this cell can go to, without the jumps of monkeys.
    fn targets(&self, cells: &[char], from: usize) -> Vec<usize> {
        let man = Man { cells, from, side: owner(cells[from]) };
        match cells[from].to_ascii_lowercase() {
            'l' => self.lion(&man),
            'z' => self.zebra(&man),
            'g' => self.giraffe(&man),
            'e' => self.elephant(&man),
            'c' => self.crocodile(&man),
            'm' => {
                let captures = self.is(Mistake::MonkeyStepsToCapture);
                man.each(&AROUND, 1, |to| man.is_empty(to) || captures && man.is_enemy(to))
            }
            'p' => self.pawn(&man),
            _ => self.superpawn(&man),
        }
    }

    fn lion(&self, man: &Man<'_>) -> Vec<usize> {
        let ways = if self.is(Mistake::LionStraightOnly) { &STRAIGHT[..] } else { &AROUND };
        let rows = if man.side == Side::White { 4..7 } else { 0..3 };
        let in_castle = |cell: usize| rows.contains(&(cell / 7)) && (2..5).contains(&(cell % 7));
        let mut targets =
            man.each(ways, 1, |to| man.can_enter(to) && (in_castle(to) || self.is(Mistake::LionRoams)));
        if !self.is(Mistake::LionBlind) {
            targets.extend(self.lion_in_sight(man));
        }
        targets
    }

    fn lion_in_sight(&self, man: &Man<'_>) -> Option<usize> {
        let enemy = letter('l', !man.side);
        let target = man.cells.iter().position(|&letter| letter == enemy)?;
        let down = (target / 7) as isize - (man.from / 7) as isize;
        let right = (target % 7) as isize - (man.from % 7) as isize;
        let diagonal = down.abs() == right.abs() && !self.is(Mistake::LionFileOnly);
        let across_river = down.abs() == 2;
        let in_line = right == 0 || diagonal && (across_river || self.is(Mistake::LionAllDiagonals));
        let way = (down.signum(), right.signum());
        let open = || {
            (1..down.abs())
                .all(|steps| man.go((way.0 * steps, way.1 * steps)).is_some_and(|cell| man.is_empty(cell)))
        };
        (in_line && (self.is(Mistake::LionSeesThrough) || open())).then_some(target)
    }

    fn zebra(&self, man: &Man<'_>) -> Vec<usize> {
        let ways = [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)];
        let goes = |way: &(isize, isize)| {
            let beside = man.go((way.0 / 2, way.1 / 2));
            let blocked = beside.is_some_and(|cell| !man.is_empty(cell));
            man.go(*way).filter(|&to| man.can_enter(to) && !(blocked && self.is(Mistake::ZebraIsBlocked)))
        };
        ways.iter().filter_map(goes).collect()
    }

    fn giraffe(&self, man: &Man<'_>) -> Vec<usize> {
        let ways = if self.is(Mistake::GiraffeStraightOnly) { &STRAIGHT[..] } else { &AROUND };
        let mut targets = Vec::new();
        if !self.is(Mistake::GiraffeNoStep) {
            let captures = self.is(Mistake::GiraffeStepsToCapture);
            targets = man.each(ways, 1, |to| man.is_empty(to) || captures && man.is_enemy(to));
        }
        targets.extend(man.leaps(ways, self.is(Mistake::GiraffeIsBlocked)));
        targets
    }

    fn elephant(&self, man: &Man<'_>) -> Vec<usize> {
        let ways = if self.is(Mistake::ElephantDiagonal) { &AROUND[..] } else { &STRAIGHT };
        let mut targets = man.each(ways, 1, |to| man.can_enter(to));
        if !self.is(Mistake::ElephantOneStep) {
            targets.extend(man.leaps(ways, self.is(Mistake::ElephantIsBlocked)));
        }
        targets
    }

    fn crocodile(&self, man: &Man<'_>) -> Vec<usize> {
        let mut targets = man.each(&AROUND, 1, |to| man.can_enter(to));
        if self.is(Mistake::CrocodileNoSlide) {
            return targets;
        }
        let row = man.from / 7;
        if row == RIVER {
            if !self.is(Mistake::CrocodileNotAlongRiver) {
                targets.extend(man.slide((0, 1), 7));
                targets.extend(man.slide((0, -1), 7));
            }
            return targets;
        }
        let towards = if row < RIVER { 1 } else { -1 };
        let short = usize::from(self.is(Mistake::CrocodileStopsShort));
        targets.extend(man.slide((towards, 0), row.abs_diff(RIVER) - short));
        if self.is(Mistake::CrocodileSlidesAway) {
            targets.extend(man.slide((-towards, 0), 7));
        }
        targets
    }

    fn forward(&self, man: &Man<'_>) -> Vec<usize> {
        let up = man.up();
        let goes = |right: isize| {
            let to = man.go((up, right))?;
            let may_go = if right == 0 {
                man.is_empty(to) || man.is_enemy(to) && !self.is(Mistake::PawnNoStraight)
            } else if self.is(Mistake::PawnNoDiagonal) {
                false
            } else {
                man.is_enemy(to) || man.is_empty(to) && !self.is(Mistake::PawnDiagonalCaptures)
            };
            may_go.then_some(to)
        };
        [-1, 0, 1].into_iter().filter_map(goes).collect()
    }

    fn pawn(&self, man: &Man<'_>) -> Vec<usize> {
        let mut targets = self.forward(man);
        let row = man.from / 7;
        let beyond = if man.side == Side::White { row < RIVER } else { row > RIVER };
        let may_go_back =
            beyond || self.is(Mistake::PawnBackAnywhere) || row == RIVER && self.is(Mistake::PawnBackInRiver);
        if may_go_back && !self.is(Mistake::PawnNeverBack) {
            let captures = self.is(Mistake::PawnBackCaptures);
            let leaps = self.is(Mistake::PawnBackLeaps);
            let far = if self.is(Mistake::PawnBackOne) { 1 } else { 2 };
            targets.extend(man.back(0, far, captures, leaps));
        }
        targets
    }

    fn superpawn(&self, man: &Man<'_>) -> Vec<usize> {
        let mut targets = self.forward(man);
        if !self.is(Mistake::SuperpawnNoSide) {
            let captures = !self.is(Mistake::SuperpawnSideNoCapture);
            targets.extend(
                man.each(&[(0, 1), (0, -1)], 1, |to| man.is_empty(to) || captures && man.is_enemy(to)),
            );
        }
        let ways = if self.is(Mistake::SuperpawnBackStraight) { 0..=0 } else { -1..=1 };
        if !self.is(Mistake::SuperpawnNoBack) {
            let captures = self.is(Mistake::SuperpawnBackCaptures);
            targets.extend(ways.flat_map(|right| man.back(right, 2, captures, false)));
        }
        targets
    }

    /// The boards after the jumps of a monkey, before men drown, each with the cell where it ends.
    fn jumps(&self, cells: &[char], from: usize) -> Vec<(usize, Letters)> {
        let mut found: Vec<(usize, Letters)> = Vec::new();
        let mut open = vec![(from, Vec::new())];
        while let Some((at, jumped)) = open.pop() {
            let mut last = true;
            let lion_taken = jumped.iter().any(|&over: &usize| cells[over].eq_ignore_ascii_case(&'l'));
            let goes_on = !lion_taken && (jumped.is_empty() || !self.is(Mistake::MonkeyOneJump));
            for (over, to) in self.next_jumps(cells, from, at).into_iter().filter(|_| goes_on) {
                if jumped.contains(&over) || open.len() > MOST_JUMPS {
                    continue;
                }
                last = false;
                let mut jumped = jumped.clone();
                jumped.push(over);
                jumped.sort_unstable();
                if !open.contains(&(to, jumped.clone())) {
                    open.push((to, jumped));
                }
            }
            if !jumped.is_empty() && (last || !self.is(Mistake::MonkeyGoesOn)) {
                let mut after = cells.to_vec();
                after[from] = EMPTY;
                for over in jumped {
                    after[over] = EMPTY;
                }
                after[at] = cells[from];
                if found.len() < MOST_JUMPS && !found.contains(&(at, after.clone())) {
                    found.push((at, after));
                }
            }
        }
        found
    }

    /// The next jumps of a monkey that started on `from` and is on `at`: the man jumped over, and where the monkey lands.
    fn next_jumps(&self, cells: &[char], from: usize, at: usize) -> Vec<(usize, usize)> {
        let man = Man { cells, from: at, side: owner(cells[from]) };
        let ways = if self.is(Mistake::MonkeyStraightOnly) { &STRAIGHT[..] } else { &AROUND };
        let jump = |&(down, right): &(isize, isize)| {
            let (over, to) = (man.go((down, right))?, man.go((2 * down, 2 * right))?);
            let own = self.is(Mistake::MonkeyJumpsOwn) && cells[over] != EMPTY && over != from;
            let lands = man.is_empty(to) || to == from && !self.is(Mistake::MonkeyNotHome);
            (lands && (man.is_enemy(over) || own)).then_some((over, to))
        };
        ways.iter().filter_map(jump).collect()
    }

    /// Takes the men off the board that drown after a move.
    fn drown(&self, after: &mut Letters, from: usize, to: usize, side: Side) {
        for (cell, man) in after.iter_mut().enumerate().skip(RIVER * 7).take(7) {
            let is_crocodile = man.eq_ignore_ascii_case(&'c') && !self.is(Mistake::CrocodileDrowns);
            let is_safe_kind = !man.eq_ignore_ascii_case(&'p') && self.is(Mistake::PawnsOnlyDrown);
            let is_safe_side = *man == EMPTY || owner(*man) != side && !self.is(Mistake::BothSidesDrown);
            if is_crocodile || is_safe_kind || is_safe_side {
                continue;
            }
            let drowns = if cell != to {
                !self.is(Mistake::OnlyTheMoverDrowns)
            } else if from / 7 == RIVER {
                !self.is(Mistake::MovedManIsSaved)
            } else {
                self.is(Mistake::EntersAndDrowns)
            };
            if drowns && !self.is(Mistake::NobodyDrowns) {
                *man = EMPTY;
            }
        }
    }
}

/// How many captures of one monkey are looked at. Set-ups can have millions.
const MOST_JUMPS: usize = 200;

/// A man that is about to move.
struct Man<'a> {
    cells: &'a [char],
    from: usize,
    side: Side,
}

impl Man<'_> {
    /// The cell this far down and to the right.
    fn go(&self, (down, right): (isize, isize)) -> Option<usize> {
        let row = (self.from / 7) as isize + down;
        let column = (self.from % 7) as isize + right;
        let inside = (0..SIZE).contains(&row) && (0..SIZE).contains(&column);
        inside.then_some((row * SIZE + column) as usize)
    }

    fn up(&self) -> isize {
        if self.side == Side::White { -1 } else { 1 }
    }

    fn is_empty(&self, cell: usize) -> bool {
        self.cells[cell] == EMPTY
    }

    fn is_enemy(&self, cell: usize) -> bool {
        !self.is_empty(cell) && owner(self.cells[cell]) != self.side
    }

    fn can_enter(&self, cell: usize) -> bool {
        self.is_empty(cell) || self.is_enemy(cell)
    }

    /// The cells so many steps away that are allowed.
    fn each(&self, ways: &[(isize, isize)], steps: isize, allowed: impl Fn(usize) -> bool) -> Vec<usize> {
        let far = ways.iter().filter_map(|&(down, right)| self.go((steps * down, steps * right)));
        far.filter(|&to| allowed(to)).collect()
    }

    /// Leaps of two cells.
    fn leaps(&self, ways: &[(isize, isize)], blocked: bool) -> Vec<usize> {
        let open = |way: &&(isize, isize)| !blocked || self.go(**way).is_some_and(|cell| self.is_empty(cell));
        let ways: Vec<_> = ways.iter().filter(open).copied().collect();
        self.each(&ways, 2, |to| self.can_enter(to))
    }

    /// A slide of at most so many cells, up to the first man.
    fn slide(&self, way: (isize, isize), far: usize) -> Vec<usize> {
        let mut targets = Vec::new();
        for steps in 1..=far as isize {
            let to = self.go((steps * way.0, steps * way.1));
            targets.extend(to.filter(|&to| self.can_enter(to)));
            if !to.is_some_and(|to| self.is_empty(to)) {
                break;
            }
        }
        targets
    }

    /// One cell back, or more, over empty cells.
    fn back(&self, right: isize, far: isize, captures: bool, leaps: bool) -> Vec<usize> {
        let mut targets = Vec::new();
        for steps in 1..=far {
            let Some(to) = self.go((-self.up() * steps, right * steps)) else { break };
            if self.is_empty(to) || captures && self.is_enemy(to) {
                targets.push(to);
            }
            if !self.is_empty(to) && !leaps {
                break;
            }
        }
        targets
    }
}

impl LetterRules for Slow {
    fn moves(&self, cells: &[char], side: Side) -> Vec<Letters> {
        let mut moves: Vec<Letters> = Vec::new();
        for from in (0..cells.len()).filter(|&cell| cells[cell] != EMPTY && owner(cells[cell]) == side) {
            let mut reached = Vec::new();
            for to in self.targets(cells, from) {
                let mut after = cells.to_vec();
                after[from] = EMPTY;
                let last = if side == Side::White { 0 } else { 6 };
                let promotes = cells[from].eq_ignore_ascii_case(&'p')
                    && to / 7 == last
                    && !self.is(Mistake::NoPromotion);
                after[to] = if promotes { letter('s', side) } else { cells[from] };
                reached.push((to, after));
            }
            if cells[from].eq_ignore_ascii_case(&'m') {
                reached.extend(self.jumps(cells, from));
            }
            for (to, mut after) in reached {
                self.drown(&mut after, from, to, side);
                moves.push(after);
            }
        }
        moves
    }

    fn ending(&self, cells: &[char], side: Side) -> Option<Outcome> {
        let has_lion = |side| cells.contains(&letter('l', side));
        if !self.is(Mistake::LionDoesNotMatter)
            && let Some(loser) = Side::BOTH.into_iter().rev().find(|&side| !has_lion(side))
        {
            return Some(Outcome::Win(!loser));
        }
        let men = cells.iter().filter(|&&man| man != EMPTY).count();
        if men != 2 || !Side::BOTH.into_iter().all(has_lion) || self.is(Mistake::BareLionsPlayOn) {
            return None;
        }
        let captures = |after: &Letters| !after.contains(&letter('l', !side));
        (!self.moves(cells, side).iter().any(captures)).then_some(Outcome::Draw)
    }

    fn worth(&self, letter: char) -> i32 {
        match letter.to_ascii_lowercase() {
            'p' => 100,
            'e' => 250,
            'z' => 300,
            's' => 350,
            'g' => 400,
            'm' => 450,
            'c' => 500,
            _ => 0,
        }
    }
}

fn owner(letter: char) -> Side {
    if letter.is_ascii_uppercase() { Side::White } else { Side::Black }
}

/// The letter of a kind of man of a side.
fn letter(kind: char, side: Side) -> char {
    if side == Side::White { kind.to_ascii_uppercase() } else { kind }
}
