//! What a caller may set, as `name=value` after the names of benchmarks.

use std::time::Duration;

use games::GameSpec;

/// The games that can be chosen.
const GAMES: [GameSpec; 4] = [GameSpec::Ctf(5), GameSpec::Crusher(3), GameSpec::Oska(5), GameSpec::Congo];

/// Settings of the benchmarks that have any.
pub(crate) struct Settings {
    /// Only this game.
    pub(crate) game: Option<GameSpec>,
    /// How many games a match has.
    pub(crate) games: usize,
    /// The time for a move.
    pub(crate) time: Duration,
    /// Of the random openings.
    pub(crate) seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { game: None, games: 200, time: Duration::from_millis(20), seed: 1 }
    }
}

impl Settings {
    /// Changes one setting.
    ///
    /// # Errors
    /// When there is no such setting, or its value makes no sense.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let number = || value.parse().map_err(|_| format!("{name}={value}: {value:?} is no whole number."));
        match name {
            "game" => {
                let game = GAMES.into_iter().find(|game| game.to_string() == value);
                let known = || GAMES.map(|game| game.to_string()).join(", ");
                self.game = Some(game.ok_or_else(|| format!("{name}={value}: the games are {}.", known()))?);
            }
            "games" if number()? < 4 => return Err(format!("{name}={value}: a match has at least 4 games.")),
            "games" => self.games = number()? as usize,
            "time" => self.time = Duration::from_millis(number()?),
            "seed" => self.seed = number()?,
            _ => return Err(format!("There is no setting {name:?}: it is game, games, time or seed.")),
        }
        Ok(())
    }
}
