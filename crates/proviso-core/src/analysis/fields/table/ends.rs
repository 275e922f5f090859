//! Where a table ends: at another header, a form, a remark, a sentence.
//!
//! **Invariant:** rows in, a row out; nothing is read here.

use std::collections::BTreeSet;
use std::ops::Range;

use super::super::column::Column;
use super::super::setting::{Setting, Unit};
use super::super::sheet::{Sheet, within};
use super::super::values;
use super::super::vocabulary::key;
use crate::value::Kind;

/// Where the body and its totals end.
pub(super) fn body_end(
    sheet: &Sheet<'_>,
    setting: &Setting<'_>,
    columns: &[Column],
    body: usize,
) -> usize {
    let parts = Sheet::parts(columns);
    let parts: Vec<Range<usize>> = parts
        .into_iter()
        .map(|it| &columns[it])
        .filter_map(|it| Some(it.first()?.range.start..it.last()?.range.end))
        .collect();
    let all = parts.first().map_or(0, |it| it.start)..parts.last().map_or(0, |it| it.end);
    let mut r = body;
    while r < sheet.grid.n_rows {
        let cells = &sheet.rows[r];
        let outside = |i: &usize| !within(&sheet.cell(*i).columns, &all);
        let inside: Vec<usize> = cells.iter().copied().filter(|i| !outside(i)).collect();
        let straddles = |i: &usize| !parts.iter().any(|it| within(&sheet.cell(*i).columns, it));
        if cells.is_empty() {
            r += 1;
            continue;
        }
        if inside.is_empty()
            || sheet.is_plain_header(setting, r)
            || r > body && heads_anew(sheet, setting, columns, r)
            || (r > body
                && sheet.is_remark(setting, &inside)
                && !counts_below(sheet, setting, columns, r))
            || (r > body
                && sheet.is_form_row(setting, &inside)
                && parts.len() == 1
                && columns.len() > 2)
        {
            break;
        }
        if parts.len() > 1 && inside.iter().any(straddles) {
            break;
        }
        // `차인지급액 | 2,971,222`: a label across the one list, its amount across the other.
        let covers = |it: &Range<usize>, i: &usize| within(it, &sheet.cell(*i).columns);
        if let ([a, b], [label, amount]) = (&parts[..], &inside[..])
            && a.len() > 1
            && b.len() > 1
            && covers(a, label)
            && covers(b, amount)
            && !values::is_value(setting, sheet.text(*label))
            && values::is_value(setting, sheet.text(*amount))
        {
            break;
        }
        // Cells that cut across the columns belong to something else.
        let across = inside.iter().filter(|i| {
            let cell = &sheet.cell(**i).columns;
            columns.iter().any(|it| {
                let overlap = it.range.start < cell.end && cell.start < it.range.end;
                overlap && !within(cell, &it.range) && !within(&it.range, cell)
            })
        });
        if across.count() * 2 > inside.len() {
            break;
        }
        let alone = inside.len() == 1;
        if alone && values::is_sentence(sheet.text(inside[0])) {
            break;
        }
        r += 1;
    }
    r
}

/// Whether a row heads another table: words of which at least one is known, and no two are the same, stand
/// where this one counts. `무상` and `별도 협의` stand there for an item's amounts.
fn heads_anew(sheet: &Sheet<'_>, setting: &Setting<'_>, columns: &[Column], r: usize) -> bool {
    let counts = |it: &&Column| matches!(it.kind, Some(Kind::Money | Kind::Quantity));
    let cells = &sheet.rows[r];
    let over = |it: &&Column| cells.iter().any(|i| within(&sheet.cell(*i).columns, &it.range));
    let texts = || cells.iter().map(|i| sheet.text(*i));
    let known = |it: &str| setting.vocabulary.column(it).is_some() || Unit::of_label(it).is_some();
    let apart: BTreeSet<String> = texts().map(key).collect();
    columns.iter().filter(counts).filter(over).count() >= 2
        && texts().any(known)
        && apart.len() == cells.len()
        && sheet.header(setting, r).is_some()
}

/// Whether rows further down count something in a table's columns.
fn counts_below(sheet: &Sheet<'_>, setting: &Setting<'_>, columns: &[Column], r: usize) -> bool {
    let counts = |it: &&Column| matches!(it.kind, Some(Kind::Money | Kind::Quantity));
    let mut below = sheet.rows.get(r + 1..).unwrap_or_default().iter().flatten();
    below.any(|i| {
        let mut counting = columns.iter().filter(counts);
        counting.any(|it| within(&sheet.cell(*i).columns, &it.range))
            && values::is_value(setting, sheet.text(*i))
    })
}
