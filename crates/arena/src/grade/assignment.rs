//! What a program is graded for.

use std::collections::BTreeMap;
use std::time::Duration;

use quadrille::{AnyLine, Catalogue, Evaluation, GameRef, MAX_DEPTH, Session, Sizes};

use super::class::Language;
use super::exercise::Check;
use super::part::Part;
use super::values::{self, MoveValue};
use crate::player::PlayerSpec;

/// The points of a check by default.
const DEFAULT_POINTS: f64 = 10.0;

/// Everything that grading depends on, besides the program's own behaviour.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// The game, on each size of board.
    pub games: Vec<GameRef>,
    /// The program.
    pub player: PlayerSpec,
    /// How many plies it is told to look ahead.
    pub depth: u32,
    /// The evaluation that it has to use. Without one, its moves are not compared with the best.
    pub evaluation: Option<Evaluation>,
    /// Whether the program prints the minimax value of a position by its course, instead of a move.
    pub values: bool,
    /// The part of its course that the program does, instead of playing.
    pub part: Option<Part>,
    /// Whether all wins are equally good, whatever their distance, and all losses equally bad. `None` is the usual: yes, unless the program
    /// has to use an evaluation.
    pub any_win: Option<bool>,
    /// What the choice of positions depends on.
    pub seed: u64,
    /// How many positions each check has.
    pub positions: usize,
    /// How long an answer may take by the clock.
    pub time_limit: Duration,
    /// How much processor time it may take; as long as by the clock if it is not set.
    pub cpu_limit: Option<Duration>,
    /// The points of checks that are not worth ten points. A check that is worth 0 is left out.
    pub weights: BTreeMap<Check, f64>,
    /// The instructor's own positions.
    pub own: Vec<OwnPosition>,
    /// How the programs of a class are compiled and called.
    pub languages: Vec<Language>,
}

/// A position that an instructor has set up.
#[derive(Clone, Debug)]
pub struct OwnPosition {
    /// Its name in the report.
    pub name: String,
    /// The game and size.
    pub game: GameRef,
    /// The position with its history.
    pub position: String,
    /// The look-ahead, if it differs from that of the assignment.
    pub depth: Option<u32>,
    /// The right answers.
    pub wanted: Wanted,
}

/// What is right in a position of an instructor.
#[derive(Clone, PartialEq, Debug)]
pub enum Wanted {
    /// One of these moves.
    Moves(Vec<String>),
    /// Any move except these.
    Others(Vec<String>),
    /// One of the best moves by the assignment's evaluation, or by material if it has none.
    Best,
    /// This value.
    Value(i32),
}

impl Assignment {
    /// The default assignment: one board, look-ahead 2, no evaluation, 30 positions for each check, ten seconds for each answer.
    pub fn new(game: GameRef, player: PlayerSpec) -> Assignment {
        Assignment {
            games: vec![game],
            player,
            depth: 2,
            evaluation: None,
            values: false,
            part: None,
            any_win: None,
            seed: 1,
            positions: 30,
            time_limit: Duration::from_secs(10),
            cpu_limit: None,
            weights: BTreeMap::new(),
            own: Vec::new(),
            languages: Vec::new(),
        }
    }

    /// Whether the program can be graded like this.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn check(&self) -> Result<(), String> {
        if self.games.is_empty() {
            return Err("an assignment needs at least one board".to_string());
        }
        for game in &self.games {
            self.player.check(&**game)?;
        }
        if !(1..MAX_DEPTH).contains(&self.depth) {
            return Err(format!("a look-ahead is from 1 to {}", MAX_DEPTH - 1));
        }
        if let Some(game) = self.games.iter().find(|game| self.values && !has_values(game)) {
            return Err(format!("the programs of {game} print moves, not values: leave out `values`"));
        }
        if self.part.is_some() && !self.player.is_called() {
            return Err(
                "a program for a part of a course is called for each position: use call:COMMAND".to_string()
            );
        }
        if self.part.is_some() && (self.values || !self.own.is_empty()) {
            return Err("a program for a part of a course is not asked for moves or values too".to_string());
        }
        if self.evaluation.is_some() && !self.values && !self.player.knows_depth() {
            return Err("the tournament protocol of a course cannot express a look-ahead, so its programs cannot be checked for \
                        the best moves at a look-ahead: leave the evaluation out"
                .to_string());
        }
        Ok(())
    }

    /// Why a check is not made, if it is not.
    pub(super) fn left_out(&self, check: Check) -> Option<&'static str> {
        match check {
            _ if self.points(check) <= 0.0 => Some("it is worth 0 points"),
            Check::Own if self.own.is_empty() => Some("the instructor has not added positions"),
            Check::Own | Check::Time => None,
            Check::Part if self.part.is_some() => None,
            Check::Part => Some("the program is not asked for a part of its course"),
            _ if self.part.is_some() => Some("the program is asked for a part of its course"),
            Check::Values if self.values => None,
            Check::Values => Some("the program is asked for moves, not for values"),
            _ if self.values => Some("the program is asked for values, not for moves"),
            Check::Loss if self.depth < 2 => Some("a look-ahead of 1 does not see the enemy's answer"),
            Check::Rules if self.games[0].descriptor().grading.mistakes.is_none() => {
                Some("this game does not say which rules programs may have wrong")
            }
            Check::Rules if !self.player.knows_depth() || self.player.own_control().is_some() => {
                Some("the program decides itself how far it looks ahead")
            }
            Check::Best if self.evaluation.is_none() => Some("the program may use an evaluation of its own"),
            Check::Notation | Check::Legal | Check::Win | Check::Loss | Check::Rules | Check::Best => None,
        }
    }

    /// Whether all wins are equally good. Textbook minimax does not count plies, so a program that may use an evaluation of its own may
    /// also choose any win.
    pub(super) fn wins_alike(&self) -> bool {
        self.any_win.unwrap_or(self.evaluation.is_none())
    }

    /// How much processor time an answer may take.
    pub(super) fn processor_limit(&self) -> Duration {
        self.cpu_limit.unwrap_or(self.time_limit)
    }

    /// The evaluation by which moves are compared.
    pub(super) fn measure(&self) -> Evaluation {
        self.evaluation.unwrap_or(Evaluation::Material)
    }

    /// The values of all moves at this look-ahead, as this assignment counts wins and losses.
    pub(super) fn values_of(&self, session: &mut Session, line: &dyn AnyLine, depth: u32) -> Vec<MoveValue> {
        let values = values::of_moves(session, line, depth, self.measure());
        if self.wins_alike() { values::without_distance(values) } else { values }
    }

    /// The points of a check.
    pub(super) fn points(&self, check: Check) -> f64 {
        self.weights.get(&check).copied().unwrap_or(DEFAULT_POINTS)
    }
}

/// Whether the course of a game has programs that print values.
pub(super) fn has_values(game: &GameRef) -> bool {
    game.descriptor().course.is_some_and(|course| course.value.is_some())
}

/// The boards to grade on: one if the name has a size, otherwise these sizes, or those that the game names.
///
/// # Errors
/// When there is no such game or size.
pub fn boards(catalogue: &Catalogue, name: &str, sizes: Option<&[String]>) -> Result<Vec<GameRef>, String> {
    let in_words = |error: quadrille::Error| error.to_string();
    let descriptor = catalogue.family(name).map_err(in_words)?.descriptor();
    let sizes: Vec<String> = match sizes {
        Some(_) if matches!(descriptor.sizes, Sizes::Editions(_)) => {
            return Err(format!("{} has one size of board only: leave out `sizes`", descriptor.title));
        }
        Some(_) if name.contains(':') => {
            return Err(format!("{name} has its size already: leave out `sizes`"));
        }
        Some([]) => return Err("the list of sizes is empty".to_string()),
        Some(sizes) => sizes.to_vec(),
        None if name.contains(':') => Vec::new(),
        None => descriptor.grading.sizes.iter().map(|&size| descriptor.sizes.write(size)).collect(),
    };
    if sizes.is_empty() {
        return Ok(vec![catalogue.game(name).map_err(in_words)?]);
    }
    sizes.iter().map(|size| catalogue.game(&format!("{name}:{size}")).map_err(in_words)).collect()
}
