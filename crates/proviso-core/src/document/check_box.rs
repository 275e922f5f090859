//! Check boxes as words: `☑` or `☐`, however a format keeps or draws them.
//!
//! **Invariant:** a box on a page is one word with the box's place; the mark of a person that
//! ticks it is no letter of the text.

use crate::document::{Line, Rect, Source, Word};

/// Longer words in a box are its content, not a mark.
const MARK_LETTERS: usize = 2;

/// What a check box is written as.
pub fn sign(is_ticked: bool) -> char {
    if is_ticked { '☑' } else { '☐' }
}

/// Whether a word is a check box.
pub fn is_sign(text: &str) -> bool {
    [true, false].iter().any(|&is_ticked| text.chars().eq([sign(is_ticked)]))
}

/// Puts signs into boxes of a text layer in place of the marks that stand in them. Each is a line of
/// its own, behind the others: the lines are to be ordered anew.
pub fn put(lines: &mut Vec<Line>, boxes: &[(Rect, char)]) {
    for line in lines.iter_mut() {
        line.words.retain(|it| {
            let is_short = it.text.chars().count() <= MARK_LETTERS;
            !(is_short && boxes.iter().any(|(rect, _)| rect.holds(&it.rect)))
        });
    }
    lines.retain(|it| !it.words.is_empty());
    lines.extend(boxes.iter().map(|&(rect, sign)| {
        let (text, source) = (sign.to_string(), Source::TextLayer);
        Line { words: vec![Word { text, rect, confidence: 1.0, source, others: Vec::new() }] }
    }));
}
