//! Values under one label, and what each is called.
//!
//! **Invariant:** a name comes from the label's meaning, from the label itself, from a heading beside
//! it, or from what kind of value it is, in this order; a word for its place (`second`) is the last.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::plan::{Content, Plan};
use super::tree::{Holds, Made, Part, PartId, Tree, ordinal};
use crate::analysis::{Field, Language, Route};
use crate::doctype::Structure;
use crate::idris::name::{capitalized, identifier};
use crate::value::{Kind, Value};

/// Values under one label.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Bunch {
    /// The label as printed.
    pub(super) label: String,
    /// What it means.
    pub(super) meaning: Option<String>,
    /// Whether they have no label of their own but the paper's title.
    pub(super) is_untold: bool,
    /// The slots, in reading order.
    pub(super) slots: Vec<usize>,
}

/// The identifier of a label by its own words.
pub(super) fn label_name(label: &str) -> String {
    identifier(label, None, &[])
}

/// Letters and digits alone, so that spaces and case part nothing.
fn letters(text: &str) -> String {
    text.chars().filter(|it| it.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Whether a label is the paper's title, or the most of it: then it tells nothing of one value.
pub(super) fn is_title(plan: &Plan<'_>, label: &str) -> bool {
    let (label, title) = (letters(label), letters(&plan.analysis.title));
    let (n, all) = (label.chars().count(), title.chars().count());
    let most = 2 * n > all && title.contains(&label) || 2 * all > n && label.contains(&title);
    label == title || label.is_empty() || (n.min(all) > 4 && most)
}

/// Slots by their labels, in reading order of their first.
pub(super) fn bunches(plan: &Plan<'_>, slots: &[usize]) -> Vec<Bunch> {
    let mut keys: BTreeMap<String, usize> = BTreeMap::new();
    let mut out: Vec<Bunch> = Vec::new();
    for slot in slots {
        let field = plan.slot_field(*slot);
        let (label, meaning) = match field {
            Some(it) => (it.label.as_str(), it.meaning.clone()),
            None => ("title", None),
        };
        let letters = letters(label);
        let of_title = is_title(plan, label);
        let letterhead = |it: &Field| it.route == Route::Letterhead;
        let is_untold =
            field.is_some_and(|it| it.meaning.is_none() && (of_title || letterhead(it)));
        let key = if is_untold { String::new() } else { letters };
        match keys.get(&key).copied() {
            Some(at) => {
                out[at].slots.push(*slot);
                out[at].meaning = out[at].meaning.take().or(meaning);
            }
            None => {
                keys.insert(key, out.len());
                let (label, slots) = (label.to_owned(), vec![*slot]);
                out.push(Bunch { label, meaning, is_untold, slots });
            }
        }
    }
    out
}

/// What a value of a kind is called where its label says no more.
pub(super) fn of_kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Money => "amount",
        Kind::Date => "day",
        Kind::Period => "lasting",
        Kind::Rate => "rate",
        Kind::Quantity => "quantity",
        Kind::Party => "name",
        Kind::RegistrationNumber => "number",
        Kind::Phone => "phone",
        Kind::Email => "email",
        Kind::Text => "remark",
    }
}

/// What comes first in a part of a structure.
fn rank(kind: Kind) -> u8 {
    match kind {
        Kind::Rate => 0,
        Kind::Money | Kind::Quantity => 1,
        Kind::Date | Kind::Period => 2,
        _ => 3,
    }
}

impl Bunch {
    /// What it is called beside other bunches, best first.
    pub(super) fn names(&self, plan: &Plan<'_>, all: &[Bunch]) -> Vec<String> {
        if self.is_untold {
            return vec![self.untold(plan)];
        }
        let meaning = self.meaning.as_deref();
        let own = label_name(&self.label);
        let alone = all.iter().filter(|it| it.meaning.as_deref() == meaning).count() == 1;
        match meaning.filter(|it| !it.is_empty()) {
            Some(it) if alone => vec![identifier(it, Some(it), &[]), own],
            Some(it) => vec![own, identifier(it, Some(it), &[])],
            None => vec![own],
        }
    }

    /// What values under the title alone are called.
    fn untold(&self, plan: &Plan<'_>) -> String {
        let [slot] = self.slots.as_slice() else { return "unlabelled".to_owned() };
        let contract = plan.analysis.document_type == "contract";
        match plan.slot_field(*slot).map(|it| it.value.kind()) {
            Some(Kind::Date) if contract => "signedOn".to_owned(),
            Some(Kind::Date) => "issuedOn".to_owned(),
            Some(Kind::Period) => "statedPeriod".to_owned(),
            Some(it) => format!("stated{}", capitalized(of_kind(it))),
            None => "documentTitle".to_owned(),
        }
    }

    /// Puts its values into a part: a value alone and an amount with its words as members, several as
    /// a part of their own.
    pub(super) fn place(
        &self,
        plan: &Plan<'_>,
        tree: &mut Tree,
        to: PartId,
        names: &[String],
        structure: Option<&Structure>,
    ) {
        let is_words = |it: usize| matches!(plan.slots[it].content, Content::Words(_));
        let worded = |it: usize| -> Vec<String> {
            let end = if is_words(it) { "InWords" } else { "" };
            names.iter().map(|name| format!("{name}{end}")).collect()
        };
        let n_values = self.slots.iter().filter(|it| !is_words(**it)).count();
        if n_values < 2 {
            for it in &self.slots {
                tree.push(to, &worded(*it), Holds::Slot(*it));
            }
            return;
        }
        let into = if names.first().is_some_and(String::is_empty) {
            to
        } else {
            let shared = structure.map(|it| it.part.clone()).filter(|it| !it.is_empty());
            let own = names.first().map_or("", String::as_str);
            let made = if structure.is_some() { Made::Structure } else { Made::Label };
            let own_type = format!("{}{}", capitalized(own), shared.as_deref().unwrap_or_default());
            let about = match plan.analysis.language {
                _ if !self.is_untold => self.label.clone(),
                Language::Ko => "항목명 없이 적힌 값".to_owned(),
                _ => "What stands without a label of its own.".to_owned(),
            };
            let part = Part { shared_type: shared, ..Part::new(made, own_type, about) };
            tree.add(to, names, part)
        };
        let names = self.inside(plan, structure);
        let mut named: Vec<(usize, Vec<String>)> = self.slots.iter().copied().zip(names).collect();
        // In one order for all parts of a structure, so that those of which the same is known share a
        // record; papers say a share before its amount, or behind it in brackets.
        if structure.is_some_and(|it| !it.part.is_empty()) {
            named.sort_by_key(|it| {
                rank(plan.slot_field(it.0).map_or(Kind::Text, |it| it.value.kind()))
            });
        }
        let members = named.into_iter().map(|it| (it.1, Holds::Slot(it.0)));
        tree.push_all(into, members.collect());
    }

    /// What each of several values is called among them, best first.
    fn inside(&self, plan: &Plan<'_>, structure: Option<&Structure>) -> Vec<Vec<String>> {
        let kind = |slot: usize| plan.slot_field(slot).map_or(Kind::Text, |it| it.value.kind());
        let is_words = |slot: usize| matches!(plan.slots[slot].content, Content::Words(_));
        let values: Vec<usize> = self.slots.iter().copied().filter(|it| !is_words(*it)).collect();
        // What is printed again is no second value.
        let printed = |slot: usize| plan.slot_field(slot).map(|it| &it.value);
        let mut firsts: HashMap<Option<&Value>, usize> = HashMap::new();
        for it in &values {
            firsts.entry(printed(*it)).or_insert(*it);
        }
        let first_of = |slot: usize| firsts.get(&printed(slot)).copied().unwrap_or(slot);
        let distinct: Vec<usize> =
            values.iter().copied().filter(|it| first_of(*it) == *it).collect();
        // Values of one kind in order, and what tells them apart where there are several.
        let mut alike: BTreeMap<Kind, Vec<usize>> = BTreeMap::new();
        let mut place_of: BTreeMap<usize, usize> = BTreeMap::new();
        for slot in distinct {
            let its = alike.entry(kind(slot)).or_default();
            place_of.insert(slot, its.len());
            its.push(slot);
        }
        let told = |its: Vec<usize>| {
            let told = if its.len() > 1 { told_apart(plan, &its) } else { None };
            (its.len(), told)
        };
        let apart: BTreeMap<Kind, (usize, Option<Vec<String>>)> =
            alike.into_iter().map(|(kind, its)| (kind, told(its))).collect();
        let all_alike = values.iter().all(|it| kind(*it) == kind(values[0]));
        let own_name = |slot: usize| -> Vec<String> {
            let given = structure.and_then(|it| it.slots.get(&kind(slot)));
            let base = given.map_or(of_kind(kind(slot)), String::as_str);
            let Some((n_alike, told)) = apart.get(&kind(slot)).filter(|it| it.0 > 1) else {
                return vec![base.to_owned()];
            };
            let place = place_of.get(&slot).copied().unwrap_or_default();
            if kind(slot) == Kind::Date && *n_alike == 2 {
                return vec![["startsOn", "endsOn"][place].to_owned()];
            }
            let by_heading = told.as_ref().map(|it| it[place].clone());
            let by_place = ordinal(place).map_or_else(
                || base.to_owned(),
                |it| match all_alike {
                    true => it.to_owned(),
                    false => format!("{it}{}", capitalized(base)),
                },
            );
            by_heading.into_iter().chain([by_place]).collect()
        };
        let name = |slot: usize| -> Vec<String> {
            match first_of(slot) {
                first if first == slot => own_name(slot),
                first => own_name(first).iter().map(|it| format!("{it}Again")).collect(),
            }
        };
        let names = self.slots.iter().map(|slot| {
            if !is_words(*slot) {
                return name(*slot);
            }
            let amount = values.iter().find(|it| {
                plan.slot_field(**it).map(|it| it.id) == plan.slot_field(*slot).map(|it| it.id)
            });
            let names = amount.map_or_else(|| vec!["amount".to_owned()], |it| name(*it));
            names.iter().map(|it| format!("{it}InWords")).collect()
        });
        names.collect()
    }
}

/// Headings or neighbours that tell values of one label apart, as names; none where they do not.
fn told_apart(plan: &Plan<'_>, slots: &[usize]) -> Option<Vec<String>> {
    let fields: Vec<&Field> = slots.iter().map(|it| plan.slot_field(*it)).collect::<Option<_>>()?;
    let heading = |at: usize| -> Option<Vec<String>> {
        fields.iter().map(|it| Some(label_name(it.also.get(at)?))).collect()
    };
    let row = || -> Option<Vec<String>> {
        let beside = Beside::of(plan);
        fields.iter().map(|it| Some(label_name(beside.row_label(it)?))).collect()
    };
    let ways: [&dyn Fn() -> Option<Vec<String>>; 4] =
        [&|| heading(0), &|| heading(1), &|| heading(2), &row];
    ways.iter().filter_map(|it| it()).find(|names| {
        let mut seen = BTreeSet::new();
        names.iter().all(|it| seen.insert(it))
    })
}

/// What stands in rows, by its height on its page.
struct Beside<'a> {
    /// Document, page, height and place in reading order.
    places: BTreeMap<(u32, u32), Vec<(f32, usize)>>,
    fields: &'a [Field],
}

impl<'a> Beside<'a> {
    fn of(plan: &Plan<'a>) -> Beside<'a> {
        let fields = plan.analysis.fields.as_slice();
        let mut places: BTreeMap<(u32, u32), Vec<(f32, usize)>> = BTreeMap::new();
        for (at, it) in fields.iter().enumerate().filter(|it| in_row(it.1)) {
            let Some(own) = it.evidence.boxes.first() else { continue };
            let page = (it.evidence.document, it.evidence.page);
            places.entry(page).or_default().push((own.center().1, at));
        }
        places.values_mut().for_each(|it| it.sort_by(|a, b| a.0.total_cmp(&b.0)));
        Beside { places, fields }
    }

    /// The label of the value that stands before a value in its line, where lines are rows: in prose a
    /// neighbour says nothing.
    fn row_label(&self, field: &Field) -> Option<&'a str> {
        if !in_row(field) {
            return None;
        }
        let own = field.evidence.boxes.first()?;
        let page = self.places.get(&(field.evidence.document, field.evidence.page))?;
        let (middle, reach) = (own.center().1, own.height() / 2.0);
        let from = page.partition_point(|it| it.0 < middle - own.height());
        let near = page[from..].iter().take_while(|it| it.0 <= middle + own.height());
        let before = near.filter_map(|(y, at)| {
            let it = &self.fields[*at];
            let x = it.evidence.boxes.first()?.x0;
            let is_before = (middle - y).abs() < reach && x < own.x0 && it.label != field.label;
            is_before.then_some((x.to_bits(), *at))
        });
        before.max().map(|it| self.fields[it.1].label.as_str())
    }
}

fn in_row(it: &Field) -> bool {
    matches!(it.route, Route::LabelValue | Route::Table)
}
