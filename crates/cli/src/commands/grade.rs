//! `quadrille grade`: checks a student's program.

mod autograder;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use arena::grade::class::{Class, Language, Row, SUMMARY_FILES, Submission};
use arena::grade::{self, Assignment, GradingProgress, Part, report};
use arena::{PlayerSpec, Resources};
use clap::Args;
use quadrille::duration::parse_duration;
use quadrille::{Catalogue, Evaluation};

use super::Run;
use crate::event::resources;
use crate::failure::Failure;
use crate::files::{check_writable, read_file, write_file};
use crate::input::{TablesArgument, evaluation, search_depth, to_json};
use crate::process::{Counter, Interrupt, processors};
use crate::sandbox::SandboxArguments;

/// Check a program against the referee: notation, legal moves, wins, losses, best moves and time
///
/// The program is asked what to play in many positions. For each kind of failure the report shows the smallest position found, with the
/// expected and the given answer. The same seed asks the same questions. The exit code is 0 if every check passes, 1 if one fails.
///
/// PLAYER is call:COMMAND, haskell:FILE:FUNCTION, ugi:COMMAND, GAME-course:COMMAND or engine. In a COMMAND these are filled in: {history},
/// {board}, {player}, {depth}, {size} as the courses write them, {position} as quadrille does.
#[derive(Args)]
#[command(after_help = r#"Examples:
  quadrille grade %game% 'call:python3 student.py %call%' --eval material
  quadrille grade %game% 'call:./student %call%' --html report.html
  quadrille grade %game% 'anna=haskell:Anna.hs:FUNCTION' --config grading.toml --gradescope results.json
  quadrille grade %valued% 'call:python3 student.py value {position} {depth}' --values
  quadrille grade %valued% 'call:python3 student.py' --part 'moves lion'
  quadrille grade %game% --folder submissions 'call:python3 {file} %call%' --results grades

A file for --config, all of it optional; checks are notation, legal, win, loss, best, values, part, own, rules and time:
  depth = 2
  evaluation = "material"
  time-limit = "5s"
  [weights]
  legal = 30
  [[position]]
  name = "The first move"
  position = "%position%"
  answers = ["%move%"]        # or avoid = [...], or value = ... with --values
  [language.cpp]              # for --folder: files that end in .cpp
  build = "g++ -O2 -o {program} {file}"
  player = "call:{program} %call%""#)]
pub(crate) struct Arguments {
    /// %games%; with a size, only that board is used
    game: String,
    /// The program; with --folder, {file} in it is the file of a submission and {folder} its folder
    #[arg(required_unless_present = "folder")]
    player: Option<String>,
    /// Grade all submissions of this folder, each a file or a folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["html", "gradescope", "json"])]
    folder: Option<PathBuf>,
    /// Where the reports of the submissions and their summary go; a run that was ended goes on from them
    #[arg(long, value_name = "DIR", default_value = "grades", requires = "folder")]
    results: PathBuf,
    /// How many submissions are graded at a time [default: one for each processor]
    #[arg(long, requires = "folder", value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: Option<u16>,
    /// How many plies the program is told to look ahead [default: 2]
    #[arg(long, value_parser = search_depth, allow_hyphen_values = true)]
    depth: Option<u32>,
    /// The evaluation that it has to use: then its moves must be among the best
    #[arg(long, value_parser = evaluation())]
    eval: Option<Evaluation>,
    /// The program prints the minimax value of a position, as its course defines it, instead of a move
    #[arg(long)]
    values: bool,
    /// The program does this part of its course, such as "moves lion", instead of playing: it reads the input and prints the answer of the part
    #[arg(long, value_name = "PART", conflicts_with_all = ["values", "eval"])]
    part: Option<String>,
    /// Whether all wins count the same, however many plies away, and all losses [default: true without --eval, false with it]
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    any_win: Option<bool>,
    /// Decides which positions are asked [default: 1]
    #[arg(long)]
    seed: Option<u64>,
    /// How many positions each check has [default: 30]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    positions: Option<u32>,
    /// The sizes of boards [default: %graded%]
    #[arg(long, value_delimiter = ',')]
    sizes: Option<Vec<String>>,
    /// Positions, points and limits from a TOML file; options of the command line count more than the file
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// How long an answer may take by the clock: 500ms, 10s [default: 10s]
    #[arg(long, value_parser = parse_duration)]
    time_limit: Option<Duration>,
    /// How much processor time an answer may take, all processes of the program together [default: as --time-limit]
    #[arg(long, value_parser = parse_duration)]
    cpu_limit: Option<Duration>,
    /// Write the report as a web page
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the report as the results.json of Gradescope
    #[arg(long, value_name = "FILE")]
    gradescope: Option<PathBuf>,
    /// Write an autograder for Gradescope, with this program and these options, instead of grading
    #[arg(long, value_name = "FILE", conflicts_with_all = ["html", "gradescope", "folder", "json"])]
    gradescope_zip: Option<PathBuf>,
    /// Answer as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    tables: TablesArgument,
    #[command(flatten)]
    sandbox: SandboxArguments,
}

impl Run for Arguments {
    fn run(self, catalogue: &Catalogue, out: &mut dyn Write) -> Result<(), Failure> {
        let assignment = self.assignment(catalogue)?;
        if let Some(path) = &self.gradescope_zip {
            write!(out, "{}", autograder::write(&self, path)?)?;
            return Ok(());
        }
        let interrupt = Interrupt::new()?;
        let mut resources = resources(catalogue, self.tables.open(), &interrupt.flag)?;
        resources.sandbox.memory = Some(1 << 30);
        if let Some(folder) = &self.folder {
            return self.grade_class(folder, &assignment, resources, &interrupt, out);
        }
        check_writable(&[&self.html, &self.gradescope])?;
        // The file may have the right answers.
        let hidden = [&self.config, &self.html, &self.gradescope].into_iter().flatten();
        self.sandbox.set_up_for(self.player.as_slice(), &mut resources.sandbox, hidden)?;
        let counter = Counter::new("questions");
        let mut asked = (0, 0);
        let grades = grade::grade(&assignment, &resources, &mut |GradingProgress { check, done, total }| {
            asked = (done, total);
            counter.show(done, total, check.sentence());
        });
        counter.end();
        let (done, total) = asked;
        if interrupt.is_asked() {
            let problem = format!("interrupted after {done} of {total} positions: there is no grade");
            return Err(Failure::Interrupted(problem));
        }
        let grades = match grades {
            Ok(grades) => grades,
            Err(problem) => {
                // A student who has forgotten a file gets to know it.
                if let Some(path) = &self.gradescope {
                    write_file(path, &report::gradescope_problem(&problem))?;
                }
                return Err(Failure::Input(problem));
            }
        };
        let answer = if self.json { to_json(&grades) + "\n" } else { report::text(&grades) };
        out.write_all(answer.as_bytes())?;
        out.flush()?;
        if let Some(path) = &self.html {
            write_file(path, &report::html(&grades))?;
        }
        if let Some(path) = &self.gradescope {
            write_file(path, &report::gradescope(&grades))?;
        }
        if grades.all_passed() { Ok(()) } else { Err(Failure::Exit(ExitCode::from(1))) }
    }
}

impl Arguments {
    /// Grades all submissions of a folder.
    fn grade_class(
        &self,
        folder: &Path,
        assignment: &Assignment,
        mut resources: Resources,
        interrupt: &Interrupt,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let languages = match &self.player {
            Some(player) => vec![Language::any(player)],
            None => assignment.languages.clone(),
        };
        if languages.is_empty() {
            let problem = "say how the programs are called: with PLAYER, in which {file} is the file of a submission, or with \
                           [language.ENDING] in the file for --config";
            return Err(Failure::Input(problem.to_string()));
        }
        for language in &languages {
            language.check().map_err(Failure::Input)?;
        }
        let submissions = Submission::all_in(folder, &self.results).map_err(Failure::Input)?;
        // The file may have the right answers. Each program sees its own folder only.
        self.sandbox.set_up(&mut resources.sandbox, &self.config)?;
        let class = Class {
            assignment,
            languages: &languages,
            submissions: &submissions,
            results: &self.results,
            at_a_time: self.concurrency.map_or_else(processors, usize::from),
        };
        let counter = Counter::new("submissions");
        counter.show(0, submissions.len(), "");
        let rows = class.grade(&resources, &|done, name| counter.show(done, submissions.len(), name));
        let rows = rows.map_err(Failure::input)?;
        counter.end();
        if interrupt.is_asked() {
            let problem = format!(
                "interrupted after {} of {} submissions: the same command grades the rest",
                rows.len(),
                submissions.len()
            );
            return Err(Failure::Interrupted(problem));
        }
        let width = rows.iter().map(|row| row.submission.chars().count()).max().unwrap_or(0);
        for row in &rows {
            writeln!(out, "{}", in_one_line(row, width))?;
        }
        writeln!(out, "\n{}: {}", self.results.display(), SUMMARY_FILES.join(", "))?;
        out.flush()?;
        if rows.iter().all(Row::is_perfect) { Ok(()) } else { Err(Failure::Exit(ExitCode::from(1))) }
    }

    /// The options of the assignment as they were given, without files.
    fn options(&self) -> Vec<String> {
        let option = |name: &str, value: Option<String>| value.map(|value| format!("--{name}={value}"));
        let seconds = |time: Duration| format!("{}ms", time.as_millis());
        [
            option("depth", self.depth.map(|depth| depth.to_string())),
            option("eval", self.eval.map(|evaluation| format!("{evaluation:?}").to_lowercase())),
            self.values.then(|| "--values".to_string()),
            option("part", self.part.clone()),
            option("any-win", self.any_win.map(|any| any.to_string())),
            option("seed", self.seed.map(|seed| seed.to_string())),
            option("positions", self.positions.map(|count| count.to_string())),
            option("sizes", self.sizes.as_ref().map(|sizes| sizes.join(","))),
            option("time-limit", self.time_limit.map(seconds)),
            option("cpu-limit", self.cpu_limit.map(seconds)),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// The default assignment, changed by the file, changed by the command line.
    fn assignment(&self, catalogue: &Catalogue) -> Result<Assignment, Failure> {
        // The programs of a class have players of their own.
        let player = if self.folder.is_some() { "random" } else { self.player.as_deref().unwrap_or("") };
        let player: PlayerSpec = player.parse().map_err(Failure::Input)?;
        let mut assignment = Assignment::new(catalogue.game(&self.game)?, player);
        let boards = |sizes| grade::boards(catalogue, &self.game, sizes).map_err(Failure::Input);
        assignment.games = boards(None)?;
        if let Some(path) = &self.config {
            let in_file = |problem: String| Failure::Input(format!("{}: {problem}", path.display()));
            assignment.configure(catalogue, &self.game, &read_file(path)?).map_err(in_file)?;
        }
        if let Some(sizes) = &self.sizes {
            assignment.games = boards(Some(sizes))?;
        }
        assignment.depth = self.depth.unwrap_or(assignment.depth);
        assignment.evaluation = self.eval.or(assignment.evaluation);
        assignment.values |= self.values;
        if let Some(part) = &self.part {
            assignment.part = Some(Part::find(&assignment.games[0], part).map_err(Failure::Input)?);
        }
        assignment.any_win = self.any_win.or(assignment.any_win);
        assignment.seed = self.seed.unwrap_or(assignment.seed);
        assignment.positions = self.positions.map_or(assignment.positions, |count| count as usize);
        assignment.time_limit = self.time_limit.unwrap_or(assignment.time_limit);
        assignment.cpu_limit = self.cpu_limit.or(assignment.cpu_limit);
        assignment.check().map_err(Failure::Input)?;
        Ok(assignment)
    }
}

/// The results of a submission in one line.
fn in_one_line(row: &Row, width: usize) -> String {
    let name = &row.submission;
    let words = match row.problem_in_one_line() {
        Some(problem) => problem,
        None if row.is_perfect() => "all checks passed".to_string(),
        None => row.not_passed.join(", "),
    };
    format!("{name:width$}  {:>6} of {}  {words}", row.points, row.most_points)
}
