//! A line of play as the page shows it: the board, what was played, what can be played.

use anyline::{AnyLine, Candidate};
use axum::Json;
use game::{Ending, Outcome, Side};
use games::{GameSpec, Shape, cells_of};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Body;
use crate::limits;
use crate::problem::Problem;
use crate::thinking::run;

/// A position, and moves from there.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(crate) struct LineRequest {
    /// The game, with a size: `ctf:5`.
    #[schema(example = "ctf:5")]
    pub(crate) game: String,
    /// A position as text, or `startpos`.
    #[serde(default = "startpos")]
    #[schema(example = "startpos")]
    pub(crate) position: String,
    /// The names of the moves from there.
    #[serde(default)]
    #[schema(max_items = 2000)]
    pub(crate) moves: Vec<String>,
}

fn startpos() -> String {
    "startpos".to_string()
}

/// The same in the address of a request.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LineQuery {
    /// The game, with a size: `ctf:5`.
    #[param(example = "ctf:5")]
    game: String,
    /// A position as text, or `startpos`.
    #[param(example = "startpos")]
    #[serde(default = "startpos")]
    position: String,
    /// The names of the moves from there, separated by spaces or commas.
    #[serde(default)]
    moves: String,
}

impl From<LineQuery> for LineRequest {
    fn from(query: LineQuery) -> LineRequest {
        let moves = query.moves.split([' ', ',']).filter(|mv| !mv.is_empty()).map(str::to_string).collect();
        LineRequest { game: query.game, position: query.position, moves }
    }
}

/// Sets up the line and hands it over.
pub(crate) fn open<R>(
    LineRequest { game, position, moves }: &LineRequest,
    work: impl FnOnce(GameSpec, &mut dyn AnyLine) -> Result<R, Problem>,
) -> Result<R, Problem> {
    if moves.len() > limits::PLIES {
        return Err(Problem::wrong(format!("a line has at most {} moves", limits::PLIES)));
    }
    let game = GameSpec::for_position(game, position)?;
    anyline::open(game, position, |line| {
        for (number, mv) in (1..).zip(moves) {
            play(line, mv).map_err(|problem| Problem::wrong(format!("move {number}, {mv}: {problem}")))?;
        }
        work(game, line)
    })?
}

/// Plays a move of a game that people play.
pub(crate) fn play(line: &mut dyn AnyLine, mv: &str) -> Result<(), String> {
    match line.ending_in_play() {
        Some(ending) => Err(format!("the game is over: {ending}")),
        None => line.play(mv),
    }
}

/// A line of play.
#[derive(Serialize, ToSchema)]
pub(crate) struct LineView {
    game: String,
    shape: ShapeView,
    /// The names of the cells.
    names: Vec<String>,
    /// The present position as text, with its history where the game has one.
    position: String,
    start: StartView,
    /// What was played.
    plies: Vec<MoveView>,
    /// The present board, a character a cell, `-` for an empty one.
    cells: String,
    /// Who moves: `w` or `b`.
    side: char,
    /// The legal moves in generation order.
    moves: Vec<MoveView>,
    /// Whether there are more than are listed.
    more: bool,
    /// Moves that are illegal because their board has been before.
    repeats: Vec<RepeatView>,
    ending: Option<EndingView>,
    /// The static evaluation for the side to move.
    evaluation: i32,
    /// What the evaluation counts.
    terms: Vec<TermView>,
}

/// How the board is drawn.
#[derive(Serialize, ToSchema)]
struct ShapeView {
    /// `squares`, `hexagons`, `diamonds` or `congo`.
    kind: &'static str,
    /// The number of cells of each row, from the top.
    rows: Vec<usize>,
}

/// Where a line begins.
#[derive(Serialize, ToSchema)]
struct StartView {
    position: String,
    cells: String,
    side: char,
}

/// A move.
#[derive(Serialize, ToSchema)]
struct MoveView {
    #[serde(rename = "move")]
    name: String,
    /// The cells that the man passes through; none for a pass.
    path: Vec<usize>,
    /// The cells that change, and what stands there afterwards.
    changes: Vec<(usize, char)>,
}

/// A move whose board has been before.
#[derive(Serialize, ToSchema)]
struct RepeatView {
    #[serde(flatten)]
    mv: MoveView,
    /// After how many plies it was there; below zero in boards before the start.
    ply: i64,
}

/// How a game has ended.
#[derive(Serialize, ToSchema)]
struct EndingView {
    /// `w`, `b` or `draw`.
    winner: &'static str,
    /// The rule.
    rule: &'static str,
    /// Both in words.
    text: String,
}

/// A term of the evaluation. What White has more of it than Black, times the weight, counts for White.
#[derive(Serialize, ToSchema)]
struct TermView {
    name: &'static str,
    weight: i32,
    white: i32,
    black: i32,
}

impl LineView {
    pub(crate) fn new(request: &LineRequest) -> Result<LineView, Problem> {
        let none = LineRequest { moves: Vec::new(), ..request.clone() };
        open(&none, |game, line| {
            let shape = Shape::of(game);
            let mut cells = cells_of(&line.board());
            let start = StartView {
                position: request.position.clone(),
                cells: cells.iter().collect(),
                side: line.side().letter(),
            };
            let mut plies = Vec::new();
            for (number, mv) in (1..).zip(&request.moves) {
                play(line, mv)
                    .map_err(|problem| Problem::wrong(format!("move {number}, {mv}: {problem}")))?;
                let next = cells_of(&line.board());
                plies.push(MoveView::new(&shape, mv.clone(), &cells, &next));
                cells = next;
            }
            Ok(LineView::now(game, line, shape, start, plies, &cells))
        })
    }

    /// Who moves.
    pub(super) fn side(&self) -> Side {
        if self.side == Side::White.letter() { Side::White } else { Side::Black }
    }

    /// The present position, with what came before it.
    fn now(
        game: GameSpec,
        line: &dyn AnyLine,
        shape: Shape,
        start: StartView,
        plies: Vec<MoveView>,
        cells: &[char],
    ) -> LineView {
        let ending = line.ending_in_play();
        let mut candidates = line.candidates(limits::LISTED_MOVES + 1);
        let more = candidates.len() > limits::LISTED_MOVES;
        candidates.truncate(limits::LISTED_MOVES);
        let (mut moves, mut repeats) = (Vec::new(), Vec::new());
        if ending.is_none() {
            for Candidate { name, board, been } in candidates {
                let mv = MoveView::new(&shape, name, cells, &cells_of(&board));
                match been {
                    Some(ago) => repeats.push(RepeatView { mv, ply: plies.len() as i64 - ago as i64 }),
                    None => moves.push(mv),
                }
            }
        }
        let terms = line.terms();
        LineView {
            game: game.to_string(),
            names: (0..shape.cells()).map(|cell| shape.name(cell)).collect(),
            position: line.text(),
            cells: cells.iter().collect(),
            side: line.side().letter(),
            start,
            plies,
            moves,
            more,
            repeats,
            ending: ending.map(EndingView::from),
            evaluation: terms.iter().map(|term| term.worth(line.side())).sum(),
            terms: terms
                .iter()
                .map(|term| TermView {
                    name: term.name,
                    weight: term.weight,
                    white: term.counts[Side::White.index()],
                    black: term.counts[Side::Black.index()],
                })
                .collect(),
            shape: ShapeView { kind: shape.kind, rows: shape.rows },
        }
    }
}

impl MoveView {
    fn new(shape: &Shape, name: String, before: &[char], after: &[char]) -> MoveView {
        let changed = before.iter().zip(after).enumerate().filter(|(_, (old, new))| old != new);
        MoveView {
            path: shape.path(&name),
            changes: changed.map(|(cell, (_, &new))| (cell, new)).collect(),
            name,
        }
    }
}

impl From<Ending> for EndingView {
    fn from(ending: Ending) -> EndingView {
        EndingView { winner: Outcome::code(ending.outcome), rule: ending.rule, text: ending.to_string() }
    }
}

/// A line of play, with all that can be played next
#[utoipa::path(post, path = "/api/line", request_body = LineRequest,
    responses((status = 200, body = LineView)))]
pub(super) async fn line(Body(request): Body<LineRequest>) -> Result<Json<LineView>, Problem> {
    run(move || LineView::new(&request)).await?.map(Json)
}

/// A board as somebody has set it up.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SetupRequest {
    /// The game, with a size: `ctf:5`.
    #[schema(example = "ctf:3")]
    game: String,
    /// The board, a character a cell, `-` for an empty one.
    #[schema(example = "wWw---bBb")]
    cells: String,
    /// Who moves.
    side: SideName,
}

/// A side.
#[derive(Clone, Copy, Deserialize, Serialize, ToSchema)]
pub(crate) enum SideName {
    /// White.
    #[serde(rename = "w")]
    White,
    /// Black.
    #[serde(rename = "b")]
    Black,
}

impl From<SideName> for Side {
    fn from(side: SideName) -> Side {
        match side {
            SideName::White => Side::White,
            SideName::Black => Side::Black,
        }
    }
}

/// The position with these cells, or the rule that it breaks
#[utoipa::path(post, path = "/api/setup", request_body = SetupRequest,
    responses((status = 200, body = LineView)))]
pub(super) async fn setup(Body(request): Body<SetupRequest>) -> Result<Json<LineView>, Problem> {
    let game: GameSpec = request.game.parse()?;
    let cells: Vec<char> = request.cells.chars().collect();
    let expected = Shape::of(game).cells();
    if cells.len() != expected {
        return Err(Problem::wrong(format!("a board of {game} has {expected} cells, not {}", cells.len())));
    }
    // Numbers, strokes, commas and spaces have a meaning in the text of a position, but not on a cell.
    if let Some(letter) = cells.iter().find(|letter| !letter.is_alphabetic() && **letter != '-') {
        return Err(Problem::wrong(format!("{letter:?} is no man, and no empty cell either: those are -")));
    }
    let position = game.write_cells(&cells, request.side.into());
    let request = LineRequest { game: request.game, position, moves: Vec::new() };
    run(move || LineView::new(&request)).await?.map(Json)
}
