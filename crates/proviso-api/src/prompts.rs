//! Prompts of the agents: as they are shipped, and as a workspace has them instead.
//!
//! **Invariant:** only paths that are there already are written, so that no request names a place of
//! its own; a text that could not be written out is refused, so that no run fails for it later. What
//! is given up for the shipped text is kept.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use proviso_core::agent::prompt_version;
use proviso_core::prompt::{PromptError, asks_for};
use proviso_kit::assets::{self, MAX_PROMPT};
use serde::{Deserialize, Serialize};

use crate::app::State;
use crate::wire::Nothing;
use crate::{ApiError, App, Code, Reason};

/// What is included by others and has no agent.
const SHARED: &str = "shared";

/// A file of a prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PromptRow {
    /// Its path below `prompts/`, which names it: `author/default/v1/system.ko.txt`.
    pub path: String,
    /// Whose it is; `shared` is what others include.
    pub agent: String,
    /// The document type that it is for, or `default`.
    pub variant: String,
    /// `v1`.
    pub version: String,
    /// The version that its agent asks for: a text of another one is not used. None for what others
    /// include, and where there is no such agent.
    pub asked_version: Option<String>,
    /// `system`, `user`, `repair`, or the name of a shared one.
    pub piece: String,
    /// The language of the documents that it is for; none is for all that have none of their own.
    pub language: Option<String>,
    /// Whether it comes with the program.
    pub shipped: bool,
    /// Whether the workspace has one in its place.
    pub own: bool,
    /// Whether that one says something else.
    pub differs: bool,
}

/// A file of a prompt with its texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PromptText {
    /// What lists show of it.
    #[serde(flatten)]
    pub row: PromptRow,
    /// The text that comes with the program.
    pub shipped_text: Option<String>,
    /// The workspace's.
    pub own_text: Option<String>,
}

/// A request about a prompt.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OfPrompt {
    /// Its path below `prompts/`.
    pub path: String,
}

/// A request to use a text as a prompt.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SavePromptReq {
    /// Its path below `prompts/`.
    pub path: String,
    /// The text.
    pub text: String,
}

struct Prompts {
    shipped: BTreeMap<String, String>,
    own: BTreeMap<String, String>,
}

impl Prompts {
    fn of(now: &State) -> Result<Prompts, ApiError> {
        let own = assets::own_prompts(now.root())?;
        Ok(Prompts { shipped: assets::shipped_prompts(), own })
    }

    fn paths(&self) -> BTreeSet<&String> {
        self.shipped.keys().chain(self.own.keys()).collect()
    }

    fn row(&self, path: &str) -> Result<PromptRow, ApiError> {
        let (shipped, own) = (self.shipped.get(path), self.own.get(path));
        let parts: Vec<&str> = path.split('/').collect();
        // Shared ones have no variant: `shared/v1/idris.ko.txt`.
        let (agent, variant, version, file) = match parts.as_slice() {
            [agent, variant, version, file] => (*agent, *variant, *version, *file),
            [SHARED, version, file] => (SHARED, "default", *version, *file),
            _ => return Err(missing(path)),
        };
        if shipped.is_none() && own.is_none() {
            return Err(missing(path));
        }
        let stem = file.strip_suffix(".txt").unwrap_or(file);
        let (piece, language) = stem.split_once('.').map_or((stem, None), |it| (it.0, Some(it.1)));
        Ok(PromptRow {
            path: path.to_owned(),
            agent: agent.to_owned(),
            variant: variant.to_owned(),
            version: version.to_owned(),
            asked_version: prompt_version(agent).map(str::to_owned),
            piece: piece.to_owned(),
            language: language.map(str::to_owned),
            shipped: shipped.is_some(),
            own: own.is_some(),
            differs: own.is_some() && own != shipped,
        })
    }

    fn text(&self, path: &str) -> Result<PromptText, ApiError> {
        Ok(PromptText {
            row: self.row(path)?,
            shipped_text: self.shipped.get(path).cloned(),
            own_text: self.own.get(path).cloned(),
        })
    }

    /// What a piece of an agent is given: all that its shipped texts ask for.
    fn given(&self, row: &PromptRow) -> Result<BTreeSet<String>, PromptError> {
        let mut all = BTreeSet::from(["hint".to_owned(), "language".to_owned()]);
        for (path, text) in &self.shipped {
            let of = self.row(path).ok().filter(|it| it.agent == row.agent);
            if of.is_some_and(|it| it.piece == row.piece || row.agent == SHARED) {
                all.extend(asks_for(path, text)?);
            }
        }
        Ok(all)
    }
}

fn missing(path: &str) -> ApiError {
    ApiError::new(Code::NotFound, format!("no prompt `{path}`"))
}

pub(crate) async fn list(now: &State, _: Nothing) -> Result<Vec<PromptRow>, ApiError> {
    let all = Prompts::of(now)?;
    // A file of a workspace that lies where no prompt does is not shown.
    Ok(all.paths().into_iter().filter_map(|it| all.row(it).ok()).collect())
}

pub(crate) async fn show(now: &State, req: OfPrompt) -> Result<PromptText, ApiError> {
    Prompts::of(now)?.text(&req.path)
}

pub(crate) async fn save(app: &Arc<App>, req: SavePromptReq) -> Result<PromptText, ApiError> {
    let space = app.space()?;
    let all = Prompts::of(&app.state())?;
    let row = all.row(&req.path)?;
    if req.text.trim().is_empty() {
        return Err(ApiError::new(Code::BadRequest, "an empty prompt asks for nothing")
            .hint("go back to the shipped text instead")
            .because(Reason::PromptEmpty, []));
    }
    if req.text.len() as u64 > MAX_PROMPT {
        return Err(ApiError::new(Code::TooLarge, "a prompt has at most 1 MiB")
            .because(Reason::TextTooLarge, []));
    }
    let asked = asks_for(&req.path, &req.text)?;
    let given = all.given(&row)?;
    if let Some(name) = asked.difference(&given).next() {
        let message = format!("`{{{{ {name} }}}}` is nothing that this prompt is given");
        let given: Vec<&str> = given.iter().map(String::as_str).collect();
        return Err(ApiError::new(Code::BadRequest, message)
            .hint(format!("there are `{}`", given.join("`, `")))
            .because(Reason::PromptName, [("name", name)]));
    }
    space.workspace.write(&format!("prompts/{}", req.path), &req.text)?;
    app.renew_engines()?;
    Prompts::of(&app.state())?.text(&req.path)
}

/// Back to the shipped text; the workspace's own is kept below `.proviso/kept/`.
pub(crate) async fn reset(app: &Arc<App>, req: OfPrompt) -> Result<PromptText, ApiError> {
    let space = app.space()?;
    let all = Prompts::of(&app.state())?;
    let row = all.row(&req.path)?;
    if !row.shipped {
        let message = format!("`{}` did not come with the program", req.path);
        return Err(ApiError::new(Code::BadRequest, message));
    }
    if row.own {
        let path = format!("prompts/{}", req.path);
        space.workspace.keep(&path)?;
        space.workspace.remove(&path)?;
        app.renew_engines()?;
    }
    Prompts::of(&app.state())?.text(&req.path)
}

impl From<PromptError> for ApiError {
    fn from(err: PromptError) -> ApiError {
        ApiError::from_error(Code::BadRequest, &err).because(Reason::PromptBroken, [])
    }
}
