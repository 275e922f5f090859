//! Which files of this machine the compiler reads, beside those of a check.
//!
//! `idris2` is a script that starts Chez Scheme on a folder beside it, and installers put scripts of
//! their own in front of that. So a script's own text is looked through for the paths it names.
//!
//! **Invariant:** nothing of a document, a model or a workspace has a say in it; and no folder is
//! named that holds a person's files or those of other checks, whoever names it.

use std::ffi::OsString;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// What Chez Scheme is called; `idris2` and its scripts look for these.
const SCHEMES: [&str; 6] =
    ["chez", "chezscheme", "chez-scheme", "chezscheme9.5", "scheme", "petite"];
/// Variables that hold paths that the compiler or its libraries are looked for in.
const VARIABLES: [&str; 3] = ["LD_LIBRARY_PATH", "IDRIS2_PREFIX", "IDRIS2_PACKAGE_PATH"];
/// A launcher is shorter; what is longer is a program.
const MAX_SCRIPT: u64 = 64 << 10;
/// How many scripts may start each other.
const MAX_DEPTH: usize = 4;

/// The files and folders of a compiler, given the variables that it gets; but its libraries, which
/// it alone knows, and what the system's own packages hold.
pub(super) fn of(program: &Path, environment: &[(OsString, OsString)]) -> Vec<PathBuf> {
    let mut found = Found::nothing();
    found.program(program, MAX_DEPTH);
    let value = |name: &str| environment.iter().find(|it| it.0 == name).map(|it| it.1.as_os_str());
    for path in VARIABLES.iter().filter_map(|it| value(it)).flat_map(std::env::split_paths) {
        found.folder(&path);
    }
    if let Some(scheme) = value("CHEZ") {
        found.scheme(Path::new(scheme));
    }
    for folder in value("PATH").iter().flat_map(std::env::split_paths) {
        for name in SCHEMES {
            found.scheme(&folder.join(name));
        }
    }
    found.paths
}

/// The folder of libraries that a compiler names, unless it is one that must not be named.
pub(super) fn libraries(path: &Path) -> Option<PathBuf> {
    let mut found = Found::nothing();
    found.folder(path);
    found.paths.pop()
}

struct Found {
    /// Folders that are never named, nor any that they are in.
    private: Vec<PathBuf>,
    paths: Vec<PathBuf>,
}

impl Found {
    fn nothing() -> Found {
        Found { private: private(), paths: Vec::new() }
    }

    fn add(&mut self, path: PathBuf) {
        if !self.paths.contains(&path) {
            self.paths.push(path);
        }
    }

    /// A folder with all that is in it.
    fn folder(&mut self, path: &Path) {
        let Ok(path) = path.canonicalize() else { return };
        let wide = path.components().filter(|it| matches!(it, Component::Normal(_))).count() < 2;
        if !wide && path.is_dir() && !self.private.iter().any(|it| it.starts_with(&path)) {
            self.add(path);
        }
    }

    /// A program, the folder of what it starts, and, of a script, what it names.
    fn program(&mut self, path: &Path, depth: usize) {
        let Ok(path) = path.canonicalize() else { return };
        if self.paths.contains(&path) || path.is_dir() {
            return;
        }
        let mut beside = path.file_name().unwrap_or_default().to_owned();
        beside.push("_app");
        self.folder(&path.with_file_name(beside));
        self.add(path.clone());
        if depth == 0 {
            return;
        }
        for named in script(&path).iter().flat_map(|it| paths_in(it)) {
            let named = Path::new(named);
            if named.is_dir() {
                self.folder(named);
            } else if is_started(named) {
                self.program(named, depth - 1);
            }
        }
    }

    /// A Scheme, and the boot files that it finds by its own place.
    fn scheme(&mut self, path: &Path) {
        if !path.is_absolute() || !path.is_file() {
            return;
        }
        for path in [Some(path.to_owned()), path.canonicalize().ok()].into_iter().flatten() {
            let folder = path.parent().and_then(Path::parent).map(|it| it.join("lib"));
            for entry in folder.and_then(|it| fs::read_dir(it).ok()).into_iter().flatten().flatten()
            {
                if entry.file_name().as_encoded_bytes().starts_with(b"csv") {
                    self.folder(&entry.path());
                }
            }
            self.program(&path, 1);
        }
    }
}

/// The text of a script; of nothing else.
fn script(path: &Path) -> Option<String> {
    let about = fs::metadata(path).ok()?;
    if !about.is_file() || about.len() > MAX_SCRIPT {
        return None;
    }
    let bytes = fs::read(path).ok()?;
    bytes.starts_with(b"#!").then(|| String::from_utf8_lossy(&bytes).into_owned())
}

/// The absolute paths that a shell's text names as such.
fn paths_in(text: &str) -> impl Iterator<Item = &str> {
    let ends = |it: char| it.is_whitespace() || "\"'`;:=()<>|&$*?{}[]!#\\".contains(it);
    text.split(ends).filter(|it| it.starts_with('/'))
}

/// Whether a file that a script names is one to be started or loaded, or waits to be read; a script
/// may speak of others too.
fn is_started(path: &Path) -> bool {
    let loaded = ["so", "boot", "ss"].iter().any(|it| path.extension().is_some_and(|is| is == *it));
    loaded || is_executable_or_pipe(path)
}

#[cfg(unix)]
fn is_executable_or_pipe(path: &Path) -> bool {
    use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _};
    let Ok(about) = fs::metadata(path) else { return false };
    about.file_type().is_fifo() || about.is_file() && about.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn is_executable_or_pipe(path: &Path) -> bool {
    path.is_file()
}

/// The folders of a person, and the one for temporary files: a check's secrets are other checks.
fn private() -> Vec<PathBuf> {
    let below_home = [".ssh", ".config", ".local/share", ".cache", "Documents", "Desktop"];
    let home = std::env::home_dir().filter(|it| it.is_absolute());
    let mut all: Vec<PathBuf> =
        home.iter().flat_map(|home| below_home.iter().map(|it| home.join(it))).collect();
    all.extend(home);
    all.push(std::env::temp_dir());
    all.extend(all.clone().iter().filter_map(|it| it.canonicalize().ok()));
    all
}

/// The variables of an environment without the entries of `PATH` that are not absolute: those would
/// be looked for in the directory of a check.
pub(super) fn without_relative(environment: &mut [(OsString, OsString)]) {
    for (_, value) in environment.iter_mut().filter(|it| it.0 == "PATH") {
        let absolute = std::env::split_paths(value).filter(|it| it.is_absolute());
        // Entries that were taken apart can be put together.
        if let Ok(joined) = std::env::join_paths(absolute) {
            *value = joined;
        }
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn variable(name: &str, value: impl Into<OsString>) -> (OsString, OsString) {
        (name.into(), value.into())
    }

    fn write(path: &Path, text: &str) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn found(root: &Path, program: &str, environment: &[(OsString, OsString)]) -> Vec<String> {
        let root = root.canonicalize().unwrap();
        let all = of(&root.join(program), environment);
        let below = all.iter().filter_map(|it| it.strip_prefix(&root).ok());
        below.map(|it| it.display().to_string()).collect()
    }

    #[test]
    fn an_installation_is_the_script_what_is_beside_it_and_what_it_names() {
        let root = tempfile::tempdir().unwrap();
        let path = |it: &str| root.path().join(it);
        for folder in ["opt/bin/idris2_app", "packages", "home/.ssh"] {
            fs::create_dir_all(path(folder)).unwrap();
        }
        write(&path("opt/bin/idris2"), "#!/bin/sh\nexec scheme --program \"$DIR/idris2_app/x\"\n");
        fs::set_permissions(path("opt/bin/idris2"), fs::Permissions::from_mode(0o755)).unwrap();
        write(&path("opt/bin/other"), "");
        write(&path("home/diary"), "");
        let first = format!(
            "#!/bin/sh\nexport IDRIS2_PACKAGE_PATH='{}:/nowhere'\n# not {}\nexec \"{}\" \"$@\"\n",
            path("packages").display(),
            path("home/diary").display(),
            path("opt/bin/idris2").display()
        );
        write(&path("home/bin/idris2"), &first);
        let all = found(root.path(), "home/bin/idris2", &[]);
        assert_eq!(all, ["home/bin/idris2", "packages", "opt/bin/idris2_app", "opt/bin/idris2"]);
    }

    #[test]
    fn boot_files_are_found_by_the_place_of_scheme() {
        let root = tempfile::tempdir().unwrap();
        let path = |it: &str| root.path().join(it);
        for folder in ["chez/lib/csv10.3.0", "chez/lib/private", "bin"] {
            fs::create_dir_all(path(folder)).unwrap();
        }
        write(&path("chez/bin/scheme"), "\x7fELF");
        write(&path("idris2"), "\x7fELF");
        std::os::unix::fs::symlink(path("chez/bin/scheme"), path("bin/chez")).unwrap();
        let all = found(root.path(), "idris2", &[variable("PATH", path("bin"))]);
        assert_eq!(all, ["idris2", "chez/bin/scheme", "chez/lib/csv10.3.0"]);
    }

    #[test]
    fn no_folder_that_a_person_or_another_check_is_in_is_ever_named() {
        let root = tempfile::tempdir().unwrap();
        let program = root.path().join("idris2");
        write(&program, "#!/bin/sh\nexec /bin/sh -c / /home /etc /tmp\n");
        let temporary = std::env::temp_dir();
        let above = std::env::join_paths([Path::new("/"), Path::new("/etc"), &temporary]).unwrap();
        let mut all = of(&program, &[variable("LD_LIBRARY_PATH", above)]);
        all.retain(|it| it.is_dir());
        assert_eq!(all, [] as [&Path; 0]);
        let home = std::env::home_dir().unwrap();
        assert_eq!(libraries(&home), None);
        assert_eq!(libraries(Path::new("/usr/lib")), Path::new("/usr/lib").canonicalize().ok());
    }

    #[test]
    fn a_path_that_is_not_absolute_is_not_handed_on() {
        let mut all = [variable("PATH", "bin::/usr/bin:.:/bin"), variable("CHEZ", "a:b")];
        without_relative(&mut all);
        assert_eq!(all, [variable("PATH", "/usr/bin:/bin"), variable("CHEZ", "a:b")]);
    }
}
