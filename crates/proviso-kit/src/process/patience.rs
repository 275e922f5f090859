//! How long a program is waited for by the clock.
//!
//! What is limited is processor time, and the system itself ends who has used it up. The clock is for
//! who waits instead of working, and would be the limit of everybody on a machine that many use: there a
//! minute of a processor may take an hour. So who is slow is told from who waits by what it has worked.
//!
//! **Invariant:** a program that does not work is given up after [`PATIENCE`] times its processor time,
//! one that works after [`WIDE`] times. Where work cannot be looked at, both are the former.

use std::pin::pin;
use std::time::Duration;

/// How many times its processor time a program may take by the clock.
pub(crate) const PATIENCE: u32 = 4;
/// The same of one that works all the while, and has but a small part of a processor.
pub(crate) const WIDE: u32 = 30;
/// Who works has this part of a processor at least. Less is the work of one that looks now and then
/// whether it may go on.
const SHARE: u32 = 100;

/// Waits for what a group of processes does, whose processor time is limited to `timeout` each; after
/// how long by the clock it was given up.
pub(crate) async fn patiently<T>(
    group: u32,
    timeout: Duration,
    done: impl Future<Output = T>,
) -> Result<T, Duration> {
    by_work(timeout, || worked(group, timeout), done).await
}

/// The same, by somebody who tells how much was worked so far, as far as that is known.
async fn by_work<T, W: Future<Output = Option<Duration>>>(
    timeout: Duration,
    worked: impl Fn() -> W,
    done: impl Future<Output = T>,
) -> Result<T, Duration> {
    let mut done = pin!(done);
    let times = if cfg!(unix) { PATIENCE } else { 1 };
    let mut waited = timeout.saturating_mul(times - 1);
    if let Ok(it) = tokio::time::timeout(waited, done.as_mut()).await {
        return Ok(it);
    }
    let mut before = worked().await;
    loop {
        if let Ok(it) = tokio::time::timeout(timeout, done.as_mut()).await {
            return Ok(it);
        }
        waited = waited.saturating_add(timeout);
        let now = worked().await;
        let share = before.zip(now).map(|(before, now)| now.saturating_sub(before) * SHARE);
        if share.is_none_or(|it| it < timeout) || waited >= timeout.saturating_mul(WIDE) {
            return Err(waited);
        }
        before = now;
    }
}

/// The processor time of a group, where it can be looked at and limits are no shorter than what the
/// system counts it in.
async fn worked(group: u32, timeout: Duration) -> Option<Duration> {
    if timeout < Duration::from_secs(1) {
        return None;
    }
    // A busy machine has thousands of processes.
    tokio::task::spawn_blocking(move || looked_at(group)).await.ok().flatten()
}

#[cfg(target_os = "linux")]
fn looked_at(group: u32) -> Option<Duration> {
    /// What `/proc` counts in is the same on every machine that Rust is there for.
    const TICKS_PER_SECOND: f64 = 100.0;
    let mut ticks = 0_u64;
    for entry in std::fs::read_dir("/proc").ok()?.flatten() {
        // Processes come and go while they are looked at.
        let Ok(said) = std::fs::read_to_string(entry.path().join("stat")) else { continue };
        // A name may have blanks and brackets of its own.
        let Some((_, said)) = said.rsplit_once(')') else { continue };
        let words: Vec<u64> = said.split_whitespace().map(|it| it.parse().unwrap_or(0)).collect();
        // State, parent, group; its own time in the program and the system, and that of who has ended.
        if words.get(2) == Some(&u64::from(group)) {
            ticks += words.get(11..15).into_iter().flatten().sum::<u64>();
        }
    }
    Some(Duration::from_secs_f64(ticks as f64 / TICKS_PER_SECOND))
}

#[cfg(not(target_os = "linux"))]
fn looked_at(_group: u32) -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// What is waited for is counted in it, so a busy machine changes nothing.
    const LIMIT: Duration = Duration::from_millis(4);

    /// After how many limits is given up who works so much in each and never comes to an end; `None` where
    /// that is not to be known.
    async fn given_up(each: Option<Duration>) -> u128 {
        let looks = Cell::new(0);
        let worked = || {
            looks.set(looks.get() + 1);
            std::future::ready(each.map(|it| it * looks.get()))
        };
        let after = by_work(LIMIT, worked, std::future::pending::<()>()).await.unwrap_err();
        after.as_nanos() / LIMIT.as_nanos()
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn who_works_is_waited_for_longer_than_who_waits() {
        assert_eq!(given_up(Some(Duration::ZERO)).await, 4, "it waits for something");
        assert_eq!(given_up(Some(LIMIT / 200)).await, 4, "it looks whether it may go on");
        assert_eq!(given_up(None).await, 4, "nobody knows");
        assert_eq!(given_up(Some(LIMIT / 50)).await, 30, "it works, and has a bound as well");
        assert_eq!(given_up(Some(LIMIT)).await, 30);
    }

    #[tokio::test]
    async fn who_comes_to_an_end_on_a_busy_machine_is_heard() {
        let looks = Cell::new(0);
        let worked = || {
            looks.set(looks.get() + 1);
            std::future::ready(Some(LIMIT / 20 * looks.get()))
        };
        let done = async {
            tokio::time::sleep(20 * LIMIT).await;
            "done"
        };
        let said = by_work(LIMIT, worked, done).await;
        assert_eq!(said, if cfg!(unix) { Ok("done") } else { Err(LIMIT) });
    }
}
