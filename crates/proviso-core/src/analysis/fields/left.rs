//! Numbers that nobody took for values though they look like some: with thousands apart, or with other
//! decimals than amounts have, in a sentence, in a remark, behind a label with nothing between them.
//!
//! What one counts is weighed by the signs of a column: how it looks, what it is called, what stands
//! behind it. What its label promises otherwise, a size, and the end of a step stay out.
//!
//! **Invariant:** what a field, a code or the name of an item holds stays as it is; digits and sign are those
//! that are printed. Work grows with the numbers of a page.

use std::ops::Range;

use num_traits::Signed;

use super::super::Route;
use super::super::layout::{PageLayout, Text};
use super::super::scan::NumberForm;
use super::super::steps;
use super::mentions::Around;
use super::numbers::Listed;
use super::output::Output;
use super::setting::{Setting, Unit};
use super::settle::LARGEST_COUNT;
use super::shape::{self, Shape};
use super::values::{self, Label};
use super::weights::{Bits, weights};
use crate::number::Exact;
use crate::value::{Kind, Value};

/// Words of a text that is a sentence rather than a label and its value.
const SENTENCE: usize = 8;
/// Words of a label at most.
const LABEL: usize = 4;
/// Numbers of a page that are looked at.
const MOST: usize = 4000;
/// What stands between the sides of a thing, or the ends of a step.
const JOINS: [&str; 9] = ["×", "x", "X", "*", "~", "∼", "–", "-", "to"];
/// Words that name nothing, though they stand beside a number.
const BETWEEN: [&str; 27] = [
    "a", "an", "the", "and", "or", "of", "to", "in", "on", "at", "by", "for", "from", "with",
    "per", "plus", "less", "is", "are", "was", "were", "as", "if", "that", "which", "until",
    "when",
];

/// Adds those of a page's numbers that nobody claims.
pub(super) fn find(
    out: &mut Output,
    setting: &Setting<'_>,
    page: &PageLayout,
    listed: &[Listed<'_>],
) {
    let mut around: Option<Around> = None;
    let claimed = out.fields.claimed(page.number, page.line_height);
    for it in listed.iter().filter(|it| !it.is_in_name(&claimed)).take(MOST) {
        steps::spend(1);
        let is_claimed = |kind| it.part.pieces.iter().any(|it| claimed.holds(&it.rect, kind));
        // A name may have numbers in it; what is all of a text is no name.
        let alone = it.part.text.len() + 2 >= it.text.text.trim().len();
        let within = if alone { Kind::Money } else { Kind::Quantity };
        if !is_told(setting, it) || is_claimed(within) {
            continue;
        }
        let around = around.get_or_insert_with(|| Around::of(page));
        let Some((label, value, part)) = read(setting, around, it) else { continue };
        if is_claimed(value.kind()) {
            continue;
        }
        // What is told by the way, in a sentence or in brackets, adds up to nothing by where it stands.
        let sentence = it.text.text.split_whitespace().nth(SENTENCE).is_some();
        let aside = !alone && it.before().ends_with(['(', '（']);
        let route = if sentence || aside { Route::Clause } else { Route::LabelValue };
        out.fields.add(values::seed(&label, value, part, 0.6, route));
    }
}

/// Whether a number is printed as values are: with its thousands apart, or with decimals that no amount
/// has.
fn is_told(setting: &Setting<'_>, it: &Listed<'_>) -> bool {
    let told = match it.form {
        NumberForm::Money | NumberForm::Grouped { .. } => is_grouped(setting, &it.part.text),
        NumberForm::Fraction => true,
        NumberForm::Counted | NumberForm::Cents | NumberForm::Plain => false,
    };
    told && !is_joined(&it.text.text, &it.range)
}

/// What a number of a text is called, its value, and the number with its sign; none where its label promises
/// something else.
fn read(setting: &Setting<'_>, around: &Around, it: &Listed<'_>) -> Option<(Label, Value, Text)> {
    let behind = it.text.text.get(it.range.end..).unwrap_or_default();
    let start = it.range.start - sign(it.before());
    let part = it.text.slice(start..it.range.end);
    // What stands in brackets is negative where nothing else is in its text.
    let all = it.text.text.trim();
    let bracketed = all.len() == part.text.len() + 2 && all.starts_with('(') && all.ends_with(')');
    let whole = |kind: Kind, unit: Unit| {
        let body = if bracketed { all } else { &part.text };
        values::whole(body, &setting.context(Some(kind), unit)).map(|it| it.value)
    };
    let any =
        whole(Kind::Money, Unit::default()).or_else(|| whole(Kind::Quantity, Unit::default()))?;
    let own = last_words(it.text.text.get(..start).unwrap_or_default());
    let label = Label::of(setting, own);
    // What prints its cents is no number of things, and what a label names is named.
    let counted = (!label.known && it.form == NumberForm::Grouped { cents: false })
        .then(|| thing(behind))
        .flatten();
    let label = match counted {
        Some(it) => Label { shown: vec![it.to_owned()], counts: true, ..Label::default() },
        None if own.contains(char::is_alphabetic) => label,
        None => {
            let label = around.label_of(setting, &part, &any).unwrap_or_default();
            let is_value = label.shown.iter().any(|it| it.contains(|c: char| c.is_ascii_digit()));
            if is_value { Label::default() } else { label }
        }
    };
    let promised = label.kind.filter(|_| label.known);
    if promised.is_some_and(|it| !matches!(it, Kind::Money | Kind::Quantity)) {
        return None;
    }
    let kind = match it.form {
        // So many decimals has what one thing costs, and then its label says so.
        NumberForm::Fraction => promised.unwrap_or(Kind::Quantity),
        _ => kind(setting, &label, &part.text),
    };
    let value = whole(kind, label.unit).filter(|it| it.kind() == kind)?;
    let meaning = label.meaning.clone().filter(|_| label.kind == Some(kind));
    Some((Label { meaning, ..label }, value, part))
}

/// How many bytes of sign stand right before a number: `△1,234`, `-1,234`. A dash behind a word or a number
/// joins them.
fn sign(before: &str) -> usize {
    let Some(sign) = before.chars().next_back().filter(|it| "-−△▲".contains(*it)) else {
        return 0;
    };
    let rest = &before[..before.len() - sign.len_utf8()];
    let joins =
        matches!(sign, '-' | '−') && rest.ends_with(|c: char| !c.is_whitespace() && c != '(');
    if joins { 0 } else { sign.len_utf8() }
}

/// What a number counts, by most bits.
fn kind(setting: &Setting<'_>, label: &Label, number: &str) -> Kind {
    let weights = weights();
    let mut bits = Bits::default();
    bits.add(weights.prior(setting.priced), 1000);
    let whole = setting.currency.is_none_or(|it| it.minor_digits() == 0);
    match Shape::of(setting, number) {
        Shape::Told(kind) => bits.add(&weights.told(kind), 1000),
        it => bits.add(&weights.shape(it.name(whole, !whole && setting.cents)), 1000),
    }
    if label.counts {
        bits.favor(Kind::Quantity, weights.header.unit);
    }
    let size = shape::number(number, setting.decimal_comma).map(|it| it.exact().abs());
    if size.is_some_and(|it| it >= Exact::from_integer(LARGEST_COUNT.into())) {
        bits.favor(setting.bare(), weights.header.unit);
    }
    if let Some(kind) = label.kind {
        bits.favor(kind, if label.known { weights.header.known } else { weights.header.ending });
    }
    if bits.of(Kind::Quantity) > bits.of(Kind::Money) { Kind::Quantity } else { Kind::Money }
}

/// Whether the digits of a number, whatever is printed with them, have their thousands apart.
fn is_grouped(setting: &Setting<'_>, number: &str) -> bool {
    let digits = number.trim_matches(|c: char| !c.is_ascii_digit());
    Shape::of_number(digits, setting.decimal_comma).is_some_and(Shape::is_grouped)
}

/// Whether it is a side of a thing or the end of a step: `900×2,100`, `500,001 to 2,000,000`, `between 1,000
/// and 2,000`.
fn is_joined(text: &str, range: &Range<usize>) -> bool {
    let before = text.get(..range.start).unwrap_or_default().trim_end();
    let behind = text.get(range.end..).unwrap_or_default().trim_start();
    // On the other side of what joins stands another number.
    let last =
        |it: &str| before.strip_suffix(it).is_some_and(|rest| rest.trim_end().ends_with(is_digit));
    let next = |it: &str| {
        behind.strip_prefix(it).is_some_and(|rest| rest.trim_start().starts_with(is_digit))
    };
    let between = before.contains("between ") && last("and");
    between || before.ends_with("between") || JOINS.iter().any(|it| last(it) || next(it))
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// What is counted by the number before it: `visitors` of `2,310 visitors and`.
fn thing(behind: &str) -> Option<&str> {
    let word = behind.strip_prefix(' ')?.split_whitespace().next()?;
    let word = word.trim_end_matches([',', '.', ';', ':', ')']);
    let letters = word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.chars().all(|c| c.is_ascii_alphabetic() || c == '/');
    (letters && word.len() > 1 && !BETWEEN.contains(&word)).then_some(word)
}

/// The last words before a number that no mark parts from it.
fn last_words(text: &str) -> &str {
    let text = text.trim_end_matches(|c: char| !c.is_alphanumeric());
    let mark = |c: char| c.is_ascii_digit() || matches!(c, ',' | '.' | ';' | ':' | '(' | ')' | '=');
    let own = text.rfind(mark).map_or(text, |it| text[it..].trim_start_matches(|c: char| mark(c)));
    // What a number before it goes on with is that one's unit.
    let unit = text.len() > own.len() && text[..text.len() - own.len()].ends_with(is_digit);
    let own = if unit { own.split_once(' ').map_or("", |it| it.1) } else { own }.trim();
    let from = own.rmatch_indices(' ').nth(LABEL - 1).map_or(0, |it| it.0 + 1);
    let is_between = |it: &str| BETWEEN.contains(&it.to_lowercase().as_str());
    let mut own = own.get(from..).unwrap_or_default();
    while let Some((_, rest)) = own.split_once(' ').filter(|it| is_between(it.0)) {
        own = rest;
    }
    while let Some((rest, _)) = own.rsplit_once(' ').filter(|it| is_between(it.1)) {
        own = rest;
    }
    if is_between(own) { "" } else { own }
}
