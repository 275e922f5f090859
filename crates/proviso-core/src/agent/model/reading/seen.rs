//! What the words of a recognized page do not say, or only nearly: places by a box on its picture, and
//! words that are like what a model says it sees.
//!
//! **Invariant:** pages with words of their own have no such places: what they say stands in their lines.

use super::ground::{MAX_WORDS, Place, Pointer, all, letters, letters_of, placed, said};
use super::sheet::{At, Sheet};
use crate::analysis::Evidence;
use crate::document::{Rect, Source};
use crate::value::Value;

/// The words of a recognized line that are most like a quote, letter by letter; none where less than
/// three of five letters are those of the quote.
pub(super) fn likeliest(sheet: &Sheet<'_>, quote: &str) -> Option<Vec<At>> {
    let lines = (0..sheet.rows.len()).filter(|it| sheet.is_recognized(*it));
    let lines: Vec<Vec<At>> = lines.map(|it| all(sheet, &[it])).collect();
    most_alike(sheet, &lines, &letters(quote)).filter(|it| it.0 >= 60).map(|it| it.1)
}

/// The first of the shortest words within groups of them that are most like letters, and how much.
fn most_alike(sheet: &Sheet<'_>, groups: &[Vec<At>], wanted: &[char]) -> Option<(usize, Vec<At>)> {
    let mut best: Option<(usize, Vec<At>)> = None;
    for group in groups {
        for length in 1..=MAX_WORDS.min(group.len()) {
            for window in group.windows(length) {
                let alike = alike(&letters_of(sheet, window).0, wanted);
                if best.as_ref().is_none_or(|it| alike > it.0) {
                    best = Some((alike, window.to_vec()));
                }
            }
        }
    }
    best
}

/// A box in thousandths of a page's picture: the words in it, and the same as evidence.
pub(super) fn boxed(
    sheet: &Sheet<'_>,
    (document, page): (u32, u32),
    [x0, y0, x1, y1]: [f32; 4],
) -> Result<(Vec<At>, Evidence), String> {
    let row = sheet.rows.iter().find(|it| (it.document, it.page.number) == (document, page));
    let row = row.ok_or_else(|| "its box stands on no page".to_owned())?;
    let sane = x0 < x1 && y0 < y1 && x0 >= 0.0 && y0 >= 0.0 && x1 <= 1000.0 && y1 <= 1000.0;
    // A box around half a page points at nothing.
    if !sane || (x1 - x0) * (y1 - y0) > 60_000.0 {
        return Err("its box is no place".to_owned());
    }
    let (w, h) = (row.page.width / 1000.0, row.page.height / 1000.0);
    let rect = Rect::new(x0 * w, y0 * h, x1 * w, y1 * h);
    let inside = Evidence { document, page, boxes: vec![rect], text: String::new() };
    let words = sheet.words_in(&inside);
    let text = said(sheet, &words);
    // Where a page has words of its own, what they say is what it says.
    if row.page.source != Source::Ocr && !words.is_empty() {
        return Err("its page is no picture: what stands there stands in its lines".to_owned());
    }
    Ok((words, Evidence { text, ..inside }))
}

/// How much alike words of the sheet and a text are, in hundredths.
pub(super) fn alike_words(sheet: &Sheet<'_>, words: &[At], text: &str) -> usize {
    let wanted = letters(text);
    alike(&letters_of(sheet, words).0, &wanted)
}

/// A place that the words of a recognized page do not confirm: the words most like the value in the
/// line, or the box.
pub(super) fn seen(sheet: &Sheet<'_>, value: &Value, at: &Pointer) -> Result<Place, String> {
    let no_place = || "its place does not say it".to_owned();
    if let Some((document, page, area)) = at.area {
        let (words, evidence) = boxed(sheet, (document, page), area)?;
        return Ok(Place { words, evidence, seen: true });
    }
    let line = at.lines.first().copied().ok_or_else(no_place)?;
    if !sheet.is_recognized(line) {
        return Err(match at.quote.is_empty() {
            true => no_place(),
            false => "its quote does not stand there, or does not say it".to_owned(),
        });
    }
    let group = if at.words.is_empty() { all(sheet, &at.lines) } else { at.words.clone() };
    let wanted = match letters(&at.quote) {
        quote if !quote.is_empty() => quote,
        _ => letters(&value.to_string()),
    };
    let best = most_alike(sheet, &[group], &wanted);
    match best.filter(|it| it.0 >= 40) {
        Some((_, words)) => placed(sheet, words, true),
        // A value of the draft has its place, whatever recognition made of the letters there.
        None if at.quote.is_empty() && !at.words.is_empty() => {
            placed(sheet, at.words.clone(), true)
        }
        None => Err(no_place()),
    }
}

/// How much alike two texts are, in hundredths: the longest common subsequence of both.
fn alike(a: &[char], b: &[char]) -> usize {
    if a.is_empty() || b.is_empty() || a.len() > 200 || b.len() > 200 {
        return 0;
    }
    let mut row = vec![0usize; b.len() + 1];
    for x in a {
        let mut diagonal = 0;
        for (n, y) in b.iter().enumerate() {
            let above = row[n + 1];
            row[n + 1] = if x == y { diagonal + 1 } else { above.max(row[n]) };
            diagonal = above;
        }
    }
    row[b.len()] * 200 / (a.len() + b.len())
}
