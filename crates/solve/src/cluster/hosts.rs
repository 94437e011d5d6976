//! The list of processes.

use std::fs;
use std::path::Path;

use super::ClusterError;

/// All processes that take part, and which of them this one is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts {
    addresses: Vec<String>,
    process: usize,
}

impl Hosts {
    /// Reads a file with one `host:port` a line, in which blank lines and what follows a `#` do not count.
    ///
    /// Each process listens at its address and at no other. On some systems a machine's own name means the machine's loopback; where
    /// others must reach it, write its number instead. Nothing is encrypted and there are no passwords: use a network in which everyone
    /// can be trusted.
    ///
    /// # Errors
    /// If the file cannot be read, has a line that is not an address, or has no process with this number.
    pub fn read(path: &Path, process: usize) -> Result<Self, ClusterError> {
        let text = fs::read_to_string(path)
            .map_err(|source| ClusterError::Unreadable { path: path.to_owned(), source })?;
        let addresses = addresses(game::without_mark(&text), path)?;
        let (path, count) = (path.to_owned(), addresses.len());
        match count {
            0 => Err(ClusterError::NoAddresses { path }),
            _ if process >= count => Err(ClusterError::NoSuchProcess { path, process, count }),
            _ => Ok(Self { addresses, process }),
        }
    }

    /// Where the processes listen, in order.
    pub fn addresses(&self) -> &[String] {
        &self.addresses
    }

    /// Which of them this is.
    pub fn process(&self) -> usize {
        self.process
    }
}

fn addresses(text: &str, path: &Path) -> Result<Vec<String>, ClusterError> {
    let mut found: Vec<(usize, &str)> = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let address = text.split('#').next().unwrap_or_default().trim();
        if address.is_empty() {
            continue;
        }
        if !is_address(address) {
            return Err(ClusterError::NotAnAddress { path: path.to_owned(), line, text: address.to_owned() });
        }
        if let Some(&(first, _)) = found.iter().find(|(_, other)| *other == address) {
            let address = address.to_owned();
            return Err(ClusterError::Twice { path: path.to_owned(), line, first, address });
        }
        found.push((line, address));
    }
    Ok(found.into_iter().map(|(_, address)| address.to_owned()).collect())
}

fn is_address(text: &str) -> bool {
    text.rsplit_once(':').is_some_and(|(host, port)| {
        let bracketed = host.starts_with('[') && host.ends_with(']');
        let named = !host.is_empty() && !host.contains([' ', '\t', '/', ':']);
        (bracketed || named) && port.parse::<u16>().is_ok_and(|port| port != 0)
    })
}
