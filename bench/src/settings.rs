//! Settings: `name=value` after the names of benchmarks.

use std::path::PathBuf;
use std::str::FromStr;

use quadrille::Effort;

/// The boards that can be chosen.
const GAMES: [&str; 7] = ["ctf:3", "ctf:4", "ctf:5", "crusher:3", "oska:4", "oska:5", "congo"];

/// The settings of the benchmarks.
pub(crate) struct Settings {
    /// Only this board.
    pub(crate) game: Option<&'static str>,
    /// The folder of solved tables, for `truth`.
    pub(crate) tables: Option<PathBuf>,
    /// The limits of `truth`'s searches.
    pub(crate) nodes: Vec<u64>,
    /// The positions of each board, for `truth`.
    pub(crate) positions: usize,
    /// Decides which positions `truth` takes, and the openings of `levels`.
    pub(crate) seed: u64,
    /// The games of each match, for `levels`.
    pub(crate) games: usize,
    /// The first level that `levels` measures.
    pub(crate) from: usize,
    /// Efforts that `levels` measures instead of those of the game, weakest first.
    pub(crate) efforts: Option<Vec<Effort>>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            game: None,
            tables: None,
            nodes: vec![10_000, 100_000],
            positions: 2000,
            seed: 1,
            games: 200,
            from: 1,
            efforts: None,
        }
    }
}

impl Settings {
    /// Changes one setting.
    ///
    /// # Errors
    /// When there is no such setting, or its value makes no sense.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "game" => {
                let game = GAMES.into_iter().find(|&game| game == value);
                let unknown = || format!("game={value}: the games are {}.", GAMES.join(", "));
                self.game = Some(game.ok_or_else(unknown)?);
            }
            "tables" => self.tables = Some(value.into()),
            "nodes" => {
                self.nodes = value.split(',').map(|nodes| number(name, nodes)).collect::<Result<_, _>>()?;
            }
            "positions" => self.positions = number(name, value)?,
            "seed" => self.seed = number(name, value)?,
            "games" => self.games = number(name, value)?,
            "from" => self.from = number(name, value)?,
            "efforts" => self.efforts = Some(value.split(',').map(effort).collect::<Result<_, _>>()?),
            _ => {
                return Err(format!(
                    "There is no setting {name:?}: there are game, tables, nodes, positions, seed, games, from and efforts."
                ));
            }
        }
        Ok(())
    }

    /// Whether a board is to be measured.
    pub(crate) fn includes(&self, board: &str) -> bool {
        self.game.is_none_or(|only| only == board)
    }
}

/// A number of plies with hundredths, such as 1.75, or a whole number of positions.
fn effort(text: &str) -> Result<Effort, String> {
    let problem =
        || format!("{text}: an effort is a number of plies such as 1.75, or of positions such as 4000.");
    if !text.contains('.') {
        return text.parse().map(Effort::Nodes).map_err(|_| problem());
    }
    let plies: f64 = text.parse().ok().filter(|plies| (0.0..100.0).contains(plies)).ok_or_else(problem)?;
    Ok(Effort::Plies((100.0 * plies).round() as u32))
}

fn number<T: FromStr>(name: &str, value: &str) -> Result<T, String> {
    value.parse().map_err(|_| format!("{name}={value}: this must be a whole number."))
}
