//! The trait object of a position with its history, and its implementation for every type of game.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use game::clock::Instant;
use game::{BoardState, Choice, Line, MOST_MOVES, Notation, Oracle, OwnedLine};
use search::{Engine, Report, Variety};
use solve::AnyTables;

use crate::any_game::{GameRef, TypedGame};
use crate::casual;
use crate::tree::{self, Algorithm, Order, Tree, TreeError};
use crate::{EMPTY, Ending, Evaluation, Finding, Problem, Question, Random, Refusal, Side, Term, haskell};

/// A function that is called with the finding of each depth.
pub type OnFinding<'r> = &'r mut (dyn FnMut(&Finding) + Send);

/// A move of a position, whether or not it repeats an earlier board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// Its name.
    pub name: String,
    /// The board after the move, as the game writes it.
    pub board: String,
    /// How many plies ago this board occurred, if that makes the move illegal.
    pub repeats: Option<usize>,
}

/// Why a board cannot be read as a move.
const TOO_MANY_MOVES: &str =
    "this position has too many moves to find the one that makes a board: write the name of the move";

/// A position with its history, as a trait object. Positions and moves are strings.
pub trait AnyLine: Send + Sync {
    /// The game.
    fn game(&self) -> GameRef;

    /// The position as text, with its history if the game has the no-repeat rule.
    fn text(&self) -> String;

    /// The current board, as its game writes it, without the side to move.
    fn board(&self) -> String;

    /// The boards of [`AnyLine::text`], newest first, each as its game writes it, without the side to move.
    fn boards(&self) -> Vec<String>;

    /// The letter on each cell of the current board, `-` for an empty cell.
    fn cells(&self) -> Vec<char> {
        self.game().board().read(&self.board())
    }

    /// The rows of the current board from top to bottom, with a letter for each cell.
    fn rows(&self) -> Vec<String> {
        let (game, cells) = (self.game(), self.cells());
        let board = game.board();
        (0..board.rows.len()).map(|row| cells[board.row(row)].iter().collect()).collect()
    }

    /// The side to move.
    fn side(&self) -> Side;

    /// How the game has ended, if it has.
    fn ending(&self) -> Option<Ending>;

    /// How the game has ended, also by a draw rule for games that would go on for ever
    /// ([`draw_in_play`](game::Repetition::draw_in_play)). Searches ignore such draws.
    fn ending_in_play(&self) -> Option<Ending>;

    /// The names of the legal moves in generation order, at most [`MOST_MOVES`] of them. A finished game has none.
    fn moves(&self) -> Vec<String>;

    /// The legal moves in generation order, each with the text of the position after it. A finished game has none. `None` if
    /// there are more than [`MOST_MOVES`].
    fn successors(&self) -> Option<Vec<(String, String)>>;

    /// At most `most` moves of an unfinished game in generation order, including those that repeat a board.
    fn candidates(&self, most: usize) -> Vec<Candidate>;

    /// Plays a move by its name.
    ///
    /// # Errors
    /// Why the move is not legal. Then the line is unchanged.
    fn play(&mut self, name: &str) -> Result<(), Refusal>;

    /// Plays random legal moves, all equally likely, until the game is over ([`AnyLine::ending_in_play`]) or `most_plies` are played.
    /// Returns how many were played.
    fn play_at_random(&mut self, random: &mut Random, most_plies: usize) -> usize;

    /// The name of the legal move that `answer` means. An answer is the name of a move, or the next board in any
    /// notation: plain, as a position with or without its history, as a Haskell string or as a list of strings.
    ///
    /// # Errors
    /// Why the answer is not a legal move.
    fn read_answer(&self, answer: &str) -> Result<String, Refusal>;

    /// Like [`AnyLine::read_answer`], for what a person types: `B2-B3` also means `b2b3`.
    ///
    /// # Errors
    /// Why this is not a legal move. A text that names cells is taken as a move and not as a board.
    fn read_typed(&self, text: &str) -> Result<String, Refusal> {
        self.read_answer(text).or_else(|refusal| {
            let name = self.game().board().typed_move(text).ok_or(refusal)?;
            self.read_answer(&name).map_err(|refusal| self.duplicate().play(&name).err().unwrap_or(refusal))
        })
    }

    /// The board drawn for a terminal.
    fn draw(&self) -> String;

    /// The terms of the standard evaluation of the position itself.
    fn terms(&self) -> Vec<Term>;

    /// The number of legal games of exactly `depth` plies from here.
    fn perft(&self, depth: u32) -> u64;

    /// [`AnyLine::perft`] split by the first move; empty at depth 0.
    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        self.divide_until(depth, &AtomicBool::new(false)).expect("nobody cancels it")
    }

    /// [`AnyLine::divide`] that another thread can cancel by this flag: then there is no answer.
    fn divide_until(&self, depth: u32, cancel: &AtomicBool) -> Option<Vec<(String, u64)>>;

    /// A copy of the line.
    fn duplicate(&self) -> Box<dyn AnyLine>;

    /// The tree that a plain search with this depth visits.
    ///
    /// # Errors
    /// When it has more than `most` positions, when finding the order of the moves would take too long, or when another thread has cancelled
    /// it by the flag.
    fn tree(
        &self,
        depth: u32,
        algorithm: Algorithm,
        evaluation: Evaluation,
        order: Order,
        most: usize,
        cancel: Option<&AtomicBool>,
    ) -> Result<Tree, TreeError>;

    /// Implements [`Session::search`](crate::Session::search).
    #[doc(hidden)]
    fn search(
        &self,
        engine: &mut Engine,
        tables: Option<&dyn AnyTables>,
        question: &Question<'_>,
        report: OnFinding<'_>,
    ) -> Option<Finding>;

    /// Implements [`Session::search`](crate::Session::search) for an opponent that looks ahead like a person and overlooks so many
    /// of 100 moves at the last ply.
    #[doc(hidden)]
    fn look_ahead(&self, question: &Question<'_>, overlooked: u32, variety: Variety) -> Option<Finding>;

    /// Implements [`Session::best_lines`](crate::Session::best_lines).
    #[doc(hidden)]
    fn best_lines(&self, engine: &mut Engine, question: &Question<'_>, count: usize) -> Vec<Finding>;
}

/// Implements [`AnyLine`] for the rules of type `G`.
pub(crate) struct TypedLine<G: Notation> {
    pub(crate) game: Arc<TypedGame<G>>,
    pub(crate) line: OwnedLine<G>,
}

impl<G: Notation> TypedLine<G> {
    fn rules(&self) -> &G {
        &self.game.rules
    }

    fn board_of(&self, position: &G::Position) -> String {
        boards(&self.rules().write(&[*position])).next().unwrap_or("").to_string()
    }

    /// How many plies ago the board after this move occurred, if that makes the move illegal.
    fn repeats(&self, mv: G::Move) -> Option<usize> {
        if !self.line.is_repeat(mv) {
            return None;
        }
        let next = self.rules().play_unchecked(self.line.position(), mv);
        self.line.history().rev().position(|board| board.same_board(&next)).map(|ago| ago + 1)
    }

    fn refuse_repeat(&self, mv: G::Move) -> Result<(), Refusal> {
        self.repeats(mv).map_or(Ok(()), |plies_ago| Err(Refusal::Repeats { plies_ago }))
    }

    /// Reads the name of a move of this position, whether or not it repeats an earlier board.
    fn read_move(&self, name: &str) -> Result<G::Move, Refusal> {
        let (rules, position) = (self.rules(), self.line.position());
        rules.parse_move(position, name).map_err(|error| match error.problem {
            Problem::IllegalMove => self.broken_rule(name),
            problem => Refusal::Unreadable(problem.to_string()),
        })
    }

    /// Why a well-formed move is not legal.
    fn broken_rule(&self, name: &str) -> Refusal {
        use crate::AnyGame as _;
        let (rules, position) = (self.rules(), self.line.position());
        let (board, path) = (self.game.board(), self.game.board().path(name));
        let letter = |cell: usize| board.read(&self.board_of(position)).get(cell).copied().unwrap_or(EMPTY);
        let descriptor = self.game.descriptor();
        match path.first().map(|&from| (from, letter(from))) {
            Some((from, letter)) if descriptor.owner(letter) != Some(self.side()) => {
                Refusal::NoOwnMan { cell: board.cells[from].name.clone(), enemy: letter != EMPTY }
            }
            _ => Refusal::Rule(rules.broken_rule(position, &path)),
        }
    }
}

impl<G: Notation> AnyLine for TypedLine<G> {
    fn game(&self) -> GameRef {
        Arc::clone(&self.game) as GameRef
    }

    fn text(&self) -> String {
        self.rules().write_line(&self.line)
    }

    fn board(&self) -> String {
        self.board_of(self.line.position())
    }

    fn boards(&self) -> Vec<String> {
        boards(&self.text()).map(str::to_string).collect()
    }

    fn side(&self) -> Side {
        self.line.position().side()
    }

    fn ending(&self) -> Option<Ending> {
        self.line.ending()
    }

    fn ending_in_play(&self) -> Option<Ending> {
        self.line.ending().or_else(|| self.rules().draw_in_play(&self.line.borrowed()))
    }

    fn moves(&self) -> Vec<String> {
        let name = |mv| self.rules().write_move(self.line.position(), mv);
        self.line.first_moves(MOST_MOVES).into_iter().map(name).collect()
    }

    fn successors(&self) -> Option<Vec<(String, String)>> {
        let (rules, mut line) = (self.rules(), self.line.clone());
        let moves = self.line.first_moves(MOST_MOVES + 1);
        if moves.len() > MOST_MOVES {
            return None;
        }
        let mut successors = Vec::new();
        for mv in moves {
            let name = rules.write_move(line.position(), mv);
            if let Some(undo) = line.try_play(mv) {
                successors.push((name, rules.write_line(&line)));
                line.undo(undo);
            }
        }
        Some(successors)
    }

    fn candidates(&self, most: usize) -> Vec<Candidate> {
        let (rules, position) = (self.rules(), self.line.position());
        if rules.ending(position).is_some() {
            return Vec::new();
        }
        let candidate = |mv| Candidate {
            name: rules.write_move(position, mv),
            board: self.board_of(&rules.play_unchecked(position, mv)),
            repeats: self.repeats(mv),
        };
        rules.moves(position).take(most).map(candidate).collect()
    }

    fn play(&mut self, name: &str) -> Result<(), Refusal> {
        if let Some(ending) = self.line.ending() {
            return Err(Refusal::GameOver(ending));
        }
        let mv = self.read_move(name)?;
        self.refuse_repeat(mv)?;
        let _ = self.line.try_play(mv);
        Ok(())
    }

    fn play_at_random(&mut self, random: &mut Random, most_plies: usize) -> usize {
        for played in 0..most_plies {
            let moves = self.line.first_moves(MOST_MOVES);
            if moves.is_empty() || self.rules().draw_in_play(&self.line.borrowed()).is_some() {
                return played;
            }
            let _ = self.line.try_play(random.pick(&moves));
        }
        most_plies
    }

    fn read_answer(&self, answer: &str) -> Result<String, Refusal> {
        if let Some(ending) = self.line.ending() {
            return Err(Refusal::GameOver(ending));
        }
        let (rules, position, answer) = (self.rules(), self.line.position(), answer.trim());
        let mv = match rules.parse_move(position, answer) {
            Ok(mv) => mv,
            Err(error) if error.problem == Problem::IllegalMove => return Err(self.broken_rule(answer)),
            Err(_) => match (self.move_to(&readings(answer)), self.rules().board().missing_cell(answer)) {
                (Err(Refusal::Unreadable(_)), Some(cell)) => {
                    return Err(Refusal::Unreadable(format!("there is no cell {cell}")));
                }
                (found, _) => found?,
            },
        };
        self.refuse_repeat(mv)?;
        Ok(rules.write_move(position, mv))
    }

    fn draw(&self) -> String {
        self.rules().draw(self.line.position())
    }

    fn terms(&self) -> Vec<Term> {
        self.rules().terms(self.line.position())
    }

    fn perft(&self, depth: u32) -> u64 {
        game::perft(&mut self.line.borrowed(), depth)
    }

    fn divide_until(&self, depth: u32, cancel: &AtomicBool) -> Option<Vec<(String, u64)>> {
        let name = |mv| self.rules().write_move(self.line.position(), mv);
        let split = game::divide(&mut self.line.borrowed(), depth, cancel)?;
        Some(split.into_iter().map(|(mv, games)| (name(mv), games)).collect())
    }

    fn duplicate(&self) -> Box<dyn AnyLine> {
        Box::new(TypedLine { game: Arc::clone(&self.game), line: self.line.clone() })
    }

    fn tree(
        &self,
        depth: u32,
        algorithm: Algorithm,
        evaluation: Evaluation,
        order: Order,
        most: usize,
        cancel: Option<&AtomicBool>,
    ) -> Result<Tree, TreeError> {
        tree::grow(&self.line.borrowed(), depth, &evaluation, algorithm, order, most, cancel)
    }

    fn search(
        &self,
        engine: &mut Engine,
        tables: Option<&dyn AnyTables>,
        question: &Question<'_>,
        on_report: OnFinding<'_>,
    ) -> Option<Finding> {
        let line = self.line.borrowed();
        // The type always matches: the tables of a game have been opened by its solver.
        let oracle = tables.and_then(|tables| tables.oracle().downcast::<Arc<dyn Oracle<G>>>().ok());
        let oracle = oracle.as_deref().map(|oracle| &**oracle);
        let mut last: Option<Finding> = None;
        let report = |report: &Report<G::Move>| {
            let before = last.take().filter(|last| last.depth + 1 == report.depth).map(|last| last.score);
            let finding = Finding { before, ..finding(&line, report) };
            on_report(&finding);
            last = Some(finding);
        };
        let start = Instant::now();
        let choice = if question.exact {
            engine.analyze(&line, &question.limits, &question.evaluation, report)
        } else {
            let oracle = oracle.filter(|_| question.may_ask_tables());
            let variety = question.manner.map(|manner| manner.variety);
            engine.think_with(&line, &question.limits, &question.evaluation, oracle, variety, report)
        }?;
        let (depth, before, table_permille) =
            last.map_or((0, None, 0), |last| (last.depth, last.before, last.table_permille));
        let report = report_of(choice, depth, start.elapsed(), table_permille);
        Some(Finding { before, ..finding(&line, &report) })
    }

    fn look_ahead(&self, question: &Question<'_>, overlooked: u32, variety: Variety) -> Option<Finding> {
        let (line, start) = (self.line.borrowed(), Instant::now());
        let (depth, choice) =
            casual::choose(&line, &question.limits, question.evaluation, overlooked, variety)?;
        Some(finding(&line, &report_of(choice, depth, start.elapsed(), 0)))
    }

    fn best_lines(&self, engine: &mut Engine, question: &Question<'_>, count: usize) -> Vec<Finding> {
        let line = self.line.borrowed();
        let start = Instant::now();
        let choices = engine.best_lines(&line, &question.limits, &question.evaluation, count);
        let finding = |(depth, choice)| finding(&line, &report_of(choice, depth, start.elapsed(), 0));
        choices.into_iter().map(finding).collect()
    }
}

impl<G: Notation> TypedLine<G> {
    /// The move to the board that an answer means, given the boards that it can be read as.
    fn move_to(&self, readings: &[String]) -> Result<G::Move, Refusal> {
        let (rules, position) = (self.rules(), self.line.position());
        let makes_it = |&mv: &G::Move| {
            let board = self.board_of(&rules.play_unchecked(position, mv));
            readings.contains(&board)
        };
        let mut moves = rules.moves(position);
        if let Some(mv) = moves.by_ref().take(MOST_MOVES).find(makes_it) {
            return Ok(mv);
        }
        if moves.next().is_some() {
            return Err(Refusal::Unreadable(TOO_MANY_MOVES.to_string()));
        }
        // If one of the readings is a board, report that one.
        match readings
            .iter()
            .map(|reading| rules.parse(&self.position_with(reading)).map(|_| reading))
            .reduce(Result::or)
        {
            Some(Ok(board)) => {
                let unchanged = *board == self.board_of(position);
                Err(Refusal::NoMoveMakes { board: board.clone(), unchanged })
            }
            Some(Err(error)) => {
                Err(Refusal::Unreadable(format!("this is neither a move nor a board: {}", error.problem)))
            }
            None => Err(Refusal::Unreadable("there is no answer".to_string())),
        }
    }

    /// The text of the current position with another board.
    fn position_with(&self, board: &str) -> String {
        let text = self.rules().write(&[*self.line.position()]);
        let rest = text.split_once(char::is_whitespace).map_or("", |(_, rest)| rest);
        format!("{board} {rest}")
    }
}

/// The boards of a position's text, newest first.
fn boards(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().next().unwrap_or("").split(',')
}

/// The boards that an answer can mean: a board, a position, the newest of a list of boards, or the rows of one board as
/// a list or line by line.
fn readings(answer: &str) -> Vec<String> {
    let items = match haskell::parse_list(answer) {
        Ok(items) if answer.starts_with(['[', '"', '\'']) => items,
        _ => answer.lines().filter_map(|line| boards(line).next()).map(str::to_string).collect(),
    };
    let mut readings: Vec<String> = items.first().cloned().into_iter().collect();
    if items.len() > 1 {
        readings.extend([items.join("/"), items.concat()]);
    }
    readings
}

fn report_of<M>(choice: Choice<M>, depth: u32, time: Duration, table_permille: u32) -> Report<M> {
    let Choice { score, variation, nodes } = choice;
    Report { depth, score, variation, nodes, time, table_permille }
}

/// Converts a report: the moves become names.
fn finding<G: Notation>(line: &Line<'_, G>, report: &Report<G::Move>) -> Finding {
    let game = line.game();
    let mut line = line.clone();
    let mut play = Vec::new();
    for &mv in &report.variation {
        play.push(game.write_move(line.position(), mv));
        let _ = line.try_play(mv);
    }
    let &Report { depth, score, nodes, time, table_permille, .. } = report;
    Finding { depth, score, before: None, play, nodes, time, table_permille }
}
