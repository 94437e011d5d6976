//! The notation of the courses' calls: Haskell lists, strings and characters.
//!
//! Reading is tolerant: quotation marks can be missing, because a shell may have removed them, and so can the brackets
//! of a list with one item. A list may also be written as Python prints it, with single quotation marks.

use game::{Error, Problem};

/// Reads a list of strings.
///
/// ```
/// use games::haskell::parse_list;
/// let boards = vec!["wWbB".to_string(), "-Wb-".to_string()];
/// assert_eq!(parse_list(r#"[ "wWbB" , "-Wb-" ]"#), Ok(boards.clone()));
/// assert_eq!(parse_list("['wWbB', '-Wb-']"), Ok(boards.clone()));
/// assert_eq!(parse_list("[wWbB,-Wb-]"), Ok(boards));
/// assert_eq!(parse_list("wWbB"), Ok(vec!["wWbB".to_string()]));
/// ```
///
/// # Errors
/// When a bracket, a quotation mark or a comma is missing, or something follows the list.
pub fn parse_list(text: &str) -> Result<Vec<String>, Error> {
    let mut reader = Reader { text, rest: text.trim_start() };
    let mut items = Vec::new();
    if !reader.take('[') {
        items.push(reader.item()?);
    } else if !reader.take(']') {
        items.push(reader.item()?);
        while !reader.take(']') {
            if !reader.take(',') {
                return Err(reader.error(Problem::Separator));
            }
            items.push(reader.item()?);
        }
    }
    if reader.rest.is_empty() {
        return Ok(items);
    }
    Err(Error::new(Problem::Trailing, text, reader.at()..text.chars().count()))
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
    /// The part of the text that is still to be read, without blanks in front.
    rest: &'t str,
}

impl Reader<'_> {
    /// The number of characters before the rest.
    fn at(&self) -> usize {
        self.text[..self.text.len() - self.rest.len()].chars().count()
    }

    /// Goes past this number of bytes and the blanks after them.
    fn skip(&mut self, bytes: usize) {
        self.rest = self.rest[bytes..].trim_start();
    }

    /// Goes past a character, if it comes next.
    fn take(&mut self, wanted: char) -> bool {
        let found = self.rest.starts_with(wanted);
        if found {
            self.skip(wanted.len_utf8());
        }
        found
    }

    /// Reads a string with or without quotation marks.
    fn item(&mut self) -> Result<String, Error> {
        if let Some(mark) = self.rest.chars().next().filter(|first| ['"', '\''].contains(first)) {
            let string = &self.rest[1..];
            let end = string.find(mark).ok_or_else(|| self.error(Problem::OpenString))?;
            self.skip(end + 2);
            return Ok(string[..end].to_string());
        }
        let ends = |c: char| c.is_whitespace() || "[],\"'".contains(c);
        let item = &self.rest[..self.rest.find(ends).unwrap_or(self.rest.len())];
        if item.is_empty() {
            return Err(self.error(Problem::NoBoard));
        }
        self.skip(item.len());
        Ok(item.to_string())
    }

    /// An error in the next character.
    fn error(&self, problem: Problem) -> Error {
        let at = self.at();
        Error::new(problem, self.text, at..at + self.rest.chars().take(1).count())
    }
}
