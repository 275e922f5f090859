//! The numbers of one table as rows and columns, for [`super::lines`] and [`super::columns`].
//!
//! **Invariant:** one number per cell: the one of the column's usual kind.

use crate::analysis::Table;
use crate::number::{Decimal, Exact, Rounding, RoundingMode};
use crate::value::Currency;

use super::arithmetic::Unit;
use super::book::{Book, Node, squash};

/// A table's numbers.
pub(super) struct Grid<'a> {
    /// Index of the table.
    pub table: u32,
    /// The table.
    pub source: &'a Table,
    /// Columns that hold numbers, in order.
    pub columns: Vec<Column<'a>>,
    /// Body rows.
    pub height: usize,
}

/// A column of numbers of one unit.
pub(super) struct Column<'a> {
    /// Its place in the table.
    pub place: usize,
    /// What it counts.
    pub unit: Unit,
    /// Squashed header.
    pub label: String,
    /// The vocabulary's meaning; empty if none.
    pub meaning: String,
    /// One entry per body row.
    pub cells: Vec<Option<&'a Node>>,
}

impl Column<'_> {
    /// How many cells hold a number.
    pub(super) fn filled(&self) -> usize {
        self.cells.iter().flatten().count()
    }
    /// Whether it is money.
    pub(super) fn is_money(&self) -> bool {
        matches!(self.unit, Unit::Money(_))
    }
    /// Whether its header names a tax.
    pub(super) fn is_tax(&self) -> bool {
        matches!(self.meaning.as_str(), "vat" | "line_vat" | "commission_vat")
            || [
                "세액",
                "부가세",
                "부가가치세",
                "vat",
                "tax",
                "gst",
                "mwst",
                "ust",
                "tva",
                "btw",
                "iva",
            ]
            .iter()
            .any(|it| self.label.contains(it) && !self.label.contains("세율"))
    }
    /// Whether its header is a price of one thing.
    pub(super) fn is_price(&self) -> bool {
        self.meaning == "unit_price"
            || ["단가", "unitprice", "price"].iter().any(|it| self.label.contains(it))
    }
    /// Whether it says what is left after each row.
    pub(super) fn is_balance(&self) -> bool {
        self.meaning == "running_balance"
    }
}

/// All tables of a book.
pub(super) fn grids<'a>(book: &'a Book<'_>) -> Vec<Grid<'a>> {
    let tables = book.draft.tables.iter().enumerate();
    tables
        .map(|(n, source)| {
            let mut columns = Vec::new();
            for place in 0..source.columns.len() {
                columns.extend(column(book, source, place));
            }
            let table = u32::try_from(n).unwrap_or(u32::MAX);
            Grid { table, source, columns, height: source.rows.len() }
        })
        .collect()
}

/// Tables with the same header one after the other, over pages or side by side, are one list.
pub(super) fn lists<'g, 'a>(grids: &'g [Grid<'a>]) -> Vec<Vec<&'g Grid<'a>>> {
    let mut all: Vec<Vec<&Grid<'_>>> = Vec::new();
    for grid in grids {
        let goes_on = |it: &&mut Vec<&'g Grid<'a>>| {
            it.first().is_some_and(|it| it.source.columns == grid.source.columns)
        };
        match all.last_mut().filter(goes_on) {
            Some(it) => it.push(grid),
            None => all.push(vec![grid]),
        }
    }
    all
}

/// A column of a list from its first row to its last; what one of its tables lacks is empty.
pub(super) fn joined<'a>(list: &[&Grid<'a>], place: usize) -> Option<Column<'a>> {
    let own = |it: &&Grid<'a>| it.columns.iter().position(|it| it.place == place);
    let first = list.iter().find_map(|it| own(it).map(|at| &it.columns[at]))?;
    let cells = list.iter().flat_map(|it| {
        let column = own(it).map(|at| &it.columns[at]).filter(|it| it.unit == first.unit);
        (0..it.height).map(move |row| column.and_then(|it| it.cells[row]))
    });
    let (label, meaning) = (first.label.clone(), first.meaning.clone());
    Some(Column { place, unit: first.unit, label, meaning, cells: cells.collect() })
}

fn column<'a>(book: &'a Book<'_>, table: &Table, place: usize) -> Option<Column<'a>> {
    let nodes = |row: &[crate::analysis::Cell]| -> Vec<&'a Node> {
        let fields = row.get(place).map(|it| it.fields.as_slice()).unwrap_or_default();
        fields.iter().filter_map(|it| book.node(*it)).collect()
    };
    let all: Vec<Vec<&Node>> = table.rows.iter().map(|it| nodes(it)).collect();
    let mut units: Vec<Unit> = all.iter().flatten().map(|it| it.unit).collect();
    units.sort();
    // The usual unit; money before others where both are as frequent, as in `18% 619,668`.
    let count = |unit: &Unit| units.iter().filter(|it| *it == unit).count();
    let unit = units.iter().copied().max_by_key(|it| (count(it), matches!(it, Unit::Money(_))))?;
    let cells = all.iter().map(|it| it.iter().copied().find(|it| it.unit == unit)).collect();
    let label = table.columns.get(place).map(|it| squash(it)).unwrap_or_default();
    let meaning = table.meanings.get(place).cloned().flatten().unwrap_or_default();
    Some(Column { place, unit, label, meaning, cells })
}

/// The roundings that may lie between a computed amount and a printed one, the likeliest first.
pub(super) fn roundings(unit: Unit) -> Vec<Rounding> {
    let smallest = match unit {
        Unit::Money(it) => Decimal { digits: 1, scale: it.minor_digits() },
        _ => Decimal { digits: 1, scale: 2 },
    };
    // Won are cut off (절사), cents are rounded half up.
    let modes = if unit == Unit::Money(Currency::KRW) {
        [RoundingMode::Floor, RoundingMode::HalfUp, RoundingMode::Ceiling]
    } else {
        [RoundingMode::HalfUp, RoundingMode::Floor, RoundingMode::Ceiling]
    };
    let named = modes.into_iter().map(|mode| Rounding { mode, unit: smallest });
    [Rounding::NONE].into_iter().chain(named).collect()
}

/// Roundings to ten won, for amounts in won.
pub(super) fn ten_won(unit: Unit) -> impl Iterator<Item = Rounding> {
    let modes = [RoundingMode::Floor, RoundingMode::HalfUp];
    let won = unit == Unit::Money(Currency::KRW);
    modes.into_iter().filter(move |_| won).map(|mode| Rounding { mode, unit: Decimal::whole(10) })
}

/// The roundings to more than one won that a text states: `10원 미만 절사`.
pub(super) fn stated(text: &str) -> impl Iterator<Item = Rounding> {
    let text: String = text.chars().filter(|it| !it.is_whitespace()).collect();
    let mode = if text.contains("반올림") {
        RoundingMode::HalfUp
    } else if text.contains("올림") || text.contains("절상") {
        RoundingMode::Ceiling
    } else {
        RoundingMode::Floor
    };
    let units = [
        (["10원미만", "십원미만", "원단위", "일원단위"], 10),
        (["100원미만", "백원미만", "십원단위", "10원단위"], 100),
        (["1,000원미만", "1000원미만", "천원미만", "백원단위"], 1000),
    ];
    let named = units.into_iter().filter(move |it| it.0.iter().any(|word| text.contains(word)));
    named.map(move |it| Rounding { mode, unit: Decimal::whole(it.1) })
}

/// The first rounding that makes `computed` the printed value.
pub(super) fn fitting(computed: &Exact, printed: &Exact, allowed: &[Rounding]) -> Option<Rounding> {
    allowed.iter().find(|it| it.apply(computed) == *printed).cloned()
}
