//! What people said of a run's values, as hosts show it: what was misread and what the paper prints,
//! and what it should print.
//!
//! **Invariant:** a correction names who said it and when, wherever the verdict over it stands. A mend
//! changes no verdict: what would hold with it is told beside.

use proviso_core::amend::{self, Amendment, Mended, Place, Signed, corrects};
use proviso_core::analysis::{Analysis, Language, Route, RuleId};
use proviso_core::remark::Remark;
use proviso_core::shown;
use proviso_core::standing;
use proviso_kit::store::Said;
use serde::{Deserialize, Serialize};

use super::place::{PlaceView, count, place};

/// A value that was misread.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CorrectionView {
    /// The field's identifier.
    pub field: String,
    /// Its label.
    pub label: String,
    /// What was read, as people write it; `None` of a value that no reader found.
    pub reading: Option<String>,
    /// What the paper prints.
    pub shown: String,
    /// Who said so; `None` where the program does not know.
    pub by: Option<String>,
    /// When, in milliseconds since 1970.
    pub at_ms: Option<i64>,
}

impl CorrectionView {
    /// Who said so; empty where the program does not know.
    pub(super) fn who(&self) -> String {
        self.by.clone().unwrap_or_default()
    }
}

/// What a document should print.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MendedView {
    /// The values, in reading order.
    pub asked: Vec<AskedView>,
    /// Rules that are refuted and would hold.
    pub holds: Vec<u32>,
    /// Rules that hold and would be refuted.
    pub breaks: Vec<u32>,
    /// Rules that are refuted and would stay so, but for those that a person let pass.
    pub open: Vec<u32>,
    /// The same in words.
    pub told: Remark,
}

/// A value that should be printed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct AskedView {
    /// The field's identifier.
    pub field: String,
    /// Its id.
    pub id: u32,
    /// Its label.
    pub label: String,
    /// What is printed, as people write it.
    pub printed: String,
    /// What should be.
    pub shown: String,
    /// Where it stands.
    pub place: PlaceView,
    /// Who asks for it.
    pub by: String,
    /// Since when, in milliseconds since 1970.
    pub at_ms: i64,
}

/// The values of an analysis that a person corrected, and those that no reader found.
pub(super) fn corrections(analysis: &Analysis, said: &[Said]) -> Vec<CorrectionView> {
    let korean = analysis.language == Language::Ko;
    let mut all = Vec::new();
    for field in &analysis.fields {
        let reading = field.reading.as_ref().filter(|it| **it != field.value);
        match field.route {
            Route::Hand => {}
            Route::Correction if reading.is_some() => {}
            _ => continue,
        }
        let here = Place::of(analysis, &field.evidence);
        let corrects =
            |it: &&Said| here.as_ref().is_some_and(|at| corrects(&it.amendment, field, at));
        let by = said.iter().rev().find(corrects);
        all.push(CorrectionView {
            field: field.name.clone(),
            label: field.label.clone(),
            reading: reading.map(|it| shown::full(it, korean)),
            shown: shown::full(&field.value, korean),
            by: by.map(|it| it.by.clone()).filter(|it| !it.is_empty()),
            at_ms: by.map(|it| it.at_ms),
        });
    }
    all
}

/// What was said and not taken back, and the amendments of it.
pub(super) fn counting(said: &[Said]) -> (Vec<&Said>, Vec<Amendment>) {
    let all: Vec<&Said> = said.iter().filter(|it| it.withdrawn_at_ms.is_none()).collect();
    let amendments = all.iter().map(|it| it.amendment.clone()).collect();
    (all, amendments)
}

/// Who said what, and when, as people write it.
pub(crate) fn signed<'a>(said: impl IntoIterator<Item = &'a Said>) -> Vec<Signed> {
    let signed = |it: &Said| {
        let (by, day) = (it.by.trim(), shown::day(it.at_ms));
        let by = if by.is_empty() { day } else { format!("{by}, {day}") };
        Signed { amendment: it.amendment.clone(), by }
    };
    said.into_iter().map(signed).collect()
}

/// What the document should print, and what would hold then.
pub(super) fn mended(analysis: &Analysis, said: &[Said]) -> Option<MendedView> {
    let (said, amendments) = counting(said);
    let Mended { asked, holds, breaks, open } = amend::mended(analysis, &amendments)?;
    let korean = analysis.language == Language::Ko;
    let asked: Vec<AskedView> = asked
        .iter()
        .filter_map(|(id, value)| {
            let field = analysis.field(*id)?;
            let here = Place::of(analysis, &field.evidence)?;
            let by = said.iter().rev().find(|it| {
                matches!(&it.amendment, Amendment::Mend { place, value: wanted, .. }
                    if wanted == value && place.is_at(&here))
            })?;
            Some(AskedView {
                field: field.name.clone(),
                id: id.0,
                label: field.label.clone(),
                printed: shown::full(&field.value, korean),
                shown: shown::full(value, korean),
                place: place(analysis, &field.evidence),
                by: by.by.clone(),
                at_ms: by.at_ms,
            })
        })
        .collect();
    let ids = |all: Vec<RuleId>| all.into_iter().map(|it| it.0).collect::<Vec<u32>>();
    let (holds, breaks, open) = (ids(holds), ids(breaks), ids(open));
    let values: Vec<&str> = asked.iter().map(|it| it.shown.as_str()).collect();
    let n = [holds.len(), breaks.len(), open.len()].map(count);
    let told = standing::mended(&values.join(", "), n);
    Some(MendedView { asked, holds, breaks, open, told })
}
