//! Command lines of players: words in which `{name}` is replaced for each call.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use quadrille::quote;

use crate::program::{CommandLine, Launch, is_too_wide};
use crate::resources::Sandbox;

/// A command line with names that are replaced for each call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Template(Vec<Word>);

type Word = Vec<Piece>;

#[derive(Clone, PartialEq, Eq, Debug)]
enum Piece {
    Text(String),
    /// The name of a value.
    Value(String),
}

/// How the names of files end that other programs run.
const PROGRAM_FILES: [&str; 14] =
    ["py", "hs", "lhs", "js", "mjs", "rb", "pl", "lua", "sh", "jar", "jl", "R", "ml", "rkt"];
/// Programs that run the file in their first argument.
const INTERPRETERS: [&str; 9] =
    ["python", "python3", "sh", "bash", "node", "ruby", "perl", "runghc", "runhaskell"];

impl Template {
    /// Reads a command in which these names may stand in braces.
    pub(super) fn read(text: &str, names: &[&str]) -> Result<Template, String> {
        match shlex::split(text) {
            None => Err(format!("{}: a quotation mark is not closed", quote(text))),
            Some(words) if words.is_empty() => Err("the command is missing after the colon".to_string()),
            Some(words) => {
                words.iter().map(|word| pieces(word, names)).collect::<Result<_, _>>().map(Template)
            }
        }
    }

    /// The command with each name replaced by its value.
    pub(super) fn launch(&self, sandbox: &Sandbox, values: &[(&str, String)]) -> Launch {
        let fill = |word: &Word| -> String {
            let value = |name: &str| values.iter().find(|(known, _)| *known == name);
            let piece = |piece: &Piece| match piece {
                Piece::Text(text) => text.clone(),
                Piece::Value(name) => value(name).map_or(String::new(), |(_, value)| value.clone()),
            };
            word.iter().map(piece).collect()
        };
        let mut words = self.0.iter().map(fill);
        let program = words.next().unwrap_or_default();
        let readable = self.named_folders();
        Launch { readable, ..Launch::new(sandbox.clone(), CommandLine::new(program, words)) }
    }

    /// The folders that the command names, and those of the files that it names, also within a word for a shell: this is what the
    /// program needs to see. Of a folder that is too wide, only the file.
    fn named_folders(&self) -> Vec<PathBuf> {
        let separates = |letter: char| letter.is_whitespace() || "'\"`;&|()<>=".contains(letter);
        let words = self.0.iter().filter_map(plain_text);
        let names = words.flat_map(|word| std::iter::once(word).chain(word.split(separates)));
        let folder = |name: &str| {
            let path = Path::new(name);
            let found = path.metadata().ok().filter(|_| path.file_name().is_some())?;
            if found.is_dir() {
                return Some(path).filter(|folder| !is_too_wide(folder)).map(Path::to_owned);
            }
            let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
            let parent = parent.unwrap_or(Path::new("."));
            Some(if is_too_wide(parent) { path } else { parent }.to_owned())
        };
        names.filter_map(folder).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Whether the files are there that the command names: the program if it is given by its path, files that end like programs, and the
    /// first argument of an interpreter. A program that is given by its name alone is looked for when it is started.
    pub(super) fn check_files(&self) -> Result<(), String> {
        let plain: Vec<Option<&str>> = self.0.iter().map(plain_text).collect();
        let program = plain.first().copied().flatten().map(Path::new);
        let interprets = program
            .and_then(Path::file_name)
            .is_some_and(|name| INTERPRETERS.iter().any(|known| name == *known));
        for (number, word) in plain.iter().enumerate() {
            let Some(word) = word.filter(|word| !word.contains(char::is_whitespace)) else {
                continue;
            };
            let path = Path::new(word);
            let is_program = path
                .extension()
                .is_some_and(|extension| PROGRAM_FILES.iter().any(|known| extension == *known));
            let is_needed = match number {
                0 => word.contains('/'),
                1 => is_program || (interprets && !word.starts_with('-')),
                _ => is_program,
            };
            if is_needed && !path.is_file() {
                return Err(format!("{}: there is no such file", quote(word)));
            }
        }
        Ok(())
    }
}

/// The text of a word in which nothing is replaced.
fn plain_text(word: &Word) -> Option<&str> {
    match word.as_slice() {
        [] => Some(""),
        [Piece::Text(text)] => Some(text),
        _ => None,
    }
}

/// Takes a word apart. `{{name}}` stands for the text `{name}`, and `${name}` is left to the shell.
fn pieces(word: &str, names: &[&str]) -> Result<Word, String> {
    let mut pieces = Vec::new();
    let mut text = String::new();
    let mut rest = word;
    while let Some(at) = rest.find('{') {
        let (before, braces) = rest.split_at(at);
        text.push_str(before);
        let doubled = braces.strip_prefix("{{").and_then(|inner| name_before(inner, "}}"));
        if let Some(name) = doubled {
            text.extend(["{", name, "}"]);
            rest = &braces[name.len() + 4..];
            continue;
        }
        match name_before(&braces[1..], "}") {
            Some(name) if !before.ends_with('$') => {
                if !names.contains(&name) {
                    return Err(unknown(name, names));
                }
                pieces.push(Piece::Text(std::mem::take(&mut text)));
                pieces.push(Piece::Value(name.to_string()));
                rest = &braces[name.len() + 2..];
            }
            _ => {
                text.push('{');
                rest = &braces[1..];
            }
        }
    }
    text.push_str(rest);
    pieces.push(Piece::Text(text));
    pieces.retain(|piece| *piece != Piece::Text(String::new()));
    Ok(pieces)
}

/// The name at the beginning of the text, if this follows it.
fn name_before<'t>(text: &'t str, end: &str) -> Option<&'t str> {
    let (name, _) = text.split_once(end)?;
    let is_name =
        !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    is_name.then_some(name)
}

fn unknown(name: &str, names: &[&str]) -> String {
    let name = quote(name);
    if names.is_empty() {
        return format!(
            "{{{name}}}: nothing is filled in here, because the program gets its positions by its standard input; \
             {{{{{name}}}}} stands for the text {{{name}}}"
        );
    }
    let known: Vec<String> = names.iter().map(|name| format!("{{{name}}}")).collect();
    format!(
        "{{{name}}} is not one of the words that are filled in: use {}; {{{{{name}}}}} stands for the text {{{name}}}",
        known.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(text: &str) -> Vec<String> {
        let template = Template::read(text, &["board", "depth"]).expect("a command");
        let values = [("board", "{depth}".to_string()), ("depth", "2".to_string())];
        let launch = template.launch(&Sandbox::new(CommandLine::new("true", [""; 0])), &values);
        let words = std::iter::once(launch.program.program).chain(launch.program.arguments);
        words.map(|word| word.to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn names_are_filled_in_once() {
        assert_eq!(filled("./a {board} --depth={depth}x"), ["./a", "{depth}", "--depth=2x"]);
        assert_eq!(
            filled("sh -c 'echo ${HOME} {{depth}} { x; } {}'"),
            ["sh", "-c", "echo ${HOME} {depth} { x; } {}"]
        );
        assert_eq!(filled("./a '' 'a b; rm'"), ["./a", "", "a b; rm"]);
    }

    #[test]
    fn unknown_names_are_refused() {
        let problem =
            Template::read("./a {baord} {depth}", &["board", "depth"]).expect_err("a typing mistake");
        assert!(
            problem.starts_with("{baord} is not one of the words that are filled in: use {board}, {depth};")
        );
        let problem = Template::read("./a {board}", &[]).expect_err("it is told by its standard input");
        assert!(problem.starts_with("{board}: nothing is filled in here"), "{problem}");
    }

    #[test]
    fn folders_of_a_command_are_found() {
        let folders = |text: &str| Template::read(text, &["board"]).expect("a command").named_folders();
        // The working directory of tests is that of their crate.
        assert_eq!(folders("python3 Cargo.toml {board} src --x=src/lib.rs"), [".", "src"].map(PathBuf::from));
        assert_eq!(
            folders("sh -c 'cd src/program && ./mod.rs; exec <tests/grade.rs'"),
            ["src/program", "tests"].map(PathBuf::from)
        );
        assert!(folders("./missing / {board}").is_empty());
    }

    #[test]
    fn missing_files_are_named() {
        let check = |text: &str| Template::read(text, &["board"]).expect("a command").check_files();
        for missing in [
            "python3 no/student.py {board}",
            "python3 -I no/student.py",
            "sh no/student",
            "java -jar no/x.jar",
            "no/student {board}",
        ] {
            let problem = check(missing).expect_err(missing);
            assert!(problem.starts_with("no/") && problem.ends_with("there is no such file"), "{problem}");
        }
        for fine in
            ["student {board}", "sh -c 'exec ./a.py'", "python3 -m student", "sh {board}.py", "python3 -c ''"]
        {
            assert_eq!(check(fine), Ok(()), "{fine}");
        }
    }
}
