//! The box of a check: with a script in the compiler's place, and with scripts that the compiler
//! itself runs, where it is. They are given to the process directly: the box must hold whatever else
//! has let a text through.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use expect_test::expect;
use proviso_core::run::Module;

use super::*;

fn job(text: String) -> CheckJob {
    CheckJob::unread(
        vec![Module { name: "Domains.Small".into(), text }],
        "Domains.Small",
        Duration::from_secs(60),
    )
}

/// What a script in the compiler's place says.
async fn said(script: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("idris2");
    let head = "#!/bin/sh\ncase $1 in --version) echo 'Idris 2, version 9.9.9'; exit;; --libdir) exit;; esac";
    fs::write(&program, format!("{head}\n{script}\n")).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let surroundings = Surroundings { setting: Some(program), ..Surroundings::default() };
    let report = IdrisProcess::within(surroundings).check(&job(String::new())).await.unwrap();
    report.output
}

#[tokio::test]
async fn the_home_of_a_check_is_empty_and_nobody_elses() {
    let said = said("cd && pwd && ls -A && echo x > file; ls -A; env | cut -d= -f1 | sort").await;
    let mut lines = said.lines();
    let home = lines.next().unwrap();
    assert!(home.ends_with("/home") && Some(Path::new(home)) != std::env::home_dir().as_deref());
    let rest: Vec<&str> =
        lines.filter(|it| !it.contains("ermission denied") && !INHERITED.contains(it)).collect();
    expect!["HOME LC_ALL OLDPWD PWD TMPDIR"].assert_eq(&rest.join(" "));
}

#[test]
fn one_level_up_is_still_ours_and_holds_nothing_else() {
    let room = Room::new().unwrap();
    let up = room.work().join("C:a/../..");
    fs::create_dir(room.work().join("C:a")).unwrap();
    let names: Vec<_> = fs::read_dir(&up).unwrap().map(|it| it.unwrap().file_name()).collect();
    assert_eq!(names, ["work"]);
    assert!(up.canonicalize().unwrap().starts_with(room.home().parent().unwrap()));
    assert!(!room.home().starts_with(up.canonicalize().unwrap()));
}

#[tokio::test]
async fn a_check_does_not_see_another_one() {
    if !confine::available().holds_files() {
        return;
    }
    let other = Scratch::new(&job("the text of another".to_owned())).unwrap();
    let said = said(&format!("cat '{}'; ls ..; ls ../..", other.target().display())).await;
    assert!(!said.contains("the text of another") && !said.contains("lock"), "{said}");
}

#[tokio::test]
async fn a_compiler_that_needs_what_nobody_knew_of_still_works_and_this_is_told() {
    if !confine::available().holds_files() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("version"), "Idris 2, version 9.9.9\n").unwrap();
    let program = folder.path().join("idris2");
    // A place that no text names.
    let script = "#!/bin/sh\ncat \"$(dirname \"$0\")/version\" || exit 1; case $1 in --*dir) exit;; \
        --no-banner) mkdir -p build/ttc/Domains; echo x > build/ttc/Domains/Small.ttc;; esac\n";
    fs::write(&program, script).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let surroundings = Surroundings { setting: Some(program), ..Surroundings::default() };
    let checker = IdrisProcess::within(surroundings);
    let report = checker.check(&job("module Domains.Small\n".to_owned())).await.unwrap();
    assert!(report.accepted, "{report:?}");
    assert!(checker.is_elsewhere.load(Ordering::Relaxed), "which `confine::lapse` tells");
}

/// A text that has the compiler run a script while it checks.
fn script(steps: &str) -> String {
    format!(
        "module Domains.Small\n\nimport Language.Reflection\n\n%language ElabReflection\n\n\
         script : Elab ()\nscript = do\n{steps}  pure ()\n\n%runElab script\n"
    )
}

/// What the compiler itself says to a script, where there is a compiler, and what it left behind.
async fn elaborated(script: &str) -> Option<(Answer, Scratch)> {
    let checker = IdrisProcess { cache: None, ..IdrisProcess::new(None) };
    let program = checker.located().ok()?;
    let (answer, scratch) = checker.run(&program, &job(self::script(script)), None).await.unwrap();
    // Before 0.7 a script has no word for files.
    (!answer.output.contains("Undefined name writeFile")).then_some((answer, scratch))
}

#[tokio::test]
async fn a_script_in_a_text_writes_into_its_own_directory_at_most() {
    let escape = "  writeFile ProjectDir \"mine.txt\" \"x\"\n  \
        writeFile ProjectDir \"C:a/x.txt\" \"x\"\n  \
        writeFile ProjectDir \"C:a/../../elsewhere/escaped.txt\" \"outside\"\n";
    let Some((answer, scratch)) = elaborated(escape).await else { return };
    let up = scratch.room().work().parent().unwrap();
    let names: Vec<_> = fs::read_dir(up).unwrap().map(|it| it.unwrap().file_name()).collect();
    assert_eq!(names, ["work"], "{answer:?}");
    assert!(scratch.room().work().join("mine.txt").exists(), "the script ran: {answer:?}");
    let plain = "  writeFile ProjectDir \"../../../../proviso-escaped.txt\" \"outside\"\n";
    let Some((answer, _scratch)) = elaborated(plain).await else { return };
    assert!(answer.written.is_none(), "{answer:?}");
    assert!(!std::env::temp_dir().join("proviso-escaped.txt").exists());
}

#[tokio::test]
async fn a_script_in_a_text_reads_nothing_that_is_not_its_own() {
    // Put together there: the compiler also prints the text it complains of.
    let own = "  writeFile ProjectDir \"mine.txt\" (\"my\" ++ \"-own\")\n  \
        Just s <- readFile ProjectDir \"mine.txt\" | Nothing => fail \"nothing to read\"\n  fail s\n";
    let Some((answer, _scratch)) = elaborated(own).await else { return };
    assert!(answer.output.contains("my-own"), "the script ran: {answer:?}");
    // Beside all that is ours, by the way that the compiler leaves open; and where it does not.
    let secret = tempfile::NamedTempFile::new().unwrap();
    fs::write(secret.path(), "the secret").unwrap();
    let name = secret.path().file_name().unwrap().to_str().unwrap();
    for way in ["C:a/../../../../", "../../../", "C:/../../../../"] {
        let read = format!(
            "  writeFile ProjectDir \"C:a/x.txt\" \"x\"\n  \
             Just s <- readFile ProjectDir \"{way}{name}\" | Nothing => fail \"nothing to read\"\n  \
             fail s\n"
        );
        let Some((answer, _scratch)) = elaborated(&read).await else { return };
        assert!(!answer.output.contains("the secret"), "{way}: {answer:?}");
    }
}

#[tokio::test]
async fn a_script_in_a_text_that_takes_twice_as_long_with_each_step_is_ended() {
    let checker = IdrisProcess { cache: None, ..IdrisProcess::new(None) };
    let Ok(program) = checker.located() else { return };
    let bomb = "  let big = foldl (\\s, _ => s ++ s) \"0123456789abcdef\" [1..60]\n  \
        writeFile BuildDir \"big.txt\" big\n";
    let job = CheckJob::unread(
        job(script(bomb)).modules().to_vec(),
        "Domains.Small",
        Duration::from_secs(3),
    );
    let result = checker.run(&program, &job, None).await;
    // Or by its memory, whichever it has less of.
    assert!(result.is_err() || result.is_ok_and(|it| it.0.written.is_none()));
}
