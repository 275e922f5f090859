//! A page from top to bottom: grids, aligned tables, lines, paragraphs.

use super::super::Route;
use super::super::layout::{Grid, PageLayout, Row, Text, aligned};
use super::blocks;
use super::carry::{Carried, Header};
use super::gutter::{self, Part};
use super::lines::{self, Open};
use super::listing::Lines;
use super::output::Output;
use super::paragraph;
use super::party;
use super::prose;
use super::setting::{Setting, Unit, counts_things, unit_note};
use super::sheet::Sheet;
use super::values::{self, Label};
use super::vocabulary::{enumerator, is_hangul};
use crate::document::Rect;

/// Reads all pages of a document.
pub(super) fn read(out: &mut Output, setting: &Setting<'_>, pages: &[PageLayout]) {
    let mut heading = String::new();
    let mut carried = None;
    let mut unfinished = None;
    for (n, page) in pages.iter().enumerate() {
        let mut reader = Reader {
            setting,
            page,
            heading: std::mem::take(&mut heading),
            open: Open::default(),
            right: right_edge(page.rows.iter()),
            breaks_words: breaks_words(page.rows.iter(), page.line_height),
            carried: carried.take(),
            ended: None,
            unfinished: unfinished.take(),
            more: false,
        };
        reader.page(out, n + 1 < pages.len());
        unfinished = reader.unfinished;
        heading = reader.heading;
        carried = reader.ended;
    }
}

/// Where full lines end.
fn right_edge<'a>(rows: impl Iterator<Item = &'a Row>) -> f32 {
    rows.filter(|it| it.segments.len() == 1).map(|it| it.rect.x1).fold(0.0, f32::max)
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
    /// A paragraph that the end of a column or page interrupts.
    unfinished: Option<Text>,
    /// Whether another column or page follows the rows at hand.
    more: bool,
}

/// Lines that are broken between words end where the words do; lines broken within words are all
/// of one length, give or take a character.
fn breaks_words<'a>(rows: impl Iterator<Item = &'a Row> + Clone, line_height: f32) -> bool {
    let right = right_edge(rows.clone());
    let left = rows.clone().map(|it| it.rect.x0).fold(f32::INFINITY, f32::min);
    let long: Vec<f32> = rows
        .filter(|it| it.segments.len() == 1 && it.rect.x1 > left + 0.85 * (right - left))
        .map(|it| right - it.rect.x1)
        .collect();
    let flush = long.iter().filter(|it| **it < 1.15 * line_height).count();
    long.len() >= 3 && flush * 10 >= long.len() * 8
}

enum Block<'a> {
    Row(&'a Row),
    Grid(&'a Grid),
}

impl Reader<'_> {
    fn page(&mut self, out: &mut Output, more: bool) {
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
                    let over = self.header_over(&run, grid);
                    if let Some((_, n)) = &over {
                        run.truncate(run.len() - n);
                    }
                    self.sides(out, &std::mem::take(&mut run), false);
                    self.grid(out, grid, over.map(|it| it.0));
                    self.open.close();
                }
            }
        }
        self.sides(out, &run, more);
    }

    /// Rows that no grid interrupts; of prose in two columns the left one first.
    fn sides(&mut self, out: &mut Output, rows: &[&Row], more: bool) {
        let mut parts = Vec::new();
        for block in blocks::parts(rows, &self.page.rules, self.page.line_height) {
            let rows: Vec<&Row> = block.rows.iter().collect();
            let columns = gutter::parts(&rows, self.page.line_height).into_iter();
            parts.extend(columns.map(|it| Part { side: it.side || block.side, ..it }));
        }
        let (right, breaks) = (self.right, self.breaks_words);
        for (n, part) in parts.iter().enumerate() {
            self.more = more || n + 1 < parts.len();
            if part.side {
                self.right = right_edge(part.rows.iter());
                self.breaks_words = breaks_words(part.rows.iter(), self.page.line_height);
            }
            self.run(out, &part.rows.iter().collect::<Vec<_>>());
            (self.right, self.breaks_words) = (right, breaks);
        }
        if !more {
            self.finish(out);
        }
    }

    /// Reads the paragraph that waits for its end.
    fn finish(&mut self, out: &mut Output) {
        if let Some(text) = self.unfinished.take() {
            prose::paragraph(out, self.setting, &text, &self.heading, None);
        }
    }

    /// The header that stands over a ruled grid which begins with values.
    fn header_over(&self, rows: &[&Row], grid: &Grid) -> Option<(Header, usize)> {
        let begins = Sheet::of(grid).begins_with_values(self.setting);
        begins.then(|| Header::above(rows, grid, self.page.line_height)).flatten()
    }

    /// Reads a ruled grid, as a part of the table of the page before if it goes on with it; `over` is
    /// the header over it.
    fn grid(&mut self, out: &mut Output, grid: &Grid, over: Option<Header>) {
        let unit = self.unit_near(grid.rect);
        let topped = over.and_then(|it| it.over(grid, self.page.line_height));
        let grid = topped.as_ref().unwrap_or(grid);
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

    /// The unit that a note right above or below says of a table; one over it before one beside it.
    fn unit_near(&self, table: Rect) -> Unit {
        let near = 4.0 * self.page.line_height;
        let headings = self.page.rows.iter().filter_map(|row| {
            let [one] = row.segments.as_slice() else { return None };
            let says =
                one.rect.y1 <= table.y0 + near / 4.0 && counts_things(self.setting, &one.text.text);
            says.then(|| (one.rect, Unit { counts: true, ..Unit::default() }))
        });
        let notes = self.page.rows.iter().flat_map(|row| {
            row.segments.iter().filter_map(move |it| Some((it.rect, unit_note(&it.text.text)?.1)))
        });
        let notes = notes.chain(headings);
        let mut best: Option<(bool, f32, Unit)> = None;
        for (rect, unit) in notes {
            let distance = if rect.y1 <= table.y0 + near / 4.0 {
                table.y0 - rect.y1
            } else if rect.y0 >= table.y1 - near / 4.0 {
                // What stands above a table speaks of it first.
                2.0 * (rect.y0 - table.y1) + near / 2.0
            } else {
                0.0
            };
            let beside = rect.x1 < table.x0 || table.x1 < rect.x0;
            let nearer = |it: (bool, f32, Unit)| (beside, distance) < (it.0, it.1);
            if distance <= near && best.is_none_or(nearer) {
                best = Some((beside, distance, unit));
            }
        }
        best.map(|it| it.2).unwrap_or_default()
    }

    /// Rows that nothing interrupts.
    fn run(&mut self, out: &mut Output, rows: &[&Row]) {
        let mut i = self.continued(out, rows);
        if i == 0 {
            i = self.resume(out, rows);
        }
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
            if end == rows.len()
                && self.more
                && let Some(text) = self.interrupted(&rows[i..end])
            {
                self.unfinished = Some(text);
                return;
            }
            self.paragraph(out, rows, i, end);
            i = end;
        }
    }

    /// The text of a paragraph whose last sentence has no end; what follows stands in the next
    /// column or on the next page.
    fn interrupted(&self, rows: &[&Row]) -> Option<Text> {
        let last = rows.last()?;
        let text = self.joined(rows);
        let body = &text.text;
        let wide = last.rect.width() > 0.6 * (self.right - rows[0].rect.x0).max(1.0);
        (wide
            && lines::split(self.setting, &text).first().is_none_or(|it| it.label.is_none())
            && paragraph::is_open(body)
            && body.split_whitespace().count() >= 5
            && prose::heading(body) != Some(body.len()))
        .then_some(text)
    }

    /// Goes on with the paragraph that the column or page before left open.
    fn resume(&mut self, out: &mut Output, rows: &[&Row]) -> usize {
        let (Some(first), Some(mut text)) = (rows.first(), self.unfinished.take()) else {
            return 0;
        };
        if first.segments.len() != 1 || self.is_fresh(&first.text().text) {
            self.unfinished = Some(text);
            self.finish(out);
            return 0;
        }
        let end = self.paragraph_end(rows, 0);
        let rest = self.joined(&rows[..end]);
        text.append(&rest, self.separator(&text.text, &rest.text));
        if end == rows.len() && self.more && self.interrupted(&rows[..end]).is_some() {
            self.unfinished = Some(text);
        } else {
            self.whole(out, &text);
        }
        end
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
        if (Lines { setting: self.setting, page: self.page }).is_header(first) {
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
        let lines = Lines { setting: self.setting, page: self.page };
        let (heads, first) = lines.header(rows, i)?;
        let header = &heads.row;
        let (body, between, end) = lines.body(header, rows, first);
        if body.is_empty() {
            return None;
        }
        let rect = rows[i..end].iter().fold(header.rect, |all, it| all.union(&it.rect));
        for (_, it) in &heads.groups {
            values::in_label(&mut out.fields, self.setting, &it.text, Route::Table);
        }
        let grid = aligned::grid(header, &heads.groups, &body);
        let unit = self.unit_near(rect);
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
            let words = if self.breaks_words { 2.0 } else { 9.0 };
            let width = (self.right - first.rect.x0).max(1.0);
            // `twenty-` | `eight`: the word goes on wherever the line ends.
            let broken = last.text().text.ends_with('-') && text.starts_with(char::is_lowercase);
            let full = broken
                || last.rect.x1 >= self.right - words * height && last.rect.width() > 0.45 * width
                || last.rect.width() > 0.6 * width
                    && (paragraph::goes_on(&last.text().text, &text)
                        || last.rect.width() > 0.8 * width
                            && paragraph::is_open(&last.text().text))
                    && self.setting.vocabulary.prefix(&text).is_none();
            let same_left = (next.rect.x0 - first.rect.x0).abs() <= 3.5 * height;
            let same_size = (last.rect.height() - next.rect.height()).abs() < 0.25 * height;
            if next.segments.len() != 1
                || pitch > 2.2 * height
                || !full
                || !same_left
                || self.is_fresh(&text)
                || !same_size
            {
                break;
            }
            end += 1;
        }
        end
    }

    /// Whether a line begins something of its own.
    fn is_fresh(&self, text: &str) -> bool {
        let body = text.trim_start();
        enumerator(body) > 0
            || party::addressee(body).is_some()
            || prose::heading(body).is_some()
            || lines::begins_pair(self.setting, body)
    }

    /// The text of rows, as one paragraph.
    fn joined(&self, rows: &[&Row]) -> Text {
        let mut text = Text::default();
        for row in rows {
            let part = row.text();
            let separator = self.separator(&text.text, &part.text);
            text.append(&part, separator);
        }
        text
    }

    /// Reads a paragraph, its heading before it.
    fn whole(&mut self, out: &mut Output, text: &Text) {
        let at = prose::heading(&text.text).unwrap_or(0);
        if at > 0 {
            self.heading = text.text.get(..at).unwrap_or_default().trim().to_owned();
            self.open.close();
        }
        let rest = text.slice(at..text.text.len());
        if !rest.is_empty() {
            prose::paragraph(out, self.setting, &rest, &self.heading, None);
        }
    }

    /// Reads the rows of a paragraph.
    fn paragraph(&mut self, out: &mut Output, rows: &[&Row], start: usize, end: usize) {
        let text = self.joined(&rows[start..end]);
        if prose::heading(&text.text).is_some() {
            self.whole(out, &text);
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
                let slots =
                    values::under(&mut out.fields, self.setting, label, value, Route::LabelValue);
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
