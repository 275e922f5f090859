//! The compiler's answers, recorded, for tests on machines that have none.
//!
//! **Invariant:** a recording is the real compiler's answer to exactly these texts: the target and
//! every module that it imports are in the key, the compiler's version in the path. A text without
//! a recording fails, it is never guessed. Where there is a compiler, it is asked.
//!
//! Tests ask for what every version says alike, so that recordings of any version serve.
//!
//! `cargo xtask record` asks the compiler for every answer anew and drops those that no test asks
//! for any more. With `PROVISO_REPLAY=1` in the environment a program that is built with the feature
//! `recordings` works this way too, so that whole processes can be tested.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use proviso_core::hex::hex;
use proviso_core::idris::header;
use proviso_core::ports::{CheckJob, CheckReport, Checker, CheckerError};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{Answer, IdrisProcess};

/// The variable that turns writing on.
pub const VARIABLE: &str = "PROVISO_RECORD";
/// The variable that makes a program of tests use this checker.
pub const REPLAY: &str = "PROVISO_REPLAY";

/// Asks the compiler where there is one, and the recordings otherwise.
#[derive(Debug)]
pub struct RecordingChecker {
    process: IdrisProcess,
    folder: PathBuf,
    writes: bool,
}

/// One file.
#[derive(Debug, Serialize, Deserialize)]
struct Recording {
    /// The module that was asked for, for people.
    target: String,
    /// SHA-256 of the texts, as [`key`] makes it.
    key: String,
    /// How the compiler ended, if not well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ending: Option<String>,
    /// Whether it wrote the target's interface.
    #[serde(default)]
    written: bool,
    /// Whether it was too slow for the job's limit; then there is nothing else.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    timed_out: bool,
    /// What it printed, line by line.
    output: Vec<String>,
}

impl RecordingChecker {
    /// Over this crate's own folder and the compiler of this machine.
    pub fn new() -> RecordingChecker {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("recordings");
        let writes = std::env::var_os(VARIABLE).is_some_and(|it| it == "1");
        RecordingChecker::within(IdrisProcess::new(None), folder, writes)
    }

    /// Over given ones; `writes` says whether answers are recorded.
    pub fn within(process: IdrisProcess, folder: PathBuf, writes: bool) -> RecordingChecker {
        RecordingChecker { process, folder, writes }
    }

    async fn check_now(&self, job: &CheckJob) -> Result<CheckReport, CheckerError> {
        let compiler = match self.process.compiler().await {
            Ok(compiler) => compiler,
            Err(CheckerError::NotFound { .. }) => return self.replay(job),
            Err(err) => return Err(err),
        };
        let answer = self.process.answer(job).await.map(|it| it.0);
        if self.writes {
            let recording = match &answer {
                Ok(answer) => Recording::of(job, answer),
                Err(CheckerError::TimedOut(_)) => Recording::of_timeout(job),
                Err(_) => return Ok(answer?.report(job, &compiler.version)),
            };
            let path = self.path(&compiler.version, job, &recording.key);
            save(&path, &recording).map_err(|source| CheckerError::Prepare { path, source })?;
        }
        Ok(answer?.report(job, &compiler.version))
    }

    fn replay(&self, job: &CheckJob) -> Result<CheckReport, CheckerError> {
        let missing = || CheckerError::NotRecorded { target: job.target().to_owned() };
        let version = self.recorded_version().ok_or_else(missing)?;
        let key = key(job);
        let path = self.path(&version, job, &key);
        let text = match std::fs::read_to_string(&path) {
            Err(err) if err.kind() == io::ErrorKind::NotFound => return Err(missing()),
            other => other.map_err(|source| failure(&path, source))?,
        };
        let recording: Recording =
            serde_json::from_str(&text).map_err(|err| failure(&path, err.into()))?;
        if recording.key != key {
            return Err(missing());
        }
        if recording.timed_out {
            return Err(CheckerError::TimedOut(job.timeout()));
        }
        let answer = Answer {
            ending: recording.ending,
            written: recording.written.then(PathBuf::new),
            n_dropped: 0,
            output: recording.output.join("\n"),
            took: Duration::ZERO,
        };
        Ok(answer.report(job, &version))
    }

    /// The newest version of which there are recordings.
    fn recorded_version(&self) -> Option<String> {
        let folders = std::fs::read_dir(&self.folder).ok()?;
        let names = folders.filter_map(|it| it.ok()?.file_name().into_string().ok());
        let numbers = |it: &String| -> Vec<u32> {
            it.split(['.', '-']).map_while(|part| part.parse().ok()).collect()
        };
        names.max_by_key(numbers)
    }

    fn path(&self, version: &str, job: &CheckJob, key: &str) -> PathBuf {
        self.folder.join(version).join(format!("{}-{}.json", job.target(), &key[..16]))
    }
}

impl Default for RecordingChecker {
    fn default() -> RecordingChecker {
        RecordingChecker::new()
    }
}

impl Checker for RecordingChecker {
    fn check<'a>(&'a self, job: &'a CheckJob) -> BoxFuture<'a, Result<CheckReport, CheckerError>> {
        self.check_now(job).boxed()
    }
    fn version(&self) -> BoxFuture<'_, Result<String, CheckerError>> {
        async {
            match self.process.version().await {
                Err(CheckerError::NotFound { looked }) => {
                    self.recorded_version().ok_or(CheckerError::NotFound { looked })
                }
                other => other,
            }
        }
        .boxed()
    }
}

impl Recording {
    fn of(job: &CheckJob, answer: &Answer) -> Recording {
        Recording {
            target: job.target().to_owned(),
            key: key(job),
            ending: answer.ending.clone(),
            written: answer.written.is_some(),
            timed_out: false,
            // Whether the trusted library had to be compiled is no part of an answer.
            output: answer
                .output
                .split('\n')
                .filter(|it| !it.contains(": Building Domains.Core ("))
                .map(str::to_owned)
                .collect(),
        }
    }
    fn of_timeout(job: &CheckJob) -> Recording {
        Recording {
            target: job.target().to_owned(),
            key: key(job),
            ending: None,
            written: false,
            timed_out: true,
            output: Vec::new(),
        }
    }
}

/// SHA-256, in hexadecimal, of the target's name and of the name and text of each module that it
/// needs, ordered by name; each with its length before it.
fn key(job: &CheckJob) -> String {
    let all: BTreeMap<&str, &str> =
        job.modules().iter().map(|it| (it.name.as_str(), it.text.as_str())).collect();
    let mut needed: BTreeMap<&str, &str> = BTreeMap::new();
    let mut open = vec![job.target().to_owned()];
    while let Some(name) = open.pop() {
        if let Some((name, text)) = all.get_key_value(name.as_str())
            && needed.insert(name, text).is_none()
        {
            open.extend(header::read(text).imports.into_iter().map(|it| it.module));
        }
    }
    let mut hash = Sha256::new();
    let mut add = |text: &str| {
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text.as_bytes());
    };
    add(job.target());
    for (name, text) in needed {
        add(name);
        add(text);
    }
    hex(hash.finalize())
}

fn failure(path: &Path, source: io::Error) -> CheckerError {
    CheckerError::Prepare { path: path.to_owned(), source }
}

/// Writes a recording as a whole or not at all: several tests may write the same one at once.
fn save(path: &Path, recording: &Recording) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let mut text = serde_json::to_string_pretty(recording)?;
    text.push('\n');
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.persist(path)?;
    Ok(())
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use proviso_core::run::Module;

    use super::*;
    use crate::idris::locate::Surroundings;

    fn checker(folder: &Path, setting: &Path, writes: bool) -> RecordingChecker {
        let surroundings =
            Surroundings { setting: Some(setting.to_owned()), ..Surroundings::default() };
        RecordingChecker::within(
            IdrisProcess::within(surroundings),
            folder.join("recordings"),
            writes,
        )
    }

    fn job(core: &str, other: &str) -> CheckJob {
        let module = |name: &str, text: String| Module { name: name.to_owned(), text };
        let modules = vec![
            module("Domains.Core", format!("module Domains.Core\n-- {core}\n")),
            module("Domains.Other", format!("module Domains.Other\n-- {other}\n")),
            module("Domains.Rent", "module Domains.Rent\nimport Domains.Core\n".to_owned()),
        ];
        CheckJob::unread(modules, "Domains.Rent", Duration::from_secs(20))
    }

    /// A script stands for the compiler: what is under test is the recording, not the answer.
    fn script(folder: &Path) -> PathBuf {
        let program = folder.join("idris2");
        let text = "#!/bin/sh\ncase $1 in --version) echo 'Idris 2, version 9.10.0'; exit;; --libdir) exit;; esac\n\
            echo 'Warning: looked at source/Domains/Rent.idr'\npwd\nmkdir -p build/ttc/1/Domains\n\
            echo x > build/ttc/1/Domains/Rent.ttc\n";
        fs::write(&program, text).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        program
    }

    #[tokio::test]
    async fn a_recorded_answer_is_the_compilers_answer() {
        let folder = tempfile::tempdir().unwrap();
        let program = script(folder.path());
        fs::create_dir_all(folder.path().join("recordings/9.9.0")).unwrap();
        let job = job("a", "b");
        let asked = checker(folder.path(), &program, true).check(&job).await.unwrap();
        assert!(asked.accepted);

        let absent = folder.path().join("absent");
        let replaying = checker(folder.path(), &absent, false);
        let replayed = replaying.check(&job).await.unwrap();
        assert_eq!(replaying.version().await.unwrap(), "9.10.0", "the newest by number");
        assert_eq!(CheckReport { took_ms: 0, ..asked }, replayed);
    }

    #[tokio::test]
    async fn a_text_without_a_recording_is_no_answer() {
        let folder = tempfile::tempdir().unwrap();
        let program = script(folder.path());
        checker(folder.path(), &program, true).check(&job("a", "b")).await.unwrap();
        let absent = checker(folder.path(), &folder.path().join("absent"), false);
        let other_import = absent.check(&job("changed", "b")).await;
        assert_eq!(
            other_import.unwrap_err().to_string(),
            "no recorded answer for `Domains.Rent` (run `cargo xtask record` where `idris2` is)"
        );
        let not_imported = absent.check(&job("a", "changed")).await;
        assert!(not_imported.is_ok(), "a module that nobody imports changes nothing");
    }

    #[tokio::test]
    async fn nothing_is_written_unless_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        let program = script(folder.path());
        checker(folder.path(), &program, false).check(&job("a", "b")).await.unwrap();
        assert!(!folder.path().join("recordings").exists());
    }
}
