//! Gathers fields in any order and numbers them in reading order at the end.
//!
//! **Invariant:** one place on a page and one kind make one field; who finds it again adds labels.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::super::layout::Text;
use super::super::{CellRef, Evidence, Field, FieldId, Route};
use super::bands::Bands;
use super::party;
use crate::document::Rect;
use crate::idris::name::{identifier, is_reserved, numbered};
use crate::value::{Kind, Value};

/// What stands so near in height is in one row, in points.
const ROW: f32 = 4.0;

/// A field that has no number yet.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Seed {
    /// Labels, the nearest first; may be empty while nothing better is known.
    pub(super) labels: Vec<String>,
    /// The vocabulary's meaning.
    pub(super) meaning: Option<String>,
    /// The value.
    pub(super) value: Value,
    /// Where it stands.
    pub(super) text: Text,
    /// How sure the value is.
    pub(super) confidence: f32,
    /// How it was found.
    pub(super) route: Route,
    /// Where it stands in an item table.
    pub(super) cell: Option<CellRef>,
    /// Whether its own label or the header above it names its currency.
    pub(super) named: bool,
}

/// What a reader said of a place, where somebody listens.
#[derive(Debug, Clone)]
pub(super) struct Claim {
    /// The document.
    pub(super) document: u32,
    /// The field that was made of it, or that stood there already.
    pub(super) slot: Slot,
    /// What was said.
    pub(super) seed: Seed,
    /// Who said it.
    pub(super) by: By,
}

/// Who claims values.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum By {
    /// The readers of blocks: tables, forms, lines, sentences.
    #[default]
    Blocks,
    /// Whoever looks at what the readers of blocks left.
    Rest,
    /// Arithmetic.
    Arithmetic,
}

/// Fields of all documents.
#[derive(Debug, Default)]
pub(super) struct Collector {
    document: u32,
    /// Which of the first fields are not kept.
    dropped: Vec<bool>,
    /// Those that lost against what else could stand there.
    lost: HashSet<Slot>,
    seeds: Vec<(u32, Seed)>,
    /// Names of items: no fields, but nothing in them is one.
    names: Vec<(u32, Text)>,
    codes: Vec<(u32, Text)>,
    places: HashMap<(u32, u32, i64, i64, Kind), usize>,
    /// Who is claiming.
    by: By,
    /// What arithmetic claimed where no reader had seen a value.
    settled: Vec<Slot>,
    /// All claims; none where nobody listens.
    heard: Option<Vec<Claim>>,
}

/// Places that fields have, and whether only a name stands there.
#[derive(Debug)]
pub(super) struct Claimed(Bands<bool>);

impl Claimed {
    /// Whether the middle of a box is a field's, or part of a name that has values of this kind in it.
    pub(super) fn holds(&self, rect: &Rect, kind: Kind) -> bool {
        let inner = matches!(kind, Kind::Quantity | Kind::Period | Kind::Rate | Kind::Party);
        self.0.near(rect).any(|(it, named)| (inner || !named) && it.holds(rect))
    }
    /// Whether the middle of a box is part of a name.
    pub(super) fn names(&self, rect: &Rect) -> bool {
        self.0.near(rect).any(|(it, named)| *named && it.holds(rect))
    }
}

/// Where a field waits in the collector.
pub(super) type Slot = usize;

impl Collector {
    /// What is added from now on belongs to this document.
    pub(super) fn begin(&mut self, document: u32) {
        self.document = document;
    }
    /// What is added from now on is claimed by these.
    pub(super) fn claimed_by(&mut self, by: By) {
        self.by = by;
    }
    /// Keeps all claims from now on.
    pub(super) fn listen(&mut self) {
        self.heard = Some(Vec::new());
    }
    /// The claims that were kept.
    pub(super) fn heard(&mut self) -> Vec<Claim> {
        self.heard.take().unwrap_or_default()
    }
    fn hear(&mut self, slot: Slot, seed: &Seed) {
        if let Some(heard) = &mut self.heard {
            heard.push(Claim { document: self.document, slot, seed: seed.clone(), by: self.by });
        }
    }
    /// The document that is being gathered.
    pub(super) fn document(&self) -> u32 {
        self.document
    }
    /// Adds a field, or labels to the one that stands there already.
    pub(super) fn add(&mut self, seed: Seed) -> Option<Slot> {
        let place = self.place(&seed.text, seed.value.kind())?;
        let slot = self.places.get(&place).copied();
        self.hear(slot.unwrap_or(self.seeds.len()), &seed);
        if let Some(slot) = slot {
            let known = &mut self.seeds[slot].1;
            for label in seed.labels {
                if !known.labels.contains(&label) {
                    known.labels.push(label);
                }
            }
            known.meaning = known.meaning.take().or(seed.meaning);
            return Some(slot);
        }
        self.places.insert(place, self.seeds.len());
        if self.by == By::Arithmetic {
            self.settled.push(self.seeds.len());
        }
        self.seeds.push((self.document, seed));
        Some(self.seeds.len() - 1)
    }
    /// A text that names an item is read, though it is no field.
    pub(super) fn name(&mut self, text: &Text) {
        self.names.push((self.document, text.clone()));
    }
    /// Whether a name that says nothing of whose it is says again who was read: the same name, or the
    /// beginning of that of a firm, `Haebom Studio` of `Haebom Studio Co., Ltd.`.
    pub(super) fn is_known_party(&self, name: &str) -> bool {
        self.own().any(|(_, it)| {
            let Value::Party(known) = &it.value else { return false };
            let rest = known.strip_prefix(name);
            rest.is_some_and(|it| {
                it.is_empty()
                    || it.starts_with([' ', ','])
                        && party::is_corporate(known)
                        && !party::is_corporate(name)
            })
        })
    }
    /// Digits under a header of texts are read: a code, and no amount, whatever they look like.
    pub(super) fn code(&mut self, text: &Text) {
        self.codes.push((self.document, text.clone()));
    }
    /// Cells of a table become cells of another, this many rows further down.
    pub(super) fn move_cells(&mut self, from: u32, to: u32, rows: u32) {
        let document = self.document;
        let own = self.seeds.iter_mut().rev().take_while(|it| it.0 == document);
        for cell in own.filter_map(|it| it.1.cell.as_mut()).filter(|it| it.table == from) {
            cell.table = to;
            cell.row += rows;
        }
    }
    /// Where the fields of a page stand, in bands of a height.
    pub(super) fn claimed(&self, page: u32, height: f32) -> Claimed {
        self.claimed_by_those(page, height, |_| true)
    }
    /// The same but for texts of several words, which may have numbers among them.
    pub(super) fn claimed_firmly(&self, page: u32, height: f32) -> Claimed {
        self.claimed_by_those(page, height, |it| !is_loose(it))
    }
    fn claimed_by_those(&self, page: u32, height: f32, counts: impl Fn(&Seed) -> bool) -> Claimed {
        let seeds = self.own().filter(|it| counts(it.1)).map(|it| (&it.1.text, false));
        let codes = self.codes.iter().filter(|it| it.0 == self.document);
        let texts = seeds.chain(codes.map(|it| (&it.1, false)));
        let boxes = texts.flat_map(|(text, named)| text.on(page).map(move |it| (it, named)));
        Claimed(Bands::of(height, boxes.chain(self.item_names(page).map(|it| (it, true)))))
    }
    /// Where the names of items stand on a page.
    fn item_names(&self, page: u32) -> impl Iterator<Item = Rect> {
        let names = self.names.iter().filter(|it| it.0 == self.document);
        names.flat_map(move |it| it.1.on(page))
    }
    /// The same, found by where they stand, in bands of a height.
    pub(super) fn items(&self, page: u32, height: f32) -> Bands<()> {
        Bands::of(height, self.item_names(page).map(|it| (it, ())))
    }
    /// The fields of the document that is being gathered.
    pub(super) fn own(&self) -> impl Iterator<Item = (Slot, &Seed)> {
        let own = self.seeds.iter().enumerate().filter(|it| it.1.0 == self.document);
        own.filter(|it| !self.lost.contains(&it.0)).map(|it| (it.0, &it.1.1))
    }
    /// Forgets the fields of the document that is being gathered which are not worth keeping, and texts
    /// whose numbers are fields.
    pub(super) fn keep(&mut self, is_kept: impl Fn(&Seed) -> bool) {
        let document = self.document;
        let settled: Vec<(u32, Rect)> = self
            .settled
            .iter()
            .filter_map(|it| self.seeds.get(*it).filter(|it| it.0 == document))
            .flat_map(|it| it.1.text.pieces.iter().map(|it| (it.page, it.rect)))
            .collect();
        let replaced = |it: &Seed| {
            let holds = |(page, rect): &(u32, Rect)| {
                it.text.pieces.iter().any(|it| it.page == *page && it.rect.holds(rect))
            };
            is_loose(it) && settled.iter().any(holds)
        };
        let dropped = |it: &(u32, Seed)| it.0 == document && (!is_kept(&it.1) || replaced(&it.1));
        let known = self.dropped.len();
        let dropped: Vec<bool> = self.seeds[known..].iter().map(dropped).collect();
        self.dropped.extend(dropped);
    }
    /// A field is none.
    pub(super) fn forget(&mut self, slot: Slot) {
        self.leave(slot);
        self.lost.insert(slot);
    }
    /// The place of a field is free.
    fn leave(&mut self, slot: Slot) {
        let Some((_, seed)) = self.seeds.get(slot) else { return };
        if let Some(place) = self.place(&seed.text, seed.value.kind())
            && self.places.get(&place) == Some(&slot)
        {
            self.places.remove(&place);
        }
    }
    /// A field is none, and its labels are another one's.
    pub(super) fn join(&mut self, from: Slot, to: Slot) {
        let labels = self.seeds.get(from).map(|it| it.1.labels.clone()).unwrap_or_default();
        self.forget(from);
        let Some((_, known)) = self.seeds.get_mut(to) else { return };
        labels.into_iter().for_each(|it| {
            if !known.labels.contains(&it) {
                known.labels.push(it);
            }
        });
    }
    /// The name that a field is, if it is one.
    pub(super) fn party(&self, slot: Slot) -> Option<&str> {
        match &self.seeds.get(slot)?.1.value {
            Value::Party(name) => Some(name),
            _ => None,
        }
    }
    /// Gives a field other words of the page, and keeps its labels.
    pub(super) fn take(&mut self, slot: Slot, value: Value, text: Text) {
        self.leave(slot);
        if let Some(place) = self.place(&text, value.kind()) {
            self.places.insert(place, slot);
        }
        let Some((_, seed)) = self.seeds.get(slot) else { return };
        let seed = Seed { value, text, ..seed.clone() };
        self.hear(slot, &seed);
        self.seeds[slot].1 = seed;
    }
    /// Gives a field another reading of what is printed there.
    pub(super) fn retype(&mut self, slot: Slot, value: Value) {
        let Some((_, seed)) = self.seeds.get(slot) else { return };
        let again = self.heard.is_some().then(|| Seed { value: value.clone(), ..seed.clone() });
        let (old, new) =
            (self.place(&seed.text, seed.value.kind()), self.place(&seed.text, value.kind()));
        if let Some(old) = old {
            self.places.remove(&old);
        }
        if let Some(new) = new {
            self.places.entry(new).or_insert(slot);
        }
        self.seeds[slot].1.value = value;
        if let Some(again) = again {
            self.hear(slot, &again);
        }
    }
    /// The field of a kind at a text's place.
    pub(super) fn at(&self, text: &Text, kind: Kind) -> Option<Slot> {
        self.places.get(&self.place(text, kind)?).copied()
    }
    fn place(&self, text: &Text, kind: Kind) -> Option<(u32, u32, i64, i64, Kind)> {
        let rect = text.pieces.first()?.rect;
        let hundredths = |v: f32| (v * 100.0) as i64;
        Some((self.document, text.page(), hundredths(rect.x0), hundredths(rect.y0), kind))
    }
    /// Where the value of a field stands in a text; none if it stands elsewhere.
    pub(super) fn range_in(&self, slot: Slot, text: &Text) -> Option<Range<usize>> {
        let (document, seed) = self.seeds.get(slot)?;
        let first = seed.text.pieces.first()?;
        let piece = text
            .pieces
            .iter()
            .find(|it| it.page == first.page && it.rect.holds(&first.rect))
            .filter(|_| *document == self.document)?;
        let value = seed.text.text.as_str();
        let from = piece.range.start;
        let at = text.text.get(from..)?.find(value)? + from;
        Some(at..at + value.len())
    }
    /// All fields that are kept, numbered in reading order, and the id of each slot.
    pub(super) fn finish(self) -> (Vec<Field>, Vec<Option<FieldId>>) {
        let is_kept =
            |i: &usize| !self.lost.contains(i) && !self.dropped.get(*i).copied().unwrap_or(false);
        let mut order: Vec<usize> = (0..self.seeds.len()).filter(is_kept).collect();
        let place = |i: usize| {
            let (document, seed) = &self.seeds[i];
            let rect = seed.text.pieces.first().map(|it| it.rect);
            let (y, x) = rect.map_or((0.0, 0.0), |it| (it.center().1, it.x0));
            // Words of one row differ a little in height; a line of plain text is one unit high.
            let height = rect.map_or(ROW, |it| it.height().max(0.01));
            let apart = if height < ROW { 0.5 * height } else { ROW };
            (*document, seed.text.page(), (y / apart).round() as i64, (x * 10.0) as i64, i)
        };
        order.sort_by_key(|i| place(*i));
        let mut ids = vec![None; self.seeds.len()];
        let mut fields: Vec<Field> = Vec::with_capacity(order.len());
        let mut names = Names::default();
        for (n, i) in order.into_iter().enumerate() {
            let id = FieldId(n as u32);
            ids[i] = Some(id);
            let (document, seed) = &self.seeds[i];
            let mut labels = seed.labels.iter().filter(|it| !it.is_empty());
            let label = labels.next().cloned().unwrap_or_default();
            let name = names.unique(&label, seed.meaning.as_deref());
            fields.push(Field {
                id,
                name,
                also: labels.filter(|it| **it != label).cloned().collect(),
                label,
                meaning: seed.meaning.clone(),
                value: seed.value.clone(),
                evidence: evidence(*document, &seed.text),
                confidence: hundredth(seed.confidence * seed.text.confidence() * trust(seed.route)),
                route: seed.route,
                cell: seed.cell,
                reading: None,
                was: Vec::new(),
                belongs: None,
            });
        }
        (fields, ids)
    }
}

/// Whether it is a text of several words, one of which may be a number of its own: those of an address
/// are not.
fn is_loose(seed: &Seed) -> bool {
    matches!(seed.value, Value::Text(_))
        && seed.text.pieces.len() > 1
        && !party::is_address(&seed.text.text)
}

/// Names given so far; asking [`identifier`] with all of them would take quadratic time.
#[derive(Debug, Default)]
struct Names {
    taken: HashSet<String>,
    last: HashMap<String, u32>,
}

impl Names {
    fn unique(&mut self, label: &str, meaning: Option<&str>) -> String {
        let base = identifier(label, meaning, &[]);
        if self.taken.insert(base.clone()) {
            return base;
        }
        let number = self.last.entry(base.clone()).or_insert(1);
        loop {
            *number += 1;
            let name = numbered(&base, *number);
            if !is_reserved(&name) && self.taken.insert(name.clone()) {
                return name;
            }
        }
    }
}

/// Names fields anew that were named apart from each other.
pub(in crate::analysis) fn rename(fields: &mut [Field]) {
    let mut names = Names::default();
    for field in fields {
        field.name = names.unique(&field.label, field.meaning.as_deref());
    }
}

/// How much the way by which a value was found can be trusted.
fn trust(route: Route) -> f32 {
    match route {
        Route::Correction | Route::Hand | Route::Embedded => 1.0,
        Route::LabelValue | Route::Table => 0.98,
        Route::Clause => 0.92,
        Route::Letterhead => 0.85,
        Route::Model | Route::Seen => 0.7,
    }
}

fn hundredth(v: f32) -> f32 {
    (v.clamp(0.0, 1.0) * 100.0).round() / 100.0
}

/// The evidence of a text.
pub(super) fn evidence(document: u32, text: &Text) -> Evidence {
    Evidence { document, page: text.page(), boxes: text.boxes(), text: text.text.clone() }
}
