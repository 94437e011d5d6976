//! The progress of a run, on a terminal.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use quadrille::solving::Progress;

use crate::failure::say;
use crate::process::progress_bar;

/// Does some work while a bar shows its progress, if stderr is a terminal.
pub(super) fn watched<T>(progress: &Progress, work: impl FnOnce() -> T) -> T {
    let bar = progress_bar("{bar:24} {percent:>3} %  {msg}, {per_sec} positions, {eta} left");
    let done = AtomicBool::new(false);
    let watch = || {
        let mut shown = None;
        while !done.load(Relaxed) {
            std::thread::park_timeout(Duration::from_millis(100));
            for note in progress.take_notes() {
                bar.suspend(|| say(&note));
            }
            let (stage, count) = progress.now();
            if stage.tiers == 0 {
                continue;
            }
            if shown.replace((stage.tier, stage.work)) != Some((stage.tier, stage.work)) {
                // The speed is that of this stage.
                bar.reset();
                bar.set_length(stage.total);
                let (tier, tiers, name, work) = (stage.tier, stage.tiers, stage.name, stage.work);
                bar.set_message(format!("tier {tier} of {tiers}: {name}, {work}"));
            }
            bar.set_position(count.min(stage.total));
        }
    };
    std::thread::scope(|scope| {
        let watcher = scope.spawn(watch);
        let result = work();
        done.store(true, Relaxed);
        watcher.thread().unpark();
        let _ = watcher.join();
        bar.finish_and_clear();
        result
    })
}
