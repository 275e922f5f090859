//! The analyst: reads the document and the built-in draft of it, looks closer where it wants to, and
//! gives one complete reading: values with their places, what of the draft is wrong, rules, clauses.
//!
//! **Invariant:** what it says is claims. A value without a place on the page that says it does not
//! come in, nor does a rule whose values nothing ties together; which claims stand is decided in one
//! place, [`super::reading::choose`].

use std::collections::BTreeMap;

use futures_util::StreamExt;
use futures_util::stream;
use serde_json::json;

use super::asking::Asking;
use super::clauses::{self, ReadClause};
use super::pages::{self, Pages};
use super::reading::choose::{Plain, settle};
use super::reading::claims::Claims;
use super::reading::sheet::Sheet;
use super::reading::{Read, ReadRule, Reading};
use super::sections::{self, Section};
use super::{ModelEngine, Work, earlier};
use crate::agent::guard::{self, Trouble};
use crate::analysis::bounded::Studied;
use crate::analysis::draft::Draft;
use crate::analysis::{
    Analysis, FieldId, Operand, Relation, Route, Rule, Status, Support, Term, rules,
};
use crate::document::{Document, Format, Source};
use crate::event::Happening;
use crate::llm::{Form, Message, Part, Role, Usage};
use crate::ports::{AnalyzeTask, EngineError, PictureError};
use crate::prompt::marked;
use crate::remark::Remark;
use crate::run::{Severity, Stage};

/// Fields and rules of the draft that are shown.
const MAX_SHOWN: usize = 600;
/// Characters of a document that is shown.
const MAX_PROSE: usize = 80_000;
/// Places of a page that are recognized again.
const MAX_PLACES: usize = 60;
/// Pages whose pictures are shown unasked.
const MAX_PICTURES: usize = 6;

impl ModelEngine {
    /// The analysis that comes of the built-in draft and of what the model read.
    pub(super) async fn analyst(
        &self,
        task: AnalyzeTask<'_>,
        critique: Option<Critique<'_>>,
    ) -> Result<Analysis, EngineError> {
        if self.versions.of("analyst") == Some(earlier::VERSION) {
            return self.earlier_analyst(task, critique).await;
        }
        let Studied { mut draft, analysis: about } = self.builtin.studied(task).await?;
        let scope = task.documents.first().map_or("", |it| it.sha256.as_str());
        let sheet = Sheet::of(task.documents, &draft);
        let head =
            |index: u32, name: &str, page: u32| format!("[document {index} {name}, page {page}]");
        let sections = sections::split(task.documents, &head, &|it| sheet.shown(it));
        let before = critique.map(|it| answered(&sheet, &draft, it.before));
        let first = First {
            task,
            draft: &draft,
            about: &about,
            sheet: &sheet,
            critique,
            before: before.as_ref(),
        };
        let (read, failed, spent) = if sections.is_empty() {
            let text = Text { scope: scope.to_owned(), prose: prose(&sheet), is_there: &|_| true };
            let came = self.read(text, first).await?;
            (came.read, Vec::new(), came.spent)
        } else {
            self.read_sections(&sections, scope, first).await?
        };
        for (section, reason) in failed {
            draft.notes.push(Remark::new(
                format!("a section that the model could not read: {section} ({reason})"),
                format!("모델이 읽지 못한 구역: {section}"),
            ));
        }
        let Some(mut read) = read else {
            return Ok(Analysis { notes: draft.notes, ..about });
        };
        // What was read of the draft's values at the first time stays.
        if let Some(before) = before {
            let known = |it: &String| it.trim_start_matches('-').starts_with('f');
            let known = |it: &ReadRule| {
                it.parts.iter().chain([&it.result]).all(|it| it.is_empty() || known(it))
            };
            read.rules.extend(before.rules.into_iter().filter(known));
        }
        let mut claims = Claims::of(&sheet, &draft, &about, &read);
        self.refused(std::mem::take(&mut claims.refused))?;
        self.look_again(&mut claims, task.documents).await?;
        let (clauses, refused) = clauses::clauses(task.documents, read.clauses);
        self.refused(refused)?;
        let (n_new, n_agreed) = claims.counts();
        let chosen = task.document_type;
        let is_type = |it: &str| chosen.is_none() && self.builtin.knows(it);
        if !sections.is_empty() {
            let lines = claims.read_labels();
            let mut relabel = |id: usize, label: String| claims.relabel(id, label);
            self.refine(&lines, &about, scope, &mut relabel).await?;
        }
        let (analysis, n_rules) = settle(
            &Plain,
            draft,
            &claims,
            &about,
            &is_type,
            &|it| self.builtin.rules_of(it),
            &rules::complete,
        );
        let n_clauses = count(clauses.len());
        let happening = Happening::AnalystRead {
            n_new,
            n_agreed,
            n_rules,
            n_clauses,
            n_pages: count(task.documents.iter().map(|it| it.printed().count()).sum()),
            input_tokens: spent.input,
            output_tokens: spent.output,
        };
        let message = format!(
            "analyst read {n_new} new fields, {n_agreed} known, {n_rules} rules, {n_clauses} clauses"
        );
        self.desk.say(Stage::Analyze, Severity::Info, message, happening)?;
        Ok(Analysis { clauses, ..analysis })
    }

    /// Has the places of what only the model saw recognized again, page by page.
    async fn look_again(
        &self,
        claims: &mut Claims,
        documents: &[Document],
    ) -> Result<(), EngineError> {
        if !self.pictures.are_there() {
            return Ok(());
        }
        let mut pages: BTreeMap<(u32, u32), Places> = BTreeMap::new();
        for (id, place) in claims.seen() {
            let document = documents.get(place.document as usize);
            let page = document.and_then(|it| it.printed().find(|it| it.number == place.page));
            let mut boxes = place.boxes.iter();
            let (Some(page), Some(first)) = (page, boxes.next()) else { continue };
            let it = boxes.fold(*first, |a, b| a.union(b));
            let (w, h) = (page.width / 1000.0, page.height / 1000.0);
            let area = [it.x0 / w, it.y0 / h, it.x1 / w, it.y1 / h];
            let all = pages.entry((place.document, place.page)).or_default();
            if all.len() < MAX_PLACES {
                all.push((id, area));
            }
        }
        for ((index, page), places) in pages {
            let Some(document) = documents.get(index as usize) else { continue };
            let areas: Vec<[f32; 4]> = places.iter().map(|it| it.1).collect();
            match self.pictures.look_again(document, page, &areas).await {
                Ok(texts) if texts.len() == places.len() => {
                    let agrees = places.iter().zip(&texts).map(|it| claims.looked_at(it.0.0, it.1));
                    let n_agreed = count(agrees.filter(|it| *it).count());
                    let happening = Happening::PlacesLookedAt {
                        document: document.sha256.clone(),
                        page,
                        texts,
                        n_agreed,
                    };
                    let n = places.len();
                    let message =
                        format!("{n} places of page {page} recognized again: {n_agreed} agree");
                    self.desk.say(Stage::Analyze, Severity::Info, message, happening)?;
                }
                // Nobody looked.
                Ok(_) | Err(PictureError::None) => {}
                Err(PictureError::Failed(reason)) => {
                    let code = "picture.failed".to_owned();
                    let remark = Remark::new(
                        format!("page {page} cannot be looked at again: {reason}"),
                        format!("{page}쪽을 다시 볼 수 없었습니다"),
                    );
                    let message = remark.en.clone();
                    let happening = Happening::WarningRaised { code, remark: Some(remark) };
                    self.desk.say(Stage::Analyze, Severity::Warn, message, happening)?;
                }
            }
        }
        Ok(())
    }

    /// Writes down what does not come in, and why.
    pub(super) fn refused(&self, all: Vec<(String, String)>) -> Result<(), EngineError> {
        for (label, reason) in all {
            let message = format!("analyst: `{label}` is refused: {reason}");
            let happening = Happening::AnalystQuoteRefused { label, reason };
            self.desk.say(Stage::Analyze, Severity::Warn, message, happening)?;
        }
        Ok(())
    }

    /// What the model reads in a text; none, and why, where it says nothing of use.
    async fn read(&self, text: Text<'_>, first: First<'_>) -> Result<Came, EngineError> {
        let First { task, draft, about, sheet, critique, before } = first;
        let drawn = |it: &Document| !matches!(it.format, Format::Text | Format::Markdown);
        let there = self.pictures.are_there() && task.documents.iter().any(drawn);
        // Nothing can be hidden in a picture.
        let sees = there && !self.desk.hides;
        let pages = Pages {
            documents: task.documents,
            tables: &draft.tables,
            pictures: sees.then_some(&*self.pictures),
        };
        let version = self.versions.of("analyst");
        let form = schema(version);
        let context = json!({
            "document_type": about.document_type,
            "title": marked("title", &about.title),
            "types": self.builtin.type_names().join(", "),
            "kinds": self.builtin.told_types(about.language),
            "draft": drafted(sheet, draft, text.is_there),
            "rules": ruled(about, text.is_there, version),
            "prose": text.prose,
            "looks": self.reach.looks,
            "sees": sees,
            "schema": written(&form, version),
        });
        let tokens = self.reach.analyst_tokens;
        let work = self.begin("analyst", Stage::Analyze, &text.scope, about, context, tokens)?;
        let mut work = work.with(&pages, self.reach.looks);
        work.form = Some(Form { name: "analyst".to_owned(), schema: form });
        if sees {
            self.show_pictures(&mut work, task.documents, text.is_there).await?;
        }
        if let Some((it, before)) = critique.zip(before) {
            let before = serde_json::to_string(before).unwrap_or_default();
            work.messages.push(Message::text(Role::Assistant, before));
            work.messages.push(Message::text(Role::User, it.text));
        }
        let asking = Asking::new(work, trouble);
        let (work, guarded, given_up) = asking.guarded::<Reading>(Reading::default).await?;
        work.end((&guarded).into())?;
        let spent = work.spent;
        let read = (!guarded.used_fallback).then_some(guarded.data);
        Ok(Came { read, given_up: given_up.unwrap_or_default(), spent })
    }

    /// Puts the pictures of recognized pages behind what is asked.
    async fn show_pictures(
        &self,
        work: &mut Work<'_>,
        documents: &[Document],
        is_there: &(dyn Fn((u32, u32)) -> bool + Sync),
    ) -> Result<(), EngineError> {
        let mut shown = 0;
        for (index, document) in (0u32..).zip(documents) {
            for page in document.printed() {
                let wanted = page.source == Source::Ocr && is_there((index, page.number));
                if !wanted || shown >= MAX_PICTURES {
                    continue;
                }
                let number = page.number;
                match self.pictures.picture(document, number).await {
                    Ok(image) => {
                        let happening = Happening::PictureShown {
                            document: document.sha256.clone(),
                            page: number,
                            sha256: image.sha256().to_owned(),
                        };
                        let message = format!("page {number} of `{}` is shown", document.name);
                        self.desk.say(Stage::Analyze, Severity::Info, message, happening)?;
                        let text = format!("The picture of document {index}, page {number}:");
                        if let Some(last) = work.messages.last_mut() {
                            last.parts.extend([Part::Text(text), Part::Image(image)]);
                        }
                        shown += 1;
                    }
                    Err(PictureError::None) => {}
                    // Why is for people; the model reads the words.
                    Err(PictureError::Failed(reason)) => {
                        let (message, happening) = pages::no_picture(number, &*reason);
                        self.desk.say(Stage::Analyze, Severity::Warn, message, happening)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// What the model reads in the sections of a long document, side by side; a section that fails
    /// is an empty one, and named with the reason. None where all of them fail.
    async fn read_sections(
        &self,
        sections: &[Section],
        scope: &str,
        first: First<'_>,
    ) -> Result<(Option<Reading>, Vec<(String, String)>, Usage), EngineError> {
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
        let mut spent = Usage::default();
        for (index, (section, it)) in sections.iter().zip(came).enumerate() {
            let came = it?;
            spent.input += came.spent.input;
            spent.output += came.spent.output;
            match (came.read, came.given_up) {
                (Some(read), _) => all.get_or_insert_default().extend(index, read),
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
        Ok((all, failed, spent))
    }
}

/// Claims with the place of each, in thousandths of its page.
type Places = Vec<(usize, [f32; 4])>;

/// What came of a text.
struct Came {
    /// What was read; none where the model said nothing of use.
    read: Option<Reading>,
    /// Why not.
    given_up: String,
    /// Tokens that went into it.
    spent: Usage,
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
    sheet: &'a Sheet<'a>,
    critique: Option<Critique<'a>>,
    before: Option<&'a Reading>,
}

/// What an analyst reads: what it is about for the record, the text, and which pages are in it, each
/// the document's position from 0 and the page's number.
struct Text<'a> {
    scope: String,
    prose: String,
    is_there: &'a (dyn Fn((u32, u32)) -> bool + Sync),
}

/// What an analyst has read before, as its answer.
fn answered(sheet: &Sheet<'_>, draft: &Draft, before: &Analysis) -> Reading {
    let known = |id: FieldId| {
        let field = before.field(id)?;
        let same = draft
            .fields
            .iter()
            .find(|it| it.value == field.value && it.evidence.boxes == field.evidence.boxes);
        same.map(|it| format!("f{}", it.id.0))
    };
    let name = |id: FieldId| known(id).unwrap_or_else(|| format!("n{}", id.0));
    let read = before.fields.iter().filter(|it| matches!(it.route, Route::Model | Route::Seen));
    let fields = read.filter(|it| known(it.id).is_none()).map(|it| Read {
        id: format!("n{}", it.id.0),
        at: sheet.line_at(&it.evidence).map_or(String::new(), |it| it.to_string()),
        label: it.label.clone(),
        kind: it.value.kind().name().to_owned(),
        value: it.value.to_string(),
        quote: it.evidence.text.clone(),
        role: it.belongs.as_ref().map_or(String::new(), |it| it.role.clone()),
        owner: it.belongs.as_ref().map_or(String::new(), |it| it.owner.clone()),
        row: it.belongs.as_ref().map_or(String::new(), |it| it.row.clone()),
        ..Read::default()
    });
    let stated = |it: &&Rule| it.name == rules::STATED || it.support == Support::Model;
    let operand = |it: &Operand| match it {
        Operand::Field(id) => name(*id),
        Operand::Constant(it) => crate::number::show_exact(it),
    };
    let rule = |it: &Rule| {
        let term =
            |it: Term| format!("{}{}", if it.negative { "-" } else { "" }, operand(&it.operand));
        let parts: Vec<String> = it.relation.parts().into_iter().map(term).collect();
        // What one value says by itself is found without being told.
        if parts.is_empty() {
            return None;
        }
        let result = it.relation.result().map_or(String::new(), |it| operand(&it));
        let why = if it.support == Support::Model { "labels" } else { "words" };
        let (kind, why) = (named(&it.relation).to_owned(), why.to_owned());
        Some(ReadRule { kind, parts, result, why, ..ReadRule::default() })
    };
    let clauses = before.clauses.iter().map(|it| ReadClause {
        kind: it.kind,
        party: it.party.clone(),
        says: it.says.clone(),
        quote: it.evidence.text.clone(),
        page: it.evidence.page,
        document: it.evidence.document,
    });
    Reading {
        fields: fields.collect(),
        rules: before.rules.iter().filter(stated).filter_map(rule).collect(),
        clauses: clauses.collect(),
        ..Reading::default()
    }
}

/// The documents as numbered lines, with the numbers of the draft's fields behind their words.
fn prose(sheet: &Sheet<'_>) -> String {
    let mut out = String::new();
    let mut n_chars = 0;
    for line in 0..sheet.rows.len() {
        if let Some(head) = sheet.head(line) {
            out.push_str(&head);
            out.push('\n');
        }
        let line = sheet.shown(line);
        n_chars += line.chars().count() + 1;
        if n_chars > MAX_PROSE {
            out.push_str("[the rest is left out]\n");
            break;
        }
        out.push_str(&line);
        out.push('\n');
    }
    marked("document", out.trim_end())
}

/// The form of an answer, as a version of the prompt asks for it: what later ones added is left out, so
/// that what was answered before is found again.
fn schema(version: Option<&str>) -> serde_json::Value {
    let mut all = guard::schema_of::<Reading>();
    if version == Some("v3") {
        let read = "Where it stands: a value of the draft at that place (`f12`), else the number of the line\n\
                    (`14`), or of the first and last line (`14-15`); without it the quote is looked for.";
        let kind =
            "The document type, one of those that are offered; empty if the draft's is right.";
        let rules =
            "All rules that the page's labels, layout or words ask for, whether or not they hold.";
        for (at, added) in [
            ("/properties", &["right_rules"][..]),
            ("/$defs/ReadRule/properties", &["box", "page", "document"]),
        ] {
            if let Some(it) = all.pointer_mut(at).and_then(|it| it.as_object_mut()) {
                it.retain(|key, _| !added.contains(&key.as_str()));
            }
        }
        for (at, said) in [
            ("/properties/type/description", kind),
            ("/$defs/Read/properties/at/description", read),
            ("/properties/rules/description", rules),
        ] {
            if let Some(it) = all.pointer_mut(at) {
                *it = json!(said);
            }
        }
    }
    all
}

/// A form as a version of the prompt shows it; blanks are tokens, which later ones leave out.
fn written(form: &serde_json::Value, version: Option<&str>) -> String {
    match version {
        Some("v3" | "v4") => serde_json::to_string_pretty(form).unwrap_or_default(),
        _ => form.to_string(),
    }
}

/// The draft's fields on some pages, one per line.
fn drafted(sheet: &Sheet<'_>, draft: &Draft, is_there: &dyn Fn((u32, u32)) -> bool) -> String {
    let place = |it: &&crate::analysis::Field| is_there((it.evidence.document, it.evidence.page));
    let fields: Vec<_> = draft.fields.iter().filter(place).collect();
    let mut lines: Vec<String> = fields
        .iter()
        .take(MAX_SHOWN)
        .map(|it| {
            let line = sheet.line_of(it.id).map_or("?".to_owned(), |it| it.to_string());
            let kind = it.value.kind().name();
            format!("f{} | {line} | {} | {kind} | {}", it.id.0, it.label, it.value)
        })
        .collect();
    if fields.len() > MAX_SHOWN {
        lines.push(format!("(and {} more)", fields.len() - MAX_SHOWN));
    }
    marked("draft", &lines.join("\n"))
}

/// What an analyst calls a relation.
fn named(relation: &Relation) -> &'static str {
    match relation.kind().name {
        "ordered" => "order",
        kind => kind,
    }
}

/// The rules that the engine finds in its draft, one per line; earlier versions were not told their
/// kinds.
fn ruled(about: &Analysis, is_there: &dyn Fn((u32, u32)) -> bool, version: Option<&str>) -> String {
    let here = |it: &&Rule| {
        let fields = it.relation.fields();
        fields
            .iter()
            .filter_map(|it| about.field(*it))
            .all(|it| is_there((it.evidence.document, it.evidence.page)))
    };
    let line = |it: &Rule| {
        let status = match it.status {
            Status::Holds => "holds",
            Status::Refuted => "does not hold",
            Status::Unknown => "not computed",
        };
        match version {
            Some("v3") => format!("R{} | {status} | {}", it.id.0, it.expression),
            _ => format!("R{} | {} | {status} | {}", it.id.0, named(&it.relation), it.expression),
        }
    };
    let all: Vec<String> = about.rules.iter().filter(here).take(MAX_SHOWN).map(line).collect();
    marked("rules", &all.join("\n"))
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// How an analyst's trouble is told.
pub(super) fn trouble(it: Trouble) -> (String, Happening) {
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
            let remark = Some(Remark::new(
                message.clone(),
                "언어 모델의 답을 쓰지 못해 내장 엔진만으로 읽었습니다",
            ));
            (message, Happening::AnalystFellBack { reason, remark })
        }
    }
}
