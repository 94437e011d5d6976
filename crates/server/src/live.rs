//! Who looks at which stored game: they are told when it has changed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

/// The games that somebody looks at.
#[derive(Default)]
pub(crate) struct Live(Mutex<HashMap<String, watch::Sender<()>>>);

impl Live {
    fn games(&self) -> MutexGuard<'_, HashMap<String, watch::Sender<()>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins to look at a game.
    pub(crate) fn look(self: &Arc<Self>, id: &str) -> Look {
        let changes = self.games().entry(id.to_string()).or_default().subscribe();
        Look { live: Arc::clone(self), id: id.to_string(), changes }
    }

    /// Tells everybody who looks at a game that it has changed, or is gone.
    pub(crate) fn changed(&self, id: &str) {
        if let Some(changes) = self.games().get(id) {
            changes.send_replace(());
        }
    }

    /// How many look at a game.
    pub(crate) fn lookers(&self) -> usize {
        self.games().values().map(watch::Sender::receiver_count).sum()
    }
}

/// Somebody who looks at a game.
pub(crate) struct Look {
    live: Arc<Live>,
    id: String,
    changes: watch::Receiver<()>,
}

impl Look {
    /// Waits for the next change. Changes that come before this is called count: who then reads the game misses nothing.
    pub(crate) async fn changed(&mut self) {
        // The sender is there as long as somebody looks.
        let _ = self.changes.changed().await;
    }
}

/// A game that nobody looks at takes no memory.
impl Drop for Look {
    fn drop(&mut self) {
        let mut games = self.live.games();
        // This one is still counted.
        if games.get(&self.id).is_some_and(|changes| changes.receiver_count() <= 1) {
            games.remove(&self.id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_change_before_the_wait_counts_and_nobody_is_kept() {
        let live = Arc::new(Live::default());
        live.changed("a");
        let (mut one, mut two, mut other) = (live.look("a"), live.look("a"), live.look("b"));
        live.changed("a");
        live.changed("a");
        one.changed().await;
        two.changed().await;
        assert!(other.changes.has_changed().is_ok_and(|changed| !changed));
        assert!(one.changes.has_changed().is_ok_and(|changed| !changed), "both changes are one");
        live.changed("b");
        other.changed().await;
        assert_eq!(live.lookers(), 3);
        drop((one, two, other));
        assert!(live.games().is_empty());
    }
}
