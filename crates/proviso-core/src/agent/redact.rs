//! Personal data, hidden before a request leaves and put back into what comes back.
//!
//! Hidden are e-mail addresses, and numbers as registrations, telephones, accounts and cards have
//! them. A number that is written like an amount or a date stays: what is to be computed with must
//! be seen. Pictures cannot be hidden in, so a request that is to be hidden holds none.
//!
//! **Invariant:** pure; what a request hides depends on that request alone, so equal requests stay
//! equal. What is put back is what was hidden, nothing else. A document that writes such a sign
//! itself gets another one's value into an answer at most, and an answer's quotes are looked up in
//! the document anyway.

mod personal;

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
        while let Some(first) = text.get(at..).and_then(|it| it.chars().next()) {
            match personal::at(&text[..at], &text[at..]) {
                Some((kind, length)) => {
                    out.push_str(&self.sign(kind, &text[at..at + length]));
                    at += length;
                }
                None => {
                    out.push(first);
                    at += first.len_utf8();
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
            form: None,
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
            "T 02-555-0100 / M 010-5550-0199, 01055500199, 대표 1544-0100",
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
    fn other_ways_to_write_them_are_known_too() {
        check(
            "Tel.02-555-0100, (02) 555-0100, 02)555-0100, 02.555.0100, 010 5550 0199",
            expect![
                "Tel.[hidden phone 1], [hidden phone 2], [hidden phone 3], [hidden phone 4], [hidden phone 5]"
            ],
        );
        check(
            "+82-10-5550-0199 or +1 (212) 555-0188",
            expect!["[hidden phone 1] or [hidden phone 2]"],
        );
        check(
            "214 - 86 - 12345 / ２１４-８６-１２３４５",
            expect!["[hidden registration 1] / [hidden registration 2]"],
        );
        check(
            "DE89 3704 0044 0532 0130 00, card 4000 1234 5678 9010",
            expect!["[hidden account 1], card [hidden account 2]"],
        );
        check(
            "계좌번호: 1002123456789, 등록번호 2148612345, Tax ID 123456789",
            expect![
                "계좌번호: [hidden account 1], 등록번호 [hidden registration 2], Tax ID [hidden registration 3]"
            ],
        );
    }

    #[test]
    fn amounts_dates_and_codes_stay() {
        for text in [
            "2031-03-02부터 2031-12-31까지 55,000,000원 (KRW 1234567890), 제2031-07호",
            "Q-2031-07-0042a, 0.15%, a@b, 2031-03-02 - 2031-12-31, 2031-03-02-2031-12-31",
            "2031.03.02 ~ 2031.12.31, 2031. 3. 2., 1.234.567,89 EUR, 12 000 000 KRW",
            "1 000 2 000 3 000, 계좌 수수료 1000000원, 등록번호 2장, 10 20 30 4000",
            "(1) 55,000,000 (2) 5,500,000, ISO 9001 14001, AB12 CDEF",
        ] {
            let (hidden, veil) = Veil::over(&request(text));
            assert_eq!((hidden.messages[0].said().as_str(), veil.n_hidden()), (text, 0));
        }
    }

    proptest! {
        #[test]
        fn every_text_comes_back_as_it_was(text in "[0-9a-z@.,+() \\-가-힣０-９]{0,60}") {
            let (hidden, veil) = Veil::over(&request(&text));
            prop_assert_eq!(veil.lift(&reply(hidden.messages[0].said())).text, text);
        }
    }
}
