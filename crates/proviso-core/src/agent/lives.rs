//! The lives of a run: it began, and each time that somebody gave it a text it went on.
//!
//! A run that was taken up where its process had died did what it would have done anyway: that is no
//! life of its own.

use std::collections::BTreeMap;

use crate::event::{Happening, RunEvent};
use crate::run::{Attempt, Module, Origin, Stage};

/// One life.
#[derive(Debug, Clone)]
pub struct Life {
    /// When it began, as the store counts; what people said later did not count in it.
    pub began: i64,
    /// Whether it began with an analysis.
    pub keeps_analysis: bool,
    /// The text that it began with, if it was given one.
    pub text: Option<(Origin, Module)>,
    /// Whether no other one follows.
    pub is_last: bool,
}

/// All lives, the first one first.
pub fn lives(events: &[RunEvent], moments: &BTreeMap<u64, i64>, attempts: &[Attempt]) -> Vec<Life> {
    let mut all: Vec<Life> = Vec::new();
    let first_after = |place: usize| {
        let number = events[place..].iter().find_map(|it| match &it.happening {
            Happening::AttemptWritten { attempt, .. } => Some(*attempt),
            _ => None,
        })?;
        let found = attempts.iter().find(|it| it.number == number);
        found.map(|it| (it.origin, it.model.clone()))
    };
    let mut begun = false;
    for (place, it) in events.iter().enumerate() {
        let at = moments.get(&it.seq).copied().unwrap_or(it.created_at_ms);
        match &it.happening {
            Happening::RunStarted { .. } => {
                all.push(Life { began: at, keeps_analysis: false, text: None, is_last: false })
            }
            Happening::StageStarted => begun = true,
            Happening::RunResumed { from } => {
                let given = *from > Stage::Generate;
                let text = if given { first_after(place) } else { None };
                match all.last_mut() {
                    // A run that goes on from another one begins with what that one made.
                    Some(first) if !begun => {
                        first.keeps_analysis = *from > Stage::Analyze;
                        first.text = text;
                    }
                    Some(_) if given => {
                        all.push(Life { began: at, keeps_analysis: true, text, is_last: false })
                    }
                    Some(before) => before.began = at,
                    None => {}
                }
            }
            _ => {}
        }
    }
    if let Some(last) = all.last_mut() {
        last.is_last = true;
    }
    all
}

#[cfg(test)]
mod tests {
    use crate::run::Severity;

    use super::*;

    fn event((seq, created_at_ms, happening): (u64, i64, Happening)) -> RunEvent {
        RunEvent {
            run_id: "1".to_owned(),
            seq,
            document_id: None,
            stage: None,
            severity: Severity::Info,
            message: String::new(),
            created_at_ms,
            happening,
        }
    }

    fn attempt(number: u32, created_at_ms: i64) -> Attempt {
        Attempt {
            number,
            origin: if number == 1 { Origin::Generated } else { Origin::Edited },
            model: Module { name: "Domains.A".to_owned(), text: format!("-- {number}") },
            diagnostics: Vec::new(),
            typechecked: true,
            audited: true,
            created_at_ms,
            judges: Vec::new(),
            check_ms: 1,
        }
    }

    #[test]
    fn a_life_that_the_clock_puts_before_the_first_one_is_the_second_all_the_same() {
        let written = |attempt, origin| Happening::AttemptWritten { attempt, origin };
        let (project, engine) = ("A".to_owned(), "builtin".to_owned());
        let events = [
            (0, 90_000, Happening::RunStarted { project, documents: Vec::new(), engine }),
            (1, 90_001, Happening::StageStarted),
            (2, 90_002, written(1, Origin::Generated)),
            // The clock was set back before somebody gave it a text.
            (3, 10, Happening::RunResumed { from: Stage::Typecheck }),
            (4, 11, written(2, Origin::Edited)),
        ]
        .map(event);
        let moments = BTreeMap::from([(0, 5), (1, 6), (2, 7), (3, 21), (4, 22)]);
        let lives = lives(&events, &moments, &[attempt(1, 90_003), attempt(2, 12)]);
        let told: Vec<_> = lives
            .iter()
            .map(|it| (it.began, it.text.as_ref().map(|it| it.1.text.as_str())))
            .collect();
        assert_eq!(told, [(5, None), (21, Some("-- 2"))]);
    }
}
