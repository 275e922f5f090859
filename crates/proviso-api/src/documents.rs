//! Documents: reading and analysing one without a run.

mod contents;
mod list;
mod look;
mod unlock;

use std::path::PathBuf;

use proviso_core::analysis::reasons::Why;
use proviso_core::analysis::why::Asked;
use proviso_core::analysis::{Analysis, Language, markdown, scored};
use proviso_core::document::Document;
use proviso_core::ports::{AnalyzeTask, ReadProgress};
use proviso_core::shown;
use serde::{Deserialize, Serialize};

pub use contents::{Contents, contents};
pub use list::{
    DeleteDocumentsReq, DocumentOrder, DocumentState, DocumentView, DocumentsDeleted,
    DocumentsFound, DocumentsQuery, OfDocument, StateCount, UndeleteRunsReq,
};
pub use look::{DocumentTypeView, LookReq, Looked};

pub use unlock::{UnlockReq, files_of_run, lock_of, password_of_environment, unlock_file};

pub(crate) use contents::{unpacked, without_archives};
pub(crate) use list::{delete, list, undelete, versions};
pub(crate) use look::{look, types};
pub(crate) use unlock::unlock;

use crate::given::must_be_file;
use crate::{ApiError, App};

/// A request to analyse files that belong together.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct AnalyzeReq {
    /// The files.
    pub paths: Vec<PathBuf>,
    /// A document type that a person chose.
    pub document_type: Option<String>,
    /// A field (by name, number or label) or a rule (`R3`) to say why it is what it is.
    #[serde(default)]
    pub why: Option<String>,
}

/// What files say.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Analyzed {
    /// The analysis in the shape of `--json`, and beside it `left_out`.
    pub json: serde_json::Value,
    /// The analysis for people.
    pub markdown: String,
    /// Refuted rules.
    pub n_refuted: u32,
    /// Files in the files that are not read, and why.
    pub left_out: Vec<ApiError>,
    /// What the field or rule that was asked about stands on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Explained>,
}

/// What a field or a rule stands on.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Explained {
    /// Its id in the analysis: `f3`, `R3`.
    pub id: String,
    /// Label and value, or the rule, as the document says it.
    pub says: String,
    /// The decisions.
    #[serde(flatten)]
    pub why: Why,
}

impl Explained {
    /// For people, in one of two languages.
    pub fn told(&self, korean: bool) -> String {
        let language = if korean { Language::Ko } else { Language::En };
        format!("{} {}\n\n{}", self.id, self.says, self.why.told(language))
    }
}

async fn explained(
    app: &App,
    documents: &[Document],
    of: &Analysis,
    asked: Asked,
) -> Result<Explained, ApiError> {
    let (id, says) = match asked {
        Asked::Field(id) => {
            let says = of.field(id).map(|it| {
                let value = shown::full(&it.value, of.language == Language::Ko);
                format!("{} {value}", it.label).trim().to_owned()
            });
            (format!("f{}", id.0), says)
        }
        Asked::Rule(id) => {
            let says = of.rules.get(id.0 as usize).map(|it| it.statement.clone());
            (format!("R{}", id.0), says)
        }
    };
    let ports = app.ports();
    let why = ports.study.why(&ports.types, documents, of, asked).await?;
    Ok(Explained { id, says: says.unwrap_or_default(), why })
}

/// Reads and analyses; `progress` hears of each page.
pub async fn analyze(
    app: &App,
    req: AnalyzeReq,
    progress: &(dyn Fn(ReadProgress<'_>) + Send + Sync),
) -> Result<Analyzed, ApiError> {
    let mut documents = Vec::new();
    let Contents { documents: paths, mut left_out } = contents(app, req.paths).await;
    if paths.is_empty() && !left_out.is_empty() {
        return Err(left_out.remove(0));
    }
    for path in &paths {
        let path = app.cwd.join(path);
        must_be_file(&path)?;
        documents.push(app.ports().reader.read(&path, progress).await?);
    }
    let document_type = req.document_type.as_deref();
    let analysis =
        app.ports().engine.analyze(AnalyzeTask { documents: &documents, document_type }).await?;
    let asked = req.why.as_deref().map(|it| crate::runs::named(&analysis, it)).transpose()?;
    let why = match asked {
        Some(it) => Some(explained(app, &documents, &analysis, it).await?),
        None => None,
    };
    // Nobody asks for them any more, and what is said of a long one takes as much memory again.
    drop(documents);
    let mut json = scored::json(&analysis);
    json["left_out"] = serde_json::json!(left_out);
    Ok(Analyzed {
        json,
        markdown: markdown::markdown(&analysis, &crate::runs::proposed_name(&paths), &[]),
        n_refuted: u32::try_from(analysis.n_refuted()).unwrap_or(u32::MAX),
        left_out,
        why,
    })
}
