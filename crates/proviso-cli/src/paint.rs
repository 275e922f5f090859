//! Colours by role, and the width of text on a terminal.
//!
//! **Invariant:** output reads without colour; `NO_COLOR` and a stream that is no terminal switch it
//! off.

use proviso_api::is_invisible;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// What a stretch of text is there for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Proved, found well.
    Good,
    /// Refuted, failed.
    Bad,
    /// To be looked at.
    Doubt,
    /// Commands, paths, places.
    Place,
    /// Stands back.
    Quiet,
    /// Stands out.
    Strong,
}

/// Whether a stream takes colours.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Paint(bool);

impl Paint {
    /// Colours for a stream: only on a terminal, and where nobody asks for none.
    pub(crate) fn new(is_terminal: bool) -> Paint {
        let refused = std::env::var_os("NO_COLOR").is_some_and(|it| !it.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|it| it == "dumb");
        Paint(is_terminal && !refused && !dumb)
    }

    /// The text in the colour of its role.
    pub(crate) fn dye(self, role: Role, text: &str) -> String {
        if !self.0 || text.is_empty() {
            return text.to_owned();
        }
        let code = match role {
            Role::Good => "32",
            Role::Bad => "31",
            Role::Doubt => "33",
            Role::Place => "36",
            Role::Quiet => "2",
            Role::Strong => "1",
        };
        format!("\u{1b}[{code}m{text}\u{1b}[0m")
    }
}

/// Columns that a text takes on a terminal: Hangul, Hanja and full-width forms take two, accents that
/// are set upon a letter none.
pub(crate) fn width(text: &str) -> usize {
    text.width()
}

/// The text filled up with spaces to a width.
pub(crate) fn pad(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// The text cut to a width, with an ellipsis where something was cut.
pub(crate) fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut used = 1;
    for c in text.chars() {
        used += c.width().unwrap_or(1);
        if used > columns {
            break;
        }
        out.push(c);
    }
    out + "…"
}

/// Text of a document or a model made safe for a terminal: no control characters, and none that
/// cannot be seen.
pub(crate) fn safe(text: &str) -> String {
    let hides = |c: char| (c.is_control() && c != '\n' && c != '\t') || is_invisible(c);
    text.chars().map(|c| if hides(c) { '\u{fffd}' } else { c }).collect()
}

/// The same of what is one line, such as a name: a line break in it is none.
pub(crate) fn one_line(text: &str) -> String {
    safe(text).replace(['\n', '\t', '\u{2028}', '\u{2029}'], "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hangul_takes_two_columns_and_an_accent_none() {
        assert_eq!(width("합계 12"), 7);
        assert_eq!(
            (width("Cafe\u{301}"), cut("Cafe\u{301} 12", 5)),
            (4, "Cafe\u{301}…".to_owned())
        );
        assert_eq!(pad("합계", 6), "합계  ");
        assert_eq!(cut("합계금액", 5), "합계…");
        assert_eq!(cut("합계금액", 8), "합계금액");
    }

    #[test]
    fn a_name_with_a_line_break_is_one_line() {
        assert_eq!(one_line("a.txt\nerror: b\u{202e}fdp"), "a.txt\u{fffd}error: b\u{fffd}fdp");
    }

    #[test]
    fn escape_sequences_in_documents_do_not_reach_the_terminal() {
        assert_eq!(safe("a\u{1b}[2Jb"), "a\u{fffd}[2Jb");
        assert_eq!(safe("1,000\u{202e}\u{200b}원"), "1,000\u{fffd}\u{fffd}원");
    }
}
