//! Tables as lists of rows: which of them are one list, and what columns it has.
//!
//! A table that goes on over a page break is printed with its header again; whoever reads it reads one
//! list, and so does the model.
//!
//! **Invariant:** no value stands in two cells. Tables become one list only where that loses no value
//! that would stand in a row of its own table.

use std::collections::BTreeSet;

use super::declared::is_free;
use super::literal::Ty;
use super::plan::numbered;
use super::tree::{free, ordinal};
use crate::analysis::{Analysis, Cell, FieldId, Table};
use crate::idris::name::{capitalized, identifier, type_name};

/// A column of a row type.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ColumnPlan {
    /// Name of the row's field.
    pub(super) name: String,
    /// The header as printed.
    pub(super) label: String,
    /// The type of what is there.
    pub(super) ty: Ty,
    /// Whether some cells are empty.
    pub(super) optional: bool,
    /// Per row, the value in it; for a column of plain text none at all.
    pub(super) fields: Vec<Option<FieldId>>,
    /// Per row, the cell's text; for columns of plain text.
    pub(super) texts: Vec<String>,
}

/// A table that became a list of rows.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct TablePlan {
    /// Indices into [`Analysis::tables`]: a table, and what goes on with it on the next pages.
    pub(super) tables: Vec<usize>,
    /// Name of the row type: `Item`.
    pub(super) row_type: String,
    /// Its columns.
    pub(super) columns: Vec<ColumnPlan>,
    /// How many rows.
    pub(super) n_rows: usize,
}

impl TablePlan {
    /// The pages of its first and of its last table, from 1.
    pub(super) fn pages(&self, analysis: &Analysis) -> (u32, u32) {
        let page = |it: Option<&usize>| it.and_then(|it| analysis.tables.get(*it));
        let [first, last] = [page(self.tables.first()), page(self.tables.last())]
            .map(|it| it.map_or(0, |it| it.page));
        (first, last)
    }

    /// Which of its tables a field is a total of, and of which column.
    pub(super) fn total(&self, analysis: &Analysis, id: FieldId) -> Option<(usize, usize)> {
        self.tables.iter().enumerate().find_map(|(at, table)| {
            let totals = &analysis.tables.get(*table)?.totals;
            totals.iter().find(|it| it.field == id).map(|it| (at, it.column as usize))
        })
    }

    /// Whether totals stand under more than one of its tables.
    pub(super) fn sums_pages(&self, analysis: &Analysis) -> bool {
        let has_totals =
            |it: &&usize| analysis.tables.get(**it).is_some_and(|it| !it.totals.is_empty());
        self.tables.iter().filter(has_totals).count() > 1
    }
}

/// A list of rows: the tables that it is printed as, its columns, how many rows.
pub(super) type List = (Vec<usize>, Vec<ColumnPlan>, usize);

/// The lists that the tables of an analysis are.
pub(super) fn lists(analysis: &Analysis) -> Vec<List> {
    let mut placed = BTreeSet::new();
    let mut out: Vec<List> = Vec::new();
    for (at, table) in analysis.tables.iter().enumerate() {
        let rows: Vec<&Vec<Cell>> = table.rows.iter().collect();
        let Some(own) = columns(analysis, table, &rows, &placed) else { continue };
        let its = values(&own);
        if let Some((tables, before, n_rows)) = out.last_mut()
            && let Some(last) = tables.last().and_then(|it| analysis.tables.get(*it))
            && goes_on(analysis, last, table)
        {
            let all: Vec<&Vec<Cell>> = tables
                .iter()
                .filter_map(|it| analysis.tables.get(*it))
                .chain([table])
                .flat_map(|it| &it.rows)
                .collect();
            let whole: BTreeSet<FieldId> = values(before).union(&its).copied().collect();
            let elsewhere = placed.difference(&values(before)).copied().collect();
            let joined = columns(analysis, table, &all, &elsewhere);
            if let Some(joined) = joined.filter(|it| values(it) == whole) {
                tables.push(at);
                (*before, *n_rows) = (joined, all.len());
                placed.extend(its);
                continue;
            }
        }
        placed.extend(its);
        out.push((vec![at], own, rows.len()));
    }
    out
}

/// The values in some columns.
fn values(columns: &[ColumnPlan]) -> BTreeSet<FieldId> {
    columns.iter().flat_map(|it| it.fields.iter().flatten().copied()).collect()
}

/// Whether a table goes on with one on the page before: the same header, printed again.
fn goes_on(analysis: &Analysis, before: &Table, table: &Table) -> bool {
    let document = |it: &Table| {
        let first = it.rows.iter().flatten().find_map(|it| it.fields.first());
        first.and_then(|it| analysis.field(*it)).map(|it| it.evidence.document)
    };
    table.page == before.page + 1
        && (table.kind, &table.columns) == (before.kind, &before.columns)
        && document(table) == document(before)
}

/// The columns of a table as a row type; none where it has nothing to put into rows.
fn columns(
    analysis: &Analysis,
    table: &Table,
    rows: &[&Vec<Cell>],
    placed: &BTreeSet<FieldId>,
) -> Option<Vec<ColumnPlan>> {
    let mut columns = Vec::new();
    let mut taken = Vec::new();
    let mut placed = placed.clone();
    for (at, label) in table.columns.iter().enumerate() {
        // Values that stand one below another under one heading are columns of their own.
        let n_in = |row: &&Vec<Cell>| row.get(at).map_or(0, |it| it.fields.len());
        let n_values = rows.iter().map(n_in).max().unwrap_or(0);
        for which in 0..n_values.max(1) {
            let Some(mut made) = column(analysis, rows, (at, which), &placed) else { continue };
            placed.extend(made.fields.iter().flatten());
            let meaning = table.meanings.get(at).and_then(|it| it.as_deref());
            // What has the meaning of a column before it is told from it by its own label.
            let mut names = vec![identifier(label, meaning, &[])];
            if which == 0 {
                names.push(identifier(label, None, &[]));
            }
            let refs: Vec<&str> = taken.iter().map(String::as_str).collect();
            made.name = free(&names, &refs);
            made.label = label.clone();
            taken.push(made.name.clone());
            columns.push(made);
        }
    }
    let has_values = columns.iter().any(|it| !it.fields.is_empty());
    (has_values && !rows.is_empty()).then_some(columns)
}

/// A column of the first, second … values of its cells, if all of them go by one type.
fn column(
    analysis: &Analysis,
    rows: &[&Vec<Cell>],
    (at, which): (usize, usize),
    placed: &BTreeSet<FieldId>,
) -> Option<ColumnPlan> {
    let mut fields = Vec::new();
    let mut seen = BTreeSet::new();
    let mut texts = Vec::new();
    let mut ty: Option<Ty> = None;
    for row in rows {
        let cell = row.get(at);
        texts.push(cell.map_or_else(String::new, |it| it.text.clone()));
        let id = cell.and_then(|it| it.fields.get(which)).copied();
        if let Some(id) = id {
            // A value that stands in two cells, or in none of the analysis, is no column's.
            let field = analysis.field(id)?;
            if !seen.insert(id) || placed.contains(&id) {
                return None;
            }
            let its = Ty::of(&field.value);
            ty = Some(ty.map_or(Some(its), |it| it.join(its))?);
        }
        fields.push(id);
    }
    let plain = ColumnPlan {
        name: String::new(),
        label: String::new(),
        ty: Ty::Text,
        optional: false,
        fields: Vec::new(),
        texts,
    };
    match ty {
        Some(ty) => {
            let optional = fields.iter().any(Option::is_none);
            Some(ColumnPlan { ty, optional, fields, texts: Vec::new(), ..plain })
        }
        None => plain.texts.iter().any(|it| !it.is_empty()).then_some(plain),
    }
}

/// What a row of a table is called: `Item`, and behind the first table of a document by what tells
/// its columns from those of the tables before.
pub(super) fn row_type(base: &str, columns: &[ColumnPlan], taken: &[String]) -> String {
    let told = columns.iter().map(|it| format!("{}{base}", type_name(&it.label, None)));
    let placed = (1..20).filter_map(|it| Some(format!("{}{base}", capitalized(ordinal(it)?))));
    let mut names = std::iter::once(base.to_owned()).chain(told).chain(placed);
    let fits = |it: &String| {
        it == base || is_free(it, taken) && !it.ends_with(|c: char| c.is_ascii_digit())
    };
    let found = names.find(|it| fits(it) && !taken.contains(it));
    found.unwrap_or_else(|| numbered(base, taken))
}
