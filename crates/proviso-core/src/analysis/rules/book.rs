//! The numbers of a draft with everything that may speak for a relation between them: labels,
//! meanings, table cells, sentences, neighborhood.
//!
//! **Invariant:** nodes stand in reading order; a node's index is not its field's id. Labels are
//! compared in their squashed form: lower case, without spaces, punctuation and brackets.

use std::collections::BTreeMap;

use num_traits::{Signed, ToPrimitive, Zero};

use super::arithmetic::{Unit, unit_of};
use crate::analysis::draft::Draft;
use crate::analysis::{CellRef, Field, FieldId, Operand, Route, TableKind};
use crate::doctype::DocumentTypes;
use crate::document::Rect;
use crate::number::Exact;

/// One number of the document.
#[derive(Debug, Clone)]
pub(super) struct Node {
    /// Its field.
    pub id: FieldId,
    /// Its value.
    pub value: Exact,
    /// The same in ten-thousandths, where it has them: for fast search.
    pub scaled: Option<i128>,
    /// What it counts.
    pub unit: Unit,
    /// The label and all further labels, squashed; never empty, the first is the nearest.
    pub labels: Vec<String>,
    /// The vocabulary's meaning; empty if it has none.
    pub meaning: String,
    /// Document and page.
    pub page: (u32, u32),
    /// Where it begins on the page.
    pub rect: Rect,
    /// The body cell that it stands in.
    pub cell: Option<CellRef>,
    /// Whether that cell belongs to an item table.
    pub item: bool,
    /// Paragraph and sentence that it stands in.
    pub sentence: Option<(usize, usize)>,
    /// Whether that is prose, not a line of label and value.
    pub prose: bool,
    /// Byte range in that paragraph.
    pub at: std::ops::Range<usize>,
    /// What its labels and its meaning say.
    pub says: Says,
}

impl Node {
    /// The node as an operand: a length of time takes part as a number.
    pub(super) fn operand(&self) -> Operand {
        match self.unit {
            Unit::Any => Operand::Constant(self.value.clone()),
            _ => Operand::Field(self.id),
        }
    }
    /// The nearest label, squashed.
    pub(super) fn label(&self) -> &str {
        self.labels.first().map_or("", String::as_str)
    }
    /// Whether it is money.
    pub(super) fn is_money(&self) -> bool {
        matches!(self.unit, Unit::Money(_))
    }
    /// Whether a total of some kind is printed here.
    pub(super) fn says_total(&self) -> bool {
        self.says.total
    }
    /// Whether a remainder is printed here: what is left, due, paid out.
    pub(super) fn says_rest(&self) -> bool {
        self.says.rest
    }
    /// Whether it is taken away from something by its label.
    pub(super) fn subtracts(&self) -> bool {
        self.says.taken
    }
    /// Whether it is the price of one thing, which no sum of amounts holds.
    pub(super) fn is_unit_price(&self) -> bool {
        self.says.unit_price
    }
}

/// What the labels and the meaning of a number say of it; heard once, since searches ask of each try.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Says {
    total: bool,
    rest: bool,
    taken: bool,
    unit_price: bool,
}

impl Says {
    pub(super) fn of(labels: &[String], meaning: &str) -> Says {
        let any = |words: &[&str]| labels.iter().any(|it| contains(it, words));
        Says {
            total: labels.iter().any(|it| is_total(it)) || contains(meaning, TOTAL_MEANINGS),
            rest: any(REST) || contains(meaning, REST_MEANINGS),
            taken: labels.iter().any(|it| contains(it, TAKEN) && !contains(it, NOT_TAKEN))
                || TAKEN_MEANINGS.contains(&meaning),
            unit_price: matches!(meaning, "unit_price" | "hourly_wage") || any(UNIT_PRICES),
        }
    }
}

const TOTAL_MEANINGS: &[&str] = &[
    "total",
    "subtotal",
    "supply",
    "gross",
    "net_",
    "sales",
    "deductions",
    "price",
    "requested",
    "monthly_salary",
];
const REST_MEANINGS: &[&str] =
    &["balance", "due", "left", "net_", "payout", "to_return", "to_pay_out", "receivable", "base"];
const TAKEN_MEANINGS: &[&str] = &[
    "discount",
    "paid",
    "deductions",
    "withheld_tax",
    "spent_before",
    "spent_now",
    "returns",
    "cash_advance",
    "withdrawal",
    "allowance_total",
];
const UNIT_PRICES: &[&str] = &["단가", "시급", "unitprice", "perhour", "hourlyrate"];

const TOTALS: &[&str] = &[
    "합계",
    "총계",
    "총액",
    "소계",
    "누계",
    "합산",
    "총금액",
    "총합",
    "총계약금액",
    "중간계",
    "공급가액",
    "공급가",
    "total",
    "subtotal",
    "sum",
    "aggregate",
    "gross",
    "순매출",
    "순판매",
    "총매출",
    "gesamt",
    "summe",
    "netto",
];
const REST: &[&str] = &[
    "잔액",
    "잔고",
    "미수",
    "차액",
    "실지급",
    "실수령",
    "차인",
    "지급액",
    "수령액",
    "반납",
    "반환",
    "환급",
    "청구금액",
    "청구액",
    "정산액",
    "정산금액",
    "할인후",
    "공제후",
    "차감후",
    "과세급여",
    "순매출",
    "순지급",
    "납부",
    "이월",
    "balance",
    "due",
    "remaining",
    "payable",
    "net",
    "left",
    "after",
    "refund",
    "owed",
    "outstanding",
    "zahlbetrag",
    "restbetrag",
];
const TAKEN: &[&str] = &[
    "할인",
    "공제",
    "차감",
    "기지급",
    "기집행",
    "금회집행",
    "선납",
    "입금",
    "수금",
    "반품",
    "에누리",
    "감면",
    "절사",
    "단수",
    "출금",
    "환불",
    "원천징수",
    "가지급",
    "선지급",
    "기성공제",
    "수수료",
    "discount",
    "less",
    "deduction",
    "received",
    "prepaid",
    "credit",
    "paid",
    "withh",
    "refund",
    "return",
    "advance",
    "withdrawal",
    "spent",
    "rabatt",
    "skonto",
    "remise",
];
const NOT_TAKEN: &[&str] =
    &["할인후", "공제후", "차감후", "payable", "미수", "netofdiscount", "afterdiscount", "공제전"];

fn contains(label: &str, words: &[&str]) -> bool {
    words.iter().any(|it| label.contains(it))
}

/// Whether a squashed label names a total.
pub(super) fn is_total(label: &str) -> bool {
    // 계 alone is a total; 기계 and 설계 are not, 지급액 계 is.
    let mut tail = label.chars().rev();
    let counted = tail.next() == Some('계')
        && tail.next().is_none_or(|it| "액금급제비료량용출입세월일년간".contains(it));
    counted || label.starts_with('총') || contains(label, TOTALS)
}

/// A label as it is compared: lower case, letters and digits only, brackets dropped.
pub(super) fn squash(text: &str) -> String {
    let mut depth = 0usize;
    let mut out = String::new();
    for it in text.chars() {
        match it {
            '(' | '[' | '（' => depth += 1,
            ')' | ']' | '）' => depth = depth.saturating_sub(1),
            it if depth == 0 && it.is_alphanumeric() => out.extend(it.to_lowercase()),
            _ => {}
        }
    }
    if out.is_empty() && depth == 0 && text.contains(['(', '[']) {
        return text
            .chars()
            .filter(|it| it.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect();
    }
    out
}

/// A draft, opened for looking up numbers.
pub(super) struct Book<'a> {
    /// The draft.
    pub draft: &'a Draft,
    /// All numbers in reading order.
    pub nodes: Vec<Node>,
    index: BTreeMap<FieldId, usize>,
    /// Squashed vocabulary labels and what they mean.
    vocabulary: Vec<(String, String)>,
    /// Where each paragraph's sentences end, in bytes.
    pub sentences: Vec<Vec<usize>>,
    /// Tables below whose rows the totals stand.
    totals: BTreeMap<FieldId, usize>,
}

impl<'a> Book<'a> {
    /// Opens a draft with the vocabulary of its type.
    pub(super) fn open(draft: &'a Draft, types: &DocumentTypes) -> Book<'a> {
        let sentences: Vec<Vec<usize>> =
            draft.paragraphs.iter().map(|it| sentence_ends(&it.text)).collect();
        let mut spots: BTreeMap<FieldId, (usize, std::ops::Range<usize>)> = BTreeMap::new();
        for (n, paragraph) in draft.paragraphs.iter().enumerate() {
            for (range, id) in &paragraph.fields {
                spots.entry(*id).or_insert((n, range.clone()));
            }
        }
        let mut nodes = Vec::new();
        let mut index = BTreeMap::new();
        for field in &draft.fields {
            let (Some(value), Some(unit)) = (field.value.exact(), unit_of(&field.value)) else {
                continue;
            };
            // A header over one row of values is no list: its cells are labelled values.
            let cell = field
                .cell
                .filter(|it| draft.tables.get(it.table as usize).is_none_or(|it| !is_strip(it)));
            let spot = spots.get(&field.id);
            let sentence = spot
                .map(|(n, range)| (*n, sentences[*n].partition_point(|end| *end <= range.start)));
            let (labels, meaning) = (labels(field), field.meaning.clone().unwrap_or_default());
            index.insert(field.id, nodes.len());
            nodes.push(Node {
                id: field.id,
                scaled: scaled(&value),
                value,
                unit,
                page: (field.evidence.document, field.evidence.page),
                rect: field.evidence.boxes.first().copied().unwrap_or(Rect {
                    x0: 0.0,
                    y0: 0.0,
                    x1: 0.0,
                    y1: 0.0,
                }),
                cell,
                item: cell.is_some_and(|it| {
                    draft
                        .tables
                        .get(it.table as usize)
                        .is_some_and(|it| it.kind == TableKind::Items)
                }),
                prose: sentence.is_some()
                    && !matches!(field.route, Route::LabelValue | Route::Table),
                sentence,
                at: spot.map_or(0..0, |it| it.1.clone()),
                says: Says::default(),
                labels,
                meaning,
            });
        }
        rename_totals(draft, &index, &mut nodes);
        for it in &mut nodes {
            it.says = Says::of(&it.labels, &it.meaning);
        }
        let chosen = types.get(&draft.document_type);
        let entries = chosen.into_iter().chain([&types.common]).flat_map(|it| &it.labels);
        let mut vocabulary: Vec<(String, String)> = entries
            .flat_map(|it| {
                let all = it.ko.iter().chain(&it.en).chain(&it.other);
                all.map(|label| (squash(label), it.meaning.clone()))
            })
            .filter(|it| !it.0.is_empty())
            .collect();
        vocabulary.dedup();
        let mut totals = BTreeMap::new();
        for (table, it) in draft.tables.iter().enumerate() {
            totals.extend(it.totals.iter().map(|it| (it.field, table)));
        }
        Book { draft, nodes, index, vocabulary, sentences, totals }
    }

    /// The table below whose rows an amount stands, as their total or beside it.
    pub(super) fn below(&self, id: FieldId) -> Option<usize> {
        self.totals.get(&id).copied()
    }

    /// The number of a field.
    pub(super) fn node(&self, id: FieldId) -> Option<&Node> {
        self.index.get(&id).and_then(|it| self.nodes.get(*it))
    }

    /// The meanings that a printed name has in the vocabulary.
    pub(super) fn meanings(&self, squashed: &str) -> Vec<&str> {
        let same = self.vocabulary.iter().filter(|it| it.0 == squashed);
        same.map(|it| it.1.as_str()).collect()
    }

    /// All amounts of money outside of table bodies.
    pub(super) fn summary(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter().filter(|it| it.is_money() && it.cell.is_none())
    }

    /// Whether two numbers stand on one line of a page.
    pub(super) fn same_line(&self, a: &Node, b: &Node) -> bool {
        let overlap = a.rect.y1.min(b.rect.y1) - a.rect.y0.max(b.rect.y0);
        let least = a.rect.height().min(b.rect.height());
        a.page == b.page && overlap > 0.0 && overlap >= least * 0.5
    }

    /// Whether two numbers stand in one row of a table.
    pub(super) fn same_row(&self, a: &Node, b: &Node) -> bool {
        match (a.cell, b.cell) {
            (Some(a), Some(b)) => (a.table, a.row) == (b.table, b.row),
            _ => false,
        }
    }

    /// Whether layout or a sentence ties two numbers together: same row, same sentence, same
    /// label, or one line outside of tables.
    pub(super) fn tied(&self, a: &Node, b: &Node) -> bool {
        let sentence = a.sentence.is_some() && a.sentence == b.sentence;
        let label = a.labels.iter().any(|it| !it.is_empty() && b.labels.contains(it))
            && a.cell.is_none()
            && b.cell.is_none();
        let line = a.cell.is_none() && b.cell.is_none() && self.same_line(a, b);
        sentence || label || line || self.same_row(a, b)
    }
}

/// Whether a table is one row of values under their labels, and no list of items.
pub(super) fn is_strip(table: &crate::analysis::Table) -> bool {
    let item = |it: &Option<String>| matches!(it.as_deref(), Some("quantity" | "unit_price"));
    let filled = table.rows.iter().filter(|it| it.iter().any(|it| !it.fields.is_empty())).count();
    filled <= 1 && table.totals.is_empty() && !table.meanings.iter().any(item)
}

/// Totals that stand side by side in one row are their columns' totals: the row header 합계 names
/// them all, the column tells supply from tax.
fn rename_totals(draft: &Draft, index: &BTreeMap<FieldId, usize>, nodes: &mut [Node]) {
    for table in &draft.tables {
        for total in &table.totals {
            let money = |it: &&crate::analysis::TableTotal| {
                it.column != total.column
                    && it.rows == total.rows
                    && index.get(&it.field).zip(index.get(&total.field)).is_some_and(|(a, b)| {
                        let (a, b) = (&nodes[*a], &nodes[*b]);
                        let level = (a.rect.y0 - b.rect.y0).abs() < a.rect.height().max(1.0) * 0.6;
                        a.is_money() && b.is_money() && level
                    })
            };
            let meaning = table.meanings.get(total.column as usize).cloned().flatten();
            let renamed = match meaning.as_deref() {
                Some("amount") => "subtotal".to_owned(),
                Some(it) => it.to_owned(),
                None => continue,
            };
            if table.totals.iter().any(|it| money(&it))
                && let Some(at) = index.get(&total.field)
            {
                nodes[*at].meaning = renamed;
            }
        }
    }
}

fn labels(field: &Field) -> Vec<String> {
    let mut out = vec![squash(&field.label)];
    for also in &field.also {
        let also = squash(also);
        if !also.is_empty() && !out.contains(&also) {
            out.push(also);
        }
    }
    out
}

/// Ends of sentences: after a full stop or semicolon that white space follows, and the end.
fn sentence_ends(text: &str) -> Vec<usize> {
    let mut out = Vec::new();
    let mut before = ' ';
    let mut it = text.char_indices().peekable();
    while let Some((at, c)) = it.next() {
        let ends = matches!(c, '.' | ';' | '。' | '?' | '!') && !before.is_ascii_digit();
        // `Inc.` and `No.` end no sentence; what follows them is seldom a new one.
        let short = before.is_ascii_alphabetic()
            && text[..at]
                .rsplit(|it: char| !it.is_ascii_alphabetic())
                .next()
                .is_some_and(|it| it.len() <= 3);
        if ends && !short && it.peek().is_none_or(|it| it.1.is_whitespace()) {
            out.push(at + c.len_utf8());
        } else if c == '.'
            && before.is_ascii_digit()
            && it.peek().is_none_or(|it| it.1 == ' ')
            && text[..at]
                .chars()
                .rev()
                .take_while(|it| it.is_ascii_digit() || matches!(it, ',' | '.'))
                .count()
                > 2
        {
            out.push(at + 1);
        }
        before = c;
    }
    out.push(text.len());
    out
}

/// A number in ten-thousandths, for fast search; none where it is finer or too large.
pub(super) fn scaled(value: &Exact) -> Option<i128> {
    let it = value * Exact::from_integer(10_000.into());
    it.is_integer().then(|| it.to_integer().to_i128()).flatten().filter(|it| it.abs() < 1 << 100)
}

/// The largest power of ten that divides all the numbers: what they carry in common is no
/// information, 1,000,000 says as little as 1.
pub(super) fn grain(values: &[i128]) -> i128 {
    let mut grain = 1i128;
    while grain < 1 << 90
        && values.iter().all(|it| it % (grain * 10) == 0)
        && values.iter().any(|it| *it != 0)
    {
        grain *= 10;
    }
    grain
}

/// Whether hitting `result` by chance in `trials` tries is less likely than one in `odds`.
///
/// Expected hits = trials × grain ÷ |result|: the tries spread over the multiples of the grain up
/// to the size of the result.
pub(super) fn improbable(trials: u64, result: i128, operands: &[i128], odds: u64) -> bool {
    let mut all = operands.to_vec();
    all.push(result);
    let chance = i128::from(trials).saturating_mul(grain(&all)).saturating_mul(i128::from(odds));
    chance < result.abs()
}

/// Whether a number is neither zero nor one: a factor that says something.
pub(super) fn is_telling(value: &Exact) -> bool {
    !value.is_zero() && value.abs() != Exact::from_integer(1.into())
}
