//! The analysis in the shape that evaluation programs read: `document_type`, `fields`, `relations`.

use super::Analysis;

/// `proviso analyze --json`: the whole analysis, and beside `rules` the `relations` derived from
/// them with values instead of ids, money as strings.
pub fn json(analysis: &Analysis) -> serde_json::Value {
    serde_json::to_value(analysis).unwrap_or_default()
}
