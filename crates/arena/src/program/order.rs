//! The order to a supervisor, as the arguments of its command line: the arena writes them, the supervisor reads them.

use std::ffi::OsString;
use std::time::Duration;

use super::CommandLine;

/// A program to run, and its sandbox limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Order {
    /// In bytes; 0 is no limit.
    pub(super) memory: u64,
    /// How many processes it may have at once.
    pub(super) processes: usize,
    /// How long the program may run on after the arena has gone.
    pub(super) grace: Duration,
    pub(super) program: CommandLine,
}

impl Order {
    pub(super) fn to_arguments(&self) -> Vec<OsString> {
        let limits =
            [self.memory.to_string(), self.processes.to_string(), self.grace.as_millis().to_string()];
        let program =
            std::iter::once(self.program.program.clone()).chain(self.program.arguments.iter().cloned());
        limits.into_iter().map(OsString::from).chain(program).collect()
    }

    pub(super) fn from_arguments(arguments: impl IntoIterator<Item = OsString>) -> Option<Self> {
        let mut arguments = arguments.into_iter();
        let memory = arguments.next()?.to_str()?.parse().ok()?;
        let processes = arguments.next()?.to_str()?.parse().ok()?;
        let grace = Duration::from_millis(arguments.next()?.to_str()?.parse().ok()?);
        let program = CommandLine { program: arguments.next()?, arguments: arguments.collect() };
        Some(Self { memory, processes, grace, program })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_read_as_they_are_written() {
        let program = CommandLine::new("sh", ["-c", "exit 3", "--", ""]);
        let order = Order { memory: 1 << 40, processes: 7, grace: Duration::from_millis(250), program };
        assert_eq!(Order::from_arguments(order.to_arguments()), Some(order));
        assert_eq!(Order::from_arguments(["1", "2", "soon", "sh"].map(OsString::from)), None);
        assert_eq!(Order::from_arguments(["1", "2", "3"].map(OsString::from)), None);
    }
}
