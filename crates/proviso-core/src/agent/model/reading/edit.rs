//! Puts what was chosen into the draft: values corrected, dropped, added.
//!
//! **Invariant:** ids stay 0..N-1, and every part of the draft that spoke of a field speaks of the
//! same field afterwards, or of none. Fields that only a model read come behind all others.

use super::claims::{By, Claims, ValueClaim};
use crate::analysis::draft::Draft;
use crate::analysis::{Field, FieldId, Route, cells};
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
            was: Vec::new(),
            belongs: claim.belongs.clone(),
        });
    }
    draft.fields = fields;
    let is_read = |it: &Field| it.route == Route::Model;
    cells::place(&mut draft.fields, &mut draft.tables, n_kept, is_read);
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
