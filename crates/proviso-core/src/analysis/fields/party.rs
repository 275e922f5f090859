//! Names of organisations and people.

use std::sync::LazyLock;

use regex::Regex;

use super::vocabulary::is_hangul;

/// Marks of a company's form, as words or glued to the name.
static CORPORATE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?x)주식회사|유한회사|유한책임회사|합자회사|합명회사|재단법인|사단법인|학교법인|의료법인|농업회사법인
        |협동조합|조합$|협회$|㈜|㈐|\((?:주|유|재|사|합)\)
        |\b(?:Inc|LLC|L\.L\.C|Ltd|Limited|Corp|Corporation|Company|Co|LLP|LP|PLC|Plc|GmbH|AG|KG|OHG|UG|SARL|S\.A|SA|SAS|S\.A\.S|S\.r\.l|BV|B\.V|Pty|e\.K|e\.V|Cooperative|Foundation|University)\b\.?",
    )
});

/// Every pattern here is a constant, and a test compiles it.
pub fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("invariant: constant patterns compile")
}

/// Whether a text bears the mark of a company's form.
pub fn is_corporate(text: &str) -> bool {
    CORPORATE.is_match(text)
}

/// Whether a text looks like a postal address.
pub fn is_address(text: &str) -> bool {
    static KOREAN: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"^\(?\d{0,5}\)?\s*(서울|부산|대구|인천|광주|대전|울산|세종|경기|강원|충청|충북|충남|전라|전북|전남|경상|경북|경남|제주)\S*\s+\S+(시|군|구|동|읍|면|로|길)|(로|길)\s?\d+번?길?\s?\d*",
        )
    });
    static OTHER: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"\b[A-Z]{2}\s+\d{5}\b|^\d+\s+(?:[A-Z0-9]\S*\s+)+(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Row|Way|Blvd|Boulevard|Court|Place|Square|Parkway|Suite)\b|(?:straße|strasse|str\.|weg|platz|allee)\s+\d+|^\d+,?\s+(?:rue|avenue|boulevard|place)\b|^(?:D-|F-)?\d{5}\s+\p{Lu}\p{L}+",
        )
    });
    KOREAN.is_match(text) || OTHER.is_match(text)
}

/// Marks behind a name that are no part of it.
const BEHIND: [&str; 27] = [
    "(인)", "(서명)", "(날인)", "(직인)", "(서명 또는 인)", "(서명또는인)", "(서명/인)", "(印)", "（인）", "[인]", "㊞", "인)",
    "귀하", "귀중", "貴下", "貴中", "님", "(signature)", "(sign)", "(seal)", "(Seal)", "(sig.)", "(자필서명)",
    "(법인인감)", "(사인)", "(이하", "(생략)",
];

/// The name in a text that stands under a party's label, if it can be one.
///
/// Seals, forms of address and what follows in brackets go; in front of a person's name its
/// department goes.
pub fn name(text: &str, person: bool) -> Option<(usize, usize)> {
    let mut start = text.len() - text.trim_start().len();
    let mut end = text.trim_end().len();
    loop {
        let body = text.get(start..end)?.trim_end();
        end = start + body.len();
        let cut = BEHIND.iter().find(|it| body.ends_with(**it));
        let Some(it) = cut else { break };
        end -= it.len();
    }
    let body = text.get(start..end)?;
    // What follows a name in brackets, or behind a comma or stroke, says something else of it.
    if let Some(at) = body.find([',', '/', '|', ';', ':', '·']) {
        let head = body.get(..at).unwrap_or_default();
        let tail = body.get(at + 1..).unwrap_or_default();
        if !head.trim().is_empty() && !is_form(tail) {
            end = start + at;
        }
    }
    let body = text.get(start..end)?;
    if let Some(at) = body.find(" (").or_else(|| body.find('(').filter(|at| *at > 0 && !is_corporate(body.get(*at..).unwrap_or_default())))
    {
        end = start + at;
    }
    let body = text.get(start..end)?.trim_end();
    end = start + body.len();
    if person && !is_corporate(body) {
        start += department(body);
    }
    let body = text.get(start..end)?;
    let letters = body.chars().filter(|c| c.is_alphabetic()).count();
    let digits = body.chars().filter(char::is_ascii_digit).count();
    let words = body.split_whitespace().count();
    let sentence = body.ends_with('.') && !is_corporate(body) || body.ends_with('다');
    let fits = letters >= 2 && digits * 2 <= letters && body.chars().count() <= 60 && words <= 9;
    (fits && !sentence && !is_address(body)).then_some((start, end))
}

/// `, Inc.` belongs to the name.
fn is_form(tail: &str) -> bool {
    let tail = tail.trim_start();
    CORPORATE.find(tail).is_some_and(|it| it.start() == 0 && it.len() + 2 >= tail.len())
}

/// Bytes of "영업팀 " or "영업1팀 과장 " before a Korean person's name.
fn department(text: &str) -> usize {
    const ENDINGS: [&str; 28] = [
        "팀", "부", "과", "실", "본부", "센터", "처", "국", "팀장", "부장", "과장", "차장", "대리", "사원", "주임", "실장", "이사",
        "상무", "전무", "대표", "대표이사", "책임", "선임", "수석", "매니저", "담당", "소장", "원장",
    ];
    let words: Vec<&str> = text.split(' ').collect();
    if words.len() < 2 || !text.chars().any(is_hangul) {
        return 0;
    }
    let mut at = 0;
    for word in &words[..words.len() - 1] {
        if !ENDINGS.iter().any(|it| word.ends_with(it)) {
            break;
        }
        at += word.len() + 1;
    }
    at
}

/// The company's name at the end of a text, `주식회사 가나` or `가나상사(주)`, up to its last word.
pub fn trailing(text: &str) -> Option<usize> {
    let body = text.trim_end();
    let mut starts: Vec<usize> = body.match_indices(' ').map(|it| it.0 + 1).collect();
    starts.insert(0, 0);
    let last = *starts.last()?;
    let word = body.get(last..)?;
    if word.is_empty() {
        return None;
    }
    let previous = starts.len().checked_sub(2).and_then(|i| starts.get(i)).copied();
    let before = previous.and_then(|it| body.get(it..last)).map(str::trim);
    let is_form = |it: &str| CORPORATE.find(it).is_some_and(|m| m.len() == it.len());
    // "주식회사 가나", "가나 주식회사": the form is a word of its own.
    if before.is_some_and(is_form) || is_form(word) {
        return previous.or(Some(last));
    }
    Some(last)
}
