//! Lines for who looks for a fault in an agent's work: what began and ended, what was remembered, what
//! was asked, what was wrong with an answer.
//!
//! **Invariant:** no key stands in a line, whatever an error message or an address holds.

use crate::event::Happening;

/// The line of an event that is of interest here.
pub(super) fn line_of(it: &Happening) -> Option<String> {
    Some(match it {
        Happening::AgentStarted { agent, prompt, scope } => {
            format!("AGENT_START agent={agent} prompt={prompt} scope={scope}")
        }
        Happening::AgentFinished { agent, used_fallback, repaired, repair_attempts, took_ms } => {
            format!(
                "AGENT_END agent={agent} used_fallback={used_fallback} repaired={repaired} \
                 repair_attempts={repair_attempts} took_ms={took_ms}"
            )
        }
        Happening::ModelFailed { agent, provider, model, reason } => {
            format!("LLM_ERR agent={agent} provider={provider} model={model} message={reason}")
        }
        Happening::ModelRetried { agent, reason, after_ms } => {
            format!("LLM_ERR agent={agent} again_after_ms={after_ms} message={reason}")
        }
        Happening::AnalystParseFailed { reason }
        | Happening::RefinerParseFailed { reason }
        | Happening::ReviewerParseFailed { reason } => {
            format!("JSON_GUARD parse=failed reason={reason}")
        }
        Happening::AnalystSchemaFailed { reason }
        | Happening::RefinerSchemaFailed { reason }
        | Happening::ReviewerSchemaFailed { reason } => {
            format!("JSON_GUARD parse=ok schema=failed reason={reason}")
        }
        Happening::AnalystRepairAttempted { attempt }
        | Happening::RefinerRepairAttempted { attempt }
        | Happening::ReviewerRepairAttempted { attempt } => {
            format!("JSON_GUARD repair={attempt}")
        }
        Happening::AnalystFellBack { reason, .. }
        | Happening::RefinerFellBack { reason, .. }
        | Happening::ReviewerFellBack { reason, .. } => {
            format!("JSON_GUARD fallback=true reason={reason}")
        }
        _ => return None,
    })
}

/// A line without anything that looks like a key, in one line.
pub fn masked(line: &str) -> String {
    let mut out: Vec<String> = Vec::new();
    let mut secret = false;
    for word in line.split_whitespace() {
        let lower = word.to_ascii_lowercase();
        let bare = |it: &str| it.trim_matches(|it: char| !it.is_ascii_alphanumeric()).to_owned();
        let keyed = ["key=", "key:", "token=", "password=", "secret="];
        let has_key = keyed.iter().any(|it| lower.contains(it) && !lower.ends_with(it));
        let looks =
            lower.contains("sk-") || has_key || (word.contains("://") && word.contains('@'));
        out.push(match secret || looks {
            true => "***".to_owned(),
            false => word.to_owned(),
        });
        secret = matches!(bare(&lower).as_str(), "bearer" | "authorization" | "x-api-key")
            || keyed.iter().any(|it| lower.ends_with(it));
    }
    out.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_masked_wherever_they_stand() {
        for (line, expected) in [
            ("LLM_ERR message=wrong key sk-abc123 given", "LLM_ERR message=wrong key *** given"),
            ("Authorization: Bearer abcdef", "Authorization: *** ***"),
            ("url http://me:pass@host/v1 api_key=abc", "url *** ***"),
            ("LLM_CALL model=a max_tokens=5", "LLM_CALL model=a max_tokens=5"),
            ("a\nb", "a b"),
        ] {
            assert_eq!(masked(line), expected);
        }
    }
}
