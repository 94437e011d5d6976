//! Legal moves, winners, scores and best moves, against those of an independent implementation; Congo's are with its course.

use std::collections::BTreeSet;

use game::{Line, Material, Notation, minimax};
use games::{Error, GameSpec, Visitor};
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
    let file = format!("{}/tests/data/vectors/{game}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(file).expect("vectors");
    assert_eq!(text.lines().count(), 300);
    for line in text.lines() {
        let vector: Vector = serde_json::from_str(line).expect("a vector");
        let position = format!("{} {}", boards(&vector), vector.player);
        let spec = GameSpec::for_position(game, &position).expect("a position");
        if let Some(n) = vector.n {
            assert_eq!(spec, GameSpec::Crusher(n));
        }
        spec.visit(Agrees { position, vector });
    }
}

struct Agrees {
    position: String,
    vector: Vector,
}

impl Visitor for Agrees {
    type Output = ();

    fn visit<G: Notation<Error = Error> + 'static>(self, game: &G) {
        let Agrees { position, vector } = self;
        let mut line: Line<'_, G> = game.parse_line(&position).expect("a position");
        if let Some(winner) = vector.winner {
            let ending = line.ending().unwrap_or_else(|| panic!("not over: {position}"));
            assert_eq!(ending.outcome.code(), winner.to_lowercase(), "{position}");
            return;
        }
        let moves = line.moves();
        let boards: Vec<String> =
            moves.iter().map(|&mv| newest(game, &game.play_unchecked(line.position(), mv))).collect();
        let legal: BTreeSet<String> =
            vector.legal.expect("legal boards").into_iter().map(Board::text).collect();
        assert_eq!(boards.iter().cloned().collect::<BTreeSet<_>>(), legal, "{position}");
        assert_eq!(moves.len(), legal.len(), "{position}");

        let depth = vector.depth.expect("a depth");
        let mut values = Vec::new();
        for mv in moves {
            let undo = line.try_play(mv).expect("a legal move");
            let value = minimax(&mut line, depth - 1, &Material, &mut 0).one_ply_earlier();
            values.push(value);
            line.undo(undo);
        }
        // The vectors know no distances: every win is as good as any other.
        let blunt = |score: game::Score| {
            score.plies_to_end().map_or(score.value(), |_| score.value().signum() * 1_000_000)
        };
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

        let choice = game::best_move(&mut line, depth, &Material).expect("a move");
        assert_eq!(Some(choice.score), values.iter().max().copied(), "{position}");
        let first = values.iter().position(|&value| value == choice.score).expect("the best value");
        let next = newest(game, &game.play_unchecked(line.position(), choice.mv()));
        assert_eq!(next, boards[first], "{position}: of the best moves the first");
        assert!(optimal.contains(&next), "{position}: {next} is not among the best");
    }
}

/// The board of a position, without history and player.
fn newest<G: Notation>(game: &G, position: &G::Position) -> String {
    let text = game.write(&[*position]);
    text.split(' ').next().expect("a board").to_string()
}
