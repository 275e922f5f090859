//! Who is named on a page: what the readers of blocks claimed as a name, and all else that looks like
//! one, weighed together.
//!
//! A reader that goes by a label takes what stands behind it, be it a name, the next label or a name with
//! an office (`확인 사무국장 천이슬`). What the words look like, what stands around them and whether a
//! reader took exactly them are signs of one decision.
//!
//! **Invariant:** of names that overlap the one with most bits is taken, then the first; what a reader
//! claimed and loses is no field, and keeps its label where a part of it wins.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::super::Route;
use super::super::layout::Text;
use super::bands::Bands;
use super::collect::{Collector, Seed, Slot};
use super::heard;
use super::mentions::Around;
use super::named::{self, Candidate};
use super::output::Output;
use super::setting::Setting;
use super::values::{self, Label};
use crate::document::Rect;
use crate::value::{Kind, Value};

/// What may be a name, where it stands.
#[derive(Debug)]
pub(super) struct Possible {
    pub(super) part: Text,
    pub(super) it: Candidate,
    /// Which of the page's texts it is a part of; None if it is all that a reader claimed.
    text: Option<usize>,
    /// What readers claimed of its words as names.
    over: Vec<Slot>,
    /// The claim that says just this name.
    same: Option<Slot>,
    /// A text that was claimed and is nothing but this.
    whole_text: Option<Slot>,
}

/// What was claimed on a page, by where it stands.
struct Claims<'o>(Bands<(Slot, &'o Seed)>);

impl<'o> Claims<'o> {
    fn of(fields: &'o Collector, page: u32, height: f32) -> Claims<'o> {
        // What runs over from the page before was judged there.
        let own = fields.own().filter(|it| it.1.text.page() == page);
        Claims(Bands::of(height, own.flat_map(|it| it.1.text.on(page).map(move |rect| (rect, it)))))
    }
    /// What was claimed where a text stands, in the order in which it was.
    fn over(&self, text: &Text) -> BTreeMap<Slot, &'o Seed> {
        let boxes = text.pieces.iter().map(|it| &it.rect);
        let near = boxes.flat_map(|own| self.0.near(own).map(move |it| (own, it)));
        let over = near.filter(|(own, (rect, _))| rect.holds(own) || own.holds(rect));
        over.map(|(_, (_, claim))| *claim).collect()
    }
}

/// All that may be a name on a page, with its signs.
pub(super) fn possible(
    fields: &Collector,
    setting: &Setting<'_>,
    around: &Around,
    page: u32,
) -> Vec<Possible> {
    let claims = Claims::of(fields, page, around.height());
    let items = fields.items(page, around.height());
    let mut out = Vec::new();
    let mut met: BTreeSet<Slot> = BTreeSet::new();
    for (index, text) in around.texts().iter().enumerate() {
        for it in around.candidates(setting, text) {
            let part = text.text.slice(it.range.clone());
            let mut one = Possible {
                part,
                it,
                text: Some(index),
                over: vec![],
                same: None,
                whole_text: None,
            };
            let is_item = |own: &Rect| items.near(own).any(|(rect, ())| rect.holds(own));
            if one.part.pieces.iter().any(|it| is_item(&it.rect)) {
                one.it.signs.push("in_item");
            }
            one.weighs(&claims.over(&one.part));
            met.extend(one.same);
            out.push(one);
        }
    }
    for (slot, seed) in fields.own().filter(|it| it.1.text.page() == page) {
        if seed.value.kind() == Kind::Party && !met.contains(&slot) {
            let mut signs = vec!["always", "odd"];
            signs.extend(read(seed));
            signs.extend(named::of_words(setting, &seed.text.text));
            let range = 0..seed.text.text.len();
            let it = Candidate { range, role: String::new(), signs };
            let part = seed.text.clone();
            out.push(Possible {
                part,
                it,
                text: None,
                over: vec![slot],
                same: Some(slot),
                whole_text: None,
            });
        }
    }
    out
}

impl Possible {
    /// Adds the signs of what was claimed where it stands.
    fn weighs(&mut self, over: &BTreeMap<Slot, &Seed>) {
        let own = bare(&self.part.text);
        let left = |it: &Text| it.pieces.first().map(|it| it.rect.x0);
        let mut signs: BTreeSet<&'static str> = BTreeSet::new();
        for (slot, seed) in over {
            let Value::Party(name) = &seed.value else {
                signs.insert(if seed.value.kind() == Kind::Text {
                    "over_text"
                } else {
                    "over_value"
                });
                if seed.value.kind() == Kind::Text && seed.text.text.trim() == self.part.text {
                    self.whole_text = Some(*slot);
                }
                continue;
            };
            self.over.push(*slot);
            let name = bare(name);
            let begins = left(&seed.text) == left(&self.part);
            if name == own {
                self.same = Some(*slot);
                signs.extend(read(seed));
            } else {
                signs.insert(if begins && own.starts_with(&name) {
                    "read_shorter"
                } else if begins {
                    "read_longer"
                } else if name.ends_with(&own) {
                    "read_end"
                } else {
                    "read_inside"
                });
            }
        }
        if self.over.is_empty() {
            signs.insert("unread");
        }
        self.it.signs.extend(signs);
    }

    /// Whether it says again who was named elsewhere; `said` holds the bare names of all that was read.
    pub(super) fn is_said_elsewhere(&self, said: &BTreeSet<String>) -> bool {
        self.same.is_none() && said.contains(&bare(&self.part.text))
    }
    /// What speaks for and against it.
    pub(super) fn signs(self) -> Vec<&'static str> {
        self.it.signs
    }
    /// Its words, or those that a reader made of them.
    pub(super) fn name(&self, fields: &Collector) -> String {
        let read = self.same.and_then(|slot| fields.own().find(|it| it.0 == slot));
        match read.map(|it| &it.1.value) {
            Some(Value::Party(it)) => it.clone(),
            _ => self.part.text.clone(),
        }
    }
}

/// The bare names of all that readers claimed.
pub(super) fn said(fields: &Collector) -> BTreeSet<String> {
    let names = fields.own().filter_map(|(_, seed)| match &seed.value {
        Value::Party(name) => Some(bare(name)),
        _ => None,
    });
    names.collect()
}

/// What of a name tells it from others: its letters and digits without the form of a firm.
fn bare(name: &str) -> String {
    const FORMS: [&str; 6] = ["주식회사", "유한회사", "(주)", "(유)", "㈜", "㈐"];
    let rest = FORMS.iter().fold(name.to_owned(), |it, form| it.replace(form, ""));
    rest.chars().filter(|it| it.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// What a claim of just these words says for their being a name: who made it, and under which label.
fn read(seed: &Seed) -> impl Iterator<Item = &'static str> {
    let by = match seed.route {
        Route::Table if seed.cell.is_some() => "read_in_items",
        Route::Table => "read_in_table",
        Route::Clause => "read_in_clause",
        Route::Letterhead => "read_in_letterhead",
        _ => "read_by_label",
    };
    ["read_same", by].into_iter().chain(seed.meaning.is_some().then_some("read_known"))
}

/// Names that overlap none of each other.
#[derive(Default)]
struct Taken {
    all: Vec<Possible>,
    /// What is taken of each text.
    ranges: BTreeMap<usize, Vec<Range<usize>>>,
    /// Claims of which some or all is taken, and those that are taken as they are.
    touched: BTreeSet<Slot>,
    odd: BTreeSet<Slot>,
}

impl Taken {
    fn take(&mut self, it: Possible) {
        let own = &it.it.range;
        let overlaps = match it.text {
            Some(text) => {
                let here = self.ranges.get(&text).into_iter().flatten();
                here.into_iter().any(|it| it.start < own.end && own.start < it.end)
                    || it.over.iter().any(|it| self.odd.contains(it))
            }
            None => it.over.iter().any(|it| self.touched.contains(it)),
        };
        if overlaps {
            return;
        }
        self.touched.extend(&it.over);
        match it.text {
            Some(text) => self.ranges.entry(text).or_default().push(own.clone()),
            None => self.odd.extend(&it.over),
        }
        self.all.push(it);
    }
}

/// Decides who is named on a page.
pub(super) fn decide(out: &mut Output, setting: &Setting<'_>, around: &Around, page: u32) {
    let mut all: Vec<(i32, Possible)> = possible(&out.fields, setting, around, page)
        .into_iter()
        .map(|it| (it.it.bits(), it))
        .collect();
    let read: BTreeSet<Slot> = all.iter().flat_map(|it| it.1.over.iter().copied()).collect();
    all.retain(|it| it.0 >= 0);
    all.sort_by_key(|it| std::cmp::Reverse(it.0));
    let mut taken = Taken::default();
    all.into_iter().for_each(|it| taken.take(it.1));
    let mut taken = taken.all;
    taken.sort_by_key(|it| (it.text.is_none(), it.text, it.it.range.start));
    let mut kept: BTreeSet<Slot> = taken.iter().filter_map(|it| it.same).collect();
    // Who was named before in the same text.
    let mut before: Option<(usize, String)> = None;
    for mut one in taken {
        let named = before.take().filter(|it| Some(it.0) == one.text);
        if let Some(at) = named.and_then(|(_, it)| Some(one.it.role.rfind(&it)? + it.len())) {
            one.it.role = one.it.role.get(at..).unwrap_or_default().trim().to_owned();
        }
        before = one.text.map(|it| (it, one.part.text.clone()));
        let tell = |out: &Possible| {
            if let Some(listener) = setting.listener {
                heard::name(listener, &out.part, &out.it);
            }
        };
        if let Some(slot) = one.same {
            tell(&one);
            // Who claimed the same name under another label.
            let others = one.over.iter().filter(|it| !kept.contains(it));
            let own = bare(&one.part.text);
            let same: Vec<Slot> = others
                .copied()
                .filter(|it| out.fields.party(*it).is_some_and(|it| bare(it) == own))
                .collect();
            same.into_iter().for_each(|it| out.fields.join(it, slot));
            continue;
        }
        let value = Value::Party(one.part.text.clone());
        // What a reader took too much or too little of, or for a text.
        let free = one.over.iter().copied().find(|it| !kept.contains(it)).or(one.whole_text);
        if let Some(slot) = free {
            tell(&one);
            kept.insert(slot);
            out.fields.take(slot, value, one.part);
            continue;
        }
        if one.it.role.is_empty() && out.fields.is_known_party(&one.part.text) {
            continue;
        }
        tell(&one);
        let role = if one.it.role.is_empty() { &setting.title } else { &one.it.role };
        let mut label = Label::of(setting, role);
        (label.kind, label.person) = (Some(Kind::Party), one.it.is_person());
        out.fields.add(values::seed(&label, value, one.part, 0.8, Route::LabelValue));
    }
    read.difference(&kept).for_each(|it| out.fields.forget(*it));
}
