//! Numbers put together and their separators seen in the ink.
//!
//! In type of one width and in handwriting the gap beside a comma is as wide as a space, and a comma
//! that is faint is not read at all. Both are told by what stands in the picture: digits are tall
//! pieces of ink, separators small ones at their feet.
//!
//! **Invariant:** no digit is changed, added or taken away; a number is put together only where its
//! groups of three come out, or where its ink goes on from one word to the next as within them.

use proviso_core::document::{Rect, Word};

use super::append;
use proviso_raster::Piece;

/// Parts of a number are at most this far apart, in heights: a box may end before its comma.
const REACH: f32 = 1.1;
/// A separator is at most so wide and so high, in heights of a digit.
const MARK: (f32, f32) = (0.45, 0.65);
/// In handwriting a comma stands below its line, at most by so many heights.
const BELOW: f32 = 0.7;
/// A digit is at least so high, in heights of its word.
const DIGIT: f32 = 0.55;
/// Boxes of words are off by so much, in heights.
const SLACK: f32 = 0.15;
/// The next sign of a number is at most so far away, in its heights: a space takes more.
const NEXT: f32 = 0.35;
/// So much of a number may have been lost, in its heights.
const MOST: f32 = 4.0;
/// How wide a digit's place is, in heights of a digit, where no two of them tell it.
const WIDTH: f32 = 0.78;
/// What a place may be wider than its neighbors, in places: a space takes more.
const ROOM: f32 = 0.25;

/// The ink of a page: what is dark, and all that is seen. Thin digits are whole in the one that the
/// other has in parts.
pub(super) struct Marks {
    ink: [Ink; 2],
}

impl Marks {
    pub(super) fn of(dark: &[Piece], faint: &[Piece]) -> Marks {
        Marks { ink: [dark, faint].map(Ink::of) }
    }

    /// Takes a word for the next groups of the number before it, if it is.
    pub(super) fn join(&self, last: &mut Word, next: &Word) -> bool {
        let height = last.rect.height().max(next.rect.height());
        let gap = next.rect.x0 - last.rect.x1;
        if gap > REACH * height || gap < -0.5 * height {
            return false;
        }
        if is_lone_separator(&last.text, &next.text) {
            append(last, next);
            return true;
        }
        let Some(separated) = separated(&last.text, &next.text) else {
            return self.ink.iter().any(|ink| joined(ink, last, next));
        };
        if separated {
            append(last, next);
            return true;
        }
        let between = Rect {
            x0: last.rect.x1 - 0.5 * height,
            x1: next.rect.x0 + 0.4 * height,
            y0: last.rect.y0.min(next.rect.y0),
            y1: last.rect.y1.max(next.rect.y1) + BELOW * height,
        };
        let line = Rect { y1: between.y1 - BELOW * height, ..between };
        let is_marked =
            self.ink.iter().any(|ink| ink.within(&between).any(|it| is_mark(it, &line)));
        if is_marked {
            last.text.push(',');
            append(last, next);
        }
        is_marked
    }

    /// Puts the separators into a number that was read without them.
    pub(super) fn set(&self, word: &mut Word) {
        self.ink.iter().any(|ink| set(ink, word));
    }
}

/// The ink of a page from left to right.
pub(super) struct Ink(Vec<Rect>);

impl Ink {
    pub(super) fn of(pieces: &[Piece]) -> Ink {
        let mut ink: Vec<Rect> = pieces.iter().map(Piece::rect).collect();
        ink.sort_by(|a, b| a.x0.total_cmp(&b.x0));
        Ink(ink)
    }

    /// The pieces that lie in a place as a whole.
    fn within<'a>(&'a self, place: &'a Rect) -> impl Iterator<Item = &'a Rect> {
        let from = self.0.partition_point(|it| it.x0 < place.x0);
        let near = self.0[from..].iter().take_while(|it| it.x0 <= place.x1);
        near.filter(|it| it.x1 <= place.x1 && place.holds(it))
    }

    /// A number's place, in pixels, with the digits and marks that go on from it on both sides as far as
    /// the words before and behind it.
    pub(super) fn goes_on(&self, own: Rect, before: Option<&Rect>, behind: Option<&Rect>) -> Rect {
        let height = own.height();
        let near = Rect {
            x0: (own.x0 - MOST * height).max(before.map_or(0.0, |it| it.x1)),
            x1: (own.x1 + MOST * height).min(behind.map_or(f32::MAX, |it| it.x0)),
            y0: own.y0 - SLACK * height,
            y1: own.y1 + SLACK * height,
        };
        let signs: Vec<&Rect> = self
            .within(&near)
            .filter(|it| it.height() <= own.height() * (1.0 + SLACK))
            .filter(|it| is_digit(it, &own) || is_mark(it, &own))
            .collect();
        let mut whole = own;
        for it in &signs {
            if (whole.x1..whole.x1 + NEXT * height).contains(&it.x0) {
                whole.x1 = it.x1;
            }
        }
        for it in signs.iter().rev() {
            if (whole.x0 - NEXT * height..whole.x0).contains(&it.x1) {
                whole.x0 = it.x0;
            }
        }
        whole
    }
}

/// Puts the separators that this ink has into a number; says whether it has some.
fn set(ink: &Ink, word: &mut Word) -> bool {
    let n = word.text.len();
    if !word.text.bytes().all(|it| it.is_ascii_digit()) || !(3..=12).contains(&n) {
        return false;
    }
    let it = word.rect;
    let slack = SLACK * it.height();
    let below = it.y1 + BELOW * it.height();
    let place = Rect::new(it.x0 - slack, it.y0 - slack, it.x1 + slack, below);
    let ink: Vec<&Rect> = ink.within(&place).collect();
    let digits = ink.iter().filter(|ink| is_digit(ink, &it));
    let Some(digits) = digits.map(|it| **it).reduce(|a, b| a.union(&b)) else { return false };
    let marks: Vec<f32> = ink
        .iter()
        .filter(|ink| is_mark(ink, &it))
        .map(|it| it.center().0)
        .filter(|x| digits.x0 < *x && *x < digits.x1)
        .collect();
    let after = |groups: &[usize]| {
        // Where each mark stands if it is half as wide as a digit.
        let width = digits.width() / (n as f32 + 0.5 * groups.len() as f32);
        let places = groups.iter().enumerate();
        let mut places = places.map(|(i, it)| *it as f32 + 0.5 * i as f32 + 0.25);
        marks.len() == groups.len()
            && marks.iter().all(|x| {
                let at = digits.x0 + width * places.next().unwrap_or(f32::MAX);
                (x - at).abs() < 0.4 * width
            })
    };
    let of_three: Vec<usize> = (1..n).filter(|it| (n - it).is_multiple_of(3)).collect();
    if !of_three.is_empty() && after(&of_three) {
        of_three.iter().rev().for_each(|it| word.text.insert(*it, ','));
        return true;
    }
    let decimals = (1..=2).find(|it| it + 1 < n && n <= 6 && after(&[n - it]));
    let Some(decimals) = decimals.filter(|_| is_clear(&ink, &it, n)) else { return false };
    word.text.insert(n - decimals, '.');
    true
}

/// Whether each digit is a piece of ink, and a mark stands where two of them are further apart than
/// any others: a speck between digits makes no room for itself.
fn is_clear(ink: &[&Rect], line: &Rect, n: usize) -> bool {
    let digits: Vec<&Rect> = ink.iter().copied().filter(|it| is_digit(it, line)).collect();
    let marks = || ink.iter().filter(|it| is_mark(it, line));
    let (mut with, mut without) = (f32::MAX, 0.0_f32);
    for pair in digits.windows(2) {
        let gap = pair[1].x0 - pair[0].x1;
        let is_marked = marks().any(|it| pair[0].x1 <= it.x0 && it.x1 <= pair[1].x0);
        if is_marked {
            with = with.min(gap);
        } else {
            without = without.max(gap);
        }
    }
    digits.len() == n && with < f32::MAX && with > 1.5 * without
}

/// Puts a number together that was cut between its signs, if this ink goes on from one word to the
/// next as it goes on within them: where no mark stands digits are as far apart as everywhere, and a
/// mark has as much room behind it as before it. What it is, is told by the digits behind it.
fn joined(ink: &Ink, last: &mut Word, next: &Word) -> bool {
    if !is_cut(&last.text, &next.text) {
        return false;
    }
    let line = last.rect.union(&next.rect);
    let place =
        Rect { y0: line.y0 - SLACK * line.height(), y1: line.y1 + BELOW * line.height(), ..line };
    let ink: Vec<&Rect> = ink.within(&place).collect();
    let digits: Vec<&Rect> = ink.iter().copied().filter(|it| is_digit(it, &line)).collect();
    let cut = (last.rect.x1 + next.rect.x0) / 2.0;
    let off = |pair: &[&Rect]| ((pair[0].x1 + pair[1].x0) / 2.0 - cut).abs();
    let at = digits.windows(2).enumerate().min_by(|a, b| off(a.1).total_cmp(&off(b.1)));
    let Some((at, [left, right])) = at.map(|(at, pair)| (at, [pair[0], pair[1]])) else {
        return false;
    };
    // One digit's place, by the pairs of the same numbers; the closest ones have no mark in between.
    let (before, behind) = (trailing(&last.text), leading(&next.text));
    let from = (at + 1).saturating_sub(before);
    let own = &digits[from..(at + 1 + behind).min(digits.len())];
    let apart = |a: &Rect, b: &Rect| b.center().0 - a.center().0;
    let pitch = own
        .windows(2)
        .enumerate()
        .filter(|(i, _)| from + i != at)
        .map(|(_, pair)| apart(pair[0], pair[1]))
        .min_by(f32::total_cmp)
        .unwrap_or(WIDTH * left.height().max(right.height()));
    let marks: Vec<&Rect> = ink
        .iter()
        .copied()
        .filter(|it| is_mark(it, &line) && left.x1 <= it.center().0 && it.center().0 <= right.x0)
        .collect();
    let is_told = last.text.ends_with(is_separator) || next.text.starts_with(is_separator);
    let is_seen = match marks[..] {
        [] => false,
        [mark] if (right.x0 - mark.x1) - (mark.x0 - left.x1) < ROOM * pitch => true,
        _ => return false,
    };
    let places = match (is_seen, is_told) {
        (true, _) => 2.0,
        (false, true) => 1.5,
        (false, false) => 1.0,
    };
    if apart(left, right) > (places + ROOM) * pitch {
        return false;
    }
    // Behind a comma stand three digits, or it parts two numbers: `May 1, 2025`.
    let behind = leading(&next.text);
    let is_comma = last.text.ends_with(',') || next.text.starts_with(',');
    if is_comma && behind != 3 || is_seen && behind > 3 {
        return false;
    }
    if is_seen && !is_told {
        last.text.push(if behind == 3 { ',' } else { '.' });
    }
    append(last, next);
    true
}

/// Whether two texts are numbers on both sides of where they meet.
pub(super) fn is_cut(last: &str, next: &str) -> bool {
    let is_sign = |it: char| it.is_ascii_digit() || is_separator(it);
    last.ends_with(is_sign) && next.starts_with(is_sign)
}

/// Digits at the end of a text, without a mark behind them.
fn trailing(text: &str) -> usize {
    let text = text.trim_end_matches(is_separator);
    text.bytes().rev().take_while(u8::is_ascii_digit).count()
}

/// Digits at the beginning of a text, without a mark before them.
fn leading(text: &str) -> usize {
    text.trim_start_matches(is_separator).bytes().take_while(u8::is_ascii_digit).count()
}

fn is_separator(it: char) -> bool {
    matches!(it, ',' | '.')
}

/// Whether a piece of ink is as high as a digit of what stands in `line`, and stands there too.
fn is_digit(ink: &Rect, line: &Rect) -> bool {
    ink.height() >= DIGIT * line.height() && ink.center().1 <= line.y1
}

/// Whether a piece of ink is a comma or a point of what stands in `line`.
fn is_mark(ink: &Rect, line: &Rect) -> bool {
    let (_, middle) = line.center();
    let height = line.height();
    ink.width() <= MARK.0 * height
        && ink.height() <= MARK.1 * height
        && ink.center().1 > middle + 0.15 * height
}

/// Whether a separator stands alone behind digits.
fn is_lone_separator(last: &str, next: &str) -> bool {
    matches!(next, "," | ".") && last.ends_with(|it: char| it.is_ascii_digit())
}

/// Whether one text goes on with the groups of another: with a separator between them, without
/// one, or not at all.
fn separated(last: &str, next: &str) -> Option<bool> {
    let is_other = |it: char| !it.is_ascii_digit() && !is_separator(it);
    let tail = last.trim_start_matches(is_other);
    let head_end = next.find(is_other).unwrap_or(next.len());
    let (head, rest) = next.split_at(head_end);
    // What follows a number is its unit or the end of a bracket.
    if !(rest.is_empty() || rest == "원" || rest == ")" || rest == "원)") {
        return None;
    }
    let ends = tail.ends_with(is_separator);
    let begins = head.starts_with(is_separator);
    let (tail, head) = (tail.trim_end_matches(is_separator), head.trim_start_matches(is_separator));
    let digits = |it: &&str| it.chars().all(|it| it.is_ascii_digit());
    let tail: Vec<&str> = tail.split(is_separator).collect();
    let head: Vec<&str> = head.split(is_separator).collect();
    let of_three = |it: &[&str]| it.iter().all(|it| it.len() == 3);
    let fits = tail.iter().chain(&head).all(digits)
        && (1..=3).contains(&tail[0].len())
        && of_three(&tail[1..])
        && of_three(&head[..1])
        // The last group may be followed by cents.
        && (of_three(&head) || (head.len() == 2 && head[1].len() == 2));
    fits.then_some(ends || begins)
}

/// Whether a text is a number with groups of three behind commas.
pub(super) fn is_grouped_by_commas(text: &str) -> bool {
    let (_, number, _) = parts(text);
    let mut groups = number.split(',');
    let first = groups.next().unwrap_or_default();
    (1..=3).contains(&first.len())
        && groups.clone().count() > 0
        && first.bytes().chain(groups.clone().flat_map(str::bytes)).all(|it| it.is_ascii_digit())
        && groups.all(|it| it.len() == 3)
}

/// The number with commas, if it has one point before three digits or six and could have them; so
/// many digits before the point are groups whose own comma was lost.
pub(super) fn with_commas(text: &str) -> Option<String> {
    let (before, number, after) = parts(text);
    let (first, rest) = number.split_once('.')?;
    let is_digits = |it: &str| it.bytes().all(|it| it.is_ascii_digit());
    let fits = !first.starts_with('0')
        && matches!((first.len(), rest.len()), (1..=3, 3 | 6) | (4..=6, 3))
        && is_digits(first)
        && is_digits(rest);
    fits.then(|| format!("{before}{}{after}", in_groups(&format!("{first}{rest}"))))
}

/// Whether a text is a number with two decimals behind a point, its groups parted by commas or not.
pub(super) fn has_cents(text: &str) -> bool {
    let (_, number, _) = parts(text);
    number.split_once('.').is_some_and(|it| is_whole(it.0) && is_two_digits(it.1))
}

/// The number with a point before its last two digits, if it has a comma there.
pub(super) fn with_cents(text: &str) -> Option<String> {
    let (before, number, after) = parts(text);
    let (whole, cents) = number.rsplit_once(',')?;
    (is_whole(whole) && is_two_digits(cents)).then(|| format!("{before}{whole}.{cents}{after}"))
}

fn is_two_digits(it: &str) -> bool {
    it.len() == 2 && it.bytes().all(|it| it.is_ascii_digit())
}

/// Whether these are digits, in groups of three where they are parted.
fn is_whole(it: &str) -> bool {
    let is_digits = !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
    is_digits || is_grouped_by_commas(it)
}

/// Digits with a comma before each group of three.
pub(super) fn in_groups(digits: &str) -> String {
    let mut out = String::new();
    for (i, digit) in digits.char_indices() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// What stands before a number, the number, and what stands behind it; only signs and units do, and
/// what a sentence adds to the unit.
fn parts(text: &str) -> (&str, &str, &str) {
    let number = text.trim_start_matches(['△', '-', '₩', '(']);
    let before = &text[..text.len() - number.len()];
    let end = number.find('원').unwrap_or(number.len());
    let bare = number[..end].trim_end_matches(')');
    (before, bare, &number[bare.len()..])
}

#[cfg(test)]
mod tests {
    use proviso_core::document::Source;

    use super::*;

    fn word(text: &str, x0: f32, x1: f32) -> Word {
        let (rect, source) = (Rect::new(x0, 0.0, x1, 20.0), Source::Ocr);
        Word { text: text.to_owned(), rect, confidence: 0.9, source, others: Vec::new() }
    }

    /// Digits of ten pixels each, and commas in between, as ink.
    fn ink(picture: &str) -> Marks {
        let at = |(i, it): (usize, char)| {
            let x = 12.0 * i as f32;
            match it {
                '0' => Some(Rect::new(x, 1.0, x + 10.0, 19.0)),
                ',' => Some(Rect::new(x + 3.0, 16.0, x + 6.0, 22.0)),
                ';' => Some(Rect::new(x + 3.0, 24.0, x + 7.0, 33.0)),
                _ => None,
            }
        };
        Marks { ink: [Ink(picture.chars().enumerate().filter_map(at).collect()), Ink(Vec::new())] }
    }

    #[track_caller]
    fn check(last: &str, next: &str, picture: &str, expect: &str) {
        let marks = ink(picture);
        let n = last.len() as f32 * 12.0;
        let mut it = word(last, 0.0, n - 2.0);
        let joined = marks.join(&mut it, &word(next, n + 12.0, n + 12.0 * (1 + next.len()) as f32));
        let text = if joined { it.text } else { format!("{} {next}", it.text) };
        assert_eq!(text, expect);
    }

    #[test]
    fn groups_go_on_behind_a_separator() {
        check("54,661,", "460", "", "54,661,460");
        check("-86", ",300", "", "-86,300");
        check("12", "460", "", "12 460");
        check("2025.", "10", "", "2025. 10");
        check("1,", "000원", "", "1,000원");
        check("360,", "737.35", "", "360,737.35");
        check("3,", "12", "", "3, 12");
        check("300", ",", "", "300,");
    }

    #[test]
    fn a_separator_that_was_not_read_is_seen() {
        check("300", "000", "000,000", "300,000");
        check("300", "000", "000;000", "300,000");
        check("300", "000", "000 000", "300 000");
    }

    /// Two words of a line, the second `gap` digits behind the first one, in this ink.
    #[track_caller]
    fn parted(last: &str, next: &str, gap: usize, picture: &str, expect: &str) {
        let cells = |it: &str| it.chars().filter(char::is_ascii).count();
        let start = 12.0 * (cells(last) + gap) as f32;
        let mut it = word(last, 0.0, 12.0 * cells(last) as f32 - 2.0);
        let next = word(next, start, start + 12.0 * cells(next) as f32 - 2.0);
        let joined = ink(picture).join(&mut it, &next);
        let text = if joined { it.text } else { format!("{} {}", it.text, next.text) };
        assert_eq!(text, expect);
    }

    #[test]
    fn a_number_that_was_cut_between_its_signs_goes_on() {
        parted("1,23", "4,500원을", 0, "0,000,000", "1,234,500원을");
        parted("1", ",000분의", 0, "0,000", "1,000분의");
        parted("37", "5시간", 1, "00,0", "37.5시간");
        parted("2025", "11", 1, "0000 00", "2025 11");
        parted("31,", "2025", 1, "00, 0000", "31, 2025");
        parted("1", "2025", 1, "0,0000", "1 2025");
    }

    #[test]
    fn what_no_word_has_goes_on_from_a_number() {
        let seen = |picture: &str, behind: Option<&Rect>| {
            let Marks { ink: [ink, _] } = ink(picture);
            let whole = ink.goes_on(Rect::new(0.0, 0.0, 34.0, 20.0), None, behind);
            (whole.x0, whole.x1)
        };
        assert_eq!(seen("000", None), (0.0, 34.0));
        assert_eq!(seen("000,00", None), (0.0, 70.0));
        assert_eq!(seen("000  00", None), (0.0, 34.0), "a space");
        let next = Rect::new(48.0, 0.0, 70.0, 20.0);
        assert_eq!(seen("000,00", Some(&next)), (0.0, 42.0), "the next word has it");
    }

    #[test]
    fn separators_are_set_where_every_digit_is_seen() {
        let set = |text: &str, picture: &str| {
            let mut it = word(text, 0.0, 12.0 * picture.len() as f32);
            ink(picture).set(&mut it);
            it.text
        };
        assert_eq!(set("4579080", "0,000,000"), "4,579,080");
        assert_eq!(set("155", "00,0"), "15.5");
        assert_eq!(set("4579080", "0,000000"), "4579080", "one is lost: no group of three");
        assert_eq!(set("45790", "0,0000"), "45790", "no group of three");
        assert_eq!(set("1250", "00,00"), "12.50");
        let mut it = word("650", 0.0, 36.0);
        let mut speck = ink("000");
        speck.ink[0].0.insert(1, Rect::new(10.5, 16.0, 11.5, 20.0));
        speck.set(&mut it);
        assert_eq!(it.text, "650", "a speck makes no room for itself");
        assert_eq!(set("1240", "0000"), "1240");
    }
}
