//! How the process is handled, with a shell script in the compiler's place: what the compiler
//! itself answers is tested where it is.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Instant;

use expect_test::{Expect, expect};
use proviso_core::run::Module;

use super::*;

/// A checker over a script that runs in the check's directory after the version was asked for. It
/// may write notes into the folder that it is in.
fn checker(folder: &Path, script: &str) -> IdrisProcess {
    let program = folder.join("idris2");
    let text = format!(
        "#!/bin/sh\ncase $1 in --version) echo 'Idris 2, version 9.9.9'; exit;; --libdir) exit;; esac\n{script}\n"
    );
    fs::write(&program, text).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let surroundings = Surroundings { setting: Some(program), ..Surroundings::default() };
    IdrisProcess { notes: Some(folder.to_owned()), ..IdrisProcess::within(surroundings) }
}

fn job(timeout_ms: u64) -> CheckJob {
    with("Domains.Rent", "module Domains.Rent\n", timeout_ms)
}

/// A job of one module besides.
fn with(name: &str, text: &str, timeout_ms: u64) -> CheckJob {
    let module = |name: &str, text: &str| Module { name: name.into(), text: text.into() };
    let mut modules = vec![module(name, text)];
    if name != "Domains.Rent" {
        modules.insert(0, module("Domains.Rent", "module Domains.Rent\n"));
    }
    CheckJob::unread(modules, "Domains.Rent", Duration::from_millis(timeout_ms))
}

const TTC: &str = "mkdir -p build/ttc/1/Domains; echo x > build/ttc/1/Domains/Rent.ttc";

#[track_caller]
fn check(script: &str, expect: Expect) {
    let folder = tempfile::tempdir().unwrap();
    let checker = checker(folder.path(), script);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let text = match runtime.block_on(checker.check(&job(10_000))) {
        Ok(report) => {
            let all: Vec<String> = report
                .diagnostics
                .iter()
                .map(|it| format!("{:?} {:?} {}", it.severity, it.kind, it.message))
                .collect();
            format!("{} accepted: {}\n{}", report.compiler, report.accepted, all.join("\n"))
        }
        Err(err) => {
            let cause = std::error::Error::source(&err).map_or(String::new(), |it| it.to_string());
            format!("{err}: {cause}").replace(&folder.path().display().to_string(), "…")
        }
    };
    expect.assert_eq(text.trim_end());
}

#[test]
fn accepted_needs_status_silence_and_an_interface_file() {
    check(TTC, expect!["9.9.9 accepted: true"]);
    check(
        "echo fine",
        expect![[r#"
            9.9.9 accepted: false
            Info Other fine
            Error Compiler `idris2` ended as if all were well but wrote no interface file, so `Domains.Rent` is not accepted"#]],
    );
    check(
        &format!("{TTC}; echo 'Error: Module X not found'"),
        expect![[r#"
            9.9.9 accepted: false
            Error MissingModule Module X not found"#]],
    );
    check(
        &format!("{TTC}; exit 3"),
        expect![[r#"
            9.9.9 accepted: false
            Error Compiler `idris2` gave exit status 3 and named no error, so `Domains.Rent` is not accepted"#]],
    );
    check(
        "mkdir -p build/ttc/1/Domains; : > build/ttc/1/Domains/Rent.ttc",
        expect![[r#"
            9.9.9 accepted: false
            Error Compiler `idris2` ended as if all were well but wrote no interface file, so `Domains.Rent` is not accepted"#]],
    );
    check(
        "echo 'Exception: out of memory' >&2; kill -SEGV $$",
        expect![[r#"
            9.9.9 accepted: false
            Error Compiler Exception: out of memory"#]],
    );
}

#[test]
fn the_compiler_sees_a_clean_directory_and_a_clean_environment() {
    check(
        &format!(
            "{TTC}; stat -c %a . | grep -qx 700 || echo open; ls -A | tr '\\n' ' '; \
             cat source/Domains/Rent.idr; read -r line || echo closed; env | grep -c CARGO || true"
        ),
        expect![[r#"
            9.9.9 accepted: true
            Info Other build source module Domains.Rent
            closed
            0"#]],
    );
}

#[test]
fn more_output_than_is_read_is_no_acceptance() {
    check(
        &format!("{TTC}; head -c 9000000 /dev/zero | tr '\\0' '\\n'"),
        expect![[r#"
            9.9.9 accepted: false
            Error Compiler `idris2` printed 4805696 bytes more than are read"#]],
    );
}

#[test]
fn a_program_that_cannot_run_is_our_failure_and_not_the_models() {
    check(
        "exec /nonexistent/scheme",
        expect![[r#"
            failed to run `…/idris2`: …/idris2: 3: exec: /nonexistent/scheme: not found"#]],
    );
}

fn alive(pid: &str) -> bool {
    // A zombie that nobody has waited for yet is dead.
    fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|it| !it.contains(") Z "))
}

/// Waits for a condition that another process brings about, as long as a test may.
async fn eventually(mut holds: impl FnMut() -> bool) -> bool {
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(20) {
        if holds() {
            return true;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    false
}

fn pids(folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(folder.join("pids")).unwrap_or_default();
    text.split_whitespace().map(str::to_owned).collect()
}

/// Writes its process id and a child's, then hangs.
fn hanging(folder: &Path) -> IdrisProcess {
    let script = format!("sleep 600 & echo $$ $! > {}/pids; wait", folder.display());
    checker(folder, &script)
}

#[tokio::test]
async fn too_slow_is_killed_with_all_that_it_started() {
    let folder = tempfile::tempdir().unwrap();
    let checker = hanging(folder.path());
    let job = job(750);
    let result = checker.check(&job).await;
    assert!(matches!(result, Err(CheckerError::TimedOut(it)) if it == job.timeout()), "{result:?}");
    let pids = pids(folder.path());
    assert_eq!(pids.len(), 2, "the script must have got that far");
    assert!(eventually(|| pids.iter().all(|it| !alive(it))).await, "left behind: {pids:?}");
}

/// The signal is what the system sends where the limit, set as the second test shows, is reached.
#[tokio::test]
async fn the_end_of_its_processor_time_is_told_from_other_ends_also_behind_a_script() {
    for ended in ["kill -XCPU $$", "sh -c 'kill -XCPU $$'; exit $?"] {
        let folder = tempfile::tempdir().unwrap();
        let result = checker(folder.path(), ended).check(&job(600_000)).await;
        assert!(matches!(result, Err(CheckerError::TimedOut(_))), "{ended}: {result:?}");
    }
}

#[tokio::test]
async fn time_is_counted_while_the_compiler_works() {
    let folder = tempfile::tempdir().unwrap();
    let waits = format!("ulimit -S -t > {}/soft; sleep 2; {TTC}", folder.path().display());
    let report = checker(folder.path(), &waits).check(&job(1_000)).await.unwrap();
    assert!(report.accepted, "two seconds by the clock, next to none at work: {report:?}");
    assert_eq!(fs::read_to_string(folder.path().join("soft")).unwrap().trim(), "1");
}

#[tokio::test]
async fn dropping_a_check_kills_it_with_all_that_it_started() {
    let folder = tempfile::tempdir().unwrap();
    let checker = hanging(folder.path());
    let job = job(600_000);
    let started = {
        let check = checker.check(&job);
        let started = eventually(|| pids(folder.path()).len() == 2);
        tokio::select! {
            result = check => panic!("a hanging check ended: {result:?}"),
            started = started => started,
        }
    };
    assert!(started, "the script must have got that far");
    let pids = pids(folder.path());
    assert!(eventually(|| pids.iter().all(|it| !alive(it))).await, "left behind: {pids:?}");
}

#[tokio::test]
async fn what_the_compiler_leaves_running_is_ended_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let script = format!("sleep 600 & echo $! > {}/pids; {TTC}", folder.path().display());
    let checker = checker(folder.path(), &script);
    let report = checker.check(&job(60_000)).await.unwrap();
    assert!(report.accepted, "{report:?}");
    let pids = pids(folder.path());
    assert!(eventually(|| pids.iter().all(|it| !alive(it))).await, "left behind: {pids:?}");
}

#[tokio::test]
async fn memory_is_bounded() {
    let folder = tempfile::tempdir().unwrap();
    let checker = checker(folder.path(), &format!("ulimit -v; ulimit -c; {TTC}"));
    let report = checker.check(&job(10_000)).await.unwrap();
    assert_eq!(report.output, "4194304\n0\n");
}

#[tokio::test]
async fn a_module_name_never_leads_out_of_the_directory() {
    let folder = tempfile::tempdir().unwrap();
    let checker = checker(folder.path(), TTC);
    for name in ["../x", "Domains..X", "Domains./etc/passwd", "domains.X", ""] {
        let result = checker.check(&with(name, "", 10_000)).await;
        assert!(matches!(result, Err(CheckerError::Prepare { .. })), "{name}: {result:?}");
    }
}

#[tokio::test]
async fn a_module_under_another_name_is_rejected_whatever_the_compiler_says() {
    let folder = tempfile::tempdir().unwrap();
    let checker = checker(folder.path(), TTC);
    let job = with("Domains.Rent", "module Main\n", 10_000);
    let report = checker.check(&job).await.unwrap();
    assert!(!report.accepted);
    assert_eq!(report.diagnostics[0].kind, DiagnosticKind::ModuleName);
}

#[tokio::test]
async fn a_missing_compiler_says_where_it_was_looked_for() {
    let setting = Some(PathBuf::from("/nonexistent/idris2"));
    let checker = IdrisProcess::within(Surroundings { setting, ..Surroundings::default() });
    let err = checker.version().await.unwrap_err();
    assert_eq!(err.to_string(), "no `idris2` found (looked at setting: /nonexistent/idris2)");
}

#[test]
fn versions_are_read_with_and_without_a_commit() {
    assert_eq!(version("Idris 2, version 0.8.0\n").as_deref(), Some("0.8.0"));
    assert_eq!(version("Idris 2, version 0.8.0-2f1a3c").as_deref(), Some("0.8.0-2f1a3c"));
    assert_eq!(version("GHC 9.4"), None);
}
