//! A first look at files before anything is converted.
//!
//! **Invariant:** nothing is recognized and nothing is written; a file that cannot be read says so
//! here, with the words that a run would fail with.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use proviso_core::document::{Document, Format};
use proviso_core::ports::{AnalyzeTask, ReadError};
use proviso_core::remark::Remark;
use proviso_kit::paths;
use proviso_kit::store::RunRow;
use proviso_kit::watched::documents_of;
use serde::{Deserialize, Serialize};

use crate::given::must_be_file;
use crate::ports::Ports;
use crate::runs::RunHead;
use crate::wire::{Nothing, RunId};
use crate::{ApiError, App, Code, runs};

/// Pages that are looked at; a title stands on the first.
const PAGES: u32 = 2;
/// Files that are looked at in one go.
const MAX_FILES: usize = 2_000;

/// A request to look at files.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LookReq {
    /// Files, or handles of received ones; a folder stands for the documents in it.
    pub paths: Vec<String>,
}

/// What a file is at first sight.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Looked {
    /// What names it in requests.
    pub path: String,
    /// Its name.
    pub name: String,
    /// Its bytes.
    pub size: u64,
    /// Its SHA-256.
    pub sha256: Option<String>,
    /// The format, by content.
    pub format: Option<Format>,
    /// Why it cannot be read.
    pub error: Option<ApiError>,
    /// The document type by its text; none where there is no text without recognition.
    pub document_type: Option<String>,
    /// The title as printed, likewise.
    pub title: Option<String>,
    /// How many pages it has.
    pub n_pages: Option<u32>,
    /// A free name for its project, or the one of the project that it is of already.
    pub proposed_project: String,
    /// The run that is working on that project now.
    pub busy: Option<RunId>,
    /// Runs over the same bytes, the newest first.
    pub earlier: Vec<RunHead>,
    /// Which file of this list, from 0, has the same bytes.
    pub same_as: Option<u32>,
}

/// A document type, for people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DocumentTypeView {
    /// Its name, as runs take it.
    pub name: String,
    /// In Korean.
    pub ko: String,
    /// In English.
    pub en: String,
}

pub(crate) async fn types(ports: &Ports, _: Nothing) -> Result<Vec<DocumentTypeView>, ApiError> {
    let all = ports.types.types.iter().map(|it| {
        let Remark { en, ko } = it.named();
        DocumentTypeView { name: it.name.clone(), ko, en }
    });
    Ok(all.collect())
}

pub(crate) async fn look(app: &Arc<App>, req: LookReq) -> Result<Vec<Looked>, ApiError> {
    let mut files = Vec::new();
    for named in &req.paths {
        let path = app.file(named);
        match path {
            Ok(path) if path.is_dir() => {
                files.extend(
                    documents_of(&path)?.into_iter().map(|it| (paths::written(&it), Ok(it))),
                );
            }
            path => files.push((named.clone(), path)),
        }
    }
    let files = opened(app, files).await;
    if files.len() > MAX_FILES {
        let message = format!("{} files, and at most {MAX_FILES} are looked at", files.len());
        return Err(ApiError::new(Code::BadRequest, message));
    }
    // Where no workspace is open nothing was converted yet.
    let runs = match app.records() {
        Ok(records) => {
            runs::sweep(&records)?;
            records.store.runs(None)?
        }
        Err(_) => Vec::new(),
    };
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    let mut all = Vec::new();
    for (named, path) in files {
        let mut it = match path {
            Ok(path) => one(app, named, &path, &runs).await,
            Err(err) => refused(named, err),
        };
        if let Some(sha256) = &it.sha256 {
            it.same_as = seen.get(sha256).copied();
            let index = u32::try_from(all.len()).unwrap_or(u32::MAX);
            seen.entry(sha256.clone()).or_insert(index);
        }
        all.push(it);
    }
    Ok(all)
}

/// Files as requests name them, or why one cannot be read.
type Named = Vec<(String, Result<PathBuf, ApiError>)>;

/// The same, with the documents that lie in archives and mails.
async fn opened(app: &App, files: Named) -> Named {
    let mut out = Named::new();
    for (named, path) in files {
        let held = match &path {
            Ok(path) if path.is_file() => super::unpacked(app, path).await,
            _ => {
                out.push((named, path));
                continue;
            }
        };
        match held {
            Ok(it) => {
                if it.is_document {
                    out.push((named, path));
                }
                let members = it.members.into_iter().map(|path| {
                    let received = app.uploads.adopt(path.clone());
                    (received.handle, Ok(path))
                });
                out.extend(members);
                out.extend(it.left_out.into_iter().map(|err| {
                    let name = name_of(&err).unwrap_or_default().to_owned();
                    (name, Err(err.into()))
                }));
            }
            Err(err) => out.push((named, Err(err))),
        }
    }
    out
}

/// The name of a file that was left out.
fn name_of(err: &ReadError) -> Option<&str> {
    match err {
        ReadError::Empty { name }
        | ReadError::Unsupported { name, .. }
        | ReadError::Encrypted { name }
        | ReadError::Damaged { name, .. }
        | ReadError::TooLarge { name, .. } => Some(name),
        _ => None,
    }
}

fn refused(named: String, err: ApiError) -> Looked {
    let file = paths::meant(&named);
    let name = match file.to_str() {
        Some(plain) => plain.rsplit(['/', '\\']).next().unwrap_or(plain).to_owned(),
        None => paths::name(&file),
    };
    Looked {
        path: named,
        name,
        size: 0,
        sha256: None,
        format: None,
        error: Some(err),
        document_type: None,
        title: None,
        n_pages: None,
        proposed_project: String::new(),
        busy: None,
        earlier: Vec::new(),
        same_as: None,
    }
}

async fn one(app: &App, named: String, path: &Path, runs: &[RunRow]) -> Looked {
    let hashed = must_be_file(path).and_then(|()| {
        let size = path.metadata().map_or(0, |it| it.len());
        Ok((size, runs::source(path)?))
    });
    let (size, source) = match hashed {
        Ok(it) => it,
        Err(err) => return refused(named, err),
    };
    let glance = app.ports().reader.glance(path, PAGES).await;
    let proposed = match app.state().space.clone() {
        Some(space) => runs::free_name(&space, std::slice::from_ref(&source)),
        None => Ok(runs::proposed_name(&[path.to_owned()])),
    };
    let (proposed_project, mut error) = match proposed {
        Ok(name) => (name, None),
        Err(err) => (String::new(), Some(err)),
    };
    let (mut format, mut n_pages, mut document_type, mut title) = (None, None, None, None);
    match glance {
        Ok(it) => {
            format = Some(it.document.format);
            n_pages = Some(it.n_pages);
            (document_type, title) = guess(app, &it.document).await;
        }
        Err(err) => error = Some(err.into()),
    }
    let of_project = |it: &&RunRow| it.project.eq_ignore_ascii_case(&proposed_project);
    let busy = runs.iter().filter(of_project).find(|it| it.verdict.is_none());
    let busy = busy.map(|it| it.id.into());
    let same = |it: &&RunRow| {
        it.deleted_at_ms.is_none() && it.sources.iter().any(|it| it.sha256 == source.sha256)
    };
    let earlier = runs.iter().filter(same).map(runs::head);
    Looked {
        path: named,
        name: source.name.clone(),
        size,
        earlier: earlier.collect(),
        sha256: Some(source.sha256),
        format,
        error,
        document_type,
        title,
        n_pages,
        proposed_project,
        busy,
        same_as: None,
    }
}

/// Type and title by what text there is.
async fn guess(app: &App, document: &Document) -> (Option<String>, Option<String>) {
    if document.pages.iter().all(|it| it.lines.is_empty()) {
        return (None, None);
    }
    let task = AnalyzeTask { documents: std::slice::from_ref(document), document_type: None };
    // The engine's own trouble shows when the run has it; a guess may stay away.
    let Ok(analysis) = app.ports().engine.analyze(task).await else { return (None, None) };
    (Some(analysis.document_type), Some(analysis.title).filter(|it| !it.is_empty()))
}
