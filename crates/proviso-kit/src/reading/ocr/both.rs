//! Numbers are read by two readers that do not share their mistakes, and what each says of the
//! other's reading is weighed.
//!
//! What a reading is worth where they differ is the share of readings that were right where both
//! readers said as much, fitted to drawn and damaged pages whose numbers are known:
//! `cargo run -p proviso-kit --example numbers_read -- damaged FOLDER…` (`docs/results.md`).
//!
//! **Invariant:** nothing that was read is lost: of two readings the one that is worth more is the word's,
//! and the other stands beside it. Marks between groups of three that only the second reader saw are set:
//! the number is the same, and reads like an amount.

use proviso_core::document::{Line, Reading, Rect, Word};

use super::lines::{parts_by_commas, sign_apart};
use super::mend;
use super::numbers::{Ink, in_groups, is_cut};
use proviso_raster::digits::{self, OTHER, Strip, spelled};
use proviso_raster::signs::DrawnSign;
use proviso_raster::{Gray, Piece};

/// Numbers of a page that are read by both, at most: a page of noise must not take minutes.
const MAX_WORDS: usize = 1000;
/// Room around a number, in its heights: above and below, and at its ends.
const ROOM: (f32, f32) = (0.12, 0.25);
/// Room for a sign before a number, likewise, where nothing else stands.
const SIGN: f32 = 0.7;
/// Numbers that are no further apart, in their heights, may be one.
const SPACE: f32 = 1.0;
/// A likelihood is never less than this, as a logarithm: the network is not that sure of anything.
const LEAST: f32 = -12.0;

/// A reading that is right more seldom is none.
const LEAST_WORTH: f32 = 0.02;

/// What the second reader says of a number.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Heard {
    /// Which line and word of the page.
    pub place: (usize, usize),
    /// What it reads, as the word would print it; none where the two cannot be laid side by side.
    pub reading: Option<String>,
    /// Whether it reads the same number.
    pub agrees: bool,
    /// The marks that it sees between groups of three of a number that was read without; the same
    /// number, then.
    pub marks: Option<Marks>,
    /// How likely its reading is, and the first reader's, by what it saw; as logarithms.
    pub likely: (f32, f32),
    /// Whether another number stands a space away: both may have been shown one half.
    pub open: bool,
}

/// What marks between groups of three say: they part groups, or one point may part decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Marks {
    Groups,
    Point,
}

/// Reads the numbers of a page, whose words are calibrated, by the second reader and weighs both.
/// `seen` are the image and its ink; `signs` were lifted off it; `to_image` comes from the words' units to
/// its pixels.
pub(crate) fn weigh_both(
    seen: (&Gray, &[Piece]),
    lines: &mut [Line],
    signs: &[DrawnSign],
    to_image: impl Fn(Rect) -> Rect,
) {
    let by_commas = parts_by_commas(lines);
    for it in heard(seen, lines, signs, to_image) {
        let word = lines.get_mut(it.place.0).and_then(|line| line.words.get_mut(it.place.1));
        let Some(word) = word else { continue };
        if it.marks.is_some_and(|it| it == Marks::Groups || by_commas) {
            word.text = in_groups(&word.text);
        }
        weigh(word, it);
    }
}

/// What the second reader says of the numbers of a page.
pub(crate) fn heard(
    (image, ink): (&Gray, &[Piece]),
    lines: &[Line],
    signs: &[DrawnSign],
    to_image: impl Fn(Rect) -> Rect,
) -> Vec<Heard> {
    let mut out = Vec::new();
    let ink = Ink::of(ink);
    for (at, line) in lines.iter().enumerate() {
        let places: Vec<Rect> = line.words.iter().map(|it| to_image(it.rect)).collect();
        for (number, word) in line.words.iter().enumerate() {
            if out.len() >= MAX_WORDS {
                return out;
            }
            if !word.text.contains(|it: char| it.is_ascii_digit()) {
                continue;
            }
            // What goes on from it, and no word has, is a part of it that the first reader lost.
            let (before, behind) = (&places[..number], &places[number + 1..]);
            let whole = ink.goes_on(places[number], before.last(), behind.first());
            let (part, ..) = image.part(&with_room(whole, before.last()), 1.0);
            let Some(strip) = digits::read(&part) else { continue };
            // Neither reader sees a sign that was lifted off.
            let (sign, text) = sign_apart(&word.text, &places[number], signs);
            let heard = Heard { place: (at, number), ..of(text, &strip) };
            let reading = heard.reading.map(|it| format!("{sign}{it}"));
            let beside = [number.checked_sub(1), Some(number + 1)].into_iter().flatten();
            let open = beside.filter_map(|it| line.words.get(it)).any(|it| is_open(word, it));
            out.push(Heard { reading, open, ..heard });
        }
    }
    out
}

/// Whether two words of a line are numbers a space apart, with nothing else between: the mark that makes
/// them one may have been lost.
fn is_open(word: &Word, other: &Word) -> bool {
    let (left, right) = if word.rect.x0 < other.rect.x0 { (word, other) } else { (other, word) };
    let height = left.rect.height().max(right.rect.height());
    right.rect.x0 - left.rect.x1 < SPACE * height && is_cut(&left.text, &right.text)
}

/// A number's box with some room, and more where a faint sign may stand before it; in pixels.
fn with_room(it: Rect, before: Option<&Rect>) -> Rect {
    let height = it.height();
    let free = before.is_none_or(|before| before.x1 < it.x0 - SIGN * height);
    let left = if free { SIGN } else { ROOM.1 / 2.0 };
    Rect::new(
        it.x0 - left * height,
        it.y0 - ROOM.0 * height,
        it.x1 + ROOM.1 * height,
        it.y1 + ROOM.0 * height,
    )
}

/// What a strip says of a word's text.
fn of(text: &str, strip: &Strip) -> Heard {
    let ours = strip.text();
    let theirs = spelled(text);
    let mended = mend::mended(&ours);
    let agrees = is_same(&number(&mend::mended(&theirs)), &number(&mended));
    let reading = if agrees { None } else { laid_over(text, &mended) };
    let marks = if agrees { marks(text, &number(&mended)) } else { None };
    let likely = (strip.likelihood(&ours).max(LEAST), strip.likelihood(&theirs).max(LEAST));
    Heard { place: (0, 0), reading, agrees, marks, likely, open: false }
}

/// The marks that a reading of the same digits has between groups of three, and the text has not.
fn marks(text: &str, read: &str) -> Option<Marks> {
    let digits = read.replace([',', '.'], "");
    let is_bare = text.bytes().all(|it| it.is_ascii_digit()) && digits == text;
    if !is_bare || digits.len() == read.len() || ungrouped(read) != digits {
        return None;
    }
    let is_point = !read.contains(',') && read.len() == digits.len() + 1;
    Some(if is_point { Marks::Point } else { Marks::Groups })
}

/// Whether a sign belongs to numbers; the rest are words around them.
fn is_part(it: char) -> bool {
    it.is_ascii_digit()
        || matches!(it, ',' | '.' | '-' | '△' | '%' | '/' | ':' | '(' | ')' | '~' | '₩' | '$' | '€')
}

/// The number of a text, without words around it, signs of money and the end of a sentence;
/// brackets stay where they enclose all of it, since that is a minus.
fn number(text: &str) -> String {
    let money = |it: char| matches!(it, '₩' | '$' | '€');
    let parts: String = text.chars().filter(|it| is_part(*it) && !money(*it)).collect();
    let inner = parts.strip_prefix('(').and_then(|it| it.strip_suffix(')'));
    if inner.is_some_and(|it| !it.contains(['(', ')'])) {
        return parts;
    }
    parts.replace(['(', ')'], "").trim_end_matches(['.', ',']).to_owned()
}

/// Whether two readings are one number. A comma and a point are hard to tell apart, and small enough
/// to be lost: between groups of three they may differ, but where the first reader has a point, which
/// makes the number a thousand times smaller.
fn is_same(theirs: &str, ours: &str) -> bool {
    theirs == ours || !theirs.contains('.') && ungrouped(theirs) == ungrouped(ours)
}

/// Without the marks between groups of three.
fn ungrouped(number: &str) -> String {
    let start = number.find(|it: char| it.is_ascii_digit()).unwrap_or(0);
    let (sign, digits) = number.split_at(start);
    let mut groups = digits.split([',', '.']);
    let first = groups.next().unwrap_or_default();
    let is_group = |it: &str| it.len() == 3 && it.chars().all(|it| it.is_ascii_digit());
    if (1..=3).contains(&first.len()) && groups.all(is_group) {
        return format!("{sign}{}", digits.replace([',', '.'], ""));
    }
    number.to_owned()
}

/// The word with its numbers as the second reader has them and its letters as they are; none where
/// one of them sees letters where the other sees numbers.
fn laid_over(text: &str, read: &str) -> Option<String> {
    let (theirs, ours) = (runs(text), runs(read));
    let has_digit = |it: &str| it.contains(|it: char| it.is_ascii_digit());
    let is_word = |it: char| it.is_alphabetic() && !it.is_ascii();
    // It saw no letters but those that it knows: what the first reader took for some are signs.
    if !read.contains(OTHER) && has_digit(read) && !text.contains(is_word) {
        return Some(read.to_owned());
    }
    if theirs.len() == ours.len() && theirs.iter().zip(&ours).all(|(a, b)| a.0 == b.0) {
        let kept = theirs.iter().zip(&ours).map(|(a, b)| if a.0 { b.1 } else { a.1 });
        return Some(kept.collect()).filter(|it: &String| has_digit(it));
    }
    let number = |of: &[(bool, &str)]| -> Option<usize> {
        let mut all = of.iter().enumerate().filter(|it| it.1.0 && has_digit(it.1.1));
        let first = all.next()?.0;
        all.next().is_none().then_some(first)
    };
    let (at, from) = (number(&theirs)?, number(&ours)?);
    let out = theirs.iter().enumerate().map(|(i, it)| if i == at { ours[from].1 } else { it.1 });
    Some(out.collect())
}

/// Pieces of a text that are numbers, and those that are not.
fn runs(text: &str) -> Vec<(bool, &str)> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let kind = is_part(first);
        let end = rest.find(|it| is_part(it) != kind).unwrap_or(rest.len());
        let (run, later) = rest.split_at(end);
        out.push((kind, run));
        rest = later;
    }
    out
}

/// How often a reading was right where the first reader was so sure, and the second one saw this:
/// the weights of one, of the first one's certainty in logits, of a likelihood, of that the first reader
/// read the second one's reading too, at another size, and of that the number may be a half of one
/// (logistic regression).
struct Worth {
    always: f32,
    sure: f32,
    likely: f32,
    seconded: f32,
    open: f32,
}

/// Of a number that both read alike; how likely its reading is. Set by hand: of 5,400 hardly one in a
/// hundred was wrong, mostly for its ends and for letters like digits, of which neither reader says much.
const AGREED: Worth = Worth { always: 3.2, sure: 0.6, likely: 0.5, seconded: 0.0, open: 0.0 };
/// Of one that may be a half of a number, at most: of 338 that both read alike 23 were.
const HALF: f32 = 0.9;
/// Of the first reader's where they differ (635, of which 179 were right); how likely the second one thinks
/// that is.
const THEIRS: Worth =
    Worth { always: 1.28, sure: 0.30, likely: 0.31, seconded: -0.79, open: -0.12 };
/// Of the second reader's where they differ (433, of which 279 were right); how likely it thinks the first
/// one's is.
const OURS: Worth = Worth { always: -0.60, sure: 0.29, likely: -0.10, seconded: 1.51, open: -0.92 };

impl Worth {
    fn of(&self, sure: f32, likely: f32, seconded: bool, open: bool) -> f32 {
        let given = |is: bool, weight: f32| if is { weight } else { 0.0 };
        let sum = self.always
            + self.sure * logit(sure)
            + self.likely * likely
            + given(seconded, self.seconded)
            + given(open, self.open);
        1.0 / (1.0 + (-sum).exp())
    }
}

fn logit(share: f32) -> f32 {
    let it = share.clamp(0.005, 0.995);
    (it / (1.0 - it)).ln()
}

/// Gives a number the confidence that both readers have earned it; where they differ the reading that is
/// worth more is the word's, and the other stands beside it.
fn weigh(word: &mut Word, heard: Heard) {
    let (sure, open) = (word.confidence, heard.open);
    let (ours, theirs) = heard.likely;
    if heard.agrees {
        let worth = AGREED.of(sure, ours, false, open);
        word.confidence = if open { worth.min(HALF) } else { worth };
        return;
    }
    let reading = heard.reading.filter(|it| *it != word.text);
    let same = word.others.iter().position(|it| Some(&it.text) == reading.as_ref());
    word.confidence = THEIRS.of(sure, theirs, same.is_some(), open);
    let worth = OURS.of(sure, theirs, same.is_some(), open);
    let Some(text) = reading.filter(|_| worth >= LEAST_WORTH) else { return };
    if let Some(same) = same {
        word.others.remove(same);
    }
    let mut other = Reading { text, confidence: worth };
    if other.confidence > word.confidence {
        std::mem::swap(&mut word.text, &mut other.text);
        std::mem::swap(&mut word.confidence, &mut other.confidence);
    }
    word.others.insert(0, other);
}

#[cfg(test)]
mod tests {
    use proviso_core::document::Source;

    use super::*;

    fn word(text: &str, confidence: f32) -> Word {
        let (rect, source) = (Rect::new(0.0, 0.0, 9.0, 9.0), Source::Ocr);
        Word { text: text.to_owned(), rect, confidence, source, others: Vec::new() }
    }

    #[test]
    fn a_number_is_what_letters_money_and_sentences_leave() {
        for (a, b) in [("금1,200원정.", "1,200"), ("₩1,200", "1,200"), ("제3조(목적)", "3")]
        {
            assert_eq!(number(a), b);
        }
        assert_eq!(number("(1,200)"), "(1,200)", "a minus");
        assert_ne!(number("△1,200"), number("1,200"));
    }

    #[test]
    fn marks_between_groups_may_be_lost_and_a_point_is_none() {
        for (theirs, ours) in [("61400", "61.400"), ("20,760", "20.760"), ("1,200,000", "1200000")]
        {
            assert!(is_same(theirs, ours), "{theirs} {ours}");
        }
        for (theirs, ours) in [("180.440", "180,440"), ("155", "15.5"), ("-1,200", "1,200")] {
            assert!(!is_same(theirs, ours), "{theirs} {ours}");
        }
    }

    #[test]
    fn marks_that_one_reader_saw_part_the_same_digits() {
        assert_eq!(marks("2376060", "2.376.060"), Some(Marks::Groups));
        assert_eq!(marks("32670", "32,670"), Some(Marks::Groups));
        assert_eq!(marks("32670", "32.670"), Some(Marks::Point), "it may part decimals");
        for (text, read) in [("32670", "32670"), ("32,670", "32.670"), ("205", "20.5")] {
            assert_eq!(marks(text, read), None, "{text} {read}");
        }
    }

    #[test]
    fn numbers_are_laid_over_and_letters_stay() {
        let check = |text, read, out: Option<&str>| {
            assert_eq!(laid_over(text, read).as_deref(), out, "{text} {read}");
        };
        check("1,204,500", "1,264,500", Some("1,264,500"));
        check("금1,204원정", "\u{fffd}1,264원\u{fffd}", Some("금1,264원정"));
        check("제12조(목적", "\u{fffd}13\u{fffd}(\u{fffd}", Some("제13조(목적"));
        check("12개", "13", Some("13개"));
        check("L\\14,500", "△14,500", Some("△14,500"));
        check("202544", "2025년", Some("2025년"));
        check("A1B2", "\u{fffd}12", None);
    }

    #[test]
    fn numbers_a_space_apart_may_be_one() {
        let at = |text: &str, x0: f32, x1: f32| {
            let mut it = word(text, 0.9);
            it.rect = Rect::new(x0, 0.0, x1, 20.0);
            it
        };
        assert!(is_open(&at("37", 0.0, 20.0), &at("5시간", 30.0, 70.0)));
        assert!(is_open(&at("5시간", 30.0, 70.0), &at("37", 0.0, 20.0)));
        assert!(!is_open(&at("37", 0.0, 20.0), &at("5시간", 45.0, 85.0)), "further than a space");
        assert!(!is_open(&at("37명", 0.0, 20.0), &at("5시간", 30.0, 70.0)), "a unit between");
    }

    #[test]
    fn agreement_makes_surer_and_difference_keeps_both() {
        let heard = |likely: (f32, f32), reading: Option<&str>| Heard {
            place: (0, 0),
            reading: reading.map(str::to_owned),
            agrees: reading.is_none(),
            marks: None,
            likely,
            open: false,
        };
        let said =
            |it: &Word| (it.text.clone(), it.others.iter().map(|it| it.text.clone()).collect());
        let both = |a: &str, b: &str| (a.to_owned(), vec![b.to_owned()]);
        let mut it = word("1,200", 0.8);
        weigh(&mut it, heard((-0.01, -0.01), None));
        assert!(it.confidence > 0.9, "{it:?}");
        let mut it = word("37", 0.97);
        weigh(&mut it, Heard { open: true, ..heard((-0.01, -0.01), None) });
        assert!(it.confidence <= 0.9, "it may be a half of 37.5: {it:?}");
        let mut it = word("1,200", 0.97);
        weigh(&mut it, heard((-0.5, -1.0), Some("1,260")));
        assert!(it.confidence < 0.97, "{it:?}");
        assert_eq!(said(&it), both("1,200", "1,260"));
        let mut it = word("1,200", 0.97);
        weigh(&mut it, heard((-0.1, -9.0), Some("1,260")));
        assert_eq!(said(&it), both("1,260", "1,200"), "the ink does not say what was read first");
    }
}
