//! Number formats of spreadsheets: what the cell shows for the number that it holds.
//!
//! Source: ECMA-376-1:2016, 18.8.30 and 18.8.31. The meaning of what is built in depends on the
//! country; Korean meanings are taken where they are known, dates as year, month, day else.
//!
//! **Invariant:** pure; every format and every number gives a text, never a panic.

mod calendar;
mod decimal;
mod korean;

use calendar::DatePart;

/// A format, taken apart.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct NumberFormat {
    sections: Vec<Section>,
}

#[derive(Debug, Clone, Default, PartialEq)]
struct Section {
    condition: Option<(Comparison, f64)>,
    tokens: Vec<Token>,
    /// `[DBNum1]` … `[DBNum4]`: digits in words.
    spelled: u8,
    /// The language that `[$-412]` tells, if any.
    korean: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Comparison {
    Less,
    LessOrEqual,
    Equal,
    NotEqual,
    Greater,
    GreaterOrEqual,
}

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Literal(String),
    /// `0`, `#` or `?`.
    Digit(char),
    Point,
    Comma,
    Percent,
    /// `E+` or `E-`.
    Exponent(bool),
    Slash,
    Date(DatePart),
    /// `@`.
    Text,
    General,
}

impl NumberFormat {
    /// Takes a format code apart; what is not understood stands for itself.
    pub(crate) fn new(code: &str) -> NumberFormat {
        let mut sections: Vec<Section> = split(code).iter().map(|it| section(it)).collect();
        sections.truncate(4);
        if sections.is_empty() {
            sections.push(Section { tokens: vec![Token::General], ..Section::default() });
        }
        NumberFormat { sections }
    }

    /// The format that a number stands for where the file does not give its code.
    pub(crate) fn built_in(id: u32) -> NumberFormat {
        let code = match id {
            1 => "0",
            2 => "0.00",
            3 | 5 | 6 => "#,##0",
            4 | 7 | 8 => "#,##0.00",
            9 => "0%",
            10 => "0.00%",
            11 => "0.00E+00",
            12 => "# ?/?",
            13 => "# ??/??",
            14 | 34 | 35 | 52 | 53 | 55 | 56 => "yyyy-mm-dd",
            15 => "d-mmm-yy",
            16 => "d-mmm",
            17 => "mmm-yy",
            18 => "h:mm AM/PM",
            19 => "h:mm:ss AM/PM",
            20 => "h:mm",
            21 => "h:mm:ss",
            22 => "yyyy-mm-dd h:mm",
            27 | 36 | 50 | 57 => "yyyy\"年\" mm\"月\" dd\"日\"",
            28 | 29 | 51 | 54 | 58 => "mm-dd",
            30 => "mm-dd-yy",
            31 => "yyyy\"년\" mm\"월\" dd\"일\"",
            32 => "h\"시\" mm\"분\"",
            33 => "h\"시\" mm\"분\" ss\"초\"",
            37 | 38 => "#,##0;-#,##0",
            39 | 40 => "#,##0.00;-#,##0.00",
            41 | 42 => "_-* #,##0_-;-* #,##0_-;_-* \"-\"_-;_-@_-",
            43 | 44 => "_-* #,##0.00_-;-* #,##0.00_-;_-* \"-\"??_-;_-@_-",
            45 => "mm:ss",
            46 => "[h]:mm:ss",
            47 => "mm:ss.0",
            48 => "##0.0E+0",
            49 => "@",
            _ => "General",
        };
        NumberFormat::new(code)
    }

    /// What a cell of this format shows for a number; `epoch_1904` where days are counted so.
    pub(crate) fn number(&self, value: f64, epoch_1904: bool) -> String {
        if !value.is_finite() {
            return "#NUM!".to_owned();
        }
        let (section, signed) = self.section_for(value);
        let Some(section) = section else { return decimal::general(value) };
        let shown = if signed { value } else { value.abs() };
        let text = section.number(shown, value, epoch_1904);
        text.trim().to_owned()
    }

    /// What a cell of this format shows for a text.
    pub(crate) fn text(&self, text: &str) -> String {
        let Some(section) = self.sections.get(3).or_else(|| {
            let last = self.sections.last();
            last.filter(|it| it.tokens.contains(&Token::Text))
        }) else {
            return text.to_owned();
        };
        let mut out = String::new();
        for it in &section.tokens {
            match it {
                Token::Literal(it) => out.push_str(it),
                Token::Text | Token::General => out.push_str(text),
                _ => {}
            }
        }
        out
    }

    /// The section for a number, and whether the number keeps its sign in it.
    fn section_for(&self, value: f64) -> (Option<&Section>, bool) {
        let numeric = &self.sections[..self.sections.len().min(3)];
        if numeric.iter().any(|it| it.condition.is_some()) {
            let found = numeric.iter().find(|it| match it.condition {
                Some((comparison, limit)) => comparison.holds(value, limit),
                None => true,
            });
            // A section for negative numbers only says itself how they are marked.
            let only_negative = found.and_then(|it| it.condition).is_some_and(|(it, limit)| {
                matches!(it, Comparison::Less | Comparison::LessOrEqual) && limit <= 0.0
            });
            return (found, !only_negative);
        }
        match numeric {
            [one] => (Some(one), true),
            [_, negative] if value < 0.0 => (Some(negative), false),
            [positive, _] => (Some(positive), false),
            [_, negative, _] if value < 0.0 => (Some(negative), false),
            [_, _, zero] if value == 0.0 => (Some(zero), false),
            [positive, ..] => (Some(positive), false),
            [] => (None, true),
        }
    }
}

impl Comparison {
    fn holds(self, a: f64, b: f64) -> bool {
        match self {
            Comparison::Less => a < b,
            Comparison::LessOrEqual => a <= b,
            Comparison::Equal => a == b,
            Comparison::NotEqual => a != b,
            Comparison::Greater => a > b,
            Comparison::GreaterOrEqual => a >= b,
        }
    }
}

impl Section {
    fn is_date(&self) -> bool {
        self.tokens.iter().any(|it| matches!(it, Token::Date(_)))
    }

    fn number(&self, value: f64, original: f64, epoch_1904: bool) -> String {
        if self.is_date() {
            let literal = |it: &Token| match it {
                Token::Literal(it) => Some(it.clone()),
                Token::Slash => Some("/".to_owned()),
                Token::Comma => Some(",".to_owned()),
                Token::Point => Some(".".to_owned()),
                _ => None,
            };
            let parts: Vec<Result<DatePart, String>> = self
                .tokens
                .iter()
                .filter_map(|it| match it {
                    Token::Date(part) => Some(Ok(*part)),
                    other => literal(other).map(Err),
                })
                .collect();
            // Days before the first are no dates; the number says more than `#####`.
            return calendar::format(&parts, original, epoch_1904, self.korean)
                .unwrap_or_else(|| decimal::general(original));
        }
        if self.spelled > 0 {
            let digits = decimal::general(value);
            let spelled = korean::spell(&digits, self.spelled).unwrap_or(digits);
            return self.around(&spelled);
        }
        if self.tokens.iter().any(|it| matches!(it, Token::General | Token::Text)) {
            return self.around(&decimal::general(value));
        }
        let is_fraction = self.tokens.contains(&Token::Slash)
            && self.tokens.iter().any(|it| matches!(it, Token::Digit(_)));
        if is_fraction { self.fraction(value) } else { decimal::placed(&self.tokens, value) }
    }

    /// A text between the section's literals.
    fn around(&self, text: &str) -> String {
        let mut out = String::new();
        let mut done = false;
        for it in &self.tokens {
            match it {
                Token::Literal(it) => out.push_str(it),
                Token::General | Token::Text | Token::Digit(_) if !done => {
                    out.push_str(text);
                    done = true;
                }
                Token::Percent => out.push('%'),
                _ => {}
            }
        }
        out
    }

    /// `# ?/?`: the nearest fraction with a denominator of as many digits.
    fn fraction(&self, value: f64) -> String {
        let at = self.tokens.iter().position(|it| *it == Token::Slash).unwrap_or(0);
        let denominator = &self.tokens[at + 1..];
        let n_digits = denominator.iter().filter(|it| matches!(it, Token::Digit(_))).count();
        let fixed: String = denominator
            .iter()
            .filter_map(|it| match it {
                Token::Literal(it) => Some(it.as_str()),
                _ => None,
            })
            .collect();
        let fixed: Option<u64> = fixed.trim().parse().ok().filter(|it| *it > 0);
        let most = 10_u64.pow(n_digits.clamp(1, 5) as u32) - 1;
        let whole = value.abs().trunc();
        let rest = value.abs() - whole;
        let (mut best, mut error) = ((0_u64, 1_u64), f64::INFINITY);
        let candidates = fixed.map_or(1..=most, |it| it..=it);
        for q in candidates {
            let p = (rest * q as f64).round();
            let off = (rest - p / q as f64).abs();
            if off < error - 1e-12 {
                (best, error) = ((p as u64, q), off);
            }
        }
        let whole = whole as u128 + u128::from(best.0 / best.1);
        let sign = if value < 0.0 { "-" } else { "" };
        match (whole, best.0 % best.1) {
            (_, 0) => format!("{sign}{whole}"),
            (0, p) => format!("{sign}{p}/{}", best.1),
            (_, p) => format!("{sign}{whole} {p}/{}", best.1),
        }
    }
}

/// The sections of a code: cut at semicolons that are not quoted.
fn split(code: &str) -> Vec<String> {
    let mut out = vec![String::new()];
    let (mut quoted, mut bracketed, mut escaped) = (false, false, false);
    for c in code.chars().take(4_096) {
        let end = c == ';' && !quoted && !bracketed && !escaped;
        if end {
            out.push(String::new());
            continue;
        }
        if escaped {
            escaped = false;
        } else {
            match c {
                '"' => quoted = !quoted,
                '[' if !quoted => bracketed = true,
                ']' if !quoted => bracketed = false,
                '\\' if !quoted => escaped = true,
                _ => {}
            }
        }
        if let Some(last) = out.last_mut() {
            last.push(c);
        }
    }
    out
}

/// Takes one section apart.
fn section(code: &str) -> Section {
    let mut out = Section::default();
    let mut rest: Vec<char> = code.chars().collect();
    rest.reverse();
    let literal = |text: &str, out: &mut Section| match out.tokens.last_mut() {
        Some(Token::Literal(it)) => it.push_str(text),
        _ => out.tokens.push(Token::Literal(text.to_owned())),
    };
    while let Some(c) = rest.pop() {
        match c {
            '"' => {
                let mut text = String::new();
                while let Some(c) = rest.pop().filter(|it| *it != '"') {
                    text.push(c);
                }
                literal(&text, &mut out);
            }
            '\\' | '!' => {
                if let Some(c) = rest.pop() {
                    literal(&c.to_string(), &mut out);
                }
            }
            // The width of a character: a space.
            '_' => {
                rest.pop();
                literal(" ", &mut out);
            }
            // A character that fills the cell: what it parts stands apart.
            '*' => {
                rest.pop();
                literal(" ", &mut out);
            }
            '[' => {
                let mut inner = String::new();
                while let Some(c) = rest.pop().filter(|it| *it != ']') {
                    inner.push(c);
                }
                bracket(&inner, &mut out);
            }
            '0' | '#' | '?' => out.tokens.push(Token::Digit(c)),
            '.' if matches!(out.tokens.last(), Some(Token::Date(DatePart::Second(_)))) => {
                let mut n = 0;
                while rest.last() == Some(&'0') {
                    rest.pop();
                    n += 1;
                }
                if n == 0 {
                    literal(".", &mut out);
                } else {
                    out.tokens.push(Token::Date(DatePart::Fraction(n)));
                }
            }
            '.' => out.tokens.push(Token::Point),
            ',' => out.tokens.push(Token::Comma),
            '%' => out.tokens.push(Token::Percent),
            '/' => out.tokens.push(Token::Slash),
            '@' => out.tokens.push(Token::Text),
            'E' if matches!(rest.last(), Some('+' | '-'))
                && out.tokens.iter().any(|it| matches!(it, Token::Digit(_))) =>
            {
                out.tokens.push(Token::Exponent(rest.pop() == Some('+')));
            }
            'G' | 'g' if takes(&mut rest, "eneral") => out.tokens.push(Token::General),
            'A' | 'a' if takes(&mut rest, "M/PM") => {
                out.tokens.push(Token::Date(DatePart::Half("AM", "PM")));
            }
            'A' | 'a' if takes(&mut rest, "/P") => {
                out.tokens.push(Token::Date(DatePart::Half("A", "P")));
            }
            '오' if takes(&mut rest, "전/오후") => {
                out.tokens.push(Token::Date(DatePart::Half("오전", "오후")));
            }
            'y' | 'Y' | 'm' | 'M' | 'd' | 'D' | 'h' | 'H' | 's' | 'S' | 'a' | 'A' | 'e' => {
                let mut n = 1;
                while rest.last().is_some_and(|it| it.eq_ignore_ascii_case(&c)) {
                    rest.pop();
                    n += 1;
                }
                match calendar::part(c.to_ascii_lowercase(), n) {
                    Some(part) => out.tokens.push(Token::Date(part)),
                    None => literal(&c.to_string().repeat(n), &mut out),
                }
            }
            _ => literal(&c.to_string(), &mut out),
        }
    }
    calendar::settle_minutes(&mut out.tokens);
    out
}

/// Takes a word from the front (the end of the reversed rest), whatever its case.
fn takes(rest: &mut Vec<char>, word: &str) -> bool {
    let n = word.chars().count();
    let starts = rest.len() >= n
        && rest.iter().rev().zip(word.chars()).all(|(a, b)| a.eq_ignore_ascii_case(&b));
    if starts {
        rest.truncate(rest.len() - n);
    }
    starts
}

/// What stands in brackets: a currency, a condition, elapsed time, digits in words, a color.
fn bracket(inner: &str, out: &mut Section) {
    let lower = inner.to_ascii_lowercase();
    if let Some(rest) = inner.strip_prefix('$') {
        let (sign, locale) = rest.split_once('-').unwrap_or((rest, ""));
        if !sign.is_empty() {
            out.tokens.push(Token::Literal(sign.to_owned()));
        }
        let locale = locale.to_ascii_lowercase();
        out.korean |= locale.ends_with("412") || locale.starts_with("ko");
        return;
    }
    if let Some(n) = lower.strip_prefix("dbnum") {
        out.spelled = n.parse().unwrap_or(0);
        return;
    }
    for (sign, comparison) in [
        ("<=", Comparison::LessOrEqual),
        (">=", Comparison::GreaterOrEqual),
        ("<>", Comparison::NotEqual),
        ("<", Comparison::Less),
        (">", Comparison::Greater),
        ("=", Comparison::Equal),
    ] {
        if let Some(limit) = inner.strip_prefix(sign) {
            if let Ok(limit) = limit.trim().parse() {
                out.condition = Some((comparison, limit));
            }
            return;
        }
    }
    let is_run = |c: char| !lower.is_empty() && lower.chars().all(|it| it == c);
    for c in ['h', 'm', 's'] {
        if is_run(c) {
            out.tokens.push(Token::Date(DatePart::Elapsed(c, lower.len())));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(code: &str, cases: &[(f64, &str)]) {
        let format = NumberFormat::new(code);
        for (value, expected) in cases {
            assert_eq!(format.number(*value, false), *expected, "`{code}` of {value}");
        }
    }

    #[test]
    fn amounts_have_groups_signs_and_currencies() {
        check("#,##0", &[(1_234_000.0, "1,234,000"), (0.0, "0"), (-5.5, "-6"), (999.5, "1,000")]);
        check("#,###", &[(0.0, ""), (12.0, "12")]);
        check("\"₩\"#,##0", &[(42_552_000.0, "₩42,552,000"), (-1.0, "-₩1")]);
        check("[$₩-412]#,##0;[Red]-[$₩-412]#,##0", &[(1000.0, "₩1,000"), (-1000.0, "-₩1,000")]);
        check("_-* #,##0_-;-* #,##0_-;_-* \"-\"_-;_-@_-", &[(1500.0, "1,500"), (0.0, "-")]);
        check("_-\"₩\"* #,##0_-;-\"₩\"* #,##0_-", &[(1500.0, "₩ 1,500"), (-1500.0, "-₩ 1,500")]);
        check("#,##0.00", &[(1.005, "1.01"), (1234.5, "1,234.50"), (-0.001, "0.00")]);
        check("#,##0;△#,##0", &[(-1234.0, "△1,234")]);
        check("#,##0_);(#,##0)", &[(-1234.0, "(1,234)")]);
        check("#,##0\"원\"", &[(1234.0, "1,234원")]);
        check("#,##0,\"천원\"", &[(1_234_567.0, "1,235천원")]);
        check("0,,\"백만\"", &[(12_345_678.0, "12백만")]);
        check("[>=1000]#,##0;0.0", &[(1234.0, "1,234"), (5.25, "5.3")]);
        check(";;;", &[(1.0, "")]);
    }

    #[test]
    fn numbers_that_are_no_amounts_keep_their_shape() {
        check("000-00-00000", &[(1_234_567_890.0, "123-45-67890")]);
        check("000000", &[(42.0, "000042")]);
        check("0%", &[(0.1, "10%"), (0.035, "4%")]);
        check("0.0%", &[(0.035, "3.5%")]);
        check("0.00E+00", &[(12_345.0, "1.23E+04"), (0.00012, "1.20E-04")]);
        check("# ?/?", &[(1.5, "1 1/2"), (0.25, "1/4"), (3.0, "3")]);
        check("0.###", &[(2.5, "2.5"), (2.0, "2.")]);
        check("General", &[(0.1 + 0.2, "0.3"), (1_234_567_890_123.0, "1234567890123")]);
        check("General", &[(1.0 / 3.0, "0.333333333"), (-12.50, "-12.5"), (1e-7, "1E-07")]);
        check("General\"개\"", &[(3.0, "3개")]);
        check("[DBNum4][$-412]General", &[(1_234_000.0, "일백이십삼만사천")]);
        check("[DBNum1][$-412]General", &[(20.0, "二十")]);
    }

    #[test]
    fn days_and_times_are_written_as_the_format_says() {
        check("yyyy-mm-dd", &[(46_083.0, "2026-03-02"), (1.0, "1900-01-01"), (61.0, "1900-03-01")]);
        check("yyyy\"년\" m\"월\" d\"일\"", &[(46_083.0, "2026년 3월 2일")]);
        check("yyyy\"년\"\\ m\"월\"\\ d\"일\";@", &[(46_083.0, "2026년 3월 2일")]);
        check("yy/mm/dd", &[(46_083.0, "26/03/02")]);
        check("m/d/yyyy h:mm", &[(46_083.75, "3/2/2026 18:00")]);
        check("h:mm AM/PM", &[(0.75, "6:00 PM"), (0.0, "12:00 AM")]);
        check("[$-412]AM/PM h:mm", &[(0.75, "오후 6:00")]);
        check("[h]:mm", &[(1.5, "36:00")]);
        check("mm:ss.0", &[(0.000_005_787_037, "00:00.5")]);
        check("yyyy-mm-dd(aaa)", &[(46_083.0, "2026-03-02(월)")]);
        check("[$-412]dddd", &[(46_083.0, "월요일")]);
        check("d-mmm-yy", &[(46_083.0, "2-Mar-26")]);
        check("yyyy. m. d", &[(46_083.0, "2026. 3. 2")]);
        check("yyyy-mm-dd", &[(-3.0, "-3")]);
        assert_eq!(NumberFormat::built_in(14).number(0.0, true), "1904-01-01");
    }

    #[test]
    fn texts_go_through_the_fourth_section() {
        assert_eq!(NumberFormat::new("0;0;0;@\" 귀하\"").text("김"), "김 귀하");
        assert_eq!(NumberFormat::new("@").text("007"), "007");
        assert_eq!(NumberFormat::new("#,##0").text("미정"), "미정");
    }

    #[test]
    fn no_code_and_no_number_is_too_odd() {
        let codes =
            ["", ";", "[", "\"", "\\", "_", "*", "E+", "0E+", "////", "?/0", "[h", "[$", "@@@"];
        let long = "#".repeat(3_000);
        for code in codes.into_iter().chain([long.as_str()]) {
            for value in [0.0, -1.5, 1e300, -1e300, 1e-300, f64::NAN, f64::INFINITY, 2_958_466.0] {
                let _text = NumberFormat::new(code).number(value, false);
            }
        }
    }
}
