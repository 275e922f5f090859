//! The oldest Rust that builds: nothing that is built here asks for a newer one than `Cargo.toml` names.
//!
//! **Invariant:** it is named once, as `rust-version`: set-up installs by it, and clippy holds our own code
//! to it. Looked at is what this machine's system builds, whose crates alone are here.

use std::process::Command;

use anyhow::{Context as _, Result};
use cargo_metadata::{CargoOpt, MetadataCommand};

pub(super) fn findings() -> Result<Vec<String>> {
    let told = Command::new("rustc").args(["--print", "host-tuple"]).output();
    let told = told.context("cannot run rustc")?;
    let host = String::from_utf8(told.stdout).context("the name of this system")?;
    let options = ["--locked", "--filter-platform", host.trim()];
    let metadata = MetadataCommand::new()
        .manifest_path(crate::root().join("Cargo.toml"))
        .features(CargoOpt::AllFeatures)
        .other_options(options.map(str::to_owned))
        .exec()
        .context("cannot ask cargo for what is built")?;
    let ours = metadata.workspace_packages().into_iter().filter_map(|it| it.rust_version.as_ref());
    let ours = ours.min().context("`Cargo.toml` names no `rust-version`")?;
    let newer = metadata.packages.iter().filter_map(|it| {
        let needed = it.rust_version.as_ref().filter(|it| *it > ours)?;
        Some(format!(
            "{} {}: needs Rust {needed}, and `Cargo.toml` promises {ours}: raise `rust-version`, or \
             take an older version",
            it.name, it.version
        ))
    });
    Ok(newer.collect())
}
