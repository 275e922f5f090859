//! What a report says in Korean and in English around the document's own words. What it says of the
//! verdict comes from `proviso_core::standing`.

use proviso_core::analysis::{ClauseKind, Language};
use proviso_core::remark::Remark;

use crate::runs::CoverageView;

/// The words of one language.
pub(super) struct Words {
    language: Language,
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
    pub(super) run: &'static str,
    pub(super) reviewed: &'static str,
    pub(super) asked: &'static str,
    pub(super) request: &'static str,
    pub(super) request_lead: &'static str,
    pub(super) request_why: &'static str,
    pub(super) request_limits: &'static str,
    pub(super) printed: &'static str,
    pub(super) asked_by: &'static str,
    pub(super) limits: &'static str,
}

const KOREAN: Words = Words {
    language: Language::Ko,
    report: "문서 점검 보고서",
    findings: "맞지 않는 곳",
    waived: "예외 처리한 곳",
    rules: "점검한 규칙",
    fields: "읽은 값",
    clauses: "글로 된 조항",
    clauses_limits: "언어 모델이 읽은 대로입니다. 인용한 글이 문서에 있는지만 확인했고, 계산하거나 증명하지 \
                     않았습니다.",
    unheld: "필드에 들지 않은 수",
    unheld_limits: "쪽에 적혀 있지만 값으로 읽지 않아, 어느 규칙도 보지 않은 수입니다.",
    difference: "차이",
    mends: "다음 값 하나를 고치면 맞습니다.",
    reason: "사유",
    proved: "증명됨",
    holds: "성립",
    refuted: "어긋남",
    unknown: "계산 불가",
    n_refuted: "어긋난 규칙",
    run: "실행",
    reviewed: "검토",
    asked: "발행처에 정정을 요청함.",
    request: "문서 정정 요청",
    request_lead: "아래 문서에서 서로 맞지 않는 값을 찾았습니다. 확인하신 뒤 바로잡은 문서를 다시 보내 주시기 바랍니다.",
    request_why: "이 값이 들어가 맞지 않는 곳",
    request_limits: "맞지 않는다는 것은 문서에 적힌 값들을 계산해 확인했습니다. 어느 값이 옳은지는 발행하신 곳에서 \
                     확인해 주십시오.",
    printed: "적힌 값",
    asked_by: "요청",
    limits: "이 보고서는 문서에 적힌 값들이 서로 맞는지를 말합니다. 어떤 규칙에도 들지 않은 값을 바르게 \
             읽었는지, 법을 지켰는지, 글로 된 조항이 지켜지는지는 말하지 않습니다.",
};

const ENGLISH: Words = Words {
    language: Language::En,
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
    run: "Run",
    reviewed: "Reviewed by",
    asked: "The issuer is asked for a correction.",
    request: "Request to correct a document",
    request_lead: "Values in the document below do not fit each other. Please check them, and send \
                   the document again as it should be.",
    request_why: "What does not add up with it",
    request_limits: "That the values do not fit was computed from what is printed. Which of them is \
                     right is for whoever issued the document to say.",
    printed: "Printed",
    asked_by: "Asked by",
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
        if self.is_korean() { format!("{what} {n}개") } else { format!("{n} {what}") }
    }

    pub(super) fn coverage(&self, it: CoverageView) -> String {
        it.told(self.is_korean())
    }

    /// What is said in both languages, in this one.
    pub(super) fn of_both<'t>(&self, it: &'t Remark) -> &'t str {
        it.of(self.language)
    }

    fn is_korean(&self) -> bool {
        self.language == Language::Ko
    }

    pub(super) fn place(&self, document: &str, page: u32) -> String {
        if self.is_korean() {
            format!("{document} {page}쪽")
        } else {
            format!("{document}, page {page}")
        }
    }

    pub(super) fn mended(&self, n_mends: u32, n_breaks: u32) -> String {
        match (self.is_korean(), n_breaks) {
            (true, 0) => format!("규칙 {n_mends}개 해결"),
            (true, n) => format!("규칙 {n_mends}개 해결, {n}개 어긋남"),
            (false, 0) => format!("mends {n_mends}"),
            (false, n) => format!("mends {n_mends}, breaks {n}"),
        }
    }

    /// What a person said of a value: what was read in its place, if anything was.
    pub(super) fn corrected(&self, reading: Option<&str>, by: &str) -> String {
        match (self.is_korean(), reading, by) {
            (true, Some(reading), "") => format!("읽은 값 {reading}, 정정"),
            (true, Some(reading), by) => format!("읽은 값 {reading}, {by} 정정"),
            (true, None, "") => "읽히지 않아 직접 넣음".to_owned(),
            (true, None, by) => format!("읽히지 않아 {by} 직접 넣음"),
            (false, Some(reading), "") => format!("corrected from {reading}"),
            (false, Some(reading), by) => format!("corrected from {reading} by {by}"),
            (false, None, "") => "not read, put in by hand".to_owned(),
            (false, None, by) => format!("not read, put in by hand by {by}"),
        }
    }

    /// That a person drew a value's box anew.
    pub(super) fn moved(&self, by: &str) -> String {
        if self.is_korean() {
            format!("{by} 위치 정정")
        } else {
            format!("place corrected by {by}")
        }
    }

    /// That a person pointed at a rule: who, and when.
    pub(super) fn by_hand(&self, who: Option<(&str, String)>) -> String {
        match (self.is_korean(), who) {
            (true, Some((by, day))) => format!("직접 넣음 ({by}, {day})"),
            (true, None) => "직접 넣음".to_owned(),
            (false, Some((by, day))) => format!("by hand ({by}, {day})"),
            (false, None) => "by hand".to_owned(),
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
        if self.is_korean() { ko } else { en }
    }
}
