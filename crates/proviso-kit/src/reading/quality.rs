//! Whether the text of a page can be believed: the test that sends a page down the ladder.
//!
//! A broken character map does not fail, it answers with nonsense: replacement characters,
//! private-use code points, lone jamo where syllables should be, rare Hanja, no spaces at all.

use super::glyph::{Glyph, UNMAPPED, is_space};

/// Counts over the characters of a page, spaces not counted.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Quality {
    /// Characters.
    pub n_chars: usize,
    /// Unknown, private-use, unassigned or control characters.
    pub n_broken: usize,
    /// Hangul letters that stand alone instead of in a syllable.
    pub n_jamo: usize,
    /// Hangul syllables.
    pub n_syllables: usize,
    /// Letters and digits of any script.
    pub n_alphanumeric: usize,
    /// Dots, dashes and bars, which lead the eye in tables of contents and forms.
    pub n_leaders: usize,
    /// Characters of scripts that business documents here do not use.
    pub n_foreign: usize,
}

impl Quality {
    /// Counts.
    pub(crate) fn of(glyphs: &[Glyph]) -> Quality {
        Quality::of_chars(glyphs.iter().map(|it| it.char))
    }

    fn of_chars(chars: impl Iterator<Item = char>) -> Quality {
        let mut it = Quality::default();
        for c in chars.filter(|&c| !is_space(c)) {
            it.n_chars += 1;
            it.n_alphanumeric += usize::from(c.is_alphanumeric());
            match c {
                UNMAPPED | '\u{fdd0}'..='\u{fdef}' | '\u{fffe}' | '\u{ffff}' => it.n_broken += 1,
                '\u{e000}'..='\u{f8ff}' | '\u{f0000}'.. => it.n_broken += 1,
                '\u{ac00}'..='\u{d7a3}' => it.n_syllables += 1,
                '\u{1100}'..='\u{11ff}' | '\u{3131}'..='\u{318e}' => it.n_jamo += 1,
                '\u{0700}'..='\u{10ff}' | '\u{1200}'..='\u{1dff}' => {
                    it.n_foreign += 1;
                }
                '.'
                | '·'
                | '…'
                | '-'
                | '_'
                | '='
                | '*'
                | '|'
                | '\u{2500}'..='\u{259f}'
                | '\u{2758}'..='\u{275a}' => it.n_leaders += 1,
                _ if c.is_control() => it.n_broken += 1,
                _ => {}
            }
        }
        it
    }

    /// Why the text cannot be believed; none where it can.
    pub(crate) fn doubt(&self) -> Option<String> {
        let share = |n: usize| n as f32 / self.n_chars.max(1) as f32;
        let percent = |n: usize| (share(n) * 100.0).round();
        if self.n_chars == 0 {
            return Some("no text layer".to_owned());
        }
        // Conjoining jamo that make up syllables are composed before they are judged; what is
        // left counts. Symbol fonts put bullets into the private-use area, so a few are normal.
        if share(self.n_broken) > 0.15 {
            return Some(format!("{} % of its characters are unknown", percent(self.n_broken)));
        }
        if share(self.n_jamo) > 0.3 && self.n_jamo > self.n_syllables {
            return Some(format!("{} % of its characters are lone jamo", percent(self.n_jamo)));
        }
        if share(self.n_foreign) > 0.3 {
            return Some(format!(
                "{} % of its characters are of other scripts",
                percent(self.n_foreign)
            ));
        }
        let n_shapes = self.n_chars - self.n_leaders;
        if n_shapes >= 40 && self.n_alphanumeric * 4 < n_shapes {
            return Some("hardly any letters or digits in it".to_owned());
        }
        None
    }

    /// The share of characters that can be believed, to compare two readings of a page.
    pub(crate) fn believed(&self) -> f32 {
        let bad = self.n_broken + self.n_jamo.saturating_sub(self.n_syllables) + self.n_foreign;
        self.n_chars.saturating_sub(bad) as f32 / self.n_chars.max(1) as f32
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    #[track_caller]
    fn check(text: &str, expect: Expect) {
        let doubt = Quality::of_chars(text.chars()).doubt();
        expect.assert_eq(doubt.as_deref().unwrap_or("believed"));
    }

    #[test]
    fn text_of_business_documents_is_believed() {
        check("공급가액 1,000원, 부가가치세 100원 (VAT 10%)", expect!["believed"]);
        check("■ 품목 ㅁ 금액 \u{f0a7} 비고: 甲 貳千", expect!["believed"]);
        check("Scope .......................................... 7", expect!["believed"]);
    }

    #[test]
    fn what_a_broken_character_map_yields_is_doubted() {
        check("  ", expect!["no text layer"]);
        check("\u{fffd}\u{fffd}\u{ffff}1", expect!["75 % of its characters are unknown"]);
        check("ㄱㅗㅇㄱㅡㅂ가액", expect!["75 % of its characters are lone jamo"]);
        check(
            "\u{d05}\u{d06}\u{e01}\u{e02}12",
            expect!["67 % of its characters are of other scripts"],
        );
        check(&"\"#$%&'()+,/:;<>?@[]^".repeat(3), expect!["hardly any letters or digits in it"]);
    }
}
