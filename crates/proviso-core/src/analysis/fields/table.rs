//! Tables: columns by their headers, body rows, totals.
//!
//! **Invariant:** cells of item tables become fields named by their column; in other tables a value
//! is named by its row's header and its column's. Names of items are cells only.

mod ends;
mod kinds;
mod totals;

use std::ops::Range;

use super::super::layout::Text;
use super::super::scan::{self, Context, Found};
use super::super::{Cell, CellRef, FieldId, Route, Table, TableKind, TableTotal};
use super::collect::{Seed, Slot};
use super::column::{Column, is_bare};
use super::output::{Output, waiting};
use super::party;
use super::setting::{Setting, Unit};
use super::shape::Shape;
use super::sheet::{Sheet, within};
use super::values::{self, Label};
use super::vocabulary::key;
use crate::value::{Date, Kind, Value};

/// Reads the table under a header; the answer is the first grid row behind it.
pub(super) fn read(
    sheet: &Sheet<'_>,
    out: &mut Output,
    setting: &Setting<'_>,
    columns: Vec<Column>,
    body: usize,
    unit: Unit,
) -> usize {
    for column in columns.iter().filter(|it| it.is_money() && it.percent) {
        // `소득세 (3%)`: the rate of all amounts below.
        let above = sheet.rows.get(body.saturating_sub(3)..body).unwrap_or_default();
        let mut heads = above.iter().flatten().rev().copied();
        if let Some(head) = heads.find(|i| sheet.cell(*i).columns == column.range) {
            values::in_label(&mut out.fields, setting, &sheet.texts[head], Route::Table);
        }
    }
    for i in sheet.rows.get(body.saturating_sub(2)..body).unwrap_or_default().iter().flatten() {
        out.fields.name(&sheet.texts[*i]);
    }
    let end = ends::body_end(sheet, setting, &columns, body);
    let mut whole = Body { sheet, setting, unit, columns };
    whole.decide_kinds(body..end);
    let columns = whole.columns;
    let end = ends::body_end(sheet, setting, &columns, body);
    for part in Sheet::parts(&columns) {
        Body { sheet, setting, unit, columns: columns[part].to_vec() }.read(out, body..end);
    }
    end.max(body)
}

/// One table over its body rows.
struct Body<'a> {
    sheet: &'a Sheet<'a>,
    setting: &'a Setting<'a>,
    unit: Unit,
    columns: Vec<Column>,
}

impl Body<'_> {
    fn read(self, out: &mut Output, rows: Range<usize>) {
        let rows: Vec<usize> = rows
            .filter(|r| !self.cells(*r).is_empty() && !self.is_blank(&self.cells(*r)))
            .collect();
        let n_body = rows.iter().filter(|r| self.total(**r).is_none()).count();
        if rows.is_empty() {
            return;
        }
        let kind = self.kind(&rows, n_body);
        if n_body == 1 && kind == TableKind::Other && self.columns.len() > 2 {
            self.single(out, &rows);
            return;
        }
        let index = u32::try_from(out.tables.len()).unwrap_or(u32::MAX);
        let page = rows
            .iter()
            .flat_map(|r| self.cells(*r))
            .map(|i| self.sheet.texts[i].page())
            .next()
            .unwrap_or(1);
        let mut table = Table {
            kind,
            page,
            columns: self.columns.iter().map(|it| it.header.clone()).collect(),
            meanings: self.columns.iter().map(Column::meaning).collect(),
            rows: Vec::new(),
            totals: Vec::new(),
        };
        let mut since = 0;
        for r in rows {
            let below = !table.totals.is_empty();
            let total = self.total(r).map(|i| (i, self.sheet.texts[i].clone()));
            match total.or_else(|| self.settling(r).filter(|_| below)) {
                Some((last, label)) => {
                    let n = table.rows.len() as u32;
                    let from = if since == n { 0 } else { since };
                    for (column, slot) in self.read_total(out, r, last, &label) {
                        let total = TableTotal {
                            column: column as u32,
                            field: waiting(slot),
                            rows: (from, n),
                        };
                        table.totals.push(total);
                    }
                    since = n;
                }
                None => {
                    let place = CellRef { table: index, row: table.rows.len() as u32, column: 0 };
                    let row = match kind {
                        TableKind::Items => self.read_item(out, r, place),
                        TableKind::Other => self.read_other(out, r),
                    };
                    table.rows.push(row);
                }
            }
        }
        out.tables.push(table);
    }

    /// `- 이하 여백 -`: nothing follows; a heading over a group of rows is no row either.
    fn is_blank(&self, cells: &[usize]) -> bool {
        let [only] = cells else { return false };
        if let (Some(first), Some(last)) = (self.columns.first(), self.columns.last())
            && self.sheet.is_group(self.setting, cells, &(first.range.start..last.range.end))
        {
            return true;
        }
        let key = key(self.sheet.text(*only));
        key.is_empty()
            || matches!(key.as_str(), "이하여백" | "여백" | "끝" | "nothingfollows" | "blankbelow")
    }

    /// Non-empty cells of a row within this table.
    fn cells(&self, r: usize) -> Vec<usize> {
        let (Some(first), Some(last)) = (self.columns.first(), self.columns.last()) else {
            return Vec::new();
        };
        let all = first.range.start..last.range.end;
        self.sheet.rows[r]
            .iter()
            .copied()
            .filter(|i| within(&self.sheet.cell(*i).columns, &all))
            .collect()
    }

    /// The first column of texts.
    fn head(&self) -> Option<usize> {
        self.columns.iter().position(Column::is_text)
    }

    /// Whether rows are named by labels of amounts: they are no items.
    fn names_amounts(&self, rows: &[usize]) -> bool {
        // `Date | Category | Details`: what an item is called says more than what it falls under.
        let item = self.columns.iter().position(|it| it.means("item"));
        let Some(head) = item.or(self.head()) else { return false };
        let (mut named, mut all) = (0, 0);
        for r in rows.iter().filter(|r| self.total(**r).is_none()) {
            let own = self.cells(*r).into_iter().find(|i| self.column_of(*i) == Some(head));
            let sense = own.and_then(|i| self.setting.vocabulary.label(self.sheet.text(i)));
            all += 1;
            named += usize::from(sense.is_some_and(|it| it.kind == Some(Kind::Money)));
        }
        named * 2 > all
    }

    /// Whether the name of a row says that it holds amounts, where a column counts: `금액(원)` under
    /// `전기(kWh)`.
    fn is_priced(&self, r: usize, column: &Column) -> bool {
        let own = |head: usize| {
            let own = self.cells(r).into_iter().find(|i| self.column_of(*i) == Some(head))?;
            Unit::of_label(self.sheet.text(own))
        };
        column.kind == Some(Kind::Quantity)
            && column.sense.is_none()
            && self.head().and_then(own).is_some_and(|it| it.currency.is_some())
    }

    fn kind(&self, rows: &[usize], n_body: usize) -> TableKind {
        let count = |kind: Kind| self.columns.iter().filter(|it| it.kind == Some(kind)).count();
        let unit_price = self.columns.iter().any(|it| it.means("unit_price"));
        let (money, quantity) = (count(Kind::Money), count(Kind::Quantity));
        let text = self.columns.iter().any(Column::is_text);
        // `년 | 월 | 일` head the day of the paper, not that of an item.
        if n_body == 1
            && ["년", "월", "일"].iter().all(|it| self.columns.iter().any(|own| own.header == *it))
        {
            return TableKind::Other;
        }
        let counted = (quantity > 0 || unit_price) && money > 0;
        let dated = count(Kind::Date) > 0 || self.columns.iter().any(|it| it.means("month"));
        let listed = money == 1 && self.columns.len() > 2 || dated && money > 0;
        let share = self.columns.iter().any(|it| it.means("share"));
        // One row may be all that a page break left of a list.
        let named = self.columns.iter().any(|it| it.means("item"));
        let computed = self.columns.iter().any(|it| it.means("calculation"));
        // Entries of an account are a list, whatever they are for.
        let booked = ["row_date", "running_balance"]
            .iter()
            .all(|it| self.columns.iter().any(|column| column.means(it)));
        // So are expenses in several currencies.
        let booked = booked || self.columns.iter().any(|it| it.means("currency"));
        let listed = listed && !computed && (booked || !self.names_amounts(rows));
        if text && (counted || listed && !share && (n_body > 1 || named)) && self.columns.len() > 2
        {
            TableKind::Items
        } else {
            TableKind::Other
        }
    }

    fn column_of(&self, i: usize) -> Option<usize> {
        let cell = &self.sheet.cell(i).columns;
        self.columns.iter().rposition(|it| it.range.start < cell.end && cell.start < it.range.end)
    }

    /// Reads one cell; percent headers lend their sign to bare numbers.
    fn values(&self, out: &mut Output, label: &Label, column: &Column, text: &Text) -> Vec<Slot> {
        if column.percent && label.kind == Some(Kind::Rate) {
            let context = self.setting.context(Some(Kind::Rate), Unit::default());
            let context = Context { percent: true, ..context };
            if let Some(found) = values::whole(&text.text, &context) {
                let slot = values::add(
                    &mut out.fields,
                    self.setting,
                    label,
                    text,
                    found,
                    Route::Table,
                    None,
                );
                return slot.into_iter().collect();
            }
        }
        values::under(&mut out.fields, self.setting, label, text, Route::Table)
    }

    /// The cell that covers a column in a row, cells merged over several rows included.
    fn covering(&self, r: usize, column: &Column) -> Option<usize> {
        self.sheet.grid.cells.iter().position(|it| {
            it.rows.contains(&r)
                && it.columns.start < column.range.end
                && column.range.start < it.columns.end
        })
    }

    fn read_item(&self, out: &mut Output, r: usize, place: CellRef) -> Vec<Cell> {
        let mut row = vec![Cell::default(); self.columns.len()];
        let cells = self.cells(r);
        let currency = self.currency(r);
        // What has neither a count nor a price is a charge: `Volume discount 4%` tells its rate.
        let asks = |it: &Column| it.kind == Some(Kind::Quantity) || it.means("unit_price");
        let told =
            |it: &Column| cells.iter().any(|i| within(&self.sheet.cell(*i).columns, &it.range));
        let charge =
            self.columns.iter().any(asks) && !self.columns.iter().any(|it| asks(it) && told(it));
        for (c, column) in self.columns.iter().enumerate() {
            let own: Vec<usize> =
                cells.iter().copied().filter(|i| self.column_of(*i) == Some(c)).collect();
            if own.is_empty() {
                let above = self.covering(r, column).filter(|i| self.sheet.cell(*i).rows.start < r);
                row[c].text = above.map(|i| self.sheet.text(i).to_owned()).unwrap_or_default();
                continue;
            }
            for i in own {
                let text = &self.sheet.texts[i];
                if !row[c].text.is_empty() {
                    row[c].text.push(' ');
                }
                row[c].text.push_str(&text.text);
                let place = CellRef { column: c as u32, ..place };
                let exchanged = self.is_exchanged(r, text, currency);
                let currency = if exchanged { Unit::default() } else { currency };
                let label = Label {
                    shown: vec![column.header.clone()],
                    meaning: column.meaning(),
                    unit: column.unit.or(currency),
                    ..Label::default()
                };
                let Some(kind) = column.kind else {
                    self.no_field(out, column, text);
                    row[c].fields.extend(self.computed(out, r, column, text));
                    if charge {
                        let rates =
                            values::in_label(&mut out.fields, self.setting, text, Route::Table);
                        row[c].fields.extend(rates.into_iter().map(waiting));
                    }
                    // Where an amount goes is no name of an item.
                    if column.means("account") && text.text.contains(|c: char| c.is_ascii_digit()) {
                        let value = Value::Text(text.text.clone());
                        let seed = values::seed(&label, value, text.clone(), 0.9, Route::Table);
                        let slot = out.fields.add(Seed { cell: Some(place), ..seed });
                        row[c].fields.extend(slot.map(waiting));
                    }
                    continue;
                };
                let kind = if self.is_priced(r, column) { Kind::Money } else { kind };
                for found in self.item_values(column, kind, text, currency) {
                    let slot = values::add(
                        &mut out.fields,
                        self.setting,
                        &label,
                        text,
                        found,
                        Route::Table,
                        Some(place),
                    );
                    row[c].fields.extend(slot.map(waiting));
                }
            }
        }
        self.month_and_day(out, &mut row, r, place);
        row
    }

    /// A cell of a column of texts: it names what its row is about, or is a code.
    fn no_field(&self, out: &mut Output, column: &Column, text: &Text) {
        if column.coded && is_bare(&text.text) {
            out.fields.code(text);
        } else {
            out.fields.name(text);
        }
    }

    /// What a column of formulas says in an item's row, under the item's name.
    fn computed(&self, out: &mut Output, r: usize, column: &Column, text: &Text) -> Vec<FieldId> {
        let formula =
            column.means("calculation") || text.text.contains(" × ") || text.text.contains(" x ");
        if !formula || column.means("item") && !text.text.contains('=') {
            return Vec::new();
        }
        let head = self
            .head()
            .and_then(|c| self.cells(r).into_iter().find(|i| self.column_of(*i) == Some(c)));
        let label = head.map(|i| Label::of(self.setting, self.sheet.text(i))).unwrap_or_default();
        let slots = values::mentioned(&mut out.fields, self.setting, &label, text, Route::Table);
        slots.into_iter().map(waiting).collect()
    }

    /// The currency that a row of an expense report names in a column of its own.
    fn currency(&self, r: usize) -> Unit {
        let column = self.columns.iter().position(|it| it.means("currency"));
        let cell =
            column.and_then(|c| self.cells(r).into_iter().find(|i| self.column_of(*i) == Some(c)));
        cell.and_then(|i| Unit::of(self.sheet.text(i))).unwrap_or_default()
    }

    /// Whether an amount of a row in a currency with cents, which others of the row print, is printed without:
    /// what it comes to in the currency of the paper.
    fn is_exchanged(&self, r: usize, text: &Text, row: Unit) -> bool {
        let shape = |text: &str| Shape::of_number(text, self.setting.decimal_comma);
        let cents = |i: &usize| {
            matches!(shape(self.sheet.text(*i)), Some(Shape::Cents | Shape::GroupedCents))
        };
        row.currency.is_some_and(|it| it.minor_digits() > 0)
            && self.setting.currency.is_some_and(|it| it.minor_digits() == 0)
            && shape(&text.text) == Some(Shape::Grouped)
            && self.cells(r).iter().any(cents)
    }

    fn item_values(&self, column: &Column, kind: Kind, text: &Text, row: Unit) -> Vec<Found> {
        if values::is_nothing(&text.text) && !text.text.contains('0') {
            return Vec::new();
        }
        if kind == Kind::Party {
            return party::with_number(&text.text, &self.setting.context(None, Unit::default()));
        }
        let context = self.setting.context(Some(kind), column.unit.or(row).or(self.unit));
        let context = Context { percent: column.percent, ..context };
        if let Some(found) =
            values::whole(&text.text, &context).filter(|it| it.value.kind() != Kind::Text)
        {
            return vec![found];
        }
        scan::scan(&text.text, &context)
            .into_iter()
            .filter(|it| it.value.kind() == kind || it.value.kind() == Kind::Money)
            .filter(|it| values::says_amount(self.setting, &text.text, it))
            .collect()
    }

    /// Month and day in columns of their own make a date of the document's year.
    fn month_and_day(&self, out: &mut Output, row: &mut [Cell], r: usize, place: CellRef) {
        let at = |meaning: &str| self.columns.iter().position(|it| it.means(meaning));
        let (Some(m), Some(d), Some(year)) = (at("month"), at("day"), self.setting.year) else {
            return;
        };
        let number = |c: usize| row[c].text.trim().parse::<u8>().ok();
        let (Some(month), Some(day)) = (number(m), number(d)) else { return };
        let Some(date) = Date::new(year, month, day) else { return };
        let mut text = Text::default();
        for i in self
            .cells(r)
            .into_iter()
            .filter(|i| matches!(self.column_of(*i), Some(c) if c == m || c == d))
        {
            text.append(&self.sheet.texts[i], "/");
        }
        let label = Label {
            shown: vec![format!("{}{}", self.columns[m].header, self.columns[d].header)],
            meaning: Some("row_date".to_owned()),
            ..Label::default()
        };
        let mut found = values::seed(&label, Value::Date(date), text, 0.95, Route::Table);
        found.cell = Some(CellRef { column: m as u32, ..place });
        row[m].fields.extend(out.fields.add(found).map(waiting));
    }

    /// A row of a table that is no item table: its first text names it.
    fn read_other(&self, out: &mut Output, r: usize) -> Vec<Cell> {
        let cells = self.cells(r);
        let header = self.head().and_then(|c| {
            let own = cells.iter().copied().find(|i| self.column_of(*i) == Some(c));
            own.or_else(|| self.covering(r, &self.columns[c]))
        });
        let named = header.map(|i| &self.sheet.texts[i]).filter(|it| !it.is_empty());
        let base = named.map(|it| Label::of(self.setting, &it.text));
        let currency = self.currency(r);
        let mut row = vec![Cell::default(); self.columns.len()];
        let counts = self.counts_things(&cells, header, base.as_ref());
        for i in cells {
            let Some(c) = self.column_of(i) else { continue };
            let own = &self.columns[c];
            // The unit of a meter's row is that of its readings, not of what they cost.
            let costs = base.as_ref().is_some_and(|it| it.counts) && own.promises_money();
            let priced = self.is_priced(r, own);
            let kind = if priced { Kind::Money } else { Kind::Quantity };
            let counted = (priced || counts && own.is_money() && !costs).then(|| Column {
                kind: Some(kind),
                sense: None,
                ..own.clone()
            });
            let column = counted.as_ref().unwrap_or(own);
            let text = &self.sheet.texts[i];
            if !row[c].text.is_empty() {
                row[c].text.push(' ');
            }
            row[c].text.push_str(&text.text);
            let slots = if Some(i) == header {
                values::in_label(&mut out.fields, self.setting, text, Route::Table)
            } else {
                self.read_value(out, base.as_ref(), column, text, currency)
            };
            row[c].fields.extend(slots.into_iter().map(waiting));
        }
        row
    }

    fn read_value(
        &self,
        out: &mut Output,
        base: Option<&Label>,
        column: &Column,
        text: &Text,
        row: Unit,
    ) -> Vec<Slot> {
        let own = Label {
            shown: vec![column.header.clone()],
            meaning: column.meaning(),
            kind: column.kind,
            known: column.sense.is_some(),
            unit: column.unit.or(row),
            ..Label::default()
        };
        // What the row asks of each party: `사업자등록번호 | 갑's | 을's`.
        let asked = base.filter(|it| it.known && column.kind == Some(Kind::Party));
        if let Some(base) = asked {
            let label = Label { unit: base.unit.or(self.unit), ..base.clone() }.and(&own.shown);
            return self.values(out, &label, column, text);
        }
        // Where only the look of its numbers says what a column counts, the row's own word says more.
        let told = base.filter(|it| it.known && !column.is_promised());
        let told = told.and_then(|it| it.kind).filter(|it| it.is_counted());
        let counted = column.kind.is_some_and(Kind::is_counted);
        let mut label = match base {
            Some(base) => Label {
                kind: told
                    .filter(|_| counted)
                    .or(column.kind)
                    .or(base.kind.filter(|it| column.is_text() && *it != Kind::Text)),
                meaning: base.meaning.clone().or(own.meaning.clone()),
                unit: own.unit.or(base.unit).or(self.unit),
                ..base.clone()
            }
            .and(&own.shown),
            None => Label { unit: own.unit.or(self.unit), ..own },
        };
        if !column.group.is_empty() {
            label = label.and(std::slice::from_ref(&column.group));
        }
        if column.kind.is_some() {
            return self.values(out, &label, column, text);
        }
        let two = self.columns.len() == 2;
        if two && label.known && column.sense.as_ref().is_none_or(|it| it.meaning != "calculation")
        {
            return self.values(out, &label, column, text);
        }
        // `청소원 2명, 경비원 1명` tells what an amount is for; it is no formula.
        let context = self.setting.context(None, label.unit);
        let told = scan::scan(&text.text, &context);
        let formula = text.text.contains(['×', '✕', '*', '=', '÷']) || text.text.contains(" x ");
        if column.means("calculation")
            && !formula
            && told.iter().all(|it| it.value.kind() == Kind::Quantity)
        {
            self.no_field(out, column, text);
            return Vec::new();
        }
        values::mentioned(&mut out.fields, self.setting, &label, text, Route::Table)
    }

    /// `년 | 월 | 일` over `2031 | 5 | 30` is one date; gives the columns that it takes.
    fn day_of(&self, out: &mut Output, r: usize) -> Vec<usize> {
        let cells = self.cells(r);
        let at = |names: &[&str]| {
            let c = self.columns.iter().position(|it| names.contains(&it.header.as_str()))?;
            let i = cells.iter().copied().find(|i| self.column_of(*i) == Some(c))?;
            Some((c, i, self.sheet.text(i).trim().parse::<u16>().ok()?))
        };
        let parts =
            [at(&["년", "연", "年", "Year"]), at(&["월", "月", "Month"]), at(&["일", "日", "Day"])];
        let [Some(year), Some(month), Some(day)] = parts else { return Vec::new() };
        let small = |it: u16| u8::try_from(it).ok();
        let (Some(m), Some(d)) = (small(month.2), small(day.2)) else { return Vec::new() };
        let full = if year.2 < 100 { 2000 + year.2 } else { year.2 };
        let Some(date) = Date::new(full, m, d) else { return Vec::new() };
        let mut text = Text::default();
        for i in [year.1, month.1, day.1] {
            text.append(&self.sheet.texts[i], "/");
        }
        let group = &self.columns[year.0].group;
        let label = Label::of(self.setting, if group.is_empty() { "작성일자" } else { group });
        let label = Label { meaning: Some("issue_date".to_owned()), ..label };
        let seed = values::seed(&label, Value::Date(date), text, 0.95, Route::Table);
        out.fields.add(seed);
        vec![year.0, month.0, day.0]
    }

    /// A header over one row of values: `작성일자 | 공급가액 | 세액`.
    fn single(&self, out: &mut Output, rows: &[usize]) {
        // Beside hours and days of work, `지각 | 1` is a count, too.
        let counting = self.columns.iter().filter(|it| it.kind == Some(Kind::Quantity));
        let counted = counting.count() >= 2;
        for r in rows {
            if let Some(label) = self.total(*r) {
                self.read_total(out, *r, label, &self.sheet.texts[label]);
                continue;
            }
            let dated = self.day_of(out, *r);
            for i in self.cells(*r) {
                let Some(c) = self.column_of(i) else { continue };
                if dated.contains(&c) {
                    continue;
                }
                let (column, text) = (&self.columns[c], &self.sheet.texts[i]);
                let mut label = Label::of(self.setting, &column.header);
                let counts = counted && is_bare(&text.text);
                label.kind = column.kind.or(label.kind).or(counts.then_some(Kind::Quantity));
                label.unit = column.unit.or(self.unit);
                if !column.group.is_empty() {
                    label = label.and(std::slice::from_ref(&column.group));
                }
                self.values(out, &label, column, text);
            }
        }
    }
}
