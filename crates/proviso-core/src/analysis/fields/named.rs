//! Names of people and organisations wherever they stand: words that may be one, the words that say
//! whose it is, and what stands around, weighed together.
//!
//! No word list of firms is complete, and no label is on every list: `출력자 임수빈`, `Funder: Halden
//! Fund`. What a name looks like, what a label of one ends with, and that a registration number follows
//! are signs each of which may be wrong.
//!
//! **Invariant:** text in, ranges out; whole thousandths of a bit, fitted by `cargo xtask fit`, in
//! `weights.toml`. Which of those that overlap is taken, `who.rs` decides.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::setting::Setting;
use super::vocabulary::is_hangul;
use super::weights::weights;
use super::{party, persons};
use crate::value::Kind;

/// Words of a name at most, in Latin letters and in Hangul.
const LONGEST: usize = 7;
const LONGEST_HANGUL: usize = 3;
/// Known labels that end with one syllable: a few, and many.
const FEW: u32 = 4;
const MANY: u32 = 12;
/// Words of a label that stands before it in one text.
const LABEL: usize = 3;

/// What may be a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Candidate {
    /// Where it stands.
    pub(super) range: Range<usize>,
    /// The words that say whose it is; empty if there are none.
    pub(super) role: String,
    /// What speaks for and against it.
    pub(super) signs: Vec<&'static str>,
}

impl Candidate {
    /// What its signs come to, in thousandths of a bit; a name is at zero or above.
    pub(super) fn bits(&self) -> i32 {
        let weights = &weights().name;
        self.signs.iter().filter_map(|it| weights.get(*it)).sum()
    }
    /// Whether it is somebody's, not that of an organisation.
    pub(super) fn is_person(&self) -> bool {
        self.signs.iter().any(|it| matches!(*it, "role_person" | "hangul_three_surname"))
    }
}

/// Where a text stands.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Beside<'t> {
    /// What stands left of it.
    pub(super) left: Option<&'t str>,
    /// What stands right of it.
    pub(super) right: Option<&'t str>,
    /// What stands above it and is known as the label of a name.
    pub(super) above: Option<&'t str>,
    /// Whether it stands in a cell of a grid.
    pub(super) in_cell: bool,
    /// Whether it is printed larger than the lines of its page.
    pub(super) is_large: bool,
    /// Bare numbers in its row.
    pub(super) numbers: usize,
    /// The words of its page.
    pub(super) printed: Option<&'t Printed>,
}

/// The words of a page: how often each is printed, and which also in small letters.
///
/// Words for things are written small elsewhere, and names of firms stand in more places than one.
#[derive(Debug, Default)]
pub(super) struct Printed {
    often: BTreeMap<String, u32>,
    small: BTreeSet<String>,
}

impl Printed {
    pub(super) fn of<'t>(texts: impl Iterator<Item = &'t str>) -> Printed {
        let mut out = Printed::default();
        for it in texts.flat_map(words) {
            if it.text.starts_with(char::is_lowercase) {
                out.small.insert(it.text.to_lowercase());
            }
            *out.often.entry(it.text.to_owned()).or_default() += 1;
        }
        out
    }
    fn is_small(&self, word: &str) -> bool {
        self.small.contains(&word.to_lowercase())
    }
    fn is_again(&self, word: &str) -> bool {
        self.often.get(word).is_some_and(|it| *it > 1)
    }
}

/// A word of a text.
#[derive(Debug, Clone, Copy)]
struct Word<'t> {
    text: &'t str,
    start: usize,
    /// What stands between it and the word before.
    before: &'t str,
}

impl Word<'_> {
    fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// Everything of a text that looks like a name at all.
pub(super) fn candidates(setting: &Setting<'_>, text: &str, beside: Beside<'_>) -> Vec<Candidate> {
    let looked = Looked {
        text,
        words: words(text),
        beside,
        mail: text.rfind('@'),
        title: setting.title.replace(' ', ""),
    };
    let words = &looked.words;
    let mut out = Vec::new();
    for first in (0..words.len()).filter(|it| !is_honorific(words[*it].text)) {
        let hangul = is_of_hangul(words[first].text);
        let most = if hangul { LONGEST_HANGUL } else { LONGEST };
        let mut end = first;
        while end < words.len() && end - first < most {
            let it = &words[end];
            let joins = end == first || it.before.chars().all(|c| c == ' ');
            let alike = is_of_hangul(it.text) == hangul;
            if !joins || !alike || !may_be_part(it.text, end > first) {
                break;
            }
            end += 1;
            out.extend(candidate(setting, &looked, first..end));
        }
    }
    out
}

/// The words of a text and what parts them.
fn words(text: &str) -> Vec<Word<'_>> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '&' | '\'' | '’' | '-' | '.' | '*');
    let mut out: Vec<Word<'_>> = Vec::new();
    let mut end = 0;
    for it in text.split(|c| !is_part(c)).filter(|it| it.contains(char::is_alphanumeric)) {
        let at = it.as_ptr() as usize - text.as_ptr() as usize;
        let lead = it.len() - it.trim_start_matches(['.', '-', '*']).len();
        let body = it.trim_matches(['-', '*']).trim_start_matches('.');
        // Dots that lead to a value are no word's.
        let body = if body.ends_with("..") { body.trim_end_matches('.') } else { body };
        let start = at + lead;
        out.push(Word { text: body, start, before: text.get(end..start).unwrap_or_default() });
        end = start + body.len();
    }
    out
}

/// How somebody is addressed: no part of the name.
fn is_honorific(word: &str) -> bool {
    weights().names.honorifics.iter().any(|it| it == word.trim_end_matches('.'))
}

fn is_of_hangul(word: &str) -> bool {
    word.starts_with(is_hangul)
}

/// Whether a word may be one of a name's.
fn may_be_part(word: &str, inner: bool) -> bool {
    if is_of_hangul(word) {
        return word.chars().all(is_hangul);
    }
    let fits = |c: char| c.is_alphabetic() || matches!(c, '.' | '-' | '\'' | '’' | '&');
    inner && joins(word)
        || (word.starts_with(char::is_uppercase) || word == "&") && word.chars().all(fits)
}

/// Whether a word joins others of a name, and ends none.
fn joins(word: &str) -> bool {
    matches!(word, "of" | "and" | "the" | "for" | "de" | "la" | "van" | "von")
}

/// A text that is looked through, and what is asked of it for every candidate.
struct Looked<'t> {
    text: &'t str,
    words: Vec<Word<'t>>,
    beside: Beside<'t>,
    /// Where the last address of mail stands.
    mail: Option<usize>,
    /// The document's title without spaces.
    title: String,
}

fn candidate(setting: &Setting<'_>, looked: &Looked<'_>, at: Range<usize>) -> Option<Candidate> {
    let Looked { text, words, beside, .. } = looked;
    let named = &words[at.clone()];
    let (first, last) = (named.first()?, named.last()?);
    let range = first.start..last.end();
    let letters = named.iter().map(|it| it.text.chars().filter(|c| c.is_alphabetic()).count());
    if letters.sum::<usize>() < 2 || joins(last.text) || last.text == "&" {
        return None;
    }
    let (mut role, how) = role(words, at.start, text, *beside);
    let mut signs = vec!["always", how];
    let mut sign = |name: &'static str, there: bool| {
        if there {
            signs.push(name);
        }
    };
    shape(setting, named, &looked.title, &mut sign);
    let known = says_who(setting, &role, &mut sign);
    sign("above_known", beside.above.is_some());
    if let Some(above) = beside.above.filter(|_| !known) {
        above.clone_into(&mut role);
    }
    let honored = at.start.checked_sub(1).map(|it| words[it].text);
    sign("addressed", honored.is_some_and(is_honorific));
    let rest = text.get(range.end..).unwrap_or_default();
    around(setting, (rest, words.get(at.end)), *beside, &mut sign);
    // Behind it, or beside where nothing is behind it.
    let mail = if rest.trim_start().is_empty() {
        beside.right.is_some_and(|it| it.contains('@'))
    } else {
        looked.mail.is_some_and(|it| it >= range.end)
    };
    sign("then_mail", mail);
    let alone = range.start == 0 && rest.is_empty();
    let lone = alone && beside.left.is_none() && beside.right.is_none();
    sign("whole", alone);
    sign("lone_word", lone && named.len() == 1);
    sign("in_cell", beside.in_cell);
    sign("large", beside.is_large);
    sign("beside_numbers", (1..3).contains(&beside.numbers));
    sign("among_numbers", beside.numbers > 2);
    if let Some(printed) = beside.printed {
        let small = named.iter().filter(|it| printed.is_small(it.text)).count();
        sign("latin_all_small", small == named.len());
        sign("latin_some_small", (1..named.len()).contains(&small));
        sign("again", named.iter().all(|it| printed.is_again(it.text)));
    }
    Some(Candidate { range, role, signs })
}

/// The words that say whose a name is, and where they stand.
fn role(
    words: &[Word<'_>],
    first: usize,
    text: &str,
    beside: Beside<'_>,
) -> (String, &'static str) {
    let before = words.get(first).map_or("", |it| it.before).trim();
    let parted = !before.is_empty() && !is_leading(before);
    if first > 0 && !parted {
        let mut from = first - 1;
        while from > 0 && first - from < LABEL && words[from].before.chars().all(|c| c == ' ') {
            from -= 1;
        }
        let role = text.get(words[from].start..words[first - 1].end()).unwrap_or_default();
        return (role.to_owned(), if before.is_empty() { "role_before" } else { "role_colon" });
    }
    if first > 0 {
        return (String::new(), "role_parted");
    }
    match beside.left.map(str::trim).filter(|it| !it.is_empty()) {
        Some(it) => (it.trim_end_matches([':', '：']).trim().to_owned(), "role_left"),
        None => (String::new(), "role_none"),
    }
}

/// A colon, or dots that lead from a label to its value.
fn is_leading(between: &str) -> bool {
    between.chars().all(|c| matches!(c, ':' | '：' | '.' | '…' | ' '))
}

/// What words say whatever letters they are made of, those of `11번가` and `eBay` too.
pub(super) fn of_words(setting: &Setting<'_>, name: &str) -> impl Iterator<Item = &'static str> {
    let names = &weights().names;
    let last = name.split(' ').next_back().unwrap_or_default();
    let signs = [
        ("institution", names.ends.iter().any(|it| ends_with(name, it))),
        ("department", names.departments.iter().any(|it| name.ends_with(it.as_str()))),
        ("corporate", party::is_corporate(name)),
        ("known_label", setting.vocabulary.label(name).is_some()),
        ("ends_like_label", setting.vocabulary.label(last).is_some()),
        ("address", party::is_address(name)),
    ];
    signs.into_iter().filter(|it| it.1).map(|it| it.0)
}

/// What the words themselves say.
fn shape(
    setting: &Setting<'_>,
    named: &[Word<'_>],
    title: &str,
    sign: &mut impl FnMut(&'static str, bool),
) {
    let (Some(first), Some(last)) = (named.first(), named.last()) else { return };
    let name = named.iter().map(|it| it.text).collect::<Vec<_>>().join(" ");
    let spaced = named.len() > 1 && named.iter().all(|it| it.text.chars().count() == 1);
    let length = |it: &Word<'_>| it.text.chars().count();
    let person = &weights().person;
    if is_of_hangul(first.text) {
        let whole: String = named.iter().map(|it| it.text).collect();
        let surname = whole.chars().next().is_some_and(|it| person.surnames.contains(it));
        let n = whole.chars().count();
        let one = named.len() == 1 || spaced;
        sign("hangul_three", one && n == 3);
        sign("hangul_three_surname", one && n == 3 && surname);
        if one && n == 3 {
            given(&whole, sign);
        }
        sign("hangul_two_or_four", one && (n == 2 || n == 4));
        sign("hangul_long", one && n > 4);
        // Words for things end alike; names end as they like.
        let alike = setting.vocabulary.alike(&whole);
        sign("hangul_ends_few_labels", (1..FEW).contains(&alike));
        sign("hangul_ends_some_labels", (FEW..MANY).contains(&alike));
        sign("hangul_ends_many_labels", alike >= MANY);
        sign("hangul_spaced", spaced);
        sign("hangul_two_words", named.len() == 2 && !spaced);
        sign("hangul_more_words", named.len() > 2 && !spaced);
        sign(
            "hangul_particle",
            last.text.ends_with(['은', '는', '을', '를', '의', '에', '로', '와', '과', '도', '만']),
        );
        sign("hangul_rank", named.len() > 1 && persons::is_rank(setting, last.text));
    } else {
        let initial = named.iter().any(|it| it.text.ends_with('.') && length(it) == 2);
        sign("latin_one", named.len() == 1);
        sign("latin_two", named.len() == 2);
        sign("latin_three", named.len() == 3);
        sign("latin_more", named.len() > 3);
        sign("latin_initial", initial);
        sign("latin_shouts", name.chars().filter(|c| c.is_alphabetic()).all(char::is_uppercase));
        sign("latin_short", named.iter().any(|it| length(it) < 3 && !it.text.ends_with('.')));
    }
    of_words(setting, &name).for_each(|it| sign(it, true));
    let ending = setting.vocabulary.ending(&name);
    sign("ends_like_value", ending.is_some_and(|it| !matches!(it, Kind::Party | Kind::Text)));
    sign("ends_like_party", ending == Some(Kind::Party));
    sign("in_title", !name.is_empty() && title.contains(&name.replace(' ', "")));
    sign("begins_like_label", named.len() > 1 && setting.vocabulary.label(first.text).is_some());
}

/// What the two syllables behind a family name say: of names, or of nouns.
fn given(whole: &str, sign: &mut impl FnMut(&'static str, bool)) {
    let given = &weights().given;
    let mut syllables = whole.chars().skip(1);
    if let (Some(second), Some(third)) = (syllables.next(), syllables.next()) {
        sign("given_second", given.second.contains(second));
        sign("noun_second", given.noun_second.contains(second));
        sign("given_third", given.third.contains(third));
        sign("noun_third", given.noun_third.contains(third));
    }
}

/// Whether a name ends with a word: with its syllables in Hangul, as a word of its own elsewhere.
fn ends_with(name: &str, end: &str) -> bool {
    let head = name.strip_suffix(end);
    head.is_some_and(|it| !it.is_empty() && (is_of_hangul(end) || it.ends_with(' ')))
}

/// What the words say that stand where a label does.
/// Whether they are known as those of a name is the answer.
fn says_who(setting: &Setting<'_>, role: &str, sign: &mut impl FnMut(&'static str, bool)) -> bool {
    let words: Vec<&str> = role.split_whitespace().collect();
    // `작성 Prepared`: of a label in two languages either is known.
    let known = (0..words.len()).find_map(|n| setting.vocabulary.label(&words[n..].join(" ")));
    let known = known.or_else(|| words.first().and_then(|it| setting.vocabulary.label(it)));
    let agent = weights().names.agents.iter().any(|it| role.to_lowercase().ends_with(it.as_str()));
    let is_party = known.is_some_and(|it| it.kind == Some(Kind::Party));
    let is_person = known.is_some_and(persons::is_person);
    sign("role_person", is_person);
    sign("role_party", is_party && !is_person);
    let counts = known.and_then(|it| it.kind).is_some_and(|it| it.is_counted() || it == Kind::Date);
    sign("role_value", counts);
    sign("role_other", known.is_some() && !is_party && !counts);
    sign("role_agent", !is_party && agent);
    sign("role_unknown", known.is_none() && !agent && !role.is_empty());
    sign("role_digits", role.contains(|c: char| c.is_ascii_digit()));
    sign("role_sentence", words.len() > 4);
    is_party
}

/// What stands behind it.
fn around(
    setting: &Setting<'_>,
    (rest, next): (&str, Option<&Word<'_>>),
    beside: Beside<'_>,
    sign: &mut impl FnMut(&'static str, bool),
) {
    let rest = rest.trim_start();
    let behind = if rest.is_empty() { beside.right.unwrap_or_default() } else { rest };
    let number = |it: &str| {
        let it = it.trim_start_matches(['(', '（', ' ']);
        let head: String = it.chars().take_while(|c| !matches!(c, ':' | ' ' | '：')).collect();
        let says = setting.vocabulary.label(&head);
        says.is_some_and(|it| it.kind == Some(Kind::RegistrationNumber))
    };
    sign("then_number", number(behind));
    sign("then_end", rest.is_empty());
    sign("then_colon", rest.starts_with([':', '：']));
    sign("then_seal", party::is_sealed(rest) || rest.starts_with('㊞'));
    sign("then_bracket", rest.starts_with(['(', '（', '<', '[']));
    let rank = next.is_some_and(|it| persons::is_rank(setting, it.text));
    sign("then_rank", rank);
    // `Fintan O'Dea, Director`: few words behind a comma, up to the end.
    let tail = rest.strip_prefix([',', '，']).map(words).unwrap_or_default();
    let office = |it: &Word<'_>| !it.text.contains(|c: char| c.is_ascii_digit());
    sign("then_office", (1..4).contains(&tail.len()) && tail.iter().all(office));
    sign("then_words", !rest.is_empty() && !rank && rest.starts_with(char::is_alphabetic));
    sign("then_digits", rest.starts_with(|c: char| c.is_ascii_digit()));
    let follows =
        |c: fn(char) -> bool| next.is_some_and(|it| it.before == " " && it.text.starts_with(c));
    sign("then_capital", follows(char::is_uppercase));
    sign("then_small", follows(char::is_lowercase));
    sign(
        "then_addressed",
        next.is_some_and(|it| {
            weights().names.addressed.iter().any(|one| it.text.starts_with(one.as_str()))
        }),
    );
}
