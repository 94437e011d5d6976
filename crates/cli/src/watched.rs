//! The tournaments that `serve` shows: reads the file of an event and says what the page needs to know.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arena::Standings;
use arena::event::{EventState, Format, Viewer};
use quadrille::Record;
use server::{FinishedGame, RunningGame, Tournament, TournamentPlayer, TournamentSource};

/// How many of the games that are over are listed. The others can be asked for by their numbers.
const LISTED: usize = 200;

/// The file of an event, as the server asks for it.
struct EventFile(Mutex<Viewer>);

impl EventFile {
    fn viewer(&self) -> MutexGuard<'_, Viewer> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TournamentSource for EventFile {
    fn look(&self) -> Result<Option<Tournament>, String> {
        let mut viewer = self.viewer();
        let state = viewer.look().map_err(|error| error.to_string())?;
        state.as_ref().map(tournament).transpose()
    }

    fn record(&self, number: u64) -> Result<Option<Record>, String> {
        self.viewer().record(number).map_err(|error| error.to_string())
    }
}

fn tournament(state: &EventState<'_>) -> Result<Tournament, String> {
    let EventState { event, played, in_progress, is_running } = state;
    let standings = Standings::new(event.names()?, played.iter().map(|game| &game.record));
    let finished = played.iter().rev().take(LISTED);
    Ok(Tournament {
        game: event.game.clone(),
        format: match event.format {
            Format::RoundRobin => "everybody plays everybody".to_string(),
            Format::Gauntlet => "the first player plays all others".to_string(),
            Format::Swiss { rounds } => format!("Swiss system, {rounds} rounds"),
        },
        control: event.conditions.control.clone(),
        games: event.games(),
        played: played.len(),
        is_running: *is_running,
        players: players(&standings),
        notes: standings.notes(),
        finished: finished.map(|game| FinishedGame::new(&game.record, game.plies)).collect(),
        in_progress: in_progress
            .iter()
            .map(|game| RunningGame {
                number: game.number,
                players: game.players.clone(),
                opening: game.opening.clone(),
                moves: game.moves.clone(),
            })
            .collect(),
    })
}

fn players(standings: &Standings) -> Vec<TournamentPlayer> {
    let player = |standing: &arena::Standing| {
        let totals = standing.totals;
        let has_played = totals.games() > 0;
        TournamentPlayer {
            name: standing.name.clone(),
            rank: standing.rank,
            points: totals.points(),
            wins: totals.wins,
            draws: totals.draws,
            losses: totals.losses,
            faults: standing.faults,
            elo: has_played.then_some(standing.rating.elo),
            error: has_played.then_some(standing.rating.error),
            against: standing
                .against
                .iter()
                .map(|totals| (totals.games() > 0).then(|| totals.points()))
                .collect(),
        }
    };
    standings.players().iter().map(player).collect()
}

/// The tournaments in files, each with a name for its address: that of the file, without its ending.
pub(crate) fn tournaments(files: &[PathBuf]) -> Vec<(String, Arc<dyn TournamentSource>)> {
    let mut named: Vec<(String, Arc<dyn TournamentSource>)> = Vec::new();
    for file in files {
        let stem = file.file_stem().map_or("tournament".into(), |stem| stem.to_string_lossy().into_owned());
        let is_free = |name: &String| named.iter().all(|(other, _)| other != name);
        let numbered = (2..).map(|number| format!("{stem}-{number}"));
        let name = std::iter::once(stem.clone()).chain(numbered).find(is_free).unwrap_or(stem);
        named.push((name, Arc::new(EventFile(Mutex::new(Viewer::new(file))))));
    }
    named
}

/// Checks a file before anything begins; whether there is an event in it already.
///
/// # Errors
/// When the file is something else.
pub(crate) fn has_begun(file: &Path) -> Result<bool, String> {
    Ok(Viewer::new(file).look().map_err(|error| error.to_string())?.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tournaments_are_named_after_their_files() {
        let files = ["a/cup.sqlite", "b/cup.sqlite", "league"].map(PathBuf::from);
        let names: Vec<String> = tournaments(&files).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["cup", "cup-2", "league"]);
    }
}
