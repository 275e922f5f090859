//! What the built-in engine and a model say of places and rules, side by side.
//!
//! **Invariant:** a claim never writes a field; it has a place, and names who makes it. The engine's
//! claims come first, so that a field's number is its claim's. Relations speak of claims, not of
//! fields: whoever chooses decides what stands at a place.

use std::collections::{BTreeMap, BTreeSet};

use super::ground::{self, Pointer};
use super::numerals::{self, Around};
use super::sheet::{At, Sheet};
use super::{Read, Reading};
use super::{choose, relate};
use crate::analysis::draft::Draft;
use crate::analysis::{Analysis, Belonging, Evidence, Relation, Rule, RuleId, Status};
use crate::document::Rect;
use crate::value::{Currency, Kind, Value};

/// Claims of one answer that are looked at.
const MAX_CLAIMS: usize = 4_000;

/// Who says something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::agent::model) enum By {
    /// The built-in engine.
    Engine,
    /// The language model.
    Model,
}

/// That a value stands at a place.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::agent::model) struct ValueClaim {
    pub(super) by: By,
    pub(super) label: String,
    /// Further labels of the same value at the same place.
    pub(super) also: Vec<String>,
    pub(super) value: Value,
    pub(super) evidence: Evidence,
    /// The words of the place; empty where only a box is known.
    pub(super) words: Vec<At>,
    /// What stands around the place, in small letters.
    pub(super) around: String,
    /// Whether only the model saw it: the page's words say something else.
    pub(super) seen: bool,
    /// The engine's claim about the same place, which this one would replace.
    pub(super) instead_of: Option<usize>,
    /// Whether the other side says the same.
    pub(super) agreed: bool,
    /// Why it is none, by the model.
    pub(super) denied: Option<String>,
    /// What it belongs to, by the model.
    pub(super) belongs: Option<Belonging>,
}

/// What asks for a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::agent::model) enum Asks {
    /// Labels, columns, rows: by the model.
    Labels,
    /// A sentence that stands on the page.
    Words,
}

/// That something must be true of values.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::agent::model) struct RuleClaim {
    pub(super) asks: Asks,
    /// Over claims: a [`FieldId`] is the number of a claim here. The readings of one rule, from the
    /// likeliest: they differ in how they are rounded, or in signs.
    pub(super) readings: Vec<Relation>,
    /// Words where it is asked for, for people.
    pub(super) words: String,
}

/// All that is said of a document.
#[derive(Debug, Clone, Default)]
pub(in crate::agent::model) struct Claims {
    pub(super) values: Vec<ValueClaim>,
    pub(super) rules: Vec<RuleClaim>,
    /// Rules of the engine that the page asks for, by the model.
    pub(super) right_rules: BTreeSet<RuleId>,
    /// Rules of the engine that nothing asks for, by the model.
    pub(super) denied_rules: BTreeSet<RuleId>,
    /// Where there is one: the type's name.
    pub(super) document_type: Option<String>,
    /// Where there is one: the title.
    pub(super) title: Option<String>,
    /// Values of the draft of which the model gives another one that its place does not say.
    pub(super) seen_otherwise: BTreeSet<usize>,
    /// What is known around texts of the documents.
    around: Around,
    /// Refused ones with the reason.
    pub(in crate::agent::model) refused: Vec<(String, String)>,
}

impl Claims {
    /// The engine's claims and those of a reading.
    pub(in crate::agent::model) fn of(
        sheet: &Sheet<'_>,
        draft: &Draft,
        engine: &Analysis,
        reading: &Reading,
    ) -> Claims {
        let mut out = Claims::default();
        for (field, words) in draft.fields.iter().zip(&sheet.places) {
            out.values.push(ValueClaim {
                by: By::Engine,
                label: field.label.clone(),
                also: field.also.clone(),
                value: field.value.clone(),
                evidence: field.evidence.clone(),
                words: words.clone(),
                around: sheet.around(words),
                seen: false,
                instead_of: None,
                agreed: false,
                denied: None,
                belongs: field.belongs.clone(),
            });
        }
        out.say_of_draft(draft, engine, reading);
        let mut names: BTreeMap<String, usize> = BTreeMap::new();
        let all: Vec<String> = (0..sheet.rows.len())
            .map(|it| {
                sheet.rows[it].words.iter().map(|it| it.text.as_str()).collect::<Vec<_>>().join(" ")
            })
            .collect();
        let currency = draft.fields.iter().find_map(|it| match &it.value {
            Value::Money(it) => Some(it.currency),
            _ => None,
        });
        let mut around = Around::of(&all.join("\n"), currency);
        around.years.extend(draft.fields.iter().filter_map(|it| match &it.value {
            Value::Date(it) => Some(it.year),
            _ => None,
        }));
        out.around = around.clone();
        let fields = reading.fields.iter().flat_map(|it| each(draft, it));
        for read in &fields.take(MAX_CLAIMS).collect::<Vec<_>>() {
            match out.take(sheet, draft, &around, read) {
                // A correction has its number in the draft; a name it has only where it is given one.
                Ok(claim) => {
                    if let Some(it) = Belonging::told(&read.role, &read.owner, &read.row) {
                        out.values[claim].belongs = Some(it);
                    }
                    for name in [&read.id, &read.label].map(|it| it.trim()) {
                        // A label that the model gives twice names nothing.
                        match names.get(name) {
                            Some(other) if *other != claim => {
                                names.insert(name.to_owned(), usize::MAX);
                            }
                            _ if !name.is_empty() => {
                                names.insert(name.to_owned(), claim);
                            }
                            _ => {}
                        }
                    }
                }
                Err(reason) => {
                    if !read.value.trim().is_empty() {
                        out.seen_otherwise.extend(ground::drafted(&read.at, draft.fields.len()));
                    }
                    let what = format!("{} {}", read.label.trim(), read.value.trim());
                    out.refused.push((what.trim().chars().take(80).collect(), reason));
                }
            }
        }
        for rule in reading.rules.iter().take(MAX_CLAIMS) {
            relate::relate(sheet, &mut out, &names, rule);
        }
        out.pass_over(engine);
        out
    }

    /// Who answers for most of the draft's rules answers for all of them: what they leave out is not
    /// asked for. Who says less of them says nothing of the others.
    fn pass_over(&mut self, engine: &Analysis) {
        let again: BTreeSet<String> =
            self.rules.iter().flat_map(|it| &it.readings).map(choose::likeness).collect();
        let stated = |it: &Rule| again.contains(&choose::likeness(&it.relation));
        let told = |it: &Rule| {
            self.right_rules.contains(&it.id) || self.denied_rules.contains(&it.id) || stated(it)
        };
        let passed: Vec<RuleId> =
            engine.rules.iter().filter(|it| !told(it)).map(|it| it.id).collect();
        if passed.len() * 2 < engine.rules.len() {
            self.denied_rules.extend(passed);
        }
    }

    /// The claim that would take the place of another.
    pub(super) fn instead(&self, old: usize) -> Option<usize> {
        self.values.iter().position(|it| it.instead_of == Some(old))
    }

    /// Values that only the model saw, with the place of each.
    pub(in crate::agent::model) fn seen(&self) -> Vec<(usize, &Evidence)> {
        let all = self.values.iter().enumerate().filter(|it| it.1.seen);
        all.map(|(id, it)| (id, &it.evidence)).collect()
    }

    /// Holds a value that only the model saw against what was recognized at its place when that was
    /// looked at again; whether it says the value. It counts in full then.
    pub(in crate::agent::model) fn looked_at(&mut self, id: usize, text: &str) -> bool {
        let Some(claim) = self.values.get_mut(id).filter(|it| it.seen) else { return false };
        let says = numerals::says(text, &claim.value, &self.around)
            || numerals::scanned(text, &claim.value, &self.around)
            || ground::is_text(&claim.value, text);
        if says {
            claim.seen = false;
            claim.evidence.text = text.trim().to_owned();
        }
        says
    }

    /// How many values are new, and how many the engine had found too.
    pub(in crate::agent::model) fn counts(&self) -> (u32, u32) {
        let of = |wanted: &dyn Fn(&ValueClaim) -> bool| {
            u32::try_from(self.values.iter().filter(|it| wanted(it)).count()).unwrap_or(u32::MAX)
        };
        (of(&|it| it.by == By::Model), of(&|it| it.by == By::Engine && it.agreed))
    }

    /// What the model read, one value per line.
    pub(in crate::agent::model) fn read_labels(&self) -> Vec<String> {
        let read = self.values.iter().enumerate().filter(|it| it.1.by == By::Model);
        let line = |(id, it): (usize, &ValueClaim)| {
            format!("{id} | {} | {} | page {}", it.label, it.value, it.evidence.page)
        };
        read.map(line).collect()
    }

    /// Gives a value that the model read another label; false where it is none.
    pub(in crate::agent::model) fn relabel(&mut self, id: usize, label: String) -> bool {
        let claim = self.values.get_mut(id).filter(|it| it.by == By::Model);
        match claim.filter(|it| !label.is_empty() && it.label != label) {
            Some(claim) => {
                claim.label = label;
                true
            }
            None => false,
        }
    }

    /// What the model says of the draft itself.
    fn say_of_draft(&mut self, draft: &Draft, engine: &Analysis, reading: &Reading) {
        let n = draft.fields.len();
        for id in reading.right.iter().take(MAX_CLAIMS).flat_map(|it| ground::numbers(it, 'f', n)) {
            if let Some(it) = self.values.get_mut(id) {
                it.agreed = true;
            }
        }
        for it in reading.wrong.iter().take(MAX_CLAIMS) {
            for id in ground::numbers(&it.at, 'f', n) {
                if let Some(claim) = self.values.get_mut(id) {
                    claim.denied = Some(it.why.trim().chars().take(120).collect());
                }
            }
        }
        let rules = |it: &str| {
            let all = ground::numbers(it, 'r', engine.rules.len());
            all.into_iter().filter_map(|it| u32::try_from(it).ok()).map(RuleId)
        };
        self.right_rules =
            reading.right_rules.iter().take(MAX_CLAIMS).flat_map(|it| rules(it)).collect();
        self.denied_rules =
            reading.wrong_rules.iter().take(MAX_CLAIMS).flat_map(|it| rules(&it.at)).collect();
        let title: String = reading.title.trim().chars().take(120).collect();
        self.title = Some(title).filter(|it| !it.is_empty());
        let name = reading.document_type.trim();
        self.document_type = Some(name.to_owned()).filter(|it| !it.is_empty());
    }

    /// Takes one value in; its claim.
    fn take(
        &mut self,
        sheet: &Sheet<'_>,
        draft: &Draft,
        around: &Around,
        read: &Read,
    ) -> Result<usize, String> {
        let mut at = match read.at.trim() {
            "" => Pointer::quoted(sheet, &read.quote, read.document, read.page),
            at => Pointer::read(sheet, at, &read.quote),
        };
        if let [x0, y0, x1, y1] = read.area[..] {
            let lines = at.take().map(|it| (it.words, it.lines)).unwrap_or_default();
            at = Some(Pointer {
                words: lines.0,
                lines: lines.1,
                quote: read.quote.clone(),
                area: Some((read.document, read.page.max(1), [x0, y0, x1, y1])),
            });
        }
        let at = at.ok_or_else(|| match read.at.trim() {
            "" => "its quote does not stand in the document".to_owned(),
            at => format!("there is no place `{}`", brief(at)),
        })?;
        let pieces = ground::drafted(&read.at, draft.fields.len());
        let old = pieces.first().and_then(|it| draft.fields.get(*it).map(|field| (*it, field)));
        let known = |it: &str| Kind::ALL.into_iter().find(|kind| kind.name() == it.trim());
        let kind = match (read.kind.trim(), old) {
            ("", Some((_, field))) => field.value.kind(),
            (name, _) => {
                known(name).ok_or_else(|| format!("there is no kind `{}`", brief(name)))?
            }
        };
        let label: String = read.label.trim().chars().take(80).collect();
        let value = match (read.value.trim(), old) {
            ("", Some((_, field))) if field.value.kind() == kind => field.value.clone(),
            (text, _) => {
                if text.is_empty() || text.chars().count() > 400 {
                    return Err("it has no value".to_owned());
                }
                Value::parse(kind, text).map_err(|err| err.to_string())?
            }
        };
        // The same value at the same place under another name is a label, no second field.
        if let Some((id, field)) = old
            && field.value == value
        {
            let claim = &mut self.values[id];
            claim.agreed = true;
            if !label.is_empty() && label != claim.label {
                if !claim.also.contains(&claim.label) && !claim.label.is_empty() {
                    claim.also.push(claim.label.clone());
                }
                claim.label = label;
            }
            return Ok(id);
        }
        let at = if old.is_some() && at.lines.is_empty() {
            return Err("the draft's place is unknown".to_owned());
        } else {
            at
        };
        let claims = &self.values;
        let same =
            |words: &[At]| claims.iter().position(|it| it.value == value && meet(&it.words, words));
        // A value of the same text elsewhere in the line is another one.
        let taken = |words: &[At]| same(words).is_some();
        let place = ground::ground(sheet, around, &value, &at, &taken)?;
        if let Some(known) = same(&place.words).filter(|_| !place.words.is_empty()) {
            let claim = &mut self.values[known];
            claim.agreed |= claim.by == By::Engine;
            if claim.denied.take().is_some() && !label.is_empty() {
                claim.label = label;
            } else if !label.is_empty() && label != claim.label && !claim.also.contains(&label) {
                claim.also.push(label);
            }
            return Ok(known);
        }
        // As many values as there are numbers: digits say one thing of one kind.
        let others = claims.iter().filter(|it| {
            it.by == By::Model
                && it.value.kind() == kind
                && !place.words.is_empty()
                && it.words == place.words
                && (!place.seen || cover(&it.evidence, &place.evidence))
                && (kind.is_counted() || kind == Kind::Date)
        });
        let n = others.count();
        if n > 0 && n >= numerals::count(&place.evidence.text) {
            return Err("another value was given for this place".to_owned());
        }
        let instead_of = old.map(|it| it.0).or_else(|| {
            let here = |it: &ValueClaim| {
                // What the words do not say says nothing of another value there.
                !place.seen
                    && it.by == By::Engine
                    && !it.agreed
                    && !it.words.is_empty()
                    && it.words == place.words
                    && (it.value.kind() == kind
                        || (it.value.kind().is_counted() && kind.is_counted()))
                    && numerals::count(&place.evidence.text) <= 1
            };
            claims.iter().position(here)
        });
        let instead_of = instead_of.filter(|it| self.instead(*it).is_none());
        for piece in pieces.iter().skip(1) {
            self.values[*piece].denied = Some("a piece of another value".to_owned());
        }
        self.values.push(ValueClaim {
            by: By::Model,
            label: if label.is_empty() {
                old.map_or(String::new(), |it| it.1.label.clone())
            } else {
                label
            },
            also: Vec::new(),
            value,
            evidence: place.evidence,
            around: sheet.around(&place.words),
            words: place.words,
            seen: place.seen,
            instead_of,
            agreed: false,
            denied: None,
            belongs: None,
        });
        Ok(self.values.len() - 1)
    }
}

/// What is corrected of values of the draft without another value: their label, their kind, their
/// currency, of several at once. A value of its own stands for all of them, which are its pieces.
fn each(draft: &Draft, read: &Read) -> Vec<Read> {
    let of = ground::drafted(&read.at, draft.fields.len());
    let value = read.value.trim();
    let currency = Currency::from_code(value);
    if of.is_empty() || !(value.is_empty() || currency.is_some()) {
        return vec![read.clone()];
    }
    let one = |id: &usize| {
        let field = draft.fields.get(*id)?;
        let old = &field.value;
        let shown = old.to_string();
        let number = match old {
            Value::Money(_) => shown.rsplit(' ').next(),
            Value::Quantity(_) => Some(shown.as_str()),
            _ => None,
        };
        let (kind, value) = match (currency, read.kind.trim()) {
            (Some(it), "" | "money") => ("money", format!("{} {}", it.code(), number?)),
            (Some(_), _) => return None,
            (None, kind) if kind == old.kind().name() => (kind, String::new()),
            (None, "quantity") => ("quantity", number?.to_owned()),
            // What is printed is the value of a kind of words.
            (None, kind @ ("text" | "party" | "registration_number" | "phone" | "email")) => {
                (kind, if ground::is_number(old) { field.evidence.text.clone() } else { shown })
            }
            (None, kind) => (kind, String::new()),
        };
        let its = Read { at: format!("f{id}"), kind: kind.to_owned(), value, ..read.clone() };
        // Of several values neither the name nor the quote is any one's.
        let is_alone = of.len() == 1;
        Some(if is_alone { its } else { Read { id: String::new(), quote: String::new(), ..its } })
    };
    of.iter().filter_map(one).collect()
}

/// Whether two places share a word and neither goes far beyond the other.
fn meet(a: &[At], b: &[At]) -> bool {
    let shared = a.iter().filter(|it| b.contains(it)).count();
    shared > 0 && shared == a.len().min(b.len())
}

/// Whether two boxes are one place: they share more than half of the smaller.
fn cover(a: &Evidence, b: &Evidence) -> bool {
    let area = |it: &Rect| it.width() * it.height();
    let shared = |a: &Rect, b: &Rect| {
        let (width, height) = (a.x1.min(b.x1) - a.x0.max(b.x0), a.y1.min(b.y1) - a.y0.max(b.y0));
        width.max(0.0) * height.max(0.0)
    };
    let one = |a: &Rect| b.boxes.iter().any(|b| shared(a, b) * 2.0 > area(a).min(area(b)));
    a.boxes.iter().any(one)
}

pub(super) fn brief(text: &str) -> String {
    text.trim().chars().take(40).collect()
}

/// The rules that the engine has shown, arithmetic keeps and the model did not deny.
pub(super) fn held<'a>(
    engine: &'a Analysis,
    denied: &'a BTreeSet<RuleId>,
) -> impl Iterator<Item = &'a Rule> {
    engine.rules.iter().filter(|it| it.status == Status::Holds && !denied.contains(&it.id))
}
