//! What people should know of a document beside its findings: what was left out when it was read,
//! what is doubtful, what could not be compared.
//!
//! **Invariant:** both sentences of a remark say the same of the same things. Whoever makes a remark
//! says it in both languages, since reports follow the document and the screen follows its reader.

use std::fmt::{self, Display, Formatter};

use serde::{Deserialize, Serialize};

use crate::analysis::Language;

/// One remark, without a full stop.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(from = "Kept")]
pub struct Remark {
    /// In English.
    pub en: String,
    /// In Korean.
    pub ko: String,
}

/// As it lies in files: those from before remarks were bilingual hold one sentence.
#[derive(Deserialize)]
#[serde(untagged)]
enum Kept {
    Both { en: String, ko: String },
    One(String),
}

impl From<Kept> for Remark {
    fn from(kept: Kept) -> Remark {
        match kept {
            Kept::Both { en, ko } => Remark { en, ko },
            Kept::One(it) => Remark { en: it.clone(), ko: it },
        }
    }
}

impl Remark {
    /// A remark in English and in Korean.
    pub fn new(en: impl Into<String>, ko: impl Into<String>) -> Remark {
        Remark { en: en.into(), ko: ko.into() }
    }

    /// The first names of a list, and how many more there are.
    pub fn list<T: AsRef<str>>(names: &[T], most: usize) -> Remark {
        let told: Vec<&str> = names.iter().take(most).map(AsRef::as_ref).collect();
        let told = told.join(", ");
        match names.len().saturating_sub(most) {
            0 => Remark::new(told.clone(), told),
            more => Remark::new(format!("{told} and {more} more"), format!("{told} 외 {more}개")),
        }
    }

    /// The remark for readers of a language; English for those of any other.
    pub fn of(&self, language: Language) -> &str {
        match language {
            Language::Ko => &self.ko,
            Language::En | Language::Other => &self.en,
        }
    }

    /// The remark with what it is about before it, which is the same in both languages.
    pub fn about(self, subject: &str) -> Remark {
        Remark::new(format!("{subject}: {}", self.en), format!("{subject}: {}", self.ko))
    }
}

/// In English, as logs and terminals say it.
impl Display for Remark {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.en)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remark_comes_back_from_what_was_kept_of_it_by_old_programs_too() {
        let remark = Remark::new("hidden rows are left out", "숨긴 행은 읽지 않았습니다");
        let kept = serde_json::to_string(&remark).unwrap();
        assert_eq!(serde_json::from_str::<Remark>(&kept).unwrap(), remark);
        let old: Remark = serde_json::from_str(r#""read as EUC-KR""#).unwrap();
        assert_eq!(old, Remark::new("read as EUC-KR", "read as EUC-KR"));
    }

    #[test]
    fn a_long_list_is_cut() {
        let names = ["비고", "단가", "할인"];
        assert_eq!(Remark::list(&names, 3).of(Language::Ko), "비고, 단가, 할인");
        let cut = Remark::list(&names, 1);
        assert_eq!([cut.en, cut.ko], ["비고 and 2 more", "비고 외 2개"]);
    }

    #[test]
    fn what_it_is_about_stands_before_both_sentences() {
        let remark = Remark::new("is no value", "값이 아닙니다").about("`invoice.xml`");
        assert_eq!(remark.of(Language::Ko), "`invoice.xml`: 값이 아닙니다");
        assert_eq!(remark.of(Language::Other), remark.to_string());
    }
}
