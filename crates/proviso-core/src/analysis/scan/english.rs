//! Numbers and amounts in English words: `Forty-One Thousand US Dollars`, `… and 50/100 Dollars`.
//!
//! **Invariant:** an amount names its currency before or behind the number, and the number has a
//! word of its own: `Dollars` alone is none.

use std::ops::Range;

use num_traits::Zero;

use super::FoundWords;
use crate::number::{Exact, pow10};
use crate::value::Currency;

/// One word of letters.
struct Word<'a> {
    range: Range<usize>,
    lower: String,
    /// What stands between it and the word before.
    gap: &'a str,
}

enum Part {
    /// 1 to 99: units, teens, tens.
    Small(u32),
    Hundred,
    /// Power of ten of thousand, million …
    Scale(u32),
    And,
}

/// What a word below a hundred counts: `seven` 7, `forty` 40; none for any other word.
pub(crate) fn below_hundred(word: &str) -> Option<u32> {
    const SMALL: [&str; 20] = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ];
    const TENS: [&str; 8] =
        ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    let position = |list: &[&str]| list.iter().position(|it| *it == word);
    let n = position(&SMALL).or_else(|| position(&TENS).map(|it| (it + 2) * 10))?;
    u32::try_from(n).ok()
}

fn part(word: &str) -> Option<Part> {
    if let Some(n) = below_hundred(word) {
        return Some(Part::Small(n));
    }
    Some(match word {
        "fourty" => Part::Small(40),
        "hundred" => Part::Hundred,
        "thousand" => Part::Scale(3),
        // India counts in hundreds of thousands and in hundreds of these.
        "lakh" | "lakhs" => Part::Scale(5),
        "million" => Part::Scale(6),
        "crore" | "crores" => Part::Scale(7),
        "billion" => Part::Scale(9),
        "trillion" => Part::Scale(12),
        "and" => Part::And,
        _ => return None,
    })
}

fn words(text: &str) -> Vec<Word<'_>> {
    let mut words: Vec<Word<'_>> = Vec::new();
    let mut start = None;
    let mut end = 0;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        if c.is_ascii_alphabetic() {
            start.get_or_insert(at);
        } else if let Some(from) = start.take() {
            let lower = text[from..at].to_ascii_lowercase();
            words.push(Word { range: from..at, lower, gap: &text[end..from] });
            end = at;
        }
    }
    words
}

/// Whether words are next to each other within one number.
fn adjoining(gap: &str) -> bool {
    matches!(gap.trim(), "" | "-" | ",") && gap.len() <= 4
}

struct Number {
    /// Indexes of its words.
    words: Range<usize>,
    value: u64,
    /// The same without what stands behind its last `and`: where that ends and what it is.
    before_and: Option<(usize, u64)>,
}

/// The longest number that begins at a word.
fn number(words: &[Word<'_>], start: usize) -> Option<Number> {
    let (mut total, mut group, mut end) = (0u64, 0u64, start);
    let (mut last_small, mut least_scale, mut any) = (100u32, u32::MAX, false);
    let mut before_and = None;
    for (index, word) in words.iter().enumerate().skip(start) {
        if index > start && !adjoining(word.gap) {
            break;
        }
        match part(&word.lower) {
            Some(Part::Small(it)) => {
                // Tens take a unit behind them; nothing else follows a small number.
                let fits =
                    last_small == 100 || (last_small >= 20 && last_small % 10 == 0 && it < 10);
                if !fits || (it == 0 && any) {
                    break;
                }
                group += u64::from(it);
                last_small = it;
            }
            Some(Part::Hundred) => {
                if !(1..100).contains(&(group % 1000)) || group >= 100 {
                    break;
                }
                group *= 100;
                last_small = 100;
            }
            Some(Part::Scale(power)) => {
                if group == 0 || power >= least_scale {
                    break;
                }
                total = total.checked_add(group.checked_mul(10u64.checked_pow(power)?)?)?;
                (group, last_small, least_scale) = (0, 100, power);
            }
            Some(Part::And) if any => {
                before_and = Some((end, total + group));
                continue;
            }
            _ => break,
        }
        any = true;
        end = index + 1;
    }
    any.then_some(Number { words: start..end, value: total + group, before_and })
}

/// Numbers up to 9999 in words, for lengths of time.
pub(crate) fn small_numbers(text: &str) -> Vec<(Range<usize>, u32)> {
    let words = words(text);
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        match number(&words, at) {
            Some(it) => {
                let range = words[it.words.start].range.start..words[it.words.end - 1].range.end;
                at = it.words.end;
                if let Some(count) =
                    u32::try_from(it.value).ok().filter(|it| (1..10_000).contains(it))
                {
                    found.push((range, count));
                }
            }
            None => at += 1,
        }
    }
    found
}

/// The currency that words at `at` name, and the index behind them.
fn currency(words: &[Word<'_>], at: usize) -> Option<(Currency, usize)> {
    let word = |index: usize| {
        let near =
            words.get(index).filter(|it| index == at || it.gap.trim_matches([' ', '.']).is_empty());
        near.map_or("", |it| it.lower.as_str())
    };
    let code = |code: &str, width: usize| Some((Currency::from_code(code)?, at + width));
    let country = match (word(at), word(at + 1)) {
        ("us" | "american", _) => 1,
        ("u", "s") => 2,
        ("united", "states") => 2,
        _ => 0,
    };
    match word(at + country) {
        "dollars" => return code("USD", country + 1),
        _ if country > 0 => return None,
        _ => {}
    }
    match (word(at), word(at + 1)) {
        ("korean" | "korea" | "krw", "won") => code("KRW", 2),
        ("won" | "krw", _) => code("KRW", 1),
        ("usd", _) => code("USD", 1),
        ("euro" | "euros" | "eur", _) => code("EUR", 1),
        ("japanese", "yen") => code("JPY", 2),
        ("yen" | "jpy", _) => code("JPY", 1),
        ("pounds", "sterling") => code("GBP", 2),
        ("pounds" | "gbp", _) => code("GBP", 1),
        ("swiss", "francs") => code("CHF", 2),
        ("chinese", "yuan") => code("CNY", 2),
        ("canadian", "dollars") => code("CAD", 2),
        ("australian", "dollars") => code("AUD", 2),
        ("singapore", "dollars") => code("SGD", 2),
        ("hong", "kong") if word(at + 2) == "dollars" => code("HKD", 3),
        ("yuan" | "renminbi" | "rmb", _) => code("CNY", 1),
        ("rupees" | "inr", _) => code("INR", 1),
        _ => None,
    }
}

/// Whether a word is a hundredth of a currency's unit.
fn is_hundredth(word: &Word<'_>) -> bool {
    matches!(word.lower.as_str(), "cents" | "cent" | "paise" | "pence")
}

/// Hundredths that stand at `from`: `and 50/100`, `& no/100`; where they end.
fn hundredths(text: &str, from: usize) -> Option<(u32, usize)> {
    super::pattern!(
        HUNDREDTHS,
        r"(?i)^\s{1,2}(?:and|&)\s{1,2}(no|xx|zero|[0-9]{1,2})\s?/\s?(?:100|xx)\b"
    );
    let it = HUNDREDTHS.captures(&text[from..])?;
    Some((it[1].parse().unwrap_or(0), from + it.get_match().end()))
}

/// Every amount in English words of a text.
pub(super) fn find(text: &str) -> Vec<FoundWords> {
    let words = words(text);
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        match amount(text, &words, at) {
            Some((it, next)) => {
                found.push(it);
                at = next;
            }
            None => at += 1,
        }
    }
    found
}

fn amount(text: &str, words: &[Word<'_>], start: usize) -> Option<(FoundWords, usize)> {
    // The currency may lead: `US Dollars Ten Thousand Only`.
    // `won one hundred` is a sentence, `Won One Hundred` an amount.
    let capital = text[words[start].range.clone()].starts_with(|it: char| it.is_ascii_uppercase());
    let leading = currency(words, start).filter(|_| capital);
    let first = leading.map_or(start, |it| it.1);
    let adjoins = first == start || words.get(first).is_some_and(|it| it.gap.trim().is_empty());
    let mut number = number(words, first).filter(|_| adjoins)?;
    // `Two Crore and Forty Eight paise`: what stands behind the `and` is hundredths.
    let hundredth = words.get(number.words.end).is_some_and(is_hundredth);
    if let Some((end, value)) = number.before_and.filter(|_| hundredth) {
        number = Number { words: first..end, value, before_and: None };
    }
    let mut next = number.words.end;
    let mut end = words[next - 1].range.end;
    let mut cents = 0;
    if let Some((it, behind)) = hundredths(text, end) {
        (cents, end) = (it, behind);
        next += words[next..].iter().take_while(|it| it.range.start < behind).count();
    }
    // `… Thousand (41,000) Dollars` says it in digits in between.
    let named = match leading {
        Some((currency, _)) => Some((currency, next)),
        None => {
            let gap = words.get(next)?.range.start;
            let between = text[end..gap].trim();
            let bracket = between.starts_with('(') && between.ends_with(')') && between.len() < 32;
            if between.is_empty() || bracket { currency(words, next) } else { None }
        }
    };
    let (currency, behind) = named?;
    if leading.is_none() {
        next = behind;
        end = words[next - 1].range.end;
    }
    if let Some((it, behind)) = hundredths(text, end) {
        (cents, end) = (it, behind);
        next += words[next..].iter().take_while(|it| it.range.start < behind).count();
    }
    // `Dollars and Fifty Cents`, `and No Cents`.
    if words.get(next).is_some_and(|it| it.lower == "and" && it.gap.trim().is_empty()) {
        // `and Cents Fifty`.
        let leads = words.get(next + 1).is_some_and(is_hundredth);
        let from = next + 1 + usize::from(leads);
        let small = self::number(words, from).filter(|it| it.value < 100);
        let (value, after) = match &small {
            Some(it) => (u32::try_from(it.value).ok()?, it.words.end),
            None => (0, from + 1),
        };
        let told = small.is_some() || words.get(from).is_some_and(|it| it.lower == "no");
        if told && leads {
            (cents, end, next) = (value, words[after - 1].range.end, after);
        } else if told && words.get(after).is_some_and(is_hundredth) {
            (cents, end, next) = (value, words[after].range.end, after + 1);
        }
    }
    if words.get(next).is_some_and(|it| it.lower == "only" && it.gap.trim().is_empty()) {
        end = words[next].range.end;
        next += 1;
    }
    let says = Exact::from_integer(number.value.into()) + Exact::new(cents.into(), pow10(2));
    let begin = words[start].range.start;
    (!says.is_zero()).then_some((FoundWords { range: begin..end, says, currency }, next))
}
