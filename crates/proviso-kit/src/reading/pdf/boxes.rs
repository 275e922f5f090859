//! Check boxes that are drawn: four short lines around nothing, or around a mark.
//!
//! **Invariant:** what is taken for a box touches no other line, so no cell of a table is one, and
//! what is printed in it is at most a mark: a box around a number or a letter stays as it is.

use proviso_core::document::{Line, Rect, Ruling};

use crate::reading::layout::by_height;
use proviso_core::document::check_box;

/// Points of a side.
const SIDES: std::ops::RangeInclusive<f32> = 5.0..=18.0;
/// Points by which the ends of lines miss each other.
const NEAR: f32 = 0.9;
/// More short lines than this are a drawing.
const MAX_LINES: usize = 1_000;
/// Words that are marks of a person: everything else in a box is its content.
const MARKS: [&str; 18] =
    ["V", "v", "X", "x", "O", "o", "ㅇ", "○", "●", "■", "✓", "✔", "√", "∨", "×", "✕", "✗", "✘"];

/// Takes the check boxes out of a page's lines and puts words in their place; `shapes` are the
/// boxes around small drawings.
pub(crate) fn take(rulings: &mut Vec<Ruling>, lines: &mut Vec<Line>, shapes: &[Rect]) {
    let mut found: Vec<(Rect, char)> = Vec::new();
    for frame in squares(rulings) {
        let within = || lines.iter().flat_map(|it| &it.words).filter(|it| frame.holds(&it.rect));
        if within().any(|it| !MARKS.contains(&it.text.as_str())) {
            continue;
        }
        let is_mark = |it: &&Rect| {
            let size = it.width().max(it.height()) / frame.width();
            let same = (it.width() - frame.width()).abs() < 0.1 * frame.width()
                && (it.height() - frame.height()).abs() < 0.1 * frame.height();
            frame.holds(it) && (0.25..1.7).contains(&size) && !same
        };
        let is_ticked = within().next().is_some() || shapes.iter().any(|it| is_mark(&it));
        found.push((frame, check_box::sign(is_ticked)));
    }
    if found.is_empty() {
        return;
    }
    let is_part = |rect: &Rect| found.iter().any(|it| near(&it.0, rect));
    rulings.retain(|it| !is_part(&it.rect));
    check_box::put(lines, &found);
    *lines = by_height(std::mem::take(lines));
}

/// Squares of four lines that nothing else touches.
fn squares(rulings: &[Ruling]) -> Vec<Rect> {
    let close = |a: f32, b: f32| (a - b).abs() <= NEAR;
    let short = |it: &&Rect| SIDES.contains(&it.width().max(it.height()));
    let sides = rulings.iter().map(|it| &it.rect);
    let (across, down): (Vec<&Rect>, Vec<&Rect>) =
        sides.filter(short).partition(|it| it.width() >= it.height());
    let mut out: Vec<Rect> = Vec::new();
    if across.len() > MAX_LINES {
        return out;
    }
    for (at, top) in across.iter().enumerate() {
        let side = top.width();
        let bottom = across[at + 1..].iter().find(|it| {
            let apart = (it.center().1 - top.center().1).abs();
            close(it.x0, top.x0)
                && close(it.x1, top.x1)
                && (apart - side).abs() < 0.15 * side + NEAR
        });
        let Some(bottom) = bottom else { continue };
        let frame = top.union(bottom);
        let wall = |x: f32| {
            let stands = |it: &&&Rect| {
                close(it.center().0, x)
                    && (it.y0 - frame.y0).abs() <= 2.0 * NEAR
                    && (it.y1 - frame.y1).abs() <= 2.0 * NEAR
            };
            down.iter().any(|it| stands(&it))
        };
        if !wall(frame.x0) || !wall(frame.x1) {
            continue;
        }
        // Its own four sides, and nothing else.
        let touching = rulings.iter().filter(|it| near(&frame, &it.rect)).count();
        let crossing = rulings.iter().filter(|it| touches(&frame, &it.rect)).count();
        if touching == 4 && crossing == 4 {
            out.push(frame);
        }
    }
    out
}

/// Whether a line is a side of a frame.
fn near(frame: &Rect, side: &Rect) -> bool {
    let around = frame.grown(1.5 * NEAR, 1.5 * NEAR);
    around.x0 <= side.x0 && side.x1 <= around.x1 && around.y0 <= side.y0 && side.y1 <= around.y1
}

/// Whether a line meets a frame.
fn touches(frame: &Rect, line: &Rect) -> bool {
    let around = frame.grown(NEAR, NEAR);
    line.x0 <= around.x1 && line.x1 >= around.x0 && line.y0 <= around.y1 && line.y1 >= around.y0
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use proviso_core::document::{Source, Word};

    use super::*;

    fn side(x0: f32, y0: f32, x1: f32, y1: f32) -> Ruling {
        Ruling { rect: Rect::new(x0 - 0.3, y0 - 0.3, x1 + 0.3, y1 + 0.3) }
    }

    fn square(x: f32, y: f32, side_length: f32) -> [Ruling; 4] {
        let (x1, y1) = (x + side_length, y + side_length);
        [side(x, y, x1, y), side(x, y1, x1, y1), side(x, y, x, y1), side(x1, y, x1, y1)]
    }

    fn word(text: &str, x: f32, y: f32) -> Line {
        let rect = Rect::new(x, y, x + 6.0 * text.chars().count() as f32, y + 10.0);
        let (text, source) = (text.to_owned(), Source::TextLayer);
        Line { words: vec![Word { text, rect, confidence: 1.0, source, others: Vec::new() }] }
    }

    #[track_caller]
    fn check(mut rulings: Vec<Ruling>, lines: Vec<Line>, shapes: &[Rect], expect: Expect) {
        let mut lines = by_height(lines);
        take(&mut rulings, &mut lines, shapes);
        let lines: Vec<String> = lines.iter().map(Line::text).collect();
        expect.assert_eq(&format!("{} and {} lines", lines.join(" / "), rulings.len()));
    }

    #[test]
    fn a_box_is_empty_or_has_a_mark_in_it() {
        check(
            [square(10.0, 10.0, 10.0), square(60.0, 10.0, 10.0), square(110.0, 10.0, 10.0)]
                .concat(),
            vec![word("cash", 24.0, 10.0), word("V", 62.0, 10.0), word("card", 74.0, 10.0)],
            &[Rect::new(112.0, 12.0, 119.0, 18.0), Rect::new(10.0, 10.0, 20.0, 20.0)],
            expect!["☐ cash ☑ card ☑ and 0 lines"],
        );
    }

    #[test]
    fn cells_and_framed_numbers_are_no_check_boxes() {
        let cells = [square(10.0, 10.0, 12.0), square(22.0, 10.0, 12.0)].concat();
        check(cells, vec![word("7", 13.0, 11.0)], &[], expect!["7 and 8 lines"]);
        let framed = square(10.0, 10.0, 12.0).to_vec();
        check(framed, vec![word("3", 13.0, 11.0)], &[], expect!["3 and 4 lines"]);
        let mut in_a_table = square(10.0, 10.0, 12.0).to_vec();
        in_a_table.push(side(0.0, 22.0, 200.0, 22.0));
        check(in_a_table, Vec::new(), &[], expect![" and 5 lines"]);
    }
}
