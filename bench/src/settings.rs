//! What a caller may set, as `name=value` after the names of benchmarks.

use games::GameSpec;

/// The games that can be chosen.
const GAMES: [GameSpec; 4] = [GameSpec::Ctf(5), GameSpec::Crusher(3), GameSpec::Oska(5), GameSpec::Congo];

/// Settings of the benchmarks that have any.
#[derive(Default)]
pub(crate) struct Settings {
    /// Only this game.
    pub(crate) game: Option<GameSpec>,
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
        let game = GAMES.into_iter().find(|game| game.to_string() == value);
        let known = || GAMES.map(|game| game.to_string()).join(", ");
        self.game = Some(game.ok_or_else(|| format!("game={value}: the games are {}.", known()))?);
        Ok(())
    }
}
