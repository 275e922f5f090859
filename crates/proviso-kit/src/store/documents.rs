//! Documents as people look for them: the runs over the same files are the versions of one document.
//!
//! A document is known by the contents of its files (`run.document`), not by a project's name, so
//! that a file that is converted again is a version and no stranger. Its row shows the version that
//! stands.
//!
//! **Invariant:** a run that was stopped or failed stands for a document only where no other one came
//! to something. What a list shows and finds (`headline`, `found`, `document_text`) is made from what
//! is stored and can be made again; a new analysis takes the old one away.

use std::collections::BTreeMap;

use proviso_core::analysis::headline::Headline;
use proviso_core::search::{self, DocumentOrder, DocumentState};
use rusqlite::{Connection, params};

use super::{RunRow, RunSource, Store, StoreError};

pub(super) const CREATE: &str = "
ALTER TABLE run ADD COLUMN document TEXT NOT NULL DEFAULT '';
ALTER TABLE run ADD COLUMN headline TEXT;
ALTER TABLE run ADD COLUMN found TEXT;
UPDATE run SET document = COALESCE(
    (SELECT group_concat(value ->> 'sha256', ' ') FROM json_each(sources)), '');
CREATE INDEX run_document ON run (document);
CREATE TABLE document_text (
    sha256 TEXT PRIMARY KEY,
    text TEXT NOT NULL
) STRICT;
";

/// What a list is sorted by, in columns of [`STANDING`].
fn sorted_by(it: DocumentOrder) -> &'static str {
    match it {
        DocumentOrder::Recent => "newest",
        DocumentOrder::Name => "sources ->> '$[0].name' COLLATE NOCASE",
        DocumentOrder::Issuer => "headline ->> 'issuer' COLLATE NOCASE",
        DocumentOrder::Dated => "headline ->> 'dated'",
        // Behind the currency's three letters.
        DocumentOrder::Total => "CAST(substr(headline ->> 'total', 5) AS REAL)",
    }
}

/// Which documents are wanted; what is `None` or empty does not restrict.
#[derive(Debug, Clone, Default)]
pub struct DocumentFilter {
    /// What a person typed: names, amounts, dates, numbers, any text of the pages.
    pub search: Option<String>,
    /// Any of these.
    pub states: Vec<DocumentState>,
    /// Only those that nobody has looked through.
    pub unreviewed: bool,
    /// As found or chosen.
    pub document_type: Option<String>,
    /// Begun then or later.
    pub since_ms: Option<i64>,
    /// Sorted by what.
    pub order: DocumentOrder,
    /// Whether the smallest comes first; the latest does otherwise.
    pub ascending: bool,
    /// How many to pass over.
    pub offset: u32,
    /// How many at most.
    pub limit: u32,
}

/// A document with the version that stands.
#[derive(Debug, Clone)]
pub struct DocumentRow {
    /// What it is known by.
    pub document: String,
    /// Its state.
    pub state: DocumentState,
    /// What a list says of it, once analysed.
    pub headline: Headline,
    /// Its versions that were not put away.
    pub n_versions: u32,
    /// The run that stands.
    pub run: RunRow,
}

/// A page of documents.
#[derive(Debug, Clone, Default)]
pub struct DocumentsPage {
    /// The page.
    pub rows: Vec<DocumentRow>,
    /// How many there are in all.
    pub total: u32,
    /// How many there are of each state, whatever states are wanted.
    pub of_state: BTreeMap<DocumentState, u32>,
}

/// The runs that stand, with what was counted of their documents.
const STANDING: &str = "
    SELECT run.*, n_versions, newest,
        CASE WHEN verdict IS NULL THEN 'busy'
             WHEN verdict = 'discrepant' OR (verdict = 'unverified' AND n_refuted > 0) THEN 'wrong'
             WHEN verdict IN ('verified', 'checked', 'unverified') THEN 'clean'
             ELSE 'broken' END AS standing
    FROM (SELECT COALESCE(MAX(id) FILTER (WHERE verdict IS NULL
                     OR verdict NOT IN ('cancelled', 'failed', 'interrupted')), MAX(id)) AS stands,
                 COUNT(*) AS n_versions, MAX(id) AS newest
          FROM run WHERE deleted_at_ms IS NULL GROUP BY document)
    JOIN run ON run.id = stands";

/// The condition of [`DocumentFilter`] but for the states, over its values in order.
const WANTED: &str = "
    (?2 IS NULL OR COALESCE(found_type, document_type) = ?2)
    AND (?3 IS NULL OR created_at_ms >= ?3)
    AND (NOT ?4 OR (reviewed_by IS NULL AND standing != 'busy'))
    AND NOT EXISTS (SELECT 1 FROM json_each(?1) AS term WHERE NOT EXISTS (
        SELECT 1 FROM json_each(term.value) AS spelling
        WHERE instr(found, spelling.value) OR EXISTS (
            SELECT 1 FROM json_each(sources) AS source
            JOIN document_text ON sha256 = source.value ->> 'sha256'
            WHERE instr(text, spelling.value))))";

/// What a document is known by.
pub(super) fn key(sources: &[RunSource]) -> String {
    let all: Vec<&str> = sources.iter().map(|it| it.sha256.as_str()).collect();
    all.join(" ")
}

/// What a run is found by before anything is read of it.
pub(super) fn names(project: &str, sources: &[RunSource]) -> String {
    let mut out = search::fold(project);
    for it in sources {
        out.push('\n');
        out.push_str(&search::fold(&it.name));
    }
    out
}

impl Store {
    /// A page of the documents that a filter lets through.
    pub fn documents_found(&self, filter: &DocumentFilter) -> Result<DocumentsPage, StoreError> {
        let terms = search::terms(filter.search.as_deref().unwrap_or_default());
        let terms = self.json("terms", &terms)?;
        let any = filter.states.is_empty();
        let states = self.json("states", &filter.states)?;
        let values =
            params![terms, filter.document_type, filter.since_ms, filter.unreviewed, any, states];
        let direction = if filter.ascending { "ASC" } else { "DESC" };
        let key = sorted_by(filter.order);
        // What is searched is searched once, for the page and for the counts.
        let page = format!(
            "WITH hit AS MATERIALIZED (
                 SELECT id, document, standing, headline, n_versions, newest, sources
                 FROM ({STANDING}) WHERE {WANTED})
             SELECT counts, id, document, standing, headline, n_versions
             FROM (SELECT json_group_object(standing, n) AS counts
                   FROM (SELECT standing, COUNT(*) AS n FROM hit GROUP BY standing))
             LEFT JOIN (
                 SELECT *, row_number() OVER (
                     ORDER BY {key} IS NULL, {key} {direction}, newest DESC) AS place
                 FROM hit WHERE ?5 OR standing IN (SELECT value FROM json_each(?6)))
             ON place > {first} AND place <= {first} + {limit}
             ORDER BY place",
            first = filter.offset,
            limit = filter.limit,
        );
        // Where no document is on the page there is a row with the counts alone.
        type Found = (i64, String, String, Option<String>, u32);
        let rows: Vec<(String, Option<Found>)> = self.with("look for documents", |it| {
            it.prepare_cached(&page)?
                .query_map(values, |row| {
                    let found = match row.get(1)? {
                        Some(id) => Some((id, row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?)),
                        None => None,
                    };
                    Ok((row.get(0)?, found))
                })?
                .collect()
        })?;
        let of_state = rows.first().map(|it| self.parse("counts", &it.0)).transpose()?;
        let of_state: BTreeMap<DocumentState, u32> = of_state.unwrap_or_default();
        let found: Vec<Found> = rows.into_iter().filter_map(|it| it.1).collect();
        let wanted = |it: &DocumentState| any || filter.states.contains(it);
        let total = of_state.iter().filter(|it| wanted(it.0)).map(|it| it.1).sum();
        let ids: Vec<i64> = found.iter().map(|it| it.0).collect();
        let ids = self.json("numbers of runs", &ids)?;
        let wanted = "WHERE id IN (SELECT value FROM json_each(?1))";
        let runs = self.rows("read runs", wanted, [ids])?;
        let mut runs: BTreeMap<i64, RunRow> = runs.into_iter().map(|it| (it.id, it)).collect();
        let mut rows = Vec::with_capacity(found.len());
        for (id, document, standing, headline, n_versions) in found {
            // Deleted for good between the two questions: it is not there any more.
            let Some(run) = runs.remove(&id) else { continue };
            let headline = headline.map(|it| self.parse("a headline", &it)).transpose()?;
            let headline = headline.unwrap_or_default();
            let state = self.parse("a state", &format!("\"{standing}\""))?;
            rows.push(DocumentRow { document, state, headline, n_versions, run });
        }
        Ok(DocumentsPage { rows, total, of_state })
    }

    /// The versions of a document that were not put away, the newest first.
    pub fn versions(&self, document: &str) -> Result<Vec<RunRow>, StoreError> {
        let wanted = "WHERE document = ?1 AND deleted_at_ms IS NULL ORDER BY id DESC";
        self.rows("list versions", wanted, [document])
    }

    /// Makes what lists show and find of every run that has something new.
    pub fn documents_index(&self) -> Result<(), StoreError> {
        let stale: Vec<i64> = self.with("look for what is new", |it| {
            it.prepare_cached(
                "SELECT id FROM run WHERE headline IS NULL AND (state = 'ended' OR EXISTS (
                     SELECT 1 FROM artefact WHERE run_id = run.id AND name = 'analysis'))",
            )?
            .query_map([], |row| row.get(0))?
            .collect()
        })?;
        for run in stale {
            let Some(row) = self.run(run)? else { continue };
            // What a later program has stored is left for one that understands it, and the list shows
            // the rest.
            let read = self.analysis(run).and_then(|it| Ok((it, self.documents(run)?)));
            let (analysis, documents) = match read {
                Err(err) if err.is_foreign() => continue,
                it => it?,
            };
            let mut found = names(&row.project, &row.sources);
            found.push('\n');
            found.push_str(&analysis.as_ref().map(search::of_analysis).unwrap_or_default());
            let headline = analysis.as_ref().map(Headline::of).unwrap_or_default();
            let headline = self.json("a headline", &headline)?;
            // Of runs from before texts were kept.
            let texts: Vec<(&str, String)> =
                documents.iter().map(|it| (it.sha256.as_str(), search::of_document(it))).collect();
            self.change("note what a run is found by", |it| {
                for (sha256, text) in &texts {
                    text_keep(it, sha256, text, false)?;
                }
                it.execute(
                    "UPDATE run SET headline = ?2, found = ?3 WHERE id = ?1",
                    params![run, headline, found],
                )
            })?;
        }
        Ok(())
    }
}

/// Keeps what a document's pages say; another reading takes its place where it is `newer`.
pub(super) fn text_keep(
    connection: &Connection,
    sha256: &str,
    text: &str,
    newer: bool,
) -> rusqlite::Result<()> {
    connection.execute(
        "INSERT INTO document_text (sha256, text) VALUES (?1, ?2)
         ON CONFLICT DO UPDATE SET text = excluded.text WHERE ?3",
        params![sha256, text, newer],
    )?;
    Ok(())
}
