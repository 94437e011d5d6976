//! A game that uses the kit: Hexapawn on boards of any size.

use std::sync::atomic::AtomicBool;

use quadrille::rules::keys::Keys;
use quadrille::rules::layout::{Layout, rectangle_bits};
use quadrille::rules::men::Position;
use quadrille::rules::script::Script;
use quadrille::rules::step::{Step, Steps};
use quadrille::rules::{
    BoardState, Family, Line, Mirror, Notation, OwnEvaluation, Placement, Repetition, Rules, SearchHints,
    Solvable, Tier, Visitor, bits::Bits, laws, perft, solver_laws, with_bits,
};
use quadrille::{
    Board, BoardText, Catalogue, Descriptor, Ending, Error, Man, Outline, Question, Random, Session, Side,
    Size, Sizes, Tables,
};

/// Pawns step forward and capture diagonally forward. The first to reach the last row wins.
#[derive(Clone, Debug)]
struct Pawns<B> {
    layout: Layout<B>,
    keys: Keys<B>,
    row: u32,
    distances: [i32; 3],
}

impl<B: Bits> Pawns<B> {
    fn new(rows: usize, columns: usize) -> Pawns<B> {
        let row = columns as i32 + 1;
        let (layout, keys) = (Layout::rectangle(rows, columns), Keys::new(2));
        Pawns { layout, keys, row: row as u32, distances: [row - 1, row + 1, row] }
    }
}

impl<B: Bits> Rules for Pawns<B> {
    type Position = Position<B, 1>;
    type Move = Step;
    type Moves<'a> = Steps<'a, B, 3>;

    fn start(&self) -> Self::Position {
        let rows = [0, self.layout.height() - 1].map(|row| [self.layout.row_set(row)]);
        Position::new(&self.keys, rows, Side::White)
    }

    fn ending(&self, position: &Self::Position) -> Option<Ending> {
        let last = self.layout.height() - 1;
        let goal = |side| self.layout.row_set(if side == Side::White { last } else { 0 });
        let is_there = |&side: &Side| !(position.all(side) & goal(side)).is_empty();
        // If both have arrived, which is possible only in a set-up, the side that has just moved has won.
        [!position.side(), position.side()]
            .into_iter()
            .find(is_there)
            .map(|side| Ending::win(side, "a pawn has reached the last row"))
    }

    fn moves<'a>(&'a self, position: &Self::Position) -> Self::Moves<'a> {
        let (side, row) = (position.side(), self.row);
        let (own, enemies) = (position.all(side), position.all(!side));
        let empty = self.layout.cells() & !(own | enemies);
        let targets = [
            own.forward(side, row - 1) & enemies,
            own.forward(side, row + 1) & enemies,
            own.forward(side, row) & empty,
        ];
        Steps::new(targets, &self.distances, side)
    }

    fn play_unchecked(&self, position: &Self::Position, step: Step) -> Self::Position {
        let captured = position.all(!position.side()).has(step.to()).then_some(step.to());
        position.after(&self.keys, step, captured)
    }
}

impl<B: Bits> Repetition for Pawns<B> {}
impl<B: Bits> OwnEvaluation for Pawns<B> {}
impl<B: Bits> SearchHints for Pawns<B> {}

impl<B: Bits> Mirror for Pawns<B> {
    fn mirrored(&self, position: &Self::Position) -> Option<Self::Position> {
        Some(position.mirrored(&self.keys, &self.layout))
    }

    fn mirrored_move(&self, step: Step) -> Step {
        step.turned(&self.layout)
    }
}

const SCRIPT: Script<1> = Script { men: [['w'], ['b']], players: ['w', 'b'], slashes: true };

impl<B: Bits> Notation for Pawns<B> {
    fn parse(&self, text: &str) -> Result<Vec<Self::Position>, Error> {
        SCRIPT.parse(text, &self.layout, &self.keys)
    }

    fn write(&self, positions: &[Self::Position]) -> String {
        SCRIPT.write(positions, &self.layout)
    }

    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Step, Error> {
        Step::parse(text, &self.layout, self.moves(position))
    }

    fn write_move(&self, _position: &Self::Position, step: Step) -> String {
        step.write(&self.layout)
    }

    fn board(&self) -> Board {
        self.layout.board(Outline::Square, BoardText::Rows)
    }
}

impl Solvable for Pawns<u64> {
    const LETTERS: &'static [[char; 2]] = &[['w', 'b']];

    fn cells(&self) -> u64 {
        self.layout.cells()
    }

    fn placement(&self, position: &Self::Position) -> Placement {
        position.placement()
    }

    fn place(&self, placement: &Placement, side: Side) -> Option<Self::Position> {
        Some(Position::placed(&self.keys, placement, side))
    }

    fn symmetries(&self) -> Vec<[u8; 64]> {
        vec![self.layout.reflection()]
    }

    fn turned(&self, cells: u64) -> u64 {
        self.layout.turned(cells)
    }

    fn quiet_predecessors(&self, position: &Self::Position, mut visit: impl FnMut(Self::Position)) {
        let mover = !position.side();
        let taken = position.all(mover) | position.all(!mover);
        let origins = position.all(mover).backward(mover, self.row) & self.layout.cells() & !taken;
        for back in Steps::new([origins], &[-(self.row as i32)], mover) {
            let before = position.before(&self.keys, back);
            if self.ending(&before).is_none() {
                visit(before);
            }
        }
    }

    fn lower_tiers(&self, tier: Tier) -> Vec<Tier> {
        Side::BOTH.into_iter().filter_map(|side| tier.with(side, 0, -1)).collect()
    }
}

const DESCRIPTOR: Descriptor = Descriptor {
    name: "pawns",
    title: "Hexapawn",
    sizes: Sizes::Rectangles { rows: (3, 7), columns: (2, 7), default: (3, 3) },
    men: &[
        Man { letter: 'w', side: Side::White, name: "pawn", drawing: "" },
        Man { letter: 'b', side: Side::Black, name: "pawn", drawing: "" },
    ],
    rules: "# Hexapawn",
    ..Descriptor::MINIMAL
};

struct Hexapawn;

impl Family for Hexapawn {
    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn open<V: Visitor>(&self, size: Size, visitor: V) -> V::Output {
        let (rows, columns) = size.rectangle();
        visitor.solvable(Pawns::<u64>::new(rows, columns))
    }
}

#[test]
fn it_keeps_the_laws() {
    for (rows, columns) in [(3, 3), (4, 5), (9, 9), (14, 14), (20, 20)] {
        with_bits!(rectangle_bits(rows, columns), B => {
            let game = Pawns::<B>::new(rows, columns);
            laws::check(&game, 3, 10, 40);
            assert_eq!(perft::perft(&mut Line::start(&game), 1), columns as u64);
        });
    }
    let game = Pawns::<u64>::new(4, 4);
    let mut random = Random::new(4);
    solver_laws::check(&game, &mut random, 10, 40);
    solver_laws::check_tier(&game, Pawns::parse_tier("ww-bbb").expect("a tier"), &mut random, 40);
}

#[test]
fn it_is_counted_searched_and_solved_like_any_other() {
    let mut catalogue = Catalogue::standard();
    catalogue.add(Hexapawn);
    let game = catalogue.game("pawns:3x3").expect("the game");
    let start = game.start();
    assert_eq!(start.text(), "www/---/bbb w");
    assert_eq!(start.draw(), "     a b c\n  1  w w w\n  2  · · ·\n  3  b b b\nWhite to move\n");
    assert_eq!(start.terms()[0].counts, [3, 3]);
    let small = Pawns::<u64>::new(3, 3);
    assert_eq!(perft::perft(&mut Line::start(&small), 3), start.perft(3));
    let split = start.divide_until(3, &AtomicBool::new(false));
    assert_eq!(split.as_ref(), Some(&start.divide(3)));
    assert_eq!(start.divide_until(3, &AtomicBool::new(true)), None);
    // Martin Gardner's game is lost for the first player.
    let tables = Tables::in_memory();
    let solved = tables.probe(&*start).expect("a small game");
    assert_eq!(solved.verdict.to_string(), "loss in 6");
    let found = Session::new(Tables::none()).search(&*start, &Question::to_depth(8)).expect("an answer");
    assert_eq!(found.score.to_string(), "lost in 6");
    let mut line = game.start();
    assert_eq!(
        line.play("a1b2").expect_err("not legal").to_string(),
        "no man of the side to move can make this move here"
    );
    line.play("a1a2").expect("a legal move");
    assert_eq!(line.text(), "-ww/w--/bbb b");
    let wrong = game.line("www/--/bbb w").err().expect("not a board").to_string();
    assert!(wrong.starts_with("row 2 has 2 cells; it needs 3"), "{wrong}");
}
