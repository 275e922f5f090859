//! Finds the compiler on this machine.
//!
//! **Invariant:** a path that a person gave, as a setting or by `PROVISO_IDRIS2`, is the only one
//! tried: another compiler than the named one would be a surprise, and naming none that exists is
//! how to work without. Relative entries of `PATH` are passed over.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The variable that names the compiler.
pub const VARIABLE: &str = "PROVISO_IDRIS2";

/// Where a compiler may be.
#[derive(Debug, Clone, Default)]
pub struct Surroundings {
    /// A person's setting.
    pub setting: Option<PathBuf>,
    /// The value of [`VARIABLE`].
    pub variable: Option<OsString>,
    /// The value of `PATH`.
    pub path: Option<OsString>,
    /// The user's home folder.
    pub home: Option<PathBuf>,
}

impl Surroundings {
    /// Those of this process.
    pub fn of_process(setting: Option<PathBuf>) -> Surroundings {
        Surroundings {
            setting,
            variable: std::env::var_os(VARIABLE).filter(|it| !it.is_empty()),
            path: std::env::var_os("PATH"),
            home: std::env::home_dir().filter(|it| it.is_absolute()),
        }
    }

    /// The first compiler there is, or where it was looked for.
    pub fn find(&self) -> Result<PathBuf, Vec<String>> {
        if let Some(setting) = &self.setting {
            return only(setting, "setting");
        }
        if let Some(variable) = &self.variable {
            return only(Path::new(variable), VARIABLE);
        }
        let from_path = self.path.iter().flat_map(std::env::split_paths);
        let folders = from_path.filter(|it| it.is_absolute()).chain(self.usual());
        let mut looked: Vec<PathBuf> = Vec::new();
        for folder in folders {
            let program = folder.join(PROGRAM);
            if looked.contains(&program) {
                continue;
            }
            if is_program(&program) {
                return Ok(program);
            }
            looked.push(program);
        }
        let mut looked: Vec<String> =
            looked.iter().map(|it| it.to_string_lossy().into_owned()).collect();
        looked.insert(0, format!("the setting and `{VARIABLE}`, which name none"));
        Err(looked)
    }

    /// Where installers put it: pack, idris2's own `make install`, Homebrew, Nix, MacPorts.
    fn usual(&self) -> impl Iterator<Item = PathBuf> {
        const BELOW_HOME: [&str; 6] = [
            ".local/bin",
            ".idris2/bin",
            ".pack/bin",
            ".local/state/pack/bin",
            ".nix-profile/bin",
            ".linuxbrew/bin",
        ];
        const ELSEWHERE: [&str; 8] = [
            "/usr/local/bin",
            "/usr/bin",
            "/opt/idris2/bin",
            "/opt/homebrew/bin",
            "/home/linuxbrew/.linuxbrew/bin",
            "/opt/local/bin",
            "/run/current-system/sw/bin",
            "/nix/var/nix/profiles/default/bin",
        ];
        let home = self.home.clone();
        let below = BELOW_HOME.iter().filter_map(move |it| Some(home.as_ref()?.join(it)));
        below.chain(ELSEWHERE.iter().map(PathBuf::from))
    }
}

/// What would install a compiler on this machine, as its package managers do it; none where none of
/// them carries it. Nobody runs it but a person, or `scripts/setup compiler`.
pub fn way() -> Option<&'static str> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let lines = include_str!("../../../../scripts/idris2-ways").lines();
    let mut ways = lines.filter(|it| !it.starts_with('#')).filter_map(|it| it.split_once('\t'));
    ways.find(|it| folders.iter().any(|folder| is_program(&folder.join(it.0)))).map(|it| it.1)
}

const PROGRAM: &str = if cfg!(windows) { "idris2.exe" } else { "idris2" };

fn only(path: &Path, source: &str) -> Result<PathBuf, Vec<String>> {
    // A folder is as good as the program in it.
    let program = if path.is_dir() { path.join(PROGRAM) } else { path.to_owned() };
    let place = || vec![format!("{source}: {}", program.display())];
    if !is_program(&program) {
        return Err(place());
    }
    // The compiler runs elsewhere, so a relative path must be resolved here.
    std::path::absolute(&program).map_err(|_| place())
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|it| it.is_file() && it.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn install(folder: &Path, mode: u32) -> PathBuf {
        fs::create_dir_all(folder).unwrap();
        let program = folder.join("idris2");
        fs::write(&program, "#!/bin/sh\n").unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(mode)).unwrap();
        program
    }

    #[test]
    fn a_setting_wins_over_the_variable_and_the_variable_over_the_path() {
        let root = tempfile::tempdir().unwrap();
        let [a, b, c] = ["a", "b", "c"].map(|it| install(&root.path().join(it), 0o755));
        let all = Surroundings {
            setting: Some(a.clone()),
            variable: Some(b.clone().into()),
            path: Some(root.path().join("c").into()),
            home: None,
        };
        assert_eq!(all.find(), Ok(a));
        let all = Surroundings { setting: None, ..all };
        assert_eq!(all.find(), Ok(b));
        assert_eq!(Surroundings { variable: None, ..all }.find(), Ok(c));
    }

    #[test]
    fn a_named_compiler_that_is_missing_is_not_replaced_by_another() {
        let root = tempfile::tempdir().unwrap();
        install(&root.path().join("bin"), 0o755);
        let path = Some(root.path().join("bin").into());
        let absent = root.path().join("absent");
        let named = Surroundings { setting: Some(absent.clone()), path, ..Surroundings::default() };
        assert_eq!(named.find(), Err(vec![format!("setting: {}", absent.display())]));
    }

    #[test]
    fn a_file_that_cannot_be_run_and_a_relative_folder_are_passed_over() {
        let root = tempfile::tempdir().unwrap();
        install(&root.path().join("bin"), 0o644);
        let home = install(&root.path().join(".idris2/bin"), 0o755);
        let path = std::env::join_paths([Path::new("."), &root.path().join("bin")]).unwrap();
        let found = Surroundings {
            path: Some(path),
            home: Some(root.path().to_owned()),
            ..Surroundings::default()
        };
        assert_eq!(found.find(), Ok(home));
    }
}
