//! Finds the place of a value that a model gives, and holds the value against it.
//!
//! What is near counts before what is first: the line that the model names, its neighbors, and the
//! rest of the page only where a quote of more than the value leads there.
//!
//! **Invariant:** a place is words of the documents, or a box on a recognized page. Where the words
//! say the value it is read; on recognized pages alone, where they nearly do or a box is given, it is
//! *seen*, and whoever uses it is told.

use super::numerals::{self, Around, folded};
use super::seen;
use super::sheet::{At, Sheet};
use crate::analysis::Evidence;
use crate::document::Word;
use crate::value::{Period, Value};

/// Words that one value may cover on a line.
pub(super) const MAX_WORDS: usize = 9;
/// Lines on either side of the one that is named.
const NEAR: usize = 2;
/// Lines on either side that a broken day is looked for in.
const MAX_BROKEN: usize = 8;
/// Lines that a text may go on for.
const MAX_LINES: usize = 5;

/// Where a value stands.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Place {
    /// The words that say it; empty where only a box is known.
    pub(super) words: Vec<At>,
    /// The same as evidence.
    pub(super) evidence: Evidence,
    /// Whether the words do not say it, and only the model saw it.
    pub(super) seen: bool,
}

/// Where a model says that a value stands.
#[derive(Debug, Clone, Default)]
pub(super) struct Pointer {
    /// Words of a field of the draft.
    pub(super) words: Vec<At>,
    /// Lines, by their index.
    pub(super) lines: Vec<usize>,
    /// What stands there.
    pub(super) quote: String,
    /// A box in thousandths of a page: document, page, left, top, right, bottom.
    pub(super) area: Option<(u32, u32, [f32; 4])>,
}

impl Pointer {
    /// Where a quote stands that comes without a line: on the page that is named, if on any.
    pub(super) fn quoted(
        sheet: &Sheet<'_>,
        quote: &str,
        document: u32,
        page: u32,
    ) -> Option<Pointer> {
        let named = |it: usize| {
            let row = &sheet.rows[it];
            (row.document, row.page.number) == (document, page)
        };
        let words = passage(sheet, quote, &named).or_else(|| passage(sheet, quote, &|_| true))?;
        let mut lines: Vec<usize> = words.iter().map(|it| it.0).collect();
        lines.dedup();
        let quote = quote.trim().chars().take(400).collect();
        Some(Pointer { words: Vec::new(), lines, quote, area: None })
    }

    /// Reads `f12`, `f12-f13`, `f5,f7`, `14`, `14-15`, `14,17`; none where it names no place.
    pub(super) fn read(sheet: &Sheet<'_>, at: &str, quote: &str) -> Option<Pointer> {
        let quote: String = quote.trim().chars().take(400).collect();
        let fields = drafted(at, sheet.places.len());
        if !fields.is_empty() {
            let places = fields.iter().filter_map(|it| sheet.places.get(*it));
            let mut words: Vec<At> = places.flatten().copied().collect();
            words.sort_unstable();
            words.dedup();
            let mut lines: Vec<usize> = words.iter().map(|it| it.0).collect();
            lines.dedup();
            return Some(Pointer { words, lines, quote, area: None });
        }
        let line = |it: &str| {
            let number = it.trim().trim_start_matches(['L', 'l']).parse().ok()?;
            sheet.line(number)
        };
        let mut lines: Vec<usize> = Vec::new();
        for part in at.split(',') {
            let (from, to) = part.split_once(['-', '~', '–']).unwrap_or((part, part));
            let (from, to) = (line(from)?, line(to)?);
            lines.extend((from..=to.max(from)).take(MAX_LINES + 1));
        }
        lines.sort_unstable();
        lines.dedup();
        lines.truncate(MAX_LINES + 1);
        Some(Pointer { words: Vec::new(), lines, quote, area: None })
    }
}

/// Values of the draft that a place names, `f3`, `f3-f5` or `f5,f7`; empty where it names something else.
pub(super) fn drafted(at: &str, n: usize) -> Vec<usize> {
    match at.trim().starts_with(['f', 'F']) {
        true => numbers(at, 'f', n),
        false => Vec::new(),
    }
}

/// Numbers below a bound that a text names, `f3`, `f3-f17` or several such, with their mark or
/// without it.
pub(super) fn numbers(text: &str, mark: char, n: usize) -> Vec<usize> {
    let marks = [mark, mark.to_ascii_uppercase()];
    let number = |it: &str| it.trim().trim_start_matches(marks).parse::<usize>().ok();
    let range = |it: &str| {
        let (from, to) = it.split_once(['-', '–', '~']).unwrap_or((it, it));
        Some(number(from)?..=number(to)?)
    };
    let named = text.split(',').filter_map(range);
    named.flat_map(|it| it.take_while(|it| *it < n)).collect()
}

/// The place of a value; `taken` says which words another claim has for the same value.
pub(super) fn ground(
    sheet: &Sheet<'_>,
    around: &Around,
    value: &Value,
    at: &Pointer,
    taken: &dyn Fn(&[At]) -> bool,
) -> Result<Place, String> {
    let found = if is_number(value) {
        number(sheet, around, value, at, taken)
    } else {
        text(sheet, value, at, taken)
    };
    // A box points at one place: the same value elsewhere in the line is another one.
    match found.filter(|it| at.area.is_none() || !taken(it)) {
        Some(words) => placed(sheet, words, false),
        None => seen::seen(sheet, value, at),
    }
}

/// Whether a value is a number or a time, which is printed in more ways than one.
pub(super) fn is_number(value: &Value) -> bool {
    matches!(
        value,
        Value::Money(_) | Value::Date(_) | Value::Period(_) | Value::Rate(_) | Value::Quantity(_)
    )
}

/// Whether a text is, letter by letter, what a value that is no number says.
pub(super) fn is_text(value: &Value, text: &str) -> bool {
    let wanted = letters(&value.to_string());
    !is_number(value) && !wanted.is_empty() && letters(text) == wanted
}

pub(super) fn placed(sheet: &Sheet<'_>, words: Vec<At>, seen: bool) -> Result<Place, String> {
    let evidence = sheet.evidence(&words);
    let evidence = evidence.ok_or_else(|| "it stands nowhere".to_owned())?;
    Ok(Place { words, evidence, seen })
}

/// The words of lines, in order.
pub(super) fn all(sheet: &Sheet<'_>, lines: &[usize]) -> Vec<At> {
    let of = |line: &usize| {
        let n = sheet.rows.get(*line).map_or(0, |it| it.words.len());
        (0..n).map(|word| (*line, word)).collect::<Vec<_>>()
    };
    lines.iter().flat_map(of).collect()
}

pub(super) fn said(sheet: &Sheet<'_>, words: &[At]) -> String {
    let words: Vec<&str> =
        words.iter().filter_map(|it| sheet.word(*it)).map(|it| it.text.as_str()).collect();
    words.join(" ")
}

/// Groups of words to look in, the likeliest first.
fn groups(sheet: &Sheet<'_>, at: &Pointer) -> Vec<Vec<At>> {
    let mut out = Vec::new();
    if !at.words.is_empty() {
        out.push(at.words.clone());
    }
    if let Some(quoted) = quoted(sheet, at) {
        // A quote that stands there is where the value must stand.
        out.push(quoted);
        return out;
    }
    let (Some(first), Some(last)) = (at.lines.first(), at.lines.last()) else { return out };
    let foreign = !at.quote.is_empty() && !at.lines.iter().any(|it| sheet.is_recognized(*it));
    if foreign && at.words.is_empty() && letters(&at.quote).iter().any(|it| it.is_alphabetic()) {
        // Words that stand nowhere near are no place; digits alone may be spaced otherwise.
        return out;
    }
    out.push(all(sheet, &at.lines));
    for by in 1..=NEAR {
        let near = [last.checked_add(by), first.checked_sub(by)];
        for line in near.into_iter().flatten().filter(|it| sheet.same_page(*it, *first)) {
            out.push(all(sheet, &[line]));
        }
    }
    if at.lines.len() == 1 {
        let both = [*first, first + 1];
        if sheet.same_page(both[0], both[1]) {
            out.push(all(sheet, &both));
        }
    }
    out
}

/// Letters and digits of a text with the words that they belong to.
pub(super) fn letters_of(sheet: &Sheet<'_>, words: &[At]) -> (Vec<char>, Vec<At>) {
    let (mut chars, mut owners) = (Vec::new(), Vec::new());
    for at in words {
        let text = sheet.word(*at).map_or("", |it| it.text.as_str());
        for it in letters(text) {
            chars.push(it);
            owners.push(*at);
        }
    }
    (chars, owners)
}

/// The letters and digits of a text, in one width and case.
pub(super) fn letters(text: &str) -> Vec<char> {
    folded(text).chars().filter(|it| it.is_alphanumeric()).collect()
}

/// Where a quote stands: in the lines that are named, next to them, or once on their page.
fn quoted(sheet: &Sheet<'_>, at: &Pointer) -> Option<Vec<At>> {
    let wanted = letters(&at.quote);
    if wanted.is_empty() {
        return None;
    }
    let first = *at.lines.first()?;
    let last = *at.lines.last()?;
    let inside = all(sheet, &at.lines);
    let from = first.saturating_sub(NEAR);
    let near: Vec<usize> =
        (from..=last + MAX_LINES).filter(|it| sheet.same_page(*it, first)).collect();
    let occurrence = |words: &[At]| {
        let (chars, owners) = letters_of(sheet, words);
        let hits = hits(&chars, &wanted);
        // `20` stands in `2025` only where it stands nowhere else.
        let within = |a: Option<usize>, b: usize| {
            let digit = |it: usize| chars.get(it).is_some_and(char::is_ascii_digit);
            a.is_some_and(|a| digit(a) && digit(b) && owners.get(a) == owners.get(b))
        };
        let torn = |it: usize| {
            let end = it + wanted.len();
            within(it.checked_sub(1), it) || within(Some(end - 1), end)
        };
        let rank = |it: &usize| (torn(*it), owners[*it].0.abs_diff(first));
        let best = hits.into_iter().min_by_key(rank)?;
        let (from, to) = (owners[best], owners[best + wanted.len() - 1]);
        let range = words.iter().copied().skip_while(|it| *it != from);
        let mut out: Vec<At> = Vec::new();
        for it in range {
            out.push(it);
            if it == to {
                break;
            }
        }
        Some(out)
    };
    occurrence(&inside).or_else(|| occurrence(&all(sheet, &near))).or_else(|| {
        // Farther away only what cannot be meant otherwise.
        let page: Vec<usize> =
            (0..sheet.rows.len()).filter(|it| sheet.same_page(*it, first)).collect();
        let words = all(sheet, &page);
        let (chars, _) = letters_of(sheet, &words);
        let telling = wanted.len() >= 8 && wanted.iter().any(|it| it.is_alphabetic());
        (telling && hits(&chars, &wanted).len() == 1).then(|| occurrence(&words)).flatten()
    })
}

/// Where words stand, anywhere, over broken lines too; none where they stand nowhere.
pub(super) fn passage(
    sheet: &Sheet<'_>,
    quote: &str,
    is_there: &dyn Fn(usize) -> bool,
) -> Option<Vec<At>> {
    let wanted = letters(quote);
    let lines: Vec<usize> = (0..sheet.rows.len()).filter(|it| is_there(*it)).collect();
    let (chars, owners) = letters_of(sheet, &all(sheet, &lines));
    let from = hits(&chars, &wanted).into_iter().next()?;
    let mut out = owners[from..from + wanted.len()].to_vec();
    out.dedup();
    out.iter().all(|it| sheet.same_page(it.0, out[0].0)).then_some(out)
}

/// The words of a quote one by one, in order, in lines that follow one another: around what stands in
/// other columns. A quote of few words could be pieced together anywhere.
pub(super) fn threaded(sheet: &Sheet<'_>, quote: &str) -> Option<Vec<At>> {
    let of = |text: &str| letters(text).into_iter().collect::<String>();
    let wanted: Vec<String> =
        quote.split_whitespace().map(of).filter(|it| !it.is_empty()).collect();
    if wanted.len() < 5 {
        return None;
    }
    for first in 0..sheet.rows.len() {
        let lines: Vec<usize> =
            (first..=first + 3).filter(|it| sheet.same_page(*it, first)).collect();
        let mut left = wanted.iter().peekable();
        let mut found = Vec::new();
        for at in all(sheet, &lines) {
            let word = sheet.word(at).map_or(String::new(), |it| of(&it.text));
            if left.peek().is_some_and(|it| **it == word) {
                left.next();
                found.push(at);
            }
        }
        if left.peek().is_none() {
            return Some(found);
        }
    }
    None
}

fn hits(chars: &[char], wanted: &[char]) -> Vec<usize> {
    if wanted.is_empty() {
        return Vec::new();
    }
    let windows = chars.windows(wanted.len()).enumerate();
    windows.filter(|it| it.1 == wanted).map(|it| it.0).collect()
}

/// The fewest words that say a number.
fn number(
    sheet: &Sheet<'_>,
    around: &Around,
    value: &Value,
    at: &Pointer,
    taken: &dyn Fn(&[At]) -> bool,
) -> Option<Vec<At>> {
    let groups = groups(sheet, at);
    let own = |text: &str| numerals::says(text, value, around);
    let scanned = |text: &str| numerals::scanned(text, value, around);
    let mut fallback = None;
    for group in &groups {
        let mut found = windows(sheet, group, &own);
        // Our scanner is asked where it reads the value in the whole.
        if found.is_empty() && scanned(&said(sheet, group)) {
            found = windows(sheet, group, &scanned);
        }
        if let Some(free) = found.iter().find(|it| !taken(it)) {
            return Some(free.clone());
        }
        if fallback.is_none() {
            fallback = found.into_iter().next();
        }
    }
    fallback.or_else(|| stacked(sheet, value, at, &own))
}

/// A day or a period that is broken within its cell: the words below one another, without a gap.
/// Numbers below one another are a column; only days have so many digits that they must fit.
fn stacked(
    sheet: &Sheet<'_>,
    value: &Value,
    at: &Pointer,
    says: &dyn Fn(&str) -> bool,
) -> Option<Vec<At>> {
    let is_day = matches!(value, Value::Date(_) | Value::Period(Period::Range { .. }));
    let first = at.lines.first().copied().filter(|_| is_day)?;
    let lines: Vec<usize> = (first.saturating_sub(MAX_BROKEN)..=first + MAX_BROKEN)
        .filter(|it| sheet.same_page(*it, first))
        .collect();
    let words = all(sheet, &lines);
    let below = |it: &At| {
        let rect = sheet.word(*it)?.rect;
        let fits = |other: &&At| {
            sheet.word(**other).is_some_and(|word| {
                let overlap = word.rect.x1.min(rect.x1) - word.rect.x0.max(rect.x0);
                let gap = word.rect.y0 - rect.y1;
                overlap * 2.0 > word.rect.width().min(rect.width())
                    && word.rect.y0 > rect.y0
                    && gap < rect.height()
            })
        };
        words.iter().filter(|other| other.0 > it.0).find(fits).copied()
    };
    for start in &words {
        let mut stack = vec![*start];
        while let Some(next) = stack.last().and_then(below).filter(|_| stack.len() < 4) {
            stack.push(next);
            let text: String =
                stack.iter().filter_map(|it| sheet.word(*it)).map(|it| it.text.as_str()).collect();
            if says(&text) {
                return Some(stack);
            }
        }
    }
    None
}

/// The shortest windows of words of which a text says something, from left to right.
fn windows(sheet: &Sheet<'_>, group: &[At], says: &dyn Fn(&str) -> bool) -> Vec<Vec<At>> {
    for length in 1..=MAX_WORDS.min(group.len()) {
        let found: Vec<Vec<At>> = group
            .windows(length)
            .filter(|it| readings(sheet, it).iter().any(|it| says(it)))
            .map(<[At]>::to_vec)
            .collect();
        if !found.is_empty() {
            return found;
        }
    }
    if group.len() > MAX_WORDS && group.len() <= 40 && says(&said(sheet, group)) {
        return vec![group.to_vec()];
    }
    Vec::new()
}

/// What words may say: as recognized, and with each other reading of one of them.
fn readings(sheet: &Sheet<'_>, words: &[At]) -> Vec<String> {
    let mut out = vec![said(sheet, words)];
    let texts: Vec<&Word> = words.iter().filter_map(|it| sheet.word(*it)).collect();
    for (n, word) in texts.iter().enumerate() {
        for other in word.others.iter().take(4) {
            let with = |(at, it): (usize, &&Word)| match at == n {
                true => other.text.clone(),
                false => it.text.clone(),
            };
            out.push(texts.iter().enumerate().map(with).collect::<Vec<_>>().join(" "));
        }
    }
    out
}

/// Where the letters of a text stand, over broken lines and around what stands in other columns.
fn text(
    sheet: &Sheet<'_>,
    value: &Value,
    at: &Pointer,
    taken: &dyn Fn(&[At]) -> bool,
) -> Option<Vec<At>> {
    let wanted = letters(&value.to_string());
    let first = at.lines.first().copied()?;
    if wanted.is_empty() {
        return None;
    }
    // Lines that others stand between are named together.
    if at.lines.windows(2).any(|it| it[0] + 1 < it[1])
        && let Some(words) = passage(sheet, &value.to_string(), &|it| at.lines.contains(&it))
    {
        return Some(words);
    }
    let page: Vec<usize> = (0..sheet.rows.len()).filter(|it| sheet.same_page(*it, first)).collect();
    let words = all(sheet, &page);
    let (chars, owners) = letters_of(sheet, &words);
    let mut found: Vec<(usize, Vec<At>)> = hits(&chars, &wanted)
        .into_iter()
        .map(|it| {
            let mut words: Vec<At> = owners[it..it + wanted.len()].to_vec();
            words.dedup();
            (owners[it].0.abs_diff(first), words)
        })
        .filter(|it| it.0 <= MAX_LINES)
        .collect();
    found.sort_by_key(|it| (it.0, taken(&it.1)));
    if let Some((_, words)) = found.into_iter().next() {
        return Some(words);
    }
    scattered(sheet, value, first)
}

/// The words of a text one by one, in lines that follow one another; on recognized pages a third of
/// its letters may be misread, and no digit.
fn scattered(sheet: &Sheet<'_>, value: &Value, first: usize) -> Option<Vec<At>> {
    let from = first.saturating_sub(1);
    let lines: Vec<usize> =
        (from..=first + MAX_LINES).filter(|it| sheet.same_page(*it, first)).collect();
    let words = all(sheet, &lines);
    let value = value.to_string();
    let (mut covered, mut n) = (0, 0);
    let mut out: Vec<At> = Vec::new();
    for token in value.split(|it: char| it.is_whitespace() || matches!(it, ',' | '/' | '(' | ')')) {
        let wanted = letters(token);
        if wanted.is_empty() {
            continue;
        }
        n += wanted.len();
        let within = |at: &&At| {
            let text = sheet.word(**at).map_or("", |it| it.text.as_str());
            let chars = letters(text);
            !out.contains(at) && !hits(&chars, &wanted).is_empty()
        };
        if let Some(found) = words.iter().find(within) {
            out.push(*found);
            covered += wanted.len();
        } else if let Some(cut) = broken(sheet, &words, &wanted) {
            out.extend(cut);
            covered += wanted.len();
        } else if wanted.iter().any(char::is_ascii_digit) {
            return None;
        }
    }
    out.sort_unstable();
    out.dedup();
    let recognized = sheet.is_recognized(first);
    let enough = if recognized { covered * 3 >= n * 2 } else { covered == n };
    (enough && covered > 0).then_some(out)
}

/// A word that is broken at the end of a line of its column.
fn broken(sheet: &Sheet<'_>, words: &[At], wanted: &[char]) -> Option<Vec<At>> {
    let chars = |at: &At| -> Vec<char> {
        let text = sheet.word(*at).map_or("", |it| it.text.as_str());
        letters(text)
    };
    for head in words {
        let start = chars(head);
        let n = (1..wanted.len()).rev().find(|n| start.ends_with(&wanted[..*n]));
        let Some(n) = n.filter(|n| *n * 4 >= wanted.len()) else { continue };
        let tail = words.iter().find(|it| it.0 > head.0 && chars(it).starts_with(&wanted[n..]));
        if let Some(tail) = tail {
            return Some(vec![*head, *tail]);
        }
    }
    None
}
