//! A header by the columns below it: rows with one cell for each column say where the columns are, and
//! the words above say what they are called, whatever the words and however many lines they take.
//!
//! **Invariant:** no vocabulary is asked; a column without a word above it has an empty header.

use std::ops::Range;

use super::super::layout::{Row, Segment, Text};
use super::listing::{Heads, Lines, overlap, stacked};
use super::shape::Shape;
use super::values;
use super::vocabulary::length;
use crate::document::Rect;

/// Rows below a header that are looked at.
const LOOKED: usize = 24;
/// Lines of a header at most.
const MAX_HEADER: usize = 5;
/// Words of a header of several lines at most.
const MAX_WORDS: usize = 128;
/// Lines of one row between printed ones at most.
const MAX_LINES: usize = 4;
/// Columns at least: two may be a label and its value.
const MIN_COLUMNS: usize = 3;
/// Rows with a cell for each column at least.
const MIN_FULL: usize = 3;
/// Letters of a word of a header at most.
const LONGEST: usize = 24;

impl Lines<'_> {
    /// The header that begins in a row, a segment as wide as its column for each of them, and the row
    /// behind it.
    pub(super) fn columned(&self, rows: &[&Row], i: usize) -> Option<(Heads, usize)> {
        let end = self.words(rows, i)?;
        let lines = &rows[i..end];
        let widest = lines.iter().map(|it| it.segments.len()).max()?;
        let first = self.behind_name(rows, end);
        if lines.len() > MAX_HEADER || widest < 2 || first >= rows.len() {
            return None;
        }
        let below = &rows[first..rows.len().min(first + LOOKED)];
        let bands = self.bands(below);
        let columns = match &bands[..] {
            // Lines that stand above the first printed one are rows of their own.
            [_, _, _, ..] => self
                .columns(&bands.iter().collect::<Vec<_>>())
                .or_else(|| self.columns(&below[..self.unruled(below)]))?,
            _ => self.columns(below)?,
        };
        let (left, right) = (columns[0].0.x0, columns[columns.len() - 1].0.x1);
        let far = 2.0 * self.page.line_height;
        let words: Vec<&Segment> = lines.iter().flat_map(|it| &it.segments).collect();
        // What stands apart is another block's; nobody writes so many words above a table.
        let many = lines.len() > 1 && words.len() > MAX_WORDS;
        if many || words.iter().any(|it| it.rect.x1 < left - far || it.rect.x0 > right + far) {
            return None;
        }
        let at: Vec<usize> = words.iter().map(|it| nearest(&columns, &it.rect)).collect();
        // Two words side by side over one column: its cells are two.
        let same_line = |a: usize, b: usize| {
            words[a].rect.y0 < words[b].rect.y1 && words[b].rect.y0 < words[a].rect.y1
        };
        if (1..words.len()).any(|b| (0..b).any(|a| at[a] == at[b] && same_line(a, b))) {
            return None;
        }
        let groups = self.groups(&words, &at, &columns);
        let mut cells: Vec<Segment> = columns
            .iter()
            .map(|(rect, _)| Segment { text: Text::default(), rect: *rect })
            .collect();
        let own = words.iter().zip(&at).enumerate();
        for (_, (it, c)) in own.filter(|it| !groups.iter().any(|group| group.1 == it.0)) {
            let cell = &mut cells[*c];
            cell.text.append(&it.text, " ");
            cell.rect = cell.rect.union(&it.rect);
        }
        let named = |it: &(&Segment, &(Rect, bool))| !it.0.text.is_empty();
        let pairs = cells.iter().zip(&columns);
        let n_named = pairs.clone().filter(named).count();
        let n_values = columns.iter().filter(|it| it.1).count();
        let n_told = pairs.filter(|it| it.1.1).filter(named).count();
        if n_named + 1 < columns.len() || n_told < n_values {
            return None;
        }
        let rect = cells.iter().map(|it| it.rect).reduce(|a, b| a.union(&b))?;
        let (y0, y1) = (lines.first()?.rect.y0, lines.last()?.rect.y1);
        for it in &mut cells {
            (it.rect.y0, it.rect.y1) = (y0, y1);
        }
        let row = Row { segments: cells, rect: Rect { y0, y1, ..rect } };
        let groups = groups.into_iter().map(|(range, i)| (range, words[i].clone())).collect();
        Some((Heads { row, groups }, end))
    }

    /// The words that name groups of columns, with the columns: there is more room below them than
    /// between two lines of one label, or they are not in line with what stands there.
    fn groups(
        &self,
        words: &[&Segment],
        at: &[usize],
        columns: &[(Rect, bool)],
    ) -> Vec<(Range<usize>, usize)> {
        let height = self.page.line_height;
        let near = |a: f32, b: f32| (a - b).abs() < 0.5 * height;
        let hangs = |leaf: usize, group: usize| {
            let (a, b) = (&words[leaf].rect, &words[group].rect);
            let in_line = near(a.x0, b.x0) || near(a.x1, b.x1) || near(a.center().0, b.center().0);
            let below = a.center().1 - b.center().1 > 0.5 * height;
            below && (a.y0 - b.y1 > 0.5 * height || !in_line)
        };
        let leaf = |group: usize| {
            let own = (0..words.len()).find(|leaf| at[*leaf] == at[group] && hangs(*leaf, group));
            own.map(|leaf| (group, words[leaf].rect.y0))
        };
        let candidates: Vec<(usize, f32)> = (0..words.len()).filter_map(leaf).collect();
        let mut spans: Vec<(Range<usize>, usize)> =
            candidates.iter().map(|it| (0..0, it.0)).collect();
        for (c, (rect, _)) in columns.iter().enumerate() {
            let middle = |it: &(usize, f32)| (words[it.0].rect.center().0 - rect.center().0).abs();
            let over = |it: &&(usize, f32)| {
                let mut own = words.iter().zip(at).filter(|word| *word.1 == c);
                own.any(|word| (word.0.rect.y0 - it.1).abs() < 0.3 * height)
            };
            let over = candidates.iter().filter(over);
            let Some(first) = over.min_by(|a, b| middle(a).total_cmp(&middle(b))) else { continue };
            if let Some((span, it)) = spans.iter_mut().find(|it| it.1 == first.0) {
                // Columns side by side, the nearest one among them.
                if span.end == c {
                    span.end = c + 1;
                } else if !span.contains(&at[*it]) {
                    *span = c..c + 1;
                }
            }
        }
        spans.retain(|(span, it)| span.len() > 1 && span.contains(&at[*it]));
        spans
    }

    /// Where the lines of words end that begin in a row and may be a header.
    fn words(&self, rows: &[&Row], i: usize) -> Option<usize> {
        let height = self.page.line_height;
        let plain = |it: &Row| {
            it.segments.iter().all(|it| {
                let text = &it.text.text;
                length(text) <= LONGEST
                    && !text.contains([':', '：'])
                    && !values::is_value(self.setting, text)
            })
        };
        let mut end = i;
        while end < rows.len() && end - i <= MAX_HEADER && plain(rows[end]) {
            if end > i && rows[end].rect.y0 - rows[end - 1].rect.y1 > 0.8 * height {
                break;
            }
            end += 1;
        }
        // `[1] 제1공구` right below names the first items.
        let [.., before, last] = rows.get(i..end)? else { return Some(end) };
        let names = last.segments.len() == 1 && last.rect.x0 < before.rect.x0 + height;
        Some(if names { end - 1 } else { end })
    }

    /// Rows as printed lines part them: what stands between two of them is one. Empty where lines do not
    /// part rows.
    fn bands(&self, rows: &[&Row]) -> Vec<Row> {
        let mut bands: Vec<(Row, usize)> = Vec::new();
        let mut last: Option<&Row> = None;
        for row in rows {
            let parted = last.is_none_or(|last| self.is_ruled(last, row));
            match bands.last_mut() {
                Some((band, n)) if !parted => {
                    *band = stacked(band, row);
                    *n += 1;
                }
                _ => bands.push(((*row).clone(), 1)),
            }
            last = Some(*row);
        }
        // What follows the last line is the rest of the page.
        bands.pop();
        let few = bands.iter().all(|it| it.1 <= MAX_LINES);
        if few { bands.into_iter().map(|it| it.0).collect() } else { Vec::new() }
    }

    /// How many rows follow one another before a printed line parts two.
    fn unruled(&self, rows: &[&Row]) -> usize {
        let parted = rows.windows(2).position(|it| self.is_ruled(it[0], it[1]));
        parted.map_or(rows.len(), |it| it + 1)
    }

    /// The columns of rows that have a cell for each: where they are, and whether most are numbers.
    fn columns(&self, rows: &[&Row]) -> Option<Vec<(Rect, bool)>> {
        let height = self.page.line_height;
        let first = rows.first()?;
        let mut bottom = first.rect.y0;
        let mut near: Vec<&Row> = Vec::new();
        for row in rows {
            if row.rect.y0 - bottom > 2.2 * height {
                break;
            }
            bottom = row.rect.y1;
            near.push(row);
        }
        let is_number = |it: &Segment| {
            Shape::of_number(&it.text.text, self.setting.decimal_comma).is_some()
                || values::is_value(self.setting, &it.text.text)
        };
        let valued = |row: &&&Row| row.segments.iter().filter(|it| is_number(it)).count() >= 2;
        if !valued(&near.first()?) {
            return None;
        }
        let mut best: Option<Vec<&Row>> = None;
        let items: Vec<&Row> = near.iter().filter(valued).copied().collect();
        for it in &items {
            let n = it.segments.len();
            let same: Vec<&Row> = items
                .iter()
                .filter(|row| row.segments.len() == n && in_line(it, row))
                .copied()
                .collect();
            let more = best
                .as_ref()
                .is_none_or(|best| (same.len(), n) > (best.len(), best[0].segments.len()));
            if n >= MIN_COLUMNS && same.len() >= MIN_FULL && more {
                best = Some(same);
            }
        }
        let full = best?;
        let n = full[0].segments.len();
        let column = |c: usize| {
            let cells = full.iter().filter_map(move |it| it.segments.get(c));
            let rect = cells.clone().map(|it| it.rect).reduce(|a, b| a.union(&b))?;
            let numbers = cells.filter(|it| is_number(it)).count();
            Some((rect, numbers * 2 > full.len()))
        };
        let columns: Vec<(Rect, bool)> = (0..n).map(column).collect::<Option<_>>()?;
        let apart = columns.windows(2).all(|it| it[0].0.x1 < it[1].0.x0);
        // What is not full has its cells in the same places.
        let fits = |row: &&&Row| {
            row.segments.iter().filter(|it| is_number(it)).all(|it| {
                columns.iter().any(|(rect, _)| rect.x0 < it.rect.x1 && it.rect.x0 < rect.x1)
            })
        };
        let n_fit = items.iter().filter(fits).count();
        (apart && n_fit * 4 >= items.len() * 3).then_some(columns)
    }
}

/// Whether the cells of two rows stand below each other, one by one.
fn in_line(a: &Row, b: &Row) -> bool {
    a.segments.iter().zip(&b.segments).all(|(a, b)| overlap(a, b))
}

/// The column that a word stands over, or else the nearest one.
fn nearest(columns: &[(Rect, bool)], word: &Rect) -> usize {
    let apart = |c: &Rect| (c.x0 - word.x1).max(word.x0 - c.x1).max(0.0);
    let middle = |c: &Rect| (c.center().0 - word.center().0).abs();
    let order = |a: &usize, b: &usize| {
        let (a, b) = (&columns[*a].0, &columns[*b].0);
        apart(a).total_cmp(&apart(b)).then(middle(a).total_cmp(&middle(b)))
    };
    (0..columns.len()).min_by(order).unwrap_or(0)
}
