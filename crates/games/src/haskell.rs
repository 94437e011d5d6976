//! The notation of the courses' calls: Haskell lists, strings and characters.
//!
//! Reading is tolerant: quotation marks can be missing, because a shell may have removed them, and so can the brackets
//! of a list with one item.

use game::{Error, Problem};

/// Reads a list of strings.
///
/// ```
/// use games::haskell::parse_list;
/// let boards = vec!["wWbB".to_string(), "-Wb-".to_string()];
/// assert_eq!(parse_list(r#"[ "wWbB" , "-Wb-" ]"#), Ok(boards.clone()));
/// assert_eq!(parse_list("[wWbB,-Wb-]"), Ok(boards));
/// assert_eq!(parse_list("wWbB"), Ok(vec!["wWbB".to_string()]));
/// ```
///
/// # Errors
/// When a bracket, a quotation mark or a comma is missing, or something follows the list.
pub fn parse_list(text: &str) -> Result<Vec<String>, Error> {
    let characters: Vec<char> = text.chars().collect();
    let mut reader = Reader { text, characters: &characters, at: 0 };
    reader.skip_blanks();
    if !reader.take('[') {
        let only = reader.item()?;
        reader.end()?;
        return Ok(vec![only]);
    }
    let mut items = Vec::new();
    reader.skip_blanks();
    if !reader.take(']') {
        loop {
            items.push(reader.item()?);
            if reader.take(']') {
                break;
            }
            if !reader.take(',') {
                return Err(reader.error(Problem::Separator));
            }
        }
    }
    reader.end()?;
    Ok(items)
}

/// Reads a character such as `'w'`; a plain `w` or `"w"` is also accepted.
///
/// # Errors
/// When the text is not one character.
pub fn parse_char(text: &str) -> Result<char, Error> {
    let inner = text.trim();
    let unquoted =
        ['\'', '"'].iter().find_map(|&mark| inner.strip_prefix(mark)?.strip_suffix(mark)).unwrap_or(inner);
    let mut characters = unquoted.chars();
    match (characters.next(), characters.next()) {
        (Some(only), None) => Ok(only),
        _ => Err(Error::whole(Problem::Character, text)),
    }
}

/// Writes a string: `"wWbB"`.
pub fn write_string(text: &str) -> String {
    format!("\"{text}\"")
}

/// Writes a list of strings: `["wWbB","-Wb-"]`.
pub fn write_list<S: AsRef<str>>(items: &[S]) -> String {
    let items: Vec<String> = items.iter().map(|item| write_string(item.as_ref())).collect();
    format!("[{}]", items.join(","))
}

struct Reader<'t> {
    text: &'t str,
    characters: &'t [char],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.characters.get(self.at).copied()
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.at += 1;
        }
    }

    /// A string with or without quotation marks, and the blanks around it.
    fn item(&mut self) -> Result<String, Error> {
        self.skip_blanks();
        let opening = self.at;
        let quoted = self.take('"');
        let start = self.at;
        let ends = |c: char| if quoted { c == '"' } else { c.is_whitespace() || "[],\"".contains(c) };
        while self.peek().is_some_and(|c| !ends(c)) {
            self.at += 1;
        }
        let item = self.characters[start..self.at].iter().collect();
        if quoted && !self.take('"') {
            return Err(Error::new(Problem::OpenString, self.text, opening..opening + 1));
        }
        if !quoted && self.at == start {
            return Err(self.error(Problem::NoBoard));
        }
        self.skip_blanks();
        Ok(item)
    }

    fn end(&mut self) -> Result<(), Error> {
        self.skip_blanks();
        if self.at < self.characters.len() {
            return Err(Error::new(Problem::Trailing, self.text, self.at..self.characters.len()));
        }
        Ok(())
    }

    fn error(&self, problem: Problem) -> Error {
        Error::new(problem, self.text, self.at..(self.at + 1).min(self.characters.len()))
    }
}
