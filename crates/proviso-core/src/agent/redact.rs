//! Personal data, hidden before a request leaves and put back into what comes back.
//!
//! Hidden are e-mail addresses, and numbers in groups as registrations, telephones, accounts and
//! cards have them. A number that is written like an amount or a date stays: what is to be computed
//! with must be seen.
//!
//! **Invariant:** pure; what a request hides depends on that request alone, so equal requests stay
//! equal. What is put back is what was hidden, nothing else. A document that writes such a sign
//! itself gets another one's value into an answer at most, and an answer's quotes are looked up in
//! the document anyway.

use crate::llm::{Part, Reply, Request};

/// What was hidden in one request, in the order in which it stands there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Veil {
    hidden: Vec<(String, String)>,
}

impl Veil {
    /// The request with its personal data hidden.
    pub fn over(request: &Request) -> (Request, Veil) {
        let mut veil = Veil::default();
        let mut request = request.clone();
        for part in request.messages.iter_mut().flat_map(|it| &mut it.parts) {
            match part {
                Part::Text(text) | Part::Answer { text, .. } => *text = veil.hide(text),
                Part::Call(call) => call.arguments = veil.hide(&call.arguments),
                Part::Image(_) => {}
            }
        }
        (request, veil)
    }

    /// How many different values are hidden.
    pub fn n_hidden(&self) -> usize {
        self.hidden.len()
    }

    /// The answer with what was hidden in its place again.
    pub fn lift(&self, reply: &Reply) -> Reply {
        let mut reply = reply.clone();
        for (sign, value) in &self.hidden {
            reply.text = reply.text.replace(sign, value);
            for call in &mut reply.calls {
                call.arguments = call.arguments.replace(sign, value);
            }
        }
        reply
    }

    fn hide(&mut self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        while let Some(rest) = text.get(at..).filter(|it| !it.is_empty()) {
            let before = text[..at].chars().next_back();
            match personal(before, rest) {
                Some((kind, length)) => {
                    out.push_str(&self.sign(kind, &rest[..length]));
                    at += length;
                }
                None => {
                    let length = stretch(rest);
                    out.push_str(&rest[..length]);
                    at += length;
                }
            }
        }
        out
    }

    fn sign(&mut self, kind: &str, value: &str) -> String {
        if let Some((sign, _)) = self.hidden.iter().find(|it| it.1 == value) {
            return sign.clone();
        }
        let sign = format!("[hidden {kind} {}]", self.hidden.len() + 1);
        self.hidden.push((sign.clone(), value.to_owned()));
        sign
    }
}

/// Bytes that can be passed over together: a word without anything in it, or one character.
fn stretch(text: &str) -> usize {
    let mut end = 0;
    for (at, it) in text.char_indices() {
        if at > 0 && !is_address(it) {
            break;
        }
        end = at + it.len_utf8();
        if !is_address(it) {
            break;
        }
    }
    end
}

/// The personal value that a text begins with: its kind and its length in bytes.
fn personal(before: Option<char>, text: &str) -> Option<(&'static str, usize)> {
    if before.is_some_and(is_address) {
        return None;
    }
    email(text).map(|it| ("email", it)).or_else(|| number(text))
}

fn is_address(it: char) -> bool {
    it.is_ascii_alphanumeric() || matches!(it, '.' | '_' | '%' | '+' | '-')
}

fn email(text: &str) -> Option<usize> {
    let end = |text: &str, is: fn(char) -> bool| text.find(|it| !is(it)).unwrap_or(text.len());
    let local = end(text, is_address);
    let rest = text[local..].strip_prefix('@').filter(|_| local > 0)?;
    let domain = end(rest, |it| it.is_ascii_alphanumeric() || matches!(it, '.' | '-'));
    let name = rest[..domain].trim_end_matches(['.', '-']);
    let top = name.rsplit_once('.')?.1;
    let fits = top.len() >= 2 && top.chars().all(|it| it.is_ascii_alphabetic());
    fits.then(|| local + 1 + name.len())
}

/// Digits in groups, joined by hyphens, as they are no amount and no date.
fn number(text: &str) -> Option<(&'static str, usize)> {
    let mut groups: Vec<usize> = Vec::new();
    let mut length = 0;
    let mut n = 0;
    for (at, it) in text.char_indices() {
        match it {
            '0'..='9' => {
                n += 1;
                length = at + 1;
            }
            '-' | '‐' | '‑' | '–' | '−' | '－' if n > 0 => {
                groups.push(n);
                n = 0;
            }
            _ => break,
        }
    }
    if n > 0 {
        groups.push(n);
    }
    // A letter or a decimal that goes on means that this is a code or an amount.
    let mut after = text[length..].chars();
    let joined = match after.next() {
        Some(',' | '.') => after.next().is_some_and(|it| it.is_ascii_digit()),
        Some(it) => it.is_ascii_alphanumeric(),
        None => false,
    };
    if joined {
        return None;
    }
    let total: usize = groups.iter().sum();
    let kind = match groups.as_slice() {
        [3, 2, 5] | [6, 7] => "registration",
        [4, 4] if text.starts_with("15") || text.starts_with("16") || text.starts_with("18") => {
            "phone"
        }
        [11] if text.starts_with("01") => "phone",
        [_, _, ..] if (9..=16).contains(&total) => match text.starts_with('0') {
            true => "phone",
            false => "account",
        },
        _ => return None,
    };
    Some((kind, length))
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use proptest::prelude::*;

    use super::*;
    use crate::llm::{Finish, Message, Role, Usage};

    fn request(text: &str) -> Request {
        Request {
            messages: vec![Message::text(Role::User, text)],
            tools: Vec::new(),
            max_tokens: 9,
            temperature_milli: None,
            run_id: String::new(),
        }
    }

    fn reply(text: String) -> Reply {
        let usage = Usage::default();
        Reply { text, calls: Vec::new(), finish: Finish::Stop, usage, model: String::new() }
    }

    #[track_caller]
    fn check(text: &str, expect: Expect) {
        let (hidden, veil) = Veil::over(&request(text));
        let said = hidden.messages[0].said();
        expect.assert_eq(&said);
        assert_eq!(veil.lift(&reply(said)).text, text, "all of it can be put back");
    }

    #[test]
    fn personal_data_is_hidden_and_put_back() {
        check(
            "사업자등록번호 214-86-12345, 주민등록번호 900101-1234567",
            expect!["사업자등록번호 [hidden registration 1], 주민등록번호 [hidden registration 2]"],
        );
        check(
            "T 02-555-0100 / M 010-5550-0199, 01055500199, 대표 1588-0000",
            expect![
                "T [hidden phone 1] / M [hidden phone 2], [hidden phone 3], 대표 [hidden phone 4]"
            ],
        );
        check("계좌 110-555-001234 (예금주)", expect!["계좌 [hidden account 1] (예금주)"]);
        check(
            "문의: sales.kr@hanbit-mok.example.com로 주세요",
            expect!["문의: [hidden email 1]로 주세요"],
        );
        check("02-555-0100과 02-555-0100", expect!["[hidden phone 1]과 [hidden phone 1]"]);
    }

    #[test]
    fn amounts_dates_and_codes_stay() {
        let text = "2031-03-02부터 2031-12-31까지 55,000,000원 (KRW 1234567890), 제2031-07호, Q-2031-07-0042a, 0.15%, a@b";
        let (hidden, veil) = Veil::over(&request(text));
        assert_eq!((hidden.messages[0].said().as_str(), veil.n_hidden()), (text, 0));
    }

    proptest! {
        #[test]
        fn every_text_comes_back_as_it_was(text in "[0-9a-z@., \\-가-힣]{0,60}") {
            let (hidden, veil) = Veil::over(&request(&text));
            prop_assert_eq!(veil.lift(&reply(hidden.messages[0].said())).text, text);
        }
    }
}
