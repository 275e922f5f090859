//! What a scored set comes to, by format and by how its pages were read, beside the last time.
//!
//! **Invariant:** counts are the scorer's and are added up, never averaged; a change is told against
//! the counts that `docs/evaluation.json` has kept, and only where the group was there already.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Where counts are kept, below the repository's root.
const KEPT: &str = "docs/evaluation.json";
/// Where the table stands, between two comments that name the set.
const RESULTS: &str = "docs/results.md";

/// The scorer's counts that a table needs, added up over documents. Names are the scorer's: fields,
/// relations by loose match, discrepancies.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Counts {
    documents: u64,
    f_true: u64,
    f_given: u64,
    f_hit: u64,
    l_true: u64,
    l_given: u64,
    l_hit: u64,
    l_sound: u64,
    d_true: u64,
    d_hit: u64,
    d_false: u64,
}

/// Counts by group, by set.
type Kept = BTreeMap<String, BTreeMap<String, Counts>>;

impl Counts {
    /// Of one document, from the scorer's answer.
    fn of(document: &Value) -> Result<Counts> {
        let mut it: Counts = serde_json::from_value(document.clone())?;
        it.documents = 1;
        Ok(it)
    }

    fn add(&mut self, other: &Counts) {
        self.documents += other.documents;
        self.f_true += other.f_true;
        self.f_given += other.f_given;
        self.f_hit += other.f_hit;
        self.l_true += other.l_true;
        self.l_given += other.l_given;
        self.l_hit += other.l_hit;
        self.l_sound += other.l_sound;
        self.d_true += other.d_true;
        self.d_hit += other.d_hit;
        self.d_false += other.d_false;
    }

    /// The harmonic mean of the fields' precision and recall, in percent.
    fn f1(&self) -> Option<f64> {
        percent(2 * self.f_hit, self.f_true + self.f_given)
    }

    fn found(&self) -> Option<f64> {
        percent(self.l_hit, self.l_true)
    }

    fn right(&self) -> Option<f64> {
        percent(self.l_hit + self.l_sound, self.l_given)
    }
}

fn percent(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| 100.0 * part as f64 / whole as f64)
}

/// Writes the table of a set, and keeps its counts for the next time.
pub(super) fn record(set: &str, directory: &Path, answers: &Path, scores: &Path) -> Result<()> {
    let groups = groups(directory, answers, scores)?;
    let root = crate::root();
    let kept = root.join(KEPT);
    let mut all: Kept = if kept.exists() { read(&kept)? } else { Kept::new() };
    let table = table(&groups, all.get(set));
    crate::say(format_args!("\n{table}"));
    let results = root.join(RESULTS);
    let text = fs::read_to_string(&results).with_context(|| results.display().to_string())?;
    fs::write(&results, put(&text, set, &table)?)?;
    all.insert(set.to_owned(), groups);
    fs::write(&kept, serde_json::to_string_pretty(&all)? + "\n")?;
    Ok(())
}

fn read<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    serde_json::from_str(&text).with_context(|| path.display().to_string())
}

/// The documents' counts by format and by how they were read.
fn groups(directory: &Path, answers: &Path, scores: &Path) -> Result<BTreeMap<String, Counts>> {
    let scores: Value = read(scores)?;
    let documents = scores["per_document"].as_object().context("the scorer names no document")?;
    let mut groups: BTreeMap<String, Counts> = BTreeMap::new();
    for document in super::documents(directory)? {
        let name = document.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let Some(counts) = documents.get(&name) else { continue };
        let format = document.extension().unwrap_or_default().to_string_lossy().to_uppercase();
        let answer = answers.join(format!("{name}.json"));
        let route = if answer.exists() { route(&read(&answer)?) } else { "not read" };
        groups.entry(format!("{format}, {route}")).or_default().add(&Counts::of(counts)?);
    }
    Ok(groups)
}

/// How a document's pages were read.
fn route(answer: &Value) -> &'static str {
    let sum = |what: &str| -> u64 {
        let documents = answer["documents"].as_array().map_or(&[][..], Vec::as_slice);
        documents.iter().filter_map(|it| it[what].as_u64()).sum()
    };
    match (sum("n_recognized"), sum("n_pages")) {
        (0, _) => "as text",
        (recognized, all) if recognized == all => "recognized",
        _ => "some pages recognized",
    }
}

/// A table of groups and of all of them, each number with its change.
fn table(groups: &BTreeMap<String, Counts>, before: Option<&BTreeMap<String, Counts>>) -> String {
    let mut out = "| | documents | fields F1 | relations found | of those given, right | planted mistakes | false alarms |\n|---|---|---|---|---|---|---|\n".to_owned();
    let sum = |groups: &BTreeMap<String, Counts>| {
        let mut all = Counts::default();
        groups.values().for_each(|it| all.add(it));
        all
    };
    let (all, all_before) = (sum(groups), before.map(sum));
    let rows = groups
        .iter()
        .map(|(name, now)| (name.as_str(), now, before.and_then(|it| it.get(name)).copied()));
    for (name, now, before) in rows.chain([("all", &all, all_before)]) {
        let number = |of: &dyn Fn(&Counts) -> Option<f64>| {
            let Some(value) = of(now) else { return "–".to_owned() };
            let change = before.as_ref().and_then(of).map_or(0.0, |it| value - it);
            if change.abs() < 0.05 {
                format!("{value:.1}")
            } else {
                format!("{value:.1} ({change:+.1})")
            }
        };
        let planted = match now.d_true {
            0 => "–".to_owned(),
            n => format!("{} of {n}", now.d_hit),
        };
        out.push_str(&format!(
            "| {name} | {} | {} | {} | {} | {planted} | {} |\n",
            now.documents,
            number(&Counts::f1),
            number(&Counts::found),
            number(&Counts::right),
            now.d_false
        ));
    }
    out
}

/// The text with the table of a set between its marks.
fn put(text: &str, set: &str, table: &str) -> Result<String> {
    let (open, close) = (format!("<!-- eval {set} -->\n"), format!("<!-- end of {set} -->"));
    let parted = text.split_once(&open).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(&close)?;
        Some(format!("{before}{open}{table}{close}{after}"))
    });
    match parted {
        Some(it) => Ok(it),
        None => bail!("`{RESULTS}` has no place for `{set}`: `{}` … `{close}`", open.trim_end()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(f_hit: u64) -> Counts {
        let (f_true, f_given, documents) = (10, 10, 1);
        Counts { documents, f_true, f_given, f_hit, d_true: 1, ..Counts::default() }
    }

    #[test]
    fn a_change_is_told_where_there_is_one() {
        let of = |hit| BTreeMap::from([("PDF, as text".to_owned(), counts(hit))]);
        let table = table(&of(9), Some(&of(8)));
        assert!(
            table.contains("| PDF, as text | 1 | 90.0 (+10.0) | – | – | 0 of 1 | 0 |"),
            "{table}"
        );
        let same = super::table(&of(9), Some(&of(9)));
        assert!(same.contains("| all | 1 | 90.0 | –"), "{same}");
    }

    #[test]
    fn a_table_stands_between_its_marks_only() {
        let text = "a\n<!-- eval x -->\nold\n<!-- end of x -->\nb\n";
        assert_eq!(
            put(text, "x", "new\n").unwrap(),
            "a\n<!-- eval x -->\nnew\n<!-- end of x -->\nb\n"
        );
        assert!(put(text, "y", "new\n").is_err(), "a set without a place");
    }
}
