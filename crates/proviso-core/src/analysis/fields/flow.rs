//! A page from top to bottom: grids, aligned tables, lines, paragraphs.

use super::super::layout::{Grid, PageLayout, Row, Text, aligned};
use super::carry::{Carried, Header};
use super::lines::{self, Open};
use super::output::Output;
use super::prose;
use super::setting::{Setting, Unit, unit_note};
use super::sheet::Sheet;
use super::values::{self, Label};
use super::vocabulary::{enumerator, is_hangul};
use crate::document::Rect;
use crate::value::Kind;

/// Reads all pages of a document.
pub(super) fn read(out: &mut Output, setting: &Setting<'_>, pages: &[PageLayout]) {
    let mut heading = String::new();
    let mut carried = None;
    for page in pages {
        let mut reader = Reader {
            setting,
            page,
            heading: std::mem::take(&mut heading),
            open: Open::default(),
            right: page
                .rows
                .iter()
                .filter(|it| it.segments.len() == 1)
                .map(|it| it.rect.x1)
                .fold(0.0, f32::max),
            breaks_words: breaks_words(page),
            carried: carried.take(),
            ended: None,
        };
        reader.page(out);
        heading = reader.heading;
        carried = reader.ended;
    }
}

/// Reads the rows of a cell that no label claims, as a small page of its own.
pub(super) fn cell(out: &mut Output, setting: &Setting<'_>, rows: &[Row]) {
    let Some(first) = rows.first() else { return };
    let rect = rows.iter().fold(first.rect, |all, it| all.union(&it.rect));
    let heights = rows.iter().map(|it| it.rect.height()).sum::<f32>() / rows.len() as f32;
    let page = PageLayout {
        number: first.text().page(),
        width: rect.width(),
        height: rect.height(),
        line_height: heights,
        rows: rows.to_vec(),
        grids: Vec::new(),
        rules: Vec::new(),
    };
    read(out, setting, std::slice::from_ref(&page));
}

struct Reader<'a> {
    setting: &'a Setting<'a>,
    page: &'a PageLayout,
    heading: String,
    open: Open,
    /// Where full lines end.
    right: f32,
    /// Whether lines are broken within words, as is usual in justified Korean.
    breaks_words: bool,
    /// The table that ended the page before, until something else begins.
    carried: Option<Carried>,
    /// The table that ends this page, as far as is known.
    ended: Option<Carried>,
}

/// Lines that are broken between words end where the words do; lines broken within words are all
/// of one length, give or take a character.
fn breaks_words(page: &PageLayout) -> bool {
    let right = page
        .rows
        .iter()
        .filter(|it| it.segments.len() == 1)
        .map(|it| it.rect.x1)
        .fold(0.0, f32::max);
    let left = page.rows.iter().map(|it| it.rect.x0).fold(f32::INFINITY, f32::min);
    let long: Vec<f32> = page
        .rows
        .iter()
        .filter(|it| it.segments.len() == 1 && it.rect.x1 > left + 0.85 * (right - left))
        .map(|it| right - it.rect.x1)
        .collect();
    let flush = long.iter().filter(|it| **it < 1.15 * page.line_height).count();
    long.len() >= 3 && flush * 10 >= long.len() * 8
}

enum Block<'a> {
    Row(&'a Row),
    Grid(&'a Grid),
}

impl Reader<'_> {
    fn page(&mut self, out: &mut Output) {
        let page = self.page;
        let mut blocks: Vec<(f32, Block<'_>)> = Vec::new();
        blocks.extend(page.rows.iter().map(|it| (it.rect.y0, Block::Row(it))));
        blocks.extend(page.grids.iter().map(|it| (it.rect.y0, Block::Grid(it))));
        blocks.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut run: Vec<&Row> = Vec::new();
        for (_, block) in &blocks {
            match block {
                Block::Row(row) => run.push(row),
                Block::Grid(grid) => {
                    self.run(out, &std::mem::take(&mut run));
                    self.grid(out, grid);
                    self.open.close();
                }
            }
        }
        self.run(out, &run);
    }

    /// Reads a ruled grid, as a part of the table of the page before if it goes on with it.
    fn grid(&mut self, out: &mut Output, grid: &Grid) {
        let unit = self.unit_near(grid.rect.y0, grid.rect.y1);
        let carried = self.carried.take();
        let first = out.tables.len();
        let sheet = Sheet::of(grid);
        let tolerance = self.page.line_height;
        let long = carried
            .as_ref()
            .filter(|_| sheet.begins_with_values(self.setting))
            .and_then(|it| it.header.over(grid, tolerance));
        let (rows, grid) = match (&long, &carried) {
            (Some(long), Some(it)) => {
                (Sheet::of(long).read(out, self.setting, unit.or(it.unit)), long)
            }
            _ => (sheet.read(out, self.setting, unit), grid),
        };
        if let Some(it) = &carried
            && out.tables.len() == first + 1
        {
            out.join_last(it.table);
        }
        self.ended = rows.zip(out.tables.len().checked_sub(1)).map(|(rows, table)| Carried {
            header: Header::of(grid, rows),
            table,
            unit,
        });
    }

    /// The unit that a note right above or below says of a table.
    fn unit_near(&self, top: f32, bottom: f32) -> Unit {
        let near = 4.0 * self.page.line_height;
        let notes = self.page.rows.iter().flat_map(|row| {
            row.segments.iter().filter_map(move |it| Some((row.rect, unit_note(&it.text.text)?.1)))
        });
        let mut best: Option<(f32, Unit)> = None;
        for (rect, unit) in notes {
            let distance = if rect.y1 <= top + near / 4.0 {
                top - rect.y1
            } else if rect.y0 >= bottom - near / 4.0 {
                // What stands above a table speaks of it first.
                2.0 * (rect.y0 - bottom) + near / 2.0
            } else {
                0.0
            };
            if distance <= near && best.is_none_or(|it| distance < it.0) {
                best = Some((distance, unit));
            }
        }
        best.map(|it| it.1).unwrap_or_default()
    }

    /// Rows that no grid interrupts.
    fn run(&mut self, out: &mut Output, rows: &[&Row]) {
        let mut i = self.continued(out, rows);
        if !rows.is_empty() && i < rows.len() {
            self.ended = None;
        }
        while i < rows.len() {
            if let Some(end) = self.table(out, rows, i) {
                self.open.close();
                i = end;
                continue;
            }
            if rows[i].segments.len() > 1 {
                let below: Vec<Row> =
                    rows[i + 1..rows.len().min(i + 3)].iter().map(|it| (*it).clone()).collect();
                lines::line(out, self.setting, rows[i], &below, &mut self.open);
                i += 1;
                continue;
            }
            let end = self.paragraph_end(rows, i);
            self.paragraph(out, rows, i, end);
            i = end;
        }
    }

    /// Rows at the beginning of a page that go on with the aligned table of the page before.
    fn continued(&mut self, out: &mut Output, rows: &[&Row]) -> usize {
        let Some(first) = rows.first() else { return 0 };
        let aligned = matches!(&self.carried, Some(Carried { header: Header::Aligned(_), .. }));
        // One row above a ruled grid may be a page's own header.
        if !aligned && rows.len() <= 2 {
            return 0;
        }
        let Some(Carried { header: Header::Aligned(header), table, .. }) = self.carried.take()
        else {
            return 0;
        };
        let n = out.tables.len();
        if self.is_header(first) {
            // The same header again.
            let Some(end) = self.table(out, rows, 0) else { return 0 };
            self.join(out, n, table);
            return end;
        }
        let longer: Vec<&Row> = std::iter::once(&header).chain(rows.iter().copied()).collect();
        let Some(end) = self.table(out, &longer, 0) else { return 0 };
        self.join(out, n, table);
        end - 1
    }

    /// Takes the one table behind the first `n` as a part of an earlier one.
    fn join(&mut self, out: &mut Output, n: usize, table: usize) {
        if out.tables.len() == n + 1 {
            out.join_last(table);
        }
        let last = out.tables.len().saturating_sub(1);
        if let Some(it) = &mut self.ended {
            it.table = it.table.min(last);
        }
    }

    /// An aligned table whose header is a row; the answer is the row behind it.
    fn table(&mut self, out: &mut Output, rows: &[&Row], i: usize) -> Option<usize> {
        let header = rows[i];
        if !self.is_header(header) {
            return None;
        }
        let (body, between, end) = self.body(rows, i);
        if body.is_empty() {
            return None;
        }
        let bottom = rows[i..end].iter().map(|it| it.rect.y1).fold(header.rect.y1, f32::max);
        let grid = aligned::grid(header, &body);
        let unit = self.unit_near(header.rect.y0, bottom);
        Sheet::of(&grid).read(out, self.setting, unit);
        let at_end = end == rows.len();
        self.ended = out.tables.len().checked_sub(1).filter(|_| at_end).map(|table| Carried {
            header: Header::Aligned(header.clone()),
            table,
            unit,
        });
        if !between.is_empty() {
            let rows: Vec<Row> = between.into_iter().cloned().collect();
            cell(out, self.setting, &rows);
        }
        Some(end)
    }

    /// The body rows under a header, the lines of one cell taken together; what interrupts them; and
    /// where they end.
    ///
    /// A row with a value under a counting header is an item or a total; what stands alone belongs
    /// to the nearer one of its neighbors, or to the one on its side of a printed line. Notes between
    /// items interrupt a table, they do not end it.
    fn body<'r>(&self, rows: &[&'r Row], i: usize) -> (Vec<Vec<&'r Row>>, Vec<&'r Row>, usize) {
        let header = rows[i];
        let counts: Vec<bool> = header
            .segments
            .iter()
            .map(|it| {
                let text = &it.text.text;
                let kind = match self.setting.vocabulary.column(text) {
                    Some(it) => it.kind,
                    None => self.setting.vocabulary.ending(text),
                };
                matches!(kind, Some(Kind::Money | Kind::Quantity | Kind::Rate))
            })
            .collect();
        // The header that a value stands under: the one that it overlaps most, or else the nearest.
        let counted = |row: &Row| -> Vec<usize> {
            let under = |rect: &Rect| {
                header.segments.iter().enumerate().min_by(|a, b| {
                    let apart = |it: &Rect| (it.x0 - rect.x1).max(rect.x0 - it.x1);
                    apart(&a.1.rect).total_cmp(&apart(&b.1.rect))
                })
            };
            row.segments
                .iter()
                .filter(|it| {
                    let text = &it.text.text;
                    values::is_value(self.setting, text)
                        || values::is_value(self.setting, last_word(text))
                })
                .filter_map(|it| {
                    let last = it.text.pieces.last().map_or(it.rect, |it| it.rect);
                    under(&last).map(|it| it.0)
                })
                .filter(|at| counts.get(*at).copied().unwrap_or(false))
                .collect()
        };
        let mut columns: Vec<usize> = Vec::new();
        let mut upper = f32::NEG_INFINITY;
        let mut picked: Vec<(usize, bool)> = Vec::new();
        let mut between: Vec<usize> = Vec::new();
        let mut bottom = header.rect.y1;
        let mut k = i + 1;
        while let Some(&row) = rows.get(k) {
            let height = row.rect.height().max(self.page.line_height);
            let single = row.segments.len() == 1;
            let text = &row.segments[0].text;
            let beside = row.rect.x1 < header.rect.x0 || row.rect.x0 > header.rect.x1;
            let n_counted = counted(row).len();
            let heads = picked.is_empty() && row.segments.len() > 2 && n_counted == 0
                || self.is_header(row);
            let ends = row.rect.y0 - bottom > 3.2 * height
                || heads
                || single
                    && (prose::heading(&text.text).is_some()
                        || values::is_sentence(&text.text)
                        || beside
                        || text.pieces.len() > 12
                        || lines::split(self.setting, text).iter().any(|it| it.colon));
            if ends {
                // Items may go on behind a note of a few lines.
                let more =
                    rows.iter().skip(k).take(9).take_while(|it| !self.is_header(it)).position(
                        |it| {
                            it.segments.len() > 2
                                && counted(it).len() >= 2
                                && it.rect.y0 - bottom < 12.0 * height
                        },
                    );
                match more.filter(|_| !picked.is_empty() && !heads) {
                    Some(n) if n > 0 => {
                        between.extend(k..k + n);
                        k += n;
                        bottom = rows[k - 1].rect.y1;
                        continue;
                    }
                    Some(_) => {}
                    None => break,
                }
            }
            picked.push((k, !single && n_counted > 0));
            bottom = bottom.max(row.rect.y1);
            k += 1;
        }
        let ruled = |a: &Row, b: &Row| {
            self.page.rules.iter().any(|(y, x0, x1)| {
                a.rect.center().1 < *y
                    && *y < b.rect.center().1
                    && *x0 < b.rect.x1
                    && b.rect.x0 < *x1
            })
        };
        let mut body: Vec<Vec<&Row>> = Vec::new();
        let mut waiting: Vec<&Row> = Vec::new();
        let mut end = i + 1;
        for (k, (at, anchor)) in picked.iter().copied().enumerate() {
            let row = rows[at];
            if anchor {
                let own = counted(row);
                waiting.push(row);
                end = at + 1;
                // Cells of one item may stand half a line lower than their neighbors.
                let same = row.rect.y0 - upper < 1.3 * row.rect.height()
                    && own.iter().all(|it| !columns.contains(it));
                match body.last_mut() {
                    Some(last) if same => {
                        last.append(&mut waiting);
                        columns.extend(own);
                    }
                    _ => {
                        body.push(std::mem::take(&mut waiting));
                        (columns, upper) = (own, row.rect.y0);
                    }
                }
                continue;
            }
            let previous = k.checked_sub(1).and_then(|k| picked.get(k)).map(|it| rows[it.0]);
            let next = picked.get(k + 1).map(|it| rows[it.0]);
            let above = previous.map_or(f32::INFINITY, |it| row.rect.y0 - it.rect.y1);
            let below = next.map_or(f32::INFINITY, |it| it.rect.y0 - row.rect.y1);
            let joined = waiting.is_empty()
                && previous.is_some_and(|it| !ruled(it, row))
                && (next.is_some_and(|it| ruled(row, it)) || above <= below)
                && above < 0.8 * row.rect.height().max(self.page.line_height);
            match body.last_mut() {
                Some(last) if joined => {
                    last.push(row);
                    end = at + 1;
                }
                _ => waiting.push(row),
            }
        }
        let between = between.into_iter().filter(|it| *it < end).map(|it| rows[it]).collect();
        (body, between, end)
    }

    /// Whether a row heads an aligned table.
    fn is_header(&self, header: &Row) -> bool {
        let n = header.segments.len();
        let texts: Vec<&str> = header.segments.iter().map(|it| it.text.text.as_str()).collect();
        let plain = texts.iter().all(|it| {
            it.chars().count() <= 28
                && !values::is_value(self.setting, it)
                && !it.contains([':', '：'])
        });
        let columns: Vec<_> =
            texts.iter().filter_map(|it| self.setting.vocabulary.column(it)).collect();
        let priced = columns.iter().any(|it| it.kind == Some(Kind::Money));
        let counted = columns
            .iter()
            .any(|it| matches!(it.kind, Some(Kind::Money | Kind::Quantity | Kind::Rate)));
        counted
            && n >= 2
            && plain
            && columns.len() * 10 >= n * 6
            && (n > 2 || priced && columns.len() == 2)
    }

    /// Where the paragraph that begins in a row ends.
    fn paragraph_end(&self, rows: &[&Row], start: usize) -> usize {
        let mut end = start + 1;
        let first = rows[start];
        if prose::heading(&first.text().text) == Some(first.text().text.len()) {
            return end;
        }
        while let (Some(last), Some(next)) = (rows.get(end - 1), rows.get(end)) {
            let height = last.rect.height().max(next.rect.height());
            let pitch = next.rect.y0 - last.rect.y0;
            let text = next.text().text;
            let body = text.trim_start();
            let words = if self.breaks_words { 2.0 } else { 9.0 };
            let full = last.rect.x1 >= self.right - words * height
                && last.rect.width() > 0.45 * (self.right - first.rect.x0).max(1.0);
            let same_left = (next.rect.x0 - first.rect.x0).abs() <= 3.5 * height;
            let fresh = enumerator(body) > 0
                || prose::heading(body).is_some()
                || lines::begins_pair(self.setting, body);
            let same_size = (last.rect.height() - next.rect.height()).abs() < 0.25 * height;
            if next.segments.len() != 1
                || pitch > 2.2 * height
                || !full
                || !same_left
                || fresh
                || !same_size
            {
                break;
            }
            end += 1;
        }
        end
    }

    /// Reads the rows of a paragraph.
    fn paragraph(&mut self, out: &mut Output, rows: &[&Row], start: usize, end: usize) {
        let mut text = Text::default();
        for row in &rows[start..end] {
            let part = row.text();
            let separator = self.separator(&text.text, &part.text);
            text.append(&part, separator);
        }
        if let Some(at) = prose::heading(&text.text) {
            self.heading = text.text.get(..at).unwrap_or_default().trim().to_owned();
            self.open.close();
            let rest = text.slice(at..text.text.len());
            if !rest.is_empty() {
                prose::paragraph(out, self.setting, &rest, &self.heading, None);
            }
            return;
        }
        let pairs = lines::split(self.setting, &text);
        let lead = pairs.first().and_then(|it| it.label.as_ref().map(|label| (label, it)));
        let sentence = values::is_sentence(&text.text);
        let one = end == start + 1;
        if one && (lead.is_some() || !sentence) && !(sentence && lead.is_some_and(|it| !it.1.colon))
        {
            let below: Vec<Row> =
                rows[end..rows.len().min(end + 2)].iter().map(|it| (*it).clone()).collect();
            let slots = lines::line(out, self.setting, rows[start], &below, &mut self.open);
            prose::note(out, &text, &self.heading, &slots);
            return;
        }
        self.open.close();
        let lead = lead.filter(|it| it.1.colon).map(|it| Label::of(self.setting, &it.0.text));
        let short = text.text.chars().count() <= 160;
        match (&lead, pairs.first().and_then(|it| it.value.as_ref())) {
            (Some(label), Some(value)) if short && label.known && !sentence => {
                let slots = values::under(
                    &mut out.fields,
                    self.setting,
                    label,
                    value,
                    super::super::Route::LabelValue,
                );
                out.words_in(self.setting, &text);
                prose::note(out, &text, &self.heading, &slots);
            }
            _ => prose::paragraph(out, self.setting, &text, &self.heading, lead.as_ref()),
        }
    }

    /// What joins two lines of a paragraph.
    fn separator(&self, before: &str, after: &str) -> &'static str {
        let (Some(last), Some(first)) = (before.chars().next_back(), after.chars().next()) else {
            return "";
        };
        let within = is_hangul(last) && is_hangul(first)
            || last.is_ascii_digit() && first.is_ascii_digit()
            || last == ',' && first.is_ascii_digit();
        let hyphen = last == '-' && first.is_alphabetic();
        if hyphen || (self.breaks_words && within) { "" } else { " " }
    }
}

fn last_word(text: &str) -> &str {
    text.rsplit(' ').next().unwrap_or(text)
}
