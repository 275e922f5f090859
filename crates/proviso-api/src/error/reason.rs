//! What exactly went wrong, for those who say it in another language than the program's English.
//!
//! **Invariant:** a reason says the same as the message beside it, and its values are all that the
//! sentence needs; a client that knows no words for it shows the message.

use serde::{Deserialize, Serialize};

/// A kind of failure below [`crate::Code`]; the names of its values stand beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// A file cannot be opened: `name`.
    ReadOpen,
    /// A file is empty: `name`.
    ReadEmpty,
    /// A file's format is not read: `name`.
    ReadUnsupported,
    /// A file needs a password, and its format is unlocked elsewhere: `name`.
    ReadEncrypted,
    /// A file needs a password, which can be given here: `name`.
    ReadLocked,
    /// The password that was given does not open a file: `name`.
    PasswordWrong,
    /// A file is damaged: `name`.
    ReadDamaged,
    /// A file is too large: `name`.
    ReadTooLarge,
    /// The reading worker failed.
    ReadWorker,
    /// The compiler gave no answer in time: `seconds`.
    CheckTimedOut,
    /// The compiler could not be run.
    CheckFailed,
    /// The database was written by a newer program.
    DatabaseNewer,
    /// The database is damaged.
    DatabaseDamaged,
    /// The disk or its permissions refused.
    Disk,
    /// A file of settings is broken.
    SettingsBroken,
    /// A received file is larger than is taken: `mib`.
    UploadTooLarge,
    /// A received file is not there any more.
    UploadGone,
    /// No name of a project.
    ProjectName,
    /// A project of that name but for the case: `other`.
    ProjectCase,
    /// A field has that value already: `value`.
    FieldSame,
    /// A text is no value of the kind: `text`, `kind`.
    FieldValue,
    /// No such field.
    FieldMissing,
    /// The value stands at that place already.
    FieldThere,
    /// A text is no label.
    FieldLabel,
    /// Nothing that a person said led to the run.
    NothingToUndo,
    /// The rule is not refuted, or not waived, or not there.
    RuleOther,
    /// The rule is there already.
    RuleThere,
    /// Nothing can be computed of the values that a rule is built of.
    RuleOpen,
    /// A reason is missing.
    WhyMissing,
    /// A name is missing.
    WhoMissing,
    /// A run ended before its documents were analysed: `run`.
    NotAnalysed,
    /// No such run: `run`.
    RunMissing,
    /// No such attempt: `attempt`.
    AttemptMissing,
    /// The run is over, and a stage must be named to go on from.
    RunEnded,
    /// An engine cannot be asked here: `engine`.
    EngineMissing,
    /// A hint is for a language model, and none works on the run.
    HintNeedsModel,
    /// A hint is blank or longer than is taken.
    HintLength,
    /// No document is named.
    NothingToConvert,
    /// A number is out of bounds: `least`, `most`.
    Bounds,
    /// No such folder: `path`.
    FolderMissing,
    /// A prompt is empty.
    PromptEmpty,
    /// A prompt is no template.
    PromptBroken,
    /// A prompt names what it is not given: `name`.
    PromptName,
    /// A text cannot be a key.
    KeyMalformed,
    /// Keys cannot be kept here: `variable` takes them instead.
    NoKeyring,
    /// A text is no address of a server.
    Address,
    /// Runs are under way in the workspace.
    WorkspaceBusy,
    /// There is no workspace.
    WorkspaceMissing,
    /// The workspace does not ask for it, or not any more: `value`.
    NotProposed,
    /// A browser may not name that.
    NotFromHere,
    /// No such model: `name`.
    ModelMissing,
    /// A text is longer than is taken.
    TextTooLarge,
    /// No queue is set.
    QueueUnset,
    /// An address of a queue holds a name or a password.
    QueueAddressSecret,
    /// No queue answers: `address`.
    QueueUnreachable,
    /// A queue does not know the credentials: `address`.
    QueueRefused,
    /// A queue wants credentials: `address`.
    QueueClosed,
    /// Credentials are not for the space: `address`, `space`.
    QueueDenied,
    /// A queue's certificate is not trusted: `address`.
    QueueUntrusted,
    /// A queue wants a certificate: `address`.
    QueueUncertified,
    /// A text is no address of a queue: `address`.
    QueueAddress,
    /// What was found is neither credentials nor a seed: `from`.
    QueueSecret,
    /// A file of the queue cannot be used: `path`.
    QueueFile,
    /// A queue has no room: `address`.
    QueueFull,
    /// A queue failed: `address`.
    QueueFailed,
    /// No name of a space: `space`.
    QueueSpace,
    /// No such batch here.
    BatchMissing,
    /// Workers took a document and none came back: `workers`.
    WorkersLost,
    /// A document is kept no longer in the queue: `name`.
    DocumentExpired,
    /// A worker sent no run: `worker`.
    WorkerSilent,
    /// A document has changed since it was sent: `name`.
    DocumentChanged,
    /// A project has become another document's: `project`.
    ProjectTaken,
}

impl Reason {
    /// Its name on the wire.
    pub fn name(self) -> String {
        let name = serde_json::to_value(self).ok();
        name.and_then(|it| it.as_str().map(str::to_owned))
            .expect("a variant without data is a name")
    }
}
