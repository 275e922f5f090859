//! The machine's clocks: the one on the wall, and the one that nobody sets.

use std::sync::LazyLock;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use proviso_core::ports::Clock;

/// The system's clocks.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

/// The moment that ticks are counted from: when somebody asked first.
static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);

impl Clock for SystemClock {
    fn now_ms(&self) -> i64 {
        // A clock set before 1970 counts as 1970: times are for people here, nothing is decided by
        // them.
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    }
    fn ticks_ms(&self) -> i64 {
        i64::try_from(BEGAN.elapsed().as_millis()).unwrap_or(i64::MAX)
    }
}
