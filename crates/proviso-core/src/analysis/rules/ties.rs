//! Relations that arithmetic and places alone speak for, as candidates.

use std::collections::BTreeMap;

use super::arithmetic::{self, Unit};
use super::book::{Book, Node, Says, is_total, squash};
use super::candidate::{Candidate, Fate, Judged, Weight, constant, product, sum};
use super::{dates, grid};
use crate::analysis::relate::{self, Counts, Cues, Figure, Named, Shape, Written};
use crate::analysis::{Field, FieldId, Operand, Relation, Route, Support};
use crate::number::{Decimal, Exact, Rounding};
use crate::value::{Period, Value};

/// Adds what the numbers of a book say of each other, and where somebody asks, what of it is no
/// candidate.
pub(super) fn find(book: &Book<'_>, out: &mut Vec<Candidate>, judged: Option<&mut Vec<Judged>>) {
    let lengths: Vec<Node> = book.draft.fields.iter().filter_map(length).collect();
    let mut nodes: Vec<&Node> = book.nodes.iter().chain(&lengths).collect();
    nodes.sort_by_key(|it| it.id);
    let (nodes, figures): (Vec<&Node>, Vec<Figure>) =
        nodes.into_iter().filter_map(|it| Some((it, figure(book, it)?))).unzip();
    let mut figures = written(book, &nodes, figures);
    let (rows, columns) = named(book);
    for (node, it) in nodes.iter().zip(&mut figures) {
        it.row = rows.get(&node.id).copied();
        it.column = columns.get(&node.id).copied();
    }
    let stated = stated(book);
    let mut lost = Vec::new();
    let ties = relate::ties(&figures, &stated, judged.is_some().then_some(&mut lost));
    shares(&ties, &nodes, out);
    let fields = &book.draft.fields;
    out.extend(ties.iter().map(|it| candidate(fields, &nodes, it)));
    if let Some(judged) = judged {
        let why =
            |it: &(relate::Tie, relate::Lost)| (candidate(fields, &nodes, &it.0), Fate::Lost(it.1));
        judged.extend(lost.iter().map(why));
    }
}

/// The numbers, with the products that are written out.
fn written(book: &Book<'_>, nodes: &[&Node], mut figures: Vec<Figure>) -> Vec<Figure> {
    let at: BTreeMap<FieldId, usize> = nodes.iter().enumerate().map(|(i, it)| (it.id, i)).collect();
    for (number, factors) in (0..).zip(&book.draft.written) {
        let size = u8::try_from(factors.len()).unwrap_or(u8::MAX);
        for i in factors.iter().filter_map(|it| at.get(it)) {
            figures[*i].written = Some(Written { number, size });
        }
    }
    figures
}

/// Where numbers stand in tables by the names of their rows, and of their columns.
fn named(book: &Book<'_>) -> (BTreeMap<FieldId, Named>, BTreeMap<FieldId, Named>) {
    let mut names: BTreeMap<String, u32> = BTreeMap::new();
    let mut name = |text: &str| {
        let fresh = u32::try_from(names.len()).unwrap_or(u32::MAX);
        let text = squash(text);
        (!text.is_empty()).then(|| *names.entry(text).or_insert(fresh))
    };
    let (mut rows, mut columns) = (BTreeMap::new(), BTreeMap::new());
    for (table, it) in (0..).zip(&book.draft.tables) {
        let heads: Vec<Option<u32>> = it.columns.iter().map(|it| name(it)).collect();
        for (line, row) in (0..).zip(&it.rows) {
            let first = row.iter().find(|it| it.fields.is_empty() && !it.text.trim().is_empty());
            let row_name = first.and_then(|it| name(&it.text));
            for (place, cell) in (0..).zip(row) {
                for id in &cell.fields {
                    if let Some(name) = row_name {
                        rows.insert(*id, Named { name, place: (table, place) });
                    }
                    if let Some(name) = heads.get(place as usize).copied().flatten() {
                        columns.insert(*id, Named { name, place: (table, line) });
                    }
                }
            }
        }
    }
    (rows, columns)
}

/// A tie as a candidate; its numbers are told by their places among the nodes.
fn candidate(fields: &[Field], nodes: &[&Node], tie: &relate::Tie) -> Candidate {
    let node = |i: &usize| nodes[*i];
    let result = node(&tie.shape.result());
    let weight = 60 + u32::try_from(tie.bits / 4000).unwrap_or(0).min(28);
    let weight = if tie.support >= 2 { weight.max(80) } else { weight };
    let (name, relation) = match &tie.shape {
        Shape::Sum { parts, less, result } => {
            // A total that is printed before its parts is their sum all the same.
            let (parts, less, result) = match parts[..] {
                [total]
                    if !less.is_empty()
                        && node(&total).says_total()
                        && !node(result).says_rest() =>
                {
                    let parts = less.iter().copied().chain([*result]).collect();
                    (parts, Vec::new(), total)
                }
                _ => (parts.clone(), less.clone(), *result),
            };
            let mut terms: Vec<_> = parts.iter().map(|i| (node(i).operand(), false)).collect();
            terms.extend(less.iter().map(|i| (node(i).operand(), true)));
            (if tie.down { "column_sum" } else { "row_sum" }, sum(terms, node(&result).operand()))
        }
        Shape::Product { factors, times, result, rounding } => {
            let all: Vec<&Node> = factors.iter().map(node).collect();
            let rates = all.iter().filter(|it| it.unit == Unit::Rate).count();
            let money = all.iter().filter(|it| it.is_money()).count();
            let same = all.iter().all(|it| it.unit == Unit::Rate || it.unit == node(result).unit);
            let whole = *times == (1, 1);
            let by = || Operand::Constant(Exact::new(times.0.into(), times.1.into()));
            let part = match all[..] {
                [base] if base.is_money() => Some((base, by())),
                [a, b] if rates == 1 && money == 1 && same && whole => {
                    let (rate, base) = if a.unit == Unit::Rate { (a, b) } else { (b, a) };
                    Some((base, rate.operand()))
                }
                _ => None,
            };
            if let Some((base, rate)) = part {
                let relation = Relation::Rate {
                    base: base.operand(),
                    rate,
                    rounding: rounding.clone(),
                    result: node(result).operand(),
                    negated: false,
                };
                let tax = node(result).meaning == "vat";
                (if tax { "vat" } else { "row_rate" }, relation)
            } else {
                let mut factors: Vec<Operand> = all.iter().map(|it| it.operand()).collect();
                factors.extend((!whole).then(by));
                let counted = all.iter().any(|it| it.unit == Unit::Quantity) && money == 1;
                let name = if counted { "line_amount" } else { "row_product" };
                (name, product(factors, rounding.clone(), node(result).operand()))
            }
        }
    };
    let relation = arithmetic::signed(fields, relation);
    let it = Candidate::new(name, relation, Support::Layout, weight)
        .claiming(
            result.id,
            match name {
                "column_sum" if !tie.holds => "broken_total",
                "column_sum" | "row_sum" => name,
                _ => "product",
            },
        )
        .alarming(!tie.holds)
        .likely(tie.slip);
    let weight = Weight { bits: tie.bits, support: tie.support, against: tie.against };
    Candidate { tie: Some(weight), ..it }
}

/// The roundings that are stated somewhere.
fn stated(book: &Book<'_>) -> Vec<Rounding> {
    let fields = book.draft.fields.iter().flat_map(|it| [&it.label, &it.evidence.text]);
    let rows = book.draft.tables.iter().flat_map(|it| &it.rows);
    let cells = rows.flatten().map(|it| &it.text);
    let prose = book.draft.paragraphs.iter().map(|it| &it.text);
    let mut out: Vec<Rounding> = Vec::new();
    for it in prose.chain(fields).chain(cells).flat_map(|it| grid::stated(it)) {
        if !out.contains(&it) {
            out.push(it);
        }
    }
    out
}

/// Adds that the shares of one amount make all of it, where its parts are found.
fn shares(ties: &[relate::Tie], nodes: &[&Node], out: &mut Vec<Candidate>) {
    let node = |i: &usize| nodes[*i];
    let mut parts: BTreeMap<usize, Vec<&Node>> = BTreeMap::new();
    for tie in ties.iter().filter(|it| it.holds) {
        let Shape::Product { factors, times: (1, 1), .. } = &tie.shape else { continue };
        let is_rate = |i: &&usize| node(i).unit == Unit::Rate;
        let (rates, bases): (Vec<&usize>, Vec<&usize>) = factors.iter().partition(is_rate);
        if let ([rate], [base]) = (&rates[..], &bases[..]) {
            parts.entry(**base).or_default().push(node(rate));
        }
    }
    for (base, rates) in parts {
        let all: Exact = rates.iter().map(|it| it.value.clone()).sum();
        if rates.len() >= 2 && node(&base).is_money() && all == Exact::from_integer(1.into()) {
            let terms = rates.iter().map(|it| (it.operand(), false)).collect();
            let relation = sum(terms, constant(1, 1));
            out.push(Candidate::new("shares", relation, Support::Layout, 79));
        }
    }
}

/// Adds the orders that the days of a document keep where they stand in line, and where they are told
/// of together: in one sentence, or one after the other in a form.
///
/// What a paper tells of in one breath it mostly tells as it comes; where it does not, nothing is said.
pub(super) fn days(book: &Book<'_>, out: &mut Vec<Candidate>) {
    let of = |field: &Field| {
        let day = arithmetic::date(&field.value)?;
        let number = Exact::from_integer(day.ordinal().into());
        let rect = *field.evidence.boxes.first()?;
        let page = (field.evidence.document, field.evidence.page);
        let mut it = Figure::new(page, rect, &number, Decimal::whole(1), Counts::Things)?;
        it.prose = field.route == Route::Clause;
        Some((field.id, it))
    };
    let (ids, figures): (Vec<FieldId>, Vec<Figure>) =
        book.draft.fields.iter().filter_map(of).unzip();
    let mut found = relate::orders(&figures);
    let field = |i: usize| book.draft.fields.get(ids[i].0 as usize);
    let ranges = dates::of_ranges(book);
    // What is a table's stands in columns; and the two days of a range are no others' neighbors.
    let is_told = |i: usize| {
        let it = field(i).filter(|it| it.cell.is_none() && it.route != Route::Table)?;
        let day = arithmetic::date(&it.value).filter(|it| !ranges.contains(it))?;
        Some((it.route, day))
    };
    let mut last = None;
    for (a, b) in relate::next_days(&figures) {
        let (Some((route, from)), Some((other, to))) = (is_told(a), is_told(b)) else { continue };
        if route != other || from >= to {
            continue;
        }
        match found.last_mut() {
            Some(chain) if last == Some(a) => chain.push(b),
            _ => found.push(vec![a, b]),
        }
        last = Some(b);
    }
    for chain in found {
        let dates = chain.into_iter().map(|i| ids[i]).collect();
        out.push(Candidate::new("days_in_order", Relation::Ordered { dates }, Support::Layout, 50));
    }
}

fn figure(book: &Book<'_>, node: &Node) -> Option<Figure> {
    let field = book.draft.fields.get(node.id.0 as usize)?;
    let (counts, step) = match &field.value {
        Value::Money(it) => {
            (Counts::Money(it.currency), Decimal { digits: 1, scale: it.amount.scale })
        }
        Value::Quantity(it) => (Counts::Things, Decimal { digits: 1, scale: it.scale }),
        Value::Rate(_) => {
            (Counts::Rate, Decimal { digits: 1, scale: places(&field.evidence.text) })
        }
        Value::Period(Period::Length { .. }) => (Counts::Time, Decimal::whole(1)),
        _ => return None,
    };
    let mut it = Figure::new(node.page, node.rect, &node.value, step, counts)?;
    it.prose = node.prose;
    it.cues = Cues {
        total: node.says_total(),
        named: node.labels.iter().any(|it| is_total(it)),
        rest: node.says_rest(),
        taken: node.subtracts(),
        price: node.is_unit_price() && node.is_money(),
    };
    Some(it)
}

/// A length of time as a number that amounts are multiplied by: `월 300,000원 × 12개월`.
fn length(field: &Field) -> Option<Node> {
    let Value::Period(Period::Length { count, .. }) = field.value else { return None };
    let labels = vec![squash(&field.label)];
    Some(Node {
        id: field.id,
        says: Says::of(&labels, ""),
        value: Exact::from_integer(count.into()),
        scaled: None,
        unit: Unit::Any,
        labels,
        meaning: String::new(),
        page: (field.evidence.document, field.evidence.page),
        rect: *field.evidence.boxes.first()?,
        cell: None,
        item: false,
        sentence: None,
        prose: !matches!(field.route, Route::LabelValue | Route::Table),
        at: 0..0,
    })
}

/// Places behind the point of a rate as printed, as a fraction of one.
fn places(text: &str) -> u8 {
    let digits = |it: &str| it.chars().take_while(char::is_ascii_digit).count();
    let after = text.split_once('.').map_or(0, |it| digits(it.1));
    let hundredths = if text.contains('%') { 2 } else { 0 };
    u8::try_from((after + hundredths).min(6)).unwrap_or(6)
}
