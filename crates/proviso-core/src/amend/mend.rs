//! What a document should print, and what would hold of it then.
//!
//! **Invariant:** the analysis stays as it is: a mend is computed over a copy of its fields, so that no
//! verdict on the document ever stands on a value that is not printed in it.

use super::{Amendment, Place, at};
use crate::analysis::{Analysis, FieldId, RuleId, Status, rules};
use crate::value::Value;

/// What would be true of a document that printed other values.
#[derive(Debug, Clone, PartialEq)]
pub struct Mended {
    /// The fields and what they should print, in reading order.
    pub asked: Vec<(FieldId, Value)>,
    /// Rules that are refuted and would hold.
    pub holds: Vec<RuleId>,
    /// Rules that hold and would be refuted.
    pub breaks: Vec<RuleId>,
    /// Rules that are refuted and would stay so, but for those that a person let pass.
    pub open: Vec<RuleId>,
}

/// The mends that stand in the end: place, label, and what should be printed there.
fn wishes(amendments: &[Amendment]) -> Vec<(&Place, &str, &Value)> {
    let mut all: Vec<(&Place, &str, &Value)> = Vec::new();
    let forget = |all: &mut Vec<(&Place, &str, &Value)>, place: &Place, label: &str| {
        all.retain(|it| !(it.0.is_at(place) && it.1 == label));
    };
    for it in amendments {
        match it {
            Amendment::Mend { place, label, value } => {
                forget(&mut all, place, label);
                all.push((place, label, value));
            }
            Amendment::Unmend { place, label } => forget(&mut all, place, label),
            _ => {}
        }
    }
    all
}

/// What would hold if the mends were printed; `None` where none is asked for. What the document
/// prints already, since the reading was corrected, is asked for no more.
pub fn mended(analysis: &Analysis, amendments: &[Amendment]) -> Option<Mended> {
    let wishes = wishes(amendments);
    if wishes.is_empty() {
        return None;
    }
    let mut then = analysis.fields.clone();
    let mut asked = Vec::new();
    for (place, label, value) in wishes {
        let Some(index) = at(analysis, place, label) else { continue };
        let field = &mut then[index];
        if field.value != *value {
            field.value = value.clone();
            asked.push((field.id, value.clone()));
        }
    }
    if asked.is_empty() {
        return None;
    }
    asked.sort_by_key(|it| it.0);
    let mut it = Mended { asked, holds: Vec::new(), breaks: Vec::new(), open: Vec::new() };
    for now in &analysis.rules {
        match (now.status, rules::status(&then, &now.relation)) {
            (Status::Refuted, Status::Holds) => it.holds.push(now.id),
            (Status::Holds, Status::Refuted) => it.breaks.push(now.id),
            (Status::Refuted, _) if now.waived.is_none() => it.open.push(now.id),
            _ => {}
        }
    }
    Some(it)
}
