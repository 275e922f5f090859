//! Names of organisations in running text, and the cleaning of names in cells.
//!
//! **Invariant:** a running text gives a name only with its legal form; a cell gives the name without
//! seals, forms of address and job titles.

use super::fold::{before, is_hangul, skip_spaces, skip_spaces_back};
use super::{Candidate, Rank, pattern};
use crate::value::Value;

pattern!(
    KOREAN_FORM,
    r"(?:농업회사법인|어업회사법인|영농조합법인)\s?(?:주식회사|유한회사|\(주\)|㈜)|주식회사|유한책임회사|유한회사|합자회사|합명회사|재단법인|사단법인|의료법인|학교법인|사회복지법인|농업회사법인|영농조합법인|법무법인|세무법인|회계법인|특허법인|노무법인|감정평가법인|사회적협동조합|협동조합|㈜|\(\s?주\s?\)|\(\s?유\s?\)|\(\s?재\s?\)|\(\s?사\s?\)|\(\s?합\s?\)"
);
pattern!(
    WESTERN_FORM,
    r"(?:,\s?)?\b(?:Incorporated|Inc\b\.?|L\.L\.C\.|LLC\b|L\.L\.P\.|LLP\b|Co\.?,?\s?Ltd\b\.?|Pte\.?\s?Ltd\b\.?|Pty\.?\s?Ltd\b\.?|Ltd\b\.?|Limited\b|INC\b\.?|CO\.?,?\s?LTD\b\.?|LTD\b\.?|LIMITED\b|CORP\b\.?|CORPORATION\b|Corporation\b|Corp\b\.?|Company\b|GmbH\s?&\s?Co\.?\s?KG|GmbH\b|mbH\b|AG\b|KG\b|OHG\b|UG\b|e\.K\.|e\.V\.|S\.A\.R\.L\.|SARL\b|SASU\b|SAS\b|EURL\b|S\.A\.|SA\b|S\.p\.A\.|SpA\b|S\.r\.l\.|Srl\b|S\.L\.|B\.V\.|BV\b|N\.V\.|NV\b|PLC\b|plc\b|A/S\b|ApS\b|AB\b|Oy\b|K\.K\.)"
);
pattern!(
    SEAL,
    r"\s*(?:[(\[]\s?(?:인|印|직인|서명|날인|서명\s?또는\s?인|서명\s?및\s?날인|서명\s?날인|사인|생략|직인\s?생략|signature|seal|sign)\s?[)\]]|印)\s*"
);
pattern!(ALIAS, r#"(?i)\s*\((?:이하|以下|hereinafter|the\s+"|"|the |하 ").*$"#);
pattern!(ADDRESSEE, r"\s*(?:귀하|귀중|貴中|貴下|御中|앞|님|씨)\s*$");
pattern!(
    LABEL,
    r"^(?:대표이사|대표자|대표|상호|상호명|법인명|회사명|업체명|성명|이름|예금주|담당자|담당|수신|참조|갑|을|병|사업주|Attn|Name|Mr|Mrs|Ms|Dr|By)\s?[.:)]\s*|^(?:대표이사|대표자|대표|성명)\s+|^(?:Mr|Mrs|Ms|Miss|Dr|Prof|Frau|Herrn?|Madame|Monsieur|Mme)\s+"
);
pattern!(
    TITLE,
    r"\s+(?:대표이사|대표|사장|부사장|전무이사|전무|상무이사|상무|이사|본부장|부장|차장|과장|대리|주임|사원|팀장|실장|파트장|센터장|소장|원장|회장|위원|선임|책임|수석|연구원|선임연구원|책임연구원|교수|박사|매니저|프로|변호사|세무사|회계사|노무사|주무관|사무관|서기관|학예사|학예연구사|연구사|사서|간호사|수간호사|기사|기술사|사회복지사|CEO|CFO|CTO)$"
);
pattern!(
    OFFICE,
    r"^(?:이사장|관장|원장|회장|사장|조합장|위원장|센터장|소장|국장|총장|학장|교장|단장|본부장|지점장|지사장|공장장|관리인)\s+([가-힣]{2,4})$"
);
// What parts of a firm end with, and no name of a firm does.
pattern!(PART, r"(?:팀|부|실|처|본부|센터|사업부|지점|지사|공장)$");
pattern!(
    DEPARTMENT,
    r"^.*(?:팀|부|과|실|처|국|단|반|본부|센터|파트|그룹|사업부|지점|지사)\s+(?:(?:차장|과장|부장|대리|팀장|주임|사원|실장|책임|선임|수석|이사|파트장)\s+)?([가-힣]{2,4})$"
);
pattern!(SPACED_FORM, r"\(\s주\s?\)\s?|\(주\s\)\s?");
pattern!(SPACED_NAME, r"^[가-힣](?:\s+[가-힣]){1,4}$");
pattern!(SENTENCE, r"다\.|[?!]|\b(?:shall|will|hereby|agrees|means)\b");

/// Words beside `주식회사` that name a role or the next label, not the company.
const LABELS: [&str; 34] = [
    "상호",
    "회사명",
    "법인명",
    "업체명",
    "갑",
    "을",
    "병",
    "대표",
    "대표이사",
    "대표자",
    "사업자",
    "사업자등록번호",
    "등록번호",
    "주소",
    "성명",
    "귀중",
    "귀하",
    "수신",
    "발신",
    "공급자",
    "공급받는자",
    "발주자",
    "수급인",
    "매도인",
    "매수인",
    "임대인",
    "임차인",
    "위탁자",
    "수탁자",
    "사용자",
    "예금주",
    "전화",
    "소재지",
    "직인",
];

/// Every organisation of a text that says its legal form.
pub(super) fn find(text: &str, out: &mut Vec<Candidate>) {
    for it in KOREAN_FORM.find_iter(text) {
        if let Some((start, end)) = korean(text, it.start(), it.end()) {
            let name = text[start..end].split_whitespace().collect::<Vec<_>>().join(" ");
            out.push(Candidate::value(Rank::Party, start..end, Value::Party(name), 0.9));
        }
    }
    let mut floor = 0;
    for it in WESTERN_FORM.find_iter(text) {
        if let Some(start) = western(text, it.start(), floor) {
            let end = it.end();
            // `Company` alone is a word of prose: `Investment Company Act`.
            let prose = it.as_str().ends_with("Company")
                && (text[start..it.start()].split_whitespace().count() < 2
                    || text[end..].trim_start().starts_with(|it: char| it.is_ascii_uppercase()));
            if prose || text[start..it.start()].trim_end().ends_with("Liability") {
                continue;
            }
            let name = text[start..end].split_whitespace().collect::<Vec<_>>().join(" ");
            out.push(Candidate::value(Rank::Party, start..end, Value::Party(name), 0.88));
            floor = end;
        }
    }
}

fn name_char(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '&' | '·' | '-' | '.' | '\'')
}

/// Both ends of the name around a legal form.
fn korean(text: &str, form: usize, behind: usize) -> Option<(usize, usize)> {
    let short = text[form..behind].starts_with(['(', '㈜']);
    let word = |from: usize, to: usize| &text[from..to];
    // What touches the form, or stands one space away.
    let left_end = if short { form } else { skip_spaces_back(text, form, 1) };
    let left_start = text[..left_end]
        .char_indices()
        .rev()
        .take_while(|it| name_char(it.1))
        .take(24)
        .last()
        .map_or(left_end, |it| it.0);
    let right_start = skip_spaces(text, behind, 1);
    let right_end = right_start
        + text[right_start..]
            .chars()
            .take_while(|it| name_char(*it))
            .take(24)
            .map(char::len_utf8)
            .sum::<usize>();
    let (left, right) = (word(left_start, left_end), word(right_start, right_end));
    let glued_right = right_start == behind;
    let glued_left = left_end == form;
    let left_ok = is_name(left) && !LABELS.contains(&left);
    let right_ok = is_name(right) && !LABELS.contains(&right);
    let left_particle = ["은", "는", "을", "를", "와", "과", "및", "의", "에게", "로"]
        .iter()
        .any(|it| left.chars().count() > 2 && left.ends_with(it));
    let prefix = if glued_left && left_ok && !left.is_empty() && !glued_right {
        false
    } else if glued_right && right_ok {
        // `한빛 주식회사는`: what touches the form is a particle.
        !(left_ok && is_particle(right))
    } else if left_ok && right_ok && !short {
        // `매도인 주식회사 한빛` against `한빛 주식회사 대표이사` and `한빛 주식회사 영업부 이은아`.
        // Words before a firm that say who it is are short.
        let firm = left.chars().count() > 3;
        let behind = is_role(right) || firm && (PART.is_match(right) || is_of_three(right));
        !glued_left && (is_role(left) || !behind)
    } else {
        right_ok && !short && (!left_ok || left_particle)
    };
    if prefix {
        let end = right_start + without_particle(text, right_start, right_end);
        (end > right_start).then_some((form, end))
    } else {
        let subject = left_particle && is_particle(right);
        (left_ok && !subject && (short || is_particle(right) || !right_ok || !glued_right))
            .then_some((left_start, behind))
    }
}

fn is_name(word: &str) -> bool {
    let letters = word.chars().filter(|it| it.is_alphabetic()).count();
    letters >= 2 && word.chars().next().is_some_and(char::is_alphanumeric)
}

/// Whether a word is as long as most names of people, and begins like one.
fn is_of_three(word: &str) -> bool {
    word.chars().count() == 3 && is_person(word)
}

/// Whether a word names a role or label by its ending: 매도인, 위탁자, 구매처, 회사명.
fn is_role(word: &str) -> bool {
    LABELS.contains(&word)
        || word.ends_with(['자', '인', '처', '측', '명', '갑', '을', '사', '장', '소', '체'])
}

fn is_particle(word: &str) -> bool {
    const PARTICLES: [&str; 16] = [
        "은",
        "는",
        "이",
        "가",
        "을",
        "를",
        "의",
        "와",
        "과",
        "에",
        "에게",
        "로",
        "로부터",
        "에서",
        "및",
        "라",
    ];
    PARTICLES.contains(&word)
}

/// The width of a name at `start`, the particle at its end left out where the sentence goes on.
fn without_particle(text: &str, start: usize, end: usize) -> usize {
    let name = text[start..end].trim_end_matches(['.', '-', '·', '\'']);
    let next = text[end..].strip_prefix(' ').unwrap_or("");
    let prose = next.starts_with(|it| is_hangul(it) || matches!(it, '"' | '\'' | '㈜'))
        || next.starts_with("(주)");
    if !prose {
        return name.len();
    }
    for particle in ["에게서", "으로부터", "로부터", "에게", "에서", "으로", "및"]
    {
        if let Some(rest) = name.strip_suffix(particle).filter(|it| it.chars().count() >= 2) {
            return rest.len();
        }
    }
    let mut back = name.chars().rev();
    let (Some(last), Some(previous)) = (back.next(), back.next()) else { return name.len() };
    // A syllable with a final consonant takes 은/이/을/과, one without takes 는/가/를/와.
    let closed = is_hangul(previous) && (u32::from(previous) - 0xac00) % 28 != 0;
    let open = is_hangul(previous) && !closed;
    let particle = matches!(
        (last, closed, open),
        ('은' | '을' | '과', true, _) | ('는' | '를' | '와', _, true) | ('의', _, _)
    );
    if particle && name.chars().count() > 2 { name.len() - last.len_utf8() } else { name.len() }
}

/// Where a western name that ends at its legal form begins; not before `floor`.
fn western(text: &str, form: usize, floor: usize) -> Option<usize> {
    const NO_NAME: [&str; 31] = [
        "should",
        "director",
        "president",
        "shall",
        "and",
        "the",
        "this",
        "that",
        "a",
        "an",
        "any",
        "each",
        "such",
        "by",
        "between",
        "with",
        "for",
        "to",
        "from",
        "in",
        "at",
        "on",
        "or",
        "if",
        "agreement",
        "seller",
        "buyer",
        "client",
        "consultant",
        "bill",
        "dear",
    ];
    const JOINS: [&str; 11] = ["&", "of", "de", "du", "des", "la", "le", "und", "van", "von", "et"];
    let mut start = None;
    let mut at = form;
    for _ in 0..7 {
        let end = skip_spaces_back(text, at, 1);
        let from = text[floor..end]
            .char_indices()
            .rev()
            .take_while(|it| name_char(it.1) || matches!(it.1, ',' | '/'))
            .take(64)
            .last()
            .map_or(end, |it| floor + it.0);
        let word = &text[from..end];
        let bare = word.trim_end_matches(',');
        let lower = bare.to_lowercase();
        let capital = bare.starts_with(|it: char| it.is_uppercase() || it.is_ascii_digit());
        if bare.is_empty()
            || (word.ends_with(',') && start.is_some())
            || NO_NAME.contains(&lower.as_str())
        {
            break;
        }
        if capital && bare.chars().any(char::is_alphabetic) {
            // A sentence ends before: `… herein. Acme Inc.`
            if bare.ends_with('.') && bare.len() > 4 {
                break;
            }
            start = Some(from);
        } else if !JOINS.contains(&bare) {
            break;
        }
        at = from;
        if from == 0 || before(text, from) != Some(' ') {
            break;
        }
    }
    start
}

/// Whether a word of Hangul can be a person's name, by its family name.
pub(super) fn is_person(word: &str) -> bool {
    const FAMILY: &str = "김이박최정강조윤장임한오서신권황안송전홍유고문양손배백허남심노하곽성차주우구\
        나민진지엄채원천방공현함변염여추도소석선설마길연위표명기반왕금옥육인맹제모탁국어은편용예경봉사부피좌두단감태승갈범빈";
    const DOUBLE: [&str; 6] = ["남궁", "황보", "제갈", "선우", "독고", "사공"];
    const OFFICES: [&str; 10] =
        ["장관", "차관", "국장", "원장", "사장", "부장", "과장", "이사", "조합", "지사"];
    let n = word.chars().count();
    let family = word.chars().next().is_some_and(|it| FAMILY.contains(it));
    word.chars().all(is_hangul)
        && !OFFICES.contains(&word)
        && ((family && (2..=4).contains(&n)) || DOUBLE.iter().any(|it| word.starts_with(it)))
}

/// What parts of institutions end with, and no person: `강남지사`, `도로공사`.
const BRANCHES: [&str; 12] = [
    "지사", "지점", "공사", "본부", "센터", "은행", "금융", "공단", "조합", "양광", "협회", "연맹",
];
/// What ends like a department and is none: `한국`, `우체국`.
const WHOLES: [&str; 9] =
    ["공단", "재단", "한국", "전국", "중국", "미국", "약국", "우체국", "방송국"];

/// The name in a cell or behind a label: `대표이사 홍길동 (인)` is `홍길동`. None where the text is no
/// name.
pub(super) fn clean(text: &str) -> Option<String> {
    let mut name = SEAL.replace_all(text, " ").trim().to_owned();
    name = ALIAS.replace(&name, "").trim().to_owned();
    name = SPACED_FORM.replace_all(&name, "(주)").trim().to_owned();
    name = ADDRESSEE.replace(&name, "").trim().to_owned();
    name = TITLE.replace(&name, "").trim().to_owned();
    let bare = LABEL.replace(&name, "").trim().to_owned();
    if bare.chars().filter(|it| it.is_alphabetic()).count() >= 2 {
        name = bare;
    }
    name = name
        .trim_matches(|it: char| it.is_whitespace() || ":;,|/_-\"'“”‘’".contains(it))
        .to_owned();
    if SPACED_NAME.is_match(&name) {
        name.retain(|it| !it.is_whitespace());
    }
    let person = OFFICE.captures(&name).and_then(|it| it.get(1)).map(|it| it.as_str().to_owned());
    if let Some(it) = person {
        name = it;
    }
    let person = DEPARTMENT.captures(&name).and_then(|it| it.get(1));
    let person = person.filter(|it| {
        let before = name.get(..it.start()).unwrap_or_default().trim_end();
        let branch = BRANCHES.iter().any(|end| it.as_str().ends_with(end));
        !branch && !WHOLES.iter().any(|end| before.ends_with(end))
    });
    if let Some(it) = person.filter(|it| is_person(it.as_str()) && !KOREAN_FORM.is_match(&name)) {
        name = it.as_str().to_owned();
    }
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let letters = name.chars().filter(|it| it.is_alphabetic()).count();
    let digits = name.chars().filter(char::is_ascii_digit).count();
    let fits = letters >= 2 && digits <= letters && name.chars().count() <= 60;
    (fits && !SENTENCE.is_match(&name) && !name.contains('@')).then_some(name)
}
