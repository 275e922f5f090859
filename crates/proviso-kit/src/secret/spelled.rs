//! A secret in another spelling: letter case, what stands between its letters, escapes, base64, hex,
//! backwards.
//!
//! **Invariant:** whoever reads a masked text does not get the secret back by undoing one common
//! encoding. Two encodings over each other are not looked for.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;

/// A shorter secret is found in ordinary words.
const SHORTEST: usize = 12;

/// A text with every spelling of a secret masked.
pub(super) fn masked(text: String, secret: &str, mask: &str) -> String {
    if secret.len() < SHORTEST {
        return text;
    }
    let mut text = text;
    let mut told = told_of(&text);
    for spelling in spellings(secret) {
        if let Some(masked) = without(&text, &told, &spelling, mask) {
            text = masked;
            told = told_of(&text);
        }
    }
    text
}

/// The letters and digits of each spelling, in lower case.
fn spellings(secret: &str) -> Vec<Vec<char>> {
    let bytes = secret.as_bytes();
    let hex = |separate: &dyn Fn(u8) -> String| bytes.iter().map(|it| separate(*it)).collect();
    let mut all: Vec<String> = vec![
        secret.to_owned(),
        secret.chars().rev().collect(),
        hex(&|it| format!("{it:02x}")),
        // `\x73\x6b`, `0x73, 0x6b`, and `\u0073\u006b`: what is no letter falls away.
        hex(&|it| format!("x{it:02x}")),
        hex(&|it| format!("0x{it:02x}")),
        hex(&|it| format!("u{it:04x}")),
        // Escaped as in an address: what is no letter, `sk%2Dabc`.
        hex(&|it| match it.is_ascii_alphanumeric() {
            true => char::from(it).to_string(),
            false => format!("{it:02x}"),
        }),
        hex(&|it| match it.is_ascii_alphanumeric() {
            true => char::from(it).to_string(),
            false => format!("u{it:04x}"),
        }),
    ];
    // As a part of something longer it begins at one of three places of base64; the first and the
    // last letters then depend on what stands around.
    for before in 0..3 {
        let mut padded = vec![b' '; before];
        padded.extend_from_slice(bytes);
        let text = STANDARD_NO_PAD.encode(padded);
        let from = (before * 8).div_ceil(6);
        let to = text.len().saturating_sub(usize::from(!(before + bytes.len()).is_multiple_of(3)));
        all.extend(text.get(from..to).map(str::to_owned));
    }
    let mut out: Vec<Vec<char>> = Vec::new();
    for it in all {
        let plain: Vec<char> = it.chars().filter_map(plain).collect();
        if plain.len() >= SHORTEST && !out.contains(&plain) {
            out.push(plain);
        }
    }
    out
}

/// What of a character tells; none where a spelling may leave it out.
fn plain(it: char) -> Option<char> {
    it.is_ascii_alphanumeric().then(|| it.to_ascii_lowercase())
}

/// The characters of a text that tell, with where each stands.
fn told_of(text: &str) -> Vec<(usize, char)> {
    text.char_indices().filter_map(|(at, it)| Some((at, plain(it)?))).collect()
}

/// The text with a spelling masked; `None` where it is not in it.
fn without(text: &str, told: &[(usize, char)], spelling: &[char], mask: &str) -> Option<String> {
    let mut out = String::new();
    let (mut from, mut at) = (0, 0);
    while let Some(window) = told.get(at..at + spelling.len()) {
        if window.iter().map(|it| &it.1).eq(spelling) {
            let (begin, end) = (window[0].0, window[spelling.len() - 1].0 + 1);
            out.push_str(&text[from..begin]);
            out.push_str(mask);
            from = end;
            at += spelling.len();
        } else {
            at += 1;
        }
    }
    (from > 0).then(|| {
        out.push_str(&text[from..]);
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "sk-ant-A1b2C3d4E5f6_G7h8";

    #[track_caller]
    fn gone(text: &str) {
        let masked = masked(format!("the key {text} is wrong"), KEY, "***");
        assert_eq!(masked.matches("***").count(), 1, "{masked}");
        assert!(masked.starts_with("the key ") && masked.ends_with(" is wrong"), "{masked}");
    }

    #[test]
    fn no_spelling_of_a_key_is_left() {
        gone(KEY);
        gone(&KEY.to_uppercase());
        gone("sk ant A1b2 C3d4 E5f6 G7h8");
        gone("s.k.-.a.n.t.-.A.1.b.2.C.3.d.4.E.5.f.6._.G.7.h.8");
        gone("sk%2Dant%2DA1b2C3d4E5f6%5FG7h8");
        gone("sk\\u002dant\\u002dA1b2C3d4E5f6_G7h8".replace('_', "\\u005f").as_str());
        gone(&KEY.chars().rev().collect::<String>());
        gone(&KEY.bytes().map(|it| format!("{it:02X}")).collect::<String>());
        gone(&KEY.bytes().map(|it| format!("\\x{it:02x}")).collect::<String>());
        gone(&KEY.bytes().map(|it| format!("%{it:02X}")).collect::<String>());
        gone(&STANDARD_NO_PAD.encode(KEY));
    }

    #[test]
    fn nor_of_one_that_is_part_of_something_longer() {
        for around in ["", "x", "xy", "xyz"] {
            let text = STANDARD_NO_PAD.encode(format!("{around}Bearer {KEY}{around}"));
            let masked = masked(text, KEY, "***");
            assert!(masked.contains("***"), "{masked}");
        }
    }

    #[test]
    fn other_texts_stay_as_they_are() {
        for text in ["", "금 5,000,000원", "sk-ant", &"a1b2".repeat(40)] {
            assert_eq!(masked(text.to_owned(), KEY, "***"), text);
        }
        assert_eq!(masked("abc".to_owned(), "abc", "***"), "abc", "too short to be looked for");
    }
}
