//! Scored documents, and the groups that a table counts them in.
//!
//! **Invariant:** a document is in one group of each kind; the rows of a kind add up to all.

use std::collections::BTreeMap;

use serde_json::Value;

use super::counts::Counts;

/// A document with its counts and all that it may be grouped by.
#[derive(Debug, Clone, Default)]
pub(super) struct Scored {
    /// Its name without an extension; the first letter is its writer.
    pub name: String,
    /// Its format and how its pages were read.
    pub format: String,
    /// How it came into the machine.
    pub source: Source,
    /// What a generated paper was made of: half, structure, style, damage.
    pub made_of: BTreeMap<String, String>,
    /// What the scorer counted.
    pub counts: Counts,
}

impl Scored {
    pub(super) fn writer(&self) -> String {
        self.name.chars().take(1).collect()
    }
}

/// How a document came into the machine.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Source {
    /// With its text: a text layer, an office file, plain text.
    #[default]
    Text,
    /// Drawn by a scanner.
    Scan,
    /// Drawn by a camera.
    Photo,
}

impl Source {
    /// From the manifest's kind of file where there is one; else a JPEG is a photograph, and what
    /// was recognized a scan.
    pub(super) fn of(kind: Option<&str>, extension: &str, is_text: bool) -> Source {
        match kind {
            Some(it) if it.contains("photo") => Source::Photo,
            Some(it) if it.contains("scan") || it == "png" => Source::Scan,
            Some(_) => Source::Text,
            None if is_text => Source::Text,
            None if matches!(extension, "jpg" | "jpeg") => Source::Photo,
            None => Source::Scan,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Source::Text => "text and office",
            Source::Scan => "scans",
            Source::Photo => "photographs",
        }
    }
}

/// How a document's pages were read.
pub(super) fn route(answer: &Value) -> &'static str {
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

/// Named counts, and all of them together as the last.
pub(super) type Rows = Vec<(String, Counts)>;

/// Counts by what a document is grouped by, in the order of the names.
pub(super) fn rows<K: Ord>(
    all: &[Scored],
    key: impl Fn(&Scored) -> K,
    name: impl Fn(&K) -> String,
) -> Rows {
    let mut groups: BTreeMap<K, Counts> = BTreeMap::new();
    for it in all {
        groups.entry(key(it)).or_default().add(&it.counts);
    }
    groups.iter().map(|(key, counts)| (name(key), *counts)).collect()
}

/// The last row.
pub(super) fn total(all: &[Scored]) -> (String, Counts) {
    ("all".to_owned(), Counts::sum(all.iter().map(|it| &it.counts)))
}

/// A writer's papers, and those of all others.
#[derive(Debug)]
pub(super) struct LeftOut<'a> {
    pub writer: String,
    /// What is scored.
    pub held: Vec<&'a Scored>,
    /// What may be fitted to when the writer is scored.
    pub others: Vec<&'a Scored>,
}

/// Each writer once left out.
pub(super) fn left_out(all: &[Scored]) -> Vec<LeftOut<'_>> {
    let mut writers: Vec<String> = all.iter().map(Scored::writer).collect();
    writers.sort();
    writers.dedup();
    let apart = |writer: String| {
        let (held, others) = all.iter().partition(|it| it.writer() == writer);
        LeftOut { writer, held, others }
    };
    writers.into_iter().map(apart).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_writer_is_left_out_of_what_the_others_are() {
        let of = |name: &str| Scored { name: name.to_owned(), ..Scored::default() };
        let all = ["b1", "a1", "a2", "c1"].map(of);
        let parts = left_out(&all);
        let sizes: Vec<_> =
            parts.iter().map(|it| (it.writer.as_str(), it.held.len(), it.others.len())).collect();
        assert_eq!(sizes, [("a", 2, 2), ("b", 1, 3), ("c", 1, 3)]);
        assert!(parts[0].others.iter().all(|it| it.writer() != "a"));
    }

    #[test]
    fn the_manifest_tells_a_scan_from_a_text_layer() {
        assert_eq!(Source::of(Some("pdf-scan"), "pdf", true), Source::Scan);
        assert_eq!(Source::of(Some("photo-jpg"), "jpg", false), Source::Photo);
        assert_eq!(Source::of(Some("pdf-text"), "pdf", false), Source::Text);
        assert_eq!(Source::of(None, "png", false), Source::Scan);
    }
}
