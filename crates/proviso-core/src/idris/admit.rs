//! The one door to the compiler: reads, refuses and prints every module of a check.
//!
//! A [`CheckJob`] can be made here only, and it holds prints of what was understood, so whoever asks
//! a checker has passed. The library is the embedded one, letter by letter. Facts and audit of a
//! project are made here from its analysis; a module of theirs that lies in a workspace is an
//! author's like any other.
//!
//! **Invariant:** no byte of an author's reaches the compiler but through
//! [`super::syntax::Source::print`]; what was refused unread reaches it not at all.

use std::time::Duration;

use super::cheat::{self, Writer};
use super::syntax::{self, Source};
use super::{emit, header, shape};
use crate::analysis::Analysis;
use crate::ports::CheckJob;
use crate::run::{Diagnostic, Module};

/// The modules of a project that Proviso itself writes, read once for all checks of its models.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    facts: Module,
    audit: Module,
    read: Result<(Source, Source), Box<Diagnostic>>,
}

impl Frame {
    /// Facts and audit of a project.
    pub fn new(project: &str, analysis: &Analysis) -> Frame {
        let (facts, audit) = emit::frame(project, analysis);
        let both = syntax::read_ours(&facts).and_then(|it| Ok((it, syntax::read_ours(&audit)?)));
        Frame { facts, audit, read: both }
    }

    /// `Domains.Facts.<Project>`, as people read it.
    pub fn facts(&self) -> &Module {
        &self.facts
    }

    /// `Domains.Audit.<Project>`, as people read it.
    pub fn audit(&self) -> &Module {
        &self.audit
    }
}

/// What became of a text at the door.
#[derive(Debug)]
pub struct Admission {
    /// What the checker is asked; none where a module is not understood.
    pub job: Option<CheckJob>,
    /// What speaks against the text already.
    pub diagnostics: Vec<Diagnostic>,
}

/// A model against its frame: the audit is asked for, and with it all else.
pub fn model(frame: &Frame, model: &Module, timeout: Duration) -> Admission {
    let mut diagnostics: Vec<Diagnostic> = header::mismatch(model).into_iter().collect();
    let (facts, audit) = match &frame.read {
        Ok(it) => it,
        Err(refusal) => {
            diagnostics.push((**refusal).clone());
            return Admission { job: None, diagnostics };
        }
    };
    let source = match syntax::read(model) {
        Ok(it) => it,
        Err(refusal) => {
            diagnostics.push(*refusal);
            return Admission { job: None, diagnostics };
        }
    };
    diagnostics.extend(cheat::scan(&source, Writer::Author, Some(facts)));
    diagnostics.extend(shape::check(&source, facts));
    let modules = [facts, &source, audit];
    let job = CheckJob::printed(printed(&modules), frame.audit.name.clone(), timeout);
    Admission { job: Some(job), diagnostics }
}

/// Modules of authors, the last one being asked for; the library comes with them. A model among
/// them is held to its facts, if these are among them too.
pub fn alone(modules: &[Module], timeout: Duration) -> Admission {
    let mut diagnostics = Vec::new();
    let mut sources = Vec::new();
    let core = emit::core();
    for it in modules.iter().filter(|it| it.name != core.name) {
        diagnostics.extend(header::mismatch(it));
        let read = if it.name.starts_with("Domains.Facts.") || it.name.starts_with("Domains.Audit.")
        {
            syntax::read_ours(it)
        } else {
            syntax::read(it)
        };
        match read {
            Ok(source) => sources.push(source),
            Err(refusal) => diagnostics.push(*refusal),
        }
    }
    if sources.len() < modules.iter().filter(|it| it.name != core.name).count() {
        return Admission { job: None, diagnostics };
    }
    for it in &sources {
        let project = it.name.strip_prefix("Domains.").unwrap_or_default();
        let facts = format!("Domains.Facts.{project}");
        let facts = sources.iter().find(|it| it.name == facts);
        diagnostics.extend(cheat::scan(it, Writer::Author, facts));
        if let Some(facts) = facts.filter(|_| cheat::speaks_of_facts(it)) {
            diagnostics.extend(shape::check(it, facts));
        }
    }
    let target = modules.last().map(|it| it.name.clone()).unwrap_or_default();
    let all: Vec<&Source> = sources.iter().collect();
    Admission { job: Some(CheckJob::printed(printed(&all), target, timeout)), diagnostics }
}

/// The library alone.
pub fn library(timeout: Duration) -> CheckJob {
    let core = emit::core();
    let target = core.name.clone();
    CheckJob::printed(vec![core], target, timeout)
}

/// The library and the prints of modules.
fn printed(sources: &[&Source]) -> Vec<Module> {
    let print = |it: &&Source| Module { name: it.name.clone(), text: it.print() };
    std::iter::once(emit::core()).chain(sources.iter().map(print)).collect()
}

#[cfg(test)]
mod tests;
