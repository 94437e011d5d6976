//! A game without sense: boards are numbers, and moves are drawn by lot. Play goes round as it never does in a game that people
//! play, which is what a search that remembers positions can get wrong.

use game::{
    Board, BoardState, BoardText, Ending, Error, Line, Mirror, Notation, Outcome, OwnEvaluation, Problem,
    Random, Repetition, Rules, SearchHints, Side,
};

use crate::common::play_on;

/// Moves between boards, by side. With `RULE` no board may come back.
pub(crate) struct Graph<const RULE: bool> {
    moves: [Vec<Vec<u16>>; 2],
    ends: Vec<Option<Outcome>>,
}

/// A board and who moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) board: u16,
    pub(crate) side: Side,
}

impl<const RULE: bool> Graph<RULE> {
    /// A graph of this number of boards with up to `most` moves each.
    pub(crate) fn random(random: &mut Random, boards: usize, most: usize) -> Self {
        let mut moves = [vec![Vec::new(); boards], vec![Vec::new(); boards]];
        for from in 0..boards {
            for side in 0..2 {
                for _ in 0..=random.below(most) {
                    let to = random.below(boards);
                    let taken_back = |list: &[Vec<Vec<u16>>; 2]| list[1 - side][to].contains(&(from as u16));
                    let list: &Vec<u16> = &moves[side][from];
                    if to != from && !list.contains(&(to as u16)) && !taken_back(&moves) {
                        moves[side][from].push(to as u16);
                    }
                }
            }
        }
        let outcomes = [Outcome::Win(Side::White), Outcome::Win(Side::Black), Outcome::Draw];
        let kinds = if RULE { 2 } else { 3 };
        let rare = 3 + random.below(30);
        let ends = (0..boards).map(|_| (random.below(rare) == 0).then(|| random.pick(&outcomes[..kinds])));
        let ends = ends.collect();
        Graph { moves, ends }
    }
}

impl BoardState for Place {
    fn side(&self) -> Side {
        self.side
    }
    fn hash(&self) -> u64 {
        Random::new(u64::from(self.board) * 2 + self.side.index() as u64).next_u64()
    }
    fn same_board(&self, other: &Place) -> bool {
        self.board == other.board
    }
    fn count(&self, _side: Side) -> u32 {
        0
    }
}

impl<const RULE: bool> Rules for Graph<RULE> {
    type Position = Place;
    type Move = u16;
    type Moves<'a> = std::iter::Copied<std::slice::Iter<'a, u16>>;

    fn start(&self) -> Place {
        Place { board: 0, side: Side::White }
    }
    fn ending(&self, position: &Place) -> Option<Ending> {
        let outcome = self.ends[usize::from(position.board)]?;
        Some(Ending { outcome, rule: "drawn by lot" })
    }
    fn moves<'a>(&'a self, position: &Place) -> Self::Moves<'a> {
        self.moves[position.side.index()][usize::from(position.board)].iter().copied()
    }
    fn play_unchecked(&self, position: &Place, mv: u16) -> Place {
        Place { board: mv, side: !position.side }
    }
}

impl<const RULE: bool> Repetition for Graph<RULE> {
    const NO_REPEAT: bool = RULE;

    fn is_irreversible(&self, _position: &Place, _mv: u16) -> bool {
        false
    }
    fn board_hash(&self, position: &Place) -> u64 {
        Place { side: Side::White, ..*position }.hash()
    }
}

impl<const RULE: bool> OwnEvaluation for Graph<RULE> {}
impl<const RULE: bool> SearchHints for Graph<RULE> {}
impl<const RULE: bool> Mirror for Graph<RULE> {}

impl<const RULE: bool> Notation for Graph<RULE> {
    fn parse(&self, text: &str) -> Result<Vec<Place>, Error> {
        Err(Error::whole(Problem::NoBoard, text))
    }
    fn write(&self, positions: &[Place]) -> String {
        format!("{positions:?} of {:?}, {:?}", self.moves, self.ends)
    }
    fn parse_move(&self, _position: &Place, text: &str) -> Result<u16, Error> {
        Err(Error::whole(Problem::IllegalMove, text))
    }
    fn write_move(&self, _position: &Place, mv: u16) -> String {
        mv.to_string()
    }
    fn board(&self) -> Board {
        Board::squares(1, self.ends.len(), BoardText::Cells)
    }
}

/// A random line of a random graph, a few moves from where it starts.
pub(crate) fn wandered<'g, const RULE: bool>(
    graph: &'g Graph<RULE>,
    random: &mut Random,
) -> Line<'g, Graph<RULE>> {
    let side = random.pick(&Side::BOTH);
    let mut line = Line::new(graph, Place { board: 0, side });
    let plies = random.below(3);
    play_on(&mut line, random, plies);
    line
}
