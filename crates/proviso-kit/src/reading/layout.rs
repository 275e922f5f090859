//! Glyphs to words and lines, by position alone.
//!
//! Text layers know no words: a space may be a glyph, a gap, or missing; a syllable may be placed
//! on its own. So words are runs of glyphs on one baseline without a space glyph, without a gap
//! that is wide for this run, and without a printed vertical line between them.
//!
//! **Invariant:** every glyph that is neither space nor a duplicate ends up in exactly one word.

use std::collections::HashMap;

use proviso_core::document::{Line, Rect, Ruling, Source, Word};
use unicode_normalization::UnicodeNormalization as _;

use super::glyph::{Glyph, is_space};

/// Share of an em above the baseline that a word's box covers.
const ASCENT: f32 = 0.8;
/// Share of an em below the baseline that a word's box covers.
const DESCENT: f32 = 0.2;
/// A gap of this share of an em, beyond what is usual in the run, separates words: word spaces
/// are 0.2 em and more in Latin and Korean fonts, kerning and justified syllables stay below.
const WORD_GAP: f32 = 0.15;
/// A wider gap ends a run for good; what stands beyond it is another cell or column.
const RUN_GAP: f32 = 1.2;

/// Builds the lines of a page, from top to bottom.
pub(crate) fn lines(glyphs: &[Glyph], rulings: &[Ruling]) -> Vec<Line> {
    let glyphs = without_duplicates(glyphs);
    let mut by_angle: Vec<(u16, Vec<Glyph>)> = Vec::new();
    for glyph in glyphs {
        match by_angle.iter_mut().find(|it| it.0 == glyph.angle) {
            Some(it) => it.1.push(glyph),
            None => by_angle.push((glyph.angle, vec![glyph])),
        }
    }
    by_angle.sort_by_key(|it| it.0);
    let mut lines = Vec::new();
    for (angle, mut group) in by_angle {
        let frame = Frame::new(angle);
        for glyph in &mut group {
            (glyph.x, glyph.y) = frame.enter(glyph.x, glyph.y);
        }
        let dividers = if angle == 0 { Dividers::new(rulings) } else { Dividers::new(&[]) };
        let pieces = join(pieces(&group, &dividers), &dividers);
        lines.extend(rows(pieces).into_iter().map(|row| line(row, &frame)));
    }
    lines.retain(|it: &Line| !it.words.is_empty());
    lines.sort_by(|a, b| a.rect().y0.total_cmp(&b.rect().y0));
    lines
}

/// What two readers of one text agree upon if they read it alike: its letters and digits.
pub(crate) fn letters(text: &str) -> String {
    text.nfkc().filter(|it| it.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Lines from top to bottom, those at one height joined.
pub(crate) fn by_height(mut lines: Vec<Line>) -> Vec<Line> {
    lines.sort_by(|a, b| a.rect().y0.total_cmp(&b.rect().y0));
    let mut out: Vec<Line> = Vec::with_capacity(lines.len());
    for line in lines {
        let rect = line.rect();
        let near = out.iter_mut().rev().take(4).find(|it| {
            let other = it.rect();
            let shared = rect.y1.min(other.y1) - rect.y0.max(other.y0);
            shared > 0.6 * rect.height().min(other.height()).max(0.1)
        });
        match near {
            Some(it) => {
                it.words.extend(line.words);
                it.words.sort_by(|a, b| a.rect.x0.total_cmp(&b.rect.x0));
            }
            None => out.push(line),
        }
    }
    out
}

/// Drops glyphs that stand almost exactly on an equal one: bold made by printing twice, shadows.
fn without_duplicates(glyphs: &[Glyph]) -> Vec<Glyph> {
    let mut seen: HashMap<u64, Vec<usize>> = HashMap::with_capacity(glyphs.len());
    let mut kept: Vec<Glyph> = Vec::with_capacity(glyphs.len());
    for glyph in glyphs {
        if is_space(glyph.char) {
            kept.push(*glyph);
            continue;
        }
        let near = 0.2 * glyph.size.min(glyph.advance.max(0.2 * glyph.size));
        let near = near.min(4.0);
        // A duplicate lies in the same cell of 16 units, or in a cell that `near` reaches into.
        let cell = |it: f32| (it / 16.0).floor() as i32;
        let (x0, x1) = (cell(glyph.x - near), cell(glyph.x + near));
        let (y0, y1) = (cell(glyph.y - near), cell(glyph.y + near));
        let key = |x: i32, y: i32| {
            u64::from(u32::from(glyph.char)) << 40
                | u64::from(x as u32 & 0xfffff) << 20
                | u64::from(y as u32 & 0xfffff)
        };
        let duplicate = (x0..=x1).flat_map(|x| (y0..=y1).map(move |y| (x, y))).any(|(x, y)| {
            seen.get(&key(x, y)).is_some_and(|it| {
                it.iter().any(|&i| {
                    let other: Glyph = kept[i];
                    (other.x - glyph.x).abs() < near
                        && (other.y - glyph.y).abs() < near
                        && (other.size - glyph.size).abs() < 0.25 * glyph.size
                })
            })
        });
        if !duplicate {
            seen.entry(key(cell(glyph.x), cell(glyph.y))).or_default().push(kept.len());
            kept.push(*glyph);
        }
    }
    kept
}

/// A coordinate system whose first axis runs along the writing.
struct Frame {
    sin: f32,
    cos: f32,
}

impl Frame {
    fn new(angle: u16) -> Frame {
        // Quarter turns are exact, so that upright text keeps its coordinates.
        let (sin, cos) = match angle {
            0 => (0.0, 1.0),
            90 => (1.0, 0.0),
            180 => (0.0, -1.0),
            270 => (-1.0, 0.0),
            _ => f32::from(angle).to_radians().sin_cos(),
        };
        Frame { sin, cos }
    }
    fn enter(&self, x: f32, y: f32) -> (f32, f32) {
        (x * self.cos + y * self.sin, y * self.cos - x * self.sin)
    }
    fn leave(&self, u: f32, v: f32) -> (f32, f32) {
        (u * self.cos - v * self.sin, u * self.sin + v * self.cos)
    }
    fn page_box(&self, u0: f32, v0: f32, u1: f32, v1: f32) -> Rect {
        let corners = [(u0, v0), (u1, v0), (u0, v1), (u1, v1)].map(|(u, v)| self.leave(u, v));
        let fold = |f: fn(f32, f32) -> f32, pick: fn(&(f32, f32)) -> f32| {
            corners.iter().map(pick).reduce(f).unwrap_or(0.0)
        };
        Rect::new(
            fold(f32::min, |it| it.0),
            fold(f32::min, |it| it.1),
            fold(f32::max, |it| it.0),
            fold(f32::max, |it| it.1),
        )
    }
}

/// Vertical rulings, sorted, to ask whether one stands in a gap.
struct Dividers(Vec<Rect>);

impl Dividers {
    fn new(rulings: &[Ruling]) -> Dividers {
        let mut it: Vec<Rect> =
            rulings.iter().filter(|it| !it.is_horizontal()).map(|it| it.rect).collect();
        it.sort_by(|a, b| a.x0.total_cmp(&b.x0));
        Dividers(it)
    }
    fn stand_between(&self, left: f32, right: f32, y: f32) -> bool {
        let start = self.0.partition_point(|it| it.x0 < left - 1.0);
        self.0[start..]
            .iter()
            .take_while(|it| it.x0 <= right + 1.0)
            .any(|it| (left..=right).contains(&it.center().0) && it.y0 <= y && y <= it.y1)
    }
}

/// A run of glyphs that belongs together, in frame coordinates.
#[derive(Debug, Clone)]
struct Piece {
    text: String,
    start: f32,
    end: f32,
    baseline: f32,
    size: f32,
    /// A space glyph precedes it in the content.
    space_before: bool,
    /// A space glyph follows it in the content.
    space_after: bool,
}

/// Cuts the glyphs, in content order, into runs and these into pieces of words.
fn pieces(glyphs: &[Glyph], dividers: &Dividers) -> Vec<Piece> {
    let mut out = Vec::new();
    let mut run: Vec<Glyph> = Vec::new();
    let mut last: Option<Glyph> = None;
    for &glyph in glyphs {
        let goes_on = last.is_some_and(|it| {
            let size = it.size.max(glyph.size);
            let gap = glyph.x - (it.x + it.advance);
            (glyph.y - it.y).abs() < 0.15 * size
                && it.size.min(glyph.size) > 0.6 * size
                && (-0.5 * size..RUN_GAP * size).contains(&gap)
        });
        if !goes_on {
            cut(&run, dividers, &mut out);
            run.clear();
        }
        run.push(glyph);
        last = Some(glyph);
    }
    cut(&run, dividers, &mut out);
    out
}

/// Cuts one run at spaces, rulings and wide gaps.
fn cut(run: &[Glyph], dividers: &Dividers, out: &mut Vec<Piece>) {
    let usual = usual_gap(run);
    let mut space = false;
    let mut piece: Option<(Piece, usize)> = None;
    for (i, glyph) in run.iter().enumerate() {
        if is_space(glyph.char) {
            if let Some((mut it, _)) = piece.take() {
                it.space_after = true;
                out.push(it);
            }
            space = true;
            continue;
        }
        let split = piece.as_ref().is_some_and(|(it, at)| {
            let gap = glyph.x - (run[*at].x + run[*at].advance);
            gap > (usual + WORD_GAP) * glyph.size
                || (gap > 0.05 * glyph.size
                    && dividers.stand_between(it.end, glyph.x, glyph.y - 0.3 * glyph.size))
        });
        if split && let Some((it, _)) = piece.take() {
            out.push(it);
        }
        match &mut piece {
            Some((it, at)) => {
                it.text.push(glyph.char);
                it.end = it.end.max(glyph.x + glyph.advance);
                it.start = it.start.min(glyph.x);
                it.size = it.size.max(glyph.size);
                *at = i;
            }
            None => {
                let it = Piece {
                    text: glyph.char.to_string(),
                    start: glyph.x,
                    end: glyph.x + glyph.advance,
                    baseline: glyph.y,
                    size: glyph.size,
                    space_before: space,
                    space_after: false,
                };
                piece = Some((it, i));
            }
        }
        space = false;
    }
    out.extend(piece.map(|it| it.0));
}

/// The gap between letters that is usual in a run, in em: not 0 where the text is spaced out.
///
/// Where all gaps are alike the run is one spaced-out word. Else the lower quartile tells: with
/// the median, a run of short words would take its word gaps for the usual ones.
fn usual_gap(run: &[Glyph]) -> f32 {
    let mut gaps: Vec<f32> = run
        .windows(2)
        .filter(|it| !is_space(it[0].char) && !is_space(it[1].char))
        .map(|it| (it[1].x - it[0].x - it[0].advance) / it[1].size.max(0.1))
        .collect();
    gaps.sort_by(f32::total_cmp);
    let Some(&quartile) = gaps.get(gaps.len() / 4) else { return 0.0 };
    let even = gaps.len() >= 2 && gaps[gaps.len() - 1] - gaps[0] < 0.1;
    quartile.clamp(0.0, if even { RUN_GAP } else { 0.25 })
}

/// Joins pieces that were placed apart in the content but abut on the page.
fn join(mut pieces: Vec<Piece>, dividers: &Dividers) -> Vec<Piece> {
    pieces.sort_by(|a, b| {
        let row = |it: &Piece| (it.baseline / 2.0).round() as i64;
        row(a).cmp(&row(b)).then(a.start.total_cmp(&b.start))
    });
    let mut out: Vec<Piece> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        let Some(last) = out.last_mut() else {
            out.push(piece);
            continue;
        };
        let size = last.size.max(piece.size);
        let gap = piece.start - last.end;
        let abuts = !last.space_after
            && !piece.space_before
            && (last.baseline - piece.baseline).abs() < 0.15 * size
            && last.size.min(piece.size) > 0.6 * size
            && (-0.2 * size..WORD_GAP * size).contains(&gap)
            && !(gap > 0.05 * size
                && dividers.stand_between(last.end, piece.start, piece.baseline - 0.3 * size));
        if abuts {
            last.text.push_str(&piece.text);
            last.end = last.end.max(piece.end);
            last.size = size;
            last.space_after = piece.space_after;
        } else {
            out.push(piece);
        }
    }
    out
}

/// Groups pieces whose baselines agree, from top to bottom and left to right.
fn rows(mut pieces: Vec<Piece>) -> Vec<Vec<Piece>> {
    pieces.sort_by(|a, b| a.baseline.total_cmp(&b.baseline));
    let mut rows: Vec<(f32, f32, Vec<Piece>)> = Vec::new();
    for piece in pieces {
        // Rows are made from top to bottom, so only the last few can still take a piece.
        let row = rows.iter_mut().rev().take(4).find(|(baseline, size, _)| {
            (piece.baseline - *baseline).abs() <= 0.35 * size.min(piece.size)
        });
        match row {
            Some((_, size, row)) => {
                *size = size.min(piece.size);
                row.push(piece);
            }
            None => rows.push((piece.baseline, piece.size, vec![piece])),
        }
    }
    let mut rows: Vec<Vec<Piece>> = rows.into_iter().map(|it| it.2).collect();
    for row in &mut rows {
        row.sort_by(|a, b| a.start.total_cmp(&b.start));
    }
    rows
}

/// A row as a line of words in page coordinates.
fn line(row: Vec<Piece>, frame: &Frame) -> Line {
    let word = |it: Piece| {
        let text: String = it.text.nfc().collect();
        let top = it.baseline - ASCENT * it.size;
        let bottom = it.baseline + DESCENT * it.size;
        let rect = frame.page_box(it.start, top, it.end, bottom);
        Word { text, rect, confidence: 1.0, source: Source::TextLayer, others: Vec::new() }
    };
    Line { words: row.into_iter().map(word).collect() }
}
