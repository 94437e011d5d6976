//! The time. Everything that measures time uses this module, because WebAssembly in a browser has no clock of its own: there the
//! program that hosts the engine gives it one.

#[cfg(not(target_family = "wasm"))]
pub use native::{Instant, unix_millis};
#[cfg(target_family = "wasm")]
pub use wasm::{Instant, set_clock, unix_millis};

#[cfg(not(target_family = "wasm"))]
mod native {
    pub use std::time::Instant;
    use std::time::{SystemTime, UNIX_EPOCH};

    /// The present time in milliseconds since 1970.
    pub fn unix_millis() -> i64 {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as i64)
    }
}

#[cfg(target_family = "wasm")]
mod wasm {
    use std::ops::Sub;
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> f64> = OnceLock::new();

    /// Sets the clock, once and for all: a function that tells the milliseconds since 1970 and never goes back. Without one, time stands
    /// still.
    pub fn set_clock(clock: fn() -> f64) {
        CLOCK.get_or_init(|| clock);
    }

    fn millis() -> f64 {
        CLOCK.get().map_or(0.0, |clock| clock())
    }

    /// The present time in milliseconds since 1970.
    pub fn unix_millis() -> i64 {
        millis() as i64
    }

    /// A moment, like the type of this name in the standard library.
    #[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
    pub struct Instant(f64);

    impl Instant {
        /// This moment.
        pub fn now() -> Instant {
            Instant(millis())
        }

        /// The time since this moment.
        pub fn elapsed(self) -> Duration {
            Instant::now() - self
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Instant) -> Duration {
            Duration::from_secs_f64((self.0 - earlier.0).max(0.0) / 1000.0)
        }
    }
}
