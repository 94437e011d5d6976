//! The engine compared with the reference minimax: the same score and the same best play, at small depths on small boards, for
//! positions that a game leads to or that are set up by hand, with histories that need not be legal games.
#![no_main]

use arbitrary::Arbitrary;
use fuzz::catalogue;
use game::{
    BoardState, Choice, EMPTY, Evaluate, Evaluation, Game, Line, Notation, Outlook, Prospect, Random, best_move, perft,
};
use games::Descriptor;
use games::congo::Congo;
use games::crusher::Crusher;
use games::ctf::Ctf;
use games::oska::Oska;
use libfuzzer_sys::fuzz_target;
use search::Engine;

/// How many positions the reference may visit.
const MOST_POSITIONS: u64 = 3000;

#[derive(Arbitrary, Debug)]
struct Case {
    board: SmallBoard,
    /// The men on the cells, if the position is set up.
    set_up: Option<Vec<u8>>,
    black_to_move: bool,
    /// Which of the legal moves is played, again and again.
    moves: Vec<u8>,
    /// Pairs of cells that are swapped in each of the earlier boards.
    history: Vec<(u8, u8)>,
    evaluation: Chosen,
    depth: u8,
    table: u8,
    threads: bool,
}

#[derive(Arbitrary, Debug, Clone, Copy)]
enum SmallBoard {
    Ctf2,
    Ctf3,
    Ctf4,
    Crusher2,
    Crusher3,
    Oska3,
    Oska4,
    Congo,
}

#[derive(Arbitrary, Debug, Clone, Copy)]
enum Chosen {
    Standard,
    Material,
    /// Few different values, so that many moves are equally good.
    Noise(u8),
}

impl<G: Game> Evaluate<G> for Chosen {
    fn evaluate(&self, game: &G, position: &G::Position) -> i32 {
        match self {
            Chosen::Standard => Evaluation::Standard.evaluate(game, position),
            Chosen::Material => Evaluation::Material.evaluate(game, position),
            Chosen::Noise(seed) => Random::new(position.hash() ^ u64::from(*seed)).below(9) as i32 - 4,
        }
    }

    fn prospect(&self, outlook: &Outlook) -> Option<Prospect> {
        match self {
            Chosen::Standard => Evaluate::<G>::prospect(&Evaluation::Standard, outlook),
            Chosen::Material => Evaluate::<G>::prospect(&Evaluation::Material, outlook),
            Chosen::Noise(_) => None,
        }
    }
}

/// The text of a position that is set up, with earlier boards that differ from it in two cells.
fn text<G: Notation>(game: &G, family: &Descriptor, case: &Case) -> Option<String> {
    let (board, choices) = (game.board(), case.set_up.as_ref()?);
    let letter = |cell: usize| {
        // About half of the cells are empty.
        let choice = usize::from(choices.get(cell).copied().unwrap_or(u8::MAX)) % (2 * family.men.len());
        family.men.get(choice).map_or(EMPTY, |man| man.letter)
    };
    let cells: Vec<char> = (0..board.cells.len()).map(letter).collect();
    let mut boards = vec![board.write(&cells)];
    if G::NO_REPEAT {
        boards.extend(case.history.iter().take(12).map(|&(a, b)| {
            let mut earlier = cells.clone();
            earlier.swap(usize::from(a) % cells.len(), usize::from(b) % cells.len());
            board.write(&earlier)
        }));
    }
    let player = family.players[usize::from(case.black_to_move)];
    Some(format!("{} {player}{}", boards.join(","), family.suffix))
}

/// Whether a search can be compared in a short time: a monkey of Congo can have very many captures.
fn has_few_moves<G: Notation>(line: &Line<'_, G>) -> bool {
    line.game().moves(line.position()).take(200).count() < 200
}

fn compare<G: Notation>(game: &G, family: &Descriptor, case: &Case) {
    let mut line = match text(game, family, case) {
        None => Line::start(game),
        Some(text) => match game.parse_line(&text) {
            Ok(line) => line,
            Err(_) => return,
        },
    };
    if !has_few_moves(&line) {
        return;
    }
    for &choice in case.moves.iter().take(40) {
        let moves = line.moves();
        if moves.is_empty() {
            break;
        }
        let undo = line.try_play(moves[usize::from(choice) % moves.len()]).expect("a legal move");
        if line.ending().is_some() || !has_few_moves(&line) {
            line.undo(undo);
        }
    }
    let affordable = |&depth: &u32| perft(&mut line.clone(), depth) <= MOST_POSITIONS;
    let Some(depth) = (1..=1 + u32::from(case.depth % 6)).take_while(affordable).last() else { return };
    let bytes = [0, 1 << 10, 1 << 14, 1 << 20][usize::from(case.table % 4)];
    let mut engine = Engine::new(bytes).with_threads(1 + usize::from(case.threads));
    // Later searches find the transposition table of the first.
    for depth in [depth, depth.saturating_sub(1).max(1), depth] {
        let expected = best_move(&mut line.clone(), depth, &case.evaluation);
        let found = engine.best_move(&line, depth, &case.evaluation);
        let answer = |choice: Option<Choice<G::Move>>| choice.map(|choice| (choice.score, choice.variation));
        assert_eq!(answer(found), answer(expected), "{} at depth {depth}", game.write_line(&line));
    }
}

fuzz_target!(|case: Case| {
    let family = |name| catalogue().family(name).expect("a game").descriptor();
    match case.board {
        SmallBoard::Ctf2 => compare(&Ctf::<u64>::new(2), family("ctf"), &case),
        SmallBoard::Ctf3 => compare(&Ctf::<u64>::new(3), family("ctf"), &case),
        SmallBoard::Ctf4 => compare(&Ctf::<u64>::new(4), family("ctf"), &case),
        SmallBoard::Crusher2 => compare(&Crusher::<u64>::new(2), family("crusher"), &case),
        SmallBoard::Crusher3 => compare(&Crusher::<u64>::new(3), family("crusher"), &case),
        SmallBoard::Oska3 => compare(&Oska::<u64>::new(3), family("oska"), &case),
        SmallBoard::Oska4 => compare(&Oska::<u64>::new(4), family("oska"), &case),
        SmallBoard::Congo => compare(&Congo::new(), family("congo"), &case),
    }
});
