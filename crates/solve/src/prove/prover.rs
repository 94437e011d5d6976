//! A question and how it is answered: which searches, in which order, and what their results mean.

use std::collections::HashSet;
use std::time::Duration;

use game::{BoardState, Game, Line, Notation, Oracle, Side};

use super::clock::Clock;
use super::number::Value;
use super::replay::Replay;
use super::search::{RepeatRule, SLICE, Search};
use super::table::Table;
use super::trace::{Claim, Doubt, Trace};
use super::{Answer, Certificate, Proof};

/// What is asked, and which tables may help.
pub struct Question<'a, G: Game> {
    /// The side that is to win.
    pub winner: Side,
    /// Tables, if there are any. In a game with the no-repeat rule they must know all positions from which a position that
    /// they know can be reached back: tables of whole tiers do.
    pub oracle: Option<&'a dyn Oracle<G>>,
    /// Whether a board that comes back always does so with the same side to move, for example because each move that can be taken
    /// back changes the colour of a man's cell. Proofs that are too large to be checked are believed then.
    /// Without the no-repeat rule it does not matter.
    pub same_side_returns: bool,
}

impl<G: Game> Question<'_, G> {
    /// Whether this side wins, asked without tables and with nothing taken for granted.
    pub fn win(side: Side) -> Self {
        Question { winner: side, oracle: None, same_side_returns: false }
    }
}

/// The searches that answer a question, one after the other. Games without the no-repeat rule need the first only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// Does the attacker win although the defender may repeat boards? Then he does.
    Attack,
    /// If not: does the other side win although the attacker may? Then the attacker does not.
    Counter,
    /// If not: the real game, with every board that has been.
    Strict,
}

impl Stage {
    pub(super) const ALL: [Stage; 3] = [Stage::Attack, Stage::Counter, Stage::Strict];
}

/// What the end of a search says about the question.
enum Conclusion<M> {
    Answer(Proof<M>),
    /// Nothing: another search has to.
    Nothing,
    /// It may say something, but there was no time left to check it.
    Unchecked,
}

/// A question that is being answered.
pub struct Prover<'a, G: Game> {
    pub(super) line: Line<'a, G>,
    pub(super) question: Question<'a, G>,
    memory: usize,
    pub(super) stage: Stage,
    pub(super) search: Search<'a, G>,
    /// The nodes of the stages before.
    pub(super) nodes_before: u64,
    /// A proof in the free game could not be confirmed for the real one.
    in_doubt: bool,
}

impl<'a, G: Notation> Prover<'a, G> {
    /// A question about a line of play. The search gets three quarters of the memory, in bytes, and the check of its result the rest.
    pub fn new(line: &Line<'a, G>, question: Question<'a, G>, memory: usize) -> Prover<'a, G> {
        let table = Table::new(memory / 4 * 3);
        let search = searching(line, &question, Stage::Attack, table);
        Prover {
            line: line.clone(),
            question,
            memory,
            stage: Stage::Attack,
            search,
            nodes_before: 0,
            in_doubt: false,
        }
    }

    /// Goes on until there is an answer, or the clock says stop.
    pub(super) fn run(&mut self, clock: &mut Clock<'_>) -> Proof<G::Move> {
        loop {
            if let Some(value) = self.search.go_on(SLICE) {
                let goes_on = match self.conclude(value, clock) {
                    Conclusion::Answer(proof) => return proof,
                    Conclusion::Nothing => self.start_next_stage(),
                    // What the search has found is kept: it can be checked another day.
                    Conclusion::Unchecked => false,
                };
                if !goes_on {
                    return self.proof(Answer::Unknown, self.doubtful(), None, clock.elapsed());
                }
            }
            if !clock.may_go_on(self) {
                self.search.leave_all();
                return self.proof(Answer::Unknown, self.doubtful(), None, clock.elapsed());
            }
        }
    }

    fn doubtful(&self) -> Certificate {
        if self.in_doubt { Certificate::Doubtful } else { Certificate::None }
    }

    /// All positions whose moves were made.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes_before + self.search.nodes
    }

    fn start_next_stage(&mut self) -> bool {
        let next = match self.stage {
            Stage::Strict => None,
            Stage::Attack if !self.in_doubt => Some(Stage::Counter),
            Stage::Attack | Stage::Counter => Some(Stage::Strict),
        };
        next.filter(|_| G::NO_REPEAT).inspect(|&stage| self.start(stage)).is_some()
    }

    /// Begins a stage with an empty table.
    pub(super) fn start(&mut self, stage: Stage) {
        self.nodes_before += self.search.nodes;
        // The old table goes before the new one is made.
        self.search.table = Table::new(0);
        self.stage = stage;
        self.search = searching(&self.line, &self.question, stage, Table::new(self.memory / 4 * 3));
    }

    fn conclude(&mut self, value: Value, clock: &mut Clock<'_>) -> Conclusion<G::Move> {
        let attacker_wins = value.proof == 0;
        let says_nothing = !attacker_wins && G::NO_REPEAT && self.search.rules == RepeatRule::Free;
        if !value.is_final() || says_nothing {
            return Conclusion::Nothing;
        }
        let (certificate, first) = match self.certify(attacker_wins, clock) {
            Ok(certified) => certified,
            Err(Doubt::TooLarge | Doubt::OutOfTime | Doubt::GoesRound) if self.is_sound_unchecked() => {
                (Certificate::Argued, None)
            }
            Err(Doubt::OutOfTime) => return Conclusion::Unchecked,
            Err(_) => {
                self.in_doubt = true;
                return Conclusion::Nothing;
            }
        };
        let proved = attacker_wins != (self.stage == Stage::Counter);
        let answer = if proved { Answer::Proved } else { Answer::Disproved };
        Conclusion::Answer(self.proof(answer, certificate, first, clock.elapsed()))
    }

    /// Whether the search is right without a check; see the module's description.
    fn is_sound_unchecked(&self) -> bool {
        let strict = self.search.rules == RepeatRule::Strict && self.question.oracle.is_none();
        !G::NO_REPEAT || self.question.same_side_returns || strict
    }

    /// Checks what a search claims. With the certificate comes the winner's first move, if it is his turn.
    fn certify(
        &mut self,
        attacker_wins: bool,
        clock: &mut Clock<'_>,
    ) -> Result<(Certificate, Option<G::Move>), Doubt> {
        let attacker = self.search.attacker;
        let claim = Claim {
            attacker_wins,
            holder: if attacker_wins { attacker } else { !attacker },
            by_oracle: !G::NO_REPEAT || self.question.same_side_returns,
            most: (self.memory / 4 / Trace::<G>::BYTES).max(1),
        };
        let before = self.nodes_before;
        let mut may_go_on = |nodes| clock.has_budget(before + nodes);
        let trace = match self.search.rules {
            RepeatRule::Strict => None,
            RepeatRule::Free => Some(Trace::of(&mut self.search, claim, &mut may_go_on)?),
        };
        let checked = |trace: &Trace<G>| {
            (Certificate::Checked { positions: trace.len() }, trace.choice(self.line.position()))
        };
        if let Some(trace) = trace.as_ref().filter(|_| !G::NO_REPEAT) {
            return Ok(checked(trace));
        }
        let mut line = self.line.clone();
        let mut replay = Replay {
            trace: trace.as_ref(),
            search: &mut self.search,
            line: &mut line,
            claim,
            first: None,
            seen: HashSet::new(),
            may_go_on: &mut may_go_on,
        };
        let replayed = replay.follow(0);
        let (positions, first) = (replay.seen.len(), replay.first);
        match (replayed, &trace) {
            (Ok(()), _) => Ok((Certificate::Replayed { positions }, first)),
            (Err(Doubt::TooLarge | Doubt::OutOfTime), Some(trace)) if !trace.may_repeat => Ok(checked(trace)),
            (Err(doubt), _) => Err(doubt),
        }
    }

    fn proof(
        &mut self,
        answer: Answer,
        certificate: Certificate,
        first: Option<G::Move>,
        time: Duration,
    ) -> Proof<G::Move> {
        let value = self.search.root_value;
        let (nodes, line) = (self.nodes(), self.best_play(first));
        let (proof, disproof) = (value.proof, value.disproof);
        let plies = (answer != Answer::Unknown && value.is_final()).then_some(u32::from(value.plies));
        Proof { answer, certificate, nodes, time, proof, disproof, plies, line }
    }

    /// The play that the search thinks best for both sides, as far as it knows. If something is shown, the winner takes the
    /// shortest way and the loser the longest. The first move may be given.
    fn best_play(&mut self, mut first: Option<G::Move>) -> Vec<G::Move> {
        const LONGEST: usize = 200;
        let (mut line, mut play) = (self.line.clone(), Vec::new());
        while play.len() < LONGEST && line.ending().is_none() {
            let position = *line.position();
            let attacker_moves = position.side() == self.search.attacker;
            let moves = self.search.moves(&position);
            let key = |value: &Value| {
                let (easy, hard) = (value.easy(attacker_moves), value.hard(attacker_moves));
                let plies = i32::from(value.plies);
                (easy, std::cmp::Reverse(hard), if easy == 0 { plies } else { -plies })
            };
            let given = first.take();
            let legal = moves
                .iter()
                .filter(|(mv, ..)| !line.is_repeat(*mv) && given.is_none_or(|given| given == *mv));
            let Some(&(mv, _, value)) = legal.min_by_key(|(_, _, value)| key(value)) else { break };
            // An estimate that no search has touched says nothing.
            if !value.is_shown() && value.proof.max(value.disproof) <= 1 || line.try_play(mv).is_none() {
                break;
            }
            self.search.path.push(position);
            play.push(mv);
        }
        for _ in &play {
            self.search.path.pop();
        }
        play
    }
}

fn searching<'a, G: Game>(
    line: &Line<'a, G>,
    question: &Question<'a, G>,
    stage: Stage,
    table: Table,
) -> Search<'a, G> {
    let attacker = if stage == Stage::Counter { !question.winner } else { question.winner };
    let rules = if stage == Stage::Strict { RepeatRule::Strict } else { RepeatRule::Free };
    Search::new(line, attacker, rules, question.oracle, table)
}
