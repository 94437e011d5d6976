//! Texts from outside can be of any length and begin with marks: what messages show of them, and how they begin.

use std::borrow::Cow;

/// How many characters of a text a message shows.
pub const QUOTED: usize = 80;

/// What a message shows of a text: all of it, or its first [`QUOTED`] characters and dots.
///
/// ```
/// assert_eq!(game::quote("a1a2"), "a1a2");
/// assert_eq!(game::quote(&"x".repeat(1_000_000)), format!("{}…", "x".repeat(80)));
/// ```
pub fn quote(text: &str) -> Cow<'_, str> {
    shorten(text, QUOTED)
}

/// The text, or its first characters and dots if it has more than `most`.
pub fn shorten(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// The text without the invisible byte order mark with which some editors begin a file.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{FEFF}').unwrap_or(text)
}
