//! A line of play as the page shows it: the board, the moves that were played, and those that can be played.

use quadrille::{
    AnyLine, Board, Candidate, Catalogue, Descriptor, EMPTY, GameRef, Refusal, Score, ShownScore, Side, Term,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::analysis::ShownView;
use crate::limits;
use crate::problem::{Problem, repeat_text, repeated_ply};

/// A position, and moves from there.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct LineRequest {
    /// The game, with a size if it has several.
    pub game: String,
    /// A position as text, or `startpos`.
    #[serde(default = "startpos")]
    #[schema(example = "startpos")]
    pub position: String,
    /// The names of the moves from there.
    #[serde(default)]
    #[schema(max_items = 2000)]
    pub moves: Vec<String>,
}

fn startpos() -> String {
    "startpos".to_string()
}

/// The same in the address of a request.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LineQuery {
    /// The game, with a size if it has several.
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

impl LineRequest {
    /// The position without the moves. What is too long is refused before it is read.
    pub fn start(&self, catalogue: &Catalogue) -> Result<Box<dyn AnyLine>, Problem> {
        short("the name of a game", &self.game)?;
        short_boards("the position", &self.position)?;
        if self.moves.len() > limits::PLIES {
            return Err(Problem::wrong(format!("a line has at most {} moves", limits::PLIES)));
        }
        if let Some(place) = self.moves.iter().position(|mv| mv.len() > limits::BOARD_BYTES) {
            return Err(Problem::wrong(format!(
                "move {} has more than {} bytes",
                place + 1,
                limits::BOARD_BYTES
            )));
        }
        Ok(catalogue.game_for(&self.game, &self.position)?.line(&self.position)?)
    }

    /// The position after the moves.
    pub fn open(&self, catalogue: &Catalogue) -> Result<Box<dyn AnyLine>, Problem> {
        let mut line = self.start(catalogue)?;
        self.play(&mut *line, |_, _| ())?;
        Ok(line)
    }

    /// Plays the moves, and shows each one and the line after it.
    fn play(&self, line: &mut dyn AnyLine, mut show: impl FnMut(&str, &dyn AnyLine)) -> Result<(), Problem> {
        let first = line.side();
        for (plies, mv) in self.moves.iter().enumerate() {
            // A ruling may have ended a game that its rules would let go on.
            let played = match line.ending_in_play() {
                Some(ending) => Err(Refusal::GameOver(ending)),
                None => line.play(mv),
            };
            played.map_err(|refusal| {
                // Both sides' moves have the same number, as in the list of moves.
                let turns = plies + usize::from(first == Side::Black);
                let number = turns / 2 + 1;
                Problem::refused(&refusal, plies).within(&format!("{}'s move {number}, {mv}", line.side()))
            })?;
            show(mv, line);
        }
        Ok(())
    }
}

/// The game of a name.
pub(crate) fn game(catalogue: &Catalogue, name: &str) -> Result<GameRef, Problem> {
    short("the name of a game", name)?;
    Ok(catalogue.game(name)?)
}

/// Refuses a name or a few words that are too long.
pub fn short(what: &str, text: &str) -> Result<(), Problem> {
    if text.len() <= limits::NAME_BYTES {
        return Ok(());
    }
    Err(Problem::wrong(format!("{what} has at most {} bytes, not {}", limits::NAME_BYTES, text.len())))
}

/// Refuses a text with too many boards, or with one that is larger than any board. Commas separate boards.
pub fn short_boards(what: &str, text: &str) -> Result<(), Problem> {
    if text.split(',').count() > limits::BOARDS {
        return Err(Problem::wrong(format!("{what} has more than {} boards", limits::BOARDS)));
    }
    if text.split(',').any(|board| board.len() > limits::BOARD_BYTES) {
        return Err(Problem::wrong(format!("{what} has a board of more than {} bytes", limits::BOARD_BYTES)));
    }
    Ok(())
}

/// A line of play.
#[derive(Serialize, ToSchema)]
pub struct LineView {
    /// The game with its size.
    game: String,
    /// The present position as text, with its history where the game has one.
    position: String,
    start: StartView,
    /// The moves that were played.
    plies: Vec<MoveView>,
    /// The present board, a character for each cell, `-` for an empty one.
    cells: String,
    /// Who moves: `w` or `b`.
    side: char,
    /// The legal moves in generation order.
    moves: Vec<MoveView>,
    /// Whether there are more than are listed.
    more: bool,
    /// Moves that are illegal because they would repeat a board.
    repeats: Vec<RepeatView>,
    ending: Option<EndingView>,
    /// The static evaluation for the side to move.
    evaluation: i32,
    /// The evaluation for people.
    #[serde(flatten)]
    shown: ShownView,
    /// What the evaluation counts.
    terms: Vec<TermView>,
}

/// Where a line starts.
#[derive(Serialize, ToSchema)]
struct StartView {
    /// As in the request.
    position: String,
    cells: String,
    side: char,
}

/// A move.
#[derive(Serialize, ToSchema)]
struct MoveView {
    #[serde(rename = "move")]
    name: String,
    /// The cells that it passes through; empty for a pass.
    path: Vec<usize>,
    /// The cells that it changes, and their new contents.
    changes: Vec<(usize, char)>,
}

/// A move that would repeat a board.
#[derive(Serialize, ToSchema)]
struct RepeatView {
    #[serde(flatten)]
    mv: MoveView,
    /// The ply that made that board: 0 for the starting board, below 0 for the history of the starting position.
    ply: i64,
    /// Why it is illegal, in words.
    text: String,
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

/// A term of the evaluation: the weight times what White has more of it than Black counts for White.
#[derive(Serialize, ToSchema)]
struct TermView {
    name: &'static str,
    weight: i32,
    white: i32,
    black: i32,
}

impl LineView {
    /// The line of a request, with all moves that can be played next.
    pub fn new(request: &LineRequest, catalogue: &Catalogue) -> Result<LineView, Problem> {
        let mut line = request.start(catalogue)?;
        let game = line.game();
        let board = game.board();
        let mut cells = line.cells();
        let start = StartView {
            position: request.position.clone(),
            cells: cells.iter().collect(),
            side: line.side().letter(),
        };
        let mut plies = Vec::new();
        request.play(&mut *line, |mv, line| {
            let next = line.cells();
            plies.push(MoveView::new(board, mv.to_string(), &cells, &next));
            cells = next;
        })?;
        Ok(LineView::now(&*line, start, plies, &cells))
    }

    /// Who moves.
    pub fn side(&self) -> Side {
        if self.side == Side::White.letter() { Side::White } else { Side::Black }
    }

    /// The present position, with what was played before it.
    fn now(line: &dyn AnyLine, start: StartView, plies: Vec<MoveView>, cells: &[char]) -> LineView {
        let game = line.game();
        let board = game.board();
        let ending = line.ending_in_play();
        let mut candidates = line.candidates(limits::LISTED_MOVES + 1);
        let more = candidates.len() > limits::LISTED_MOVES;
        candidates.truncate(limits::LISTED_MOVES);
        let (mut moves, mut repeats) = (Vec::new(), Vec::new());
        if ending.is_none() {
            for Candidate { name, board: after, repeats: repeated } in candidates {
                let mv = MoveView::new(board, name, cells, &board.read(&after));
                match repeated {
                    Some(plies_ago) => {
                        let ply = repeated_ply(plies.len(), plies_ago);
                        repeats.push(RepeatView { mv, ply, text: repeat_text(ply) });
                    }
                    None => moves.push(mv),
                }
            }
        }
        let terms = line.terms();
        let evaluation = terms.iter().map(|term| term.worth(line.side())).sum();
        let term =
            |Term { name, weight, counts: [white, black], .. }| TermView { name, weight, white, black };
        LineView {
            game: game.name().to_string(),
            position: line.text(),
            cells: cells.iter().collect(),
            side: line.side().letter(),
            start,
            plies,
            moves,
            more,
            repeats,
            ending: ending.map(|ending| EndingView {
                winner: ending.outcome.code(),
                rule: ending.rule,
                text: ending.to_string(),
            }),
            evaluation,
            shown: ShownScore::new(game.descriptor(), Score::units(evaluation), None).into(),
            terms: terms.into_iter().map(term).collect(),
        }
    }
}

impl MoveView {
    fn new(board: &Board, name: String, before: &[char], after: &[char]) -> MoveView {
        let changed = before.iter().zip(after).enumerate().filter(|(_, (old, new))| old != new);
        MoveView {
            path: board.path(&name),
            changes: changed.map(|(cell, (_, &new))| (cell, new)).collect(),
            name,
        }
    }
}

/// A board that somebody has set up.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SetupRequest {
    /// The game, with a size if it has several.
    game: String,
    /// The board, a character for each cell, `-` for an empty one.
    cells: String,
    /// Who moves.
    side: SideName,
}

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub enum SideName {
    /// White.
    #[serde(rename = "w")]
    White,
    /// Black.
    #[serde(rename = "b")]
    Black,
}

impl From<Side> for SideName {
    fn from(side: Side) -> SideName {
        match side {
            Side::White => SideName::White,
            Side::Black => SideName::Black,
        }
    }
}

impl From<SideName> for Side {
    fn from(side: SideName) -> Side {
        match side {
            SideName::White => Side::White,
            SideName::Black => Side::Black,
        }
    }
}

impl SetupRequest {
    /// The position with these cells, or the rule that it breaks.
    pub fn answer(&self, catalogue: &Catalogue) -> Result<LineView, Problem> {
        let game = game(catalogue, &self.game)?;
        let expected = game.board().cells.len();
        let found = self.cells.chars().count();
        if found != expected {
            return Err(Problem::wrong(format!("a board of {game} has {expected} cells, not {found}")));
        }
        let cells: Vec<char> = self.cells.chars().collect();
        check_letters(game.descriptor(), &cells)?;
        let position = game.write_cells(&cells, self.side.into());
        LineView::new(&LineRequest { game: self.game.clone(), position, moves: Vec::new() }, catalogue)
    }
}

/// Other letters may have a meaning in the text of a position, but not on a cell.
fn check_letters(descriptor: &Descriptor, cells: &[char]) -> Result<(), Problem> {
    let unknown = cells.iter().find(|&&letter| letter != EMPTY && descriptor.owner(letter).is_none());
    let Some(letter) = unknown else { return Ok(()) };
    let men: Vec<String> = descriptor.men.iter().map(|man| man.letter.to_string()).collect();
    let (title, men) = (descriptor.title, men.join(", "));
    Err(Problem::wrong(format!(
        "{letter:?} is not a man of {title}: use {men}, or {EMPTY} for an empty cell"
    )))
}
