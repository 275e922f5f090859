//! Numbers with thousands apart or decimals that nobody took for values: in a sentence, in a remark, behind a label
//! with nothing between them. They are printed to be read.
//!
//! What one counts is weighed by the signs of a column: how it looks, what it is called, what stands
//! behind it.
//!
//! **Invariant:** what a field, a code or the name of an item holds stays as it is; the digits are those that
//! are printed.

use std::ops::Range;

use super::super::Route;
use super::super::layout::PageLayout;
use super::super::scan::NumberForm;
use super::mentions::Around;
use super::numbers::{self, Listed};
use super::output::Output;
use super::setting::{Setting, Unit};
use super::shape::Shape;
use super::values::{self, Label};
use super::weights::{Bits, weights};
use crate::value::{Kind, Value};

/// Words of a text that is a sentence rather than a label and its value.
const SENTENCE: usize = 8;
/// Words of a label.
const LONGEST: usize = 4;
/// What stands between the sides of a thing, or the ends of a step.
const JOINS: [&str; 9] = ["×", "x", "X", "*", "~", "∼", "–", "-", "to"];
/// Words that name nothing, though they stand beside a number.
const BETWEEN: [&str; 27] = [
    "a", "an", "the", "and", "or", "of", "to", "in", "on", "at", "by", "for", "from", "with",
    "per", "plus", "less", "is", "are", "was", "were", "as", "if", "that", "which", "until",
    "when",
];

/// Adds the numbers of these pages that nobody claims.
pub(super) fn find(out: &mut Output, setting: &Setting<'_>, pages: &[PageLayout]) {
    for page in pages {
        let mut around: Option<Around> = None;
        let claimed = out.fields.claimed(page.number, page.line_height);
        for it in numbers::listed(setting, page, &claimed) {
            let is_claimed = |kind| it.part.pieces.iter().any(|it| claimed.holds(&it.rect, kind));
            if !is_told(setting, &it) || is_claimed(Kind::Money) {
                continue;
            }
            let around = around.get_or_insert_with(|| Around::of(page));
            let Some((label, value)) = read(setting, around, &it) else { continue };
            if is_claimed(value.kind()) {
                continue;
            }
            // What is told by the way, in a sentence or in brackets, adds up to nothing by where it stands.
            let sentence = it.text.text.split_whitespace().count() > SENTENCE;
            let before = it.text.text.get(..it.range.start).unwrap_or_default();
            let aside = before.ends_with(['(', '（']);
            let route = if sentence || aside { Route::Clause } else { Route::LabelValue };
            out.fields.add(values::seed(&label, value, it.part, 0.6, route));
        }
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

/// What a number of a text is called, and its value.
fn read(setting: &Setting<'_>, around: &Around, it: &Listed<'_>) -> Option<(Label, Value)> {
    let Listed { text, range, part, form, .. } = it;
    let before = text.text.get(..range.start).unwrap_or_default();
    let thing = thing(text.text.get(range.end..).unwrap_or_default());
    let whole = |kind: Kind, body: &str, unit: Unit| {
        values::whole(body, &setting.context(Some(kind), unit)).map(|it| it.value)
    };
    let any = [Kind::Money, Kind::Quantity];
    let any = any.into_iter().find_map(|it| whole(it, &part.text, Unit::default()))?;
    let own = last_words(before);
    let label = match thing {
        Some(it) => Label { shown: vec![it.to_owned()], counts: true, ..Label::default() },
        None if own.contains(char::is_alphabetic) => Label::of(setting, own),
        None => around.label_of(setting, part, &any).unwrap_or_default(),
    };
    // What one thing costs may have so many decimals; nobody says it without a label, though.
    let kind = match form {
        NumberForm::Fraction => Kind::Quantity,
        _ => kind(setting, &label, &part.text),
    };
    // What stands in brackets is negative where nothing else is in its text.
    let all = text.text.trim();
    let alone = all.len() == part.text.len() + 2 && all.starts_with('(') && all.ends_with(')');
    let value = whole(kind, if alone { all } else { &part.text }, label.unit)?;
    (value.kind() == kind).then_some((label, value))
}

/// What a number counts, by most bits.
fn kind(setting: &Setting<'_>, label: &Label, number: &str) -> Kind {
    let weights = weights();
    let mut bits = Bits::default();
    bits.add(if setting.priced { &weights.prior } else { &weights.unpriced }, 1000);
    let whole = setting.currency.is_none_or(|it| it.minor_digits() == 0);
    match Shape::of(setting, number) {
        Shape::Told(kind) => bits.add(&weights.told(kind), 1000),
        it => bits.add(&weights.shape(it.name(whole, !whole && setting.cents)), 1000),
    }
    if label.counts {
        bits.favor(Kind::Quantity, weights.header.unit);
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

/// Whether it is a side of a thing or the end of a step: `900×2,100`, `500,001 to 2,000,000`.
fn is_joined(text: &str, range: &Range<usize>) -> bool {
    let (before, behind) = (text[..range.start].trim_end(), text[range.end..].trim_start());
    // A letter is a sign only as a word of its own, and what stands right before it is another number.
    let last = |it: &&str| {
        before.strip_suffix(*it).is_some_and(|rest| rest.trim_end().ends_with(is_digit))
    };
    let next = |it: &&str| {
        behind.strip_prefix(*it).is_some_and(|rest| rest.trim_start().starts_with(is_digit))
    };
    JOINS.iter().any(|it| last(it) || next(it))
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// What is counted by the number before it: `mothers and` of `1,284 mothers and`.
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
    let own = own.trim();
    let from = own.rmatch_indices(' ').nth(LONGEST - 1).map_or(0, |it| it.0 + 1);
    let is_between = |it: &str| BETWEEN.contains(&it.to_lowercase().as_str());
    let mut own = own.get(from..).unwrap_or_default();
    while let Some((_, rest)) = own.split_once(' ').filter(|it| is_between(it.0)) {
        own = rest;
    }
    while let Some((rest, _)) = own.rsplit_once(' ').filter(|it| is_between(it.1)) {
        own = rest;
    }
    own
}
