//! The progress of a run, on a terminal.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use quadrille::solving::Progress;

use crate::failure::say;
use crate::process::progress_bar;

/// Does some work while a bar shows its progress, if stderr is a terminal.
pub(super) fn watched<T>(progress: &Progress, work: impl FnOnce() -> T) -> T {
    let bar = progress_bar("{bar:24} {percent:>3} %  {msg}");
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            let mut watch = Watch::default();
            while !done.load(Relaxed) {
                std::thread::park_timeout(Duration::from_millis(100));
                watch.show(&bar, progress);
            }
        });
        let result = work();
        done.store(true, Relaxed);
        watcher.thread().unpark();
        let _ = watcher.join();
        bar.finish_and_clear();
        result
    })
}

/// What the bar showed last, to compute the speed.
#[derive(Default)]
struct Watch {
    stage: Option<(usize, &'static str, Instant)>,
}

impl Watch {
    fn show(&mut self, bar: &ProgressBar, progress: &Progress) {
        for note in progress.take_notes() {
            bar.suspend(|| say(&note));
        }
        let (stage, done) = progress.now();
        if stage.tiers == 0 {
            return;
        }
        let since = match self.stage {
            Some((tier, work, since)) if (tier, work) == (stage.tier, stage.work) => since,
            _ => self.stage.insert((stage.tier, stage.work, Instant::now())).2,
        };
        let seconds = since.elapsed().as_secs_f64();
        let speed = if seconds > 0.0 { done as f64 / seconds } else { 0.0 };
        let left = if speed > 0.0 { stage.total.saturating_sub(done) as f64 / speed } else { 0.0 };
        bar.set_length(stage.total);
        bar.set_position(done.min(stage.total));
        bar.set_message(format!(
            "tier {} of {}: {}, {}, {:.1} M positions a second, {left:.0} s left",
            stage.tier,
            stage.tiers,
            stage.name,
            stage.work,
            speed / 1e6
        ));
    }
}
