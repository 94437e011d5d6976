//! Times as people write them, and how much of a clock to spend on a move.

use std::time::Duration;

/// The time to take for a move when the clock of the whole game shows `left`, and each move gives `increment` back.
pub fn share_of_clock(left: Duration, increment: Duration) -> Duration {
    // A share of the clock, most of what comes back, and never the last of it.
    let share = (left / 25 + increment * 3 / 4).min(left * 4 / 5);
    share.max(Duration::from_millis(1))
}

/// The longest time that can be asked for, a year: no sum of a few of them is too large for a clock.
const LONGEST: Duration = Duration::from_hours(365 * 24);

/// Reads a time such as `500ms` or `2s`.
///
/// # Errors
/// When the text is not a duration.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
    let time = match (number.parse(), unit) {
        (Ok(number), "ms") => Duration::from_millis(number),
        (Ok(number), "s") => Duration::from_secs(number),
        _ => return Err("a time is a whole number of ms or s: 500ms, 2s".to_string()),
    };
    if time > LONGEST { Err("a time is at most a year".to_string()) } else { Ok(time) }
}
