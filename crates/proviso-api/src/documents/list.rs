//! The list of documents: found by what they say, sorted and filtered, deleted and brought back with
//! all of their versions.
//!
//! **Invariant:** deleting puts versions away and loses nothing; a version that is under way is never
//! put away, and says so.

pub use proviso_core::search::{DocumentOrder, DocumentState};
use proviso_core::shown;
use proviso_core::value::{Kind, Value};
use proviso_kit::open::OpenWorkspace;
use proviso_kit::store::{DocumentFilter, DocumentRow};
use serde::{Deserialize, Serialize};

use crate::runs::{RunHead, head, sweep};
use crate::wire::{Nothing, RunId};
use crate::{ApiError, Code, Records};

/// Rows of a page where none are asked for, and at most.
const ROWS: u32 = 100;
const MOST_ROWS: u32 = 1_000;
/// Documents of one request, at most.
const MAX_DOCUMENTS: usize = 10_000;

/// Which documents are wanted; what is left out does not restrict.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(default)]
pub struct DocumentsQuery {
    /// What a person typed: names, amounts, dates, numbers, any text of the pages. All words have to
    /// be found.
    pub search: Option<String>,
    /// Any of these.
    pub states: Option<Vec<DocumentState>>,
    /// Only those that nobody has looked through.
    pub unreviewed: Option<bool>,
    /// As found or chosen.
    pub document_type: Option<String>,
    /// Begun then or later, in milliseconds since 1970.
    pub since_ms: Option<i64>,
    /// Sorted by what; what was worked on last if none.
    pub order: Option<DocumentOrder>,
    /// Whether the smallest comes first.
    pub ascending: Option<bool>,
    /// How many to pass over.
    pub offset: Option<u32>,
    /// How many at most; 100 if none.
    pub limit: Option<u32>,
}

/// A document in a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DocumentView {
    /// What names it in requests.
    pub document: String,
    /// Its state.
    pub state: DocumentState,
    /// Who issued it, as printed.
    pub issuer: Option<String>,
    /// Its day, `2025-05-14`.
    pub dated: Option<String>,
    /// Its amount as people write it, `1,058,800원`.
    pub total: Option<String>,
    /// How many versions there are.
    pub n_versions: u32,
    /// The version that stands.
    pub run: RunHead,
}

/// How many documents there are of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct StateCount {
    /// The state.
    pub state: DocumentState,
    /// How many.
    pub count: u32,
}

/// A page of documents.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DocumentsFound {
    /// The page.
    pub rows: Vec<DocumentView>,
    /// How many there are in all.
    pub total: u32,
    /// How many there would be of each state, whatever states were asked for.
    pub of_state: Vec<StateCount>,
}

/// A document.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OfDocument {
    /// Which.
    pub document: String,
}

/// A request to delete documents.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DeleteDocumentsReq {
    /// Which.
    pub documents: Vec<String>,
}

/// What was deleted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DocumentsDeleted {
    /// The versions that were put away, for the way back.
    pub runs: Vec<RunId>,
    /// Documents that are being worked on, and stay.
    pub busy: Vec<String>,
}

/// A request to bring back what was deleted.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct UndeleteRunsReq {
    /// The versions.
    pub runs: Vec<RunId>,
}

pub(crate) async fn list(
    records: &Records,
    req: DocumentsQuery,
) -> Result<DocumentsFound, ApiError> {
    sweep(records)?;
    records.store.documents_index()?;
    let found = records.store.documents_found(&DocumentFilter {
        search: req.search,
        states: req.states.unwrap_or_default(),
        unreviewed: req.unreviewed.unwrap_or(false),
        document_type: req.document_type,
        since_ms: req.since_ms,
        order: req.order.unwrap_or_default(),
        ascending: req.ascending.unwrap_or(false),
        offset: req.offset.unwrap_or(0),
        limit: req.limit.unwrap_or(ROWS).min(MOST_ROWS),
    })?;
    let counts = found.of_state.into_iter();
    Ok(DocumentsFound {
        rows: found.rows.into_iter().map(view).collect(),
        total: found.total,
        of_state: counts.map(|(state, count)| StateCount { state, count }).collect(),
    })
}

fn view(row: DocumentRow) -> DocumentView {
    let headline = row.headline;
    let amount = headline.total.as_deref().and_then(|it| Value::parse(Kind::Money, it).ok());
    DocumentView {
        document: row.document,
        state: row.state,
        issuer: headline.issuer,
        dated: headline.dated,
        total: amount.map(|it| shown::full(&it, headline.korean)),
        n_versions: row.n_versions,
        run: head(&row.run),
    }
}

pub(crate) async fn versions(records: &Records, req: OfDocument) -> Result<Vec<RunHead>, ApiError> {
    sweep(records)?;
    Ok(records.store.versions(&req.document)?.iter().map(head).collect())
}

pub(crate) async fn delete(
    records: &Records,
    req: DeleteDocumentsReq,
) -> Result<DocumentsDeleted, ApiError> {
    few(req.documents.len())?;
    sweep(records)?;
    let mut deleted = DocumentsDeleted { runs: Vec::new(), busy: Vec::new() };
    for document in req.documents {
        let versions = records.store.versions(&document)?;
        if versions.iter().any(|it| it.verdict.is_none()) {
            deleted.busy.push(document);
            continue;
        }
        for it in versions {
            records.store.run_deleted(it.id, Some(records.clock.now_ms()))?;
            deleted.runs.push(it.id.into());
        }
    }
    Ok(deleted)
}

pub(crate) async fn undelete(
    space: &OpenWorkspace,
    req: UndeleteRunsReq,
) -> Result<Nothing, ApiError> {
    for it in req.runs {
        space.store.run_deleted(it.0, None)?;
    }
    Ok(Nothing {})
}

fn few(n: usize) -> Result<(), ApiError> {
    if n > MAX_DOCUMENTS {
        let message = format!("at most {MAX_DOCUMENTS} documents at a time");
        return Err(ApiError::new(Code::BadRequest, message));
    }
    Ok(())
}
