//! Asks the program, and remembers what it has answered.
//!
//! Every question gets a new player, so that an answer does not depend on earlier questions. The same question is asked only once, unless
//! an answer has to be confirmed. After several late answers in one check on one size of board, the rest of that check is not asked on that
//! size: it would take too long. What was not asked is neither right nor wrong.

use std::collections::{BTreeMap, HashMap};
use std::time::{Duration, Instant};

use quadrille::{GameRef, quote};

use super::assignment::Assignment;
use super::exercise::Check;
use super::notation::{answer_in, is_answer};
use super::part::Part;
use crate::control::{Allowance, Control};
use crate::player::{PlayerSpec, Situation};
use crate::program::Fault;
use crate::resources::Resources;

/// How many late answers in one check on one size of board are waited for.
const PATIENCE: usize = 3;

/// What a program is asked.
#[derive(Clone)]
pub(super) struct Question {
    pub(super) game: GameRef,
    /// With its history.
    pub(super) position: String,
    pub(super) depth: u32,
}

/// What distinguishes a question from others.
pub(super) type Key = (GameRef, String, u32);

impl Question {
    pub(super) fn key(&self) -> Key {
        (self.game.clone(), self.position.clone(), self.depth)
    }
}

/// What comes of a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Reply {
    Answer(String),
    Fault(Fault),
    /// The question was not asked, with the reason.
    NotAsked(String),
}

/// Answers in place of a program.
#[cfg(test)]
pub(super) type StandIn<'a> = Box<dyn FnMut(&Question) -> String + 'a>;

pub(super) struct Asker<'a> {
    #[cfg(test)]
    pub(super) stand_in: Option<StandIn<'a>>,
    player: &'a PlayerSpec,
    /// The part of a course that the program does, instead of playing.
    part: Option<&'a Part>,
    /// Whether it prints values instead of moves.
    values: bool,
    resources: &'a Resources,
    limits: Limits,
    /// Each with the time that it took.
    replies: HashMap<Key, (Reply, Duration)>,
    /// How many answers that count came too late, by check and size of board.
    late: HashMap<(Check, GameRef), usize>,
    /// How many answers that count came in time, by size of board.
    answered: HashMap<GameRef, usize>,
    /// How many questions that count got no answer at all: the program failed, or printed something else.
    pub(super) unanswered: usize,
    /// How long each answer that counts took, in the order of the questions.
    pub(super) times: Vec<Duration>,
    /// How many times the program was asked in all.
    pub(super) calls: usize,
    /// Whether times count. They do not while a failure is made smaller.
    pub(super) counting: bool,
    /// Why the program cannot be started, which is not a fault of the program.
    pub(super) cannot_start: Option<String>,
}

/// How long an answer may take.
#[derive(Clone, Copy)]
struct Limits {
    /// By the clock.
    time: Duration,
    /// By the processors, for all processes of the program together.
    processor: Duration,
}

impl<'a> Asker<'a> {
    pub(super) fn new(assignment: &'a Assignment, resources: &'a Resources) -> Asker<'a> {
        Asker {
            #[cfg(test)]
            stand_in: None,
            player: &assignment.player,
            part: assignment.part.as_ref(),
            values: assignment.values,
            resources,
            limits: Limits { time: assignment.time_limit, processor: assignment.processor_limit() },
            replies: HashMap::new(),
            late: HashMap::new(),
            answered: HashMap::new(),
            unanswered: 0,
            times: Vec::new(),
            calls: 0,
            counting: true,
            cannot_start: None,
        }
    }

    /// Whether the program is not asked anything any more.
    pub(super) fn is_over(&self) -> bool {
        self.cannot_start.is_some() || self.resources.sandbox.is_stopped()
    }

    /// All answers by question. A move is written in one way, whatever the notation of the program.
    pub(super) fn answers_by_question(&self) -> BTreeMap<String, String> {
        let answer = |((game, position, depth), (reply, _)): (&Key, &(Reply, Duration))| {
            let Reply::Answer(text) = reply else { return None };
            let mv = game.line(position).ok().and_then(|line| line.read_answer(answer_in(&*line, text)).ok());
            Some((format!("{game} {position} {depth}"), mv.unwrap_or_else(|| quote(text).into_owned())))
        };
        self.replies.iter().filter_map(answer).collect()
    }

    /// How many answers that count came in time.
    pub(super) fn answers(&self) -> usize {
        self.answered.values().sum()
    }

    /// How many answers that count came too late.
    pub(super) fn late(&self) -> usize {
        self.late.values().sum()
    }

    /// The program's reply in this check, from memory if it has been asked before.
    pub(super) fn ask(&mut self, check: Check, question: &Question) -> Reply {
        match (self.replies.get(&question.key()), self.why_not(check, &question.game)) {
            (Some((reply, _)), _) => reply.clone(),
            (None, Some(why)) => Reply::NotAsked(why),
            (None, None) => {
                let (reply, took) = self.call(question);
                if self.counting {
                    self.count(check, question, &reply, took);
                }
                self.replies.insert(question.key(), (reply.clone(), took));
                reply
            }
        }
    }

    /// What the program has answered to a question.
    pub(super) fn answer_to(&self, question: &Question) -> Option<&str> {
        match self.replies.get(&question.key()) {
            Some((Reply::Answer(answer), _)) => Some(answer),
            _ => None,
        }
    }

    /// Asks once more what has been asked before. The reply is not remembered, and its time does not count.
    pub(super) fn ask_again(&mut self, question: &Question) -> Reply {
        self.call(question).0
    }

    /// How long the program takes to answer; `None` if it does not.
    pub(super) fn time(&mut self, question: &Question) -> Option<Duration> {
        match (self.ask(Check::Time, question), self.replies.get(&question.key())) {
            (Reply::Answer(_), Some(&(_, took))) => Some(took),
            _ => None,
        }
    }

    /// Why a question is not asked, if it is not.
    fn why_not(&self, check: Check, game: &GameRef) -> Option<String> {
        if let Some(why) = &self.cannot_start {
            return Some(why.clone());
        }
        if self.resources.sandbox.is_stopped() {
            return Some("grading was stopped".to_string());
        }
        let late_here = self.late.get(&(check, game.clone())).copied().unwrap_or(0);
        let late_on_board: usize =
            self.late.iter().filter(|((_, other), _)| other == game).map(|(_, count)| count).sum();
        // A program that has never answered on this size of board gets one more try in every check.
        let has_answered = self.answered.contains_key(game);
        let patience = if has_answered || late_on_board < PATIENCE { PATIENCE } else { 1 };
        (late_here >= patience).then(|| match late_here {
            1 => "an answer before was late".to_string(),
            _ => format!("{late_here} answers before were late"),
        })
    }

    fn count(&mut self, check: Check, question: &Question, reply: &Reply, took: Duration) {
        let game = &question.game;
        match reply {
            Reply::Answer(text) if self.is_answer(question, text) => {
                *self.answered.entry(game.clone()).or_default() += 1;
            }
            Reply::Fault(fault) if fault.is_late() => {
                *self.late.entry((check, game.clone())).or_default() += 1;
            }
            // This has its own report. That it came quickly is no merit.
            Reply::Answer(_) | Reply::Fault(_) => {
                self.unanswered += 1;
                return;
            }
            Reply::NotAsked(_) => return,
        }
        self.times.push(took);
    }

    /// Whether a text is what the program is asked for: a move in any notation, a value, or the lines of a part. It may be wrong.
    fn is_answer(&self, question: &Question, text: &str) -> bool {
        match question.game.line(&question.position) {
            _ if self.values => text.parse::<i32>().is_ok(),
            Ok(line) if self.part.is_none() => is_answer(&*line, text),
            Ok(_) | Err(_) => !text.is_empty(),
        }
    }

    fn call(&mut self, question: &Question) -> (Reply, Duration) {
        let started = Instant::now();
        let answer = self.answer(question);
        let took = started.elapsed();
        self.calls += 1;
        let reply = match answer {
            Ok(_) if took > self.limits.time => Reply::Fault(Fault::Timeout),
            Ok(answer) => Reply::Answer(answer),
            Err(Fault::CannotStart(why)) => {
                self.cannot_start = Some(why.clone());
                Reply::NotAsked(why)
            }
            Err(fault) => Reply::Fault(fault),
        };
        (reply, took)
    }

    fn answer(&mut self, question: &Question) -> Result<String, Fault> {
        #[cfg(test)]
        if let Some(stand_in) = &mut self.stand_in {
            return Ok(stand_in(question));
        }
        let Question { game, position, depth } = question;
        let control = self.player.own_control().unwrap_or(Control::Depth(*depth));
        let Limits { time, processor } = self.limits;
        let allowance = Allowance { control, clocks: [time; 2], most: time, processor: Some(processor) };
        // The seed of a random player depends on the earlier questions, which are always the same.
        let mut player = self.player.player(&**game, self.resources, self.calls as u64)?;
        let line =
            game.line(position).unwrap_or_else(|error| unreachable!("questions are positions: {error}"));
        let input = self.part.map(|part| part.input(&*line));
        let situation = Situation { start: position, moves: &[], line: &*line, input: input.as_deref() };
        player.answer(&situation, &allowance).map(|answer| answer.text.trim().to_string())
    }
}
