//! Characters that cannot be seen: the one set of them for facts, models, terminal and window.
//!
//! A text that holds them can look like another one to its reader ("Trojan Source",
//! CVE-2021-42574), so they are escaped in facts, refused in models and shown by their number.
//!
//! Source: `Default_Ignorable_Code_Point` of Unicode 16.0 (DerivedCoreProperties.txt), and the
//! characters besides that break a line, mark an annotation or fill a block of Hangul.

/// Nothing is drawn for these, though they may turn, join or hide what is beside them: first and
/// last of each stretch, in order. Control characters and blanks are other matters
/// (`char::is_control`, `char::is_whitespace`).
pub const INVISIBLE: [(char, char); 17] = [
    ('\u{AD}', '\u{AD}'),
    ('\u{34F}', '\u{34F}'),
    ('\u{61C}', '\u{61C}'),
    ('\u{115F}', '\u{1160}'),
    ('\u{17B4}', '\u{17B5}'),
    ('\u{180B}', '\u{180F}'),
    ('\u{200B}', '\u{200F}'),
    ('\u{2028}', '\u{202E}'),
    ('\u{2060}', '\u{206F}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{FE00}', '\u{FE0F}'),
    ('\u{FEFF}', '\u{FEFF}'),
    ('\u{FFA0}', '\u{FFA0}'),
    ('\u{FFF0}', '\u{FFFB}'),
    ('\u{1BCA0}', '\u{1BCA3}'),
    ('\u{1D173}', '\u{1D17A}'),
    ('\u{E0000}', '\u{E0FFF}'),
];

/// Whether a character is one of [`INVISIBLE`].
pub fn is_invisible(c: char) -> bool {
    INVISIBLE.iter().any(|it| (it.0..=it.1).contains(&c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_is_not_invisible() {
        for c in "가나 漢字 Ab1,.-'\"·…‘’“”₩€\u{a0}\u{2009}ß🙂".chars() {
            assert!(!is_invisible(c), "U+{:04X}", u32::from(c));
        }
        for c in "\u{202E}\u{2066}\u{200B}\u{FEFF}\u{3164}\u{AD}\u{E0041}".chars() {
            assert!(is_invisible(c), "U+{:04X}", u32::from(c));
        }
    }
}
