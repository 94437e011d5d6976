//! Who looks at which stored game: they are told when it has changed, and when a player comes or goes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use quadrille::Side;
use tokio::sync::watch;

/// How long a player may be gone without being missed: a page that is loaded again, or a phone that changes its network, is back sooner.
const PATIENCE: Duration = Duration::from_secs(10);

/// The games that somebody looks at.
pub(crate) struct Live {
    games: Mutex<HashMap<String, Audience>>,
    patience: Duration,
}

/// Those who look at a game.
#[derive(Default)]
struct Audience {
    changes: watch::Sender<()>,
    /// How many of them play it.
    players: usize,
    /// The players of White and Black.
    presence: watch::Sender<[Presence; 2]>,
}

/// Whether the player of a side looks at a game.
#[derive(Clone, Copy)]
struct Presence {
    lookers: usize,
    /// Since when nobody has, if nobody does.
    since: Instant,
}

/// A game that somebody begins to look at has been left by all others just now, as far as anybody knows.
impl Default for Presence {
    fn default() -> Presence {
        Presence { lookers: 0, since: Instant::now() }
    }
}

/// What is new about a game.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum News {
    /// It has changed, or is gone.
    Game,
    /// A player has come or gone.
    Presence,
}

impl Default for Live {
    fn default() -> Live {
        Live::new(PATIENCE)
    }
}

impl Live {
    /// Nobody looks at anything yet. A player is away who has not looked for so long.
    pub(crate) fn new(patience: Duration) -> Live {
        Live { games: Mutex::default(), patience }
    }

    fn games(&self) -> MutexGuard<'_, HashMap<String, Audience>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins to look at a game.
    pub(crate) fn look(self: &Arc<Self>, id: &str) -> Look {
        let mut games = self.games();
        let audience = games.entry(id.to_string()).or_default();
        let (changes, presence) = (audience.changes.subscribe(), audience.presence.subscribe());
        Look { live: Arc::clone(self), id: id.to_string(), changes, presence, plays: false, sits: [false; 2] }
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
    presence: watch::Receiver<[Presence; 2]>,
    plays: bool,
    sits: [bool; 2],
}

impl Look {
    /// Says whether this is a player of the game.
    pub(crate) fn plays(&mut self, plays: bool) {
        let before = std::mem::replace(&mut self.plays, plays);
        if let Some(audience) = self.live.games().get_mut(&self.id) {
            audience.players = audience.players + usize::from(plays) - usize::from(before);
        }
    }

    /// Says for White and for Black whether this is the player.
    pub(crate) fn sits(&mut self, sits: [bool; 2]) {
        let before = std::mem::replace(&mut self.sits, sits);
        if before == sits {
            return;
        }
        if let Some(audience) = self.live.games().get(&self.id) {
            audience.presence.send_modify(|players| {
                for (player, (now, before)) in players.iter_mut().zip(sits.into_iter().zip(before)) {
                    player.lookers = player.lookers + usize::from(now) - usize::from(before);
                    if before && player.lookers == 0 {
                        player.since = Instant::now();
                    }
                }
            });
        }
    }

    /// The sides whose players are away, and when another one will be if nobody comes.
    pub(crate) fn away(&mut self) -> (Vec<Side>, Option<Duration>) {
        let players = *self.presence.borrow_and_update();
        let absent = || Side::BOTH.into_iter().filter(|side| players[side.index()].lookers == 0);
        let left = |side: &Side| self.live.patience.saturating_sub(players[side.index()].since.elapsed());
        let away: Vec<Side> = absent().filter(|side| left(side).is_zero()).collect();
        let next = absent().filter(|side| !away.contains(side)).map(|side| left(&side)).min();
        (away, next)
    }

    /// Waits for news. What comes before this is called counts: who then reads the game, or asks who is away, misses nothing.
    pub(crate) async fn news(&mut self) -> News {
        // The senders are there as long as somebody looks.
        tokio::select! {
            _ = self.changes.changed() => News::Game,
            _ = self.presence.changed() => News::Presence,
        }
    }
}

/// A game that nobody looks at takes no memory.
impl Drop for Look {
    fn drop(&mut self) {
        self.plays(false);
        self.sits([false; 2]);
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
        assert_eq!((one.news().await, two.news().await), (News::Game, News::Game));
        assert!(other.changes.has_changed().is_ok_and(|changed| !changed));
        assert!(one.changes.has_changed().is_ok_and(|changed| !changed), "both changes are one");
        live.changed("b");
        assert_eq!(other.news().await, News::Game);
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

    #[tokio::test]
    async fn a_player_is_away_after_a_while_and_back_at_once() {
        let live = Arc::new(Live::new(Duration::from_millis(20)));
        let (mut one, mut two) = (live.look("a"), live.look("a"));
        one.sits([true, false]);
        assert_eq!(one.news().await, News::Presence);
        let (away, next) = one.away();
        assert!(away.is_empty() && next.is_some_and(|next| next <= Duration::from_millis(20)), "{away:?}");
        tokio::time::sleep(Duration::from_millis(25)).await;
        assert_eq!(one.away(), (vec![Side::Black], None));
        two.sits([false, true]);
        assert_eq!((one.news().await, one.away()), (News::Presence, (vec![], None)));
        // Another page of the same player.
        let mut three = live.look("a");
        three.sits([false, true]);
        drop(two);
        tokio::time::sleep(Duration::from_millis(25)).await;
        assert_eq!(one.away(), (vec![], None));
    }
}
