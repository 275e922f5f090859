//! Which models a provider offers, which also tells whether it can be asked at all: with this
//! address, this key, now.
//!
//! **Invariant:** nothing of a document is sent, and nothing is spent.

use std::time::Duration;

use proviso_core::llm::{ModelError, Wait};
use serde_json::Value;
use tokio::time::timeout;

use super::dialect::error_message;
use super::settings::Settings;
use super::transport::{client, dialect, headed, scrubbed};

/// A person waits for it.
const PATIENCE: Duration = Duration::from_secs(15);
/// More than this is no list, in bytes.
const MAX_LIST: usize = 4 * 1024 * 1024;
/// More than this many names nobody chooses from.
const MAX_NAMES: usize = 500;

/// The names of the models that a provider offers, in order.
///
/// # Errors
/// When it does not answer, refuses, or answers with something else.
pub async fn offered(settings: &Settings) -> Result<Vec<String>, ModelError> {
    let provider = settings.kind.name().to_owned();
    let listed = list(settings, &provider);
    timeout(PATIENCE, listed).await.unwrap_or_else(|_| {
        let what = Wait::FirstToken;
        Err(ModelError::TimedOut { provider: provider.clone(), what, after: PATIENCE })
    })
}

async fn list(settings: &Settings, provider: &str) -> Result<Vec<String>, ModelError> {
    let of = |it: &str| it.to_owned();
    let dialect = dialect(settings, &settings.model);
    let http = client(settings)?.get(dialect.list_url(&settings.base_url));
    let http = headed(http, dialect, settings)?;
    let mut response = http.send().await.map_err(|err| ModelError::Connect {
        url: settings.base_url.clone(),
        source: Box::new(err.without_url()),
    })?;
    let status = response.status();
    let mut bytes = Vec::new();
    while let Some(piece) =
        response.chunk().await.map_err(|_| ModelError::Cut { provider: of(provider) })?
    {
        bytes.extend_from_slice(&piece);
        if bytes.len() > MAX_LIST {
            let reason = format!("it is longer than {MAX_LIST} bytes");
            return Err(ModelError::Malformed { provider: of(provider), reason });
        }
    }
    if !status.is_success() {
        let (message, _) = error_message(&String::from_utf8_lossy(&bytes));
        return Err(ModelError::Status {
            provider: of(provider),
            status: status.as_u16(),
            message: scrubbed(settings, &message),
        });
    }
    names(&bytes).ok_or_else(|| {
        let reason = of("it is no list of models (is the address right?)");
        ModelError::Malformed { provider: of(provider), reason }
    })
}

/// The names in an answer of one of the three kinds of servers.
fn names(answer: &[u8]) -> Option<Vec<String>> {
    let answer: Value = serde_json::from_slice(answer).ok()?;
    let all = answer.get("data").or_else(|| answer.get("models"))?.as_array()?;
    let name = |it: &Value| it.get("id").or_else(|| it.get("name"))?.as_str().map(str::to_owned);
    let mut names: Vec<String> = all.iter().filter_map(name).take(MAX_NAMES).collect();
    names.sort();
    names.dedup();
    Some(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_all_kinds_of_servers_are_read_and_pages_are_not() {
        let of = |text: &str| names(text.as_bytes());
        let openai = r#"{"object":"list","data":[{"id":"b"},{"id":"a"},{"id":"a"}]}"#;
        assert_eq!(of(openai), Some(vec!["a".to_owned(), "b".to_owned()]));
        let ollama = r#"{"models":[{"name":"llama3.2:3b","size":1}]}"#;
        assert_eq!(of(ollama), Some(vec!["llama3.2:3b".to_owned()]));
        assert_eq!(of(r#"{"data":[]}"#), Some(Vec::new()));
        assert_eq!(of("<html>Sign in</html>"), None);
        assert_eq!(of(r#"{"error":"no"}"#), None);
    }
}
