//! Asks the program, and remembers what it has answered.
//!
//! Every question gets a fresh player: no answer depends on what was asked before. The same question is asked once only.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use games::GameSpec;

use crate::control::{Allowance, Control};
use crate::player::{House, PlayerSpec, Situation};
use crate::program::Fault;

/// A program that was late so many times is not asked any more: it would take all day.
const PATIENCE: usize = 5;

/// What a program has said to a question.
pub(super) type Reply = Result<String, Fault>;

pub(super) struct Asker<'a> {
    player: &'a PlayerSpec,
    house: &'a House,
    limit: Duration,
    /// With the time that each took.
    replies: HashMap<(GameSpec, String, u32), (Reply, Duration)>,
    /// How long each answer that counts took, in the order of the questions.
    pub(super) times: Vec<Duration>,
    /// How many answers that count came too late.
    pub(super) late: usize,
    /// How many calls brought an answer.
    pub(super) answers: usize,
    /// How many times the program was asked in all.
    pub(super) calls: usize,
    /// Whether times count. They do not while the referee tries things out: nobody has asked the program to be quick there.
    pub(super) counting: bool,
    /// Whether the program cannot be started at all.
    dead: bool,
}

impl<'a> Asker<'a> {
    pub(super) fn new(player: &'a PlayerSpec, house: &'a House, limit: Duration) -> Asker<'a> {
        let (replies, times) = (HashMap::new(), Vec::new());
        Asker {
            player,
            house,
            limit,
            replies,
            times,
            late: 0,
            answers: 0,
            calls: 0,
            counting: true,
            dead: false,
        }
    }

    /// Whether there is no use in asking any more.
    pub(super) fn has_given_up(&self) -> bool {
        self.late >= PATIENCE || self.dead
    }

    /// The program's answer, from memory if it has been asked before.
    pub(super) fn ask(&mut self, game: GameSpec, position: &str, depth: u32) -> Reply {
        let key = (game, position.to_string(), depth);
        if let Some((reply, _)) = self.replies.get(&key) {
            return reply.clone();
        }
        if self.has_given_up() {
            return Err(if self.dead {
                Fault::CannotStart { why: "it could not be started before".to_string() }
            } else {
                Fault::Timeout
            });
        }
        let started = Instant::now();
        let reply = self.call(game, position, depth);
        let took = started.elapsed();
        let reply = if took > self.limit && reply.is_ok() { Err(Fault::Timeout) } else { reply };
        self.calls += 1;
        if self.counting {
            self.times.push(took);
            self.late += usize::from(reply == Err(Fault::Timeout));
            self.answers += usize::from(reply.is_ok());
        }
        self.dead |= matches!(reply, Err(Fault::CannotStart { .. }));
        self.replies.insert(key, (reply.clone(), took));
        reply
    }

    /// How long the program takes to answer; nothing if it does not.
    pub(super) fn time(&mut self, game: GameSpec, position: &str, depth: u32) -> Option<Duration> {
        self.ask(game, position, depth).ok()?;
        self.replies.get(&(game, position.to_string(), depth)).map(|&(_, took)| took)
    }

    fn call(&self, game: GameSpec, position: &str, depth: u32) -> Reply {
        let control = self.player.own_control().unwrap_or(Control::Depth(depth));
        let allowance = Allowance { control, clocks: [self.limit; 2], most: self.limit };
        // Chance, where a player leaves anything to it, depends on the questions before, which are the same every time.
        let mut player = self.player.player(self.house, self.calls as u64)?;
        let answered = anyline::open(game, position, |line| {
            let situation = Situation { game, start: position, moves: &[], line };
            player.answer(&situation, &allowance)
        });
        match answered {
            Ok(answer) => answer.map(|answer| answer.text.trim().to_string()),
            Err(error) => unreachable!("questions are positions: {error}"),
        }
    }
}
