//! Marks by which a paper speaks of its own numbers, and what it reckons with them:
//! `② 할인 | ①의 3%`, `증감 (B－A)`, `⑤＝①＋②－③`.
//!
//! **Invariant:** text in, marks and formulas out; a formula is read only if all of it is.

use serde::{Deserialize, Serialize};

use crate::number::{Decimal, Exact, pow10};

/// Letters of a label with a mark at most.
const LONGEST: usize = 40;
/// Operands of a formula at most.
const MOST: usize = 12;

/// How the operands of a formula go together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum By {
    /// They are added, and taken away where a minus stands before them.
    Sum,
    /// They are multiplied.
    Product,
}

/// An operand of a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Operand {
    /// The number that a mark names, and whether it is taken away.
    Mark(char, bool),
    /// A share that the formula says itself.
    Share(Exact),
}

/// A formula over marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Formula {
    /// The mark of what it comes to, where it says so.
    pub(super) result: Option<char>,
    /// How its operands go together.
    pub(super) by: By,
    /// Two at least, a mark among them.
    pub(super) operands: Vec<Operand>,
}

/// The mark of a label that is no [`formula`]: `① 공급가액`, `예산(A)`, `(가) 도급액`.
pub(super) fn mark(label: &str) -> Option<char> {
    let label = label.trim();
    if label.chars().count() > LONGEST {
        return None;
    }
    let mut chars = label.chars();
    let (first, last) = (chars.next()?, label.chars().next_back()?);
    if is_circled(first) {
        return Some(first);
    }
    if is_circled(last) {
        return Some(last);
    }
    let inside = |it: &str| {
        let mut chars = it.chars();
        chars.next().filter(|c| is_letter(*c) && chars.next().is_none())
    };
    let plain = plain(label);
    let front = plain.strip_prefix('(').and_then(|it| it.split_once(')'));
    let back = plain.strip_suffix(')').and_then(|it| it.rsplit_once('('));
    front.and_then(|it| inside(it.0)).or_else(|| back.and_then(|it| inside(it.1)))
}

/// The formula that a text is, or that stands in the brackets at its end or behind its equals sign.
pub(super) fn formula(text: &str) -> Option<Formula> {
    let plain = plain(text);
    // What follows says how it is rounded: `①의 3%, 10원 미만 절사`.
    let body = plain.split([',', ';']).next().unwrap_or_default();
    let bracketed = body.strip_suffix(')').and_then(|it| it.split_once('(')).map(|it| it.1);
    [Some(body), bracketed].into_iter().flatten().find_map(|body| {
        let (left, right) = match body.rsplit_once('=') {
            Some((left, right)) => (Some(left), right),
            None => (None, body),
        };
        let result = match left {
            Some(it) => Some(it.chars().last().filter(|c| is_circled(*c) || is_letter(*c))?),
            None => None,
        };
        let (by, operands) = operands(right)?;
        Some(Formula { result, by, operands })
    })
}

fn operands(body: &str) -> Option<(By, Vec<Operand>)> {
    let (mut out, mut sums, mut times) = (Vec::new(), 0, 0);
    let mut rest = body;
    let mut minus = false;
    loop {
        let (operand, after) = operand(rest, minus)?;
        out.push(operand);
        let mut chars = after.chars();
        match chars.next() {
            None => break,
            Some('+') => (sums, minus) = (sums + 1, false),
            Some('-') => (sums, minus) = (sums + 1, true),
            Some('*' | '의') => times += 1,
            Some(_) => return None,
        }
        rest = chars.as_str();
        if out.len() == MOST {
            return None;
        }
    }
    let marks = out.iter().filter(|it| matches!(it, Operand::Mark(..))).count();
    match (sums, times) {
        (1.., 0) if marks == out.len() => Some((By::Sum, out)),
        (0, 1..) if marks > 0 => Some((By::Product, out)),
        _ => None,
    }
}

/// The operand that a text begins with, and what follows it.
fn operand(text: &str, minus: bool) -> Option<(Operand, &str)> {
    let first = text.chars().next()?;
    let rest = &text[first.len_utf8()..];
    if is_circled(first) || is_letter(first) {
        return Some((Operand::Mark(first, minus), rest));
    }
    // `(A)+(B)`
    if let Some((inside, rest)) = rest.split_once(')').filter(|_| first == '(') {
        let mut chars = inside.chars();
        let mark = chars.next().filter(|c| is_letter(*c) && chars.next().is_none())?;
        return Some((Operand::Mark(mark, minus), rest));
    }
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.')?;
    let rest = text[digits..].strip_prefix('%')?;
    let share: Decimal = text[..digits].parse().ok()?;
    Some((Operand::Share(share.exact() / Exact::from_integer(pow10(2))), rest))
}

/// Without spaces, its signs in one form each.
fn plain(text: &str) -> String {
    let signs = text.chars().filter(|c| !c.is_whitespace()).map(|c| match c {
        '＋' => '+',
        '－' | '−' | '–' => '-',
        '×' | '✕' | '＊' => '*',
        '＝' => '=',
        '（' | '[' => '(',
        '）' | ']' => ')',
        '％' => '%',
        '，' => ',',
        other => other,
    });
    signs.collect()
}

fn is_circled(c: char) -> bool {
    ('①'..='⑳').contains(&c) || ('㉠'..='㉭').contains(&c) || ('Ⓐ'..='ⓩ').contains(&c)
}

fn is_letter(c: char) -> bool {
    c.is_ascii_uppercase()
        || "가나다라마바사아자차카타파하".contains(c)
        || ('ㄱ'..='ㅎ').contains(&c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_stand_at_the_ends_of_labels() {
        let marks = ["② 물량할인", "예산(A)", "(가) 도급액", "공급가액 ①", "A동 907호", "금액(원)"];
        let found: Vec<Option<char>> = marks.iter().map(|it| mark(it)).collect();
        assert_eq!(found, [Some('②'), Some('A'), Some('가'), Some('①'), None, None]);
    }

    #[test]
    fn a_formula_is_read_only_if_all_of_it_is() {
        let told = |text: &str| formula(text).map(|it| (it.result, it.by, it.operands.len()));
        assert_eq!(told("①＋②－③"), Some((None, By::Sum, 3)));
        assert_eq!(told("증감(B－A)"), Some((None, By::Sum, 2)));
        assert_eq!(told("④＝②＋③"), Some((Some('④'), By::Sum, 2)));
        assert_eq!(told("①의 3%, 10원 미만 절사"), Some((None, By::Product, 2)));
        assert_eq!(told("계 (가)+(나)"), None, "a label before it");
        for text in ["① 갑은 을에게", "2025-10-31", "A-D", "3% × 10%", "①×②+③"] {
            let sum_of_letters = text == "A-D";
            assert_eq!(told(text).is_some(), sum_of_letters, "{text}");
        }
    }
}
