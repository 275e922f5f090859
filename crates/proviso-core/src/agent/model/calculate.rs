//! Exact arithmetic for models, which compute badly: `(50650000 + 5065000) * 10%`.
//!
//! **Invariant:** total and bounded: whatever is asked, there is a number or a reason, and no number
//! grows beyond what a business document could print.

use num_traits::Zero;

use crate::number::{Exact, parse_exact, show_exact};

/// Characters of an expression.
const MAX_LENGTH: usize = 400;
/// Brackets within brackets.
const MAX_DEPTH: usize = 32;
/// Bits of a numerator or a denominator.
const MAX_BITS: u64 = 512;

/// The value of an expression of `+ - * / ( ) %`, as an exact fraction or decimal.
pub(super) fn calculate(expression: &str) -> Result<String, String> {
    if expression.chars().count() > MAX_LENGTH {
        return Err(format!("an expression has at most {MAX_LENGTH} characters"));
    }
    let plain: String = expression
        .chars()
        .filter(|it| !it.is_whitespace() && !matches!(it, ',' | '_'))
        .map(|it| match it {
            '×' | '·' => '*',
            '÷' => '/',
            '−' | '–' => '-',
            '％' => '%',
            other => other,
        })
        .collect();
    let mut reading = Reading { rest: &plain, depth: 0 };
    let value = reading.sum()?;
    match reading.rest.chars().next() {
        None => Ok(shown(&value)),
        Some(it) => Err(format!("`{it}` is not understood: numbers and + - * / ( ) % are")),
    }
}

/// A fraction, and as a decimal besides where that is short.
fn shown(value: &Exact) -> String {
    match crate::number::Decimal::from_exact(value) {
        Some(decimal) if !value.is_integer() => format!("{} = {decimal}", show_exact(value)),
        _ => show_exact(value),
    }
}

struct Reading<'a> {
    rest: &'a str,
    depth: usize,
}

impl Reading<'_> {
    fn takes(&mut self, sign: char) -> bool {
        match self.rest.strip_prefix(sign) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn sum(&mut self) -> Result<Exact, String> {
        let mut value = self.product()?;
        loop {
            if self.takes('+') {
                value += self.product()?;
            } else if self.takes('-') {
                value -= self.product()?;
            } else {
                return bounded(value);
            }
        }
    }

    fn product(&mut self) -> Result<Exact, String> {
        let mut value = self.factor()?;
        loop {
            if self.takes('*') {
                value *= self.factor()?;
            } else if self.takes('/') {
                let by = self.factor()?;
                if by.is_zero() {
                    return Err("division by zero".to_owned());
                }
                value /= by;
            } else {
                return Ok(value);
            }
            value = bounded(value)?;
        }
    }

    fn factor(&mut self) -> Result<Exact, String> {
        if self.depth == MAX_DEPTH {
            return Err("too many brackets or signs within one another".to_owned());
        }
        self.depth += 1;
        let value = if self.takes('-') {
            -self.factor()?
        } else if self.takes('+') {
            self.factor()?
        } else if self.takes('(') {
            let value = self.sum()?;
            if !self.takes(')') {
                return Err("a bracket is not closed".to_owned());
            }
            value
        } else {
            self.number()?
        };
        self.depth -= 1;
        let is_percent = self.takes('%');
        Ok(if is_percent { value / Exact::from_integer(100.into()) } else { value })
    }

    fn number(&mut self) -> Result<Exact, String> {
        let end = self.rest.find(|it: char| !it.is_ascii_digit() && it != '.');
        let (digits, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        if digits.is_empty() {
            let there = self.rest.chars().next();
            let there = there.map_or("its end".to_owned(), |it| format!("`{it}`"));
            return Err(format!("a number is missing before {there}"));
        }
        self.rest = rest;
        parse_exact(digits).map_err(|err| err.to_string())
    }
}

fn bounded(value: Exact) -> Result<Exact, String> {
    if value.numer().bits().max(value.denom().bits()) > MAX_BITS {
        return Err("the numbers become too long".to_owned());
    }
    Ok(value)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(expression: &str, expected: &str) {
        let came = calculate(expression).unwrap_or_else(|it| format!("! {it}"));
        assert_eq!(came, expected, "{expression}");
    }

    #[test]
    fn it_computes_exactly() {
        check("50,650,000 + 5,065,000", "55715000");
        check("1000 × 50.65 - 3", "50647");
        check("2 + 3 * 4 - 6 / 3", "12");
        check("10 - 4 - 3", "3");
        check("(1 + 2) * -(3)", "-9");
        check("55000000 * 10%", "5500000");
        check("1 / 3", "1/3");
        check("1 / 8", "1/8 = 0.125");
        check("0.1 + 0.2", "3/10 = 0.3");
    }

    #[test]
    fn what_cannot_be_computed_is_said() {
        check("1 / (2 - 2)", "! division by zero");
        check("", "! a number is missing before its end");
        check("2 +", "! a number is missing before its end");
        check("(1", "! a bracket is not closed");
        check("2 apples", "! `a` is not understood: numbers and + - * / ( ) % are");
        check("1.", "! expected a decimal number, but got `1.`");
        check(&"(".repeat(200), "! too many brackets or signs within one another");
        check(&"9".repeat(500), "! an expression has at most 400 characters");
        check(&vec!["9999999999"; 20].join("*"), "! the numbers become too long");
    }

    proptest! {
        #[test]
        fn nothing_that_is_asked_panics(text in "[0-9+*/()%. ,−×a-]{0,80}") {
            let _ = calculate(&text);
        }
    }
}
