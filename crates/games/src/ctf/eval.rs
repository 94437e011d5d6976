//! The standard evaluation: its terms and their weights. `rules.md` explains them.

use game::{BoardState, Outlook, OwnEvaluation, Prospect, Rules, SearchHints, Side, Term};

use super::Ctf;
use super::position::{FLAG, PAWN, Position};
use crate::kit::bits::Bits;
use crate::kit::step::{self, Step};
use crate::kit::terms::{self, Weights};

const TERMS: Weights<11> = [
    ("pawns", 100),
    ("rows in hand", 22),
    ("rows to bring up", -4),
    ("rows to pass", -13),
    ("guards of the lane", -13),
    ("a free lane", 10),
    ("room of the flag", 6),
    ("attackers of the flag", -45),
    ("a flag to capture", 105),
    ("a capture", 33),
    ("a free capture", 35),
];

/// The terms without the captures of the side to move, which are the last ones.
const WITHOUT_CAPTURES: Weights<11> = terms::only_before(TERMS, 8);

/// The index of a term in [`TERMS`].
const ROWS_TO_BRING_UP: usize = 2;
/// The index of a term in [`TERMS`].
const ROOM: usize = 6;
/// The index of a term in [`TERMS`].
const ATTACKERS: usize = 7;

/// The counts for a flag on its way past the enemy pawns.
#[derive(Clone, Copy, Default)]
struct Passing {
    pawns_to_pass: u32,
    /// The number of rows to go until it is past the last of them.
    rows_to_pass: u32,
    /// The number of these pawns in its column and the columns beside it.
    guards: u32,
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
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn counts(&self, position: &Position<B>, side: Side) -> [i32; TERMS.len()] {
        let Passing { rows_to_pass, guards, .. } = self.passing(position, side);
        let pawns = position.men(side, PAWN);
        let rows_to_bring_up = self.rows_to_bring_up.as_ref().map_or(0, |sums| sums[side.index()].of(pawns));
        let rows_in_hand = self.layout.rows_ahead(side, pawns) - rows_to_bring_up;
        let room = self.beside(position.men(side, FLAG)) & self.empty(position);
        let [flag, any, free] =
            if side == position.side() { self.captures(position, side).map(u32::from) } else { [0; 3] };
        [
            pawns.count(),
            rows_in_hand,
            rows_to_bring_up,
            rows_to_pass,
            guards,
            u32::from(guards == 0),
            room.count(),
            self.attackers(position, side),
            flag,
            any,
            free,
        ]
        .map(|count| count as i32)
    }

    /// What a side can capture at once: the flag, any pawn, and a pawn with a jump to a cell that the enemy does not attack.
    #[inline(always)]
    fn captures(&self, position: &Position<B>, side: Side) -> [bool; 3] {
        let (enemy, row, empty) = (!side, self.row, self.empty(position));
        let (pawns, enemy_pawns) = (position.men(side, PAWN), position.men(enemy, PAWN));
        let jumps = (pawns.forward(side, row) & enemy_pawns).forward(side, row)
            | (pawns << 1 & enemy_pawns) << 1
            | (pawns >> 1 & enemy_pawns) >> 1;
        let jumps = jumps & empty;
        let captures = !jumps.is_empty();
        let attacked = || {
            enemy_pawns.forward(enemy, row) & empty.backward(enemy, row)
                | enemy_pawns << 1 & empty >> 1
                | enemy_pawns >> 1 & empty << 1
        };
        [self.attackers(position, enemy) > 0, captures, captures && !(jumps & !attacked()).is_empty()]
    }

    /// The empty cells.
    #[inline(always)]
    fn empty(&self, position: &Position<B>) -> B {
        self.layout.cells() & !(position.all(Side::White) | position.all(Side::Black))
    }

    /// The cells next to a flag.
    #[inline(always)]
    fn beside(&self, flag: B) -> B {
        self.approaches(Side::White, flag) | self.approaches(Side::Black, flag)
    }

    /// The cells next to a flag from which pawns of `side` can jump over it.
    #[inline(always)]
    fn approaches(&self, side: Side, flag: B) -> B {
        self.approaches[side.index()][flag.lowest() as usize]
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
        // The flag's column and the columns beside it. Bits off the board match no pawns.
        let lane = self.lane << (place as u32 - row_start) >> 1;
        Passing {
            pawns_to_pass: to_pass.count(),
            rows_to_pass: (rows_between + 1).max(0) as u32,
            guards: (to_pass & lane).count(),
        }
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
        let pawns = position.men(enemy, PAWN) & self.approaches(enemy, flag);
        if pawns.is_empty() {
            return 0;
        }
        let empty = self.layout.cells() & !(position.all(side) | position.all(enemy));
        (flag.backward(enemy, row) & pawns & empty.backward(enemy, 2 * row)).count()
            + (flag.backward(enemy, 1) & pawns & empty.backward(enemy, 2)).count()
            + (flag.forward(enemy, 1) & pawns & empty.forward(enemy, 2)).count()
    }

    /// How many rows in hand a captured pawn takes with it at most, and how many rows shorter the way of the flag of `side` can become.
    /// `jumped` are the pawns that `side` can capture. If the hindmost is one of them, the next one to pass can be many rows nearer.
    #[inline(always)]
    fn rows_of_capture(&self, enemy_pawns: B, jumped: B, side: Side) -> (i32, i32) {
        if jumped.is_empty() {
            return (0, 0);
        }
        let last = |pawns: B| if side == Side::White { pawns.highest() } else { pawns.lowest() };
        let [hindmost, taken] = [enemy_pawns, jumped].map(|men| self.row_of[last(men) as usize] as i32);
        let size = self.size() as i32;
        let ahead = if side == Side::Black { size - 1 - taken } else { taken };
        (ahead, if taken == hindmost { size } else { 0 })
    }

    /// How many steps sideways the pawns have, and how many of these are safe: the enemy can capture nothing now, the pawn does not come
    /// next to an enemy pawn that could jump it, and does not leave a cell where an enemy's jump would end.
    #[inline(always)]
    fn steps_aside(&self, position: &Position<B>, side: Side) -> (usize, usize) {
        let (row, enemy, empty) = (self.row, !side, self.empty(position));
        let (pawns, men) = (position.men(side, PAWN), position.all(side));
        let enemy_pawns = position.men(enemy, PAWN);
        let jumps = (enemy_pawns.forward(enemy, row) & men).forward(enemy, row)
            | (enemy_pawns << 1 & men) << 1
            | (enemy_pawns >> 1 & men) >> 1;
        let exposed = enemy_pawns.forward(enemy, row) | enemy_pawns << 1 | enemy_pawns >> 1;
        let staying = pawns & !jumps;
        let safely = [staying << 1 & empty & !exposed, staying >> 1 & empty & !exposed];
        let safe_moves = if (jumps & empty).is_empty() { step::count(safely) } else { 0 };
        (step::count([pawns << 1 & empty, pawns >> 1 & empty]), safe_moves)
    }

    /// How many moves the enemy has at least after a move of `side`; without limit if one of them is irreversible. A quiet move takes at most
    /// one target of a step from the enemy, and a capture three more. A capture takes at most two forward steps of pawns, and other moves
    /// take one. If one of them is left, the enemy can make an irreversible move.
    #[inline(always)]
    fn replies(&self, position: &Position<B>, side: Side, captures: bool) -> usize {
        let (row, enemy, empty) = (self.row, !side, self.empty(position));
        let (pawns, flag) = (position.men(enemy, PAWN), position.men(enemy, FLAG));
        let men = pawns | flag;
        let (forward_taken, taken) = if captures { (2, 4) } else { (1, 1) };
        if (pawns.forward(enemy, row) & empty).count() > forward_taken {
            return usize::MAX;
        }
        let steps = men.forward(enemy, row) | men << 1 | men >> 1 | flag.backward(enemy, row);
        ((steps & empty).count() as usize).saturating_sub(taken)
    }

    /// Bounds on what a single move can do. Each search has a copy of its own, except where a browser would have to load them all.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn outlook_of(&self, position: &Position<B>, side: Side) -> Option<Outlook> {
        let (row, enemy) = (self.row, !side);
        let (pawns, flag) = (position.men(side, PAWN), position.men(side, FLAG));
        let (enemy_pawns, enemy_flag) = (position.men(enemy, PAWN), position.men(enemy, FLAG));
        let empty = self.empty(position);
        let targets = self.targets_of(position, side);
        let jumped =
            targets[0].backward(side, row) | targets[1].backward(side, 1) | targets[2].forward(side, 1);
        let captures = !jumped.is_empty();
        let flag_targets = self.beside(flag) & empty;
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
        let guards = ours.guards as i32;
        let (rows_taken, rows_won) = self.rows_of_capture(enemy_pawns, jumped, side);
        let (free, enemy_free) = (i32::from(ours.guards == 0), i32::from(theirs.guards == 0));
        let (counts, enemy_counts) = (self.counts(position, side), self.counts(position, enemy));
        let value = |weights| terms::total(weights, counts) - terms::total(weights, enemy_counts);
        let (kept, to_bring_up) = (self.rows_kept as i32, counts[ROWS_TO_BRING_UP]);
        // How many pawns can attack the flag now, and how many can after the move.
        let attackers_in = |cells: B| (cells & enemy_pawns).count().min(3) as i32;
        let at_rest = attackers_in(self.approaches(enemy, flag));
        let around = flag_targets.backward(enemy, row) | flag_targets << 1 | flag_targets >> 1;
        let on_the_move = at_rest.max(attackers_in(around));
        let (attacked, attacking) = (counts[ATTACKERS], enemy_counts[ATTACKERS]);
        let close = self.approaches(side, enemy_flag);
        let all_targets = targets.iter().fold(B::EMPTY, |all, &set| all | set);
        let may_attack = (close & pawns).count() as i32 + i32::from(!(close & all_targets).is_empty());
        // A man who leaves a cell next to a flag gives it room, and one who comes takes it.
        let room = counts[ROOM];
        let some = |set: B| i32::from(!set.is_empty());
        let (own_cross, enemy_cross) = (self.beside(flag), self.beside(enemy_flag));
        let (leave, leave_enemy) = (some(own_cross & pawns), some(enemy_cross & (pawns | flag)));
        let (come, come_enemy) = (some(own_cross & all_targets), some(enemy_cross & all_targets));
        let (least_room, most_room) = if flag_moves == 1 {
            ((1 - room).min(-come), (4 - room).max(leave + capture))
        } else {
            (-come, leave + capture)
        };
        let any = [
            (0, capture),
            (-1 - capture, rows_taken.min(kept)),
            (-(1 + capture).min(to_bring_up), (rows_taken - kept).max(0)),
            (-flag_moves - rows_won, flag_moves + 1 + capture),
            (-1 - capture.max(flag_moves * guards), 1 + flag_moves * (enemies - guards)),
            (enemy_free - free - 1, enemy_free - free + 1),
            (least_room - leave_enemy - capture, most_room + come_enemy),
            (attacking - attacked - may_attack, attacking - attacked + on_the_move),
            (-i32::from(on_the_move > 0), 0),
            (-1, 0),
            (-1, 0),
        ];
        let (worst, most) = terms::change(&TERMS, any);
        // A pawn that steps sideways changes little: if there are such moves, the best move is at least as good.
        let (aside_moves, safe_moves) = self.steps_aside(position, side);
        let safe = 2 * safe_moves >= aside_moves;
        let (least, moves) = if aside_moves > 0 {
            let captured = i32::from(!safe);
            let counts = [
                (0, 0),
                (0, 0),
                (0, 0),
                (0, 0),
                (-1, 1),
                (enemy_free - 1, enemy_free),
                (-come - leave_enemy, leave + come_enemy),
                (0, attacking - attacked + at_rest),
                (-captured * i32::from(at_rest > 0), 0),
                (-captured, 0),
                (-captured, 0),
            ];
            (terms::change(&TERMS, counts).0, if safe { safe_moves } else { aside_moves })
        } else {
            (worst, step::count(targets))
        };
        let without_captures = value(&WITHOUT_CAPTURES);
        Some(Outlook {
            evaluation: Prospect {
                now: value(&TERMS),
                least: without_captures + least,
                most: without_captures + most,
            },
            material: Prospect::new(pawns.count() as i32 - enemies, (0, capture)),
            moves,
            replies: self.replies(position, side, captures),
        })
    }
}
