//! Products as they are written: numbers with a sign of multiplication between them, or so many of
//! something at a price: `450,000 × 2일`, `46.5 h @ 32.00`, `4 trips at $1,150 each`.
//!
//! **Invariant:** nothing here says what a product comes to, or that its numbers are values: that is for
//! arithmetic. Factors of one product stand in one text, in order, with nothing between them but a unit,
//! a sign and a currency.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

/// A number before a sign of multiplication, and what it counts; the same behind one.
static BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:^|[^\d.,/\-])(\d[\d,]*(?:\.\d+)?)(\)?\s?[\p{L}%][\p{L}. ]{0,23})?\s*$")
        .expect("invariant: a constant pattern compiles")
});
static BEHIND: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^\s*(?:\p{L}{1,4}\.?\s)?[$€£₩￦]?\s?(\d[\d,]*(?:\.\d+)?)(\p{L})?")
        .expect("invariant: a constant pattern compiles")
});
/// Signs of multiplication, and words before a price.
static SIGN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"[×✕✖＊*@]|\s[xX]\s|\s(?:at|of)\s+(?:[A-Z]{3}\s|[$€£₩￦])")
        .expect("invariant: a constant pattern compiles")
});

/// Bytes before a sign in which its number is looked for, so that many signs in one text stay cheap.
const REACH: usize = 120;

/// A factor where it stands in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Factor {
    /// Its digits.
    pub(super) range: Range<usize>,
    /// Whether something that it counts stands behind it.
    pub(super) counts: bool,
}

/// The products that are written in a text, each of two factors at least.
pub(super) fn products(text: &str) -> Vec<Vec<Factor>> {
    let mut out: Vec<Vec<Factor>> = Vec::new();
    for sign in SIGN.find_iter(text) {
        let end = sign.end();
        let from = sign.start().saturating_sub(REACH)..=sign.start();
        let from = { from }.find(|it| text.is_char_boundary(*it)).unwrap_or(0);
        let (Some(head), Some(tail)) = (text.get(from..sign.start()), text.get(end..)) else {
            continue;
        };
        let (Some(left), Some(right)) = (BEFORE.captures(head), BEHIND.captures(tail)) else {
            continue;
        };
        let (Some(a), Some(b)) = (left.get(1), right.get(1)) else { continue };
        let counts = left.get(2).is_some_and(|it| it.as_str().contains(char::is_alphabetic));
        let first = Factor { range: a.start() + from..a.end() + from, counts };
        let range = b.start() + end..b.end() + end;
        let second = Factor { range, counts: right.get(2).is_some() };
        match out.last_mut() {
            Some(group) if group.last().is_some_and(|it| it.range == first.range) => {
                if let Some(last) = group.last_mut() {
                    last.counts |= counts;
                }
                group.push(second);
            }
            _ => out.push(vec![first, second]),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Vec<(&str, bool)>> {
        let all = products(text);
        let factor = |it: &Factor| (&text[it.range.clone()], it.counts);
        all.iter().map(|it| it.iter().map(factor).collect()).collect()
    }

    #[test]
    fn numbers_with_a_sign_between_them_are_one_product() {
        let of = |all: &[(&'static str, bool)]| vec![all.to_vec()];
        assert_eq!(read("450,000 × 2일"), of(&[("450,000", false), ("2", true)]));
        assert_eq!(read("Sorting 46.5 h @ 32.00"), of(&[("46.5", true), ("32.00", false)]));
        assert_eq!(
            read("Year 1: 4 field trips at $1,150 each ($4,600)"),
            of(&[("4", true), ("1,150", false)])
        );
        assert_eq!(
            read("시급 14,167원 × 15시간 × 1.5").first().map(Vec::len),
            Some(3),
            "a chain is one product"
        );
        assert_eq!(read("2 x 40"), of(&[("2", false), ("40", false)]));
    }

    #[test]
    fn numbers_with_anything_else_between_them_are_none() {
        for text in
            ["수량 8, 단가 137,000원", "3 of 5", "2 boxes at the gate 14", "16 + 4", "5 mm; 3"]
        {
            assert_eq!(read(text), Vec::<Vec<_>>::new(), "{text}");
        }
    }
}
