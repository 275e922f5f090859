//! What goes over the wire where a use case could not do its job.
//!
//! **Invariant:** hosts branch on [`Code`] only; it grows only with somebody who reads it.

mod reason;

use std::collections::BTreeMap;
use std::error::Error;
use std::io;
use std::path::Path;

use proviso_core::agent::DriveError;
use proviso_core::document::format;
use proviso_core::idris::name::ProjectNameError;
use proviso_core::ports::{
    CheckerError, EngineError, LedgerError, QueueError, ReadError, ShelfError,
};
use proviso_kit::assets::AssetError;
use proviso_kit::drawn::DrawError;
use proviso_kit::open::OpenError;
use proviso_kit::settings::SettingsError;
use proviso_kit::sources::SourceError;
use proviso_kit::store::StoreError;
use proviso_kit::uploads::UploadError;
use proviso_kit::watched::{FolderError, WatchError};
use serde::{Deserialize, Serialize};

pub use self::reason::Reason;
use crate::wire::RunId;

/// What kind of failure it is, for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// A document could not be read at all.
    Unreadable,
    /// A name, a number or a choice that cannot be.
    BadRequest,
    /// No such run, field or file.
    NotFound,
    /// Another run on the project is alive.
    ProjectBusy,
    /// There is no compiler, and the use case needs one.
    CompilerMissing,
    /// A person stopped it.
    Cancelled,
    /// The disk or its permissions refused.
    Storage,
    /// Something must be chosen to work in first.
    WorkspaceMissing,
    /// The host's client has not shown that it may ask at all.
    Unauthorized,
    /// This client may not name that.
    Forbidden,
    /// More bytes than are taken.
    TooLarge,
    /// It is locked, and no password that opens it has been given yet.
    Locked,
    /// There is no picture of it.
    NoImage,
    /// More runs are waiting than may.
    QueueFull,
    /// A newer request of the same kind has taken its place.
    Superseded,
    /// The system keeps no keys, or does not give its leave.
    NoKeyring,
    /// Anything else.
    Unknown,
}

/// A failure with its causes and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[error("{message}")]
pub struct ApiError {
    /// For programs.
    pub code: Code,
    /// One line for people.
    pub message: String,
    /// What to do, one line each.
    pub hints: Vec<String>,
    /// The causes, the nearest first.
    pub detail: Vec<String>,
    /// The run that stands in the way, or that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub run: Option<RunId>,
    /// What exactly it is, for those who say it in another language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub reason: Option<Reason>,
    /// What the reason names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<BTreeMap<String, String>>"))]
    pub values: BTreeMap<String, String>,
}

/// What a client that may name only what it sent is told.
pub(crate) fn forbidden(what: &str) -> ApiError {
    ApiError::new(Code::Forbidden, format!("{what} of this machine cannot be named from here"))
        .hint("use the desktop application or the command line for it")
        .because(Reason::NotFromHere, [])
}

impl ApiError {
    /// A failure of a kind with a message of its own.
    pub fn new(code: Code, message: impl Into<String>) -> ApiError {
        ApiError {
            code,
            message: message.into(),
            hints: Vec::new(),
            detail: Vec::new(),
            run: None,
            reason: None,
            values: BTreeMap::new(),
        }
    }
    /// A file that cannot be opened or read.
    pub(crate) fn unreadable(path: &Path, err: &io::Error) -> ApiError {
        let mut it = ApiError::new(Code::Unreadable, format!("cannot open `{}`", path.display()));
        it.detail.push(err.to_string());
        it
    }
    /// The same with what exactly it is, and what that names.
    #[must_use]
    pub fn because<const N: usize>(self, reason: Reason, values: [(&str, &str); N]) -> ApiError {
        let values = values.map(|it| (it.0.to_owned(), it.1.to_owned())).into();
        ApiError { reason: Some(reason), values, ..self }
    }
    /// A failure that an error of below explains.
    pub fn from_error(code: Code, err: &dyn Error) -> ApiError {
        let mut detail = Vec::new();
        let mut cause = err.source();
        let mut last = err.to_string();
        while let Some(it) = cause {
            let text = it.to_string();
            // Some errors say again what their cause says, with a number before it.
            if !text.ends_with(&last) && !last.ends_with(&text) {
                detail.push(text.clone());
                last = text;
            }
            cause = it.source();
        }
        ApiError { detail, ..ApiError::new(code, err.to_string()) }
    }
    /// The same with the run that it is about.
    #[must_use]
    pub fn about_run(self, run: i64) -> ApiError {
        ApiError { run: Some(run.into()), ..self }
    }
    /// The same with a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> ApiError {
        self.hints.push(hint.into());
        self
    }
}

impl From<ReadError> for ApiError {
    fn from(err: ReadError) -> ApiError {
        let read = format!("Proviso reads {}; export the document as PDF", format::named("and"));
        let hint = match &err {
            ReadError::Open { .. } => Some("check the path and that you may read the file"),
            ReadError::Empty { .. } => Some("the file holds no bytes: was it copied completely?"),
            ReadError::Unsupported { .. } => Some(read.as_str()),
            ReadError::Encrypted { .. } => {
                Some("open it with its password, save it without one, and try again")
            }
            ReadError::Locked { refused: false, .. } => Some(
                "`proviso --password-file FILE …` or `PROVISO_PASSWORD` gives its password; on a \
                     terminal you are asked",
            ),
            ReadError::Locked { refused: true, .. } => {
                Some("mind capital letters and the keyboard's language, and give it again")
            }
            ReadError::Damaged { .. } => {
                Some("open it in a viewer: if it shows pages there, print it to a new PDF")
            }
            ReadError::TooLarge { .. } => Some("split the document"),
            ReadError::NoImage { .. } => None,
            ReadError::Worker { .. } => Some("run `proviso doctor`"),
        };
        let code = match err {
            ReadError::Worker { .. } => Code::Unknown,
            ReadError::NoImage { .. } => Code::NoImage,
            ReadError::Locked { .. } => Code::Locked,
            _ => Code::Unreadable,
        };
        let (reason, name) = match &err {
            ReadError::Open { path, .. } => (Reason::ReadOpen, proviso_kit::paths::name(path)),
            ReadError::Empty { name } => (Reason::ReadEmpty, name.clone()),
            ReadError::Unsupported { name, .. } => (Reason::ReadUnsupported, name.clone()),
            ReadError::Encrypted { name } => (Reason::ReadEncrypted, name.clone()),
            ReadError::Locked { name, refused: false } => (Reason::ReadLocked, name.clone()),
            ReadError::Locked { name, refused: true } => (Reason::PasswordWrong, name.clone()),
            ReadError::Damaged { name, .. } => (Reason::ReadDamaged, name.clone()),
            ReadError::TooLarge { name, .. } => (Reason::ReadTooLarge, name.clone()),
            // Its code says it all.
            ReadError::NoImage { .. } => return ApiError::from_error(code, &err),
            ReadError::Worker { .. } => (Reason::ReadWorker, String::new()),
        };
        let it = ApiError::from_error(code, &err).because(reason, [("name", &name)]);
        match hint {
            Some(hint) => it.hint(hint),
            None => it,
        }
    }
}

impl From<DrawError> for ApiError {
    fn from(err: DrawError) -> ApiError {
        match err {
            DrawError::Read(err) => err.into(),
            DrawError::Keep(err) => err.into(),
            DrawError::NoPage { .. } => ApiError::from_error(Code::NotFound, &err),
            DrawError::Text { .. } => ApiError::from_error(Code::NoImage, &err),
            DrawError::CopyGone { .. } => {
                ApiError::from_error(Code::NoImage, &err).hint("convert the document again")
            }
        }
    }
}

impl From<EngineError> for ApiError {
    fn from(err: EngineError) -> ApiError {
        if let EngineError::Ledger(err) = err {
            return err.into();
        }
        if let EngineError::Exhausted { .. } = err {
            return ApiError::from_error(Code::Unreadable, &err).hint("split the document");
        }
        ApiError::from_error(Code::BadRequest, &err)
    }
}

impl From<CheckerError> for ApiError {
    fn from(err: CheckerError) -> ApiError {
        let code = match err {
            CheckerError::NotFound { .. } => Code::CompilerMissing,
            CheckerError::Prepare { .. } | CheckerError::NotKept { .. } => Code::Storage,
            CheckerError::TimedOut(_)
            | CheckerError::Spawn { .. }
            | CheckerError::NotRecorded { .. } => Code::Unknown,
        };
        let it = ApiError::from_error(code, &err);
        match (code, &err) {
            (Code::CompilerMissing, _) => it.hint(INSTALL),
            (_, CheckerError::TimedOut(after)) => it
                .because(Reason::CheckTimedOut, [("seconds", &after.as_secs().to_string())])
                .hint("run `proviso doctor`"),
            (Code::Unknown, _) => it.because(Reason::CheckFailed, []).hint("run `proviso doctor`"),
            _ => it.because(Reason::Disk, []),
        }
    }
}

impl From<LedgerError> for ApiError {
    fn from(err: LedgerError) -> ApiError {
        ApiError::from_error(Code::Storage, &err).hint(STORAGE).because(Reason::Disk, [])
    }
}

impl From<ShelfError> for ApiError {
    fn from(err: ShelfError) -> ApiError {
        ApiError::from_error(Code::Storage, &err).hint(STORAGE).because(Reason::Disk, [])
    }
}

impl From<StoreError> for ApiError {
    fn from(err: StoreError) -> ApiError {
        let (reason, hint) = match &err {
            StoreError::Foreign { .. } => (Reason::DatabaseDamaged, DAMAGED),
            StoreError::Newer { .. } | StoreError::Later { .. } => {
                (Reason::DatabaseNewer, "use the newer Proviso on this workspace")
            }
            other if other.is_damage() => (Reason::DatabaseDamaged, DAMAGED),
            _ => (Reason::Disk, STORAGE),
        };
        ApiError::from_error(Code::Storage, &err).hint(hint).because(reason, [])
    }
}

impl From<FolderError> for ApiError {
    fn from(err: FolderError) -> ApiError {
        ApiError::from_error(Code::NotFound, &err)
    }
}

impl From<WatchError> for ApiError {
    fn from(err: WatchError) -> ApiError {
        match err {
            WatchError::Folder(err) => err.into(),
            WatchError::Keep(err) => err.into(),
            WatchError::Known { .. } => ApiError::from_error(Code::Storage, &err),
        }
    }
}

impl From<SourceError> for ApiError {
    fn from(err: SourceError) -> ApiError {
        match err {
            SourceError::Open { .. } => ApiError::from_error(Code::Unreadable, &err),
            SourceError::NotText { .. } => ApiError::from_error(Code::Unreadable, &err)
                .hint("Idris 2 reads UTF-8 only: save it as such"),
            SourceError::TooMany { .. } => ApiError::from_error(Code::BadRequest, &err),
            SourceError::List { .. } => ApiError::from_error(Code::Storage, &err),
        }
    }
}

impl From<OpenError> for ApiError {
    fn from(err: OpenError) -> ApiError {
        match err {
            OpenError::Folder(err) => err.into(),
            OpenError::Database(err) => err.into(),
        }
    }
}

impl From<QueueError> for ApiError {
    fn from(err: QueueError) -> ApiError {
        let code = match &err {
            QueueError::Unreachable { .. } => Code::NotFound,
            QueueError::Address { .. } | QueueError::Secret { .. } | QueueError::Changed { .. } => {
                Code::BadRequest
            }
            QueueError::Refused { .. }
            | QueueError::Closed { .. }
            | QueueError::Denied { .. }
            | QueueError::Untrusted { .. }
            | QueueError::Uncertified { .. } => Code::Forbidden,
            QueueError::Full { .. } => Code::QueueFull,
            QueueError::File { .. } => Code::Storage,
            QueueError::Failed { .. } => Code::Unknown,
        };
        let hint = match &err {
            QueueError::Unreachable { .. } => {
                "start `nats-server -js` there, or name another one: `--queue nats://HOST:4222`"
            }
            QueueError::Address { .. } => {
                "servers are written `nats://HOST:4222` or `tls://HOST:4222`, with commas between"
            }
            QueueError::Refused { .. } => {
                "ask who keeps the server for credentials that it knows, and whether these have ended"
            }
            QueueError::Closed { .. } | QueueError::Secret { .. } => {
                "name what the server knows you by: `--credentials FILE`, `--nkey FILE`, \
                 `PROVISO_QUEUE_KEY`, or `proviso key set queue < FILE`"
            }
            QueueError::Denied { .. } => {
                "name the space that these credentials are for: `--space NAME`"
            }
            QueueError::Untrusted { .. } => {
                "name the certificate of who signed the server's: `--authority FILE`; \
                 it must be of the host in the address, and not have ended"
            }
            QueueError::Uncertified { .. } => {
                "show one that its authority signed: `--certificate FILE --certificate-key FILE`"
            }
            QueueError::Full { .. } => {
                "give the server more room; it forgets after some days what it has: docs/scale.md"
            }
            QueueError::Changed { .. } => "send the folder again",
            QueueError::File { .. } => STORAGE,
            QueueError::Failed { .. } => {
                "see whether the server runs with JetStream: `nats-server -js`"
            }
        };
        let it = ApiError::from_error(code, &err).hint(hint);
        let shown = |it: &std::path::PathBuf| it.display().to_string();
        match &err {
            QueueError::Unreachable { address, .. } => {
                it.because(Reason::QueueUnreachable, [("address", address)])
            }
            QueueError::Refused { address, .. } => {
                it.because(Reason::QueueRefused, [("address", address)])
            }
            QueueError::Closed { address, .. } => {
                it.because(Reason::QueueClosed, [("address", address)])
            }
            QueueError::Denied { address, space, .. } => {
                it.because(Reason::QueueDenied, [("address", address), ("space", space)])
            }
            QueueError::Untrusted { address, .. } => {
                it.because(Reason::QueueUntrusted, [("address", address)])
            }
            QueueError::Uncertified { address, .. } => {
                it.because(Reason::QueueUncertified, [("address", address)])
            }
            QueueError::Address { address, .. } => {
                it.because(Reason::QueueAddress, [("address", address)])
            }
            QueueError::Secret { from } => it.because(Reason::QueueSecret, [("from", from)]),
            QueueError::File { path, .. } => {
                it.because(Reason::QueueFile, [("path", &shown(path))])
            }
            QueueError::Changed { path } => {
                it.because(Reason::DocumentChanged, [("name", &proviso_kit::paths::name(path))])
            }
            QueueError::Full { address, .. } => {
                it.because(Reason::QueueFull, [("address", address)])
            }
            QueueError::Failed { address, .. } => {
                it.because(Reason::QueueFailed, [("address", address)])
            }
        }
    }
}

impl From<SettingsError> for ApiError {
    fn from(err: SettingsError) -> ApiError {
        let (reason, hint) = match &err {
            SettingsError::Parse { .. } => {
                (Reason::SettingsBroken, "mend the file, or delete it to have the defaults back")
            }
            _ => (Reason::Disk, STORAGE),
        };
        ApiError::from_error(Code::Storage, &err).hint(hint).because(reason, [])
    }
}

impl From<UploadError> for ApiError {
    fn from(err: UploadError) -> ApiError {
        let (code, hint) = match &err {
            UploadError::TooLarge { .. } => (Code::TooLarge, "split the document"),
            UploadError::Full { .. } => (Code::QueueFull, "wait until some of them have come"),
            UploadError::Broken(_) => (Code::BadRequest, "send it again"),
            UploadError::Disk(_) => (Code::Storage, "check free space"),
        };
        let it = ApiError::from_error(code, &err).hint(hint);
        match err {
            UploadError::TooLarge { limit } => {
                it.because(Reason::UploadTooLarge, [("mib", &(limit >> 20).to_string())])
            }
            UploadError::Disk(_) => it.because(Reason::Disk, []),
            UploadError::Broken(_) | UploadError::Full { .. } => it,
        }
    }
}

impl From<AssetError> for ApiError {
    fn from(err: AssetError) -> ApiError {
        ApiError::from_error(Code::BadRequest, &err)
            .hint("the workspace's `document-types/` holds this file")
    }
}

impl From<ProjectNameError> for ApiError {
    fn from(err: ProjectNameError) -> ApiError {
        ApiError::from_error(Code::BadRequest, &err)
            .hint("a project's name becomes an Idris module: `LeaseSeoul2025`, for instance")
            .because(Reason::ProjectName, [])
    }
}

impl From<DriveError> for ApiError {
    fn from(err: DriveError) -> ApiError {
        match err {
            DriveError::Read(it) => it.into(),
            DriveError::Engine(it) => it.into(),
            DriveError::Checker(it) => it.into(),
            DriveError::Ledger(it) => it.into(),
            DriveError::Shelf(it) => it.into(),
        }
    }
}

/// How to come by a compiler.
pub(crate) const INSTALL: &str = "install Idris 2 (https://idris-lang.org: `pack`, Homebrew, Nix \
                                  or pacman carry it) or name it in `PROVISO_IDRIS2`";

pub(crate) const DAMAGED: &str = "the database is damaged: `proviso doctor --repair` saves what \
                                  can be read of it; the models in `Domains/` stay";

const STORAGE: &str =
    "check free space and permissions, or choose another folder with `--workspace`";
