//! Which tables to solve, and what is reported of them.

use std::path::PathBuf;

use crate::{Solvable, Tier};
use game::{BoardState, Line, Notation, Verdict};
use thiserror::Error as ThisError;

use crate::cluster::Cluster;
use crate::file::FileError;
use crate::probe::{Certainty, Probe, ProbeError, probe};
use crate::ranking::Ranking;
use crate::run::{SolveError, Solved};
use crate::solver::Solver;
use crate::tables::Tables;
use crate::{Summary, tiers};

/// Which tables to make.
#[derive(Clone, Debug)]
pub struct Request {
    /// Tiers by name, each with all below it. Without names it is the tier of the starting position.
    pub men: Vec<String>,
    /// All tiers with at most this number of men.
    pub up_to: Option<u32>,
    /// The directory of tables.
    pub tables: PathBuf,
    /// The workers.
    pub cluster: Cluster,
}

/// Why a request cannot be met.
#[derive(ThisError, Debug)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum RequestError {
    #[error(transparent)]
    Tier(#[from] crate::BadTier),
    #[error("there is nothing to solve in {game} with {men}: {why}")]
    NoGame { game: String, men: String, why: &'static str },
    #[error(
        "the tables of {game} from its start would be too large: choose the men with --men, such as {example}, or their number with --up-to"
    )]
    SayWhich { game: String, example: String },
    #[error("{game} has no position to solve with {most} men or fewer")]
    TooFewMen { game: String, most: u32 },
    #[error(transparent)]
    Solve(#[from] SolveError),
    #[error(transparent)]
    File(#[from] FileError),
    #[error(
        "{men}: {position} is said to be {}, but its moves make it a {found}; remove the table and solve it again",
        said.map_or("no position at all".to_string(), |said| format!("a {said}"))
    )]
    Wrong { men: String, position: String, said: Option<Verdict>, found: Verdict },
}

/// The result of a request.
#[derive(Clone, Debug)]
pub struct Report {
    /// The tiers, those below first.
    pub tiers: Vec<TierReport>,
    /// The result of the starting position, if its tier is among them.
    pub start: Option<Start>,
}

/// The result of a tier.
#[derive(Clone, Debug)]
pub struct TierReport {
    /// The men.
    pub men: String,
    /// Positions, with the colours swapped and with either side to move, before any symmetry.
    pub states: u64,
    /// Those in the tier's own colours, by who wins.
    pub summary: Summary,
    /// A position that takes the most plies.
    pub longest: Option<String>,
    /// Whether the table was there already.
    pub found: bool,
}

/// The result of the starting position.
#[derive(Clone, Debug)]
pub struct Start {
    /// For White, who moves first.
    pub verdict: Verdict,
    /// How far that can be relied on.
    pub certainty: Certainty,
    /// Best play, as far as it leads to an end.
    pub play: Vec<String>,
}

impl Request {
    /// The tiers that are asked for, and all below them.
    pub(crate) fn tiers<G: Solvable>(&self, game: &G, name: &str) -> Result<Vec<Tier>, RequestError> {
        let mut wanted = Vec::new();
        for men in &self.men {
            wanted.push(checked(game, name, G::parse_tier(men)?, men)?);
        }
        if let Some(most) = self.up_to {
            let too_large = |tier| too_large(name, &G::write_tier(tier));
            wanted.extend(tiers::up_to(game, most).map_err(too_large)?);
            if wanted.is_empty() {
                return Err(RequestError::TooFewMen { game: name.to_string(), most });
            }
        }
        if wanted.is_empty() {
            let start = game.tier(&game.start()).canonical();
            if Ranking::states(game, start).is_none() {
                let example = G::write_tier(some_ending(game));
                return Err(RequestError::SayWhich { game: name.to_string(), example });
            }
            wanted.push(start);
        }
        Ok(tiers::with_all_below(game, &wanted))
    }
}

/// The tier itself, if it has positions in which the game is not over.
fn checked<G: Solvable>(game: &G, name: &str, tier: Tier, men: &str) -> Result<Tier, RequestError> {
    let wrong = |why| Err(RequestError::NoGame { game: name.to_string(), men: men.to_string(), why });
    if tier.count() > game.cells().count_ones() {
        return wrong("they do not fit on the board");
    }
    if Ranking::states(game, tier.canonical()).ok_or_else(|| too_large(name, men))? == 0 {
        return wrong("they do not fit on the board");
    }
    if !tiers::goes_on(game, tier) {
        return wrong("the board decides it");
    }
    Ok(tier)
}

pub(crate) fn too_large(game: &str, men: &str) -> RequestError {
    SolveError::TooLarge { game: game.to_string(), tier: men.to_string() }.into()
}

/// Men that are soon solved, as an example: those of the largest tier with four, or the fewest with which the game is not over.
fn some_ending<G: Solvable>(game: &G) -> Tier {
    let few = tiers::up_to(game, 4).unwrap_or_default();
    let start = || game.tier(&game.start()).canonical();
    let fewest = || tiers::with_all_below(game, &[start()]).into_iter().min_by_key(|tier| tier.count());
    few.last().copied().or_else(fewest).unwrap_or_else(start)
}

pub(crate) fn tier_report<G: Notation + Solvable + Clone>(tables: &Tables<G>, solved: Solved) -> TierReport {
    let (game, Solved { tier, found }) = (&tables.game, solved);
    let table = tables.table(tier).expect("what is solved is open");
    let summary = table.file.header().summary;
    let longest = summary.longest.and_then(|(_, index)| table.ranking.position(game, index));
    TierReport {
        men: G::write_tier(tier),
        states: Ranking::states(game, tier).unwrap_or(0),
        summary,
        longest: longest.map(|ranked| game.write(&[ranked.position])),
        found,
    }
}

/// The result of the starting position, if its table is at hand: what a probe of it says.
pub(crate) fn start<G>(solver: &Solver<G>, tables: &Tables<G>) -> Result<Option<Start>, ProbeError>
where
    G: Notation + Solvable + Clone,
{
    let game = &solver.game;
    let mut line = Line::start(game);
    let tier = game.tier(line.position()).canonical();
    if Ranking::states(game, tier).is_none() {
        return Ok(None);
    }
    tables.open_with_all_below(tier)?;
    if tables.find(line.position())?.is_none() {
        return Ok(None);
    }
    let Probe { verdict, certainty, .. } = probe(&line, &solver.name, tables)?;
    let mut play = Vec::new();
    let mut left = verdict.plies();
    // Under the no-repeat rule the best move may lead back to an earlier board; then the play shown ends here.
    while let Some(plies) = left.filter(|&plies| plies > 0)
        && let Some((best, mv)) = tables.best_move(&line)?
        && best.plies() == left
    {
        play.push(game.write_move(line.position(), mv));
        let _ = line.try_play(mv);
        left = Some(plies - 1);
    }
    Ok(Some(Start { verdict, certainty, play }))
}

/// Checks that the verdict on a position follows from those on its moves.
pub(crate) fn check<G>(
    game: &G,
    tables: &Tables<G>,
    tier: Tier,
    position: &G::Position,
) -> Result<(), RequestError>
where
    G: Notation + Solvable + Clone,
{
    let said = tables.look_up(position)?;
    let found = if let Some(ending) = game.ending(position) {
        Verdict::of_outcome(ending.outcome, position.side())
    } else {
        let mut best = None;
        for mv in game.moves(position) {
            let next = tables.find(&game.play_unchecked(position, mv))?;
            best = best.max(next.map(Verdict::for_mover));
        }
        // A side without a move has lost.
        best.unwrap_or(Verdict::Loss(0))
    };
    if said == Some(found) {
        return Ok(());
    }
    let (men, position) = (G::write_tier(tier), game.write(&[*position]));
    Err(RequestError::Wrong { men, position, said, found })
}
