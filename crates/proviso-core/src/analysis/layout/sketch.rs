//! Draws pages for tests: text with columns becomes words with boxes, box-drawing characters become
//! rulings. A character is 6 × 10 units, one of Hangul or Hanja twice as wide; a line is 12 high.
//!
//! `│` and `─` are printed lines, `┼`, `┌` and the like their crossings.

use crate::document::{Document, Format, Line, Page, Rect, Ruling, Source, Word};

const WIDTH: f32 = 6.0;
const HEIGHT: f32 = 12.0;

/// A document of one page, drawn.
pub(crate) fn document(text: &str) -> Document {
    Document {
        name: "sketch.pdf".to_owned(),
        sha256: "0".repeat(64),
        format: Format::Pdf,
        pages: text.split('\u{c}').enumerate().map(|it| page(it.0 as u32 + 1, it.1)).collect(),
        notes: Vec::new(),
        locked: false,
        embedded: Vec::new(),
    }
}

fn columns(c: char) -> usize {
    if ('ᄀ'..='ᅟ').contains(&c) || ('⺀'..='鿿').contains(&c) || ('가'..='힣').contains(&c)
    {
        2
    } else {
        1
    }
}

/// One page, drawn.
pub(crate) fn page(number: u32, text: &str) -> Page {
    let mut words = Vec::new();
    let mut rulings = Vec::new();
    let lines: Vec<&str> = text.trim_matches('\n').lines().collect();
    for (y, line) in lines.iter().enumerate() {
        let top = 40.0 + y as f32 * HEIGHT;
        let (mut x, mut word, mut start) = (0usize, String::new(), 0usize);
        for c in line.chars().chain([' ']) {
            let left = 40.0 + x as f32 * WIDTH;
            let (middle_x, middle_y) = (left + WIDTH / 2.0, top + HEIGHT / 2.0);
            let (mut up, mut down, mut back, mut on) = (false, false, false, false);
            match c {
                '│' => (up, down) = (true, true),
                '─' => (back, on) = (true, true),
                '┼' => (up, down, back, on) = (true, true, true, true),
                '├' => (up, down, on) = (true, true, true),
                '┤' => (up, down, back) = (true, true, true),
                '┬' => (down, back, on) = (true, true, true),
                '┴' => (up, back, on) = (true, true, true),
                '┌' => (down, on) = (true, true),
                '┐' => (down, back) = (true, true),
                '└' => (up, on) = (true, true),
                '┘' => (up, back) = (true, true),
                _ => {}
            }
            let ruled = up || down || back || on;
            if up || down {
                let (y0, y1) =
                    (if up { top } else { middle_y }, if down { top + HEIGHT } else { middle_y });
                rulings.push(Ruling { rect: Rect::new(middle_x, y0, middle_x, y1) });
            }
            if back || on {
                let (x0, x1) =
                    (if back { left } else { middle_x }, if on { left + WIDTH } else { middle_x });
                rulings.push(Ruling { rect: Rect::new(x0, middle_y, x1, middle_y) });
            }
            if ruled || c.is_whitespace() {
                if !word.is_empty() {
                    let rect = Rect::new(40.0 + start as f32 * WIDTH, top + 1.0, left, top + 11.0);
                    words.push((
                        y,
                        Word {
                            text: std::mem::take(&mut word),
                            rect,
                            confidence: 1.0,
                            source: Source::TextLayer,
                            others: Vec::new(),
                        },
                    ));
                }
            } else {
                if word.is_empty() {
                    start = x;
                }
                word.push(c);
            }
            x += columns(c);
        }
    }
    let mut page_lines: Vec<Line> = Vec::new();
    let mut last = usize::MAX;
    for (y, word) in words {
        match page_lines.last_mut() {
            Some(line) if last == y => line.words.push(word),
            _ => page_lines.push(Line { words: vec![word] }),
        }
        last = y;
    }
    Page {
        number,
        width: 595.0,
        height: (80.0 + lines.len() as f32 * HEIGHT).max(842.0),
        source: Source::TextLayer,
        reason: "drawn".to_owned(),
        lines: page_lines,
        rulings,
        marks: Vec::new(),
        view: None,
    }
}
