//! What there is to play, and how it is played.

use axum::Json;
use games::{GameSpec, congo, crusher, ctf, oska};
use serde::Serialize;
use std::ops::RangeInclusive;
use utoipa::ToSchema;

use super::Named;
use crate::limits;
use crate::problem::Problem;

/// Everything that can be chosen.
#[derive(Serialize, ToSchema)]
pub(super) struct Catalog {
    version: &'static str,
    games: Vec<CatalogGame>,
    levels: Vec<LevelEntry>,
    limits: LimitsEntry,
}

/// A game.
#[derive(Serialize, ToSchema)]
struct CatalogGame {
    name: &'static str,
    title: &'static str,
    /// The sizes of its board, if it has several: `ctf:6`.
    sizes: Option<Sizes>,
    /// Its editions, if it has several.
    editions: Vec<Edition>,
    /// What may stand on a cell.
    men: Vec<Man>,
}

/// From the smallest board to the largest.
#[derive(Serialize, ToSchema)]
struct Sizes {
    least: usize,
    most: usize,
    usual: usize,
}

/// A start with other men.
#[derive(Serialize, ToSchema)]
struct Edition {
    name: &'static str,
    title: &'static str,
}

/// A letter on a board.
#[derive(Serialize, ToSchema)]
struct Man {
    letter: char,
    name: String,
}

/// A level of the engine.
#[derive(Serialize, ToSchema)]
struct LevelEntry {
    level: u32,
    /// What it does, in words.
    text: String,
}

/// What may be asked for at most.
#[derive(Serialize, ToSchema)]
struct LimitsEntry {
    depth: u32,
    seconds: u64,
    lines: usize,
    tree_depth: u32,
    tree_positions: usize,
}

/// What there is to play
#[utoipa::path(get, path = "/api/catalog", responses((status = 200, body = Catalog)))]
pub(super) async fn catalog() -> Json<Catalog> {
    let sized = |range: RangeInclusive<usize>, usual| {
        Some(Sizes { least: *range.start(), most: *range.end(), usual })
    };
    let men = |men: &[(char, &str)]| {
        men.iter().map(|&(letter, name)| Man { letter, name: name.to_string() }).collect::<Vec<_>>()
    };
    let pawns_and_flags =
        [('w', "white pawn"), ('W', "white flag"), ('b', "black pawn"), ('B', "black flag")];
    let games = vec![
        CatalogGame {
            name: "ctf",
            title: "Capture the Flag",
            sizes: sized(ctf::SIZES, 5),
            editions: Vec::new(),
            men: men(&pawns_and_flags),
        },
        CatalogGame {
            name: "crusher",
            title: "Crusher",
            sizes: sized(crusher::SIZES, 3),
            editions: Vec::new(),
            men: men(&[('W', "white stone"), ('B', "black stone")]),
        },
        CatalogGame {
            name: "congo",
            title: "Congo",
            sizes: None,
            editions: vec![
                Edition { name: "congo", title: "full game" },
                Edition { name: "congo:course", title: "course edition" },
            ],
            men: animals(),
        },
        CatalogGame {
            name: "oska",
            title: "Oska",
            sizes: sized(oska::SIZES, 4),
            editions: Vec::new(),
            men: men(&[('w', "white man"), ('b', "black man")]),
        },
    ];
    let levels = (1..=anyline::LEVELS)
        .map(|level| LevelEntry { level, text: anyline::Strength::Level(level).describe() })
        .collect();
    Json(Catalog {
        version: env!("CARGO_PKG_VERSION"),
        games,
        levels,
        limits: LimitsEntry {
            depth: limits::DEPTH,
            seconds: limits::ANALYSIS_TIME.as_secs(),
            lines: limits::LINES,
            tree_depth: limits::TREE_DEPTH,
            tree_positions: limits::TREE_POSITIONS,
        },
    })
}

fn animals() -> Vec<Man> {
    let both = game::Side::BOTH.into_iter();
    both.flat_map(|side| {
        let colour = side.to_string().to_lowercase();
        congo::Kind::ALL
            .map(|kind| Man { letter: kind.letter(side), name: format!("{colour} {}", kind.name()) })
    })
    .collect()
}

/// The rules of a game.
#[derive(Serialize, ToSchema)]
pub(super) struct Rules {
    game: String,
    markdown: &'static str,
}

/// The rules of a game
#[utoipa::path(get, path = "/api/rules/{game}", params(("game" = String, Path, example = "ctf")),
    responses((status = 200, body = Rules)))]
pub(super) async fn rules(Named(game): Named<String>) -> Result<Json<Rules>, Problem> {
    let spec: GameSpec = game.parse()?;
    Ok(Json(Rules { game, markdown: spec.rules() }))
}
