//! What the program says in Korean is Korean: no English word in it but names and what is typed, no
//! reason that exists in English only, and one word for one thing. The catalogs of the user interface
//! have the same test beside them.
//!
//! **Invariant:** sentences are looked at, not data: a string with Hangul and a space that is no
//! pattern. Labels that documents print are single words or patterns.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use anyhow::{Context, Result};
use proc_macro2::{TokenStream, TokenTree};

/// Programs, formats, systems, and what is typed.
const NAMES: &[&str] = &[
    "Adobe",
    "Ctrl",
    "Debian",
    "Facts",
    "HOME",
    "Homebrew",
    "Idris",
    "KiB",
    "Linux",
    "Nix",
    "OpenAI",
    "PDF",
    "Proviso",
    "Tesseract",
    "Ubuntu",
    "VALUE",
    "XFA",
    "convert",
    "correct",
    "diff",
    "from",
    "https",
    "idris",
    "json",
    "lang",
    "mend",
    "org",
    "pacman",
    "proviso",
    "retry",
    "show",
    "typecheck",
    // Parts of dates in formats of spreadsheets.
    "dd",
    "mm",
    "ss",
    "yyyy",
];
/// What a message names that is said in English only.
const ENGLISH_ONLY: &[&str] = &["{reason}", "{err}", "{error}"];
/// Words that gave way to others: the label of a value, what is printed, a rule that does not hold, a
/// repair. The catalogs of the window are held to the same list by their own test.
const RETIRED: &str = include_str!("../../../../ui/src/lib/i18n/retired.json");

/// What is wrong with the Korean of a file.
pub(super) fn findings(file: &Path) -> Result<Vec<String>> {
    let name = file.strip_prefix(crate::root()).unwrap_or(file).display().to_string();
    // Tests say what documents say; so do the papers that are made for them.
    let says = ["crates/proviso-", "src-tauri/src/"].iter().any(|it| name.starts_with(it));
    let source = name.contains("/src/") && !name.ends_with("tests.rs") && !name.contains("/tests/");
    if !says || !source {
        return Ok(Vec::new());
    }
    let text = fs::read_to_string(file).with_context(|| name.clone())?;
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let tokens: TokenStream = match text.parse() {
        Ok(it) => it,
        Err(err) => anyhow::bail!("{name}: {err}"),
    };
    let mut strings = Vec::new();
    collect(tokens, &mut strings);
    let told = |it: &String| wrong(it).map(|why| format!("{name}: {why}: {it}"));
    Ok(strings.iter().filter_map(told).collect())
}

/// Each retired word with what is said instead.
fn retired() -> &'static BTreeMap<String, String> {
    static READ: LazyLock<BTreeMap<String, String>> =
        LazyLock::new(|| serde_json::from_str(RETIRED).expect("an object of words, as committed"));
    &READ
}

/// All strings that are written as such, without their quotes; patterns are written raw.
fn collect(tokens: TokenStream, out: &mut Vec<String>) {
    for token in tokens {
        match token {
            // A comment on an item comes as this attribute.
            TokenTree::Group(it) if it.stream().to_string().starts_with("doc =") => {}
            TokenTree::Group(it) => collect(it.stream(), out),
            TokenTree::Literal(it) => {
                let text = it.to_string();
                let inner = text.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
                out.extend(inner.map(str::to_owned));
            }
            TokenTree::Ident(_) | TokenTree::Punct(_) => {}
        }
    }
}

/// Why a string is no good Korean; none where it is, or is none.
fn wrong(text: &str) -> Option<String> {
    let hangul = |it: char| ('가'..='힣').contains(&it);
    if !text.contains(' ') || !text.chars().any(hangul) || text.starts_with("<!doctype") {
        return None;
    }
    if let Some(it) = ENGLISH_ONLY.iter().find(|it| text.contains(**it)) {
        return Some(format!("`{it}` is said in English only"));
    }
    if let Some((old, new)) = retired().iter().find(|it| text.contains(it.0)) {
        return Some(format!("say `{new}`, not `{old}`"));
    }
    let said = without(&without(text, '`', '`'), '{', '}').replace("\\n", " ");
    let mut words = said.split(|it: char| !it.is_ascii_alphabetic()).filter(|it| it.len() > 1);
    let word = words.find(|it| !NAMES.contains(it))?;
    Some(format!(
        "`{word}` is no Korean (or a name: add it to `NAMES` in xtask/src/tidy/korean.rs)"
    ))
}

/// A text without what stands between two marks.
fn without(text: &str, open: char, close: char) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(open) {
        out.push_str(before);
        rest = after.split_once(close).map_or("", |it| it.1);
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn english_under_korean_is_found() {
        for it in [
            "3쪽에 글자가 없습니다 (blank page)",
            "이 쪽을 읽지 못했습니다: {reason}",
            "사실: 인쇄된 값",
            "직접 고침, 어제",
            "유효 기간은 30 days입니다",
        ] {
            assert!(wrong(it).is_some(), "{it}");
        }
    }

    #[test]
    fn names_and_what_is_typed_are_no_english() {
        for it in [
            "실행 {run} · 이어서 하려면: proviso retry {run}",
            "쓸 수 있는 폴더를 `TMPDIR`로 지정하세요",
            "합계",
            "a plain English sentence",
        ] {
            assert_eq!(wrong(it), None);
        }
    }

    #[test]
    fn only_strings_that_say_something_are_looked_at() {
        let tokens =
            "/// 말 of a comment\nf(\"쪽 하나\", r\"(?:합계|total) 금액\", b'x'); // 말 words"
                .parse()
                .unwrap();
        let mut strings = Vec::new();
        collect(tokens, &mut strings);
        assert_eq!(strings, ["쪽 하나"]);
    }
}
