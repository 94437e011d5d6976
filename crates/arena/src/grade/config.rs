//! An instructor's own file: positions, points and limits in TOML. Errors name the line and what would be right.

use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Duration;

use anyline::{AnyLine, Evaluation};
use game::MAX_DEPTH;
use games::GameSpec;
use search::parse_duration;
use serde::Deserialize;
use toml::Spanned;

use super::assignment::{Assignment, OwnPosition, Wanted};
use super::question::Check;

/// What a file says; what it leaves open is as usual.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Config {
    /// The sizes of boards.
    pub sizes: Option<Vec<usize>>,
    /// How many plies the program is told to look ahead.
    pub depth: Option<u32>,
    /// The evaluation that it has to use.
    pub evaluation: Option<Evaluation>,
    /// Whether it prints values instead of moves.
    pub values: Option<bool>,
    /// Whether a win counts the same however far away it is.
    pub any_win: Option<bool>,
    /// What the choice of positions depends on.
    pub seed: Option<u64>,
    /// How many positions each check has.
    pub positions: Option<usize>,
    /// How long an answer may take.
    pub time_limit: Option<Duration>,
    /// Points for checks.
    pub weights: BTreeMap<Check, f64>,
    /// Own positions.
    pub own: Vec<OwnPosition>,
}

impl Config {
    /// Puts what the file says into an assignment, but for the sizes of boards, which it has already.
    pub fn apply(self, assignment: &mut Assignment) {
        let Config {
            sizes: _,
            depth,
            evaluation,
            values,
            any_win,
            seed,
            positions,
            time_limit,
            weights,
            own,
        } = self;
        assignment.depth = depth.unwrap_or(assignment.depth);
        assignment.evaluation = evaluation.or(assignment.evaluation);
        assignment.values = values.unwrap_or(assignment.values);
        assignment.any_win = any_win.unwrap_or(assignment.any_win);
        assignment.seed = seed.unwrap_or(assignment.seed);
        assignment.positions = positions.unwrap_or(assignment.positions);
        assignment.time_limit = time_limit.unwrap_or(assignment.time_limit);
        assignment.weights.extend(weights);
        assignment.own.extend(own);
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    sizes: Option<Vec<usize>>,
    depth: Option<Spanned<u32>>,
    evaluation: Option<Spanned<String>>,
    values: Option<bool>,
    any_win: Option<bool>,
    seed: Option<u64>,
    positions: Option<Spanned<usize>>,
    time_limit: Option<Spanned<String>>,
    #[serde(default)]
    weights: BTreeMap<Spanned<String>, Spanned<f64>>,
    #[serde(default)]
    position: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Entry {
    name: Option<String>,
    position: Spanned<String>,
    depth: Option<Spanned<u32>>,
    answers: Option<Spanned<Vec<String>>>,
    avoid: Option<Spanned<Vec<String>>>,
    value: Option<Spanned<i32>>,
}

/// Reads a file for the game of this name. It has, all optional: `sizes`, `depth`, `evaluation`, `values`, `any-win`, `seed`, `positions`
/// and `time-limit`; points in `[weights]` by the names of the checks; and positions, each in a `[[position]]` with a `position`, and,
/// if you like, `name`, `depth`, and one of `answers`, `avoid` and `value`.
///
/// # Errors
/// What is wrong, and in which line.
pub fn read_config(game: &str, text: &str) -> Result<Config, String> {
    let file: File = toml::from_str(text).map_err(|error| match error.span() {
        Some(span) => at(text, &span, error.message()),
        None => error.message().to_string(),
    })?;
    let depth = |depth: Spanned<u32>| {
        let good = (1..MAX_DEPTH).contains(depth.get_ref());
        let problem = || at(text, &depth.span(), &format!("a depth is from 1 to {}", MAX_DEPTH - 1));
        if good { Ok(*depth.get_ref()) } else { Err(problem()) }
    };
    let evaluation = |name: Spanned<String>| {
        name.get_ref()
            .parse()
            .map_err(|error: games::Error| at(text, &name.span(), &error.problem.to_string()))
    };
    let time_limit = |time: Spanned<String>| {
        parse_duration(time.get_ref()).map_err(|error| at(text, &time.span(), &error))
    };
    let positions = |count: Spanned<usize>| match *count.get_ref() {
        count @ 1..=10_000 => Ok(count),
        _ => Err(at(text, &count.span(), "there are from 1 to 10000 positions")),
    };
    let mut weights = BTreeMap::new();
    for (name, points) in &file.weights {
        let check: Check = name.get_ref().parse().map_err(|error: String| at(text, &name.span(), &error))?;
        let given = *points.get_ref();
        if !(0.0..=1e6).contains(&given) {
            return Err(at(text, &points.span(), "points are from 0 to 1000000"));
        }
        weights.insert(check, given);
    }
    let mut own = Vec::new();
    for (number, entry) in (1..).zip(file.position) {
        let depth = entry.depth.clone().map(depth).transpose()?;
        own.push(own_position(game, text, number, entry, depth)?);
    }
    Ok(Config {
        sizes: file.sizes,
        depth: file.depth.map(depth).transpose()?,
        evaluation: file.evaluation.map(evaluation).transpose()?,
        values: file.values,
        any_win: file.any_win,
        seed: file.seed,
        positions: file.positions.map(positions).transpose()?,
        time_limit: file.time_limit.map(time_limit).transpose()?,
        weights,
        own,
    })
}

fn own_position(
    game: &str,
    text: &str,
    number: usize,
    entry: Entry,
    depth: Option<u32>,
) -> Result<OwnPosition, String> {
    let Entry { name, position, answers, avoid, value, .. } = entry;
    let (span, position) = (position.span(), position.into_inner());
    let wrong = |error: games::Error| at(text, &span, &error.to_string());
    let spec = GameSpec::for_position(game, &position).map_err(wrong)?;
    let read = anyline::open(spec, &position, |line| -> Result<Wanted, String> {
        if value.is_none()
            && let Some(ending) = line.ending()
        {
            return Err(at(text, &span, &format!("there is nothing to ask: {ending}")));
        }
        match (answers, avoid, value) {
            (Some(answers), None, None) => moves(text, line, &answers).map(Wanted::Moves),
            (None, Some(avoid), None) => moves(text, line, &avoid).map(Wanted::Others),
            (None, None, Some(value)) if spec.is_congo() => Ok(Wanted::Value(value.into_inner())),
            (None, None, Some(value)) => Err(at(
                text,
                &value.span(),
                "a value is for programs that print values, which only Congo's course has",
            )),
            (None, None, None) => Ok(Wanted::Best),
            _ => Err(at(text, &span, "a position has one of answers, avoid and value")),
        }
    });
    let wanted = read.map_err(wrong)??;
    let name = name.unwrap_or_else(|| format!("position {number}"));
    Ok(OwnPosition { name, game: spec, position, depth, wanted })
}

/// The moves that these answers stand for.
fn moves(text: &str, line: &dyn AnyLine, answers: &Spanned<Vec<String>>) -> Result<Vec<String>, String> {
    let read = |answer: &String| {
        line.read_answer(answer)
            .map_err(|why| at(text, &answers.span(), &format!("{answer:?} is no answer: {why}")))
    };
    let moves: Vec<String> = answers.get_ref().iter().map(read).collect::<Result<_, _>>()?;
    if moves.is_empty() { Err(at(text, &answers.span(), "the list is empty")) } else { Ok(moves) }
}

/// A problem with the line it is in.
fn at(text: &str, span: &Range<usize>, problem: &str) -> String {
    let before = text.get(..span.start).unwrap_or(text);
    let number = before.matches('\n').count() + 1;
    let line = text.lines().nth(number - 1).unwrap_or("").trim();
    format!("line {number}: {problem}\n  {line}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_file_is_read() {
        let text = r#"
            sizes = [4, 5]
            depth = 3
            evaluation = "material"
            any-win = true
            seed = 7
            positions = 12
            time-limit = "2s"
            [weights]
            legal = 30
            best = 12.5
            [[position]]
            name = "The pawn takes"
            position = "W-----w---b-b--B w"
            answers = ["c2c4"]
            [[position]]
            position = "W-----w---b-b--B w"
            avoid = ["W---------wwb--B", "a1a2"]
        "#;
        let problem = read_config("ctf", text).expect_err("no move makes that board");
        assert!(
            problem.starts_with("line 18: \"W---------wwb--B\" is no answer: no move makes the board"),
            "{problem}"
        );
        let config = read_config("ctf", &text.replace("\"W---------wwb--B\", ", "")).expect("all is well");
        assert_eq!(config.weights[&Check::Best].to_bits(), 12.5_f64.to_bits());
        assert_eq!(
            (config.depth, config.seed, config.time_limit),
            (Some(3), Some(7), Some(Duration::from_secs(2)))
        );
        assert_eq!(config.own[0].wanted, Wanted::Moves(vec!["c2c4".to_string()]));
        assert_eq!(config.own[1].wanted, Wanted::Others(vec!["a1a2".to_string()]));
        assert_eq!((config.own[1].name.as_str(), config.own[1].game), ("position 2", GameSpec::Ctf(4)));
    }

    #[test]
    fn errors_name_the_line_and_what_would_be_right() {
        for (text, expected) in [
            ("seed = 1\ndeepness = 3", "line 2: unknown field `deepness`"),
            ("depth = 0", "line 1: a depth is from 1 to"),
            ("depth = \"two\"", "line 1: invalid type"),
            ("\n\nevaluation = \"strong\"", "line 3: "),
            ("time-limit = \"fast\"", "line 1: "),
            ("positions = 0", "line 1: there are from 1 to 10000 positions"),
            ("[weights]\nlegal = 3\nbeauty = 5", "line 3: \"beauty\" is no check: there are notation, legal"),
            ("[weights]\nlegal = -3", "line 2: points are from 0"),
            ("[[position]]\nname = \"x\"", "line 1: missing field `position`"),
            ("[[position]]\nposition = \"wWbx w\"", "line 2: "),
            ("[[position]]\nposition = \"wWw---bBb w\"\nanswers = []", "line 3: the list is empty"),
            (
                "[[position]]\nposition = \"wWw---bBb w\"\nvalue = 1\navoid = [\"a1a2\"]",
                "line 2: a position has one of",
            ),
            ("[[position]]\nposition = \"wb----BWw b\"", "line 2: there is nothing to ask: White has won"),
            ("seed = ", "line 1: "),
        ] {
            let problem = read_config("ctf", text).expect_err(text);
            assert!(problem.starts_with(expected), "{text:?}: {problem}");
        }
    }
}
