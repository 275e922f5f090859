//! The directory of one check.
//!
//! ```text
//! proviso-temporary-…/      ours, with its lock
//!   home/                   `HOME`: empty, and stays so
//!   check/                  holds nothing else: what one `..` too many leads to
//!     work/                 where the compiler runs, and all that it may write
//!       source/  build/
//! ```
//!
//! **Invariant:** nothing is in it but the texts of the job, its own lock and, at most, a copy of
//! the compiled trusted library; it is ours alone (0700), no `.ipkg` and no `depends` folder is
//! near, and no path in it is made from anything but checked module names.

use std::fs::File;
use std::io::{self, Write};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::time::{Duration, SystemTime};

use proviso_core::ports::{CheckJob, CheckerError};

use super::prepared::Prepared;
use crate::temporary::{TemporaryFolder, make_private};

/// A directory for one start of the compiler, and its home; removed when dropped.
#[derive(Debug)]
pub(super) struct Room {
    _root: TemporaryFolder,
    work: PathBuf,
    home: PathBuf,
}

impl Room {
    /// Makes both, empty.
    pub(super) fn new() -> Result<Room, CheckerError> {
        let root = TemporaryFolder::new()
            .map_err(|source| CheckerError::Prepare { path: std::env::temp_dir(), source })?;
        // macOS has its temporary directory behind a link, and the compiler prints what it resolves.
        let ours = root.path().canonicalize().map_err(|source| failure(root.path(), source))?;
        let (work, home) = (ours.join("check").join("work"), ours.join("home"));
        for folder in [&work, &home] {
            make_private(folder).map_err(|err| failure(folder, err))?;
        }
        Ok(Room { _root: root, work, home })
    }

    /// Where the compiler runs.
    pub(super) fn work(&self) -> &Path {
        &self.work
    }
    /// What it takes for the user's folder.
    pub(super) fn home(&self) -> &Path {
        &self.home
    }
}

/// The directory with the modules of a job.
#[derive(Debug)]
pub(super) struct Scratch {
    room: Room,
    target: PathBuf,
}

impl Scratch {
    /// Writes the modules of a job into a new directory.
    pub(super) fn new(job: &CheckJob) -> Result<Scratch, CheckerError> {
        let room = Room::new()?;
        let (source, build) = (room.work.join("source"), room.work.join("build"));
        for folder in [&source, &build] {
            std::fs::create_dir(folder).map_err(|err| failure(folder, err))?;
        }
        let mut target = None;
        for module in job.modules() {
            let path = source.join(relative(&module.name)?);
            write(&path, module.text.as_bytes()).map_err(|err| failure(&path, err))?;
            if module.name == job.target() {
                target = Some(path);
            }
        }
        let missing = || {
            let reason = format!("`{}` is not among the modules", job.target());
            failure(&source, io::Error::new(io::ErrorKind::InvalidInput, reason))
        };
        Ok(Scratch { target: target.ok_or_else(missing)?, room })
    }

    /// Where it is.
    pub(super) fn room(&self) -> &Room {
        &self.room
    }
    fn base(&self) -> &Path {
        &self.room.work
    }
    /// What `--source-dir` is.
    pub(super) fn source(&self) -> PathBuf {
        self.base().join("source")
    }
    /// What `--build-dir` is.
    pub(super) fn build(&self) -> PathBuf {
        self.base().join("build")
    }
    /// The file to check.
    pub(super) fn target(&self) -> &Path {
        &self.target
    }

    /// A text of the compiler without this directory's own name, which differs in every check.
    pub(super) fn without_place(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for folder in [self.source(), self.build(), self.base().to_owned()] {
            text = text.replace(&format!("{}{MAIN_SEPARATOR}", folder.display()), "");
        }
        text
    }

    /// Puts the compiled library where the compiler would have put it.
    pub(super) fn lay(&self, prepared: &Prepared) -> Result<(), CheckerError> {
        let source = self.source().join("Domains/Core.idr");
        let compiled = self.compiled(prepared);
        // The compiler takes what is not younger than its source for outdated, by the second where
        // the file system counts so.
        let old = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
        let made = File::options().write(true).open(&source).and_then(|it| it.set_modified(old));
        made.map_err(|err| failure(&source, err))?;
        write(&compiled, &prepared.bytes).map_err(|err| failure(&compiled, err))
    }

    /// Whether the compiled library is what was put there.
    pub(super) fn still_has(&self, prepared: &Prepared) -> bool {
        std::fs::read(self.compiled(prepared)).is_ok_and(|it| it == prepared.bytes)
    }

    fn compiled(&self, prepared: &Prepared) -> PathBuf {
        self.build().join("ttc").join(&prepared.place)
    }

    /// What the compiler has left of a module, below `ttc`; it writes it for accepted modules only:
    /// a non-empty TTC, in the folder of its own version or, before 0.5, in none. The build
    /// directory was empty before, but for the library.
    pub(super) fn interface(&self, target: &str) -> io::Result<Option<PathBuf>> {
        let folder = self.build().join("ttc");
        let name = PathBuf::from(format!("{}.ttc", target.replace('.', "/")));
        let mut places = vec![name.clone()];
        match std::fs::read_dir(&folder) {
            Err(err) if err.kind() == io::ErrorKind::NotFound => {}
            versions => {
                for version in versions? {
                    places.push(Path::new(&version?.file_name()).join(&name));
                }
            }
        }
        let written = |it: &PathBuf| {
            std::fs::metadata(folder.join(it)).is_ok_and(|it| it.is_file() && it.len() > 0)
        };
        Ok(places.into_iter().find(written))
    }

    /// The bytes of what [`Self::interface`] found.
    pub(super) fn read_interface(&self, place: &Path) -> io::Result<Vec<u8>> {
        std::fs::read(self.build().join("ttc").join(place))
    }
}

fn failure(path: &Path, source: io::Error) -> CheckerError {
    CheckerError::Prepare { path: path.to_owned(), source }
}

/// The path of a module below the source directory; refuses whatever is no module name, so that a
/// name cannot lead out of the directory.
fn relative(name: &str) -> Result<PathBuf, CheckerError> {
    let part = |it: &str| {
        it.starts_with(|c: char| c.is_ascii_uppercase())
            && it.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    if name.len() > 200 || !name.split('.').all(part) {
        let reason = format!("`{name}` is no module name");
        let source = io::Error::new(io::ErrorKind::InvalidInput, reason);
        return Err(failure(Path::new("source"), source));
    }
    Ok(PathBuf::from(format!("{}.idr", name.replace('.', "/"))))
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let mut file = File::options().write(true).create_new(true).open(path)?;
    file.write_all(bytes)
}
