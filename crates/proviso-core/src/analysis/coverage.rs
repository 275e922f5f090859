//! How much of what is printed some rule looks at.
//!
//! A verdict speaks of the rules that were found. What it says of a page is told by what stands in no
//! rule: printed amounts that nothing ties to another one, and numbers that were read as no value.
//!
//! **Invariant:** a rule ties a value only where its falsehood could be seen: it was computed, and it
//! holds the value against something else that is printed. A rule that a person let pass still ties.
//!
//! **Invariant:** work grows with the numbers of a page, not with their pairs.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Deserializer, Serialize};

use super::draft::PrintedNumber;
use super::rules::operands;
use super::{Analysis, Evidence, Field, FieldId, Relation, Route, Rule, Status};
use crate::document::Rect;
use crate::value::Kind;

/// How many printed amounts there are, and what is known of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coverage {
    /// Printed amounts that some rule ties to something else that is printed.
    pub tied: u32,
    /// All printed amounts, whether some field holds them or not.
    pub printed: u32,
    /// Numbers on the pages that no field holds, amounts or not.
    pub unheld: u32,
}

impl Coverage {
    /// Whether less than half of the printed amounts is tied: what is proved is little of the page.
    pub fn is_thin(&self) -> bool {
        2 * u64::from(self.tied) < u64::from(self.printed)
    }

    /// For people: how much is cross-checked, and what is not read.
    pub fn told(&self, korean: bool) -> String {
        let Coverage { tied, printed, unheld } = self;
        let amounts = match (printed, korean) {
            (0, true) => "적힌 금액 없음".to_owned(),
            (0, false) => "no amounts are printed".to_owned(),
            (_, true) => format!("금액 {printed}개 중 {tied}개 교차 확인"),
            (_, false) => {
                let s = if *printed == 1 { "" } else { "s" };
                format!("{tied} of {printed} amount{s} cross-checked")
            }
        };
        match (unheld, korean) {
            (0, _) => amounts,
            (_, true) => format!("{amounts}, 필드에 들지 않은 수 {unheld}개"),
            (1, false) => format!("{amounts}, 1 number in no field"),
            (_, false) => format!("{amounts}, {unheld} numbers in no field"),
        }
    }
}

/// What it means for a verdict that the coverage is thin, in one sentence.
pub fn thin(korean: bool) -> &'static str {
    if korean {
        "이 문서에서 교차 확인된 값이 적습니다."
    } else {
        "Little of this page is cross-checked."
    }
}

/// A verdict's name, with a mark where it speaks of little.
pub fn marked(verdict: &str, thin: bool, korean: bool) -> String {
    match (thin, korean) {
        (false, _) => verdict.to_owned(),
        (true, true) => format!("{verdict} (일부)"),
        (true, false) => format!("{verdict} (thin)"),
    }
}

/// A number on a page that no field holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Unheld {
    /// Where it stands.
    #[serde(flatten)]
    pub place: Evidence,
    /// Whether it is printed as amounts are.
    pub amount: bool,
}

/// The coverage of an analysis. `unheld` must be there already.
pub(super) fn of(analysis: &Analysis) -> Coverage {
    let tied = tied(&analysis.rules);
    // What a file says to programs is not printed.
    let printed = |it: &&Field| it.value.kind() == Kind::Money && it.route != Route::Embedded;
    let mut coverage = Coverage::default();
    for field in analysis.fields.iter().filter(printed) {
        coverage.printed += 1;
        coverage.tied += u32::from(tied.contains(&field.id));
    }
    for number in &analysis.unheld {
        coverage.unheld += 1;
        coverage.printed += u32::from(number.amount);
    }
    coverage
}

/// The fields that some rule ties to something else.
fn tied(rules: &[Rule]) -> BTreeSet<FieldId> {
    let ties = |rule: &&Rule| {
        let between = match &rule.relation {
            // The words are printed, too.
            Relation::Words { .. } => true,
            // A number that checks itself is held against nothing.
            Relation::Checksum { .. } => false,
            it => operands(it).len() > 1,
        };
        between && rule.status != Status::Unknown
    };
    rules.iter().filter(ties).flat_map(|it| operands(&it.relation)).collect()
}

/// The printed numbers that none of these fields, and no amount in words, holds.
pub(super) fn unheld(
    numbers: &[PrintedNumber],
    fields: &[Field],
    words: &[&Evidence],
) -> Vec<Unheld> {
    let held = Held::by(fields, words.iter().copied());
    let open = numbers.iter().filter(|it| !held.holds(&it.place));
    open.map(|it| Unheld { place: it.place.clone(), amount: it.amount }).collect()
}

/// Where the amounts in words stand that rules speak of.
pub(super) fn in_words(rules: &[Rule]) -> impl Iterator<Item = &Evidence> {
    rules.iter().filter_map(|it| match &it.relation {
        Relation::Words { place, .. } => Some(place),
        _ => None,
    })
}

/// Tells the numbers that no field holds anew, after a person put a field in or said that one stands
/// elsewhere than before.
pub(crate) fn hold_again(analysis: &mut Analysis, left: Option<(Evidence, FieldId)>) {
    if let Some((place, id)) = left
        && place.text.contains(|it: char| it.is_ascii_digit())
    {
        let amount = analysis.field(id).is_some_and(|it| it.value.kind() == Kind::Money);
        analysis.unheld.push(Unheld { place, amount });
    }
    let held = Held::by(&analysis.fields, in_words(&analysis.rules));
    analysis.unheld.retain(|it| !held.holds(&it.place));
    let at = |it: &Unheld| {
        let (x, y) = it.place.boxes.first().map_or((0.0, 0.0), |it| (it.x0, it.y0));
        (it.place.document, it.place.page, y, x)
    };
    analysis.unheld.sort_by(|a, b| {
        let (a, b) = (at(a), at(b));
        (a.0, a.1).cmp(&(b.0, b.1)).then(a.2.total_cmp(&b.2)).then(a.3.total_cmp(&b.3))
    });
}

/// Boxes that something holds, by document, page and band of its height.
#[derive(Default)]
struct Held {
    bands: BTreeMap<(u32, u32, i64), Vec<Rect>>,
}

impl Held {
    /// Units of a page in a band: a line of most pages, a few lines where units are lines.
    const BAND: f32 = 12.0;

    /// What fields hold, and amounts in words.
    fn by<'a>(fields: &'a [Field], words: impl Iterator<Item = &'a Evidence>) -> Held {
        let mut held = Held::default();
        fields.iter().map(|it| &it.evidence).chain(words).for_each(|it| held.add(it));
        held
    }

    fn band(y: f32) -> i64 {
        (y / Self::BAND) as i64
    }

    fn add(&mut self, evidence: &Evidence) {
        for rect in &evidence.boxes {
            for band in Self::band(rect.y0)..=Self::band(rect.y1) {
                let key = (evidence.document, evidence.page, band);
                self.bands.entry(key).or_default().push(*rect);
            }
        }
    }

    fn holds(&self, evidence: &Evidence) -> bool {
        evidence.boxes.iter().any(|it| {
            let key = (evidence.document, evidence.page, Self::band(it.center().1));
            self.bands.get(&key).is_some_and(|all| all.iter().any(|held| held.holds(it)))
        })
    }
}

/// What analyses before this one counted was something else; it is left unsaid.
pub(super) fn known<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Coverage>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Stored {
        Known(Coverage),
        Other(serde::de::IgnoredAny),
    }
    Ok(match Option::<Stored>::deserialize(from)? {
        Some(Stored::Known(it)) => Some(it),
        Some(Stored::Other(_)) | None => None,
    })
}

#[cfg(test)]
mod tests;
