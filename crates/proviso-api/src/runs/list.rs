//! Finding runs, and what is waiting or under way.

use proviso_core::event::{Happening, RunEvent};
use proviso_core::run::{Stage, Verdict};
use proviso_kit::store::RunFilter;
use serde::{Deserialize, Serialize};

use super::find::{row, sweep};
use super::head::{RunHead, head};
use super::view::{self, RunView, Stored};
use crate::jobs::Jobs;
use crate::{ApiError, Records};

/// Rows of a page where none are asked for, and at most.
const ROWS: u32 = 100;
const MOST_ROWS: u32 = 1_000;

/// Which runs are wanted; what is left out does not restrict.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(default)]
pub struct RunsQuery {
    /// Part of the project's name, the title or a document's name.
    pub search: Option<String>,
    /// Any of these.
    pub verdicts: Option<Vec<Verdict>>,
    /// Those that have no verdict yet, beside the ones with `verdicts`.
    pub unfinished: Option<bool>,
    /// As found or chosen.
    pub document_type: Option<String>,
    /// In any case of its letters.
    pub project: Option<String>,
    /// Begun then or later, in milliseconds since 1970.
    pub since_ms: Option<i64>,
    /// Begun before.
    pub until_ms: Option<i64>,
    /// Those that were put away, instead of the others.
    pub deleted: Option<bool>,
    /// How many to pass over.
    pub offset: Option<u32>,
    /// How many at most; 100 if none.
    pub limit: Option<u32>,
}

/// A page of runs.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RunsFound {
    /// The page, the newest run first.
    pub rows: Vec<RunHead>,
    /// How many there are in all.
    pub total: u32,
}

/// What is waiting and under way.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct QueueView {
    /// How many runs go on at a time here.
    pub parallel: u32,
    /// In the order of asking; runs of other processes on the workspace are among them.
    pub entries: Vec<QueueEntry>,
}

/// A run that is not over.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct QueueEntry {
    /// What lists tell of it too.
    #[serde(flatten)]
    pub head: RunHead,
    /// Whether this process has it, so that it can be cancelled here.
    pub ours: bool,
    /// The stage that it is in.
    pub stage: Option<Stage>,
    /// Which of its documents is read, from 0.
    pub document: u32,
    /// How many pages of that document were read or lost; none before it is open.
    pub n_read: Option<u32>,
    /// Of how many.
    pub n_pages: Option<u32>,
    /// The page whose image is being recognized; of several the one that began last.
    pub recognizing: Option<u32>,
    /// The last event that is in this; later ones are told by the stream.
    pub seq: u64,
}

impl QueueEntry {
    /// Takes in what happened to the run.
    fn heard(&mut self, it: &RunEvent) {
        self.seq = it.seq;
        self.stage = it.stage.or(self.stage);
        match &it.happening {
            Happening::RunStarted { .. } | Happening::RunResumed { .. } => {
                self.document = 0;
                (self.n_read, self.n_pages, self.recognizing) = (None, None, None);
            }
            Happening::DocumentOpened { n_pages, .. } => {
                self.document += u32::from(self.n_pages.is_some());
                (self.n_read, self.n_pages, self.recognizing) = (Some(0), Some(*n_pages), None);
            }
            Happening::PageBegun { page, .. } => self.recognizing = Some(*page),
            Happening::PageRead { page, .. } | Happening::PageFailed { page, .. } => {
                self.n_read = self.n_read.map(|it| it + 1);
                self.recognizing = self.recognizing.filter(|it| it != page);
            }
            _ => {}
        }
    }
}

pub(crate) fn found(records: &Records, query: RunsQuery) -> Result<RunsFound, ApiError> {
    sweep(records)?;
    let filter = RunFilter {
        search: query.search,
        verdicts: query.verdicts.unwrap_or_default(),
        unfinished: query.unfinished.unwrap_or(false),
        document_type: query.document_type,
        project: query.project,
        since_ms: query.since_ms,
        until_ms: query.until_ms,
        deleted: query.deleted.unwrap_or(false),
        offset: query.offset.unwrap_or(0),
        limit: query.limit.unwrap_or(ROWS).min(MOST_ROWS),
    };
    let (rows, total) = records.store.runs_found(&filter)?;
    Ok(RunsFound { rows: rows.iter().map(head).collect(), total })
}

pub(crate) fn waiting(records: &Records, jobs: &Jobs) -> Result<QueueView, ApiError> {
    sweep(records)?;
    let filter = RunFilter { unfinished: true, limit: u32::MAX, ..RunFilter::default() };
    let (mut rows, _) = records.store.runs_found(&filter)?;
    rows.sort_by_key(|it| it.id);
    let mut entries = Vec::new();
    for row in rows {
        let mut entry = QueueEntry {
            head: head(&row),
            ours: jobs.is_ours(row.id),
            stage: None,
            document: 0,
            n_read: None,
            n_pages: None,
            recognizing: None,
            seq: 0,
        };
        for it in records.store.events(row.id, 0)? {
            entry.heard(&it);
        }
        entries.push(entry);
    }
    Ok(QueueView { parallel: jobs.queue.parallel(), entries })
}

/// One run with all that it made.
pub fn show(records: &Records, run: i64) -> Result<RunView, ApiError> {
    sweep(records)?;
    Ok(view::full(&Stored::read(records, row(records, run)?)?))
}

/// All runs that were not put away, the newest first; of one project where it is given.
pub fn list(records: &Records, project: Option<&str>) -> Result<Vec<RunHead>, ApiError> {
    sweep(records)?;
    let rows = records.store.runs(project)?;
    Ok(rows.iter().filter(|it| it.deleted_at_ms.is_none()).map(head).collect())
}

/// The events of a run from a number on.
pub fn events(records: &Records, run: i64, from_seq: u64) -> Result<Vec<RunEvent>, ApiError> {
    Ok(records.store.events(run, from_seq)?)
}
