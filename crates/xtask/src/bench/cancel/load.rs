//! Others that use the machine, as a build does: twice as many threads that compute as there are
//! processors, and one that writes to the disk and waits for it.
//!
//! **Invariant:** they end with their value.

use std::fs::File;
use std::hint::black_box;
use std::io::{Seek as _, Write as _};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use anyhow::Result;

/// In words.
pub(super) const WHAT: &str = "two that compute for each processor, one that writes";

/// Bytes that are written before the disk is waited for.
const WRITTEN: usize = 32 << 20;

/// Those who are under way.
pub(super) struct Load {
    over: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl Load {
    pub(super) fn begin(folder: &Path) -> Result<Load> {
        let over = Arc::new(AtomicBool::new(false));
        let n = 2 * std::thread::available_parallelism()?.get();
        let mut threads = Vec::new();
        for _ in 0..n {
            let over = Arc::clone(&over);
            threads.push(std::thread::spawn(move || {
                let mut n = 0_u64;
                while !over.load(Ordering::Relaxed) {
                    n = black_box(n.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1));
                }
            }));
        }
        let (its, mut file) = (Arc::clone(&over), File::create(folder.join("written"))?);
        threads.push(std::thread::spawn(move || {
            let bytes = vec![7; WRITTEN];
            // A disk that is full or gone is no load any more; the figures of the row say so.
            while !its.load(Ordering::Relaxed)
                && file.rewind().and_then(|()| file.write_all(&bytes)).is_ok()
                && file.sync_all().is_ok()
            {}
        }));
        Ok(Load { over, threads })
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        for it in self.threads.drain(..) {
            // One that panicked is over as well.
            let _over = it.join();
        }
    }
}
