//! What a page says where a person drew a box: the words in it, the label beside it, and the value
//! that they state.
//!
//! **Invariant:** pure; whole words count, by their middles, and a box inside of a word means that
//! word. A box over nothing that was read is a place all the same: the page may print there what no
//! reader saw.

use super::scan::{self, Context};
use super::{Evidence, fields};
use crate::document::{Document, Line, Page, Rect, Word};
use crate::value::{Currency, Kind, Value};

/// Letters of the longest label that is proposed.
const LONGEST: usize = 20;

/// What was found in a box.
#[derive(Debug, Clone, PartialEq)]
pub struct Pointed {
    /// The words and their boxes, one per line; the drawn box and no text where there are none.
    pub evidence: Evidence,
    /// The label that stands before it or above it; empty where there is none.
    pub label: String,
    /// The value that the words state, by a label's kind or as they are.
    pub value: Option<Value>,
}

/// Reads a box of a page of a document, which is told with its number; none of a page that is not there.
pub fn read(
    of: &Document,
    document: u32,
    page: u32,
    drawn: &Rect,
    expected: Option<Kind>,
    currency: Option<Currency>,
) -> Option<Pointed> {
    let of = of.pages.iter().find(|it| it.number == page)?;
    let found = within(of, drawn);
    let boxes = match found.as_slice() {
        [] => vec![*drawn],
        found => found.iter().map(Line::rect).collect(),
    };
    let label = label(of, boxes[0]);
    let text: Vec<String> = found.iter().map(Line::text).collect();
    let text = text.join(" ");
    let value = value(&text, expected, currency);
    Some(Pointed { evidence: Evidence { document, page, boxes, text }, label, value })
}

/// The words in a box, line by line.
fn within(page: &Page, drawn: &Rect) -> Vec<Line> {
    let all = |is_in: &dyn Fn(&Word) -> bool| -> Vec<Line> {
        let part =
            |it: &Line| Line { words: it.words.iter().filter(|it| is_in(it)).cloned().collect() };
        page.lines.iter().map(part).filter(|it| !it.words.is_empty()).collect()
    };
    let found = all(&|it| drawn.holds(&it.rect));
    if found.is_empty() { all(&|it| it.rect.holds(drawn)) } else { found }
}

/// The words before a place on its line, else those above it; a number is no label.
fn label(page: &Page, at: Rect) -> String {
    let is_level = |it: &Rect| it.y0 < at.center().1 && at.center().1 < it.y1;
    let says = |it: &Word| !it.text.chars().any(|c| c.is_ascii_digit());
    let mut before: Vec<&Word> = page
        .lines
        .iter()
        .flat_map(|it| &it.words)
        .filter(|it| is_level(&it.rect) && it.rect.center().0 < at.x0)
        .collect();
    before.sort_by(|a, b| b.rect.x0.total_cmp(&a.rect.x0));
    // What is far from the others on the line is of another column.
    let mut near: Vec<&str> = Vec::new();
    let mut left: Option<f32> = None;
    for it in before.into_iter().take_while(|it| says(it)) {
        let height = it.rect.height();
        if left.is_some_and(|left| left - it.rect.x1 > 2.0 * height) {
            break;
        }
        near.push(&it.text);
        left = Some(it.rect.x0);
    }
    near.reverse();
    let beside = fields::shown_label(&near.join(" "));
    if beside.chars().any(char::is_alphabetic) {
        // A sentence is no label.
        return if beside.chars().count() > LONGEST { String::new() } else { beside };
    }
    let over = |it: &Line| {
        let words: Vec<&str> = it
            .words
            .iter()
            .filter(|it| it.rect.x0 < at.x1 && at.x0 < it.rect.x1 && says(it))
            .map(|it| it.text.as_str())
            .collect();
        fields::shown_label(&words.join(" "))
    };
    // The lowest; the first of several that are level.
    page.lines
        .iter()
        .filter(|it| it.rect().y1 <= at.center().1 && !leads(page, &it.rect()))
        .map(|it| (it.rect().y1, over(it)))
        .filter(|it| it.1.chars().any(char::is_alphabetic))
        .min_by(|a, b| b.0.total_cmp(&a.0))
        .map(|it| it.1)
        .unwrap_or_default()
}

/// Whether a number stands level with a line: the line is that one's label, if it is one.
fn leads(page: &Page, line: &Rect) -> bool {
    let words = page.lines.iter().flat_map(|it| &it.words);
    let numbers = words.filter(|it| it.text.contains(|c: char| c.is_ascii_digit()));
    numbers.map(|it| it.rect.center().1).any(|y| line.y0 < y && y < line.y1)
}

/// The value that words state: all of them, or the only one among them.
fn value(text: &str, expected: Option<Kind>, currency: Option<Currency>) -> Option<Value> {
    let context = Context { expected, currency, ..Context::default() };
    let fits = |it: &Value| expected.is_none_or(|kind| it.kind() == kind);
    if let Some(it) = scan::whole(text, &context).filter(fits) {
        return Some(it);
    }
    let mut found = scan::scan(text, &context);
    found.retain(|it| fits(&it.value));
    match found.as_slice() {
        [only] => Some(only.value.clone()),
        // A bare number is a quantity at least, and an amount where it is written like those of its
        // document: people say what it counts.
        [] if expected.is_none() => {
            let kind =
                if currency.is_some() && text.contains(',') { Kind::Money } else { Kind::Quantity };
            let context = Context { expected: Some(kind), ..context };
            scan::whole(text, &context).filter(|it| it.kind() == kind)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Source;

    /// Words as `text@x,y`, ten units high and five wide for a letter.
    fn page(words: &[(&str, f32, f32)]) -> Document {
        let word = |(text, x, y): &(&str, f32, f32)| Word {
            text: (*text).to_owned(),
            rect: Rect::new(*x, *y, x + 5.0 * text.chars().count() as f32, y + 10.0),
            confidence: 1.0,
            source: Source::TextLayer,
            others: Vec::new(),
        };
        let lines = words.iter().map(|it| Line { words: vec![word(it)] }).collect();
        let page = Page {
            number: 1,
            width: 595.0,
            height: 842.0,
            source: Source::TextLayer,
            reason: String::new(),
            lines,
            rulings: Vec::new(),
            marks: Vec::new(),
            view: None,
        };
        Document {
            name: "it.pdf".to_owned(),
            sha256: "5".repeat(64),
            format: crate::document::Format::Pdf,
            pages: vec![page],
            notes: Vec::new(),
            locked: false,
            embedded: Vec::new(),
        }
    }

    #[track_caller]
    fn check(words: &[(&str, f32, f32)], drawn: Rect, text: &str, label: &str, value: &str) {
        let it = read(&page(words), 0, 1, &drawn, None, None).unwrap();
        let shown = it.value.map(|it| it.to_string()).unwrap_or_default();
        assert_eq!(
            (it.evidence.text.as_str(), it.label.as_str(), shown.as_str()),
            (text, label, value)
        );
    }

    #[test]
    fn a_box_says_its_words_and_what_stands_before_them() {
        let words = [("배송비:", 10.0, 100.0), ("3,300원", 80.0, 101.0), ("합계", 10.0, 130.0)];
        check(&words, Rect::new(75.0, 95.0, 130.0, 115.0), "3,300원", "배송비", "KRW 3300");
        // Inside of a word it means that word.
        check(&words, Rect::new(90.0, 104.0, 92.0, 106.0), "3,300원", "배송비", "KRW 3300");
    }

    #[test]
    fn the_head_of_a_column_is_a_label_where_nothing_stands_before() {
        let words = [("Freight", 80.0, 60.0), ("12.50", 80.0, 100.0)];
        check(&words, Rect::new(70.0, 95.0, 130.0, 115.0), "12.50", "Freight", "12.50");
    }

    #[test]
    fn a_sentence_and_the_label_of_another_number_are_no_labels() {
        let words = [("부가세:", 80.0, 60.0), ("125,000원", 130.0, 60.0), ("3,300", 80.0, 100.0)];
        check(&words, Rect::new(70.0, 95.0, 130.0, 115.0), "3,300", "", "3300");
        let prose = "위금액에는도서지역으로보내는데드는돈";
        let words = [(prose, 10.0, 100.0), ("더하기", 105.0, 100.0), ("3,300원", 130.0, 100.0)];
        check(&words, Rect::new(128.0, 95.0, 170.0, 115.0), "3,300원", "", "KRW 3300");
    }

    #[test]
    fn where_nothing_was_read_the_box_is_the_place() {
        let drawn = Rect::new(70.0, 95.0, 130.0, 115.0);
        let it = read(&page(&[("Total", 10.0, 300.0)]), 0, 1, &drawn, None, None).unwrap();
        assert_eq!((it.evidence.boxes, it.evidence.text), (vec![drawn], String::new()));
        assert_eq!((it.label.as_str(), it.value), ("", None));
        assert!(read(&page(&[]), 0, 2, &drawn, None, None).is_none(), "no such page");
    }
}
