//! What has been found so far.

use super::super::draft::{Marked, Paragraph, WordsAmount};
use super::super::layout::Text;
use super::super::scan;
use super::super::{FieldId, Operand, Table, TableTotal};
use super::collect::{Collector, Slot, evidence};
use super::setting::Setting;
use crate::value::Kind;

/// Everything of a draft in the making; field ids in it are slots until [`Output::number`].
#[derive(Debug, Default)]
pub(super) struct Output {
    /// Fields.
    pub(super) fields: Collector,
    /// Tables.
    pub(super) tables: Vec<Table>,
    /// Prose.
    pub(super) paragraphs: Vec<Paragraph>,
    /// Amounts in words.
    pub(super) words: Vec<WordsAmount>,
    /// Factors of products that are written out.
    pub(super) written: Vec<Vec<FieldId>>,
    /// Formulas by marks.
    pub(super) marked: Vec<Marked>,
}

/// A slot in the place of the id that it will get.
pub(super) fn waiting(slot: Slot) -> FieldId {
    FieldId(u32::try_from(slot).unwrap_or(u32::MAX))
}

impl Output {
    /// Amounts in words in a text that were not found yet, each with the amount in digits that stands nearest to it.
    pub(super) fn words_in(&mut self, setting: &Setting<'_>, text: &Text) {
        if !text.text.chars().any(char::is_alphabetic) {
            return;
        }
        let found = scan::words(&text.text);
        if found.is_empty() {
            return;
        }
        let digits: Vec<_> = scan::scan(&text.text, &setting.context(None, Default::default()))
            .into_iter()
            .filter(|it| it.value.kind() == Kind::Money)
            .filter(|it| !found.iter().any(|words| overlaps(&words.range, &it.range)))
            .collect();
        for it in found {
            let distance = |other: &std::ops::Range<usize>| {
                other
                    .start
                    .saturating_sub(it.range.end)
                    .max(it.range.start.saturating_sub(other.end))
            };
            let beside = digits
                .iter()
                .min_by_key(|digits| (distance(&digits.range), digits.range.start))
                .filter(|digits| {
                    let (from, to) = (
                        digits.range.end.min(it.range.end),
                        digits.range.start.max(it.range.start),
                    );
                    distance(&digits.range) <= 40 && text.text.get(from..to).is_some_and(repeats)
                })
                .and_then(|digits| {
                    let part = text.slice(digits.range.clone());
                    self.fields.at(&part, Kind::Money)
                });
            let part = text.slice(it.range.clone());
            let place = evidence(self.fields.document(), &part);
            if self.words.iter().any(|it| it.place.overlaps(&place)) {
                continue;
            }
            self.words.push(WordsAmount {
                text: part.text,
                place,
                says: it.says,
                currency: it.currency,
                beside: beside.map(waiting),
            });
        }
    }

    /// Appends the last table to an earlier one with the same columns.
    pub(super) fn join_last(&mut self, to: usize) {
        let Some(from) = self.tables.len().checked_sub(1).filter(|it| to < *it) else { return };
        let same = self.tables[to].columns == self.tables[from].columns
            && self.tables[to].kind == self.tables[from].kind;
        let Some(more) = self.tables.pop_if(|_| same) else { return };
        let table = &mut self.tables[to];
        let offset = u32::try_from(table.rows.len()).unwrap_or(u32::MAX);
        // What was added up at the end of the page before is not added up again.
        let closed = table.totals.last().map_or(0, |it| it.rows.1);
        let closed = if closed == offset { offset } else { 0 };
        table.rows.extend(more.rows);
        table.totals.extend(more.totals.into_iter().map(|it| {
            let (start, end) = it.rows;
            let start = if start == 0 { closed } else { start + offset };
            TableTotal { rows: (start, end + offset), ..it }
        }));
        let index = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
        self.fields.move_cells(index(from), index(to), offset);
    }

    /// Replaces slots by ids everywhere.
    pub(super) fn number(mut self) -> Numbered {
        let (fields, ids) = self.fields.finish();
        let id = |it: &FieldId| ids.get(it.0 as usize).copied().flatten();
        for table in &mut self.tables {
            for cell in table.rows.iter_mut().flatten() {
                cell.fields = cell.fields.iter().filter_map(id).collect();
            }
            let kept = table
                .totals
                .iter()
                .filter_map(|it| Some(TableTotal { field: id(&it.field)?, ..*it }));
            table.totals = kept.collect();
        }
        for paragraph in &mut self.paragraphs {
            let kept = paragraph.fields.iter().filter_map(|it| Some((it.0.clone(), id(&it.1)?)));
            paragraph.fields = kept.collect();
        }
        for words in &mut self.words {
            words.beside = words.beside.as_ref().and_then(id);
        }
        let all = self.written.iter().map(|it| it.iter().map(id).collect::<Option<Vec<FieldId>>>());
        let written = all.flatten().collect();
        let marked = self.marked.into_iter().filter_map(|it| {
            let operands = it.operands.iter().map(|(it, minus)| match it {
                Operand::Field(it) => Some((Operand::Field(id(it)?), *minus)),
                Operand::Constant(_) => Some((it.clone(), *minus)),
            });
            let (operands, result) = (operands.collect::<Option<_>>()?, id(&it.result)?);
            Some(Marked { operands, result, ..it })
        });
        let marked = marked.collect();
        let (tables, paragraphs, words) = (self.tables, self.paragraphs, self.words);
        Numbered { fields, tables, paragraphs, words, written, marked, ids }
    }
}

/// A draft's parts with their final ids.
#[derive(Debug)]
pub(super) struct Numbered {
    /// Fields in reading order.
    pub(super) fields: Vec<super::super::Field>,
    /// Tables.
    pub(super) tables: Vec<Table>,
    /// Prose.
    pub(super) paragraphs: Vec<Paragraph>,
    /// Amounts in words.
    pub(super) words: Vec<WordsAmount>,
    /// Factors of products that are written out.
    pub(super) written: Vec<Vec<FieldId>>,
    /// Formulas by marks.
    pub(super) marked: Vec<Marked>,
    /// The id of each slot; none of what is not kept.
    pub(super) ids: Vec<Option<FieldId>>,
}

/// Whether what stands between words and digits lets them say the same amount twice.
fn repeats(gap: &str) -> bool {
    let words = gap.split(|c: char| !c.is_alphabetic()).filter(|it| !it.is_empty());
    let known = [
        "부가세",
        "부가가치세",
        "포함",
        "별도",
        "VAT",
        "vat",
        "원",
        "정",
        "원정",
        "금",
        "일금",
        "즉",
        "총",
        "USD",
        "US",
        "KRW",
        "EUR",
        "GBP",
        "the",
        "sum",
        "of",
        "or",
        "and",
        "no",
        "only",
    ];
    words.into_iter().all(|it| known.contains(&it))
}

fn overlaps(a: &std::ops::Range<usize>, b: &std::ops::Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}
