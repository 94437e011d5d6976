//! The referee: plays one game between two players and accepts only what the rules allow.

use std::time::{Duration, Instant};

use quadrille::{
    AnyLine, GameResult, Opening, Outcome, Ply, Question, Random, Record, Refusal, Session, Side, Tables,
};
use serde::{Deserialize, Serialize};

use crate::control::{Allowance, Control};
use crate::player::{Player, PlayerSpec, Situation};
use crate::program::Fault;
use crate::resources::{Resources, Sandbox};

/// The conditions of all games of an event, besides the rules of the game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Conditions {
    /// The time control of the players.
    pub control: String,
    /// A game is drawn after this many plies, not counting those of the opening.
    pub most_plies: usize,
    /// How much longer than its time control allows a player may take for an answer.
    pub margin: Duration,
    /// How long an answer may take if the time control limits the depth or the positions, but not the time.
    pub patience: Duration,
    /// The bytes of memory that each process of a program may use.
    pub memory: Option<u64>,
    /// A side wins if it has been ahead by this many units for [`ADJUDICATION_PLIES`] plies in a row. With `None`, games are played to
    /// the end.
    pub adjudicate: Option<i32>,
    /// Whether a game ends only by what is on the board. Draws by repetition and similar rulings, which stop endless games, then do not
    /// apply.
    #[serde(default)]
    pub play_on: bool,
}

/// The number of plies that a side must be ahead before it wins by adjudication.
pub const ADJUDICATION_PLIES: usize = 6;
/// The depth of the referee's search for who is ahead.
const ADJUDICATION_DEPTH: u32 = 4;

impl Default for Conditions {
    fn default() -> Self {
        Conditions {
            control: "depth=4".to_string(),
            most_plies: 400,
            margin: Duration::from_millis(100),
            patience: Duration::from_mins(1),
            memory: Some(1 << 30),
            adjudicate: None,
            play_on: false,
        }
    }
}

/// A game to be played, with everything that a worker on any machine has to know.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The name of the event.
    pub event: String,
    /// The number of the game in the event.
    pub number: u64,
    /// The number of the pair of games that it belongs to: the same opening with swapped colours.
    pub pair: u64,
    /// The game and its size.
    pub game: String,
    /// The players, White first.
    pub players: [String; 2],
    /// Where it starts.
    pub opening: Opening,
    /// The conditions of all games.
    pub conditions: Conditions,
    /// The seed for players that use random numbers.
    pub seed: u64,
}

/// Called with each move of a game after it has been played.
pub type OnMove<'w> = &'w (dyn Fn(&str) + Sync);

/// Plays a game. A player that breaks the rules, crashes or exceeds its limits loses the game.
///
/// # Errors
/// When the job names a game, player or opening that does not exist, or when [`Sandbox::stop`] ends the game.
pub fn play(job: &Job, resources: &Resources) -> Result<Record, String> {
    play_watched(job, resources, &|_| ())
}

/// Like [`play`], and calls `on_move` after each move of the players.
///
/// # Errors
/// Like [`play`].
pub fn play_watched(job: &Job, resources: &Resources, on_move: OnMove<'_>) -> Result<Record, String> {
    let game = resources.catalogue.game(&job.game).map_err(|error| error.to_string())?;
    let [white, black] = &job.players;
    let specs: [PlayerSpec; 2] = [white.parse()?, black.parse()?];
    for spec in &specs {
        spec.check(&*game)?;
    }
    let control: Control = job.conditions.control.parse()?;
    let mut line = game.line(&job.opening.position).map_err(|error| error.to_string())?;
    for mv in &job.opening.moves {
        line.play(mv).map_err(|refusal| format!("move {mv} of the opening: {refusal}"))?;
    }
    let controls = [0, 1].map(|side| specs[side].own_control().unwrap_or(control));
    let mut running = RunningGame {
        conditions: &job.conditions,
        controls,
        clocks: controls.map(|control| match control {
            Control::Clock { start, .. } => start,
            _ => Duration::ZERO,
        }),
        start: &job.opening.position,
        moves: job.opening.moves.clone(),
        plies: Vec::new(),
        lead: Lead::default(),
        sandbox: &resources.sandbox,
        on_move,
    };
    let sandbox = Sandbox { memory: job.conditions.memory, ..resources.sandbox.clone() };
    let resources = Resources { sandbox, ..resources.clone() };
    let mut random = Random::new(job.seed);
    let seeds = [0; 2].map(|_| random.next_u64());
    let start = |side: Side| specs[side.index()].player(&*game, &resources, seeds[side.index()]);
    let ended = running.play(&mut *line, &start);
    let (result, reason) = ended.ok_or("the game was stopped before its end")?;
    Ok(Record {
        event: job.event.clone(),
        number: job.number,
        pair: job.pair,
        game: job.game.clone(),
        players: specs.map(|spec| spec.name),
        control: job.conditions.control.clone(),
        opening: job.opening.clone(),
        moves: running.plies,
        result,
        reason,
    })
}

/// Makes the player of a side.
type StartPlayer<'p> = dyn Fn(Side) -> Result<Box<dyn Player>, Fault> + 'p;

/// A game in progress.
struct RunningGame<'j> {
    conditions: &'j Conditions,
    /// Of White and Black.
    controls: [Control; 2],
    clocks: [Duration; 2],
    start: &'j str,
    /// All moves from the start.
    moves: Vec<String>,
    plies: Vec<Ply>,
    lead: Lead,
    sandbox: &'j Sandbox,
    on_move: OnMove<'j>,
}

impl RunningGame<'_> {
    /// Plays to the end: the result and its reason. `None` if the game is stopped before.
    fn play(&mut self, line: &mut dyn AnyLine, start: &StartPlayer<'_>) -> Option<(GameResult, String)> {
        let mut players: [Option<Box<dyn Player>>; 2] = [None, None];
        loop {
            let ending = if self.conditions.play_on { line.ending() } else { line.ending_in_play() };
            if let Some(ending) = ending {
                return Some((ending.outcome.into(), ending.rule.to_string()));
            }
            if self.plies.len() >= self.conditions.most_plies {
                let reason = format!("not over after {} plies", self.conditions.most_plies);
                return Some((GameResult::Draw, reason));
            }
            let side = line.side();
            if self.conditions.adjudicate.is_some_and(|margin| self.lead.grows_to(line, margin)) {
                let winner = self.lead.side.unwrap_or(side);
                return Some((Outcome::Win(winner).into(), "adjudicated".to_string()));
            }
            // A program is started at its first turn. If it cannot be started, it loses.
            let turn = match &mut players[side.index()] {
                Some(player) => self.turn(&mut **player, line),
                empty => start(side).and_then(|player| self.turn(&mut **empty.insert(player), line)),
            };
            // If the event was stopped, the player has not failed.
            if self.sandbox.is_stopped() {
                return None;
            }
            if let Err(fault) = turn {
                let limit = if fault == Fault::Timeout { self.limit_in_words(side) } else { String::new() };
                return Some((Outcome::Win(!side).into(), fault.of(side) + &limit));
            }
        }
    }

    /// How long the next answer of a side may take.
    fn most(&self, side: Side) -> Duration {
        match self.controls[side.index()] {
            Control::Depth(_) | Control::Nodes(_) => self.conditions.patience,
            Control::Time(time) => time + self.conditions.margin,
            Control::Clock { .. } => self.clocks[side.index()] + self.conditions.margin,
        }
    }

    /// The limit that a side has exceeded, as it is written after the fault.
    fn limit_in_words(&self, side: Side) -> String {
        let (what, margin) = match self.controls[side.index()] {
            Control::Depth(_) | Control::Nodes(_) => ("for an answer", Duration::ZERO),
            Control::Time(_) => ("for an answer", self.conditions.margin),
            Control::Clock { .. } => ("left on its clock", self.conditions.margin),
        };
        let limit = self.most(side).saturating_sub(margin).as_secs_f64();
        let and = match margin.as_secs_f64() {
            0.0 => String::new(),
            margin => format!(" and a margin of {margin} s"),
        };
        format!(": it had {limit} s {what}{and}")
    }

    /// One move of a player.
    fn turn(&mut self, player: &mut dyn Player, line: &mut dyn AnyLine) -> Result<(), Fault> {
        let side = line.side();
        let index = side.index();
        let (control, most) = (self.controls[index], self.most(side));
        let allowance = Allowance { control, clocks: self.clocks, most, processor: None };
        let situation = Situation { start: self.start, moves: &self.moves, line, input: None };
        let started = Instant::now();
        let answer = player.answer(&situation, &allowance)?;
        let took = started.elapsed();
        if took > most {
            return Err(Fault::Timeout);
        }
        if let Control::Clock { increment, .. } = control {
            self.clocks[index] = self.clocks[index].saturating_sub(took) + increment;
        }
        let illegal = |refusal: Refusal| Fault::illegal_move(&answer.text, refusal);
        let mv = line.read_answer(&answer.text).map_err(illegal)?;
        line.play(&mv).map_err(illegal)?;
        (self.on_move)(&mv);
        self.plies.push(Ply { mv: mv.clone(), milliseconds: took.as_millis() as u64, score: answer.score });
        self.moves.push(mv);
        Ok(())
    }
}

/// Which side is ahead, and for how many plies.
#[derive(Default)]
struct Lead {
    side: Option<Side>,
    plies: usize,
    session: Option<Session>,
}

impl Lead {
    /// Counts one more position, and returns whether a side has now been ahead by the margin for long enough.
    fn grows_to(&mut self, line: &dyn AnyLine, margin: i32) -> bool {
        let session = self.session.get_or_insert_with(|| Session::new(Tables::none()));
        let found = session.search(line, &Question::to_depth(ADJUDICATION_DEPTH));
        let score = found.map_or(0, |found| found.score.value());
        let ahead = match score {
            _ if score >= margin => Some(line.side()),
            _ if score <= -margin => Some(!line.side()),
            _ => None,
        };
        self.plies =
            if ahead.is_some() && ahead == self.side { self.plies + 1 } else { usize::from(ahead.is_some()) };
        self.side = ahead;
        self.plies >= ADJUDICATION_PLIES
    }
}
