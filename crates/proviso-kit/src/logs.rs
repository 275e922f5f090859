//! What went wrong inside, for whoever has to find out why: a file a day in the user's own folder,
//! and, where it is asked for, standard error.
//!
//! **Invariant:** nothing is made before there is a line to write; a line that cannot be kept stops
//! nothing; of each host only the last [`MAX_FILES`] days lie there.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::OnceLock;

use tracing::level_filters::LevelFilter;
use tracing_appender::rolling::{RollingFileAppender, Rotation};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::writer::OptionalWriter;
use tracing_subscriber::fmt::{self, MakeWriter};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::temporary::make_private;

/// Names the folder of the logs; `none` keeps none.
pub const VARIABLE: &str = "PROVISO_LOGS";

/// Days whose file is kept.
pub const MAX_FILES: usize = 14;

/// How much is told on standard error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// What failed.
    Error,
    /// And what was done without.
    Warn,
    /// And what was tried.
    Debug,
}

impl Told {
    fn filter(self) -> LevelFilter {
        match self {
            Told::Error => LevelFilter::ERROR,
            Told::Warn => LevelFilter::WARN,
            Told::Debug => LevelFilter::DEBUG,
        }
    }
}

/// Begins to keep what this program's own code says; once in a process, by its host.
pub fn begin(shown: Option<Told>) {
    let ours = |level: LevelFilter| Targets::new().with_target("proviso", level);
    let kept = folder().map(|folder| {
        let file = File { folder, open: OnceLock::new() };
        fmt::layer().with_ansi(false).with_writer(file).with_filter(ours(LevelFilter::WARN))
    });
    let shown = shown.map(|it| {
        let told = fmt::layer().without_time().with_ansi(false).with_writer(io::stderr);
        told.with_filter(ours(it.filter()))
    });
    // Where a host has one already, a test's, its own counts.
    let _there_is_one = tracing_subscriber::registry().with(kept).with(shown).try_init();
}

/// The file of the day, opened by the first line.
struct File {
    folder: PathBuf,
    open: OnceLock<Option<RollingFileAppender>>,
}

impl File {
    /// `None` if there can be no file: whoever looks for it finds that out from `doctor`.
    fn opened(&self) -> Option<&RollingFileAppender> {
        let open = || {
            // File names of a person's documents stand in it, so that it is theirs alone.
            make_private(&self.folder).ok()?;
            RollingFileAppender::builder()
                .rotation(Rotation::DAILY)
                .filename_prefix(PREFIX)
                .filename_suffix(SUFFIX)
                .max_log_files(MAX_FILES)
                .build(&self.folder)
                .ok()
        };
        self.open.get_or_init(open).as_ref()
    }
}

impl<'a> MakeWriter<'a> for File {
    type Writer = OptionalWriter<<RollingFileAppender as MakeWriter<'a>>::Writer>;

    fn make_writer(&'a self) -> Self::Writer {
        self.opened().map_or_else(OptionalWriter::none, |it| OptionalWriter::some(it.make_writer()))
    }
}

const PREFIX: &str = "proviso";
const SUFFIX: &str = "log";

/// Where logs are kept: by the variable, else where the system keeps such things.
pub fn folder() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|it| !it.is_empty());
    match variable(VARIABLE) {
        Some(it) if it == "none" => return None,
        Some(it) => return Some(it.into()),
        None => {}
    }
    if cfg!(windows) {
        return Some(PathBuf::from(variable("LOCALAPPDATA")?).join("Proviso/logs"));
    }
    let home = std::env::home_dir().filter(|it| !it.as_os_str().is_empty());
    if cfg!(target_os = "macos") {
        return Some(home?.join("Library/Logs/Proviso"));
    }
    // XDG Base Directory Specification: a relative path is to be ignored.
    let named = variable("XDG_STATE_HOME").map(PathBuf::from).filter(|it| it.is_absolute());
    Some(named.or_else(|| Some(home?.join(".local/state")))?.join("proviso/logs"))
}

/// What the logs of the last days hold.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Collected {
    /// How many lines.
    pub n_lines: usize,
    /// The last one; empty if there is none.
    pub last: String,
}

/// Reads what is kept in a folder; one that is not there holds nothing.
pub fn collect(folder: &std::path::Path) -> io::Result<Collected> {
    let entries = match fs::read_dir(folder) {
        Ok(it) => it,
        Err(err) if err.kind() == io::ErrorKind::NotFound => return Ok(Collected::default()),
        Err(err) => return Err(err),
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with(PREFIX) && name.ends_with(SUFFIX) && path.is_file() {
            files.push(path);
        }
    }
    // Days in names are in the order of the calendar.
    files.sort();
    let mut found = Collected::default();
    for file in files {
        let text = String::from_utf8_lossy(&fs::read(file)?).into_owned();
        found.n_lines += text.lines().count();
        if let Some(last) = text.lines().last() {
            last.clone_into(&mut found.last);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_makes_the_file_and_is_found_again() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("a/logs");
        let file = File { folder: folder.clone(), open: OnceLock::new() };
        let layer = fmt::layer().with_ansi(false).with_writer(file);
        let ours = Targets::new().with_target("proviso", LevelFilter::WARN);
        let all = tracing_subscriber::registry().with(layer.with_filter(ours));
        tracing::subscriber::with_default(all, || {
            tracing::info!("a try");
            assert!(!folder.exists(), "nothing is made for what is not kept");
            tracing::warn!("the folder is not watched");
            tracing::warn!(target: "hyper", "somebody else's");
            tracing::warn!("the event did not arrive");
        });
        let found = collect(&folder).unwrap();
        assert_eq!(found.n_lines, 2, "{found:?}");
        assert!(found.last.ends_with("the event did not arrive"), "{found:?}");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = fs::metadata(&folder).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o700);
        }
    }

    #[test]
    fn a_folder_that_is_not_there_holds_nothing_and_one_that_cannot_be_made_stops_nothing() {
        let place = tempfile::tempdir().unwrap();
        assert_eq!(collect(&place.path().join("none")).unwrap(), Collected::default());
        let taken = place.path().join("taken");
        fs::write(&taken, "a file").unwrap();
        let file = File { folder: taken.join("logs"), open: OnceLock::new() };
        assert!(file.opened().is_none());
    }
}
