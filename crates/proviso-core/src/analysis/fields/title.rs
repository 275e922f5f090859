//! The title and the type of a document, and the language it is written in.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;

use super::super::Language;
use super::super::layout::{PageLayout, Segment, Text};
use super::super::scan::{self, Context};
use super::vocabulary::{enumerator, is_hangul, key};
use super::weights::weights;
use crate::doctype::{DocumentType, DocumentTypes};
use crate::document::Rect;
use crate::value::Kind;

/// Lines from the top of a page that may be its title.
const LINES: usize = 60;

/// A line that may be the title.
#[derive(Debug, Clone)]
struct Candidate {
    text: String,
    rect: Rect,
    page_width: f32,
    line_height: f32,
    order: usize,
    /// Whether it was recognized in an image, so that a syllable may be wrong.
    recognized: bool,
    /// Whether a label calls it what the document is about: `제목:`, `Subject:`.
    labelled: bool,
}

/// The type and the title of a document.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Recognized<'a> {
    /// The type; none only if there are no types at all.
    pub(super) document_type: Option<&'a DocumentType>,
    /// The title as printed, spaces inside dropped for Korean; empty if there is none.
    pub(super) title: String,
}

fn squash(text: &str) -> String {
    let squashed = |it: &mut dyn Iterator<Item = char>| -> String {
        it.filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    // Most texts are composed already, and composing costs more than all else here.
    if text.chars().all(|it| it.is_ascii() || matches!(it, '가'..='힣')) {
        return squashed(&mut text.chars());
    }
    squashed(&mut text.nfkc())
}

/// Recognizes a document by its title and by the words in it, weighed together.
pub(super) fn recognize<'a>(
    pages: &[PageLayout],
    types: &'a DocumentTypes,
    chosen: Option<&str>,
) -> Recognized<'a> {
    let candidates = candidates(pages, types);
    let named: Vec<bool> =
        candidates.iter().map(|it| it.recognized && is_named(it, types)).collect();
    let weights = &weights().document_type;
    let text: String = pages.iter().take(12).map(page_text).collect();
    let asked = asked(pages, types);
    let mut best: Option<(i32, &DocumentType, Option<&Candidate>)> = None;
    for kind in &types.types {
        let lines = candidates.iter().zip(&named);
        let titled = lines.filter_map(|(it, named)| Some((titled(it, *named, kind)?, it)));
        let titled = titled.max_by(|a, b| a.0.cmp(&b.0).then(b.1.order.cmp(&a.1.order)));
        let own: i32 = asked.iter().filter(|it| it.contains(&kind.name)).map(rarity).sum();
        let hinted = weights.hint * hints(kind, &text).min(weights.hints);
        let said = hinted + own.min(weights.most_labels);
        let bits = titled.as_ref().map_or(0, |it| it.0) + said;
        if bits >= weights.least && best.is_none_or(|it| bits > it.0) {
            best = Some((bits, kind, titled.map(|it| it.1)));
        }
    }
    let fallback = || types.types.iter().find(|it| it.fallback).or(types.types.first());
    let title = best.and_then(|it| it.2).or_else(|| {
        let largest = candidates.iter().max_by(|a, b| weight(a).total_cmp(&weight(b)));
        largest.filter(|it| weight(it) > 4.0)
    });
    let title = clean(title.map_or("", |it| &it.text));
    let found = best.map(|it| it.1).or_else(fallback);
    let named = chosen.and_then(|it| types.get(it));
    Recognized { document_type: named.or_else(|| found.map(|it| told(it, &title, types))), title }
}

/// The type that a title tells by its syllables, of which that was `found` by words and labels is one
/// among others. A title that is just the name of its type is not judged, nor is a type of which no titles
/// were ever counted.
fn told<'a>(found: &'a DocumentType, title: &str, types: &'a DocumentTypes) -> &'a DocumentType {
    let bare = squash(&without_brackets(title));
    let is_name = found.titles.iter().any(|it| squash(it) == bare);
    if title.is_empty() || is_name {
        return found;
    }
    let signs = signs(title);
    let says: Vec<_> = signs.iter().filter_map(|it| titles().get(it)).collect();
    let known = |it: &DocumentType| titles().values().any(|says| says.contains_key(&it.name));
    if !known(found) {
        return found;
    }
    let bits = |it: &DocumentType| -> i32 {
        let own = if it.name == found.name { weights().document_type.found } else { 0 };
        own + says.iter().filter_map(|says| says.get(&it.name)).sum::<i32>()
    };
    let all = types.types.iter().filter(|it| known(it)).map(|it| (bits(it), it));
    let most = all.max_by_key(|(bits, it)| (*bits, it.name == found.name));
    most.map_or(found, |it| it.1)
}

/// What two letters of a title say for each type, in thousandths of a bit; fitted by `cargo xtask fit`.
fn titles() -> &'static BTreeMap<String, BTreeMap<String, i32>> {
    static TITLES: LazyLock<BTreeMap<String, BTreeMap<String, i32>>> = LazyLock::new(|| {
        toml::from_str(include_str!("titles.toml"))
            .expect("invariant: the weights that are built in are sound")
    });
    &TITLES
}

/// The signs of a title: each two letters that follow one another, without digits and brackets, and `*`
/// for its being one.
pub(super) fn signs(title: &str) -> BTreeSet<String> {
    let letters: Vec<char> = without_brackets(title)
        .nfkc()
        .filter(|c| c.is_alphabetic())
        .flat_map(char::to_lowercase)
        .collect();
    letters.windows(2).map(|it| it.iter().collect()).chain(["*".to_owned()]).collect()
}

/// Whether a line has the name of some type in it, letter by letter.
fn is_named(candidate: &Candidate, types: &DocumentTypes) -> bool {
    let squashed = squash(&candidate.text);
    let mut titles = types.types.iter().flat_map(|it| &it.titles);
    titles.any(|it| matches(&candidate.text, &squashed, it).is_some())
}

/// What a line says for a type as its title, where it is one; `named` is whether it was recognized
/// and has the name of any type in it as it was read.
fn titled(candidate: &Candidate, named: bool, kind: &DocumentType) -> Option<i32> {
    let squashed = squash(&candidate.text);
    let matched = kind.titles.iter().filter_map(|it| {
        let misread = || candidate.recognized.then(|| misread(&squashed, it, named)).flatten();
        matches(&candidate.text, &squashed, it).or_else(misread)
    });
    let Matched { length, behind } = matched.max()?;
    let covered = length as f32 / squashed.chars().count().max(1) as f32;
    let bits = 1000.0
        * (weight(candidate) + 6.0 * covered + 0.35 * length as f32 - 0.5 * behind.0.min(8) as f32);
    Some(bits as i32).filter(|it| *it > weights().document_type.title)
}

/// For each label on the pages, the types that have it as their own.
fn asked(pages: &[PageLayout], types: &DocumentTypes) -> Vec<BTreeSet<String>> {
    let mut owners: HashMap<String, BTreeSet<String>> = HashMap::new();
    for kind in &types.types {
        for label in kind.labels.iter().flat_map(|it| it.ko.iter().chain(&it.en)) {
            owners.entry(key(label)).or_default().insert(kind.name.clone());
        }
    }
    let cells = |it: &PageLayout| -> Vec<String> {
        let rows = it.rows.iter().flat_map(|it| &it.segments).map(|it| it.text.text.clone());
        let cells = it.grids.iter().flat_map(|it| &it.cells).map(|it| it.text().text);
        rows.chain(cells).collect()
    };
    let texts: BTreeSet<String> = pages
        .iter()
        .take(3)
        .flat_map(cells)
        .map(|it| it.split([':', '：', '(']).next().map(key).unwrap_or_default())
        .collect();
    texts.iter().filter_map(|it| owners.get(it).cloned()).collect()
}

/// What a label says for the types that share it.
fn rarity(owners: &BTreeSet<String>) -> i32 {
    weights().document_type.label / i32::try_from(owners.len()).unwrap_or(i32::MAX).max(1)
}

/// Where the name of a type stands in a title; the greatest speaks most for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Matched {
    /// How many characters it has.
    length: usize,
    /// How many letters follow it: a title ends with its kind, what follows is of something else.
    behind: Reverse<usize>,
}

/// Where a name stands in a title; none where it is not in it.
fn matches(text: &str, squashed: &str, name: &str) -> Option<Matched> {
    let wanted = squash(name);
    let hangul = wanted.chars().any(is_hangul);
    let length = wanted.chars().count();
    if wanted.is_empty() || !squashed.contains(&wanted) {
        return None;
    }
    if hangul {
        // "증명서 발급 수수료" is no certificate's title, "견적서(안)" is that of an offer.
        let outside = squash(&without_brackets(text));
        let behind = outside.rfind(&wanted).map_or(0, |at| letters(&outside[at + wanted.len()..]));
        return Some(Matched { length, behind: Reverse(behind) });
    }
    let lower = text.to_lowercase();
    let name = name.to_lowercase();
    let starts = |at: usize| {
        lower.get(..at).and_then(|it| it.chars().next_back()).is_none_or(|c| !c.is_alphanumeric())
    };
    let ends = |at: usize| {
        lower.get(at..).and_then(|it| it.chars().next()).is_none_or(|c| !c.is_alphanumeric())
    };
    // "Schlussrechnung" ends with its kind, "billing" is no bill.
    let word = lower.match_indices(&name).any(|it| {
        let end = it.0 + name.len();
        ends(end) && (starts(it.0) || length >= 8) || starts(it.0) && length >= 8
    });
    // Letters set apart: "I N V O I C E".
    let spaced = !lower.contains(&name) && squashed == wanted;
    (word || spaced).then_some(Matched { length, behind: Reverse(0) })
}

/// How many letters a text has.
fn letters(text: &str) -> usize {
    text.chars().filter(|it| it.is_alphabetic()).count()
}

/// A title without what stands in brackets.
fn without_brackets(text: &str) -> String {
    let mut depth = 0usize;
    let outside = text.chars().filter(|it| {
        match it {
            '(' | '[' | '（' => depth += 1,
            ')' | ']' | '）' => depth = depth.saturating_sub(1),
            _ => return depth == 0,
        }
        false
    });
    outside.collect()
}

/// Where a Korean name stands in a recognized title, all of it but one syllable; a short name has too
/// many neighbors. Of what is `named` as it was read that syllable may be another word's, unless it is
/// none, or no word stands before it.
fn misread(squashed: &str, name: &str, named: bool) -> Option<Matched> {
    const MIN_SYLLABLES: usize = 5;
    let wanted: Vec<char> = squash(name).chars().collect();
    if wanted.len() < MIN_SYLLABLES || !wanted.iter().all(|it| is_hangul(*it)) {
        return None;
    }
    let title: Vec<char> = squashed.chars().collect();
    let doubts = |it: char| !named || !is_hangul(it) || title.len() == wanted.len();
    let is_misread = |it: &[char]| {
        let mut apart = it.iter().zip(&wanted).filter(|it| it.0 != it.1);
        apart.next().is_some_and(|it| doubts(*it.0)) && apart.next().is_none()
    };
    let at = title.windows(wanted.len()).rposition(is_misread)?;
    let behind = title[at + wanted.len()..].iter().filter(|it| it.is_alphabetic()).count();
    Some(Matched { length: wanted.len() - 1, behind: Reverse(behind) })
}

/// How much a line looks like a title: large, alone in its row, high up, short.
fn weight(it: &Candidate) -> f32 {
    let large = (it.rect.height() / it.line_height.max(0.01)).min(3.0);
    let large = if it.labelled { large.max(2.0) } else { large };
    let (x, _) = it.rect.center();
    let centered = (x - it.page_width / 2.0).abs() < 0.08 * it.page_width;
    let n = it.text.chars().count() as f32;
    3.5 * large + if centered { 1.0 } else { 0.0 }
        - 0.12 * it.order as f32
        - (n - 24.0).max(0.0) * 0.1
}

/// What stands behind the label of a subject, however often it says so: `제목: RE: RE: 견적`.
fn subject<'a>(text: &'a str, types: &DocumentTypes) -> Option<&'a str> {
    let (labels, subject) = text.rsplit_once([':', '：'])?;
    let says = |it: &str| {
        let mut subjects = types.common.labels.iter().filter(|it| it.meaning == "subject");
        subjects.any(|of| of.ko.iter().chain(&of.en).any(|label| key(label) == key(it)))
    };
    labels.split([':', '：']).all(says).then(|| subject.trim())
}

/// Short lines of the first page with a title's look, in reading order.
fn candidates(pages: &[PageLayout], types: &DocumentTypes) -> Vec<Candidate> {
    let Some(page) = pages.iter().find(|it| !it.rows.is_empty() || !it.grids.is_empty()) else {
        return Vec::new();
    };
    let mut found: Vec<(Rect, Text)> = Vec::new();
    for row in page.rows.iter().take(LINES) {
        for it in &row.segments {
            found.push((it.rect, it.text.clone()));
        }
        if row.segments.len() < 2 {
            continue;
        }
        // What is due, in large print beside it, is no part of a title.
        let amount = |it: &Segment| {
            let value = scan::whole(&it.text.text, &Context::default());
            value.is_some_and(|it| it.kind() == Kind::Money)
        };
        let words: Vec<&Segment> = row.segments.iter().filter(|it| !amount(it)).collect();
        if words.len() > 1 {
            let mut text = Text::default();
            words.iter().for_each(|it| text.append(&it.text, " "));
            found.push((row.rect, text));
        }
    }
    for cell in page.grids.iter().flat_map(|it| &it.cells) {
        for row in &cell.content {
            found.push((row.rect, row.text()));
        }
    }
    found.sort_by(|a, b| a.0.y0.total_cmp(&b.0.y0).then(a.0.x0.total_cmp(&b.0.x0)));
    found
        .into_iter()
        .take(LINES)
        .enumerate()
        .map(|(order, (rect, text))| {
            let subject = subject(&text.text, types).map(str::to_owned);
            Candidate {
                recognized: text.confidence() < 1.0,
                labelled: subject.is_some(),
                text: subject.unwrap_or(text.text),
                rect,
                page_width: page.width,
                line_height: page.line_height,
                order,
            }
        })
        .filter(|it| {
            let n = it.text.chars().count();
            (2..=70).contains(&n)
                && !it.text.contains([':', '：'])
                && !it.text.trim_end().ends_with("다.")
        })
        .collect()
}

fn page_text(page: &PageLayout) -> String {
    let mut text = String::new();
    let cells = page.grids.iter().flat_map(|it| &it.cells).flat_map(|it| &it.content);
    for row in page.rows.iter().chain(cells) {
        text.push_str(&row.text().text.to_lowercase());
        text.push('\n');
    }
    text
}

/// How many words that speak for a type stand in a text.
fn hints(kind: &DocumentType, text: &str) -> i32 {
    let stands = |it: &&String| {
        let word = it.to_lowercase();
        let ascii = |it: Option<char>| it.is_some_and(|c| c.is_ascii_alphanumeric());
        let (first, last) = (word.chars().next(), word.chars().next_back());
        // A word of letters stands by itself; Korean ones have particles behind them.
        text.match_indices(&word).any(|(at, _)| {
            let (before, after) = (&text[..at], &text[at + word.len()..]);
            let joined = ascii(first) && ascii(before.chars().next_back())
                || ascii(last) && ascii(after.chars().next());
            !joined
        })
    };
    i32::try_from(kind.hints.iter().filter(stands).count()).unwrap_or(i32::MAX)
}

/// A title for people: what stands in brackets behind it goes, spaces go where it is Korean.
fn clean(title: &str) -> String {
    let title = title.get(enumerator(title)..).unwrap_or(title);
    let title = title.trim_matches(|c: char| !c.is_alphanumeric() && !"()[]".contains(c));
    let title = match title.rfind('(') {
        Some(at) if at > 0 && title.ends_with(')') => title.get(..at).unwrap_or(title).trim(),
        _ => title,
    };
    if title.chars().any(is_hangul) { title.split_whitespace().collect() } else { title.to_owned() }
}

/// The language by its letters.
pub(super) fn language(pages: &[PageLayout]) -> Language {
    let (mut hangul, mut latin, mut foreign) = (0usize, 0usize, 0usize);
    for page in pages.iter().take(8) {
        let text = page_text(page);
        for c in text.chars() {
            hangul += usize::from(is_hangul(c));
            latin += usize::from(c.is_ascii_alphabetic());
        }
        let padded = format!(" {} ", text.replace(|c: char| !c.is_alphabetic(), " "));
        for word in [
            " und ",
            " der ",
            " die ",
            " für ",
            " mit ",
            " rechnung ",
            " le ",
            " les ",
            " des ",
            " et ",
            " facture ",
            " pour ",
            " el ",
            " della ",
            " von ",
            " betrag ",
        ] {
            foreign += padded.matches(word).count();
        }
        for word in [" the ", " of ", " and ", " to ", " invoice ", " for ", " date ", " total "] {
            foreign = foreign.saturating_sub(padded.matches(word).count());
        }
    }
    if hangul * 4 >= latin.max(1) || hangul > 150 {
        Language::Ko
    } else if foreign > 2 {
        Language::Other
    } else {
        Language::En
    }
}
