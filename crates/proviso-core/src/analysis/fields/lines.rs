//! Labels and values in lines without printed cells: `label : value`, a label over its value,
//! blocks under a role, letterheads.
//!
//! **Invariant:** what stands in another column of the page is never paired.

mod pairing;

use std::ops::Range;

use super::super::Route;
use super::super::layout::{Row, Segment, Text};
use super::super::scan;
use super::collect::Slot;
use super::output::Output;
use super::party;
use super::persons;
use super::prose;
use super::setting::{Setting, unit_note};
use super::stated;
use super::values::{self, Label};
use super::vocabulary::{bracketed, enumerator, length, shown};
use crate::document::Rect;
use crate::value::{Kind, Value};

pub(super) use pairing::{Pair, begins_pair, split};

/// Labels that wait for what stands below them.
#[derive(Debug, Default)]
pub(super) struct Open {
    labels: Vec<OpenLabel>,
}

#[derive(Debug, Clone)]
struct OpenLabel {
    label: Label,
    left: f32,
    right: f32,
    bottom: f32,
    /// A party's role stays open over a block of lines; another label for one value.
    role: bool,
    filled: usize,
    /// Whether the party's name has been seen.
    named: bool,
}

impl Open {
    /// Everything within a box stands under a label.
    pub(super) fn under(label: Label, rect: &Rect) -> Open {
        let (left, right, bottom) = (rect.x0, rect.x1, rect.y1);
        Open {
            labels: vec![OpenLabel {
                label,
                left,
                right,
                bottom,
                role: true,
                filled: 1,
                named: true,
            }],
        }
    }
    fn add(&mut self, label: Label, rect: &Rect, right: f32, filled: usize) {
        let role = label.role;
        self.labels.retain(|it| it.right <= rect.x0 || right <= it.left);
        let (left, bottom) = (rect.x0, rect.y1);
        let named = filled > 0;
        self.labels.push(OpenLabel { label, left, right, bottom, role, filled, named });
    }
    fn at(&mut self, rect: &Rect) -> Option<&mut OpenLabel> {
        let height = rect.height().max(0.01);
        self.labels.retain(|it| rect.y0 - it.bottom <= 2.4 * height);
        self.labels.iter_mut().rev().find(|it| {
            it.left - 1.5 * height <= rect.x0 && rect.x0 < it.right && (it.role || it.filled == 0)
        })
    }
    /// Nothing below a paragraph belongs to a label above it.
    pub(super) fn close(&mut self) {
        self.labels.clear();
    }
}

/// Reads rows that stand by themselves: several segments side by side, or short single ones.
pub(super) fn read(
    out: &mut Output,
    setting: &Setting<'_>,
    rows: &[Row],
    open: &mut Open,
) -> Vec<Slot> {
    let mut slots = Vec::new();
    for (r, row) in rows.iter().enumerate() {
        let below = rows.get(r + 1..(r + 3).min(rows.len())).unwrap_or_default();
        slots.extend(line(out, setting, row, below, open));
    }
    slots
}

/// Reads one row.
pub(super) fn line(
    out: &mut Output,
    setting: &Setting<'_>,
    row: &Row,
    below: &[Row],
    open: &mut Open,
) -> Vec<Slot> {
    if let Some(slots) = formula(out, setting, row) {
        return slots;
    }
    let mut slots = Vec::new();
    let mut pending: Option<(Label, Rect)> = None;
    for (s, segment) in row.segments.iter().enumerate() {
        let right = row.segments.get(s + 1).map_or(f32::INFINITY, |it| it.rect.x0);
        let text = match unit_note(&segment.text.text) {
            Some((at, _)) => segment.text.slice(0..at),
            None => segment.text.clone(),
        };
        // "Nummer   : 549910": the colon stands with the value.
        let text = text.slice(
            text.text.len() - text.text.trim_start_matches([':', '：', ' ']).len()..text.text.len(),
        );
        if text.is_empty() {
            continue;
        }
        let followed =
            row.segments.get(s + 1).is_some_and(|it| it.text.text.starts_with([':', '：']));
        // "Terms   Net 30": what stands beside a label may begin like another one.
        let value_at_once = pending.as_ref().is_some_and(|(label, _)| {
            let context = setting.context(label.kind, label.unit);
            label.kind.is_some_and(|it| !matches!(it, Kind::Text | Kind::Party))
                && !text.text.contains([':', '：'])
                && values::whole(&text.text, &context)
                    .is_some_and(|it| Some(it.value.kind()) == label.kind)
        });
        let parts = if followed && text.text.chars().count() <= 40 {
            vec![Pair { label: Some(text.clone()), value: None, colon: true }]
        } else if value_at_once {
            vec![Pair { label: None, value: Some(text.clone()), colon: false }]
        } else {
            let parts = split(setting, &text);
            match row.segments.get(s + 1) {
                // `작성 연월일시 | 2025-07-31`: what begins like a label is one as a whole.
                Some(next) if is_longer_label(setting, &parts, &text, next) => {
                    vec![Pair { label: Some(text.clone()), value: None, colon: false }]
                }
                _ => parts,
            }
        };
        let n_parts = parts.len();
        for part in parts {
            match (part.label, part.value) {
                (Some(label), Some(value)) => {
                    if let Some((label, rect)) = pending.take() {
                        open.add(label, &rect, segment.rect.x0, 0);
                    }
                    slots.extend(labelled(out, setting, &label, &value, segment, right, open));
                }
                (Some(label), None) => {
                    let known = Label::of(setting, &label.text);
                    let last = row.segments.get(s + 1).is_none();
                    match pending.take() {
                        // "직위   대리": the second is a value that happens to be a label, too.
                        Some((waiting, _))
                            if last
                                && !known.shown.is_empty()
                                && waiting.kind != known.kind
                                && n_parts == 1
                                && waiting.role_free() =>
                        {
                            slots.extend(values::under(
                                &mut out.fields,
                                setting,
                                &waiting,
                                &label,
                                Route::LabelValue,
                            ));
                            continue;
                        }
                        Some((waiting, rect)) => open.add(waiting, &rect, segment.rect.x0, 0),
                        None => {}
                    }
                    values::in_label(&mut out.fields, setting, &label, Route::LabelValue);
                    pending = Some((known, segment.rect));
                }
                (None, Some(value)) => match pending.take() {
                    Some((label, rect)) => {
                        let label = with_role(label, open, &rect);
                        slots.extend(values::under(
                            &mut out.fields,
                            setting,
                            &label,
                            &value,
                            Route::LabelValue,
                        ));
                        if label.role {
                            open.add(label, &rect, right, 1);
                        }
                    }
                    None => {
                        let next = row.segments.get(s + 1);
                        // Within a party's block `대출금액 | 48,000,000원` is a pair of its own.
                        let told = next.is_some_and(|it| says_amount(setting, &it.text));
                        let free = open.at(&segment.rect).is_none_or(|it| it.role && told);
                        if let Some(label) = unknown_label(setting, &value, next).filter(|_| free) {
                            values::in_label(&mut out.fields, setting, &value, Route::LabelValue);
                            pending = Some((label, segment.rect));
                        } else {
                            slots.extend(unlabelled(out, setting, &value, segment, below, open));
                        }
                    }
                },
                (None, None) => {}
            }
        }
    }
    if let Some((label, rect)) = pending {
        // `나. 실비` heads a list; what stands below has labels of its own.
        let heads = row.segments.last().is_some_and(|it| enumerator(&it.text.text) > 0);
        if label.role || !heads {
            open.add(label, &rect, f32::INFINITY, 0);
        }
    }
    slots
}

/// `건강보험료 | 과세대상액 × 3.595% (10원 미만 버림)` says how an amount came about.
fn formula(out: &mut Output, setting: &Setting<'_>, row: &Row) -> Option<Vec<Slot>> {
    let [name, says] = row.segments.as_slice() else { return None };
    let body = &says.text.text;
    let signed = [" - ", " − ", " + "].iter().any(|it| body.contains(it)) && body.contains('=');
    let named = length(&name.text.text) <= 24
        && !values::is_value(setting, &name.text.text)
        && !name.text.text.contains([':', '：']);
    if !named || body.contains([':', '：']) || !signed && !body.contains(['×', '✕']) {
        return None;
    }
    let label = Label::of(setting, &name.text.text);
    let route = Route::LabelValue;
    // What stands behind the sign of equality is the amount itself.
    let end = body.rfind('=').unwrap_or(body.len());
    let factors = says.text.slice(0..end);
    let mut slots = values::mentioned(&mut out.fields, setting, &label, &factors, route);
    if end < body.len() {
        let result = says.text.slice(end + 1..body.len());
        slots.extend(values::under(&mut out.fields, setting, &label, &result, route));
    }
    let mut text = name.text.clone();
    text.append(&says.text, ": ");
    prose::note(out, &text, "", &slots);
    Some(slots)
}

impl Label {
    /// Whether it asks for a text or nothing certain.
    fn role_free(&self) -> bool {
        !matches!(self.kind, Some(Kind::Party)) || self.person
    }
}

fn with_role(label: Label, open: &mut Open, rect: &Rect) -> Label {
    let shown = match open.at(rect) {
        Some(it) if it.role => {
            it.bottom = it.bottom.max(rect.y1);
            it.label.shown.clone()
        }
        _ => return label,
    };
    label.and(&shown)
}

fn labelled(
    out: &mut Output,
    setting: &Setting<'_>,
    label: &Text,
    value: &Text,
    segment: &Segment,
    right: f32,
    open: &mut Open,
) -> Vec<Slot> {
    values::in_label(&mut out.fields, setting, label, Route::LabelValue);
    let label = with_role(Label::of(setting, &label.text), open, &segment.rect);
    let slots = values::under(&mut out.fields, setting, &label, value, Route::LabelValue);
    if label.role {
        open.add(label, &segment.rect, right, 1);
    }
    slots
}

/// Whether a text that begins like a label of a name or a text, and says no value itself, is a label as a
/// whole: what stands beside it is a value and has no label of its own.
fn is_longer_label(setting: &Setting<'_>, parts: &[Pair], text: &Text, next: &Segment) -> bool {
    let [Pair { label: Some(label), value: Some(rest), colon: false }] = parts else {
        return false;
    };
    let asks = Label::of(setting, &label.text).kind;
    let body = &text.text;
    let beside = &next.text.text;
    matches!(asks, Some(Kind::Party | Kind::Text))
        && length(body) <= 24
        && !body.contains(|c: char| c.is_ascii_digit())
        && !party::is_corporate(&rest.text)
        && persons::within(setting, body).is_none()
        && (values::is_value(setting, beside) || party::is_corporate(beside))
        && !has_label(setting, next)
}

/// Whether a segment has a label of its own.
fn has_label(setting: &Setting<'_>, it: &Segment) -> bool {
    split(setting, &it.text).iter().any(|it| it.label.is_some())
}

/// A short text that is no known label, with a plain value at its right.
fn unknown_label(setting: &Setting<'_>, text: &Text, next: Option<&Segment>) -> Option<Label> {
    let next = next?;
    let body = &text.text;
    let fits = length(body) <= 24
        && !values::is_value(setting, body)
        && !values::is_sentence(body)
        && !party::is_corporate(body)
        && values::is_value(setting, &next.text.text)
        && !has_label(setting, next);
    fits.then(|| Label::of(setting, body))
}

/// Whether a text is nothing but an amount, a rate, a date or a period.
fn says_amount(setting: &Setting<'_>, text: &Text) -> bool {
    let found = scan::scan(&text.text, &setting.context(None, Default::default()));
    found.first().is_some_and(|it| {
        let kind = it.value.kind();
        matches!(kind, Kind::Money | Kind::Rate | Kind::Date | Kind::Period) && it.range.start <= 4
    })
}

/// A text without a label of its own: under an open label, in a letterhead, over the signatures.
fn unlabelled(
    out: &mut Output,
    setting: &Setting<'_>,
    text: &Text,
    segment: &Segment,
    below: &[Row],
    open: &mut Open,
) -> Vec<Slot> {
    let body = text.text.trim();
    let height = segment.rect.height();
    // `58 Mill Road, Albany · (518) 555-0177 · ar@firm.example`: one line of a letterhead.
    let parts: Vec<Range<usize>> = dotted(&text.text);
    if parts.len() > 1 {
        let each = parts.into_iter().map(|it| text.slice(it));
        return each.flat_map(|it| unlabelled(out, setting, &it, segment, below, open)).collect();
    }
    let title = Label {
        shown: [setting.title.clone(), setting.word.clone()]
            .into_iter()
            .filter(|it| !it.is_empty())
            .collect(),
        ..Label::default()
    };
    // The addressee: "가나상사 귀하".
    if let Some((end, address)) = party::addressee(body) {
        let label = Label {
            shown: vec![address.to_owned()],
            kind: Some(Kind::Party),
            meaning: Label::of(setting, address).meaning,
            ..Label::default()
        };
        let part = text.slice(0..end);
        return values::party_field(&mut out.fields, setting, &label, &part, Route::LabelValue)
            .into_iter()
            .collect();
    }
    let (label, role, unnamed) = match open.at(&segment.rect) {
        Some(it) => {
            it.filled += 1;
            it.bottom = it.bottom.max(segment.rect.y1);
            (it.label.clone(), it.role, !it.named)
        }
        None => (title, false, false),
    };
    let labelled = label.kind.is_some() || label.known;
    if labelled && !role {
        return values::under(&mut out.fields, setting, &label, text, Route::LabelValue);
    }
    let route = if labelled { Route::LabelValue } else { Route::Letterhead };
    let neutral = Label { kind: None, meaning: None, known: false, ..label.clone() };
    if party::is_address(body) {
        return values::text_field(&mut out.fields, &neutral, text, route);
    }
    let found = scan::scan(&text.text, &setting.context(None, Default::default()));
    if found.is_empty() {
        let heads_block = heads_letter(setting, segment, below, height);
        let is_name = if labelled {
            unnamed || party::is_corporate(body)
        } else {
            party::is_corporate(body) || heads_block
        };
        if is_name && !is_title(setting, body) && !values::is_sentence(body) {
            let party = Label { kind: Some(Kind::Party), ..label };
            let slot = values::party_field(&mut out.fields, setting, &party, text, route);
            if let Some(it) = open.at(&segment.rect).filter(|_| slot.is_some()) {
                it.named = true;
            }
            return slot.into_iter().collect();
        }
        return Vec::new();
    }
    if found.iter().any(|it| it.value.kind() == Kind::Party)
        && let Some(it) = open.at(&segment.rect)
    {
        it.named = true;
    }
    let texts = stated::texts(out, setting, text, "");
    let mut slots = prose::found(out, setting, text, found, &neutral, "", route);
    slots.extend(texts);
    slots
}

/// The parts of a line that dots, bars, slashes or a telephone's sign set apart, if one of them is an
/// address or a number to reach somebody by.
pub(super) fn dotted(text: &str) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut from = 0;
    for (at, mark) in text.match_indices([' ', '\u{a0}']).filter_map(|(at, _)| {
        let rest = text.get(at + 1..)?;
        let mark = ["· ", "• ", "| ", "│ ", "/ ", "☎ ", "☏ "]
            .into_iter()
            .find(|it| rest.starts_with(it))?;
        Some((at, mark))
    }) {
        parts.push(from..at);
        from = at + 1 + mark.len();
    }
    parts.push(from..text.len());
    let reaches = |it: &Range<usize>| {
        let part = text.get(it.clone()).unwrap_or_default();
        party::is_address(part)
            || scan::scan(part, &Default::default())
                .iter()
                .any(|it| matches!(it.value.kind(), Kind::Phone | Kind::Email))
    };
    if parts.iter().any(reaches) { parts } else { Vec::new() }
}

fn is_title(setting: &Setting<'_>, body: &str) -> bool {
    let squash = |it: &str| it.split_whitespace().collect::<String>().to_lowercase();
    !setting.title.is_empty() && squash(&setting.title) == squash(bracketed(&shown(body)).0)
}

/// Whether an address, a telephone number or a mail address stands right below.
fn heads_letter(setting: &Setting<'_>, segment: &Segment, below: &[Row], height: f32) -> bool {
    let near = below.iter().filter(|it| it.rect.y0 - segment.rect.y1 < 2.0 * height);
    let mut lines = near
        .flat_map(|row| &row.segments)
        .filter(|it| it.rect.x0 < segment.rect.x1 && segment.rect.x0 < it.rect.x1);
    let digits = segment.text.text.chars().any(|c| c.is_ascii_digit());
    !digits
        && segment.text.text.chars().count() <= 40
        && lines.any(|it| {
            let text = &it.text.text;
            let contact = |value: &Value| matches!(value.kind(), Kind::Phone | Kind::Email);
            party::is_address(text)
                || scan::scan(text, &setting.context(None, Default::default()))
                    .iter()
                    .any(|it| contact(&it.value))
        })
}
