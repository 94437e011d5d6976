//! The neural network for five men a side, and what it sees of a position.
//!
//! The network sees each row as a whole: each of the patterns that the men of both sides can form in a row is an input. The position
//! is seen from the side to move, so with Black to move the board is turned by 180°. The output depends on how many men are left,
//! and before the first capture on how far they have gone.

use std::sync::{Arc, LazyLock};

use game::{BoardState, NetInputs, NetShape, Side};

use super::Oska;
use super::position::{MAN, Position};
use crate::kit::bits::Bits;
use crate::kit::layout::Layout;
use crate::kit::net::Net;

/// The largest board whose positions are described as inputs. On larger ones the rows have too many patterns.
const LARGEST: usize = 5;
/// The longest row has this many sets of cells.
const SETS: usize = 1 << LARGEST;
/// Outputs for positions before the first capture.
const PHASES: usize = 8;
/// The men of both sides go this many rows in each of them, but for the last.
const ROWS_PER_PHASE: usize = 4;

/// Trained by `bench tune tables=DIR net=crates/games/src/oska/net5.bin oska:5`.
static FIVE: LazyLock<Net> = LazyLock::new(|| {
    let NetShape { inputs, outputs } = Patterns::new(&Oska::<u64>::layout_of(5)).shape;
    let net = Net::from_bytes(include_bytes!("net5.bin"), inputs, outputs);
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
    /// By the side to move and the cells of its men.
    own: [[u16; SETS]; 2],
    /// By the side to move and the cells of the enemies.
    enemies: [[u16; SETS]; 2],
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
            let number = |cells: usize, to_move: Side| -> u16 {
                let digit = |cell: u32| if to_move == Side::White { length - 1 - cell } else { cell };
                (0..length).filter(|&cell| cells >> cell & 1 == 1).map(|cell| 3u16.pow(digit(cell))).sum()
            };
            let of_sets = |to_move, number: &dyn Fn(usize, Side) -> u16| {
                std::array::from_fn(|cells| if cells < 1 << length { number(cells, to_move) } else { 0 })
            };
            let first = |to_move: Side| before(if to_move == Side::White { row } else { height - 1 - row });
            RowPatterns {
                start: places.start,
                cells: (1 << length) - 1,
                own: Side::BOTH.map(|side| of_sets(side, &|cells, side| first(side) + number(cells, side))),
                enemies: Side::BOTH.map(|side| of_sets(side, &|cells, side| 2 * number(cells, side))),
            }
        });
        let shape = NetShape { inputs: before(height).into(), outputs: size * size + PHASES };
        Patterns { rows: rows.collect(), size, shape }
    }

    /// The inputs that are on.
    #[inline(always)]
    fn inputs(&self, own: u64, enemies: u64, to_move: Side) -> impl Iterator<Item = usize> {
        self.rows.iter().map(move |row| {
            let [own, enemies] = [own, enemies].map(|men| (men >> row.start & row.cells) as usize % SETS);
            usize::from(row.own[to_move.index()][own] + row.enemies[to_move.index()][enemies])
        })
    }
}

impl<B: Bits> Oska<B> {
    #[inline(always)]
    pub(super) fn value_by_net(&self, position: &Position<B>) -> Option<i32> {
        let seen = self.seen.as_ref()?;
        let [own, enemies] = Self::both_men(position);
        Some(
            seen.net?.value(seen.patterns.inputs(own, enemies, position.side()), self.output(position, seen)),
        )
    }

    pub(super) fn shape_of_net(&self) -> Option<NetShape> {
        Some(self.seen.as_ref()?.patterns.shape)
    }

    pub(super) fn inputs_of_net(&self, position: &Position<B>) -> Option<NetInputs> {
        let seen = self.seen.as_ref()?;
        let [own, enemies] = Self::both_men(position);
        let on = seen.patterns.inputs(own, enemies, position.side()).collect();
        Some(NetInputs { on, output: self.output(position, seen) })
    }

    /// The men of the side to move and of the enemy, on a board of at most 64 places.
    #[inline(always)]
    fn both_men(position: &Position<B>) -> [u64; 2] {
        [position.side(), !position.side()].map(|side| position.men(side, MAN).low())
    }

    #[inline(always)]
    fn output(&self, position: &Position<B>, seen: &Seen) -> usize {
        let size = seen.patterns.size;
        let men = |side| (position.men(side, MAN).count() as usize).clamp(1, size);
        let (own, enemies) = (men(position.side()), men(!position.side()));
        if own + enemies < 2 * size {
            return (own - 1) * size + enemies - 1;
        }
        let to_go: u32 =
            Side::BOTH.map(|side| self.layout.rows_ahead(side, position.men(side, MAN))).into_iter().sum();
        let gone = (2 * size * (self.layout.height() - 1)).saturating_sub(to_go as usize);
        size * size + (gone / ROWS_PER_PHASE).min(PHASES - 1)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use game::{Evaluate, Evaluation, Line, Mirror, OwnEvaluation, Random, Rules};

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
                let NetInputs { mut on, output } =
                    game.net_inputs(&position).expect("small boards have inputs");
                on.sort_unstable();
                (on, output)
            });
            assert_eq!(first, second);
            assert!(game.evaluate_by_net(&position).is_some());
            assert_eq!(game.evaluate_by_net(&position), game.evaluate_by_net(&mirrored));
        }
    }

    #[test]
    fn the_inputs_describe_the_whole_board() {
        for size in [3, 4, 5] {
            let game = Oska::<u64>::new(size);
            let shape = game.net_shape().expect("small boards have inputs");
            let mut seen: HashMap<Vec<usize>, Position<u64>> = HashMap::new();
            for position in positions(&game).into_iter().filter(|position| position.side() == Side::White) {
                let NetInputs { on, output } = game.net_inputs(&position).expect("small boards have inputs");
                assert_eq!(on.len(), game.layout().height());
                assert!(on.iter().all(|&input| input < shape.inputs) && output < shape.outputs);
                let other = seen.insert(on, position);
                assert!(other.is_none_or(|other| other == position), "{position:?} looks like {other:?}");
            }
        }
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
