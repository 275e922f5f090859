//! Words into rows by their baselines, rows into segments by their gaps.

use super::{Row, Segment, Text};
use crate::document::{Page, Rect, Source, Word};

/// What is usual on a page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measure {
    /// Height of a line of text.
    pub line_height: f32,
    /// A wider gap separates segments, in line heights.
    pub gap: f32,
    /// How wide a space between words usually is.
    pub space: f32,
}

/// A gap of one line height is never a word space, not even in justified text.
const GAP: f32 = 1.0;
/// Nor is one of so many usual spaces, in a row that has such spaces, too: columns may stand closer
/// together than a line is high.
const SPACES: f32 = 3.0;
/// Between two numbers of four digits and more that many do.
const BETWEEN_NUMBERS: f32 = 2.0;
/// What is narrower than this is a space all the same, in line heights.
const NARROW: f32 = 0.7;
/// Letters of a spaced-out label or title stand at most this far apart, in line heights.
const LETTER_GAP: f32 = 2.6;

/// Parts of a date, likewise.
const DATE_GAP: f32 = 5.0;
/// And a sign between two numbers in cells of their own.
const SIGN_GAP: f32 = 8.0;

impl Measure {
    /// Measures a page.
    pub fn of(page: &Page, words: &[&Word]) -> Measure {
        let mut heights: Vec<f32> = words.iter().map(|it| it.rect.height()).collect();
        heights.sort_by(f32::total_cmp);
        let line_height = heights.get(heights.len() / 2).copied().unwrap_or(1.0).max(0.01);
        // In plain text every cell is as wide as a space: two spaces make a column.
        let gap = if page.source == Source::Native { 1.5 } else { GAP };
        let mut spaces: Vec<f32> = page
            .lines
            .iter()
            .flat_map(|it| it.words.windows(2))
            .map(|it| it[1].rect.x0 - it[0].rect.x1)
            .filter(|it| (0.0..gap * line_height).contains(it))
            .collect();
        spaces.sort_by(f32::total_cmp);
        let space = spaces.get(spaces.len() / 2).copied().unwrap_or(gap * line_height);
        Measure { line_height, gap, space }
    }
}

/// Clusters words into rows and segments.
///
/// Nothing goes on across a wall, which is a vertical line: no text is printed over one.
pub fn rows(page: u32, words: &[&Word], measure: &Measure, walls: &[Rect]) -> Vec<Row> {
    let mut order: Vec<&Word> = words.to_vec();
    order.sort_by(|a, b| {
        let key = |it: &Word| (it.rect.y0 + it.rect.y1, it.rect.x0);
        let (ya, xa) = key(a);
        let (yb, xb) = key(b);
        ya.total_cmp(&yb).then(xa.total_cmp(&xb))
    });
    let mut clusters: Vec<(f32, f32, Vec<&Word>)> = Vec::new();
    for word in order {
        let (_, y) = word.rect.center();
        let height = word.rect.height().max(0.01);
        match clusters.last_mut() {
            Some((center, tall, members)) if (y - *center).abs() <= 0.42 * height.min(*tall) => {
                let n = members.len() as f32;
                *center = (*center * n + y) / (n + 1.0);
                *tall = (*tall * n + height) / (n + 1.0);
                members.push(word);
            }
            _ => clusters.push((y, height, vec![word])),
        }
    }
    let of = |(_, tall, members)| row(page, members, tall, measure, walls);
    clusters.into_iter().map(of).collect()
}

fn row(page: u32, mut words: Vec<&Word>, tall: f32, measure: &Measure, walls: &[Rect]) -> Row {
    words.sort_by(|a, b| a.rect.x0.total_cmp(&b.rect.x0));
    let widest = measure.gap * tall;
    // In justified text all spaces of a row are wide.
    let gaps = words.windows(2).map(|it| it[1].rect.x0 - it[0].rect.x1);
    let least = gaps.filter(|it| *it > 0.0).fold(widest, f32::min);
    let between_words = widest.min((SPACES * measure.space.max(least)).max(NARROW * tall));
    let between_numbers = between_words.min((BETWEEN_NUMBERS * measure.space).max(0.5 * tall));
    let mut segments: Vec<Vec<&Word>> = Vec::new();
    for word in words {
        let joined = segments.last().and_then(|it| it.last()).is_some_and(|last| {
            let gap = word.rect.x0 - last.rect.x1;
            // Numbers one after the other are no justified text.
            let both = ends_in_digits(&last.text) && ends_in_digits(&word.text);
            let joined = gap < if both { between_numbers } else { between_words }
                || (gap < LETTER_GAP * tall && is_letter(&last.text) && is_letter(&word.text))
                || (gap < DATE_GAP * tall && is_date_part(&last.text, &word.text))
                || (gap < SIGN_GAP * tall && goes_on(&last.text, &word.text));
            joined && !walls.iter().any(|wall| stands_between(wall, &last.rect, &word.rect))
        });
        match segments.last_mut() {
            Some(it) if joined => it.push(word),
            _ => segments.push(vec![word]),
        }
    }
    let segments: Vec<Segment> = segments.into_iter().map(|it| segment(page, &it)).collect();
    let rect = union(segments.iter().map(|it| it.rect));
    Row { segments, rect }
}

/// Whether a word begins and ends with digits and has four at least.
fn ends_in_digits(word: &str) -> bool {
    let digit = |it: Option<char>| it.is_some_and(|it| it.is_ascii_digit());
    digit(word.chars().next())
        && digit(word.chars().next_back())
        && word.chars().filter(char::is_ascii_digit).count() >= 4
}

/// Whether a wall parts two words of one row.
fn stands_between(wall: &Rect, before: &Rect, after: &Rect) -> bool {
    let (x, y) = (wall.center().0, after.center().1);
    before.center().0 < x && x < after.center().0 && wall.y0 < y && y < wall.y1
}

fn segment(page: u32, words: &[&Word]) -> Segment {
    // "용 역 계 약 서": letters that are set apart make one word.
    let spaced = words.len() > 1 && words.iter().all(|it| is_letter(&it.text));
    let separator = if spaced { "" } else { " " };
    let mut text = Text::default();
    for it in words {
        text.push(it, page, separator);
    }
    Segment { text, rect: union(words.iter().map(|it| it.rect)) }
}

/// A single syllable or letter of a script that is written without case: spaced-out labels.
fn is_letter(text: &str) -> bool {
    let mut chars = text.chars();
    let first = chars.next();
    first.is_some_and(|c| ('가'..='힣').contains(&c) || ('一'..='鿿').contains(&c))
        && chars.next().is_none()
}

/// `2031년   4월   5일`: the parts of a date over signatures are set apart.
fn is_date_part(last: &str, next: &str) -> bool {
    let number =
        |it: &str| !it.is_empty() && it.len() <= 4 && it.chars().all(|c| c.is_ascii_digit());
    let part = |it: &str, unit: char| it.strip_suffix(unit).is_some_and(number);
    part(last, '년') && (part(next, '월') || number(next))
        || part(last, '월') && (part(next, '일') || number(next))
        || number(last) && matches!(next, "년" | "월" | "일")
        || matches!(last, "년" | "월") && number(next)
}

/// A sign between two numbers needs both, however far it is set apart: `10. 18. (토)   ~   10. 19. (일)`.
fn goes_on(last: &str, next: &str) -> bool {
    let parts = |it: &str| matches!(it, "~" | "∼" | "～" | "〜" | "×" | "✕" | "to");
    let digit = |it: &str| it.contains(|c: char| c.is_ascii_digit());
    parts(next) && (digit(last) || last.ends_with(')')) || parts(last) && digit(next)
}

/// The box around boxes; an empty one if there are none.
pub fn union(rects: impl Iterator<Item = Rect>) -> Rect {
    rects.reduce(|a, b| a.union(&b)).unwrap_or(Rect { x0: 0.0, y0: 0.0, x1: 0.0, y1: 0.0 })
}
