//! Writes the TypeScript of the wire where the user interface has it, and which files the package opens.
//!
//! **Invariant:** both are committed and made from the program alone; `--check` fails where they say
//! something else than it does, and so do the api's own tests.

use std::fs;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// Where it is, below the root.
const FILE: &str = "ui/src/lib/backend/bindings.ts";
/// Where the system is told what to open with Proviso, and what stands around that.
const PACKAGE: (&str, &str, &str) =
    ("src-tauri/tauri.conf.json", "\"fileAssociations\": [\n", "    ],\n");

/// What to do.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write nothing; fail where the file is not what the types say
    #[arg(long)]
    check: bool,
}

/// Makes the bindings and the package's associations, and writes or compares them.
pub(crate) fn run(args: &Args) -> Result<()> {
    kept(args, FILE, printed(&[])?)?;
    let (file, before, after) = PACKAGE;
    let text = fs::read_to_string(crate::root().join(file)).context(file)?;
    let around = text.split_once(before).and_then(|(head, rest)| {
        let (_, tail) = rest.split_once(after)?;
        Some((head, tail))
    });
    let (head, tail) = around.with_context(|| format!("{file}: there are no associations"))?;
    let opened = printed(&["associations"])?;
    kept(args, file, format!("{head}{before}{opened}{after}{tail}"))
}

/// What the types say.
fn printed(of: &[&str]) -> Result<String> {
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--package", "proviso-api", "--features", "typescript"])
        .args(["--example", "typescript", "--"])
        .args(of)
        .current_dir(crate::root())
        .stderr(Stdio::inherit())
        .output()
        .context("cannot run cargo")?;
    if !output.status.success() {
        bail!("the bindings could not be made");
    }
    String::from_utf8(output.stdout).context("the bindings are no text")
}

/// Writes a file, or says that it is not what the types say.
fn kept(args: &Args, file: &str, text: String) -> Result<()> {
    let path = crate::root().join(file);
    if fs::read(&path).unwrap_or_default() == text.as_bytes() {
        crate::say(format_args!("{file} is as the types say"));
        return Ok(());
    }
    if args.check {
        bail!("`{file}` is not what the types say: run `cargo xtask codegen` and commit it");
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    fs::write(&path, text).with_context(|| path.display().to_string())?;
    crate::say(format_args!("wrote {file}"));
    Ok(())
}
