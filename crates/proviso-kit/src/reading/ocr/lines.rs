//! Lines across the page, of the words that Tesseract found.
//!
//! A row is followed from word to word, so that it may rise or fall a little and a sign that is
//! lower than the letters does not decide where it lies. At last the words of a row are put on one
//! level: who looks for rows by places finds the same ones.
//!
//! **Invariant:** no word is lost but one that was a piece of a printed line, and none stands in two
//! lines.

use proviso_core::document::{Line, Reading, Rect, Ruling, Word};

use super::{append, mend, numbers};
use proviso_core::document::check_box;
use proviso_raster::Piece;
use proviso_raster::signs::DrawnSign;

/// Lower than this part of the usual height is a sign: a dash, a point, a wave.
const SIGN: f32 = 0.6;
/// Middles of neighbors in a row lie at most so many heights of the lower one apart.
const APART: f32 = 0.45;
/// Boxes of unequal height: so much of the lower one lies beside the other.
const BESIDE: f32 = 0.75;
/// Boxes of one row are of one height, within this factor.
const TALLER: f32 = 1.8;
/// So many numbers with commas at least tell how a page parts them.
const COMMAS: usize = 4;
/// Numbers of one column end so many heights apart at most.
const COLUMN: f32 = 1.0;
/// Larger than this, in heights of its row, a word keeps its height.
const LARGE: f32 = 1.5;

/// Makes lines across the page of the words Tesseract found, mends them, and changes units. `ink` is
/// the page's, dark and all that is seen.
///
/// Korean is recognized syllable by syllable, and where letters are spaced out a word comes in
/// pieces: pieces with a gap of less than a fifth of their height and no ruling between are one.
pub(crate) fn settle(
    words: Vec<Word>,
    ink: (&[Piece], &[Piece]),
    rulings: &[Ruling],
    to_page: impl Fn(Rect) -> Rect,
) -> Vec<Line> {
    let marks = numbers::Marks::of(ink.0, ink.1);
    let lines = rows(words).into_iter().map(|words| {
        let mut out: Vec<Word> = Vec::with_capacity(words.len());
        for word in words {
            let Some(last) = out.last_mut() else {
                out.push(word);
                continue;
            };
            if is_one_word(last, &word, rulings) || is_negative(last, &word) {
                append(last, &word);
            } else if !(no_wall(last, &word, rulings) && marks.join(last, &word)) {
                out.push(word);
            }
        }
        for word in &mut out {
            marks.set(word);
            word.rect = to_page(word.rect);
            word.text = mend::mended(&word.text);
        }
        out.retain(|it| !it.text.is_empty());
        Line { words: out }
    });
    let mut lines: Vec<Line> = lines.filter(|it| !it.words.is_empty()).collect();
    lines.sort_by(|a, b| a.rect().y0.total_cmp(&b.rect().y0));
    lines
}

/// Where a page parts its numbers by commas, a point before three digits or six is one of them that
/// was not seen whole. What was read stands beside the word.
///
/// On a poor scan most commas are read as points: then those are commas that were also read as such,
/// at another size or by another reader, and those in whose column most are. Weights with three
/// decimals fill a column of their own.
pub(crate) fn commas(lines: &mut [Line]) {
    let all = parts_by_commas(lines);
    let numbers: Vec<(Rect, Mark)> =
        lines.iter().flat_map(|it| &it.words).filter_map(|it| Some((it.rect, mark(it)?))).collect();
    if numbers.iter().filter(|it| it.1 == Mark::Comma).count() < COMMAS {
        return;
    }
    for word in lines.iter_mut().flat_map(|it| &mut it.words) {
        let Some(text) = numbers::with_commas(&word.text) else { continue };
        if !(all || mark(word) == Some(Mark::Both) || stands_among_commas(&word.rect, &numbers)) {
            continue;
        }
        let read = std::mem::replace(&mut word.text, text);
        word.others.retain(|it| it.text != word.text);
        word.others.push(Reading { text: read, confidence: word.confidence });
    }
}

/// Where a page parts cents by points, a comma before the last two digits is one of them. What was
/// read stands beside the word.
pub(crate) fn cents(lines: &mut [Line]) {
    let words = || lines.iter().flat_map(|it| &it.words);
    let n_points = words().filter(|it| numbers::has_cents(&it.text)).count();
    let n_commas = words().filter(|it| numbers::with_cents(&it.text).is_some()).count();
    if n_points < COMMAS || n_points < n_commas {
        return;
    }
    for word in lines.iter_mut().flat_map(|it| &mut it.words) {
        let Some(text) = numbers::with_cents(&word.text) else { continue };
        let read = std::mem::replace(&mut word.text, text);
        word.others.retain(|it| it.text != word.text);
        word.others.push(Reading { text: read, confidence: word.confidence });
    }
}

/// Where a page parts its thousands by commas, `$5001` is no amount: it is a code that begins with an
/// `S`, and would make the paper one in dollars. What was read stands beside the word.
pub(crate) fn codes(lines: &mut [Line]) {
    if !parts_by_commas(lines) {
        return;
    }
    for word in lines.iter_mut().flat_map(|it| &mut it.words) {
        let digits = word.text.strip_prefix('$').unwrap_or_default();
        if digits.len() >= 4 && digits.bytes().all(|it| it.is_ascii_digit()) {
            let code = format!("S{digits}");
            let read = std::mem::replace(&mut word.text, code);
            word.others.push(Reading { text: read, confidence: word.confidence });
        }
    }
}

/// What parts the groups of a number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Comma,
    /// A point that was also read as a comma.
    Both,
    Point,
}

fn mark(word: &Word) -> Option<Mark> {
    if numbers::is_grouped_by_commas(&word.text) {
        return Some(Mark::Comma);
    }
    let text = numbers::with_commas(&word.text)?;
    let both = word.others.iter().any(|it| it.text == text);
    Some(if both { Mark::Both } else { Mark::Point })
}

/// Whether most numbers that end where this one ends have commas.
fn stands_among_commas(it: &Rect, numbers: &[(Rect, Mark)]) -> bool {
    let column = numbers.iter().filter(|other| (other.0.x1 - it.x1).abs() < COLUMN * it.height());
    let (mut commas, mut points) = (0, 0);
    for (_, mark) in column {
        match mark {
            Mark::Comma | Mark::Both => commas += 1,
            Mark::Point => points += 1,
        }
    }
    commas > points
}

/// Whether a page parts the groups of its numbers by commas, and not by points.
pub(super) fn parts_by_commas(lines: &[Line]) -> bool {
    let marks = || lines.iter().flat_map(|it| &it.words).filter_map(mark);
    let n_commas = marks().filter(|it| *it == Mark::Comma).count();
    let n_points = marks().count() - n_commas;
    n_commas >= COMMAS && n_commas >= n_points
}

/// A word's triangle, if it was lifted off the image before anything was recognized, and the rest.
/// `place` is the word's, in pixels.
pub(super) fn sign_apart<'a>(
    text: &'a str,
    place: &Rect,
    lifted: &[DrawnSign],
) -> (&'static str, &'a str) {
    let stands = |it: &DrawnSign| it.text == '△' && place.holds(&it.rect);
    match text.strip_prefix('△') {
        Some(rest) if lifted.iter().any(stands) => ("△", rest),
        _ => ("", text),
    }
}

/// Puts the words of each line on one level.
pub(crate) fn level(lines: &mut [Line]) {
    for line in lines {
        let usual = usual_height(&line.words);
        let letters = || line.words.iter().filter(|it| it.rect.height() >= SIGN * usual);
        let middle = median(letters().map(|it| it.rect.center().1));
        let height = median(letters().map(|it| it.rect.height()));
        let (Some(middle), Some(height)) = (middle, height) else { continue };
        for word in &mut line.words {
            let own = word.rect.height();
            let half = if own > LARGE * height { own } else { height } / 2.0;
            (word.rect.y0, word.rect.y1) = (middle - half, middle + half);
        }
    }
}

/// Words in rows, from left to right.
fn rows(words: Vec<Word>) -> Vec<Vec<Word>> {
    let usual = usual_height(&words);
    let (mut letters, signs): (Vec<Word>, Vec<Word>) =
        words.into_iter().partition(|it| it.rect.height() >= SIGN * usual);
    letters.sort_by(|a, b| a.rect.x0.total_cmp(&b.rect.x0));
    let mut rows: Vec<Vec<Word>> = Vec::new();
    for word in letters {
        let next = rows.iter_mut().filter_map(|it| {
            let last = it.last()?.rect;
            follows(&last, &word.rect).then(|| (distance(&last, &word.rect), it))
        });
        match next.min_by(|a, b| a.0.total_cmp(&b.0)) {
            Some((_, row)) => row.push(word),
            None => rows.push(vec![word]),
        }
    }
    let mut lone: Vec<Vec<Word>> = Vec::new();
    for sign in signs {
        let (x, y) = sign.rect.center();
        let beside = |row: &Vec<Word>| {
            let near = row.iter().min_by(|a, b| {
                let gap = |it: &Word| (it.rect.x0 - x).max(x - it.rect.x1);
                gap(a).total_cmp(&gap(b))
            })?;
            let slack = 0.2 * near.rect.height();
            let off = (near.rect.center().1 - y).abs();
            (off <= near.rect.height() / 2.0 + slack).then_some(off)
        };
        let row = rows.iter_mut().filter_map(|it| Some((beside(it)?, it)));
        match row.min_by(|a, b| a.0.total_cmp(&b.0)) {
            Some((_, row)) => row.push(sign),
            None => lone.push(vec![sign]),
        }
    }
    rows.append(&mut lone);
    for row in &mut rows {
        row.sort_by(|a, b| a.rect.x0.total_cmp(&b.rect.x0));
    }
    rows
}

/// Whether a word stands to the right of the last one of a row, at its height.
fn follows(last: &Rect, next: &Rect) -> bool {
    let (lower, taller) = (last.height().min(next.height()), last.height().max(next.height()));
    let overlap = last.y1.min(next.y1) - last.y0.max(next.y0);
    let level = (last.center().1 - next.center().1).abs() <= APART * lower;
    let within = overlap >= BESIDE * lower && taller <= TALLER * lower;
    last.x1 - 0.5 * lower <= next.x0 && (level || within)
}

/// How far a word is from the end of a row; to be off its level counts most.
fn distance(last: &Rect, next: &Rect) -> f32 {
    const OFF: f32 = 20.0;
    (next.x0 - last.x1).max(0.0) + OFF * (last.center().1 - next.center().1).abs()
}

/// The height that most words have.
fn usual_height(words: &[Word]) -> f32 {
    // A dash may be alone with one letter.
    let letters = words.iter().filter(|it| it.text.chars().any(char::is_alphanumeric));
    median(letters.map(|it| it.rect.height()))
        .or_else(|| median(words.iter().map(|it| it.rect.height())))
        .unwrap_or(0.0)
}

fn median(of: impl Iterator<Item = f32>) -> Option<f32> {
    let mut all: Vec<f32> = of.collect();
    all.sort_by(f32::total_cmp);
    all.get(all.len() / 2).copied()
}

fn is_one_word(a: &Word, b: &Word, rulings: &[Ruling]) -> bool {
    let height = a.rect.height().min(b.rect.height());
    let gap = b.rect.x0 - a.rect.x1;
    let hangul = |it: Option<char>| it.is_some_and(|it| ('\u{ac00}'..='\u{d7a3}').contains(&it));
    let syllables = hangul(a.text.chars().last()) && hangul(b.text.chars().next());
    let overlap = a.rect.y1.min(b.rect.y1) - a.rect.y0.max(b.rect.y0);
    let limit = if syllables { 0.2 } else { 0.08 } * height;
    gap < limit
        && !is_sign(&a.text)
        && !is_sign(&b.text)
        && gap > -0.5 * height
        && overlap > 0.5 * height
        && no_wall(a, b, rulings)
}

/// A box or a circle is no part of a word.
fn is_sign(text: &str) -> bool {
    check_box::is_sign(text) || matches!(text, "●" | "△")
}

/// Whether a triangle belongs to the number behind it.
fn is_negative(sign: &Word, number: &Word) -> bool {
    let gap = number.rect.x0 - sign.rect.x1;
    sign.text == "△"
        && number.text.starts_with(|it: char| it.is_ascii_digit())
        && gap < 0.8 * number.rect.height()
}

/// Whether no upright line stands between two words.
fn no_wall(a: &Word, b: &Word, rulings: &[Ruling]) -> bool {
    let (y0, y1) = (a.rect.y0.max(b.rect.y0), a.rect.y1.min(b.rect.y1));
    !rulings.iter().any(|it| {
        let x = it.rect.center().0;
        !it.is_horizontal()
            && a.rect.center().0 < x
            && x < b.rect.center().0
            && it.rect.y0 < y1
            && y0 < it.rect.y1
    })
}

#[cfg(test)]
mod tests {
    use proviso_core::document::Source;

    use super::*;

    fn word(text: &str, x0: f32, y0: f32, x1: f32, y1: f32) -> Word {
        let (rect, source) = (Rect::new(x0, y0, x1, y1), Source::Ocr);
        Word { text: text.to_owned(), rect, confidence: 0.9, source, others: Vec::new() }
    }

    fn texts_of(line: &Line) -> String {
        line.words.iter().map(|it| it.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    fn texts(lines: &[Line]) -> Vec<String> {
        lines.iter().map(texts_of).collect()
    }

    #[test]
    fn a_sign_decides_no_row_and_a_taller_box_leaves_none() {
        let words = vec![
            word("~", 627.0, 490.0, 635.0, 494.0),
            word("부산02가", 411.0, 479.0, 480.0, 508.0),
            word("0041", 491.0, 484.0, 530.0, 500.0),
            word("5/28", 644.0, 484.0, 680.0, 502.0),
            word("2", 121.0, 535.0, 130.0, 550.0),
        ];
        let lines = settle(words, (&[], &[]), &[], |it| it);
        assert_eq!(texts(&lines), ["부산02가 0041 ~ 5/28", "2"]);
    }

    #[test]
    fn a_row_that_falls_is_followed_and_put_on_one_level() {
        let at = |i: usize| {
            let (x, y) = (100.0 * i as f32, 100.0 + 6.0 * i as f32);
            word("글자", x, y, x + 40.0, y + 20.0)
        };
        let mut words: Vec<Word> = (0..5).map(at).collect();
        words.push(word("다음", 0.0, 130.0, 40.0, 150.0));
        let mut lines = settle(words, (&[], &[]), &[], |it| it);
        assert_eq!(texts(&lines), ["글자 글자 글자 글자 글자", "다음"]);
        level(&mut lines);
        let row = &lines[0].words;
        assert!(row.iter().all(|it| (it.rect.y0, it.rect.y1) == (row[0].rect.y0, row[0].rect.y1)));
    }

    #[test]
    fn points_are_commas_where_a_page_has_commas() {
        let page = |texts: &[&str]| {
            let words = texts.iter().map(|it| word(it, 0.0, 0.0, 9.0, 9.0)).collect();
            let mut lines = vec![Line { words }];
            commas(&mut lines);
            texts_of(&lines[0])
        };
        let many = "4,680,000 42,120 3,875,000 250,000 9,120 53.460 3.382500 0.075 15.5 12.345% \
                    1680.000 100.000원을";
        let many: Vec<&str> = many.split(' ').collect();
        assert_eq!(
            page(&many),
            "4,680,000 42,120 3,875,000 250,000 9,120 53,460 3,382,500 0.075 15.5 12.345% \
             1,680,000 100,000원을"
        );
        assert_eq!(page(&["1.284", "53.460", "4,680"]), "1.284 53.460 4,680");
    }

    #[test]
    fn a_comma_before_cents_is_a_point_where_a_page_has_points() {
        let page = |texts: &[&str]| {
            let words = texts.iter().map(|it| word(it, 0.0, 0.0, 9.0, 9.0)).collect();
            let mut lines = vec![Line { words }];
            cents(&mut lines);
            texts_of(&lines[0])
        };
        let points = ["2,418.63", "8,507.82", "638.09", "(96.15)", "775,00", "3,861,45", "1,200"];
        assert_eq!(page(&points), "2,418.63 8,507.82 638.09 (96.15) 775.00 3,861.45 1,200");
        let commas = ["2.418,63", "8.507,82", "638,09", "96,15", "12.50"];
        assert_eq!(page(&commas), "2.418,63 8.507,82 638,09 96,15 12.50");
    }

    #[test]
    fn a_dollar_before_thousands_without_a_comma_is_a_letter() {
        let page = |texts: &[&str]| {
            let words = texts.iter().map(|it| word(it, 0.0, 0.0, 9.0, 9.0)).collect();
            let mut lines = vec![Line { words }];
            codes(&mut lines);
            texts_of(&lines[0])
        };
        let grouped = ["54,500", "8,200", "283,800", "28,380", "$5001", "$120", "$9,400"];
        assert_eq!(page(&grouped), "54,500 8,200 283,800 28,380 S5001 $120 $9,400");
        assert_eq!(page(&["$5001", "$4200"]), "$5001 $4200");
    }

    #[test]
    fn points_of_a_poor_scan_are_commas_where_they_were_also_read_as_such() {
        let number = |text: &str, others: &[&str], x1: f32, row: f32| {
            let mut it = word(text, x1 - 50.0, 30.0 * row, x1, 30.0 * row + 16.0);
            it.others.extend(
                others.iter().map(|it| Reading { text: (*it).to_owned(), confidence: 0.7 }),
            );
            it
        };
        let words = vec![
            number("186,000", &[], 500.0, 0.0),
            number("3,106,400", &[], 501.0, 1.0),
            number("189,700", &[], 500.0, 2.0),
            number("244,900", &[], 900.0, 0.0),
            number("412.000", &["412,000"], 500.0, 3.0),
            number("228.300", &[], 503.0, 4.0),
            number("12.345", &[], 200.0, 0.0),
            number("10.250", &[], 200.0, 1.0),
            number("8.400", &[], 200.0, 2.0),
            number("7.125", &[], 200.0, 3.0),
        ];
        let mut lines = vec![Line { words }];
        commas(&mut lines);
        assert_eq!(
            texts_of(&lines[0]),
            "186,000 3,106,400 189,700 244,900 412,000 228,300 12.345 10.250 8.400 7.125"
        );
    }

    #[test]
    fn what_stands_between_two_lines_is_a_line_of_its_own() {
        let words = vec![
            word("등록금", 100.0, 100.0, 160.0, 120.0),
            word("비율", 200.0, 113.0, 240.0, 133.0),
            word("감면액", 100.0, 126.0, 160.0, 146.0),
        ];
        assert_eq!(settle(words, (&[], &[]), &[], |it| it).len(), 3);
    }
}
