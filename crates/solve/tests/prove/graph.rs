//! A game without sense: boards are numbers, and moves are drawn by lot. Play goes round as it never does in a game that people
//! play, which is what a search that remembers positions can get wrong.

use game::{Board, BoardText, Ending, Error, Game, Line, Notation, Outcome, Problem, Random, Side, Term};

/// Moves between boards, by side. With `RULE` no board may come back.
pub(crate) struct Graph<const RULE: bool> {
    moves: [Vec<Vec<u8>>; 2],
    ends: Vec<Option<Outcome>>,
}

/// A board and who moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) board: u8,
    pub(crate) side: Side,
}

impl<const RULE: bool> Graph<RULE> {
    /// A graph of so many boards with up to `most` moves each.
    pub(crate) fn random(random: &mut Random, boards: usize, most: usize) -> Self {
        let mut moves = [vec![Vec::new(); boards], vec![Vec::new(); boards]];
        for from in 0..boards {
            for side in 0..2 {
                for _ in 0..=random.below(most) {
                    let to = random.below(boards);
                    let taken_back = |list: &[Vec<Vec<u8>>; 2]| list[1 - side][to].contains(&(from as u8));
                    let list: &Vec<u8> = &moves[side][from];
                    if to != from && !list.contains(&(to as u8)) && !taken_back(&moves) {
                        moves[side][from].push(to as u8);
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

impl<const RULE: bool> Game for Graph<RULE> {
    type Position = Place;
    type Move = u8;
    type Moves<'a> = std::iter::Copied<std::slice::Iter<'a, u8>>;
    const NO_REPEAT: bool = RULE;

    fn start(&self) -> Place {
        Place { board: 0, side: Side::White }
    }
    fn side_to_move(position: &Place) -> Side {
        position.side
    }
    fn hash(position: &Place) -> u64 {
        Random::new(u64::from(position.board) * 2 + position.side.index() as u64).next_u64()
    }
    fn ending(&self, position: &Place) -> Option<Ending> {
        let outcome = self.ends[usize::from(position.board)]?;
        Some(Ending { outcome, rule: "drawn by lot" })
    }
    fn moves<'a>(&'a self, position: &Place) -> Self::Moves<'a> {
        self.moves[position.side.index()][usize::from(position.board)].iter().copied()
    }
    fn play_unchecked(&self, position: &Place, mv: u8) -> Place {
        Place { board: mv, side: !position.side }
    }
    fn material(&self, _position: &Place) -> i32 {
        0
    }
    fn evaluate(&self, _position: &Place) -> i32 {
        0
    }
    fn terms(&self, _position: &Place) -> Vec<Term> {
        Vec::new()
    }
    fn mirrored(&self, position: &Place) -> Place {
        *position
    }
    fn mirrored_move(&self, mv: u8) -> u8 {
        mv
    }
    fn gain(&self, _position: &Place, _mv: u8) -> u32 {
        0
    }
    fn encode_move(mv: u8) -> u32 {
        mv.into()
    }
    fn decode_move(&self, position: &Place, code: u32) -> Option<u8> {
        self.moves(position).find(|&mv| u32::from(mv) == code)
    }
    fn same_board(a: &Place, b: &Place) -> bool {
        a.board == b.board
    }
    fn is_irreversible(&self, _position: &Place, _mv: u8) -> bool {
        false
    }
    fn board_hash(&self, position: &Place) -> u64 {
        Self::hash(&Place { side: Side::White, ..*position })
    }
}

impl<const RULE: bool> Notation for Graph<RULE> {
    fn parse(&self, text: &str) -> Result<Vec<Place>, Error> {
        Err(Error::whole(Problem::NoBoard, text))
    }
    fn write(&self, positions: &[Place]) -> String {
        format!("{positions:?} of {:?}, {:?}", self.moves, self.ends)
    }
    fn parse_move(&self, _position: &Place, text: &str) -> Result<u8, Error> {
        Err(Error::whole(Problem::IllegalMove, text))
    }
    fn write_move(&self, _position: &Place, mv: u8) -> String {
        mv.to_string()
    }
    fn board(&self) -> Board {
        Board::squares(1, self.ends.len(), BoardText::Cells)
    }
    fn draw(&self, _position: &Place) -> String {
        String::new()
    }
}

/// A random line of a random graph, a few moves from where it starts.
pub(crate) fn wandered<'g, const RULE: bool>(
    graph: &'g Graph<RULE>,
    random: &mut Random,
) -> Line<'g, Graph<RULE>> {
    let side = random.pick(&Side::BOTH);
    let mut line = Line::new(graph, Place { board: 0, side });
    for _ in 0..random.below(3) {
        let moves = line.moves();
        if !moves.is_empty() {
            let _ = line.try_play(random.pick(&moves));
        }
    }
    line
}
