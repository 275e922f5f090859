//! The analyst: reads the document beside the built-in analysis, and gives fields with quotes.
//!
//! **Invariant:** a field without a place on the page that says its value does not come in; rules
//! are looked for by the built-in engine over all fields, so no rule is ever a model's word.

use futures_util::StreamExt;
use futures_util::stream;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::asking::Asking;
use super::merge::{Read, merge};
use super::sections::{self, Section};
use super::{ModelEngine, show};
use crate::agent::guard::{self, Trouble};
use crate::analysis::draft::Draft;
use crate::analysis::{Analysis, Field, Route};
use crate::event::Happening;
use crate::llm::{Message, Role};
use crate::ports::{AnalyzeTask, EngineError};
use crate::prompt::marked;
use crate::run::{Severity, Stage};

/// Fields of the draft that are shown.
const MAX_SHOWN: usize = 400;

/// What an analyst answers.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Reading {
    /// Values that the draft lacks, or that it has too.
    fields: Vec<Read>,
}

impl ModelEngine {
    /// The built-in analysis with what the model read besides.
    pub(super) async fn analyst(
        &self,
        task: AnalyzeTask<'_>,
        critique: Option<Critique<'_>>,
    ) -> Result<Analysis, EngineError> {
        let mut draft = self.builtin.draft(task)?;
        let about = self.builtin.discovered(draft.clone());
        let scope = task.documents.first().map_or("", |it| it.sha256.as_str());
        let sections = sections::split(task.documents);
        let read = if sections.is_empty() {
            let prose = show::prose(task.documents);
            let text = Text { scope: scope.to_owned(), prose, is_there: &|_| true };
            self.read(text, &draft, &about, critique).await?.0
        } else {
            self.read_sections(&sections, scope, &draft, &about, critique).await?
        };
        let Some(read) = read else { return Ok(about) };
        let merged = merge(&mut draft, task.documents, read);
        for (label, reason) in merged.refused {
            let message = format!("analyst: `{label}` is refused: {reason}");
            let happening = Happening::AnalystQuoteRefused { label, reason };
            self.desk.say(Stage::Analyze, Severity::Warn, message, happening)?;
        }
        let message =
            format!("analyst read {} new fields, {} known", merged.n_new, merged.n_agreed);
        let happening = Happening::AnalystRead { n_new: merged.n_new, n_agreed: merged.n_agreed };
        self.desk.say(Stage::Analyze, Severity::Info, message, happening)?;
        if merged.n_new == 0 && merged.n_agreed == 0 {
            return Ok(about);
        }
        if !sections.is_empty() {
            self.refine(&mut draft, &about, scope).await?;
        }
        Ok(self.builtin.discovered(draft))
    }

    /// What the model reads in a text; none, and why, where it says nothing of use.
    async fn read(
        &self,
        text: Text<'_>,
        draft: &Draft,
        about: &Analysis,
        critique: Option<Critique<'_>>,
    ) -> Result<(Option<Vec<Read>>, String), EngineError> {
        let context = json!({
            "document_type": about.document_type,
            "draft": drafted(draft, text.is_there),
            "prose": text.prose,
            "schema": serde_json::to_string_pretty(&guard::schema_of::<Reading>())
                .unwrap_or_default(),
        });
        let tokens = self.reach.analyst_tokens;
        let mut work =
            self.begin("analyst", Stage::Analyze, &text.scope, about, context, tokens)?;
        if let Some(it) = critique {
            let before = answered(it.before, text.is_there);
            work.messages.push(Message::text(Role::Assistant, before));
            work.messages.push(Message::text(Role::User, it.text));
        }
        let asking = Asking::new(work, trouble);
        let (work, guarded, given_up) = asking.guarded::<Reading>(Reading::default).await?;
        work.end((&guarded).into())?;
        let read = (!guarded.used_fallback).then_some(guarded.data.fields);
        Ok((read, given_up.unwrap_or_default()))
    }

    /// What the model reads in the sections of a long document, side by side; a section that fails
    /// is an empty one, and named. None where all of them fail.
    async fn read_sections(
        &self,
        sections: &[Section],
        scope: &str,
        draft: &Draft,
        about: &Analysis,
        critique: Option<Critique<'_>>,
    ) -> Result<Option<Vec<Read>>, EngineError> {
        let one = |(index, it): (usize, &Section)| {
            let (pages, prose) = (it.pages.clone(), it.prose.clone());
            let scope = format!("{scope}#{index}");
            async move {
                let is_there = |place: (u32, u32)| pages.contains(&place);
                let text = Text { scope, prose, is_there: &is_there };
                self.read(text, draft, about, critique).await
            }
        };
        // In order, whichever comes first: what is merged must not depend on that.
        let came: Vec<_> = stream::iter(sections.iter().enumerate().map(one))
            .buffered(self.reach.side_by_side.max(1))
            .collect()
            .await;
        let mut all: Option<Vec<Read>> = None;
        for (section, it) in sections.iter().zip(came) {
            match it? {
                (Some(read), _) => all.get_or_insert_default().extend(read),
                (None, reason) => {
                    let name = section.name.clone();
                    let message = format!("section `{name}` gives no fields: {reason}");
                    let happening = Happening::SectionFailed { section: name, reason };
                    self.desk.say(Stage::Analyze, Severity::Warn, message, happening)?;
                }
            }
        }
        Ok(all)
    }
}

/// Why an analyst reads once more.
#[derive(Clone, Copy)]
pub(super) struct Critique<'a> {
    /// What came of its first reading.
    pub(super) before: &'a Analysis,
    /// What is to change.
    pub(super) text: &'a str,
}

/// What an analyst reads: what it is about for the record, the text, and which pages are in it, each
/// the document's position from 0 and the page's number.
struct Text<'a> {
    scope: String,
    prose: String,
    is_there: &'a (dyn Fn((u32, u32)) -> bool + Sync),
}

/// What an analyst has read before, as its answer.
fn answered(before: &Analysis, is_there: &dyn Fn((u32, u32)) -> bool) -> String {
    let read = before.fields.iter().filter(|it| it.route == Route::Model);
    let fields: Vec<Read> = read
        .filter(|it| is_there((it.evidence.document, it.evidence.page)))
        .map(|it| Read {
            label: it.label.clone(),
            kind: it.value.kind().name().to_owned(),
            value: it.value.to_string(),
            quote: it.evidence.text.clone(),
            page: it.evidence.page,
            document: it.evidence.document,
        })
        .collect();
    json!({ "fields": fields }).to_string()
}

/// The draft's fields on some pages, one per line.
fn drafted(draft: &Draft, is_there: &dyn Fn((u32, u32)) -> bool) -> String {
    let place = |it: &&Field| is_there((it.evidence.document, it.evidence.page));
    let fields: Vec<&Field> = draft.fields.iter().filter(place).collect();
    let mut lines: Vec<String> = fields
        .iter()
        .take(MAX_SHOWN)
        .map(|it| {
            let (kind, page) = (it.value.kind().name(), it.evidence.page);
            format!("{} | {kind} | {} | page {page}", it.label, it.value)
        })
        .collect();
    if fields.len() > MAX_SHOWN {
        lines.push(format!("(and {} more)", fields.len() - MAX_SHOWN));
    }
    marked("draft", &lines.join("\n"))
}

fn trouble(it: Trouble) -> (String, Happening) {
    match it {
        Trouble::ParseFailed(reason) => (reason.clone(), Happening::AnalystParseFailed { reason }),
        Trouble::SchemaFailed(reason) => {
            (reason.clone(), Happening::AnalystSchemaFailed { reason })
        }
        Trouble::RepairAttempted(attempt) => {
            ("asked for the right form".to_owned(), Happening::AnalystRepairAttempted { attempt })
        }
        Trouble::Regenerated => ("asked anew".to_owned(), Happening::AnalystRegenerated),
        Trouble::FellBack(reason) => {
            let message = format!("{reason}; the built-in analysis stands");
            (message, Happening::AnalystFellBack { reason })
        }
    }
}
