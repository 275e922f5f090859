//! The pages of a run's documents: how each was read, its text with places, where words
//! stand, and its picture.

use std::sync::Arc;

use proviso_core::document::{Document, Format, Measure, ReadNote, Rect, Source};
use proviso_kit::drawn;
use proviso_kit::open::OpenWorkspace;
use proviso_kit::record::Coming;
use proviso_kit::store::RunRow;
use serde::{Deserialize, Serialize};

use crate::jobs::Jobs;
use crate::leafed::Leafed;
use crate::wire::{File, OfRun, RunId};
use crate::{ApiError, App, Code, runs};

/// Places of words that are told; who looks for more looks for a longer word.
const MAX_FOUND: usize = 2_000;

/// A document with its pages.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PagedDocument {
    /// Which of the run's documents, from 0.
    pub index: u32,
    /// The file's name.
    pub name: String,
    /// SHA-256 of the file.
    pub sha256: String,
    /// The format, by content.
    pub format: Format,
    /// What page coordinates count in.
    pub unit: PageUnit,
    /// Whether its pages have pictures.
    pub has_images: bool,
    /// What was lost on the way.
    pub notes: Vec<ReadNote>,
    /// The pages in order.
    pub pages: Vec<PageView>,
}

/// What page coordinates count in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum PageUnit {
    /// 1/72 inch.
    Point,
    /// Pixels of the image.
    Pixel,
    /// Cells of characters.
    Cell,
}

/// A page.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PageView {
    /// From 1.
    pub number: u32,
    /// Width in page units; 0 where it is not known.
    pub width: f32,
    /// Height in page units; 0 where it is not known.
    pub height: f32,
    /// How it was read; of no meaning while it is being read.
    pub source: Source,
    /// Why it was read so, or why it could not be read.
    pub reason: String,
    /// How many lines were found.
    pub n_lines: u32,
    /// Whether it is still being read: what it looks like is known, what it says is not.
    pub awaited: bool,
    /// Whether its image is being recognized right now.
    pub begun: bool,
    /// Whether it was straightened or turned when it was read: its picture is another one then.
    pub straightened: bool,
    /// Where seals were put on it, in page units.
    pub seals: Vec<Rect>,
}

/// A page of a document of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PageOfRun {
    /// Which run.
    pub run: RunId,
    /// Which of its documents, from 0.
    pub document: u32,
    /// From 1.
    pub page: u32,
}

/// A request for a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PageImageReq {
    /// Which run.
    pub run: RunId,
    /// Which of its documents, from 0.
    pub document: u32,
    /// From 1.
    pub page: u32,
    /// Pixels from left to right, 16 to 4,096.
    pub width: u32,
}

/// The text of a page, with places.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PageText {
    /// Width in page units.
    pub width: f32,
    /// Height in page units.
    pub height: f32,
    /// What coordinates count in.
    pub unit: PageUnit,
    /// Lines from top to bottom.
    pub lines: Vec<LineView>,
}

/// A line.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LineView {
    /// Its words, joined by single spaces.
    pub text: String,
    /// The box around it.
    #[serde(rename = "box")]
    pub rect: Rect,
    /// How sure the reader is of its least sure word, 0 to 1.
    pub confidence: f32,
    /// The words.
    pub words: Vec<WordView>,
}

/// A word.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct WordView {
    /// Its text.
    pub text: String,
    /// Its box.
    #[serde(rename = "box")]
    pub rect: Rect,
}

/// A request to find words on the pages of a run's documents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FindReq {
    /// Which run.
    pub run: RunId,
    /// The words; spaces and case count for nothing.
    pub words: String,
}

/// A place where words were found.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FoundView {
    /// Which of the run's documents, from 0.
    pub document: u32,
    /// From 1.
    pub page: u32,
    /// Where on it.
    #[serde(rename = "box")]
    pub rect: Rect,
}

pub(crate) async fn list(
    space: &OpenWorkspace,
    jobs: &Jobs,
    req: OfRun,
) -> Result<Vec<PagedDocument>, ApiError> {
    let documents = documents(jobs, space, &runs::row(space, req.run.0)?)?;
    Ok(documents.into_iter().zip(0..).map(|(it, index)| paged(it, index)).collect())
}

fn paged(it: Coming, index: u32) -> PagedDocument {
    let Coming { document: it, awaited, begun } = it;
    let unit = unit(it.format);
    PagedDocument {
        index,
        unit,
        has_images: unit != PageUnit::Cell,
        name: it.name,
        sha256: it.sha256,
        format: it.format,
        notes: it.notes,
        pages: it
            .pages
            .into_iter()
            .map(|it| PageView {
                seals: it.seals().collect(),
                number: it.number,
                width: it.width,
                height: it.height,
                source: it.source,
                reason: it.reason,
                n_lines: u32::try_from(it.lines.len()).unwrap_or(u32::MAX),
                awaited: awaited.contains(&it.number),
                begun: begun.contains(&it.number),
                straightened: it.view.is_some(),
            })
            .collect(),
    }
}

fn unit(format: Format) -> PageUnit {
    match format.measure() {
        Measure::Points => PageUnit::Point,
        Measure::Pixels => PageUnit::Pixel,
        Measure::Cells => PageUnit::Cell,
    }
}

pub(crate) async fn text(app: &Arc<App>, req: PageOfRun) -> Result<PageText, ApiError> {
    let space = app.space()?;
    let document = document(app, &space, req.run, req.document)?;
    let page = page(&document, req.page)?;
    let line = |it: &proviso_core::document::Line| LineView {
        text: it.text(),
        rect: it.rect(),
        confidence: it.words.iter().map(|it| it.confidence).fold(1.0, f32::min),
        words: it
            .words
            .iter()
            .map(|it| WordView { text: it.text.clone(), rect: it.rect })
            .collect(),
    };
    Ok(PageText {
        width: page.width,
        height: page.height,
        unit: unit(document.format),
        lines: page.lines.iter().map(line).collect(),
    })
}

pub(crate) async fn find(
    space: &OpenWorkspace,
    jobs: &Jobs,
    req: FindReq,
) -> Result<Vec<FoundView>, ApiError> {
    let row = runs::row(space, req.run.0)?;
    let mut found = Vec::new();
    for (document, it) in (0..).zip(documents(jobs, space, &row)?) {
        let places = proviso_core::find::find(&it.document, &req.words, MAX_FOUND - found.len());
        let view =
            |it: proviso_core::find::Place| FoundView { document, page: it.page, rect: it.rect };
        found.extend(places.into_iter().map(view));
    }
    Ok(found)
}

pub(crate) async fn image(app: &Arc<App>, req: PageImageReq) -> Result<File, ApiError> {
    let space = app.space()?;
    let document = document(app, &space, req.run, req.document)?;
    let reader = app.ports().reader;
    let bytes = drawn::draw(&*reader, &space, &document, req.page, req.width).await?;
    let name = format!("{}-{}.png", document.name, req.page);
    Ok(File { mime: "image/png", name, bytes })
}

/// A run's documents, and what has come of the one that is being read.
fn documents(jobs: &Jobs, space: &OpenWorkspace, run: &RunRow) -> Result<Vec<Coming>, ApiError> {
    // What is arriving first: a document that becomes whole meanwhile is then in both, not in none.
    let arriving = jobs.arriving.of(run.id);
    let whole = space.store.documents(run.id)?;
    let mut all: Vec<Coming> = whole.into_iter().map(Coming::whole).collect();
    for (index, it) in arriving {
        // Documents are read one after the other: behind one that is missing there is none.
        if index == all.len() {
            all.push(it);
        }
    }
    Ok(all)
}

/// One of a run's documents.
pub(crate) fn document(
    app: &App,
    space: &OpenWorkspace,
    run: RunId,
    index: u32,
) -> Result<Arc<Document>, ApiError> {
    let missing = || {
        let message = format!("run {run} has no document {index} that was read");
        ApiError::new(Code::NotFound, message).about_run(run.0)
    };
    let row = runs::row(space, run.0)?;
    // What a run has read does not change once it is over, until it is taken up again.
    let Some(ended_at_ms) = row.ended_at_ms else {
        let all = documents(&app.jobs, space, &row)?;
        let found = all.into_iter().nth(index as usize).ok_or_else(missing)?;
        return Ok(Arc::new(found.document));
    };
    let of = Leafed { root: space.workspace.root().to_owned(), run: run.0, ended_at_ms };
    let known = app.leafed().as_ref().filter(|it| it.0 == of).map(|it| Arc::clone(&it.1));
    let all = match known {
        Some(it) => it,
        None => {
            let all = documents(&app.jobs, space, &row)?;
            let all: Arc<[_]> = all.into_iter().map(|it| Arc::new(it.document)).collect();
            // What a password protects is not kept longer than it is needed.
            let is_open = !all.iter().any(|it| it.locked);
            *app.leafed() = is_open.then(|| (of, Arc::clone(&all)));
            all
        }
    };
    all.get(index as usize).map(Arc::clone).ok_or_else(missing)
}

fn page(document: &Document, number: u32) -> Result<&proviso_core::document::Page, ApiError> {
    document.pages.iter().find(|it| it.number == number).ok_or_else(|| {
        let message = format!("`{}` has no page {number}", document.name);
        ApiError::new(Code::NotFound, message)
    })
}
