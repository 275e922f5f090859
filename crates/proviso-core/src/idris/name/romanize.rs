//! Revised Romanization of Korean (국어의 로마자 표기법, Ministry of Culture notice 2000-8).
//!
//! **Invariant:** ASCII out. Sound changes between syllables are written as the notice wants them:
//! liaison, nasal assimilation, ㄴ and ㄹ to `ll`, palatalization, aspiration with ㅎ; tensing is
//! not written, and ㅎ after ㄱ, ㄷ, ㅂ stays `h` as in names (묵호 Mukho).
//!
//! Transliterating syllable by syllable would be simpler, but people who read Idris models read
//! Korean too, and `jongno` is what they expect for 종로.

const INITIALS: [&str; 19] = [
    "g", "kk", "n", "d", "tt", "r", "m", "b", "pp", "s", "ss", "", "j", "jj", "ch", "k", "t", "p",
    "h",
];
const VOWELS: [&str; 21] = [
    "a", "ae", "ya", "yae", "eo", "e", "yeo", "ye", "o", "wa", "wae", "oe", "yo", "u", "wo", "we",
    "wi", "yu", "eu", "ui", "i",
];
/// Per final: its sound at the end, and before a vowel (what stays, what moves over).
const FINALS: [(&str, &str); 28] = [
    ("", ""),
    ("k", "g"),
    ("k", "kk"),
    ("k", "ks"),
    ("n", "n"),
    ("n", "nj"),
    ("n", "n"),
    ("t", "d"),
    ("l", "r"),
    ("k", "lg"),
    ("m", "lm"),
    ("l", "lb"),
    ("l", "ls"),
    ("l", "lt"),
    ("p", "lp"),
    ("l", "r"),
    ("m", "m"),
    ("p", "b"),
    ("p", "ps"),
    ("t", "s"),
    ("t", "ss"),
    ("ng", "ng"),
    ("t", "j"),
    ("t", "ch"),
    ("k", "k"),
    ("t", "t"),
    ("p", "p"),
    ("t", ""),
];
const NO_INITIAL: usize = 11;
const INITIAL_H: usize = 18;

/// A precomposed syllable as indices of initial, vowel and final.
fn parts(syllable: char) -> Option<(usize, usize, usize)> {
    let index = u32::from(syllable).checked_sub(0xAC00).filter(|it| *it < 11_172)?;
    let index = usize::try_from(index).ok()?;
    Some((index / 588, index % 588 / 28, index % 28))
}

/// Whether a character is a precomposed Hangul syllable.
pub(super) fn is_syllable(c: char) -> bool {
    parts(c).is_some()
}

/// Romanizes a run of syllables; other characters are passed over.
pub(super) fn romanize(text: &str) -> String {
    let syllables: Vec<(usize, usize, usize)> = text.chars().filter_map(parts).collect();
    let mut out = String::new();
    // What the syllable before leaves to say in place of this syllable's initial.
    let mut onset: Option<&'static str> = None;
    for (at, &(initial, vowel, last)) in syllables.iter().enumerate() {
        out.push_str(onset.take().unwrap_or(INITIALS[initial]));
        out.push_str(VOWELS[vowel]);
        let Some(&(next, next_vowel, _)) = syllables.get(at + 1) else {
            out.push_str(FINALS[last].0);
            continue;
        };
        let (coda, replaced) = join(last, next, next_vowel);
        out.push_str(coda);
        onset = replaced;
    }
    out
}

/// How a final and the next initial sound together: the final, and the initial where it changes.
fn join(last: usize, next: usize, next_vowel: usize) -> (&'static str, Option<&'static str>) {
    let (end, liaison) = FINALS[last];
    let with_h = matches!(last, 6 | 15 | 27); // ㄶ ㅀ ㅎ
    let kept = match last {
        6 => "n",
        15 => "l",
        27 => "",
        _ => end,
    };
    match (end, next) {
        ("", _) => ("", None),
        // Palatalization before 이: 굳이 guji, 같이 gachi.
        (_, NO_INITIAL) if next_vowel == 20 && last == 7 => ("", Some("j")),
        (_, NO_INITIAL) if next_vowel == 20 && last == 25 => ("", Some("ch")),
        (_, NO_INITIAL) => (liaison, None),
        // Aspiration: 좋고 joko, 놓다 nota, 많지 manchi.
        (_, 0) if with_h => (kept, Some("k")),
        (_, 3) if with_h => (kept, Some("t")),
        (_, 12) if with_h => (kept, Some("ch")),
        ("k", 2) => ("ng", None),
        ("k", 5) => ("ng", Some("n")),
        ("k", 6) => ("ng", None),
        ("t", 2) => ("n", None),
        ("t", 5) => ("n", Some("n")),
        ("t", 6) => ("n", None),
        ("p", 2) => ("m", None),
        ("p", 5) => ("m", Some("n")),
        ("p", 6) => ("m", None),
        ("m" | "ng", 5) => (end, Some("n")),
        ("n", 5) => ("l", Some("l")),
        ("l", 2 | 5) => ("l", Some("l")),
        // ㅎ after ㅈ and ㅊ is swallowed: 잊혀 ichyeo.
        ("t", INITIAL_H) if last == 22 => ("", Some("ch")),
        _ => (end, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(korean: &str, roman: &str) {
        assert_eq!(romanize(korean), roman, "{korean}");
    }

    #[test]
    fn follows_the_examples_of_the_notice() {
        check("종로", "jongno");
        check("왕십리", "wangsimni");
        check("별내", "byeollae");
        check("신라", "silla");
        check("해돋이", "haedoji");
        check("같이", "gachi");
        check("좋고", "joko");
        check("놓다", "nota");
        check("집현전", "jiphyeonjeon");
        check("묵호", "mukho");
        check("압구정", "apgujeong");
        check("낙동강", "nakdonggang");
        check("백마", "baengma");
        check("법률", "beomnyul");
        check("팔당", "paldang");
        check("구미", "gumi");
        check("월곶", "wolgot");
        check("한밭", "hanbat");
        check("없음", "eopseum");
    }

    #[test]
    fn every_syllable_becomes_ascii() {
        for c in '\u{AC00}'..='\u{D7A3}' {
            let roman = romanize(&c.to_string());
            assert!(!roman.is_empty() && roman.is_ascii(), "{c}: {roman}");
        }
    }
}
