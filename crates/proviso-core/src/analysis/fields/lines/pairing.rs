//! One run of text taken apart into labels and values: `TEL 02-… / FAX 02-…`, `납기 : 3주`.
//!
//! **Invariant:** text in, parts of it out; nothing but the vocabulary is asked.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::super::super::layout::Text;
use super::super::super::scan;
use super::super::party;
use super::super::setting::Setting;
use super::super::values;
use super::super::vocabulary::{enumerator, is_hangul, length};
use crate::value::Kind;

/// A label and a value that stand together; one of them may be missing.
#[derive(Debug, Clone)]
pub(in crate::analysis::fields) struct Pair {
    /// The label.
    pub(in crate::analysis::fields) label: Option<Text>,
    /// The value.
    pub(in crate::analysis::fields) value: Option<Text>,
    /// Whether a colon says so.
    pub(in crate::analysis::fields) colon: bool,
}

/// Signs that part what stands on one line.
const BARS: [char; 5] = ['·', '•', '|', '│', '｜'];

/// Takes a segment apart: `TEL 02-… / FAX 02-…`, `납기 : 3주`, `대표이사 김가나 (인)`.
pub(in crate::analysis::fields) fn split(setting: &Setting<'_>, text: &Text) -> Vec<Pair> {
    let mut cuts = vec![0];
    for (at, width) in delimiters(&text.text) {
        let rest = text.text.get(at + width..).unwrap_or_default();
        // `EIN 74-3190625 · +1 713 555 0142`: dots and bars end what its label asks.
        let before = text.text.get(..at).unwrap_or_default();
        let from = before.rfind(BARS).map_or(0, |it| it + 1);
        let before = before.get(from..).unwrap_or_default().trim_start_matches(BARS).trim_start();
        let barred = text.text.get(at..at + width).is_some_and(|it| it.contains(BARS));
        if is_labelled(setting, rest) || barred && is_labelled(setting, before) {
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
pub(in crate::analysis::fields) fn begins_pair(setting: &Setting<'_>, text: &str) -> bool {
    colon(text).is_some_and(|at| {
        let label = text.get(..at).unwrap_or_default();
        setting.vocabulary.label(label).is_some() || length(label) <= 12
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
        // `Cable: Quantity 56, Unit price …`: what stands before the colon is whose quantity it is.
        let own = setting.vocabulary.label(&label.text).is_none();
        if let Some(it) = own.then(|| own_pair(setting, &value)).flatten() {
            return vec![it];
        }
        let inner = nested(setting, &mut value);
        let first = Pair { label: Some(label), value: Some(value), colon: true };
        return std::iter::once(first).chain(inner).collect();
    }
    // `(공급받는자 보관용)` says whose copy the paper is.
    let copy = body.starts_with(['(', '[']) && body.trim_end_matches([')', ']']).ends_with('용');
    if copy && body.chars().count() <= 16 {
        return vec![Pair { label: None, value: Some(text.clone()), colon: false }];
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
        let sense = setting.vocabulary.label(&label.text);
        let kind = sense.and_then(|it| it.kind);
        // `2. 계좌 입금 내역` heads a list.
        let heads = start > 0
            && ["내역", "목록", "현황", "명세"].iter().any(|it| rest.text.trim_end().ends_with(it));
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
        if fits && !heads && !rest.is_empty() {
            return vec![Pair { label: Some(label), value: Some(rest), colon: false }];
        }
    }
    vec![Pair { label: None, value: Some(text.clone()), colon: false }]
}

/// A known label with nothing but a value of its kind behind it.
fn own_pair(setting: &Setting<'_>, text: &Text) -> Option<Pair> {
    let end = setting.vocabulary.prefix(&text.text)?;
    let (label, value) = (text.slice(0..end), text.slice(end..text.text.len()));
    let sense = setting.vocabulary.label(&label.text)?;
    let kind = sense.kind.filter(|it| !matches!(it, Kind::Text | Kind::Party))?;
    let context = setting.context(Some(kind), Default::default());
    values::whole(&value.text, &context).filter(|it| it.value.kind() == kind)?;
    Some(Pair { label: Some(label), value: Some(value), colon: false })
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
