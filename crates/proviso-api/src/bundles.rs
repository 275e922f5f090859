//! Evidence for others: a run's findings, what they rest on and its proofs in one file, and what such
//! a file is worth.
//!
//! **Invariant:** of a file only its analysis and its model are believed to be what they are; facts
//! and audit are made anew, the judges of this machine are asked, and no workspace is needed.

mod page;

use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use futures_util::FutureExt as _;
use proviso_core::bundle::{Bundle, Content, Picture};
use proviso_core::document::Document;
use proviso_core::judge::Judge;
use proviso_core::ports::Viewer;
use proviso_core::remark::Remark;
use proviso_core::run::Verdict;
use proviso_core::standing::Told;
use proviso_kit::drawn;
use proviso_kit::open::OpenWorkspace;
use serde::{Deserialize, Serialize};

use self::page::{MAX_BYTES, PageOf};
use crate::given::must_be_file;
use crate::ports::Ports;
use crate::report::ReportReq;
use crate::runs::{Finding, ended, findings, source, stands};
use crate::wire::{File, RunId};
use crate::{ApiError, App, Code, Records};

/// Pixels of a page's width: small print can be read.
const WIDTH: u32 = 1_240;

/// A request for a bundle.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct BundleReq {
    /// Which run.
    pub run: RunId,
    /// Whether it shows the pages.
    pub pictures: bool,
    /// Written as a page that checks itself where it is opened, in this language: `ko` or `en`.
    pub page: Option<String>,
}

/// A bundle, and what it is known by.
#[derive(Debug, Clone)]
pub struct Bundled {
    /// The file.
    pub file: File,
    /// SHA-256 of its content, in lower-case hex: to be told on another way than the file goes.
    pub seal: String,
}

/// A document that a bundle is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BundledDocument {
    /// The file's name.
    pub name: String,
    /// SHA-256 of the file, in lower-case hex.
    pub sha256: String,
    /// Whether a file that was given beside the bundle is this one.
    pub given: bool,
}

/// What a bundle is worth here and now.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct BundleChecked {
    /// The file.
    pub path: PathBuf,
    /// What it is known by.
    pub seal: String,
    /// The version of the program that made it.
    pub program: String,
    /// The project.
    pub project: String,
    /// The run in the workspace that it was made in.
    pub run: RunId,
    /// What it is about.
    pub documents: Vec<BundledDocument>,
    /// What does not follow from its content; with any of it the bundle is worth nothing.
    pub faults: Vec<Remark>,
    /// The verdict that it was made with.
    pub sealed_verdict: Verdict,
    /// The verdict by what the judges of this machine say.
    pub verdict: Verdict,
    /// What that means.
    pub told: Told,
    /// What does not add up in the documents.
    pub findings: Vec<Finding>,
    /// Who has judged just now, and what each said.
    pub judges: Vec<Judge>,
}

impl BundleChecked {
    /// 2 where it is worth nothing, else as its verdict.
    pub fn exit_code(&self) -> u8 {
        if self.faults.is_empty() { self.verdict.exit_code(self.findings.len()) } else { 2 }
    }
}

/// Makes the bundle of a run.
pub async fn bundle(app: &App, req: &BundleReq) -> Result<Bundled, ApiError> {
    sealed(&app.records()?, &app.ports(), req).await
}

async fn sealed(records: &Records, ports: &Ports, req: &BundleReq) -> Result<Bundled, ApiError> {
    let run = req.run.0;
    let row = ended(records, run)?;
    let attempts = records.store.attempts(run)?;
    let missing = |what: &str| {
        let message = format!("run {run} has no {what} that could be handed on");
        ApiError::new(Code::BadRequest, message).about_run(run)
    };
    let analysis = records.store.analysis(run)?.ok_or_else(|| missing("analysis"))?;
    let model = stands(&row, &attempts).ok_or_else(|| missing("model"))?.model.clone();
    let verdict = row.verdict.ok_or_else(|| missing("verdict"))?;
    // What cannot be written is not drawn first.
    let page = req.page.as_deref().map(PageOf::language).transpose()?;
    let pictures = match req.pictures {
        true => pictures(&*ports.reader, records, &records.store.documents(run)?).await?,
        false => Vec::new(),
    };
    let content = Content {
        program: env!("CARGO_PKG_VERSION").to_owned(),
        project: row.project,
        run,
        ended_at_ms: row.ended_at_ms.unwrap_or_default(),
        verdict,
        detail: row.detail,
        corrected_by: row.corrected_by,
        judges: row.judges,
        analysis,
        modules: Vec::new(),
        pictures,
    };
    let it = Bundle::seal(content, &model);
    let file = match page {
        None => File {
            mime: "application/json",
            name: format!("{}-{run}.proviso.json", it.content().project),
            bytes: it.bytes(),
        },
        Some(page) => page.file(&it)?,
    };
    Ok(Bundled { file, seal: it.seal_text().to_owned() })
}

/// The same as a page with pictures, for the window.
pub(crate) async fn page_of(
    records: &Records,
    ports: &Ports,
    req: ReportReq,
) -> Result<File, ApiError> {
    let req = BundleReq { run: req.run, pictures: true, page: Some(req.language) };
    Ok(sealed(records, ports, &req).await?.file)
}

async fn pictures(
    viewer: &dyn Viewer,
    space: &OpenWorkspace,
    documents: &[Document],
) -> Result<Vec<Picture>, ApiError> {
    let mut all = Vec::new();
    for (document, at) in documents.iter().zip(0..) {
        for page in &document.pages {
            match drawn::draw(viewer, space, document, page.number, WIDTH).await {
                Ok(png) => {
                    all.push(Picture {
                        document: at,
                        page: page.number,
                        width: page.width,
                        height: page.height,
                        png: BASE64.encode(png),
                    });
                }
                // Text has no pictures, and a copy may be gone.
                Err(err) if err.is_none() => {}
                Err(err) => return Err(err.into()),
            }
        }
    }
    Ok(all)
}

/// Says what a bundle is worth; `given` are documents that it is said to be about.
pub async fn check(app: &App, path: &Path, given: &[PathBuf]) -> Result<BundleChecked, ApiError> {
    let path = app.cwd.join(path);
    let bytes = bytes(&path)?;
    let sealed = page::sealed_in(&bytes).map_err(|err| worthless(&path, &err))?;
    let it =
        Bundle::read(sealed.as_ref().unwrap_or(&bytes)).map_err(|err| worthless(&path, &err))?;
    let content = it.content();
    // Whoever wrote the file may have written an analysis that no document has.
    let checker = &app.ports().checker;
    let asked = AssertUnwindSafe(it.witnessed(&**checker)).catch_unwind().await;
    let mut witnessed = asked.map_err(|_| worthless(&path, &Impossible))??;
    let named = content.analysis.documents.iter().map(|it| BundledDocument {
        name: it.name.clone(),
        sha256: it.sha256.clone(),
        given: false,
    });
    let mut documents: Vec<BundledDocument> = named.collect();
    for it in given {
        let it = app.cwd.join(it);
        must_be_file(&it)?;
        let sha256 = source(&it)?.sha256;
        match documents.iter_mut().find(|it| it.sha256 == sha256) {
            Some(document) => document.given = true,
            None => witnessed.faults.push(Remark::new(
                format!("`{}` is none of its documents, letter by letter", it.display()),
                format!("`{}` 파일은 이 묶음의 문서가 아닙니다", it.display()),
            )),
        }
    }
    Ok(BundleChecked {
        seal: it.seal_text().to_owned(),
        program: content.program.clone(),
        project: content.project.clone(),
        run: content.run.into(),
        documents,
        faults: witnessed.faults,
        sealed_verdict: content.verdict,
        verdict: witnessed.verdict,
        told: witnessed.told,
        findings: findings(&content.analysis),
        judges: witnessed.judges,
        path,
    })
}

#[derive(Debug, thiserror::Error)]
#[error("no document has such an analysis")]
struct Impossible;

fn bytes(path: &Path) -> Result<Vec<u8>, ApiError> {
    must_be_file(path)?;
    let unreadable = |err| ApiError::unreadable(path, &err);
    let length = std::fs::metadata(path).map_err(unreadable)?.len();
    if length > MAX_BYTES {
        let message = format!("`{}` is too large for a bundle: {length} bytes", path.display());
        return Err(ApiError::new(Code::Unreadable, message));
    }
    std::fs::read(path).map_err(unreadable)
}

fn worthless(path: &Path, err: &dyn std::error::Error) -> ApiError {
    ApiError::new(Code::Unreadable, format!("`{}` proves nothing: {err}", path.display()))
        .hint("ask for the file once more, and for its seal on another way")
}
