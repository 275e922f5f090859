//! Values in sentences: each under the noun that it says something of, or its clause's heading.
//!
//! **Invariant:** a word that a value is a part of ("계약금액의 10%") is no label of it.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::super::Route;
use super::super::draft::Paragraph;
use super::super::layout::Text;
use super::super::scan::{self, Found};
use super::super::steps;
use super::collect::{Slot, evidence};
use super::output::{Output, waiting};
use super::party;
use super::setting::Setting;
use super::stated;
use super::values::{self, Label};
use super::vocabulary::{Sense, shown};
use crate::number::Decimal;
use crate::value::{Kind, Money, Value};

/// Bytes within which an amount in words and one in digits are taken to say one thing.
const BESIDE: usize = 120;

/// Characters from which on a label is too far away from a value to be its own.
const FAR: usize = 120;

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("invariant: constant patterns compile")
}

/// Bytes of the heading at the beginning of a line: `제6조 (대금의 지급)`, `3. Fees.`, `Article 1`.
pub(super) fn heading(text: &str) -> Option<usize> {
    static KOREAN: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"^제\s*\d+\s*(?:조|장|절|관)(?:의\s*\d+)?\s*(?:[(\[【〔<「](?:[^()\]】〕>」]|\([^()]{1,10}\)){1,40}[)\]】〕>」]|[^.\s(]{2,20}$)?",
        )
    });
    static ENGLISH: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"^(?:(?:ARTICLE|Article|SECTION|Section|CLAUSE|Clause|EXHIBIT|Exhibit|SCHEDULE|Schedule|ANNEX|Annex|§)\s*[0-9IVXA-Z]+(?:\.\d+)*[.:)]?\s*(?:[-–—:]\s*)?(?:[A-Z][^.]{0,60}\.?$|[A-Z][A-Za-z ,&'-]{2,50}\.)?|\d{1,2}(?:\.\d{1,2})*[.)]?\s+[A-Z][A-Za-z ,&'/-]{2,60}\.?$|\d{1,2}(?:\.\d{1,2})*\.\s+[A-Z][A-Za-z ,&'/-]{2,50}\.(?:\s|$))",
        )
    });
    static BRACKET: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"^[\[【〔<〈■□▣◎●]\s*[^\]】〕>〉:：]{2,24}[\]】〕>〉]?$"));
    [&KOREAN, &ENGLISH, &BRACKET]
        .iter()
        .find_map(|it| it.find(text))
        .filter(|it| !is_numbered_sentence(it.as_str()))
        .map(|it| it.end())
}

/// `10.1 This agreement is governed by the law of Oregon.`: most of its longer words are small.
fn is_numbered_sentence(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().filter(|it| it.len() >= 4).collect();
    let small = words.iter().filter(|it| it.starts_with(|c: char| c.is_lowercase())).count();
    words.len() >= 4 && small * 2 > words.len()
}

/// What a heading is about: `대금의 지급`, `Fees`.
fn topic(heading: &str) -> String {
    let inside = heading
        .split(['(', '[', '【', '〔', '<', '「'])
        .nth(1)
        .and_then(|it| it.split([')', ']', '】', '〕', '>', '」']).next());
    let text = match inside {
        Some(it) if heading.starts_with('제') || heading.starts_with(['[', '【', '〔', '<']) => {
            it
        }
        _ => heading.trim_start_matches(|c: char| !c.is_alphabetic()),
    };
    let text = ["Article", "ARTICLE", "Section", "SECTION", "Clause"]
        .iter()
        .find_map(|it| text.strip_prefix(it))
        .map_or(text, |it| {
            it.trim_start_matches(|c: char| !c.is_alphabetic() || c.is_ascii_digit())
        });
    text.trim_matches(|c: char| c.is_whitespace() || ".:-–—■□▣◎●".contains(c)).to_owned()
}

/// Reads a paragraph of prose; `lead` is a label that its first words give it ("선금: …").
pub(super) fn paragraph(
    out: &mut Output,
    setting: &Setting<'_>,
    text: &Text,
    heading: &str,
    lead: Option<&Label>,
) {
    let mut slots = definitions(out, setting, text);
    let texts = stated::texts(out, setting, text, &topic(heading));
    let mut values = scan::scan(&text.text, &setting.context(None, Default::default()));
    // Numbers of houses and banks' names are parts of texts.
    let within: Vec<Range<usize>> =
        texts.iter().filter_map(|it| out.fields.range_in(*it, text)).collect();
    values.retain(|it| {
        within.iter().all(|text| it.range.end <= text.start || text.end <= it.range.start)
    });
    slots.extend(texts);
    values.extend(only_in_words(&text.text, &values));
    values.sort_by_key(|it| it.range.start);
    let neutral = Label::default();
    slots.extend(found(
        out,
        setting,
        text,
        values,
        lead.unwrap_or(&neutral),
        heading,
        Route::Clause,
    ));
    out.words_in(setting, text);
    note(out, text, heading, &slots);
}

/// Amounts that the text says in words and nowhere in digits: `위약금으로 금 삼천만원을 지급한다`.
fn only_in_words(text: &str, values: &[Found]) -> Vec<Found> {
    let mut out: Vec<Found> = Vec::new();
    for it in scan::words(text) {
        let Some(amount) = Decimal::from_exact(&it.says) else { continue };
        let value = Value::Money(Money { currency: it.currency, amount });
        let beside = |other: &Found| {
            let apart = other.range.end.max(it.range.end) - other.range.start.min(it.range.start);
            other.value == value || other.value.kind() == Kind::Money && apart <= BESIDE
        };
        if !values.iter().any(beside) && out.iter().all(|other| other.value != value) {
            out.push(Found { range: it.range, value, confidence: 0.85, parts: Vec::new() });
        }
    }
    out
}

/// Enters a paragraph with the fields found in it.
pub(super) fn note(out: &mut Output, text: &Text, heading: &str, slots: &[Slot]) {
    let mut fields: Vec<(Range<usize>, super::super::FieldId)> = slots
        .iter()
        .filter_map(|it| Some((out.fields.range_in(*it, text)?, waiting(*it))))
        .collect();
    fields.sort_by_key(|it| (it.0.start, it.0.end));
    fields.dedup();
    out.paragraphs.push(Paragraph {
        heading: heading.to_owned(),
        text: text.text.clone(),
        place: evidence(out.fields.document(), text),
        fields,
    });
}

/// Parties that the text defines.
fn definitions(out: &mut Output, setting: &Setting<'_>, text: &Text) -> Vec<Slot> {
    let mut slots = Vec::new();
    for it in party::definitions(&text.text) {
        let known = setting.vocabulary.label(&it.role);
        let name = text.slice(it.name);
        // "(이하 "본 용역"이라 한다)" defines no party.
        let role = known.is_some_and(|it| it.kind == Some(Kind::Party));
        if !role && !party::is_corporate(&name.text) {
            continue;
        }
        let label = Label {
            meaning: known.filter(|_| role).map(|it| it.meaning.clone()),
            shown: vec![shown(&it.role)],
            ..Label::default()
        };
        let value = Value::Party(name.text.clone());
        slots.extend(out.fields.add(values::seed(&label, value, name, 0.95, Route::Clause)));
    }
    slots
}

/// Adds values found in a text, each with its label.
pub(super) fn found(
    out: &mut Output,
    setting: &Setting<'_>,
    text: &Text,
    found: Vec<Found>,
    lead: &Label,
    heading: &str,
    route: Route,
) -> Vec<Slot> {
    let labels = setting.vocabulary.find(&text.text);
    let ranges: Vec<Range<usize>> = found.iter().map(|it| it.range.clone()).collect();
    let mut slots = Vec::new();
    for (n, it) in found.into_iter().enumerate() {
        let kind = it.value.kind();
        if kind == Kind::Party && (lead.shown.is_empty() && !heading.is_empty()) {
            continue;
        }
        if kind == Kind::Quantity && is_frequency(&text.text, &it.range) {
            continue;
        }
        let near = if lead.known { None } else { nearest(&text.text, &labels, &ranges, n, kind) };
        let own = (n > 0 && kind == Kind::Money).then(|| named(&text.text, it.range.start));
        let label = match near {
            _ if lead.known && own.flatten().is_some() => {
                Label::of(setting, own.flatten().unwrap_or_default())
            }
            Some((name, sense)) => Label {
                shown: vec![name],
                meaning: (sense.kind == Some(kind)).then(|| sense.meaning.clone()),
                known: true,
                ..Label::default()
            }
            .and(&lead.shown),
            None if !lead.shown.is_empty() => lead.clone(),
            None => {
                let topic = topic(heading);
                let words: Vec<String> = std::iter::once(shown(&topic))
                    .chain(topic.split([',', '·']).flat_map(|it| it.split(" 및 ")).map(shown))
                    .collect();
                let title = (heading.is_empty()).then(|| setting.title.clone());
                Label { ..Label::default() }.and(&words).and(title.as_slice())
            }
        };
        let first = n == 0 && label.shown.is_empty();
        let label =
            if first { Label { shown: vec![setting.title.clone()], ..label } } else { label };
        slots.extend(values::add(&mut out.fields, setting, &label, text, it, route, None));
    }
    slots
}

/// The name that stands right before an amount, behind a bracket, a sign or with a colon:
/// `잔액 : 3,000원 (예산 5,000원 - 지출 2,000원)`.
fn named(text: &str, at: usize) -> Option<&str> {
    let head = text.get(..at)?.trim_end();
    let bare = head.trim_end_matches([':', '：']).trim_end();
    let colon = bare.len() < head.len();
    let start = bare.char_indices().rev().take_while(|it| is_hangul(it.1)).last()?.0;
    let name = bare.get(start..)?;
    let before = text.get(..start)?;
    let sign = before.trim_end().ends_with(['(', '[', '-', '−', '+', '=']);
    let particle = name.ends_with(['은', '는', '을', '를', '의', '로', '과', '와', '및']);
    let long = (2..=12).contains(&name.chars().count());
    let apart = before.is_empty() || before.ends_with(|c: char| !c.is_alphanumeric());
    (long && !particle && apart && (colon || sign)).then_some(name)
}

fn is_hangul(c: char) -> bool {
    ('\u{ac00}'..='\u{d7a3}').contains(&c)
}

/// `1회당 …`, `분기 1회`: how often, not how many.
fn is_frequency(text: &str, range: &Range<usize>) -> bool {
    let before = text.get(..range.start).unwrap_or_default().trim_end();
    let after = text.get(range.end..).unwrap_or_default();
    let times = text.get(range.clone()).is_some_and(|it| it.ends_with('회'));
    let each = ["분기", "매월", "월", "주", "연", "매년", "매주", "반기", "년"]
        .iter()
        .any(|it| before.ends_with(it));
    after.starts_with('당') || after.starts_with("마다") || times && each
}

/// The known label nearest to a value in its sentence.
fn nearest<'v>(
    text: &str,
    labels: &[(Range<usize>, &'v [Sense])],
    values: &[Range<usize>],
    n: usize,
    kind: Kind,
) -> Option<(String, &'v Sense)> {
    let value = values.get(n)?;
    steps::spend(labels.len());
    let sentence = sentence(text, value);
    let mut best: Option<(usize, String, &Sense)> = None;
    for (range, senses) in labels {
        let inside = sentence.start <= range.start && range.end <= sentence.end;
        let overlap = range.start < value.end && value.start < range.end;
        if !inside || overlap {
            continue;
        }
        let Some(sense) = senses.iter().find(|it| fits(it, kind)) else { continue };
        let after = text.get(range.end..).unwrap_or_default();
        let before = range.end <= value.start;
        let (from, to) = if before { (range.end, value.start) } else { (value.end, range.start) };
        // A character is four bytes at most, so such a label is too far away whatever it says.
        if to - from > 4 * FAR {
            continue;
        }
        let between = text.get(from..to).unwrap_or_default();
        // "계약금액의 10%": what the value is a part of.
        if before && after.starts_with('의') && between.chars().count() <= 4 {
            continue;
        }
        let others = values.iter().filter(|it| from <= it.start && it.end <= to).count();
        let distance = between.chars().count();
        // `…원이며, 부가가치세 8,220원을 더한 총액`: what touches a value is that value's name.
        let touches = |it: &Range<usize>| {
            text.get(range.end..it.start).is_some_and(|it| matches!(it.trim(), "" | "금" | ":"))
        };
        if kind == Kind::Money && before && touches(value) && sense.kind == Some(kind) {
            best = Some((0, text.get(range.clone()).map(shown).unwrap_or_default(), sense));
            continue;
        }
        if kind == Kind::Money && !before && values[n + 1..].iter().any(touches) {
            continue;
        }
        let cost = if before { distance + 12 * others } else { distance * 2 + 4 + 40 * others };
        let cost =
            cost + if sense.own { 0 } else { 14 } + if sense.kind == Some(kind) { 0 } else { 10 };
        let cost = cost + if after.starts_with('의') { 10 } else { 0 };
        if !before && distance > 30 {
            continue;
        }
        if best.as_ref().is_none_or(|it| cost < it.0) {
            let name = text.get(range.clone()).map(shown).unwrap_or_default();
            best = Some((cost, name, sense));
        }
    }
    best.filter(|it| it.0 < FAR).map(|it| (it.1, it.2))
}

/// Whether a label can speak of a value of a kind.
fn fits(sense: &Sense, kind: Kind) -> bool {
    match (sense.kind, kind) {
        (Some(a), b) if a == b => true,
        (Some(Kind::Money), Kind::Rate | Kind::Quantity) => true,
        (Some(Kind::Rate), Kind::Money | Kind::Period) => sense.own,
        (Some(Kind::Period), Kind::Date) | (Some(Kind::Date), Kind::Period) => true,
        (Some(Kind::Quantity), Kind::Period) => sense.own,
        _ => false,
    }
}

/// The sentence around a range.
fn sentence(text: &str, value: &Range<usize>) -> Range<usize> {
    let ends = |at: usize| {
        let before = text.get(..at).unwrap_or_default();
        let after = text.get(at + 1..).unwrap_or_default();
        let digit = before.ends_with(|c: char| c.is_ascii_digit());
        let next = after.trim_start();
        after.starts_with(' ') && !digit && next.starts_with(|c: char| !c.is_lowercase())
    };
    let start = text
        .get(..value.start)
        .and_then(|head| head.match_indices('.').rev().find(|it| ends(it.0)))
        .map_or(0, |it| it.0 + 1);
    let end = text
        .get(value.end..)
        .and_then(|tail| tail.match_indices('.').find(|it| ends(value.end + it.0)))
        .map_or(text.len(), |it| value.end + it.0);
    start..end
}
