//! Puts what an analyst of the second version read beside what the built-in analysis found.
//!
//! **Invariant:** no value of the built-in draft changes. A field of the model's comes in only with
//! a place on the page whose text says its value; where both routes found the same value at the same
//! place, both are surer of it.

use crate::agent::quote;
use crate::analysis::draft::Draft;
use crate::analysis::scan::{self, Context};
use crate::analysis::{Evidence, Field, FieldId, Route};
use crate::document::Document;
use crate::idris::name::identifier;
use crate::value::{Kind, Value};

/// How sure a reading is that only a model made.
const CONFIDENCE: f32 = 0.7;

/// One field as a model gives it.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::agent::model) struct Read {
    /// The label as printed, or what the sentence calls it.
    pub(super) label: String,
    /// `money`, `date`, `period`, `rate`, `quantity`, `party`, `registration_number`, `phone`,
    /// `email` or `text`.
    pub(super) kind: String,
    /// The value in its canonical form: `KRW 55000000`, `2031-03-02`, `24 months`, `1/10`.
    pub(super) value: String,
    /// The words of the page that say it, copied exactly.
    pub(super) quote: String,
    /// The page, as shown.
    pub(super) page: u32,
    /// The document, from 0.
    #[serde(default)]
    pub(super) document: u32,
}

/// What became of a model's fields.
#[derive(Debug, Default)]
pub(in crate::agent::model) struct Merged {
    /// New ones.
    pub(super) n_new: u32,
    /// Those that the built-in analysis had found too.
    pub(super) n_agreed: u32,
    /// What the model calls the fields that came in or were known.
    pub(super) named: Vec<(String, FieldId)>,
    /// Refused ones with the reason.
    pub(super) refused: Vec<(String, String)>,
}

/// Merges; new fields come behind all others, since ids are what the draft's parts speak of.
pub(super) fn merge(draft: &mut Draft, documents: &[Document], read: Vec<Read>) -> Merged {
    let mut out = Merged::default();
    for it in read {
        let label: String = it.label.trim().chars().take(80).collect();
        match place(draft, documents, &it) {
            Err(reason) => out.refused.push((label, reason)),
            Ok((value, evidence)) => {
                if let Some(id) = agree(draft, &value, &evidence) {
                    out.n_agreed += 1;
                    out.named.push((label, id));
                } else if overlaps(draft, &value, &evidence) {
                    let reason = "another value was read at this place".to_owned();
                    out.refused.push((label, reason));
                } else {
                    let id = add(draft, label.clone(), value, evidence);
                    out.n_new += 1;
                    out.named.push((label, id));
                }
            }
        }
    }
    out
}

/// The value and where it stands.
fn place(draft: &Draft, documents: &[Document], it: &Read) -> Result<(Value, Evidence), String> {
    let kind = Kind::ALL.into_iter().find(|kind| kind.name() == it.kind);
    let kind = kind.ok_or_else(|| format!("there is no kind `{}`", brief(&it.kind)))?;
    let value = Value::parse(kind, it.value.trim()).map_err(|err| err.to_string())?;
    let evidence = quote::find(documents, it.document, it.page, &it.quote)
        .ok_or_else(|| "its quote does not stand in the document".to_owned())?;
    if says(draft, &evidence.text, &value) {
        Ok((value, evidence))
    } else {
        Err("its quote does not say the value".to_owned())
    }
}

/// Whether a text of the page says a value: our own scanner must read it there, or a text must
/// stand there letter by letter.
fn says(draft: &Draft, text: &str, value: &Value) -> bool {
    let letters = |it: &str| it.chars().filter(|it| !it.is_whitespace()).collect::<String>();
    match value {
        Value::Party(it)
        | Value::Text(it)
        | Value::RegistrationNumber(it)
        | Value::Phone(it)
        | Value::Email(it) => {
            let wanted = letters(it);
            !wanted.is_empty() && letters(text).contains(&wanted)
        }
        Value::Money(_)
        | Value::Date(_)
        | Value::Period(_)
        | Value::Rate(_)
        | Value::Quantity(_) => {
            let currency = draft.fields.iter().find_map(|it| match &it.value {
                Value::Money(it) => Some(it.currency),
                _ => None,
            });
            let context = Context { expected: Some(value.kind()), currency, ..Context::default() };
            let found = scan::scan(text, &context);
            let parts = found.iter().flat_map(|it| &it.parts);
            found.iter().chain(parts).any(|it| it.value == *value)
                || scan::whole(text, &context).as_ref() == Some(value)
        }
    }
}

/// The field of the same value at the same place, if there is one; then both routes are surer of it.
fn agree(draft: &mut Draft, value: &Value, evidence: &Evidence) -> Option<FieldId> {
    let same = |it: &&mut Field| it.value == *value && meets(&it.evidence, evidence);
    let field = draft.fields.iter_mut().find(same)?;
    // Said twice by the same route is not surer.
    if field.route != Route::Model {
        field.confidence += (1.0 - field.confidence) / 2.0;
    }
    Some(field.id)
}

/// Whether a field of the same kind stands within this place with another value. A quote may hold
/// several values; it is the narrow ones that say that the model read wrong.
fn overlaps(draft: &Draft, value: &Value, evidence: &Evidence) -> bool {
    let text: String = evidence.text.chars().filter(|it| !it.is_whitespace()).collect();
    draft.fields.iter().any(|it| {
        let its: String = it.evidence.text.chars().filter(|it| !it.is_whitespace()).collect();
        it.value.kind() == value.kind() && meets(&it.evidence, evidence) && its == text
    })
}

fn meets(a: &Evidence, b: &Evidence) -> bool {
    a.document == b.document
        && a.page == b.page
        && a.boxes.iter().any(|a| b.boxes.iter().any(|b| a.holds(b) || b.holds(a)))
}

fn add(draft: &mut Draft, label: String, value: Value, evidence: Evidence) -> FieldId {
    let taken: Vec<String> = draft.fields.iter().map(|it| it.name.clone()).collect();
    let id = FieldId(u32::try_from(draft.fields.len()).unwrap_or(u32::MAX));
    draft.fields.push(Field {
        id,
        name: identifier(&label, None, &taken),
        label,
        also: Vec::new(),
        meaning: None,
        value,
        evidence,
        confidence: CONFIDENCE,
        route: Route::Model,
        cell: None,
        reading: None,
        was: Vec::new(),
        belongs: None,
    });
    id
}

fn brief(text: &str) -> String {
    text.chars().take(40).collect()
}
