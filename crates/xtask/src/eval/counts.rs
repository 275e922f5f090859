//! The scorer's counts of documents, and what they come to in percent.
//!
//! **Invariant:** counts are the scorer's and are added up, never averaged: a document with many
//! fields weighs more than one with few, as in the scorer's own last line.

use anyhow::Result;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The scorer's counts that a table needs, added up over documents. Names are the scorer's: types,
/// fields, relations by loose match (sum and difference, product and rate stand for one another),
/// discrepancies.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Counts {
    pub documents: u64,
    #[serde(skip_serializing_if = "is_zero")]
    pub t_hit: u64,
    pub f_true: u64,
    pub f_given: u64,
    pub f_hit: u64,
    pub l_true: u64,
    pub l_given: u64,
    pub l_hit: u64,
    pub l_sound: u64,
    pub d_true: u64,
    pub d_hit: u64,
    pub d_false: u64,
}

/// Sets that were written down before types were counted have none of them.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn is_zero(it: &u64) -> bool {
    *it == 0
}

impl Counts {
    /// Of one document, from the scorer's answer, which tells of a type whether it is right.
    ///
    /// The scorer leaves true orders of days that no truth lists out of what was given, but not out
    /// of what is sound, so that its column may pass 100 %; here no more is sound than was given.
    pub(super) fn of(document: &Value) -> Result<Counts> {
        let mut document = document.clone();
        document["t_hit"] = u64::from(document["t_hit"] == true).into();
        let mut it: Counts = serde_json::from_value(document)?;
        it.documents = 1;
        it.l_sound = it.l_sound.min(it.l_given.saturating_sub(it.l_hit));
        Ok(it)
    }

    /// Of all of these together.
    pub(super) fn sum<'a>(all: impl IntoIterator<Item = &'a Counts>) -> Counts {
        all.into_iter().fold(Counts::default(), |mut sum, it| {
            sum.add(it);
            sum
        })
    }

    pub(super) fn add(&mut self, other: &Counts) {
        self.documents += other.documents;
        self.t_hit += other.t_hit;
        self.f_true += other.f_true;
        self.f_given += other.f_given;
        self.f_hit += other.f_hit;
        self.l_true += other.l_true;
        self.l_given += other.l_given;
        self.l_hit += other.l_hit;
        self.l_sound += other.l_sound;
        self.d_true += other.d_true;
        self.d_hit += other.d_hit;
        self.d_false += other.d_false;
    }

    /// The harmonic mean of the fields' precision and recall.
    pub(super) fn f1(&self) -> Option<f64> {
        percent(2 * self.f_hit, self.f_true + self.f_given)
    }

    /// Relations of the truth that were given.
    pub(super) fn found(&self) -> Option<f64> {
        percent(self.l_hit, self.l_true)
    }

    /// Strict precision: given relations that are in the truth. What is arithmetically true and
    /// nobody meant is a coincidence here.
    pub(super) fn strict(&self) -> Option<f64> {
        percent(self.l_hit, self.l_given)
    }

    /// Given relations that are in the truth, or true of values that are.
    pub(super) fn right(&self) -> Option<f64> {
        percent(self.l_hit + self.l_sound, self.l_given)
    }

    /// Types under which a competent clerk might file the document.
    pub(super) fn types(&self) -> Option<f64> {
        percent(self.t_hit, self.documents)
    }

    /// Planted mistakes that were found.
    pub(super) fn planted(&self) -> Option<f64> {
        percent(self.d_hit, self.d_true)
    }
}

/// A number of a table's column.
pub(super) type Figure = fn(&Counts) -> Option<f64>;

/// What is compared between sets: the heads of the columns and their numbers.
pub(super) const FIGURES: [(&str, Figure); 4] = [
    ("fields F1", Counts::f1),
    ("relations found", Counts::found),
    ("strict precision", Counts::strict),
    ("of those given, right", Counts::right),
];

fn percent(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| 100.0 * part as f64 / whole as f64)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_true_coincidence_is_right_and_not_strictly_so() {
        let scored = json!({"t_hit": true, "l_true": 4, "l_given": 4, "l_hit": 2, "l_sound": 1});
        let it = Counts::of(&scored).unwrap();
        assert_eq!((it.documents, it.t_hit), (1, 1));
        assert_eq!((it.found(), it.strict(), it.right()), (Some(50.0), Some(50.0), Some(75.0)));
        assert_eq!(it.f1(), None, "no field was counted");
        let orders = json!({"t_hit": false, "l_given": 4, "l_hit": 3, "l_sound": 2});
        assert_eq!(Counts::of(&orders).unwrap().right(), Some(100.0), "not more than all");
    }
}
