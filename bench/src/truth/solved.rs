//! The solved tables of a game: the verdict on each position, and which moves keep the result.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use game::{Line, Notation, Oracle, Verdict};
use solve::cluster::Cluster;
use solve::ranking::Ranking;
use solve::{AnySolver, AnyTables, Certainty, Progress, Request, Solvable, Solver, Tier};

/// A game with its solved tables.
pub(crate) struct Solved<G> {
    pub(crate) game: G,
    tables: Arc<dyn AnyTables>,
    oracle: Arc<dyn Oracle<G>>,
}

impl<G: Notation + Solvable + Clone> Solved<G> {
    /// Opens the tables in this directory: those of the start, or those with at most some number of men. Missing
    /// tables are solved.
    pub(crate) fn open(
        game: &G,
        name: &str,
        most_men: Option<u32>,
        directory: &Path,
    ) -> Result<Self, String> {
        let solver = Solver { game: game.clone(), name: name.to_string(), table_name: name.to_string() };
        let cluster = Cluster::new(std::thread::available_parallelism().map_or(1, usize::from), None);
        let request = Request { men: Vec::new(), up_to: most_men, tables: directory.to_path_buf(), cluster };
        solver.solve(&request, &Arc::new(Progress::default())).map_err(|error| error.to_string())?;
        let tables = solver.open(Some(directory));
        let oracle = tables.oracle().downcast::<Arc<dyn Oracle<G>>>();
        let oracle = *oracle.map_err(|_| format!("the tables of {name} belong to another game"))?;
        oracle.prepare_quickly(&game.start());
        Ok(Solved { game: game.clone(), tables, oracle })
    }

    /// The verdict on a position.
    pub(crate) fn verdict(&self, position: &G::Position) -> Option<Verdict> {
        self.oracle.verdict(position)
    }

    /// Sorts positions by their places in the tables. Verdicts of sorted positions are found many times as fast, because each block of a
    /// table is unpacked only once.
    pub(crate) fn sort(&self, positions: &mut [G::Position]) {
        let mut rankings: HashMap<Tier, (usize, Option<Ranking>)> = HashMap::new();
        positions.sort_by_cached_key(|position| {
            let tier = self.game.tier(position).canonical();
            let number = rankings.len();
            let (number, ranking) =
                rankings.entry(tier).or_insert_with(|| (number, Ranking::new(&self.game, tier)));
            (*number, ranking.as_ref().map(|ranking| ranking.index(&self.game, position)))
        });
    }

    /// The moves that keep the result of perfect play, as the tables tell, if there are others that lose it.
    ///
    /// Where the game forbids that a board comes back, a move to a position that is drawn in the tables counts as one that
    /// gives a win away. The rule may turn some of these draws into wins, so the engine may be better than this says.
    pub(crate) fn keeping_moves(&self, position: &G::Position) -> Option<Vec<G::Move>> {
        let line = Line::new(&self.game, *position);
        // These are the results for the enemy.
        let results: Option<Vec<(Fate, G::Move)>> = line
            .moves()
            .into_iter()
            .map(|mv| Some((Fate::of(self.verdict(&self.game.play_unchecked(position, mv))?), mv)))
            .collect();
        let results = results?;
        let best = results.iter().map(|&(result, _)| result).min()?;
        let keeping: Vec<G::Move> =
            results.iter().filter(|&&(result, _)| result == best).map(|&(_, mv)| mv).collect();
        (keeping.len() < results.len()).then_some(keeping)
    }

    /// Whether the verdict on a position holds in the game as it is played, which may forbid that a board comes back.
    pub(crate) fn is_certain(&self, position: &G::Position) -> bool {
        let probe = || self.tables.probe(&self.game.write(&[*position]));
        !G::NO_REPEAT || probe().is_ok_and(|probe| probe.certainty != Certainty::WithRepeats)
    }
}

/// The result of perfect play for the side to move, without the distance.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Fate {
    Loss,
    Draw,
    Win,
}

impl Fate {
    pub(crate) fn of(verdict: Verdict) -> Fate {
        match verdict {
            Verdict::Win(_) => Fate::Win,
            Verdict::Draw => Fate::Draw,
            Verdict::Loss(_) => Fate::Loss,
        }
    }
}
