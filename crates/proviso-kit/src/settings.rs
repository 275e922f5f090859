//! What people set, in two files: `settings.toml` in the user's configuration folder for what is
//! theirs on this machine, and in the workspace's `.proviso/` for what belongs to the work.
//!
//! **Invariant:** no secret stands in either. A file that is missing is the defaults; one that is
//! broken is an error with its path, never silently replaced.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::workspace::{read_own_text, write_atomically};

/// The variable that names another folder for the user's file.
pub const VARIABLE: &str = "PROVISO_CONFIG";
const FILE: &str = "settings.toml";

/// A user's settings on this machine.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Personal {
    /// `ko` or `en`; none follows the system.
    pub language: Option<String>,
    /// `light` or `dark`; none follows the system.
    pub theme: Option<String>,
    /// The compiler to use instead of the one that is found.
    pub idris2_path: Option<PathBuf>,
    /// Runs at a time; none chooses by the number of processors.
    pub parallel_runs: Option<u32>,
    /// The workspace that was open last.
    pub workspace: Option<PathBuf>,
    /// Tokens that a run may spend on models.
    pub max_tokens: Option<u64>,
    /// Millionths of a dollar that a run may spend on models.
    pub max_cost_micros: Option<u64>,
    /// How providers of models are asked, by their names. A user's and not a workspace's: a folder
    /// from somebody else must not say where a key is sent.
    pub providers: BTreeMap<String, ProviderChoice>,
    /// The queue that batches are sent to.
    pub queue: QueueChoice,
    /// What the user has agreed to in workspaces, by their folders.
    pub workspaces: BTreeMap<PathBuf, Agreed>,
}

/// What a workspace's settings may have done to files and servers beside it, since its user said so.
/// A folder from somebody else can propose as much; that alone does nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Agreed {
    /// The provider that documents may be sent to.
    pub engine: Option<String>,
    /// The folder whose documents may be read.
    pub watched_folder: Option<PathBuf>,
    /// What the user was asked for and does not want: nobody asks for it again.
    pub refused: Proposed,
}

/// What a workspace's settings ask for that reads or sends something beside it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Proposed {
    /// The provider that documents would be sent to.
    pub engine: Option<String>,
    /// The folder whose documents would be read.
    pub watched_folder: Option<PathBuf>,
}

/// How a provider of models is asked; none leaves it to the environment and the provider's own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ProviderChoice {
    /// The address of its server.
    pub base_url: Option<String>,
    /// The model.
    pub model: Option<String>,
    /// The model to ask where the first is not there.
    pub second_model: Option<String>,
}

/// The queue that batches of a window are sent to. A user's and not a workspace's: documents go there.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct QueueChoice {
    /// Its address, without what one comes in by.
    pub address: Option<String>,
    /// Whose jobs; the usual space if none.
    pub space: Option<String>,
    /// A file of credentials.
    pub credentials: Option<PathBuf>,
    /// A certificate to trust instead of the system's.
    pub authority: Option<PathBuf>,
}

/// A workspace's settings.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Shared {
    /// Who analyses and writes; none is the built-in engine.
    pub engine: Option<String>,
    /// Checked texts by an engine.
    pub max_attempts: Option<u32>,
    /// Time for one check.
    pub check_timeout_ms: Option<u64>,
    /// Languages of recognition, as Tesseract names them; none takes what is installed.
    pub ocr_languages: Option<Vec<String>>,
    /// A folder whose new documents are converted.
    pub watched_folder: Option<PathBuf>,
    /// Whether repairs are remembered and tried; none is yes.
    pub repair_memory: Option<bool>,
    /// Whether personal data is hidden from models; none is no.
    pub redact: Option<bool>,
}

/// Settings as they are kept, both files together.
#[derive(Debug, Clone, Default)]
pub struct Kept {
    /// The user's.
    pub personal: Personal,
    /// The workspace's, as far as they take effect.
    pub shared: Shared,
    /// What the workspace asks for beside itself, and nobody here has agreed to.
    pub withheld: Proposed,
}

/// Runs at a time where nothing is set, at most.
const PARALLEL: u32 = 4;

impl Kept {
    /// Runs at a time.
    pub fn parallel(&self) -> u32 {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let usual = u32::try_from(processors).unwrap_or(PARALLEL).min(PARALLEL);
        self.personal.parallel_runs.unwrap_or(usual).clamp(1, 64)
    }
}

/// Why settings cannot be read or kept.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The file cannot be read.
    #[error("cannot read `{}`", .path.display())]
    Read {
        /// Which.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// The file says something that is no setting.
    #[error("cannot understand `{}`", .path.display())]
    Parse {
        /// Which.
        path: PathBuf,
        /// Why.
        #[source]
        source: Box<toml::de::Error>,
    },
    /// The file cannot be written.
    #[error("cannot write `{}`", .path.display())]
    Write {
        /// Which.
        path: PathBuf,
        /// Why.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The system does not say where a user's settings belong.
    #[error("no folder for a user's settings (set `{VARIABLE}`)")]
    NoFolder,
}

impl Personal {
    /// The user's settings; the defaults where there is no place for them.
    pub fn load() -> Result<Personal, SettingsError> {
        folder().map_or_else(
            || Ok(Personal::default()),
            |it| load(&it.join(FILE), |it| fs::read_to_string(it)),
        )
    }
    /// Keeps them.
    pub fn save(&self) -> Result<(), SettingsError> {
        save(&folder().ok_or(SettingsError::NoFolder)?.join(FILE), self)
    }
}

impl Shared {
    /// What of these takes effect where the user has agreed to so much, and what does not: who sends
    /// documents away, and what reads files beside the workspace.
    #[must_use]
    pub fn as_agreed(mut self, root: &Path, agreed: Option<&Agreed>) -> (Shared, Proposed) {
        let own = |it: &PathBuf| it.canonicalize().is_ok_and(|it| it.starts_with(root));
        let mut withheld = Proposed::default();
        if self.engine.as_deref().is_some_and(|it| it != "builtin")
            && agreed.is_none_or(|it| it.engine != self.engine)
        {
            withheld.engine = self.engine.take();
        }
        if self.watched_folder.as_ref().is_some_and(|it| !own(it))
            && agreed.is_none_or(|it| it.watched_folder != self.watched_folder)
        {
            withheld.watched_folder = self.watched_folder.take();
        }
        (self, withheld)
    }

    /// The settings as they belong into the workspace: what is proposed there stays, whoever agrees to it
    /// or does not.
    #[must_use]
    pub fn with_proposed(mut self, withheld: &Proposed) -> Shared {
        self.engine = self.engine.or_else(|| withheld.engine.clone());
        self.watched_folder = self.watched_folder.or_else(|| withheld.watched_folder.clone());
        self
    }

    /// The settings of a workspace, by its `.proviso/`.
    pub fn load(private: &Path) -> Result<Shared, SettingsError> {
        load(&private.join(FILE), read_own_text)
    }
    /// Keeps them.
    pub fn save(&self, private: &Path) -> Result<(), SettingsError> {
        save(&private.join(FILE), self)
    }
}

fn load<T: DeserializeOwned + Default>(
    path: &Path,
    read: impl FnOnce(&Path) -> io::Result<String>,
) -> Result<T, SettingsError> {
    let text = match read(path) {
        Ok(text) => text,
        Err(err) if err.kind() == io::ErrorKind::NotFound => return Ok(T::default()),
        Err(source) => return Err(SettingsError::Read { path: path.to_owned(), source }),
    };
    toml::from_str(&text)
        .map_err(|err| SettingsError::Parse { path: path.to_owned(), source: Box::new(err) })
}

fn save(path: &Path, it: &impl Serialize) -> Result<(), SettingsError> {
    let fail = |source: Box<dyn std::error::Error + Send + Sync>| SettingsError::Write {
        path: path.to_owned(),
        source,
    };
    let text = toml::to_string_pretty(it).map_err(|err| fail(Box::new(err)))?;
    write_atomically(path, text.as_bytes()).map_err(|err| fail(Box::new(err)))
}

/// The folder of a user's settings: by the variable, else where the system keeps such things.
fn folder() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|it| !it.is_empty());
    if let Some(folder) = variable(VARIABLE) {
        return Some(folder.into());
    }
    if cfg!(windows) {
        return Some(PathBuf::from(variable("APPDATA")?).join("Proviso"));
    }
    let home = std::env::home_dir().filter(|it| !it.as_os_str().is_empty());
    if cfg!(target_os = "macos") {
        return Some(home?.join("Library/Application Support/Proviso"));
    }
    // XDG Base Directory Specification: a relative path is to be ignored.
    let named = variable("XDG_CONFIG_HOME").map(PathBuf::from).filter(|it| it.is_absolute());
    Some(named.or_else(|| Some(home?.join(".config")))?.join("proviso"))
}

/// Where a first workspace is proposed: `Proviso` in the user's documents.
pub fn proposed_workspace() -> Option<PathBuf> {
    let home = std::env::home_dir().filter(|it| !it.as_os_str().is_empty())?;
    let named = fs::read_to_string(home.join(".config/user-dirs.dirs")).ok();
    let documents = named.and_then(|it| documents(&it, &home));
    Some(documents.unwrap_or_else(|| home.join("Documents")).join("Proviso"))
}

/// The documents folder that a desktop's `user-dirs.dirs` names: `XDG_DOCUMENTS_DIR="$HOME/문서"`.
fn documents(text: &str, home: &Path) -> Option<PathBuf> {
    let line = text.lines().find_map(|it| it.trim().strip_prefix("XDG_DOCUMENTS_DIR="))?;
    let value = line.trim().trim_matches('"');
    let path = match value.strip_prefix("$HOME") {
        Some(rest) => home.join(rest.trim_start_matches('/')),
        None => PathBuf::from(value),
    };
    // A desktop that has no such folder names the home itself.
    (path.is_absolute() && path != home).then_some(path)
}

/// The language of the system as its environment names it, `ko_KR.UTF-8`: the first of the usual
/// variables that says anything.
pub fn system_language() -> Option<String> {
    let mut said =
        ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(|it| std::env::var(it).ok());
    said.find(|it| !it.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_workspaces_settings_come_back_and_missing_ones_are_the_defaults() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Shared::load(folder.path()).unwrap(), Shared::default());
        let set = Shared { max_attempts: Some(3), ..Shared::default() };
        set.save(folder.path()).unwrap();
        assert_eq!(Shared::load(folder.path()).unwrap(), set);
    }

    #[test]
    fn a_workspace_of_somebody_elses_sends_nothing_and_reads_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let asked = Shared {
            engine: Some("openai".to_owned()),
            watched_folder: Some("/etc".into()),
            max_attempts: Some(3),
            ..Shared::default()
        };
        let (works, withheld) = asked.clone().as_agreed(&root, None);
        assert_eq!(works, Shared { max_attempts: Some(3), ..Shared::default() });
        assert_eq!(withheld.engine.as_deref(), Some("openai"));
        let agreed = Agreed { engine: asked.engine.clone(), ..Agreed::default() };
        let (works, withheld) = asked.clone().as_agreed(&root, Some(&agreed));
        assert_eq!((works.engine, works.watched_folder), (asked.engine, None));
        assert_eq!(withheld.watched_folder.as_deref(), Some(Path::new("/etc")));
        // What lies in the workspace is its own.
        let inbox = root.join("inbox");
        fs::create_dir(&inbox).unwrap();
        let own = Shared { watched_folder: Some(inbox), ..Shared::default() };
        assert_eq!(own.clone().as_agreed(&root, None).0, own);
        // A link out of it is not.
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("/etc", root.join("link")).unwrap();
            let out = Shared { watched_folder: Some(root.join("link")), ..Shared::default() };
            assert_eq!(out.as_agreed(&root, None).0.watched_folder, None);
        }
    }

    #[test]
    fn a_users_choices_of_models_come_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        let choice = ProviderChoice { model: Some("m".to_owned()), ..ProviderChoice::default() };
        let set = Personal {
            max_tokens: Some(5),
            providers: [("ollama".to_owned(), choice)].into(),
            ..Personal::default()
        };
        save(&path, &set).unwrap();
        assert_eq!(load::<Personal>(&path, |it| fs::read_to_string(it)).unwrap(), set);
    }

    #[test]
    fn a_broken_file_is_named_and_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(FILE), "max_attempts = \"many\"").unwrap();
        let err = Shared::load(folder.path()).unwrap_err().to_string();
        assert!(err.starts_with("cannot understand `") && err.ends_with("settings.toml`"), "{err}");
    }

    #[track_caller]
    fn check_documents(text: &str, expected: Option<&str>) {
        assert_eq!(documents(text, Path::new("/home/a")), expected.map(PathBuf::from));
    }

    #[test]
    fn the_documents_folder_has_the_name_that_the_desktop_gives_it() {
        check_documents("# c\nXDG_DOCUMENTS_DIR=\"$HOME/문서\"\n", Some("/home/a/문서"));
        check_documents("XDG_DOCUMENTS_DIR=\"/data/papers\"", Some("/data/papers"));
        check_documents("XDG_DOCUMENTS_DIR=\"$HOME/\"", None);
        check_documents("XDG_DESKTOP_DIR=\"$HOME/x\"", None);
    }
}
