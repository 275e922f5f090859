//! Page images to words by Tesseract, through `leptess`.
//!
//! **Invariant:** one Tesseract instance per process, kept over all pages; boxes are given in the
//! pixels of the image that was handed in.

use leptess::{LepTess, Variable};
use proviso_core::document::{Line, Rect, Ruling, Source, Word};
use unicode_normalization::UnicodeNormalization as _;

use super::glyph::is_ignorable;
use super::raster::Gray;

/// What Tesseract reads, and in which order it prefers.
const LANGUAGES: [&str; 3] = ["kor+eng", "kor", "eng"];
/// Words that Tesseract itself does not believe are stains and seals.
const MIN_CONFIDENCE: f32 = 0.12;

/// A recognizer that is ready.
pub(crate) struct Recognizer {
    tesseract: LepTess,
    /// The languages that were found.
    pub(crate) languages: &'static str,
}

impl Recognizer {
    /// Loads Tesseract's data.
    ///
    /// # Errors
    /// When the data of neither Korean nor English is installed.
    pub(crate) fn new() -> Result<Recognizer, String> {
        for languages in LANGUAGES {
            if let Ok(mut tesseract) = LepTess::new(None, languages) {
                let set = [
                    // Blocks of text in columns and cells, no guess at the direction of the page.
                    (Variable::TesseditPagesegMode, page_mode()),
                    (Variable::UserDefinedDpi, "300"),
                    (Variable::DebugFile, "/dev/null"),
                ];
                for (variable, value) in set {
                    tesseract.set_variable(variable, value).map_err(|it| it.to_string())?;
                }
                return Ok(Recognizer { tesseract, languages });
            }
        }
        Err("no language data for Tesseract (`kor`, `eng`) is installed".to_owned())
    }

    /// Recognizes the words of an image.
    ///
    /// # Errors
    /// When Tesseract takes the image for none, or answers with something that is not its table.
    pub(crate) fn words(&mut self, image: &Gray) -> Result<Vec<Line>, String> {
        self.tesseract.set_image_from_mem(&image.to_pgm()).map_err(|it| it.to_string())?;
        self.tesseract.set_source_resolution(300);
        let table = self.tesseract.get_tsv_text(0).map_err(|it| it.to_string())?;
        Ok(parse(&table))
    }
}

fn page_mode() -> &'static str {
    "3"
}

/// Reads Tesseract's table: level, page, block, paragraph, line, word, left, top, width, height,
/// confidence, text.
fn parse(table: &str) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut current: Option<[&str; 3]> = None;
    for row in table.lines() {
        let cells: Vec<&str> = row.splitn(12, '\t').collect();
        let [level, _, block, paragraph, line, _, left, top, width, height, confidence, text] =
            cells[..]
        else {
            continue;
        };
        if level != "5" {
            continue;
        }
        let text: String =
            text.nfc().filter(|it| !is_ignorable(*it) && !it.is_whitespace()).collect();
        let number = |it: &str| it.parse::<f32>().unwrap_or(0.0);
        let confidence = (number(confidence) / 100.0).clamp(0.0, 1.0);
        if text.is_empty() || confidence < MIN_CONFIDENCE {
            continue;
        }
        let (x, y) = (number(left), number(top));
        let rect = Rect::new(x, y, x + number(width), y + number(height));
        let word = Word { text, rect, confidence, source: Source::Ocr };
        let key = [block, paragraph, line];
        match lines.last_mut() {
            Some(it) if current == Some(key) => it.words.push(word),
            _ => lines.push(Line { words: vec![word] }),
        }
        current = Some(key);
    }
    lines
}

/// Makes lines across the page of the segments Tesseract found, mends words, and changes units.
///
/// Korean is recognized syllable by syllable, and where letters are spaced out a word comes in
/// pieces: pieces with a gap of less than a fifth of their height and no ruling between are one.
pub(crate) fn settle(
    segments: Vec<Line>,
    rulings: &[Ruling],
    to_page: impl Fn(Rect) -> Rect,
) -> Vec<Line> {
    let mut rows: Vec<(f32, f32, Vec<Word>)> = Vec::new();
    let mut segments: Vec<(f32, f32, Line)> = segments
        .into_iter()
        .map(|it| {
            let mut heights: Vec<f32> = it.words.iter().map(|it| it.rect.height()).collect();
            heights.sort_by(f32::total_cmp);
            (it.rect().center().1, heights[heights.len() / 2], it)
        })
        .collect();
    segments.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (middle, height, line) in segments {
        let row = rows
            .iter_mut()
            .rev()
            .take(4)
            .find(|it| (it.0 - middle).abs() <= 0.4 * it.1.min(height));
        match row {
            Some(it) => it.2.extend(line.words),
            None => rows.push((middle, height, line.words)),
        }
    }
    let lines = rows.into_iter().map(|(_, _, mut words)| {
        words.sort_by(|a, b| a.rect.x0.total_cmp(&b.rect.x0));
        let mut out: Vec<Word> = Vec::with_capacity(words.len());
        for word in words {
            match out.last_mut() {
                Some(last) if is_one_word(last, &word, rulings) => {
                    let (n, m) = (last.text.chars().count(), word.text.chars().count());
                    last.confidence =
                        (last.confidence * n as f32 + word.confidence * m as f32) / (n + m) as f32;
                    last.text.push_str(&word.text);
                    last.rect = last.rect.union(&word.rect);
                }
                _ => out.push(word),
            }
        }
        for word in &mut out {
            word.rect = to_page(word.rect);
        }
        Line { words: out }
    });
    let mut lines: Vec<Line> = lines.filter(|it| !it.words.is_empty()).collect();
    lines.sort_by(|a, b| a.rect().y0.total_cmp(&b.rect().y0));
    lines
}

fn is_one_word(a: &Word, b: &Word, rulings: &[Ruling]) -> bool {
    let height = a.rect.height().min(b.rect.height());
    let gap = b.rect.x0 - a.rect.x1;
    let hangul = |it: Option<char>| it.is_some_and(|it| ('\u{ac00}'..='\u{d7a3}').contains(&it));
    let syllables = hangul(a.text.chars().last()) && hangul(b.text.chars().next());
    let (y0, y1) = (a.rect.y0.max(b.rect.y0), a.rect.y1.min(b.rect.y1));
    let limit = if syllables { 0.2 } else { 0.08 } * height;
    gap < limit
        && gap > -0.5 * height
        && y1 - y0 > 0.5 * height
        && !rulings.iter().any(|it| {
            let x = it.rect.center().0;
            !it.is_horizontal()
                && a.rect.center().0 < x
                && x < b.rect.center().0
                && it.rect.y0 < y1
                && y0 < it.rect.y1
        })
}
