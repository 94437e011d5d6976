//! Asks the program, and remembers what it has answered.
//!
//! Every question gets a new player, so that an answer does not depend on earlier questions. The same question is asked only once.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use quadrille::GameRef;

use crate::control::{Allowance, Control};
use crate::player::{PlayerSpec, Situation};
use crate::program::Fault;
use crate::resources::Resources;

/// How often a program may be late. After that it is not asked any more, since it would take too long.
const PATIENCE: usize = 5;

/// A program's reply to a question.
pub(super) type Reply = Result<String, Fault>;

pub(super) struct Asker<'a> {
    player: &'a PlayerSpec,
    resources: &'a Resources,
    limit: Duration,
    /// Each with the time that it took.
    replies: HashMap<(GameRef, String, u32), (Reply, Duration)>,
    /// How long each answer that counts took, in the order of the questions.
    pub(super) times: Vec<Duration>,
    /// How many answers that count came too late.
    pub(super) late: usize,
    /// How many calls that count brought an answer.
    pub(super) answers: usize,
    /// How many times the program was asked in all.
    pub(super) calls: usize,
    /// Whether times count. They do not while a failure is made smaller.
    pub(super) counting: bool,
    /// Whether the program cannot be started at all.
    cannot_start: bool,
}

impl<'a> Asker<'a> {
    pub(super) fn new(player: &'a PlayerSpec, resources: &'a Resources, limit: Duration) -> Asker<'a> {
        let (replies, times) = (HashMap::new(), Vec::new());
        Asker {
            player,
            resources,
            limit,
            replies,
            times,
            late: 0,
            answers: 0,
            calls: 0,
            counting: true,
            cannot_start: false,
        }
    }

    /// Whether the program is not asked any more.
    pub(super) fn has_given_up(&self) -> bool {
        self.late >= PATIENCE || self.cannot_start || self.resources.sandbox.is_stopped()
    }

    /// The program's answer, from memory if it has been asked before.
    pub(super) fn ask(&mut self, game: &GameRef, position: &str, depth: u32) -> Reply {
        let key = (game.clone(), position.to_string(), depth);
        if let Some((reply, _)) = self.replies.get(&key) {
            return reply.clone();
        }
        if self.has_given_up() {
            return Err(if self.cannot_start {
                Fault::CannotStart("it could not be started before".to_string())
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
        self.cannot_start |= matches!(reply, Err(Fault::CannotStart(_)));
        self.replies.insert(key, (reply.clone(), took));
        reply
    }

    /// How long the program takes to answer; `None` if it does not.
    pub(super) fn time(&mut self, game: &GameRef, position: &str, depth: u32) -> Option<Duration> {
        self.ask(game, position, depth).ok()?;
        self.replies.get(&(game.clone(), position.to_string(), depth)).map(|&(_, took)| took)
    }

    fn call(&self, game: &GameRef, position: &str, depth: u32) -> Reply {
        let control = self.player.own_control().unwrap_or(Control::Depth(depth));
        let allowance = Allowance { control, clocks: [self.limit; 2], most: self.limit };
        // The seed of a random player depends on the earlier questions, which are always the same.
        let mut player = self.player.player(self.resources, self.calls as u64)?;
        let line =
            game.line(position).unwrap_or_else(|error| unreachable!("questions are positions: {error}"));
        let situation = Situation { start: position, moves: &[], line: &*line };
        player.answer(&situation, &allowance).map(|answer| answer.text.trim().to_string())
    }
}
