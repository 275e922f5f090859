//! Writes the three modules of a project: facts, model, audit.
//!
//! **Invariant:** equal analyses give equal modules, byte for byte. Values and statements come from
//! the analysis only and stand in the facts only; the model that is written here is one author's
//! among others, and the audit asks the same of all of them.

mod audit;
mod bunch;
mod change;
mod declared;
mod facts;
mod formula;
mod group;
mod home;
mod lines;
mod literal;
mod model;
mod part;
mod party;
mod plan;
mod probe;
mod role;
mod rows;
mod rule;
mod shares;
mod side;
mod step;
mod structure;
mod text;
mod tree;
mod words;

use self::plan::Plan;
pub use self::probe::{Probe, probe};
pub use self::shares::{Shares, shares};
use crate::analysis::{Analysis, RuleId};
use crate::run::Module;

/// The trusted library, embedded: `Domains/Core.idr`.
pub const CORE: &str = include_str!("../../../../Domains/Core.idr");

/// `Domains.Core` as a module.
pub fn core() -> Module {
    Module { name: "Domains.Core".to_owned(), text: CORE.to_owned() }
}

/// `Domains.Facts.<project>`.
pub fn facts(project: &str, analysis: &Analysis) -> Module {
    facts_of(&Plan::new(project, analysis))
}

/// `Domains.Facts.<project>` and `Domains.Audit.<project>`: what any author's model stands between.
pub fn frame(project: &str, analysis: &Analysis) -> (Module, Module) {
    let plan = Plan::new(project, analysis);
    (facts_of(&plan), audit_of(&plan))
}

fn facts_of(plan: &Plan<'_>) -> Module {
    let name = plan.facts_module();
    // The module line comes first of all names of ours, and is no name to shorten.
    let text = text::readable(&facts::text(plan), &["Domains.Core", "Data.So", &name]);
    Module { text, name }
}

/// `Domains.<project>` by the built-in author.
pub fn model(project: &str, analysis: &Analysis) -> Module {
    let plan = Plan::new(project, analysis);
    let (name, facts) = (format!("Domains.{project}"), plan.facts_module());
    let text = text::readable(&model::text(&plan), &["Domains.Core", "Data.So", &facts, &name]);
    Module { text, name }
}

/// `Domains.Audit.<project>`: the obligations that any author's model owes.
pub fn audit(project: &str, analysis: &Analysis) -> Module {
    audit_of(&Plan::new(project, analysis))
}

fn audit_of(plan: &Plan<'_>) -> Module {
    Module { name: format!("Domains.Audit.{}", plan.project), text: audit::text(plan) }
}

/// One rule type of the facts, and what it states of the analysis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stated {
    /// The number in `R0`, `R1`, …
    pub index: usize,
    /// The rules of the analysis; several where rows of a table keep rules of one shape.
    pub rules: Vec<RuleId>,
    /// Whether it is proved false of the document.
    pub refuted: bool,
}

/// What the facts of an analysis state, and the rules that they leave out with the reason.
pub fn stated(analysis: &Analysis) -> (Vec<Stated>, Vec<(RuleId, &'static str)>) {
    stated_by(&Plan::new("Project", analysis))
}

/// The same with the facts themselves: a plan of a long document is not made twice.
pub fn told(project: &str, analysis: &Analysis) -> Emitted {
    let plan = Plan::new(project, analysis);
    let (stated, unstated) = stated_by(&plan);
    Emitted { stated, unstated, facts: facts_of(&plan) }
}

/// What is said in Idris of an analysis.
#[derive(Debug, Clone)]
pub struct Emitted {
    /// What the facts state.
    pub stated: Vec<Stated>,
    /// The rules that they leave out, with the reason.
    pub unstated: Vec<(RuleId, &'static str)>,
    /// The facts.
    pub facts: Module,
}

fn stated_by(plan: &Plan<'_>) -> (Vec<Stated>, Vec<(RuleId, &'static str)>) {
    let stated = plan.obligations.iter().enumerate().map(|(index, it)| Stated {
        index,
        rules: it.rules.clone(),
        refuted: it.refuted,
    });
    (stated.collect(), plan.unstated.clone())
}

#[cfg(test)]
pub(crate) mod tests;
