//! The analyst: reads the document beside the built-in analysis, looks closer where it wants to, and
//! gives fields, rules and clauses with quotes.
//!
//! **Invariant:** a field without a place on the page that says its value does not come in, nor does
//! a rule that exact arithmetic does not find true of such fields: nothing is a model's word but the
//! wording of clauses, from which nothing is computed.

use futures_util::StreamExt;
use futures_util::stream;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::asking::Asking;
use super::claims::{self, ReadClause, ReadRule};
use super::merge::{Read, merge};
use super::pages::Pages;
use super::sections::{self, Section};
use super::{ModelEngine, show};
use crate::agent::guard::{self, Trouble};
use crate::analysis::draft::Draft;
use crate::analysis::{Analysis, Field, Route, Rule, rules};
use crate::document::{Document, Format};
use crate::event::Happening;
use crate::llm::{Message, Role};
use crate::ports::{AnalyzeTask, EngineError};
use crate::prompt::marked;
use crate::remark::Remark;
use crate::run::{Severity, Stage};

/// Fields of the draft that are shown.
const MAX_SHOWN: usize = 400;

/// What an analyst answers.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Reading {
    /// Values that the draft lacks, or that it has too.
    fields: Vec<Read>,
    /// Rules that the document states and that can be computed.
    #[serde(default)]
    rules: Vec<ReadRule>,
    /// What the document's prose obliges, allows, conditions or ends.
    #[serde(default)]
    clauses: Vec<ReadClause>,
}

impl Reading {
    fn extend(&mut self, other: Reading) {
        self.fields.extend(other.fields);
        self.rules.extend(other.rules);
        self.clauses.extend(other.clauses);
    }
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
        let first = First { task, draft: &draft, about: &about, critique };
        let (read, failed) = if sections.is_empty() {
            let prose = show::prose(task.documents);
            let text = Text { scope: scope.to_owned(), prose, is_there: &|_| true };
            (self.read(text, first).await?.0, Vec::new())
        } else {
            self.read_sections(&sections, scope, first).await?
        };
        for (section, reason) in failed {
            draft.notes.push(Remark::new(
                format!("a section that the model could not read: {section} ({reason})"),
                format!("모델이 읽지 못한 구역: {section} ({reason})"),
            ));
        }
        let Some(Reading { fields, rules: said, clauses }) = read else {
            return Ok(Analysis { notes: draft.notes, ..about });
        };
        let n_builtin = draft.fields.len();
        let merged = merge(&mut draft, task.documents, fields);
        self.refused(merged.refused)?;
        let mut judged = claims::rules(&draft, &merged.named, task.documents, said);
        self.refused(std::mem::take(&mut judged.refused))?;
        // What was stated at the first reading of fields that are the same now stays.
        let before = critique.iter().flat_map(|it| &it.before.rules);
        let known = |it: &&Rule| it.relation.fields().iter().all(|it| (it.0 as usize) < n_builtin);
        let stated = before.filter(|it| it.name == rules::STATED).filter(known);
        judged.held.extend(stated.map(|it| it.relation.clone()));
        let (clauses, refused) = claims::clauses(task.documents, clauses);
        self.refused(refused)?;
        let happening = Happening::AnalystRead {
            n_new: merged.n_new,
            n_agreed: merged.n_agreed,
            n_rules: count(judged.held.len()),
            n_clauses: count(clauses.len()),
        };
        let message = format!(
            "analyst read {} new fields, {} known, {} rules, {} clauses",
            merged.n_new,
            merged.n_agreed,
            judged.held.len(),
            clauses.len()
        );
        self.desk.say(Stage::Analyze, Severity::Info, message, happening)?;
        for words in judged.broken {
            draft.notes.push(Remark::new(
                format!("read as a rule by the model, and does not hold: “{words}”"),
                format!("모델이 규칙으로 읽었으나 성립하지 않는 글: “{words}”"),
            ));
        }
        if !sections.is_empty() {
            self.refine(&mut draft, &about, scope).await?;
        }
        Ok(Analysis { clauses, ..self.builtin.discovered_with(draft, judged.held) })
    }

    /// Writes down what does not come in, and why.
    fn refused(&self, all: Vec<(String, String)>) -> Result<(), EngineError> {
        for (label, reason) in all {
            let message = format!("analyst: `{label}` is refused: {reason}");
            let happening = Happening::AnalystQuoteRefused { label, reason };
            self.desk.say(Stage::Analyze, Severity::Warn, message, happening)?;
        }
        Ok(())
    }

    /// What the model reads in a text; none, and why, where it says nothing of use.
    async fn read(
        &self,
        text: Text<'_>,
        first: First<'_>,
    ) -> Result<(Option<Reading>, String), EngineError> {
        let First { task, draft, about, critique } = first;
        let drawn = |it: &Document| !matches!(it.format, Format::Text | Format::Markdown);
        let there = self.pictures.are_there() && task.documents.iter().any(drawn);
        // Nothing can be hidden in a picture.
        let sees = there && !self.desk.hides;
        let pages = Pages {
            documents: task.documents,
            tables: &draft.tables,
            pictures: sees.then_some(&*self.pictures),
        };
        let context = json!({
            "document_type": about.document_type,
            "draft": drafted(draft, text.is_there),
            "prose": text.prose,
            "looks": self.reach.looks,
            "sees": sees,
            "schema": serde_json::to_string_pretty(&guard::schema_of::<Reading>())
                .unwrap_or_default(),
        });
        let tokens = self.reach.analyst_tokens;
        let work = self.begin("analyst", Stage::Analyze, &text.scope, about, context, tokens)?;
        let mut work = work.with(&pages, self.reach.looks);
        if let Some(it) = critique {
            let before = answered(it.before, text.is_there);
            work.messages.push(Message::text(Role::Assistant, before));
            work.messages.push(Message::text(Role::User, it.text));
        }
        let asking = Asking::new(work, trouble);
        let (work, guarded, given_up) = asking.guarded::<Reading>(Reading::default).await?;
        work.end((&guarded).into())?;
        let read = (!guarded.used_fallback).then_some(guarded.data);
        Ok((read, given_up.unwrap_or_default()))
    }

    /// What the model reads in the sections of a long document, side by side; a section that fails
    /// is an empty one, and named with the reason. None where all of them fail.
    async fn read_sections(
        &self,
        sections: &[Section],
        scope: &str,
        first: First<'_>,
    ) -> Result<(Option<Reading>, Vec<(String, String)>), EngineError> {
        let one = |(index, it): (usize, &Section)| {
            let (pages, prose) = (it.pages.clone(), it.prose.clone());
            let scope = format!("{scope}#{index}");
            async move {
                let is_there = |place: (u32, u32)| pages.contains(&place);
                self.read(Text { scope, prose, is_there: &is_there }, first).await
            }
        };
        // In order, whichever comes first: what is merged must not depend on that.
        let came: Vec<_> = stream::iter(sections.iter().enumerate().map(one))
            .buffered(self.reach.side_by_side.max(1))
            .collect()
            .await;
        let (mut all, mut failed) = (None::<Reading>, Vec::new());
        for (section, it) in sections.iter().zip(came) {
            match it? {
                (Some(read), _) => all.get_or_insert_default().extend(read),
                (None, reason) => {
                    let name = section.name.clone();
                    let message = format!("section `{name}` gives no fields: {reason}");
                    let happening =
                        Happening::SectionFailed { section: name.clone(), reason: reason.clone() };
                    self.desk.say(Stage::Analyze, Severity::Warn, message, happening)?;
                    failed.push((name, reason));
                }
            }
        }
        Ok((all, failed))
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

/// What all analysts of a document begin with.
#[derive(Clone, Copy)]
struct First<'a> {
    task: AnalyzeTask<'a>,
    draft: &'a Draft,
    about: &'a Analysis,
    critique: Option<Critique<'a>>,
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
    let clauses = before.clauses.iter();
    let clauses: Vec<ReadClause> = clauses
        .filter(|it| is_there((it.evidence.document, it.evidence.page)))
        .map(|it| ReadClause {
            kind: it.kind,
            party: it.party.clone(),
            says: it.says.clone(),
            quote: it.evidence.text.clone(),
            page: it.evidence.page,
            document: it.evidence.document,
        })
        .collect();
    serde_json::to_string(&Reading { fields, rules: Vec::new(), clauses }).unwrap_or_default()
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
            format!("f{} | {} | {kind} | {} | page {page}", it.id.0, it.label, it.value)
        })
        .collect();
    if fields.len() > MAX_SHOWN {
        lines.push(format!("(and {} more)", fields.len() - MAX_SHOWN));
    }
    marked("draft", &lines.join("\n"))
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
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
