//! The trusted library, compiled once: half of the time of a small check is compiling
//! `Domains.Core`, which is the same text in all of them.
//!
//! An entry of the store is the TTC that the compiler of this machine made of the embedded text in a
//! directory in which nothing else was, with a manifest of what it was made from. A check gets a
//! copy of it in its own build directory, where the compiler finds it as if it had just made it.
//!
//! **Invariant:** only the embedded text is ever taken from here, and only where text, compiler,
//! libraries and environment are those that the entry was made with, its bytes are those of the
//! manifest, and nobody but this user can have written them; anything else is a library that is
//! compiled in the check itself. No text of an author is ever in a directory that an entry is made
//! in, and no check gets to know where the entries are.
//!
//! Whoever can write as this user could replace the compiler as well, so hashes without a secret
//! suffice: they tell damage and age, not malice.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use proviso_core::hex::{hex, sha256};
use proviso_core::idris::emit;
use proviso_core::ports::CheckJob;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::files;

/// The variable that names the folder for caches, the entries being below; `none` for no folder.
pub(super) const VARIABLE: &str = "PROVISO_CACHE";
/// Entries of other compilers or older texts that are kept beside a new one.
const MAX_OTHERS: usize = 7;
/// Counted up when what an entry holds changes.
const FORMAT: &str = "1";

/// The folder of entries that this process uses, if any.
pub(super) fn folder() -> Option<PathBuf> {
    let absolute = |it: PathBuf| it.is_absolute().then_some(it);
    let variable = |name: &str| std::env::var_os(name).map(PathBuf::from).and_then(absolute);
    // A folder of our own in it: its mode is changed, and a person's folder is not ours to change.
    let below = |it: PathBuf| it.join("compiled");
    match std::env::var_os(VARIABLE) {
        Some(it) if it == "none" => return None,
        Some(it) if !it.is_empty() => return absolute(it.into()).map(below),
        _ => {}
    }
    let home = || std::env::home_dir().and_then(absolute);
    let caches = if cfg!(windows) {
        variable("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        home().map(|it| it.join("Library/Caches"))
    } else {
        variable("XDG_CACHE_HOME").or_else(|| home().map(|it| it.join(".cache")))
    };
    caches.map(|it| below(it.join("proviso")))
}

/// Whether a job's library is the embedded one, and none of its modules could be taken for one that
/// the library itself imports.
pub(super) fn serves(job: &CheckJob) -> bool {
    let core = emit::core();
    job.target() != core.name
        && job.modules().contains(&core)
        && job.modules().iter().all(|it| it.name.starts_with("Domains."))
}

/// What an entry is made from.
#[derive(Debug, Clone)]
pub(super) struct Origin {
    program: PathBuf,
    environment: Vec<(std::ffi::OsString, std::ffi::OsString)>,
}

/// The compiled library, checked and ready to be copied.
#[derive(Debug, Clone)]
pub(super) struct Prepared {
    entry: PathBuf,
    /// The version of the compiler that made it.
    pub(super) version: String,
    /// Where that compiler's libraries are.
    pub(super) libraries: PathBuf,
    /// Where it belongs below `ttc`: `2025081600/Domains/Core.ttc`.
    pub(super) place: PathBuf,
    /// The TTC.
    pub(super) bytes: Vec<u8>,
}

/// What stands beside a TTC.
#[derive(Debug, Serialize, Deserialize)]
struct Manifest {
    /// The key that the entry is found by.
    key: String,
    /// What the compiler calls its version.
    version: String,
    /// Components of [`Prepared::place`].
    place: Vec<String>,
    /// SHA-256 of the TTC.
    sha256: String,
    /// Where the compiler's libraries are.
    libraries: PathBuf,
    /// [`stamps`] of those that the library imports.
    stamps: String,
}

/// A right to write the entry of one key.
#[derive(Debug)]
pub(super) struct Claim {
    folder: PathBuf,
    key: String,
    _lock: File,
}

impl Origin {
    /// A compiler in its environment.
    pub(super) fn new(
        program: &Path,
        environment: Vec<(std::ffi::OsString, std::ffi::OsString)>,
    ) -> Origin {
        Origin { program: program.to_owned(), environment }
    }

    /// SHA-256 over the embedded text, the compiler's files and its environment.
    fn key(&self) -> io::Result<String> {
        let program = self.program.canonicalize()?;
        // Idris 2 is a script beside a folder of what it starts.
        let mut beside = program.file_name().unwrap_or_default().to_owned();
        beside.push("_app");
        let beside = program.with_file_name(beside);
        let mut hash = Sha256::new();
        let mut add = |bytes: &[u8]| {
            hash.update((bytes.len() as u64).to_le_bytes());
            hash.update(bytes);
        };
        add(FORMAT.as_bytes());
        add(emit::CORE.as_bytes());
        add(program.as_os_str().as_encoded_bytes());
        add(stamps(&[program.clone(), beside])?.as_bytes());
        for (name, value) in &self.environment {
            add(name.as_encoded_bytes());
            add(value.as_encoded_bytes());
        }
        Ok(hex(hash.finalize()))
    }
}

/// The entry for a compiler, if there is one that can be trusted.
pub(super) fn find(folder: &Path, origin: &Origin) -> Option<Prepared> {
    let key = origin.key().ok()?;
    let entry = folder.join(entry_name(&key));
    match read(&entry, &key) {
        Ok(it) => Some(it),
        Err(err) if err.kind() == io::ErrorKind::NotFound => None,
        Err(err) => {
            tracing::warn!("compiling `Domains.Core` anew: `{}`: {err}", entry.display());
            None
        }
    }
}

/// The right to make the entry for a compiler; none while another process makes it.
pub(super) fn claim(folder: &Path, origin: &Origin) -> io::Result<Option<Claim>> {
    let key = origin.key()?;
    make_private(folder)?;
    let lock = files::locked(&folder.join(format!("{}.lock", entry_name(&key))))?;
    Ok(lock.map(|it| Claim { folder: folder.to_owned(), key, _lock: it }))
}

impl Claim {
    /// Makes the entry of a TTC that was just compiled, `place` being where below `ttc` it was.
    pub(super) fn keep(
        self,
        version: &str,
        libraries: &Path,
        place: &Path,
        bytes: Vec<u8>,
    ) -> io::Result<Prepared> {
        let manifest = Manifest {
            key: self.key.clone(),
            version: version.to_owned(),
            place: place.iter().map(|it| it.to_string_lossy().into_owned()).collect(),
            sha256: sha256(&bytes),
            libraries: libraries.to_owned(),
            stamps: stamps_of_libraries(libraries)?,
        };
        let fresh = tempfile::Builder::new().prefix(".new-").tempdir_in(&self.folder)?;
        make_private(fresh.path())?;
        write(&fresh.path().join(TTC), &bytes)?;
        write(&fresh.path().join(MANIFEST), &serde_json::to_vec_pretty(&manifest)?)?;
        let entry = self.folder.join(entry_name(&self.key));
        // Whoever reads the old entry while it goes finds none, and compiles the library itself.
        match fs::remove_dir_all(&entry) {
            Err(err) if err.kind() != io::ErrorKind::NotFound => return Err(err),
            _ => {}
        }
        fs::rename(fresh.path(), &entry)?;
        // The folder has another name now and is no longer temporary.
        let _ = fresh.keep();
        self.sweep(&entry);
        read(&entry, &self.key)
    }

    /// Removes entries of compilers that were not used for long.
    fn sweep(&self, own: &Path) {
        let Ok(all) = fs::read_dir(&self.folder) else { return };
        let mut others: Vec<(std::time::SystemTime, PathBuf)> = all
            .filter_map(Result::ok)
            .filter(|it| it.path() != own && it.file_type().is_ok_and(|it| it.is_dir()))
            .filter(|it| it.file_name().to_string_lossy().starts_with(PREFIX))
            .filter_map(|it| Some((it.metadata().ok()?.modified().ok()?, it.path())))
            .collect();
        others.sort();
        let n_surplus = others.len().saturating_sub(MAX_OTHERS);
        for (_, entry) in others.into_iter().take(n_surplus) {
            if let Err(err) = fs::remove_dir_all(&entry) {
                tracing::warn!("`{}` is in nobody's use and stays: {err}", entry.display());
            }
        }
    }
}

impl Prepared {
    /// Removes the entry: it does not do what it is for.
    pub(super) fn forget(&self) {
        if let Err(err) = fs::remove_dir_all(&self.entry) {
            tracing::warn!("`{}` cannot be removed: {err}", self.entry.display());
        }
    }
}

const TTC: &str = "Core.ttc";
const MANIFEST: &str = "manifest.json";
const PREFIX: &str = "core-";

fn entry_name(key: &str) -> String {
    format!("{PREFIX}{}", &key[..32])
}

fn read(entry: &Path, key: &str) -> io::Result<Prepared> {
    let wrong = |reason: &str| io::Error::new(io::ErrorKind::InvalidData, reason.to_owned());
    let parent = entry.parent().unwrap_or(entry);
    let (manifest, ttc) = (entry.join(MANIFEST), entry.join(TTC));
    let text = fs::read(&manifest)?;
    // The folder of entries may be reached by a link; what is in it may not.
    let mut abouts = vec![fs::metadata(parent)?];
    for path in [entry, &manifest, &ttc] {
        abouts.push(fs::symlink_metadata(path)?);
    }
    for about in &abouts {
        if !is_private(about)? {
            return Err(wrong("somebody else could have written it"));
        }
    }
    let manifest: Manifest = serde_json::from_slice(&text)?;
    if manifest.key != key {
        return Err(wrong("it is another one's"));
    }
    if manifest.stamps != stamps_of_libraries(&manifest.libraries)? {
        return Err(wrong("the compiler's libraries have changed"));
    }
    let bytes = fs::read(&ttc)?;
    if sha256(&bytes) != manifest.sha256 {
        return Err(wrong("its content is not what was put there"));
    }
    let plain = |it: &String| Path::new(it).file_name() == Some(OsStr::new(it));
    if !manifest.place.iter().all(plain) || !manifest.place.ends_with(&CORE_PLACE.map(Into::into)) {
        return Err(wrong("it belongs nowhere"));
    }
    let place = manifest.place.iter().collect();
    let Manifest { version, libraries, .. } = manifest;
    Ok(Prepared { entry: entry.to_owned(), version, libraries, place, bytes })
}

/// Where every version of the compiler puts the library's TTC, below a folder of its own or none.
const CORE_PLACE: [&str; 2] = ["Domains", "Core.ttc"];

/// The libraries that `Domains.Core` imports from.
fn stamps_of_libraries(libraries: &Path) -> io::Result<String> {
    let ours = |it: &Path| {
        let name = it.file_name().unwrap_or_default().to_string_lossy().into_owned();
        name.starts_with("prelude-") || name.starts_with("base-")
    };
    let all: io::Result<Vec<PathBuf>> =
        fs::read_dir(libraries)?.map(|it| it.map(|it| it.path())).collect();
    let all: Vec<PathBuf> = all?.into_iter().filter(|it| ours(it)).collect();
    if all.is_empty() {
        let reason = format!("no library in `{}`", libraries.display());
        return Err(io::Error::new(io::ErrorKind::NotFound, reason));
    }
    stamps(&all)
}

/// SHA-256 over name, size and time of every file at and below some paths; those that are not there
/// count as nothing. Contents are not read: 50 MB would cost more than compiling the library does.
fn stamps(paths: &[PathBuf]) -> io::Result<String> {
    let mut found = Vec::new();
    let mut open = paths.to_vec();
    while let Some(path) = open.pop() {
        let about = match fs::metadata(&path) {
            Err(err) if err.kind() == io::ErrorKind::NotFound => continue,
            other => other?,
        };
        if about.is_dir() {
            for it in fs::read_dir(&path)? {
                open.push(it?.path());
            }
            continue;
        }
        let changed = files::changed(&about)?.as_nanos();
        found.push((path, about.len(), changed));
    }
    found.sort();
    let mut hash = Sha256::new();
    for (path, length, time) in found {
        let path = path.as_os_str().as_encoded_bytes();
        hash.update((path.len() as u64).to_le_bytes());
        hash.update(path);
        hash.update(length.to_le_bytes());
        hash.update(time.to_le_bytes());
    }
    Ok(hex(hash.finalize()))
}

/// Makes a folder that is this user's alone.
fn make_private(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(folder, fs::Permissions::from_mode(0o700))?;
    }
    Ok(())
}

/// Writes a file that is not written again.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::options().write(true).create_new(true).open(path)?;
    file.write_all(bytes)?;
    let mut permissions = file.metadata()?.permissions();
    permissions.set_readonly(true);
    file.set_permissions(permissions)?;
    file.sync_all()
}

/// Whether a path is this user's, and nobody else may write it. A link is not: everybody may write
/// it, by its mode.
#[cfg(unix)]
fn is_private(about: &fs::Metadata) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    // A file of our own tells who we are, without a call that only some systems have.
    let own = tempfile::tempfile()?.metadata()?.uid();
    Ok(about.mode() & 0o022 == 0 && about.uid() == own)
}

#[cfg(not(unix))]
fn is_private(about: &fs::Metadata) -> io::Result<bool> {
    // The user's own folders are private by inheritance there.
    Ok(!about.is_symlink())
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests;
