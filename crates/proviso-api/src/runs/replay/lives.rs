//! The lives of a run: it began, and each time that somebody gave it a text it went on.
//!
//! A run that was taken up where its process had died did what it would have done anyway: that is no
//! life of its own.

use proviso_core::event::{Happening, RunEvent};
use proviso_core::run::{Attempt, Module, Origin, Stage};

/// One life.
#[derive(Debug, Clone)]
pub(super) struct Life {
    /// When it began; what people said later did not count in it.
    pub(super) began_at_ms: i64,
    /// Whether it began with an analysis.
    pub(super) keeps_analysis: bool,
    /// The text that it began with, if it was given one.
    pub(super) text: Option<(Origin, Module)>,
    /// Whether no other one follows.
    pub(super) is_last: bool,
}

/// All lives, the first one first.
pub(super) fn lives(events: &[RunEvent], attempts: &[Attempt]) -> Vec<Life> {
    let mut all: Vec<Life> = Vec::new();
    let first_after = |at: i64| {
        let found = attempts.iter().find(|it| it.created_at_ms >= at);
        found.map(|it| (it.origin, it.model.clone()))
    };
    let mut begun = false;
    for it in events {
        let at = it.created_at_ms;
        match &it.happening {
            Happening::RunStarted { .. } => all.push(Life {
                began_at_ms: at,
                keeps_analysis: false,
                text: None,
                is_last: false,
            }),
            Happening::StageStarted => begun = true,
            Happening::RunResumed { from } => {
                let given = *from > Stage::Generate;
                let text = if given { first_after(at) } else { None };
                match all.last_mut() {
                    // A run that goes on from another one begins with what that one made.
                    Some(first) if !begun => {
                        first.keeps_analysis = *from > Stage::Analyze;
                        first.text = text;
                    }
                    Some(_) if given => all.push(Life {
                        began_at_ms: at,
                        keeps_analysis: true,
                        text,
                        is_last: false,
                    }),
                    Some(before) => before.began_at_ms = at,
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
