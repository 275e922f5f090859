//! Which cell of a table a value stands in that no reader of tables has found: one that a language
//! model read, or a person pointed at.
//!
//! **Invariant:** a cell that holds a value keeps it; what stands in no row and column of known ones
//! stands in no cell.

use super::{CellRef, Field, FieldId, Table};
use crate::document::Rect;

/// Gives the wanted ones of what was added behind others their cells: where one stands in the row of
/// a table's cells and in the column of others, and nothing was read there.
pub(crate) fn place(
    fields: &mut [Field],
    tables: &mut [Table],
    from: usize,
    wanted: impl Fn(&Field) -> bool,
) {
    let rect = |it: &Field| {
        let mut boxes = it.evidence.boxes.iter();
        let first = *boxes.next()?;
        Some(boxes.fold(first, |a, b| a.union(b)))
    };
    let (known, added) = fields.split_at(from.min(fields.len()));
    let celled: Vec<(&Field, CellRef, Rect)> =
        known.iter().filter_map(|it| Some((it, it.cell?, rect(it)?))).collect();
    let mut found: Vec<(FieldId, CellRef)> = Vec::new();
    for it in added.iter().filter(|it| wanted(it)) {
        let Some(own) = rect(it) else { continue };
        let here = |other: &&(&Field, CellRef, Rect)| {
            (other.0.evidence.document, other.0.evidence.page)
                == (it.evidence.document, it.evidence.page)
        };
        let half = |a: (f32, f32), b: (f32, f32)| {
            let shared = a.1.min(b.1) - a.0.max(b.0);
            shared * 2.0 > (a.1 - a.0).min(b.1 - b.0)
        };
        let row = celled.iter().filter(here).find(|it| half((own.y0, own.y1), (it.2.y0, it.2.y1)));
        let Some((_, row, _)) = row else { continue };
        let column = celled
            .iter()
            .filter(here)
            .find(|it| it.1.table == row.table && half((own.x0, own.x1), (it.2.x0, it.2.x1)));
        let Some((_, column, _)) = column else { continue };
        let cell = CellRef { column: column.column, ..*row };
        let taken = celled.iter().map(|it| it.1).chain(found.iter().map(|it| it.1));
        if taken.into_iter().all(|it| it != cell) {
            found.push((it.id, cell));
        }
    }
    for (id, at) in found {
        let table = tables.get_mut(at.table as usize);
        let row = table.and_then(|it| it.rows.get_mut(at.row as usize));
        let Some(cell) = row.and_then(|it| it.get_mut(at.column as usize)) else { continue };
        cell.fields.push(id);
        if let Some(field) = fields.get_mut(id.0 as usize) {
            field.cell = Some(at);
        }
    }
}
