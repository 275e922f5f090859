//! One shape for characters that print alike: full-width forms, dashes, spaces, quotes.
//!
//! **Invariant:** the folded text has at most as many characters as the original, and every range of
//! it at character boundaries maps back to character boundaries of the original.

use std::ops::Range;

/// A text in folded form, with the way back.
pub(super) struct Folded {
    text: String,
    /// The original offset of every folded byte and of the end; none if both texts are equal.
    starts: Option<Vec<usize>>,
}

impl Folded {
    pub(super) fn new(original: &str) -> Folded {
        if original.chars().all(|it| fold(it) == Some(it)) {
            return Folded { text: original.to_owned(), starts: None };
        }
        let mut text = String::with_capacity(original.len());
        let mut starts = Vec::with_capacity(original.len() + 1);
        for (offset, c) in original.char_indices() {
            if let Some(folded) = fold(c) {
                text.push(folded);
                starts.resize(text.len(), offset);
            }
        }
        starts.push(original.len());
        Folded { text, starts: Some(starts) }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Bytes of the original that a range of the folded text stands for.
    pub(super) fn original(&self, range: &Range<usize>) -> Range<usize> {
        match &self.starts {
            None => range.clone(),
            Some(starts) => starts[range.start]..starts[range.end],
        }
    }
}

/// The character that stands for `c`; none for characters without width.
fn fold(c: char) -> Option<char> {
    Some(match c {
        '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' | '\u{ad}' => return None,
        // Spaces that group digits in some countries stay apart from spaces between words.
        '\u{a0}' | '\u{202f}' | '\u{2007}'..='\u{200a}' => '\u{a0}',
        '\t'
        | '\n'
        | '\r'
        | '\u{b}'
        | '\u{c}'
        | '\u{85}'
        | '\u{3000}'
        | '\u{2000}'..='\u{2006}' => ' ',
        '￦' => '₩',
        '￥' => '¥',
        '￡' => '£',
        '～' | '〜' | '∼' | '˜' | '∽' | '〰' => '~',
        '−' | '‐' | '‑' | '﹣' => '-',
        '―' | '─' | '━' => '—',
        '’' | '‘' | '´' | '`' | '′' | 'ʼ' => '\'',
        '“' | '”' | '″' => '"',
        '▲' | '∆' | '▼' | '▽' => '△',
        '✕' | '✖' | '⨯' | '╳' => '×',
        '∶' => ':',
        // Compatibility ideographs that some fonts map number words to.
        '\u{f90a}' => '金',
        '\u{f98e}' => '年',
        '\u{f9d1}' => '六',
        '\u{f973}' => '拾',
        '\u{f96b}' => '參',
        '\u{f9b2}' => '零',
        '！'..='～' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        _ => c,
    })
}

/// The character before a byte offset.
pub(super) fn before(text: &str, at: usize) -> Option<char> {
    text[..at].chars().next_back()
}

/// The character at a byte offset.
pub(super) fn at(text: &str, at: usize) -> Option<char> {
    text[at..].chars().next()
}

/// The offset behind at most `most` spaces.
pub(super) fn skip_spaces(text: &str, from: usize, most: usize) -> usize {
    let spaces = text[from..].chars().take(most).take_while(|it| it.is_whitespace());
    from + spaces.map(char::len_utf8).sum::<usize>()
}

/// The offset before at most `most` spaces.
pub(super) fn skip_spaces_back(text: &str, from: usize, most: usize) -> usize {
    let spaces = text[..from].chars().rev().take(most).take_while(|it| it.is_whitespace());
    from - spaces.map(char::len_utf8).sum::<usize>()
}

/// Whether a character is a Hangul syllable.
pub(super) fn is_hangul(c: char) -> bool {
    ('가'..='힣').contains(&c)
}

/// Endings that may follow a Korean noun without a space.
const PARTICLES: [&str; 65] = [
    "으로부터",
    "로부터",
    "에게서",
    "입니다",
    "이라고",
    "이내의",
    "으로",
    "에서",
    "에게",
    "까지",
    "부터",
    "마다",
    "이며",
    "이고",
    "이다",
    "이나",
    "이라",
    "이란",
    "이상",
    "이하",
    "이내",
    "이외",
    "이전",
    "이후",
    "미만",
    "초과",
    "정도",
    "내외",
    "상당",
    "가량",
    "기준",
    "한도",
    "범위",
    "이상의",
    "한정",
    "이어",
    "인데",
    "짜리",
    "보다",
    "처럼",
    "조차",
    "밖에",
    "하고",
    "에는",
    "에도",
    "은",
    "는",
    "이",
    "가",
    "을",
    "를",
    "의",
    "에",
    "로",
    "와",
    "과",
    "도",
    "만",
    "씩",
    "중",
    "인",
    "임",
    "및",
    "간",
    "분",
];

/// Whether a Korean noun can end at `at`: no syllable follows, or only particles do.
pub(crate) fn word_ends(text: &str, at: usize) -> bool {
    ends(&text[at..], 3)
}

fn ends(rest: &str, depth: u8) -> bool {
    if !rest.chars().next().is_some_and(is_hangul) {
        return true;
    }
    depth > 0
        && PARTICLES.iter().any(|it| rest.strip_prefix(it).is_some_and(|it| ends(it, depth - 1)))
}

/// Whether digits that begin at `at` belong to something longer on their left: an identifier, a
/// date, a clock time, an ordinal number.
pub(super) fn glued_before(text: &str, at: usize) -> bool {
    let mut back = text[..at].chars().rev();
    let (first, second) = (back.next(), back.next());
    match first {
        // The line that a form is filled in on leaves an underscore before the number.
        Some('_') => second.is_some_and(char::is_alphanumeric),
        Some('#' | '제' | '第' | '\\') => true,
        Some(c) if c.is_ascii_alphanumeric() => true,
        Some('-' | '/' | '.' | ':' | ',' | '–') => {
            second.is_some_and(|it| it.is_ascii_alphanumeric())
        }
        _ => false,
    }
}

/// The same on the right side of digits that end at `at`.
pub(super) fn glued_after(text: &str, at: usize) -> bool {
    let mut rest = text[at..].chars();
    let (first, second) = (rest.next(), rest.next());
    match first {
        Some('_' | '@' | '#') => true,
        Some(c) if c.is_ascii_alphanumeric() => true,
        Some('-' | '/' | '.' | ':' | '–') => second.is_some_and(|it| it.is_ascii_alphanumeric()),
        Some(',') => second.is_some_and(|it| it.is_ascii_digit()),
        _ => false,
    }
}
