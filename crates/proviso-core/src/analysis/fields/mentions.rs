//! Values that no block's reader has claimed: each under the label that most speaks for it.
//!
//! A page's texts are looked at once more when all blocks are read; a value that is told by a sign,
//! a unit or its shape and stands where no field does is one all the same. The texts before it, left
//! of it and above it are candidates for its label; each has bits for its words, its direction and
//! its distance, and the one with most is taken.
//!
//! **Invariant:** nothing that was claimed is claimed again; of equal candidates the nearer one to
//! the beginning of the page wins; work grows with the texts around a value, not with the page.

use std::collections::BTreeMap;

use super::super::Route;
use super::super::layout::{PageLayout, Text};
use super::super::scan::{self, Found};
use super::heard::{self, Weighed};
use super::lines;
use super::named::{self, Beside};
use super::output::Output;
use super::party;
use super::setting::{Setting, Unit};
use super::shape::Shape;
use super::stated;
use super::values::{self, Label};
use super::weights::weights;
use super::who;
use crate::document::Rect;
use crate::value::{Kind, Value};

/// Bands of a page that are looked through above a value.
const ABOVE: i64 = 14;
/// Print is large from so many times the height of a page's lines.
const LARGE: f32 = 1.3;
/// Texts that may be a label of one value.
const CANDIDATES: usize = 256;

/// A text where it stands.
pub(super) struct Placed {
    pub(super) text: Text,
    rect: Rect,
    in_cell: bool,
}

/// The texts of a page, found by where they stand.
pub(super) struct Around {
    texts: Vec<Placed>,
    /// Indices of texts by the band of a line's height that their middle is in.
    bands: BTreeMap<i64, Vec<usize>>,
    height: f32,
    printed: named::Printed,
}

impl Around {
    /// The texts of a page that stand by themselves: segments and cells.
    pub(super) fn of(page: &PageLayout) -> Around {
        let rows = page.rows.iter().flat_map(|it| &it.segments);
        let rows = rows.map(|it| Placed { text: it.text.clone(), rect: it.rect, in_cell: false });
        let cells = page.grids.iter().flat_map(|it| &it.cells).filter(|it| !it.is_empty());
        let cells = cells.map(|it| Placed { text: it.text(), rect: it.rect, in_cell: true });
        let height = page.line_height.max(0.01);
        let texts: Vec<Placed> = rows.chain(cells).collect();
        let printed = named::Printed::of(texts.iter().map(|it| it.text.text.as_str()));
        let mut it = Around { texts, bands: BTreeMap::new(), height, printed };
        for (i, text) in it.texts.iter().enumerate() {
            let band = it.band(text.rect.center().1);
            it.bands.entry(band).or_default().push(i);
        }
        it
    }

    fn band(&self, y: f32) -> i64 {
        (y / self.height) as i64
    }

    /// Texts whose middles are in some bands around a height, the lowest first.
    fn near(&self, y: f32, above: i64) -> impl Iterator<Item = &Placed> {
        let here = self.band(y);
        let bands = self.bands.range(here - above..=here + 1).rev();
        bands.flat_map(|it| it.1).map(|i| &self.texts[*i]).take(CANDIDATES)
    }

    /// What stands left of a text, nearest to it.
    fn left_of(&self, it: &Placed) -> Option<&str> {
        let (_, y) = it.rect.center();
        let left = self.near(y, 1).filter(|other| {
            other.rect.x1 <= it.rect.x0 + 1.0 && other.rect.y0 < y && y < other.rect.y1
        });
        let nearest = left.max_by(|a, b| a.rect.x1.total_cmp(&b.rect.x1))?;
        Some(nearest.text.text.as_str())
    }

    /// What stands right of a text, nearest to it.
    fn right_of(&self, it: &Placed) -> Option<&str> {
        let (_, y) = it.rect.center();
        let right = self.near(y, 1).filter(|other| {
            other.rect.x0 >= it.rect.x1 - 1.0 && other.rect.y0 < y && y < other.rect.y1
        });
        let nearest = right.min_by(|a, b| a.rect.x0.total_cmp(&b.rect.x0))?;
        Some(nearest.text.text.as_str())
    }

    /// How many bare numbers stand in the row of a text.
    fn numbers_beside(&self, setting: &Setting<'_>, it: &Placed) -> usize {
        let (_, y) = it.rect.center();
        let row = self.near(y, 1).filter(|it| it.rect.y0 < y && y < it.rect.y1);
        row.filter(|it| Shape::of_number(it.text.text.trim(), setting.decimal_comma).is_some())
            .count()
    }

    fn beside<'a>(&'a self, setting: &Setting<'_>, it: &Placed) -> Beside<'a> {
        let above = |other: &&Placed| {
            other.rect.y1 <= it.rect.y0 + 0.5 * self.height
                && other.rect.x0 < it.rect.x1
                && it.rect.x0 < other.rect.x1
        };
        let known = |other: &&Placed| {
            let sense = setting.vocabulary.label(&other.text.text);
            sense.is_some_and(|it| it.kind == Some(Kind::Party))
        };
        let above = self.near(it.rect.center().1, ABOVE).filter(above).find(known);
        Beside {
            left: self.left_of(it),
            right: self.right_of(it),
            above: above.map(|it| it.text.text.as_str()),
            in_cell: it.in_cell,
            is_large: it
                .text
                .pieces
                .first()
                .is_some_and(|it| it.rect.height() > LARGE * self.height),
            numbers: self.numbers_beside(setting, it),
            printed: Some(&self.printed),
        }
    }

    /// The texts of the page.
    pub(super) fn texts(&self) -> &[Placed] {
        &self.texts
    }

    /// How high its lines are.
    pub(super) fn height(&self) -> f32 {
        self.height
    }

    /// Everything of a text that looks like a name at all. What stands beside it is looked for where it has
    /// letters only.
    pub(super) fn candidates(&self, setting: &Setting<'_>, it: &Placed) -> Vec<named::Candidate> {
        let text = &it.text.text;
        if !text.contains(char::is_alphabetic) {
            return Vec::new();
        }
        named::candidates(setting, text, self.beside(setting, it))
    }

    /// The label that most speaks for a value that is all of a text.
    pub(super) fn label_of(
        &self,
        setting: &Setting<'_>,
        text: &Text,
        value: &Value,
    ) -> Option<Label> {
        let rect = text.pieces.first()?.rect;
        // What it is a part of may say what it is: `Quantity 12, Unit price …`.
        let around = self.near(rect.center().1, 0).find_map(|it| {
            // It may begin within a word: `(42,000`.
            let piece = it.text.pieces.iter().find(|it| it.rect.holds(&rect))?;
            let at = it.text.text.get(piece.range.start..)?.find(&text.text)?;
            let start = piece.range.start + at;
            let is_part = start < piece.range.end;
            let end = start + text.text.len();
            is_part.then_some((it, start..end))
        });
        let alone = Placed { text: text.clone(), rect, in_cell: false };
        let (own, range) = around.unwrap_or((&alone, 0..text.text.len()));
        let found = Found { range, value: value.clone(), confidence: 1.0, parts: Vec::new() };
        self.label(setting, own, &found, &rect)
    }

    /// The label that most speaks for a value; none where too little speaks for its being one.
    fn label<'a>(
        &'a self,
        setting: &Setting<'_>,
        own: &'a Placed,
        found: &Found,
        rect: &Rect,
    ) -> Option<Label> {
        let height = self.height;
        let kind = found.value.kind();
        let weights = &weights().label;
        let mut best: Option<(i32, &str)> = None;
        let mut weighed: Vec<Weighed<'a>> = Vec::new();
        let mut claim = |text: &'a str, place: i32| {
            let text =
                text.trim().trim_end_matches([':', '：', '=', '(', '₩', '￦', '$', '€']).trim();
            let Some(words) = words(setting, text, kind) else { return };
            let bits = place.saturating_add(words);
            if setting.listener.is_some() {
                weighed.push(Weighed { text, words, place });
            }
            if bits > 0 && best.is_none_or(|it| bits > it.0) {
                best = Some((bits, text));
            }
        };
        let before = own.text.text.get(..found.range.start).unwrap_or_default();
        let before = before.trim_end().trim_end_matches([':', '：', '=', '(']);
        let cut = before.rfind([',', ';', '/', '|', '·', '(', ')', ':', '：']).map_or(0, |at| {
            at + before.get(at..).and_then(|it| it.chars().next()).map_or(1, char::len_utf8)
        });
        claim(before.get(cut..).unwrap_or_default(), weights.before);
        for it in self.near(rect.center().1, ABOVE).filter(|it| !std::ptr::eq(*it, own)) {
            let apart = |gap: f32| -((gap.max(0.0) / height * 1000.0) as i32).min(60_000);
            let beside = it.rect.y0 < rect.center().1 && rect.center().1 < it.rect.y1;
            if beside && it.rect.x1 <= rect.x0 + 0.5 * height {
                claim(
                    &it.text.text,
                    weights.left + apart(rect.x0 - it.rect.x1) / 1000 * weights.far,
                );
            } else if it.rect.y1 <= rect.y0 + 0.5 * height
                && it.rect.x0 < rect.x1
                && rect.x0 < it.rect.x1
            {
                claim(
                    &it.text.text,
                    weights.above + apart(rect.y0 - it.rect.y1) / 1000 * weights.far,
                );
            }
        }
        if let Some(listener) = setting.listener {
            heard::label(listener, (own.text.page(), *rect), &weighed, best.map(|it| it.1));
        }
        // A number with a unit may be a part of any name; it is a value where a label asks for one.
        let least = weights.least.get(&kind).copied().unwrap_or(0);
        let whole = own.text.text.trim().len() <= found.range.len() + 2;
        if !whole && best.map_or(0, |it| it.0) < least {
            return None;
        }
        Some(match best {
            Some((_, text)) => {
                let mut label = Label::of(setting, text);
                let sense =
                    setting.vocabulary.of_kind(text, kind).filter(|it| it.kind == Some(kind));
                label.meaning = sense.map(|it| it.meaning.clone());
                label
            }
            None => Label {
                shown: Some(setting.title.clone())
                    .filter(|it| !it.is_empty())
                    .into_iter()
                    .collect(),
                ..Label::default()
            },
        })
    }
}

/// Adds the values of these pages that are no fields yet.
pub(super) fn rest(out: &mut Output, setting: &Setting<'_>, pages: &[PageLayout]) {
    for page in pages {
        let around = Around::of(page);
        who::decide(out, setting, &around, page.number);
        let claimed = out.fields.claimed(page.number, around.height);
        let is_claimed =
            |part: &Text, kind| part.pieces.iter().any(|it| claimed.holds(&it.rect, kind));
        for it in &around.texts {
            out.words_in(setting, &it.text);
            for part in unclaimed(&it.text).iter().filter(|it| !is_claimed(it, Kind::Party)) {
                let value = Value::Text(part.text.clone());
                let label = around.label_of(setting, part, &value).unwrap_or_default();
                values::text_field(&mut out.fields, &label, part, Route::Letterhead);
            }
            for found in told(setting, &it.text) {
                let part = it.text.slice(found.range.clone());
                let Some(rect) = part.pieces.first().map(|it| it.rect) else { continue };
                if is_claimed(&part, found.value.kind()) {
                    continue;
                }
                let Some(label) = around.label(setting, it, &found, &rect) else { continue };
                let found = counted(setting, &label, &it.text, found);
                let route =
                    if label.shown.is_empty() { Route::Letterhead } else { Route::LabelValue };
                values::add(&mut out.fields, setting, &label, &it.text, found, route, None);
            }
        }
    }
}

/// The runs of words of a page that no gap parts, in cells and outside of them.
pub(super) fn segments(page: &PageLayout) -> impl Iterator<Item = &Text> {
    let cells = page.grids.iter().flat_map(|it| &it.cells).flat_map(|it| &it.content);
    page.rows.iter().chain(cells).flat_map(|it| &it.segments).map(|it| &it.text)
}

/// Parts of a text that are texts of their own wherever they stand: addresses, accounts, numbers of
/// papers.
fn unclaimed(text: &Text) -> Vec<Text> {
    if party::is_address(&text.text) && !text.text.contains([':', '：']) {
        let mut parts = lines::dotted(&text.text);
        parts.retain(|it| party::is_address(text.text.get(it.clone()).unwrap_or_default()));
        if parts.is_empty() {
            return vec![text.clone()];
        }
        return parts.into_iter().map(|it| text.slice(it)).collect();
    }
    let accounts = stated::accounts(&text.text);
    if !accounts.is_empty() {
        return accounts.into_iter().map(|it| text.slice(it)).collect();
    }
    let is_code = |word: &str| {
        let digits = word.chars().filter(char::is_ascii_digit).count();
        let letters = word.chars().filter(char::is_ascii_alphabetic).count();
        let fits = word.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '/' | '*' | '.'));
        let ends =
            word.ends_with(|c: char| c.is_ascii_digit() || c == '*' || c.is_ascii_uppercase());
        fits && ends && digits >= 3 && (letters > 0 || word.contains('-') || digits >= 8)
    };
    let words =
        text.pieces.iter().filter_map(|it| text.text.get(it.range.clone()).map(|w| (w, it)));
    words.filter(|it| is_code(it.0)).map(|it| text.slice(it.1.range.clone())).collect()
}

/// The values that a text tells.
fn told(setting: &Setting<'_>, text: &Text) -> Vec<Found> {
    let body = &text.text;
    if !body.contains(|c: char| c.is_ascii_digit() || c == '@') {
        return Vec::new();
    }
    let shape = Shape::of(setting, body);
    let amount = matches!(shape, Shape::Grouped | Shape::GroupedCents);
    if amount || setting.cents && matches!(shape, Shape::Cents | Shape::Day) {
        let context = setting.context(Some(setting.bare()), Unit::default());
        return values::whole(body, &context).into_iter().collect();
    }
    let mut found = scan::scan(body, &setting.context(None, Unit::default()));
    found.retain(|it| !matches!(it.value.kind(), Kind::Text));
    found
}

/// A bare number that looked like an amount as what its label says: `7.25` under `용적(CBM)`, `5,627,750.00`
/// under `Credited (KES)`.
fn counted(setting: &Setting<'_>, label: &Label, text: &Text, found: Found) -> Found {
    let bare = Shape::of_number(text.text.trim(), setting.decimal_comma).is_some();
    let kind = if label.counts { Kind::Quantity } else { Kind::Money };
    let says = label.counts || label.unit.currency.is_some();
    if !says || !bare || found.value.kind() != Kind::Money {
        return found;
    }
    values::whole(&text.text, &setting.context(Some(kind), label.unit)).unwrap_or(found)
}

/// What the words of a text say for its being the label of a value; none where it is no label.
fn words(setting: &Setting<'_>, text: &str, kind: Kind) -> Option<i32> {
    let weights = &weights().label;
    let long = text.chars().count() > weights.longest;
    if long || !text.contains(char::is_alphabetic) || values::is_value(setting, text) {
        return None;
    }
    let sense = setting.vocabulary.of_kind(text, kind);
    Some(match sense {
        Some(it) if it.kind == Some(kind) => weights.known,
        Some(_) => weights.other,
        None if setting.vocabulary.ending(text) == Some(kind) => weights.ending,
        None => 0,
    })
}
