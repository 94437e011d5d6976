//! The requests, and their answers. The names of the fields are those of the `--json` answers of the commands.

use std::time::Duration;

use quadrille::course::{AnswerForm, Task};
use quadrille::{
    AnyFamily, AnyLine, CallAnswer, Catalogue, MOST_MOVES, Question, Session, Tables, parse_look_ahead,
    quote, whole_number,
};
use serde::Deserialize;
use serde_json::{Value, json};

/// A request. The field `do` says which.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
enum Request {
    /// The games of the catalogue.
    Games {},
    /// The call of a course: the best next board.
    Call { command: String, given: Vec<String>, player: char, look_ahead: i64, size: Option<i64> },
    /// The minimax value of a position as a course defines it.
    Value { game: String, position: String, look_ahead: i64 },
    /// A position and its legal moves.
    Moves {
        game: String,
        #[serde(default = "startpos")]
        position: String,
        #[serde(default)]
        moves: Vec<String>,
    },
    /// The best move of a position.
    Analyze {
        game: String,
        #[serde(default = "startpos")]
        position: String,
        #[serde(default)]
        moves: Vec<String>,
        depth: Option<i64>,
        seconds: Option<f64>,
        nodes: Option<u64>,
    },
}

fn startpos() -> String {
    "startpos".to_string()
}

/// Answers a request. A wrong request gets an object with the field `error`.
pub fn answer(request: &str) -> String {
    let request = serde_json::from_str(request).map_err(|error| format!("this is not a request: {error}"));
    let answer = request.and_then(Request::answer);
    answer.unwrap_or_else(|message| json!({ "error": message })).to_string()
}

impl Request {
    fn answer(self) -> Result<Value, String> {
        let catalogue = Catalogue::standard();
        match self {
            Request::Games {} => {
                let game = |family: &dyn AnyFamily| {
                    let descriptor = family.descriptor();
                    let sizes =
                        descriptor.sizes.all().into_iter().map(|size| family.open(size).name().to_string());
                    json!({ "name": descriptor.name, "title": descriptor.title, "games": sizes.collect::<Vec<_>>() })
                };
                Ok(json!({ "games": catalogue.families().map(game).collect::<Vec<_>>() }))
            }
            Request::Call { command, given, player, look_ahead, size } => {
                let family = family_of_call(&catalogue, &command)?;
                let look_ahead = plies(look_ahead, 1)?;
                let size = size.map(number).transpose()?;
                let CallAnswer { strings, note } =
                    family.call(&given, player, look_ahead, size).map_err(|error| error.to_string())?;
                let answer = match family.descriptor().call_form().answer {
                    AnswerForm::Boards | AnswerForm::Rows => json!(strings),
                    _ => json!(strings[0]),
                };
                Ok(json!({ "answer": answer, "note": note }))
            }
            Request::Value { game, position, look_ahead } => {
                let family = catalogue.family(&game).map_err(|error| error.to_string())?;
                let value = family.descriptor().course.and_then(|course| course.value);
                let value =
                    value.ok_or_else(|| format!("the course of {} defines no value", quote(&game)))?;
                let score = value(&position, plies(look_ahead, 0)?).map_err(|error| error.to_string())?;
                Ok(json!({ "answer": score }))
            }
            Request::Moves { game, position, moves } => {
                let line = line(&catalogue, &game, &position, &moves)?;
                let too_many = || format!("this position has more than {MOST_MOVES} moves, too many to list");
                let moves = line.successors().ok_or_else(too_many)?;
                let moves: Vec<Value> =
                    moves.iter().map(|(mv, next)| json!({ "move": mv, "next": next })).collect();
                let mut answer = json!({
                    "position": line.text(),
                    "board": line.board(),
                    "side": line.side().letter(),
                    "moves": moves,
                });
                if let Some(ending) = line.ending_in_play() {
                    answer["winner"] = json!(ending.outcome.code());
                    answer["ending"] = json!(ending.to_string());
                }
                Ok(answer)
            }
            Request::Analyze { game, position, moves, depth, seconds, nodes } => {
                let line = line(&catalogue, &game, &position, &moves)?;
                analyze(&*line, &question(depth, seconds, nodes)?)
            }
        }
    }
}

/// The game whose course has this command for a move.
fn family_of_call<'c>(catalogue: &'c Catalogue, command: &str) -> Result<&'c dyn AnyFamily, String> {
    let commands =
        |family: &&dyn AnyFamily| family.descriptor().course.map_or(&[][..], |course| course.commands);
    let is_call = |family: &&dyn AnyFamily| {
        commands(family).iter().any(|known| known.name == command && matches!(known.task, Task::Move))
    };
    catalogue.families().find(is_call).ok_or_else(|| {
        let calls = catalogue.families().filter_map(|family| {
            commands(&family).iter().find(|known| matches!(known.task, Task::Move)).map(|known| known.name)
        });
        format!(
            "{:?} is not the call of a course: use {}",
            quote(command),
            calls.collect::<Vec<_>>().join(", ")
        )
    })
}

/// The position after these moves.
fn line(
    catalogue: &Catalogue,
    game: &str,
    position: &str,
    moves: &[String],
) -> Result<Box<dyn AnyLine>, String> {
    let game = catalogue.game_for(game, position).map_err(|error| error.to_string())?;
    let mut line = game.line(position).map_err(|error| error.to_string())?;
    for (index, mv) in moves.iter().enumerate() {
        line.play(mv).map_err(|refusal| format!("move {} ({}): {refusal}", index + 1, quote(mv)))?;
    }
    Ok(line)
}

/// An exact search with a depth, or a selective one with a time or a number of positions.
fn question(
    depth: Option<i64>,
    seconds: Option<f64>,
    nodes: Option<u64>,
) -> Result<Question<'static>, String> {
    let depth = depth.map(|depth| plies(depth, 1)).transpose()?;
    let time = seconds.map(Duration::try_from_secs_f64).transpose();
    let time = time.map_err(|error| format!("seconds: {error}"))?;
    Question::within(depth, time, nodes)
        .ok_or_else(|| "set either depth, or seconds, nodes or both".to_string())
}

fn analyze(line: &dyn AnyLine, question: &Question<'_>) -> Result<Value, String> {
    if let Some(ending) = line.ending() {
        return Ok(json!({ "position": line.text(), "winner": ending.outcome.code() }));
    }
    let found = Session::new(Tables::in_memory()).search(line, question);
    let found = found.filter(|found| !question.exact || found.depth == question.limits.depth).ok_or_else(|| {
        format!("this position, or one that it leads to, has more than {MOST_MOVES} moves, too many for an exact search")
    })?;
    let mut next = line.duplicate();
    next.play(&found.play[0]).map_err(|refusal| refusal.to_string())?;
    Ok(json!({
        "position": line.text(),
        "depth": found.depth,
        "score": found.score.value(),
        "win_in": found.score.plies_to_end(),
        "move": found.play[0],
        "next": next.text(),
        "pv": found.play,
        "nodes": found.nodes,
        "seconds": found.time.as_secs_f64(),
    }))
}

/// A look-ahead of at least `least` plies.
fn plies(number: i64, least: u32) -> Result<u32, String> {
    parse_look_ahead(&number.to_string(), least).map_err(|error| error.to_string())
}

/// A size of a board. Which sizes there are is for the game to say.
fn number(size: i64) -> Result<usize, String> {
    whole_number(&size.to_string()).ok_or_else(|| format!("{size} is not a size: use a whole number"))
}
