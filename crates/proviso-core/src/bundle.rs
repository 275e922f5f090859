//! A bundle: what a run found and why it is so, in one file, for somebody who has nothing of ours but
//! this file and a checker.
//!
//! The file is JSON. Its seal is the SHA-256 of its content; facts and audit in it are for readers,
//! since a check makes them anew from the analysis, and asks the judges again.
//!
//! **Invariant:** only the very bytes that [`Bundle::bytes`] writes are worth anything. Whoever changes
//! a byte breaks the seal; whoever seals anew what does not follow from the analysis is found out by
//! the check; and whoever makes all of it anew has another seal, which is why a seal is told beside
//! its file.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::agent::{Checked, Detail, Ruling, check_model, rule_on};
use crate::analysis::Analysis;
use crate::hex::sha256;
use crate::idris::admit::Frame;
use crate::idris::emit;
use crate::idris::name::project_name;
use crate::judge::Judge;
use crate::ports::{Checker, CheckerError};
use crate::remark::Remark;
use crate::run::{Attempt, Diagnostic, Limits, Module, Origin, Verdict};
use crate::standing::{RuleCounts, Standing, Told};

/// What the files begin with, and what a reader of another version does not read.
pub const FORMAT: &str = "proviso.bundle/1";

/// The picture of a page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Picture {
    /// Index into the analysis' documents.
    pub document: u32,
    /// From 1.
    pub page: u32,
    /// Width in page units, in which the boxes of values count.
    pub width: f32,
    /// Height in page units.
    pub height: f32,
    /// A PNG in the letters of RFC 4648, section 4.
    pub png: String,
}

/// What is sealed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Content {
    /// The version of the program that made it.
    pub program: String,
    /// The project's name, after which its modules are called.
    pub project: String,
    /// The run in its workspace.
    pub run: i64,
    /// When the run ended, in milliseconds since 1970.
    pub ended_at_ms: i64,
    /// The verdict.
    pub verdict: Verdict,
    /// What stands beside it, for programs.
    pub detail: Option<String>,
    /// Who corrected values that it is about: a name for each, empty where it is not known.
    pub corrected_by: Vec<String>,
    /// Who had judged, and what each said.
    pub judges: Vec<Judge>,
    /// What the documents say; each is named with its SHA-256.
    pub analysis: Analysis,
    /// The library, the facts, the model and the audit, each importing those before it.
    pub modules: Vec<Module>,
    /// The pages, if they were wanted.
    pub pictures: Vec<Picture>,
}

/// A bundle.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Bundle {
    format: String,
    seal: String,
    content: Content,
    /// Whether it was read from other bytes than those that were sealed.
    #[serde(skip)]
    broken: bool,
}

/// Why a file is no bundle that says anything.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BundleError {
    /// Not JSON of this form.
    #[error("it is no bundle, or damaged: {0}")]
    Unreadable(String),
    /// Of another version.
    #[error("it is of the format `{0}`, and this program reads `{FORMAT}`")]
    Format(String),
}

/// What a bundle is worth where it was checked.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Witnessed {
    /// What does not follow from its content; with any of it the bundle is worth nothing.
    pub faults: Vec<Remark>,
    /// The verdict by what the judges there say.
    pub verdict: Verdict,
    /// What that means.
    pub told: Told,
    /// Who judged there, and what each said.
    pub judges: Vec<Judge>,
}

impl Bundle {
    /// Seals what a run came to; `model` is the text that its verdict is about.
    pub fn seal(mut content: Content, model: &Module) -> Bundle {
        let frame = Frame::new(&content.project, &content.analysis);
        content.modules = modules(&frame, model);
        let seal = sha256(letters(&content));
        Bundle { format: FORMAT.to_owned(), seal, content, broken: false }
    }

    /// The file.
    pub fn bytes(&self) -> Vec<u8> {
        self.around(&letters(&self.content))
    }

    /// The file around its content.
    fn around(&self, content: &[u8]) -> Vec<u8> {
        let (format, seal) = (letters(&self.format), letters(&self.seal));
        let parts: [&[u8]; 7] =
            [b"{\"format\":", &format, b",\"seal\":", &seal, b",\"content\":", content, b"}"];
        parts.concat()
    }

    /// Reads a file. One whose seal is broken is read to say what in it does not follow.
    pub fn read(bytes: &[u8]) -> Result<Bundle, BundleError> {
        let unreadable = |err: serde_json::Error| BundleError::Unreadable(err.to_string());
        let mut it: Bundle = match serde_json::from_slice(bytes) {
            Ok(it) => it,
            // What another version writes may have any other form.
            Err(err) => match serde_json::from_slice(bytes).map_err(unreadable)? {
                Head { format } if format != FORMAT => return Err(BundleError::Format(format)),
                Head { .. } => return Err(unreadable(err)),
            },
        };
        if it.format != FORMAT {
            return Err(BundleError::Format(it.format));
        }
        project_name(&it.content.project)
            .map_err(|err| BundleError::Unreadable(err.to_string()))?;
        // A file that says the same in other letters may say something else to another reader.
        let content = letters(&it.content);
        it.broken = it.seal != sha256(&content) || it.around(&content) != bytes;
        Ok(it)
    }

    /// What it is known by.
    pub fn seal_text(&self) -> &str {
        &self.seal
    }

    /// What is in it.
    pub fn content(&self) -> &Content {
        &self.content
    }

    /// What it is worth by what a checker says of its model.
    pub async fn witnessed(&self, checker: &dyn Checker) -> Result<Witnessed, CheckerError> {
        let (it, limits) = (&self.content, Limits::default());
        let frame = Frame::new(&it.project, &it.analysis);
        let name = format!("Domains.{}", it.project);
        let model = it.modules.iter().find(|it| it.name == name).cloned();
        // Where it is missing, that is said below.
        let model = model.unwrap_or(Module { name, text: String::new() });
        let timeout = Duration::from_millis(limits.check_timeout_ms);
        let checked = check_model(checker, &frame, &model, timeout).await?;
        let mut faults = Vec::new();
        if self.broken {
            faults.push(Remark::new(
                "the seal is broken: it was changed after it was made",
                "봉인이 깨졌습니다. 만든 뒤에 고친 파일입니다",
            ));
        }
        faults.extend(self.differing(&modules(&frame, &model)));
        faults.extend(checked.diagnostics.iter().filter(|it| it.rejects()).map(refused));
        let ruling = self.ruling(&model, &checked);
        if !holds_as_much(it.verdict, ruling.verdict) {
            faults.push(if ruling.detail == Some(Detail::CompilerMissing) {
                not_judged(it.verdict, &checked.judges)
            } else {
                other_verdict(it.verdict, ruling.verdict)
            });
        }
        let told = Standing {
            verdict: Some(ruling.verdict),
            detail: ruling.detail.map(Detail::name),
            judge: checked.compiler.as_deref(),
            judges: &checked.judges,
            refuted: u32::try_from(it.analysis.n_refuted()).unwrap_or(u32::MAX),
            rules: Some(RuleCounts::of(&it.analysis)),
            coverage: it.analysis.coverage,
            corrected_by: &it.corrected_by,
            check_timeout_ms: limits.check_timeout_ms,
        }
        .told();
        Ok(Witnessed { faults, verdict: ruling.verdict, told, judges: checked.judges })
    }

    /// How its modules differ from those that follow from its analysis.
    fn differing(&self, made: &[Module]) -> Vec<Remark> {
        let found = &self.content.modules;
        let of = |module: &Module| match found.iter().find(|it| it.name == module.name) {
            Some(found) if found.text == module.text => None,
            Some(found) => Some(other_text(&module.name, &found.text, &module.text)),
            None => Some(Remark::new(
                format!("`{}` is not in it", module.name),
                format!("모듈 {}이 들어 있지 않습니다", module.name),
            )),
        };
        let mut all: Vec<Remark> = made.iter().filter_map(of).collect();
        let (n_found, n_made) = (found.len(), made.len());
        if n_found != n_made {
            all.push(Remark::new(
                format!("it has {n_found} modules instead of {n_made}"),
                format!("모듈이 {n_made}개여야 하는데 {n_found}개입니다"),
            ));
        }
        all
    }

    fn ruling(&self, model: &Module, checked: &Checked) -> Ruling {
        let attempt = Attempt {
            number: 1,
            origin: Origin::Generated,
            model: model.clone(),
            diagnostics: checked.diagnostics.clone(),
            typechecked: checked.typechecked,
            audited: checked.audited,
            created_at_ms: self.content.ended_at_ms,
            check_ms: checked.took_ms,
            judges: checked.judges.clone(),
        };
        rule_on(&self.content.analysis, &attempt, None)
    }
}

/// What tells the version of what is not read otherwise.
#[derive(Deserialize)]
struct Head {
    format: String,
}

fn letters(it: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(it).expect("a bundle has only texts, numbers and lists")
}

fn modules(frame: &Frame, model: &Module) -> Vec<Module> {
    vec![emit::core(), frame.facts().clone(), model.clone(), frame.audit().clone()]
}

/// Whether what was found now bears what was said: a compiler's word may be missing here, or be had
/// by now.
fn holds_as_much(said: Verdict, found: Verdict) -> bool {
    let sound = |it| matches!(it, Verdict::Verified | Verdict::Checked);
    said == found || (sound(said) && sound(found))
}

fn refused(it: &Diagnostic) -> Remark {
    let (place, said) = (it.span.as_ref().map_or("", |span| &span.module), it.message.trim());
    Remark::new(format!("refused: {place} {said}"), format!("받아들여지지 않음: {place} {said}"))
}

/// Names the first line that differs.
fn other_text(name: &str, found: &str, made: &str) -> Remark {
    let (mut found, mut made, mut number) = (found.lines(), made.lines(), 0_usize);
    let (found, made) = loop {
        number += 1;
        match (found.next(), made.next()) {
            (a, b) if a != b || a.is_none() => {
                break (a.unwrap_or_default(), b.unwrap_or_default());
            }
            _ => {}
        }
    };
    Remark::new(
        format!("`{name}`, line {number}: it says `{found}`, and the analysis makes it `{made}`"),
        format!(
            "모듈 {name} {number}번째 줄: `{found}`라고 되어 있으나 분석 결과로는 `{made}`입니다"
        ),
    )
}

fn not_judged(said: Verdict, judges: &[Judge]) -> Remark {
    let (said, judges) = (said.name(), judges.iter().map(Judge::told));
    let (en, ko): (Vec<String>, Vec<String>) = judges.map(|it| (it.en, it.ko)).unzip();
    Remark::new(
        format!("that it is `{said}` cannot be confirmed here: {}", en.join(", ")),
        format!("`{said}` 판정을 여기서 확인하지 못했습니다: {}", ko.join(", ")),
    )
}

fn other_verdict(said: Verdict, found: Verdict) -> Remark {
    let (said, found) = (said.name(), found.name());
    Remark::new(
        format!("it says `{said}`, and its own content makes it `{found}`"),
        format!("판정이 `{said}`라고 되어 있으나 내용으로는 `{found}`입니다"),
    )
}

#[cfg(test)]
mod tests;
