//! Finds the rules that a document keeps or breaks, and what would mend the broken ones.
//!
//! Candidates come from templates of the document type, from tables, sentences, and from a search
//! over the document's own numbers; each is computed exactly, and [`candidate::choose`] keeps what
//! holds with support and what fails although it should hold.
//!
//! **When is a hit no coincidence?** A search that tries `n` combinations against a result `v`,
//! all of them multiples of the grain `g` (the largest power of ten that divides every number
//! involved), hits by chance about `n × g ÷ |v|` times: 50,000,000 among round millions says as
//! little as 50, and 3,319,030 from a dozen tries says much. Without a cue in labels or layout a
//! hit is kept below 1/200 expected, with a cue (a total's label, a shared row or sentence) below
//! 1/2. Numbers that the search cannot tell apart (two subsets of one size that hit) are dropped.
//!
//! **Invariant:** a rule that fails is reported only where labels or layout say that it should
//! hold, and only if no other reading of the same claim does; equal drafts give equal analyses.
//!
//! **Invariant:** bounded work. Rows and columns as `relate` bounds them; runs of rows by prefix sums;
//! subsets of at most 14 neighbors; pairs among at most 200 amounts outside of tables.

mod arithmetic;
mod base;
mod book;
mod by_hand;
mod candidate;
mod category;
mod clause;
mod columns;
mod dates;
mod formula;
mod grid;
mod heard;
mod identity;
mod ladder;
mod marked;
mod mend;
mod parts;
mod schedule;
mod statement;
mod template;
#[cfg(test)]
mod tests;
mod ties;

use super::draft::Draft;
use super::{
    Analysis, Coverage, Field, FieldId, Relation, Route, Rule, RuleId, Status, Support, cells,
    coverage, embedded, fields,
};
use crate::doctype::DocumentTypes;

pub(crate) use arithmetic::{
    is_taken_off, keeps_some_digit, operands, signed, taken_off, unsigned,
};
pub use by_hand::{HandKind, by_hand};
pub(crate) use by_hand::{rounded, rule as rule_by_hand};
pub(super) use heard::Heard;
pub(super) use statement::spoken;
pub use template::{Template, TemplateError};

/// The name of rules that somebody says a clause states.
pub(crate) const STATED: &str = "stated";

impl Rule {
    /// A rule before it is computed and numbered.
    pub(crate) fn new(name: impl Into<String>, relation: Relation, support: Support) -> Rule {
        Rule {
            id: RuleId(0),
            name: name.into(),
            statement: String::new(),
            expression: String::new(),
            relation,
            status: Status::Unknown,
            sides: None,
            support,
            mends: Vec::new(),
            waived: None,
        }
    }
}

/// Discovers all rules of a draft and completes it to an analysis.
pub fn discover(draft: Draft, types: &DocumentTypes) -> Analysis {
    let rules = proposed(&draft, types);
    complete(draft, rules)
}

/// The rules of a draft as they are found, before they are numbered among others.
pub(crate) fn proposed(draft: &Draft, types: &DocumentTypes) -> Vec<Rule> {
    let book = book::Book::open(draft, types);
    let found = candidates(&book, types, None);
    let chosen = candidate::choose(&book, found, None);
    let new = |it: candidate::Candidate| Rule::new(it.name, it.relation, it.support);
    let mut rules: Vec<Rule> = chosen.into_iter().map(new).collect();
    number(&mut rules);
    rules
}

/// Looks again for the rules over what a person said of values, in a draft of the same documents: those
/// that are found with the right values in their right places take the place of those that were found
/// before. What else says a rule, such as a clause or a language model, is not asked again, and stays.
pub(crate) fn look_again(mut draft: Draft, types: &DocumentTypes, analysis: &mut Analysis) {
    // Which field of the analysis stands where one of the draft does.
    let mut here: Vec<Option<FieldId>> = draft
        .fields
        .iter()
        .map(|field| {
            let same = |it: &&Field| *it.read_at() == field.evidence && it.name == field.name;
            analysis.fields.iter().find(same).map(|it| it.id)
        })
        .collect();
    let found = |draft: &Draft, here: &[Option<FieldId>]| -> Vec<Rule> {
        let of = |id: FieldId| here.get(id.0 as usize).copied().flatten();
        let all = proposed(draft, types).into_iter();
        all.filter_map(|it| Some(Rule { relation: it.relation.over(&of)?, ..it })).collect()
    };
    let before = found(&draft, &here);
    for (field, id) in draft.fields.iter_mut().zip(&here) {
        let Some(it) = id.and_then(|it| analysis.field(it)) else { continue };
        if it.is_by_person() {
            field.value.clone_from(&it.value);
            field.evidence.clone_from(&it.evidence);
            (field.route, field.confidence, field.cell) = (it.route, it.confidence, it.cell);
        }
    }
    let n_read = draft.fields.len();
    for it in analysis.fields.iter_mut().filter(|it| it.route == Route::Hand) {
        if it.meaning.is_none() {
            let kind = it.value.kind();
            it.meaning = fields::meaning(&it.label, kind, types, &analysis.document_type);
        }
        here.push(Some(it.id));
        let id = FieldId(u32::try_from(draft.fields.len()).unwrap_or(u32::MAX));
        draft.fields.push(Field { id, cell: None, ..it.clone() });
    }
    cells::place(&mut draft.fields, &mut draft.tables, n_read, |_| true);
    let now = found(&draft, &here);
    let is_among = |all: &[Rule], it: &Rule| all.iter().any(|other| other.relation == it.relation);
    let stays = |it: &&Rule| !is_among(&before, it) || is_among(&now, it);
    let mut rules: Vec<Rule> = analysis.rules.iter().filter(stays).cloned().collect();
    let is_new = |it: &Rule| {
        let said = |id: &FieldId| analysis.field(*id).is_some_and(Field::is_by_person);
        !is_among(&before, it) || it.relation.fields().iter().any(said)
    };
    for it in now {
        if is_new(&it) && !is_among(&rules, &it) {
            rules.push(it);
        }
    }
    number(&mut rules);
    analysis.rules = rules;
}

/// Gives rules their numbers.
pub(crate) fn number(rules: &mut [Rule]) {
    for (id, rule) in (0..).zip(rules) {
        rule.id = RuleId(id);
    }
}

/// What may be a rule; where somebody asks, what is not even that.
fn candidates(
    book: &book::Book<'_>,
    types: &DocumentTypes,
    judged: Option<&mut Vec<candidate::Judged>>,
) -> Vec<candidate::Candidate> {
    let grids = grid::grids(book);
    let mut found = Vec::new();
    template::find(book, types, &mut found);
    for grid in &grids {
        columns::find(book, grid, &mut found);
    }
    columns::find_joined(book, &grids, &mut found);
    ties::find(book, &mut found, judged);
    ties::days(book, &mut found);
    category::find(&grids, &mut found);
    schedule::find(book, &grids, &mut found);
    clause::find(book, &mut found);
    formula::find(book, &mut found);
    dates::find(book, &mut found);
    identity::find(book, &mut found);
    parts::find(book, &mut found);
    ladder::find(book, &mut found);
    marked::find(book, &mut found);
    found
}

/// The analysis of a draft and the rules that were chosen for it: with what the documents say to
/// programs, and every rule computed.
pub(crate) fn complete(mut draft: Draft, mut rules: Vec<Rule>) -> Analysis {
    embedded::link(&mut draft, &mut rules);
    let stated = coverage::in_words(&rules);
    let words: Vec<_> = draft.words.iter().map(|it| &it.place).chain(stated).collect();
    let unheld = coverage::unheld(&draft.numbers, &draft.fields, &words);
    let mut analysis = Analysis {
        documents: draft.documents,
        document_type: draft.document_type,
        language: draft.language,
        title: draft.title,
        fields: draft.fields,
        tables: draft.tables,
        rules,
        clauses: Vec::new(),
        unheld,
        coverage: Some(Coverage::default()),
        notes: draft.notes,
    };
    evaluate(&mut analysis);
    analysis
}

/// A rule as it would stand in an analysis: computed and in words, for whoever builds one.
pub fn tried(analysis: &Analysis, relation: Relation) -> Rule {
    let mut rule = by_hand::rule(relation);
    compute(&statement::Speaker::of(analysis), &analysis.fields, &mut rule);
    rule
}

fn compute(speaker: &statement::Speaker<'_>, fields: &[Field], rule: &mut Rule) {
    let outcome = arithmetic::evaluate(fields, &rule.relation);
    rule.status = outcome.status;
    rule.sides = outcome.sides.filter(|_| outcome.status == Status::Refuted);
    rule.statement = speaker.statement(&rule.relation, outcome.status);
    rule.expression = statement::expression(&rule.relation);
}

/// Whether a relation is true of fields, which stand at the places that their ids say.
pub(crate) fn status(fields: &[Field], relation: &Relation) -> Status {
    arithmetic::evaluate(fields, relation).status
}

/// Computes status, sides, words and mends of every rule anew, and what they cover, after a value was
/// corrected.
pub fn evaluate(analysis: &mut Analysis) {
    let mut rules = std::mem::take(&mut analysis.rules);
    let speaker = statement::Speaker::of(analysis);
    for rule in &mut rules {
        compute(&speaker, &analysis.fields, rule);
    }
    mend::fill(&analysis.fields, &mut rules);
    analysis.rules = rules;
    // What was not counted when it was analysed cannot be counted now.
    if analysis.coverage.is_some() {
        analysis.coverage = Some(coverage::of(analysis));
    }
}
