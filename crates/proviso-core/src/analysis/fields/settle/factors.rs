//! Factors of products that are written out are numbers like any others, also within the name of what
//! they are paid for: `Own car, 38 miles at £0.45`.
//!
//! **Invariant:** what is no field yet becomes one only where a relation needs it.

use super::super::super::layout::{PageLayout, Text};
use super::super::super::relate;
use super::super::super::scan;
use super::super::mentions;
use super::super::output::Output;
use super::super::setting::{Setting, Unit};
use super::super::written;
use super::Printed;
use crate::value::{Kind, Value};

/// Tells of the numbers of these pages in which written product each is a factor, adds those that are
/// not among them, and answers with the factors of each product.
pub(super) fn join(
    out: &Output,
    setting: &Setting<'_>,
    pages: &[PageLayout],
    printed: &mut Vec<Printed>,
) -> Vec<Vec<usize>> {
    let context = setting.context(None, Unit::default());
    let mut all = Vec::new();
    for page in pages {
        let named = out.fields.claimed_firmly(page.number, page.line_height);
        let mut here: Vec<usize> =
            (0..printed.len()).filter(|i| printed[*i].page == page.number).collect();
        for text in mentions::segments(page) {
            let products = written::products(&text.text);
            if products.is_empty() {
                continue;
            }
            let told = scan::scan(&text.text, &context);
            for factors in products {
                let mut group = Vec::new();
                for it in &factors {
                    let part = text.slice(it.range.clone());
                    let Some(rect) = part.pieces.first().map(|it| it.rect) else { break };
                    let same = |i: &&usize| printed[**i].rect.holds(&rect);
                    if let Some(known) = here.iter().find(same).copied() {
                        group.push(known);
                        continue;
                    }
                    if named.holds(&rect, Kind::Money) {
                        break;
                    }
                    let is_told = |told: &&scan::Found| {
                        told.range.start <= it.range.start && it.range.end <= told.range.end
                    };
                    // What is nothing but digits is a count to the scanner only.
                    let is_more = |told: &&scan::Found| {
                        told.range != it.range || told.value.kind() != Kind::Quantity
                    };
                    let (part, value) = match told.iter().find(is_told).filter(is_more) {
                        Some(told) => (text.slice(told.range.clone()), Some(&told.value)),
                        None => (part, None),
                    };
                    let one = number(setting, part, value);
                    let Some(one) = one else { break };
                    here.push(printed.len());
                    group.push(printed.len());
                    printed.push(Printed { counts: it.counts, ..one });
                }
                // A product is one only where all of it is read.
                if group.len() < factors.len() {
                    continue;
                }
                let number = u32::try_from(all.len()).unwrap_or(u32::MAX);
                let size = u8::try_from(group.len()).unwrap_or(u8::MAX);
                for i in &group {
                    printed[*i].factor_of = Some(relate::Written { number, size });
                }
                all.push(group);
            }
        }
    }
    all
}

/// A number that is no field yet.
fn number(setting: &Setting<'_>, text: Text, value: Option<&Value>) -> Option<Printed> {
    let (raw, kind) = match value {
        Some(value) => super::counted(value)?,
        None => (super::shape::number(&text.text, setting.decimal_comma)?, None),
    };
    Some(Printed { prose: true, asked: true, ..Printed::new(text, raw, kind)? })
}
