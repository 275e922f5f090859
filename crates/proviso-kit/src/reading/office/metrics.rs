//! Widths of characters, the same on every machine.
//!
//! **Invariant:** pages are laid out without a look at installed fonts, so that a document has the
//! same words at the same places wherever it is read, also where no font is. Drawing fits the
//! letters of whichever font it finds into the places that the layout gave them.

use unicode_width::UnicodeWidthChar as _;

/// Widths of `!` to `~` in Helvetica (and everything made after its measures), thousandths of an em.
const LATIN: [u16; 94] = [
    278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611,
    778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667,
    611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222,
    833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
/// Width of a syllable or an ideograph; Korean sans-serif fonts have 0.9 to 0.94.
const WIDE: f32 = 0.92;
/// A word space.
pub(crate) const SPACE: f32 = 0.278;

/// How far a character moves the writing, in ems.
pub(super) fn advance(c: char, bold: bool) -> f32 {
    let regular = match c {
        '!'..='~' => f32::from(LATIN[c as usize - '!' as usize]) / 1000.0,
        ' ' | '\u{a0}' => return SPACE,
        '\u{3000}' => return WIDE,
        _ if c.is_whitespace() => return SPACE,
        // Punctuation that Korean fonts set narrow although Unicode calls it ambiguous.
        '‘' | '’' | '·' | 'ㆍ' => 0.333,
        '“' | '”' => 0.45,
        _ => match c.width_cjk() {
            Some(0) | None => 0.0,
            Some(1) => 0.556,
            Some(_) => return WIDE,
        },
    };
    if bold { regular * 1.05 } else { regular }
}

/// The width of a text of this size, in points.
pub(crate) fn width(text: &str, size: f32, bold: bool) -> f32 {
    text.chars().map(|it| advance(it, bold)).sum::<f32>() * size
}
