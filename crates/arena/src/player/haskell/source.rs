//! The text of a student's Haskell file as a module of a known name that exports everything. Line numbers stay as they are.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The name of the module.
pub(super) const MODULE: &str = "QuadrilleStudent";

/// The program in a file: all of it or, in a literate file, the lines that are program, each at its place.
pub(super) fn text(file: &Path, contents: &str) -> String {
    let contents = contents.trim_start_matches('\u{feff}');
    if file.extension().is_none_or(|extension| extension != "lhs") {
        return contents.to_string();
    }
    let mut in_code = false;
    let mut text = String::new();
    for line in contents.lines() {
        match line.trim_end() {
            "\\begin{code}" => in_code = true,
            "\\end{code}" => in_code = false,
            _ if in_code => text.push_str(line),
            _ => {
                if let Some(code) = line.strip_prefix('>') {
                    text.push(' ');
                    text.push_str(code);
                }
            }
        }
        text.push('\n');
    }
    text
}

/// The text as the module [`MODULE`]: its header is replaced, or added where it would stand. `file` is its name in messages.
pub(super) fn as_module(file: &str, text: &str) -> String {
    let start = after_comments(text, 0);
    let (before, rest) = text.split_at(start);
    if let Some(end) = header_end(text, start) {
        // The header may be several lines long.
        let lines = "\n".repeat(text[start..end].matches('\n').count());
        return format!("{before}module {MODULE} where{lines}{}", &text[end..]);
    }
    let number = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count());
    format!("{before}\nmodule {MODULE} where\n{{-# LINE {number} {file:?} #-}}\n{}{rest}", " ".repeat(column))
}

/// Where the header of a module ends that starts here; `None` if the text has no header.
fn header_end(text: &str, start: usize) -> Option<usize> {
    let mut at = start + word(&text[start..], "module")?;
    while at < text.len() {
        at = after_comments(text, at);
        let rest = &text[at..];
        if let Some(length) = word(rest, "where") {
            return Some(at + length);
        }
        // A name as a whole, so that none of its parts is taken for `where`.
        let is_part = |letter: char| letter.is_alphanumeric() || "_'.".contains(letter);
        let name = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
        at += name.max(rest.chars().next().map_or(0, char::len_utf8));
    }
    None
}

/// The length of this word, if the text begins with it as a whole.
fn word(text: &str, wanted: &str) -> Option<usize> {
    let rest = text.strip_prefix(wanted)?;
    (!rest.starts_with(is_part_of_name)).then_some(wanted.len())
}

/// Whether names of functions can have this letter.
pub(super) fn is_part_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_' || letter == '\''
}

/// The name of the first function with a signature whose name begins like this; if there is none, of the first function without one.
pub(super) fn first_function<'t>(text: &'t str, beginning: &str) -> Option<&'t str> {
    let declared = |line: &'t str| {
        // In a literate file all lines begin with spaces.
        let line = line.trim_start();
        let end = line.find(|letter| !is_part_of_name(letter)).unwrap_or(line.len());
        let (name, rest) = line.split_at(end);
        name.starts_with(beginning).then_some((name, rest.trim_start()))
    };
    let find = |is_wanted: &dyn Fn(&str) -> bool| {
        text.lines().filter_map(declared).find(|(_, rest)| is_wanted(rest)).map(|(name, _)| name)
    };
    find(&|rest| rest.starts_with("::")).or_else(|| find(&|rest| rest.contains('=')))
}

/// The first place from here on that is neither blank nor in a comment. Pragmas are comments too.
fn after_comments(text: &str, from: usize) -> usize {
    let mut at = from;
    loop {
        let rest = &text[at..];
        let blank = rest.len() - rest.trim_start().len();
        let rest = rest.trim_start();
        at += blank;
        if let Some(line) = rest.strip_prefix("--") {
            // A symbol after the dashes makes an operator of them.
            let dashes = line.len() - line.trim_start_matches('-').len();
            if line[dashes..].starts_with(|letter: char| "!#$%&*+./<=>?@\\^|~:".contains(letter)) {
                return at;
            }
            at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("{-") {
            at += comment_length(rest);
        } else {
            return at;
        }
    }
}

/// The length of the comment in braces at the beginning of the text. It may contain others.
fn comment_length(text: &str) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with("{-") {
            depth += 1;
            at += 2;
        } else if rest.starts_with("-}") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

/// The modules beside a file that it imports, with those that they import: names and texts.
pub(super) fn modules_beside(file: &Path, text: &str) -> BTreeMap<String, String> {
    let folder = file.parent().unwrap_or(Path::new(""));
    let mut found = BTreeMap::new();
    let mut wanted = imports(text);
    while let Some(name) = wanted.pop() {
        if found.contains_key(&name) {
            continue;
        }
        let path = folder.join(name.replace('.', "/"));
        let module = ["hs", "lhs"].iter().find_map(|end| fs::read_to_string(path.with_extension(end)).ok());
        if let Some(module) = module {
            wanted.extend(imports(&module));
            found.insert(name, module);
        }
    }
    found
}

/// The modules that a text imports.
fn imports(text: &str) -> Vec<String> {
    let name = |line: &str| -> Option<String> {
        let rest = line.trim_start_matches(['>', ' ', '\t']).strip_prefix("import")?;
        let name = rest.split_whitespace().find(|word| word.starts_with(char::is_uppercase))?;
        let end = name.find(|letter: char| !(letter.is_alphanumeric() || "_.'".contains(letter)));
        Some(name[..end.unwrap_or(name.len())].to_string())
    };
    text.lines().filter_map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_replaced_and_its_lines_stay() {
        for (text, module) in [
            ("module Main where\nx = 1\n", "module QuadrilleStudent where\nx = 1\n"),
            (
                "{-# LANGUAGE Safe #-}\n-- a module\nmodule A.Where_(f, -- where\n  g) where\nimport B\n",
                "{-# LANGUAGE Safe #-}\n-- a module\nmodule QuadrilleStudent where\n\nimport B\n",
            ),
        ] {
            assert_eq!(as_module("a.hs", text), module);
        }
    }

    #[test]
    fn a_missing_header_is_added_where_it_belongs() {
        let text = "{-# LANGUAGE Safe #-}\n{- {- nested -} -}\nimport Data.List\n\nmodules = 1\n";
        let expected = "{-# LANGUAGE Safe #-}\n{- {- nested -} -}\n\nmodule QuadrilleStudent where\n{-# LINE 3 \"a.hs\" #-}\n\
                        import Data.List\n\nmodules = 1\n";
        assert_eq!(as_module("a.hs", text), expected);
        assert_eq!(as_module("a.hs", ""), "\nmodule QuadrilleStudent where\n{-# LINE 1 \"a.hs\" #-}\n");
    }

    #[test]
    fn a_function_is_found_by_the_beginning_of_its_name() {
        let signed =
            "{-\noska by a team\n-}\noskar = 1\noska_a1' :: [String] -> Char\noska_a1' = undefined\n";
        assert_eq!(first_function(signed, "oska"), Some("oska_a1'"));
        assert_eq!(first_function("-- oska_x = 1\n  oska_y b p = b\n", "oska_"), Some("oska_y"));
        assert_eq!(first_function("main = print 1\n", "oska"), None);
    }

    #[test]
    fn literate_files_have_their_lines() {
        assert_eq!(
            text(Path::new("a.lhs"), "Words.\n\n> x = 1\n\\begin{code}\ny = 2\n\\end{code}\n"),
            "\n\n  x = 1\n\ny = 2\n\n"
        );
        assert_eq!(text(Path::new("a.hs"), "\u{feff}x = 1\n"), "x = 1\n");
    }

    #[test]
    fn imports_are_found() {
        let text = "import Data.List (sort)\nimport qualified Board as B\n> import Moves\nimportant = 1\n";
        assert_eq!(imports(text), ["Data.List", "Board", "Moves"]);
    }
}
