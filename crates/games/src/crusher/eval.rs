//! The standard evaluation: its terms and their weights. `rules.md` explains them.

use game::{BoardState, Outlook, OwnEvaluation, Prospect, Rules, SearchHints, Side, Term};

use super::Crusher;
use super::position::{MAN, Position};
use crate::kit::bits::Bits;
use crate::kit::step::{self, Step};
use crate::kit::terms::{self, Weights};

const TERMS: Weights<7> = [
    ("men", 100),
    ("pairs", 9),
    ("rings from the rim", 5),
    ("room", 1),
    ("free threats", 15),
    ("a capture", 30),
    ("a free capture", 40),
];

/// The terms without the captures of the side to move, which are the last ones.
const WITHOUT_CAPTURES: Weights<7> = terms::only_before(TERMS, 5);

/// The terms without captures and threats.
const QUIET: Weights<7> = terms::only_before(TERMS, 4);

impl<B: Bits> OwnEvaluation for Crusher<B> {
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

impl<B: Bits> SearchHints for Crusher<B> {
    const FEW_MOVES: bool = true;
    const OUTLOOKS: bool = true;

    #[inline(always)]
    fn gain(&self, position: &Position<B>, mv: Step) -> u32 {
        u32::from(Self::is_capture(position, mv))
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

    fn pass(&self, position: &Position<B>) -> Option<Position<B>> {
        Some(position.after_pass(&self.keys))
    }
}

impl<B: Bits> Crusher<B> {
    /// The count of each term for one side, in the order of [`TERMS`].
    #[inline(always)]
    fn counts(&self, position: &Position<B>, side: Side) -> [i32; TERMS.len()] {
        let (men, enemies) = (position.men(side, MAN), position.men(!side, MAN));
        let pairs = self.pairs(men);
        let attacked = self.attacked(men) & enemies;
        // If an enemy is defended, the man who captures him can be captured in turn.
        let free = attacked & !self.attacked(enemies);
        let to_move = u32::from(side == position.side());
        [
            men.count(),
            pairs,
            self.rings_from_rim(men),
            self.room(men, pairs),
            free.count() * (1 - to_move),
            u32::from(!attacked.is_empty()) * to_move,
            u32::from(!free.is_empty()) * to_move,
        ]
        .map(|count| count as i32)
    }

    /// The cells where a leap over a man of the same side ends: those beyond both ends of each pair.
    #[inline(always)]
    fn attacked(&self, men: B) -> B {
        let beyond = |way: u32| {
            let pairs = men & (men << way);
            pairs << way | pairs >> (2 * way)
        };
        beyond(self.row) | beyond(self.row - 1) | beyond(1)
    }

    /// Pairs of neighbours: each man can leap over the other.
    #[inline(always)]
    fn pairs(&self, men: B) -> u32 {
        [self.row, self.row - 1, 1].into_iter().map(|distance| (men & (men << distance)).count()).sum()
    }

    /// The sum of the men's distances from the rim, in rings.
    #[inline(always)]
    fn rings_from_rim(&self, men: B) -> u32 {
        self.rings[1..].iter().map(|&ring| (men & ring).count()).sum()
    }

    /// For all men together, the number of neighbouring cells without a man of the same side. A cell with an enemy
    /// counts for both sides, so the difference between the sides is the difference of their slides. A man has six
    /// neighbours, four on the rim and three in a corner; each pair takes two away.
    #[inline(always)]
    fn room(&self, men: B, pairs: u32) -> u32 {
        let (inside, corners) = (men & self.rings[1], men & self.corners);
        4 * men.count() + 2 * inside.count() - corners.count() - 2 * pairs
    }

    /// Bounds on what a single move can do.
    #[inline(always)]
    pub(super) fn outlook_of(&self, position: &Position<B>, side: Side) -> Option<Outlook> {
        let (men, enemies) = (position.men(side, MAN), position.men(!side, MAN));
        let empty = self.layout.cells() & !(men | enemies);
        let targets = self.targets_of(position, side);
        let captures = targets[..6].iter().any(|&set| !(set & enemies).is_empty());
        // A capture can decide the game.
        if captures && enemies.count() as usize <= self.size {
            return None;
        }
        let (counts, enemy_counts) = (self.counts(position, side), self.counts(position, !side));
        let value = |weights| terms::total(weights, counts) - terms::total(weights, enemy_counts);
        // A man leaves neighbours and gets new ones: at most five, because the man he leaps over or the cell he leaves
        // is no gain. Each pair takes room from both; a man has at most three neighbouring cells more or less than
        // before. A leap crosses at most two rings. A captured man can have had six neighbours.
        let pairs = (men.count() as i32 - 1).min(5);
        let quiet = terms::total(&QUIET, [0, pairs, 2, 3 - 2 * pairs, 0, 0, 0]);
        let taken = terms::total(&QUIET, [1, 6, self.rings.len() as i32 - 1, 6 - 2 * 6, 0, 0, 0]);
        // What the enemy attacks depends only on his own men. The men on these cells are in danger.
        let attacked = self.attacked(enemies);
        let in_danger = (men & attacked).count();
        // A moved man forms pairs along three lines, and threatens at most two enemies on each of them. After a capture, other
        // enemies can be free that were defended.
        let threatened = self.attacked(men) & enemies;
        let (threats, enemies_left) =
            if captures { (threatened, enemies) } else { (threatened & !attacked, enemies & !attacked) };
        let threats = (threats.count() + 6).min(enemies_left.count()) as i32;
        let most = quiet
            + terms::total(&TERMS, [0, 0, 0, 0, threats, 0, 0])
            + if captures { taken } else { 0 }
            // One quiet move saves only one man.
            - if captures || in_danger < 2 { 0 } else { terms::total(&TERMS, [0, 0, 0, 0, 0, 1, 0]) };
        // If no man is in danger, none is after a move to a cell that the enemy does not attack.
        let safe = step::count(targets.map(|set| set & !attacked));
        let all = step::count(targets);
        let (danger, moves) = if in_danger == 0 && 2 * safe >= all {
            (0, safe)
        } else {
            (terms::total(&TERMS, [0, 0, 0, 0, 0, 1, 1]), all)
        };
        // A quiet move takes at most six slides from the enemy, those to the cell where it ends, and so does a capture: those of the
        // captured man.
        let slides = self.slides(enemies, empty) as usize;
        let without_captures = value(&QUIET);
        Some(Outlook {
            evaluation: Prospect {
                now: value(&TERMS),
                least: without_captures - quiet - danger,
                most: without_captures + most,
            },
            material: Prospect::new(self.material(position), (0, i32::from(captures))),
            moves,
            replies: slides.saturating_sub(6),
        })
    }

    /// The number of slides of these men to empty cells.
    #[inline(always)]
    fn slides(&self, men: B, empty: B) -> u32 {
        let both_ways = |way: u32| (men << way & empty).count() + (men >> way & empty).count();
        both_ways(self.row) + both_ways(self.row - 1) + both_ways(1)
    }
}
