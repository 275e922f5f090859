//! Whether a number that was read is the one that is printed at its place.
//!
//! **Invariant:** a number is right if its sign and all of its digits are, and its point where there
//! is one; marks between groups of three change nothing.

use std::collections::BTreeMap;

use unicode_normalization::UnicodeNormalization as _;

/// A number of a text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Number {
    pub(crate) is_negative: bool,
    /// Digits, and points; no marks between groups of three.
    pub(crate) digits: String,
    /// Whether it is a part of a chain with points: a date.
    is_part: bool,
}

impl Number {
    fn is_same(&self, other: &Number) -> bool {
        self.is_negative == other.is_negative && self.digits == other.digits
    }
}

/// What is wrong with a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Slip {
    /// No number is printed there.
    NoNumber,
    Sign,
    /// A point for a comma, or one too few or too many.
    Point,
    /// Its digits are the first, last or middle ones of the printed number.
    Cut,
    /// Two printed numbers in one.
    Joined,
    /// The printed digits and some more.
    TooMany,
    /// As many digits as are printed, and other ones.
    Digit,
    Other,
}

impl Slip {
    pub(crate) const ALL: [Slip; 8] = [
        Slip::Digit,
        Slip::Cut,
        Slip::TooMany,
        Slip::Joined,
        Slip::Point,
        Slip::Sign,
        Slip::NoNumber,
        Slip::Other,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Slip::NoNumber => "no number there",
            Slip::Sign => "sign",
            Slip::Point => "point",
            Slip::Cut => "digits lost",
            Slip::Joined => "two in one",
            Slip::TooMany => "digits too many",
            Slip::Digit => "other digit",
            Slip::Other => "other",
        }
    }
}

/// The numbers of a text, from left to right.
pub(crate) fn numbers(text: &str) -> Vec<Number> {
    let form = |it: char| match it {
        '▲' | '∆' | 'Δ' => '△',
        '−' | '–' | '‐' | '—' => '-',
        it => it,
    };
    let signs: Vec<char> = text.nfkc().map(form).collect();
    let is_part =
        |at: usize| signs.get(at).is_some_and(|it| it.is_ascii_digit() || matches!(it, ',' | '.'));
    let mut out = Vec::new();
    let mut at = 0;
    while at < signs.len() {
        let from = at;
        while is_part(at) {
            at += 1;
        }
        let run: String = signs[from..at].iter().collect();
        let digits = run.trim_matches([',', '.']);
        if digits.is_empty() {
            at = at.max(from + 1);
            continue;
        }
        let is_money = |it: &&char| matches!(it, '₩' | '$' | '€' | ' ');
        let before: Vec<char> =
            signs[..from].iter().rev().skip_while(is_money).take(2).copied().collect();
        // A hyphen between digits or letters parts a code or a date.
        let dash = matches!(before[..], ['-'] | ['-', ' ' | '(']);
        let bracket =
            before.first() == Some(&'(') && signs.get(at) == Some(&')') && digits.len() > 3;
        let is_negative = before.first() == Some(&'△') || dash || bracket;
        if !digits.contains(',') && digits.matches('.').count() > 1 {
            out.extend(digits.split('.').filter(|it| !it.is_empty()).map(|it| Number {
                is_negative: false,
                digits: it.to_owned(),
                is_part: true,
            }));
        } else {
            out.push(Number { is_negative, digits: ungrouped(digits), is_part: false });
        }
    }
    out
}

/// Without commas between groups of three.
fn ungrouped(digits: &str) -> String {
    let whole = digits.split('.').next().unwrap_or(digits);
    let mut groups = whole.split(',');
    let first = groups.next().unwrap_or_default();
    let fits = (1..=3).contains(&first.len())
        && groups.all(|it| it.len() == 3)
        && digits.matches('.').count() <= 1;
    if fits { digits.replace(',', "") } else { digits.to_owned() }
}

/// Whether all numbers of a text that was read are among those of the printed ones.
fn holds(printed: &[Number], read: &[Number]) -> bool {
    read.iter().all(|it| {
        // A month and a day of a date, say.
        let parts: Vec<&str> = it.digits.split('.').collect();
        printed.iter().any(|other| other.is_same(it))
            || parts.len() == 2
                && printed.windows(2).any(|two| {
                    two.iter().all(|it| it.is_part)
                        && two.iter().map(|it| it.digits.as_str()).eq(parts.iter().copied())
                })
    })
}

/// What is wrong with a text that was read where `printed` is, whose forms differ in how far apart
/// words have to be that are two; none where it is right.
pub(crate) fn slip(read: &str, printed: &[String]) -> Option<Slip> {
    let read = numbers(read);
    let forms: Vec<Vec<Number>> = printed.iter().map(|it| numbers(it)).collect();
    if forms.iter().any(|it| holds(it, &read)) {
        return None;
    }
    let printed: Vec<&Number> = forms.iter().flatten().collect();
    if printed.is_empty() {
        return Some(Slip::NoNumber);
    }
    let wrong = read.iter().find(|it| !printed.iter().any(|other| other.is_same(it)))?;
    let bare = |it: &Number| it.digits.replace([',', '.'], "");
    let own = bare(wrong);
    let same: Vec<&&Number> = printed.iter().filter(|it| bare(it) == own).collect();
    Some(if same.iter().any(|it| it.digits == wrong.digits) {
        Slip::Sign
    } else if !same.is_empty() {
        Slip::Point
    } else if printed.iter().any(|it| bare(it).contains(&own)) {
        Slip::Cut
    } else if printed.windows(2).any(|it| bare(it[0]) + &bare(it[1]) == own) {
        Slip::Joined
    } else if printed.iter().any(|it| own.contains(&bare(it)) && bare(it).len() > 1) {
        Slip::TooMany
    } else if printed.iter().any(|it| bare(it).len() == own.len()) {
        Slip::Digit
    } else {
        Slip::Other
    })
}

/// How many of the printed numbers were read, each as often as it is printed.
pub(crate) fn found(printed: &[Number], read: &[Number]) -> usize {
    printed.len() - lost(printed, read).len()
}

/// The printed numbers that were not read, each as often as it is printed.
pub(crate) fn lost(printed: &[Number], read: &[Number]) -> Vec<String> {
    let mut left: BTreeMap<(bool, &str), usize> = BTreeMap::new();
    for it in read {
        *left.entry((it.is_negative, &it.digits)).or_default() += 1;
    }
    let sign = |it: &Number| if it.is_negative { "-" } else { "" };
    let mut out = Vec::new();
    for it in printed {
        match left.get_mut(&(it.is_negative, it.digits.as_str())) {
            Some(n) if *n > 0 => *n -= 1,
            _ => out.push(format!("{}{}", sign(it), it.digits)),
        }
    }
    out
}
