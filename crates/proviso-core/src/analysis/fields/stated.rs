//! Texts that sentences state: places, addresses, accounts, numbers of papers.
//!
//! **Invariant:** an address has a number and a place in it, an account four digits; anything less is
//! prose.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::super::Route;
use super::super::layout::Text;
use super::collect::Slot;
use super::output::Output;
use super::party;
use super::setting::Setting;
use super::values::{self, Label};
use super::vocabulary::shown;
use crate::value::Kind;

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("invariant: constant patterns compile")
}

/// Adds the texts of a paragraph; `topic` names what its heading is about.
pub(super) fn texts(
    out: &mut Output,
    setting: &Setting<'_>,
    text: &Text,
    topic: &str,
) -> Vec<Slot> {
    let mut slots = said(out, setting, text);
    let mut add = |range: Range<usize>, label: Label| {
        let part = text.slice(range);
        slots.extend(values::text_field(&mut out.fields, &label, &part, Route::Clause));
    };
    let mut taken: Vec<Range<usize>> = Vec::new();
    for (range, names) in addresses(&text.text) {
        let mut label = Label::default().and(&names);
        let known = names.iter().find_map(|it| setting.vocabulary.of_kind(it, Kind::Text));
        label.meaning = known.map(|it| it.meaning.clone());
        taken.push(range.clone());
        add(range, label.and(&[shown(topic)]));
    }
    for range in accounts(&text.text) {
        let named = setting.vocabulary.find(text.text.get(..range.start).unwrap_or_default());
        let last = named
            .iter()
            .rev()
            .find_map(|(at, senses)| {
                senses.iter().find(|it| it.meaning == "account").map(|_| at.clone())
            })
            .and_then(|it| text.text.get(it));
        let label = Label {
            meaning: Some("account".to_owned()),
            ..Label::default().and(&[shown(last.unwrap_or("계좌"))])
        };
        taken.push(range.clone());
        add(range, label);
    }
    for (range, label) in codes(setting, &text.text) {
        if taken.iter().all(|it| range.end <= it.start || it.end <= range.start) {
            let known = setting.vocabulary.of_kind(&label, Kind::Text);
            let meaning = known.map(|it| it.meaning.clone());
            add(range, Label { meaning, ..Label::default().and(&[shown(&label)]) });
        }
    }
    for (range, label) in banks(&text.text) {
        add(range, Label::default().and(&[label]));
    }
    slots
}

/// `납품장소는 …로 한다`, `The Tenant shall be …`: a text or a name that a sentence states.
fn said(out: &mut Output, setting: &Setting<'_>, text: &Text) -> Vec<Slot> {
    static KOREAN: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"(?:^|[.]\s+)(?:[①-⑳]|\(?\d{1,2}[.)]|[가-하]\.)?\s*((?:[가-힣]+\s?){1,3}?(?:\([가-힣]{1,4}\))?)(?:은|는)\s+([^,.]{2,80}?)(?:으로|로)\s*(?:한다|하며|하고|정한다|함)",
        )
    });
    static ENGLISH: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"(?:^|[.]\s+)(?:The\s+)?([A-Z][\w'’-]*(?:\s[\w'’-]+){0,3}?)\s(?:shall be|is)\s((?:[A-Z0-9][\w'’.-]*|&|of|and)(?:\s(?:[A-Z0-9][\w'’.-]*|&|of|and))*)[.]$",
        )
    });
    let mut slots = Vec::new();
    let korean = KOREAN.captures_iter(&text.text).map(|it| (it, false));
    let all = korean.chain(ENGLISH.captures_iter(&text.text).map(|it| (it, true)));
    for (it, english) in all {
        let (Some(label), Some(value)) = (it.get(1), it.get(2)) else { continue };
        let label = Label::of(setting, label.as_str());
        let kind = label.kind;
        let part = text.slice(value.range());
        // A name of several words says its legal form or begins each with a capital.
        let one = english || !part.text.contains(' ') || party::is_corporate(&part.text);
        let named = one && !part.text.contains(|c: char| c.is_ascii_digit());
        match kind {
            Some(Kind::Text) if !english => {
                slots.extend(values::text_field(&mut out.fields, &label, &part, Route::Clause));
            }
            Some(Kind::Party) if named => {
                slots.extend(values::party_field(
                    &mut out.fields,
                    setting,
                    &label,
                    &part,
                    Route::Clause,
                ));
            }
            _ => {}
        }
    }
    slots
}

/// Korean postal addresses in a running text.
pub(super) fn korean_address(text: &str) -> Option<Range<usize>> {
    static ADDRESS: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"(?:서울|부산|대구|인천|광주|대전|울산|세종|경기|강원|충청|충북|충남|전라|전북|전남|경상|경북|경남|제주)[가-힣]{0,6}(?:\s+[가-힣0-9]+(?:시|군|구|읍|면|동|리|가|로|길|대로))+\s*\d+(?:-\d+)?(?:번길)?(?:\s\d+(?:-\d+)?)?(?:번지)?(?:,?\s+(?:\d+동|지하\s?\d*층?|\d+층|\d+호|[가-힣A-Z]+\s?[0-9가-힣]*(?:빌딩|타워|아파트|센터|오피스텔|프라자|상가)))*",
        )
    });
    ADDRESS.find(text).map(|it| it.range())
}

/// Addresses, and what the sentence calls them: the noun before, the role that it defines behind.
fn addresses(text: &str) -> Vec<(Range<usize>, Vec<String>)> {
    static WESTERN: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r#"(?i:\b((?:(?:principal|registered|head|main|business|mailing)\s+)*(?:office|place of business|address|residence|headquarters|premises|property))\b[^.;:]{0,40}?\s)?(?i:\b(?:located at|situated at|residing at|at|is))\s+(\d[^;"“(]{8,110}?|[A-Z][^;"“(.]{8,110}?)(?:\s*\(|;|\.(?:\s|$)|$|,\s+(?:and|a|an|the|whose|with|having|which|hereinafter|as)\b|\s+and\s+(?:[A-Z]|\())"#,
        )
    });
    static PLACE: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"\b[A-Z]{2}\s+\d{5}\b|\b[A-Z]{1,2}\d[A-Z0-9]?\s\d[A-Z]{2}\b|\b(?:Street|St\.?|Road|Rd\.?|Avenue|Ave\.?|Lane|Drive|Boulevard|Court|Square|Way|Row|Parkway|Quay|Yard)\b|\b[A-Z][a-z]+-(?:daero|ro|gil|gu|dong|si|do)\b",
        )
    });
    static ROLE: LazyLock<Regex> =
        LazyLock::new(|| pattern(r#"^\s*\((?:the\s+)?["“]([A-Z][A-Za-z ]{1,30})["”]"#));
    let mut out = Vec::new();
    for it in WESTERN.captures_iter(text) {
        let Some(value) = it.get(2) else { continue };
        let body = value.as_str();
        let digits = body.chars().any(|c| c.is_ascii_digit());
        if !digits || !body.contains(',') || !PLACE.is_match(body) {
            continue;
        }
        let tail = text.get(value.end()..).unwrap_or_default();
        let role = ROLE.captures(tail).and_then(|it| Some(it.get(1)?.as_str().to_owned()));
        let noun = it.get(1).map(|it| it.as_str().to_lowercase());
        let names: Vec<String> = role.into_iter().chain(noun).collect();
        let end = value.start() + body.trim_end_matches([',', ' ']).len();
        out.push((value.start()..end, names));
    }
    let mut from = 0;
    while let Some(it) = text.get(from..).and_then(korean_address) {
        let (start, end) = (from + it.start, from + it.end);
        let head = text.get(from..start).unwrap_or_default();
        let noun = head.split_whitespace().next_back().unwrap_or_default();
        let noun = noun.trim_end_matches(['은', '는', '을', '를', ':']);
        let names = ["주소", "소재지", "본점", "사무소", "거주지"]
            .iter()
            .filter(|it| noun.ends_with(**it))
            .map(|it| (*it).to_owned());
        out.push((start..end, names.collect()));
        from = end;
    }
    out
}

/// A bank and the number of an account: `한들은행 620-551-09-2214`.
pub(super) fn account(text: &str) -> Option<Range<usize>> {
    static ACCOUNT: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"[가-힣A-Z]{1,8}(?:은행|농협|수협|신협|금고|우체국|증권|뱅크)(?:은행)?\s?[:：]?\s?\(?\d[\d-]{7,24}\d",
        )
    });
    ACCOUNT.find(text).map(|it| it.range())
}

pub(super) fn accounts(text: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut from = 0;
    while let Some(it) = text.get(from..).and_then(account) {
        out.push(from + it.start..from + it.end);
        from += it.end;
    }
    out
}

/// Numbers of accounts and papers behind the labels that promise them.
pub(super) fn codes(setting: &Setting<'_>, text: &str) -> Vec<(Range<usize>, String)> {
    static CODE: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"^(?:\s*(?:no\.?|number|#|:|：|is))*\s*([A-Z]{2}\d{2}(?:\s?[A-Z0-9]{2,4}){2,8}\b|\d{2,6}(?:\s\d{2,6}){1,4}\b|[A-Z]{0,4}[-/]?\d[\d/-]{2,24}\d\b|[A-Z]{2}\d{6,12}\b)",
        )
    });
    let mut out = Vec::new();
    for (at, senses) in setting.vocabulary.find(text) {
        let named =
            senses.iter().any(|it| matches!(it.meaning.as_str(), "account" | "document_number"));
        let tail = text.get(at.end..).unwrap_or_default();
        if let Some(code) = CODE.captures(tail).and_then(|it| it.get(1)).filter(|_| named) {
            let digits = code.as_str().chars().filter(char::is_ascii_digit).count();
            if digits >= 4 {
                let label = text.get(at.clone()).unwrap_or_default().to_owned();
                out.push((at.end + code.start()..at.end + code.end(), label));
            }
        }
    }
    out
}

/// Banks that money is to be sent to.
fn banks(text: &str) -> Vec<(Range<usize>, String)> {
    static BANK: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"\b(?:((?i:remit(?:ted|tance)?(?: payment)? to|pa(?:id|yment|yments|yable)[^.;]{0,30}? to|bank|with|account at))\s*:?\s+)((?:[A-Z][\w&'-]*\s+){1,4}(?:Bank|Building Society|Credit Union)(?:\s+(?:plc|PLC|N\.A\.|AG|Ltd|Limited))?)",
        )
    });
    BANK.captures_iter(text)
        .filter_map(|it| {
            let label = it.get(1)?.as_str();
            let label = if label.to_lowercase().starts_with("remit") { label } else { "bank" };
            Some((it.get(2)?.range(), label.to_owned()))
        })
        .collect()
}
