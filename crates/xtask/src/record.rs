//! Asks the real compiler for every answer that tests need, and keeps the answers.
//!
//! **Invariant:** an answer is kept only for exactly the text, the imported texts and the compiler's
//! version that it was given for; answers that no test asks for any more are gone afterwards.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};

/// Removes the recordings and runs the tests against the compiler, which writes them anew.
pub(crate) fn run() -> Result<()> {
    let root = crate::root();
    if compiler().is_none() {
        bail!("no `idris2` here: recordings are made where it is (`PROVISO_IDRIS2` names it)");
    }
    let recordings = root.join("crates/proviso-kit/recordings");
    if recordings.exists() {
        fs::remove_dir_all(&recordings).with_context(|| recordings.display().to_string())?;
    }
    let status = Command::new(env!("CARGO"))
        // One that fails must not keep the recordings of those behind it from being made.
        .args(["test", "--workspace", "--all-features", "--no-fail-fast"])
        .env("PROVISO_RECORD", "1")
        .current_dir(&root)
        .status()
        .context("cannot run cargo")?;
    if !status.success() {
        bail!("the tests failed; the recordings are those of the tests that ran");
    }
    crate::say("recorded");
    Ok(())
}

/// The compiler that this machine has.
pub(crate) fn compiler() -> Option<PathBuf> {
    let program = std::env::var_os("PROVISO_IDRIS2").unwrap_or_else(|| "idris2".into());
    let version = Command::new(&program).arg("--version").output().ok()?;
    version.status.success().then(|| program.into())
}
