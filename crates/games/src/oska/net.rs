//! The neural network for five men a side, and what it sees of a position.
//!
//! The network sees each row as a whole: each of the patterns that the men of both sides can form in a row is an input. The position
//! is seen from the side to move, so with Black to move the board is turned by 180°. It is also reflected if more of these men are on
//! the right than on the left: the network then has to know only one of two positions that have the same value. The kind of position
//! depends on how many men are left, and before the first capture on how far they have gone.

use std::ops::Range;
use std::sync::{Arc, LazyLock};

use game::{BoardState, NetInputs, NetShape, Side};

use super::Oska;
use super::position::{MAN, Position};
use crate::kit::bits::Bits;
use crate::kit::layout::Layout;
use crate::kit::net::Net;

/// The largest board whose positions are described as inputs. On larger ones the rows have too many patterns.
const LARGEST: usize = 5;
/// It has this many rows.
const MOST_ROWS: usize = 2 * LARGEST - 3;
/// The longest row has this many sets of cells.
const SETS: usize = 1 << LARGEST;
/// Kinds of positions before the first capture. The men of both sides go so many rows in each of them, but for the last.
const STAGES: usize = 3;
const ROWS_PER_STAGE: usize = 8;
/// Kinds of positions after it: one man is missing, two, or more.
const LOSSES: usize = 3;

/// Trained by `bench tune tables=DIR net=crates/games/src/oska/net5.bin oska:5`.
static FIVE: LazyLock<Net> = LazyLock::new(|| {
    let NetShape { inputs, kinds } = Patterns::new(&Oska::<u64>::layout_of(5)).shape;
    let net = Net::from_bytes(include_bytes!("net5.bin"), inputs, kinds);
    net.expect("the file contains a network for five men a side")
});

/// The inputs of a board, and its network if there is one.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    patterns: Arc<Patterns>,
    net: Option<&'static Net>,
}

/// The numbers of the inputs.
#[derive(Debug)]
struct Patterns {
    rows: Vec<RowPatterns>,
    /// The cells on the left and on the right, by the side that looks.
    halves: [[u64; 2]; 2],
    size: usize,
    shape: NetShape,
}

/// The patterns of a row: the number of the input is the sum of a number for the men of the side to move and of one for the enemies.
#[derive(Debug)]
struct RowPatterns {
    /// The place of the first cell.
    start: u32,
    /// A bit for each cell.
    cells: u64,
    /// By the [`Way`] to look at the board and the cells of the side to move.
    own: [[u16; SETS]; 4],
    /// By the way to look at the board and the cells of the enemies.
    enemies: [[u16; SETS]; 4],
}

/// A way to look at the board: by a side, and reflected or not.
#[derive(Clone, Copy)]
struct Way {
    side: Side,
    reflected: bool,
}

impl Way {
    const ALL: [Way; 4] = [
        Way { side: Side::White, reflected: false },
        Way { side: Side::White, reflected: true },
        Way { side: Side::Black, reflected: false },
        Way { side: Side::Black, reflected: true },
    ];

    #[inline(always)]
    fn index(self) -> usize {
        2 * self.side.index() + usize::from(self.reflected)
    }
}

impl Seen {
    /// `None` on boards with too many patterns.
    pub(super) fn new<B: Bits>(layout: &Layout<B>, size: usize) -> Option<Seen> {
        let net = (size == 5).then(|| &*FIVE);
        (size <= LARGEST).then(|| Seen { patterns: Arc::new(Patterns::new(layout)), net })
    }
}

impl Patterns {
    fn new<B: Bits>(layout: &Layout<B>) -> Patterns {
        let (height, size) = (layout.height(), layout.row(0).len());
        let patterns = |row: usize| 3u16.pow(layout.row(row).len() as u32);
        let before = |row: usize| (0..row).map(patterns).sum::<u16>();
        let rows = (0..height).map(|row| {
            let places = layout.row(row);
            let length = places.len() as u32;
            // A cell is empty, or has a man or an enemy: a digit of a number with the base 3.
            let number = |cells: usize, way: Way| -> u16 {
                let from_left = (way.side == Side::White) != way.reflected;
                let digit = |cell: u32| if from_left { length - 1 - cell } else { cell };
                (0..length).filter(|&cell| cells >> cell & 1 == 1).map(|cell| 3u16.pow(digit(cell))).sum()
            };
            let of_sets = |number: &dyn Fn(usize) -> u16| {
                std::array::from_fn(|cells| if cells < 1 << length { number(cells) } else { 0 })
            };
            let first = |side: Side| before(if side == Side::White { row } else { height - 1 - row });
            RowPatterns {
                start: places.start,
                cells: (1 << length) - 1,
                own: Way::ALL.map(|way| of_sets(&|cells| first(way.side) + number(cells, way))),
                enemies: Way::ALL.map(|way| of_sets(&|cells| 2 * number(cells, way))),
            }
        });
        let half = |at: fn(Range<u32>) -> Range<u32>| {
            (0..height).flat_map(|row| at(layout.row(row))).fold(0, |cells, place| cells | 1 << place)
        };
        let left = half(|row| row.start..row.start + row.len() as u32 / 2);
        let right = half(|row| row.end - row.len() as u32 / 2..row.end);
        let shape = NetShape { inputs: before(height).into(), kinds: STAGES + LOSSES };
        // Who looks from the other end has the left on the right.
        Patterns { rows: rows.collect(), halves: [[left, right], [right, left]], size, shape }
    }

    /// The inputs that are on, one for each row.
    #[inline(always)]
    fn inputs(&self, own: u64, enemies: u64, side: Side) -> [u16; MOST_ROWS] {
        let [left, right] = self.halves[side.index()];
        let lean = |men: u64| (men & left).count_ones() as i32 - (men & right).count_ones() as i32;
        // The enemies matter if the own men are balanced.
        let reflected = lean(own) * 2 * self.size as i32 + lean(enemies) < 0;
        let way = Way { side, reflected }.index();
        let mut inputs = [0; MOST_ROWS];
        for (input, row) in inputs.iter_mut().zip(&self.rows) {
            let [own, enemies] = [own, enemies].map(|men| (men >> row.start & row.cells) as usize % SETS);
            *input = row.own[way][own] + row.enemies[way][enemies];
        }
        inputs
    }
}

impl<B: Bits> Oska<B> {
    #[inline(always)]
    pub(super) fn value_by_net(&self, position: &Position<B>) -> Option<i32> {
        let seen = self.seen.as_ref()?;
        let [own, enemies] = Self::both_men(position);
        let inputs = seen.patterns.inputs(own, enemies, position.side());
        Some(seen.net?.value(&inputs, self.kind(position, seen)))
    }

    pub(super) fn shape_of_net(&self) -> Option<NetShape> {
        Some(self.seen.as_ref()?.patterns.shape)
    }

    pub(super) fn inputs_of_net(&self, position: &Position<B>) -> Option<NetInputs> {
        let seen = self.seen.as_ref()?;
        let [own, enemies] = Self::both_men(position);
        let inputs = seen.patterns.inputs(own, enemies, position.side());
        let on = inputs[..seen.patterns.rows.len()].iter().map(|&input| input.into()).collect();
        Some(NetInputs { on, kind: self.kind(position, seen) })
    }

    /// The men of the side to move and of the enemy, on a board of at most 64 places.
    #[inline(always)]
    fn both_men(position: &Position<B>) -> [u64; 2] {
        [position.side(), !position.side()].map(|side| position.men(side, MAN).low())
    }

    #[inline(always)]
    fn kind(&self, position: &Position<B>, seen: &Seen) -> usize {
        let all_men = 2 * seen.patterns.size;
        let [white, black] = Side::BOTH.map(|side| position.men(side, MAN));
        let lost = all_men - ((white.count() + black.count()) as usize).min(all_men);
        if lost > 0 {
            return STAGES + lost.min(LOSSES) - 1;
        }
        let to_go = self.layout.rows_ahead(Side::White, white) + self.layout.rows_ahead(Side::Black, black);
        let gone = all_men * (self.layout.height() - 1) - to_go as usize;
        (gone / ROWS_PER_STAGE).min(STAGES - 1)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use game::{Evaluate, Evaluation, Line, Mirror, OwnEvaluation, Random, Rules};
    use solve::Solvable;
    use solve::ranking::permuted;

    use super::*;

    /// The positions of some random games.
    fn positions(game: &Oska<u64>) -> Vec<Position<u64>> {
        let mut random = Random::new(1);
        let mut positions = Vec::new();
        for _ in 0..30 {
            let mut line = Line::start(game);
            while line.ending().is_none() {
                positions.push(*line.position());
                let moves = line.moves();
                let _ = line.try_play(random.pick(&moves));
            }
        }
        positions
    }

    #[test]
    fn a_position_with_swapped_colours_has_the_same_value() {
        let game = Oska::<u64>::new(5);
        for position in positions(&game) {
            let mirrored = game.mirrored(&position).expect("Oska can be mirrored");
            let [first, second] = [position, mirrored].map(|position| {
                let NetInputs { mut on, kind } =
                    game.net_inputs(&position).expect("small boards have inputs");
                on.sort_unstable();
                (on, kind)
            });
            assert_eq!(first, second);
            assert!(game.evaluate_by_net(&position).is_some());
            assert_eq!(game.evaluate_by_net(&position), game.evaluate_by_net(&mirrored));
        }
    }

    /// The position reflected from left to right.
    fn reflected(game: &Oska<u64>, position: &Position<u64>) -> Position<u64> {
        let image = |men: u64| permuted(men, &game.layout.reflection());
        let placement = game.placement(position).map(|kinds| kinds.map(image));
        game.place(&placement, position.side()).expect("the reflected board has as many men")
    }

    #[test]
    fn the_inputs_describe_the_whole_board_but_for_its_reflection() {
        for size in [3, 4, 5] {
            let game = Oska::<u64>::new(size);
            let shape = game.net_shape().expect("small boards have inputs");
            let mut seen: HashMap<Vec<usize>, Position<u64>> = HashMap::new();
            for position in positions(&game).into_iter().filter(|position| position.side() == Side::White) {
                let NetInputs { on, kind } = game.net_inputs(&position).expect("small boards have inputs");
                assert_eq!(on.len(), game.layout().height());
                assert!(on.iter().all(|&input| input < shape.inputs) && kind < shape.kinds);
                let same = |other| other == position || other == reflected(&game, &position);
                let other = seen.insert(on, position);
                assert!(other.is_none_or(same), "{position:?} looks like {other:?}");
            }
        }
    }

    #[test]
    fn a_reflected_position_looks_the_same_unless_its_halves_have_as_many_men() {
        let game = Oska::<u64>::new(5);
        let [left, right] = game.seen.as_ref().expect("small boards have inputs").patterns.halves[0];
        let is_balanced = |men: u64| (men & left).count_ones() == (men & right).count_ones();
        let mut same = 0;
        for position in positions(&game) {
            if !Oska::both_men(&position).into_iter().all(is_balanced) {
                assert_eq!(game.net_inputs(&position), game.net_inputs(&reflected(&game, &position)));
                same += 1;
            }
        }
        assert!(same > 500, "{same}");
    }

    #[test]
    fn other_boards_use_the_standard_evaluation() {
        for size in [3, 4, 6] {
            let game = Oska::<u64>::new(size);
            assert_eq!(game.evaluate_by_net(&game.start()), None);
            for position in positions(&game) {
                assert_eq!(Evaluation::Net.evaluate(&game, &position), game.evaluate(&position));
            }
        }
    }

    #[test]
    fn the_network_knows_who_is_ahead() {
        let game = Oska::<u64>::new(5);
        let value = |text: &str| {
            let position = game::Notation::parse_line(&game, text).expect("a position");
            Evaluation::Net.evaluate(&game, position.position())
        };
        // Two rows to go against ten, and the same with Black to move.
        assert!(value("---b-/----/--b/--/---/w--w/b-w-w w") > 50);
        assert!(value("---b-/----/--b/--/---/w--w/b-w-w b") < -50);
    }
}
