//! An instructor's own file: positions, points and limits in TOML. An error names the line and what would be right.

use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Duration;

use quadrille::duration::parse_duration;
use quadrille::{AnyLine, Catalogue, Error, Evaluation, MAX_DEPTH};
use serde::Deserialize;
use toml::Spanned;

use super::assignment::{Assignment, OwnPosition, Wanted, has_values};
use super::exercise::Check;

/// The contents of a file. What it leaves out has its default.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The sizes of boards, as they follow the name of a game: `5`, `3x4`.
    pub sizes: Option<Vec<String>>,
    /// How many plies the program is told to look ahead.
    pub depth: Option<u32>,
    /// The evaluation that it has to use.
    pub evaluation: Option<Evaluation>,
    /// Whether it prints values instead of moves.
    pub values: Option<bool>,
    /// Whether all wins are equally good, whatever their distance.
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
    /// Changes an assignment as the file says, except for the sizes of boards, which the assignment has already.
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
    sizes: Option<Vec<SizeEntry>>,
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

/// A size is a number or a text.
#[derive(Deserialize)]
#[serde(untagged)]
enum SizeEntry {
    Number(u32),
    Text(String),
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

/// Reads a file for the game of this name. All entries are optional: `sizes`, `depth`, `evaluation`, `values`, `any-win`, `seed`,
/// `positions` and `time-limit`; points in `[weights]` by the names of the checks; and positions, each in a `[[position]]` with a
/// `position` and, optionally, `name`, `depth`, and one of `answers`, `avoid` and `value`.
///
/// # Errors
/// What is wrong, and in which line.
pub fn read_config(catalogue: &Catalogue, game: &str, text: &str) -> Result<Config, String> {
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
        name.get_ref().parse().map_err(|error: Error| at(text, &name.span(), &error.problem.to_string()))
    };
    let time_limit = |time: Spanned<String>| {
        parse_duration(time.get_ref()).map_err(|error| at(text, &time.span(), &error))
    };
    let positions = |count: Spanned<usize>| match *count.get_ref() {
        count @ 1..=10_000 => Ok(count),
        _ => Err(at(text, &count.span(), "the number of positions is from 1 to 10000")),
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
        own.push(own_position(catalogue, game, text, number, entry, depth)?);
    }
    Ok(Config {
        sizes: file.sizes.map(|sizes| {
            let text = |size| match size {
                SizeEntry::Number(size) => size.to_string(),
                SizeEntry::Text(size) => size,
            };
            sizes.into_iter().map(text).collect()
        }),
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
    catalogue: &Catalogue,
    game: &str,
    text: &str,
    number: usize,
    entry: Entry,
    depth: Option<u32>,
) -> Result<OwnPosition, String> {
    let Entry { name, position, answers, avoid, value, .. } = entry;
    let (span, position) = (position.span(), position.into_inner());
    let wrong = |error: Error| at(text, &span, &error.to_string());
    let game = catalogue.game_for(game, &position).map_err(wrong)?;
    let line = game.line(&position).map_err(wrong)?;
    if let (None, Some(ending)) = (&value, line.ending()) {
        return Err(at(text, &span, &format!("the program cannot move here: {ending}")));
    }
    let wanted = match (answers, avoid, value) {
        (Some(answers), None, None) => Wanted::Moves(moves(text, &*line, &answers)?),
        (None, Some(avoid), None) => Wanted::Others(moves(text, &*line, &avoid)?),
        (None, None, Some(value)) if has_values(&game) => Wanted::Value(value.into_inner()),
        (None, None, Some(value)) => {
            let problem = format!("the programs of {game} print moves, not values");
            return Err(at(text, &value.span(), &problem));
        }
        (None, None, None) => Wanted::Best,
        _ => return Err(at(text, &span, "a position has one of answers, avoid and value")),
    };
    let name = name.unwrap_or_else(|| format!("position {number}"));
    Ok(OwnPosition { name, game, position, depth, wanted })
}

/// The moves that these answers mean.
fn moves(text: &str, line: &dyn AnyLine, answers: &Spanned<Vec<String>>) -> Result<Vec<String>, String> {
    let read = |answer: &String| {
        line.read_answer(answer).map_err(|refusal| {
            at(text, &answers.span(), &format!("{answer:?} is not a legal answer: {refusal}"))
        })
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

    fn read(game: &str, text: &str) -> Result<Config, String> {
        read_config(&Catalogue::standard(), game, text)
    }

    #[test]
    fn a_full_file_is_read() {
        let text = r#"
            sizes = [4, "5x5"]
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
        let problem = read("ctf", text).expect_err("no move makes that board");
        let expected = "line 18: \"W---------wwb--B\" is not a legal answer: no legal move makes the board";
        assert!(problem.starts_with(expected), "{problem}");
        let config = read("ctf", &text.replace("\"W---------wwb--B\", ", "")).expect("a valid file");
        assert_eq!(config.sizes, Some(vec!["4".to_string(), "5x5".to_string()]));
        assert_eq!(config.weights[&Check::Best].to_bits(), 12.5_f64.to_bits());
        assert_eq!(
            (config.depth, config.seed, config.time_limit),
            (Some(3), Some(7), Some(Duration::from_secs(2)))
        );
        assert_eq!(config.own[0].wanted, Wanted::Moves(vec!["c2c4".to_string()]));
        assert_eq!(config.own[1].wanted, Wanted::Others(vec!["a1a2".to_string()]));
        assert_eq!((config.own[1].name.as_str(), config.own[1].game.name()), ("position 2", "ctf:4"));
    }

    #[test]
    fn errors_name_the_line_and_what_would_be_right() {
        for (text, expected) in [
            ("seed = 1\ndeepness = 3", "line 2: unknown field `deepness`"),
            ("depth = 0", "line 1: a depth is from 1 to"),
            ("depth = \"two\"", "line 1: invalid type"),
            ("\n\nevaluation = \"strong\"", "line 3: "),
            ("time-limit = \"fast\"", "line 1: "),
            ("positions = 0", "line 1: the number of positions is from 1 to 10000"),
            (
                "[weights]\nlegal = 3\nbeauty = 5",
                "line 3: \"beauty\" is not a check: the checks are notation, legal",
            ),
            ("[weights]\nlegal = -3", "line 2: points are from 0"),
            ("[[position]]\nname = \"x\"", "line 1: missing field `position`"),
            ("[[position]]\nposition = \"wWbx w\"", "line 2: "),
            ("[[position]]\nposition = \"wWw---bBb w\"\nanswers = []", "line 3: the list is empty"),
            (
                "[[position]]\nposition = \"wWw---bBb w\"\nvalue = 1\navoid = [\"a1a2\"]",
                "line 2: a position has one of",
            ),
            (
                "[[position]]\nposition = \"wb----BWw b\"",
                "line 2: the program cannot move here: White has won",
            ),
            (
                "[[position]]\nposition = \"wWw---bBb w\"\nvalue = 1",
                "line 3: the programs of ctf:3 print moves",
            ),
            ("seed = ", "line 1: "),
        ] {
            let problem = read("ctf", text).expect_err(text);
            assert!(problem.starts_with(expected), "{text:?}: {problem}");
        }
    }
}
