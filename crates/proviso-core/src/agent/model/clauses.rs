//! Clauses as a model gives them, held against the document.
//!
//! **Invariant:** a clause comes in only with a quote that stands in the document; nothing is computed
//! from it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::quote;
use crate::analysis::{Clause, ClauseKind};
use crate::document::Document;

/// Clauses of one answer that are looked at.
const MAX_CLAIMS: usize = 400;
/// Characters of what a clause says.
const MAX_WORDS: usize = 400;

/// One clause as a model gives it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReadClause {
    /// What it does.
    pub(super) kind: ClauseKind,
    /// Who must or may, as the document calls them; empty where it says of nobody.
    #[serde(default)]
    pub(super) party: String,
    /// What it says, in one sentence.
    pub(super) says: String,
    /// Words of the clause, copied exactly.
    pub(super) quote: String,
    /// The page, as shown.
    pub(super) page: u32,
    /// The document, from 0.
    #[serde(default)]
    pub(super) document: u32,
}

/// The clauses whose quotes stand in the document, and the others with the reason.
pub(super) fn clauses(
    documents: &[Document],
    read: Vec<ReadClause>,
) -> (Vec<Clause>, Vec<(String, String)>) {
    let (mut found, mut refused) = (Vec::<Clause>::new(), Vec::new());
    let short = |it: &str| it.trim().chars().take(MAX_WORDS).collect::<String>();
    for it in read.into_iter().take(MAX_CLAIMS) {
        let says = short(&it.says);
        let evidence = quote::find(documents, it.document, it.page, &it.quote);
        match evidence.filter(|_| !says.is_empty()) {
            Some(evidence) => {
                let clause = Clause { kind: it.kind, party: short(&it.party), says, evidence };
                if !found.contains(&clause) {
                    found.push(clause);
                }
            }
            None => {
                let reason = "its quote does not stand in the document".to_owned();
                refused.push((says.chars().take(80).collect(), reason));
            }
        }
    }
    (found, refused)
}
