//! Numbers that all workers agree on.

use super::{Deserted, Mesh};

/// Each worker says a number, and all learn the same of them. Every call is a step of its own: all workers make the same calls.
pub struct Agreement {
    mesh: Mesh<u64>,
}

impl Agreement {
    pub(crate) fn new(mesh: Mesh<u64>) -> Self {
        Self { mesh }
    }

    /// The sum of what the workers say.
    ///
    /// # Errors
    ///
    /// If a worker has left the work.
    pub fn sum(&mut self, mine: u64) -> Result<u64, Deserted> {
        self.mesh.broadcast(mine);
        let mut all = 0;
        self.mesh.finish_step(|one| all += one)?;
        Ok(all)
    }

    /// Whether all say yes.
    ///
    /// # Errors
    ///
    /// If a worker has left the work.
    pub fn all(&mut self, mine: bool) -> Result<bool, Deserted> {
        Ok(self.sum(u64::from(!mine))? == 0)
    }
}
