//! How the programs of a language are compiled and called.

use std::path::Path;

use crate::player::PlayerSpec;

/// How the programs of a language are compiled and called. In both texts `{file}` is the submitted file, `{folder}` its folder and
/// `{program}` the file that compiling makes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Language {
    /// How the names of its files end, without the dot; `None` for any file.
    pub extension: Option<String>,
    /// The name of the file that is called, where a submission has several.
    pub file: Option<String>,
    /// The command that compiles it, run by a shell.
    pub build: Option<String>,
    /// The player, as for a single program.
    pub player: String,
}

impl Language {
    /// One way to call all programs.
    pub fn any(player: &str) -> Language {
        Language { extension: None, file: None, build: None, player: player.to_string() }
    }

    /// Whether the player can be read.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check(&self) -> Result<(), String> {
        let file = Path::new("file");
        self.player_for(&[("file", file), ("folder", file), ("program", file)])?
            .parse::<PlayerSpec>()
            .map(drop)
    }

    /// Whether a file may be a program of this language.
    pub(super) fn fits(&self, path: &Path) -> bool {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("");
        self.file.as_deref().is_none_or(|wanted| wanted == name)
            && self.extension.as_deref().is_none_or(|wanted| {
                path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(wanted))
            })
    }

    /// The command that compiles a program, with the names of files filled in.
    pub(super) fn build_command(&self, values: &Files) -> Option<Result<String, String>> {
        self.build.as_deref().map(|text| fill(text, values, true))
    }

    /// The player with the names of files filled in.
    pub(super) fn player_for(&self, values: &Files) -> Result<String, String> {
        // The words of a command are quoted as for a shell; the file of a Haskell player is not a word of a command.
        fill(&self.player, values, !self.player.starts_with("haskell:"))
    }
}

/// The files of a submission by their names in braces.
pub(super) type Files<'a> = [(&'static str, &'a Path); 3];

/// The text with the names of files filled in.
fn fill(text: &str, values: &Files, quoted: bool) -> Result<String, String> {
    let mut filled = text.to_string();
    for (name, path) in values {
        let wanted = format!("{{{name}}}");
        if filled.contains(&wanted) {
            let path = path.to_str().ok_or_else(|| format!("{}: a name that is not text", path.display()))?;
            let word =
                if quoted { shlex::try_quote(path).map_err(|error| error.to_string())? } else { path.into() };
            filled = filled.replace(&wanted, &word);
        }
    }
    Ok(filled)
}
