//! Labels and values in the cells of a form.
//!
//! **Invariant:** a label is paired with the cell at its right, or else with the one below; labels
//! over several rows name the group of what stands beside them.

use std::collections::BTreeSet;
use std::ops::Range;

use super::super::Route;
use super::super::layout::{Row, Text};
use super::super::scan;
use super::flow;
use super::lines::{self, Open};
use super::output::Output;
use super::party;
use super::setting::{Setting, Unit};
use super::sheet::Sheet;
use super::values::{self, Label};
use super::vocabulary::length;
use crate::document::Rect;
use crate::value::Kind;

/// What a form still owes while its rows are read.
#[derive(Debug, Default)]
pub(super) struct Form {
    /// Labels without a value at their right.
    waiting: Vec<(usize, Vec<String>)>,
    /// Labels over several rows: rows, first column behind them, label.
    groups: Vec<(Range<usize>, usize, String)>,
    /// Cells that are done.
    used: BTreeSet<usize>,
}

impl Form {
    fn groups_of(&self, sheet: &Sheet<'_>, i: usize) -> Vec<String> {
        let cell = sheet.cell(i);
        let mut near: Vec<&(Range<usize>, usize, String)> = self
            .groups
            .iter()
            .filter(|it| it.0.contains(&cell.rows.start) && it.1 <= cell.columns.start)
            .collect();
        // The nearest at the left counts: 공급자's cells end where 공급받는자 begins.
        near.sort_by_key(|it| it.1);
        near.last().map(|it| vec![it.2.clone()]).unwrap_or_default()
    }

    /// The cells that begin in these rows are done.
    pub(super) fn done(&mut self, sheet: &Sheet<'_>, rows: Range<usize>) {
        for row in sheet.rows.get(rows).unwrap_or_default() {
            self.used.extend(row.iter().copied());
        }
    }

    /// Pairs labels that are left over with the cells below them.
    pub(super) fn finish(
        mut self,
        sheet: &Sheet<'_>,
        out: &mut Output,
        setting: &Setting<'_>,
        unit: Unit,
    ) {
        for (i, groups) in std::mem::take(&mut self.waiting) {
            let label = sheet.cell(i);
            let below = sheet.rows.get(label.rows.end).into_iter().flatten().copied().find(|j| {
                let it = sheet.cell(*j);
                it.columns.start < label.columns.end && label.columns.start < it.columns.end
            });
            let Some(j) = below.filter(|j| !self.used.contains(j)) else { continue };
            self.used.insert(j);
            let label = labelled(setting, sheet.text(i), unit).and(&groups);
            value(sheet, j, out, setting, &label);
        }
        for row in &sheet.rows {
            for i in row {
                if self.used.insert(*i) {
                    flow::cell(out, setting, &sheet.cell(*i).content);
                }
            }
        }
    }
}

fn labelled(setting: &Setting<'_>, text: &str, unit: Unit) -> Label {
    let mut label = Label::of(setting, text);
    label.unit = label.unit.or(unit);
    label
}

/// Reads one row of a form.
pub(super) fn cells(
    sheet: &Sheet<'_>,
    r: usize,
    out: &mut Output,
    setting: &Setting<'_>,
    unit: Unit,
    form: &mut Form,
) {
    for (office, name) in boxes(sheet, r, setting) {
        form.used.insert(office);
        if let Some(name) = name {
            form.used.insert(name);
            let mut label = labelled(setting, sheet.text(office), unit);
            // `재무`, `경영지원`: whoever signs for them.
            if !label.known {
                (label.kind, label.person) = (Some(Kind::Party), true);
            }
            let label = label.and(&form.groups_of(sheet, office));
            value(sheet, name, out, setting, &label);
            // The day on which they signed.
            let day = below(sheet, name).filter(|i| {
                let context = setting.context(Some(Kind::Date), Unit::default());
                let text = sheet.text(*i);
                scan::whole(text, &context).is_some_and(|it| it.kind() == Kind::Date)
            });
            if let Some(day) = day {
                form.used.insert(day);
                value(sheet, day, out, setting, &label);
            }
        }
    }
    let row: Vec<usize> =
        sheet.rows[r].iter().copied().filter(|it| !form.used.contains(it)).collect();
    let known = |i: usize| {
        let text = sheet.text(i);
        text.chars().count() <= 40
            && !values::is_value(setting, text)
            && setting.vocabulary.label(text).is_some()
    };
    let adjacent = |i: usize, j: usize| {
        let (a, b) = (sheet.cell(i), sheet.cell(j));
        // An empty cell between a label and the next text keeps the label without a value.
        !sheet.grid.cells.iter().any(|it| {
            it.is_empty()
                && it.rows.contains(&r)
                && it.columns.start >= a.columns.end
                && it.columns.end <= b.columns.start
        })
    };
    let mut pending: Option<usize> = None;
    let mut beside: Vec<String> = Vec::new();
    // The last pair's label: what stands behind its value may say more of it.
    let mut last: Option<Label> = None;
    let stacked: Vec<bool> = row.iter().map(|i| is_stacked(sheet, *i, setting)).collect();
    let stacks = stacked.iter().filter(|it| **it).count() >= 2;
    for (k, &i) in row.iter().enumerate() {
        if stacks && (stacked[k] || is_stacked_too(sheet, i, setting)) {
            stack(sheet, i, out, setting, unit, &form.groups_of(sheet, i));
            form.used.insert(i);
            continue;
        }
        let text = sheet.text(i);
        let next = row.get(k + 1).copied().filter(|j| adjacent(i, *j));
        let next_known = next.is_some_and(known);
        let cell = sheet.cell(i);
        // A cell beside several rows of labels names their group.
        let tall = cell.rows.len() > 1
            && !values::is_value(setting, text)
            && length(text) <= 24
            && pending.is_none()
            && next.is_some_and(|j| sheet.cell(j).rows.len() < cell.rows.len())
            && (next_known || cell.content.len() > 1 || known(i));
        if tall {
            form.groups.push((cell.rows.clone(), cell.columns.end, super::vocabulary::shown(text)));
            form.used.insert(i);
            continue;
        }
        let short =
            length(text) <= 24 && !values::is_value(setting, text) && !text.contains([':', '：']);
        match (pending, known(i)) {
            (None, true) if next.is_some() => pending = Some(i),
            (None, true) => form.waiting.push((i, form.groups_of(sheet, i))),
            (None, false)
                if short
                    && next.is_some()
                    && !next_known
                    && !values::is_sentence(text)
                    && !party::is_corporate(text) =>
            {
                pending = Some(i);
            }
            (None, false) => {
                if let Some(label) = last.as_ref().filter(|it| says_more(it, setting, text)) {
                    let label = Label { kind: None, ..label.clone() };
                    value(sheet, i, out, setting, &label);
                    form.used.insert(i);
                }
                continue;
            }
            (Some(label), true) if next.is_some() && !next_known => {
                beside = vec![super::vocabulary::shown(sheet.text(label))];
                form.used.insert(label);
                pending = Some(i);
            }
            (Some(label), _) => {
                form.used.insert(label);
                let printed = &sheet.texts[label];
                values::in_label(&mut out.fields, setting, printed, Route::LabelValue);
                let found = labelled(setting, &printed.text, unit)
                    .and(&beside)
                    .and(&form.groups_of(sheet, label));
                value(sheet, i, out, setting, &found);
                last = Some(found);
                pending = None;
            }
        }
        if pending.is_none() {
            form.used.insert(i);
        }
    }
    if let Some(label) = pending {
        form.used.insert(label);
        form.waiting.push((label, form.groups_of(sheet, label)));
    }
}

/// The cell right below another one that is as wide.
fn below(sheet: &Sheet<'_>, i: usize) -> Option<usize> {
    let cell = sheet.cell(i);
    let mut row = sheet.rows.get(cell.rows.end)?.iter().copied();
    row.find(|j| sheet.cell(*j).columns == cell.columns)
}

/// The boxes of signatories that begin in a row of a form: offices side by side, each with the name
/// below it, where somebody has signed.
fn boxes(sheet: &Sheet<'_>, r: usize, setting: &Setting<'_>) -> Vec<(usize, Option<usize>)> {
    let known = |i: usize| setting.vocabulary.label(sheet.text(i)).is_some();
    let captioned = captioned(sheet, r);
    let office =
        |i: &usize| known(*i) && Label::of(setting, sheet.text(*i)).person || captioned.contains(i);
    let beside = |i: &usize, j: &usize| {
        let (a, b) = (sheet.cell(*i), sheet.cell(*j));
        office(i) && office(j) && a.rows == b.rows && a.columns.end == b.columns.start
    };
    let row = &sheet.rows[r];
    let mut out = Vec::new();
    let mut end = 0_usize;
    for run in row.chunk_by(beside) {
        let (before, after) = (end.checked_sub(1).map(|it| row[it]), row.get(end + run.len()));
        end += run.len();
        let named: Vec<(usize, Option<usize>)> =
            run.iter().map(|i| (*i, below(sheet, *i))).collect();
        let names: Vec<usize> = named.iter().filter_map(|it| it.1).collect();
        let is_name = |i: &usize| {
            let text = sheet.text(*i);
            // Who is represented signs nothing: `상임이사 전결`.
            !known(*i) && (party::name(text).is_some() || text.ends_with("결"))
        };
        let fits = run.len() > 2 || run.len() == 2 && !names.is_empty();
        let fits = fits && (run.iter().all(|i| known(*i)) || names.len() == run.len());
        // `직급 | 대리 | 성명 | 도한빛`: labels that take turns with values head no boxes.
        let is_tall = |i: usize| sheet.cell(i).rows.len() > 1;
        let is_asked = before.is_some_and(|i| {
            let touches = sheet.cell(i).columns.end == sheet.cell(run[0]).columns.start;
            known(i) && touches && !is_tall(i)
        });
        let is_answered = after.is_some_and(|i| !known(*i) && !is_tall(*i));
        if fits && names.iter().all(is_name) && !is_asked && !is_answered {
            out.extend(named);
        }
    }
    out
}

/// Cells in a row beside a taller one that says that people sign there: `합의 | 재무 | 경영지원`.
fn captioned(sheet: &Sheet<'_>, r: usize) -> Vec<usize> {
    const CAPTIONS: [&str; 5] = ["결재", "합의", "협조", "재가", "협의"];
    let mut out = Vec::new();
    let mut until = None;
    for &i in &sheet.rows[r] {
        let cell = sheet.cell(i);
        if CAPTIONS.contains(&super::vocabulary::key(sheet.text(i)).as_str()) && cell.rows.len() > 1
        {
            until = Some((cell.columns.end, cell.rows.end));
        } else if let Some((column, end)) = until
            && cell.columns.start == column
            && cell.rows.end < end
        {
            out.push(i);
            until = Some((cell.columns.end, end));
        } else {
            until = None;
        }
    }
    out
}

/// Whether a cell behind an amount tells when it is due or what part it is: `2031. 7. 31.`.
fn says_more(label: &Label, setting: &Setting<'_>, text: &str) -> bool {
    let found = scan::scan(text, &setting.context(None, Unit::default()));
    label.kind == Some(Kind::Money)
        && !text.contains([':', '：'])
        && !found.is_empty()
        && found.iter().all(|it| matches!(it.value.kind(), Kind::Date | Kind::Period | Kind::Rate))
}

/// Whether a cell holds a label and, below it, its value: boxes of a form.
fn is_stacked(sheet: &Sheet<'_>, i: usize, setting: &Setting<'_>) -> bool {
    let [first, rest @ ..] = sheet.cell(i).content.as_slice() else { return false };
    let known = |it: &str| setting.vocabulary.label(it).is_some();
    let below: Vec<String> = rest.iter().map(|it| it.text().text).collect();
    first.segments.len() == 1
        && (1..=3).contains(&below.len())
        && known(&first.text().text)
        && !known(sheet.text(i))
        && !below.iter().any(|it| {
            it.starts_with('(')
                || it.contains([':', '：'])
                || known(it) && !values::is_value(setting, it)
        })
}

/// Beside such cells an unknown short text over a single value is a label, too.
fn is_stacked_too(sheet: &Sheet<'_>, i: usize, setting: &Setting<'_>) -> bool {
    let [first, below] = sheet.cell(i).content.as_slice() else { return false };
    let (label, value) = (first.text().text, below.text().text);
    first.segments.len() == 1
        && length(&label) <= 16
        && !label.contains(|c: char| c.is_ascii_digit() || c == ':' || c == '：')
        && values::is_value(setting, &value)
}

fn stack(
    sheet: &Sheet<'_>,
    i: usize,
    out: &mut Output,
    setting: &Setting<'_>,
    unit: Unit,
    groups: &[String],
) {
    let [first, rest @ ..] = sheet.cell(i).content.as_slice() else { return };
    let mut text = Text::default();
    for row in rest {
        text.append(&row.text(), " ");
    }
    let printed = first.text();
    values::in_label(&mut out.fields, setting, &printed, Route::LabelValue);
    let label = labelled(setting, &printed.text, unit).and(groups);
    values::under(&mut out.fields, setting, &label, &text, Route::LabelValue);
}

/// A cell's content as the value of a label: pairs of its own first.
fn value(sheet: &Sheet<'_>, i: usize, out: &mut Output, setting: &Setting<'_>, label: &Label) {
    let text = &sheet.texts[i];
    let content = &sheet.cell(i).content;
    let own_pairs = content.len() > 1
        && content.iter().any(|row| {
            row.segments.iter().any(|it| {
                lines::split(setting, &it.text).iter().any(|it| it.label.is_some() && it.colon)
            })
        });
    if let Some((first, rest)) = content.split_first()
        && label.role
        && !own_pairs
        && rest.first().is_some_and(|it| party::is_address(&it.text().text))
        && let Some(name) = Some(first.text()).filter(|it| !party::is_address(&it.text))
        && values::party_field(&mut out.fields, setting, label, &name, Route::LabelValue).is_some()
    {
        block(out, setting, label, rest, &sheet.cell(i).rect);
    } else if own_pairs {
        let mut open = Open::under(label.clone(), &sheet.cell(i).rect);
        lines::read(out, setting, content, &mut open);
    } else {
        values::under(&mut out.fields, setting, label, text, Route::LabelValue);
    }
}

/// The lines below a party's name in its cell: its address, which may take several lines, then
/// whatever else.
fn block(out: &mut Output, setting: &Setting<'_>, label: &Label, rest: &[Row], rect: &Rect) {
    let plain = |row: &&Row| {
        let text = row.text();
        let reached =
            scan::scan(&text.text, &setting.context(None, Unit::default())).iter().any(|it| {
                matches!(it.value.kind(), Kind::Phone | Kind::Email | Kind::RegistrationNumber)
            });
        let own = lines::split(setting, &text).iter().any(|it| it.label.is_some());
        !reached && !own
    };
    let n = rest.iter().take_while(plain).count();
    let mut address = Text::default();
    for row in &rest[..n] {
        address.append(&row.text(), " ");
    }
    let neutral = Label { kind: None, meaning: Some("address".to_owned()), ..label.clone() };
    values::text_field(&mut out.fields, &neutral, &address, Route::LabelValue);
    let mut open = Open::under(label.clone(), rect);
    lines::read(out, setting, &rest[n..], &mut open);
}
