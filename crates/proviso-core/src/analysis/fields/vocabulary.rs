//! The labels of the document types: what a printed label means and which kind stands under it.
//!
//! **Invariant:** looked up by a key without spaces, case and punctuation; the document type's own
//! senses come before the common ones.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use unicode_normalization::UnicodeNormalization;

use crate::analysis::steps;
use crate::doctype::{DocumentType, DocumentTypes};
use crate::value::Kind;

/// One meaning of a label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sense {
    /// Identifier in snake_case.
    pub(super) meaning: String,
    /// The kind of value under it; none for free text that may hold values.
    pub(super) kind: Option<Kind>,
    /// Whether it heads columns only.
    pub(super) column: bool,
    /// Whether the document's own type knows it so.
    pub(super) own: bool,
}

/// All labels known for a document.
#[derive(Debug, Clone, Default)]
pub(super) struct Vocabulary {
    senses: HashMap<String, Vec<Sense>>,
    /// Longest key in characters: bounds every search.
    longest: usize,
    /// How many labels and titles end with a syllable.
    last: HashMap<char, u32>,
}

/// A label without spaces, case and punctuation; `%` and `#` stay.
pub(super) fn key(label: &str) -> String {
    label
        .nfkc()
        .filter(|c| c.is_alphanumeric() || matches!(c, '%' | '#'))
        .flat_map(char::to_lowercase)
        .collect()
}

/// A label in parts: what stands before its first bracket, and what stands in brackets.
pub(super) fn bracketed(label: &str) -> (&str, Vec<&str>) {
    let Some(open) = label.find(['(', '（', '[', '〔']) else {
        return (label.trim(), Vec::new());
    };
    let inside = label
        .get(open..)
        .unwrap_or_default()
        .split(['(', '（', ')', '）', '[', ']', '〔', '〕'])
        .map(str::trim)
        .filter(|it| !it.is_empty())
        .collect();
    (label.get(..open).unwrap_or_default().trim(), inside)
}

/// The two halves of a label that says the same in Korean and in another language: `기준일 As of`,
/// `Due date / 납기`.
fn in_two_languages(label: &str) -> Option<(&str, &str)> {
    let words = label.split_inclusive([' ', '/']).scan(0, |end, word| {
        *end += word.len();
        let word_hangul = word.chars().any(is_hangul);
        let mixed = word_hangul && word.chars().any(|it| it.is_ascii_alphabetic());
        let told = word.chars().any(char::is_alphabetic);
        // The stroke between them is of neither language.
        Some((*end, told.then_some(word_hangul), mixed))
    });
    let words: Vec<(usize, Option<bool>, bool)> = words.collect();
    let first = words.first()?.1?;
    let at = words.iter().position(|it| it.1 != Some(first))?;
    let rest = &words[at..];
    let other = rest.iter().any(|it| it.1 == Some(!first));
    if !other || rest.iter().any(|it| it.1 == Some(first)) || words.iter().any(|it| it.2) {
        return None;
    }
    let (a, b) = label.split_at(words[at - 1].0);
    let trim = |it: &'_ str| -> usize { it.trim_end_matches([' ', '/']).len() };
    let (a, b) = (&a[..trim(a)], b.trim_start_matches([' ', '/']));
    Some(if first { (a, b) } else { (b, a) })
}

/// Bytes of an enumeration mark at the beginning: `1.`, `가.`, `①`, `(2)`, `-`, `■`, `[`.
pub(super) fn enumerator(text: &str) -> usize {
    let trimmed = text.trim_start_matches(|c: char| {
        c.is_whitespace()
            || matches!(
                c,
                '-' | '–'
                    | '•'
                    | '·'
                    | '■'
                    | '□'
                    | '○'
                    | '●'
                    | '◦'
                    | '▶'
                    | '※'
                    | '*'
                    | '◎'
                    | '▪'
            )
            || ('①'..='⑳').contains(&c)
    });
    let skipped = text.len() - trimmed.len();
    let mut chars = trimmed.char_indices().peekable();
    let bracket = chars.next_if(|it| matches!(it.1, '(' | '[' | '<')).is_some();
    let mut n = 0;
    let mut letters = 0;
    while let Some(it) =
        chars.next_if(|it| it.1.is_ascii_digit() || "가나다라마바사아자차카타파하".contains(it.1))
    {
        n += 1;
        letters += usize::from(!it.1.is_ascii_digit());
    }
    // "가." numbers an item, "가나." does not.
    let short = (1..=2).contains(&n) && (letters == 0 || n == 1);
    if !short {
        return skipped;
    }
    let Some((at, mark)) = chars.next() else { return skipped };
    let closed = if bracket { matches!(mark, ')' | ']' | '>') } else { matches!(mark, '.' | ')') };
    let end = at + mark.len_utf8();
    let rest = trimmed.get(end..).unwrap_or_default();
    // "1.5" is a number.
    if !closed || rest.starts_with(|c: char| c.is_ascii_digit()) {
        return skipped;
    }
    let space = rest.len() - rest.trim_start().len();
    skipped + end + space
}

impl Vocabulary {
    /// The labels of a type and the common ones.
    pub(super) fn of(types: &DocumentTypes, chosen: Option<&DocumentType>) -> Vocabulary {
        let mut it = Vocabulary::default();
        if let Some(chosen) = chosen {
            it.add(chosen, true);
        }
        it.add(&types.common, false);
        // Labels of other types help to see what is a label at all; they mean something only
        // where neither the type nor the common vocabulary knows better.
        for other in types.types.iter().filter(|it| chosen.is_none_or(|own| own.name != it.name)) {
            it.add(other, false);
        }
        it
    }

    fn add(&mut self, source: &DocumentType, own: bool) {
        source.titles.iter().chain(&source.hints).for_each(|it| self.ends(it));
        for entry in &source.labels {
            for label in entry.ko.iter().chain(&entry.en).chain(&entry.other) {
                let key = key(label);
                self.longest = self.longest.max(key.chars().count());
                self.ends(&key);
                let sense = Sense {
                    meaning: entry.meaning.clone(),
                    kind: entry.kind,
                    column: entry.column,
                    own,
                };
                let senses = self.senses.entry(key).or_default();
                if !senses.iter().any(|it| it.meaning == sense.meaning && it.column == sense.column)
                {
                    senses.push(sense);
                }
            }
        }
    }

    fn ends(&mut self, name: &str) {
        if let Some(it) = name.chars().next_back().filter(|it| is_hangul(*it)) {
            *self.last.entry(it).or_default() += 1;
        }
    }

    /// How many known labels and titles end with the syllable that a word ends with.
    pub(super) fn alike(&self, word: &str) -> u32 {
        word.chars().next_back().and_then(|it| self.last.get(&it)).copied().unwrap_or(0)
    }

    /// Everything that a label may mean, what counts first before the rest.
    pub(super) fn senses(&self, label: &str) -> &[Sense] {
        let find = |text: &str| self.senses.get(&key(text)).filter(|_| !text.is_empty());
        let label = label.get(enumerator(label)..).unwrap_or(label);
        // Sums are long labels; prose is none.
        if label.chars().count() > self.longest + 24 {
            return &[];
        }
        find(label)
            .or_else(|| {
                let (head, inside) = bracketed(label);
                // "예금주 (주)가나" is a label and a company.
                if inside.iter().any(|it| matches!(*it, "주" | "유" | "재" | "사" | "합")) {
                    return None;
                }
                find(head)
                    .or_else(|| (inside.len() == 1 && head.is_empty()).then(|| find(inside[0]))?)
                    .or_else(|| {
                        let (korean, other) = in_two_languages(head)?;
                        // Without a stroke between them the other may be what stands under the one.
                        if head.contains('/') {
                            return find(korean).or_else(|| find(other));
                        }
                        find(other).and_then(|_| find(korean))
                    })
            })
            .map_or(&[], Vec::as_slice)
    }

    /// What a Korean label means by the office that it ends with: `구매팀장`, `관리소장`.
    fn office(&self, label: &str) -> Option<&Sense> {
        const OFFICES: [&str; 17] = [
            "팀장",
            "부장",
            "과장",
            "실장",
            "국장",
            "처장",
            "소장",
            "센터장",
            "지점장",
            "공장장",
            "담당자",
            "책임자",
            "관리자",
            "작성자",
            "확인자",
            "신청자",
            "대리인",
        ];
        // What else ends so.
        const OTHERS: [&str; 3] = ["허위과장", "과대과장", "민사소장"];
        let label = label.get(enumerator(label)..).unwrap_or(label);
        let key = key(label);
        let spaced = label.split_whitespace().all(|it| it.chars().count() == 1);
        let parted = !spaced && label.contains(char::is_whitespace);
        if parted || !key.chars().all(is_hangul) {
            return None;
        }
        let office = OFFICES.iter().filter(|it| key.ends_with(**it)).max_by_key(|it| it.len())?;
        // Three syllables before it are a name, `도한빛과장`, and one is no name of an office.
        let before = key.chars().count() - office.chars().count();
        let fits = matches!(before, 2 | 4..=5) && !OTHERS.contains(&key.as_str());
        let senses = self.senses.get(*office).filter(|_| fits)?;
        senses.iter().find(|it| it.meaning == "person")
    }

    /// What a label beside or above a value means.
    pub(super) fn label(&self, label: &str) -> Option<&Sense> {
        let senses = self.senses(label);
        let sense = senses.iter().find(|it| !it.column).or_else(|| senses.first());
        sense.or_else(|| self.office(label))
    }

    /// Whether a text is the label of a party.
    pub(super) fn is_role(&self, label: &str) -> bool {
        self.label(label).is_some_and(|it| it.kind == Some(Kind::Party))
    }

    /// What a label means for a value of a kind: a sense of that kind if there is one.
    pub(super) fn of_kind(&self, label: &str, kind: Kind) -> Option<&Sense> {
        let senses = self.senses(label);
        senses.iter().find(|it| it.kind == Some(kind)).or_else(|| self.label(label))
    }

    /// What a header means for its column. Of one that is known in parts only, its first words
    /// count: `Menge Einheit`, `Gesamt EUR`.
    pub(super) fn column(&self, header: &str) -> Option<&Sense> {
        let mut senses = self.senses(header);
        let mut head = header.trim_end();
        // A header stands over values and holds none: either half tells what they are.
        if senses.is_empty()
            && let Some((korean, other)) = in_two_languages(bracketed(header).0)
        {
            let told = [korean, other].map(|it| self.column(it));
            if let [Some(it), _] | [None, Some(it)] = told {
                return Some(it);
            }
        }
        while senses.is_empty()
            && let Some((shorter, last)) = head.rsplit_once(' ')
        {
            // "Tax code" is no tax.
            let telling =
                !self.senses(last).is_empty() || last.chars().count() <= 3 || head.contains('(');
            if !telling {
                break;
            }
            head = shorter.trim_end();
            senses = self.senses(head);
            // `Net units` are units: of two words that count, the last one tells what.
            let counted = |it: &[Sense]| it.iter().any(|it| it.kind.is_some_and(Kind::is_counted));
            if !header.contains('(') && counted(senses) && counted(self.senses(last)) {
                senses = self.senses(last);
            }
        }
        let best = |senses: &'_ [Sense]| {
            let own = senses.iter().position(|it| it.column && it.own);
            own.or_else(|| senses.iter().position(|it| it.column))
                .or((!senses.is_empty()).then_some(0))
        };
        // Korean nouns end with what they are: `월 금액(원)` is an amount.
        let counts = |it: &Sense| it.kind.is_some_and(|it| !matches!(it, Kind::Text | Kind::Party));
        let mut tail = header;
        while head.len() < header.trim_end().len()
            && !best(senses).is_some_and(|i| counts(&senses[i]))
            && header.chars().any(is_hangul)
            && let Some((_, shorter)) = tail.split_once(' ')
        {
            tail = shorter;
            let found = self.senses(tail);
            if best(found).is_some_and(|i| counts(&found[i])) {
                senses = found;
            }
        }
        best(senses).and_then(|i| senses.get(i))
    }

    /// What the longest known label at the end of an unknown one means, where that has a kind: nouns end
    /// with what they are.
    fn tail(&self, head: &str) -> Option<&Sense> {
        let key = key(head);
        let starts: Vec<usize> = key.char_indices().map(|it| it.0).collect();
        let least = if key.chars().any(is_hangul) { 2 } else { 4 };
        let tails = (0..starts.len()).take(24).filter(|i| starts.len() - i >= least);
        let mut known =
            tails.filter_map(|i| key.get(starts[i]..).and_then(|it| self.senses.get(it)));
        known.find_map(|it| it.iter().find(|it| it.kind.is_some()))
    }

    /// The label that an unknown one ends with: `가공단가` is a `단가`.
    pub(super) fn ends_in(&self, label: &str) -> Option<&Sense> {
        let (head, _) = bracketed(label.get(enumerator(label)..).unwrap_or(label));
        let head = in_two_languages(head).map_or(head, |it| it.0);
        // `주당금액/이율` is either.
        self.tail(head).filter(|_| !head.contains(['/', '·', ',']))
    }

    /// The kind that an unknown label promises by its ending.
    pub(super) fn ending(&self, label: &str) -> Option<Kind> {
        let (head, _) = bracketed(label.get(enumerator(label)..).unwrap_or(label));
        // `31 – 60 days`, `90일 초과` part what stands below by age, and do not count days.
        static AGE: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"^\d+\s?[-–~]\s?\d|\d\s?(?:days|months|일|개월)\s*(?:$|이내|초과|이상|이하|미만|경과|\+)")
                .expect("invariant: constant patterns compile")
        });
        if AGE.is_match(head) {
            return None;
        }
        let head = in_two_languages(head).map_or(head, |it| it.0);
        if let Some(it) = self.tail(head) {
            return it.kind;
        }
        let key = key(head);
        const ENDINGS: [(&str, Kind); 14] = [
            ("일", Kind::Date),
            ("일자", Kind::Date),
            ("기한", Kind::Date),
            ("기간", Kind::Period),
            ("율", Kind::Rate),
            ("률", Kind::Rate),
            ("수량", Kind::Quantity),
            ("시간", Kind::Quantity),
            ("액", Kind::Money),
            ("비", Kind::Money),
            ("료", Kind::Money),
            ("금", Kind::Money),
            ("수당", Kind::Money),
            ("대금", Kind::Money),
        ];
        let long = key.chars().count() > 1;
        ENDINGS.iter().find(|it| long && key.ends_with(it.0)).map(|it| it.1)
    }

    /// The longest known label at the beginning of a text that ends at a word's end: its bytes.
    pub(super) fn prefix(&self, text: &str) -> Option<usize> {
        let start = enumerator(text);
        let body = text.get(start..)?;
        let mut best = None;
        let mut n_keys = 0;
        for (at, c) in body.char_indices() {
            let end = at + c.len_utf8();
            n_keys += usize::from(c.is_alphanumeric());
            if n_keys > self.longest {
                break;
            }
            let next = body.get(end..).and_then(|it| it.chars().next());
            let at_end = next.is_none_or(|it| it.is_whitespace() || matches!(it, ':' | '：'));
            let closes = c.is_alphanumeric() || matches!(c, '.' | ')' | '#' | '%' | '°');
            if !at_end || !closes {
                continue;
            }
            // `부가세(10%) 5,000`, but not `예금주 (주)가나`.
            let known = body.get(..end).is_some_and(|it| {
                self.senses.get(&key(it)).is_some_and(|it| {
                    // "Unit 9, Weaver's Mill" is no unit.
                    it.iter().any(|it| !(it.column && it.kind == Some(Kind::Text)))
                }) || c == ')' && !it.contains(" (") && self.label(it).is_some()
            });
            if known {
                best = Some(start + end);
            }
        }
        best
    }

    /// Known labels within a running text, longest first at each place, never overlapping.
    pub(super) fn find(&self, text: &str) -> Vec<(Range<usize>, &[Sense])> {
        steps::spend(text.len());
        let mut found = Vec::new();
        let chars: Vec<(usize, char)> = text.char_indices().collect();
        let mut i = 0;
        while i < chars.len() {
            let (start, first) = chars[i];
            let hangul = is_hangul(first);
            let fresh =
                i == 0 || !chars[i - 1].1.is_alphanumeric() || hangul && !is_hangul(chars[i - 1].1);
            if !first.is_alphanumeric() || !fresh {
                i += 1;
                continue;
            }
            let mut word = String::new();
            let mut best: Option<(usize, usize, &[Sense])> = None;
            for (j, (at, c)) in chars.iter().enumerate().skip(i) {
                if c.is_alphanumeric() {
                    word.extend(c.to_lowercase());
                } else if !matches!(c, ' ' | '-' | '·' | '\'' | '/') {
                    break;
                }
                if j - i > self.longest + 4 {
                    break;
                }
                let next = chars.get(j + 1).map(|it| it.1);
                // Particles follow Korean nouns at once; other words end with the word.
                let ends = is_hangul(*c) || next.is_none_or(|it| !it.is_alphanumeric());
                let long = word.chars().count() >= if hangul { 2 } else { 3 };
                if ends
                    && long
                    && let Some(it) = self.senses.get(&word)
                {
                    best = Some((j, at + c.len_utf8(), it));
                }
            }
            match best {
                Some((j, end, senses)) => {
                    found.push((start..end, senses));
                    i = j + 1;
                }
                None => i += 1,
            }
        }
        found
    }
}

/// Whether a letter is a Hangul syllable.
pub(super) fn is_hangul(c: char) -> bool {
    ('가'..='힣').contains(&c)
}

/// How long a text is, in syllables of Korean, each of which says as much as two letters.
pub(super) fn length(text: &str) -> usize {
    let halves: usize = text.chars().map(|it| if it >= '\u{1100}' { 2 } else { 1 }).sum();
    halves.div_ceil(2)
}

/// A label for people: spaces dropped where it is Korean, punctuation at its ends always.
pub(super) fn shown(label: &str) -> String {
    let label = label.get(enumerator(label)..).unwrap_or(label);
    let edge = |c: char| {
        c.is_whitespace() || matches!(c, ':' | '：' | '|' | '/' | '-' | '·' | ',' | '"' | '“' | '”')
    };
    let label = label.trim_matches(edge);
    let label = match label.strip_prefix('[').and_then(|it| it.strip_suffix(']')) {
        Some(inner) => inner,
        None => label,
    };
    let open = label.starts_with('(') && !label.contains(')');
    let label = if open { label.trim_start_matches('(') } else { label };
    if label.chars().any(is_hangul) {
        label.chars().filter(|it| !it.is_whitespace()).collect()
    } else {
        label.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::in_two_languages;

    #[test]
    fn a_label_may_say_the_same_twice() {
        assert_eq!(in_two_languages("Due date / 납기"), Some(("납기", "Due date")));
        assert_eq!(in_two_languages("기준일 As of"), Some(("기준일", "As of")));
        assert_eq!(in_two_languages("POS매출 / Sales"), None, "one word of both languages");
    }
}
