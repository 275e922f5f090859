//! Waiting between requests, as a port of its own so that tests wait for nothing.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;

/// How time passes between requests.
pub trait Pace: Send + Sync {
    /// Waits.
    fn wait(&self, time: Duration) -> BoxFuture<'static, ()>;
    /// A number from 0 to 1 that spreads retries of many clients.
    fn jitter(&self) -> f64;
}

/// Real waiting.
#[derive(Debug, Clone, Copy, Default)]
pub struct TokioPace;

impl Pace for TokioPace {
    fn wait(&self, time: Duration) -> BoxFuture<'static, ()> {
        tokio::time::sleep(time).boxed()
    }
    fn jitter(&self) -> f64 {
        // The hasher's seeds differ from process to process and from call to call.
        use std::hash::{BuildHasher, Hasher};
        let bits = std::collections::hash_map::RandomState::new().build_hasher().finish();
        (bits >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Keeps requests of one provider apart.
#[derive(Debug, Default)]
pub(super) struct Gate {
    next: Mutex<Option<Instant>>,
}

impl Gate {
    /// How long to wait before the next request may go, which is booked hereby.
    pub(super) fn book(&self, per_minute: u32, now: Instant) -> Duration {
        let apart = Duration::from_secs(60) / per_minute.max(1);
        let mut next = self.next.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let slot = next.map_or(now, |it| it.max(now));
        *next = Some(slot + apart);
        slot.duration_since(now)
    }
}

/// How long to wait before the `n`th retry (from 0): half fixed and half by chance, doubled each
/// time up to a limit.
pub(super) fn backoff(base: Duration, cap: Duration, n: u32, jitter: f64) -> Duration {
    let full = base.saturating_mul(1u32.checked_shl(n.min(16)).unwrap_or(u32::MAX)).min(cap);
    full / 2 + (full / 2).mul_f64(jitter.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_kept_apart_and_the_first_goes_at_once() {
        let gate = Gate::default();
        let now = Instant::now();
        let waits: Vec<u64> = (0..3).map(|_| gate.book(60, now).as_millis() as u64).collect();
        assert_eq!(waits, [0, 1000, 2000]);
        let later = now + Duration::from_secs(60);
        assert_eq!(gate.book(60, later), Duration::ZERO, "slots that went by are not made up for");
    }

    #[test]
    fn retries_wait_longer_each_time_up_to_a_limit() {
        let at = |n, jitter| {
            backoff(Duration::from_millis(500), Duration::from_secs(8), n, jitter).as_millis()
        };
        assert_eq!([at(0, 0.0), at(0, 1.0), at(1, 1.0), at(9, 1.0)], [250, 500, 1000, 8000]);
    }
}
