//! What is taken from the store and what is not, with a script in the compiler's place that says
//! which library it was given; and once with the compiler itself, where it is.

use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use expect_test::expect;
use proviso_core::ports::Checker;
use proviso_core::run::{DiagnosticKind, Module};

use super::*;
use crate::idris::IdrisProcess;
use crate::idris::locate::Surroundings;

/// A compiler, its libraries and a store.
struct Bench {
    root: tempfile::TempDir,
}

const CHECK: &str = "\
for it; do target=$it; done
name=$(basename \"$target\" .idr)
compiled=build/ttc/7/Domains
if [ \"$name\" = Core ]; then
  mkdir -p $compiled; echo honest > $compiled/Core.ttc
  echo made >> ../made; exit
fi
if [ -f $compiled/Core.ttc ]; then echo \"given: $(cat $compiled/Core.ttc)\"; else echo compiled; fi
mkdir -p $compiled; echo x > $compiled/$name.ttc
";

impl Bench {
    fn new() -> Bench {
        let bench = Bench { root: tempfile::tempdir().unwrap() };
        fs::create_dir_all(bench.path("lib/base-1")).unwrap();
        fs::write(bench.path("lib/base-1/So.ttc"), "so").unwrap();
        bench.install("9.9.9", CHECK);
        bench
    }
    fn path(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }
    /// Replaces the compiler; `../made` of its script is a file of the bench.
    fn install(&self, version: &str, script: &str) {
        let made = self.path("made").display().to_string();
        let text = format!(
            "#!/bin/sh\ncase $1 in --version) echo 'Idris 2, version {version}'; exit;; --libdir) echo {}; exit;; esac\n{}",
            self.path("lib").display(),
            script.replace("../made", &made)
        );
        let program = self.path("idris2");
        fs::write(&program, text).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    }
    fn checker(&self) -> IdrisProcess {
        let setting = Some(self.path("idris2"));
        let checker = IdrisProcess::within(Surroundings { setting, ..Surroundings::default() })
            .with_cache(self.path("store"));
        IdrisProcess { notes: Some(self.root.path().to_owned()), ..checker }
    }
    /// What the compiler was given, by a checker that has seen nothing before.
    fn ask(&self, job: &CheckJob) -> String {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let report = runtime.block_on(self.checker().check(job)).unwrap();
        assert!(report.accepted, "{report:?}");
        report.output.trim().to_owned()
    }
    /// How often the library was compiled for the store.
    fn n_made(&self) -> usize {
        fs::read_to_string(self.path("made")).map_or(0, |it| it.lines().count())
    }
    /// The files of the only entry.
    fn entry(&self) -> PathBuf {
        let mut all: Vec<PathBuf> =
            fs::read_dir(self.path("store")).unwrap().map(|it| it.unwrap().path()).collect();
        all.retain(|it| it.is_dir());
        assert_eq!(all.len(), 1, "{all:?}");
        all.remove(0)
    }
    fn overwrite(&self, path: &Path, text: &str) {
        fs::set_permissions(path, fs::Permissions::from_mode(0o600)).unwrap();
        fs::write(path, text).unwrap();
    }
}

fn job() -> CheckJob {
    of_text("module Domains.Rent\n")
}

fn of_text(text: &str) -> CheckJob {
    let rent = Module { name: "Domains.Rent".into(), text: text.into() };
    CheckJob::unread(vec![emit::core(), rent], "Domains.Rent", Duration::from_secs(120))
}

#[test]
fn the_library_is_compiled_once_and_given_to_every_check() {
    let bench = Bench::new();
    assert_eq!(bench.ask(&job()), "given: honest");
    assert_eq!(bench.ask(&job()), "given: honest");
    assert_eq!(bench.n_made(), 1);
    let mode = |it: &Path| fs::metadata(it).unwrap().permissions().mode() & 0o777;
    let entry = bench.entry();
    assert_eq!((mode(&bench.path("store")), mode(&entry)), (0o700, 0o700));
    assert_eq!(mode(&entry.join(TTC)) & 0o222, 0, "nothing is written twice");
}

#[test]
fn damage_is_seen_and_repaired() {
    let bench = Bench::new();
    bench.ask(&job());
    bench.overwrite(&bench.entry().join(TTC), "hones\0");
    assert_eq!(bench.ask(&job()), "given: honest");
    bench.overwrite(&bench.entry().join(MANIFEST), "{");
    assert_eq!(bench.ask(&job()), "given: honest");
    fs::remove_file(bench.entry().join(TTC)).unwrap();
    assert_eq!(bench.ask(&job()), "given: honest");
    assert_eq!(bench.n_made(), 4);
}

#[test]
fn another_compiler_or_library_has_another_entry() {
    let bench = Bench::new();
    bench.ask(&job());
    fs::write(bench.path("lib/base-1/So.ttc"), "other").unwrap();
    assert_eq!(bench.ask(&job()), "given: honest");
    assert_eq!(bench.n_made(), 2, "a library was replaced");
    bench.install("9.9.10", &CHECK.replace("honest", "newer"));
    assert_eq!(bench.ask(&job()), "given: newer");
    assert_eq!(bench.n_made(), 3, "the compiler was replaced");
}

#[test]
fn what_somebody_else_may_write_is_not_taken() {
    let bench = Bench::new();
    bench.ask(&job());
    let open = |path: &Path| fs::set_permissions(path, fs::Permissions::from_mode(0o777)).unwrap();
    open(&bench.entry());
    assert_eq!(bench.ask(&job()), "given: honest");
    assert_eq!(bench.n_made(), 2);
    let ttc = bench.entry().join(TTC);
    fs::remove_file(&ttc).unwrap();
    std::os::unix::fs::symlink(bench.path("lib/base-1/So.ttc"), &ttc).unwrap();
    assert_eq!(bench.ask(&job()), "given: honest");
    assert_eq!(bench.n_made(), 3, "a link is no file of ours");
}

#[test]
fn only_the_embedded_text_is_served_and_nothing_that_could_stand_in_for_its_imports() {
    let bench = Bench::new();
    let mut modules = job().modules().to_vec();
    modules[0].text.push_str("\n-- by hand\n");
    let again = |modules| CheckJob::unread(modules, "Domains.Rent", Duration::from_secs(60));
    assert_eq!(bench.ask(&again(modules)), "compiled");
    let mut modules = job().modules().to_vec();
    modules.push(Module { name: "Data.So".into(), text: "module Data.So\n".into() });
    assert_eq!(bench.ask(&again(modules)), "compiled");
    assert_eq!(bench.n_made(), 0);
}

#[test]
fn a_check_that_changes_its_copy_counts_for_nothing_and_the_entry_goes() {
    let bench = Bench::new();
    let forging = "if [ \"$name\" != Core ] && [ -f $compiled/Core.ttc ]; then\n\
        chmod u+w $compiled/Core.ttc; echo forged > $compiled/Core.ttc; fi\n";
    bench.install("9.9.9", &CHECK.replace("if [ -f", &format!("{forging}if [ -f")));
    assert_eq!(bench.ask(&job()), "compiled", "done again without a copy");
    assert_eq!(bench.n_made(), 1);
    assert_eq!(fs::read_dir(bench.path("store")).unwrap().count(), 1, "the lock alone is left");
}

#[test]
fn what_the_compiler_cannot_read_is_thrown_away() {
    let bench = Bench::new();
    let failing =
        "if [ -f $compiled/Core.ttc ]; then echo 'Error in TTC file: corrupt'; exit; fi\n";
    bench.install("9.9.9", &CHECK.replace("if [ -f", &format!("{failing}if [ -f")));
    assert_eq!(bench.ask(&job()), "compiled");
}

#[test]
fn without_a_place_to_keep_it_every_check_compiles_it() {
    let bench = Bench::new();
    fs::write(bench.path("store"), "no folder").unwrap();
    assert_eq!(bench.ask(&job()), "compiled");
    fs::remove_file(bench.path("store")).unwrap();
    bench.install("9.9.9", &CHECK.replace("echo made >> ../made; exit", "exit 1"));
    assert_eq!(bench.ask(&job()), "compiled", "the library alone was not accepted");
    fs::remove_dir_all(bench.path("lib")).unwrap();
    bench.install("9.9.9", CHECK);
    assert_eq!(bench.ask(&job()), "compiled", "nobody knows what it was made with");
}

#[test]
fn while_another_process_makes_it_a_check_goes_without() {
    let bench = Bench::new();
    let origin = Origin::new(&bench.path("idris2"), crate::idris::environment());
    let claim = claim(&bench.path("store"), &origin).unwrap().expect("nobody else is here");
    assert_eq!(bench.ask(&job()), "compiled");
    drop(claim);
    assert_eq!(bench.ask(&job()), "given: honest");
}

#[test]
fn old_entries_go() {
    let bench = Bench::new();
    for n in 0..12 {
        bench.install(&format!("9.9.{n}"), &format!("{CHECK}# {n}\n"));
        bench.ask(&job());
    }
    let entries = fs::read_dir(bench.path("store")).unwrap();
    let n_entries = entries.filter(|it| it.as_ref().unwrap().path().is_dir()).count();
    assert_eq!(n_entries, MAX_OTHERS + 1);
}

/// The compiler itself, where it is: it takes the copy for its own work, and answers the same.
#[tokio::test]
async fn the_compiler_does_not_compile_the_library_again() {
    if Surroundings::of_process(None).find().is_err() {
        return;
    }
    let store = tempfile::tempdir().unwrap();
    let text = "module Domains.Rent\nimport Domains.Core\n%default total\nok : Domains.Core.quotient 7 2 = 3\nok = Refl\nno : Domains.Core.quotient 7 2 = 4\nno = Refl\n";
    let job = of_text(text);
    let mut fresh = IdrisProcess::new(None);
    fresh.cache = None;
    let fresh = fresh.check(&job).await.unwrap();
    let kept = IdrisProcess::new(None).with_cache(store.path().join("store"));
    let kept = kept.check(&job).await.unwrap();
    let built = |it: &proviso_core::ports::CheckReport| {
        let lines = it.output.lines().filter(|it| it.contains(": Building "));
        lines.map(str::to_owned).collect::<Vec<_>>().join("\n")
    };
    expect![[r#"
        1/2: Building Domains.Core (Domains/Core.idr)
        2/2: Building Domains.Rent (Domains/Rent.idr)"#]]
    .assert_eq(&built(&fresh));
    expect!["2/2: Building Domains.Rent (Domains/Rent.idr)"].assert_eq(&built(&kept));
    assert_eq!(fresh.diagnostics, kept.diagnostics);
    assert_eq!(kept.diagnostics[0].kind, DiagnosticKind::Mismatch);
}
