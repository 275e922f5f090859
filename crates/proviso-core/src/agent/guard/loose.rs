//! Reads JSON as models write it: in fences, between prose, with trailing commas, comments, single
//! quotes, bare keys, and without its last brackets.
//!
//! **Invariant:** total and bounded: any text gives an answer in time linear in its length (times
//! [`MAX_CANDIDATES`]), nothing recurses deeper than [`MAX_DEPTH`].
//!
//! **Invariant:** never guesses a value. Brackets that are missing at the very end are added only
//! after a complete value; a string or number that the end may have cut is refused, and so is a key
//! that is given twice with different values. No part of a broken value is taken for the whole.

use serde_json::{Map, Number, Value};

/// Longer answers are refused, in characters.
pub const MAX_LENGTH: usize = 400_000;
/// Nesting beyond this is refused.
pub const MAX_DEPTH: usize = 64;
/// How many places may be tried as the beginning of the value.
pub const MAX_CANDIDATES: usize = 48;

/// A value found in an answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Loose {
    /// The value: an object or an array.
    pub value: Value,
    /// Whether brackets were missing at the end and were added.
    pub closed: bool,
}

/// Why no value was found.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseFault {
    /// Nothing was said.
    #[error("the answer is empty")]
    Empty,
    /// Too much was said.
    #[error("the answer is longer than {MAX_LENGTH} characters")]
    TooLong,
    /// No bracket opens anything.
    #[error("there is no JSON object in the answer")]
    NoJson,
    /// What looked like a value is none.
    #[error("line {line}, column {column}: {what}")]
    Broken {
        /// From 1.
        line: usize,
        /// In characters, from 1.
        column: usize,
        /// What is wrong there.
        what: String,
    },
}

/// All values in an answer that could be meant, in the order in which they stand; never empty.
pub fn candidates(text: &str) -> Result<Vec<Loose>, ParseFault> {
    if text.trim().is_empty() {
        return Err(ParseFault::Empty);
    }
    let chars: Vec<char> = text.chars().take(MAX_LENGTH + 1).collect();
    if chars.len() > MAX_LENGTH {
        return Err(ParseFault::TooLong);
    }
    let mut found = Vec::new();
    // Of several beginnings that lead nowhere the one that leads farthest was meant.
    let mut farthest: Option<(usize, ParseFault)> = None;
    let mut at = 0;
    for _ in 0..MAX_CANDIDATES {
        let Some(start) = (at..chars.len()).find(|it| matches!(chars[*it], '{' | '[')) else {
            break;
        };
        let mut parser = Parser { chars: &chars, at: start, closed: false, keyed: false };
        match parser.value(0) {
            Ok(value) => {
                found.push(Loose { value, closed: parser.closed });
                at = parser.at.max(start + 1);
            }
            // The end of the answer cut it, or it is an object with a mistake in it: what is whole
            // inside of it is not what was meant.
            Err(fault) if parser.at_end() || parser.keyed => return Err(parser.place(fault)),
            Err(fault) => {
                if farthest.as_ref().is_none_or(|it| it.0 < parser.at) {
                    farthest = Some((parser.at, parser.place(fault)));
                }
                at = start + 1;
            }
        }
    }
    if found.is_empty() {
        return Err(farthest.map_or(ParseFault::NoJson, |it| it.1));
    }
    Ok(found)
}

/// A fault before its place is known.
struct Fault(String);

fn fault<T>(what: impl Into<String>) -> Result<T, Fault> {
    Err(Fault(what.into()))
}

struct Parser<'a> {
    chars: &'a [char],
    at: usize,
    closed: bool,
    /// Whether a key was read: no prose has one between brackets.
    keyed: bool,
}

impl Parser<'_> {
    fn place(&self, fault: Fault) -> ParseFault {
        let before = &self.chars[..self.at.min(self.chars.len())];
        let line = before.iter().filter(|it| **it == '\n').count() + 1;
        let column = before.iter().rev().take_while(|it| **it != '\n').count() + 1;
        ParseFault::Broken { line, column, what: fault.0 }
    }

    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    /// Skips white space and comments, and a fence that closes around an unfinished value.
    fn blank(&mut self) -> Result<(), Fault> {
        loop {
            match (self.peek(), self.chars.get(self.at + 1)) {
                (Some(c), _) if c.is_whitespace() || c == '\u{feff}' => self.at += 1,
                (Some('/'), Some('/')) => {
                    while self.peek().is_some_and(|it| it != '\n') {
                        self.at += 1;
                    }
                }
                (Some('/'), Some('*')) => {
                    let rest = &self.chars[self.at + 2..];
                    let end = rest.windows(2).position(|it| it == ['*', '/']);
                    let Some(end) = end else { return fault("a comment is not closed") };
                    self.at += end + 4;
                }
                _ => return Ok(()),
            }
        }
    }

    /// Whether nothing but blanks and a closing fence is left.
    fn at_end(&self) -> bool {
        let rest = &self.chars[self.at.min(self.chars.len())..];
        rest.iter().all(|it| it.is_whitespace() || *it == '`')
    }

    fn value(&mut self, depth: usize) -> Result<Value, Fault> {
        if depth > MAX_DEPTH {
            return fault(format!("nested deeper than {MAX_DEPTH}"));
        }
        self.blank()?;
        match self.peek() {
            Some('{') => self.object(depth),
            Some('[') => self.array(depth),
            Some(c) if closing(c).is_some() => Ok(Value::String(self.string()?)),
            Some(c) if c == '-' || c.is_ascii_digit() => self.number(),
            Some(c) if c.is_ascii_alphabetic() => self.word(),
            Some(c) => fault(format!("expected a value, but got `{c}`")),
            None => fault("expected a value, but the answer ends"),
        }
    }

    fn object(&mut self, depth: usize) -> Result<Value, Fault> {
        self.at += 1;
        let mut map = Map::new();
        loop {
            self.blank()?;
            match self.peek() {
                Some('}') => {
                    self.at += 1;
                    return Ok(Value::Object(map));
                }
                _ if self.at_end() => {
                    self.closed = true;
                    self.at = self.chars.len();
                    return Ok(Value::Object(map));
                }
                _ => {}
            }
            let key = self.key()?;
            self.blank()?;
            if self.peek() != Some(':') {
                return fault(format!("expected `:` after the key `{}`", brief(&key)));
            }
            self.at += 1;
            self.keyed = true;
            let value = self.value(depth + 1)?;
            if map.get(&key).is_some_and(|it| *it != value) {
                return fault(format!("the key `{}` has two values", brief(&key)));
            }
            map.insert(key, value);
            self.separator('}')?;
        }
    }

    fn array(&mut self, depth: usize) -> Result<Value, Fault> {
        self.at += 1;
        let mut all = Vec::new();
        loop {
            self.blank()?;
            match self.peek() {
                Some(']') => {
                    self.at += 1;
                    return Ok(Value::Array(all));
                }
                _ if self.at_end() => {
                    self.closed = true;
                    self.at = self.chars.len();
                    return Ok(Value::Array(all));
                }
                _ => {}
            }
            all.push(self.value(depth + 1)?);
            self.separator(']')?;
        }
    }

    /// A comma, or nothing before the closing bracket or the end.
    fn separator(&mut self, close: char) -> Result<(), Fault> {
        self.blank()?;
        match self.peek() {
            Some(',') => {
                self.at += 1;
                Ok(())
            }
            Some(c) if c == close => Ok(()),
            _ if self.at_end() => Ok(()),
            Some(c) => fault(format!("expected `,` or `{close}`, but got `{c}`")),
            None => Ok(()),
        }
    }

    fn key(&mut self) -> Result<String, Fault> {
        match self.peek() {
            Some(c) if closing(c).is_some() => self.string(),
            Some(c) if c.is_alphabetic() || c == '_' => {
                let from = self.at;
                let part = |it: char| it.is_alphanumeric() || it == '_' || it == '-';
                while self.peek().is_some_and(part) {
                    self.at += 1;
                }
                Ok(self.chars[from..self.at].iter().collect())
            }
            Some(c) => fault(format!("expected a key, but got `{c}`")),
            None => fault("expected a key, but the answer ends"),
        }
    }

    fn string(&mut self) -> Result<String, Fault> {
        let open = self.peek().unwrap_or('"');
        let close = closing(open).unwrap_or('"');
        self.at += 1;
        let mut out = String::new();
        loop {
            let Some(c) = self.peek() else {
                return fault("the answer ends inside a string");
            };
            self.at += 1;
            match c {
                '\\' => self.escape(&mut out)?,
                c if c == close => return Ok(out),
                c => out.push(c),
            }
        }
    }

    fn escape(&mut self, out: &mut String) -> Result<(), Fault> {
        let Some(c) = self.peek() else {
            return fault("the answer ends inside a string");
        };
        self.at += 1;
        match c {
            'n' => out.push('\n'),
            't' => out.push('\t'),
            'r' => out.push('\r'),
            'b' => out.push('\u{8}'),
            'f' => out.push('\u{c}'),
            'u' => {
                let high = self.hex()?;
                let code = if (0xd800..0xdc00).contains(&high) {
                    if self.chars.get(self.at..self.at + 2) != Some(&['\\', 'u']) {
                        return fault("half of a surrogate pair");
                    }
                    self.at += 2;
                    let low = self.hex()?;
                    if !(0xdc00..0xe000).contains(&low) {
                        return fault("half of a surrogate pair");
                    }
                    0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00)
                } else {
                    high
                };
                match char::from_u32(code) {
                    Some(c) => out.push(c),
                    None => return fault("an escape that is no character"),
                }
            }
            // A line break that is escaped goes on in the next line; all else stands for itself.
            '\n' => {}
            other => out.push(other),
        }
        Ok(())
    }

    fn hex(&mut self) -> Result<u32, Fault> {
        let digits: String = self.chars.iter().skip(self.at).take(4).collect();
        let is_hex = digits.len() == 4 && digits.chars().all(|it| it.is_ascii_hexdigit());
        match u32::from_str_radix(&digits, 16) {
            Ok(code) if is_hex => {
                self.at += 4;
                Ok(code)
            }
            _ => fault("expected four hexadecimal digits after `\\u`"),
        }
    }

    fn number(&mut self) -> Result<Value, Fault> {
        let from = self.at;
        let part = |it: char| it.is_ascii_alphanumeric() || matches!(it, '+' | '-' | '.' | '_');
        while self.peek().is_some_and(part) {
            self.at += 1;
        }
        let text: String = self.chars[from..self.at].iter().collect();
        if self.at_end() {
            return fault(format!(
                "the answer ends after `{}`: digits may be missing",
                brief(&text)
            ));
        }
        // Standard JSON's own idea of a number; what a float would round keeps its digits as text.
        let Ok(number) = serde_json::from_str::<Number>(&text) else {
            return fault(format!("`{}` is no number", brief(&text)));
        };
        let digits = text.chars().filter(char::is_ascii_digit).count();
        if number.is_f64() && digits > 15 {
            return Ok(Value::String(text));
        }
        Ok(Value::Number(number))
    }

    fn word(&mut self) -> Result<Value, Fault> {
        let from = self.at;
        while self.peek().is_some_and(|it| it.is_ascii_alphanumeric() || it == '_') {
            self.at += 1;
        }
        let text: String = self.chars[from..self.at].iter().collect();
        match text.as_str() {
            "true" | "True" => Ok(Value::Bool(true)),
            "false" | "False" => Ok(Value::Bool(false)),
            "null" | "None" | "undefined" => Ok(Value::Null),
            _ => fault(format!("`{}` is no value", brief(&text))),
        }
    }
}

/// The quote that closes what this one opens.
fn closing(open: char) -> Option<char> {
    match open {
        '"' | '\'' => Some(open),
        '“' => Some('”'),
        '‘' => Some('’'),
        _ => None,
    }
}

fn brief(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(text: &str, expect: Expect) {
        let out = match candidates(text) {
            Ok(all) => all
                .iter()
                .map(|it| format!("{}{}", it.value, if it.closed { " (closed)" } else { "" }))
                .collect::<Vec<_>>()
                .join("\n"),
            Err(fault) => format!("! {fault}"),
        };
        expect.assert_eq(&out);
    }

    #[test]
    fn plain_json_is_read() {
        check(r#"{"a": [1, -2.5, "x", true, null]}"#, expect![[r#"{"a":[1,-2.5,"x",true,null]}"#]]);
    }

    #[test]
    fn fences_and_prose_are_left_out() {
        check("Sure!\n```json\n{\"a\": 1}\n```\nAnything else?", expect![[r#"{"a":1}"#]]);
        check("다음과 같습니다: {\"금액\": \"₩5\"} 감사합니다.", expect![[r#"{"금액":"₩5"}"#]]);
    }

    #[test]
    fn commas_comments_and_quotes_are_forgiven() {
        check(
            "{a: 'it''s', /* no */ 'b': [1, 2,], // yes\n \"c\": True,}",
            expect!["! line 1, column 9: expected `,` or `}`, but got `'`"],
        );
        check(
            "{a: 'its', /* no */ 'b': [1, 2,], // yes\n “c”: True,}",
            expect![[r#"{"a":"its","b":[1,2],"c":true}"#]],
        );
    }

    #[test]
    fn brackets_that_are_missing_at_the_end_are_added() {
        check(r#"{"a": [{"b": "c"}, "#, expect![[r#"{"a":[{"b":"c"}]} (closed)"#]]);
        check("```json\n{\"a\": \"x\"\n```", expect![[r#"{"a":"x"} (closed)"#]]);
    }

    #[test]
    fn values_that_the_end_may_have_cut_are_refused() {
        check(r#"{"a": "won"#, expect!["! line 1, column 11: the answer ends inside a string"]);
        check(
            r#"{"a": 550"#,
            expect!["! line 1, column 10: the answer ends after `550`: digits may be missing"],
        );
        check(r#"{"a": 1, "b""#, expect!["! line 1, column 13: expected `:` after the key `b`"]);
        check(r#"{"a": tru"#, expect!["! line 1, column 10: `tru` is no value"]);
    }

    #[test]
    fn a_key_that_says_two_things_is_refused() {
        check(r#"{"a": 1, "a": 2}"#, expect!["! line 1, column 16: the key `a` has two values"]);
        check(r#"{"a": 1, "a": 1}"#, expect![[r#"{"a":1}"#]]);
    }

    #[test]
    fn what_a_float_would_round_keeps_its_digits() {
        check(
            r#"[12345678901234567.25, 0.0021, 18446744073709551616]"#,
            expect![[r#"["12345678901234567.25",0.0021,"18446744073709551616"]"#]],
        );
    }

    #[test]
    fn several_values_come_in_order() {
        check(
            r#"As in [1]: {"a": 1} or {"b": 2}"#,
            expect![[r#"
            [1]
            {"a":1}
            {"b":2}"#]],
        );
    }

    #[test]
    fn nothing_and_no_json_are_told_apart() {
        check(" \n", expect!["! the answer is empty"]);
        check("I cannot do that.", expect!["! there is no JSON object in the answer"]);
    }

    #[test]
    fn depth_and_length_are_bounded() {
        check(&"[".repeat(100_000), expect!["! line 1, column 113: nested deeper than 64"]);
        assert_eq!(candidates(&"x".repeat(MAX_LENGTH + 1)), Err(ParseFault::TooLong));
    }

    proptest! {
        #[test]
        fn no_text_panics(text in ".{0,200}") {
            let _ = candidates(&text);
        }

        #[test]
        fn nothing_that_looks_like_json_panics(
            text in r#"[\[\]{}:,"'\\/*u0-9a-f.eE+ \n`“”‘’truefalsn_-]{0,120}"#
        ) {
            let _ = candidates(&text);
        }

        #[test]
        fn what_json_reads_is_read_the_same(value in json(3)) {
            let text = serde_json::to_string(&value).unwrap();
            let found = candidates(&format!("prose\n```json\n{text}\n```\n")).unwrap();
            prop_assert_eq!(&found[0].value, &value);
            prop_assert!(!found[0].closed);
        }

        #[test]
        fn a_cut_answer_never_gives_a_value_that_the_whole_one_lacks(
            value in json(3), cut in 0usize..400
        ) {
            let text: String =
                serde_json::to_string(&value).unwrap().chars().take(cut).collect();
            if let Ok(found) = candidates(&text) {
                prop_assert!(within(&found[0].value, &value), "{} in {}", found[0].value, value);
            }
        }
    }

    /// Objects and arrays of plain values.
    fn json(depth: u32) -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i32>().prop_map(Value::from),
            "[a-z가-힣\"\\\\ ]{0,8}".prop_map(Value::from),
        ];
        let tree = leaf.prop_recursive(depth, 24, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::btree_map("[a-z]{1,3}", inner, 0..4)
                    .prop_map(|it| Value::Object(it.into_iter().collect())),
            ]
        });
        prop::collection::vec(tree, 1..3).prop_map(Value::from)
    }

    fn within(part: &Value, whole: &Value) -> bool {
        match (part, whole) {
            (Value::Array(a), Value::Array(b)) => {
                a.len() <= b.len() && a.iter().zip(b).all(|(a, b)| within(a, b))
            }
            (Value::Object(a), Value::Object(b)) => {
                a.iter().all(|(key, it)| b.get(key).is_some_and(|b| within(it, b)))
            }
            (a, b) => a == b,
        }
    }
}
