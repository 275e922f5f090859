//! Who has judged a text, and what each said of it.
//!
//! There are two: the compiler, which is the reference, and the embedded checker (the kernel), which
//! is on every machine and knows the fragment of the language that models are written in.
//!
//! **Invariant:** two that disagree are never a verdict of soundness, and what only the kernel has
//! said is never called `verified`.

use serde::{Deserialize, Serialize};

use crate::remark::Remark;

/// The compiler's name.
pub const COMPILER: &str = "idris2";
/// The embedded checker's name.
pub const KERNEL: &str = "proviso-kernel";

/// What one of them said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Said {
    /// All that is asked for is proved.
    Accepted,
    /// It is not.
    Refused,
    /// No answer: something that it does not know, or too little time or memory.
    Outside,
}

/// One who has judged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Judge {
    /// [`COMPILER`] or [`KERNEL`].
    pub name: String,
    /// Its version.
    pub version: String,
    /// What it said.
    pub said: Said,
    /// Why it did not accept, and where, if the diagnostics do not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub why: Option<String>,
    /// How long it took.
    pub took_ms: i64,
}

impl Judge {
    /// Who it is and what it said, in a few words.
    pub fn told(&self) -> Remark {
        let version = &self.version;
        let (en, ko) = match self.name.as_str() {
            KERNEL => ("Proviso's own checker", "Proviso 자체 검사기"),
            name => (name, name),
        };
        let (said_en, said_ko) = match self.said {
            Said::Accepted => ("accepted", "통과"),
            Said::Refused => ("refused", "거부"),
            Said::Outside => ("no answer", "판정 없음"),
        };
        let why = self.why.as_ref().map(|it| format!(" ({it})")).unwrap_or_default();
        Remark::new(
            format!("{en} {version}: {said_en}{why}"),
            format!("{ko} {version}: {said_ko}{why}"),
        )
    }
}

/// What one of several said; none where it was not asked.
pub fn said(judges: &[Judge], name: &str) -> Option<Said> {
    judges.iter().find(|it| it.name == name).map(|it| it.said)
}

/// Whether one accepts what the other refuses. One that gives no answer disagrees with nobody.
pub fn disagree(judges: &[Judge]) -> bool {
    matches!(
        (said(judges, COMPILER), said(judges, KERNEL)),
        (Some(Said::Accepted), Some(Said::Refused)) | (Some(Said::Refused), Some(Said::Accepted))
    )
}

/// Whether the kernel accepted, and no compiler has given an answer.
pub fn only_kernel(judges: &[Judge]) -> bool {
    said(judges, KERNEL) == Some(Said::Accepted)
        && matches!(said(judges, COMPILER), None | Some(Said::Outside))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Those of the two who said anything.
    pub(crate) fn judges(compiler: Option<Said>, kernel: Option<Said>) -> Vec<Judge> {
        let of = |name: &str, said| Judge {
            name: name.to_owned(),
            version: "1".to_owned(),
            said,
            why: None,
            took_ms: 1,
        };
        let both = [compiler.map(|it| of(COMPILER, it)), kernel.map(|it| of(KERNEL, it))];
        both.into_iter().flatten().collect()
    }

    #[test]
    fn the_kernel_is_alone_only_where_no_compiler_answered() {
        let all = [None, Some(Said::Accepted), Some(Said::Refused), Some(Said::Outside)];
        for compiler in all {
            for kernel in all {
                let it = judges(compiler, kernel);
                let answered = matches!(compiler, Some(Said::Accepted | Said::Refused));
                let accepts = kernel == Some(Said::Accepted);
                assert_eq!(only_kernel(&it), accepts && !answered, "{it:?}");
                let opposite = match compiler {
                    Some(Said::Accepted) => kernel == Some(Said::Refused),
                    Some(Said::Refused) => kernel == Some(Said::Accepted),
                    Some(Said::Outside) | None => false,
                };
                assert_eq!(disagree(&it), opposite, "{it:?}");
            }
        }
    }
}
