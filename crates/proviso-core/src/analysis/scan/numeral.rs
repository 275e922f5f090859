//! Numbers in digits: which separators group and which one begins the fraction.
//!
//! **Invariant:** a number whose grouping is wrong (`1,23,4`) is no number; digits are never guessed.

use std::ops::Range;

use crate::number::Decimal;

/// A number in digits, without sign.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Numeral {
    pub(super) range: Range<usize>,
    pub(super) decimal: Decimal,
    /// Thousands are separated, rightly.
    pub(super) grouped: bool,
    /// `12,50` where the point is usual: a number only beside a currency that writes it so.
    pub(super) comma_guess: bool,
    /// `1815,000`: a separator is lost in print; an amount only beside the mark of won.
    pub(super) lost_comma: bool,
    /// `0042`: more a number of something than an amount.
    pub(super) leading_zero: bool,
    /// Spaces stand within: a number only where a currency or label says so.
    pub(super) spaced: bool,
}

/// All numbers of a text, in order; those with spaces within come in addition to their parts.
pub(super) fn lex(text: &str, decimal_comma: bool) -> Vec<Numeral> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let end = token_end(text, at);
        if let Some(spaced) = spaced(text, at, decimal_comma) {
            found.push(spaced);
        }
        found.extend(read(text, at..end, decimal_comma));
        at = end;
    }
    found
}

/// The number that begins at `at`, if one does.
pub(super) fn at(text: &str, at: usize, decimal_comma: bool) -> Option<Numeral> {
    if !text.as_bytes().get(at)?.is_ascii_digit() {
        return None;
    }
    read(text, at..token_end(text, at), decimal_comma)
}

fn digits_end(bytes: &[u8], from: usize) -> usize {
    from + bytes[from..].iter().take_while(|it| it.is_ascii_digit()).count()
}

/// The end of digits and the separators between them.
fn token_end(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let mut end = digits_end(bytes, start);
    loop {
        let (width, only_groups) = match text[end..].chars().next() {
            Some('.' | ',') => (1, false),
            Some('\'') => (1, true),
            Some('\u{a0}') => (2, true),
            _ => return end,
        };
        let next = digits_end(bytes, end + width);
        let n_digits = next - end - width;
        if n_digits == 0 || (only_groups && n_digits != 3) {
            return end;
        }
        end = next;
    }
}

/// `1, 234, 000` of OCR and `1 234,50` of French print.
fn spaced(text: &str, start: usize, decimal_comma: bool) -> Option<Numeral> {
    let bytes = text.as_bytes();
    let mut end = digits_end(bytes, start);
    if !(1..=3).contains(&(end - start)) || (start > 0 && bytes[start - 1].is_ascii_digit()) {
        return None;
    }
    let separators: &[&str] = match &bytes[end..] {
        [b' ', b'0'..=b'9', ..] => &[" "],
        [b' ', b',', ..] | [b',', ..] => &[", ", " ,", " , ", ","],
        _ => return None,
    };
    // More groups than a number can have are a list; stopping keeps long lists linear.
    const MOST_GROUPS: usize = 10;
    let mut n_groups = 0;
    let (mut compact, mut spaces) = (text[start..end].to_owned(), 0);
    while let Some(width) = separators.iter().find_map(|it| {
        let behind = text[end..].strip_prefix(it)?;
        (digits_end(behind.as_bytes(), 0) == 3).then_some(it.len())
    }) {
        spaces += usize::from(width > 1 || bytes[end] == b' ');
        compact.push_str(&text[end + width..end + width + 3]);
        end += width + 3;
        n_groups += 1;
        if n_groups > MOST_GROUPS {
            return None;
        }
    }
    if spaces == 0 || compact.starts_with('0') {
        return None;
    }
    // Spaces group digits where the comma begins the fraction.
    let french = separators == [" "];
    let point = if decimal_comma || french { b',' } else { b'.' };
    let fraction_end =
        if bytes.get(end) == Some(&point) { digits_end(bytes, end + 1) } else { end };
    let fraction = fraction_end.saturating_sub(end + 1);
    if french && !decimal_comma && fraction != 2 {
        return None;
    }
    if fraction > 0 {
        compact.push('.');
        compact.push_str(&text[end + 1..fraction_end]);
        end = fraction_end;
    }
    Some(Numeral {
        range: start..end,
        decimal: compact.parse().ok()?,
        grouped: true,
        comma_guess: french && !decimal_comma,
        lost_comma: false,
        leading_zero: false,
        spaced: true,
    })
}

/// Whether groups between separators are one to three digits and then threes, or as India writes
/// them, one or two digits, then twos, and three at the end: `24,76,750`.
fn groups_well(groups: &[&str]) -> bool {
    let Some((first, rest)) = groups.split_first() else { return false };
    let Some((last, middle)) = rest.split_last() else { return false };
    let threes = first.len() <= 3 && middle.iter().all(|it| it.len() == 3);
    let twos = first.len() <= 2 && !middle.is_empty() && middle.iter().all(|it| it.len() == 2);
    !first.is_empty() && !first.starts_with('0') && last.len() == 3 && (threes || twos)
}

/// Whether all groups but the first are right, and the first has room for one comma more.
fn loses_comma(separators: &[char], parts: &[&str]) -> bool {
    let Some((first, rest)) = parts.split_first() else { return false };
    !rest.is_empty()
        && (4..=6).contains(&first.len())
        && !first.starts_with('0')
        && separators.iter().all(|it| *it == ',')
        && rest.iter().all(|it| it.len() == 3)
}

fn read(text: &str, range: Range<usize>, decimal_comma: bool) -> Option<Numeral> {
    let token = &text[range.clone()];
    let separators: Vec<char> = token.chars().filter(|it| !it.is_ascii_digit()).collect();
    let parts: Vec<&str> = token.split(|it: char| !it.is_ascii_digit()).collect();
    let mut comma_guess = false;
    let lost_comma = !decimal_comma && loses_comma(&separators, &parts);
    let (n_whole, has_fraction) = match (separators.as_slice(), decimal_comma) {
        ([], _) => (1, false),
        _ if lost_comma => (parts.len(), false),
        ([','], _) => {
            let groups = groups_well(&parts);
            let thousands = groups && !decimal_comma;
            // German print writes `1,234` for a little more than one; Korean never does.
            comma_guess = !groups && !decimal_comma && parts[1].len() <= 2;
            if !thousands && !decimal_comma && !comma_guess {
                return None;
            }
            if thousands { (2, false) } else { (1, true) }
        }
        (['.'], _) if decimal_comma && groups_well(&parts) => (2, false),
        (['.'], _) => (1, true),
        // Where the comma groups, a point among groups of three is a worn comma.
        (['.', .., ','], false) if groups_well(&parts) => (parts.len(), false),
        ([first, .., last], _) => {
            let earlier = &separators[..separators.len() - 1];
            let groups = if first == last { &parts[..] } else { &parts[..parts.len() - 1] };
            let uniform = earlier.iter().all(|it| it == first);
            if !uniform || !groups_well(groups) || !(first == last || matches!(last, '.' | ',')) {
                return None;
            }
            (groups.len(), first != last)
        }
        ([_], _) if groups_well(&parts) => (2, false),
        _ => return None,
    };
    let mut plain = parts[..n_whole].concat();
    let leading_zero = n_whole == 1 && plain.len() > 1 && plain.starts_with('0');
    if has_fraction {
        plain.push('.');
        plain.push_str(parts.last()?);
    }
    Some(Numeral {
        range,
        decimal: plain.parse().ok()?,
        grouped: n_whole > 1,
        comma_guess,
        lost_comma,
        leading_zero,
        spaced: false,
    })
}

/// Whether one text's numbers speak for the decimal comma, positive, or the point, negative.
pub(super) fn comma_evidence(text: &str) -> i64 {
    let bytes = text.as_bytes();
    let mut votes = 0;
    let mut at = 0;
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let end = token_end(text, at);
        let token = &text[at..end];
        at = end;
        let separators: Vec<char> = token.chars().filter(|it| matches!(it, '.' | ',')).collect();
        let parts: Vec<&str> = token.split(['.', ',']).collect();
        let tail = parts.last().map_or(0, |it| it.len());
        votes += match separators.as_slice() {
            [',', ',', ..] if groups_well(&parts) => -2,
            [.., ',', '.'] => -3,
            [.., '.', ','] => 3,
            ['.', '.', ..] if groups_well(&parts) => 1,
            [','] if groups_well(&parts) => -1,
            [','] if tail == 2 => 2,
            ['.'] if tail == 2 => -1,
            _ => 0,
        };
    }
    votes
}
