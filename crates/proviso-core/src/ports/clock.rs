//! Time: for people, and to measure by.
//!
//! **Invariant:** nothing in the core asks the system; what is measured goes by ticks, which nobody sets.

/// What time it is, and how much of it has gone by.
pub trait Clock: Send + Sync {
    /// Milliseconds since 1970-01-01 UTC, by a clock that people set, forwards and back.
    fn now_ms(&self) -> i64;
    /// Milliseconds since a moment that stays the same while the program runs. What is measured or
    /// waited for goes by these.
    fn ticks_ms(&self) -> i64;
}

/// When something began: for people, and to measure by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Began {
    /// Milliseconds since 1970-01-01 UTC, as the clock on the wall was then.
    pub at_ms: i64,
    ticks_ms: i64,
}

impl Began {
    /// Now.
    pub fn now(clock: &dyn Clock) -> Began {
        Began { at_ms: clock.now_ms(), ticks_ms: clock.ticks_ms() }
    }
    /// Milliseconds since then, whatever was done to the clock meanwhile.
    #[must_use]
    pub fn took_ms(self, clock: &dyn Clock) -> i64 {
        clock.ticks_ms().saturating_sub(self.ticks_ms).max(0)
    }
}
