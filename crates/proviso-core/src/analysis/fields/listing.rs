//! The rows of a table without printed lines: its header, the rows of each item, what interrupts
//! them.
//!
//! **Invariant:** rows are taken or left as a whole; [`super::super::layout::aligned`] cuts them.

use std::ops::Range;

use super::super::layout::{PageLayout, Row, Segment};
use super::column::{is_bare, is_grouped, is_sum};
use super::lines;
use super::prose;
use super::setting::Setting;
use super::values;
use super::vocabulary::{enumerator, length};
use crate::document::Rect;
use crate::value::Kind;

/// Header lines of one table at most.
const MAX_HEADER: usize = 4;
/// Segments of one of them at most.
const MAX_HEADS: usize = 64;
/// How much wider a gap between headers is than one within them.
const WIDER: f32 = 1.5;

/// The header of a table.
#[derive(Debug)]
pub(super) struct Heads {
    /// A segment for each column.
    pub(super) row: Row,
    /// What stands above several columns, with these.
    pub(super) groups: Vec<(Range<usize>, Segment)>,
}

/// Rows on a page.
pub(super) struct Lines<'a> {
    /// The document.
    pub(super) setting: &'a Setting<'a>,
    /// The page.
    pub(super) page: &'a PageLayout,
}

impl Lines<'_> {
    /// The header that begins in a row, its lines as one row, and the row behind it.
    pub(super) fn header(&self, rows: &[&Row], i: usize) -> Option<(Heads, usize)> {
        self.columned(rows, i).or_else(|| {
            let told = self.topped(rows, i).or_else(|| self.stacked_header(rows, i));
            told.map(|(row, end)| (Heads { row, groups: Vec::new() }, end))
        })
    }

    fn stacked_header(&self, rows: &[&Row], i: usize) -> Option<(Row, usize)> {
        let mut header = self.parted(rows.get(i)?, rows, i + 1);
        let heads = self.is_header(&header) || self.stands_over(&header, rows, i + 1);
        let mut best = heads.then(|| (header.clone(), i + 1));
        for (n, row) in rows.iter().enumerate().skip(i + 1).take(MAX_HEADER - 1) {
            if !self.is_second_line(&header, row) {
                break;
            }
            // What fills the gaps of a header belongs to it, known or not.
            let fills = row
                .segments
                .iter()
                .all(|it| !header.segments.iter().any(|above| overlap(above, it)));
            header = stacked(&header, row);
            if self.is_header(&header) || fills && best.is_some() {
                // What a line of its own says of one column parts no others.
                best = Some((self.parted(&header, rows, n + 1), n + 1));
            }
        }
        best
    }

    /// A header under words that stand half a line higher: `거래일` over `시각`, `거래금액` over what
    /// was paid in and out.
    fn topped(&self, rows: &[&Row], i: usize) -> Option<(Row, usize)> {
        let (top, next) = (rows.get(i)?, rows.get(i + 1)?);
        let close = next.rect.y0 - top.rect.y1 < 0.2 * self.page.line_height;
        let plain = top.segments.iter().all(|it| {
            let text = &it.text.text;
            length(text) <= 16
                && !text.contains(|c: char| c.is_ascii_digit() || c == ':' || c == '：')
        });
        let few = (2..=MAX_HEADS).contains(&next.segments.len()) && top.segments.len() <= MAX_HEADS;
        if !close || !plain || !few {
            return None;
        }
        let beside =
            next.segments.iter().all(|it| !top.segments.iter().any(|top| overlap(top, it)));
        if !beside {
            return None;
        }
        let (mut header, end) = self.stacked_header(rows, i + 1)?;
        for it in &top.segments {
            let mut under = header.segments.iter_mut().filter(|below| overlap(it, below));
            let first = under.next()?;
            // What stands over several columns names their group.
            if under.next().is_none() {
                let mut text = it.text.clone();
                text.append(&first.text, " ");
                *first = Segment { text, rect: it.rect.union(&first.rect) };
            }
        }
        header.rect = header.rect.union(&top.rect);
        Some((header, end))
    }

    /// A header with a segment for each of the columns below that it stands over: where words of two
    /// headers stand close together, the widest gaps between them part them.
    fn parted(&self, header: &Row, rows: &[&Row], first: usize) -> Row {
        let mut out = header.clone();
        let below = rows.get(first..(first + 2).min(rows.len())).unwrap_or_default();
        let [one, two] = below else { return out };
        let n = one.segments.len();
        if header.segments.len() < 2 || n <= header.segments.len() || n != two.segments.len() {
            return out;
        }
        let pairs = one.segments.iter().zip(&two.segments);
        if !pairs.clone().all(|(a, b)| overlap(a, b)) {
            return out;
        }
        let mut over = vec![0_usize; header.segments.len()];
        for (a, b) in pairs {
            let column = a.rect.union(&b.rect);
            let shared = |it: &Segment| it.rect.x1.min(column.x1) - it.rect.x0.max(column.x0);
            let most = (0..over.len()).max_by(|i, j| {
                shared(&header.segments[*i]).total_cmp(&shared(&header.segments[*j]))
            });
            over[most.unwrap_or(0)] += 1;
        }
        let parts = header.segments.iter().zip(over);
        out.segments = parts.flat_map(|(it, n)| cut_at_gaps(it, n)).collect();
        out
    }

    /// Whether short words stand over columns of numbers, whatever the words are: the next rows have
    /// each of their cells under another one of them, and at least two of the cells are values.
    fn stands_over(&self, header: &Row, rows: &[&Row], first: usize) -> bool {
        let plain = header.segments.iter().all(|it| {
            let text = &it.text.text;
            // `1개당 값`: a digit makes no value of words.
            let digits = text.chars().filter(char::is_ascii_digit).count();
            length(text) <= 16
                && digits * 2 < text.chars().filter(|it| it.is_alphabetic()).count()
                && !text.contains([':', '：'])
                && !values::is_value(self.setting, text)
        });
        let height = self.page.line_height;
        let behind = self.behind_name(rows, first);
        let mut bottom = if behind > first { rows[first].rect.y1 } else { header.rect.y1 };
        let first = behind;
        let under = |row: &&&Row| {
            let near = row.rect.y0 - bottom < 2.2 * height;
            bottom = row.rect.y1;
            let mut own: Vec<usize> = Vec::new();
            let mut n_values = 0;
            for it in &row.segments {
                let over = header.segments.iter().position(|above| overlap(above, it));
                own.extend(over);
                n_values += usize::from(values::is_value(self.setting, &it.text.text));
            }
            let n = own.len();
            own.dedup();
            near && n == row.segments.len() && own.len() == n && n >= 3 && n_values >= 2
        };
        header.segments.len() >= 3
            && plain
            && rows
                .get(first..(first + 3).min(rows.len()))
                .is_some_and(|it| it.len() == 3 && it.iter().filter(under).count() == 3)
    }

    /// The row behind the name of a group of items, if one stands here: `[1] 제1공구`, `▷ 본관`.
    pub(super) fn behind_name(&self, rows: &[&Row], k: usize) -> usize {
        let named = match rows.get(k..k + 2) {
            Some([name, item]) => {
                let marked = |it: &Row| {
                    let text = &it.segments[0].text.text;
                    enumerator(text) > 0 || text.starts_with(|it: char| !it.is_alphanumeric())
                };
                name.segments.len() == 1
                    && marked(name)
                    && item.segments.len() > 2
                    && !marked(item)
                    && !values::is_value(self.setting, &name.text().text)
                    && item.rect.y0 - name.rect.y1 < 2.2 * self.page.line_height
            }
            _ => false,
        };
        k + usize::from(named)
    }

    /// Whether a row is one of a form: behind a value stands a label with a value of its own, where a column
    /// counts.
    fn is_form(&self, row: &Row, counts: impl Fn(&Rect) -> bool) -> bool {
        let is_value = |it: &Segment| values::is_value(self.setting, &it.text.text);
        let asks = |it: &Segment| {
            let sense = self.setting.vocabulary.label(&it.text.text);
            sense.is_some_and(|it| matches!(it.kind, Some(Kind::Money | Kind::Rate)))
                && !is_value(it)
                && counts(&it.rect)
        };
        let mut threes = row.segments.windows(3);
        threes.any(|it| is_value(&it[0]) && asks(&it[1]) && is_value(&it[2]))
    }

    /// Whether the row behind the name of a table is its header.
    fn heads_next(&self, rows: &[&Row], k: usize) -> bool {
        rows.get(k).is_some_and(|it| self.is_header(it) || self.stands_over(it, rows, k + 1))
    }

    /// Whether what follows a row has fewer numbers than the items above it: another list begins.
    fn thins_out(
        &self,
        counted: &impl Fn(&Row) -> Vec<usize>,
        rows: &[&Row],
        k: usize,
        least: usize,
    ) -> bool {
        let mut next = rows.iter().skip(k + 1).take(3).map(|it| (counted(it).len(), it));
        next.find(|it| it.0 > 0)
            .is_some_and(|(n, row)| n < least && !is_sum(&row.segments[0].text.text))
    }

    /// The headers over cells of grouped numbers in the rows below.
    fn over_amounts(&self, header: &Row, rows: &[&Row], first: usize) -> Vec<bool> {
        let below = rows.get(first..(first + 3).min(rows.len())).unwrap_or_default();
        let amount = |it: &&Segment| is_grouped(&it.text.text) && is_bare(&it.text.text);
        let mut cells = below.iter().flat_map(|it| &it.segments).filter(amount);
        let cells: Vec<&Segment> = cells.by_ref().collect();
        header.segments.iter().map(|it| cells.iter().any(|cell| overlap(it, cell))).collect()
    }

    /// Whether a row is a further line of a header: words only, close below, most of them under the
    /// words above.
    fn is_second_line(&self, header: &Row, row: &Row) -> bool {
        let height = self.page.line_height;
        let plain = |it: &Row| {
            it.segments.iter().all(|it| {
                let text = &it.text.text;
                length(text) <= 24
                    && !text.contains(|c: char| c.is_ascii_digit() || c == ':' || c == '：')
            })
        };
        let over = |it: &&Segment| header.segments.iter().any(|above| overlap(above, it));
        let n_over = row.segments.iter().filter(over).count();
        let known = row.segments.iter().filter(|it| {
            let text = &it.text.text;
            self.setting.vocabulary.column(text).is_some()
                || super::setting::Unit::of(text).is_some()
                || text == "%"
        });
        // Words that stand half a line lower, each where the words above leave room.
        let apart = row.rect.y0 - header.rect.y1;
        let beside =
            apart < 0.0 || row.segments.len() >= 2 && apart < 0.2 * height && plain(header);
        let fills = n_over == 0
            && beside
            && header.segments.iter().any(|it| it.rect.x1 < row.rect.x0)
            && plain(row);
        fills
            || header.segments.len() >= 2
                && row.rect.y0 - header.rect.y1 < 0.6 * height
                && plain(header)
                && plain(row)
                && (row.segments.len() == 1 || n_over * 2 > row.segments.len())
                && known.count() * 2 >= row.segments.len()
    }

    /// The body rows under a header, the lines of one cell taken together; what interrupts them; and
    /// where they end.
    ///
    /// A row with a value under a counting header is an item or a total; what stands alone belongs
    /// to the nearer one of its neighbors, or to the one on its side of a printed line. Notes between
    /// items interrupt a table, they do not end it.
    pub(super) fn body<'r>(
        &self,
        header: &Row,
        rows: &[&'r Row],
        first: usize,
    ) -> (Vec<Vec<&'r Row>>, Vec<&'r Row>, usize) {
        let amounts = self.over_amounts(header, rows, first);
        let counts: Vec<bool> = header
            .segments
            .iter()
            .zip(amounts)
            .map(|(it, amounts)| {
                let text = &it.text.text;
                let kind = match self.setting.vocabulary.column(text) {
                    Some(it) => it.kind,
                    None => self.setting.vocabulary.ending(text),
                };
                let unknown = !matches!(kind, Some(Kind::Date | Kind::Text));
                kind.is_some_and(Kind::is_counted) || amounts && unknown
            })
            .collect();
        // The header that a value stands under: the one that it overlaps most, or else the nearest.
        let under = |rect: &Rect| {
            let apart = |i: &usize| {
                let it = &header.segments[*i].rect;
                (it.x0 - rect.x1).max(rect.x0 - it.x1)
            };
            (0..header.segments.len()).min_by(|a, b| apart(a).total_cmp(&apart(b)))
        };
        // A column counts where the first item has a value in it.
        let begins: Vec<usize> = rows
            .get(self.behind_name(rows, first))
            .into_iter()
            .flat_map(|it| &it.segments)
            .filter(|it| values::is_value(self.setting, &it.text.text))
            .filter_map(|it| under(&it.rect))
            .collect();
        let is_counted =
            |rect: &Rect| under(rect).is_some_and(|it| counts[it] && begins.contains(&it));
        let counted = |row: &Row| -> Vec<usize> {
            row.segments
                .iter()
                .filter(|it| {
                    let text = &it.text.text;
                    values::is_value(self.setting, text)
                        || values::is_value(self.setting, first_word(text))
                        || values::is_value(self.setting, last_word(text))
                })
                .filter_map(|it| {
                    // `311,791 원 미만 버림` stands where its number does, `총 311,791` too.
                    let text = &it.text.text;
                    let leads = values::is_value(self.setting, first_word(text));
                    let pieces = &it.text.pieces;
                    let piece = if leads { pieces.first() } else { pieces.last() };
                    under(&piece.map_or(it.rect, |it| it.rect))
                })
                .filter(|at| counts.get(*at).copied().unwrap_or(false))
                .collect()
        };
        let is_item = |it: &Row| {
            (2..=header.segments.len()).contains(&counted(it).len())
                && !self.is_form(it, is_counted)
        };
        let mut columns: Vec<usize> = Vec::new();
        let mut upper = f32::NEG_INFINITY;
        let mut picked: Vec<(usize, bool)> = Vec::new();
        let mut between: Vec<usize> = Vec::new();
        let mut bottom = header.rect.y1;
        // Whether the last row with numbers was a sum, and how many numbers items have at least.
        let (mut summed, mut least) = (false, usize::MAX);
        let mut k = first;
        while let Some(&row) = rows.get(k) {
            let height = row.rect.height().max(self.page.line_height);
            let single = row.segments.len() == 1;
            let text = &row.segments[0].text;
            let beside = row.rect.x1 < header.rect.x0 || row.rect.x0 > header.rect.x1;
            // `1. 철거공사` over items that are not numbered.
            if self.behind_name(rows, k) > k && is_item(rows[k + 1]) {
                between.push(k);
                bottom = bottom.max(row.rect.y1);
                k += 1;
                continue;
            }
            let n_counted = counted(row).len();
            // `[ 지급 ]    [ 공제 ]`: other lists begin.
            let bracketed = |it: &Segment| {
                it.text.text.starts_with(['[', '【', '〔', '■', '□', '▣', '◎'])
                    && prose::heading(&it.text.text).is_some()
            };
            let heads = picked.is_empty() && row.segments.len() > 2 && n_counted == 0
                || row.segments.iter().all(bracketed)
                || self.is_header(row)
                || self.is_form(row, is_counted)
                || n_counted == 0 && self.stands_over(row, rows, k + 1)
                || single && n_counted == 0 && self.heads_next(rows, k + 1)
                || single && n_counted == 0 && summed && self.thins_out(&counted, rows, k, least)
                || n_counted == 0 && summed && self.header(rows, k + usize::from(single)).is_some();
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
                // The first group of items may have a heading too: `1. 철거공사`.
                let follows = |n: &usize| !picked.is_empty() || (1..=2).contains(n) && single;
                match more.filter(|n| follows(n) && !heads) {
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
            // "Subtotal $ 112.00" may stand as close together as words do.
            if n_counted > 0 {
                summed = is_sum(&text.text);
                least = if summed { least } else { least.min(n_counted) };
            }
            let sum = text.text.rsplit_once(' ').is_some_and(|(head, _)| is_sum(head))
                || text.text.split(' ').next().is_some_and(is_sum);
            picked.push((k, (!single || sum) && n_counted > 0));
            bottom = bottom.max(row.rect.y1);
            k += 1;
        }
        let mut body: Vec<Vec<&Row>> = Vec::new();
        let mut waiting: Vec<&Row> = Vec::new();
        let mut end = first;
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
                && previous.is_some_and(|it| !self.is_ruled(it, row))
                && (next.is_some_and(|it| self.is_ruled(row, it)) || above <= below)
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

    /// Whether a printed line runs between two rows.
    pub(super) fn is_ruled(&self, a: &Row, b: &Row) -> bool {
        self.page.rules.iter().any(|(y, x0, x1)| {
            a.rect.center().1 < *y && *y < b.rect.center().1 && *x0 < b.rect.x1 && b.rect.x0 < *x1
        })
    }

    /// Whether a row heads an aligned table.
    pub(super) fn is_header(&self, header: &Row) -> bool {
        let n = header.segments.len();
        let texts: Vec<&str> = header.segments.iter().map(|it| it.text.text.as_str()).collect();
        let plain = texts.iter().all(|it| {
            length(it) <= 28 && !values::is_value(self.setting, it) && !it.contains([':', '：'])
        });
        let columns: Vec<_> =
            texts.iter().filter_map(|it| self.setting.vocabulary.column(it)).collect();
        let priced = columns.iter().any(|it| it.kind == Some(Kind::Money));
        let counted = columns.iter().any(|it| it.kind.is_some_and(Kind::is_counted));
        counted
            && n >= 2
            && plain
            && columns.len() * 10 >= n * 6
            && (n > 2 || priced && columns.len() == 2)
    }
}

/// A segment in so many parts, where as many gaps between its words are wider than all others.
fn cut_at_gaps(segment: &Segment, n: usize) -> Vec<Segment> {
    let pieces = &segment.text.pieces;
    let gap = |i: &usize| pieces[*i].rect.x0 - pieces[*i - 1].rect.x1;
    let mut cuts: Vec<usize> = (1..pieces.len()).collect();
    cuts.sort_by(|a, b| gap(b).total_cmp(&gap(a)));
    let told = |last: &usize| cuts.get(n - 1).is_none_or(|next| gap(last) > WIDER * gap(next));
    if n < 2 || cuts.len() + 1 < n || !cuts.get(n - 2).is_some_and(told) {
        return vec![segment.clone()];
    }
    cuts.truncate(n - 1);
    cuts.extend([0, pieces.len()]);
    cuts.sort_unstable();
    let part = |it: &[usize]| {
        let own = &pieces[it[0]..it[1]];
        let rect = own.iter().map(|it| it.rect).reduce(|a, b| a.union(&b))?;
        let text = segment.text.slice(own.first()?.range.start..own.last()?.range.end);
        Some(Segment { text, rect })
    };
    cuts.windows(2).filter_map(part).collect()
}

/// Whether two segments share a place across the page.
pub(super) fn overlap(a: &Segment, b: &Segment) -> bool {
    a.rect.x0 < b.rect.x1 && b.rect.x0 < a.rect.x1
}

/// Two lines of a header as one row: what stands below a word goes on with it.
pub(super) fn stacked(header: &Row, row: &Row) -> Row {
    let mut segments = header.segments.clone();
    for it in &row.segments {
        match segments.iter_mut().find(|above| overlap(above, it)) {
            Some(above) => {
                above.text.append(&it.text, " ");
                above.rect = above.rect.union(&it.rect);
            }
            None => segments.push(it.clone()),
        }
    }
    segments.sort_by(|a, b| a.rect.x0.total_cmp(&b.rect.x0));
    let rect = header.rect.union(&row.rect);
    Row { segments, rect }
}

fn first_word(text: &str) -> &str {
    text.split(' ').next().unwrap_or(text)
}

fn last_word(text: &str) -> &str {
    text.rsplit(' ').next().unwrap_or(text)
}
