//! How far a program is kept apart from the rest of the machine, beyond its limits of time, memory and processes.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{CommandLine, Fault, Launch, Program};
use crate::resources::Sandbox;

/// How far a program is kept apart from the rest of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Isolation {
    /// It has user, mount, process, network and IPC namespaces of its own.
    Namespaces,
    /// Landlock restricts its files, and a filter of system calls the rest.
    Landlock,
    /// A filter of system calls restricts it; it can read and write files.
    Filter,
    /// It can do whatever the user can who runs the arena.
    Off,
}

impl Isolation {
    /// All, the strongest first.
    pub const ALL: [Isolation; 4] =
        [Isolation::Namespaces, Isolation::Landlock, Isolation::Filter, Isolation::Off];

    /// The strongest isolation that this system allows.
    pub fn strongest(sandbox: &Sandbox) -> Isolation {
        let is_allowed = |isolation: &Isolation| isolation.check(sandbox).is_ok();
        Isolation::ALL.into_iter().find(is_allowed).unwrap_or(Isolation::Off)
    }

    /// Whether this system allows this isolation. A supervisor sets it up and runs nothing.
    ///
    /// # Errors
    /// [`Fault::CannotStart`], with the reason.
    pub fn check(self, sandbox: &Sandbox) -> Result<(), Fault> {
        let sandbox = Sandbox { isolation: self, ..sandbox.clone() };
        // The empty name asks the supervisor to run nothing.
        Program::start(&Launch::new(sandbox, CommandLine::new("", [""; 0]))).map(drop)
    }
}

/// What programs cannot do, and what they can do all the same.
impl fmt::Display for Isolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Isolation::Namespaces => {
                "on, by namespaces: programs have no network, read only their own folder and the system's, and write only \
                 to a /tmp of their own"
            }
            Isolation::Landlock => {
                "on, by Landlock and a filter of system calls, because this system allows no namespaces: programs have no \
                 network, read only their own folder and the system's, and write nothing"
            }
            Isolation::Filter => {
                "PARTLY ON, by a filter of system calls, because this system allows neither namespaces nor Landlock: \
                 programs have no network, but they can read, change and delete all files of this user, and end \
                 processes of this user"
            }
            Isolation::Off => {
                "OFF: programs can read, change and delete all files of this user, also those of the event and of other \
                 programs, use the network, and end all processes of this user, also the referee"
            }
        })
    }
}
