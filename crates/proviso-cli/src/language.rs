//! What the command line says in Korean and in English.
//!
//! **Invariant:** statements of rules follow the document's language; only what stands around them
//! is here, and what is said of verdicts comes from the api in both languages. Messages of errors are English, since people search for them.

use clap::ValueEnum;
use proviso_api::Remark;

/// Languages of messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// 한국어
    Ko,
    /// English
    En,
}

impl Language {
    /// By the environment.
    pub(crate) fn of_environment() -> Language {
        let said = proviso_kit::settings::system_language();
        if said.is_some_and(|it| it.starts_with("ko")) { Language::Ko } else { Language::En }
    }

    /// One of two texts.
    pub(crate) fn of<'a>(self, ko: &'a str, en: &'a str) -> &'a str {
        match self {
            Language::Ko => ko,
            Language::En => en,
        }
    }

    /// What is said in both languages, in this one.
    pub(crate) fn of_both(self, it: &Remark) -> &str {
        self.of(&it.ko, &it.en)
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
