//! The analyst of the second prompt version: it added fields, rules and clauses to the built-in draft
//! and changed nothing of it.
//!
//! Nobody is asked this way any more. It is kept so that a run that was recorded with that prompt is
//! played again as it was ([`super::Versions`]).
//!
//! **Invariant:** what is asked and what is made of the answer stay as they were when the version was
//! in use, the words of the schema included: they are part of what was asked.

mod merge;
mod stated;
#[cfg(test)]
mod tests;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use self::merge::{Read, merge};
use self::stated::ReadRule;
use super::analyst::{Critique, trouble};
use super::asking::Asking;
use super::clauses::{self, ReadClause};
use super::pages::Pages;
use super::reading::choose::likeness;
use super::sections;
use super::{ModelEngine, show};
use crate::agent::guard;
use crate::analysis::bounded::Studied;
use crate::analysis::draft::Draft;
use crate::analysis::{Analysis, Field, Relation, Route, Rule, Support, rules};
use crate::document::{Document, Format};
use crate::event::Happening;
use crate::idris::name::identifier;
use crate::llm::{Message, Role};
use crate::ports::{AnalyzeTask, EngineError};
use crate::prompt::marked;
use crate::remark::Remark;
use crate::run::{Severity, Stage};

/// The version that is answered here.
pub(super) const VERSION: &str = "v2";
/// Tokens that an answer could have.
const TOKENS: u32 = 12_000;
/// Fields of the draft that were shown.
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

/// What the analyst began with.
#[derive(Clone, Copy)]
struct First<'a> {
    task: AnalyzeTask<'a>,
    draft: &'a Draft,
    about: &'a Analysis,
    critique: Option<Critique<'a>>,
}

type Place<'a> = &'a (dyn Fn((u32, u32)) -> bool + Sync);

impl ModelEngine {
    /// The built-in analysis with what the model read besides.
    pub(super) async fn earlier_analyst(
        &self,
        task: AnalyzeTask<'_>,
        critique: Option<Critique<'_>>,
    ) -> Result<Analysis, EngineError> {
        let Studied { mut draft, analysis: about } = self.builtin.studied(task).await?;
        let scope = task.documents.first().map_or("", |it| it.sha256.as_str());
        let lines: Vec<String> = task
            .documents
            .iter()
            .flat_map(Document::printed)
            .flat_map(|it| it.lines.iter().map(|it| it.text()))
            .collect();
        let head = |_: u32, name: &str, page: u32| format!("[{name}, page {page}]");
        let sections = sections::split(task.documents, &head, &|it| lines[it].clone());
        let first = First { task, draft: &draft, about: &about, critique };
        let (mut read, mut notes) = (None::<Reading>, Vec::new());
        if sections.is_empty() {
            let prose = show::prose(task.documents);
            read = self.read_earlier(scope, prose, &|_| true, first).await?.0;
        }
        // One after the other: nobody waits where all is answered from a record.
        for (index, section) in sections.iter().enumerate() {
            let is_there = |place: (u32, u32)| section.pages.contains(&place);
            let scope = format!("{scope}#{index}");
            let prose = section.prose.clone();
            match self.read_earlier(&scope, prose, &is_there, first).await? {
                (Some(it), _) => {
                    let all = read.get_or_insert_default();
                    all.fields.extend(it.fields);
                    all.rules.extend(it.rules);
                    all.clauses.extend(it.clauses);
                }
                (None, reason) => {
                    let name = section.name.clone();
                    let message = format!("section `{name}` gives no fields: {reason}");
                    let happening =
                        Happening::SectionFailed { section: name.clone(), reason: reason.clone() };
                    self.desk.say(Stage::Analyze, Severity::Warn, message, happening)?;
                    notes.push(Remark::new(
                        format!("a section that the model could not read: {name} ({reason})"),
                        format!("모델이 읽지 못한 구역: {name}"),
                    ));
                }
            }
        }
        draft.notes.extend(notes);
        let Some(read) = read else {
            return Ok(Analysis { notes: draft.notes, ..about });
        };
        let (held, clauses) = self.take_earlier(&mut draft, task, critique, read)?;
        if !sections.is_empty() {
            let lines = read_labels(&draft);
            let mut relabel = |id: usize, label: String| relabeled(&mut draft, id, label);
            self.refine(&lines, &about, scope, &mut relabel).await?;
        }
        let mut all = self.builtin.rules_of(&draft);
        for relation in held {
            if all.iter().all(|it| likeness(&it.relation) != likeness(&relation)) {
                all.push(Rule::new(rules::STATED, relation, Support::Clause));
            }
        }
        all.sort_by_cached_key(|it| {
            let ids = rules::operands(&it.relation);
            (ids.first().copied(), it.name.clone(), ids)
        });
        rules::number(&mut all);
        Ok(Analysis { clauses, ..rules::complete(draft, all) })
    }

    /// Takes an answer in: the rules that hold, and the clauses.
    fn take_earlier(
        &self,
        draft: &mut Draft,
        task: AnalyzeTask<'_>,
        critique: Option<Critique<'_>>,
        read: Reading,
    ) -> Result<(Vec<Relation>, Vec<crate::analysis::Clause>), EngineError> {
        let n_builtin = draft.fields.len();
        let merged = merge(draft, task.documents, read.fields);
        self.refused(merged.refused)?;
        let mut judged = stated::rules(draft, &merged.named, task.documents, read.rules);
        self.refused(std::mem::take(&mut judged.refused))?;
        // What was stated at the first reading of fields that are the same now stays.
        let before = critique.iter().flat_map(|it| &it.before.rules);
        let known = |it: &&Rule| it.relation.fields().iter().all(|it| (it.0 as usize) < n_builtin);
        let again = before.filter(|it| it.name == rules::STATED).filter(known);
        judged.held.extend(again.map(|it| it.relation.clone()));
        let (clauses, refused) = clauses::clauses(task.documents, read.clauses);
        self.refused(refused)?;
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let happening = Happening::AnalystRead {
            n_new: merged.n_new,
            n_agreed: merged.n_agreed,
            n_rules: count(judged.held.len()),
            n_clauses: count(clauses.len()),
            // The record of then does not say it.
            n_pages: 0,
            input_tokens: 0,
            output_tokens: 0,
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
        Ok((judged.held, clauses))
    }

    /// What the model read in a text; none, and why, where it said nothing of use.
    async fn read_earlier(
        &self,
        scope: &str,
        prose: String,
        is_there: Place<'_>,
        first: First<'_>,
    ) -> Result<(Option<Reading>, String), EngineError> {
        let First { task, draft, about, critique } = first;
        let drawn = |it: &Document| !matches!(it.format, Format::Text | Format::Markdown);
        let there = self.pictures.are_there() && task.documents.iter().any(drawn);
        let sees = there && !self.desk.hides;
        let pages = Pages {
            documents: task.documents,
            tables: &draft.tables,
            pictures: sees.then_some(&*self.pictures),
        };
        let context = json!({
            "document_type": about.document_type,
            "draft": drafted(draft, is_there),
            "prose": prose,
            "looks": self.reach.looks,
            "sees": sees,
            "schema": serde_json::to_string_pretty(&guard::schema_of::<Reading>())
                .unwrap_or_default(),
        });
        let work = self.begin("analyst", Stage::Analyze, scope, about, context, TOKENS)?;
        let mut work = work.with(&pages, self.reach.looks);
        if let Some(it) = critique {
            work.messages.push(Message::text(Role::Assistant, answered(it.before, is_there)));
            work.messages.push(Message::text(Role::User, it.text));
        }
        let asking = Asking::new(work, trouble);
        let (work, guarded, given_up) = asking.guarded::<Reading>(Reading::default).await?;
        work.end((&guarded).into())?;
        let read = (!guarded.used_fallback).then_some(guarded.data);
        Ok((read, given_up.unwrap_or_default()))
    }
}

/// What the model read, one value per line.
fn read_labels(draft: &Draft) -> Vec<String> {
    let read = draft.fields.iter().filter(|it| it.route == Route::Model);
    let line = |it: &Field| {
        format!("{} | {} | {} | page {}", it.id.0, it.label, it.value, it.evidence.page)
    };
    read.map(line).collect()
}

/// Gives a value that the model read another label; false where it is none.
fn relabeled(draft: &mut Draft, id: usize, label: String) -> bool {
    let others = draft.fields.iter().enumerate().filter(|it| it.0 != id);
    let taken: Vec<String> = others.map(|it| it.1.name.clone()).collect();
    let field = draft.fields.get_mut(id).filter(|it| it.route == Route::Model);
    match field.filter(|it| !label.is_empty() && it.label != label) {
        Some(field) => {
            field.name = identifier(&label, None, &taken);
            field.label = label;
            true
        }
        None => false,
    }
}

/// What an analyst had read before, as its answer.
fn answered(before: &Analysis, is_there: Place<'_>) -> String {
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
fn drafted(draft: &Draft, is_there: Place<'_>) -> String {
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
