//! What the arena asks a supervisor to do. It is the first argument of the supervisor, as JSON; the program and its arguments follow.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{CommandLine, Isolation};

/// The sandbox of a program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Order {
    /// How many bytes of memory all its processes may fill together; `None` is no limit.
    pub(super) memory: Option<u64>,
    /// How many processes it may have at once.
    pub(super) processes: usize,
    /// How long the program may run on after the arena has gone.
    pub(super) grace: Duration,
    pub(super) isolation: Isolation,
    /// Whether the supervisor runs inside the namespaces already.
    pub(super) inside: bool,
    /// Files and folders that the program may read, beside those of the system.
    pub(super) readable: Vec<PathBuf>,
    /// Folders that it may change.
    pub(super) writable: Vec<PathBuf>,
    /// Files and folders that it must not see, although a folder that it may read contains them.
    pub(super) hidden: Vec<PathBuf>,
}

impl Order {
    /// Reads the arguments of a supervisor.
    pub(super) fn read(arguments: &[OsString]) -> Option<(Order, CommandLine)> {
        let [order, program, arguments @ ..] = arguments else { return None };
        let order = serde_json::from_str(order.to_str()?).ok()?;
        Some((order, CommandLine::new(program, arguments)))
    }

    /// The order as an argument.
    pub(super) fn write(&self) -> Result<String, String> {
        // Only paths can be the reason.
        serde_json::to_string(self).map_err(|error| format!("a folder has an unusual name: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_read() {
        let order = Order {
            memory: Some(1 << 40),
            processes: 7,
            grace: Duration::from_millis(250),
            isolation: Isolation::Landlock,
            inside: false,
            readable: vec!["/a b/ä".into()],
            writable: Vec::new(),
            hidden: Vec::new(),
        };
        let written = order.write().expect("plain paths");
        let read =
            |arguments: &[&str]| Order::read(&arguments.iter().map(OsString::from).collect::<Vec<_>>());
        let program = CommandLine::new("sh", ["-c", "exit 3", "--", ""]);
        assert_eq!(read(&[&written, "sh", "-c", "exit 3", "--", ""]), Some((order, program)));
        assert!(read(&[&written]).is_none());
        assert!(read(&["{}", "sh"]).is_none());
    }
}
