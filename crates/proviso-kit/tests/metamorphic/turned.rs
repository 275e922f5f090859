//! The same paper as another office, printer or copier would have made it.
//!
//! **Invariant:** no printed value changes, and a person reads the same from it; what cannot be done
//! to a paper gives none. Equal papers are turned equally.

use std::collections::{BTreeMap, BTreeSet};

use proviso_core::analysis::{Analysis, layout};
use proviso_core::doctype::{DocumentTypes, LabelEntry};
use proviso_core::document::{Document, Line, Page, Rect, Ruling, Word};

/// What is done to a paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Turn {
    /// Labels are called by other words that mean the same.
    Synonyms,
    /// Two columns of each ruled table change places.
    Columns,
    /// No rule is drawn.
    Rulings,
    /// More room between paragraphs and blocks.
    Blanks,
    /// A word is printed across each page.
    Watermark,
    /// A page ends elsewhere.
    Split,
}

impl Turn {
    pub(crate) const ALL: [Turn; 6] =
        [Turn::Synonyms, Turn::Columns, Turn::Rulings, Turn::Blanks, Turn::Watermark, Turn::Split];

    /// The paper turned; none where there is nothing to turn. `read` is what the paper says.
    pub(crate) fn of(
        self,
        paper: &Document,
        read: &Analysis,
        types: &DocumentTypes,
    ) -> Option<Document> {
        let mut out = paper.clone();
        let done = match self {
            Turn::Synonyms => synonyms(&mut out, read, types),
            Turn::Columns => columns(&mut out, read),
            Turn::Rulings => rulings(&mut out),
            Turn::Blanks => blanks(&mut out),
            Turn::Watermark => watermark(&mut out, read),
            Turn::Split => split(&mut out),
        };
        done.then_some(out)
    }
}

/// A label without spaces, case and punctuation.
fn key(label: &str) -> String {
    label.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn is_korean(text: &str) -> bool {
    text.chars().any(|c| ('가'..='힣').contains(&c))
}

/// For each label of a document its synonym: the next one of the same entry that means nothing else.
fn synonyms_of(read: &Analysis, types: &DocumentTypes) -> BTreeMap<String, String> {
    let own = types.get(&read.document_type);
    let own: Vec<&LabelEntry> = own.into_iter().flat_map(|it| &it.labels).collect();
    let all: Vec<&LabelEntry> = own.iter().copied().chain(&types.common.labels).collect();
    let words = |it: &LabelEntry| -> Vec<String> {
        it.ko.iter().chain(&it.en).chain(&it.other).map(|it| key(it)).collect()
    };
    let mut meant: BTreeMap<String, BTreeSet<(String, bool)>> = BTreeMap::new();
    let others = types.types.iter().flat_map(|it| &it.labels).chain(&types.common.labels);
    for entry in others {
        for word in words(entry) {
            meant.entry(word).or_default().insert((entry.meaning.clone(), entry.column));
        }
    }
    let mut used: BTreeSet<String> = read.fields.iter().map(|it| key(&it.label)).collect();
    used.extend(read.tables.iter().flat_map(|it| &it.columns).map(|it| key(it)));
    let mut labels: Vec<(String, Option<&str>)> = Vec::new();
    for field in &read.fields {
        labels.push((field.label.clone(), field.meaning.as_deref()));
    }
    for table in &read.tables {
        for (header, meaning) in table.columns.iter().zip(&table.meanings) {
            labels.push((header.clone(), meaning.as_deref()));
        }
    }
    let mut out = BTreeMap::new();
    for (label, meaning) in labels {
        let Some(meaning) = meaning else { continue };
        let of = |it: &&LabelEntry| {
            let all = it.ko.iter().chain(&it.en);
            it.meaning == meaning && all.into_iter().any(|it| key(it) == key(&label))
        };
        let Some(entry) = all.iter().find(|it| of(it)) else { continue };
        let list = if is_korean(&label) { &entry.ko } else { &entry.en };
        let Some(at) = list.iter().position(|it| key(it) == key(&label)) else { continue };
        // What the vocabulary has for one thing in two columns of one paper stays apart.
        let alone = |it: &&String| {
            meant.get(&key(it)).is_some_and(|it| it.len() == 1) && !used.contains(&key(it))
        };
        let next = list.iter().cycle().skip(at + 1).take(list.len() - 1).find(alone);
        if let Some(next) = next
            && !out.contains_key(&key(&label))
        {
            used.insert(key(next));
            out.insert(key(&label), next.clone());
        }
    }
    out
}

/// Replaces labels wherever they stand alone: in a cell, at the beginning of a line, before a colon.
fn synonyms(paper: &mut Document, read: &Analysis, types: &DocumentTypes) -> bool {
    let synonyms = synonyms_of(read, types);
    let longest = synonyms.keys().map(|it| it.chars().count()).max().unwrap_or(0);
    let mut n = 0;
    for line in paper.pages.iter_mut().flat_map(|it| &mut it.lines) {
        let mut at = 0;
        while at < line.words.len() {
            let found = (at + 1..=line.words.len().min(at + 6)).rev().find_map(|end| {
                let text: String = line.words[at..end].iter().map(|it| it.text.as_str()).collect();
                let body = text.trim_end_matches([':', '：']);
                let short = body.chars().count() <= longest + 2;
                let plain = body.chars().all(|c| c.is_alphanumeric());
                let other = synonyms.get(&key(body)).filter(|_| short && plain)?;
                // A word of a sentence or of a name is no label.
                let gap = |a: &Word, b: &Word| b.rect.x0 - a.rect.x1 > 0.9 * a.rect.height();
                let begins = at == 0 || gap(&line.words[at - 1], &line.words[at]);
                let ends = text.len() > body.len()
                    || end == line.words.len()
                    || gap(&line.words[end - 1], &line.words[end])
                    || line.words[end].text.starts_with(|c: char| c.is_ascii_digit() || c == ':');
                (begins && ends).then(|| (end, other.clone(), text[body.len()..].to_owned()))
            });
            if let Some((end, other, colon)) = found {
                let first = line.words[at].clone();
                let rect = line.words[at..end].iter().fold(first.rect, |a, b| a.union(&b.rect));
                let parts: Vec<&str> = other.split_whitespace().collect();
                let step = rect.width() / parts.len() as f32;
                let word = |(i, text): (usize, &&str)| {
                    let x0 = rect.x0 + step * i as f32;
                    let last = i + 1 == parts.len();
                    let x1 = if last { rect.x1 } else { x0 + 0.9 * step };
                    let colon = if last { colon.as_str() } else { "" };
                    let rect = Rect::new(x0, rect.y0, x1, rect.y1);
                    Word { text: format!("{text}{colon}"), rect, ..first.clone() }
                };
                let words: Vec<Word> = parts.iter().enumerate().map(word).collect();
                let n_words = words.len();
                line.words.splice(at..end, words);
                at += n_words;
                n += 1;
            } else {
                at += 1;
            }
        }
    }
    n > 0
}

/// Swaps two neighboring columns of each ruled table of items, wherever cells allow it.
fn columns(paper: &mut Document, read: &Analysis) -> bool {
    let mut n = 0;
    let headers: Vec<Vec<String>> =
        read.tables.iter().map(|it| it.columns.iter().map(|it| key(it)).collect()).collect();
    for page in &mut paper.pages {
        let found = layout::layout(page);
        for grid in found.grids.iter().filter(|it| it.ruled) {
            // A column must be headed, or it is no column but part of a form.
            let heads = |c: usize, row: usize| {
                let cell =
                    grid.cells.iter().find(|it| it.columns == (c..c + 1) && it.rows.start == row);
                cell.map(|it| key(&it.text().text)).filter(|it| !it.is_empty())
            };
            let header = (0..grid.n_rows).find(|row| {
                let own: Vec<String> = (0..grid.n_columns).filter_map(|c| heads(c, *row)).collect();
                own.len() >= 4
                    && headers.iter().any(|it| own.iter().all(|own| it.iter().any(|it| it == own)))
            });
            let Some(row) = header else { continue };
            let apart = |c: usize| {
                let pair = c..c + 2;
                heads(c, row).is_some()
                    && heads(c + 1, row).is_some()
                    && grid.cells.iter().filter(|it| !it.is_empty()).all(|it| {
                        let meets = it.columns.start < pair.end && pair.start < it.columns.end;
                        let one = it.columns == (c..c + 1) || it.columns == (c + 1..c + 2);
                        let both = it.columns.start <= pair.start && pair.end <= it.columns.end;
                        !meets || one || both
                    })
            };
            // The first column names the row; the others may stand in any order.
            let Some(c) = (1..grid.n_columns.saturating_sub(1)).find(|c| apart(*c)) else {
                continue;
            };
            let edges = |c: usize| {
                let cell = grid.cells.iter().find(|it| it.columns == (c..c + 1));
                cell.map(|it| (it.rect.x0, it.rect.x1))
            };
            let (Some((a0, a1)), Some((b0, b1))) = (edges(c), edges(c + 1)) else { continue };
            let spans = |rect: &Rect| {
                let (_, y) = rect.center();
                grid.cells.iter().any(|it| {
                    it.columns.start <= c
                        && it.columns.end >= c + 2
                        && it.rect.y0 <= y
                        && y <= it.rect.y1
                })
            };
            let inside = |rect: &Rect| grid.rect.holds(rect) && !spans(rect);
            let (wide, narrow) = (b1 - b0, a1 - a0);
            let moved = |rect: Rect| {
                let (x, _) = rect.center();
                let by = if a0 <= x && x < a1 {
                    wide
                } else if b0 <= x && x <= b1 {
                    -narrow
                } else {
                    0.0
                };
                Rect::new(rect.x0 + by, rect.y0, rect.x1 + by, rect.y1)
            };
            for line in &mut page.lines {
                for word in line.words.iter_mut().filter(|it| inside(&it.rect)) {
                    word.rect = moved(word.rect);
                }
                line.words.sort_by(|a, b| a.rect.x0.total_cmp(&b.rect.x0));
            }
            for it in page.rulings.iter_mut().filter(|it| !it.is_horizontal()) {
                let (x, _) = it.rect.center();
                if (x - a1).abs() < 1.5 && inside(&it.rect) {
                    let half = it.rect.width() / 2.0;
                    let x = a0 + wide;
                    it.rect = Rect::new(x - half, it.rect.y0, x + half, it.rect.y1);
                }
            }
            n += 1;
        }
    }
    n > 0
}

fn rulings(paper: &mut Document) -> bool {
    let had = paper.pages.iter().any(|it| !it.rulings.is_empty());
    paper.pages.iter_mut().for_each(|it| it.rulings.clear());
    had
}

/// Heights at which nothing stands and no upright rule goes through, with room around them.
fn gaps(page: &Page, least: f32) -> Vec<f32> {
    let mut bands: Vec<(f32, f32)> = page
        .lines
        .iter()
        .flat_map(|it| &it.words)
        .map(|it| (it.rect.y0, it.rect.y1))
        .chain(page.rulings.iter().map(|it| (it.rect.y0, it.rect.y1)))
        .chain(page.marks.iter().map(|it| (it.rect.y0, it.rect.y1)))
        .collect();
    bands.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut out = Vec::new();
    let mut end = bands.first().map_or(0.0, |it| it.1);
    for (y0, y1) in bands {
        if y0 - end >= least {
            out.push((y0 + end) / 2.0);
        }
        end = end.max(y1);
    }
    out
}

fn line_height(page: &Page) -> f32 {
    let words = page.lines.iter().flat_map(|it| &it.words);
    let mut all: Vec<f32> = words.map(|it| it.rect.height()).collect();
    all.sort_by(f32::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or(10.0)
}

fn down(rect: Rect, by: f32) -> Rect {
    Rect::new(rect.x0, rect.y0 + by, rect.x1, rect.y1 + by)
}

/// A blank line more wherever there is one already, or a gap as large.
fn blanks(paper: &mut Document) -> bool {
    let mut n = 0;
    for page in &mut paper.pages {
        let height = line_height(page);
        let gaps = gaps(page, 0.9 * height);
        let by = |rect: &Rect| {
            let above = gaps.iter().filter(|it| **it < rect.y0).count();
            1.2 * height * above as f32
        };
        page.lines.iter_mut().flat_map(|it| &mut it.words).for_each(|it| {
            it.rect = down(it.rect, by(&it.rect));
        });
        page.rulings.iter_mut().for_each(|it| it.rect = down(it.rect, by(&it.rect)));
        page.marks.iter_mut().for_each(|it| it.rect = down(it.rect, by(&it.rect)));
        page.height += 1.2 * height * gaps.len() as f32;
        n += gaps.len();
    }
    n > 0
}

/// A word in large letters across the middle of each page, as copies and drafts have it.
fn watermark(paper: &mut Document, read: &Analysis) -> bool {
    let text = match read.language {
        proviso_core::analysis::Language::Ko => "사본",
        _ => "COPY",
    };
    for page in &mut paper.pages {
        let Some(first) = page.lines.first().and_then(|it| it.words.first()).cloned() else {
            continue;
        };
        let (x, y) = (page.width / 2.0, page.height / 2.0);
        let (across, up) = (page.width / 5.0, page.width / 20.0);
        let rect = Rect::new(x - across, y - up, x + across, y + up);
        let word = Word { text: text.to_owned(), rect, ..first };
        page.lines.push(Line { words: vec![word] });
    }
    true
}

/// Ends the first page that is long enough at the gap between two rows that is nearest to its middle,
/// through a table if need be.
fn split(paper: &mut Document) -> bool {
    let long = |page: &Page| page.lines.len() >= 8;
    let Some(at) = paper.pages.iter().position(long) else { return false };
    let page = &paper.pages[at];
    let words: Vec<(f32, f32)> =
        page.lines.iter().flat_map(|it| &it.words).map(|it| (it.rect.y0, it.rect.y1)).collect();
    let (top, bottom) =
        words.iter().fold((f32::MAX, 0.0f32), |all, it| (all.0.min(it.0), all.1.max(it.1)));
    let middle = (top + bottom) / 2.0;
    let mut candidates: Vec<f32> = words
        .iter()
        .map(|it| it.1 + 0.2)
        .filter(|y| {
            // Between rows, and between cells where there are any: no word is cut, and no cell is.
            let cuts = words.iter().any(|it| it.0 < *y && *y < it.1);
            *y < bottom && !cuts
        })
        .collect();
    candidates.sort_by(|a, b| (a - middle).abs().total_cmp(&(b - middle).abs()));
    let upright = |y: f32| {
        page.rulings.iter().any(|it| !it.is_horizontal() && it.rect.y0 < y && y < it.rect.y1)
    };
    let across = |y: f32| {
        let mut all: Vec<f32> = page
            .rulings
            .iter()
            .filter(|it| it.is_horizontal() && it.rect.y0 >= y - 1.0)
            .map(|it| it.rect.y0)
            .collect();
        all.sort_by(f32::total_cmp);
        all.first().copied()
    };
    let free = |y: &f32| !words.iter().any(|it| it.0 < *y && *y < it.1);
    // In a table pages end on a rule.
    let cut = candidates
        .into_iter()
        .filter_map(|y| if upright(y) { across(y).map(|it| it + 0.1) } else { Some(y) })
        .find(free);
    let Some(cut) = cut else { return false };
    let mut first = page.clone();
    let mut second = page.clone();
    second.number += 1;
    let above = |rect: &Rect| rect.center().1 < cut;
    let margin = top - cut;
    let keep = |page: &mut Page, upper: bool| {
        page.lines.iter_mut().for_each(|it| it.words.retain(|it| above(&it.rect) == upper));
        page.lines.retain(|it| !it.words.is_empty());
        page.marks.retain(|it| above(&it.rect) == upper);
    };
    keep(&mut first, true);
    keep(&mut second, false);
    let (mut upper, mut lower) = (Vec::new(), Vec::new());
    for it in &page.rulings {
        let r = it.rect;
        let on = it.is_horizontal() && (r.center().1 - cut).abs() < 1.0;
        if r.y0 < cut {
            let y1 = if it.is_horizontal() { r.y1 } else { r.y1.min(cut) };
            upper.push(Ruling { rect: Rect::new(r.x0, r.y0, r.x1, y1) });
        }
        if r.y1 > cut || on {
            let y0 = if it.is_horizontal() { r.y0 } else { r.y0.max(cut) };
            lower.push(Ruling { rect: Rect::new(r.x0, y0, r.x1, r.y1) });
        }
    }
    first.rulings = upper;
    second.rulings = lower;
    second.lines.iter_mut().flat_map(|it| &mut it.words).for_each(|it| {
        it.rect = down(it.rect, margin);
    });
    second.rulings.iter_mut().for_each(|it| it.rect = down(it.rect, margin));
    second.marks.iter_mut().for_each(|it| it.rect = down(it.rect, margin));
    if first.lines.is_empty() || second.lines.is_empty() {
        return false;
    }
    paper.pages.splice(at..=at, [first, second]);
    for (number, page) in (1u32..).zip(&mut paper.pages) {
        page.number = number;
    }
    true
}
