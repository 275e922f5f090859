//! Writes the TypeScript of the wire where the user interface has it.
//!
//! **Invariant:** the file is committed and made from the types alone; `--check` fails where it
//! says something else than they do, and so does the api's own test.

use std::fs;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// Where it is, below the root.
const FILE: &str = "ui/src/lib/backend/bindings.ts";

/// What to do.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write nothing; fail where the file is not what the types say
    #[arg(long)]
    check: bool,
}

/// Makes the bindings, and writes or compares them.
pub(crate) fn run(args: &Args) -> Result<()> {
    let root = crate::root();
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--package", "proviso-api", "--features", "typescript"])
        .args(["--example", "typescript"])
        .current_dir(&root)
        .stderr(Stdio::inherit())
        .output()
        .context("cannot run cargo")?;
    if !output.status.success() {
        bail!("the bindings could not be made");
    }
    let path = root.join(FILE);
    let present = fs::read(&path).unwrap_or_default();
    if present == output.stdout {
        crate::say(format_args!("{FILE} is as the types say"));
        return Ok(());
    }
    if args.check {
        bail!("`{FILE}` is not what the types say: run `cargo xtask codegen` and commit it");
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    fs::write(&path, &output.stdout).with_context(|| path.display().to_string())?;
    crate::say(format_args!("wrote {FILE}"));
    Ok(())
}
