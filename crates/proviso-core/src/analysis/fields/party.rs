//! Names of organisations and people: in cells, behind labels, in the definitions of a contract.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::super::scan::{self, Context, Found};
use super::vocabulary::is_hangul;
use crate::value::{Kind, Value};

/// Every pattern here is a constant, and a test compiles it.
fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("invariant: constant patterns compile")
}

/// Whether a text says the legal form of a company.
pub(super) fn is_corporate(text: &str) -> bool {
    static SHOUTED: LazyLock<Regex> = LazyLock::new(|| {
        pattern(r"\b(?:CO\.?,?\s?LTD|INC|CORP|LTD|GMBH|L\.?L\.?C|CORPORATION)\b\.?")
    });
    SHOUTED.is_match(text)
        || scan::scan(text, &Context::default()).iter().any(|it| it.value.kind() == Kind::Party)
}

/// Whether a text looks like a postal address.
pub(super) fn is_address(text: &str) -> bool {
    static KOREAN: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"^\(?\d{0,5}\)?\s*(?:서울|부산|대구|인천|광주|대전|울산|세종|경기|강원|충청|충북|충남|전라|전북|전남|경상|경북|경남|제주)\S*\s+\S+(?:시|군|구|동|읍|면|로|길)|(?:로|길)\s?\d+(?:번길)?\s?\d*",
        )
    });
    static OTHER: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"\b[A-Z]{2}\s+\d{5}\b|\b[A-Z]{1,2}\d[A-Z0-9]?\s\d[A-Z]{2}$|^\d+\s+(?:[A-Z0-9]\S*\s+)+(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Row|Way|Blvd|Boulevard|Court|Place|Square|Parkway|Suite)\b|(?:straße|strasse|str\.|weg|platz|allee)\s+\d+|^\d+,?\s+(?:rue|avenue|boulevard|place)\b|^(?:D-|F-)?\d{5}\s+\p{Lu}\p{L}+|\b[A-Z][a-z]+(?:daero|-daero|-ro|-gil|-gu|-dong|-si)\b",
        )
    });
    KOREAN.is_match(text) || OTHER.is_match(text)
}

/// The text before a seal at its end, `김가나 (인)`.
pub(super) fn unsealed(text: &str) -> Option<&str> {
    const SEALS: [&str; 11] = [
        "(인)",
        "(印)",
        "（인）",
        "㊞",
        "(서명)",
        "(날인)",
        "(직인)",
        "(서명또는인)",
        "(서명 또는 인)",
        "(서명 날인)",
        "(서명/인)",
    ];
    let text = text.trim_end();
    SEALS.iter().find_map(|it| text.strip_suffix(it))
}

/// Whom a line addresses, `가나상사 귀하`, and how: the end of the name in bytes and the word. None
/// where a sentence merely breaks off there.
pub(super) fn addressee(text: &str) -> Option<(usize, &'static str)> {
    let body = text.trim_end();
    let (head, word) =
        ["귀하", "귀중"].iter().find_map(|it| Some((body.strip_suffix(it)?.trim_end(), *it)))?;
    let mut words = head.split_whitespace();
    let sentence = words.clone().count() > 4
        || words.next().is_some_and(|it| it.chars().count() > 2 && it.ends_with(['은', '는']))
        || head.ends_with("의")
        || head.ends_with("같이");
    (!head.is_empty() && !sentence).then_some((head.len(), word))
}

/// Whether a seal stands at a text's end.
pub(super) fn is_sealed(text: &str) -> bool {
    unsealed(text).is_some()
}

/// The name in a text that stands under a party's label, and where it stands; none if it is no name.
pub(super) fn name(text: &str) -> Option<(Range<usize>, String)> {
    let mut end = text.trim_end().len();
    // The day of a signature below a name: `김가나 6/2`.
    static DAY: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"\s+(?:'?\d{2,4}[./-])?\d{1,2}[./월]\s?\d{1,2}[.일]?\s*$"));
    if let Some(it) = text.get(..end).and_then(|it| DAY.find(it)).filter(|it| it.start() > 0) {
        end = it.start();
    }
    // Its number stands behind it, or below: `은가람 830516-2******`.
    if text.contains(|c: char| c.is_ascii_digit()) {
        let number = scan::scan(text, &Context::default())
            .into_iter()
            .find(|it| it.value.kind() == Kind::RegistrationNumber && it.range.start > 0);
        end = number.map_or(end, |it| end.min(it.range.start));
    }
    // What follows a name in brackets, or behind a stroke, says something else of it.
    for (at, _) in text.get(..end)?.match_indices([',', '/', '|', ';', '(', '（', '[']) {
        let tail = text.get(at..).unwrap_or_default();
        let form = is_form(tail.trim_start_matches([',', ' ']));
        if at > 0 && !form && text.get(..at).is_some_and(|it| !it.trim().is_empty()) {
            end = at;
            break;
        }
    }
    let body = text.get(..end)?;
    let corporate =
        scan::scan(body, &Context::default()).into_iter().find(|it| it.value.kind() == Kind::Party);
    let context = Context { expected: Some(Kind::Party), ..Context::default() };
    let Value::Party(name) = scan::whole(body, &context)? else { return None };
    if name.to_lowercase().starts_with("same as") || is_no_name(&name) {
        return None;
    }
    let words = name.split_whitespace().count();
    let hangul = name.chars().any(is_hangul);
    if words > if hangul { 5 } else { 8 } || is_address(&name) || name.contains([':', '：']) {
        return None;
    }
    // A company with its department: the company is the name.
    if let Some(it) = corporate
        && let Value::Party(company) = it.value
        && company.len() < name.len()
        && hangul
        && !is_institution(&company, &name)
    {
        return Some((it.range, company));
    }
    let start = text.find(&name).unwrap_or(0);
    let range = if text.contains(&name) { start..start + name.len() } else { 0..end };
    Some((range, name))
}

/// The name in a cell of names, and its number, which may stand below: `은가람 830516-2******`.
pub(super) fn with_number(text: &str, context: &Context) -> Vec<Found> {
    let mut found = scan::scan(text, context);
    found.retain(|it| it.value.kind() == Kind::RegistrationNumber);
    let name = name(text).map(|(range, name)| Found {
        range,
        value: Value::Party(name),
        confidence: 0.9,
        parts: Vec::new(),
    });
    name.into_iter().chain(found).collect()
}

/// Whether a name is that of an institution behind the foundation that runs it, and not a company
/// with its department: `학교법인 가나학원 다라중학교`.
fn is_institution(foundation: &str, name: &str) -> bool {
    const FORMS: [&str; 6] =
        ["학교법인", "의료법인", "재단법인", "사단법인", "사회복지법인", "종교법인"];
    const INSTITUTIONS: [&str; 20] = [
        "학교",
        "대학",
        "대학원",
        "병원",
        "의원",
        "유치원",
        "어린이집",
        "복지관",
        "요양원",
        "센터",
        "도서관",
        "박물관",
        "미술관",
        "과학관",
        "연구원",
        "연구소",
        "교회",
        "수련원",
        "회관",
        "재단",
    ];
    let joined: String = name.split_whitespace().collect();
    FORMS.iter().any(|it| foundation.starts_with(it))
        && INSTITUTIONS.iter().any(|it| joined.ends_with(it))
}

/// Words that stand where names do: `거래처 원장` is a title, `전결` says that somebody else signs.
fn is_no_name(text: &str) -> bool {
    const WORDS: [&str; 8] = ["원장", "의견", "현황", "내역", "명세", "목록", "구분", "합계"];
    const ENDS: [&str; 4] = ["전결", "대결", "후결", "결재"];
    WORDS.contains(&text) || ENDS.iter().any(|it| text.ends_with(it))
}

/// Whether a text begins with a legal form: `Inc.`, `(주)`.
fn is_form(text: &str) -> bool {
    static FORM: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"(?i)^(?:\(\s?(?:주|유|재|사|합)\s?\)|(?:Inc|LLC|L\.L\.C|Ltd|Limited|Corp|Co|LLP|LP|PLC|GmbH|AG|KG|S\.A|SA|SAS|SARL|B\.V|BV|N\.V|Pte|Pty)\b)",
        )
    });
    FORM.is_match(text)
}

/// A party that a contract's preamble defines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Defined {
    /// Where the name stands.
    pub(super) name: Range<usize>,
    /// The role that the contract gives it: `갑`, `Client`.
    pub(super) role: String,
}

/// Parties that a text defines: `주식회사 가나(이하 "갑"이라 한다)`, `Acme Inc. (the "Client")`.
pub(super) fn definitions(text: &str) -> Vec<Defined> {
    static KOREAN: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r#"\(\s*(?:이하|以下)[^()]{0,12}?["“”'‘’「『<]\s*([^"“”'‘’」』>()]{1,20}?)\s*["“”'‘’」』>][^()]*\)"#,
        )
    });
    static BARE: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"\(\s*(?:이하|以下)\s*([가-힣A-Z]{1,12}?)\s*(?:이라|라)\s*(?:고\s*)?(?:한다|함|칭한다|칭함)?\s*\)",
        )
    });
    static ENGLISH: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r#"\(\s*(?:(?:hereinafter|referred to as|collectively|together with|each|or)\b[^()"“]*?)?(?:the\s+)?["“”]\s*(?:the\s+)?([^"“”]{2,40}?)\s*["“”][^()]*\)"#,
        )
    });
    let mut found: Vec<Defined> = Vec::new();
    for it in KOREAN.captures_iter(text).chain(BARE.captures_iter(text)) {
        let (Some(all), Some(role)) = (it.get(0), it.get(1)) else { continue };
        if let Some(name) = korean_name(text, all.start()) {
            let role = role.as_str().trim().to_owned();
            let name = behind_role(text, &role, &name).unwrap_or(name.start)..name.end;
            found.push(Defined { name, role });
        }
    }
    let mut from = 0;
    for it in ENGLISH.captures_iter(text) {
        let (Some(all), Some(role)) = (it.get(0), it.get(1)) else { continue };
        if let Some(name) = english_name(text, from, all.start()) {
            found.push(Defined { name, role: role.as_str().trim_start_matches("the ").to_owned() });
        }
        from = all.end();
    }
    found.sort_by_key(|it| it.name.start);
    found.dedup_by(|a, b| a.name == b.name);
    found
}

/// The Korean name that ends at a byte, with its legal form or a role's word before it.
fn korean_name(text: &str, end: usize) -> Option<Range<usize>> {
    let head = text.get(..end)?;
    let body = head.trim_end();
    let corporate = scan::scan(body, &Context::default())
        .into_iter()
        .filter(|it| it.value.kind() == Kind::Party)
        .find(|it| it.range.end + 2 >= body.len());
    if let Some(it) = corporate {
        return Some(it.range.start..body.len());
    }
    // All of what stands between two definitions is the name: `…(이하 "갑")과 스튜디오 모란`.
    static AND: LazyLock<Regex> = LazyLock::new(|| pattern(r"\)\s?(?:와|과|및|은|는|,)\s+"));
    if let Some(it) = AND.find_iter(body).last() {
        let name = body.get(it.end()..)?;
        let words = name.split(' ').count();
        let plain = name.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '.' | '&'));
        if (2..=3).contains(&words) && plain && !begins_with_role(name) {
            return Some(it.end()..body.len());
        }
    }
    // Without a legal form a name is the last word, of people and shops alike.
    let start = body.rfind([' ', ',', '·', '(', ')', '"', '\u{201d}', ':']).map_or(0, |at| {
        at + body.get(at..).and_then(|it| it.chars().next()).map_or(1, char::len_utf8)
    });
    let word = body.get(start..)?;
    // `농업회사법인 들녘 주식회사`: a legal form at both ends.
    if matches!(word, "주식회사" | "유한회사") {
        let before = body.get(..start)?.trim_end();
        let found = scan::scan(before, &Context::default());
        return found
            .iter()
            .find(|it| it.value.kind() == Kind::Party && it.range.end == before.len())
            .map(|it| it.range.start..body.len());
    }
    let n = word.chars().count();
    let name = (2..=20).contains(&n) && word.chars().all(|c| c.is_alphanumeric() || c == '.');
    let common = [
        "물품",
        "용역",
        "계약",
        "대금",
        "서비스",
        "업무",
        "프로그램",
        "소프트웨어",
        "기간",
        "목적",
        "정보",
        "장소",
        "부동산",
        "건물",
        "시스템",
        "자료",
        "제품",
        "공사",
        "사업",
        "검토",
        "개발",
    ]
    .iter()
    .any(|it| word.ends_with(it));
    (name && !common).then_some(start..body.len())
}

/// Where a name of several words begins, if the role that it is given stands before it:
/// `발주자 솔바람마을 입주자대표회의(이하 “발주자”라 한다)`.
fn behind_role(text: &str, role: &str, name: &Range<usize>) -> Option<usize> {
    let head = text.get(..name.start)?;
    let at = head.rfind(role)?;
    let before = head.get(..at)?;
    let between = head.get(at + role.len()..)?;
    let fresh = before.is_empty() || before.ends_with(char::is_whitespace);
    let plain = between.chars().all(|it| it.is_alphanumeric() || it == ' ')
        && !between.split_whitespace().any(is_joint);
    let few = between.split_whitespace().count() <= 3;
    let words = fresh && plain && few && between.starts_with(' ') && between.ends_with(' ');
    words.then(|| at + role.len() + (between.len() - between.trim_start().len()))
}

/// Whether a word before a name joins it to something else: `위탁자 겸 수익자 홍길동`.
fn is_joint(word: &str) -> bool {
    const WORDS: [&str; 10] =
        ["겸", "및", "또는", "대표", "대표이사", "대표자", "회장", "이사장", "대리인", "성명"];
    const PARTICLES: [char; 12] =
        ['의', '에', '을', '를', '은', '는', '와', '과', '여', '자', '인', '한'];
    WORDS.contains(&word) || word.chars().count() > 1 && word.ends_with(PARTICLES)
}

fn begins_with_role(name: &str) -> bool {
    let first = name.split(' ').next().unwrap_or_default();
    first.ends_with(['인', '자', '처', '갑', '을', '측']) || first.chars().count() < 2
}

/// The English name that is defined between two places: behind `between` or `and`, before the
/// first comma that no legal form follows.
fn english_name(text: &str, from: usize, end: usize) -> Option<Range<usize>> {
    let head = text.get(from..end)?;
    static BEGIN: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"(?:\bby and between|\bbetween|\bamong|\band(?: between)?|\bis made by|\bfrom|\bto)\s+",
        )
    });
    for begin in BEGIN.find_iter(head) {
        let start = begin.end();
        let rest = head.get(start..)?;
        if !rest.starts_with(|c: char| c.is_uppercase()) {
            continue;
        }
        let mut cut = rest.len();
        for (at, _) in rest.match_indices([',', '(', ';']) {
            if !is_form(rest.get(at + 1..).unwrap_or_default().trim_start()) {
                cut = at;
                break;
            }
        }
        let name = rest.get(..cut)?.trim_end();
        let words = name.split_whitespace().count();
        let capital = name.split_whitespace().all(|it| {
            it.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit() || c == '&')
                || matches!(it, "of" | "and" | "the" | "de" | "for")
        });
        if (1..=8).contains(&words) && capital && name.len() >= 3 && !name.contains(" and between")
        {
            let at = from + start;
            return Some(at..at + name.len());
        }
    }
    None
}
