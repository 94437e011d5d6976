//! Reads times as people write them, and divides the time of a game among its moves.

use std::time::Duration;

/// The time for a move when `left` is left for the rest of the game and each move adds `increment`.
pub fn share_of_clock(left: Duration, increment: Duration) -> Duration {
    // A share of the clock and most of the increment, but never all of the clock.
    let share = (left / 25 + increment * 3 / 4).min(left * 4 / 5);
    share.max(Duration::from_millis(1))
}

/// The longest time that is accepted, a year, so that sums of a few times do not overflow.
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
