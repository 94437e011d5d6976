//! A game between people and the engine: its moves, whose turn it is, what was refused and why, and how it ended.
//!
//! The screen and the lines share it. It knows no rules: the line says what is legal.

use quadrille::{AnyLine, Board, Candidate, GameRef, Refusal, Side, Strength, quote};

use crate::process::program;
use crate::words::counted;

/// The most moves that are listed: a position may have millions.
const MOST_CANDIDATES: usize = 5000;

/// Legal moves that a refusal suggests.
const SUGGESTIONS: usize = 8;

/// A move of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PlayedMove {
    pub(super) side: Side,
    pub(super) name: String,
}

/// A game from its start to the present position.
pub(super) struct InteractiveGame {
    pub(super) rules: GameRef,
    pub(super) opponent: Strength,
    /// The seed of the engine's choices.
    pub(super) seed: u64,
    start: Box<dyn AnyLine>,
    line: Box<dyn AnyLine>,
    pub(super) moves: Vec<PlayedMove>,
    /// The moves of the present position, also those that repeat a board.
    candidates: Vec<Candidate>,
    /// Whether the position has more moves than are listed.
    pub(super) has_more: bool,
    /// For each side whether a person plays it.
    humans: [bool; 2],
    resigned: Option<Side>,
    /// Counts the positions that have been shown, so that a late answer about an old one is recognised.
    pub(super) version: u64,
}

impl InteractiveGame {
    pub(super) fn new(
        start: Box<dyn AnyLine>,
        humans: [bool; 2],
        opponent: Strength,
        seed: u64,
    ) -> InteractiveGame {
        let mut game = InteractiveGame {
            rules: start.game(),
            opponent,
            seed,
            line: start.duplicate(),
            start,
            moves: Vec::new(),
            candidates: Vec::new(),
            has_more: false,
            humans,
            resigned: None,
            version: 0,
        };
        game.look();
        game
    }

    pub(super) fn line(&self) -> &dyn AnyLine {
        &*self.line
    }

    pub(super) fn board(&self) -> &Board {
        self.rules.board()
    }

    /// The legal moves; none when the game is over.
    pub(super) fn legal(&self) -> impl Iterator<Item = &Candidate> {
        self.candidates.iter().filter(|candidate| candidate.repeats.is_none())
    }

    pub(super) fn is_humans_turn(&self) -> bool {
        self.is_human(self.line.side()) && !self.is_over()
    }

    pub(super) fn is_engines_turn(&self) -> bool {
        !self.is_human(self.line.side()) && !self.is_over()
    }

    pub(super) fn is_human(&self, side: Side) -> bool {
        self.humans[side.index()]
    }

    pub(super) fn has_humans(&self) -> bool {
        self.humans.contains(&true)
    }

    /// The seed, if it matters: only levels choose by it.
    pub(super) fn seed_in_use(&self) -> Option<u64> {
        let is_engine_level = self.humans.contains(&false) && matches!(self.opponent, Strength::Level(_));
        is_engine_level.then_some(self.seed)
    }

    pub(super) fn is_over(&self) -> bool {
        self.ending().is_some()
    }

    pub(super) fn ending(&self) -> Option<String> {
        let resigned = self.resigned.map(|side| format!("{} has won: {side} has resigned", !side));
        resigned.or_else(|| self.line.ending_in_play().map(|ending| ending.to_string()))
    }

    /// The pass, if it is the only move.
    pub(super) fn forced_pass(&self) -> Option<&str> {
        match self.candidates.as_slice() {
            [only] if self.board().path(&only.name).is_empty() => Some(&only.name),
            _ => None,
        }
    }

    /// Plays what a person or the engine has answered: the name of a move or the next board. If it is refused, nothing changes.
    pub(super) fn play(&mut self, answer: &str) -> Result<(), String> {
        if let Some(ending) = self.ending() {
            return Err(format!("the game is over: {ending}"));
        }
        let answer = answer.trim();
        let name = self.line.read_typed(answer).map_err(|refusal| self.refuse(answer, &refusal))?;
        let side = self.line.side();
        self.line.play(&name).map_err(|refusal| refusal.to_string())?;
        self.moves.push(PlayedMove { side, name });
        self.look();
        Ok(())
    }

    /// Says why an answer is refused, and what would be legal.
    fn refuse(&self, answer: &str, refusal: &Refusal) -> String {
        let as_move = self.board().typed_move(answer);
        let answer = as_move.as_deref().unwrap_or(answer);
        let start = self.board().path(answer).first().copied();
        let shown = quote(answer);
        let stuck = self
            .forced_pass()
            .map(|pass| format!("{} cannot move, and the only move is {pass}", self.line.side()));
        match refusal {
            Refusal::Repeats { plies_ago } => {
                format!("{shown} is not legal: {}", self.repeated_board(*plies_ago))
            }
            Refusal::Rule(_) | Refusal::NoOwnMan { .. } => {
                let reason = stuck.unwrap_or_else(|| refusal.to_string() + &self.moves_from(start));
                format!("{shown} is not legal: {reason}")
            }
            Refusal::NoMoveMakes { .. } | Refusal::GameOver(_) => refusal.to_string(),
            // What has cells or looks like a board is nearly right: the reason helps more than a list of moves.
            Refusal::Unreadable(problem) if start.is_some() || answer.contains(['-', '/', '"']) => {
                format!("{shown}: {problem}")
            }
            Refusal::Unreadable(_) => {
                let rest = stuck.map_or_else(|| self.moves_from(None), |stuck| format!("; {stuck}"));
                format!("{shown} is not a move{rest}")
            }
        }
    }

    /// Says which board a move would repeat.
    fn repeated_board(&self, plies_ago: usize) -> String {
        match self.moves.len().checked_sub(plies_ago) {
            Some(0) => "this would repeat the starting board".to_string(),
            Some(ply) => format!("this would repeat the board after ply {ply}"),
            // Boards from before the position with which the game began.
            None => Refusal::Repeats { plies_ago }.to_string(),
        }
    }

    /// The legal moves that start on this cell, or all if there is no cell, in words; empty without such moves.
    fn moves_from(&self, start: Option<usize>) -> String {
        let board = self.board();
        let starts = |candidate: &&Candidate| {
            start.is_none_or(|start| board.path(&candidate.name).first() == Some(&start))
        };
        let moves = some(self.legal().filter(starts));
        match start.map(|start| &board.cells[start].name) {
            _ if moves.is_empty() => String::new(),
            Some(cell) => format!("; legal moves from {cell}: {moves}"),
            None => format!("; legal moves: {moves}"),
        }
    }

    /// The side to move resigns, if a person plays it.
    pub(super) fn resign(&mut self) -> Result<(), String> {
        if !self.is_humans_turn() {
            return Err("you can resign when it is your turn".to_string());
        }
        self.resigned = Some(self.line.side());
        self.look();
        Ok(())
    }

    /// Goes back to the last turn of a person, if there was one.
    pub(super) fn undo(&mut self) -> Result<(), String> {
        // A resignation is not a move, and is taken back alone.
        let kept = if self.resigned.is_some() {
            self.moves.len()
        } else {
            let turn = self.moves.iter().rposition(|played| self.is_human(played.side));
            turn.ok_or_else(|| "you have not moved yet".to_string())?
        };
        self.rewind(kept);
        Ok(())
    }

    pub(super) fn restart(&mut self) {
        self.rewind(0);
    }

    /// Plays the first moves of the game again, from its start.
    fn rewind(&mut self, kept: usize) {
        self.resigned = None;
        self.moves.truncate(kept);
        self.line = self.start.duplicate();
        for played in &self.moves {
            self.line.play(&played.name).expect("a move that was legal is legal again");
        }
        self.look();
    }

    /// Looks at a new position.
    fn look(&mut self) {
        self.version += 1;
        self.candidates = if self.is_over() { Vec::new() } else { self.line.candidates(MOST_CANDIDATES + 1) };
        self.has_more = self.candidates.len() > MOST_CANDIDATES;
        self.candidates.truncate(MOST_CANDIDATES);
    }

    pub(super) fn player(&self, side: Side) -> String {
        if self.is_human(side) { "you".to_string() } else { format!("engine {}", self.opponent) }
    }

    /// The game's name and length, for the last line about it.
    pub(super) fn summary(&self) -> String {
        format!("{}, {}", self.rules, counted(self.moves.len(), "ply", "plies"))
    }

    /// The command that continues the game from here.
    pub(super) fn command(&self) -> String {
        let side = match self.humans {
            [true, false] => "white",
            [false, true] => "black",
            [true, true] => "both",
            [false, false] => "none",
        };
        let (rules, opponent, position) = (&self.rules, self.opponent, self.line.text());
        let seed = self.seed_in_use().map(|seed| format!(" --seed {seed}")).unwrap_or_default();
        format!("{} play {rules} '{position}' --side {side} --opponent {opponent}{seed}", program())
    }
}

/// The first of these moves, with dots if there are more.
fn some<'c>(candidates: impl Iterator<Item = &'c Candidate>) -> String {
    let mut names: Vec<&str> =
        candidates.take(SUGGESTIONS + 1).map(|candidate| candidate.name.as_str()).collect();
    if let Some(last) = names.get_mut(SUGGESTIONS) {
        *last = "…";
    }
    names.join(" ")
}
