//! How far a run came, stage by stage, as its events tell it.
//!
//! **Invariant:** a stage is done only where it was done: a check that no compiler answered is shown
//! as one that did not take place.

use std::collections::BTreeMap;

use proviso_core::event::{Happening, RunEvent};
use proviso_core::run::{Stage, Verdict};
use serde::{Deserialize, Serialize};

/// Warnings that say that the compiler did not answer.
const UNANSWERED: [&str; 3] = ["compiler.missing", "model.too_large", "model.too_long"];

/// A stage of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct StageView {
    /// Which.
    pub stage: Stage,
    /// How far it is.
    pub state: StageState,
    /// When it began, the last time.
    pub started_at_ms: Option<i64>,
    /// How long it took, all its times together.
    pub took_ms: Option<i64>,
}

/// How far a stage is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum StageState {
    /// Its turn has not come.
    Waiting,
    /// Under way.
    Running,
    /// Over, well.
    Done,
    /// The run ended in it, or because of it.
    Failed,
    /// The run went without it.
    Skipped,
}

/// The stages as the events tell them.
pub(super) fn stages(events: &[RunEvent], verdict: Option<Verdict>) -> Vec<StageView> {
    const ALL: [Stage; 6] = [
        Stage::Read,
        Stage::Analyze,
        Stage::Generate,
        Stage::Typecheck,
        Stage::Audit,
        Stage::Review,
    ];
    let mut found: BTreeMap<Stage, StageView> = BTreeMap::new();
    let mut unanswered = false;
    for it in events {
        let Some(stage) = it.stage else { continue };
        if let (Stage::Typecheck, Happening::StageStarted) = (stage, &it.happening) {
            unanswered = false;
        }
        let (state, started_at_ms, took_ms) = match it.happening {
            Happening::StageStarted => (StageState::Running, Some(it.created_at_ms), None),
            Happening::StageFinished { took_ms } => (StageState::Done, None, Some(took_ms)),
            // A check that no compiler answered is none, however it ended.
            Happening::WarningRaised { ref code, .. } if UNANSWERED.contains(&code.as_str()) => {
                unanswered = true;
                continue;
            }
            // The audit runs with the compiler; its answer is all that is heard of it.
            Happening::AttemptChecked { .. } if stage == Stage::Audit => {
                (StageState::Done, Some(it.created_at_ms), None)
            }
            _ => continue,
        };
        let entry = StageView { stage, state, started_at_ms: None, took_ms: None };
        let entry = found.entry(stage).or_insert(entry);
        entry.state = state;
        entry.started_at_ms = started_at_ms.or(entry.started_at_ms);
        entry.took_ms = match (entry.took_ms, took_ms) {
            (Some(a), Some(b)) => Some(a + b),
            (a, b) => a.or(b),
        };
    }
    if unanswered {
        for stage in [Stage::Typecheck, Stage::Audit] {
            found.insert(
                stage,
                StageView { stage, state: StageState::Skipped, started_at_ms: None, took_ms: None },
            );
        }
    }
    // What the last text was rejected by; repairs that came to nothing after it are not shown.
    let answers =
        events.iter().rev().filter(|it| matches!(it.happening, Happening::AttemptChecked { .. }));
    let rejected_in = answers.filter_map(|it| it.stage).next();
    let bad = matches!(verdict, Some(Verdict::Cancelled | Verdict::Interrupted | Verdict::Failed));
    let last = found.keys().next_back().copied();
    let absent = |stage| {
        let passed = verdict.is_some() || last.is_some_and(|last| stage < last);
        let state = if passed { StageState::Skipped } else { StageState::Waiting };
        StageView { stage, state, started_at_ms: None, took_ms: None }
    };
    let mut all: Vec<StageView> = ALL
        .into_iter()
        .map(|stage| found.get(&stage).copied().unwrap_or_else(|| absent(stage)))
        .collect();
    for it in &mut all {
        if it.state == StageState::Running && bad {
            it.state = StageState::Failed;
        }
        if verdict == Some(Verdict::Rejected) && Some(it.stage) == rejected_in {
            it.state = StageState::Failed;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use proviso_core::run::Severity;

    fn event(seq: u64, stage: Stage, happening: Happening) -> RunEvent {
        RunEvent {
            run_id: "1".to_owned(),
            document_id: None,
            stage: Some(stage),
            message: String::new(),
            severity: Severity::Info,
            created_at_ms: 0,
            seq,
            happening,
        }
    }

    fn check(warned: Option<&str>) -> Vec<RunEvent> {
        let warning =
            warned.map(|code| Happening::WarningRaised { code: code.to_owned(), remark: None });
        let answer = Happening::AttemptChecked { attempt: 1, accepted: true, errors: Vec::new() };
        let answer = match warning {
            Some(it) => (Stage::Typecheck, it),
            None => (Stage::Audit, answer),
        };
        let all = [
            (Stage::Typecheck, Happening::StageStarted),
            answer,
            (Stage::Typecheck, Happening::StageFinished { took_ms: 4 }),
        ];
        (0..).zip(all).map(|(seq, (stage, it))| event(seq, stage, it)).collect()
    }

    fn state(events: &[RunEvent], verdict: Verdict, stage: Stage) -> StageState {
        let all = stages(events, Some(verdict));
        all.iter().find(|it| it.stage == stage).unwrap().state
    }

    #[test]
    fn a_check_that_no_compiler_answered_is_not_done() {
        let missing = check(Some("compiler.missing"));
        for stage in [Stage::Typecheck, Stage::Audit] {
            assert_eq!(state(&missing, Verdict::Unverified, stage), StageState::Skipped);
            assert_eq!(state(&check(None), Verdict::Verified, stage), StageState::Done);
        }
        // Taken up again where there is one, it took place.
        let both: Vec<RunEvent> = missing.into_iter().chain(check(None)).collect();
        assert_eq!(state(&both, Verdict::Verified, Stage::Typecheck), StageState::Done);
    }
}
