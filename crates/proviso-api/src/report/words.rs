//! What a report says in Korean and in English around the document's own words.

use std::time::Duration;

use proviso_core::analysis::{ClauseKind, coverage};
use proviso_core::run::Verdict;

use crate::runs::{CoverageView, RunView};

/// The words of one language.
pub(super) struct Words {
    korean: bool,
    pub(super) report: &'static str,
    pub(super) findings: &'static str,
    pub(super) waived: &'static str,
    pub(super) rules: &'static str,
    pub(super) fields: &'static str,
    pub(super) clauses: &'static str,
    pub(super) clauses_limits: &'static str,
    pub(super) unheld: &'static str,
    pub(super) unheld_limits: &'static str,
    pub(super) difference: &'static str,
    pub(super) mends: &'static str,
    pub(super) reason: &'static str,
    pub(super) proved: &'static str,
    pub(super) holds: &'static str,
    pub(super) refuted: &'static str,
    pub(super) unknown: &'static str,
    pub(super) n_refuted: &'static str,
    pub(super) n_holds: &'static str,
    pub(super) n_proved: &'static str,
    pub(super) run: &'static str,
    pub(super) reviewed: &'static str,
    pub(super) limits: &'static str,
}

const KOREAN: Words = Words {
    korean: true,
    report: "문서 점검 보고서",
    findings: "맞지 않는 곳",
    waived: "사유를 두고 넘어간 곳",
    rules: "점검한 규칙",
    fields: "읽은 값",
    clauses: "글로 된 조항",
    clauses_limits: "언어 모델이 읽은 대로입니다. 인용한 글이 문서에 있는지만 확인했고, 계산하거나 증명하지 \
                     않았습니다.",
    unheld: "필드에 들지 않은 수",
    unheld_limits: "쪽에 인쇄되어 있지만 값으로 읽지 않아, 어느 규칙도 보지 않은 수입니다.",
    difference: "차이",
    mends: "다음 값 하나를 고치면 맞습니다.",
    reason: "사유",
    proved: "증명됨",
    holds: "성립",
    refuted: "거짓",
    unknown: "계산 불가",
    n_refuted: "거짓인 규칙",
    n_holds: "성립하는 규칙",
    n_proved: "증명된 규칙",
    run: "실행",
    reviewed: "검토",
    limits: "이 보고서는 문서에 적힌 값들이 서로 맞는지를 말합니다. 어떤 규칙에도 들지 않은 값을 바르게 \
             읽었는지, 법을 지켰는지, 글로 된 조항이 지켜지는지는 말하지 않습니다.",
};

const ENGLISH: Words = Words {
    korean: false,
    report: "Report on a document",
    findings: "What does not add up",
    waived: "Let pass for a reason",
    rules: "Rules that were checked",
    fields: "Values that were read",
    clauses: "Clauses in prose",
    clauses_limits: "As a language model reads them. That the quoted words stand in the document was \
                     checked; nothing was computed or proved.",
    unheld: "Numbers that no field holds",
    unheld_limits: "Printed on the pages and read as no value, so that no rule looks at them.",
    difference: "Difference",
    mends: "Any one of these values would mend it:",
    reason: "Reason",
    proved: "proved",
    holds: "holds",
    refuted: "false",
    unknown: "not computable",
    n_refuted: "rules false",
    n_holds: "rules hold",
    n_proved: "rules proved",
    run: "Run",
    reviewed: "Reviewed by",
    limits: "This report says whether the values in the document fit each other. It does not say that \
             a value that stands in no rule was read right, that the law is kept, or that clauses in \
             prose are.",
};

impl Words {
    pub(super) fn of(language: &str) -> Option<Words> {
        match language {
            "ko" => Some(KOREAN),
            "en" => Some(ENGLISH),
            _ => None,
        }
    }

    pub(super) fn counted(&self, what: &str, n: u32) -> String {
        if self.korean { format!("{what} {n}개") } else { format!("{n} {what}") }
    }

    pub(super) fn coverage(&self, it: CoverageView) -> String {
        it.told(self.korean)
    }

    /// What it means that little is covered.
    pub(super) fn thin(&self) -> &'static str {
        coverage::thin(self.korean)
    }

    /// A verdict's name, with a mark where it speaks of little.
    pub(super) fn named(&self, it: &RunView) -> String {
        coverage::marked(self.verdict(it.verdict), it.is_thin(), self.korean)
    }

    pub(super) fn place(&self, document: &str, page: u32) -> String {
        if self.korean {
            format!("{document} {page}쪽")
        } else {
            format!("{document}, page {page}")
        }
    }

    pub(super) fn mended(&self, n_mends: u32, n_breaks: u32) -> String {
        match (self.korean, n_breaks) {
            (true, 0) => format!("규칙 {n_mends}개가 맞게 됨"),
            (true, n) => format!("규칙 {n_mends}개가 맞게 되고 {n}개가 깨짐"),
            (false, 0) => format!("mends {n_mends}"),
            (false, n) => format!("mends {n_mends}, breaks {n}"),
        }
    }

    pub(super) fn corrected(&self, reading: &str, by: &str) -> String {
        match (self.korean, by) {
            (true, "") => format!("읽은 값 {reading}을(를) 고침"),
            (true, by) => format!("읽은 값 {reading}을(를) {by}이(가) 고침"),
            (false, "") => format!("corrected from {reading}"),
            (false, by) => format!("corrected from {reading} by {by}"),
        }
    }

    pub(super) fn clause(&self, kind: ClauseKind) -> &'static str {
        let (ko, en) = match kind {
            ClauseKind::Obligation => ("의무", "obligation"),
            ClauseKind::Right => ("권리", "right"),
            ClauseKind::Condition => ("조건", "condition"),
            ClauseKind::Deadline => ("기한", "deadline"),
            ClauseKind::Penalty => ("위약", "penalty"),
            ClauseKind::Termination => ("해지", "termination"),
            ClauseKind::Other => ("기타", "other"),
        };
        if self.korean { ko } else { en }
    }

    pub(super) fn verdict(&self, verdict: Option<Verdict>) -> &'static str {
        match (verdict, self.korean) {
            (Some(Verdict::Verified), true) => "검증됨",
            (Some(Verdict::Discrepant), true) => "불일치",
            (Some(Verdict::Unverified), true) => "미검증",
            (Some(Verdict::Rejected), true) => "기각됨",
            (Some(Verdict::Failed), true) => "실패",
            (Some(Verdict::Cancelled), true) => "취소됨",
            (Some(Verdict::Interrupted), true) => "중단됨",
            (None, true) => "진행 중",
            (Some(it), false) => it.name(),
            (None, false) => "running",
        }
    }

    /// What a verdict means to a reader of the report, in one sentence.
    pub(super) fn meaning(&self, it: &RunView) -> String {
        let n = it.n_refuted.unwrap_or(0);
        let of = |ko: String, en: String| if self.korean { ko } else { en };
        match it.verdict {
            _ if it.detail.as_deref() == Some("no_rules") => of(
                "서로 맞춰 볼 수 있는 값이 문서에 없어, 증명한 것이 없습니다.".to_owned(),
                "The document states nothing that could be cross-checked, so nothing is proved."
                    .to_owned(),
            ),
            _ if it.detail.as_deref() == Some("too_large") => {
                let seconds = Duration::from_millis(it.check_timeout_ms).as_secs_f32();
                of(
                    format!(
                        "문서가 커서 {seconds}초 안에 증명하지 못하고 계산만 했습니다. 맞지 않는 규칙 {n}개."
                    ),
                    format!(
                        "Too large to prove in {seconds} s: computed exactly instead; rules false: {n}."
                    ),
                )
            }
            Some(Verdict::Verified) => of(
                format!("규칙 {}개가 성립함을 컴파일러가 증명했습니다.", it.n_proved),
                format!("The compiler proved that {} rules of the document hold.", it.n_proved),
            ),
            Some(Verdict::Discrepant) => of(
                format!("문서가 스스로 모순됩니다. 규칙 {n}개가 거짓임이 증명되었습니다."),
                format!("The document contradicts itself; rules proved false: {n}."),
            ),
            Some(Verdict::Unverified) => of(
                format!("증명 없이 계산만 한 결과입니다. 맞지 않는 규칙 {n}개."),
                format!("Computed exactly, but not proved by a compiler; rules false: {n}."),
            ),
            Some(Verdict::Rejected) => of(
                "검사를 통과한 모델이 없습니다. 아래는 계산한 결과입니다.".to_owned(),
                "No model passed the checks; what follows was computed.".to_owned(),
            ),
            _ => of(
                "끝까지 가지 않은 실행입니다. 아래는 계산한 결과입니다.".to_owned(),
                "The run did not come to its end; what follows was computed.".to_owned(),
            ),
        }
    }
}
