//! What people set: shown as one, kept in two places.
//!
//! **Invariant:** nothing secret is a setting. What is set takes effect at once for what begins
//! afterwards; a run keeps what it began with.

use std::path::PathBuf;
use std::sync::Arc;

use proviso_core::agent::desk::Budget;
use proviso_core::run::Limits;
use proviso_kit::idris::IdrisProcess;
use proviso_kit::providers::ProviderKind;
use proviso_kit::settings::{Agreed, Kept};
use serde::{Deserialize, Deserializer, Serialize};

use crate::app::{Reach, State};
use crate::batches::{QueueOptions, SPACE, is_space, no_space};
use crate::engine::BUILTIN;
use crate::error::forbidden;
use crate::wire::Nothing;
use crate::{ApiError, App, Code, Reason};

/// What is set, with the defaults filled in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Settings {
    /// `ko` or `en`; none follows the system.
    pub language: Option<String>,
    /// `light` or `dark`; none follows the system.
    pub theme: Option<String>,
    /// The compiler to use instead of the one that is found.
    pub idris2_path: Option<String>,
    /// Languages of recognition, as Tesseract names them; empty takes Korean and English as far as
    /// they are installed.
    pub ocr_languages: Vec<String>,
    /// Who analyses and writes, unless a run says otherwise.
    pub engine: String,
    /// Checked texts by an engine.
    pub max_attempts: u32,
    /// Time for one check.
    pub check_timeout_ms: u64,
    /// Runs at a time.
    pub parallel_runs: u32,
    /// A folder whose new documents are converted.
    pub watched_folder: Option<String>,
    /// The queue that batches are sent to; none sends none.
    pub queue_address: Option<String>,
    /// Whose jobs those are, there; none is the usual space.
    pub queue_space: Option<String>,
    /// The file of credentials for it.
    pub queue_credentials: Option<String>,
    /// The certificate to trust instead of the system's.
    pub queue_authority: Option<String>,
    /// Tokens that a run may spend on models.
    pub max_tokens: u64,
    /// Millionths of a dollar that a run may spend on models; none is no limit.
    pub max_cost_micros: Option<u64>,
    /// Whether repairs are remembered and tried.
    pub repair_memory: bool,
    /// Whether personal data is hidden from models.
    pub redact: bool,
}

/// What is to be set; what is left out stays as it is, null goes back to the default.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(default, deny_unknown_fields)]
pub struct SettingsPatch {
    /// See [`Settings::language`].
    #[serde(deserialize_with = "given")]
    #[cfg_attr(feature = "typescript", ts(type = "string | null"))]
    pub language: Option<Option<String>>,
    /// See [`Settings::theme`].
    #[serde(deserialize_with = "given")]
    #[cfg_attr(feature = "typescript", ts(type = "string | null"))]
    pub theme: Option<Option<String>>,
    /// See [`Settings::idris2_path`].
    #[serde(deserialize_with = "given")]
    #[cfg_attr(feature = "typescript", ts(type = "string | null"))]
    pub idris2_path: Option<Option<String>>,
    /// See [`Settings::ocr_languages`].
    #[serde(deserialize_with = "given")]
    #[cfg_attr(feature = "typescript", ts(type = "Array<string> | null"))]
    pub ocr_languages: Option<Option<Vec<String>>>,
    /// See [`Settings::engine`].
    #[serde(deserialize_with = "given")]
    #[cfg_attr(feature = "typescript", ts(type = "string | null"))]
    pub engine: Option<Option<String>>,
    /// See [`Settings::max_attempts`].
    #[serde(deserialize_with = "given")]
    #[cfg_attr(feature = "typescript", ts(type = "number | null"))]
    pub max_attempts: Option<Option<u32>>,
    /// See [`Settings::check_timeout_ms`].
    #[serde(deserialize_with = "given")]
    #[cfg_attr(feature = "typescript", ts(type = "number | null"))]
    pub check_timeout_ms: Option<Option<u64>>,
    /// See [`Settings::parallel_runs`].
    #[serde(deserialize_with = "given")]
    #[cfg_attr(feature = "typescript", ts(type = "number | null"))]
    pub parallel_runs: Option<Option<u32>>,
    /// See [`Settings::watched_folder`].
    #[serde(deserialize_with = "given")]
    #[cfg_attr(feature = "typescript", ts(type = "string | null"))]
    pub watched_folder: Option<Option<String>>,
    /// See [`Settings::queue_address`].
    #[serde(deserialize_with = "given")]
    #[cfg_attr(feature = "typescript", ts(type = "string | null"))]
    pub queue_address: Option<Option<String>>,
    /// See [`Settings::queue_space`].
    #[serde(deserialize_with = "given")]
    #[cfg_attr(feature = "typescript", ts(type = "string | null"))]
    pub queue_space: Option<Option<String>>,
    /// See [`Settings::queue_credentials`].
    #[serde(deserialize_with = "given")]
    #[cfg_attr(feature = "typescript", ts(type = "string | null"))]
    pub queue_credentials: Option<Option<String>>,
    /// See [`Settings::queue_authority`].
    #[serde(deserialize_with = "given")]
    #[cfg_attr(feature = "typescript", ts(type = "string | null"))]
    pub queue_authority: Option<Option<String>>,
    /// See [`Settings::max_tokens`].
    #[serde(deserialize_with = "given")]
    #[cfg_attr(feature = "typescript", ts(type = "number | null"))]
    pub max_tokens: Option<Option<u64>>,
    /// See [`Settings::max_cost_micros`].
    #[serde(deserialize_with = "given")]
    #[cfg_attr(feature = "typescript", ts(type = "number | null"))]
    pub max_cost_micros: Option<Option<u64>>,
    /// See [`Settings::repair_memory`].
    #[serde(deserialize_with = "given")]
    #[cfg_attr(feature = "typescript", ts(type = "boolean | null"))]
    pub repair_memory: Option<Option<bool>>,
    /// See [`Settings::redact`].
    #[serde(deserialize_with = "given")]
    #[cfg_attr(feature = "typescript", ts(type = "boolean | null"))]
    pub redact: Option<Option<bool>>,
}

/// A request to test a compiler.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct TestCompilerReq {
    /// The program; the one that is used if none.
    #[serde(default)]
    pub path: Option<String>,
}

/// A compiler that answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CompilerTested {
    /// The program.
    pub path: String,
    /// Its version.
    pub version: String,
}

/// Tells null from nothing: an absent field keeps its default, which is none.
fn given<'de, T, D>(deserializer: D) -> Result<Option<Option<T>>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    Option::<T>::deserialize(deserializer).map(Some)
}

pub(crate) fn shown(now: &State) -> Settings {
    let Kept { personal, shared, .. } = &now.kept;
    let text = |it: &Option<PathBuf>| it.as_ref().map(|it| it.display().to_string());
    let usual = Limits::default();
    Settings {
        language: personal.language.clone(),
        theme: personal.theme.clone(),
        idris2_path: text(&personal.idris2_path),
        ocr_languages: shared.ocr_languages.clone().unwrap_or_default(),
        engine: shared.engine.clone().unwrap_or_else(|| now.ports.engines.name().to_owned()),
        max_attempts: shared.max_attempts.unwrap_or(usual.max_attempts),
        check_timeout_ms: shared.check_timeout_ms.unwrap_or(usual.check_timeout_ms),
        parallel_runs: now.kept.parallel(),
        watched_folder: text(&shared.watched_folder),
        queue_address: personal.queue.address.clone(),
        queue_space: personal.queue.space.clone(),
        queue_credentials: text(&personal.queue.credentials),
        queue_authority: text(&personal.queue.authority),
        max_tokens: personal.max_tokens.or(Budget::default().tokens.run).unwrap_or(u64::MAX),
        max_cost_micros: personal.max_cost_micros,
        repair_memory: shared.repair_memory.unwrap_or(true),
        redact: shared.redact.unwrap_or(false),
    }
}

pub(crate) async fn get(now: &State, _: Nothing) -> Result<Settings, ApiError> {
    Ok(shown(now))
}

/// Changes settings; what is left out stays.
pub async fn set(app: &Arc<App>, patch: SettingsPatch) -> Result<Settings, ApiError> {
    let may_name = app.reach == Reach::Paths;
    let queue = [
        &patch.queue_address,
        &patch.queue_space,
        &patch.queue_credentials,
        &patch.queue_authority,
    ];
    // Documents go there, and what one comes in by.
    if !may_name && queue.iter().any(|it| it.is_some()) {
        return Err(forbidden("queues"));
    }
    if !may_name && (patch.idris2_path.is_some() || patch.watched_folder.is_some()) {
        return Err(forbidden("programs and folders"));
    }
    let mut kept = app.state().kept.clone();
    if let Some(it) = patch.language {
        kept.personal.language = one_of("language", it, &["ko", "en"])?;
    }
    if let Some(it) = patch.theme {
        kept.personal.theme = one_of("theme", it, &["light", "dark"])?;
    }
    if let Some(it) = patch.idris2_path {
        kept.personal.idris2_path = it.filter(|it| !it.trim().is_empty()).map(PathBuf::from);
    }
    if let Some(it) = patch.parallel_runs {
        kept.personal.parallel_runs = within("parallel_runs", it, 1, 64)?;
    }
    if let Some(it) = patch.ocr_languages {
        kept.shared.ocr_languages = languages(it)?;
    }
    if let Some(it) = patch.engine {
        // One that cannot be asked yet may be chosen: what it lacks is set beside it.
        if let Some(name) = it.as_deref().filter(|it| *it != BUILTIN) {
            name.parse::<ProviderKind>()
                .map_err(|message| ApiError::new(Code::BadRequest, message))?;
        }
        agreed(app, &mut kept).engine.clone_from(&it);
        (kept.shared.engine, kept.withheld.engine) = (it, None);
    }
    if let Some(it) = patch.max_attempts {
        kept.shared.max_attempts = within("max_attempts", it, 1, 50)?;
    }
    if let Some(it) = patch.check_timeout_ms {
        kept.shared.check_timeout_ms = within("check_timeout_ms", it, 1_000, 3_600_000)?;
    }
    if let Some(it) = patch.max_tokens {
        kept.personal.max_tokens = within("max_tokens", it, 1_000, 1_000_000_000)?;
    }
    if let Some(it) = patch.max_cost_micros {
        kept.personal.max_cost_micros = within("max_cost_micros", it, 1, 1_000_000_000_000)?;
    }
    if let Some(it) = patch.watched_folder {
        let folder = it.filter(|it| !it.trim().is_empty()).map(|it| app.cwd.join(it));
        if let Some(folder) = folder.as_ref().filter(|it| !it.is_dir()) {
            let message = format!("`{}` is no folder", folder.display());
            let path = folder.display().to_string();
            return Err(ApiError::new(Code::NotFound, message)
                .because(Reason::FolderMissing, [("path", &path)]));
        }
        agreed(app, &mut kept).watched_folder.clone_from(&folder);
        (kept.shared.watched_folder, kept.withheld.watched_folder) = (folder, None);
    }
    let filled = |it: Option<String>| it.map(|it| it.trim().to_owned()).filter(|it| !it.is_empty());
    let queue = &mut kept.personal.queue;
    if let Some(it) = patch.queue_address {
        queue.address = filled(it).map(|it| address(app, it)).transpose()?;
    }
    if let Some(it) = patch.queue_space {
        queue.space = filled(it).map(space).transpose()?;
    }
    if let Some(it) = patch.queue_credentials {
        queue.credentials = filled(it).map(|it| file(app, &it)).transpose()?;
    }
    if let Some(it) = patch.queue_authority {
        queue.authority = filled(it).map(|it| file(app, &it)).transpose()?;
    }
    if let Some(it) = patch.repair_memory {
        kept.shared.repair_memory = it;
    }
    if let Some(it) = patch.redact {
        kept.shared.redact = it;
    }
    app.change_settings(kept)?;
    Ok(shown(&app.state()))
}

/// What the user agrees to in the workspace that is open, by setting it here.
fn agreed<'a>(app: &App, kept: &'a mut Kept) -> &'a mut Agreed {
    let root = app.workspace().unwrap_or_default();
    kept.personal.workspaces.entry(root).or_default()
}

pub(crate) async fn test_idris2(
    app: &Arc<App>,
    req: TestCompilerReq,
) -> Result<CompilerTested, ApiError> {
    let named = match req.path.filter(|it| !it.trim().is_empty()) {
        Some(_) if app.reach != Reach::Paths => return Err(forbidden("programs")),
        Some(path) => Some(app.cwd.join(path)),
        None => app.state().kept.personal.idris2_path.clone(),
    };
    let process = IdrisProcess::new(named);
    let path = process.program().await?.display().to_string();
    let version = proviso_core::ports::Checker::version(&process).await?;
    Ok(CompilerTested { path, version })
}

fn one_of(what: &str, it: Option<String>, all: &[&str]) -> Result<Option<String>, ApiError> {
    match it {
        Some(it) if !all.contains(&it.as_str()) => {
            let message = format!("`{it}` is no {what}");
            let all = all.join("`, `");
            Err(ApiError::new(Code::BadRequest, message).hint(format!("there are `{all}`")))
        }
        it => Ok(it),
    }
}

fn within<T: PartialOrd + std::fmt::Display + Copy>(
    what: &str,
    it: Option<T>,
    least: T,
    most: T,
) -> Result<Option<T>, ApiError> {
    match it {
        Some(it) if it < least || it > most => {
            let message = format!("`{what}` is from {least} to {most}, not {it}");
            let (least, most) = (least.to_string(), most.to_string());
            Err(ApiError::new(Code::BadRequest, message)
                .because(Reason::Bounds, [("least", &least), ("most", &most)]))
        }
        it => Ok(it),
    }
}

/// The address of a queue, which is kept without a secret; a folder as an absolute path.
fn address(app: &App, it: String) -> Result<String, ApiError> {
    let queue = QueueOptions::usual(it, SPACE.to_owned());
    if queue.shown() != queue.address {
        let message = "an address that is kept holds no name and no password";
        return Err(ApiError::new(Code::BadRequest, message)
            .hint("name a file of credentials, or use `proviso key set queue < FILE`")
            .because(Reason::QueueAddressSecret, []));
    }
    if queue.is_folder() {
        return Ok(app.cwd.join(queue.address).display().to_string());
    }
    Ok(queue.address)
}

fn space(it: String) -> Result<String, ApiError> {
    if is_space(&it) { Ok(it) } else { Err(no_space(&it)) }
}

fn file(app: &App, it: &str) -> Result<PathBuf, ApiError> {
    let path = app.cwd.join(it);
    if path.is_file() {
        return Ok(path);
    }
    let name = path.display().to_string();
    Err(ApiError::new(Code::NotFound, format!("`{name}` is no file"))
        .because(Reason::QueueFile, [("path", &name)]))
}

/// Tesseract's names of languages: they become part of a file's name there.
fn languages(it: Option<Vec<String>>) -> Result<Option<Vec<String>>, ApiError> {
    let Some(all) = it.filter(|it| !it.is_empty()) else { return Ok(None) };
    let plain = |it: &String| {
        (2..=20).contains(&it.len()) && it.chars().all(|it| it.is_ascii_alphanumeric() || it == '_')
    };
    match all.iter().find(|it| !plain(it)) {
        Some(bad) => {
            let message = format!("`{bad}` is no language of Tesseract's");
            Err(ApiError::new(Code::BadRequest, message).hint("such are `kor`, `eng`, `jpn`"))
        }
        None => Ok(Some(all)),
    }
}
