//! Knows personal data by how it is written: e-mail addresses, and the numbers of persons.
//!
//! **Invariant:** pure, and bounded: what is looked at behind a place does not grow with the text,
//! but for an address that is as long.

/// More groups of digits are no number of a person.
const MAX_GROUPS: usize = 8;
/// How far before a number its label may stand, in characters.
const LABEL_REACH: usize = 24;

/// What a number without any separator is, by what stands before it on its line.
const LABELS: &[(&str, &str)] = &[
    ("registration", "등록번호"),
    ("registration", "주민번호"),
    ("registration", "registration"),
    ("registration", "tax id"),
    ("registration", "vat no"),
    ("registration", "passport"),
    ("registration", "여권번호"),
    ("registration", "면허번호"),
    ("account", "계좌"),
    ("account", "카드번호"),
    ("account", "account"),
    ("account", "card no"),
    ("phone", "전화"),
    ("phone", "연락처"),
    ("phone", "휴대폰"),
    ("phone", "팩스"),
    ("phone", "phone"),
    ("phone", "mobile"),
    ("phone", "fax"),
    ("phone", "tel"),
];

/// The personal value that `text` begins with, behind `before`: its kind and its length in bytes.
pub(super) fn at(before: &str, text: &str) -> Option<(&'static str, usize)> {
    let mut last = before.chars().rev();
    let (previous, one_more) = (last.next(), last.next());
    if !previous.is_some_and(is_address)
        && let Some(length) = email(text)
    {
        return Some(("email", length));
    }
    // Within a word, a number or a code nothing begins; but `Tel.02-…` does.
    let begins = match previous {
        Some('.' | ',') => !one_more.is_some_and(is_digit),
        Some('-' | '_' | '/') => {
            !one_more.is_some_and(|it| is_digit(it) || it.is_ascii_alphabetic())
        }
        Some(it) => !it.is_ascii_alphanumeric() && !is_digit(it),
        None => true,
    };
    if !begins {
        return None;
    }
    iban(text).map(|it| ("account", it)).or_else(|| number(before, text))
}

fn is_address(it: char) -> bool {
    it.is_ascii_alphanumeric() || matches!(it, '.' | '_' | '%' | '+' | '-')
}

/// Digits of either width.
fn is_digit(it: char) -> bool {
    it.is_ascii_digit() || ('０'..='９').contains(&it)
}

fn is_hyphen(it: char) -> bool {
    matches!(it, '-' | '‐' | '‑' | '–' | '−' | '－')
}

fn email(text: &str) -> Option<usize> {
    let end = |text: &str, is: fn(char) -> bool| text.find(|it| !is(it)).unwrap_or(text.len());
    let local = end(text, is_address);
    let rest = text[local..].strip_prefix('@').filter(|_| local > 0)?;
    let domain = end(rest, |it| it.is_ascii_alphanumeric() || matches!(it, '.' | '-'));
    let name = rest[..domain].trim_end_matches(['.', '-']);
    let top = name.rsplit_once('.')?.1;
    let fits = top.len() >= 2 && top.chars().all(|it| it.is_ascii_alphabetic());
    fits.then(|| local + 1 + name.len())
}

/// `DE89 3704 0044 0532 0130 00`: a country, two digits, groups of four and a rest.
///
/// Source: ISO 13616.
fn iban(text: &str) -> Option<usize> {
    let is_part = |it: &char| it.is_ascii_uppercase() || it.is_ascii_digit();
    let head = text.get(..4)?.as_bytes();
    let is_country = head[..2].iter().all(u8::is_ascii_uppercase);
    if !is_country || !head[2..].iter().all(u8::is_ascii_digit) {
        return None;
    }
    let (mut length, mut n) = (4, 4);
    while n < 34 {
        let rest = &text[length..];
        let blank = usize::from(rest.starts_with(' '));
        let group = rest[blank..].chars().take_while(is_part).take(4).count();
        if group == 0 {
            break;
        }
        length += blank + group;
        n += group;
        if group < 4 {
            break;
        }
    }
    let goes_on = text[length..].chars().next().is_some_and(|it| it.is_ascii_alphanumeric());
    let n_digits = text[..length].chars().filter(char::is_ascii_digit).count();
    ((15..=34).contains(&n) && n_digits >= 10 && !goes_on).then_some(length)
}

/// What stands between two groups of digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gap {
    Hyphen,
    /// A hyphen with blanks around it, as recognized pages have it.
    WideHyphen,
    Dot,
    Blank,
    /// `02) 555-0100`.
    Bracket,
}

/// A group of digits, with what stands before it.
#[derive(Debug, Clone, Copy)]
struct Group {
    gap: Option<Gap>,
    size: usize,
    /// Where it ends, in bytes.
    end: usize,
}

/// Digits in groups, written like no amount and no date.
fn number(before: &str, text: &str) -> Option<(&'static str, usize)> {
    let is_abroad = text.starts_with('+');
    let skipped = usize::from(is_abroad || text.starts_with('('));
    let text_of_it = &text[skipped..];
    let groups = groups(text_of_it);
    // The longest part that is one: a further group behind a blank may be something else.
    (1..=groups.len()).rev().find_map(|n| {
        let end = groups[n - 1].end;
        let ends = match groups.get(n) {
            Some(next) => next.gap == Some(Gap::Blank),
            None => !goes_on(&text_of_it[end..]),
        };
        let kind = if is_abroad {
            let total: usize = groups[..n].iter().map(|it| it.size).sum();
            (8..=15).contains(&total).then_some("phone")
        } else {
            kind(&groups[..n], text_of_it, before)
        };
        kind.filter(|_| ends).map(|it| (it, skipped + end))
    })
}

fn kind(groups: &[Group], text: &str, before: &str) -> Option<&'static str> {
    let sizes: Vec<usize> = groups.iter().map(|it| it.size).collect();
    let gaps: Vec<Gap> = groups.iter().filter_map(|it| it.gap).collect();
    let total: usize = sizes.iter().sum();
    let all = |gap: Gap| gaps.iter().all(|it| *it == gap);
    let starts = |heads: &[&str]| {
        let ascii: String = text.chars().take(2).map(narrow).collect();
        heads.iter().any(|it| ascii.starts_with(it))
    };
    let is_telephone = matches!(sizes.as_slice(), [2..=4, 3..=4, 4]);
    match (sizes.as_slice(), gaps.as_slice()) {
        ([11], _) if starts(&["01"]) => Some("phone"),
        ([_], _) => labelled(before).filter(|_| (7..=16).contains(&total)),
        ([3, 2, 5] | [6, 7], _) if all(Gap::Hyphen) || all(Gap::WideHyphen) => Some("registration"),
        ([4, 4], [Gap::Hyphen]) if starts(&["15", "16", "18"]) => Some("phone"),
        (_, [Gap::Bracket, ..]) if is_telephone => Some("phone"),
        (_, [Gap::WideHyphen, ..]) if is_telephone && starts(&["0"]) => Some("phone"),
        ([2..=3, ..], _) if is_telephone && all(Gap::Dot) => Some("phone"),
        _ if is_telephone && all(Gap::Blank) && starts(&["0"]) => Some("phone"),
        ([4, 4, 4, 4], _) if all(Gap::Blank) => Some("account"),
        // Dates, and one date after another, are no account.
        ([4, 1..=2, 1..=2, ..], _) if starts(&["19", "20", "21"]) => None,
        _ if all(Gap::Hyphen) && (9..=16).contains(&total) => match starts(&["0"]) {
            true => Some("phone"),
            false => Some("account"),
        },
        _ => None,
    }
}

/// The groups that a text begins with.
fn groups(text: &str) -> Vec<Group> {
    let mut all: Vec<Group> = Vec::new();
    let (mut at, mut gap) = (0, None);
    while all.len() < MAX_GROUPS {
        let digits = text[at..].chars().take_while(|it| is_digit(*it)).take(34);
        let (size, bytes) = digits.fold((0, 0), |(n, bytes), it| (n + 1, bytes + it.len_utf8()));
        if size == 0 {
            break;
        }
        let end = at + bytes;
        all.push(Group { gap, size, end });
        let Some((found, length)) = gap_of(&text[end..]) else { break };
        (at, gap) = (end + length, Some(found));
    }
    all
}

/// The gap that a text begins with, and its length in bytes.
fn gap_of(text: &str) -> Option<(Gap, usize)> {
    let mut length = 0;
    let mut marks: Vec<char> = Vec::new();
    for it in text.chars().take(4) {
        if is_digit(it) {
            break;
        }
        length += it.len_utf8();
        marks.push(if is_hyphen(it) { '-' } else { it });
    }
    let gap = match marks.as_slice() {
        ['-'] => Gap::Hyphen,
        [' ', '-', ' '] | [' ', '-'] | ['-', ' '] => Gap::WideHyphen,
        ['.'] => Gap::Dot,
        [' '] => Gap::Blank,
        [')'] | [')', ' ' | '-'] | [' ', '('] => Gap::Bracket,
        _ => return None,
    };
    Some((gap, length))
}

/// Whether a number does not end here: a letter or a decimal means a code or an amount.
fn goes_on(text: &str) -> bool {
    let mut after = text.chars();
    match after.next() {
        Some(',' | '.') => after.next().is_some_and(is_digit),
        Some(it) if is_hyphen(it) => after.next().is_some_and(is_digit),
        Some(it) => it.is_ascii_alphanumeric() || is_digit(it) || matches!(it, '원' | '%'),
        None => false,
    }
}

/// What a number is called on its line.
fn labelled(before: &str) -> Option<&'static str> {
    let line = before.rsplit('\n').next().unwrap_or_default();
    let near: Vec<char> = line.chars().rev().take(LABEL_REACH).collect();
    let near: String = near.into_iter().rev().collect::<String>().to_lowercase();
    // The nearest label counts, unless another number stands between.
    let near = near.rsplit(is_digit).next().unwrap_or_default();
    let found = LABELS.iter().filter_map(|(kind, label)| Some((near.rfind(label)?, *kind)));
    found.max_by_key(|it| it.0).map(|it| it.1)
}

fn narrow(it: char) -> char {
    match it {
        '０'..='９' => {
            char::from_u32(u32::from(it) - u32::from('０') + u32::from('0')).unwrap_or(it)
        }
        _ => it,
    }
}
