//! The box, with shell scripts in it; where a shell has no word for something, this test program
//! itself, started again.

use std::fs;
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;

use expect_test::expect;
use proviso_core::ports::Reader as _;

use super::confine::{Files, available};
use super::*;
use crate::reading::{ReadLimits, WorkerProgram, WorkerReader};

/// A directory for a program, and one beside it with things that are none of its business.
struct Place {
    root: tempfile::TempDir,
}

impl Place {
    fn new() -> Place {
        let place = Place { root: tempfile::tempdir().unwrap() };
        for folder in ["work", "outside/folder"] {
            fs::create_dir_all(place.path(folder)).unwrap();
        }
        fs::write(place.path("outside/secret"), "the secret").unwrap();
        place
    }
    fn path(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }
    fn confines(&self) -> Confines {
        let this = std::env::current_exe().unwrap();
        let files = Files { readable: vec![this], writable: vec![self.path("work")] };
        Confines { files: Some(files) }
    }
    async fn run(
        &self,
        program: &Path,
        arguments: &[&str],
        variables: &[(&str, &str)],
    ) -> Result<Outcome, RunError> {
        self.within(Duration::from_secs(60), program, arguments, variables).await
    }
    async fn within(
        &self,
        timeout: Duration,
        program: &Path,
        arguments: &[&str],
        variables: &[(&str, &str)],
    ) -> Result<Outcome, RunError> {
        let variables = [("PATH", "/usr/bin:/bin")].iter().chain(variables);
        run(&Invocation {
            program,
            arguments: arguments.iter().map(Into::into).collect(),
            directory: &self.path("work"),
            environment: variables.map(|it| (it.0.into(), it.1.into())).collect(),
            timeout,
            max_output: 1 << 20,
            max_memory: None,
            confines: Some(self.confines()),
        })
        .await
    }
    /// What a script says; it stands beside its directory.
    async fn script(&self, script: &str) -> String {
        let outcome = self.run(Path::new("/bin/sh"), &["-c", script], &[]).await.unwrap();
        let all = [outcome.stdout.bytes, outcome.stderr.bytes].concat();
        String::from_utf8_lossy(&all).into_owned()
    }
    /// What this program says of an act, being started again.
    async fn act(&self, act: &str) -> String {
        let this = std::env::current_exe().unwrap();
        let itself = "process::tests::what_is_started_again";
        let arguments = ["--exact", itself, "--nocapture", "--test-threads=1"];
        let outcome = self.run(&this, &arguments, &[(ACT, act)]).await.unwrap();
        let said = String::from_utf8_lossy(&outcome.stdout.bytes).into_owned();
        let line = said.lines().find_map(|it| it.split_once(SAYS));
        line.unwrap_or_else(|| panic!("{outcome:?}")).1.to_owned()
    }
}

const ACT: &str = "PROVISO_TEST_ACT";
const SAYS: &str = "it says: ";

/// No test but what the others start; by itself it does nothing.
#[test]
fn what_is_started_again() {
    let Ok(act) = std::env::var(ACT) else { return };
    let (act, with) = act.split_once(' ').unwrap();
    let result = match act {
        "tcp" => TcpStream::connect(with).map(drop),
        "udp" => UdpSocket::bind("127.0.0.1:0").and_then(|it| it.send_to(b"x", with)).map(drop),
        "listen" => TcpListener::bind(with).map(drop),
        "unix" => UnixStream::connect(with).map(drop),
        "host" => return host(Path::new(with)),
        _ => panic!("no such act"),
    };
    println!("{SAYS}{:?}", result.map_err(|it| it.kind()));
}

#[tokio::test]
async fn a_program_writes_its_own_directory_only() {
    if !available().holds_files() {
        return;
    }
    let place = Place::new();
    let said = place
        .script(
            "echo mine > inside; mkdir -p a/b; mv inside a/b/; cat a/b/inside
             cp a/b/inside ../outside/new; mkdir ../outside/made; ln ../outside/secret link
             mv a ../outside/; rm ../outside/secret; rmdir ../outside/folder; ln -s / everything
             : >> ../outside/secret; chmod 777 ../outside/secret; touch -d 2000-01-01 ../outside
             mkfifo pipe; echo up > ../up",
        )
        .await;
    assert!(said.starts_with("mine\n"), "{said}");
    let list = |it: &str| {
        let all = fs::read_dir(place.path(it)).unwrap().map(|it| it.unwrap().file_name());
        let mut all: Vec<String> = all.map(|it| it.into_string().unwrap()).collect();
        all.sort();
        all.join(" ")
    };
    expect!["folder secret"].assert_eq(&list("outside"));
    expect!["outside work"].assert_eq(&list(""));
    expect!["a"].assert_eq(&list("work"));
    let secret = place.path("outside/secret");
    assert_eq!(fs::read_to_string(&secret).unwrap(), "the secret");
    assert_eq!(fs::metadata(&secret).unwrap().permissions().mode() & 0o777, 0o644);
    let changed = fs::metadata(place.path("outside")).unwrap().modified().unwrap();
    assert!(changed.elapsed().unwrap() < Duration::from_secs(3600), "times are no program's");
}

#[tokio::test]
async fn a_program_reads_its_own_directory_and_the_system_only() {
    if !available().holds_files() {
        return;
    }
    let place = Place::new();
    let said = place
        .script(
            "cat ../outside/secret; read -r line < ../outside/secret && echo \"$line\"
             cp ../outside/secret copy && cat copy; sh -c 'cat ../outside/secret'
             ls ../outside; ls ..; cat /etc/passwd; cat /proc/self/environ /proc/$PPID/environ",
        )
        .await;
    for it in ["the secret", "folder", "outside\n", "root:", "PATH="] {
        assert!(!said.contains(it), "{it} in {said}");
    }
    assert!(said.contains("ermission denied"), "{said}");
}

#[tokio::test]
async fn what_a_program_writes_it_does_not_execute() {
    if !available().holds_files() {
        return;
    }
    let said = Place::new().script("cp /bin/echo mine; ./mine ran; echo $?").await;
    assert!(!said.contains("ran"), "{said}");
}

#[tokio::test]
async fn a_program_reaches_no_network_and_no_service() {
    if !available().holds_network() {
        return;
    }
    let place = Place::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    let service = place.path("work/service");
    let _service = UnixListener::bind(&service).unwrap();
    assert!(TcpStream::connect(address).is_ok(), "without a box it is reached");
    for act in [
        format!("tcp {address}"),
        format!("udp {}", socket.local_addr().unwrap()),
        "listen 127.0.0.1:0".to_owned(),
        format!("unix {}", service.display()),
    ] {
        assert_eq!(place.act(&act).await, "Err(PermissionDenied)", "{act}");
    }
    // A shell that it starts is no better off.
    let port = address.port();
    let said = place
        .script(&format!("sh -c 'bash -c \"echo x > /dev/tcp/127.0.0.1/{port}\" && echo reached'"))
        .await;
    assert!(!said.contains("reached"), "{said}");
}

#[tokio::test]
async fn a_program_neither_leaves_its_group_nor_signals_others() {
    if !available().holds_network() {
        return;
    }
    let place = Place::new();
    let said = place.script("setsid sh -c 'echo left'; unshare -Ur sh -c 'echo root'").await;
    assert!(!said.contains("left") && !said.contains("root"), "{said}");
    if available().holds_signals() {
        let said = place.script("kill -0 $$ && echo itself; kill -0 $PPID && echo us").await;
        assert!(said.contains("itself") && !said.contains("us\n"), "{said}");
    }
}

#[tokio::test]
async fn a_program_neither_slows_others_nor_shares_with_them() {
    if !available().holds_network() {
        return;
    }
    let said = Place::new()
        .script(
            "taskset -p 1 $PPID && echo pinned; ionice -c 3 -p $PPID && echo idle
             chrt -b -p 0 $PPID && echo batched; ipcmk -Q && echo shared; echo end",
        )
        .await;
    for it in ["pinned", "idle", "batched", "shared"] {
        assert!(!said.contains(&format!("{it}\n")), "{it} in {said}");
    }
    assert!(said.contains("end"), "{said}");
}

#[tokio::test]
async fn much_output_is_read_to_its_end_and_its_beginning_kept() {
    let outcome = Place::new()
        .run(Path::new("/usr/bin/head"), &["-c", "104857600", "/dev/zero"], &[])
        .await
        .unwrap();
    assert!(outcome.status.success(), "{outcome:?}");
    assert_eq!(outcome.stdout.bytes.len(), 1 << 20);
    assert_eq!(outcome.stdout.n_dropped, 99 << 20);
}

#[tokio::test]
async fn files_and_processes_have_a_limit() {
    let place = Place::new();
    assert_eq!(place.script("ulimit -f").await.trim(), "524288");
    // Of processor time, and of that of a program that does not hear that it is over.
    assert_eq!(place.script("ulimit -S -t; ulimit -H -t").await, "60\n70\n");
    let processes = place.script("ulimit -u 2>/dev/null || ulimit -p").await;
    assert!(processes.trim().parse::<u64>().is_ok_and(|it| it >= MAX_PROCESSES), "{processes}");
}

/// A machine with little time, as a program sees it: one that gets a part of a processor, here since it
/// sleeps in between. No process of it takes a second of work, and all of it more than four by the clock.
const SLOW: &str = "n=0; while [ $n -lt 45 ]; do sleep 0.1; n=$((n + 1))
                    (i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done); done; echo done";

#[tokio::test]
async fn a_program_that_has_little_of_a_processor_comes_to_its_end() {
    let place = Place::new();
    let second = Duration::from_secs(1);
    let sh = Path::new("/bin/sh");
    let (slow, idle) = tokio::join!(
        place.within(second, sh, &["-c", SLOW], &[]),
        place.within(second, sh, &["-c", "sleep 600"], &[]),
    );
    let slow = slow.unwrap();
    assert_eq!(slow.stdout.bytes, b"done\n", "{slow:?}");
    assert!(slow.took > second * patience::PATIENCE, "it would have been done at once: {slow:?}");
    assert!(matches!(idle, Err(RunError::TimedOut)), "{idle:?}");
}

#[tokio::test]
async fn a_thread_of_ours_is_as_free_as_before() {
    let place = Place::new();
    place.script("true").await;
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let reached = tokio::task::spawn_blocking(move || {
        (0..8).all(|_| TcpStream::connect(listener.local_addr().unwrap()).is_ok())
    });
    assert!(reached.await.unwrap());
    assert_eq!(fs::read_to_string(place.path("outside/secret")).unwrap(), "the secret");
}

/// Starts a program in a box and a reading worker, each with a child of its own, and waits for ever.
/// The program writes their process ids into a file of a folder; the worker, which may write none, is
/// known by the time that its child sleeps.
fn host(folder: &Path) {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let place = Place::new();
    let script = "sleep 600 & echo $$ $! > program; cat program; wait";
    let worker = format!("sleep {} & wait", mark(folder));
    let document = folder.join("document.txt");
    fs::write(&document, "any").unwrap();
    runtime.block_on(async {
        let arguments = ["-c".to_owned(), script.to_owned()].map(OsString::from).to_vec();
        let files = Files { readable: Vec::new(), writable: vec![folder.to_owned()] };
        let invocation = Invocation {
            program: Path::new("/bin/sh"),
            arguments,
            directory: folder,
            environment: inherited(&["PATH"]),
            timeout: Duration::from_secs(600),
            max_output: 1 << 20,
            max_memory: None,
            confines: Some(Confines { files: Some(files) }),
        };
        let program =
            WorkerProgram { path: "/bin/sh".into(), args: vec!["-c".into(), worker.into()] };
        let reader = WorkerReader::new(program, ReadLimits::default());
        let _never = tokio::join!(run(&invocation), reader.read(&document, &|_| {}));
    });
    drop(place);
}

/// A time to sleep that no other program sleeps.
fn mark(folder: &Path) -> String {
    let name = folder.file_name().unwrap().to_string_lossy();
    format!("600.{}", name.bytes().map(|it| it.to_string()).collect::<String>())
}

/// The processes whose arguments say something.
fn saying(what: &str) -> Vec<u32> {
    let all =
        fs::read_dir("/proc").unwrap().filter_map(|it| it.ok()?.file_name().into_string().ok());
    let says = |pid: &u32| {
        let said = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&said).contains(what)
    };
    all.filter_map(|it| it.parse().ok()).filter(says).collect()
}

/// The process ids in a file, once they are there.
fn pids(path: &Path) -> Option<Vec<u32>> {
    let text = fs::read_to_string(path).ok().filter(|it| it.ends_with('\n'))?;
    text.split_whitespace().map(|it| it.parse().ok()).collect()
}

fn alive(pid: u32) -> bool {
    // A zombie that nobody has waited for yet is dead.
    fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|it| !it.contains(") Z "))
}

/// Waits for what another process brings about, as long as a test may.
fn eventually<T>(mut look: impl FnMut() -> Option<T>) -> Option<T> {
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(20) {
        if let Some(it) = look() {
            return Some(it);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    None
}

#[test]
fn who_is_killed_takes_programs_and_readers_along_with_all_that_they_started() {
    let folder = tempfile::tempdir().unwrap();
    let itself = "process::tests::what_is_started_again";
    let mut host = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", itself, "--nocapture", "--test-threads=1"])
        .env(ACT, format!("host {}", folder.path().display()))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let started = eventually(|| {
        let program = pids(&folder.path().join("program"))?;
        // The shell and its child.
        let worker = Some(saying(&mark(folder.path()))).filter(|it| it.len() == 2)?;
        Some([program, worker].concat())
    });
    let started = started.expect("both must get that far");
    assert_eq!(started.len(), 4);
    assert!(started.iter().all(|it| alive(*it)), "{started:?}");
    // Also who sleeps so soundly that it hears nothing.
    for pid in &started {
        let pid = nix::unistd::Pid::from_raw(i32::try_from(*pid).unwrap());
        nix::sys::signal::kill(pid, nix::sys::signal::Signal::SIGSTOP).unwrap();
    }
    // SIGKILL: it can do nothing about them any more.
    host.kill().unwrap();
    host.wait().unwrap();
    let gone = eventually(|| started.iter().all(|it| !alive(*it)).then_some(()));
    assert!(gone.is_some(), "left behind: {started:?}");
}

/// What the system says of a process, by name.
fn status(pid: u32, name: &str) -> String {
    let all = fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = all.lines().find_map(|it| it.strip_prefix(name)?.strip_prefix(':'));
    line.unwrap_or_default().trim().to_owned()
}

#[tokio::test]
async fn a_reading_worker_knows_nothing_of_us_and_gains_no_rights() {
    if !available().holds_files() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let document = folder.path().join("document.txt");
    fs::write(&document, "any").unwrap();
    let mark = mark(folder.path());
    let script = format!("sleep {mark} & cat '{}'; wait", document.display());
    let program = WorkerProgram { path: "/bin/sh".into(), args: vec!["-c".into(), script.into()] };
    let reader = WorkerReader::new(program, ReadLimits::default());
    let looked = tokio::task::spawn_blocking(move || {
        let worker = eventually(|| Some(saying(&mark)).filter(|it| it.len() == 2)).unwrap();
        let seen = worker.iter().map(|pid| {
            let environment = fs::read(format!("/proc/{pid}/environ")).unwrap();
            let environment = String::from_utf8_lossy(&environment).into_owned();
            (environment, status(*pid, "NoNewPrivs"), status(*pid, "Seccomp"))
        });
        seen.collect::<Vec<_>>()
    });
    let seen = tokio::select! {
        it = looked => it.unwrap(),
        it = reader.read(&document, &|_| {}) => panic!("nobody answers: {it:?}"),
    };
    for (environment, no_new_rights, filtered) in seen {
        let names = environment.split('\0').filter_map(|it| it.split_once('=')).map(|it| it.0);
        let known = [
            "DYLD_LIBRARY_PATH",
            "GLIBC_TUNABLES",
            "HOME",
            "LD_LIBRARY_PATH",
            "OMP_THREAD_LIMIT",
            "PWD",
            "TESSDATA_PREFIX",
        ];
        // The C library takes its own variable apart where it stands.
        let names = names.filter(|it| !it.starts_with("glibc."));
        let more: Vec<&str> = names.filter(|it| !known.contains(it)).collect();
        assert!(more.is_empty(), "{more:?}");
        assert_eq!((no_new_rights.as_str(), filtered.as_str()), ("1", "2"));
    }
}
