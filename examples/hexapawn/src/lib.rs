//! Hexapawn on boards of many sizes: a game in its own crate. `docs/adding-a-game.md` explains the code step by step.
#![doc = include_str!("rules.md")]

mod notation;
mod solver;

use quadrille::rules::{
    BoardState, Family, Mirror, MoveCode, OwnEvaluation, Repetition, Rules, SearchHints, Visitor,
};
use quadrille::{Descriptor, Ending, Man, Side, Size, Sizes};

/// The pawns of White and Black as sets of cells, and who moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pawns: [u64; 2],
    side: Side,
}

impl BoardState for Position {
    fn side(&self) -> Side {
        self.side
    }

    fn hash(&self) -> u64 {
        let [white, black] = self.pawns;
        let mixed = white.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ black.rotate_left(32);
        mixed.wrapping_mul(0xBF58_476D_1CE4_E5B9).rotate_left(31).wrapping_mul(0x94D0_49BB_1331_11EB)
            ^ self.side.index() as u64
    }

    fn same_board(&self, other: &Position) -> bool {
        self.pawns == other.pawns
    }

    fn count(&self, side: Side) -> u32 {
        self.pawns[side.index()].count_ones()
    }
}

/// A move of a pawn from one cell to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    from: u32,
    to: u32,
}

impl MoveCode for Step {
    fn code(self) -> u32 {
        self.from << 6 | self.to
    }
}

/// The rules with a fixed board size. Cells are numbered row by row from the top.
#[derive(Clone, Debug)]
pub struct Pawns {
    rows: usize,
    columns: usize,
}

impl Pawns {
    /// The rules on a board with this number of rows and columns.
    pub fn new(rows: usize, columns: usize) -> Pawns {
        Pawns { rows, columns }
    }

    fn size(&self) -> u32 {
        (self.rows * self.columns) as u32
    }

    /// The cells of a row.
    fn row(&self, row: usize) -> u64 {
        ((1 << self.columns) - 1) << (row * self.columns)
    }

    /// A set of cells after a rotation of the board by 180°.
    fn rotated(&self, cells: u64) -> u64 {
        cells.reverse_bits() >> (64 - self.size())
    }

    /// The cell one row ahead of a cell and `across` columns to the right, if it is on the board.
    fn ahead(&self, side: Side, from: u32, across: isize) -> Option<u32> {
        let (row, column) = (from as usize / self.columns, from as usize % self.columns);
        let row = row.checked_add_signed(if side == Side::White { 1 } else { -1 })?;
        let column = column.checked_add_signed(across)?;
        (row < self.rows && column < self.columns).then(|| (row * self.columns + column) as u32)
    }
}

impl Rules for Pawns {
    type Position = Position;
    type Move = Step;
    type Moves<'a> = std::vec::IntoIter<Step>;

    fn start(&self) -> Position {
        Position { pawns: [self.row(0), self.row(self.rows - 1)], side: Side::White }
    }

    fn ending(&self, position: &Position) -> Option<Ending> {
        let goals = [self.row(self.rows - 1), self.row(0)];
        let arrived = |side: &Side| position.pawns[side.index()] & goals[side.index()] != 0;
        // In play only the side that has just moved can have arrived. In a position that was set up, both can.
        let sides = [!position.side, position.side];
        sides.into_iter().find(arrived).map(|side| Ending::win(side, "a pawn has reached the last row"))
    }

    fn moves<'a>(&'a self, position: &Position) -> Self::Moves<'a> {
        let Position { pawns, side } = *position;
        let (own, enemies) = (pawns[side.index()], pawns[(!side).index()]);
        // Black sees the board from the other end.
        let right = if side == Side::White { 1 } else { -1 };
        let cell = |index| if side == Side::White { index } else { self.size() - 1 - index };
        let mut steps = Vec::new();
        for from in (0..self.size()).map(cell).filter(|cell| own >> cell & 1 == 1) {
            for across in [0, -right, right] {
                let allowed = if across == 0 { !(own | enemies) } else { enemies };
                let to = self.ahead(side, from, across).filter(|to| allowed >> to & 1 == 1);
                steps.extend(to.map(|to| Step { from, to }));
            }
        }
        steps.into_iter()
    }

    fn play_unchecked(&self, position: &Position, step: Step) -> Position {
        let Position { mut pawns, side } = *position;
        pawns[side.index()] ^= 1 << step.from | 1 << step.to;
        pawns[(!side).index()] &= !(1 << step.to);
        Position { pawns, side: !side }
    }
}

impl Repetition for Pawns {}
impl OwnEvaluation for Pawns {}
impl SearchHints for Pawns {}

impl Mirror for Pawns {
    fn mirrored(&self, position: &Position) -> Option<Position> {
        let [white, black] = position.pawns.map(|pawns| self.rotated(pawns));
        Some(Position { pawns: [black, white], side: !position.side })
    }

    fn mirrored_move(&self, step: Step) -> Step {
        let last = self.size() - 1;
        Step { from: last - step.from, to: last - step.to }
    }
}

/// The description of Hexapawn.
pub const DESCRIPTOR: Descriptor = Descriptor {
    name: "hexapawn",
    title: "Hexapawn",
    summary: "Chess reduced to its pawns: break through, or leave your opponent without a move.",
    sizes: Sizes::Rectangles { rows: (3, 8), columns: (2, 7), default: (3, 3) },
    men: &[
        Man {
            letter: 'w',
            side: Side::White,
            name: "pawn",
            drawing: r#"<circle class="body" cy="-14" r="17"/><path class="body" d="M-9 2H9L24 34H-24Z"/>"#,
        },
        Man {
            letter: 'b',
            side: Side::Black,
            name: "pawn",
            drawing: r#"<path class="body" d="M0-36L18-14L0 6L-18-14Z"/><path class="body" d="M-9 2H9L24 34H-24Z"/>"#,
        },
    ],
    rules: include_str!("rules.md"),
    size_of: Some(notation::size_of),
    ..Descriptor::MINIMAL
};

/// Hexapawn with all its board sizes.
#[derive(Clone, Copy, Debug)]
pub struct Hexapawn;

impl Family for Hexapawn {
    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn open<V: Visitor>(&self, size: Size, visitor: V) -> V::Output {
        let (rows, columns) = size.rectangle();
        visitor.solvable(Pawns::new(rows, columns))
    }
}
