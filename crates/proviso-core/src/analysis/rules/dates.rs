//! Dates that follow one another, and lengths that fit their first and last day.

use std::collections::{BTreeMap, BTreeSet};

use super::arithmetic::{self, actual_length, ends};
use super::book::{Book, squash};
use super::candidate::Candidate;
use crate::analysis::{Field, FieldId, Relation, Route, Support, Table};
use crate::number::Exact;
use crate::value::{Date, Kind, Period, TimeUnit, Value};

/// Labels of a first day, and those of the last day that belongs to it.
const SPANS: &[(&[&str], &[&str])] = &[
    (&["착수", "착공", "시작", "개시", "기산"], &["완료", "준공", "종료", "만료", "만기"]),
    (&["출발일", "체크인"], &["도착일", "복귀일", "체크아웃"]),
    (&["대여일", "대출일", "임대개시"], &["반납일", "상환일", "만기일", "임대종료"]),
    (
        &["startdate", "commence", "effectivedate", "periodfrom", "checkin", "departure"],
        &["enddate", "expir", "terminat", "completion", "periodto", "checkout", "return"],
    ),
];

/// A date and the field that says it.
struct Day<'a> {
    field: &'a Field,
    date: Date,
}

/// Whether a day means one of these; of a column whose days are an item's the header tells.
fn means(book: &Book<'_>, field: &Field, meanings: &[&str]) -> bool {
    let own = field.meaning.as_deref();
    let headed = || book.meanings(&squash(&field.label)).into_iter();
    own.is_some_and(|it| meanings.contains(&it))
        || own == Some("row_date") && headed().any(|it| meanings.contains(&it))
}

fn is_issue(book: &Book<'_>, field: &Field) -> bool {
    means(book, field, &["issue_date"])
}

fn is_due(book: &Book<'_>, field: &Field) -> bool {
    is_deadline(book, field) || means(book, field, &["delivery_date"])
}

/// A due date that cannot lie before the paper; goods may have been delivered before they are
/// invoiced.
fn is_deadline(book: &Book<'_>, field: &Field) -> bool {
    means(book, field, &["due_date", "valid_until"])
}

/// Finds rules over dates.
pub(super) fn find(book: &Book<'_>, out: &mut Vec<Candidate>) {
    let fields = &book.draft.fields;
    let day = |field| Some(Day { field, date: arithmetic::date(&field.value)? });
    let (days, cells): (Vec<_>, Vec<_>) =
        fields.iter().filter_map(day).partition(|it: &Day<'_>| it.field.cell.is_none());
    spans(book, &days, &cells, out);
    issued(book, &days, out);
    payments(book, &days, out);
    alone(book, &days, out);
    entries(book, out);
    deliveries(book, &days, out);
}

/// The first and the last days of the ranges that a paper prints.
pub(super) fn of_ranges(book: &Book<'_>) -> BTreeSet<Date> {
    let range = |it: &Field| match it.value {
        Value::Period(Period::Range { start, end }) => vec![start, end],
        _ => Vec::new(),
    };
    book.draft.fields.iter().flat_map(range).collect()
}

/// A paper's own day, and those that are to come after it.
fn issued(book: &Book<'_>, days: &[Day<'_>], out: &mut Vec<Candidate>) {
    let labelled = days.iter().any(|it| is_issue(book, it.field));
    // A contract may be signed when its term has begun.
    let to_come = book.draft.document_type != "contract";
    // Without a label for it a paper's own day stands alone, by its head or above the signatures. Of
    // any other nothing is known that could be broken.
    // The days of a range are those of what the paper is about.
    let ranged = of_ranges(book);
    let alone = |it: &&Day<'_>| it.field.route == Route::Letterhead && !ranged.contains(&it.date);
    let own: Vec<&Day<'_>> = if labelled {
        let all = || days.iter().filter(|it| is_issue(book, it.field));
        // A column of days may be called as the paper's own is.
        let said = |it: &&Day<'_>| it.field.meaning.as_deref() == Some("issue_date");
        if all().any(|it| said(&it)) { all().filter(said).collect() } else { all().collect() }
    } else {
        days.iter().find(alone).into_iter().collect()
    };
    for issue in &own {
        // The same day printed again says nothing new.
        let mut known: BTreeSet<Date> = BTreeSet::new();
        let others = days.iter().filter(|it| it.field.id != issue.field.id);
        for due in others.filter(|it| !(labelled && is_issue(book, it.field))) {
            if due.field.evidence.document != issue.field.evidence.document {
                continue;
            }
            // What lies ahead of a paper's own day is to come, whatever it is called.
            let told = is_due(book, due.field);
            let ahead = to_come && due.date > issue.date;
            if !(told || ahead) || !known.insert(due.date) {
                continue;
            }
            let relation = Relation::Ordered { dates: vec![issue.field.id, due.field.id] };
            let alarms = labelled
                && is_deadline(book, due.field)
                && beside(issue.field, due.field)
                && has_year(&due.field.evidence.text);
            out.push(
                Candidate::new("issue_before_due", relation, Support::Template, 70)
                    .claiming(due.field.id, "due")
                    .alarming(alarms),
            );
            if told {
                terms(book, issue, due, out);
            }
        }
        // One date of issue is enough.
        if days.iter().any(|it| is_due(book, it.field)) {
            break;
        }
    }
}

/// The two days of a paper that prints no others: the one that is printed first comes first.
fn alone(book: &Book<'_>, days: &[Day<'_>], out: &mut Vec<Candidate>) {
    let printed: BTreeSet<Date> =
        book.draft.fields.iter().filter_map(|it| arithmetic::date(&it.value)).collect();
    let mut first = days.iter();
    let (Some(a), 2) = (first.next(), printed.len()) else { return };
    let Some(b) = first.find(|it| it.date != a.date) else { return };
    if a.date < b.date && a.field.evidence.document == b.field.evidence.document {
        let relation = Relation::Ordered { dates: vec![a.field.id, b.field.id] };
        out.push(Candidate::new("days_in_order", relation, Support::Layout, 50));
    }
}

/// The days of items: a row's in their order, and none before the paper where they are to come.
fn deliveries(book: &Book<'_>, days: &[Day<'_>], out: &mut Vec<Candidate>) {
    // What is overdue is the very point of a statement, and goods come before their invoice.
    let ahead = !matches!(book.draft.document_type.as_str(), "statement" | "invoice");
    let mut issues: BTreeMap<u32, &Field> = BTreeMap::new();
    for it in days.iter().filter(|it| is_issue(book, it.field)) {
        issues.entry(it.field.evidence.document).or_insert(it.field);
    }
    for table in &book.draft.tables {
        let mut pairs: BTreeMap<(usize, usize), Vec<(&Field, &Field)>> = BTreeMap::new();
        let mut first: Vec<(&Field, &Field)> = Vec::new();
        for row in &table.rows {
            let cells = row.iter().enumerate().filter_map(|(place, cell)| {
                let mut dates = cell.fields.iter().filter_map(|it| {
                    let field = book.draft.fields.get(it.0 as usize)?;
                    (field.value.kind() == Kind::Date).then_some(field)
                });
                dates.next().filter(|_| dates.next().is_none()).map(|it| (place, it))
            });
            let cells: Vec<(usize, &Field)> = cells.collect();
            for it in cells.windows(2) {
                let [(a, from), (b, to)] = it else { continue };
                if are_ends(from, to) {
                    out.push(ends_of(from, to));
                } else if !has_happened(from) {
                    pairs.entry((*a, *b)).or_default().push((from, to));
                }
            }
            let Some((_, due)) = cells.iter().find(|it| is_due(book, it.1)) else { continue };
            first.extend(issues.get(&due.evidence.document).map(|it| (*it, *due)));
        }
        for rows in pairs.values() {
            // Where no word says that one day comes after the other, the rows do.
            if rows.iter().all(|it| is_due(book, it.1)) || are_in_turn(rows) {
                in_order(rows, "row order", ahead, out);
            }
        }
        in_order(&first, "row days", ahead, out);
    }
}

/// Rows whose two days stand in order, but for one at most, are hardly a chance from so many on: eight ways
/// of 128. From half as many on they are where all days follow one another, row after row.
const ROWS: usize = 7;

/// Whether rows of two days each say that the first comes before the second, but in one of them at most.
fn are_in_turn(rows: &[(&Field, &Field)]) -> bool {
    let days = |it: &(&Field, &Field)| {
        Some((arithmetic::date(&it.0.value)?, arithmetic::date(&it.1.value)?))
    };
    let Some(days) = rows.iter().map(days).collect::<Option<Vec<(Date, Date)>>>() else {
        return false;
    };
    let kept: Vec<&(Date, Date)> = days.iter().filter(|it| it.0 < it.1).collect();
    let follow = || kept.windows(2).all(|it| it[0].1 <= it[1].0);
    kept.len() + 1 >= days.len() && (days.len() >= ROWS || kept.len() * 2 >= ROWS && follow())
}

/// Whether a day in a row is one on which something was done, which may be late.
fn has_happened(field: &Field) -> bool {
    let label = squash(&field.label);
    ["입고", "입금", "결제", "완료", "지급", "수령", "received", "paid", "delivered", "shipped"]
        .iter()
        .any(|it| label.contains(it))
}

/// Whether a day is printed with its year: three numbers, two beside a month in letters. One without may be
/// of the next year.
fn has_year(text: &str) -> bool {
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|it| !it.is_empty()).count();
    numbers > 1 + usize::from(!text.contains(|c: char| c.is_ascii_alphabetic()))
        || text.len() == COMPACT && numbers == 1
}

/// Digits of a day that nothing parts: `20251104`.
const COMPACT: usize = 8;

/// Pairs of days that most rows have in order; one of several that has not is a slip.
fn in_order(
    rows: &[(&Field, &Field)],
    claim: &'static str,
    alarms: bool,
    out: &mut Vec<Candidate>,
) {
    let n_back = rows
        .iter()
        .filter(|it| arithmetic::date(&it.0.value) > arithmetic::date(&it.1.value))
        .count();
    if n_back > 1 || rows.len() < 2 || n_back == 1 && rows.len() < 4 {
        return;
    }
    for (from, to) in rows {
        let relation = Relation::Ordered { dates: vec![from.id, to.id] };
        out.push(
            Candidate::new("row_days", relation, Support::Layout, 64)
                .claiming(to.id, claim)
                .alarming(alarms && [from, to].iter().all(|it| has_year(&it.evidence.text))),
        );
    }
}

/// Steps from day to day that are hardly a chance: one order of two dozen.
const LEAST_STEPS: usize = 3;

/// The days of an account's entries, in their order.
fn entries(book: &Book<'_>, out: &mut Vec<Candidate>) {
    for table in &book.draft.tables {
        let column =
            |meaning: &str| table.meanings.iter().position(|it| it.as_deref() == Some(meaning));
        let (Some(day), Some(_)) = (column("row_date"), column("running_balance")) else {
            continue;
        };
        let dates: Vec<&Field> = dates_in(book, table, day);
        let days: Vec<Date> = dates.iter().filter_map(|it| arithmetic::date(&it.value)).collect();
        let n_back = days.windows(2).filter(|it| it[0] > it[1]).count();
        let n_on = days.windows(2).filter(|it| it[0] < it[1]).count();
        if dates.len() < 3 || days.len() != dates.len() {
            continue;
        }
        let ids = dates.iter().map(|it| it.id).collect();
        out.push(
            Candidate::new(
                "entries_in_order",
                Relation::Ordered { dates: ids },
                Support::Layout,
                66,
            )
            .claiming(dates[0].id, "entries")
            // One day out of line is a slip; several are an order of another kind, and a few
            // days stand in order by chance.
            .alarming(n_back == 1 && n_on >= LEAST_STEPS),
        );
    }
}

/// The fields of a table's column: cells know their fields in every table, fields know their cell only
/// among items.
fn in_column<'b>(
    book: &'b Book<'_>,
    table: &'b Table,
    column: usize,
) -> impl Iterator<Item = &'b Field> {
    let cells = table.rows.iter().filter_map(move |row| row.get(column));
    let ids = cells.flat_map(|it| &it.fields);
    ids.filter_map(|it| book.draft.fields.get(it.0 as usize))
}

/// Those that are dates.
fn dates_in<'b>(book: &'b Book<'_>, table: &'b Table, column: usize) -> Vec<&'b Field> {
    in_column(book, table, column).filter(|it| it.value.kind() == Kind::Date).collect()
}

/// Whether two dates belong to one head of a paper: labelled both, and no pages apart.
fn beside(a: &Field, b: &Field) -> bool {
    let labelled = |it: &Field| it.route != Route::Clause;
    labelled(a) && labelled(b) && a.evidence.page.abs_diff(b.evidence.page) <= 1
}

/// Whether labels say that one day is the first and the other the last of something.
fn are_ends(a: &Field, b: &Field) -> bool {
    let means = |it: &Field, wanted: &str| it.meaning.as_deref() == Some(wanted);
    let (first, last) = (squash(&a.label), squash(&b.label));
    means(a, "start_date") && means(b, "end_date")
        || SPANS.iter().any(|(from, to)| {
            from.iter().any(|it| first.contains(it)) && to.iter().any(|it| last.contains(it))
        })
}

/// A range states its first and its last day; both are dates as well.
fn spans(book: &Book<'_>, days: &[Day<'_>], cells: &[Day<'_>], out: &mut Vec<Candidate>) {
    let fields = &book.draft.fields;
    let mut pairs: Vec<(&Field, &Field)> = Vec::new();
    for (n, range) in fields.iter().enumerate() {
        let Value::Period(Period::Range { start, end }) = range.value else { continue };
        let near = |wanted: Date, but: Option<FieldId>| {
            let all = days.iter().chain(cells);
            let same = all.filter(|it| it.date == wanted && Some(it.field.id) != but);
            same.min_by_key(|it| {
                let label = it.field.label != range.label;
                (label, it.field.id.0.abs_diff(u32::try_from(n).unwrap_or(u32::MAX)))
            })
        };
        if let Some(a) = near(start, None)
            && let Some(b) = near(end, Some(a.field.id))
        {
            pairs.push((a.field, b.field));
        }
    }
    let (starts, ends): (Vec<FieldId>, Vec<FieldId>) =
        pairs.iter().map(|it| (it.0.id, it.1.id)).unzip();
    for pair in days.windows(2) {
        let [a, b] = pair else { continue };
        let label = squash(&a.field.label);
        let named = are_ends(a.field, b.field);
        let together = a.field.evidence.text == b.field.evidence.text
            || a.field.id.0 + 1 == b.field.id.0
            || close(book, a.field, b.field);
        let span = ["기간", "term", "period"].iter().any(|it| label.contains(it));
        // The days of a range that is printed as one belong to each other.
        let apart = starts.contains(&b.field.id) || ends.contains(&a.field.id);
        let same =
            !label.is_empty() && label == squash(&b.field.label) && together && span && !apart;
        if named || same {
            pairs.push((a.field, b.field));
        }
    }
    pairs.dedup_by_key(|it| (it.0.id, it.1.id));
    for (a, b) in pairs {
        out.push(ends_of(a, b));
        lengths(book, a, b, out);
    }
}

/// That a first day lies before its last.
fn ends_of(a: &Field, b: &Field) -> Candidate {
    let relation = Relation::Ordered { dates: vec![a.id, b.id] };
    Candidate::new("start_before_end", relation, Support::Template, 75)
        .claiming(b.id, "end")
        .alarming(true)
}

fn close(book: &Book<'_>, a: &Field, b: &Field) -> bool {
    let spot = |field: &Field| {
        book.draft.paragraphs.iter().position(|it| it.fields.iter().any(|it| it.1 == field.id))
    };
    match (spot(a), spot(b)) {
        (Some(a), Some(b)) => a == b,
        _ => false,
    }
}

/// Lengths under the label of a span, or in its paragraph.
fn lengths(book: &Book<'_>, start: &Field, end: &Field, out: &mut Vec<Candidate>) {
    let (Some(first), Some(last)) = (arithmetic::date(&start.value), arithmetic::date(&end.value))
    else {
        return;
    };
    let mut misses = Vec::new();
    let mut told = false;
    for field in book.draft.fields.iter().filter(|it| it.value.kind() == Kind::Period) {
        let Value::Period(Period::Length { count, unit }) = field.value else { continue };
        let same_label = !field.label.is_empty()
            && squash(&field.label) == squash(&start.label)
            && field.id.0.abs_diff(start.id.0) <= 4;
        let near = field.id.0.abs_diff(end.id.0) <= 2;
        let fits = ends(first, count, unit).is_some_and(|it| it.contains(&last));
        told |= fits && field.evidence.page == start.evidence.page;
        if !(same_label || close(book, field, start) || near) {
            continue;
        }
        // Another length in the same paragraph (a notice, a renewal) is no error of this one: only
        // a near miss under the same label is one.
        let miss = actual_length(first, last, unit).is_some_and(|it| match it {
            Period::Length { count: actual, .. } => {
                actual.abs_diff(count) <= 2 || actual == count.saturating_mul(2)
            }
            _ => false,
        });
        let whole = matches!(unit, TimeUnit::Months | TimeUnit::Years);
        if fits || (same_label && miss && whole) {
            let relation = Relation::Length { start: start.id, end: end.id, length: field.id };
            let found = Candidate::new("length", relation, Support::Template, 72)
                .claiming(field.id, "length")
                .alarming(!fits);
            if fits { out.push(found) } else { misses.push(found) }
        }
    }
    // Where one length fits, another one speaks of something else: a renewal, a notice.
    if !told {
        out.append(&mut misses);
    }
}

/// "30 days" between the issue and the due date, where it fits.
fn terms(book: &Book<'_>, issue: &Day<'_>, due: &Day<'_>, out: &mut Vec<Candidate>) {
    for field in book.draft.fields.iter().filter(|it| it.value.kind() == Kind::Period) {
        let Value::Period(Period::Length { count, unit }) = field.value else { continue };
        let near = field.id.0.abs_diff(due.field.id.0) <= 3
            || matches!(field.meaning.as_deref(), Some("payment_terms" | "valid_until"));
        if near && ends(issue.date, count, unit).is_some_and(|it| it.contains(&due.date)) {
            let relation =
                Relation::Length { start: issue.field.id, end: due.field.id, length: field.id };
            out.push(
                Candidate::new("length", relation, Support::Template, 60)
                    .claiming(field.id, "length"),
            );
        }
    }
}

const PARTS: &[&str] = &[
    "계약금",
    "선금",
    "착수금",
    "중도금",
    "잔금",
    "1차",
    "2차",
    "3차",
    "first",
    "second",
    "third",
    "final",
];

/// Due dates of payments in parts, in their order.
fn payments(book: &Book<'_>, days: &[Day<'_>], out: &mut Vec<Candidate>) {
    for table in &book.draft.tables {
        let shares = table.meanings.iter().any(|it| it.as_deref() == Some("share"))
            || table
                .rows
                .iter()
                .filter(|row| row.iter().any(|it| is_part(&squash(&it.text))))
                .count()
                >= 2
            || (0..table.columns.len()).any(|place| is_divided(book, table, place));
        if !shares {
            continue;
        }
        for place in 0..table.columns.len() {
            chain(&dates_in(book, table, place), out);
        }
    }
    let named: Vec<&Field> =
        days.iter().map(|it| it.field).filter(|it| is_part(&squash(&it.label))).collect();
    // `1차 질의`, `2차 질의`, `1차 심사`: each matter has its own turns.
    let mut turns: BTreeMap<String, Vec<&Field>> = BTreeMap::new();
    for field in named {
        let matter = PARTS.iter().fold(squash(&field.label), |it, part| it.replace(part, ""));
        let once = turns.entry(matter).or_default();
        if once.iter().all(|it| it.label != field.label) {
            once.push(field);
        }
    }
    for once in turns.values() {
        chain(once, out);
    }
}

/// Whether the rates of a column are the parts of one whole.
fn is_divided(book: &Book<'_>, table: &Table, place: usize) -> bool {
    let rates = in_column(book, table, place).filter_map(|it| match &it.value {
        Value::Rate(it) => Some(it),
        _ => None,
    });
    let rates: Vec<&Exact> = rates.collect();
    rates.len() > 1 && rates.into_iter().sum::<Exact>() == Exact::from_integer(1.into())
}

fn is_part(label: &str) -> bool {
    !label.contains("계약금액") && PARTS.iter().any(|it| label.contains(it))
}

fn chain(dates: &[&Field], out: &mut Vec<Candidate>) {
    if dates.len() < 2 {
        return;
    }
    let ids = dates.iter().map(|it| it.id).collect();
    out.push(
        Candidate::new(
            "payments_in_order",
            Relation::Ordered { dates: ids },
            Support::Template,
            68,
        )
        .claiming(dates[0].id, "payments")
        .alarming(true),
    );
}

#[cfg(test)]
mod tests {
    use super::has_year;

    #[test]
    fn a_year_is_one_number_more_than_month_and_day() {
        for with in
            ["2025-11-04", "25.11.04", "2025년 11월 4일", "4 Nov 2025", "Nov 4, 25", "20251104"]
        {
            assert!(has_year(with), "{with}");
        }
        for without in ["11/4", "11월 4일", "4 November", "Nov 4th", "11. 4."] {
            assert!(!has_year(without), "{without}");
        }
    }
}
