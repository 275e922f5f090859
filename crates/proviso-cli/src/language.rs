//! What the command line says in Korean and in English.
//!
//! **Invariant:** statements of rules follow the document's language; only what stands around them
//! is here. Messages of errors are English, since people search for them.

use std::time::Duration;

use clap::ValueEnum;
use proviso_api::Verdict;
use proviso_api::runs::RunView;

/// Languages of messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// 한국어
    Ko,
    /// English
    En,
}

impl Language {
    /// By the environment: the first of the usual variables that says anything.
    pub(crate) fn of_environment() -> Language {
        let said = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .iter()
            .filter_map(|it| std::env::var(it).ok())
            .find(|it| !it.is_empty());
        if said.is_some_and(|it| it.starts_with("ko")) { Language::Ko } else { Language::En }
    }

    /// One of two texts.
    pub(crate) fn of<'a>(self, ko: &'a str, en: &'a str) -> &'a str {
        match self {
            Language::Ko => ko,
            Language::En => en,
        }
    }

    /// A verdict's name.
    pub(crate) fn verdict(self, verdict: Option<Verdict>) -> &'static str {
        match (verdict, self) {
            (Some(Verdict::Verified), Language::Ko) => "검증됨",
            (Some(Verdict::Discrepant), Language::Ko) => "불일치",
            (Some(Verdict::Unverified), Language::Ko) => "미검증",
            (Some(Verdict::Rejected), Language::Ko) => "기각됨",
            (Some(Verdict::Failed), Language::Ko) => "실패",
            (Some(Verdict::Cancelled), Language::Ko) => "취소됨",
            (Some(Verdict::Interrupted), Language::Ko) => "중단됨",
            (None, Language::Ko) => "진행 중",
            (Some(it), Language::En) => it.name(),
            (None, Language::En) => "running",
        }
    }

    /// What a verdict means, in one sentence.
    pub(crate) fn meaning(self, it: &RunView) -> String {
        let n = it.n_refuted.unwrap_or(0);
        let ko = self == Language::Ko;
        match it.detail.as_deref() {
            Some("no_rules") if ko => {
                return "문서에 서로 맞춰 볼 수 있는 값이 없어, 증명한 것이 없습니다.".to_owned();
            }
            Some("no_rules") => {
                return "The document states nothing that could be cross-checked, so nothing is \
                        proved."
                    .to_owned();
            }
            Some("too_large") => return self.too_large(it, n),
            _ => {}
        }
        match it.verdict {
            Some(Verdict::Verified) if it.n_proved < it.n_holds && ko => format!(
                "문서의 규칙 {}개가 모두 성립하고, 그중 {}개를 컴파일러가 증명했습니다.",
                it.n_holds, it.n_proved
            ),
            Some(Verdict::Verified) if it.n_proved < it.n_holds => format!(
                "All {} rules of this document hold; the compiler proved {} of them.",
                it.n_holds, it.n_proved
            ),
            Some(Verdict::Verified) if ko => {
                format!("문서의 규칙 {}개가 모두 성립함을 컴파일러가 증명했습니다.", it.n_proved)
            }
            Some(Verdict::Verified) => {
                format!("The compiler proved {} of this document.", rules(it.n_proved))
            }
            Some(Verdict::Discrepant) if ko => {
                format!("문서가 스스로 모순됩니다: 규칙 {n}개가 거짓임이 증명되었습니다.")
            }
            Some(Verdict::Discrepant) => {
                format!("The document contradicts itself: {} proved false.", are(n))
            }
            Some(Verdict::Unverified) if ko && n > 0 => {
                format!("컴파일러 없이 계산한 결과, 규칙 {n}개가 맞지 않습니다.")
            }
            Some(Verdict::Unverified) if ko => {
                "계산은 모두 맞지만, 컴파일러가 없어 증명하지 못했습니다.".to_owned()
            }
            Some(Verdict::Unverified) if n > 0 => {
                format!("There is no compiler here; by exact arithmetic {} false.", are(n))
            }
            Some(Verdict::Unverified) => {
                "Every rule holds by exact arithmetic, but there is no compiler here to prove it."
                    .to_owned()
            }
            Some(Verdict::Rejected) if ko => {
                "컴파일러나 감사를 통과한 모델이 없습니다. 문서가 아니라 모델의 문제입니다."
                    .to_owned()
            }
            Some(Verdict::Rejected) => {
                "No model passed the compiler and the audit; this says nothing about the document."
                    .to_owned()
            }
            Some(Verdict::Failed) if ko => "작업을 마치지 못했습니다.".to_owned(),
            Some(Verdict::Failed) => "Proviso could not do its job.".to_owned(),
            Some(Verdict::Cancelled) if ko => "사용자가 멈췄습니다.".to_owned(),
            Some(Verdict::Cancelled) => "A person stopped it.".to_owned(),
            Some(Verdict::Interrupted) if ko => "프로세스가 도중에 사라졌습니다.".to_owned(),
            Some(Verdict::Interrupted) => "Its process died on the way.".to_owned(),
            None if ko => "아직 진행 중입니다.".to_owned(),
            None => "It is still going on.".to_owned(),
        }
    }

    /// What it means that the compiler had too little time.
    fn too_large(self, it: &RunView, n: u32) -> String {
        let seconds = Duration::from_millis(it.check_timeout_ms).as_secs_f32();
        let (head, tail) = match self {
            Language::Ko => (
                format!("문서가 커서 {seconds}초 안에 증명하지 못했습니다."),
                match n {
                    0 => "계산한 결과 규칙은 모두 성립합니다.".to_owned(),
                    n => format!("계산한 결과 규칙 {n}개가 맞지 않습니다."),
                },
            ),
            Language::En => (
                format!("The document is too large to prove in {seconds} s;"),
                match n {
                    0 => "by exact arithmetic every rule holds.".to_owned(),
                    n => format!("by exact arithmetic {} false.", are(n)),
                },
            ),
        };
        format!("{head} {tail}")
    }
}

impl From<Language> for proviso_api::doctor::Language {
    fn from(language: Language) -> proviso_api::doctor::Language {
        match language {
            Language::Ko => proviso_api::doctor::Language::Ko,
            Language::En => proviso_api::doctor::Language::En,
        }
    }
}

fn rules(n: u32) -> String {
    match n {
        1 => "the one rule".to_owned(),
        2 => "both rules".to_owned(),
        n => format!("all {n} rules"),
    }
}

fn are(n: u32) -> String {
    if n == 1 { "1 rule is".to_owned() } else { format!("{n} rules are") }
}
