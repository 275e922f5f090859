//! What a field or a rule stands on: the claims that chose it with their bits, and the readings that
//! lost.
//!
//! Readers and choosers note [`Decision`]s here where somebody listens; [`super::why`] asks them.
//!
//! **Invariant:** nothing is decided by what is noted; bits are whole thousandths, as the weights are.

use std::cell::{Cell, RefCell};

use serde::{Deserialize, Serialize};

use super::{Evidence, Language};
use crate::document::Rect;
use crate::remark::Remark;
use crate::value::Kind;

/// What was decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum About {
    /// That there is a value at all, and which.
    Value,
    /// What kind of value it is.
    Kind,
    /// The currency of an amount that prints none.
    Currency,
    /// Which label it stands under.
    Label,
    /// What the label means: the value's role in a document of this type.
    Meaning,
    /// Whose it is, or of what it is a part.
    Owner,
    /// A rule, or that a rule looks at the field.
    Rule,
}

/// A sign, and what it is worth.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Sign {
    /// What it is.
    pub says: Remark,
    /// Thousandths of a bit that it speaks for the reading, below zero against it; none where an
    /// order decides.
    pub millibits: Option<i32>,
}

/// A reading that might have been taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Alternative {
    /// What it says.
    pub says: Remark,
    /// Thousandths of a bit that speak for it in all; none where an order decides.
    pub millibits: Option<i32>,
    /// Of one that lost, how many thousandths it fell short of the one that was taken; none where
    /// not bits decided.
    pub short: Option<i32>,
    /// The claims that it stands on; of one that lost, why.
    pub signs: Vec<Sign>,
}

/// One decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Decision {
    /// About what.
    pub about: About,
    /// What was taken.
    pub taken: Alternative,
    /// What was not, the nearest first.
    pub lost: Vec<Alternative>,
    /// How many more there were.
    pub n_more: u32,
}

/// All that a field or a rule stands on, in the order in which it was decided.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Why {
    /// The decisions.
    pub decisions: Vec<Decision>,
}

/// Readings that lost and are told of, per decision.
const MOST_LOST: usize = 8;

impl Sign {
    /// A sign with what it is worth.
    pub(super) fn worth(says: Remark, millibits: i32) -> Sign {
        Sign { says, millibits: Some(millibits) }
    }
    /// A sign that is not weighed.
    pub(super) fn plain(says: Remark) -> Sign {
        Sign { says, millibits: None }
    }
}

impl Alternative {
    /// A reading that an order decides about.
    pub(super) fn new(says: Remark, signs: Vec<Sign>) -> Alternative {
        Alternative { says, millibits: None, short: None, signs }
    }
    /// A reading that bits decide about.
    pub(super) fn weighed(says: Remark, millibits: i32, signs: Vec<Sign>) -> Alternative {
        Alternative { says, millibits: Some(millibits), short: None, signs }
    }
}

impl Decision {
    /// A decision between what was taken and what was not, in order.
    pub(super) fn new(about: About, taken: Alternative, lost: Vec<Alternative>) -> Decision {
        let mut lost = lost;
        let n_more = u32::try_from(lost.len().saturating_sub(MOST_LOST)).unwrap_or(u32::MAX);
        lost.truncate(MOST_LOST);
        Decision { about, taken, lost, n_more }
    }
    /// A decision by bits: what most speaks for comes first, and of each other is told how much it
    /// falls short.
    pub(super) fn weighed(
        about: About,
        taken: Alternative,
        mut lost: Vec<Alternative>,
    ) -> Decision {
        let most = taken.millibits.unwrap_or(0);
        lost.sort_by_key(|it| std::cmp::Reverse(it.millibits));
        for it in &mut lost {
            it.short = it.millibits.map(|bits| most.saturating_sub(bits));
        }
        Decision::new(about, taken, lost)
    }
}

/// A place that a decision is about.
#[derive(Debug, Clone)]
pub(super) struct Spot {
    document: u32,
    page: u32,
    rects: Vec<Rect>,
}

impl Spot {
    /// Whether evidence stands here.
    pub(super) fn is_of(&self, it: &Evidence) -> bool {
        (self.document, self.page) == (it.document, it.page)
            && it
                .boxes
                .first()
                .is_some_and(|own| self.rects.iter().any(|rect| rect.holds(own) || own.holds(rect)))
    }
}

/// Hears of decisions where somebody asks why; an ordinary analysis has none.
#[derive(Debug, Default)]
pub(super) struct Listener {
    document: Cell<u32>,
    notes: RefCell<Vec<(Option<Spot>, Decision)>>,
}

impl Listener {
    /// What is noted from now on is of this document.
    pub(super) fn begin(&self, document: u32) {
        self.document.set(document);
    }
    /// Notes a decision about what stands in some boxes of a page.
    pub(super) fn note(&self, page: u32, rects: Vec<Rect>, decision: Decision) {
        let spot = Spot { document: self.document.get(), page, rects };
        self.notes.borrow_mut().push((Some(spot), decision));
    }
    /// Notes a decision about a whole document.
    pub(super) fn note_of_all(&self, decision: Decision) {
        self.notes.borrow_mut().push((None, decision));
    }
    /// All that was noted.
    pub(super) fn into_notes(self) -> Vec<(Option<Spot>, Decision)> {
        self.notes.into_inner()
    }
}

/// The name of a kind for people.
pub(super) fn kind(it: Kind) -> Remark {
    let (en, ko) = match it {
        Kind::Money => ("an amount", "금액"),
        Kind::Date => ("a date", "날짜"),
        Kind::Period => ("a period", "기간"),
        Kind::Rate => ("a rate", "비율"),
        Kind::Quantity => ("a quantity", "수량"),
        Kind::Party => ("a party", "당사자"),
        Kind::RegistrationNumber => ("a registration number", "등록번호"),
        Kind::Phone => ("a telephone number", "전화번호"),
        Kind::Email => ("a mail address", "전자우편"),
        Kind::Text => ("a text", "글"),
    };
    Remark::new(en, ko)
}

/// Bits for people, with their sign: `+12.0`.
fn bits(millibits: i32) -> String {
    let tenths = (f64::from(millibits) / 100.0).round() / 10.0;
    format!("{tenths:+.1}").replace('-', "−")
}

impl Why {
    /// For people, a decision after the other; lines of plain text.
    pub fn told(&self, language: Language) -> String {
        let korean = language == Language::Ko;
        let pick = |ko: &'static str, en: &'static str| if korean { ko } else { en };
        let mut out: Vec<String> = Vec::new();
        let unit = pick("비트", "bits");
        for it in &self.decisions {
            let head = it.about.told(korean);
            let of = |it: Option<i32>| it.map(|it| format!("  {} {unit}", bits(it)));
            let all = of(it.taken.millibits).unwrap_or_default();
            out.push(format!("{head}: {}{all}", it.taken.says.of(language)));
            let sign = |it: &Sign| {
                let worth = it.millibits.map_or(String::new(), |it| format!("{:>7}  ", bits(it)));
                format!("    {worth}{}", it.says.of(language))
            };
            out.extend(it.taken.signs.iter().map(sign));
            for lost in &it.lost {
                let bits = of(lost.millibits).unwrap_or_default();
                let short = lost.short.map(|it| f64::from(it) / 1000.0);
                let short = short.map(|it| {
                    if korean {
                        format!(", {it:.1}{unit} 모자람")
                    } else {
                        format!(", {it:.1} {unit} short")
                    }
                });
                let not = pick("아님", "not");
                let says = lost.says.of(language);
                out.push(format!("  {not}: {says}{bits}{}", short.unwrap_or_default()));
                out.extend(lost.signs.iter().map(|it| format!("  {}", sign(it))));
            }
            if it.n_more > 0 {
                let n = it.n_more;
                let more = if korean { format!("외 {n}개") } else { format!("and {n} more") };
                out.push(format!("  {more}"));
            }
        }
        out.join("\n")
    }
}

impl About {
    /// For people.
    pub fn told(self, korean: bool) -> &'static str {
        let (en, ko) = match self {
            About::Value => ("value", "값"),
            About::Kind => ("kind", "종류"),
            About::Currency => ("currency", "통화"),
            About::Label => ("label", "항목"),
            About::Meaning => ("role", "역할"),
            About::Owner => ("belongs to", "소속"),
            About::Rule => ("rule", "규칙"),
        };
        if korean { ko } else { en }
    }
}
