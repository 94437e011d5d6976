//! What the tables say of a position and of each of its moves, for any game, in its own notation.

use std::cmp::Reverse;
use std::path::Path;

use game::{Line, Notation, Outcome, Side, Solvable, Verdict};
use games::{Error, GameSpec, SolvableVisitor};
use thiserror::Error as ThisError;

use crate::file::FileError;
use crate::prove::{Answer, Goal, Limits, Question, prove};
use crate::run::SolveError;
use crate::tables::{Tables, directory_of, table_name};

/// The bytes that a check of the winner's play may take, for some tenths of a second.
const MEMORY_TO_CHECK: usize = 16 << 20;
/// Positions that it may search where tables leave something open.
const NODES_TO_CHECK: u64 = 1000;

/// What is known of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Probe {
    /// The position as text, with its history where the game has one.
    pub position: String,
    /// Who moves.
    pub to_move: Side,
    /// The verdict for the side to move.
    pub verdict: Verdict,
    /// Whether the verdict holds for the game as it is played from here: see [`Certainty`].
    pub certainty: Certainty,
    /// The legal moves, best first, and those alike in generation order.
    pub moves: Vec<ProbedMove>,
}

/// What a move leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProbedMove {
    /// Its name.
    pub name: String,
    /// The next position.
    pub next: String,
    /// The verdict for the side that makes the move.
    pub verdict: Verdict,
}

/// How far a verdict can be relied on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Certainty {
    /// It is the game's own.
    Exact,
    /// The table lets boards come back, which the game forbids, but the outcome is the same all the same; the distance may be shorter.
    Outcome,
    /// The table lets boards come back, which the game forbids, and nothing shows that the outcome is the same.
    WithRepeats,
}

impl Certainty {
    /// In one word, as in JSON answers.
    pub fn code(self) -> &'static str {
        match self {
            Certainty::Exact => "exact",
            Certainty::Outcome => "outcome",
            Certainty::WithRepeats => "with_repeats",
        }
    }
}

/// Why nothing is known.
#[derive(ThisError, Debug)]
pub enum ProbeError {
    /// The text is not a position.
    #[error(transparent)]
    Text(#[from] Error),
    /// A table cannot be used.
    #[error(transparent)]
    Table(#[from] SolveError),
    /// A table is damaged.
    #[error(transparent)]
    File(#[from] FileError),
    /// There is no table.
    #[error("there is no table for {men}: `quadrille solve {game} --men {men}` makes one")]
    NoTable {
        /// The game.
        game: String,
        /// The men.
        men: String,
    },
    /// The board is too large for tables.
    #[error("boards of {0} are too large for tables")]
    TooWide(GameSpec),
}

/// The tables of some game.
pub trait AnyTables: Send + Sync {
    /// What they say of a position, which may be given with its history.
    ///
    /// # Errors
    /// When the text is not a position, or there is no table that could be used.
    fn probe(&self, position: &str) -> Result<Probe, ProbeError>;

    /// About how many bytes of memory they hold: more with every table that has been asked.
    fn memory(&self) -> usize;
}

/// The tables of a game that lie in a directory of tables.
///
/// # Errors
/// When the boards of the game are too large for tables.
pub fn any_tables(spec: GameSpec, tables: Option<&Path>) -> Result<Box<dyn AnyTables>, ProbeError> {
    struct Maker<'a>(GameSpec, Option<&'a Path>);
    impl SolvableVisitor for Maker<'_> {
        type Output = Box<dyn AnyTables>;

        fn visit<G: Notation<Error = Error> + Solvable + Clone + 'static>(
            self,
            game: &G,
        ) -> Box<dyn AnyTables> {
            let directory = self.1.map(|tables| directory_of(self.0, tables));
            let tables = Tables::new(game, &table_name(self.0), directory);
            Box::new(Asked { game: game.clone(), name: self.0.to_string(), tables })
        }
    }
    spec.visit_solvable(Maker(spec, tables)).ok_or(ProbeError::TooWide(spec))
}

struct Asked<G> {
    game: G,
    name: String,
    tables: Tables<G>,
}

impl<G: Notation<Error = Error> + Solvable + Clone + 'static> AnyTables for Asked<G> {
    fn probe(&self, position: &str) -> Result<Probe, ProbeError> {
        let line = self.game.parse_line(position)?;
        let side = G::side_to_move(line.position());
        let text = self.game.write_line(&line);
        if let Some(ending) = line.ending() {
            let verdict = Verdict::of_outcome(ending.outcome, side);
            let certainty = Certainty::Exact;
            return Ok(Probe { position: text, to_move: side, verdict, certainty, moves: Vec::new() });
        }
        let no_table = |position: &G::Position| {
            let tier = crate::tiers::tier_of_position(&self.game, position);
            ProbeError::NoTable { game: self.name.clone(), men: G::write_tier(tier) }
        };
        self.tables.prepare(line.position())?;
        let verdict = self.tables.find(line.position())?.ok_or_else(|| no_table(line.position()))?;
        let mut moves = Vec::new();
        for mv in line.moves() {
            let name = self.game.write_move(line.position(), mv);
            let mut after = line.clone();
            let _ = after.try_play(mv);
            let verdict =
                self.tables.find(after.position())?.ok_or_else(|| no_table(after.position()))?.for_mover();
            moves.push(ProbedMove { name, next: self.game.write_line(&after), verdict });
        }
        moves.sort_by_key(|mv| Reverse(mv.verdict));
        let certainty = certainty(&line, verdict, &self.tables, MEMORY_TO_CHECK);
        Ok(Probe { position: text, to_move: side, verdict, certainty, moves })
    }

    fn memory(&self) -> usize {
        self.tables.memory()
    }
}

/// How far a verdict of these tables holds for the game as it is played on from here.
///
/// A table that lets boards come back is right about wins and losses where a board can only come back with the same side to move:
/// on the winner's way the plies to the end grow fewer with every move, so no position comes twice, and with it no board; that the
/// other side must not repeat boards either only takes moves from it. Boards from before must not be in the way. Elsewhere the
/// winner's play is looked at move by move, as far as so many bytes of memory will do.
pub(crate) fn certainty<G>(
    line: &Line<'_, G>,
    verdict: Verdict,
    tables: &Tables<G>,
    memory: usize,
) -> Certainty
where
    G: Notation<Error = Error> + Solvable + Clone + 'static,
{
    let winner = match verdict.outcome(G::side_to_move(line.position())) {
        _ if !G::NO_REPEAT => return Certainty::Exact,
        Outcome::Draw => return Certainty::WithRepeats,
        Outcome::Win(winner) => winner,
    };
    let follows = G::RETURNS_TO_SAME_SIDE && line.is_fresh();
    if follows || is_checked(line, winner, tables, memory) {
        Certainty::Outcome
    } else {
        Certainty::WithRepeats
    }
}

/// Whether following the tables wins by the rules of the game, with no board coming back.
fn is_checked<G>(line: &Line<'_, G>, winner: Side, tables: &Tables<G>, memory: usize) -> bool
where
    G: Notation<Error = Error> + Solvable + Clone + 'static,
{
    let question = Question {
        goal: Goal::Win(winner),
        oracle: Some(tables),
        same_side_returns: G::RETURNS_TO_SAME_SIDE,
    };
    let limits = Limits { nodes: Some(NODES_TO_CHECK), memory, ..Limits::default() };
    prove(line, question, limits, None, None)
        .is_ok_and(|proof| proof.answer == Answer::Proved && proof.certificate.is_certified())
}
