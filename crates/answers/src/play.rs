//! Playing a stored game: moves, answers of the engine, taking back, resigning, time. Each function takes the game as it is and gives the
//! game as it is afterwards; whoever stores it decides whether the change counts.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use quadrille::clock::unix_millis;
use quadrille::duration::share_of_clock;
use quadrille::{AnyLine, Catalogue, Ending, Outcome, Question, Side, Strength};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::limits;
use crate::line::{SideName, short};
use crate::problem::Problem;
use crate::stored::{Company, Player, StoredGame};

/// A move, and how many plies its player has seen.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveRequest {
    /// How many plies have been played before it.
    pub ply: usize,
    /// Its name.
    #[serde(rename = "move")]
    pub mv: String,
}

/// A number of plies.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlyRequest {
    /// The number.
    pub ply: usize,
}

/// Who resigns.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ResignRequest {
    /// The side that gives up.
    pub side: SideName,
}

/// The strength of an engine, if it may play so strongly.
pub fn strength(text: &str) -> Result<Strength, Problem> {
    short("the strength of an engine", text)?;
    let strength: Strength = text.parse().map_err(Problem::wrong)?;
    match strength {
        Strength::Depth(depth) if depth > limits::DEPTH => {
            Err(Problem::wrong(format!("an opponent looks at most {} plies ahead", limits::DEPTH)))
        }
        Strength::Time(time) if time > limits::MOVE_TIME => Err(Problem::wrong(format!(
            "an opponent thinks for at most {} s a move",
            limits::MOVE_TIME.as_secs()
        ))),
        _ => Ok(strength),
    }
}

impl Player {
    /// The player of a new game, if it can play so.
    pub(crate) fn checked(self) -> Result<Player, Problem> {
        match &self {
            Player::Human { name } => Player::person(name.as_deref().unwrap_or_default()),
            Player::Engine { strength: text } => strength(text).map(|_| self),
        }
    }
}

impl<C: Company + Clone> StoredGame<C> {
    /// Refuses somebody who has not seen the present position, and moves in a game that is over.
    pub fn expect(&self, ply: usize) -> Result<(), Problem> {
        self.refuse_if_over()?;
        let plies = self.moves.len();
        if ply < plies {
            return Err(Problem::not_now("someone has already moved in this game: look at it again"));
        }
        if ply > plies {
            return Err(Problem::not_now("someone has taken a move back in this game: look at it again"));
        }
        if plies >= limits::PLIES {
            return Err(Problem::not_now(format!("a game has at most {} moves", limits::PLIES)));
        }
        Ok(())
    }

    /// Refuses changes of a game that is over.
    pub fn refuse_if_over(&self) -> Result<(), Problem> {
        let Some(result) = self.result else { return Ok(()) };
        let reason = self.reason.as_deref().unwrap_or("it has ended");
        Err(Problem::not_now(format!("the game is over, {}: {reason}", result.text())))
    }

    /// Ends the game if the rules do.
    pub fn conclude(&mut self, ending: Option<Ending>) {
        if let Some(ending) = ending {
            self.result = Some(ending.outcome.into());
            self.reason = Some(ending.rule.to_string());
        }
    }

    /// The game after a move in its present position. If the time of the side to move has run out, the game is over instead.
    pub fn after_move(&self, mut line: Box<dyn AnyLine>, mv: &str) -> Result<StoredGame<C>, Problem> {
        let thought = self.thought();
        let side = line.side();
        if self.is_out_of_time(side) {
            return Ok(self.lost_on_time(side));
        }
        let refused = |refusal| {
            Problem::refused(&refusal, self.moves.len()).within(&format!("{side} cannot play {mv}"))
        };
        let name = line.read_typed(mv).map_err(refused)?;
        line.play(&name).map_err(refused)?;
        let mut after = self.clone();
        after.moves.push(name);
        after.times.push(thought);
        after.conclude(line.ending_in_play());
        after.begin_turn();
        Ok(after)
    }

    /// The game with only the first of its moves, or with all of them if somebody has resigned or lost on time and goes on. If one player
    /// has asked the other, it costs `agreed_by` no time.
    pub fn taken_back(
        &self,
        plies: usize,
        agreed_by: Option<Side>,
        catalogue: &Catalogue,
    ) -> Result<StoredGame<C>, Problem> {
        if plies > self.moves.len() {
            return Err(Problem::wrong(format!("undo needs a ply from 0 to {}", self.moves.len())));
        }
        let mut after = self.clone();
        after.take_back(plies, self.request().open(catalogue)?.side(), agreed_by);
        let line = after.request().open(catalogue)?;
        after.wind_clocks(line.side());
        after.conclude(line.ending_in_play());
        after.begin_turn();
        Ok(after)
    }

    /// The game after a side has given up.
    pub fn resigned(&self, side: Side, catalogue: &Catalogue) -> Result<StoredGame<C>, Problem> {
        self.refuse_if_over()?;
        let mut after = self.clone();
        after.end_turn(self.request().open(catalogue)?.side());
        after.result = Some(Outcome::Win(!side).into());
        after.reason = Some(format!("{side} resigned"));
        after.begin_turn();
        Ok(after)
    }

    /// The game after the time of the side to move has run out; `None` if it has not.
    pub fn after_the_clock(&self, catalogue: &Catalogue) -> Result<Option<StoredGame<C>>, Problem> {
        if self.clock.is_none() || self.result.is_some() {
            return Ok(None);
        }
        let side = self.request().open(catalogue)?.side();
        Ok(self.is_out_of_time(side).then(|| self.lost_on_time(side)))
    }

    /// Whether the side to move has no time left.
    pub fn is_out_of_time(&self, side: Side) -> bool {
        self.left(side, side).is_some_and(|left| self.thought() > left)
    }

    fn lost_on_time(&self, side: Side) -> StoredGame<C> {
        let mut after = self.clone();
        after.end_turn(side);
        after.result = Some(Outcome::Win(!side).into());
        after.reason = Some(format!("{side} has run out of time"));
        after.touch();
        after
    }

    /// Another turn begins now.
    pub fn begin_turn(&mut self) {
        self.turn_began = unix_millis();
        self.touch();
    }

    /// The game changes now: always later than the change before, so that clients can tell which of two states is the newer one.
    pub fn touch(&mut self) {
        self.updated = unix_millis().max(self.updated + 1);
    }

    /// The strength of the engine that plays the side to move.
    pub fn engine(&self, side: Side) -> Result<Strength, Problem> {
        match self.player(side) {
            Player::Engine { strength: text } => strength(text),
            Player::Human { .. } => {
                Err(Problem::not_now(format!("the engine does not play {side} in this game")))
            }
        }
    }

    /// What the engine searches in the present position. It takes a share of the time on its clock.
    pub fn engine_question<'c>(
        &self,
        line: &dyn AnyLine,
        strength: Strength,
        cancel: Option<&'c AtomicBool>,
    ) -> Question<'c> {
        let side = line.side();
        let mut question = strength.question(line.game().descriptor(), self.seed(), cancel);
        let time = question.limits.time.unwrap_or(limits::MOVE_TIME).min(limits::MOVE_TIME);
        let share = self.clock.zip(self.left(side, side)).map(|(clock, left)| {
            let left = Duration::from_millis(left.saturating_sub(self.thought()));
            share_of_clock(left, Duration::from_millis(clock.increment_ms))
        });
        question.limits.time = Some(share.map_or(time, |share| share.min(time)));
        question
    }
}
