//! Labels and values in lines without printed cells: `label : value`, a label over its value,
//! blocks under a role, letterheads.
//!
//! **Invariant:** what stands in another column of the page is never paired.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::super::Route;
use super::super::layout::{Row, Segment, Text};
use super::super::scan;
use super::collect::Slot;
use super::output::Output;
use super::party;
use super::prose;
use super::setting::{Setting, unit_note};
use super::stated;
use super::values::{self, Label};
use super::vocabulary::{bracketed, enumerator, is_hangul, shown};
use crate::document::Rect;
use crate::value::{Kind, Value};

/// A label and a value that stand together; one of them may be missing.
#[derive(Debug, Clone)]
pub(super) struct Pair {
    /// The label.
    pub(super) label: Option<Text>,
    /// The value.
    pub(super) value: Option<Text>,
    /// Whether a colon says so.
    pub(super) colon: bool,
}

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

/// Takes a segment apart: `TEL 02-… / FAX 02-…`, `납기 : 3주`, `대표이사 김가나 (인)`.
pub(super) fn split(setting: &Setting<'_>, text: &Text) -> Vec<Pair> {
    let mut cuts = vec![0];
    for (at, width) in delimiters(&text.text) {
        let rest = text.text.get(at + width..).unwrap_or_default();
        if is_labelled(setting, rest) {
            cuts.push(at + width);
        }
    }
    // `판매촉진비 (배정 120,000원, 집행 …)`: labelled amounts in brackets.
    for (at, _) in text.text.match_indices(" (") {
        let rest = text.text.get(at + 2..).unwrap_or_default();
        let end = setting.vocabulary.prefix(rest).unwrap_or(0);
        let amount = rest.get(end..).unwrap_or_default().trim_start();
        if end > 0
            && colon(&text.text).is_some_and(|colon| colon < at)
            && amount.starts_with(|c: char| c.is_ascii_digit() || "₩￦$€£".contains(c))
        {
            cuts.push(at + 2);
        }
    }
    cuts.sort_unstable();
    cuts.push(text.text.len());
    let mut pairs: Vec<Pair> = Vec::new();
    for it in cuts.windows(2) {
        let part = text.slice(it[0]..it[1]);
        let part = part.slice(
            0..part
                .text
                .trim_end_matches(['/', '|', '│', '｜', '／', '·', ';', ',', ' ', '('])
                .len(),
        );
        pairs.extend(pair(setting, &part));
    }
    pairs
}

/// Whether a text begins with a known label that something follows, or with `label:`.
fn is_labelled(setting: &Setting<'_>, text: &str) -> bool {
    if let Some(at) = colon(text) {
        return setting.vocabulary.label(text.get(..at).unwrap_or_default()).is_some();
    }
    setting.vocabulary.prefix(text).is_some_and(|end| end < text.trim_end().len())
}

/// Whether a line begins with `label:` and thus no sentence goes on in it.
pub(super) fn begins_pair(setting: &Setting<'_>, text: &str) -> bool {
    colon(text).is_some_and(|at| {
        let label = text.get(..at).unwrap_or_default();
        setting.vocabulary.label(label).is_some() || label.chars().count() <= 12
    })
}

/// The colon behind a label: not that of a time of day, not behind a sentence.
fn colon(text: &str) -> Option<usize> {
    if let Some(it) = leaders(text) {
        return Some(it.start);
    }
    let (at, c) = text.char_indices().find(|it| matches!(it.1, ':' | '：'))?;
    let before = text.get(..at)?.trim_end();
    let after = text.get(at + c.len_utf8()..)?;
    let clock = before.ends_with(|c: char| c.is_ascii_digit())
        && after.starts_with(|c: char| c.is_ascii_digit());
    let words = before.split_whitespace().count();
    let fits = !before.is_empty() && before.chars().count() <= 40 && words <= 6 && !clock;
    (fits && !after.starts_with("//") && !before.contains(['.', '。'])
        || fits && enumerator(before) > 0)
        .then_some(at)
}

/// Dots that lead from a label to its value: `운송비 ········ 35,000원`, `Total ..... 12.50`.
fn leaders(text: &str) -> Option<Range<usize>> {
    static LEADERS: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\s*(?:[.·‥…․∙_]\s?){4,}\s*").expect("invariant: constant patterns compile")
    });
    let it = LEADERS.find(text)?;
    let label = text.get(..it.start())?;
    let value = text.get(it.end()..)?;
    let fits = label.chars().any(char::is_alphabetic)
        && label.chars().count() <= 40
        && value.chars().any(char::is_alphanumeric);
    fits.then(|| it.range())
}

fn pair(setting: &Setting<'_>, text: &Text) -> Vec<Pair> {
    let body = text.text.as_str();
    if let Some(at) = colon(body) {
        let mark = body.get(at..).and_then(|it| it.chars().next()).map_or(1, char::len_utf8);
        let width = leaders(body).map_or(mark, |it| it.len());
        let label = text.slice(enumerator(body)..at);
        let mut value = text.slice(at + width..body.len());
        if value.is_empty() {
            return vec![Pair { label: Some(label), value: None, colon: true }];
        }
        let inner = nested(setting, &mut value);
        let first = Pair { label: Some(label), value: Some(value), colon: true };
        return std::iter::once(first).chain(inner).collect();
    }
    let start = enumerator(body);
    if body.chars().count() <= 40
        && !values::is_value(setting, body)
        && setting.vocabulary.label(body).is_some()
    {
        return vec![Pair {
            label: Some(text.slice(start..body.len())),
            value: None,
            colon: false,
        }];
    }
    if let Some(end) = setting.vocabulary.prefix(body)
        && !values::is_sentence(body)
    {
        let rest = text.slice(end..body.len());
        let label = text.slice(start..end);
        let kind = setting.vocabulary.label(&label.text).and_then(|it| it.kind);
        // "월 이용료는 …" begins with a label, too; a value must follow that fits it.
        let fits = match kind {
            Some(Kind::Text) => {
                rest.text.chars().any(|c| c.is_ascii_digit()) || rest.text.chars().count() <= 40
            }
            // Without a colon a longer Korean text goes on with a sentence: "사용자 교육 및 …".
            Some(Kind::Party) => party::name(&rest.text).is_some_and(|(_, name)| {
                !name.contains(' ') || !name.chars().any(is_hangul) || party::is_corporate(&name)
            }),
            Some(kind) => {
                let found =
                    scan::scan(&rest.text, &setting.context(Some(kind), Default::default()));
                found.first().is_some_and(|it| it.range.start <= 16)
            }
            None => true,
        };
        // "Invoice No. & Date": two labels over two values.
        let compound =
            ["&", "/", "및", "·", "and ", "or "].iter().any(|it| rest.text.starts_with(it));
        if compound
            && body.chars().count() <= 40
            && !rest.text.contains(|c: char| c.is_ascii_digit())
        {
            return vec![Pair { label: Some(text.clone()), value: None, colon: false }];
        }
        if fits && !rest.is_empty() {
            return vec![Pair { label: Some(label), value: Some(rest), colon: false }];
        }
    }
    vec![Pair { label: None, value: Some(text.clone()), colon: false }]
}

/// Pairs in brackets behind a value, `(예금주 김가나)`; they are cut off.
fn nested(setting: &Setting<'_>, value: &mut Text) -> Vec<Pair> {
    let body = value.text.clone();
    let Some(open) = body.find(" (") else { return Vec::new() };
    let Some(end) = body.rfind(')').filter(|it| *it > open) else { return Vec::new() };
    let inside = value.slice(open + 2..end);
    let label = setting.vocabulary.prefix(&inside.text).filter(|it| *it < inside.text.len());
    let party = label.and_then(|it| {
        let head = inside.text.get(..it)?;
        setting.vocabulary.label(head).filter(|it| it.kind == Some(Kind::Party))
    });
    if party.is_none() {
        return Vec::new();
    }
    *value = value.slice(0..open);
    pair(setting, &inside)
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
            split(setting, &text)
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
                        let free = open.at(&segment.rect).is_none();
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
        out.words_in(setting, &segment.text);
    }
    if let Some((label, rect)) = pending {
        open.add(label, &rect, f32::INFINITY, 0);
    }
    slots
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

/// A short text that is no known label, with a plain value at its right.
fn unknown_label(setting: &Setting<'_>, text: &Text, next: Option<&Segment>) -> Option<Label> {
    let next = next?;
    let body = &text.text;
    let fits = body.chars().count() <= 24
        && !values::is_value(setting, body)
        && !values::is_sentence(body)
        && !party::is_corporate(body)
        && values::is_value(setting, &next.text.text)
        && split(setting, &next.text).iter().all(|it| it.label.is_none());
    fits.then(|| Label::of(setting, body))
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
    let title = Label {
        shown: [setting.title.clone(), setting.word.clone()]
            .into_iter()
            .filter(|it| !it.is_empty())
            .collect(),
        ..Label::default()
    };
    // The addressee: "가나상사 귀하".
    for address in ["귀하", "귀중"] {
        if let Some(name) = body.strip_suffix(address).filter(|it| !it.trim().is_empty()) {
            let label = Label {
                shown: vec![address.to_owned()],
                kind: Some(Kind::Party),
                meaning: Label::of(setting, address).meaning,
                ..Label::default()
            };
            let part = text.slice(0..name.trim_end().len());
            return values::party_field(&mut out.fields, &label, &part, Route::LabelValue)
                .into_iter()
                .collect();
        }
    }
    if let Some(slots) = signed(out, setting, text, &title) {
        return slots;
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
            let slot = values::party_field(&mut out.fields, &party, text, route);
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

/// `가나상사 대표 김다라 (인)`: a company, its representative, a seal.
fn signed(
    out: &mut Output,
    setting: &Setting<'_>,
    text: &Text,
    title: &Label,
) -> Option<Vec<Slot>> {
    let sealed = party::unsealed(&text.text)?;
    let words: Vec<(usize, &str)> = sealed
        .split(' ')
        .scan(0, |at, it| {
            let start = *at;
            *at += it.len() + 1;
            Some((start, it))
        })
        .filter(|it| !it.1.is_empty())
        .collect();
    let known =
        |it: &str| setting.vocabulary.label(it).filter(|it| it.kind == Some(Kind::Party)).is_some();
    let at = words.iter().rposition(|it| known(it.1))?;
    let (start, word) = words[at];
    if at == 0 {
        return None;
    }
    let head = text.slice(0..start);
    let tail = text.slice(start + word.len()..sealed.len());
    let mut slots = Vec::new();
    let party = Label { kind: Some(Kind::Party), ..title.clone() };
    slots.extend(values::party_field(&mut out.fields, &party, &head, Route::Letterhead));
    let label = Label::of(setting, word);
    slots.extend(values::party_field(&mut out.fields, &label, &tail, Route::LabelValue));
    Some(slots)
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

/// Places where another pair may begin: byte and width of the mark.
fn delimiters(text: &str) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> =
        [" / ", " | ", " │ ", " ｜ ", " ／ ", " · ", "; ", ", ", " ∙ ", "/ "]
            .iter()
            .flat_map(|mark| text.match_indices(mark).map(|it| (it.0, mark.len())))
            .collect();
    found.sort_unstable();
    found
}
