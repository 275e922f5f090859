//! What a queue costs: the same papers converted here, over one worker and over two; and whether a
//! worker's memory grows.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::fleet::{self, Fleet};
use crate::say;

/// More than all of it takes.
const PATIENCE: Duration = Duration::from_secs(6 * 60 * 60);

/// Rows by turns: local and over the queue, with one processor's work and with two.
pub(super) fn run(proviso: &Path, n_papers: u64, rounds: usize) -> Result<()> {
    for n in [1, 2] {
        let (mut here, mut there) = (Vec::new(), Vec::new());
        let mut stored = 0;
        for round in 0..rounds.max(1) {
            let mut fleet = Fleet::start(proviso, 1)?;
            let papers = fleet.path().join("papers");
            fleet::papers(n_papers, &papers)?;
            let count = std::fs::read_dir(&papers)?.count();
            for worker in 0..n {
                fleet.hire(&format!("w{worker}"))?;
            }
            let began = Instant::now();
            ended(fleet.send(&papers, "queued")?)?;
            there.push(began.elapsed());
            let began = Instant::now();
            ended(fleet.local(&papers, "here", n)?)?;
            here.push(began.elapsed());
            if fleet.answers("queued")?.len() != count || fleet.answers("here")?.len() != count {
                bail!("round {round}: not every paper has an answer");
            }
            stored = fleet.stored_kib()?;
        }
        let (here, there) = (middle(here), middle(there));
        let each = |it: Duration| it.as_secs_f64() * 1e3 / n_papers as f64;
        say(format!(
            "{n_papers} papers over {n} of the queue's workers, against `batch --jobs {n}` | \
             {:.1} s | {:.1} s | {:.2}, {:+.1} ms each; the store has {} KiB each",
            there.as_secs_f64(),
            here.as_secs_f64(),
            there.as_secs_f64() / here.as_secs_f64(),
            each(there) - each(here),
            stored / n_papers
        ));
    }
    Ok(())
}

/// The memory of a worker at a tenth of so many short papers, half of them, and all; beside it that of one whose
/// heaps the C library keeps as it likes.
pub(super) fn memory(proviso: &Path, n_papers: u64) -> Result<()> {
    // It begins anew under bounds, but for one that is told that it did.
    let free = [("PROVISO_BEGUN", "1")];
    let kinds: [(&str, &[(&str, &str)]); 2] =
        [("as it starts", &[]), ("without bounds for its heaps", &free)];
    let mut all = Vec::new();
    for (what, variables) in kinds {
        let mut fleet = Fleet::start(proviso, 1)?;
        let papers = fleet.path().join("papers");
        fleet::short_papers(n_papers, &papers)?;
        fleet.hire_with("w0", variables)?;
        let batch = fleet.send(&papers, "queued")?;
        all.push((what, fleet, batch, Vec::new()));
    }
    let n = usize::try_from(n_papers)?;
    for part in [n / 10, n / 2, n] {
        for (_, fleet, _, said) in &mut all {
            fleet.until("results", PATIENCE, || Ok(fleet.finished()?.len() >= part))?;
            let [now, peak] = fleet.memory()?;
            said.push(format!("after {part}: {} MiB, at most {} MiB", now / 1024, peak / 1024));
        }
    }
    for (what, _fleet, mut batch, said) in all {
        batch.wait()?;
        say(format!(
            "memory of a worker over {n} short papers, {what} | {} | – | –",
            said.join("; ")
        ));
    }
    Ok(())
}

fn middle(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn ended(mut batch: std::process::Child) -> Result<()> {
    let status = batch.wait()?;
    // Papers with findings are no failure of the batch.
    if status.code().is_none() {
        bail!("the batch was killed");
    }
    Ok(())
}
