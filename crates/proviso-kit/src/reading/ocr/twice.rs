//! Numbers that are not believed beyond doubt are read more than once, larger and smaller.
//!
//! A network that is shown the same letters at another size is a witness of its own: where its
//! answers differ, the page has to be looked at with more than eyes. Which answer is taken is for
//! the analysis to say, whose sums know more. Where two agree, no third is asked.
//!
//! **Invariant:** no digit is changed but where digits were taken for a unit; what else a word may say
//! stands beside it.

use proviso_core::document::{Line, Reading, Rect, Word};

use super::lines::sign_apart;
use super::numbers::is_grouped_by_commas;
use super::{LINE_MODE, Recognizer, believed, mend};
use proviso_raster::Gray;
use proviso_raster::signs::DrawnSign;

/// Numbers that are believed more than this are read once.
const SURE: f32 = 0.9;
/// A number of fewer digits is a count or an index, and seldom worth the time.
const MIN_DIGITS: usize = 3;
/// Words read again on one page at most.
const MAX_WORDS: usize = 40;
/// Sizes that a word is read in, as parts of its own.
const SIZES: [f32; 2] = [1.4, 0.75];
/// Room for a sign before a number, in heights of the number.
const SIGN: f32 = 0.9;
/// White around it, in inches.
const MARGIN: f32 = 0.05;

/// Puts beside the numbers of a page what else they may say. `signs` were lifted off the image;
/// `to_image` comes from the words' units to its pixels, of which there are `inch` in an inch.
///
/// # Errors
/// When Tesseract takes a part for no image, or answers with something that is not its table.
pub(crate) fn read_twice(
    recognizer: &mut Recognizer,
    image: &Gray,
    lines: &mut [Line],
    signs: &[DrawnSign],
    to_image: impl Fn(Rect) -> Rect,
    inch: f32,
) -> Result<(), String> {
    let taken: Vec<Rect> = lines.iter().flat_map(|it| &it.words).map(|it| it.rect).collect();
    let words = lines.iter_mut().flat_map(|it| &mut it.words);
    for word in words.filter(|it| is_doubted(it)).take(MAX_WORDS) {
        let (part, _, _) = image.part(&to_image(with_sign(word.rect, &taken)), MARGIN * inch);
        let (sign, text) = sign_apart(&word.text, &to_image(word.rect), signs);
        let bare = !text.chars().any(char::is_alphabetic);
        for (size, digits) in SIZES.map(|it| (it, false)).into_iter().chain([(1.0, true)]) {
            // Of digits alone is only what has nothing else.
            if digits && !bare {
                continue;
            }
            let found = recognizer.part(&part.scaled(size), LINE_MODE, digits)?;
            // A second witness that says the same is enough.
            if take(word, &found, sign) == Taken::Known {
                break;
            }
        }
    }
    Ok(())
}

/// The word's box with the free ground before it, where a faint sign may stand.
fn with_sign(rect: Rect, taken: &[Rect]) -> Rect {
    let reach = SIGN * rect.height();
    let is_near = |it: &&Rect| {
        it.x0 < rect.x0 && it.x1 > rect.x0 - reach && it.y0 < rect.y1 && rect.y0 < it.y1
    };
    match taken.iter().find(is_near) {
        Some(_) => rect,
        None => Rect::new(rect.x0 - reach, rect.y0, rect.x1, rect.y1),
    }
}

/// What became of a reading.
#[derive(Debug, PartialEq, Eq)]
enum Taken {
    /// The word says the same.
    Known,
    /// It stands beside the word.
    New,
    /// It is no number.
    No,
}

/// Puts a reading beside the word, unless it is there already or no number. `sign` stands before the
/// number, and could not be read.
fn take(word: &mut Word, found: &[Word], sign: &str) -> Taken {
    let text: String = found.iter().map(|it| it.text.as_str()).collect();
    let text = format!("{sign}{}", mend::mended(&text));
    if text == word.text {
        return Taken::Known;
    }
    if n_digits(&text) < MIN_DIGITS {
        return Taken::No;
    }
    let confidence = believed(found);
    if word.others.iter().all(|it| it.text != text) {
        word.others.push(Reading { text: text.clone(), confidence });
    }
    if is_unit_misread(&word.text, &text) || is_grouped(&word.text, &text) {
        swap(word, &text);
    }
    Taken::New
}

/// Whether one more digit or two, or signs, are what a unit behind the same digits was taken for:
/// `21721` for `217건`, `52,482,650%1` for `52,482,650원`. No number is followed by them otherwise.
fn is_unit_misread(text: &str, other: &str) -> bool {
    let is_syllable = |it: char| ('가'..='힣').contains(&it);
    let Some(unit) = other.chars().next_back().filter(|it| is_syllable(*it)) else { return false };
    let number = other.trim_end_matches(unit);
    let is_number = number.chars().all(|it| it.is_ascii_digit() || matches!(it, ',' | '.'));
    let rest = text.strip_prefix(number).unwrap_or_default();
    is_number
        && !number.is_empty()
        && !rest.contains(is_syllable)
        && matches!(rest.chars().count(), 1 | 2)
}

/// Whether the same digits were read with their groups of three.
fn is_grouped(text: &str, other: &str) -> bool {
    text.bytes().all(|it| it.is_ascii_digit())
        && is_grouped_by_commas(other)
        && other.replace(',', "") == text
}

/// Takes one of the other readings for the text, which stands beside it from now on.
fn swap(word: &mut Word, text: &str) {
    let Some(at) = word.others.iter().position(|it| it.text == text) else { return };
    std::mem::swap(&mut word.others[at].text, &mut word.text);
    std::mem::swap(&mut word.others[at].confidence, &mut word.confidence);
}

fn is_doubted(word: &Word) -> bool {
    word.confidence < SURE && n_digits(&word.text) >= MIN_DIGITS
}

fn n_digits(text: &str) -> usize {
    text.chars().filter(char::is_ascii_digit).count()
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
    fn numbers_that_are_believed_and_words_are_read_once() {
        assert!(is_doubted(&word("1,284,500원", 0.8)));
        assert!(!is_doubted(&word("1,284,500원", 0.95)));
        assert!(!is_doubted(&word("합계", 0.4)));
        assert!(!is_doubted(&word("12", 0.4)));
    }

    #[test]
    fn the_same_digits_in_groups_are_the_number() {
        let mut it = word("2430000", 0.6);
        take(&mut it, &[word("2,430,000", 0.5)], "");
        assert_eq!((it.text.as_str(), it.others[0].text.as_str()), ("2,430,000", "2430000"));
        let mut it = word("2430000", 0.6);
        take(&mut it, &[word("2,480,000", 0.9)], "");
        assert_eq!(it.text, "2430000");
    }

    #[test]
    fn a_sign_that_was_lifted_off_stands_before_every_reading() {
        let sign = DrawnSign { rect: Rect::new(0.0, 1.0, 2.0, 8.0), text: '△' };
        let place = Rect::new(0.0, 0.0, 9.0, 9.0);
        assert_eq!(sign_apart("△234,500", &place, &[sign]), ("△", "234,500"));
        assert_eq!(sign_apart("△234,500", &place, &[]), ("", "△234,500"), "it was read");
        let mut it = word("△234,500", 0.6);
        assert_eq!(take(&mut it, &[word("234,500", 0.7)], "△"), Taken::Known);
        take(&mut it, &[word("239,500", 0.7)], "△");
        assert_eq!(it.others[0].text, "△239,500");
    }

    #[test]
    fn a_unit_that_was_read_as_digits_is_the_unit() {
        let mut it = word("21721", 0.6);
        take(&mut it, &[word("217건", 0.8)], "");
        assert_eq!((it.text.as_str(), it.others[0].text.as_str()), ("217건", "21721"));
        let mut it = word("21721", 0.6);
        take(&mut it, &[word("2,172건", 0.8)], "");
        assert_eq!(it.text, "21721");
    }

    #[test]
    fn other_readings_stand_beside_the_word_once_each_and_mended() {
        let mut it = word("1,284,500", 0.8);
        let readings = ["1,284,500", "1.264,500", "1,264,500", "원", "1,2"];
        for text in readings {
            take(&mut it, &[word(text, 0.7)], "");
        }
        take(&mut it, &[word("△1,", 0.6), word("284,500", 0.8)], "");
        let others: Vec<&str> = it.others.iter().map(|it| it.text.as_str()).collect();
        assert_eq!((it.text.as_str(), others), ("1,284,500", vec!["1,264,500", "△1,284,500"]));
    }
}
