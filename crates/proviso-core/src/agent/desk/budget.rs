//! Limits on tokens and cost, per call, stage and run.
//!
//! **Invariant:** pure; a call is refused before it is made, by what it would cost at most. A limit
//! on cost where the price is not known refuses too: what cannot be bounded is not within bounds.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::llm::Spent;
use crate::run::Stage;

/// A limit per call, stage and run; none is no limit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Caps {
    /// Of one call.
    pub call: Option<u64>,
    /// Of all calls of a stage.
    pub stage: Option<u64>,
    /// Of all calls of a run.
    pub run: Option<u64>,
}

/// What a run may spend on models.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budget {
    /// Tokens of requests and answers together.
    pub tokens: Caps,
    /// Millionths of a dollar.
    pub micros: Caps,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget {
            tokens: Caps { call: Some(200_000), stage: Some(600_000), run: Some(1_000_000) },
            micros: Caps::default(),
        }
    }
}

/// A limit that a call would break.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// `run.tokens`, `stage.cost` …
    pub limit: String,
    /// What the limit allows.
    pub allowed: u64,
    /// What would be spent with the call; none where its price is not known.
    pub would: Option<u64>,
}

impl Refusal {
    /// In words.
    pub fn message(&self) -> String {
        let show = |amount: u64| match self.limit.as_str() {
            it if it.ends_with("cost") => {
                format!("${}.{:06}", amount / 1_000_000, amount % 1_000_000)
            }
            it if it.ends_with("time") => format!("{amount} s"),
            _ => format!("{amount} tokens"),
        };
        let allowed = show(self.allowed);
        match self.would {
            Some(would) => {
                format!("the next call would bring {} to {} of {allowed}", self.limit, show(would))
            }
            None => format!(
                "the next call's price is not known, so {} cannot be kept to {allowed} (add the \
                 model to `prices.toml`)",
                self.limit
            ),
        }
    }
}

/// What was spent, by stage.
#[derive(Debug, Clone, Default)]
pub(super) struct Purse {
    stages: BTreeMap<Stage, Spent>,
}

impl Purse {
    /// Adds what was spent.
    pub(super) fn pay(&mut self, stage: Stage, spent: Spent) {
        let it = self.stages.entry(stage).or_default();
        it.tokens = it.tokens.saturating_add(spent.tokens);
        it.micros = it.micros.saturating_add(spent.micros);
    }

    /// All of it.
    pub(super) fn total(&self) -> Spent {
        self.stages.values().fold(Spent::default(), |sum, it| Spent {
            tokens: sum.tokens.saturating_add(it.tokens),
            micros: sum.micros.saturating_add(it.micros),
        })
    }

    /// Whether a call may be made that spends so much at most.
    pub(super) fn allows(
        &self,
        budget: &Budget,
        stage: Stage,
        tokens: u64,
        micros: Option<u64>,
    ) -> Result<(), Refusal> {
        let stage = self.stages.get(&stage).copied().unwrap_or_default();
        let run = self.total();
        let checks = [
            ("call.tokens", budget.tokens.call, 0, Some(tokens)),
            ("stage.tokens", budget.tokens.stage, stage.tokens, Some(tokens)),
            ("run.tokens", budget.tokens.run, run.tokens, Some(tokens)),
            ("call.cost", budget.micros.call, 0, micros),
            ("stage.cost", budget.micros.stage, stage.micros, micros),
            ("run.cost", budget.micros.run, run.micros, micros),
        ];
        for (limit, cap, before, next) in checks {
            let Some(allowed) = cap else { continue };
            let would = next.map(|it| it.saturating_add(before));
            if would.is_none_or(|it| it > allowed) {
                return Err(Refusal { limit: limit.to_owned(), allowed, would });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(tokens: [Option<u64>; 3], micros: Option<u64>) -> Budget {
        let [call, stage, run] = tokens;
        Budget {
            tokens: Caps { call, stage, run },
            micros: Caps { run: micros, ..Caps::default() },
        }
    }

    #[track_caller]
    fn refused(purse: &Purse, budget: &Budget, tokens: u64, micros: Option<u64>) -> String {
        purse.allows(budget, Stage::Fix, tokens, micros).unwrap_err().message()
    }

    #[test]
    fn each_limit_refuses_the_call_that_would_break_it() {
        let mut purse = Purse::default();
        purse.pay(Stage::Generate, Spent { tokens: 500, micros: 900_000 });
        purse.pay(Stage::Fix, Spent { tokens: 80, micros: 0 });
        let it = budget([Some(50), None, None], None);
        assert_eq!(
            refused(&purse, &it, 51, None),
            "the next call would bring call.tokens to 51 tokens of 50 tokens"
        );
        let it = budget([None, Some(100), None], None);
        assert_eq!(purse.allows(&it, Stage::Fix, 20, None), Ok(()), "exactly the limit is within");
        assert_eq!(
            refused(&purse, &it, 21, None),
            "the next call would bring stage.tokens to 101 tokens of 100 tokens"
        );
        let it = budget([None, None, Some(600)], None);
        assert_eq!(
            refused(&purse, &it, 21, None),
            "the next call would bring run.tokens to 601 tokens of 600 tokens"
        );
        let it = budget([None; 3], Some(1_000_000));
        assert_eq!(
            refused(&purse, &it, 1, Some(100_001)),
            "the next call would bring run.cost to $1.000001 of $1.000000"
        );
    }

    #[test]
    fn a_cost_that_cannot_be_known_is_not_within_a_limit() {
        let it = budget([None; 3], Some(1_000_000));
        assert_eq!(
            refused(&Purse::default(), &it, 1, None),
            "the next call's price is not known, so run.cost cannot be kept to $1.000000 (add the \
             model to `prices.toml`)"
        );
        assert_eq!(Purse::default().allows(&Budget::default(), Stage::Fix, 1, None), Ok(()));
    }
}
