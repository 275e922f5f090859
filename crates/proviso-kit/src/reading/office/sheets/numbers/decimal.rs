//! Decimal digits of binary numbers as spreadsheets show them: fifteen digits count, and halves
//! are rounded away from zero.

use super::Token;

/// A number of not more than fifteen decimal digits.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Decimal {
    negative: bool,
    /// Most significant first, without zeros at either end; empty for zero.
    digits: Vec<u8>,
    /// The number is `0.digits` times ten to this power.
    exponent: i32,
}

impl Decimal {
    fn new(value: f64) -> Decimal {
        let text = format!("{:.14e}", value.abs());
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let mut digits: Vec<u8> =
            mantissa.bytes().filter(u8::is_ascii_digit).map(|it| it - b'0').collect();
        while digits.last() == Some(&0) {
            digits.pop();
        }
        let exponent = exponent.parse::<i32>().unwrap_or(0) + 1;
        let exponent = if digits.is_empty() { 0 } else { exponent };
        Decimal { negative: value < 0.0, digits, exponent }
    }

    /// Rounded to `n` places behind the point, halves away from zero.
    fn rounded(mut self, n: i32) -> Decimal {
        let keep = self.exponent.saturating_add(n);
        if keep < 0 {
            self.digits.clear();
        } else if (keep as usize) < self.digits.len() {
            let up = self.digits[keep as usize] >= 5;
            self.digits.truncate(keep as usize);
            if up {
                let mut i = self.digits.len();
                loop {
                    if i == 0 {
                        self.digits.insert(0, 1);
                        self.exponent += 1;
                        break;
                    }
                    i -= 1;
                    if self.digits[i] < 9 {
                        self.digits[i] += 1;
                        break;
                    }
                    self.digits[i] = 0;
                }
            }
        }
        while self.digits.last() == Some(&0) {
            self.digits.pop();
        }
        if self.digits.is_empty() {
            self.exponent = 0;
            self.negative = false;
        }
        self
    }

    /// Digits before the point, none for a number below one.
    fn whole(&self) -> String {
        (0..self.exponent.max(0) as usize).map(|i| self.digit(i as i32)).collect()
    }

    /// Digits behind the point, `n` of them.
    fn fraction(&self, n: usize) -> String {
        (0..n).map(|i| self.digit(self.exponent.saturating_add(i as i32))).collect::<String>()
    }

    /// The digit at a place counted from the first one.
    fn digit(&self, at: i32) -> char {
        let it = usize::try_from(at).ok().and_then(|at| self.digits.get(at)).copied().unwrap_or(0);
        char::from(b'0' + it)
    }
}

/// The format `General`: up to eleven characters, whole numbers up to fifteen digits.
///
/// A spreadsheet shows whole numbers of more than eleven digits by their first six; the reader of
/// an amount is better served by all of them.
pub(super) fn general(value: f64) -> String {
    let it = Decimal::new(value);
    let sign = if it.negative { "-" } else { "" };
    if it.digits.is_empty() {
        return "0".to_owned();
    }
    if it.exponent > 15 || it.exponent < -3 {
        let exponent = it.exponent - 1;
        let digits: Vec<char> = (0..6).map(|i| it.digit(i)).collect();
        let rest: String = digits[1..].iter().collect();
        let rest = rest.trim_end_matches('0');
        let point = if rest.is_empty() { "" } else { "." };
        let way = if exponent < 0 { '-' } else { '+' };
        return format!("{sign}{}{point}{rest}E{way}{:02}", digits[0], exponent.abs());
    }
    let n_whole = it.exponent.max(1);
    let it = it.rounded((10 - n_whole).max(0));
    let whole = match it.whole() {
        it if it.is_empty() => "0".to_owned(),
        it => it,
    };
    let fraction = it.fraction(10);
    let fraction = fraction.trim_end_matches('0');
    let sign = if it.negative { "-" } else { "" };
    if fraction.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") }
}

/// A number at the placeholders of a format.
pub(super) fn placed(tokens: &[Token], value: f64) -> String {
    let is_digit = |it: &Token| matches!(it, Token::Digit(_));
    let exponent_at = tokens.iter().position(|it| matches!(it, Token::Exponent(_)));
    let mantissa = &tokens[..exponent_at.unwrap_or(tokens.len())];
    let point = mantissa.iter().position(|it| *it == Token::Point);
    let (whole, fraction) = mantissa.split_at(point.unwrap_or(mantissa.len()));
    if !tokens.iter().any(is_digit) {
        // Only literals: `"-"`.
        let mut out = String::new();
        for it in tokens {
            match it {
                Token::Literal(it) => out.push_str(it),
                Token::Percent => out.push('%'),
                Token::Point => out.push('.'),
                Token::Comma => out.push(','),
                _ => {}
            }
        }
        return if value < 0.0 { format!("-{out}") } else { out };
    }
    // Commas behind the last digit divide by a thousand each, one between digits makes groups.
    let last = mantissa.iter().rposition(is_digit).unwrap_or(0);
    let last_whole = whole.iter().rposition(is_digit);
    let scaling = |range: &[Token]| range.iter().take_while(|it| **it == Token::Comma).count();
    let mut n_scaled = scaling(&mantissa[last + 1..]);
    let grouped = last_whole.is_some_and(|last| {
        let first = whole.iter().position(is_digit).unwrap_or(0);
        whole[first..last].contains(&Token::Comma)
    });
    if let (Some(_), Some(last)) = (point, last_whole) {
        n_scaled += scaling(&whole[last + 1..]);
    }
    let n_percent = tokens.iter().filter(|it| **it == Token::Percent).count();
    let mut number = Decimal::new(value);
    if !number.digits.is_empty() {
        number.exponent += 2 * n_percent.min(20) as i32 - 3 * n_scaled.min(20) as i32;
    }
    let n_fraction = fraction.iter().filter(|it| is_digit(it)).count();
    let mut power = 0;
    if exponent_at.is_some() {
        let n_whole = whole.iter().filter(|it| is_digit(it)).count().max(1) as i32;
        if !number.digits.is_empty() {
            power = (number.exponent - 1).div_euclid(n_whole) * n_whole;
            number.exponent -= power;
            let rounded = number.clone().rounded(n_fraction as i32);
            if rounded.exponent > n_whole {
                power += n_whole;
                number.exponent -= n_whole;
            }
        }
    }
    let number = number.rounded(n_fraction as i32);
    let mut out = whole_part(whole, &number.whole(), grouped);
    if point.is_some() {
        out.push_str(&fraction_part(fraction, &number.fraction(n_fraction)));
    }
    if let Some(at) = exponent_at {
        let plus = matches!(tokens[at], Token::Exponent(true));
        let sign = match power < 0 {
            true => "-",
            false if plus => "+",
            false => "",
        };
        let n = tokens[at..].iter().filter(|it| is_digit(it)).count().max(1);
        out.push_str(&format!("E{sign}{:0n$}", power.abs()));
        for it in &tokens[at + 1..] {
            if let Token::Literal(it) = it {
                out.push_str(it);
            }
        }
    }
    if number.negative { format!("-{}", out.trim_start()) } else { out }
}

/// Digits before the point, from the right; the first placeholder takes what is left over.
fn whole_part(tokens: &[Token], digits: &str, grouped: bool) -> String {
    let mut digits: Vec<char> = digits.chars().collect();
    let first = tokens.iter().position(|it| matches!(it, Token::Digit(_)));
    let mut out: Vec<char> = Vec::new();
    let mut n = 0;
    let put = |c: char, out: &mut Vec<char>, n: &mut usize| {
        if grouped && *n > 0 && n.is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
        *n += 1;
    };
    for (i, token) in tokens.iter().enumerate().rev() {
        match token {
            Token::Digit(kind) => {
                match (digits.pop(), kind) {
                    (Some(c), _) => put(c, &mut out, &mut n),
                    (None, '0') => put('0', &mut out, &mut n),
                    (None, '?') => out.push(' '),
                    (None, _) => {}
                }
                while first == Some(i)
                    && let Some(c) = digits.pop()
                {
                    put(c, &mut out, &mut n);
                }
            }
            Token::Literal(it) => out.extend(it.chars().rev()),
            Token::Percent => out.push('%'),
            Token::Slash => out.push('/'),
            _ => {}
        }
    }
    if first.is_none() {
        // No placeholder before the point: `.00`.
        while let Some(c) = digits.pop() {
            put(c, &mut out, &mut n);
        }
    }
    out.into_iter().rev().collect()
}

/// The point and the digits behind it.
fn fraction_part(tokens: &[Token], digits: &str) -> String {
    let significant = digits.trim_end_matches('0').len();
    let mut out = String::new();
    let mut i = 0;
    for token in tokens {
        match token {
            Token::Point => out.push('.'),
            Token::Digit(kind) => {
                let c = digits.as_bytes().get(i).map_or('0', |it| char::from(*it));
                match kind {
                    _ if i < significant => out.push(c),
                    '0' => out.push('0'),
                    '?' => out.push(' '),
                    _ => {}
                }
                i += 1;
            }
            Token::Literal(it) => out.push_str(it),
            Token::Percent => out.push('%'),
            Token::Slash => out.push('/'),
            _ => {}
        }
    }
    out
}
