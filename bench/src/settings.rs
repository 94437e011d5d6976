//! Settings: `name=value` after the names of benchmarks.

/// The games that can be chosen.
const GAMES: [&str; 4] = ["ctf:5", "crusher:3", "oska:5", "congo"];

/// The settings of the benchmarks.
#[derive(Default)]
pub(crate) struct Settings {
    /// Only this game.
    pub(crate) game: Option<&'static str>,
}

impl Settings {
    /// Changes one setting.
    ///
    /// # Errors
    /// When there is no such setting, or its value makes no sense.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        if name != "game" {
            return Err(format!("There is no setting {name:?}: there is game."));
        }
        let game = GAMES.into_iter().find(|&game| game == value);
        self.game = Some(game.ok_or_else(|| format!("game={value}: the games are {}.", GAMES.join(", ")))?);
        Ok(())
    }
}
