//! The referee: plays one game between two players and lets nothing pass that the rules do not allow.

use std::time::{Duration, Instant};

use anyline::{AnyLine, Evaluation, Question};
use game::{Outcome, Random, Side};
use games::GameSpec;
use search::{Engine, Limits};
use serde::{Deserialize, Serialize};

use crate::control::{Allowance, Control};
use crate::player::{House, Player, PlayerSpec, Situation};
use crate::program::Fault;
use crate::record::{GameResult, Opening, Ply, Record};

/// What holds for all games of an event besides the rules of the game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Conditions {
    /// What ends the players' thinking.
    pub control: String,
    /// A game is drawn after so many plies, those of the opening not counted.
    pub most_plies: usize,
    /// How long an answer may take beyond the time that the control gives.
    pub margin: Duration,
    /// How long an answer may take where the control gives no time.
    pub patience: Duration,
    /// Bytes of memory for each process of a program.
    pub memory: Option<u64>,
    /// A game is given to the side that is ahead by so many units for [`ADJUDICATION_PLIES`] plies in turn; never if not given.
    pub adjudicate: Option<i32>,
    /// Whether only the board ends a game: Congo then has no draw by repetition or for want of progress.
    #[serde(default)]
    pub play_on: bool,
}

/// How long a side must be ahead for a game to be adjudicated, and how deep the referee looks to see it.
pub const ADJUDICATION_PLIES: usize = 6;
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

/// A game to be played: all that is needed for it, wherever it is played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The name of the event.
    pub event: String,
    /// The number of the game in the event.
    pub number: u64,
    /// Which pair of games it belongs to.
    pub pair: u64,
    /// The game and its size.
    pub game: String,
    /// The players, White first.
    pub players: [String; 2],
    /// Where it starts.
    pub opening: Opening,
    /// What holds for all games.
    pub conditions: Conditions,
    /// For players that leave something to chance.
    pub seed: u64,
}

/// Plays a game. A player at fault loses; that is a result like any other.
///
/// # Errors
/// When the job itself makes no sense: no such game, player or opening.
pub fn play(job: &Job, house: &House) -> Result<Record, String> {
    let game: GameSpec = job.game.parse().map_err(|error: games::Error| error.to_string())?;
    let [white, black] = &job.players;
    let specs: [PlayerSpec; 2] = [white.parse()?, black.parse()?];
    let control: Control = job.conditions.control.parse()?;
    let house = House { memory: job.conditions.memory, ..house.clone() };
    let mut random = Random::new(job.seed);
    let seeds = [0; 2].map(|_| random.next_u64());
    let played = anyline::open(game, &job.opening.position, |line| -> Result<Played, String> {
        for mv in &job.opening.moves {
            line.play(mv).map_err(|problem| format!("move {mv} of the opening: {problem}"))?;
        }
        let mut table = Table {
            game,
            conditions: &job.conditions,
            controls: [0, 1].map(|side| specs[side].own_control().unwrap_or(control)),
            clocks: [Duration::ZERO; 2],
            start: &job.opening.position,
            moves: job.opening.moves.clone(),
            plies: Vec::new(),
            lead: Lead::default(),
        };
        for side in Side::BOTH {
            if let Control::Clock { start, .. } = table.controls[side.index()] {
                table.clocks[side.index()] = start;
            }
        }
        let (result, reason) = table.play(line, &specs, &house, seeds);
        Ok((table.plies, result, reason))
    });
    let (moves, result, reason) = played.map_err(|error| error.to_string())??;
    Ok(Record {
        event: job.event.clone(),
        number: job.number,
        pair: job.pair,
        game: job.game.clone(),
        players: specs.map(|spec| spec.name),
        control: job.conditions.control.clone(),
        opening: job.opening.clone(),
        moves,
        result,
        reason,
    })
}

/// The moves of a game, its result, and the reason of that.
type Played = (Vec<Ply>, GameResult, String);

/// A game under way.
struct Table<'j> {
    game: GameSpec,
    conditions: &'j Conditions,
    /// Of White and Black.
    controls: [Control; 2],
    clocks: [Duration; 2],
    start: &'j str,
    /// All moves from the start.
    moves: Vec<String>,
    plies: Vec<Ply>,
    lead: Lead,
}

impl Table<'_> {
    /// Plays to the end: the result and its reason.
    fn play(
        &mut self,
        line: &mut dyn AnyLine,
        specs: &[PlayerSpec; 2],
        house: &House,
        seeds: [u64; 2],
    ) -> (GameResult, String) {
        let mut players: [Option<Box<dyn Player>>; 2] = [None, None];
        loop {
            let ending = if self.conditions.play_on { line.ending() } else { line.ending_in_play() };
            if let Some(ending) = ending {
                return (ending.outcome.into(), ending.rule.to_string());
            }
            if self.plies.len() >= self.conditions.most_plies {
                return (GameResult::Draw, format!("not over after {} plies", self.conditions.most_plies));
            }
            let side = line.side();
            if self.conditions.adjudicate.is_some_and(|margin| self.lead.grows_to(line, margin)) {
                let winner = self.lead.side.unwrap_or(side);
                return (Outcome::Win(winner).into(), "adjudicated".to_string());
            }
            let index = side.index();
            // A program that cannot even start has lost, when it is its turn.
            let turn = match &mut players[index] {
                Some(player) => self.turn(&mut **player, line),
                empty => match specs[index].player(house, seeds[index]) {
                    Ok(player) => self.turn(&mut **empty.insert(player), line),
                    Err(fault) => Err(fault),
                },
            };
            if let Err(fault) = turn {
                return (Outcome::Win(!side).into(), fault.to_string());
            }
        }
    }

    /// One move of a player.
    fn turn(&mut self, player: &mut dyn Player, line: &mut dyn AnyLine) -> Result<(), Fault> {
        let index = line.side().index();
        let (control, conditions) = (self.controls[index], self.conditions);
        let most = match control {
            Control::Depth(_) | Control::Nodes(_) => conditions.patience,
            Control::Time(time) => time + conditions.margin,
            Control::Clock { .. } => self.clocks[index] + conditions.margin,
        };
        let allowance = Allowance { control, clocks: self.clocks, most };
        let situation = Situation { game: self.game, start: self.start, moves: &self.moves, line };
        let started = Instant::now();
        let answer = player.answer(&situation, &allowance)?;
        let took = started.elapsed();
        if took > most {
            return Err(Fault::Timeout);
        }
        if let Control::Clock { increment, .. } = control {
            self.clocks[index] = self.clocks[index].saturating_sub(took) + increment;
        }
        let mv = line.read_answer(&answer.text).map_err(|why| Fault::illegal_move(&answer.text, why))?;
        line.play(&mv).map_err(|why| Fault::illegal_move(&answer.text, why))?;
        self.plies.push(Ply { mv: mv.clone(), milliseconds: took.as_millis() as u64, score: answer.score });
        self.moves.push(mv);
        Ok(())
    }
}

/// Who has been ahead, and for how long.
#[derive(Default)]
struct Lead {
    side: Option<Side>,
    plies: usize,
    engine: Option<Engine>,
}

impl Lead {
    /// Looks at one more position: whether a side has been ahead by the margin for long enough.
    fn grows_to(&mut self, line: &dyn AnyLine, margin: i32) -> bool {
        let engine = self.engine.get_or_insert_with(|| Engine::for_depth(ADJUDICATION_DEPTH));
        let limits = Limits { depth: ADJUDICATION_DEPTH, ..Limits::default() };
        let question = Question { limits, exact: true, evaluation: Evaluation::Standard };
        let score = line.search(engine, &question, &mut |_| {}).map_or(0, |found| found.score.value());
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
