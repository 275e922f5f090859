//! Cells from alignment: a header row, the rows under it, and the white lanes between them.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{Grid, GridCell, Row, Segment, Text, rows};
use crate::document::Rect;

/// Places that are tried for the lane between two columns.
const SAMPLES: usize = 96;

/// Makes a grid of a header row and body rows; the header's segments name the columns, and `groups` are
/// the names of several of them.
///
/// Each group of rows becomes a grid row. What stands across a lane is cut there.
pub fn grid(header: &Row, groups: &[(Range<usize>, Segment)], body: &[Vec<&Row>]) -> Grid {
    let flat: Vec<&Row> = body.iter().flatten().copied().collect();
    let lanes = lanes(header, &flat);
    let n_columns = lanes.len() + 1;
    let mut cells = Vec::new();
    let first = vec![header];
    for (r, group) in std::iter::once(&first).chain(body).enumerate() {
        let mut contents: Vec<Vec<Row>> = vec![Vec::new(); n_columns];
        for row in group {
            let mut parts: Vec<Vec<Segment>> = vec![Vec::new(); n_columns];
            for segment in &row.segments {
                for (column, part) in cut(segment, &lanes) {
                    if let Some(it) = parts.get_mut(column) {
                        it.push(part);
                    }
                }
            }
            for (content, segments) in contents.iter_mut().zip(parts) {
                if !segments.is_empty() {
                    let rect = rows::union(segments.iter().map(|it| it.rect));
                    content.push(Row { segments, rect });
                }
            }
        }
        for (c, content) in contents.into_iter().enumerate() {
            let rect = rows::union(content.iter().map(|it| it.rect));
            cells.push(GridCell { rect, rows: r..r + 1, columns: c..c + 1, content });
        }
    }
    let rect = rows::union(std::iter::once(header.rect).chain(flat.iter().map(|it| it.rect)));
    let mut grid = Grid { rect, n_rows: body.len() + 1, n_columns, cells, ruled: false };
    if !groups.is_empty() {
        under(&mut grid, groups);
    }
    grid
}

/// Puts the names of groups of columns into a row of their own; headers beside them reach over both.
fn under(grid: &mut Grid, groups: &[(Range<usize>, Segment)]) {
    for cell in &mut grid.cells {
        let grouped = groups.iter().any(|it| it.0.contains(&cell.columns.start));
        let first = if cell.rows.start == 0 && !grouped { 0 } else { cell.rows.start + 1 };
        cell.rows = first..cell.rows.end + 1;
    }
    grid.n_rows += 1;
    let names = groups.iter().map(|(columns, it)| {
        let content = vec![Row { segments: vec![it.clone()], rect: it.rect }];
        GridCell { rect: it.rect, rows: 0..1, columns: columns.clone(), content }
    });
    grid.cells.splice(0..0, names);
    grid.cells.sort_by_key(|it| (it.rows.start, it.columns.start));
}

/// Where the columns of a header part: in the widest lane that the fewest words cross.
fn lanes(header: &Row, body: &[&Row]) -> Vec<f32> {
    let boxes: Vec<Rect> = std::iter::once(&header)
        .chain(body)
        .flat_map(|row| &row.segments)
        .flat_map(|it| it.text.pieces.iter().map(|it| it.rect))
        .collect();
    let full = full(header, body);
    let mut lanes = Vec::new();
    for (column, pair) in header.segments.windows(2).enumerate() {
        let (before, after) = (pair[0].rect, pair[1].rect);
        let lane = lane(&boxes, before.center().0, after.center().0);
        // Numbers at the right of a wide column stand nearer to the next header than to their own,
        // and what follows the table may stand across its lanes; a row with a part for each header
        // says where the columns end.
        let part = |at: usize| full.iter().filter_map(move |it| Some(it.segments.get(at)?.rect));
        let is_right =
            part(column).all(|it| it.x1 <= lane) && part(column + 1).all(|it| it.x0 >= lane);
        let end = part(column).map(|it| it.x1).fold(before.x1, f32::max);
        let start = part(column + 1).map(|it| it.x0).fold(after.x0, f32::min);
        let is_better = !is_right && end < start;
        lanes.push(if is_better { self::lane(&boxes, end, start) } else { lane });
    }
    lanes
}

/// The middle of the widest lane between two places that the fewest boxes cross.
fn lane(boxes: &[Rect], from: f32, to: f32) -> f32 {
    let step = ((to - from) / SAMPLES as f32).max(f32::MIN_POSITIVE);
    let mut crossings = [0i32; SAMPLES + 1];
    for it in boxes.iter().filter(|it| it.x1 > from && it.x0 < to) {
        let index = |x: f32| (((x - from) / step).max(0.0) as usize).min(SAMPLES);
        crossings[index(it.x0)] += 1;
        crossings[index(it.x1)] -= 1;
    }
    let mut sum = 0;
    let counts: Vec<i32> = crossings[..SAMPLES]
        .iter()
        .map(|it| {
            sum += it;
            sum
        })
        .collect();
    let least = counts.iter().min().copied().unwrap_or(0);
    let (mut best, mut start) = ((0, 0), None);
    for (i, it) in counts.iter().chain([&i32::MAX]).enumerate() {
        if *it == least {
            start.get_or_insert(i);
        } else if let Some(from) = start.take()
            && i - from > best.1 - best.0
        {
            best = (from, i);
        }
    }
    from + (best.0 + best.1) as f32 / 2.0 * step
}

/// The rows that have a part for each header, with numbers where most such rows have them.
fn full<'a>(header: &Row, body: &[&'a Row]) -> Vec<&'a Row> {
    let mut by_numbers: BTreeMap<Vec<bool>, Vec<&Row>> = BTreeMap::new();
    for row in body.iter().filter(|it| it.segments.len() == header.segments.len()) {
        let numbers = row.segments.iter().map(|it| is_number(&it.text.text)).collect();
        by_numbers.entry(numbers).or_default().push(row);
    }
    let with_numbers = by_numbers.into_iter().filter(|it| it.0.contains(&true));
    with_numbers.map(|it| it.1).max_by_key(Vec::len).unwrap_or_default()
}

fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit() || "$₩￦€£-△".contains(c))
}

/// A segment's words by column. It is cut where a lane lies in a gap that is wider than between
/// words, or before a number; a label that runs across lanes stays whole.
fn cut(segment: &Segment, lanes: &[f32]) -> Vec<(usize, Segment)> {
    let column = |x: f32| lanes.partition_point(|lane| *lane < x);
    let mut parts: Vec<(Range<usize>, Rect)> = Vec::new();
    let mut at = 0;
    for it in &segment.text.pieces {
        let here = column(it.rect.center().0);
        let word = segment.text.text.get(it.range.clone()).unwrap_or_default();
        // A rate belongs to the words before it: `VAT @ 20%`.
        let number = is_number(word) && !word.ends_with('%');
        match parts.last_mut() {
            Some((range, rect))
                if here == at || !number && it.rect.x0 - rect.x1 < 0.75 * it.rect.height() =>
            {
                range.end = it.range.end;
                *rect = rect.union(&it.rect);
            }
            _ => {
                parts.push((it.range.clone(), it.rect));
                at = here;
            }
        }
    }
    let part = |(range, rect): (Range<usize>, Rect)| {
        let text: Text = segment.text.slice(range);
        // A number stands under its header with its last digits, a text with its middle.
        (column(rect.center().0), Segment { text, rect })
    };
    parts.into_iter().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Source, Word};

    /// A row of segments, each of words: text, left and right.
    fn row(y: f32, segments: &[&[(&str, f32, f32)]]) -> Row {
        let segment = |words: &&[(&str, f32, f32)]| {
            let mut text = Text::default();
            for &(word, x0, x1) in *words {
                let (rect, source) = (Rect::new(x0, y, x1, y + 18.0), Source::Ocr);
                let text_of = word.to_owned();
                let word =
                    Word { text: text_of, rect, confidence: 1.0, source, others: Vec::new() };
                text.push(&word, 1, " ");
            }
            let rect = rows::union(text.pieces.iter().map(|it| it.rect));
            Segment { text, rect }
        };
        let segments: Vec<Segment> = segments.iter().map(segment).collect();
        Row { rect: rows::union(segments.iter().map(|it| it.rect)), segments }
    }

    #[test]
    fn what_follows_a_table_cuts_none_of_its_cells() {
        let header = row(0.0, &[&[("가동기간", 603.0, 680.0)], &[("단위", 729.0, 760.0)]]);
        let days = |y: f32| {
            let range = [("5/2", 591.0, 620.0), ("~", 627.0, 637.0), ("5/28", 644.0, 685.0)];
            row(y, &[&range, &[("일", 738.0, 750.0)]])
        };
        // The block below has its labels where the table has its lane.
        let below = |y: f32| row(y, &[&[("공급가액", 660.0, 735.0)]]);
        let body = [days(20.0), days(40.0), below(80.0), below(100.0), below(120.0)];
        let body: Vec<Vec<&Row>> = body.iter().map(|it| vec![it]).collect();
        let grid = grid(&header, &[], &body);
        let cell = grid.cells.iter().find(|it| it.rows.start == 1 && it.columns.start == 0);
        assert_eq!(cell.map(|it| it.text().text).as_deref(), Some("5/2 ~ 5/28"));
    }
}
