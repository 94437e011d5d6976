//! The solved tables of each game: opened when a search first asks, and kept for all that follow.

use std::any::Any;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use game::{Game, Oracle};
use games::GameSpec;

type Tables<G> = Option<Arc<dyn Oracle<G>>>;

/// By game, which tells the type: `Tables<G>`. Small tables that are solved when they are needed are solved once in a process.
static ALL: LazyLock<Mutex<HashMap<GameSpec, Box<dyn Any + Send>>>> = LazyLock::new(Mutex::default);

/// The tables of a game; `None` for boards that are too large.
pub(crate) fn of<G: Game + 'static>(spec: GameSpec) -> Tables<G> {
    let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
    let tables = all
        .entry(spec)
        .or_insert_with(|| Box::new(solve::oracle::<G>(spec, solve::home().as_deref()) as Tables<G>));
    tables.downcast_ref::<Tables<G>>().cloned().flatten()
}
