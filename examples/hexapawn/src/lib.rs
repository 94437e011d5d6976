//! Hexapawn on boards of any size: a game from outside that plugs into Quadrille.
//!
//! [`Pawns`] has the rules on a board of one size, and [`Hexapawn`] is what a catalogue takes. `docs/adding-a-game.md` explains the
//! code step by step.
#![doc = include_str!("rules.md")]

mod notation;
mod solver;

use quadrille::rules::{Family, Game, Visitor};
use quadrille::{Descriptor, Ending, Man, Side, Size, Sizes, Term};

/// What there is to know about Hexapawn.
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
            drawing: r#"<circle class="body" cy="-14" r="16"/><path class="body" d="M-9 0H9L24 34H-24Z"/>"#,
        },
        Man {
            letter: 'b',
            side: Side::Black,
            name: "pawn",
            drawing: r#"<path class="body" d="M-15-30H15V-2H-15Z"/><path class="body" d="M-9 0H9L24 34H-24Z"/>"#,
        },
    ],
    rules: include_str!("rules.md"),
    size_of: Some(notation::size_of),
    ..Descriptor::MINIMAL
};

/// Hexapawn on all sizes of its board.
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

/// The rules on a board of one size. Cells are numbered row by row from the top; a set of cells has a bit for each.
#[derive(Clone, Debug)]
pub struct Pawns {
    rows: usize,
    columns: usize,
}

/// The pawns of White and Black, and who moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pawns: [u64; 2],
    side: Side,
}

/// A pawn goes from one cell to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    from: u32,
    to: u32,
}

impl Pawns {
    /// The rules on a board of so many rows and columns.
    pub fn new(rows: usize, columns: usize) -> Pawns {
        Pawns { rows, columns }
    }

    fn cells(&self) -> u32 {
        (self.rows * self.columns) as u32
    }

    /// The cells of a row.
    fn row(&self, row: usize) -> u64 {
        ((1 << self.columns) - 1) << (row * self.columns)
    }

    /// The row that a side's pawns want to reach.
    fn goal(&self, side: Side) -> u64 {
        self.row(if side == Side::White { self.rows - 1 } else { 0 })
    }

    /// The cell one row ahead of a cell and so many columns to the right, as long as it is on the board.
    fn ahead(&self, side: Side, from: u32, across: i32) -> Option<u32> {
        let (row, column) = (from as usize / self.columns, from as usize % self.columns);
        let row = row.checked_add_signed(if side == Side::White { 1 } else { -1 })?;
        let column = column.checked_add_signed(across as isize)?;
        (row < self.rows && column < self.columns).then(|| (row * self.columns + column) as u32)
    }

    /// The steps of one pawn: straight ahead to an empty cell, or diagonally to an enemy.
    fn steps(&self, position: &Position, from: u32) -> impl Iterator<Item = Step> {
        let Position { pawns, side } = *position;
        let (enemies, empty) = (pawns[(!side).index()], !(pawns[0] | pawns[1]));
        // Black sees the board from the other end, so that a mirrored position has the mirrored moves in the same order.
        let order = if side == Side::White { [0, -1, 1] } else { [0, 1, -1] };
        order.into_iter().filter_map(move |across| {
            let to = self.ahead(side, from, across)?;
            let allowed = if across == 0 { empty } else { enemies };
            (allowed >> to & 1 == 1).then_some(Step { from, to })
        })
    }
}

/// The cells of a set, as the side sees them.
fn each(set: u64, side: Side) -> impl Iterator<Item = u32> {
    let cells = move |index: u32| if side == Side::White { index } else { 63 - index };
    (0..64).map(cells).filter(move |&cell| set >> cell & 1 == 1)
}

impl Game for Pawns {
    type Position = Position;
    type Move = Step;
    type Moves<'a> = std::vec::IntoIter<Step>;

    fn start(&self) -> Position {
        Position { pawns: [self.row(0), self.row(self.rows - 1)], side: Side::White }
    }

    fn side_to_move(position: &Position) -> Side {
        position.side
    }

    fn hash(position: &Position) -> u64 {
        let [white, black] = position.pawns;
        let mixed = white.wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ black.wrapping_mul(0xC2B2_AE3D_27D4_EB4F).rotate_left(32);
        (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) ^ position.side.index() as u64
    }

    fn ending(&self, position: &Position) -> Option<Ending> {
        let arrived = |side: &Side| position.pawns[side.index()] & self.goal(*side) != 0;
        Side::BOTH.into_iter().find(arrived).map(|side| Ending::win(side, "a pawn has reached the last row"))
    }

    fn moves<'a>(&'a self, position: &Position) -> Self::Moves<'a> {
        let pawns = position.pawns[position.side.index()];
        let steps: Vec<Step> =
            each(pawns, position.side).flat_map(|from| self.steps(position, from)).collect();
        steps.into_iter()
    }

    fn play_unchecked(&self, position: &Position, step: Step) -> Position {
        let Position { mut pawns, side } = *position;
        pawns[side.index()] ^= 1 << step.from | 1 << step.to;
        pawns[(!side).index()] &= !(1 << step.to);
        Position { pawns, side: !side }
    }

    fn material(&self, position: &Position) -> i32 {
        let count = |side: Side| position.pawns[side.index()].count_ones() as i32;
        count(position.side) - count(!position.side)
    }

    fn evaluate(&self, position: &Position) -> i32 {
        self.material(position)
    }

    fn terms(&self, position: &Position) -> Vec<Term> {
        let counts = position.pawns.map(|pawns| pawns.count_ones() as i32);
        vec![Term { name: "pawns", weight: 1, counts }]
    }

    fn mirrored(&self, position: &Position) -> Position {
        let turned = |pawns: u64| pawns.reverse_bits() >> (64 - self.cells());
        let [white, black] = position.pawns;
        Position { pawns: [turned(black), turned(white)], side: !position.side }
    }

    fn mirrored_move(&self, Step { from, to }: Step) -> Step {
        let last = self.cells() - 1;
        Step { from: last - from, to: last - to }
    }

    fn gain(&self, position: &Position, step: Step) -> u32 {
        (position.pawns[(!position.side).index()] >> step.to & 1) as u32
    }

    fn encode_move(step: Step) -> u32 {
        step.from << 6 | step.to
    }

    fn decode_move(&self, position: &Position, code: u32) -> Option<Step> {
        self.moves(position).find(|&step| Self::encode_move(step) == code)
    }

    fn same_board(a: &Position, b: &Position) -> bool {
        a.pawns == b.pawns
    }
}
