//! One truth for lists: which files are read stands in the core, and whoever names them says the same.
//!
//! **Invariant:** the list is read from where it is written; there is no second one here.

use std::collections::BTreeSet;
use std::fs;

use anyhow::{Context, Result};
use serde_json::Value;

/// Where the endings of files that are read are written.
const TRUTH: &str = "crates/proviso-core/src/document.rs";
/// What the system is told to open with Proviso.
const ASSOCIATIONS: &str = "src-tauri/tauri.conf.json";
/// What the page lets people choose.
const CHOSEN: &str = "ui/src/lib/backend/backend.ts";
/// Sentences that name the formats: the file, and what stands right before the sentence.
const SENTENCES: [(&str, &str); 5] = [
    ("crates/proviso-cli/src/arguments.rs", "enum Command {"),
    ("src-tauri/src/arguments.rs", "Documents and folders to convert: "),
    ("ui/src/lib/i18n/en.ts", "formats: "),
    ("ui/src/lib/i18n/ko.ts", "formats: "),
    ("ui/src/lib/i18n/reasons.ko.ts", "read_unsupported: "),
];
/// What a sentence may call an ending instead of itself.
const CALLED: [(&str, &[&str]); 12] = [
    ("png", &["images", "이미지"]),
    ("jpg", &["images", "이미지"]),
    ("jpeg", &["images", "이미지"]),
    ("tif", &["images", "이미지"]),
    ("tiff", &["images", "이미지"]),
    ("webp", &["images", "이미지"]),
    ("bmp", &["images", "이미지"]),
    ("gif", &["images", "이미지"]),
    ("hwp", &["HWP"]),
    ("xlsm", &["XLSX"]),
    ("htm", &["HTML"]),
    ("markdown", &["MD"]),
];

/// What files that are read end in.
pub(crate) fn endings() -> Result<BTreeSet<String>> {
    quoted(TRUTH, "EXTENSIONS: [", "];")
}

/// What stands between quotes in the list that begins so, to the end of its declaration.
fn quoted(file: &str, begins: &str, ends: &str) -> Result<BTreeSet<String>> {
    let text = read(file)?;
    let list = text
        .split_once(begins)
        .and_then(|it| it.1.split_once("= ["))
        .and_then(|it| it.1.split_once(ends))
        .with_context(|| format!("{file}: there is no list `{begins}`"))?;
    Ok(list.0.split('"').skip(1).step_by(2).map(str::to_owned).collect())
}

/// Where a list says otherwise.
pub(super) fn findings() -> Result<Vec<String>> {
    let endings = endings()?;
    let mut findings = Vec::new();
    let associated: Value = serde_json::from_str(&read(ASSOCIATIONS)?)?;
    let associated = associated["bundle"]["fileAssociations"].as_array().cloned();
    let associated: BTreeSet<String> = associated
        .with_context(|| format!("{ASSOCIATIONS}: there are no file associations"))?
        .iter()
        .flat_map(|it| it["ext"].as_array().cloned().unwrap_or_default())
        .filter_map(|it| it.as_str().map(str::to_owned))
        .collect();
    for it in endings.symmetric_difference(&associated) {
        findings.push(format!("{ASSOCIATIONS}: `.{it}` is in one of it and {TRUTH} only"));
    }
    for it in endings.symmetric_difference(&quoted(CHOSEN, "const EXTENSIONS", "];\n\n")?) {
        findings.push(format!("{CHOSEN}: `.{it}` is in one of it and {TRUTH} only"));
    }
    for (file, before) in SENTENCES {
        let text = read(file)?;
        // The first one that names formats: other lists have other names.
        let sentence = text.split(before).skip(1).find(|it| it.contains("PDF")).unwrap_or_default();
        let sentence: String = sentence.lines().take(4).collect();
        let words: BTreeSet<&str> =
            sentence.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty()).collect();
        for it in &endings {
            let upper = it.to_uppercase();
            let called = CALLED.iter().find(|(ending, _)| ending == it).map_or(&[][..], |it| it.1);
            // A particle may stand right behind a name.
            let named = |name: &str| words.iter().any(|it| it.starts_with(name));
            if !named(&upper) && !called.iter().any(|it| named(it)) {
                findings.push(format!("{file}: `{before}…` does not name {upper} ({TRUTH} does)"));
            }
        }
    }
    Ok(findings)
}

fn read(file: &str) -> Result<String> {
    fs::read_to_string(crate::root().join(file)).with_context(|| file.to_owned())
}
