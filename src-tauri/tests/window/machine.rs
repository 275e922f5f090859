//! A machine of its own for each test: a display, a session bus, a home, and a driver that starts
//! the program and looks into its page.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A machine that is slower than this has another trouble.
pub(crate) const PATIENCE: Duration = Duration::from_secs(90);

/// What `scripts/setup` installs; a test says so instead of hiding that it did not run.
const INSTALL: &str = "is missing: run `scripts/setup` (Debian: xvfb, dbus, webkit2gtk-driver)";

#[derive(Debug)]
enum Compiler {
    /// That of this machine, or none.
    Installed,
    /// Heard only by a program that is built with the feature `recordings`.
    Recorded,
    Program(PathBuf),
}

pub(crate) struct Machine {
    home: tempfile::TempDir,
    display: String,
    bus: String,
    compiler: Compiler,
    locale: &'static str,
    // The display goes first: what draws on it ends with it.
    processes: Vec<Child>,
    /// What a compiler that waits reads from: closed with the test, and the compiler ends with it.
    alive: Option<File>,
}

/// Below the home: the name of what a compiler that waits reads from.
const ALIVE: &str = "alive";

impl Machine {
    pub(crate) fn new() -> Machine {
        let home = tempfile::tempdir().unwrap();
        let (x, number) =
            telling(
                Command::new("Xvfb")
                    .args(["-displayfd", "1", "-screen", "0", "1400x920x24"])
                    .args(["-nolisten", "tcp", "-noreset"]),
            );
        let (bus, address) = telling(Command::new("dbus-daemon").args([
            "--session",
            "--nofork",
            "--nopidfile",
            "--print-address=1",
        ]));
        let processes = vec![x, bus];
        let display = format!(":{number}");
        Machine {
            home,
            display,
            bus: address,
            compiler: Compiler::Installed,
            locale: "C.UTF-8",
            processes,
            alive: None,
        }
    }

    /// Uses a compiler that says its version, and asked for more waits until it is killed or the test
    /// is over.
    pub(crate) fn with_waiting_compiler(mut self) -> Machine {
        use std::os::unix::fs::PermissionsExt as _;
        let path = self.path(ALIVE);
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        // Opened for both, so that opening does not wait. Nobody writes there.
        self.alive = Some(File::options().read(true).write(true).open(&path).unwrap());
        let script = format!(
            "#!/bin/sh\ncase \"$*\" in *--version*) echo 'Idris 2, version 0.7.0';; --libdir) ;; \
             *) exec cat '{}';; esac\n",
            path.display()
        );
        let program = self.write("compiler", script);
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        self.compiler = Compiler::Program(program);
        self
    }

    /// Uses the compiler of this machine where there is one, and its recorded answers elsewhere.
    pub(crate) fn with_recordings(mut self) -> Machine {
        self.compiler = Compiler::Recorded;
        self
    }

    /// Has no compiler.
    pub(crate) fn without_compiler(mut self) -> Machine {
        self.compiler = Compiler::Program(PathBuf::from("none"));
        self
    }

    /// Names another locale, whether the C library has it or not.
    pub(crate) fn with_locale(mut self, locale: &'static str) -> Machine {
        self.locale = locale;
        self
    }

    pub(crate) fn display(&self) -> &str {
        &self.display
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    pub(crate) fn workspace(&self) -> PathBuf {
        self.path("Proviso")
    }

    /// A process that sees this machine and nothing of its user's own.
    pub(crate) fn command(&self, program: impl AsRef<Path>) -> Command {
        let mut command = Command::new(program.as_ref());
        command
            .current_dir(self.home.path())
            .env("DISPLAY", &self.display)
            .env("DBUS_SESSION_BUS_ADDRESS", &self.bus)
            .env("HOME", self.home.path())
            // Programs of the test's own stand before those of the system.
            .env("PATH", self.programs())
            .env("LANG", self.locale)
            .env("USER", "tester")
            .env("PROVISO_CONFIG", self.path("config"))
            // There is no graphics card, and nobody to read the screen to.
            .env("GDK_BACKEND", "x11")
            .env("WEBKIT_DISABLE_DMABUF_RENDERER", "1")
            .env("NO_AT_BRIDGE", "1")
            .env("GTK_THEME", "Adwaita")
            .env("GTK_USE_PORTAL", "0")
            // Saved settings would be lost with the bus, which is no reason to look for a daemon.
            .env("GSETTINGS_BACKEND", "memory")
            // What makes a window of this toolkit let a driver in.
            .env("TAURI_WEBVIEW_AUTOMATION", "true")
            .stdin(Stdio::null());
        for name in ["LC_ALL", "LC_MESSAGES", "LANGUAGE", "WAYLAND_DISPLAY", "PROVISO_WORKSPACE"] {
            command.env_remove(name);
        }
        for name in ["CONFIG", "DATA", "CACHE", "STATE"] {
            let folder = self.path(&name.to_lowercase());
            command.env(format!("XDG_{name}_HOME"), folder);
        }
        for name in ["ENGINE", "BASE_URL", "MODEL", "SECOND_MODEL", "API_STYLE"] {
            command.env_remove(format!("PROVISO_{name}"));
        }
        match &self.compiler {
            Compiler::Installed => &mut command,
            Compiler::Recorded => command.env("PROVISO_REPLAY", "1"),
            Compiler::Program(it) => command.env("PROVISO_IDRIS2", it).env("PROVISO_CACHE", "none"),
        };
        command
    }

    fn programs(&self) -> std::ffi::OsString {
        let theirs = std::env::var_os("PATH").unwrap_or_default();
        let all = std::iter::once(self.path("bin")).chain(std::env::split_paths(&theirs));
        std::env::join_paths(all).unwrap()
    }

    /// The program, as a person starts it.
    pub(crate) fn program(&self) -> Command {
        let mut command = self.command(program());
        command.arg("--workspace").arg(self.workspace());
        command
    }

    /// A driver that answers already; where from, and the process.
    pub(crate) fn driver(&self) -> (String, Ended) {
        // A port that was free may be taken before the driver is there: then it ends at once.
        const N_PORTS: usize = 5;
        let mut found = None;
        for _ in 0..N_PORTS {
            let port = TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port();
            let mut command = self.command("WebKitWebDriver");
            command.arg(format!("--port={port}"));
            // What the program says is kept for whoever looks at a failed test.
            let said = File::create(self.path("driver.log")).unwrap();
            command.stdout(said.try_clone().unwrap()).stderr(said);
            let started = command.spawn();
            let mut process =
                Ended(started.unwrap_or_else(|err| panic!("WebKitWebDriver {INSTALL}: {err}")));
            let answers = until("the driver answers, or has ended", || {
                let ended = process.0.try_wait().unwrap().is_some();
                if ended { Some(false) } else { is_ready(port).then_some(true) }
            });
            if answers {
                found = Some((format!("http://127.0.0.1:{port}"), process));
                break;
            }
        }
        found.unwrap_or_else(|| panic!("WebKitWebDriver ends on each of {N_PORTS} ports"))
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        // Before it is closed: who would open it later finds nothing, instead of waiting for ever.
        let _none = std::fs::remove_file(self.path(ALIVE));
        for it in &mut self.processes {
            // Ended already where the test is about to fail anyway.
            let _ended = it.kill();
            let _reaped = it.wait();
        }
    }
}

/// A process that ends with its value.
pub(crate) struct Ended(pub(crate) Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ended = self.0.kill();
        let _reaped = self.0.wait();
    }
}

pub(crate) fn program() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_proviso-desktop"))
}

/// A document that comes with the program.
pub(crate) fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../direction/samples").join(name)
}

/// Looks until something is there, which some other process brings about.
#[track_caller]
pub(crate) fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let end = Instant::now() + PATIENCE;
    loop {
        if let Some(it) = look() {
            return it;
        }
        assert!(Instant::now() < end, "waited in vain until {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Whether a driver without a session answers here: what merely listens may be somebody else, and
/// a connection may even have found itself.
fn is_ready(port: u16) -> bool {
    let ask = || -> std::io::Result<String> {
        let mut stream = TcpStream::connect(("127.0.0.1", port))?;
        stream.set_read_timeout(Some(Duration::from_secs(5)))?;
        write!(stream, "GET /status HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok(answer)
    };
    // It is asked again until it answers.
    ask().is_ok_and(|it| it.replace(' ', "").contains("\"ready\":true"))
}

/// Starts a server that says a line when it is ready.
fn telling(command: &mut Command) -> (Child, String) {
    let name = command.get_program().to_string_lossy().into_owned();
    let started = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let mut process = started.unwrap_or_else(|err| panic!("`{name}` {INSTALL}: {err}"));
    let mut line = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(!line.is_empty(), "`{name}` ended before it was ready");
    (process, line.trim().to_owned())
}
