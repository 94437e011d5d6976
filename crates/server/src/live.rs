//! Who looks at which stored game: they are told when it has changed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

/// The games that somebody looks at.
#[derive(Default)]
pub(crate) struct Live(Mutex<HashMap<String, Audience>>);

/// Those who look at a game.
#[derive(Default)]
struct Audience {
    changes: watch::Sender<()>,
    /// How many of them play it.
    players: usize,
}

impl Live {
    fn games(&self) -> MutexGuard<'_, HashMap<String, Audience>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins to look at a game.
    pub(crate) fn look(self: &Arc<Self>, id: &str) -> Look {
        let changes = self.games().entry(id.to_string()).or_default().changes.subscribe();
        Look { live: Arc::clone(self), id: id.to_string(), changes, plays: false }
    }

    /// Tells everybody who looks at a game that it has changed, or is gone.
    pub(crate) fn changed(&self, id: &str) {
        if let Some(audience) = self.games().get(id) {
            audience.changes.send_replace(());
        }
    }

    /// How many look at a game.
    pub(crate) fn lookers(&self) -> usize {
        self.games().values().map(|audience| audience.changes.receiver_count()).sum()
    }

    /// The games that a player is looking at: those in which somebody is there.
    pub(crate) fn attended(&self) -> Vec<String> {
        let games = self.games();
        let attended = games.iter().filter(|(_, audience)| audience.players > 0);
        attended.map(|(id, _)| id.clone()).collect()
    }
}

/// Somebody who looks at a game.
pub(crate) struct Look {
    live: Arc<Live>,
    id: String,
    changes: watch::Receiver<()>,
    plays: bool,
}

impl Look {
    /// Says whether this is a player of the game.
    pub(crate) fn plays(&mut self, plays: bool) {
        let before = std::mem::replace(&mut self.plays, plays);
        if let Some(audience) = self.live.games().get_mut(&self.id) {
            audience.players = audience.players + usize::from(plays) - usize::from(before);
        }
    }

    /// Waits for the next change. Changes that come before this is called count: who then reads the game misses nothing.
    pub(crate) async fn changed(&mut self) {
        // The sender is there as long as somebody looks.
        let _ = self.changes.changed().await;
    }
}

/// A game that nobody looks at takes no memory.
impl Drop for Look {
    fn drop(&mut self) {
        self.plays(false);
        let mut games = self.live.games();
        // This one is still counted.
        if games.get(&self.id).is_some_and(|audience| audience.changes.receiver_count() <= 1) {
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
        assert!(live.attended().is_empty());
        one.plays(true);
        one.plays(true);
        two.plays(true);
        two.plays(false);
        assert_eq!(live.attended(), ["a"]);
        drop((one, two, other));
        assert!(live.games().is_empty());
    }
}
