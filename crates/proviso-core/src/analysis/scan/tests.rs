//! What the scanner finds, as a person would list it.

mod amounts;
mod counts;
mod names;
mod properties;
mod times;

use expect_test::Expect;

use super::*;
use crate::number::show_exact;

fn list(text: &str, context: &Context) -> String {
    let mut lines = Vec::new();
    for it in scan(text, context) {
        let mut line =
            format!("{} {} <{}>", it.value.kind().name(), it.value, &text[it.range.clone()]);
        for part in &it.parts {
            line += &format!(" [{} {}]", part.value.kind().name(), part.value);
        }
        lines.push(line);
    }
    for it in words(text) {
        lines.push(format!(
            "words {} {} <{}>",
            it.currency.code(),
            show_exact(&it.says),
            &text[it.range.clone()]
        ));
    }
    lines.join("\n")
}

#[track_caller]
fn check(text: &str, expect: Expect) {
    expect.assert_eq(&list(text, &Context::default()));
}

#[track_caller]
fn check_expecting(kind: Kind, text: &str, expect: Expect) {
    let context = Context { expected: Some(kind), year: Some(2025), ..Context::default() };
    expect.assert_eq(&list(text, &context));
}

#[track_caller]
fn nothing(text: &str) {
    assert_eq!(list(text, &Context::default()), "", "{text}");
}

#[track_caller]
fn states(kind: Kind, text: &str, expected: Option<&str>) {
    let context = Context { expected: Some(kind), year: Some(2025), ..Context::default() };
    let value = whole(text, &context).map(|it| it.to_string());
    assert_eq!(value.as_deref(), expected, "{text}");
}
