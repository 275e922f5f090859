//! Rules as obligations: each a type over its operands, and over the facts.
//!
//! **Invariant:** every statement is an equation of integers, truth values or texts, or of lists of
//! them, so that it is proved by `Refl`, refuted by `Refl impossible` and decided by `decEq`.
//! Amounts of different scales meet in exact integer arithmetic; nothing is rounded but by the
//! rounding that the rule names.
//!
//! Rules of one shape over the rows of one table are one obligation about the list of rows: 200
//! lines cost the compiler hardly more than one.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::change::{Changes, OtherRows, Refusal};
use super::formula::{self, Equation};
use super::literal::Ty;
use super::plan::{Content, Place, Plan};
use super::step::{Carried, Step, step};
use crate::analysis::{FieldId, Relation, RuleId, Status};

/// Where a parameter of a statement comes from.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Source {
    /// A slot of the facts.
    Slot(usize),
    /// One cell: table plan, row, column plan.
    Cell(usize, usize, usize),
    /// Rows of a table plan; all of them, or those at some places.
    Rows(usize, Option<Vec<usize>>),
    /// Rows of a table plan, each with the one before it; all but the first, or those at some places.
    Steps(usize, Option<Vec<usize>>),
}

/// A parameter of a statement.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Param {
    /// Its name.
    pub(super) name: String,
    /// Its type in Idris.
    pub(super) ty: String,
    /// What it stands for.
    pub(super) source: Source,
    /// Of rows, the columns that the statement reads; it does not see a change of any other.
    pub(super) columns: Vec<usize>,
}

impl Param {
    /// The type of the value that it stands for; none for rows and words.
    pub(super) fn ty_of(&self, plan: &Plan<'_>) -> Option<Ty> {
        match self.source {
            Source::Slot(at) => match plan.slots.get(at)?.content {
                Content::Field(_, ty) => Some(ty),
                _ => None,
            },
            Source::Cell(table, _, column) => Some(plan.tables.get(table)?.columns.get(column)?.ty),
            Source::Rows(..) | Source::Steps(..) => None,
        }
    }
    /// Whether the statement reads through it what stands at a place.
    pub(super) fn reads(&self, place: Place) -> bool {
        match (&self.source, place) {
            (Source::Slot(a), Place::Slot(b)) => *a == b,
            (Source::Cell(a, b, c), Place::Cell(d, e, f)) => (*a, *b, *c) == (d, e, f),
            (Source::Rows(a, rows), Place::Cell(b, row, column)) => {
                *a == b
                    && rows.as_ref().is_none_or(|it| it.contains(&row))
                    && self.columns.contains(&column)
            }
            _ => false,
        }
    }
}

/// A statement about each of some rows.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RowForm {
    /// The table plan.
    pub(super) table: usize,
    /// Whether it is about each of the rows and the one before it.
    pub(super) is_step: bool,
    /// The rows that it is about, in order.
    pub(super) rows: Vec<usize>,
    /// Those of them of which it is false.
    pub(super) refuted: Vec<usize>,
    /// All others, each with another value in one cell; none where there is but one.
    pub(super) others: Option<OtherRows>,
}

impl RowForm {
    /// The type of what it is stated of.
    pub(super) fn ty(&self, plan: &Plan<'_>) -> String {
        if self.is_step { step_type(plan, self.table) } else { plan.row_type(self.table) }
    }

    /// Whether what is stated of a row speaks of the cells of another, or of its own.
    pub(super) fn reads(&self, row: usize, of: usize) -> bool {
        of == row || self.is_step && of + 1 == row
    }

    /// Those of the rows that are at some places; all that there are without saying so.
    pub(super) fn source(&self, plan: &Plan<'_>, places: &[usize]) -> Source {
        rows_of(plan, self.table, places, self.is_step)
    }

    /// What it is stated of for one row, as a term; a cell of that row or of the one before it may say
    /// something else.
    pub(super) fn term(
        &self,
        plan: &Plan<'_>,
        row: usize,
        other: Option<(usize, usize, &str)>,
    ) -> String {
        let term = |at: usize| {
            let other = other.filter(|it| it.0 == at).map(|it| (it.1, it.2));
            plan.row_term(self.table, at, other)
        };
        match row.checked_sub(1).filter(|_| self.is_step) {
            Some(before) => {
                let step = constructor(&step_type(plan, self.table));
                format!("{step} ({}) ({})", term(before), term(row))
            }
            None => term(row),
        }
    }
}

/// The qualified type of a row with the one before it.
pub(super) fn step_type(plan: &Plan<'_>, table: usize) -> String {
    format!("{}Step", plan.row_type(table))
}

/// The qualified constructor of a qualified record.
pub(super) fn constructor(ty: &str) -> String {
    match ty.rsplit_once('.') {
        Some((module, name)) => format!("{module}.Mk{name}"),
        None => format!("Mk{ty}"),
    }
}

/// Rows at some places as a source, or each with the one before it.
fn rows_of(plan: &Plan<'_>, table: usize, places: &[usize], is_step: bool) -> Source {
    let n_rows = plan.tables.get(table).map_or(0, |it| it.n_rows);
    let all = places.iter().copied().eq(usize::from(is_step)..n_rows);
    let places = (!all).then(|| places.to_vec());
    if is_step { Source::Steps(table, places) } else { Source::Rows(table, places) }
}

/// One rule type `R<index>`.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Obligation {
    /// The rules of the analysis that it states.
    pub(super) rules: Vec<RuleId>,
    /// Whether it is false of the document.
    pub(super) refuted: bool,
    /// Operands; the rows first where it is about rows.
    pub(super) params: Vec<Param>,
    /// Both sides, over the parameters and, in a row form, over `row`.
    pub(super) equation: Equation,
    /// Helper functions from rows to numbers, as whole declarations.
    pub(super) helpers: Vec<String>,
    /// What makes it a statement about rows.
    pub(super) row_form: Option<RowForm>,
    /// Arguments of the smallest type with one value changed, and the same unchanged; none where no
    /// single change can break it.
    pub(super) refusal: Option<Refusal>,
}

impl Obligation {
    /// The slots of the facts that it speaks of.
    pub(super) fn slots(&self, plan: &Plan<'_>) -> Vec<usize> {
        let slot = |it: &Param| match it.source {
            Source::Slot(at) => Some(at),
            Source::Cell(table, ..) | Source::Rows(table, _) | Source::Steps(table, _) => {
                plan.rows_slot(table)
            }
        };
        self.params.iter().filter_map(slot).collect()
    }

    /// Its arguments, where `root` says how a slot is reached.
    pub(super) fn arguments(&self, plan: &Plan<'_>, root: &dyn Fn(usize) -> String) -> Vec<String> {
        self.params.iter().map(|it| argument(plan, &it.source, root)).collect()
    }
}

/// A parameter's source as an argument.
pub(super) fn argument(plan: &Plan<'_>, source: &Source, root: &dyn Fn(usize) -> String) -> String {
    let rows = |table: usize| plan.rows_slot(table).map_or_else(String::new, root);
    match source {
        Source::Slot(at) => root(*at),
        Source::Rows(table, _) => picked(plan, rows(*table), source),
        Source::Steps(table, _) => {
            let name = &plan.tables[*table].row_type;
            let steps = format!("({}.steps{name} {})", plan.facts_module(), rows(*table));
            picked(plan, steps, source)
        }
        Source::Cell(table, row, column) => {
            let blank = format!("{}.blank{}", plan.facts_module(), plan.tables[*table].row_type);
            let column = &plan.tables[*table].columns[*column];
            let cell = format!("(Domains.Core.at {row} {blank} {}).{}", rows(*table), column.name);
            if column.optional {
                format!("(Domains.Core.given {} {cell})", column.ty.blank())
            } else {
                cell
            }
        }
    }
}

/// A list, or what of it is at some places.
fn picked(plan: &Plan<'_>, list: String, source: &Source) -> String {
    let Some(stretches) = stretches_of(source) else { return list };
    match plan.stretches.iter().position(|it| *it == stretches) {
        Some(at) => format!("(Domains.Core.pick {}.stretches{at} {list})", plan.facts_module()),
        None => format!("(Domains.Core.pick {stretches} {list})"),
    }
}

/// Places of a source in order as stretches for `pick`: how many are left out, how many are taken, and
/// so on; none where it is all rows, or none of them.
fn stretches_of(source: &Source) -> Option<String> {
    // A step stands where the row before its own does.
    let (places, before) = match source {
        Source::Rows(_, places) => (places.as_ref()?, 0),
        Source::Steps(_, places) => (places.as_ref()?, 1),
        Source::Slot(_) | Source::Cell(..) => return None,
    };
    let mut stretches: Vec<String> = Vec::new();
    let mut end = 0;
    for run in places.chunk_by(|a, b| a + 1 == *b) {
        let first = run.first().map_or(end, |it| it.saturating_sub(before));
        stretches.extend([first.saturating_sub(end), run.len()].map(|it| it.to_string()));
        end = first + run.len();
    }
    Some(format!("[{}]", stretches.join(", ")))
}

/// Stretches of statements that are too long to be written more than once.
pub(super) fn stretches(obligations: &[Obligation]) -> Vec<String> {
    /// Numbers that are written wherever they are meant.
    const WRITTEN: usize = 64;
    let mut out: Vec<String> = Vec::new();
    for it in obligations.iter().flat_map(|it| &it.params) {
        let Some(stretches) = stretches_of(&it.source) else { continue };
        if stretches.matches(',').count() >= WRITTEN && !out.contains(&stretches) {
            out.push(stretches);
        }
    }
    out
}

/// Rules of one shape over rows of one table: each with its row.
struct Group {
    table: usize,
    shape: Relation,
    members: Vec<(RuleId, usize)>,
}

/// What one obligation is made of.
enum Of {
    Rule(RuleId),
    /// By index into the groups.
    Rows(usize),
    /// By index into what is carried on.
    Steps(usize),
}

/// All obligations of a plan whose slots are laid out, and the rules that none states.
pub(super) fn obligations(plan: &Plan<'_>) -> (Vec<Obligation>, Vec<(RuleId, &'static str)>) {
    let mut out: Vec<Obligation> = Vec::new();
    let mut unstated = Vec::new();
    let mut groups: Vec<Group> = Vec::new();
    let mut carried: Vec<Carried> = Vec::new();
    let mut order: Vec<Of> = Vec::new();
    for rule in &plan.analysis.rules {
        if rule.status == Status::Unknown {
            unstated.push((rule.id, "it cannot be computed"));
            continue;
        }
        if let Some(step) = step(plan, &rule.relation) {
            if !carried.iter_mut().any(|it| it.take(plan, rule.id, &step)) {
                order.push(Of::Steps(carried.len()));
                carried.push(Carried::new(rule.id, step));
            }
            continue;
        }
        let Some((table, row)) = own_row(plan, &rule.relation) else {
            order.push(Of::Rule(rule.id));
            continue;
        };
        let shape = shape(plan, &rule.relation);
        match groups.iter().position(|it| it.table == table && it.shape == shape) {
            Some(at) => groups[at].members.push((rule.id, row)),
            None => {
                order.push(Of::Rows(groups.len()));
                groups.push(Group { table, shape, members: vec![(rule.id, row)] });
            }
        }
    }
    let order = bounded(plan, &carried, order, &mut unstated);
    let mut changes = Changes::new(plan);
    for it in order {
        let (members, made) = match it {
            Of::Rule(id) => (vec![(id, 0)], single(plan, &mut changes, id)),
            Of::Rows(group) => {
                let Group { table, members, .. } = &groups[group];
                (members.clone(), by_row(plan, &mut changes, *table, members, None))
            }
            Of::Steps(at) => {
                let Carried { step, members, .. } = &carried[at];
                let made = match members.as_slice() {
                    [(id, _)] => single(plan, &mut changes, *id),
                    _ => by_row(plan, &mut changes, step.table, members, Some(step)),
                };
                (members.clone(), made)
            }
        };
        let rules = members.into_iter().map(|it| it.0);
        match made {
            Some(made) => out.push(made),
            None => unstated.extend(rules.map(|id| (id, "its operands do not fit"))),
        }
    }
    (out, unstated)
}

/// The rules that a model states at most, rows of one shape being one: each is an argument of what makes
/// the document, and functions of more than 500 the compiler is not given.
const MOST_STATED: usize = 400;
/// How far down the lists cells are looked up one by one, in all: it is what the proofs of rules that are
/// like no other of their table take.
const MOST_LOOKED_UP: usize = 1_000_000;

/// Leaves out what is too much for one model: of rules that are like no other those that speak of the
/// fewest values, and of these the last ones. What the document does not keep is stated first.
fn bounded(
    plan: &Plan<'_>,
    carried: &[Carried],
    order: Vec<Of>,
    unstated: &mut Vec<(RuleId, &'static str)>,
) -> Vec<Of> {
    let alone = |it: &Of| match it {
        Of::Rule(id) => Some(*id),
        Of::Rows(_) => None,
        Of::Steps(at) => match carried[*at].members.as_slice() {
            [(id, _)] => Some(*id),
            _ => None,
        },
    };
    let rule = |id: RuleId| plan.analysis.rules.get(id.0 as usize);
    let far = |id: FieldId| match plan.places.get(&id) {
        Some(Place::Cell(_, row, _)) => row + 1,
        _ => 0,
    };
    let looked_up = |id: RuleId| -> usize {
        rule(id).map_or(0, |it| it.relation.fields().into_iter().map(far).sum())
    };
    let mut n_stated = order.iter().filter(|it| alone(it).is_none()).count();
    let mut n_looked_up = 0;
    let mut left_out = BTreeSet::new();
    let rank = |id: &RuleId| {
        let it = rule(*id)?;
        Some((it.status != Status::Refuted, Reverse(it.relation.fields().len())))
    };
    let mut ranked: Vec<RuleId> = order.iter().filter_map(alone).collect();
    ranked.sort_by_key(rank);
    for id in ranked {
        // A sum of a column is a walk down the rows, however many cells it adds up.
        let own = looked_up(id).min(plan.tables.iter().map(|it| it.n_rows).sum());
        if n_stated >= MOST_STATED || n_looked_up + own > MOST_LOOKED_UP {
            left_out.insert(id);
        } else {
            n_stated += 1;
            n_looked_up += own;
        }
    }
    unstated
        .extend(left_out.iter().map(|it| (*it, "it is one of too many that are like no other")));
    order.into_iter().filter(|it| alone(it).is_none_or(|id| !left_out.contains(&id))).collect()
}

/// The one row that all cells of a relation stand in.
fn own_row(plan: &Plan<'_>, relation: &Relation) -> Option<(usize, usize)> {
    if matches!(relation, Relation::Words { .. }) {
        return None;
    }
    let mut row = None;
    for id in relation.fields() {
        if let Some(Place::Cell(table, at, _)) = plan.places.get(&id) {
            if row.is_some_and(|it| it != (*table, *at)) {
                return None;
            }
            row = Some((*table, *at));
        }
    }
    row
}

/// The row that a relation is about: that of all its cells, or the one that it carries on to.
pub(super) fn row_of(plan: &Plan<'_>, relation: &Relation) -> Option<usize> {
    step(plan, relation).map(|it| it.row).or_else(|| own_row(plan, relation).map(|it| it.1))
}

/// The relation with each cell replaced by its column, so that rows compare.
fn shape(plan: &Plan<'_>, relation: &Relation) -> Relation {
    // Columns are numbered from the top of the id space, which no field of an analysis reaches.
    let column = |id: FieldId| match plan.places.get(&id) {
        Some(Place::Cell(_, _, column)) => FieldId(u32::MAX - *column as u32),
        _ => id,
    };
    relation.over(&|id| Some(column(id))).unwrap_or_else(|| relation.clone())
}

/// Collects the parameters of one statement.
pub(super) struct Scope<'p, 'a> {
    pub(super) plan: &'p Plan<'a>,
    /// Parameters so far.
    pub(super) params: Vec<Param>,
    /// Helper declarations so far.
    pub(super) helpers: Vec<String>,
    /// Number of the obligation that helpers are named by.
    pub(super) tag: String,
    /// The row that cells are reached through, where the statement is about rows.
    row: Option<(usize, usize)>,
}

impl Scope<'_, '_> {
    /// How a field is reached inside of the statement, and its type.
    pub(super) fn access(&mut self, id: FieldId) -> Option<(String, Ty)> {
        let place = *self.plan.places.get(&id)?;
        match place {
            Place::Slot(at) => {
                let slot = self.plan.slots.get(at)?;
                let Content::Field(_, ty) = slot.content else { return None };
                let name = slot.param.clone();
                Some((self.param(&name, ty.name(false), Source::Slot(at)), ty))
            }
            Place::Cell(table, row, column) => {
                let plan = self.plan.tables.get(table)?.columns.get(column)?;
                if self.row == Some((table, row)) {
                    return Some((cell_of("row", plan.optional, plan.ty, &plan.name), plan.ty));
                }
                let name = self.plan.field(id)?.name.clone();
                let source = Source::Cell(table, row, column);
                Some((self.param(&name, plan.ty.name(false), source), plan.ty))
            }
        }
    }

    /// The parameter of a source, made where it is not there yet.
    pub(super) fn param(&mut self, name: &str, ty: String, source: Source) -> String {
        if let Some(it) = self.params.iter().find(|it| it.source == source) {
            return it.name.clone();
        }
        let taken: Vec<String> = self.params.iter().map(|it| it.name.clone()).collect();
        let name = super::plan::numbered(name, &taken);
        self.params.push(Param { name: name.clone(), ty, source, columns: Vec::new() });
        name
    }

    /// A parameter of rows of a table, all or some, of which a column is read.
    pub(super) fn column(
        &mut self,
        table: usize,
        places: &[usize],
        column: usize,
    ) -> Option<String> {
        let name = self.rows(table, places, false)?;
        let param = self.params.iter_mut().find(|it| it.name == name)?;
        if !param.columns.contains(&column) {
            param.columns.push(column);
        }
        Some(name)
    }

    /// A parameter of rows of a table, or of steps: all, or some.
    fn rows(&mut self, table: usize, places: &[usize], is_step: bool) -> Option<String> {
        let slot = self.plan.slots.get(self.plan.rows_slot(table)?)?;
        let row = match is_step {
            true => step_type(self.plan, table),
            false => self.plan.row_type(table),
        };
        let name = slot.param.clone();
        Some(self.param(&name, format!("List {row}"), rows_of(self.plan, table, places, is_step)))
    }
}

/// A column of a row variable.
pub(super) fn cell_of(row: &str, optional: bool, ty: Ty, column: &str) -> String {
    if optional {
        format!("(Domains.Core.given {} {row}.{column})", ty.blank())
    } else {
        format!("{row}.{column}")
    }
}

/// The obligation of one rule.
fn single(plan: &Plan<'_>, changes: &mut Changes<'_>, id: RuleId) -> Option<Obligation> {
    let rule = plan.analysis.rules.get(id.0 as usize)?;
    let tag = format!("{}", id.0);
    let mut scope = Scope { plan, params: Vec::new(), helpers: Vec::new(), tag, row: None };
    let equation = formula::equation(&mut scope, id, &rule.relation)?;
    let refusal = changes.refusal(plan, &rule.relation, &scope.params);
    Some(Obligation {
        rules: vec![id],
        refuted: rule.status == Status::Refuted,
        params: scope.params,
        equation,
        helpers: scope.helpers,
        row_form: None,
        refusal,
    })
}

/// The obligation of rules of one shape over rows, or over each and the one before it.
fn by_row(
    plan: &Plan<'_>,
    changes: &mut Changes<'_>,
    table: usize,
    members: &[(RuleId, usize)],
    step: Option<&Step>,
) -> Option<Obligation> {
    let (first, first_row) = *members.first()?;
    let rule = plan.analysis.rules.get(first.0 as usize)?;
    let mut rows: Vec<usize> = members.iter().map(|it| it.1).collect();
    rows.sort_unstable();
    rows.dedup();
    let status = |id: RuleId| plan.analysis.rules.get(id.0 as usize).map(|it| it.status);
    let mut refuted: Vec<usize> =
        members.iter().filter(|it| status(it.0) == Some(Status::Refuted)).map(|it| it.1).collect();
    refuted.sort_unstable();
    refuted.dedup();
    let tag = format!("{}", first.0);
    let row = Some((table, first_row));
    let mut scope = Scope { plan, params: Vec::new(), helpers: Vec::new(), tag, row };
    scope.rows(table, &rows, step.is_some())?;
    let equation = match step {
        Some(it) => super::step::equation(plan, it)?,
        None => formula::equation(&mut scope, first, &rule.relation)?,
    };
    let mut sound: Vec<(usize, &Relation)> = members
        .iter()
        .filter(|it| !refuted.contains(&it.1))
        .filter_map(|it| Some((it.1, &plan.analysis.rules.get(it.0.0 as usize)?.relation)))
        .collect();
    sound.sort_by_key(|it| it.0);
    sound.dedup_by_key(|it| it.0);
    let mut form = RowForm { table, is_step: step.is_some(), rows, refuted, others: None };
    // One sound row is the smallest thing that a changed value can be refused on.
    let refusal = changes.refusal_of_row(plan, &form, sound.first().copied(), &scope.params);
    form.others = changes.other_rows(plan, &form, &sound);
    Some(Obligation {
        rules: members.iter().map(|it| it.0).collect(),
        refuted: !form.refuted.is_empty(),
        params: scope.params,
        equation,
        helpers: scope.helpers,
        row_form: Some(form),
        refusal,
    })
}
