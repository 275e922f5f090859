//! Providers of language models: what each is called, where its key and its address are looked for, and
//! what it speaks.
//!
//! **Invariant:** there is one list. Help, hints and settings name providers by it, and so does what
//! `cargo xtask codegen` writes for the page.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::anthropic::Anthropic;
use super::chat::Chat;
use super::dialect::Dialect;
use super::ollama::Ollama;
use super::responses::Responses;
use super::settings::Style;

/// A provider's kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProviderKind {
    /// OpenAI and whatever speaks like it.
    Openai,
    /// Anthropic.
    Anthropic,
    /// Ollama.
    Ollama,
    /// Never answers.
    Mock,
}

/// What is known of a provider.
struct Known {
    /// On the command line and in records.
    name: &'static str,
    /// What people call it, in English and in Korean.
    called: (&'static str, &'static str),
    /// Variables that may hold the key, the first that is set counts.
    variables: &'static [&'static str],
    /// The variable that its own tools take the address from.
    address_variable: Option<&'static str>,
    /// The address where none is named.
    home: &'static str,
    /// Whether it runs on one's own machine: it asks for no key, and its address may be without
    /// `http://`.
    is_own: bool,
    dialect: fn(Style) -> &'static dyn Dialect,
}

const OPENAI: Known = Known {
    name: "openai",
    called: ("OpenAI and compatible", "OpenAI 및 호환 서버"),
    variables: &["PROVISO_OPENAI_API_KEY", "OPENAI_API_KEY"],
    address_variable: Some("OPENAI_BASE_URL"),
    home: "https://api.openai.com/v1",
    is_own: false,
    dialect: |style| if style == Style::Responses { &Responses } else { &Chat },
};

const ANTHROPIC: Known = Known {
    name: "anthropic",
    called: ("Anthropic", "Anthropic"),
    variables: &["PROVISO_ANTHROPIC_API_KEY", "ANTHROPIC_API_KEY"],
    address_variable: Some("ANTHROPIC_BASE_URL"),
    home: "https://api.anthropic.com",
    is_own: false,
    dialect: |_| &Anthropic,
};

const OLLAMA: Known = Known {
    name: "ollama",
    called: ("Ollama", "Ollama"),
    variables: &["PROVISO_OLLAMA_API_KEY", "OLLAMA_API_KEY"],
    address_variable: Some("OLLAMA_HOST"),
    home: "http://127.0.0.1:11434",
    is_own: true,
    dialect: |_| &Ollama,
};

const MOCK: Known = Known {
    name: "mock",
    called: ("Mock", "Mock"),
    variables: &[],
    address_variable: None,
    home: "http://127.0.0.1:11434",
    is_own: true,
    dialect: |_| &Chat,
};

impl ProviderKind {
    /// Those that people choose from, in the order in which they are told; the mock is for tests.
    pub const OFFERED: [ProviderKind; 3] =
        [ProviderKind::Openai, ProviderKind::Anthropic, ProviderKind::Ollama];

    fn known(self) -> Known {
        match self {
            ProviderKind::Openai => OPENAI,
            ProviderKind::Anthropic => ANTHROPIC,
            ProviderKind::Ollama => OLLAMA,
            ProviderKind::Mock => MOCK,
        }
    }
    /// The name on the command line and in records.
    pub fn name(self) -> &'static str {
        self.known().name
    }
    /// What people call it, in English and in Korean.
    pub fn called(self) -> (&'static str, &'static str) {
        self.known().called
    }
    /// Variables that may hold the key, the first that is set counts.
    pub fn variables(self) -> &'static [&'static str] {
        self.known().variables
    }
    /// The variable that the provider's own tools take the address from.
    pub fn address_variable(self) -> Option<&'static str> {
        self.known().address_variable
    }
    /// The address where none is named.
    pub fn home(self) -> &'static str {
        self.known().home
    }
    /// Whether it answers nobody without a key, where no other address is named.
    pub fn needs_key(self) -> bool {
        !self.known().is_own
    }
    /// An address as its own variable may hold it, as one that can be asked.
    pub(super) fn with_scheme(self, text: &str) -> String {
        let bare = self.known().is_own && !text.contains("://");
        if bare { format!("http://{text}") } else { text.to_owned() }
    }
    /// The language that it speaks about a model.
    pub(super) fn dialect(self, style: Style) -> &'static dyn Dialect {
        (self.known().dialect)(style)
    }
    /// Names of those that people choose from.
    pub fn names() -> Vec<&'static str> {
        ProviderKind::OFFERED.iter().map(|it| it.name()).collect()
    }
}

impl FromStr for ProviderKind {
    type Err = String;
    fn from_str(text: &str) -> Result<ProviderKind, String> {
        let mut all = ProviderKind::OFFERED.into_iter().chain([ProviderKind::Mock]);
        all.find(|it| it.name() == text).ok_or_else(|| {
            let names = ProviderKind::names().join(", ");
            format!("no engine `{text}` (there are builtin, {names}, mock)")
        })
    }
}
