//! What must say the same, and numbers that check themselves: amounts in words, check digits, the
//! price printed at several places.

use super::arithmetic::self_check;
use super::book::{self, Book, Node, squash};
use super::candidate::Candidate;
use crate::analysis::draft::WordsAmount;
use crate::analysis::{Relation, Support, relate};
use crate::value::Value;

/// Meanings of which a document has one value, however often it is printed.
const ONE_VALUE: &[&str] =
    &["contract_price", "annual_salary", "lease_deposit", "net_pay", "payout", "rent"];

/// Finds identities.
pub(super) fn find(book: &Book<'_>, out: &mut Vec<Candidate>) {
    for words in &book.draft.words {
        if let Some((amount, alarms)) = amount_of(book, words) {
            let relation = Relation::Words {
                text: words.text.clone(),
                place: words.place.clone(),
                says: words.says.clone(),
                amount: amount.id,
            };
            out.push(
                Candidate::new("amount_in_words", relation, Support::Template, 90)
                    .claiming(amount.id, "words")
                    .alarming(alarms),
            );
        }
    }
    for field in &book.draft.fields {
        if self_check(field).is_some() {
            let relation = Relation::Checksum { number: field.id };
            out.push(
                Candidate::new("check_digit", relation, Support::Template, 90)
                    .claiming(field.id, "checksum")
                    // A number that no label calls so may be an account's.
                    .alarming(field.meaning.is_some() || is_called_so(book, field)),
            );
        }
    }
    same(book, out);
}

/// Whether a label calls a number one of a registration.
fn is_called_so(book: &Book<'_>, field: &crate::analysis::Field) -> bool {
    let labels = std::iter::once(&field.label).chain(&field.also);
    labels.into_iter().any(|it| book.meanings(&squash(it)).contains(&"registration_number"))
}

/// The amount in digits for an amount in words, and whether a difference is a finding.
fn amount_of<'b>(book: &'b Book<'_>, words: &WordsAmount) -> Option<(&'b Node, bool)> {
    if let Some(node) = words.beside.and_then(|it| book.node(it)) {
        return Some((node, true));
    }
    // Words that are an amount themselves say nothing of themselves.
    let same_unit = |it: &&Node| {
        book.draft.fields.get(it.id.0 as usize).is_some_and(|it| {
            matches!(&it.value, Value::Money(it) if it.currency == words.currency)
                && !it.evidence.overlaps(&words.place)
        })
    };
    let equal: Vec<&Node> = book
        .nodes
        .iter()
        .filter(same_unit)
        .filter(|it| it.value == words.says && !it.item)
        .collect();
    let distance = |it: &&&Node| {
        let page = it.page != (words.place.document, words.place.page);
        let above = words.place.boxes.first().map_or(0.0, |it| it.y0);
        (page, (it.rect.y0 - above).abs().round() as u64)
    };
    if let Some(node) = equal.iter().min_by_key(distance) {
        return Some((node, false));
    }
    // Nothing says the same: what is one slip of the pen away is what they are about.
    let slip = |it: &&Node| {
        let says = book::scaled(&words.says);
        it.scaled.zip(says).is_some_and(|(printed, says)| relate::is_slip(says, printed))
    };
    let slips = book.nodes.iter().filter(same_unit).filter(slip);
    slips.min_by_key(|it| (it.item, distance(&it))).map(|it| (it, true))
}

/// One value under one meaning and label at two places.
fn same(book: &Book<'_>, out: &mut Vec<Candidate>) {
    for meaning in ONE_VALUE {
        let all: Vec<&Node> = book
            .nodes
            .iter()
            .filter(|it| it.meaning == *meaning && it.cell.is_none() && it.is_money())
            .collect();
        let Some((first, rest)) = all.split_first() else { continue };
        let mut values: Vec<_> = all.iter().map(|it| &it.value).collect();
        values.sort();
        values.dedup();
        for other in rest {
            let agrees = other.value == first.value && other.unit == first.unit;
            // Two values under the very same label contradict one another; under other words they
            // may be with and without tax, per month and in all. A slip is printed once: what
            // stands elsewhere too is another amount under the same words.
            let once = book.nodes.iter().filter(|it| it.value == other.value).count() == 1;
            let alarms = values.len() == 2
                && once
                && other.label() == first.label()
                && other.unit == first.unit
                && near(&other.value, &first.value);
            if agrees || alarms {
                let relation = Relation::Same { left: first.id, right: other.id };
                out.push(
                    Candidate::new("same", relation, Support::Template, 30)
                        .claiming(other.id, "same")
                        .alarming(alarms),
                );
            }
        }
    }
}

/// Whether one number is a slip of the pen away from another.
pub(super) fn near(a: &crate::number::Exact, b: &crate::number::Exact) -> bool {
    let text = |it| crate::number::Decimal::from_exact(it).map(|it| it.to_string());
    let (Some(a), Some(b)) = (text(a), text(b)) else { return false };
    let digits = |it: &str| it.trim_end_matches('0').bytes().filter(u8::is_ascii_digit).count();
    // Two digits of three are no slip but another number.
    let slips = if digits(&a).max(digits(&b)) > 3 { 2 } else { 1 };
    a.len() == b.len() && strsim::osa_distance(&a, &b) <= slips
}
