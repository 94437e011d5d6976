//! An instructor's own file: positions, points and limits in TOML. An error names the line and what would be right.

use std::collections::BTreeMap;
use std::ops::Range;

use quadrille::duration::parse_duration;
use quadrille::{AnyLine, Catalogue, Error, MAX_DEPTH, quote, shorten};
use serde::Deserialize;
use toml::Spanned;

use super::assignment::{Assignment, OwnPosition, Wanted, boards, has_values};
use super::class::Language;
use super::exercise::Check;
use super::part::Part;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    sizes: Option<Spanned<Vec<SizeEntry>>>,
    depth: Option<Spanned<u32>>,
    evaluation: Option<Spanned<String>>,
    values: Option<bool>,
    part: Option<Spanned<String>>,
    any_win: Option<bool>,
    seed: Option<u64>,
    positions: Option<Spanned<usize>>,
    time_limit: Option<Spanned<String>>,
    cpu_limit: Option<Spanned<String>>,
    #[serde(default)]
    weights: BTreeMap<Spanned<String>, Spanned<f64>>,
    #[serde(default)]
    position: Vec<Entry>,
    #[serde(default)]
    language: BTreeMap<String, LanguageEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LanguageEntry {
    file: Option<String>,
    build: Option<String>,
    player: String,
}

/// A size is a number or a text.
#[derive(Deserialize)]
#[serde(untagged)]
enum SizeEntry {
    Number(u32),
    Text(String),
}

impl SizeEntry {
    fn text(self) -> String {
        match self {
            SizeEntry::Number(size) => size.to_string(),
            SizeEntry::Text(size) => size,
        }
    }
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

impl Assignment {
    /// Changes the assignment as an instructor's file for the game of this name says. All entries of the file are optional: `sizes`,
    /// `depth`, `evaluation`, `values`, `part`, `any-win`, `seed`, `positions`, `time-limit` and `cpu-limit`; points in `[weights]` by the names of the checks;
    /// positions, each in a `[[position]]` with a `position` and, optionally, `name`, `depth`, and one of `answers`, `avoid` and
    /// `value`; and languages, each in a `[language.ENDING]` with a `player` and, optionally, `file` and `build`.
    ///
    /// # Errors
    /// What is wrong, and in which line.
    pub fn configure(&mut self, catalogue: &Catalogue, game: &str, text: &str) -> Result<(), String> {
        let file: File = toml::from_str(text).map_err(|error| match error.span() {
            Some(span) => at(text, &span, error.message()),
            None => error.message().to_string(),
        })?;
        if let Some(sizes) = file.sizes {
            let span = sizes.span();
            let sizes: Vec<String> = sizes.into_inner().into_iter().map(SizeEntry::text).collect();
            self.games =
                boards(catalogue, game, Some(&sizes)).map_err(|problem| at(text, &span, &problem))?;
        }
        if let Some(depth) = &file.depth {
            self.depth = read_depth(text, depth)?;
        }
        if let Some(name) = file.evaluation {
            let wrong = |error: Error| at(text, &name.span(), &error.problem.to_string());
            self.evaluation = Some(name.get_ref().parse().map_err(wrong)?);
        }
        self.values = file.values.unwrap_or(self.values);
        if let Some(part) = file.part {
            let wrong = |problem: String| at(text, &part.span(), &problem);
            self.part = Some(Part::find(&self.games[0], part.get_ref()).map_err(wrong)?);
        }
        self.any_win = file.any_win.or(self.any_win);
        self.seed = file.seed.unwrap_or(self.seed);
        if let Some(count) = file.positions {
            self.positions = *count.get_ref();
            if !(1..=10_000).contains(&self.positions) {
                return Err(at(text, &count.span(), "the number of positions is from 1 to 10000"));
            }
        }
        let duration = |time: Spanned<String>| {
            parse_duration(time.get_ref()).map_err(|error| at(text, &time.span(), &error))
        };
        if let Some(time) = file.time_limit {
            self.time_limit = duration(time)?;
        }
        self.cpu_limit = file.cpu_limit.map(duration).transpose()?.or(self.cpu_limit);
        for (name, points) in &file.weights {
            let check: Check =
                name.get_ref().parse().map_err(|error: String| at(text, &name.span(), &error))?;
            if !(0.0..=1e6).contains(points.get_ref()) {
                return Err(at(text, &points.span(), "points are from 0 to 1000000"));
            }
            self.weights.insert(check, *points.get_ref());
        }
        for (number, entry) in (1..).zip(file.position) {
            self.own.push(own_position(catalogue, game, text, number, entry)?);
        }
        for (extension, LanguageEntry { file, build, player }) in file.language {
            self.languages.push(Language { extension: Some(extension), file, build, player });
        }
        Ok(())
    }
}

fn read_depth(text: &str, depth: &Spanned<u32>) -> Result<u32, String> {
    if (1..MAX_DEPTH).contains(depth.get_ref()) {
        Ok(*depth.get_ref())
    } else {
        Err(at(text, &depth.span(), &format!("a depth is a whole number from 1 to {}", MAX_DEPTH - 1)))
    }
}

fn own_position(
    catalogue: &Catalogue,
    game: &str,
    text: &str,
    number: usize,
    entry: Entry,
) -> Result<OwnPosition, String> {
    let Entry { name, position, depth, answers, avoid, value } = entry;
    let depth = depth.map(|depth| read_depth(text, &depth)).transpose()?;
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
            at(text, &answers.span(), &format!("{:?} is not a legal answer: {refusal}", quote(answer)))
        })
    };
    let moves: Vec<String> = answers.get_ref().iter().map(read).collect::<Result<_, _>>()?;
    if moves.is_empty() { Err(at(text, &answers.span(), "the list is empty")) } else { Ok(moves) }
}

/// How many characters of a problem are shown.
const LONGEST_PROBLEM: usize = 500;

/// A problem with the line it is in.
fn at(text: &str, span: &Range<usize>, problem: &str) -> String {
    let before = text.get(..span.start).unwrap_or(text);
    let number = before.matches('\n').count() + 1;
    // The problem may contain a value of the file.
    let problem = shorten(problem, LONGEST_PROBLEM);
    let line = text.lines().nth(number - 1).unwrap_or("").trim();
    format!("line {number}: {problem}\n  {}", quote(line))
}
