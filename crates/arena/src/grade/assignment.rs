//! What a program is to be graded for.

use std::collections::BTreeMap;
use std::time::Duration;

use anyline::Evaluation;
use game::MAX_DEPTH;
use games::GameSpec;

use super::question::Check;
use crate::player::PlayerSpec;

/// What a check counts if nobody says otherwise.
pub(super) const USUAL_POINTS: f64 = 10.0;

/// All that grading depends on, but for the program's own behaviour.
#[derive(Clone, PartialEq, Debug)]
pub struct Assignment {
    /// The game on each size of board that is asked for; all of one game.
    pub games: Vec<GameSpec>,
    /// The program.
    pub player: PlayerSpec,
    /// How many plies it is told to look ahead.
    pub depth: u32,
    /// The evaluation that it has to use; without one its moves are not compared with the best.
    pub evaluation: Option<Evaluation>,
    /// Whether the program prints the minimax value of a position of Congo instead of a move.
    pub values: bool,
    /// Whether a win counts the same however far away it is, and a loss too.
    pub any_win: bool,
    /// What the choice of positions depends on.
    pub seed: u64,
    /// How many positions each check has.
    pub positions: usize,
    /// How long an answer may take.
    pub time_limit: Duration,
    /// Points for checks that are not worth the usual ten; one that is worth none is left out.
    pub weights: BTreeMap<Check, f64>,
    /// The instructor's own positions.
    pub own: Vec<OwnPosition>,
}

/// A position that an instructor has set up.
#[derive(Clone, PartialEq, Debug)]
pub struct OwnPosition {
    /// What it is called in the report.
    pub name: String,
    /// The game and size.
    pub game: GameSpec,
    /// The position with its history.
    pub position: String,
    /// The look-ahead, if it is not that of the assignment.
    pub depth: Option<u32>,
    /// What is asked for.
    pub wanted: Wanted,
}

/// What is right in a position of an instructor.
#[derive(Clone, PartialEq, Debug)]
pub enum Wanted {
    /// One of these moves.
    Moves(Vec<String>),
    /// Any move but these.
    Others(Vec<String>),
    /// One of the best moves by the assignment's evaluation, or by material if it has none.
    Best,
    /// This value.
    Value(i32),
}

impl Assignment {
    /// The usual assignment for a program: the game on its one size, look-ahead 2, no evaluation, 30 positions a check, ten seconds.
    pub fn new(game: GameSpec, player: PlayerSpec) -> Assignment {
        Assignment {
            games: vec![game],
            player,
            depth: 2,
            evaluation: None,
            values: false,
            any_win: false,
            seed: 1,
            positions: 30,
            time_limit: Duration::from_secs(10),
            weights: BTreeMap::new(),
            own: Vec::new(),
        }
    }

    /// Whether it makes sense.
    ///
    /// # Errors
    /// Why it does not.
    pub fn check(&self) -> Result<(), String> {
        let Some(&first) = self.games.first() else {
            return Err("there is no board to grade on".to_string());
        };
        self.player.check(first)?;
        if !(1..MAX_DEPTH).contains(&self.depth) {
            return Err(format!("a look-ahead is from 1 to {}", MAX_DEPTH - 1));
        }
        let congo = |game| matches!(game, GameSpec::Congo | GameSpec::CongoCourse);
        if self.values && !self.games.iter().all(|&game| congo(game)) {
            return Err(format!("only the Congo course has exact values, and this is {first}"));
        }
        if self.evaluation.is_some() && !self.values && !self.player.knows_depth() {
            return Err("the protocol of the Congo course has no word for a look-ahead, so there is no best move at one: \
                        leave the evaluation out"
                .to_string());
        }
        Ok(())
    }

    /// Why a check is not made, if it is not.
    pub(super) fn left_out(&self, check: Check) -> Option<&'static str> {
        match check {
            _ if self.points(check) <= 0.0 => Some("it is worth no points"),
            Check::Own if self.own.is_empty() => Some("the instructor has set up no positions"),
            Check::Own | Check::Time => None,
            Check::Values if self.values => None,
            Check::Values => Some("the program is asked for moves, not for values"),
            _ if self.values => Some("the program is asked for values, not for moves"),
            Check::Loss if self.depth < 2 => Some("a look-ahead of 1 does not see the enemy's answer"),
            Check::Best if self.evaluation.is_none() => Some("the program may use an evaluation of its own"),
            Check::Notation | Check::Legal | Check::Win | Check::Loss | Check::Best => None,
        }
    }

    /// How far the program is told to look in this check. Where wins count alike a program may prefer a later one, unless it does not
    /// look so far.
    pub(super) fn asked_depth(&self, check: Check) -> u32 {
        match check {
            Check::Win if self.any_win => 1,
            Check::Loss if self.any_win => 2,
            _ => self.depth,
        }
    }

    /// What a check counts.
    pub(super) fn points(&self, check: Check) -> f64 {
        self.weights.get(&check).copied().unwrap_or(USUAL_POINTS)
    }
}

/// The boards that a game of this name is graded on: its one size if the name has one; else these sizes, or some usual ones.
///
/// # Errors
/// When there is no such game or size.
pub fn boards(name: &str, sizes: Option<&[usize]>) -> Result<Vec<GameSpec>, String> {
    let game: GameSpec = name.parse().map_err(|error: games::Error| error.to_string())?;
    let usual: &[usize] = match game {
        GameSpec::Congo | GameSpec::CongoCourse if sizes.is_some() => {
            return Err("Congo has one size of board only: leave the sizes out".to_string());
        }
        _ if name.contains(':') && sizes.is_none() => return Ok(vec![game]),
        _ if name.contains(':') => return Err(format!("{name} has its size already: leave the sizes out")),
        GameSpec::Ctf(_) | GameSpec::Oska(_) => &[4, 5, 6],
        GameSpec::Crusher(_) => &[3, 4],
        GameSpec::Congo | GameSpec::CongoCourse => return Ok(vec![game]),
    };
    let sized =
        |size: &usize| format!("{name}:{size}").parse().map_err(|error: games::Error| error.to_string());
    match sizes.unwrap_or(usual) {
        [] => Err("the list of sizes is empty".to_string()),
        sizes => sizes.iter().map(sized).collect(),
    }
}
