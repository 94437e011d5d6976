//! How a long search tells what it finds.

use serde::Serialize;
use serde_json::json;

/// Where the events of a search go: the name of each, and its data as JSON.
pub type Tell<'a> = &'a (dyn Fn(&str, String) + Sync);

/// A value as the data of an event.
pub(crate) fn data(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| unreachable!("views have a JSON form: {error}"))
}

/// There are no more events, because of `depth`, `time`, `decided`, `over` or `done`.
pub(crate) fn end(tell: Tell, reason: &'static str) {
    tell("end", data(&json!({ "reason": reason })));
}
