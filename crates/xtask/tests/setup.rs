//! `scripts/setup compiler`, with stand-ins for the package managers of other systems.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test may stop where the machine fails it")]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the script itself needs; there is nothing else on its path.
const TOOLS: [&str; 12] = [
    "sh", "dirname", "id", "sed", "mktemp", "timeout", "rm", "cat", "sleep", "chmod", "head", "env",
];

struct Machine {
    folder: tempfile::TempDir,
}

impl Machine {
    fn new() -> Machine {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("bin")).unwrap();
        let path = std::env::var_os("PATH").unwrap();
        for tool in TOOLS {
            let found = std::env::split_paths(&path).map(|it| it.join(tool)).find(|it| it.exists());
            symlink(found.unwrap(), folder.path().join("bin").join(tool)).unwrap();
        }
        Machine { folder }
    }

    /// A package manager that does this.
    fn with(self, name: &str, script: &str) -> Machine {
        let path = self.bin().join(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        self
    }

    fn bin(&self) -> PathBuf {
        self.folder.path().join("bin")
    }

    fn idris2(&self) -> PathBuf {
        self.bin().join("idris2")
    }

    /// A script that installs it.
    fn installs(&self) -> String {
        let it = self.idris2();
        format!("echo '#!/bin/sh' >'{0}' && chmod +x '{0}'", it.display())
    }

    /// The exit status and what was said.
    fn setup(&self) -> (i32, String) {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let output = Command::new(root.join("scripts/setup"))
            .arg("compiler")
            .env_clear()
            .env("PATH", self.bin())
            .env("HOME", self.folder.path())
            .env("TMPDIR", self.folder.path())
            .env("PROVISO_PATIENCE", "2")
            .output()
            .unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
    }
}

/// A machine that has a compiler in one of the usual places has nothing to try.
fn has_one() -> bool {
    ["/opt/idris2/bin/idris2", "/opt/homebrew/bin/idris2", "/usr/local/bin/idris2"]
        .iter()
        .any(|it| Path::new(it).exists())
}

#[test]
fn the_managers_are_tried_in_turn_and_a_failure_is_told() {
    if has_one() {
        let here = (0, "setup: `idris2` is here\n".to_owned());
        assert_eq!(Machine::new().setup(), here, "and nothing is tried");
        return;
    }
    let machine = Machine::new();
    let installs = machine.installs();
    let machine = machine
        .with("brew", "echo 'no bottle' >&2; exit 1")
        .with("pacman", "sleep 60")
        .with("sudo", "exec \"$@\"")
        .with("apk", &installs);
    let (code, said) = machine.setup();
    assert_eq!(code, 0, "{said}");
    assert!(machine.idris2().exists());
    let told =
        ["setup: brew install idris2", "no bottle", "pacman -S", "apk add idris2", "here now"];
    let places: Vec<usize> = told.iter().map(|it| said.find(it).unwrap_or(usize::MAX)).collect();
    assert!(places.is_sorted() && places.last() < Some(&said.len()), "{said}");
    assert_eq!(machine.setup(), (0, "setup: `idris2` is here\n".to_owned()));
}

#[test]
fn where_none_carries_it_one_is_told_what_to_do() {
    if has_one() {
        return;
    }
    let (code, said) = Machine::new().setup();
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("https://idris2.readthedocs.io"), "{said}");
}
