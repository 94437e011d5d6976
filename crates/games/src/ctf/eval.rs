//! The standard evaluation: its terms and their weights. `rules.md` explains them.

use game::{BoardState, Outlook, OwnEvaluation, Prospect, Rules, SearchHints, Side, Term};

use super::Ctf;
use super::position::{FLAG, PAWN, Position};
use crate::kit::bits::Bits;
use crate::kit::step::{self, Step};
use crate::kit::terms::{self, Weights};

const TERMS: Weights<9> = [
    ("pawns", 100),
    ("rows in hand", 17),
    ("a pawn at home", 72),
    ("pawns to pass", -12),
    ("rows to pass", -15),
    ("steps of the flag", 10),
    ("attackers of the flag", -60),
    ("threats", 12),
    ("a capture", 64),
];

/// The terms without the captures of the side to move, which are the last one.
const WITHOUT_CAPTURES: Weights<9> = terms::only_before(TERMS, 8);

/// The terms without captures and threats.
const QUIET: Weights<9> = terms::only_before(TERMS, 7);

/// The counts for a flag on its way past the enemy pawns.
#[derive(Clone, Copy, Default)]
struct Passing {
    pawns_to_pass: u32,
    /// The number of rows to go until it is past the last of them.
    rows_to_pass: u32,
}

impl<B: Bits> OwnEvaluation for Ctf<B> {
    /// Only pawns count.
    #[inline]
    fn worth(&self, position: &Position<B>, side: Side) -> i32 {
        position.men(side, PAWN).count() as i32
    }

    #[inline]
    fn evaluate(&self, position: &Position<B>) -> i32 {
        let counts = [self.counts(position, Side::White), self.counts(position, Side::Black)];
        terms::evaluate(&TERMS, position.side(), counts)
    }

    #[inline]
    fn evaluate_without_captures(&self, position: &Position<B>) -> i32 {
        let counts = [self.counts(position, Side::White), self.counts(position, Side::Black)];
        terms::evaluate(&WITHOUT_CAPTURES, position.side(), counts)
    }

    fn terms(&self, position: &Position<B>) -> Vec<Term> {
        terms::list(&TERMS, |side| self.counts(position, side))
    }
}

impl<B: Bits> SearchHints for Ctf<B> {
    const FEW_MOVES: bool = true;
    const OUTLOOKS: bool = true;

    #[inline(always)]
    fn gain(&self, position: &Position<B>, mv: Step) -> u32 {
        if !self.is_jump(mv) {
            return 0;
        }
        // A flag is worth the game.
        if position.men(!position.side(), FLAG).has(mv.middle()) { 100 } else { 1 }
    }

    #[inline(always)]
    fn outlook(&self, position: &Position<B>) -> Option<Outlook> {
        match position.side() {
            Side::White => self.outlook_of(position, Side::White),
            Side::Black => self.outlook_of(position, Side::Black),
        }
    }

    #[inline(always)]
    fn decode_move(&self, position: &Position<B>, code: u32) -> Option<Step> {
        let step = Step::from_code(code);
        self.moves(position).has(step).then_some(step)
    }

    fn reflected(&self, position: &Position<B>) -> Option<Position<B>> {
        Some(position.reflected(&self.keys, &self.layout))
    }

    fn reflected_move(&self, mv: Step) -> Step {
        mv.reflected(&self.layout)
    }
}

impl<B: Bits> Ctf<B> {
    /// The count of each term for one side, in the order of [`TERMS`].
    #[inline(always)]
    fn counts(&self, position: &Position<B>, side: Side) -> [i32; TERMS.len()] {
        self.counts_with(position, side, self.passing(position, side), self.attackers(position, side))
    }

    /// The counts for a side whose flag has this way to go and so many attackers.
    #[inline(always)]
    fn counts_with(
        &self,
        position: &Position<B>,
        side: Side,
        Passing { pawns_to_pass, rows_to_pass }: Passing,
        attackers: u32,
    ) -> [i32; TERMS.len()] {
        let pawns = position.men(side, PAWN);
        let threats = self.threatened(position, side).count();
        let to_move = u32::from(side == position.side());
        [
            pawns.count(),
            self.layout.rows_ahead(side, pawns),
            u32::from(!(pawns & self.home(side)).is_empty()),
            pawns_to_pass,
            rows_to_pass,
            self.flag_targets(position, side).count(),
            attackers,
            threats * (1 - to_move),
            threats.min(1) * to_move,
        ]
        .map(|count| count as i32)
    }

    /// The row where a side starts.
    #[inline(always)]
    fn home(&self, side: Side) -> B {
        self.layout.row_set(if side == Side::White { 0 } else { self.size() - 1 })
    }

    #[inline(always)]
    fn empty(&self, position: &Position<B>) -> B {
        self.layout.cells() & !(position.all(Side::White) | position.all(Side::Black))
    }

    /// The cells to which the flag can step.
    #[inline(always)]
    fn flag_targets(&self, position: &Position<B>, side: Side) -> B {
        let flag = position.men(side, FLAG);
        (flag << self.row | flag >> self.row | flag << 1 | flag >> 1) & self.empty(position)
    }

    /// The enemy pawns that the pawns of `side` can capture.
    #[inline(always)]
    fn threatened(&self, position: &Position<B>, side: Side) -> B {
        let (pawns, empty, row) = (position.men(side, PAWN), self.empty(position), self.row);
        let jumped = pawns.forward(side, row) & empty.backward(side, row)
            | pawns << 1 & empty >> 1
            | pawns >> 1 & empty << 1;
        jumped & position.men(!side, PAWN)
    }

    /// How far the flag still has to go past the enemy pawns. Pawns never move back, so the flag stays past a pawn.
    #[inline(always)]
    fn passing(&self, position: &Position<B>, side: Side) -> Passing {
        let (flag, pawns) = (position.men(side, FLAG), position.men(!side, PAWN));
        if flag.is_empty() || pawns.is_empty() {
            return Passing::default();
        }
        let place = flag.lowest() as usize;
        let (row, row_start) = (self.row_of[place], self.row_start[place]);
        let to_pass = pawns & self.rows_from(row_start, side);
        let hindmost = if side == Side::White { pawns.highest() } else { pawns.lowest() };
        let hindmost = self.row_of[hindmost as usize];
        let rows_between = match side {
            Side::White => hindmost as i32 - row as i32,
            Side::Black => row as i32 - hindmost as i32,
        };
        Passing { pawns_to_pass: to_pass.count(), rows_to_pass: (rows_between + 1).max(0) as u32 }
    }

    /// The row that starts here and all rows ahead of it for `side`.
    #[inline(always)]
    fn rows_from(&self, row_start: u32, side: Side) -> B {
        match side {
            Side::White => !B::EMPTY << row_start,
            Side::Black => !(!B::EMPTY << (row_start + self.row)),
        }
    }

    /// How many enemy pawns next to the flag can jump over it to an empty cell.
    #[inline(always)]
    fn attackers(&self, position: &Position<B>, side: Side) -> u32 {
        let (flag, enemy, row) = (position.men(side, FLAG), !side, self.row);
        let pawns = position.men(enemy, PAWN);
        let empty = self.layout.cells() & !(position.all(side) | position.all(enemy));
        (flag.backward(enemy, row) & pawns & empty.backward(enemy, 2 * row)).count()
            + (flag.backward(enemy, 1) & pawns & empty.backward(enemy, 2)).count()
            + (flag.forward(enemy, 1) & pawns & empty.forward(enemy, 2)).count()
    }

    /// Bounds on what a single move can do.
    #[inline(always)]
    pub(super) fn outlook_of(&self, position: &Position<B>, side: Side) -> Option<Outlook> {
        let (row, enemy) = (self.row, !side);
        let (pawns, flag) = (position.men(side, PAWN), position.men(side, FLAG));
        let (enemy_pawns, enemy_flag) = (position.men(enemy, PAWN), position.men(enemy, FLAG));
        let empty = self.empty(position);
        let targets = self.targets_of(position, side);
        let jumped =
            targets[0].backward(side, row) | targets[1].backward(side, 1) | targets[2].forward(side, 1);
        let captures = !jumped.is_empty();
        let flag_targets = self.flag_targets(position, side);
        let (ours, theirs) = (self.passing(position, side), self.passing(position, enemy));
        let flag_row = self.row_start[flag.lowest() as usize];
        let level = (enemy_pawns & self.rows_from(flag_row, side) & self.rows_from(flag_row, enemy)).count();
        // A move can end the game: it captures the flag or the last pawn, the flag gets past all pawns, or the last
        // pawn in front of the enemy's flag passes it.
        if !(jumped & enemy_flag).is_empty()
            || captures && (enemy_pawns.count() == 1 || ours.pawns_to_pass == 1)
            || !flag_targets.is_empty() && ours.pawns_to_pass == level
            || theirs.pawns_to_pass == 1
        {
            return None;
        }
        let (capture, flag_moves) = (i32::from(captures), i32::from(!flag_targets.is_empty()));
        let enemies = enemy_pawns.count() as i32;
        let [to_pass, level, flag_steps] =
            [ours.pawns_to_pass, level, flag_targets.count()].map(|count| count as i32);
        // A captured pawn loses its rows in hand. If it was the last one, the next pawn to pass can be many rows nearer.
        let last = |pawns: B| if side == Side::White { pawns.highest() } else { pawns.lowest() };
        let (rows_taken, rows_won) = if captures {
            let [hindmost, taken] = [enemy_pawns, jumped].map(|men| self.row_of[last(men) as usize] as i32);
            let size = self.size() as i32;
            let ahead = if enemy == Side::White { size - 1 - taken } else { taken };
            (ahead, if taken == hindmost { size } else { 0 })
        } else {
            (0, 0)
        };
        // The cells from which pawns attack a flag on these cells, and how many pawns can attack after the move.
        let beside = |cells: B, attacker| cells.backward(attacker, row) | cells << 1 | cells >> 1;
        let near = |cells: B| (beside(cells, enemy) & enemy_pawns).count().min(3) as i32;
        let (attacked, attacking) = (self.attackers(position, side), self.attackers(position, enemy));
        let counts = self.counts_with(position, side, ours, attacked);
        let enemy_counts = self.counts_with(position, enemy, theirs, attacking);
        let value = |weights| terms::total(weights, counts) - terms::total(weights, enemy_counts);
        let (attacked, attacking) = (attacked as i32, attacking as i32);
        let close = beside(enemy_flag, side);
        let comes_close = targets.iter().any(|&set| !(set & close).is_empty());
        let may_attack = (close & pawns).count() as i32 + i32::from(comes_close);
        let (at_rest, on_the_move) = (near(flag), near(flag).max(near(flag_targets)));
        let alone = |pawns: B, side| i32::from((pawns & self.home(side)).count() == 1);
        // After a move, only pawns next to a pawn or to the cell where it ends can be threatened.
        let reached = targets[..6].iter().fold(pawns, |cells, &set| cells | set);
        let threats = (beside(reached, enemy) & enemy_pawns).count() as i32;
        // A man can open or close one step of each flag. A flag that has moved can at least step back.
        let next_to = |cells: B| cells << row | cells >> row | cells << 1 | cells >> 1;
        let meets = |a: B, b: B| i32::from(!(a & b).is_empty());
        let opens = meets(next_to(flag), pawns | jumped);
        let enemy_opens = meets(next_to(enemy_flag), pawns | flag | jumped);
        let enemy_closes = meets(next_to(enemy_flag), reached | flag_targets);
        let any = [
            (0, capture),
            (-1 - capture, rows_taken),
            (-alone(pawns, side), capture * alone(enemy_pawns, enemy)),
            (-capture.max(flag_moves * level), flag_moves * (enemies - to_pass) + 1),
            (-flag_moves - rows_won, flag_moves + 1 + capture),
            (
                -flag_moves.max(flag_steps - 1) - enemy_opens,
                opens.max(flag_moves * (4 - flag_steps)) + enemy_closes,
            ),
            (attacking - attacked - may_attack, attacking - attacked + on_the_move),
            (0, threats),
            (-1, 0),
        ];
        let (worst, most) = terms::change(&TERMS, any);
        // A pawn that steps sideways changes little: if there are such moves, the best move is at least as good.
        let (danger, aside) = self.steps_aside(position, side);
        let aside_moves = step::count(aside);
        let (least, moves) = if aside_moves > 0 {
            let attackers = attacking - attacked + at_rest;
            let closes = meets(aside[0] | aside[1], flag_targets);
            let counts = [
                (0, 0),
                (0, 0),
                (0, 0),
                (0, 0),
                (0, 0),
                (-closes - enemy_opens, 0),
                (0, attackers),
                (0, 0),
                (-danger, 0),
            ];
            (terms::change(&TERMS, counts).0, aside_moves)
        } else {
            (worst, step::count(targets))
        };
        // A quiet move takes at most one target of a step from the enemy, and a capture three more.
        let men = enemy_pawns | enemy_flag;
        let steps = men.forward(enemy, row) | men << 1 | men >> 1 | enemy_flag.backward(enemy, row);
        let replies = (steps & empty).count() as usize;
        let without_captures = value(&QUIET);
        Some(Outlook {
            evaluation: Prospect {
                now: value(&TERMS),
                least: without_captures + least,
                most: without_captures + most,
            },
            material: Prospect::new(pawns.count() as i32 - enemies, (0, capture)),
            moves,
            replies: replies.saturating_sub(if captures { 4 } else { 1 }),
        })
    }

    /// The targets of pawns that step sideways, and whether (1 or 0) the enemy may be able to capture a pawn after such a step. If he
    /// threatens none now, these are only the steps after which he still does not.
    #[inline(always)]
    fn steps_aside(&self, position: &Position<B>, side: Side) -> (i32, [B; 2]) {
        let (enemy, row) = (!side, self.row);
        let (pawns, enemy_pawns) = (position.men(side, PAWN), position.men(enemy, PAWN));
        let empty = self.empty(position);
        let aside = |pawns: B, cells: B| [pawns << 1 & cells, pawns >> 1 & cells];
        if self.threatened(position, enemy).is_empty() {
            // The enemy attacks these cells, and his jumps over pawns would end on those.
            let [ahead, left, right] = [enemy_pawns.forward(enemy, row), enemy_pawns << 1, enemy_pawns >> 1];
            let attacked = ahead | left | right;
            let behind = (ahead & pawns).forward(enemy, row) | (left & pawns) << 1 | (right & pawns) >> 1;
            let safe = aside(pawns & !behind, empty & !attacked);
            if step::count(safe) > 0 {
                return (0, safe);
            }
        }
        (1, aside(pawns, empty))
    }
}
