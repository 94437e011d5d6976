//! A view that many clients look at: it is made for all of them at once, and not more often than people can see.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Mutex;

use crate::problem::Problem;
use crate::thinking::run;

/// Making a view may take this part of the time; the next one waits accordingly.
const SHARE: u32 = 10;

/// A view of something that changes.
pub(crate) struct Shared<T> {
    pace: Duration,
    last: Mutex<Option<Made<T>>>,
}

struct Made<T> {
    view: Arc<T>,
    /// When the next one may be made.
    until: Instant,
}

impl<T: PartialEq + Send + Sync + 'static> Shared<T> {
    /// A view that is made at most once within this time.
    pub(crate) fn new(pace: Duration) -> Shared<T> {
        Shared { pace, last: Mutex::new(None) }
    }

    /// How long to wait before it can be another one.
    pub(crate) fn pace(&self) -> Duration {
        self.pace
    }

    /// The present view. As long as nothing changes it is the same object. Others wait while one client makes it, outside of the threads
    /// that serve the network.
    pub(crate) async fn present(
        &self,
        make: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<Arc<T>, Problem> {
        let mut last = self.last.lock().await;
        if let Some(made) = last.as_ref().filter(|made| Instant::now() < made.until) {
            return Ok(Arc::clone(&made.view));
        }
        let begun = Instant::now();
        let newer = run(make).await??;
        let view = match last.take() {
            Some(made) if *made.view == newer => made.view,
            _ => Arc::new(newer),
        };
        let until = Instant::now() + self.pace.max(SHARE * begun.elapsed());
        *last = Some(Made { view: Arc::clone(&view), until });
        Ok(view)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use super::*;

    #[tokio::test]
    async fn one_view_serves_all_for_a_while() {
        let made = Arc::new(AtomicUsize::new(0));
        let shared = Arc::new(Shared::new(Duration::from_millis(20)));
        let look = async || {
            let counter = Arc::clone(&made);
            shared.present(move || Ok(counter.fetch_add(1, Relaxed) / 2)).await.expect("a view")
        };
        // The view after it has been made so often.
        let after = async |count: usize| loop {
            let view = look().await;
            if made.load(Relaxed) >= count {
                return view;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        };
        let (one, two) = tokio::join!(look(), look());
        assert!(Arc::ptr_eq(&one, &two));
        assert_eq!(made.load(Relaxed), 1);
        assert!(Arc::ptr_eq(&one, &after(2).await), "it was made again, and is the same");
        assert_eq!(*after(3).await, 1);
    }
}
