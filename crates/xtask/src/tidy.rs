//! Layering, circles of modules, the oldest Rust, file heads and sizes, and Korean that is Korean.
//!
//! **Invariant:** a finding names the file and says what to do; no finding is a matter of taste.

mod circles;
mod korean;
mod rust;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use cargo_metadata::{DependencyKind, MetadataCommand, Package};

/// Who may depend on whom within the workspace.
const LAYERS: &[(&str, &[&str])] = &[
    ("proviso-syntax", &[]),
    // What judges proofs trusts nothing of ours but the reader.
    ("proviso-kernel", &["proviso-syntax"]),
    ("proviso-core", &["proviso-syntax"]),
    ("proviso-raster", &["proviso-core"]),
    ("proviso-kit", &["proviso-core", "proviso-kernel", "proviso-raster"]),
    ("proviso-api", &["proviso-core", "proviso-kit"]),
    // The hosts see the kit only to construct the app.
    ("proviso-cli", &["proviso-api", "proviso-kit"]),
    ("proviso-desktop", &["proviso-api", "proviso-kit"]),
    ("xtask", &[]),
];

/// Both hosts hand documents to servers of queues and ask language models, unless one is built to speak to
/// nobody: what one is built with must not come from the other
/// being built beside it.
const HOSTS: &[&str] = &["proviso-cli", "proviso-desktop"];
/// The feature with what speaks to others.
const SPEAKS: &str = "online";

/// What the core must not even be able to name: the world.
const DENIED_IN_CORE: &[&str] = &[
    "tokio",
    "async-std",
    "smol",
    "reqwest",
    "hyper",
    "rusqlite",
    "sqlx",
    "tauri",
    "clap",
    "tempfile",
    "process-wrap",
    "chrono",
    "jiff",
    "time",
    "rand",
    "getrandom",
    "leptess",
    "hayro",
    "pdf-extract",
    "image",
];

/// Crates that are pure, and what of the standard library they must not name outside of their tests. Not
/// by clippy, whose list holds for tests and examples too.
const PURE: &[&str] = &["proviso-core", "proviso-kernel", "proviso-syntax"];
const DENIED_IN_PURE: &[&str] = &[
    "std::env",
    "std::fs",
    "std::net",
    "std::os",
    "std::process",
    "std::thread",
    "SystemTime",
    "time::Instant",
    "Instant::now",
];

/// Lines of a file before its tests.
const MAX_LINES: usize = 600;

/// Runs all checks; all findings are listed before the task fails.
pub(crate) fn run() -> Result<()> {
    let findings = findings()?;
    for finding in &findings {
        crate::say(finding);
    }
    if findings.is_empty() {
        crate::say("tidy");
        Ok(())
    } else {
        bail!("{} findings", findings.len())
    }
}

fn findings() -> Result<Vec<String>> {
    let mut findings = layering()?;
    findings.extend(circles::findings()?);
    findings.extend(rust::findings()?);
    for folder in ["crates", "src-tauri"] {
        for file in sources(&crate::root().join(folder))? {
            findings.extend(head_and_size(&file)?);
            findings.extend(korean::findings(&file)?);
        }
    }
    Ok(findings)
}

fn layering() -> Result<Vec<String>> {
    let metadata = MetadataCommand::new()
        .manifest_path(crate::root().join("Cargo.toml"))
        .no_deps()
        .exec()
        .context("`cargo metadata` failed")?;
    let members: BTreeSet<String> =
        metadata.packages.iter().map(|it| it.name.to_string()).collect();
    let mut findings = Vec::new();
    for package in &metadata.packages {
        let name = package.name.as_str();
        let Some((_, allowed)) = LAYERS.iter().find(|it| it.0 == name) else {
            findings.push(format!("{name}: no layer (add it to `LAYERS` in xtask/src/tidy.rs)"));
            continue;
        };
        for dependency in &package.dependencies {
            let on = dependency.name.as_str();
            let test_only = dependency.kind == DependencyKind::Development;
            if members.contains(on) && on != name && !test_only && !allowed.contains(&on) {
                findings.push(format!("{name}: must not depend on {on} (docs/architecture.md)"));
            }
            let speaks = dependency.features.iter().any(|it| it == SPEAKS) || speaks(package);
            if HOSTS.contains(&name) && on == "proviso-api" && !test_only && !speaks {
                findings.push(format!(
                    "{name}: takes {on} without `{SPEAKS}`, and speaks to no server"
                ));
            }
            if name == "proviso-core" && !test_only && DENIED_IN_CORE.contains(&on) {
                findings.push(format!("{name}: {on} reaches the world; ask for it by a port"));
            }
        }
    }
    Ok(findings)
}

/// Whether a package is built with what speaks to others unless somebody asks for less.
fn speaks(package: &Package) -> bool {
    let has = |feature: &str, it: &str| {
        package.features.get(feature).is_some_and(|all| all.iter().any(|other| other == it))
    };
    has("default", SPEAKS) && has(SPEAKS, &format!("proviso-api/{SPEAKS}"))
}

fn head_and_size(file: &Path) -> Result<Vec<String>> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let name = file.strip_prefix(crate::root()).unwrap_or(file).display();
    let mut findings = Vec::new();
    if !text.starts_with("//!") {
        findings.push(format!("{name}: must open with `//!`: what it is for, its invariants"));
    }
    if file.file_name().is_some_and(|it| it == "mod.rs") {
        findings.push(format!("{name}: name the module's file after it (`foo.rs` + `foo/`)"));
    }
    let lines = match is_test(file) {
        true => 0,
        false => text.lines().take_while(|it| it.trim() != "#[cfg(test)]").count(),
    };
    findings.extend(world(file.strip_prefix(crate::root()).unwrap_or(file), &text));
    let explained = text.lines().take(30).any(|it| it.contains("**Size:**"));
    if lines > MAX_LINES && !explained {
        findings.push(format!(
            "{name}: {lines} lines without tests; split by noun, or say why not in a `**Size:**` \
             paragraph of its head"
        ));
    }
    Ok(findings)
}

fn is_test(file: &Path) -> bool {
    file.file_name().is_some_and(|it| it == "tests.rs")
        || file.components().any(|it| it.as_os_str() == "tests")
}

/// What a file of a pure crate names of the world.
fn world(file: &Path, text: &str) -> Vec<String> {
    let is_pure = PURE.iter().any(|it| file.starts_with(Path::new("crates").join(it).join("src")));
    let own = text.split("#[cfg(test)]\nmod tests {").next().filter(|_| is_pure && !is_test(file));
    let named = DENIED_IN_PURE.iter().filter(|it| own.is_some_and(|own| own.contains(**it)));
    let file = file.display();
    named.map(|it| format!("{file}: `{it}` is the world; ask for it by a port")).collect()
}

/// Every `.rs` file below a folder, in a stable order.
fn sources(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            let path = entry.with_context(|| folder.display().to_string())?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() && name != "target" {
                open.push(path);
            } else if name.ends_with(".rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    #[test]
    fn a_pure_crate_names_the_world_in_its_tests_alone() {
        let text = "use std::fs;\n\n#[cfg(test)]\nmod tests {\n    use std::env;\n}\n";
        let named = |file: &str| super::world(Path::new(file), text);
        let found = "crates/proviso-core/src/a.rs: `std::fs` is the world; ask for it by a port";
        assert_eq!(named("crates/proviso-core/src/a.rs"), [found]);
        for other in ["crates/proviso-core/src/a/tests.rs", "crates/proviso-kit/src/a.rs"] {
            assert_eq!(named(other), [""; 0], "{other}");
        }
    }

    /// Here the task costs no build of its own.
    #[test]
    fn the_house_is_tidy() {
        assert_eq!(super::findings().expect("sources that can be read"), Vec::<String>::new());
    }
}
