//! Tables of a Word document: spans, merged cells, borders, and widths: what cells ask for, else the grid.

use std::collections::BTreeMap;

use roxmltree::Node;

use super::Reading;
use super::styles::{Frame, is_border, on};
use crate::reading::office::flow::{Align, Block, Borders, Cell, Row, Table, shade};
use crate::reading::office::package::Element as _;

/// Columns that are believed.
const MAX_COLUMNS: usize = 500;

/// A cell with where its merging stands.
struct Read {
    cell: Cell,
    /// Whether it belongs to the cell above.
    continues: bool,
    /// How wide it wants to be, in points.
    width: Option<f32>,
    /// Which sides it says to be printed or not: top, right, bottom, left.
    sides: [Option<bool>; 4],
}

impl Reading {
    /// Reads a table.
    pub(super) fn table(&mut self, it: Node<'_, '_>, depth: usize) -> Block {
        let properties = it.child("tblPr");
        let style = properties.and_then(|it| it.child_attr("tblStyle", "val"));
        let own = properties.and_then(|it| it.child("tblBorders")).map(Frame::of);
        let frame = own.unwrap_or_else(|| self.styles.frame(style));
        let grid = it.child("tblGrid");
        let widths: Vec<f32> = grid
            .iter()
            .flat_map(|it| it.children())
            .filter(|it| it.is("gridCol"))
            .map(|it| it.number("w").unwrap_or(1_000.0) / 20.0)
            .take(MAX_COLUMNS)
            .collect();
        let mut rows: Vec<(f32, Vec<Read>)> = Vec::new();
        let mut trs = Vec::new();
        unwrapped(it, "tr", 0, &mut trs);
        for tr in trs {
            let properties = tr.child("trPr");
            if properties.is_some_and(|it| it.child("del").is_some()) {
                self.left_out.n_deleted += 1;
                continue;
            }
            if properties.and_then(|it| it.child("hidden")).is_some_and(on) {
                self.left_out.n_hidden += 1;
                continue;
            }
            let of = |name: &str| properties.and_then(|it| it.child(name));
            let height = of("trHeight").and_then(|it| it.number("val")).unwrap_or(0.0) / 20.0;
            let before = of("gridBefore").and_then(|it| it.count("val")).unwrap_or(0);
            let mut column = before.min(MAX_COLUMNS);
            let mut cells = Vec::new();
            let mut tcs = Vec::new();
            unwrapped(tr, "tc", 0, &mut tcs);
            for tc in tcs {
                if column >= MAX_COLUMNS {
                    break;
                }
                let read = self.cell(tc, column, depth);
                column += read.cell.columns;
                cells.push(read);
            }
            rows.push((height, cells));
        }
        // What cells ask for counts before the grid: programs that write one often leave the other as it was.
        let widths = asked(&rows, widths.len()).unwrap_or(widths);
        let rows = merged(rows, frame, widths.len());
        let align = match properties.and_then(|it| it.child_attr("jc", "val")) {
            Some("center") => Align::Center,
            Some("right" | "end") => Align::Right,
            _ => Align::Left,
        };
        let indent = properties.and_then(|it| it.child("tblInd")).and_then(|it| it.number("w"));
        let indent = indent.unwrap_or(0.0).max(0.0) / 20.0;
        Block::Table(Table { widths, rows, indent, align })
    }

    fn cell(&mut self, tc: Node<'_, '_>, column: usize, depth: usize) -> Read {
        let properties = tc.child("tcPr");
        let of = |name: &str| properties.and_then(|it| it.child(name));
        let columns = of("gridSpan").and_then(|it| it.count("val")).unwrap_or(1);
        let continues =
            of("vMerge").is_some_and(|it| it.attr("val").is_none_or(|it| it == "continue"));
        let width = of("tcW")
            .filter(|it| it.attr("type").is_none_or(|it| it == "dxa"))
            .and_then(|it| it.number("w"))
            .filter(|it| *it > 0.0)
            .map(|it| it / 20.0);
        let blocks = self.blocks(tc, depth + 1);
        let mut cell = Cell::new(column, blocks);
        cell.columns = columns.clamp(1, MAX_COLUMNS);
        cell.middle = of("vAlign").and_then(|it| it.attr("val")) == Some("center");
        cell.shade = of("shd").and_then(|it| it.attr("fill")).and_then(shade);
        let sides = of("tcBorders");
        let side = |name: &str, other: &str| {
            sides.and_then(|it| it.child(name).or_else(|| it.child(other))).map(is_border)
        };
        let sides = [
            side("top", "top"),
            side("right", "end"),
            side("bottom", "bottom"),
            side("left", "start"),
        ];
        Read { cell, continues, width, sides }
    }
}

/// How wide each of the columns is by cells that stand in it alone; none where one has no such cell.
fn asked(rows: &[(f32, Vec<Read>)], n_columns: usize) -> Option<Vec<f32>> {
    let mut out: Vec<Option<f32>> = vec![None; n_columns];
    for it in rows.iter().flat_map(|it| &it.1).filter(|it| it.cell.columns == 1) {
        if let Some(known) = out.get_mut(it.cell.column)
            && let Some(width) = it.width
        {
            *known = Some(known.map_or(width, |known| known.max(width)));
        }
    }
    out.into_iter().collect()
}

/// Children of a name, also those that stand in wrappers of content.
fn unwrapped<'a, 'i>(of: Node<'a, 'i>, name: &str, depth: usize, out: &mut Vec<Node<'a, 'i>>) {
    for it in of.children() {
        if it.is(name) {
            out.push(it);
        } else if depth < 8
            && ["sdt", "sdtContent", "customXml", "smartTag", "ins"].iter().any(|name| it.is(name))
        {
            unwrapped(it, name, depth + 1, out);
        }
    }
}

/// Rows with vertically merged cells as one, and all sides settled.
fn merged(rows: Vec<(f32, Vec<Read>)>, frame: Frame, n_widths: usize) -> Vec<Row> {
    let n_rows = rows.len();
    let ends = rows.iter().flat_map(|it| &it.1).map(|it| it.cell.column + it.cell.columns);
    let n_columns = ends.max().unwrap_or(0).max(n_widths);
    let mut out: Vec<Row> = Vec::with_capacity(n_rows);
    // By first column: the row and place of the cell that goes on below.
    let mut open: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    for (row, (height, cells)) in rows.into_iter().enumerate() {
        let mut kept: Vec<Cell> = Vec::new();
        let mut going_on = BTreeMap::new();
        for Read { mut cell, continues, sides, .. } in cells {
            let above = open.get(&cell.column).copied().filter(|_| continues);
            if let Some((first, at)) = above {
                let bottom = sides[2].unwrap_or(border_below(frame, row, n_rows));
                if let Some(it) = out.get_mut(first).and_then(|it| it.cells.get_mut(at)) {
                    it.rows = row + 1 - first;
                    it.borders.bottom = bottom;
                    // What stands in the lower part is not shown by Word, but is no blank either.
                    it.blocks.extend(cell.blocks.into_iter().filter(|it| !it.is_blank()));
                }
                going_on.insert(cell.column, (first, at));
                continue;
            }
            let end = cell.column + cell.columns;
            cell.borders = Borders {
                top: sides[0].unwrap_or(if row == 0 {
                    frame.outer.top
                } else {
                    frame.between_rows
                }),
                right: sides[1].unwrap_or(if end >= n_columns {
                    frame.outer.right
                } else {
                    frame.between_columns
                }),
                bottom: sides[2].unwrap_or(border_below(frame, row, n_rows)),
                left: sides[3].unwrap_or(if cell.column == 0 {
                    frame.outer.left
                } else {
                    frame.between_columns
                }),
            };
            going_on.insert(cell.column, (row, kept.len()));
            kept.push(cell);
        }
        open = going_on;
        out.push(Row { height, cells: kept });
    }
    out
}

fn border_below(frame: Frame, row: usize, n_rows: usize) -> bool {
    if row + 1 == n_rows { frame.outer.bottom } else { frame.between_rows }
}
