//! A grid read as a form: which rows are headers of tables, which pair labels with values.
//!
//! **Invariant:** every non-empty cell is looked at once: as header, label, body cell, total or value.

use std::collections::BTreeSet;
use std::ops::Range;

use super::super::layout::{Grid, GridCell, Text};
use super::column::Column;
use super::output::Output;
use super::pairs;
use super::party;
use super::setting::{Setting, Unit};
use super::sides;
use super::table;
use super::values::{self, Label};
use super::vocabulary::{self, key};
use crate::value::Kind;

/// A grid with the text of each cell.
#[derive(Debug)]
pub(super) struct Sheet<'a> {
    /// The geometry.
    pub(super) grid: &'a Grid,
    /// The cells' texts, by index.
    pub(super) texts: Vec<Text>,
    /// Non-empty cells that begin in a row, from left to right.
    pub(super) rows: Vec<Vec<usize>>,
}

impl<'a> Sheet<'a> {
    /// Reads the cells of a grid.
    pub(super) fn of(grid: &'a Grid) -> Sheet<'a> {
        let texts: Vec<Text> = grid.cells.iter().map(GridCell::text).collect();
        let mut rows = vec![Vec::new(); grid.n_rows];
        for (i, cell) in grid.cells.iter().enumerate().filter(|it| !it.1.is_empty()) {
            if let Some(row) = rows.get_mut(cell.rows.start) {
                row.push(i);
            }
        }
        for row in &mut rows {
            row.sort_by_key(|i| grid.cells[*i].columns.start);
        }
        Sheet { grid, texts, rows }
    }
    /// The text of a cell.
    pub(super) fn text(&self, i: usize) -> &str {
        self.texts[i].text.as_str()
    }
    /// The cell itself.
    pub(super) fn cell(&self, i: usize) -> &GridCell {
        &self.grid.cells[i]
    }

    /// Takes the whole grid apart. The answer is the rows of the header whose table reaches the grid's
    /// end.
    pub(super) fn read(
        &self,
        out: &mut Output,
        setting: &Setting<'_>,
        unit: Unit,
    ) -> Option<Range<usize>> {
        let unit = self
            .texts
            .iter()
            .filter(|it| it.text.contains("단위"))
            .find_map(|it| Unit::of(&it.text))
            .unwrap_or_default()
            .or(unit);
        let mut form = pairs::Form::default();
        let mut r = 0;
        let mut last = None;
        while r < self.grid.n_rows {
            match self.header(setting, r) {
                Some((columns, body)) => {
                    let end = table::read(self, out, setting, columns, body, unit);
                    form.done(self, r..end);
                    last = (end == self.grid.n_rows).then_some(r..body);
                    r = end;
                }
                None => match sides::below(self, setting, r) {
                    Some((parts, end)) => {
                        for part in &parts {
                            Sheet::of(part).read(out, setting, unit);
                        }
                        form.done(self, r..end);
                        r = end;
                    }
                    None => {
                        pairs::cells(self, r, out, setting, unit, &mut form);
                        r += 1;
                    }
                },
            }
        }
        form.finish(self, out, setting, unit);
        last
    }

    /// Whether the first row is that of values.
    pub(super) fn begins_with_values(&self, setting: &Setting<'_>) -> bool {
        let first = self.rows.iter().find(|it| !it.is_empty());
        first.is_some_and(|it| it.iter().any(|i| values::is_value(setting, self.text(*i))))
    }

    /// The columns of the table whose header stands in a row, and where its body begins.
    pub(super) fn header(&self, setting: &Setting<'_>, r: usize) -> Option<(Vec<Column>, usize)> {
        let cells = self.header_cells(setting, r);
        if cells.len() < 2 || !self.is_all_labels(setting, &cells) {
            return None;
        }
        if let Some(columns) = self.parties(setting, r, &cells) {
            return Some((columns, r + 1));
        }
        let mut end = cells.iter().map(|i| self.cell(*i).rows.end).min()?;
        let mut leaves: Vec<usize> = self.reaching_down(setting, r, &cells);
        leaves.extend(&cells);
        let mut groups: Vec<(Range<usize>, String)> = Vec::new();
        // A second tier divides some cells of the first.
        let second = self.header_cells(setting, end.min(self.grid.n_rows));
        let divides = |i: &usize| {
            let wide = &self.cell(*i).columns;
            second.iter().filter(|j| within(&self.cell(**j).columns, wide)).count() > 1
        };
        let may_group = |i: &usize| {
            let text = self.text(*i);
            setting.vocabulary.column(text).is_some() || vocabulary::length(text) <= 12
        };
        // Where all the others reach over both tiers, the second is one whatever it is called.
        let framed = cells.len() >= 3
            && cells.iter().filter(|i| !divides(i)).all(|i| self.cell(*i).rows.end > end)
            && second.iter().all(|j| {
                let own = &self.cell(*j).columns;
                cells.iter().any(|i| divides(i) && within(own, &self.cell(*i).columns))
            });
        if second.len() >= 2
            && cells.iter().any(divides)
            && cells.iter().filter(|i| divides(i)).all(may_group)
            && self.is_all_labels(setting, &second)
            && (framed
                || second
                    .iter()
                    .filter(|i| setting.vocabulary.column(self.text(**i)).is_some())
                    .count()
                    * 2
                    >= second.len())
        {
            for i in cells.iter().filter(|i| divides(i)) {
                groups.push((self.cell(*i).columns.clone(), self.text(*i).to_owned()));
            }
            // `거래일` over `시각` is one column, called by the upper one.
            let under = |j: &usize| {
                let over = cells.iter().filter(|i| !divides(i) && self.cell(**i).rows.end == end);
                over.copied().find(|i| self.cell(*i).columns == self.cell(*j).columns)
            };
            let upper: Vec<usize> = second.iter().filter_map(under).collect();
            leaves.retain(|i| !divides(i) && self.cell(*i).rows.end > end || upper.contains(i));
            leaves.extend(second.iter().filter(|j| under(j).is_none()));
            leaves.sort_by_key(|i| self.cell(*i).columns.start);
            end = second.iter().map(|i| self.cell(*i).rows.end).max()?;
        }
        let known: Vec<bool> =
            leaves.iter().map(|i| setting.vocabulary.column(self.text(*i)).is_some()).collect();
        let n_known = known.iter().filter(|it| **it).count();
        let first = self.cell(leaves[0]).columns.start;
        let last = self.cell(*leaves.last()?).columns.end;
        let heads_group = |row: &&Vec<usize>| self.is_group(setting, row, &(first..last));
        let below: Vec<usize> = self
            .rows
            .get(end..)?
            .iter()
            .filter(|it| !it.is_empty())
            .find(|it| !heads_group(it))?
            .clone();
        let below: Vec<usize> = below
            .into_iter()
            .filter(|i| self.cell(*i).columns.start >= first && self.cell(*i).columns.end <= last)
            .collect();
        let fitting = below.iter().filter(|i| {
            leaves.iter().any(|j| within(&self.cell(**i).columns, &self.cell(*j).columns))
        });
        let is_value = |i: &&usize| values::is_value(setting, self.text(**i));
        let n_values = below.iter().filter(is_value).count();
        if below.is_empty() || fitting.clone().count() * 2 < below.len() {
            return None;
        }
        // A label without a value at the end is none: of three headers one may be unknown.
        let alternates = leaves.len() >= 2
            && leaves.len().is_multiple_of(2)
            && known.iter().enumerate().all(|(i, it)| *it == (i % 2 == 0));
        let names = leaves.iter().filter(|i| setting.vocabulary.is_role(self.text(**i))).count();
        let below_known =
            below.iter().filter(|i| setting.vocabulary.label(self.text(**i)).is_some()).count();
        let signed = leaves.len() < self.rows[r].len()
            && names * 10 >= leaves.len() * 6
            && names == n_known
            && n_values == 0
            && below_known == 0;
        // Offices over names in a box of their own: `기안자 | 팀장 | 재무이사`.
        let boxed = self.grid.ruled
            && end + 1 == self.grid.n_rows
            && leaves.len() >= 3
            && names * 10 >= leaves.len() * 6
            && names == n_known
            && n_values + below_known == 0
            && fitting.clone().count() == below.len()
            && below.iter().all(|i| vocabulary::length(self.text(*i)) <= 6);
        let sure = match n_known {
            _ if signed || boxed => true,
            n if n == leaves.len() && n > 2 => {
                n_values > 0 || names * 2 > n && below_known * 2 < below.len().max(1)
            }
            n if n == leaves.len() => n_values > 0 && leaves.len() == below.len(),
            n if alternates && n > 0 => false,
            n if n * 10 >= leaves.len() * 6 => n_values > 0,
            _ => leaves.len() >= 3 && n_values >= 2 && !alternates,
        };
        // A form whose next row begins with a label again is no table, unless items are named so.
        let form = below_known * 2 >= below.len() && n_known * 2 <= leaves.len();
        // `상호 | (주)가나 | 대표 | 김가나`: a company behind the label of its name. Several companies
        // behind one label are compared.
        let company = |i: Option<&usize>| i.is_some_and(|i| party::is_corporate(self.text(*i)));
        let named = leaves.len() >= 4
            && leaves.iter().enumerate().any(|(n, i)| {
                self.asks_for_party(setting, *i)
                    && company(leaves.get(n + 1))
                    && !company(leaves.get(n + 2))
            });
        // `소속 | 물류팀 | 직급 | 대리` over `성명 | … | 정산일 | …`: labels in the same places, even
        // where a value happens to be a label, too.
        let turns = |cells: &[usize]| {
            cells.len() >= 4
                && cells.len().is_multiple_of(2)
                && cells
                    .iter()
                    .step_by(2)
                    .all(|i| setting.vocabulary.label(self.text(*i)).is_some())
        };
        // `지급항목 | 금액 | 공제항목 | 금액`: no form asks the same twice without an answer.
        let twice = leaves.iter().enumerate().any(|(n, i)| {
            known[n] && leaves[..n].iter().any(|j| key(self.text(*j)) == key(self.text(*i)))
        });
        let lists = twice && n_values * 2 >= below.len();
        // Below `직급 | 과장` another label begins, though not all of its row are known.
        let unknown = |i: &usize| setting.vocabulary.label(self.text(*i)).is_none();
        let begins = |cells: &[usize]| {
            cells.len().is_multiple_of(2)
                && matches!(cells, [label, value, ..] if !unknown(label) && unknown(value))
        };
        let turns_here = turns(&leaves) && leaves.iter().skip(1).step_by(2).any(unknown);
        let form =
            !lists && (form || turns(&leaves) && turns(&below) || turns_here && begins(&below));
        if !sure || form || named {
            return None;
        }
        let columns = leaves
            .iter()
            .map(|i| Column::of(setting, &self.texts[*i], self.cell(*i).columns.clone(), &groups))
            .collect();
        Some((columns, end))
    }

    /// The columns of a table that tells of each party what the labels at its left ask, with nothing
    /// or a word like `구분` over them: `| 갑 | 을`, then `상호 | … | …`.
    fn parties(&self, setting: &Setting<'_>, r: usize, cells: &[usize]) -> Option<Vec<Column>> {
        let role = |i: &usize| Label::of(setting, self.text(*i)).role;
        let roles = cells.len() - usize::from(!role(&cells[0]));
        let parties = &cells[cells.len() - roles..];
        let first = self.cell(*parties.first()?).columns.start;
        let apart = roles == cells.len() || self.cell(cells[0]).columns.end == first;
        if roles < 2 || first == 0 || !apart || !parties.iter().all(role) {
            return None;
        }
        let rows: Vec<&Vec<usize>> =
            self.rows.get(r + 1..)?.iter().filter(|it| !it.is_empty()).collect();
        let asks = |row: &&&Vec<usize>| {
            let label = row.first().filter(|i| self.cell(**i).columns.end <= first);
            label.is_some_and(|i| setting.vocabulary.label(self.text(*i)).is_some())
        };
        let n_asking = rows.iter().filter(asks).count();
        if n_asking < 2 || n_asking * 3 < rows.len() * 2 {
            return None;
        }
        let start = self.cell(rows.first()?[0]).columns.start;
        let column =
            |i: &usize| Column::of(setting, &self.texts[*i], self.cell(*i).columns.clone(), &[]);
        let labels = Column::of(setting, &Text::default(), start..first, &[]);
        Some(std::iter::once(labels).chain(parties.iter().map(column)).collect())
    }

    /// Headers at the left that begin in rows above and end with the row of these, which are all known
    /// and say the same again: `품명 | 수량` beside the names of several offices over `단가 | 금액` of
    /// each.
    fn reaching_down(&self, setting: &Setting<'_>, r: usize, cells: &[usize]) -> Vec<usize> {
        let known = |i: &usize| setting.vocabulary.column(self.text(*i)).is_some();
        let keys: BTreeSet<String> = cells.iter().map(|i| key(self.text(*i))).collect();
        let again = keys.len() < cells.len() && cells.iter().all(known);
        let Some(first) = cells.first().filter(|_| again) else { return Vec::new() };
        let (left, end) = (self.cell(*first).columns.start, self.cell(*first).rows.end);
        let reaches = |i: &usize| {
            let it = self.cell(*i);
            it.rows.start < r && it.rows.end == end && it.columns.end <= left
        };
        let mut out: Vec<usize> = (0..self.grid.cells.len()).filter(reaches).collect();
        out.sort_by_key(|i| self.cell(*i).columns.start);
        // Side by side up to these: what stands alone is the label of a form.
        let ends = out.iter().skip(1).map(|i| self.cell(*i).columns.start).chain([left]);
        let closed = out.iter().zip(ends).all(|(i, next)| self.cell(*i).columns.end == next);
        if out.len() < 2 || !closed || !self.is_all_labels(setting, &out) {
            out.clear();
        }
        out
    }

    /// Cells that may head columns: a label over several rows at the left is not among them.
    fn header_cells(&self, setting: &Setting<'_>, r: usize) -> Vec<usize> {
        let Some(cells) = self.rows.get(r) else { return Vec::new() };
        let shortest = cells.iter().map(|i| self.cell(*i).rows.end).min().unwrap_or(r + 1);
        let n_short = cells.iter().filter(|i| self.cell(**i).rows.end == shortest).count();
        let tall =
            |i: &usize| self.cell(*i).rows.end > shortest + usize::from(n_short < cells.len());
        let mut kept: Vec<usize> = cells.clone();
        while kept.len() > 2 && kept.first().is_some_and(tall) {
            kept.remove(0);
        }
        // A title, or `결재`, beside the offices of the signatories over their names.
        let office = |i: &usize| {
            let cell = self.cell(*i);
            let below = self.rows.get(shortest).into_iter().flatten();
            let own = below.filter(|j| within(&self.cell(**j).columns, &cell.columns)).count();
            cell.rows.end == shortest && own <= 1
        };
        let n_tall = kept.iter().take_while(|i| self.cell(**i).rows.end > shortest).count();
        let (beside, offices) = kept.split_at(n_tall);
        if !beside.is_empty() && offices.len() >= 2 && offices.iter().all(office) {
            let persons = offices.iter().filter(|i| self.asks_for_party(setting, **i));
            if persons.count() * 10 >= offices.len() * 6 {
                return offices.to_vec();
            }
        }
        // 결재: a tall cell of letters beside the names of the signatories.
        if kept.len() > 2
            && let Some(first) = kept.first()
            && self.cell(*first).rows.end > shortest
            && self.cell(*first).content.len() > 1
        {
            kept.remove(0);
        }
        kept
    }

    /// Whether a cell is a label that a party's name answers, and heads no column of names only.
    fn asks_for_party(&self, setting: &Setting<'_>, i: usize) -> bool {
        let sense = setting.vocabulary.label(self.text(i));
        sense.is_some_and(|it| it.kind == Some(Kind::Party) && !it.column)
    }

    fn is_all_labels(&self, setting: &Setting<'_>, cells: &[usize]) -> bool {
        cells.iter().all(|i| {
            let text = self.text(*i);
            text.chars().count() <= 48
                && !party::is_sealed(text)
                && (!values::is_value(setting, text) || self.begins_with_words(setting, *i))
                && !text.contains([':', '：'])
                && !values::is_sentence(text)
                && !party::is_address(text)
        })
    }

    /// Whether a cell's first line is words, whatever stands below: `기말재고` over `10/31 24시`.
    fn begins_with_words(&self, setting: &Setting<'_>, i: usize) -> bool {
        let [first, _, ..] = &self.cell(i).content[..] else { return false };
        let text = &first.text().text;
        !text.contains(|c: char| c.is_ascii_digit()) && !values::is_value(setting, text)
    }

    /// Whether a row is one text across the columns of a table: `A. Main equipment`.
    pub(super) fn is_group(
        &self,
        setting: &Setting<'_>,
        row: &[usize],
        columns: &Range<usize>,
    ) -> bool {
        let [only] = row else { return false };
        let text = self.text(*only);
        within(columns, &self.cell(*only).columns)
            && columns.len() > 1
            && text.chars().count() <= 40
            && !values::is_value(setting, text)
            && !values::is_sentence(text)
            && !text.contains([':', '：'])
    }

    /// Whether a row heads another table: known headers only, at least three, no value.
    pub(super) fn is_plain_header(&self, setting: &Setting<'_>, r: usize) -> bool {
        let cells = &self.rows[r];
        cells.len() >= 3
            && self.is_all_labels(setting, cells)
            && cells.iter().filter(|i| setting.vocabulary.column(self.text(**i)).is_some()).count()
                * 10
                >= cells.len() * 6
    }

    /// Whether a row is a label and what is said of it across all further columns:
    /// `특기사항 | 1. 선급금은 …`.
    pub(super) fn is_remark(&self, setting: &Setting<'_>, cells: &[usize]) -> bool {
        let [label, said] = cells else { return false };
        let sense = setting.vocabulary.label(self.text(*label));
        self.cell(*label).columns.end == self.cell(*said).columns.start
            && self.cell(*said).columns.len() > 2
            && sense.is_some_and(|it| !it.column && matches!(it.kind, None | Some(Kind::Text)))
            && !values::is_value(setting, self.text(*said))
    }

    /// Whether labels and values take turns in a row: `공급가액 | 1,000 | 세액 | 100`.
    pub(super) fn is_form_row(&self, setting: &Setting<'_>, cells: &[usize]) -> bool {
        let pairs = cells
            .windows(2)
            .filter(|it| {
                let label = self.text(it[0]);
                setting.vocabulary.label(label).is_some()
                    && !values::is_value(setting, label)
                    && values::is_value(setting, self.text(it[1]))
            })
            .count();
        pairs >= 2 && pairs * 2 >= cells.len().saturating_sub(1)
    }

    /// The lists that stand side by side under one header: headers that repeat, or lists of
    /// different widths that begin with a name and end alike, as earnings (hours, rate, amount)
    /// beside deductions (amount).
    pub(super) fn parts(columns: &[Column]) -> Vec<Range<usize>> {
        let keys: Vec<String> = columns.iter().map(|it| key(&it.header)).collect();
        let n = keys.len();
        let repeats = |k: &usize| {
            n.is_multiple_of(*k) && keys.iter().enumerate().all(|(i, it)| *it == keys[i % k])
        };
        if let Some(k) = (2..=n / 2).find(repeats) {
            return (0..n / k).map(|i| i * k..(i + 1) * k).collect();
        }
        let alike = |i: &usize| Some(&keys[*i]) == keys.last() && columns[*i].is_money();
        let ends: Vec<usize> = (0..n).filter(alike).collect();
        if let [first, _] = ends[..]
            && let cut = first + 1
            && cut >= 2
            && n - cut >= 2
            && columns[0].is_text()
            && columns[cut].is_text()
        {
            return vec![0..cut, cut..n];
        }
        std::iter::once(0..n).collect()
    }
}

/// Whether a range lies in another.
pub(super) fn within(inner: &Range<usize>, outer: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}
