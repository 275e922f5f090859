//! Hidden text layers, held against the page images that they are said to be the text of.
//!
//! Scanners and OCR programs put the text that they recognized invisibly behind or over the image.
//! It is often better than what is recognized here, and sometimes it is something else altogether:
//! of another page, of a worse program, or changed on purpose. A person sees the image alone, so
//! the image decides.
//!
//! **Invariant:** a number that is read in the image is what the page says; what the layer has in
//! its place is said, and is a reading of it only where the eyes were not sure. A word of the layer
//! where the image is blank is left out.

use proviso_core::document::{Line, Page, Reading, Rect, Source, Word};
use proviso_core::remark::Remark;
use unicode_normalization::UnicodeNormalization as _;

use super::image_session::Recognition;
use crate::reading::layout::{by_height, letters};
use proviso_raster::Gray;

/// A layer is used if at least this share of its letters is read in the image.
const AGREES: f32 = 0.6;
/// Words that are at least this alike are the same word.
const SAME: f32 = 0.75;
/// An image that is believed less than this cannot judge a layer.
const LEGIBLE: f32 = 0.5;
/// Numbers that are believed more than this need no other reading.
const SURE: f32 = 0.9;
/// Numbers that are believed more than this and missing in the layer are added to it.
const BELIEVED: f32 = 0.7;
/// How much a word of the layer is believed where the image has ink that was not read.
const UNCHECKED: f32 = 0.5;
/// Disagreements that are told one by one.
const MAX_TOLD: usize = 5;

/// The text that a page brings along.
pub(super) struct Layer {
    /// Lines that show.
    pub(super) seen: Vec<Line>,
    /// Lines that are hidden.
    pub(super) hidden: Vec<Line>,
    /// What was left out.
    pub(super) notes: Vec<Remark>,
}

/// The page as image and layer together say; `scale` comes from page units to pixels.
pub(super) fn checked(
    recognized: Recognition,
    layer: Layer,
    image: &Gray,
    scale: f32,
) -> Recognition {
    let Recognition { page, mut notes } = recognized;
    notes.extend(layer.notes);
    let found = Found::of(&page);
    if found.words.is_empty() {
        // Nothing but the layer says that there is text.
        notes.push(Remark::new(
            "its hidden text layer was left out: nothing was recognized in the page image",
            "숨은 텍스트 레이어를 쓰지 않았습니다: 쪽 그림에서 인식된 글자가 없습니다",
        ));
        return Recognition { page, notes };
    }
    let agreement = found.agreement(&layer.hidden);
    let percent = (agreement * 100.0).round();
    let legible = found.believed() >= LEGIBLE;
    if agreement < AGREES && legible {
        notes.push(Remark::new(
            format!(
                "its hidden text layer was left out: the page image shows only {percent} % of it"
            ),
            format!(
                "숨은 텍스트 레이어를 쓰지 않았습니다: 쪽 그림에 보이는 것은 그 {percent}%뿐입니다"
            ),
        ));
        let reason = format!("{}, its hidden text layer says something else", page.reason);
        return Recognition { page: Page { reason, ..page }, notes };
    }
    let mut merging = Merging { found: &found, image, scale, n_blank: 0, differing: Vec::new() };
    let hidden = layer.hidden.into_iter().map(|it| merging.line(it));
    let mut lines: Vec<Line> = hidden.filter(|it| !it.words.is_empty()).collect();
    notes.extend(merging.notes());
    if agreement < AGREES {
        notes.push(Remark::new(
            format!(
                "its hidden text layer could not be checked: the page image is hardly legible, \
                 and shows {percent} % of it"
            ),
            format!(
                "숨은 텍스트 레이어를 확인하지 못했습니다: 쪽 그림이 흐려서 그 {percent}%만 보입니다"
            ),
        ));
    }
    lines.extend(layer.seen);
    let missing = found.missing(&lines);
    if !missing.is_empty() {
        let told: Vec<&str> = missing.iter().take(MAX_TOLD).map(|it| it.text.as_str()).collect();
        let told = told.join(", ");
        notes.push(Remark::new(
            format!("numbers of the page image that its hidden text layer lacks: {told}"),
            format!("숨은 텍스트 레이어에 없고 쪽 그림에만 있는 숫자: {told}"),
        ));
        lines.extend(missing.into_iter().map(|it| Line { words: vec![it] }));
    }
    let reason = format!("hidden text layer, {percent} % of it as {}", page.reason);
    // Words are where the file has them, so the page is as the file has it, too.
    let (width, height) = (image.width as f32 / scale, image.height as f32 / scale);
    let rulings = if page.view.is_none() { page.rulings } else { Vec::new() };
    let mut marks = page.marks;
    if let Some(view) = page.view {
        marks.iter_mut().for_each(|it| it.rect = view.source_box(it.rect));
    }
    let (source, lines, view) = (Source::TextLayer, by_height(lines), None);
    let page = Page { width, height, source, reason, lines, rulings, marks, view, ..page };
    Recognition { page, notes }
}

/// Recognized words at their places in the file's page.
struct Found {
    words: Vec<Word>,
}

/// The recognized words at one place, from left to right.
struct At<'a>(Vec<&'a Word>);

impl Found {
    fn of(page: &Page) -> Found {
        let mut words: Vec<Word> = page.lines.iter().flat_map(|it| it.words.clone()).collect();
        if let Some(view) = &page.view {
            for it in &mut words {
                it.rect = view.source_box(it.rect);
            }
        }
        Found { words }
    }

    fn believed(&self) -> f32 {
        let sum: f32 = self.words.iter().map(|it| it.confidence).sum();
        sum / self.words.len().max(1) as f32
    }

    /// The share of letters that stand in words which are read alike.
    fn agreement(&self, lines: &[Line]) -> f32 {
        let (mut same, mut all) = (0, 0);
        for word in lines.iter().flat_map(|it| &it.words) {
            let n = letters(&word.text).chars().count();
            all += n;
            let at = self.at(&word.rect);
            let has_number = !number(&word.text).is_empty();
            let is_same = at.alike(&word.text) >= SAME && (!has_number || at.says(&word.text));
            same += if is_same { n } else { 0 };
        }
        same as f32 / all.max(1) as f32
    }

    /// Words that lie in a box for a good part, or that a good part of the box lies in.
    fn at(&self, rect: &Rect) -> At<'_> {
        let near = self.words.iter().filter(|it| overlap(&it.rect, rect) > 0.4);
        let mut words: Vec<&Word> = near.collect();
        words.sort_by(|a, b| a.rect.x0.total_cmp(&b.rect.x0));
        At(words)
    }

    /// Numbers that no word of some lines covers.
    fn missing(&self, lines: &[Line]) -> Vec<Word> {
        let is_new = |it: &&Word| {
            let mut words = lines.iter().flat_map(|it| &it.words);
            it.confidence >= BELIEVED
                && number(&it.text).len() >= 3
                && words.all(|word| overlap(&word.rect, &it.rect) < 0.2)
        };
        self.words.iter().filter(is_new).cloned().collect()
    }
}

impl At<'_> {
    fn text(&self) -> String {
        self.0.iter().map(|it| it.text.as_str()).collect()
    }

    fn confidence(&self) -> f32 {
        self.0.iter().map(|it| it.confidence).fold(1.0, f32::min)
    }

    /// How alike the words here are to a text, 0 to 1; a text within them is what they say.
    fn alike(&self, text: &str) -> f32 {
        let (ours, theirs) = (letters(&self.text()), letters(text));
        if theirs.is_empty() || ours.contains(&theirs) {
            return 1.0;
        }
        strsim::normalized_levenshtein(&ours, &theirs) as f32
    }

    /// Whether the words here say the number of a text; they may reach beyond it.
    fn says(&self, text: &str) -> bool {
        let wanted = number(text);
        let mut parts = self.0.iter().flat_map(|it| it.text.split(|c| !is_of_number(c)));
        number(&self.text()) == wanted || parts.any(|it| number(it) == wanted)
    }
}

/// A layer while it is held against the image.
struct Merging<'a> {
    found: &'a Found,
    image: &'a Gray,
    scale: f32,
    n_blank: usize,
    /// What the layer and what the image says.
    differing: Vec<(String, String)>,
}

impl Merging<'_> {
    fn line(&mut self, line: Line) -> Line {
        Line { words: line.words.into_iter().filter_map(|it| self.word(it)).collect() }
    }

    /// The word as the image has it; none where the image has nothing.
    fn word(&mut self, word: Word) -> Option<Word> {
        let at = self.found.at(&word.rect);
        if at.0.is_empty() {
            let has_ink = self.has_ink(&word.rect);
            self.n_blank += usize::from(!has_ink);
            return has_ink.then_some(Word { confidence: UNCHECKED, ..word });
        }
        let seen = at.text();
        // Letters are the layer's: it is often the better reader, and nothing is computed of them.
        let counts = !number(&word.text).is_empty() || !number(&seen).is_empty();
        if !counts || at.says(&word.text) {
            return Some(word);
        }
        self.differing.push((word.text.clone(), seen.clone()));
        let confidence = at.confidence();
        let mut others = match at.0.as_slice() {
            [one] => one.others.clone(),
            // Readings of parts are no readings of the whole.
            _ => Vec::new(),
        };
        if confidence < SURE && others.iter().all(|it| it.text != word.text) {
            others.push(Reading { text: word.text, confidence: UNCHECKED });
        }
        Some(Word { text: seen, rect: word.rect, confidence, source: Source::Ocr, others })
    }

    /// Whether the image shows something in a box.
    fn has_ink(&self, rect: &Rect) -> bool {
        let (part, _, _) = self.image.part(&rect.scaled(self.scale), 1.0);
        let lightest = part.data.iter().copied().max().unwrap_or(255);
        let n_dark = part.data.iter().filter(|&&it| lightest.saturating_sub(it) > 60).count();
        n_dark * 100 > part.data.len()
    }

    fn notes(&self) -> Vec<Remark> {
        let mut notes = Vec::new();
        if self.n_blank > 0 {
            let n = self.n_blank;
            notes.push(Remark::new(
                format!(
                    "{n} words of its hidden text layer were left out: the page image is blank \
                     there"
                ),
                format!(
                    "숨은 텍스트 레이어의 낱말 {n}개를 쓰지 않았습니다: 쪽 그림의 그 자리가 비어 있습니다"
                ),
            ));
        }
        if !self.differing.is_empty() {
            let n = self.differing.len();
            let told = |one: fn(&(String, String)) -> String| {
                let told: Vec<String> = self.differing.iter().take(MAX_TOLD).map(one).collect();
                told.join("; ")
            };
            let en = told(|(layer, image)| format!("`{image}`, not `{layer}`"));
            let ko = told(|(layer, image)| format!("`{layer}` 대신 `{image}`"));
            notes.push(Remark::new(
                format!(
                    "the page image and its hidden text layer differ in {n} places with numbers, \
                     and the image counts: {en}"
                ),
                format!(
                    "쪽 그림과 숨은 텍스트 레이어의 숫자가 {n}곳에서 다르며, 그림을 따랐습니다: {ko}"
                ),
            ));
        }
        notes
    }
}

/// The share of the smaller box that lies in the other one.
fn overlap(a: &Rect, b: &Rect) -> f32 {
    let width = (a.x1.min(b.x1) - a.x0.max(b.x0)).max(0.0);
    let height = (a.y1.min(b.y1) - a.y0.max(b.y0)).max(0.0);
    let least = (a.width() * a.height()).min(b.width() * b.height());
    width * height / least.max(0.01)
}

/// The digits of a text with its decimal point, if it has one; groups of three have none. Signs are
/// recognized too badly to contradict anybody.
fn number(text: &str) -> String {
    let text: Vec<char> = text.nfkc().filter(|&c| is_of_number(c)).collect();
    let point = text.iter().rposition(|c| !c.is_ascii_digit());
    let is_decimal = |at: usize| !matches!(text.len() - at - 1, 0 | 3);
    let point = point.filter(|&at| at > 0 && is_decimal(at));
    let mut out = String::new();
    for (at, c) in text.iter().enumerate() {
        match c {
            _ if Some(at) == point => out.push('.'),
            c if c.is_ascii_digit() => out.push(*c),
            _ => {}
        }
    }
    out
}

fn is_of_number(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '.' | ',')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str, x: f32, confidence: f32) -> Word {
        let (rect, source) = (Rect::new(x, 10.0, x + 20.0, 20.0), Source::Ocr);
        Word { text: text.to_owned(), rect, confidence, source, others: Vec::new() }
    }

    /// An image of 100 units with ink everywhere but at the right end.
    fn image() -> Gray {
        let dark = |at: usize| if at % 100 < 80 && at % 7 < 2 { 0 } else { 255 };
        Gray { width: 100, height: 100, data: (0..10_000).map(dark).collect() }
    }

    fn merge(layer: &[Word], image_says: &[Word]) -> Recognition {
        let line = |words: &[Word]| vec![Line { words: words.to_vec() }];
        let page = Page {
            number: 1,
            width: 100.0,
            height: 100.0,
            source: Source::Ocr,
            reason: "recognized".to_owned(),
            lines: line(image_says),
            rulings: Vec::new(),
            marks: Vec::new(),
            view: None,
        };
        let layer = Layer { seen: Vec::new(), hidden: line(layer), notes: Vec::new() };
        checked(Recognition { page, notes: Vec::new() }, layer, &image(), 1.0)
    }

    fn texts(it: &Recognition) -> String {
        it.page.lines.iter().map(Line::text).collect::<Vec<_>>().join(" / ")
    }

    #[test]
    fn a_number_that_was_changed_in_the_layer_is_the_image_s() {
        let layer = [word("Total", 0.0, 1.0), word("amount", 25.0, 1.0), word("9,250", 50.0, 1.0)];
        let image =
            [word("Total", 0.0, 0.95), word("amount", 25.0, 0.9), word("1,250", 50.0, 0.97)];
        let it = merge(&layer, &image);
        assert_eq!(texts(&it), "Total amount 1,250");
        assert!(it.notes[0].en.contains("`1,250`, not `9,250`"), "{:?}", it.notes);
        let number = &it.page.lines[0].words[2];
        assert!(number.others.is_empty(), "eyes that are sure need no other reading: {number:?}");
    }

    #[test]
    fn both_readings_are_kept_where_the_eyes_are_not_sure() {
        let layer = [word("Total", 0.0, 1.0), word("amount", 25.0, 1.0), word("1,250", 50.0, 1.0)];
        let image = [word("Total", 0.0, 0.95), word("amount", 25.0, 0.9), word("1,260", 50.0, 0.6)];
        let number = merge(&layer, &image).page.lines[0].words[2].clone();
        assert_eq!((number.text.as_str(), number.others[0].text.as_str()), ("1,260", "1,250"));
    }

    #[test]
    fn a_layer_of_another_page_is_left_out() {
        let layer = [word("Other", 0.0, 1.0), word("words", 25.0, 1.0)];
        let it = merge(&layer, &[word("Total", 0.0, 0.95), word("1,250", 25.0, 0.9)]);
        assert_eq!(texts(&it), "Total 1,250");
        assert!(it.notes[0].en.starts_with("its hidden text layer was left out"), "{:?}", it.notes);
    }

    #[test]
    fn words_where_the_image_is_blank_are_left_out_and_numbers_it_lacks_are_added() {
        let layer = [word("Total", 0.0, 1.0), word("amount", 25.0, 1.0), word("1,250", 80.0, 1.0)];
        let image = [word("Total", 0.0, 0.95), word("amount", 25.0, 0.9), word("3,000", 50.0, 0.9)];
        let it = merge(&layer, &image);
        assert_eq!(texts(&it), "Total amount 3,000");
        assert_eq!(it.notes.len(), 2, "{:?}", it.notes);
    }

    #[test]
    fn numbers_are_compared_by_digits_and_point() {
        assert_eq!(number("₩1,250,000원"), "1250000");
        assert_eq!(number("1,250.50"), "1250.50");
        assert_eq!(number("1.250,50"), "1250.50");
        assert_ne!(number("12.50"), number("1,250"));
    }
}
