//! Compares legal moves, winners, scores and best moves of the reference minimax and of the engine with an independent
//! implementation. The tests of the crate `games` contain the rest of Congo's vectors.

use std::collections::{BTreeSet, HashMap};

use game::{Choice, Evaluate, Evaluation, Line, Notation, Rules, Score, best_move, minimax};
use games::congo::{self, Congo};
use games::{Visitor, visit_for};
use search::Engine;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Vector {
    #[serde(default)]
    history: Vec<String>,
    #[serde(default)]
    board: Vec<String>,
    player: String,
    n: Option<usize>,
    winner: Option<String>,
    legal: Option<Vec<Board>>,
    depth: Option<u32>,
    score: Option<i32>,
    optimal: Option<Vec<Board>>,
}

/// A board as one string, or as rows.
#[derive(Deserialize)]
#[serde(untagged)]
enum Board {
    Whole(String),
    Rows(Vec<String>),
}

impl Board {
    fn text(self) -> String {
        match self {
            Board::Whole(text) => text,
            Board::Rows(rows) => rows.join("/"),
        }
    }
}

#[test]
fn capture_the_flag_agrees() {
    check("ctf", |vector| vector.history.join(","));
}

#[test]
fn crusher_agrees() {
    check("crusher", |vector| vector.history.join(","));
}

#[test]
fn oska_agrees() {
    check("oska", |vector| vector.board.join("/"));
}

fn check(game: &str, boards: impl Fn(&Vector) -> String) {
    let file = format!("{}/../games/tests/data/vectors/{game}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(file).expect("vectors");
    assert_eq!(text.lines().count(), 300);
    // The tables are kept for all positions of a board, which they must not mix up.
    let mut engines = HashMap::new();
    for line in text.lines() {
        let vector: Vector = serde_json::from_str(line).expect("a vector");
        let position = format!("{} {}", boards(&vector), vector.player);
        visit_for(game, &position, Agrees { position: &position, vector, engines: &mut engines })
            .expect("a position");
    }
}

/// Engines with a tiny and with a sufficient table, with one thread and with two.
fn engines_to_check() -> Vec<Engine> {
    let sizes = [(1 << 10, 1), (1 << 10, 2), (1 << 20, 1), (1 << 20, 2)];
    sizes.map(|(table_bytes, threads)| Engine::new(table_bytes).with_threads(threads)).into()
}

/// Every engine must give the answer that the reference gave: score with the distance, and best play.
fn check_engines<G: Notation>(
    engines: &mut [Engine],
    line: &Line<'_, G>,
    depth: u32,
    evaluation: Evaluation,
    expected: &Choice<G::Move>,
) {
    let expected = (expected.score, expected.variation.clone());
    for engine in engines {
        let found = engine.best_move(line, depth, &evaluation).expect("a move");
        assert_eq!((found.score, found.variation), expected, "{}", line.game().write_line(line));
    }
}

/// A score as in the vectors: they contain no distances, so all wins are equal.
fn blunt(score: Score, win: i32) -> i32 {
    score.plies_to_end().map_or(score.value(), |_| score.value().signum() * win)
}

struct Agrees<'e> {
    position: &'e str,
    vector: Vector,
    /// By the number of cells.
    engines: &'e mut HashMap<usize, Vec<Engine>>,
}

impl Visitor for Agrees<'_> {
    type Output = ();

    fn game<G: Notation>(self, game: G) {
        let Agrees { position, vector, engines } = self;
        let mut line: Line<'_, G> = game.parse_line(position).expect("a position");
        let board = game.board();
        if let Some(n) = vector.n {
            assert_eq!(board.rows[0], n, "the cells a side of a hexagon");
        }
        let engines = engines.entry(board.cells.len()).or_insert_with(engines_to_check);
        if let Some(winner) = vector.winner {
            let ending = line.ending().unwrap_or_else(|| panic!("not over: {position}"));
            assert_eq!(ending.outcome.code(), winner.to_lowercase(), "{position}");
            return;
        }
        let moves = line.moves();
        let boards: Vec<String> =
            moves.iter().map(|&mv| newest(&game, &game.play_unchecked(line.position(), mv))).collect();
        let legal: BTreeSet<String> =
            vector.legal.expect("legal boards").into_iter().map(Board::text).collect();
        assert_eq!(boards.iter().cloned().collect::<BTreeSet<_>>(), legal, "{position}");
        assert_eq!(moves.len(), legal.len(), "{position}");

        let depth = vector.depth.expect("a depth");
        let mut values = Vec::new();
        for mv in moves {
            let undo = line.try_play(mv).expect("a legal move");
            let value = minimax(&mut line, depth - 1, &Evaluation::Material, &mut 0).one_ply_earlier();
            values.push(value);
            line.undo(undo);
        }
        let blunt = |score| blunt(score, 1_000_000);
        let best = values.iter().map(|&value| blunt(value)).max().expect("a move");
        assert_eq!(Some(best), vector.score, "{position}");
        let optimal: BTreeSet<String> =
            vector.optimal.expect("best boards").into_iter().map(Board::text).collect();
        let ours: BTreeSet<String> = boards
            .iter()
            .zip(&values)
            .filter(|&(_, &value)| blunt(value) == best)
            .map(|(board, _)| board.clone())
            .collect();
        assert_eq!(ours, optimal, "{position}");

        let choice = best_move(&mut line, depth, &Evaluation::Material).expect("a move");
        assert_eq!(Some(choice.score), values.iter().max().copied(), "{position}");
        let first = values.iter().position(|&value| value == choice.score).expect("the best value");
        let next = newest(&game, &game.play_unchecked(line.position(), choice.mv()));
        assert_eq!(next, boards[first], "{position}: of the best moves the first");
        assert!(optimal.contains(&next), "{position}: {next} is not among the best");
        check_engines(engines, &line, depth, Evaluation::Material, &choice);
    }
}

/// The evaluation that Congo's vectors are made with.
struct Course;

impl Evaluate<Congo> for Course {
    fn evaluate(&self, game: &Congo, position: &<Congo as Rules>::Position) -> i32 {
        congo::evaluate(&game.write(&[*position])).expect("a position")
    }
}

#[test]
fn congo_agrees() {
    #[derive(Deserialize)]
    struct Vector {
        fen: String,
        depth: Option<u32>,
        score: Option<i32>,
    }
    let game = Congo::new();
    let mut engines = engines_to_check();
    let mut compared = 0;
    for line in include_str!("../../games/tests/data/vectors/congo.jsonl").lines() {
        let vector: Vector = serde_json::from_str(line).expect("a vector");
        let (Some(depth), Some(score)) = (vector.depth, vector.score) else {
            continue;
        };
        let mut line = game.parse_line(&vector.fen).expect("a position");
        let choice = best_move(&mut line, depth, &Course).expect("a move");
        assert_eq!(blunt(choice.score, 10_000), score, "{}", vector.fen);
        check_engines(&mut engines, &line, depth, Evaluation::Material, &choice);
        compared += 1;
    }
    assert_eq!(compared, 150);
}

/// The board of a position, without history and player.
fn newest<G: Notation>(game: &G, position: &G::Position) -> String {
    let text = game.write(&[*position]);
    text.split(' ').next().expect("a board").to_string()
}
