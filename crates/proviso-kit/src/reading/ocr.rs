//! Page images to words by Tesseract, through `leptess`.
//!
//! **Invariant:** one Tesseract instance per process, kept over all pages; boxes are given in the
//! pixels of the image that was handed in.

mod again;
pub(crate) mod both;
pub(crate) mod calibration;
pub(crate) mod lines;
mod mend;
mod numbers;
pub(crate) mod twice;

use std::ffi::{CString, c_int};

use leptess::Variable;
use leptess::tesseract::TessApi;
use proviso_core::document::{Rect, Ruling, Source, Word};
use unicode_normalization::UnicodeNormalization as _;

use super::glyph::is_ignorable;
use proviso_raster::{Gray, Piece};

/// What Tesseract reads where nothing is set, as far as it is installed.
const LANGUAGES: &str = "kor+eng";
/// "Single column of text of variable sizes": of the modes it kept the most words of forms and of
/// prose; the automatic one takes tables for pictures (`docs/reading.md` has the figures).
const PAGE_MODE: &str = "4";
/// "Single uniform block of text": a table cell.
const BLOCK_MODE: &str = "6";
/// What numbers are made of.
const DIGITS: &str = "0123456789,.-";
/// "Single text line".
const LINE_MODE: &str = "7";
/// Words that Tesseract itself does not believe are stains and seals.
const MIN_CONFIDENCE: f32 = 0.30;

/// Tesseract with its version, as the program is linked to it.
pub(crate) fn program() -> String {
    format!("Tesseract {}", tesseract_plumbing::version().to_string_lossy())
}

/// Which of the wanted languages Tesseract can load, and which not.
pub(crate) fn installed(wanted: &str) -> (Vec<&str>, Vec<&str>) {
    let wanted = if wanted.is_empty() { LANGUAGES } else { wanted };
    // Each alone: of a list Tesseract silently takes the part that is there. And loading is the
    // only test that cannot be wrong: a file of the right name may be cut off.
    wanted.split('+').partition(|it| TessApi::new(None, it).is_ok())
}

/// A recognizer that is ready.
pub(crate) struct Recognizer {
    tesseract: TessApi,
    /// The languages that were found, joined by `+`.
    pub(crate) languages: String,
    /// The ones that are wanted and not installed, likewise.
    pub(crate) missing: String,
}

impl Recognizer {
    /// Loads Tesseract's data.
    ///
    /// # Errors
    /// When the data of none of the languages is installed.
    pub(crate) fn new(wanted: &str) -> Result<Recognizer, String> {
        let (there, missing) = installed(wanted);
        let (languages, missing) = (there.join("+"), missing.join("+"));
        if languages.is_empty() {
            return Err(format!("no language data for Tesseract (`{missing}`) is installed"));
        }
        let tesseract = TessApi::new(None, &languages).map_err(|it| it.to_string())?;
        let mut it = Recognizer { tesseract, languages, missing };
        it.set(Variable::TesseditPagesegMode, PAGE_MODE)?;
        it.set(Variable::UserDefinedDpi, "300")?;
        it.set(Variable::DebugFile, "/dev/null")?;
        Ok(it)
    }

    /// Recognizes the words of a page, all at once.
    ///
    /// # Errors
    /// When Tesseract takes the image for none, or answers with something that is not its table.
    pub(crate) fn page(&mut self, image: &Gray) -> Result<Vec<Word>, String> {
        self.words(image)
    }

    /// Recognizes again, by themselves, what was missed on the page or is doubted; says of how
    /// many places it did not, since they were too many.
    ///
    /// # Errors
    /// As [`Recognizer::page`].
    pub(crate) fn again(
        &mut self,
        image: &Gray,
        pieces: &[Piece],
        rulings: &[Ruling],
        inch: f32,
        words: Vec<Word>,
    ) -> Result<(Vec<Word>, usize), String> {
        let seen = again::Seen { image, pieces, rulings, inch };
        again::again(self, &seen, words)
    }

    /// Recognizes what stands in a part of an image, on a white ground of its own.
    fn region(
        &mut self,
        image: &Gray,
        rect: &Rect,
        margin: f32,
        one_line: bool,
        digits: bool,
    ) -> Result<Vec<Word>, String> {
        let (part, left, top) = image.part(rect, margin);
        let mode = if one_line { LINE_MODE } else { BLOCK_MODE };
        let mut words = self.part(&part, mode, digits)?;
        for word in &mut words {
            let it = word.rect;
            word.rect = Rect::new(it.x0 + left, it.y0 + top, it.x1 + left, it.y1 + top);
        }
        Ok(words)
    }

    /// Recognizes what is no page, and nothing but digits if so wanted.
    fn part(&mut self, part: &Gray, mode: &str, digits: bool) -> Result<Vec<Word>, String> {
        self.set(Variable::TesseditPagesegMode, mode)?;
        self.set(Variable::TesseditCharWhitelist, if digits { DIGITS } else { "" })?;
        // Ink is dark in a part, and what makes no sense is no more legible as white on black. A
        // later Tesseract may not know it any more: then it tries both.
        let _unknown = self.set(Variable::TesseditDoInvert, "0");
        let words = self.words(part);
        let _unknown = self.set(Variable::TesseditDoInvert, "1");
        self.set(Variable::TesseditPagesegMode, PAGE_MODE)?;
        self.set(Variable::TesseditCharWhitelist, "")?;
        words
    }

    fn set(&mut self, variable: Variable, value: &str) -> Result<(), String> {
        let value = CString::new(value).map_err(|it| it.to_string())?;
        self.tesseract.raw.set_variable(variable.as_cstr(), &value).map_err(|it| it.to_string())
    }

    fn words(&mut self, image: &Gray) -> Result<Vec<Word>, String> {
        // As it lies in memory: an encoded image would be read byte by byte.
        let (width, height) = (side(image.width)?, side(image.height)?);
        self.tesseract
            .raw
            .set_image(&image.data, width, height, 1, width)
            .map_err(|it| it.to_string())?;
        self.tesseract.set_source_resolution(300);
        let table = self.tesseract.get_tsv_text(0).map_err(|it| it.to_string())?;
        // The result is kept: the second form costs no second recognition.
        let text = self.tesseract.get_utf8_text().map_err(|it| it.to_string())?;
        Ok(parse(&table, &text))
    }
}

fn side(n_pixels: usize) -> Result<c_int, String> {
    c_int::try_from(n_pixels).map_err(|_| format!("{n_pixels} pixels are too many in one row"))
}

/// Reads Tesseract's table: level, page, block, paragraph, line, word, left, top, width, height,
/// confidence, text.
///
/// The table cuts Korean words into the pieces they were recognized in; the running text has
/// spaces only where Tesseract saw some. So pieces that abut in the text are one word.
fn parse(table: &str, text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut current: Option<[&str; 3]> = None;
    let mut spaces = Spaces { rest: text };
    let mut glued = false;
    for row in table.lines() {
        let cells: Vec<&str> = row.splitn(12, '\t').collect();
        let [level, _, block, paragraph, line, _, left, top, width, height, confidence, raw] =
            cells[..]
        else {
            continue;
        };
        if level != "5" {
            continue;
        }
        let follows = glued;
        glued = spaces.none_after(raw);
        let text: String =
            raw.nfc().filter(|it| !is_ignorable(*it) && !it.is_whitespace()).collect();
        let number = |it: &str| it.parse::<f32>().unwrap_or(0.0);
        let confidence = (number(confidence) / 100.0).clamp(0.0, 1.0);
        if text.is_empty() || confidence < MIN_CONFIDENCE {
            glued = false;
            continue;
        }
        let (x, y) = (number(left), number(top));
        let rect = Rect::new(x, y, x + number(width), y + number(height));
        let word = Word { text, rect, confidence, source: Source::Ocr, others: Vec::new() };
        let key = [block, paragraph, line];
        match words.last_mut() {
            Some(last) if follows && current == Some(key) => append(last, &word),
            _ => words.push(word),
        }
        current = Some(key);
    }
    words
}

/// Walks along the running text, word by word.
struct Spaces<'a> {
    rest: &'a str,
}

impl Spaces<'_> {
    /// Goes behind `word` and says whether another word follows without a space.
    fn none_after(&mut self, word: &str) -> bool {
        let word = word.trim();
        // A word that is not near was printed in another form; its neighbors are found again.
        // Between columns stand as many spaces as it takes, which are no way at all.
        let near = 80 + word.chars().count();
        let mut signs = self.rest.char_indices().filter(|it| !it.1.is_whitespace());
        let near = signs.nth(near).map_or(self.rest.len(), |it| it.0);
        let Some(at) = self.rest[..near].find(word).filter(|_| !word.is_empty()) else {
            return false;
        };
        self.rest = &self.rest[at + word.len()..];
        self.rest.chars().next().is_some_and(|it| !it.is_whitespace())
    }
}

/// Adds a piece to the word it belongs to.
fn append(word: &mut Word, piece: &Word) {
    let (n, m) = (word.text.chars().count() as f32, piece.text.chars().count() as f32);
    word.confidence = (word.confidence * n + piece.confidence * m) / (n + m);
    word.text.push_str(&piece.text);
    word.rect = word.rect.union(&piece.rect);
}

/// Mean confidence over the letters; 0 where there is none.
pub(crate) fn believed<'a>(words: impl IntoIterator<Item = &'a Word>) -> f32 {
    let (sum, n) = words.into_iter().fold((0.0, 0.0), |(sum, n), it| {
        let length = it.text.chars().count() as f32;
        (sum + it.confidence * length, n + length)
    });
    if n == 0.0 { 0.0 } else { sum / n }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::lines::settle;
    use super::*;

    #[track_caller]
    fn check(rows: &[&str], text: &str, expect: Expect) {
        let table: Vec<String> = rows.iter().map(|it| it.replace(' ', "\t")).collect();
        let lines = settle(parse(&table.join("\n"), text), (&[], &[]), &[], |it| it);
        let lines: Vec<String> = lines
            .iter()
            .map(|it| {
                let words = it.words.iter().map(|it| format!("{} {:.2}", it.text, it.confidence));
                words.collect::<Vec<_>>().join(" | ")
            })
            .collect();
        expect.assert_eq(&lines.join("\n"));
    }

    #[test]
    fn pieces_that_abut_in_the_text_are_one_word() {
        check(
            &[
                "5 1 1 1 1 1 100 10 20 20 90 결",
                "5 1 1 1 1 2 140 10 60 20 60 의번호",
                "5 1 1 1 1 3 240 10 60 20 80 7번",
            ],
            "결의번호 7번\n",
            expect!["결의번호 0.68 | 7번 0.80"],
        );
    }

    #[test]
    fn columns_far_apart_do_not_end_the_walk() {
        let text = format!("합계{}3,000\n\n결의\n", " ".repeat(120));
        check(
            &[
                "5 1 1 1 1 1 100 10 20 20 90 합계",
                "5 1 1 1 1 2 900 10 60 20 90 3,000",
                "5 1 1 1 2 1 100 50 20 20 90 결",
                "5 1 1 1 2 2 140 50 20 20 90 의",
            ],
            &text,
            expect!["합계 0.90 | 3,000 0.90\n결의 0.90"],
        );
    }

    #[test]
    fn segments_of_one_height_are_a_line_and_stains_are_none() {
        check(
            &[
                "4 1 1 1 1 0 0 0 900 30 -1 ",
                "5 1 2 1 1 1 500 12 60 20 95 1,200",
                "5 1 1 1 1 1 100 10 60 20 96 Total",
                "5 1 3 1 1 1 300 11 9 20 5 ~",
            ],
            "1,200\n\nTotal\n\n~\n",
            expect!["Total 0.96 | 1,200 0.95"],
        );
    }

    #[test]
    fn a_table_that_is_none_gives_no_words() {
        check(&["", "5 1", "x y z"], "", expect![""]);
    }
}
