//! The licenses of everything that is linked into the programs and the page, for the package to bring
//! along: what each is called, and its text.
//!
//! **Invariant:** nothing is listed whose license `deny.toml` does not take, and nothing without a
//! text. What crates are linked says cargo, for the system this runs on, and for browsers of the witness;
//! of the page it is what its lock file installs for more than development, Svelte's runtime and what
//! packages ask for beside them.
//!
//! `cargo about` would need to be fetched and built for each package, and knows nothing of the page.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, PackageId};
use serde_json::Value;

use crate::say;

/// The programs that are given away.
const PROGRAMS: [&str; 2] = ["proviso-desktop", "proviso-cli"];
/// What checks bundles in a browser, which they embed where it was built; it has a lock file of its own.
const WITNESS: (&str, &str) = ("crates/proviso-kit/witness", "proviso-witness");
/// What it is built for.
const BROWSER: &str = "wasm32-unknown-unknown";
/// How files are called that hold a license.
const TEXTS: [&str; 6] = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];
/// Of no other license's text.
const MIT: &str = "Permission is hereby granted, free of charge, to any person obtaining a copy";

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Where they are written
    #[arg(long, default_value = "src-tauri/licenses.txt")]
    to: PathBuf,
}

/// Writes them.
pub(crate) fn run(args: &Args) -> Result<()> {
    let all = [linked()?, of_the_page()?].concat();
    let to = crate::root().join(&args.to);
    fs::write(&to, listed(&all)?).with_context(|| format!("cannot write {}", to.display()))?;
    say(format!("licenses of {} packages in {}", all.len(), to.display()));
    Ok(())
}

/// A package that is linked.
#[derive(Debug, Clone)]
struct Package {
    /// With its version.
    name: String,
    /// By the letters of SPDX, as its author wrote it.
    license: String,
    authors: Vec<String>,
    /// What lies in its folder.
    texts: Vec<String>,
}

/// The crates that are linked, as they lie on this machine.
fn linked() -> Result<Vec<Package>> {
    let root = crate::root();
    let mut all = crates(&root, &platform()?, &PROGRAMS)?;
    let (folder, name) = (root.join(WITNESS.0), WITNESS.1);
    if folder.join("dist/witness.wasm.gz").exists() {
        let names: BTreeSet<String> = all.iter().map(|it| it.name.clone()).collect();
        let embedded = crates(&folder, BROWSER, &[name])?;
        all.extend(embedded.into_iter().filter(|it| !names.contains(&it.name)));
    }
    all.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(all)
}

/// What programs of a workspace are made of on a system.
fn crates(workspace: &Path, platform: &str, programs: &[&str]) -> Result<Vec<Package>> {
    let metadata = MetadataCommand::new()
        .manifest_path(workspace.join("Cargo.toml"))
        .other_options(["--locked", "--filter-platform", platform].map(str::to_owned))
        .exec()
        .context("cannot ask cargo for what is linked")?;
    let ids = reached(&metadata, programs)?;
    let mut all = Vec::new();
    for it in metadata.packages.iter().filter(|it| ids.contains(&it.id) && it.source.is_some()) {
        let folder = it.manifest_path.parent().context("a manifest lies in a folder")?;
        let license = it.license.clone().unwrap_or_default();
        all.push(Package {
            name: format!("{} {}", it.name, it.version),
            license,
            authors: it.authors.clone(),
            texts: texts(folder.as_std_path())?,
        });
    }
    Ok(all)
}

/// The system that cargo builds for here.
fn platform() -> Result<String> {
    let said = std::process::Command::new("rustc").arg("-vV").output()?.stdout;
    let said = String::from_utf8_lossy(&said).into_owned();
    let host = said.lines().find_map(|it| it.strip_prefix("host: "));
    Ok(host.context("`rustc -vV` names no host")?.to_owned())
}

/// What the programs are made of, apart from what only builds or tests them.
fn reached(metadata: &Metadata, programs: &[&str]) -> Result<BTreeSet<PackageId>> {
    let resolved = metadata.resolve.as_ref().context("cargo resolved nothing")?;
    let nodes: BTreeMap<_, _> = resolved.nodes.iter().map(|it| (&it.id, it)).collect();
    let given = metadata.packages.iter().filter(|it| programs.contains(&it.name.as_str()));
    let mut next: Vec<PackageId> = given.map(|it| it.id.clone()).collect();
    let mut all: BTreeSet<PackageId> = next.iter().cloned().collect();
    while let Some(node) = next.pop().and_then(|it| nodes.get(&it).copied()) {
        for it in &node.deps {
            let is_linked = it.dep_kinds.iter().any(|it| it.kind == DependencyKind::Normal);
            if is_linked && all.insert(it.pkg.clone()) {
                next.push(it.pkg.clone());
            }
        }
    }
    Ok(all)
}

/// What the page is made of.
fn of_the_page() -> Result<Vec<Package>> {
    let ui = crate::root().join("ui");
    let lock: Value = serde_json::from_str(&fs::read_to_string(ui.join("package-lock.json"))?)?;
    let installed = lock["packages"].as_object().context("`package-lock.json` names none")?;
    let mut all = Vec::new();
    for (place, it) in installed {
        // What only other systems have is not installed, nor part of a page.
        if place.is_empty() || it["dev"] == true || it["optional"] == true {
            continue;
        }
        let folder = ui.join(place);
        let about = folder.join("package.json");
        let about = fs::read_to_string(&about)
            .with_context(|| format!("no {}: `npm ci` in `ui`", about.display()))?;
        let about: Value = serde_json::from_str(&about)?;
        let text = |key: &str| about[key].as_str().unwrap_or_default().to_owned();
        let texts = texts(&folder)?;
        // Some bring the text and do not name it.
        let is_mit = texts.iter().any(|it| it.contains(MIT));
        let named = about["license"].as_str().or(is_mit.then_some("MIT"));
        let author = about["author"].as_str().or_else(|| about["author"]["name"].as_str());
        all.push(Package {
            name: format!("{} {} (page)", text("name"), text("version")),
            license: named.unwrap_or_default().to_owned(),
            authors: author.map(str::to_owned).into_iter().collect(),
            texts,
        });
    }
    Ok(all)
}

/// Files of a folder that hold licenses, also those in a folder for them.
fn texts(folder: &Path) -> Result<Vec<String>> {
    let mut all = Vec::new();
    let entries = fs::read_dir(folder).with_context(|| format!("no {}", folder.display()))?;
    for entry in entries {
        let entry = entry?;
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if !TEXTS.iter().any(|it| name.to_uppercase().starts_with(it)) {
            continue;
        }
        let files = match path.is_dir() {
            true => fs::read_dir(&path)?.map(|it| Ok(it?.path())).collect::<Result<Vec<_>>>()?,
            false => vec![path],
        };
        for file in files.into_iter().filter(|it| it.is_file()) {
            let text = String::from_utf8_lossy(&fs::read(&file)?).into_owned();
            all.push((file, text));
        }
    }
    // A folder has no order of its own.
    all.sort();
    Ok(all.into_iter().map(|it| it.1).collect())
}

/// All of them as one text; equal texts stand there once.
fn listed(all: &[Package]) -> Result<String> {
    let taken = taken()?;
    let mut out =
        "What is linked into Proviso, and under which licenses; their texts follow.\n\n".to_owned();
    let mut texts: Vec<(String, Vec<&str>)> = Vec::new();
    for it in all {
        if !fits(&it.license, &taken) {
            bail!("{}: `{}` is no license that deny.toml takes", it.name, it.license);
        }
        // Writing into a text does not fail.
        let _ = writeln!(out, "{}: {}", it.name, it.license);
        let own = if it.texts.is_empty() { vec![lent(it, all)?] } else { it.texts.clone() };
        for text in own {
            match texts.iter_mut().find(|known| known.0 == text) {
                Some(known) => known.1.push(&it.name),
                None => texts.push((text, vec![&it.name])),
            }
        }
    }
    for (text, of) in texts {
        let _ = write!(out, "\n{}\n{}\n\n{}\n", "=".repeat(80), of.join(", "), text.trim_end());
    }
    Ok(out)
}

/// The text of a license for a package that names it and brings none: that of another one which has
/// no other license, with who wrote this one.
fn lent(it: &Package, all: &[Package]) -> Result<String> {
    let of = |other: &&Package| other.license == it.license && other.texts.len() == 1;
    let text = all.iter().find(of).and_then(|it| it.texts.first());
    let text = text.with_context(|| format!("{}: no text of `{}`", it.name, it.license))?;
    let who = if it.authors.is_empty() { "its authors".to_owned() } else { it.authors.join(", ") };
    let head = format!("{} by {who} names its license and brings no text; it says:", it.name);
    Ok(format!("{head}\n\n{text}"))
}

/// The licenses that fit.
fn taken() -> Result<BTreeSet<String>> {
    let rules: toml::Value = toml::from_str(&fs::read_to_string(crate::root().join("deny.toml"))?)?;
    let list = rules["licenses"]["allow"].as_array().context("deny.toml takes no license")?;
    Ok(list.iter().filter_map(|it| it.as_str().map(str::to_owned)).collect())
}

/// Whether an expression can be kept with what is taken: all of what `AND` joins, one of what `OR` or,
/// as it once was written, a stroke does.
fn fits(expression: &str, taken: &BTreeSet<String>) -> bool {
    let parted = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = parted.split_whitespace().collect();
    let mut rest = words.as_slice();
    either(&mut rest, taken) == Some(true) && rest.is_empty()
}

/// Nothing where it is no expression; so are the others.
fn either(rest: &mut &[&str], taken: &BTreeSet<String>) -> Option<bool> {
    let mut fits = both(rest, taken)?;
    while let ["OR", after @ ..] = *rest {
        *rest = after;
        fits |= both(rest, taken)?;
    }
    Some(fits)
}

fn both(rest: &mut &[&str], taken: &BTreeSet<String>) -> Option<bool> {
    let mut fits = one(rest, taken)?;
    while let ["AND", after @ ..] = *rest {
        *rest = after;
        fits &= one(rest, taken)?;
    }
    Some(fits)
}

fn one(rest: &mut &[&str], taken: &BTreeSet<String>) -> Option<bool> {
    match *rest {
        ["(", after @ ..] => {
            *rest = after;
            let fits = either(rest, taken)?;
            let [")", after @ ..] = *rest else { return None };
            *rest = after;
            Some(fits)
        }
        [name, "WITH", exception, after @ ..] => {
            *rest = after;
            Some(taken.contains(&format!("{name} WITH {exception}")))
        }
        [name, after @ ..] => {
            *rest = after;
            Some(taken.contains(*name))
        }
        [] => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_is_linked_has_a_license_that_is_taken_and_its_text() {
        let all = linked().unwrap();
        assert!(all.iter().any(|it| it.name.starts_with("serde ")), "cargo was understood");
        let listed = listed(&all).unwrap();
        for it in &all {
            assert!(listed.matches(&it.name).count() > 1, "{}: its text is not there", it.name);
        }
    }

    #[test]
    fn an_expression_fits_where_it_can_be_kept() {
        let taken = ["MIT", "Zlib", "Apache-2.0 WITH LLVM-exception"].map(str::to_owned).into();
        let fit = |it: &str| fits(it, &taken);
        for it in [
            "MIT",
            "GPL-3.0 OR MIT",
            "GPL-3.0/MIT",
            "(GPL-3.0 OR MIT) AND Zlib",
            "MIT AND Zlib",
            "Apache-2.0 WITH LLVM-exception OR GPL-3.0",
        ] {
            assert!(fit(it), "{it}");
        }
        for it in ["", "GPL-3.0", "MIT AND GPL-3.0", "MIT OR", "(MIT", "Zlib MIT", "Apache-2.0"] {
            assert!(!fit(it), "{it}");
        }
    }

    #[test]
    fn what_brings_no_text_gets_that_of_its_license_with_its_authors() {
        let package = |name: &str, texts: &[&str]| Package {
            name: name.to_owned(),
            license: "MIT".to_owned(),
            authors: vec!["Kim".to_owned()],
            texts: texts.iter().map(|it| (*it).to_owned()).collect(),
        };
        let all = [package("a 1", &[]), package("b 1", &["Permission is granted"])];
        let listed = listed(&all).unwrap();
        assert!(
            listed.contains("a 1 by Kim names its license and brings no text; it says:\n\nPerm")
        );
        assert!(super::listed(&all[..1]).is_err(), "nobody has the text");
    }
}
