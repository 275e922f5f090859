//! What calls cost: a table of prices in a file, and an estimate of a request's tokens before it is
//! sent.
//!
//! ```toml
//! [[price]]
//! provider = "openai"
//! model = "gpt-5-mini*"     # `*` at the end stands for anything; the longest pattern counts
//! input = "0.25"            # dollars per million tokens
//! output = "2.00"
//! ```
//!
//! **Invariant:** integers only, rounded up: a budget is never overdrawn by rounding.

use serde::Deserialize;

use super::{Part, Request, Usage};
use crate::number::Decimal;

/// Prices of models.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Prices {
    entries: Vec<Entry>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry {
    provider: String,
    pattern: String,
    /// Millionths of a dollar per million tokens.
    input: u64,
    output: u64,
}

/// Why a price table cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{file}`: {message}")]
pub struct PriceError {
    /// The file.
    pub file: String,
    /// What is wrong.
    pub message: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default, rename = "price")]
    prices: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    provider: String,
    model: String,
    input: String,
    output: String,
}

impl Prices {
    /// Reads a table. A later file's entries come before an earlier one's of the same pattern.
    pub fn parse(files: &[(String, String)]) -> Result<Prices, PriceError> {
        let mut entries: Vec<Entry> = Vec::new();
        for (file, text) in files {
            let error = |message: String| PriceError { file: file.clone(), message };
            let table: File = toml::from_str(text).map_err(|err| error(err.to_string()))?;
            for row in table.prices {
                let entry = Entry {
                    input: micros(&row.input).map_err(&error)?,
                    output: micros(&row.output).map_err(&error)?,
                    provider: row.provider,
                    pattern: row.model,
                };
                let same =
                    |it: &Entry| (&it.provider, &it.pattern) == (&entry.provider, &entry.pattern);
                entries.retain(|it| !same(it));
                entries.push(entry);
            }
        }
        Ok(Prices { entries })
    }

    /// What so many tokens cost, in millionths of a dollar; none where the price is not known.
    pub fn cost(&self, provider: &str, model: &str, usage: Usage) -> Option<u64> {
        let fits = |it: &&Entry| {
            it.provider == provider
                && match it.pattern.strip_suffix('*') {
                    Some(head) => model.starts_with(head),
                    None => model == it.pattern,
                }
        };
        let entry = self.entries.iter().filter(fits).max_by_key(|it| it.pattern.len())?;
        let part =
            |tokens: u64, price: u64| (u128::from(tokens) * u128::from(price)).div_ceil(1_000_000);
        let all = part(usage.input, entry.input) + part(usage.output, entry.output);
        Some(u64::try_from(all).unwrap_or(u64::MAX))
    }
}

/// Dollars as millionths.
fn micros(text: &str) -> Result<u64, String> {
    let decimal: Decimal = text.parse().map_err(|_| format!("`{text}` is no price"))?;
    let units = decimal.in_units(6).and_then(|it| u64::try_from(it).ok());
    units.ok_or_else(|| format!("`{text}` is no price"))
}

/// How many tokens a request has at most: four bytes of ASCII make one at least, a character of
/// another script up to one and a half, a page image about two thousand.
pub fn estimated_tokens(request: &Request) -> u64 {
    let mut ascii = 0u64;
    let mut other = 0u64;
    let mut images = 0u64;
    let mut count = |text: &str| {
        for c in text.chars() {
            if c.is_ascii() { ascii += 1 } else { other += 1 }
        }
    };
    for message in &request.messages {
        for part in &message.parts {
            match part {
                Part::Text(text) | Part::Answer { text, .. } => count(text),
                Part::Call(call) => count(&call.arguments),
                Part::Image(_) => images += 1,
            }
        }
    }
    for tool in &request.tools {
        count(&tool.description);
        count(&tool.parameters.to_string());
    }
    // Code has many short words: three characters a token are on the safe side.
    ascii.div_ceil(3) + (other * 3).div_ceil(2) + images * 2_000 + 8 * request.messages.len() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prices(text: &str) -> Result<Prices, PriceError> {
        Prices::parse(&[("prices.toml".to_owned(), text.to_owned())])
    }

    const TABLE: &str = r#"
        [[price]]
        provider = "openai"
        model = "big*"
        input = "1.25"
        output = "10"
        [[price]]
        provider = "openai"
        model = "big-small*"
        input = "0.05"
        output = "0.4"
    "#;

    #[test]
    fn the_longest_pattern_counts_and_unknown_models_have_no_price() {
        let prices = prices(TABLE).unwrap();
        let usage = Usage { input: 1_000, output: 100, reasoning: 0 };
        assert_eq!(prices.cost("openai", "big-1", usage), Some(1_250 + 1_000));
        assert_eq!(prices.cost("openai", "big-small-1", usage), Some(50 + 40));
        assert_eq!(prices.cost("openai", "other", usage), None);
        assert_eq!(prices.cost("anthropic", "big-1", usage), None);
    }

    #[test]
    fn fractions_are_rounded_up() {
        let usage = Usage { input: 1, output: 0, reasoning: 0 };
        assert_eq!(prices(TABLE).unwrap().cost("openai", "big-small-1", usage), Some(1));
    }

    #[test]
    fn a_table_of_ones_own_replaces_entries() {
        let own =
            "[[price]]\nprovider = \"openai\"\nmodel = \"big*\"\ninput = \"2\"\noutput = \"2\"\n";
        let files = [("a".to_owned(), TABLE.to_owned()), ("b".to_owned(), own.to_owned())];
        let usage = Usage { input: 1_000_000, output: 0, reasoning: 0 };
        let prices = Prices::parse(&files).unwrap();
        assert_eq!(prices.cost("openai", "big-1", usage), Some(2_000_000));
    }

    #[test]
    fn a_price_that_is_none_is_named() {
        let err = prices(&TABLE.replace("1.25", "cheap")).unwrap_err();
        assert_eq!(err.to_string(), "`prices.toml`: `cheap` is no price");
        let err = prices(&TABLE.replace("1.25", "-1")).unwrap_err();
        assert_eq!(err.to_string(), "`prices.toml`: `-1` is no price");
    }

    #[test]
    fn a_request_is_never_thought_smaller_than_it_is() {
        use super::super::{Message, Role};
        let ask = |text: &str| Request {
            messages: vec![Message::text(Role::User, text)],
            tools: Vec::new(),
            max_tokens: 1,
            temperature_milli: None,
            form: None,
            run_id: String::new(),
        };
        assert_eq!(estimated_tokens(&ask("abcdef")), 2 + 8);
        assert_eq!(estimated_tokens(&ask("계약금액")), 6 + 8);
    }
}
