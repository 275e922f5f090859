//! The columns of a table, by their headers.

use std::ops::Range;

use super::super::layout::Text;
use super::setting::{Setting, Unit};
use super::sheet::within;
use super::vocabulary::{Sense, bracketed, key, shown};
use crate::value::Kind;

/// A column of a table.
#[derive(Debug, Clone)]
pub(super) struct Column {
    /// Its header as printed.
    pub(super) header: String,
    /// What the vocabulary says of it.
    pub(super) sense: Option<Sense>,
    /// The kind of its values; none for text.
    pub(super) kind: Option<Kind>,
    /// What an unknown header ends with: `가공단가` is a `단가`.
    pub(super) tail: Option<Sense>,
    /// What its header says of bare numbers.
    pub(super) unit: Unit,
    /// What stands in brackets behind its header.
    pub(super) counted_in: Option<String>,
    /// Whether that stands behind the header over several columns, which need not all count so.
    pub(super) counted_together: bool,
    /// Whether its header promises percent.
    pub(super) percent: bool,
    /// Whether digits under it are codes: `HS code` over `8483.40`.
    pub(super) coded: bool,
    /// The header over several columns that it stands under.
    pub(super) group: String,
    /// Its columns in the grid.
    pub(super) range: Range<usize>,
}

impl Column {
    /// A column by its header cell.
    pub(super) fn of(
        setting: &Setting<'_>,
        header: &Text,
        range: Range<usize>,
        groups: &[(Range<usize>, String)],
    ) -> Column {
        let sense = setting.vocabulary.column(&header.text).cloned();
        let kind = match &sense {
            Some(it) => it.kind.filter(|it| !matches!(it, Kind::Text)),
            None => setting
                .vocabulary
                .ending(&header.text)
                .filter(|it| !matches!(it, Kind::Text | Kind::Party)),
        };
        let over = groups.iter().find(|it| within(&range, &it.0));
        // `투입공수 (M/M)` over `조사 | 설계 | 계`: all of them count.
        let counts = over.and_then(|it| setting.vocabulary.column(&it.1));
        let counts = counts.filter(|it| it.kind == Some(Kind::Quantity));
        let plain = kind.is_none() || is_sum(&header.text);
        let (sense, kind) = match counts.filter(|_| plain) {
            Some(it) => (Some(it.clone()), Some(Kind::Quantity)),
            None => (sense, kind),
        };
        let tail = setting.vocabulary.ends_in(&header.text).filter(|_| sense.is_none());
        let group = over.map(|it| shown(&it.1));
        let own = counted_in(&header.text);
        Column {
            unit: Unit::of_label(&header.text).unwrap_or_default(),
            percent: header.text.contains('%'),
            coded: false,
            counted_together: own.is_none(),
            counted_in: own.or_else(|| counted_in(&over?.1)),
            header: shown(&header.text),
            group: group.unwrap_or_default(),
            tail: tail.cloned(),
            sense,
            kind,
            range,
        }
    }
    /// The kind of numbers that the unit behind its header counts: `거리(km)`, `금액(원)`.
    pub(super) fn counts_in(&self, setting: &Setting<'_>) -> Option<Kind> {
        if self.unit.currency.is_some() {
            return Some(Kind::Money);
        }
        setting.counted_in(self.counted_in.as_deref()?)
    }
    /// What the vocabulary calls it.
    pub(super) fn meaning(&self) -> Option<String> {
        self.sense.as_ref().map(|it| it.meaning.clone())
    }
    /// Whether it has a meaning.
    pub(super) fn means(&self, meaning: &str) -> bool {
        self.sense.as_ref().is_some_and(|it| it.meaning == meaning)
    }
    /// Whether its header calls it what one of something costs: `단가`, `가공단가`.
    pub(super) fn is_price(&self) -> bool {
        self.sense.as_ref().or(self.tail.as_ref()).is_some_and(|it| it.meaning == "unit_price")
    }
    /// Whether its header says that its values are amounts; a total is one of whatever its row counts.
    pub(super) fn promises_money(&self) -> bool {
        let known = self.sense.as_ref().or(self.tail.as_ref());
        let money = known.is_some_and(|it| it.kind == Some(Kind::Money));
        money && !is_sum(&self.header) || self.unit.currency.is_some()
    }
    /// Whether its header says that its values are texts.
    pub(super) fn promises_text(&self) -> bool {
        let known = self.sense.as_ref().or(self.tail.as_ref());
        known.is_some_and(|it| it.kind == Some(Kind::Text))
    }
    /// Whether its header says what its values count.
    pub(super) fn is_promised(&self) -> bool {
        let known = self.sense.as_ref().or(self.tail.as_ref());
        known.is_some_and(|it| it.kind.is_some()) || self.unit != Unit::default() || self.percent
    }
    /// Whether its values are amounts.
    pub(super) fn is_money(&self) -> bool {
        self.kind == Some(Kind::Money)
    }
    /// Whether its values are texts.
    pub(super) fn is_text(&self) -> bool {
        self.kind.is_none()
    }
}

/// The unit behind a header: in brackets, or its last word in small Latin letters: `Net kg`.
fn counted_in(header: &str) -> Option<String> {
    let (head, inside) = bracketed(header);
    let last = head.split_whitespace().skip(1).last();
    let last = last.filter(|it| it.len() <= 3 && it.chars().all(|c| c.is_ascii_lowercase()));
    inside.first().copied().or(last).map(str::to_owned)
}

/// Whether a text is a number with grouped thousands.
pub(super) fn is_grouped(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    digits >= 4 && letters <= 3 && text.contains([',', '.'])
}

/// Whether a text is a number without a unit.
pub(super) fn is_bare(text: &str) -> bool {
    let body = text.trim_start_matches(['-', '△', '▲', '−', '(', ' ']);
    body.starts_with(|c: char| c.is_ascii_digit())
        && body.chars().all(|c| c.is_ascii_digit() || ",.) ".contains(c))
}

/// Whether a label is that of a sum.
pub(super) fn is_sum(label: &str) -> bool {
    let (head, _) = bracketed(label);
    let key = key(head);
    [
        "합계",
        "소계",
        "총계",
        "누계",
        "합산",
        "총액",
        "총합계",
        "계",
        "subtotal",
        "total",
        "grandtotal",
        "sum",
        "movements",
        "zwischensumme",
        "gesamtsumme",
        "gesamtbetrag",
        "summe",
        "soustotal",
        "gesamt",
    ]
    .iter()
    .any(|it| {
        key == *it
            || key.ends_with(it) && it.chars().count() > 1
            || key.starts_with(it) && it.chars().count() > 2
    }) || key.ends_with('계') && key.chars().count() <= 6
}
