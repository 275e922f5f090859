//! Which files are read, for tasks that look for such.
//!
//! **Invariant:** there is no second list here: what the package opens is made of the program's own,
//! and the api's test holds that it is.

use std::collections::BTreeSet;
use std::fs;

use anyhow::{Context, Result};
use serde_json::Value;

/// What the system is told to open with Proviso.
const ASSOCIATIONS: &str = "src-tauri/tauri.conf.json";

/// What files that are read end in.
pub(crate) fn endings() -> Result<BTreeSet<String>> {
    let text = fs::read_to_string(crate::root().join(ASSOCIATIONS)).context(ASSOCIATIONS)?;
    let package: Value = serde_json::from_str(&text)?;
    let all = package["bundle"]["fileAssociations"].as_array();
    let all = all.with_context(|| format!("{ASSOCIATIONS}: there are no file associations"))?;
    let endings = all.iter().filter_map(|it| it["ext"].as_array()).flatten();
    Ok(endings.filter_map(Value::as_str).map(str::to_owned).collect())
}
