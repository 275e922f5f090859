//! Puts what was chosen into the draft: values corrected, dropped, added.
//!
//! **Invariant:** ids stay 0..N-1, and every part of the draft that spoke of a field speaks of the
//! same field afterwards, or of none. Fields that only a model read come behind all others.

use super::claims::{By, Claims, ValueClaim};
use crate::analysis::draft::Draft;
use crate::analysis::{CellRef, Field, FieldId, Route};
use crate::document::Rect;
use crate::idris::name::identifier;

/// How sure a reading is that a model made, where the page says it and where only it saw it.
const READ: f32 = 0.85;
const SEEN: f32 = 0.5;

/// Writes the chosen values into a draft; the field of each claim. `stands` says which claim stands
/// in the place of each.
pub(super) fn apply(
    draft: &mut Draft,
    claims: &Claims,
    stands: &[Option<usize>],
) -> Vec<Option<FieldId>> {
    let n_draft = draft.fields.len();
    let mut ids: Vec<Option<FieldId>> = vec![None; claims.values.len()];
    let mut moved: Vec<Option<FieldId>> = vec![None; n_draft];
    let mut fields: Vec<Field> = Vec::new();
    for (n, mut field) in std::mem::take(&mut draft.fields).into_iter().enumerate() {
        let Some(claim) = stands.get(n).copied().flatten() else { continue };
        let id = FieldId(u32::try_from(fields.len()).unwrap_or(u32::MAX));
        (moved[n], ids[n], ids[claim]) = (Some(id), Some(id), Some(id));
        field.id = id;
        corrected(&mut field, &claims.values[claim], claim != n);
        let told = [claim, n].into_iter().find_map(|it| claims.values[it].belongs.clone());
        field.belongs = told.or(field.belongs);
        fields.push(field);
    }
    rename(draft, &moved);
    let n_kept = fields.len();
    for (n, claim) in claims.values.iter().enumerate().skip(n_draft) {
        if ids[n].is_some() || stands.get(n).copied().flatten() != Some(n) {
            continue;
        }
        let id = FieldId(u32::try_from(fields.len()).unwrap_or(u32::MAX));
        ids[n] = Some(id);
        let taken: Vec<String> = fields.iter().map(|it| it.name.clone()).collect();
        fields.push(Field {
            id,
            name: identifier(&claim.label, None, &taken),
            label: claim.label.clone(),
            also: claim.also.clone(),
            meaning: None,
            value: claim.value.clone(),
            evidence: claim.evidence.clone(),
            confidence: if claim.seen { SEEN } else { READ },
            route: if claim.seen { Route::Seen } else { Route::Model },
            cell: None,
            reading: None,
            belongs: claim.belongs.clone(),
        });
    }
    draft.fields = fields;
    place_in_tables(draft, n_kept);
    // A claim that another stands for is that one's field.
    for n in 0..ids.len() {
        if ids[n].is_none()
            && let Some(other) = stands.get(n).copied().flatten()
        {
            ids[n] = ids[other];
        }
    }
    ids
}

fn corrected(field: &mut Field, claim: &ValueClaim, is_other: bool) {
    if claim.by == By::Engine && !is_other {
        if claim.agreed {
            field.confidence += (1.0 - field.confidence) / 2.0;
        }
        if !claim.label.is_empty() {
            field.label = claim.label.clone();
        }
        field.also = claim.also.clone();
        return;
    }
    if field.value.kind() != claim.value.kind() {
        field.meaning = None;
    }
    field.value = claim.value.clone();
    if !claim.label.is_empty() && claim.label != field.label {
        field.also = claim.also.clone();
        field.label = claim.label.clone();
    }
    field.evidence = claim.evidence.clone();
    field.confidence = if claim.seen { SEEN } else { READ };
    field.route = if claim.seen { Route::Seen } else { Route::Model };
}

/// Gives what was added its cell, where it stands in the row of a table's cells and in the column of
/// others, and nothing was read there.
fn place_in_tables(draft: &mut Draft, from: usize) {
    let rect = |it: &Field| {
        let mut boxes = it.evidence.boxes.iter();
        let first = *boxes.next()?;
        Some(boxes.fold(first, |a, b| a.union(b)))
    };
    let (known, added) = draft.fields.split_at(from.min(draft.fields.len()));
    let celled: Vec<(&Field, CellRef, Rect)> =
        known.iter().filter_map(|it| Some((it, it.cell?, rect(it)?))).collect();
    let mut found: Vec<(FieldId, CellRef)> = Vec::new();
    for it in added.iter().filter(|it| it.route == Route::Model) {
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
        let table = draft.tables.get_mut(at.table as usize);
        let row = table.and_then(|it| it.rows.get_mut(at.row as usize));
        let Some(cell) = row.and_then(|it| it.get_mut(at.column as usize)) else { continue };
        cell.fields.push(id);
        if let Some(field) = draft.fields.get_mut(id.0 as usize) {
            field.cell = Some(at);
        }
    }
}

/// Gives the parts of a draft the new numbers of their fields.
fn rename(draft: &mut Draft, moved: &[Option<FieldId>]) {
    let new = |id: FieldId| moved.get(id.0 as usize).copied().flatten();
    for table in &mut draft.tables {
        for cell in table.rows.iter_mut().flatten() {
            cell.fields = cell.fields.iter().filter_map(|it| new(*it)).collect();
        }
        table.totals.retain_mut(|it| match new(it.field) {
            Some(id) => {
                it.field = id;
                true
            }
            None => false,
        });
    }
    for paragraph in &mut draft.paragraphs {
        paragraph.fields.retain_mut(|it| match new(it.1) {
            Some(id) => {
                it.1 = id;
                true
            }
            None => false,
        });
    }
    for words in &mut draft.words {
        words.beside = words.beside.and_then(new);
    }
}
