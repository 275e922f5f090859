//! Every number of a page that may be a value, whether or not some field came to hold it.
//!
//! Left out is what only looks like a number that counts: numbering of clauses, items and pages,
//! references to them, parts of codes, telephones, addresses and days, years, and numbers in the
//! names of things. A bare number without separators counts only where it stands alone.
//!
//! **Invariant:** what is listed stands on the page, each once, in reading order; a number with a
//! sign, a unit or separated thousands is never taken for numbering.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::super::draft::PrintedNumber;
use super::super::layout::{PageLayout, Row, Text};
use super::super::scan::{self, NumberForm};
use super::collect::{Claimed, evidence};
use super::mentions;
use super::setting::{Setting, Unit};

/// Digits that a number without separators may have: longer ones name something.
const LONGEST: usize = 7;

/// What ends before the number of a part of a paper: `Section 2.1`, `별표 1.2`.
static REFERS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)(?:\b(?:sections?|sec|clauses?|articles?|art|rules?|exhibits?|paragraphs?|paras?|schedules?|annex|appendix|no|nr|version|form|ziffer|abs)\b\.?|§|[#(]|별표|별지|붙임|서식|제)\s*$",
    )
    .expect("invariant: a constant pattern compiles")
});

/// Where a text stands among others.
#[derive(Debug, Clone, Copy)]
struct Stand {
    /// No other text is on its row.
    lone: bool,
    /// It begins a row that goes on with words.
    heads: bool,
}

/// A number of a page that may be a value.
pub(super) struct Listed<'p> {
    /// The text that it is in.
    pub(super) text: &'p Text,
    /// Where it is in the text, currency and unit included; the sign of a bare number stands before it.
    pub(super) range: Range<usize>,
    /// The number itself.
    pub(super) part: Text,
    /// How it is printed.
    pub(super) form: NumberForm,
    /// Whether amounts are printed so.
    pub(super) amount: bool,
}

impl Listed<'_> {
    /// What stands before it in its text.
    pub(super) fn before(&self) -> &str {
        self.text.text.get(..self.range.start).unwrap_or_default()
    }

    /// Whether it stands in the name of a thing, and does not look like an amount.
    pub(super) fn is_in_name(&self, named: &Claimed) -> bool {
        !self.amount && self.part.pieces.iter().any(|it| named.names(&it.rect))
    }
}

/// The places of a page's numbers but for those that `named` holds, which names things.
pub(super) fn printed(
    document: u32,
    listed: &[Listed<'_>],
    named: &Claimed,
) -> impl Iterator<Item = PrintedNumber> {
    let own = listed.iter().filter(|it| !it.is_in_name(named));
    own.map(move |it| PrintedNumber { place: evidence(document, &it.part), amount: it.amount })
}

/// The numbers of a page, those in names of things among them.
pub(super) fn listed<'p>(setting: &Setting<'_>, page: &'p PageLayout) -> Vec<Listed<'p>> {
    let counted = Counted::of(page);
    let context = setting.context(None, Unit::default());
    let cents = setting.currency.is_some_and(|it| it.minor_digits() == 2);
    let mut out = Vec::new();
    for (text, stand) in texts(page) {
        if !text.text.contains(|c: char| c.is_ascii_digit()) {
            continue;
        }
        for it in scan::numbers(&text.text, &context) {
            let part = text.slice(it.range.clone());
            let alone = is_alone(&text.text, &part.text);
            let amount = match it.form {
                NumberForm::Money | NumberForm::Grouped { cents: false } => true,
                NumberForm::Grouped { cents: true } => cents,
                NumberForm::Cents => cents && alone,
                NumberForm::Counted | NumberForm::Fraction | NumberForm::Plain => false,
            };
            let counts = match it.form {
                NumberForm::Plain => {
                    alone && is_plain_value(&part.text, stand) && !counted.counts(&part)
                }
                NumberForm::Cents | NumberForm::Fraction => {
                    // Where the comma begins decimals, `19.12` is a day.
                    let day = setting.decimal_comma && !part.text.contains(',');
                    let before = text.text.get(..it.range.start).unwrap_or_default();
                    let numbering = if alone {
                        is_short(&part.text) && (stand.heads || stand.lone)
                    } else {
                        before.trim().is_empty()
                            || REFERS.is_match(before)
                            || it.form == NumberForm::Fraction && is_short(&part.text)
                    };
                    !day && !numbering
                }
                NumberForm::Money | NumberForm::Grouped { .. } | NumberForm::Counted => true,
            };
            if counts {
                out.push(Listed { text, range: it.range, part, form: it.form, amount });
            }
        }
    }
    out
}

/// The runs of words of a page, and where each stands.
fn texts(page: &PageLayout) -> impl Iterator<Item = (&Text, Stand)> {
    let rows = page.rows.iter().flat_map(|row| of_row(row, true));
    let cells = page.grids.iter().flat_map(|it| &it.cells);
    let cells = cells.flat_map(|cell| {
        let first = cell.columns.start == 0;
        let all = cell.content.iter().flat_map(|row| of_row(row, false));
        all.map(move |(text, it)| (text, Stand { heads: it.heads || first, ..it }))
    });
    rows.chain(cells)
}

fn of_row(row: &Row, open: bool) -> impl Iterator<Item = (&Text, Stand)> {
    let all = &row.segments;
    let words = all.iter().skip(1).any(|it| it.text.text.contains(char::is_alphabetic));
    let lone = open && all.len() == 1;
    let stands = move |i: usize| Stand { lone, heads: i == 0 && words };
    all.iter().enumerate().map(move |(i, it)| (&it.text, stands(i)))
}

/// Whether digits without any separator that stand alone are more than numbering, a page or a year.
fn is_plain_value(digits: &str, stand: Stand) -> bool {
    let year = digits.len() == 4 && (digits.starts_with("19") || digits.starts_with("20"));
    let nothing = digits.bytes().all(|it| it == b'0');
    match digits.len() {
        1..=3 => !nothing && !stand.lone && !stand.heads,
        4..=LONGEST => !year && !nothing,
        _ => false,
    }
}

/// Whether a number has no more digits than the numbering of clauses: `12.3`.
fn is_short(number: &str) -> bool {
    number.split(['.', ',']).all(|it| it.len() <= 2)
}

/// Whether a number, with its sign, is all of a text.
fn is_alone(text: &str, number: &str) -> bool {
    let sign = |c: char| matches!(c, '-' | '−' | '△' | '▲' | '+' | ' ');
    text.trim_matches(sign) == number.trim_matches(sign)
}

/// Small numbers that stand alone and count upwards on a page: the first column of a list.
struct Counted {
    at: BTreeMap<u32, BTreeSet<i64>>,
    height: f32,
}

impl Counted {
    fn of(page: &PageLayout) -> Counted {
        let mut it = Counted { at: BTreeMap::new(), height: page.line_height.max(0.01) };
        for text in mentions::segments(page) {
            if let Some((number, x)) = it.placed(text) {
                it.at.entry(number).or_default().insert(x);
            }
        }
        it
    }

    fn placed(&self, text: &Text) -> Option<(u32, i64)> {
        let number = text.text.trim().parse().ok().filter(|it| *it < 1000)?;
        Some((number, (text.rect()?.center().0 / self.height) as i64))
    }

    fn counts(&self, text: &Text) -> bool {
        let Some((number, x)) = self.placed(text) else { return false };
        let stands = |it: Option<u32>| {
            it.and_then(|it| self.at.get(&it))
                .is_some_and(|all| all.range(x - 1..=x + 1).next().is_some())
        };
        number == 1 || stands(number.checked_sub(1)) || stands(number.checked_add(1))
    }
}
