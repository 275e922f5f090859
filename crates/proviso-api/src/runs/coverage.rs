//! How much of what is printed a verdict speaks of, as hosts show it. What that means for the verdict
//! is said by `proviso_core::standing`.

use proviso_core::analysis::{Analysis, Coverage, Unheld};
use serde::{Deserialize, Serialize};

use super::place::{PlaceView, place};

/// How much of what is printed the rules look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CoverageView {
    /// Printed amounts that some rule ties to something else that is printed.
    pub tied: u32,
    /// All printed amounts, whether some field holds them or not.
    pub printed: u32,
    /// Numbers on the pages that no field holds, amounts or not.
    pub unheld: u32,
    /// Whether less than half of the amounts is tied.
    pub thin: bool,
}

impl From<Coverage> for CoverageView {
    fn from(it: Coverage) -> CoverageView {
        let Coverage { tied, printed, unheld } = it;
        CoverageView { tied, printed, unheld, thin: it.is_thin() }
    }
}

impl CoverageView {
    /// For people, in one of two languages.
    pub fn told(&self, korean: bool) -> String {
        let Self { tied, printed, unheld, .. } = *self;
        Coverage { tied, printed, unheld }.told(korean)
    }
}

/// A number on a page that no field holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct UnheldView {
    /// Where it stands.
    #[serde(flatten)]
    pub place: PlaceView,
    /// Whether it is printed as amounts are.
    pub amount: bool,
}

/// The numbers of an analysis that no field holds.
pub(super) fn unheld(analysis: &Analysis) -> Vec<UnheldView> {
    let one = |it: &Unheld| UnheldView { place: place(analysis, &it.place), amount: it.amount };
    analysis.unheld.iter().map(one).collect()
}
