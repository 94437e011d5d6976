//! What the tables know about a position and each of its moves, for any game, in its own notation.

use std::any::Any;
use std::cmp::Reverse;
use std::sync::Arc;

use crate::Solvable;
use game::{BoardState, Game, Line, Notation, Oracle, Outcome, Side, Verdict};
use thiserror::Error as ThisError;

use crate::file::FileError;
use crate::prove::{Answer, Limits, Question, prove};
use crate::ranking::Ranking;
use crate::run::SolveError;
use crate::tables::Tables;

/// The bytes that a check of the winner's play may take. They are enough for the starts of the games that tables can hold, and a check
/// that uses them up takes half a second at most.
const MEMORY_TO_CHECK: usize = 32 << 20;
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
    /// The legal moves: those that are certain to win, then the others, the best by the tables first, and those alike in generation
    /// order.
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
    /// Whether that holds for the game as it is played from here.
    pub certainty: Certainty,
}

/// How far a verdict can be relied on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Certainty {
    /// It is the game's own.
    Exact,
    /// The table lets boards come back, which the game forbids. The outcome is the same nevertheless; the distance may differ.
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
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum ProbeError {
    #[error(transparent)]
    Text(#[from] game::Error),
    #[error(transparent)]
    Table(#[from] SolveError),
    #[error(transparent)]
    File(#[from] FileError),
    #[error("there is no table for {men}: `quadrille solve {game} --men {men}` makes one")]
    NoTable { game: String, men: String },
    #[error("there are too many positions with {men} for a table")]
    TooManyMen { men: String },
    #[error("{0} cannot be solved by tables")]
    NoSolver(String),
}

/// The tables of some game.
pub trait AnyTables: Send + Sync {
    /// What they know about a position, which may be given with its history.
    ///
    /// # Errors
    /// When the text is not a position, or there is no usable table.
    fn probe(&self, position: &str) -> Result<Probe, ProbeError>;

    /// About how many bytes of memory they hold: more with every table that has been asked.
    fn memory(&self) -> usize;

    /// What a search asks: an `Arc<dyn Oracle<G>>`, where `G` are the rules of the game.
    fn oracle(&self) -> Box<dyn Any>;
}

/// The tables of one game.
pub(crate) struct OpenTables<G> {
    pub(crate) name: String,
    pub(crate) tables: Arc<Tables<G>>,
}

impl<G: Notation + Solvable + Clone> AnyTables for OpenTables<G> {
    fn probe(&self, position: &str) -> Result<Probe, ProbeError> {
        probe(&self.tables.game.parse_line(position)?, &self.name, &self.tables)
    }

    fn memory(&self) -> usize {
        self.tables.memory()
    }

    fn oracle(&self) -> Box<dyn Any> {
        let tables: Arc<Tables<G>> = Arc::clone(&self.tables);
        Box::new(tables as Arc<dyn Oracle<G>>)
    }
}

/// What tables know about a line of the game with this name.
pub(crate) fn probe<G: Notation + Solvable + Clone>(
    line: &Line<'_, G>,
    name: &str,
    tables: &Tables<G>,
) -> Result<Probe, ProbeError> {
    let game = line.game();
    let to_move = line.position().side();
    let position = game.write_line(line);
    if let Some(ending) = line.ending() {
        let verdict = Verdict::of_outcome(ending.outcome, to_move);
        let certainty = Certainty::Exact;
        return Ok(Probe { position, to_move, verdict, certainty, moves: Vec::new() });
    }
    let no_table = |position: &G::Position| {
        let tier = game.tier(position).canonical();
        let men = G::write_tier(tier);
        match Ranking::states(game, tier) {
            Some(_) => ProbeError::NoTable { game: name.to_string(), men },
            None => ProbeError::TooManyMen { men },
        }
    };
    tables.prepare(line.position())?;
    let find = |position: &G::Position| -> Result<Verdict, ProbeError> {
        tables.find(position)?.ok_or_else(|| no_table(position))
    };
    let known = find(line.position())?;
    let mut moves = Vec::new();
    for mv in line.moves() {
        let mut after = line.clone();
        let _ = after.try_play(mv);
        moves.push((mv, find(after.position())?.for_mover(), game.write_line(&after)));
    }
    // An earlier board may forbid the best move that the table knows of.
    let verdict = moves.iter().map(|&(_, verdict, _)| verdict).max().unwrap_or(known);
    let certain = Certain::of(line, verdict, tables);
    let probed = |(mv, verdict, next): (G::Move, Verdict, String)| {
        let name = game.write_move(line.position(), mv);
        ProbedMove { name, next, verdict, certainty: certain.of_move(mv, verdict) }
    };
    let mut moves: Vec<ProbedMove> = moves.into_iter().map(probed).collect();
    sort_best_first(&mut moves);
    let certainty = certain.of_line(verdict);
    Ok(Probe { position, to_move, verdict, certainty, moves })
}

/// On its own, because it is the same for all games.
fn sort_best_first(moves: &mut [ProbedMove]) {
    let wins_for_certain =
        |mv: &ProbedMove| mv.verdict > Verdict::Draw && mv.certainty != Certainty::WithRepeats;
    moves.sort_by_key(|mv| Reverse((wins_for_certain(mv), mv.verdict)));
}

/// How far the verdicts of tables on a line and on its moves hold in the game as it is played.
///
/// A table that lets boards come back is right about wins and losses where a board can only come back with the same side to move:
/// on the winner's way the plies to the end grow fewer with every move, so no position comes twice, and with it no board; that the
/// other side must not repeat boards either only takes moves from it. Boards from before must not be in the way.
///
/// Then it is right about every move as well, although there is a board before: that of the line. It can only come back by a move of the
/// side that does not move now. If that side wins after the move, it never needs to go there: what it wins by is won for it all the way,
/// with ever fewer plies to go, and the line is either not won for it or takes longer than each of its moves.
///
/// Elsewhere the winner's play is checked move by move, as far as memory allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Certain<M> {
    /// All of it: boards may come back.
    Everything,
    /// Who wins after each move, but not that it is a draw.
    EveryWin,
    /// Who wins, and that this move of the winner wins, if it is his turn.
    OneWin(Option<M>),
    /// None of it.
    Nothing,
}

impl<M: Copy + PartialEq> Certain<M> {
    /// What is certain of a line, for which the tables have this verdict.
    fn of<G>(line: &Line<'_, G>, verdict: Verdict, tables: &Tables<G>) -> Certain<M>
    where
        G: Notation + Solvable + Game<Move = M> + Clone,
    {
        let to_move = line.position().side();
        match verdict.outcome(to_move) {
            _ if !G::NO_REPEAT => Certain::Everything,
            _ if G::RETURNS_TO_SAME_SIDE && line.history_is_irrelevant() => Certain::EveryWin,
            Outcome::Draw => Certain::Nothing,
            Outcome::Win(winner) => match winning_play(line, winner, tables) {
                // Whatever the loser does, he has lost.
                Some(_) if winner != to_move => Certain::EveryWin,
                Some(play) => Certain::OneWin(play.first().copied()),
                None => Certain::Nothing,
            },
        }
    }

    /// How far the verdict on the line holds.
    fn of_line(self, verdict: Verdict) -> Certainty {
        match self {
            Certain::Everything => Certainty::Exact,
            Certain::EveryWin if verdict != Verdict::Draw => Certainty::Outcome,
            Certain::OneWin(_) => Certainty::Outcome,
            Certain::EveryWin | Certain::Nothing => Certainty::WithRepeats,
        }
    }

    /// How far the verdict on a move of the line holds.
    fn of_move(self, mv: M, verdict: Verdict) -> Certainty {
        match self {
            Certain::OneWin(checked) if checked != Some(mv) => Certainty::WithRepeats,
            _ => self.of_line(verdict),
        }
    }
}

/// The winner's play, if it can be shown to win by the rules of the game, with no board coming back.
fn winning_play<G>(line: &Line<'_, G>, winner: Side, tables: &Tables<G>) -> Option<Vec<G::Move>>
where
    G: Notation + Solvable + Clone,
{
    let question = Question { winner, oracle: Some(tables), same_side_returns: G::RETURNS_TO_SAME_SIDE };
    let limits = Limits { nodes: Some(NODES_TO_CHECK), memory: MEMORY_TO_CHECK, ..Limits::default() };
    let proof = prove(line, question, limits, None, None).ok()?;
    (proof.answer == Answer::Proved && proof.certificate.is_certified()).then_some(proof.line)
}
