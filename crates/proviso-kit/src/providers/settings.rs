//! Which provider is asked, how, and whether it can be asked at all.
//!
//! **Invariant:** a provider is effective only with its key or an address of its own; otherwise the
//! built-in engine works, and says so.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::kind::ProviderKind;
use crate::secret::{Keys, Secret};

/// Which of OpenAI's two interfaces is spoken.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Style {
    /// Responses for `gpt-5` and the reasoning families, chat completions for all others.
    #[default]
    Auto,
    /// Chat completions.
    Chat,
    /// Responses.
    Responses,
}

impl Style {
    /// The interface for a model: chat or responses.
    pub fn of(self, model: &str) -> Style {
        if self != Style::Auto {
            return self;
        }
        let number = |rest: &str| {
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            digits.parse::<u32>().ok()
        };
        let family = model.strip_prefix("gpt-").and_then(number).is_some_and(|it| it >= 5)
            || model.strip_prefix('o').and_then(number).is_some()
            || model.starts_with("codex-");
        if family { Style::Responses } else { Style::Chat }
    }
}

impl FromStr for Style {
    type Err = String;
    fn from_str(text: &str) -> Result<Style, String> {
        match text {
            "auto" => Ok(Style::Auto),
            "chat" => Ok(Style::Chat),
            "responses" => Ok(Style::Responses),
            _ => Err(format!("no style `{text}` (there are auto, chat, responses)")),
        }
    }
}

/// How long to wait for what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// For the connection.
    pub connect: Duration,
    /// From the request to the first piece of the answer.
    pub first_token: Duration,
    /// From one piece to the next.
    pub idle: Duration,
    /// From the request to the end of the answer: one that drips a piece at a time has an end too.
    pub whole: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts {
            connect: Duration::from_secs(10),
            // Reasoning models think for minutes before they say a word.
            first_token: Duration::from_secs(300),
            idle: Duration::from_secs(90),
            whole: Duration::from_secs(30 * 60),
        }
    }
}

/// How failed requests are tried again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retries {
    /// How often at most.
    pub max: u32,
    /// The first wait; each further one is twice as long.
    pub base: Duration,
    /// No wait is longer; a server that asks for more has refused.
    pub cap: Duration,
}

impl Default for Retries {
    fn default() -> Retries {
        Retries { max: 3, base: Duration::from_millis(800), cap: Duration::from_secs(60) }
    }
}

/// A provider that can be asked.
#[derive(Clone)]
pub struct Settings {
    /// Which.
    pub kind: ProviderKind,
    /// Chat or responses, for OpenAI's kind.
    pub style: Style,
    /// The address as the providers' own libraries take it, without a slash at the end.
    pub base_url: String,
    /// The model.
    pub model: String,
    /// The model to ask where the first is not there.
    pub second_model: Option<String>,
    /// The key, where one is needed.
    pub key: Option<Secret>,
    /// Whether answers are streamed.
    pub stream: bool,
    /// Requests per minute, where they are limited.
    pub per_minute: Option<u32>,
    /// How long to wait.
    pub timeouts: Timeouts,
    /// How to try again.
    pub retries: Retries,
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Settings { kind, base_url, model, key, .. } = self;
        write!(f, "{} `{model}` at {base_url} ({key:?})", kind.name())
    }
}

/// What a person asked for, or left open.
#[derive(Debug, Clone, Default)]
pub struct ProviderOptions {
    /// `builtin`, or a provider; none takes the environment's, and then `builtin`.
    pub engine: Option<String>,
    /// The address.
    pub base_url: Option<String>,
    /// The model.
    pub model: Option<String>,
    /// The model to ask where the first is not there.
    pub second_model: Option<String>,
    /// `auto`, `chat` or `responses`.
    pub style: Option<String>,
    /// Requests per minute.
    pub per_minute: Option<u32>,
    /// Whether answers come in one piece.
    pub whole: bool,
    /// How long to wait for the first piece of an answer.
    pub answer_timeout: Option<Duration>,
}

/// Which engine works.
#[derive(Debug, Clone)]
pub enum Effective {
    /// The built-in one, as was asked.
    Builtin,
    /// The built-in one, although another was asked for.
    Degraded {
        /// Which.
        asked: ProviderKind,
        /// Why not.
        reason: String,
    },
    /// A provider.
    Provider(Settings),
}

/// The engine for what was asked and what is there. `Err` says what was asked wrong.
pub fn effective(options: &ProviderOptions, keys: &dyn Keys) -> Result<Effective, String> {
    let set = |given: &Option<String>, variable: &str| {
        let given = given.clone().or_else(|| keys.variable(variable));
        given.map(|it| it.trim().to_owned()).filter(|it| !it.is_empty())
    };
    let engine = set(&options.engine, "PROVISO_ENGINE").unwrap_or_else(|| "builtin".to_owned());
    if engine == "builtin" {
        return Ok(Effective::Builtin);
    }
    let kind: ProviderKind = engine.parse()?;
    #[cfg(not(feature = "online"))]
    if kind != ProviderKind::Mock {
        let reason = super::apart::WITHOUT.to_owned();
        return Ok(Effective::Degraded { asked: kind, reason });
    }
    let style =
        set(&options.style, "PROVISO_API_STYLE").map_or(Ok(Style::Auto), |it| it.parse())?;
    let address = set(&options.base_url, "PROVISO_BASE_URL")
        .or_else(|| kind.address_variable().and_then(|it| set(&None, it)));
    let key = kind
        .variables()
        .iter()
        .find_map(|it| keys.variable(it))
        .or_else(|| if kind == ProviderKind::Mock { None } else { keys.entry(kind.name()) })
        .and_then(|it| Secret::new(&it));
    if key.is_none() && address.is_none() && kind.needs_key() {
        let reason = format!(
            "no key: set `{}`, or keep one with `proviso key set {engine}`, or name a server with \
             `--base-url`",
            kind.variables().last().unwrap_or(&"")
        );
        return Ok(Effective::Degraded { asked: kind, reason });
    }
    let model = match (set(&options.model, "PROVISO_MODEL"), kind) {
        (Some(it), _) => it,
        (None, ProviderKind::Mock) => "mock".to_owned(),
        (None, _) => {
            return Err(format!(
                "`{engine}` needs a model: name one with `--model` or `PROVISO_MODEL`"
            ));
        }
    };
    let base_url = base_url(kind, address.as_deref().unwrap_or(kind.home()))?;
    Ok(Effective::Provider(Settings {
        kind,
        style,
        base_url,
        model,
        second_model: set(&options.second_model, "PROVISO_SECOND_MODEL"),
        key,
        stream: !options.whole,
        per_minute: options.per_minute,
        timeouts: Timeouts {
            first_token: options.answer_timeout.unwrap_or(Timeouts::default().first_token),
            ..Timeouts::default()
        },
        retries: Retries::default(),
    }))
}

/// An address as it is used; `Err` says why it is none.
pub fn base_url(kind: ProviderKind, text: &str) -> Result<String, String> {
    // Ollama's own variable may be `127.0.0.1:11434`.
    let text = kind.with_scheme(text);
    addressed(&text)?;
    Ok(text.trim_end_matches('/').to_owned())
}

/// `Err` says why a text is no address of a server.
#[cfg(feature = "online")]
fn addressed(text: &str) -> Result<(), String> {
    let url = reqwest::Url::parse(text)
        .map_err(|err| format!("`{text}` is no address of a server: {err}"))?;
    if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none() {
        return Err(format!("`{text}` is no address of a server: it must begin with `http`"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("the server's address must not hold a password".to_owned());
    }
    Ok(())
}

/// The same of a program that sends nothing to it: that it is one of the web and holds no password.
#[cfg(not(feature = "online"))]
fn addressed(text: &str) -> Result<(), String> {
    let of_the_web = text.starts_with("http://") || text.starts_with("https://");
    if !of_the_web || text.contains('@') {
        return Err(format!("`{text}` is no address of a server without a password"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    struct Given(&'static [(&'static str, &'static str)]);

    impl Keys for Given {
        fn variable(&self, name: &str) -> Option<String> {
            self.0.iter().find(|it| it.0 == name).map(|it| it.1.to_owned())
        }
        fn entry(&self, provider: &str) -> Option<String> {
            self.variable(&format!("keyring/{provider}"))
        }
    }

    #[track_caller]
    fn check(engine: &str, given: &'static [(&'static str, &'static str)], expect: Expect) {
        let options = ProviderOptions {
            engine: Some(engine.to_owned()).filter(|it| !it.is_empty()),
            ..ProviderOptions::default()
        };
        expect.assert_eq(&match effective(&options, &Given(given)) {
            Ok(it) => format!("{it:?}"),
            Err(err) => format!("! {err}"),
        });
    }

    #[test]
    fn nothing_asked_is_the_builtin_engine() {
        check("", &[("OPENAI_API_KEY", "sk-1")], expect!["Builtin"]);
    }

    #[test]
    fn a_provider_without_key_and_address_is_degraded() {
        check(
            "openai",
            &[("PROVISO_MODEL", "m")],
            expect![[
                r#"Degraded { asked: Openai, reason: "no key: set `OPENAI_API_KEY`, or keep one with `proviso key set openai`, or name a server with `--base-url`" }"#
            ]],
        );
    }

    #[test]
    fn a_key_of_the_environment_comes_before_the_keyring_and_is_never_shown() {
        check(
            "anthropic",
            &[
                ("ANTHROPIC_API_KEY", "sk-env"),
                ("keyring/anthropic", "sk-ring"),
                ("PROVISO_MODEL", "m"),
            ],
            expect![
                "Provider(anthropic `m` at https://api.anthropic.com (Some(Secret(********))))"
            ],
        );
        check(
            "anthropic",
            &[("keyring/anthropic", "sk-ring"), ("PROVISO_MODEL", "m")],
            expect![
                "Provider(anthropic `m` at https://api.anthropic.com (Some(Secret(********))))"
            ],
        );
    }

    #[test]
    fn a_server_of_ones_own_needs_no_key() {
        check(
            "openai",
            &[("PROVISO_BASE_URL", "http://127.0.0.1:8000/v1/"), ("PROVISO_MODEL", "m")],
            expect!["Provider(openai `m` at http://127.0.0.1:8000/v1 (None))"],
        );
        check(
            "ollama",
            &[("OLLAMA_HOST", "10.0.0.7:11434"), ("PROVISO_MODEL", "m")],
            expect!["Provider(ollama `m` at http://10.0.0.7:11434 (None))"],
        );
    }

    #[test]
    fn what_is_asked_wrong_is_said() {
        check(
            "gpt",
            &[],
            expect!["! no engine `gpt` (there are builtin, openai, anthropic, ollama, mock)"],
        );
        check(
            "ollama",
            &[],
            expect!["! `ollama` needs a model: name one with `--model` or `PROVISO_MODEL`"],
        );
        check(
            "openai",
            &[("PROVISO_BASE_URL", "http://me:pw@host/v1"), ("PROVISO_MODEL", "m")],
            expect!["! the server's address must not hold a password"],
        );
        check(
            "openai",
            &[("PROVISO_BASE_URL", "file:///etc"), ("PROVISO_MODEL", "m")],
            expect!["! `file:///etc` is no address of a server: it must begin with `http`"],
        );
    }

    #[test]
    fn the_mock_needs_nothing() {
        check("mock", &[], expect!["Provider(mock `mock` at http://127.0.0.1:11434 (None))"]);
    }

    #[test]
    fn reasoning_families_go_to_responses() {
        for model in ["gpt-5", "gpt-5-mini", "gpt-5.2", "gpt-10", "o1", "o4-mini", "codex-mini"] {
            assert_eq!(Style::Auto.of(model), Style::Responses, "{model}");
        }
        for model in
            ["gpt-4o", "gpt-4.1", "gpt-oss-120b", "llama3", "openai/gpt-5", "qwen3", "opus"]
        {
            assert_eq!(Style::Auto.of(model), Style::Chat, "{model}");
        }
        assert_eq!(Style::Chat.of("gpt-5"), Style::Chat, "what is said counts");
    }
}
