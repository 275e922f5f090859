//! A second look at what the first pass over the page missed or does not believe.
//!
//! Segmentation of a whole page loses lone digits in table cells and reads across cell walls. So
//! ink that no word covers, cells whose words are doubted, and words that cross a wall are cut out
//! and read again by themselves.
//!
//! **Invariant:** a word is replaced only by what was read in its own place and is believed more;
//! nothing is dropped that has no replacement.

use std::collections::HashSet;

use proviso_core::analysis::layout::grid::grids;
use proviso_core::document::{Page, Rect, Ruling, Source, Word};

use super::{Recognizer, believed};
use proviso_raster::{Gray, Piece};

/// Cells whose least believed word is above this are left as they are.
const DOUBTED: f32 = 0.80;
/// At most so many regions are read again: a page of noise must not take minutes.
const MAX_REGIONS: usize = 200;
/// What reading in context is worth.
const CONTEXT: f32 = 0.05;
/// So few letters have no context.
const LONE: usize = 2;
/// A digit among digits only is believed from here on.
const SURE: f32 = 0.85;
/// White space around a region, in inches.
const MARGIN: f32 = 0.05;

/// What is known of the page before the second look.
pub(super) struct Seen<'a> {
    /// The flattened image without rulings and dust.
    pub image: &'a Gray,
    /// Its ink.
    pub pieces: &'a [Piece],
    /// Printed lines, in pixels.
    pub rulings: &'a [Ruling],
    /// Pixels in an inch.
    pub inch: f32,
}

/// Words of the first pass, mended by the second look; and how many regions were too many.
pub(super) fn again(
    recognizer: &mut Recognizer,
    seen: &Seen<'_>,
    mut words: Vec<Word>,
) -> Result<(Vec<Word>, usize), String> {
    let cells = cells(seen, &words);
    let letters: Vec<Rect> =
        seen.pieces.iter().filter(|it| is_letter(it, seen.inch)).map(Piece::rect).collect();
    snap(&mut words, &letters, 0.25);
    let mut inside: Vec<Vec<Rect>> = vec![Vec::new(); cells.len()];
    let mut outside = Vec::new();
    for it in &letters {
        match smallest(&cells, it) {
            Some(cell) => inside[cell].push(*it),
            None => outside.push(*it),
        }
    }
    let mut second =
        Second { recognizer, seen, words, left: MAX_REGIONS, too_many: 0, read: HashSet::new() };
    for (cell, ink) in cells.iter().zip(inside) {
        if !ink.is_empty() && is_doubted(cell, &ink, &second.words) {
            second.look(cell, &ink)?;
        }
    }
    // Words that are doubted by themselves, cut out along their ink.
    let doubted =
        second.words.iter().filter(|it| it.confidence < DOUBTED || n_lost(it, &letters) > 0);
    for rect in doubted.map(|it| it.rect).collect::<Vec<_>>() {
        let ink: Vec<Rect> = letters.iter().filter(|it| meets(&rect, it)).copied().collect();
        if !ink.is_empty() {
            second.look(&around(&ink), &ink)?;
        }
    }
    // What stands outside of tables: letters that no word covers, line by line.
    outside.retain(|it| !second.words.iter().any(|word| covers(word, it)));
    for ink in groups(outside, seen.inch) {
        second.look(&around(&ink), &ink)?;
    }
    Ok((second.words, second.too_many))
}

/// The second look under way.
struct Second<'a> {
    recognizer: &'a mut Recognizer,
    seen: &'a Seen<'a>,
    words: Vec<Word>,
    /// Regions that may still be read.
    left: usize,
    /// Those that were one too many.
    too_many: usize,
    /// Those that were, in whole pixels: a cell may hold nothing but one doubted word.
    read: HashSet<[i32; 4]>,
}

impl Second<'_> {
    /// Reads a region by itself; what is found there takes the place of what was.
    fn look(&mut self, region: &Rect, ink: &[Rect]) -> Result<(), String> {
        let place = around(ink);
        if !self.read.insert([place.x0, place.y0, place.x1, place.y1].map(|it| it as i32)) {
            return Ok(());
        }
        let Some(left) = self.left.checked_sub(1) else {
            self.too_many += 1;
            return Ok(());
        };
        self.left = left;
        let mut found = self.read(place, ink, false)?;
        // Next to nothing to go by: a lone digit is told from letters by trying.
        if ink.len() <= LONE && believed(&found) < DOUBTED {
            let digits = self.read(place, ink, true)?;
            if believed(&digits) > SURE {
                found = digits;
            }
        }
        if found.is_empty() {
            return Ok(());
        }
        let (inside, others): (Vec<Word>, Vec<Word>) =
            self.words.drain(..).partition(|it| region.holds(&it.rect));
        // What another word has is not read twice.
        once(&mut found);
        found.retain(|it| others.iter().all(|other| !overlap(&it.rect, &other.rect)));
        let worth = |words: &[Word]| {
            let covered = ink.iter().filter(|it| words.iter().any(|word| covers(word, it)));
            let lost: usize = words.iter().map(|it| n_lost(it, ink)).sum();
            believed(words) * covered.count().saturating_sub(lost) as f32 / ink.len() as f32
        };
        // The first pass saw the words beside it as well, so it gets the benefit of the doubt.
        let better = worth(&found) > worth(&inside) + CONTEXT;
        self.words = others;
        self.words.extend(if better { found } else { inside });
        Ok(())
    }

    /// The words of some ink and of the signs beside its place, with digits only if so asked.
    fn read(&mut self, place: Rect, ink: &[Rect], digits: bool) -> Result<Vec<Word>, String> {
        let Seen { image, inch, .. } = *self.seen;
        let rect = with_marks(place, self.seen);
        let one_line = n_lines(ink) <= 1;
        let mut words = self.recognizer.region(image, &rect, MARGIN * inch, one_line, digits)?;
        snap(&mut words, ink, 0.8);
        Ok(words)
    }
}

/// Table cells, without those that hold other cells, in pixels.
fn cells(seen: &Seen<'_>, words: &[Word]) -> Vec<Rect> {
    let mut heights: Vec<f32> = words.iter().map(|it| it.rect.height()).collect();
    heights.sort_by(f32::total_cmp);
    let height = heights.get(heights.len() / 2).copied().unwrap_or(seen.inch / 8.0);
    let (width, page_height) = (seen.image.width as f32, seen.image.height as f32);
    let page = Page {
        number: 1,
        width,
        height: page_height,
        source: Source::Ocr,
        reason: String::new(),
        lines: Vec::new(),
        rulings: seen.rulings.to_vec(),
        marks: Vec::new(),
        view: None,
    };
    let grids = grids(&page, height).0;
    grids.iter().flat_map(|it| it.cells.iter().map(|it| it.rect)).collect()
}

fn smallest(cells: &[Rect], letter: &Rect) -> Option<usize> {
    let holding = cells.iter().enumerate().filter(|it| it.1.holds(letter));
    let area = |it: &Rect| it.width() * it.height();
    holding.min_by(|a, b| area(a.1).total_cmp(&area(b.1))).map(|it| it.0)
}

/// Large enough for a digit or a letter, too small for a picture.
fn is_letter(it: &Piece, inch: f32) -> bool {
    let (width, height) = ((it.x1 - it.x0) as f32, (it.y1 - it.y0) as f32);
    let tall = height > inch * 0.055 || width > inch * 0.08;
    tall && height < inch * 0.6 && width < inch * 1.5
}

fn covers(word: &Word, letter: &Rect) -> bool {
    let (x, y) = letter.center();
    let slack = 0.15 * word.rect.height();
    let it = &word.rect;
    it.x0 - slack <= x && x <= it.x1 + slack && it.y0 - slack <= y && y <= it.y1 + slack
}

/// Widens words to the letters beside them that no word covers: recognition places its boxes by
/// guess and may leave a first or last letter out. `reach` is in heights of the word, from where
/// recognition placed it: a word that was missed altogether is not swallowed letter by letter.
fn snap(words: &mut [Word], letters: &[Rect], reach: f32) {
    let placed: Vec<Rect> = words.iter().map(|it| it.rect).collect();
    let bare: Vec<&Rect> =
        letters.iter().filter(|it| !words.iter().any(|word| covers(word, it))).collect();
    for letter in bare {
        let gap = |it: &Rect| (letter.x0 - it.x1).max(it.x0 - letter.x1).max(0.0);
        let beside = placed.iter().enumerate().filter(|(_, it)| {
            let overlap = it.y1.min(letter.y1) - it.y0.max(letter.y0);
            overlap > 0.5 * letter.height().min(it.height()) && gap(it) < reach * it.height()
        });
        if let Some((at, _)) = beside.min_by(|a, b| gap(a.1).total_cmp(&gap(b.1))) {
            words[at].rect = words[at].rect.union(letter);
        }
    }
}

/// How many digits of a number were lost: every digit is a piece of ink, unless it is broken or
/// touches its neighbor, so that too many pieces tell and too few do not.
fn n_lost(word: &Word, letters: &[Rect]) -> usize {
    let digits = word.text.chars().filter(char::is_ascii_digit).count();
    let is_number = word.text.chars().all(|it| it.is_ascii_digit() || matches!(it, ',' | '.'));
    if !is_number || digits == 0 {
        return 0;
    }
    let inside: Vec<f32> =
        letters.iter().filter(|it| meets(&word.rect, it)).map(Rect::height).collect();
    let tallest = inside.iter().copied().fold(0.0, f32::max);
    let tall = inside.iter().filter(|it| **it >= 0.7 * tallest).count();
    tall.saturating_sub(digits)
}

/// Of words over one another the more believed stays.
fn once(words: &mut Vec<Word>) {
    words.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
    let mut kept: Vec<Word> = Vec::with_capacity(words.len());
    for word in words.drain(..) {
        if kept.iter().all(|it| !overlap(&it.rect, &word.rect)) {
            kept.push(word);
        }
    }
    *words = kept;
}

/// Whether more than a third of the smaller box lies in the other.
fn overlap(a: &Rect, b: &Rect) -> bool {
    let width = a.x1.min(b.x1) - a.x0.max(b.x0);
    let height = a.y1.min(b.y1) - a.y0.max(b.y0);
    let area = |it: &Rect| it.width() * it.height();
    width > 0.0 && height > 0.0 && 3.0 * width * height > area(a).min(area(b))
}

/// Whether most of the letter's height and some of its width lie in the word.
fn meets(word: &Rect, letter: &Rect) -> bool {
    let (x, _) = letter.center();
    let overlap = word.y1.min(letter.y1) - word.y0.max(letter.y0);
    word.x0 <= x && x <= word.x1 && overlap > 0.5 * letter.height().min(word.height())
}

fn is_doubted(cell: &Rect, ink: &[Rect], words: &[Word]) -> bool {
    let inside: Vec<&Word> = words.iter().filter(|it| cell.holds(&it.rect)).collect();
    let doubted = inside.iter().any(|it| it.confidence < DOUBTED);
    let crossing = inside.iter().any(|it| {
        let slack = 0.5 * it.rect.height();
        it.rect.x0 < cell.x0 - slack || it.rect.x1 > cell.x1 + slack
    });
    let bare = ink.iter().any(|it| !inside.iter().any(|word| covers(word, it)));
    doubted || crossing || bare
}

fn around(ink: &[Rect]) -> Rect {
    ink.iter().copied().reduce(|a, b| a.union(&b)).unwrap_or(Rect::new(0.0, 0.0, 0.0, 0.0))
}

/// A region with the signs at its ends that are too small for letters: minus, point, hyphen.
fn with_marks(region: Rect, seen: &Seen<'_>) -> Rect {
    let reach = 0.6 * region.height().min(0.25 * seen.inch);
    let beside = seen.pieces.iter().filter(|it| !is_letter(it, seen.inch)).map(Piece::rect);
    let marks = beside.filter(|it| {
        let (x, y) = it.center();
        let level = region.y0 <= y && y <= region.y1 + 0.1 * reach;
        level && region.x0 - reach <= x && x <= region.x1 + reach
    });
    marks.fold(region, |all, it| all.union(&it))
}

/// Rows of ink: letters whose heights overlap share one.
fn n_lines(ink: &[Rect]) -> usize {
    let mut spans: Vec<(f32, f32)> = ink.iter().map(|it| (it.y0, it.y1)).collect();
    spans.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut n, mut end) = (0, f32::NEG_INFINITY);
    for (y0, y1) in spans {
        if y0 > end {
            n += 1;
        }
        end = end.max(y1);
    }
    n
}

/// Letters that stand in one line near to one another.
fn groups(mut letters: Vec<Rect>, inch: f32) -> Vec<Vec<Rect>> {
    letters.sort_by(|a, b| a.x0.total_cmp(&b.x0));
    let mut out: Vec<Vec<Rect>> = Vec::new();
    for it in letters {
        let near = out.iter_mut().find(|group| {
            let rect = around(group);
            let overlap = rect.y1.min(it.y1) - rect.y0.max(it.y0);
            overlap > 0.3 * rect.height().min(it.height()) && it.x0 - rect.x1 < 0.25 * inch
        });
        match near {
            Some(group) => group.push(it),
            None => out.push(vec![it]),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str, rect: Rect) -> Word {
        Word {
            text: text.to_owned(),
            rect,
            confidence: 0.9,
            source: Source::Ocr,
            others: Vec::new(),
        }
    }

    #[test]
    fn a_word_reaches_to_its_letters() {
        // `10`, of which recognition boxed the nought only, and a mark of the next line.
        let mut words = vec![word("10", Rect::new(20.0, 0.0, 30.0, 15.0))];
        let letters = [
            Rect::new(12.0, 1.0, 16.0, 14.0),
            Rect::new(21.0, 0.0, 29.0, 15.0),
            Rect::new(12.0, 40.0, 16.0, 55.0),
        ];
        snap(&mut words, &letters, 0.8);
        assert_eq!(words[0].rect, Rect::new(12.0, 0.0, 30.0, 15.0));
    }

    #[test]
    fn a_number_with_more_ink_than_digits_has_lost_some() {
        let rect = Rect::new(0.0, 0.0, 60.0, 16.0);
        let digit = |at: usize| Rect::new(at as f32 * 10.0, 1.0, at as f32 * 10.0 + 8.0, 15.0);
        let comma = Rect::new(18.0, 12.0, 20.0, 17.0);
        let letters: Vec<Rect> = (0..5).map(digit).chain([comma]).collect();
        assert_eq!(n_lost(&word("12,345", rect), &letters), 0);
        assert_eq!(n_lost(&word("2,345", rect), &letters), 1);
        assert_eq!(n_lost(&word("123,456", rect), &letters), 0, "two digits may touch");
        assert_eq!(n_lost(&word("2,345원", rect), &letters), 0, "syllables are many pieces");
    }

    #[test]
    fn letters_of_one_line_are_a_group() {
        let letter = |x: f32, y: f32| Rect::new(x, y, x + 10.0, y + 14.0);
        let found = groups(
            vec![letter(40.0, 2.0), letter(0.0, 0.0), letter(14.0, 1.0), letter(300.0, 0.0)],
            100.0,
        );
        let sizes: Vec<usize> = found.iter().map(Vec::len).collect();
        assert_eq!(sizes, [3, 1]);
        assert_eq!(n_lines(&[letter(0.0, 0.0), letter(20.0, 5.0), letter(0.0, 30.0)]), 2);
    }

    #[test]
    fn a_cell_is_looked_at_again_where_ink_has_no_word() {
        let cell = Rect::new(0.0, 0.0, 100.0, 30.0);
        let ink = [Rect::new(10.0, 8.0, 18.0, 22.0), Rect::new(60.0, 8.0, 66.0, 22.0)];
        let both = [
            word("3", Rect::new(9.0, 7.0, 19.0, 23.0)),
            word("1", Rect::new(59.0, 7.0, 67.0, 23.0)),
        ];
        assert!(!is_doubted(&cell, &ink, &both));
        assert!(is_doubted(&cell, &ink, &both[..1]), "the second digit is bare");
        let across = [word("31,000", Rect::new(9.0, 7.0, 140.0, 23.0))];
        assert!(is_doubted(&cell, &ink, &across), "it crosses the wall");
    }
}
