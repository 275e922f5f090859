//! The verdict of a run that came to its end: the first that fits.
//!
//! **Invariant:** `verified`, `checked` and `discrepant` need a model that was accepted and an audit
//! that is clean; nothing else in a run's history can lead to them. `verified` needs a rule that was
//! proved as well, and a compiler that has said so. Two who disagree lead to none of them.

use serde::{Deserialize, Serialize};

use crate::analysis::{Analysis, RuleId, Status};
use crate::idris::emit;
use crate::judge;
use crate::run::{Attempt, Verdict};

/// What stands beside a verdict, for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Detail {
    /// The document states nothing that could be proved, whatever the compiler says of its model.
    NoRules,
    /// The compiler had too little time or memory for the built-in author's own model, which no
    /// other text is known to be lighter than.
    TooLarge,
    /// The built-in author's own model of the document, or what Proviso states of it, is longer than
    /// what is judged; more time does not help.
    TooLong,
    /// It is proved, or proved false, and yet less than half of the printed amounts stand in a rule.
    Thin,
    /// There is no compiler here.
    CompilerMissing,
    /// Compiler and embedded checker say different things of the same text: one of them is wrong.
    JudgesDisagree,
    /// As many texts were checked as allowed, and all were rejected.
    AttemptsUsedUp,
    /// No engine knows another repair.
    NoRepairKnown,
    /// The last text was rejected. Beside `rejected`: it was a person's, and nobody was asked to
    /// repair it; beside any other verdict, that is about an earlier text, which is still accepted.
    NotRepaired,
}

impl Detail {
    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Detail::NoRules => "no_rules",
            Detail::TooLarge => "too_large",
            Detail::TooLong => "too_long",
            Detail::Thin => "thin",
            Detail::CompilerMissing => "compiler_missing",
            Detail::JudgesDisagree => "judges_disagree",
            Detail::AttemptsUsedUp => "attempts_used_up",
            Detail::NoRepairKnown => "no_repair_known",
            Detail::NotRepaired => "not_repaired",
        }
    }
}

/// A verdict with what stands beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ruling {
    /// The verdict.
    pub verdict: Verdict,
    /// Its detail.
    pub detail: Option<Detail>,
}

/// The verdict over a document's analysis and the last text of its model; `stopped` says why there
/// is no other one, where the last was not accepted.
pub fn rule_on(analysis: &Analysis, last: &Attempt, stopped: Option<Detail>) -> Ruling {
    let unverified = |detail| Ruling { verdict: Verdict::Unverified, detail: Some(detail) };
    if !last.is_clean() {
        return match stopped {
            Some(it @ (Detail::TooLarge | Detail::TooLong)) => unverified(it),
            _ if judge::disagree(&last.judges) => {
                Ruling { verdict: Verdict::Rejected, detail: Some(Detail::JudgesDisagree) }
            }
            other => {
                let detail = other.unwrap_or(Detail::NoRepairKnown);
                Ruling { verdict: Verdict::Rejected, detail: Some(detail) }
            }
        };
    }
    if analysis.n_refuted() == 0 && proved(analysis).is_empty() {
        return unverified(Detail::NoRules);
    }
    if judge::disagree(&last.judges) {
        return unverified(Detail::JudgesDisagree);
    }
    if !(last.typechecked && last.audited) {
        return unverified(Detail::CompilerMissing);
    }
    let verdict = match analysis.n_refuted() {
        0 if judge::only_kernel(&last.judges) => Verdict::Checked,
        0 => Verdict::Verified,
        _ => Verdict::Discrepant,
    };
    let thin = analysis.coverage.is_some_and(|it| it.is_thin());
    Ruling { verdict, detail: thin.then_some(Detail::Thin) }
}

/// The rules that hold and that an accepted model proves: what the facts state, no more.
pub fn proved(analysis: &Analysis) -> Vec<RuleId> {
    proved_of(analysis, &emit::stated(analysis).0)
}

/// The same where it is known what the facts state.
pub fn proved_of(analysis: &Analysis, stated: &[emit::Stated]) -> Vec<RuleId> {
    let holds = |id: &RuleId| {
        analysis.rules.get(id.0 as usize).is_some_and(|it| it.status == Status::Holds)
    };
    let mut all: Vec<RuleId> = stated
        .iter()
        .filter(|it| !it.refuted)
        .flat_map(|it| it.rules.iter().copied())
        .filter(holds)
        .collect();
    all.sort();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::fields::draft;
    use crate::analysis::layout::sketch;
    use crate::analysis::rules::discover;
    use crate::doctype::DocumentTypes;
    use crate::judge::Said;
    use crate::judge::tests::judges;
    use crate::run::{Module, Origin};

    fn audited() -> Attempt {
        Attempt {
            number: 1,
            origin: Origin::Generated,
            model: Module { name: "Domains.A".to_owned(), text: String::new() },
            diagnostics: Vec::new(),
            typechecked: true,
            audited: true,
            created_at_ms: 0,
            judges: Vec::new(),
            check_ms: 1,
        }
    }

    fn analysis(more: &str) -> Analysis {
        let page = format!(
            "
                    Invoice

 Description                  Quantity          Unit price        Amount
 Pump maintenance                            3          1,200.00          3,600.00
 Travel                                     12             40.50            486.00
 Total                                                                    4,086.00
{more}"
        );
        let types = DocumentTypes::shipped(&[]);
        discover(draft(&[sketch::document(&page)], &types, None), &types)
    }

    /// Fees that nothing ties to each other.
    const FEES: &str = "
 1. Late payment bears a charge of $75.17.
 2. A call at night costs $212.40, a call at the weekend $331.05.
 3. Keys that are lost are replaced for $18.35.
 4. The liability of either party is limited to $90,211.00.
 5. A deposit of $1,733.20 has been paid.
";

    #[test]
    fn a_proof_of_little_is_verified_and_thin() {
        let all = rule_on(&analysis(""), &audited(), None);
        assert_eq!(all, Ruling { verdict: Verdict::Verified, detail: None });
        let little = rule_on(&analysis(FEES), &audited(), None);
        assert_eq!(little, Ruling { verdict: Verdict::Verified, detail: Some(Detail::Thin) });
    }

    fn judged(compiler: Option<Said>, kernel: Option<Said>) -> Attempt {
        Attempt { judges: judges(compiler, kernel), ..audited() }
    }

    #[test]
    fn what_only_the_kernel_accepted_is_checked() {
        let verdict = |compiler, kernel| rule_on(&analysis(""), &judged(compiler, kernel), None);
        let (yes, no, outside) = (Some(Said::Accepted), Some(Said::Refused), Some(Said::Outside));
        assert_eq!(verdict(None, yes), Ruling { verdict: Verdict::Checked, detail: None });
        for kernel in [None, yes, outside] {
            assert_eq!(verdict(yes, kernel), Ruling { verdict: Verdict::Verified, detail: None });
        }
        let disagree = Some(Detail::JudgesDisagree);
        assert_eq!(verdict(yes, no), Ruling { verdict: Verdict::Unverified, detail: disagree });
    }

    #[test]
    fn an_analysis_that_was_not_counted_is_not_called_thin() {
        let mut it = analysis(FEES);
        it.coverage = None;
        assert_eq!(rule_on(&it, &audited(), None).detail, None);
    }
}
