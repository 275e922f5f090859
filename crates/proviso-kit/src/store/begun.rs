//! How a run begins: its row, and what a person said that it goes on with, in one transaction.
//!
//! **Invariant:** what is said together with a run's beginning is stored where that run begins, and
//! nowhere where it does not.

use std::path::PathBuf;

use proviso_core::amend::Amendment;
use rusqlite::{TransactionBehavior, params};

use super::artefacts::{self, Hint};
use super::runs::take;
use super::{Claim, NewRun, Store, StoreError, amendments, body, documents, moments};

/// What is stored together with the beginning of a run, or not at all.
#[derive(Debug, Clone, Default)]
pub struct Along<'a> {
    /// What a person said that the run goes on with; `None` where nobody said anything.
    pub saying: Option<Saying<'a>>,
    /// The run whose documents it takes over, and whether their analysis too.
    pub inherits: Option<(i64, bool)>,
    /// What a person told its agents.
    pub hint: Option<&'a Hint>,
}

/// What a person said of a run.
#[derive(Debug, Clone, Copy)]
pub enum Saying<'a> {
    /// It is to be amended, in this order.
    Amends {
        /// Of which run.
        of: i64,
        /// How.
        all: &'a [Amendment],
        /// Who says so.
        by: &'a str,
    },
    /// What was said last of it up to a moment counts no more.
    TakesBack {
        /// Of which run.
        of: i64,
        /// The moment, as [`super::RunRow::begun`] has it.
        until: i64,
    },
}

/// Why a run did not begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unbegun {
    /// Another one on the project is alive.
    Alive(i64),
    /// There was nothing to take back.
    NothingSaid,
}

impl Store {
    /// Begins a run, with what comes along with it, unless another one on the project is alive.
    pub fn run_begin(
        &self,
        new: &NewRun,
        along: &Along<'_>,
        lock: impl Fn(i64) -> PathBuf,
    ) -> Result<Result<Claim, Unbegun>, StoreError> {
        let doing = "begin a run";
        let sources = self.json("sources", &new.sources)?;
        let hint = along.hint.map(|it| self.body(body::HINT, it)).transpose()?;
        let amends = match along.saying {
            Some(Saying::Amends { all, .. }) => all,
            _ => &[],
        };
        let amends: Vec<String> =
            amends.iter().map(|it| self.body(body::AMENDMENT, it)).collect::<Result<_, _>>()?;
        self.locked(|connection| {
            let transaction = connection
                .transaction_with_behavior(TransactionBehavior::Immediate)
                .map_err(|source| self.sql(doing, source))?;
            if let Some(alive) =
                self.sweep(&transaction, Some(&new.project), &lock, new.created_at_ms)?.0
            {
                transaction.commit().map_err(|source| self.sql(doing, source))?;
                return Ok(Err(Unbegun::Alive(alive)));
            }
            let moment = moments::next(&transaction).map_err(|source| self.sql(doing, source))?;
            transaction
            .execute(
                "INSERT INTO run (parent, project, sources, document_type, engine, max_attempts,
                                  check_timeout_ms, state, created_at_ms, document, found,
                                  begun)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 'running', ?8, ?9, ?10, ?11)",
                params![
                    new.parent,
                    new.project,
                    sources,
                    new.document_type,
                    new.engine,
                    new.max_attempts,
                    i64::try_from(new.check_timeout_ms).unwrap_or(i64::MAX),
                    new.created_at_ms,
                    documents::key(&new.sources),
                    documents::names(&new.project, &new.sources),
                    moment
                ],
            )
            .map_err(|source| self.sql(doing, source))?;
            let run = transaction.last_insert_rowid();
            let now = (moment, new.created_at_ms);
            let stored = || -> rusqlite::Result<bool> {
                match along.saying {
                    Some(Saying::Amends { of, by, .. }) => {
                        for it in &amends {
                            amendments::add(&transaction, (&new.project, of), it, by, now)?;
                        }
                    }
                    Some(Saying::TakesBack { of, until })
                        if !amendments::withdraw(&transaction, of, until, now)? =>
                    {
                        return Ok(false);
                    }
                    Some(Saying::TakesBack { .. }) | None => {}
                }
                if let Some((from, analysis_too)) = along.inherits {
                    artefacts::inherit(&transaction, from, run, analysis_too)?;
                }
                if let Some(it) = &hint {
                    artefacts::put(&transaction, run, "hint", (body::HINT, it))?;
                }
                Ok(true)
            };
            if !stored().map_err(|source| self.sql(doing, source))? {
                return Ok(Err(Unbegun::NothingSaid));
            }
            let Some(held) = take(&lock(run))? else { return Ok(Err(Unbegun::Alive(run))) };
            transaction.commit().map_err(|source| self.sql(doing, source))?;
            Ok(Ok(Claim { run, _lock: held }))
        })
    }
}
