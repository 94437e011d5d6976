//! A line of play of any game, through its texts alone.
//!
//! Whoever does not care which game it is (protocols, the arena, pages) works with `&mut dyn AnyLine`. Everything behind it,
//! the engine too, is compiled here once for each game and width of board, and not again in every crate that plays.

mod opponent;
mod tables;

use std::ops::{Deref, DerefMut};
use std::str::FromStr;
use std::time::{Duration, Instant};

use game::{Choice, Ending, Evaluate, Line, MAX_DEPTH, Material, Notation, Score, Side, Standard, Term};
use games::{Error, GameSpec, Problem, Visitor, haskell};
use search::tree::{self, Algorithm, TooLarge, Tree};
use search::{Engine, Limits, Report};

pub use opponent::{LEVELS, Strength, choose};

/// Which static evaluation to search with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evaluation {
    /// Our own, described in the game's rules page.
    Standard,
    /// Own men minus enemy men: pawns only in ctf, by the course's table in congo.
    Material,
}

impl FromStr for Evaluation {
    type Err = Error;

    fn from_str(text: &str) -> Result<Evaluation, Error> {
        match text {
            "standard" => Ok(Evaluation::Standard),
            "material" => Ok(Evaluation::Material),
            _ => Err(Error::whole(Problem::Evaluation, text)),
        }
    }
}

/// What to search for.
#[derive(Clone, Debug)]
pub struct Question<'c> {
    /// How far, how long and until when.
    pub limits: Limits<'c>,
    /// Whether the answer is to be that of plain minimax; if not, it is as good as the limits allow.
    pub exact: bool,
    /// The evaluation.
    pub evaluation: Evaluation,
}

impl Question<'_> {
    /// Whether an answer may come from solved tables. Whoever names a depth wants to know what is to be seen from there, and a
    /// weak opponent is to stay weak.
    fn may_ask_tables(&self) -> bool {
        !self.exact && self.limits.depth == MAX_DEPTH
    }
}

/// What a search has found.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// How deep it has looked.
    pub depth: u32,
    /// The value for the side to move.
    pub score: Score,
    /// The best play, move by move; never empty.
    pub play: Vec<String>,
    /// The positions looked at.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub table_permille: u32,
}

/// Sees what a search has found at each depth.
pub type OnReport<'r> = &'r mut (dyn FnMut(&Finding) + Send);

/// A move of a position, whether or not the boards before allow it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// Its name.
    pub name: String,
    /// The board that it makes, as the game writes it.
    pub board: String,
    /// How many plies ago this board has been, if that makes the move illegal.
    pub been: Option<usize>,
}

/// A position with its history in some game.
pub trait AnyLine: Send + Sync {
    /// The position as text, with its history where the game has one.
    fn text(&self) -> String;

    /// The present board, as its game writes it, without the side to move.
    fn board(&self) -> String;

    /// The boards of [`AnyLine::text`], newest first, each as its game writes it, without the side to move.
    fn boards(&self) -> Vec<String>;

    /// Who moves.
    fn side(&self) -> Side;

    /// How the game has ended, if it has.
    fn ending(&self) -> Option<Ending>;

    /// The names of the legal moves in generation order; none when the game is over.
    fn moves(&self) -> Vec<String>;

    /// The first moves of an unfinished game in generation order, at most so many, with those that repeat a board. A monkey
    /// of Congo may have millions.
    fn candidates(&self, most: usize) -> Vec<Candidate>;

    /// How a game that people play has ended: on the board, or by a ruling for games that would not stop otherwise.
    fn ending_in_play(&self) -> Option<Ending>;

    /// Plays a move by its name.
    ///
    /// # Errors
    /// What is wrong with the move; then nothing has changed.
    fn play(&mut self, name: &str) -> Result<(), String>;

    /// The name of the legal move that `answer` stands for: a name, or the next board in any notation in which it is written
    /// here: plain, as a position with or without its history, as a Haskell string or as a list of strings.
    ///
    /// # Errors
    /// What is wrong with the answer.
    fn read_answer(&self, answer: &str) -> Result<String, String>;

    /// The board drawn for a terminal.
    fn draw(&self) -> String;

    /// The terms of the standard evaluation of the position itself.
    fn terms(&self) -> Vec<Term>;

    /// Another position of the same game.
    ///
    /// # Errors
    /// When the text is not one.
    fn parse<'a>(&self, position: &str) -> Result<Box<dyn AnyLine + 'a>, Error>
    where
        Self: 'a;

    /// The same line once more.
    fn duplicate<'a>(&self) -> Box<dyn AnyLine + 'a>
    where
        Self: 'a;

    /// The best move within the limits, with a report for each depth. An answer that is to be exact or has a depth is searched
    /// for; any other also makes use of the game's solved tables, where there are some. `None` when the game is over, or when an exact search
    /// was called off before it had finished the first depth.
    fn search(&self, engine: &mut Engine, question: &Question<'_>, report: OnReport<'_>) -> Option<Finding>;

    /// The `count` best moves to the depth of the limits, exactly. If it is called off the last may be missing or from lower
    /// depths.
    fn best_lines(&self, engine: &mut Engine, question: &Question<'_>, count: usize) -> Vec<Finding>;

    /// The tree that a plain search to this depth looks at.
    ///
    /// # Errors
    /// When it has more than `most` positions.
    fn tree(
        &self,
        depth: u32,
        algorithm: Algorithm,
        evaluation: Evaluation,
        most: usize,
    ) -> Result<Tree<String>, TooLarge>;
}

/// Sets up the rules, reads a position and hands it over.
///
/// ```
/// use games::GameSpec;
/// let moves = anyline::open(GameSpec::Oska(3), "startpos", |line| line.moves())?;
/// assert_eq!(moves, ["b1a2", "c1b2", "a1a2", "b1b2"]);
/// # Ok::<(), games::Error>(())
/// ```
///
/// # Errors
/// When the text is not a position of this game.
pub fn open<R>(game: GameSpec, position: &str, work: impl FnOnce(&mut dyn AnyLine) -> R) -> Result<R, Error> {
    let (mut work, mut result) = (Some(work), None);
    hand_over(game, position, &mut |line| result = work.take().map(|work| work(line)))?;
    Ok(result.unwrap_or_else(|| unreachable!("a position that can be read is handed over")))
}

// Not generic: what stands behind the trait object is compiled here.
fn hand_over(game: GameSpec, position: &str, work: &mut dyn FnMut(&mut dyn AnyLine)) -> Result<(), Error> {
    struct Open<'w> {
        spec: GameSpec,
        position: &'w str,
        work: &'w mut dyn FnMut(&mut dyn AnyLine),
    }
    impl Visitor for Open<'_> {
        type Output = Result<(), Error>;

        fn visit<G: Notation + 'static>(self, game: &G) -> Result<(), Error> {
            let line = game.parse_line(self.position)?;
            (self.work)(&mut Opened { spec: self.spec, line });
            Ok(())
        }
    }
    game.visit(Open { spec: game, position, work })
}

/// A line that knows by which name its game goes, and so where its tables are.
struct Opened<'g, G: Notation> {
    spec: GameSpec,
    line: Line<'g, G>,
}

impl<'g, G: Notation> Deref for Opened<'g, G> {
    type Target = Line<'g, G>;

    fn deref(&self) -> &Line<'g, G> {
        &self.line
    }
}

impl<G: Notation> DerefMut for Opened<'_, G> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.line
    }
}

impl<G: Notation + 'static> AnyLine for Opened<'_, G> {
    fn text(&self) -> String {
        self.game().write_line(self)
    }

    fn board(&self) -> String {
        boards(&self.game().write(&[*self.position()])).next().unwrap_or("").to_string()
    }

    fn boards(&self) -> Vec<String> {
        boards(&self.text()).map(str::to_string).collect()
    }

    fn side(&self) -> Side {
        G::side_to_move(self.position())
    }

    fn ending(&self) -> Option<Ending> {
        Line::ending(self)
    }

    fn moves(&self) -> Vec<String> {
        let name = |mv| self.game().write_move(self.position(), mv);
        Line::moves(self).into_iter().map(name).collect()
    }

    fn candidates(&self, most: usize) -> Vec<Candidate> {
        let (game, position) = (self.game(), self.position());
        if game.ending(position).is_some() {
            return Vec::new();
        }
        let candidate = |mv| {
            let next = game.play_unchecked(position, mv);
            let ago = || self.history().rev().position(|board| G::same_board(&board, &next));
            Candidate {
                name: game.write_move(position, mv),
                board: boards(&game.write(&[next])).next().unwrap_or("").to_string(),
                been: if self.is_repeat(mv) { ago().map(|ago| ago + 1) } else { None },
            }
        };
        game.moves(position).take(most).map(candidate).collect()
    }

    fn ending_in_play(&self) -> Option<Ending> {
        Line::ending(self).or_else(|| self.game().draw_in_play(self))
    }

    fn play(&mut self, name: &str) -> Result<(), String> {
        if let Some(ending) = Line::ending(self) {
            return Err(format!("the game is over: {ending}"));
        }
        let mv = self.game().parse_move(self.position(), name).map_err(|error| error.problem.to_string())?;
        self.try_play(mv).map(|_| ()).ok_or_else(|| REPEATED.to_string())
    }

    fn read_answer(&self, answer: &str) -> Result<String, String> {
        let (game, position, answer) = (self.game(), self.position(), answer.trim());
        let mv = match game.parse_move(position, answer) {
            Ok(mv) => mv,
            Err(_) => move_to(self, &readings(answer))?,
        };
        if self.is_repeat(mv) { Err(REPEATED.to_string()) } else { Ok(game.write_move(position, mv)) }
    }

    fn draw(&self) -> String {
        self.game().draw(self.position())
    }

    fn terms(&self) -> Vec<Term> {
        self.game().terms(self.position())
    }

    fn parse<'a>(&self, position: &str) -> Result<Box<dyn AnyLine + 'a>, Error>
    where
        Self: 'a,
    {
        Ok(Box::new(Opened { spec: self.spec, line: self.game().parse_line(position)? }))
    }

    fn duplicate<'a>(&self) -> Box<dyn AnyLine + 'a>
    where
        Self: 'a,
    {
        Box::new(Opened { spec: self.spec, line: self.line.clone() })
    }

    fn search(&self, engine: &mut Engine, question: &Question<'_>, report: OnReport<'_>) -> Option<Finding> {
        match question.evaluation {
            Evaluation::Standard => search(self, engine, question, &Standard, report),
            Evaluation::Material => search(self, engine, question, &Material, report),
        }
    }

    fn best_lines(&self, engine: &mut Engine, question: &Question<'_>, count: usize) -> Vec<Finding> {
        match question.evaluation {
            Evaluation::Standard => best_lines(self, engine, question, &Standard, count),
            Evaluation::Material => best_lines(self, engine, question, &Material, count),
        }
    }

    fn tree(
        &self,
        depth: u32,
        algorithm: Algorithm,
        evaluation: Evaluation,
        most: usize,
    ) -> Result<Tree<String>, TooLarge> {
        let tree = match evaluation {
            Evaluation::Standard => tree::grow(&self.line, depth, &Standard, algorithm, most),
            Evaluation::Material => tree::grow(&self.line, depth, &Material, algorithm, most),
        };
        tree.map(|tree| tree.named(self))
    }
}

/// What is wrong with a move to a board that has been before.
pub const REPEATED: &str = "this board has been before";

/// The boards of a position's text, newest first.
fn boards(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().next().unwrap_or("").split(',')
}

/// The boards that an answer may stand for: a board, a position, the newest of a list of boards, or the rows of one board as
/// a list or line by line.
fn readings(answer: &str) -> Vec<String> {
    let items = match haskell::parse_list(answer) {
        Ok(items) if answer.starts_with(['[', '"']) => items,
        _ => answer.lines().filter_map(|line| boards(line).next()).map(str::to_string).collect(),
    };
    let mut readings: Vec<String> = items.first().cloned().into_iter().collect();
    if items.len() > 1 {
        readings.extend([items.join("/"), items.concat()]);
    }
    readings
}

/// The move to the board that an answer stands for.
fn move_to<G: Notation>(line: &Line<'_, G>, readings: &[String]) -> Result<G::Move, String> {
    let (game, position) = (line.game(), line.position());
    let makes_it = |&mv: &G::Move| {
        let text = game.write(&[game.play_unchecked(position, mv)]);
        boards(&text).next().is_some_and(|board| readings.iter().any(|reading| reading == board))
    };
    if let Some(mv) = game.moves(position).find(makes_it) {
        return Ok(mv);
    }
    // Which of the readings was meant is told by which of them is a board at all.
    match readings
        .iter()
        .map(|reading| game.parse(&position_like(line, reading)).map(|_| reading))
        .reduce(Result::or)
    {
        Some(Ok(board)) => Err(format!("no move makes the board {board}")),
        Some(Err(error)) => Err(format!("neither a move nor a board: {}", error.problem)),
        None => Err("neither a move nor a board".to_string()),
    }
}

/// The text of the present position with another board in it.
fn position_like<G: Notation>(line: &Line<'_, G>, board: &str) -> String {
    let text = line.game().write(&[*line.position()]);
    let rest = text.split_once(char::is_whitespace).map_or("", |(_, rest)| rest);
    format!("{board} {rest}")
}

fn search<G: Notation + 'static, E: Evaluate<G>>(
    line: &Opened<'_, G>,
    engine: &mut Engine,
    question: &Question<'_>,
    evaluation: &E,
    on_report: OnReport<'_>,
) -> Option<Finding> {
    let mut last = None;
    let report = |report: &Report<G::Move>| {
        let finding = finding(line, report);
        on_report(&finding);
        last = Some(finding);
    };
    let start = Instant::now();
    let choice = if question.exact {
        engine.analyze(line, &question.limits, evaluation, report)
    } else {
        let tables = question.may_ask_tables().then(|| tables::of::<G>(line.spec)).flatten();
        engine.think_with(line, &question.limits, evaluation, tables.as_deref(), report)
    }?;
    let (depth, table_permille) = last.map_or((0, 0), |last: Finding| (last.depth, last.table_permille));
    Some(finding(line, &report_of(choice, depth, start.elapsed(), table_permille)))
}

fn best_lines<G: Notation, E: Evaluate<G>>(
    line: &Line<'_, G>,
    engine: &mut Engine,
    question: &Question<'_>,
    evaluation: &E,
    count: usize,
) -> Vec<Finding> {
    let start = Instant::now();
    let depth = question.limits.depth;
    let choices = engine.best_lines(line, &question.limits, evaluation, count);
    choices.into_iter().map(|choice| finding(line, &report_of(choice, depth, start.elapsed(), 0))).collect()
}

fn report_of<M>(choice: Choice<M>, depth: u32, time: Duration, table_permille: u32) -> Report<M> {
    let Choice { score, variation, nodes } = choice;
    Report { depth, score, variation, nodes, time, table_permille }
}

/// A report in words.
fn finding<G: Notation>(line: &Line<'_, G>, report: &Report<G::Move>) -> Finding {
    let game = line.game();
    let mut line = line.clone();
    let mut play = Vec::new();
    for &mv in &report.variation {
        play.push(game.write_move(line.position(), mv));
        let _ = line.try_play(mv);
    }
    let &Report { depth, score, nodes, time, table_permille, .. } = report;
    Finding { depth, score, play, nodes, time, table_permille }
}
