//! What the tables say of a position and of each of its moves, for any game, in its own notation.

use std::path::Path;

use game::{Line, Notation, Side, Solvable, Verdict};
use games::{Error, GameSpec, SolvableVisitor};
use thiserror::Error as ThisError;

use crate::file::FileError;
use crate::run::SolveError;
use crate::tables::{Tables, directory_of};

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
            let tables = Tables::new(game, &self.0.to_string(), directory);
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
        let no_table = || {
            let tier = crate::tiers::tier_of_position(&self.game, line.position());
            ProbeError::NoTable { game: self.name.clone(), men: G::write_tier(tier) }
        };
        self.tables.prepare(line.position())?;
        let verdict = self.tables.find(line.position())?.ok_or_else(no_table)?;
        let mut moves = Vec::new();
        for mv in line.moves() {
            let name = self.game.write_move(line.position(), mv);
            let mut after = line.clone();
            let _ = after.try_play(mv);
            let verdict = self.tables.find(after.position())?.ok_or_else(no_table)?.for_mover();
            moves.push(ProbedMove { name, next: self.game.write_line(&after), verdict });
        }
        moves.sort_by(|a, b| b.verdict.cmp(&a.verdict));
        let certainty = certainty(&line, verdict);
        Ok(Probe { position: text, to_move: side, verdict, certainty, moves })
    }
}

/// A table that lets boards come back is right about wins and losses where a board can only come back with the same side to move:
/// on the winner's way the plies to the end grow fewer with every move, so no position comes twice, and with it no board; that the
/// other side must not repeat boards either only takes moves from it. Boards from before must not be in the way.
pub(crate) fn certainty<G: Notation + Solvable>(line: &Line<'_, G>, verdict: Verdict) -> Certainty {
    if !G::NO_REPEAT {
        Certainty::Exact
    } else if G::RETURNS_TO_SAME_SIDE && line.is_fresh() && verdict != Verdict::Draw {
        Certainty::Outcome
    } else {
        Certainty::WithRepeats
    }
}
