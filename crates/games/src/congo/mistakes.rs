//! The rules of Congo on letters, and the ways in which programs have them wrong.

mod man;

use game::{EMPTY, Outcome, Side};

use self::man::{Man, SIZE, letter, owner};
use crate::family::letters::{Change, LetterRules, Letters, Mistakes, mistakes};

pub(super) const MISTAKES: Mistakes = Mistakes {
    rules: |_, mistake| Box::new(Slow { change: Change::new(mistake) }),
    beliefs: BELIEFS,
    accepted: &[Mistake::BareLionsPlayOn as usize],
    draws: false,
};

mistakes! {
    /// So does the course's own search.
    BareLionsPlayOn: "two bare lions play on",
    NobodyDrowns: "nobody drowns",
    BothSidesDrown: "the men of both sides drown after each move",
    EnemyDrowns: "the men of the enemy drown after a move, and not those of the player",
    MovedManIsSaved: "a man that moves along the river does not drown",
    OnlyTheMoverDrowns: "a man that stays in the river does not drown",
    EntersAndDrowns: "a man that enters the river drowns at once",
    CrocodileDrowns: "crocodiles drown too",
    PawnsOnlyDrown: "only pawns drown",
    LionRoams: "a lion may leave its castle",
    CastleIsWide: "a castle is five files wide",
    LionBlind: "lions do not see each other",
    LionFileOnly: "lions see each other along files only",
    LionSeesThrough: "lions see each other through other men",
    LionAllDiagonals: "lions see each other along all diagonals",
    LionStraightOnly: "a lion cannot step diagonally",
    LionDoesNotMatter: "a side without its lion has not lost",
    ZebraIsBlocked: "a zebra cannot leap over men",
    ZebraTall: "a zebra leaps two ranks and one file, but not one rank and two files",
    ZebraFlat: "a zebra leaps one rank and two files, but not two ranks and one file",
    ZebraDiagonal: "a zebra may leap two cells diagonally",
    GiraffeStepsToCapture: "a giraffe may capture by a step",
    GiraffeNoStep: "a giraffe cannot step one cell",
    GiraffeIsBlocked: "a giraffe cannot leap over men",
    GiraffeStraightOnly: "a giraffe cannot go diagonally",
    GiraffeNoCapture: "a giraffe cannot capture",
    GiraffeNoLeap: "a giraffe goes one cell only",
    ElephantIsBlocked: "an elephant cannot leap over men",
    ElephantOneStep: "an elephant goes one cell only",
    ElephantNoStep: "an elephant cannot go one cell",
    ElephantStepsToCapture: "an elephant captures by a step only",
    ElephantDiagonal: "an elephant may go diagonally",
    CrocodileNoSlide: "a crocodile goes one cell only",
    CrocodileSlidesAway: "a crocodile on land also slides away from the river",
    CrocodileStopsShort: "a crocodile on land slides to the river, but not into it",
    CrocodileNotAlongRiver: "a crocodile cannot slide along the river",
    CrocodileSlidesThrough: "a crocodile slides over other men",
    CrocodileStepsToCapture: "a crocodile cannot capture at the end of a slide",
    MonkeyStepsToCapture: "a monkey may capture by a step",
    MonkeyNoStep: "a monkey cannot step",
    MonkeyTakesAtOnce: "the men that a monkey has jumped leave the board before it stops",
    MonkeyOneJump: "a monkey jumps once only",
    MonkeyGoesOn: "a monkey has to jump as often as it can",
    MonkeyNotHome: "a monkey cannot land where it started",
    MonkeyJumpsOwn: "a monkey may jump over its own men",
    MonkeyStraightOnly: "a monkey cannot jump diagonally",
    PawnNoDiagonal: "a pawn cannot go diagonally",
    PawnNoStraight: "a pawn captures diagonally only",
    PawnDiagonalCaptures: "a pawn goes diagonally to capture only",
    PawnSideways: "a pawn may go sideways",
    PawnTwoForward: "a pawn may go two cells forward",
    PawnNeverBack: "a pawn never goes back",
    PawnBackAnywhere: "a pawn may go back from anywhere",
    PawnBackInRiver: "a pawn in the river may go back",
    PawnBackDiagonal: "a pawn may also go back diagonally",
    PawnBackOne: "a pawn goes back one cell only",
    PawnBackLeaps: "a pawn goes back over other men",
    PawnBackCaptures: "a pawn may capture backward",
    NoPromotion: "a pawn on the last rank stays a pawn",
    SuperpawnNoSide: "a superpawn cannot go sideways",
    SuperpawnSideNoCapture: "a superpawn cannot capture sideways",
    SuperpawnBackStraight: "a superpawn goes back straight only",
    SuperpawnBackCaptures: "a superpawn may capture backward",
    SuperpawnNoBack: "a superpawn never goes back",
    SuperpawnBackOne: "a superpawn goes back one cell only",
    SuperpawnBackLeaps: "a superpawn goes back over other men",
    CapturerIsSaved: "a man that captures does not drown",
    GiraffeLeapsToCapture: "a giraffe leaps to capture only",
    CrocodileStraightOnly: "a crocodile cannot step diagonally",
    MonkeyNoCapture: "a monkey cannot capture",
    PawnStraightCaptures: "a pawn cannot capture diagonally",
    PawnWrongWay: "forward is towards a pawn's own side",
    /// As in a text without line ends.
    RowsWrap: "the last cell of a rank is beside the first cell of the next rank",
}

const RIVER: usize = 3;
const AROUND: [(isize, isize); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

struct Slow {
    change: Change,
}

impl Slow {
    fn is(&self, mistake: Mistake) -> bool {
        self.change.is(mistake as usize)
    }

    /// The cells that the man on this cell can go to, without the jumps of monkeys.
    fn targets(&self, cells: &[char], from: usize) -> Vec<usize> {
        let man = Man { cells, from, side: owner(cells[from]), rules: self };
        match cells[from].to_ascii_lowercase() {
            'l' => self.lion(&man),
            'z' => self.zebra(&man),
            'g' => self.giraffe(&man),
            'e' => self.elephant(&man),
            'c' => self.crocodile(&man),
            'm' => man
                .each(&AROUND, 1, |_, to| {
                    man.is_empty(to) && !self.is(Mistake::MonkeyNoStep)
                        || man.is_enemy(to) && self.is(Mistake::MonkeyStepsToCapture)
                })
                .collect(),
            'p' => self.pawn(&man),
            _ => self.superpawn(&man),
        }
    }

    fn lion(&self, man: &Man<'_>) -> Vec<usize> {
        let rows = if man.side == Side::White { 4..7 } else { 0..3 };
        let in_castle = |cell: usize| {
            let file = cell % 7;
            rows.contains(&(cell / 7))
                && ((2..5).contains(&file) || (1..6).contains(&file) && self.is(Mistake::CastleIsWide))
        };
        let mut targets: Vec<usize> = man
            .each(&AROUND, 1, |way, to| {
                man.can_enter(to)
                    && (in_castle(to) || self.is(Mistake::LionRoams))
                    && (is_straight(way) || !self.is(Mistake::LionStraightOnly))
            })
            .collect();
        targets.extend(self.lion_in_sight(man));
        targets
    }

    fn lion_in_sight(&self, man: &Man<'_>) -> Option<usize> {
        let enemy = letter('l', !man.side);
        let target = man.cells.iter().position(|&letter| letter == enemy)?;
        let down = (target / 7) as isize - (man.from / 7) as isize;
        let right = (target % 7) as isize - (man.from % 7) as isize;
        let is_diagonal = down.abs() == right.abs();
        if right != 0 && !is_diagonal {
            return None;
        }
        let across_river = down.abs() == 2;
        let way = (down.signum(), right.signum());
        let is_open = (1..down.abs())
            .all(|steps| man.go((way.0 * steps, way.1 * steps)).is_some_and(|cell| man.is_empty(cell)));
        let sees = match (right == 0 || across_river, is_open) {
            (true, true) => !self.is(Mistake::LionBlind) && (right == 0 || !self.is(Mistake::LionFileOnly)),
            (true, false) => self.is(Mistake::LionSeesThrough),
            (false, true) => self.is(Mistake::LionAllDiagonals),
            (false, false) => false,
        };
        sees.then_some(target)
    }

    fn zebra(&self, man: &Man<'_>) -> Vec<usize> {
        let ways = [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)];
        let mut targets: Vec<usize> = man
            .each(&ways, 1, |way, to| {
                let is_free = || man.go((way.0 / 2, way.1 / 2)).is_some_and(|beside| man.is_empty(beside));
                man.can_enter(to)
                    && (is_free() || !self.is(Mistake::ZebraIsBlocked))
                    && !self.is(if way.0.abs() == 2 { Mistake::ZebraFlat } else { Mistake::ZebraTall })
            })
            .collect();
        let diagonal = [(2, 2), (2, -2), (-2, 2), (-2, -2)];
        targets.extend(man.each(&diagonal, 1, |_, to| man.can_enter(to) && self.is(Mistake::ZebraDiagonal)));
        targets
    }

    fn giraffe(&self, man: &Man<'_>) -> Vec<usize> {
        let goes = |way| is_straight(way) || !self.is(Mistake::GiraffeStraightOnly);
        let mut targets: Vec<usize> = man
            .each(&AROUND, 1, |way, to| {
                if man.is_empty(to) {
                    goes(way) && !self.is(Mistake::GiraffeNoStep)
                } else {
                    man.is_enemy(to) && self.is(Mistake::GiraffeStepsToCapture)
                }
            })
            .collect();
        targets.extend(man.each(&AROUND, 2, |way, to| {
            let is_free = || man.go(way).is_some_and(|between| man.is_empty(between));
            let capture_alone = [Mistake::GiraffeNoCapture, Mistake::GiraffeLeapsToCapture];
            man.can_enter(to)
                && goes(way)
                && !self.is(capture_alone[usize::from(man.is_empty(to))])
                && (is_free() || !self.is(Mistake::GiraffeIsBlocked))
                && !self.is(Mistake::GiraffeNoLeap)
        }));
        targets
    }

    fn elephant(&self, man: &Man<'_>) -> Vec<usize> {
        let goes = |way| is_straight(way) || self.is(Mistake::ElephantDiagonal);
        let mut targets: Vec<usize> = man
            .each(&AROUND, 1, |way, to| man.can_enter(to) && goes(way) && !self.is(Mistake::ElephantNoStep))
            .collect();
        targets.extend(man.each(&AROUND, 2, |way, to| {
            let is_free = || man.go(way).is_some_and(|between| man.is_empty(between));
            man.can_enter(to)
                && goes(way)
                && (is_free() || !self.is(Mistake::ElephantIsBlocked))
                && (man.is_empty(to) || !self.is(Mistake::ElephantStepsToCapture))
                && !self.is(Mistake::ElephantOneStep)
        }));
        targets
    }

    fn crocodile(&self, man: &Man<'_>) -> Vec<usize> {
        let mut targets: Vec<usize> = man
            .each(&AROUND, 1, |way, to| {
                man.can_enter(to) && (is_straight(way) || !self.is(Mistake::CrocodileStraightOnly))
            })
            .collect();
        let row = man.from / 7;
        let farther = |way| self.slide(man, way).into_iter();
        if row == RIVER {
            let along = farther((0, 1)).chain(farther((0, -1)));
            targets.extend(along.filter(|_| {
                !self.is(Mistake::CrocodileNotAlongRiver) && !self.is(Mistake::CrocodileNoSlide)
            }));
            return targets;
        }
        let towards = if row < RIVER { 1 } else { -1 };
        let is_before_river = |to: &usize| (to / 7).abs_diff(row) <= row.abs_diff(RIVER);
        targets.extend(farther((towards, 0)).filter(is_before_river).filter(|to| {
            !self.is(Mistake::CrocodileNoSlide) && (to / 7 != RIVER || !self.is(Mistake::CrocodileStopsShort))
        }));
        targets.extend(farther((-towards, 0)).filter(|_| self.is(Mistake::CrocodileSlidesAway)));
        targets
    }

    /// The cells of a slide up to the first man, without the first cell, which is a step.
    fn slide(&self, man: &Man<'_>, way: (isize, isize)) -> Vec<usize> {
        let mut targets = Vec::new();
        for steps in 1..SIZE {
            let Some(to) = man.go((steps * way.0, steps * way.1)) else { break };
            let can_enter =
                || man.is_empty(to) || man.is_enemy(to) && !self.is(Mistake::CrocodileStepsToCapture);
            if steps > 1 && can_enter() {
                targets.push(to);
            }
            if !man.is_empty(to) && !self.is(Mistake::CrocodileSlidesThrough) {
                break;
            }
        }
        targets
    }

    fn forward(&self, man: &Man<'_>) -> Vec<usize> {
        let up = man.up();
        man.each(&[(up, -1), (up, 0), (up, 1)], 1, |(_, right), to| {
            if right == 0 {
                man.is_empty(to) || man.is_enemy(to) && !self.is(Mistake::PawnNoStraight)
            } else {
                man.can_enter(to)
                    && !self.is(if man.is_enemy(to) {
                        Mistake::PawnStraightCaptures
                    } else {
                        Mistake::PawnDiagonalCaptures
                    })
                    && !self.is(Mistake::PawnNoDiagonal)
            }
        })
        .collect()
    }

    fn pawn(&self, man: &Man<'_>) -> Vec<usize> {
        let mut targets = self.forward(man);
        let row = man.from / 7;
        let beyond = if man.side == Side::White { row < RIVER } else { row > RIVER };
        let may_go_back = || {
            if beyond {
                !self.is(Mistake::PawnNeverBack)
            } else {
                row == RIVER && self.is(Mistake::PawnBackInRiver) || self.is(Mistake::PawnBackAnywhere)
            }
        };
        targets.extend(
            man.each(&[(0, 1), (0, -1)], 1, |_, to| man.can_enter(to) && self.is(Mistake::PawnSideways)),
        );
        targets.extend(man.each(&[(man.up(), 0)], 2, |way, to| {
            let is_free = man.is_empty(to) && man.go(way).is_some_and(|between| man.is_empty(between));
            is_free && self.is(Mistake::PawnTwoForward)
        }));
        targets.extend(man.each(&[(-man.up(), 1), (-man.up(), -1)], 1, |_, to| {
            man.is_empty(to) && beyond && self.is(Mistake::PawnBackDiagonal)
        }));
        targets.extend(man.each(&[(-man.up(), 0)], 1, |_, to| {
            (man.is_empty(to) || man.is_enemy(to) && self.is(Mistake::PawnBackCaptures)) && may_go_back()
        }));
        targets.extend(man.each(&[(-man.up(), 0)], 2, |_, to| {
            let is_free = || man.go((-man.up(), 0)).is_some_and(|between| man.is_empty(between));
            (man.is_empty(to) && (is_free() || self.is(Mistake::PawnBackLeaps))
                || man.is_enemy(to) && is_free() && self.is(Mistake::PawnBackCaptures))
                && may_go_back()
                && !self.is(Mistake::PawnBackOne)
        }));
        targets
    }

    fn superpawn(&self, man: &Man<'_>) -> Vec<usize> {
        let mut targets = self.forward(man);
        targets.extend(man.each(&[(0, 1), (0, -1)], 1, |_, to| {
            man.can_enter(to)
                && !self.is(Mistake::SuperpawnNoSide)
                && (man.is_empty(to) || !self.is(Mistake::SuperpawnSideNoCapture))
        }));
        let down = -man.up();
        for steps in [1, 2] {
            targets.extend(man.each(&[(down, -1), (down, 0), (down, 1)], steps, |way, to| {
                let is_free = || man.go(way).is_some_and(|between| man.is_empty(between));
                (man.is_empty(to) || man.is_enemy(to) && self.is(Mistake::SuperpawnBackCaptures))
                    && (steps == 1
                        || (is_free() || self.is(Mistake::SuperpawnBackLeaps))
                            && !self.is(Mistake::SuperpawnBackOne))
                    && (way.1 == 0 || !self.is(Mistake::SuperpawnBackStraight))
                    && !self.is(Mistake::SuperpawnNoBack)
            }));
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
            for (over, to) in self.next_jumps(cells, from, at, &jumped).into_iter().filter(|_| !lion_taken) {
                if jumped.contains(&over) || open.len() > MOST_JUMPS {
                    continue;
                }
                if !jumped.is_empty() && self.is(Mistake::MonkeyOneJump) {
                    break;
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

    /// The next jumps of a monkey that started on `from`, is on `at` and has jumped some men: the man jumped over, and where the monkey lands.
    fn next_jumps(&self, cells: &[char], from: usize, at: usize, jumped: &[usize]) -> Vec<(usize, usize)> {
        let man = Man { cells, from: at, side: owner(cells[from]), rules: self };
        let jump = |&(down, right): &(isize, isize)| {
            let (over, to) = (man.go((down, right))?, man.go((2 * down, 2 * right))?);
            let is_free = || {
                man.is_empty(to) || to == from || jumped.contains(&to) && self.is(Mistake::MonkeyTakesAtOnce)
            };
            let jumps = is_free()
                && !man.is_empty(over)
                && over != from
                && (man.is_enemy(over) || self.is(Mistake::MonkeyJumpsOwn))
                && (to != from || !self.is(Mistake::MonkeyNotHome))
                && !self.is(Mistake::MonkeyNoCapture)
                && (is_straight((down, right)) || !self.is(Mistake::MonkeyStraightOnly));
            jumps.then_some((over, to))
        };
        AROUND.iter().filter_map(jump).collect()
    }

    /// Takes the men off the board that drown after a move.
    fn drown(&self, after: &mut Letters, from: usize, to: usize, side: Side, captures: bool) {
        for (cell, man) in after.iter_mut().enumerate().skip(RIVER * 7).take(7) {
            let may_drown = *man != EMPTY
                && if owner(*man) == side {
                    !self.is(Mistake::EnemyDrowns)
                } else {
                    self.is(Mistake::BothSidesDrown) || self.is(Mistake::EnemyDrowns)
                };
            if !may_drown {
                continue;
            }
            let drowns = if cell != to {
                !self.is(Mistake::OnlyTheMoverDrowns)
            } else if from / 7 == RIVER {
                !self.is(Mistake::MovedManIsSaved) && (!captures || !self.is(Mistake::CapturerIsSaved))
            } else {
                self.is(Mistake::EntersAndDrowns)
            };
            let is_pawn = man.eq_ignore_ascii_case(&'p');
            if drowns
                && (!man.eq_ignore_ascii_case(&'c') || self.is(Mistake::CrocodileDrowns))
                && (is_pawn || !self.is(Mistake::PawnsOnlyDrown))
                && !self.is(Mistake::NobodyDrowns)
            {
                *man = EMPTY;
            }
        }
    }
}

/// How many captures of one monkey are looked at. Set-ups can have millions.
const MOST_JUMPS: usize = 200;

impl LetterRules for Slow {
    fn moves(&self, cells: &[char], side: Side, enough: usize) -> Vec<Letters> {
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
                reached.push((to, after, cells[to] != EMPTY));
            }
            if cells[from].eq_ignore_ascii_case(&'m') {
                reached.extend(self.jumps(cells, from).into_iter().map(|(to, after)| (to, after, true)));
            }
            for (to, mut after, captures) in reached {
                self.drown(&mut after, from, to, side, captures);
                moves.push(after);
            }
            if moves.len() > enough {
                break;
            }
        }
        moves
    }

    fn ending(&self, cells: &[char], side: Side) -> Option<Outcome> {
        let has_lion = |side| cells.contains(&letter('l', side));
        if let Some(loser) = Side::BOTH.into_iter().rev().find(|&side| !has_lion(side))
            && !self.is(Mistake::LionDoesNotMatter)
        {
            return Some(Outcome::Win(!loser));
        }
        let men = cells.iter().filter(|&&man| man != EMPTY).count();
        if men != 2 || !Side::BOTH.into_iter().all(has_lion) || self.is(Mistake::BareLionsPlayOn) {
            return None;
        }
        let captures = |after: &Letters| !after.contains(&letter('l', !side));
        (!self.moves(cells, side, usize::MAX).iter().any(captures)).then_some(Outcome::Draw)
    }

    fn asked(&self) -> u128 {
        self.change.asked()
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

fn is_straight((down, right): (isize, isize)) -> bool {
    down == 0 || right == 0
}
