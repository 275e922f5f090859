//! A batch of thousands over three workers and a cluster of three servers, one of which is killed:
//! every paper has exactly one result.
//!
//! **Invariant:** what is counted is what the workspace has and what workers said, not what was sent.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::fleet::{self, Fleet};
use crate::say;

/// What is sent.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many papers
    #[arg(long, default_value_t = 5_000)]
    papers: u64,
    /// The program of `cargo build`, which is built faster and works more slowly
    #[arg(long)]
    unoptimized: bool,
    /// A program that is there, instead of one that is built
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
}

/// More than a paper takes.
const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) fn run(args: &Args) -> Result<()> {
    let proviso = match &args.program {
        Some(it) => it.canonicalize()?,
        None => fleet::built(args.unoptimized)?,
    };
    let mut fleet = Fleet::start(&proviso, 3)?;
    let papers = fleet.path().join("papers");
    fleet::papers(args.papers, &papers)?;
    let n = std::fs::read_dir(&papers)?.count();
    for name in ["w1", "w2", "w3"] {
        fleet.hire(name)?;
    }
    let began = Instant::now();
    let mut batch = fleet.send(&papers, "workspace")?;
    let enough = n / 3;
    let patience = PATIENCE * u32::try_from(n)?;
    fleet.until("a third of the papers", patience, || {
        Ok(fleet.finished()?.len() >= enough || batch.try_wait()?.is_some())
    })?;
    if batch.try_wait()?.is_some() {
        bail!("the batch ended before a server was killed: {:?}", fleet.answers("workspace"));
    }
    fleet.kill_server(0)?;
    let killed_at = fleet.finished()?.len();
    fleet.until("the end of the batch", patience, || Ok(batch.try_wait()?.is_some()))?;
    let took = began.elapsed();

    let mut results: BTreeMap<String, usize> = BTreeMap::new();
    let mut verdicts: BTreeMap<String, usize> = BTreeMap::new();
    for row in fleet.answers("workspace")? {
        let name = row["reference_docs"][0].as_str().unwrap_or_default();
        let name = name.rsplit('/').next().unwrap_or(name).to_owned();
        *results.entry(name).or_default() += 1;
        *verdicts.entry(row["verdict"].as_str().unwrap_or("?").to_owned()).or_default() += 1;
    }
    let mut how: BTreeMap<String, usize> = BTreeMap::new();
    let mut firsts: BTreeMap<String, usize> = BTreeMap::new();
    for (name, said) in fleet.finished()? {
        if said == "First" {
            *firsts.entry(name).or_default() += 1;
        }
        *how.entry(said).or_default() += 1;
    }
    let lost = n - results.len();
    let twice = [&results, &firsts].map(|it| it.values().filter(|&&it| it > 1).count());
    let minutes = took.as_secs_f64() / 60.0;
    say(format!("{n} papers, 3 workers, 3 servers, one killed after {killed_at} results"));
    say(format!("{lost} lost, {} twice", twice.iter().sum::<usize>()));
    say(format!("{minutes:.1} minutes, {:.0} a minute", n as f64 / minutes));
    say(format!("verdicts: {verdicts:?}; workers said: {how:?}"));
    if lost > 0 || twice != [0, 0] {
        bail!("not every paper has exactly one result");
    }
    Ok(())
}
