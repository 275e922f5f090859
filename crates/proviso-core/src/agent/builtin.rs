//! The built-in engine: deterministic, no network, no key.
//!
//! **Invariant:** equal documents give equal analyses and equal models, byte for byte.

use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, ready};

use crate::analysis::bounded::{Budget, Studied};
use crate::analysis::draft::Draft;
use crate::analysis::{Analysis, Language, Rule, readings, rules, steps};
use crate::doctype::DocumentTypes;
use crate::idris::{emit, quickfix};
use crate::ports::{AnalyzeTask, Engine, EngineError, FixTask, OnTheSpot, Study, WriteTask};
use crate::run::{Module, Origin};

/// Analyses by layout and vocabulary, writes by template, repairs by table.
#[derive(Clone)]
pub struct Builtin {
    types: Arc<DocumentTypes>,
    study: Arc<dyn Study>,
}

impl Builtin {
    /// The engine over a vocabulary, which computes on the spot.
    pub fn new(types: Arc<DocumentTypes>) -> Builtin {
        Builtin::by(types, Arc::new(OnTheSpot::default()))
    }

    /// The engine over a vocabulary, whose analyses somebody else computes.
    pub fn by(types: Arc<DocumentTypes>, study: Arc<dyn Study>) -> Builtin {
        Builtin { types, study }
    }

    /// Fields, tables and prose as they are before any rule, and the analysis that comes of them.
    pub(super) async fn studied(&self, task: AnalyzeTask<'_>) -> Result<Studied, EngineError> {
        if let Some(name) = task.document_type
            && self.types.get(name).is_none()
        {
            let known: Vec<&str> = self.types.types.iter().map(|it| it.name.as_str()).collect();
            return Err(EngineError::Refused {
                engine: self.name().to_owned(),
                reason: format!("no document type `{name}` (there are {})", known.join(", ")),
            });
        }
        self.study.study(&self.types, task).await
    }

    /// The rules that a draft's fields keep or break, for whoever chooses among them; none where
    /// finding them takes too much, as with a draft that was made in parts.
    pub(super) fn rules_of(&self, draft: &Draft) -> Vec<Rule> {
        let found = steps::within(Budget::default().steps, || rules::proposed(draft, &self.types));
        found.unwrap_or_default()
    }

    /// Whether there is such a document type.
    pub(super) fn knows(&self, document_type: &str) -> bool {
        self.types.get(document_type).is_some()
    }

    /// The document types that there are.
    pub(super) fn type_names(&self) -> Vec<&str> {
        self.types.types.iter().map(|it| it.name.as_str()).collect()
    }

    /// The document types, and in a language what belongs to each.
    pub(super) fn told_types(&self, language: Language) -> Vec<(&str, &str)> {
        let all = self.types.types.iter();
        match language {
            Language::Ko => all.map(|it| (it.name.as_str(), it.about_ko.as_str())).collect(),
            Language::En | Language::Other => {
                all.map(|it| (it.name.as_str(), it.about.as_str())).collect()
            }
        }
    }

    fn fix_now(&self, task: FixTask<'_>) -> Option<Module> {
        let last = task.attempts.last()?;
        match task.strategy {
            Origin::QuickFix => quickfix::fix(&last.model, &last.diagnostics).map(|it| it.0),
            Origin::Fallback => Some(emit::model(task.project, task.analysis)),
            // Repairs that need a language model are not this engine's.
            Origin::Generated
            | Origin::Repair
            | Origin::RepairWithQueries
            | Origin::FreshStart
            | Origin::Edited => None,
        }
    }
}

impl Engine for Builtin {
    fn name(&self) -> &str {
        "builtin"
    }
    fn analyze<'a>(
        &'a self,
        task: AnalyzeTask<'a>,
    ) -> BoxFuture<'a, Result<Analysis, EngineError>> {
        async move { Ok(self.studied(task).await?.analysis) }.boxed()
    }
    fn look_again(&self, task: AnalyzeTask<'_>, analysis: &mut Analysis) {
        // A type that is not known any more has no rules to look for, and where it takes too much the
        // rules stay that were found.
        if task.document_type.is_some_and(|it| self.types.get(it).is_none()) {
            return;
        }
        let again = || {
            let draft = readings::draft(task.documents, &self.types, task.document_type);
            let mut it = analysis.clone();
            rules::look_again(draft, &self.types, &mut it);
            it
        };
        if let Ok(found) = steps::within(Budget::default().steps, again) {
            *analysis = found;
        }
    }
    fn write<'a>(&'a self, task: WriteTask<'a>) -> BoxFuture<'a, Result<Module, EngineError>> {
        ready(Ok(emit::model(task.project, task.analysis))).boxed()
    }
    fn fix<'a>(&'a self, task: FixTask<'a>) -> BoxFuture<'a, Result<Option<Module>, EngineError>> {
        ready(Ok(self.fix_now(task))).boxed()
    }
}
