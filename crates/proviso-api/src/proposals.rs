//! What a workspace asks for beside itself, and what its user says to that.
//!
//! A workspace may come from somebody else. Its settings can name a provider that documents would be sent
//! to and a folder whose documents would be read; neither happens before the person here has said so.
//!
//! **Invariant:** what is agreed to is what was shown: an answer says what it is about, and where that is
//! not what the workspace asks for, nothing is agreed to. What was refused is not asked for again.

use std::sync::Arc;

use proviso_kit::settings::{Agreed, Kept, Proposed};
use serde::{Deserialize, Serialize};

use crate::{ApiError, App, Code, Reason};

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Proposal {
    /// A provider that documents would be sent to.
    Engine,
    /// A folder whose documents would be read.
    WatchedFolder,
}

/// Something that a workspace asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ProposalView {
    /// What.
    pub what: Proposal,
    /// Which provider or folder.
    pub value: String,
    /// Whether the person here did not want it: then it is not asked for again.
    pub refused: bool,
}

/// A person's word on what a workspace asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AnswerReq {
    /// About what.
    pub what: Proposal,
    /// Which provider or folder, as it was shown.
    pub value: String,
    /// Whether it may be so.
    pub allow: bool,
}

/// What the workspace asks for and does not have.
pub fn asked(app: &App) -> Vec<ProposalView> {
    let now = app.state();
    let refused = app.workspace().and_then(|root| now.kept.personal.workspaces.get(&root));
    let refused = refused.map(|it| it.refused.clone()).unwrap_or_default();
    let of = |what| {
        let value = value(&now.kept.withheld, what)?;
        let refused = self::value(&refused, what).as_ref() == Some(&value);
        Some(ProposalView { what, value, refused })
    };
    [Proposal::Engine, Proposal::WatchedFolder].into_iter().filter_map(of).collect()
}

/// Takes a person's word.
pub async fn answer(app: &Arc<App>, req: AnswerReq) -> Result<Vec<ProposalView>, ApiError> {
    let AnswerReq { what, value, allow } = req;
    if !asked(app).iter().any(|it| it.what == what && it.value == value) {
        return Err(ApiError::new(
            Code::NotFound,
            format!("the workspace does not ask for `{value}`"),
        )
        .hint("look again at what it asks for")
        .because(Reason::NotProposed, [("value", &value)]));
    }
    let mut kept = app.state().kept.clone();
    let root = app.workspace().unwrap_or_default();
    let Kept { personal, shared, withheld } = &mut kept;
    let Agreed { engine, watched_folder, refused } = personal.workspaces.entry(root).or_default();
    match (what, allow) {
        (Proposal::Engine, true) => {
            let taken = withheld.engine.take();
            (*engine, shared.engine, refused.engine) = (taken.clone(), taken, None);
        }
        (Proposal::WatchedFolder, true) => {
            let taken = withheld.watched_folder.take();
            (*watched_folder, shared.watched_folder) = (taken.clone(), taken);
            refused.watched_folder = None;
        }
        (Proposal::Engine, false) => refused.engine.clone_from(&withheld.engine),
        (Proposal::WatchedFolder, false) => {
            refused.watched_folder.clone_from(&withheld.watched_folder);
        }
    }
    app.change_settings(kept)?;
    Ok(asked(app))
}

fn value(of: &Proposed, what: Proposal) -> Option<String> {
    match what {
        Proposal::Engine => of.engine.clone(),
        Proposal::WatchedFolder => of.watched_folder.as_ref().map(|it| it.display().to_string()),
    }
}
