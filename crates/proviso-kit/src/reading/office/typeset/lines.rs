//! Lines of a paragraph: words between white space, never torn unless they must be.
//!
//! Korean is broken between words, as its editors do by default: a place, an amount or a name
//! stays one word, which the analysis relies upon.

use super::{Item, Piece, Printed};
use crate::reading::glyph::{is_ignorable, is_space};
use crate::reading::office::flow::{Align, Paragraph};
use crate::reading::office::metrics;

/// Height of a line, in ems.
const LEADING: f32 = 1.4;
/// Of that, above the baseline.
const ABOVE: f32 = 1.02;
/// Letters are not squeezed more than this.
const SQUEEZE: f32 = 0.62;
/// Distance of tabulator stops, points.
const TAB: f32 = 40.0;
/// Sizes of letters that are believed, points.
const SIZES: (f32, f32) = (4.0, 96.0);

/// A part of a paragraph.
#[derive(Debug, Clone, PartialEq)]
enum Token {
    Word(Printed),
    Space(f32),
    Tab,
    Break(f32),
}

/// The lines of a paragraph that is `width` wide.
pub(super) fn paragraph(it: &Paragraph, width: f32) -> Vec<Piece> {
    let width = width.max(8.0);
    let indent = it.indent.clamp(0.0, width * 0.6);
    let first = (indent + it.first).clamp(0.0, width * 0.7);
    let mut lines = Lines { width, indent, align: it.align, x: first, ..Lines::default() };
    let usual = it.runs.first().map_or(10.0, |it| it.size.clamp(SIZES.0, SIZES.1));
    lines.usual = usual;
    for token in tokens(it) {
        lines.take(token);
    }
    lines.end(usual);
    if let Some(piece) = lines.out.first_mut() {
        piece.gap += it.before.clamp(0.0, 200.0);
    }
    if let Some(piece) = lines.out.last_mut() {
        piece.height += it.after.clamp(0.0, 200.0);
    }
    lines.out
}

/// Words with their natural widths, and what is between them.
fn tokens(paragraph: &Paragraph) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::new();
    let mut open = false;
    for run in &paragraph.runs {
        let size = run.size.clamp(SIZES.0, SIZES.1);
        for c in run.text.chars() {
            match c {
                '\t' => out.push(Token::Tab),
                '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{2028}' | '\u{2029}' => {
                    out.push(Token::Break(size));
                }
                _ if is_space(c) => {
                    let wide = metrics::advance(c, false) * size;
                    match out.last_mut() {
                        Some(Token::Space(it)) => *it += wide,
                        _ => out.push(Token::Space(wide)),
                    }
                }
                _ if is_ignorable(c) => continue,
                _ => {
                    let wide = metrics::advance(c, run.bold) * size;
                    match out.last_mut() {
                        // Letters of several styles without a space between them are one word.
                        Some(Token::Word(it)) if open => {
                            it.text.push(c);
                            it.width += wide;
                            it.size = it.size.max(size);
                        }
                        _ => out.push(Token::Word(Printed {
                            text: c.to_string(),
                            x: 0.0,
                            baseline: 0.0,
                            width: wide,
                            size,
                            bold: run.bold,
                        })),
                    }
                    open = true;
                    continue;
                }
            }
            open = false;
        }
    }
    out
}

/// Lines while they are filled.
#[derive(Debug, Default)]
struct Lines {
    width: f32,
    indent: f32,
    align: Align,
    usual: f32,
    x: f32,
    words: Vec<Printed>,
    tabbed: bool,
    out: Vec<Piece>,
}

impl Lines {
    fn take(&mut self, token: Token) {
        match token {
            Token::Space(wide) => self.x += wide,
            Token::Tab => {
                self.tabbed = true;
                self.x = ((self.x / TAB).floor() + 1.0) * TAB;
            }
            Token::Break(size) => self.end(size),
            Token::Word(word) => self.word(word),
        }
    }

    fn word(&mut self, mut word: Printed) {
        if self.x + word.width > self.width + 0.01 && !self.words.is_empty() {
            self.end(word.size);
        }
        let room = self.width - self.x;
        if word.width <= room {
            return self.set(word);
        }
        // Spaces and indents before it give way first.
        if self.x > self.indent && self.words.is_empty() {
            self.x = self.indent.min((self.width - word.width).max(0.0));
        }
        let room = (self.width - self.x).max(1.0);
        if word.width * SQUEEZE <= room {
            word.width = word.width.min(room);
            return self.set(word);
        }
        // Too wide for any line: torn between letters.
        let (size, bold) = (word.size, word.bold);
        let mut part = Printed { text: String::new(), width: 0.0, ..word.clone() };
        for c in word.text.chars() {
            let wide = metrics::advance(c, bold) * size;
            if part.width + wide > self.width - self.x && !part.text.is_empty() {
                let next = Printed { text: String::new(), width: 0.0, ..part.clone() };
                let full = std::mem::replace(&mut part, next);
                self.set(full);
                self.end(size);
            }
            part.text.push(c);
            part.width += wide;
        }
        self.set(part);
    }

    fn set(&mut self, mut word: Printed) {
        word.x = self.x;
        self.x += word.width;
        self.words.push(word);
    }

    /// Ends a line; `size` is the height of an empty one.
    fn end(&mut self, size: f32) {
        let mut words = std::mem::take(&mut self.words);
        let size = words.iter().map(|it| it.size).reduce(f32::max).unwrap_or(size);
        let free = self.width - words.last().map_or(0.0, |it| it.x + it.width);
        let shift = match self.align {
            _ if self.tabbed => 0.0,
            Align::Left => 0.0,
            Align::Center => free / 2.0 - words.first().map_or(0.0, |it| it.x) / 2.0,
            Align::Right => free,
        };
        for it in &mut words {
            it.x += shift;
            it.baseline = size * ABOVE;
        }
        let items = if words.is_empty() { Vec::new() } else { vec![Item::Line(words)] };
        let height = size * LEADING;
        self.out.push(Piece { items, height, gap: 0.0, breaks: false });
        self.x = self.indent;
        self.tabbed = false;
    }
}
