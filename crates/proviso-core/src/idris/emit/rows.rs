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
    /// Indices into [`Analysis::tables`]: a table, and what goes on with it on the next pages; none of
    /// lines that are no table.
    pub(super) tables: Vec<usize>,
    /// Name of the row type: `Item`.
    pub(super) row_type: String,
    /// Its columns.
    pub(super) columns: Vec<ColumnPlan>,
    /// How many rows.
    pub(super) n_rows: usize,
    /// Of lines that are no table, the column that is carried on from each to the next.
    pub(super) carried: Option<usize>,
}

impl TablePlan {
    /// The pages of its first and of its last table, from 1; of lines those of the first and the last.
    pub(super) fn pages(&self, analysis: &Analysis) -> (u32, u32) {
        let page =
            |at: Option<&usize>| at.and_then(|it| analysis.tables.get(*it)).map_or(0, |it| it.page);
        if self.tables.is_empty() {
            let values = || self.columns.iter().flat_map(|it| it.fields.iter().flatten());
            let page = |id: &FieldId| analysis.field(*id).map_or(0, |it| it.evidence.page);
            return (values().map(page).min().unwrap_or(0), values().map(page).max().unwrap_or(0));
        }
        (page(self.tables.first()), page(self.tables.last()))
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

/// A list of rows.
#[derive(Debug)]
pub(super) struct List {
    /// The tables that it is printed as.
    pub(super) tables: Vec<usize>,
    /// Its columns.
    pub(super) columns: Vec<ColumnPlan>,
    /// How many rows.
    pub(super) n_rows: usize,
    /// Of lines that are no table, the column that is carried on from each to the next.
    pub(super) carried: Option<usize>,
}

/// The lists that the tables of an analysis are.
pub(super) fn lists(analysis: &Analysis) -> Vec<List> {
    let mut placed = BTreeSet::new();
    let mut out: Vec<(Vec<usize>, Read)> = Vec::new();
    for (at, table) in analysis.tables.iter().enumerate() {
        let own = Read::new(analysis, table, &mut placed);
        if !own.has_values() {
            continue;
        }
        if let Some((tables, before)) = out.last_mut()
            && let Some(last) = tables.last().and_then(|it| analysis.tables.get(*it))
            && goes_on(analysis, last, table)
            && before.takes(&own)
        {
            before.append(own);
            tables.push(at);
        } else {
            out.push((vec![at], own));
        }
    }
    let list = |(tables, read): (Vec<usize>, Read)| {
        let n_rows = read.n_rows;
        let columns = read.named(analysis.tables.get(*tables.last()?)?);
        Some(List { tables, columns, n_rows, carried: None })
    };
    out.into_iter().filter_map(list).collect()
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

/// What stands in the rows of a table, by heading; values that stand one below another in the cells of
/// one heading are columns of their own. What goes on behind it is put there without reading it again.
struct Read {
    headings: Vec<Vec<Column>>,
    n_rows: usize,
}

/// What stands under a heading; none where its values go by no one type, so that they stand in no rows.
type Column = Option<Cells>;

/// The cells of a column.
struct Cells {
    /// The type of its values; none where there are none.
    ty: Option<Ty>,
    fields: Vec<Option<FieldId>>,
    texts: Vec<String>,
}

impl Read {
    /// Reads a table. Values are placed but once.
    fn new(analysis: &Analysis, table: &Table, placed: &mut BTreeSet<FieldId>) -> Read {
        let heading = |at: usize| -> Vec<Column> {
            let n_in = |row: &Vec<Cell>| row.get(at).map_or(0, |it| it.fields.len());
            let n_values = table.rows.iter().map(n_in).max().unwrap_or(0);
            let read = |which| {
                let cells = cells(analysis, &table.rows, (at, which), placed)?;
                placed.extend(cells.fields.iter().flatten());
                Some(cells)
            };
            (0..n_values.max(1)).map(read).collect()
        };
        let headings = (0..table.columns.len()).map(heading).collect();
        Read { headings, n_rows: table.rows.len() }
    }

    fn has_values(&self) -> bool {
        self.headings.iter().flatten().flatten().any(|it| it.ty.is_some())
    }

    /// Whether rows can stand behind these so that no value loses its column.
    fn takes(&self, other: &Read) -> bool {
        let ty = |it: &Column| it.as_ref().map(|it| it.ty);
        let fits = |(a, b): (&Column, &Column)| match (ty(a), ty(b)) {
            (Some(Some(a)), Some(Some(b))) => a.join(b).is_some(),
            (Some(Some(_)), None) | (None, Some(Some(_))) => false,
            _ => true,
        };
        self.headings.iter().zip(&other.headings).all(|(a, b)| a.iter().zip(b).all(fits))
    }

    /// Puts rows that it takes behind its own.
    fn append(&mut self, other: Read) {
        for (ours, theirs) in self.headings.iter_mut().zip(other.headings) {
            let n_columns = ours.len().max(theirs.len());
            let mut theirs = theirs.into_iter();
            ours.resize_with(n_columns, || Some(Cells::empty(self.n_rows)));
            for ours in ours {
                let theirs = theirs.next().unwrap_or_else(|| Some(Cells::empty(other.n_rows)));
                *ours = ours.take().zip(theirs).map(|(mut cells, behind)| {
                    cells.ty = match (cells.ty, behind.ty) {
                        (Some(a), Some(b)) => a.join(b),
                        (a, b) => a.or(b),
                    };
                    cells.fields.extend(behind.fields);
                    cells.texts.extend(behind.texts);
                    cells
                });
            }
        }
        self.n_rows += other.n_rows;
    }

    /// Its columns as those of a row type.
    fn named(self, table: &Table) -> Vec<ColumnPlan> {
        let mut columns: Vec<ColumnPlan> = Vec::new();
        for (at, heading) in self.headings.into_iter().enumerate() {
            let label = &table.columns[at];
            let meaning = table.meanings.get(at).and_then(|it| it.as_deref());
            for (which, cells) in heading.into_iter().enumerate() {
                let Some(made) = cells.and_then(Cells::column) else { continue };
                // What has the meaning of a column before it is told from it by its own label.
                let mut names = vec![identifier(label, meaning, &[])];
                if which == 0 {
                    names.push(identifier(label, None, &[]));
                }
                let taken: Vec<&str> = columns.iter().map(|it| it.name.as_str()).collect();
                let name = free(&names, &taken);
                columns.push(ColumnPlan { name, label: label.clone(), ..made });
            }
        }
        columns
    }
}

impl Cells {
    /// Cells in which nothing stands.
    fn empty(n_rows: usize) -> Cells {
        Cells { ty: None, fields: vec![None; n_rows], texts: vec![String::new(); n_rows] }
    }

    /// A column that has no name yet; none where nothing stands in it.
    fn column(self) -> Option<ColumnPlan> {
        let plain = ColumnPlan {
            name: String::new(),
            label: String::new(),
            ty: Ty::Text,
            optional: false,
            fields: Vec::new(),
            texts: Vec::new(),
        };
        match self.ty {
            Some(ty) => {
                let optional = self.fields.iter().any(Option::is_none);
                Some(ColumnPlan { ty, optional, fields: self.fields, ..plain })
            }
            None => {
                let is_said = self.texts.iter().any(|it| !it.is_empty());
                is_said.then_some(ColumnPlan { texts: self.texts, ..plain })
            }
        }
    }
}

/// The first, second … values of the cells under a heading, if all of them go by one type.
fn cells(
    analysis: &Analysis,
    rows: &[Vec<Cell>],
    (at, which): (usize, usize),
    placed: &BTreeSet<FieldId>,
) -> Option<Cells> {
    let mut cells = Cells { ty: None, fields: Vec::new(), texts: Vec::new() };
    let mut seen = BTreeSet::new();
    for row in rows {
        let cell = row.get(at);
        cells.texts.push(cell.map_or_else(String::new, |it| it.text.clone()));
        let id = cell.and_then(|it| it.fields.get(which)).copied();
        if let Some(id) = id {
            // A value that stands in two cells, or in none of the analysis, is no column's.
            let field = analysis.field(id)?;
            if !seen.insert(id) || placed.contains(&id) {
                return None;
            }
            let its = Ty::of(&field.value);
            cells.ty = Some(cells.ty.map_or(Some(its), |it| it.join(its))?);
        }
        cells.fields.push(id);
    }
    Some(cells)
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
