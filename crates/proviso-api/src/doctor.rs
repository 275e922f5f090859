//! What Proviso finds on this machine, and what is missing.
//!
//! **Invariant:** what is broken is reported, not failed at; looking makes no workspace.

use std::path::Path;

use proviso_core::ports::CheckerError;
use proviso_kit::idris::locate::way;
use proviso_kit::logs;
use proviso_kit::process::confine::{self, Parts};
use proviso_kit::store::Store;
use proviso_kit::temporary::{self, TemporaryFolder};
use proviso_kit::workspace::Workspace;
use serde::{Deserialize, Serialize};

use crate::error::{DAMAGED, INSTALL};
use crate::runs::core_sha256;
use crate::{ApiError, App, Code, Reason};

/// The language of an answer that is for reading.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Language {
    /// Korean.
    Ko,
    /// English.
    #[default]
    En,
}

impl Language {
    /// The one that the user of an application has set; English where none is.
    pub(crate) fn of_user(app: &App) -> Language {
        match app.state().kept.personal.language.as_deref() {
            Some("ko") => Language::Ko,
            _ => Language::En,
        }
    }

    fn of(self, ko: impl Into<String>, en: impl Into<String>) -> String {
        match self {
            Language::Ko => ko.into(),
            Language::En => en.into(),
        }
    }
}

/// One thing that was looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Examined {
    /// What: `idris2`, `workspace` …
    pub name: String,
    /// Whether it is well.
    pub well: bool,
    /// What was found.
    pub found: String,
    /// What to do where it is not well.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub hint: Option<String>,
    /// What it is made of, where that differs between machines.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub parts: Option<Vec<ExaminedPart>>,
}

/// One part of a thing that was looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ExaminedPart {
    /// What it is for: `files`, `network`, `processes`, `signals`.
    pub name: String,
    /// Whether it is there.
    pub there: bool,
    /// What does it, where it is there: `Landlock ABI 7`, `seccomp`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub by: Option<String>,
}

impl Examined {
    fn well(name: &str, found: String) -> Examined {
        Examined { name: name.to_owned(), well: true, found, hint: None, parts: None }
    }
    fn ill(name: &str, found: String, hint: Option<String>) -> Examined {
        Examined { name: name.to_owned(), well: false, found, hint, parts: None }
    }
}

/// Looks at everything that a run needs.
pub async fn examine(app: &App, language: Language) -> Vec<Examined> {
    // Both start a program, and neither waits for the other.
    let (compiler, recognition) =
        futures_util::join!(compiler(app, language), recognition(app, language));
    let system = std::env::consts::OS;
    vec![
        Examined::well("proviso", format!("{} ({system})", env!("CARGO_PKG_VERSION"))),
        compiler,
        // After the compiler: only what was started shows how it runs.
        confinement(confine::available(), confine::lapse(), language),
        recognition,
        Examined::well("Domains.Core", format!("SHA-256 {}", &core_sha256()[..16])),
        temporary_folder(language),
        log(logs::folder().as_deref(), language),
        workspace(app, language),
    ]
}

async fn compiler(app: &App, language: Language) -> Examined {
    let name = "idris2";
    match app.ports().checker.version().await {
        Ok(version) => Examined::well(name, version),
        Err(CheckerError::NotFound { .. }) => {
            let told = language.of(
                "없음: Proviso 자체 검사기만 판정합니다(`checked`, 자체 검증됨)",
                "not found: only Proviso's own checker judges (`checked`)",
            );
            let hint = match (way(), language) {
                (Some(way), Language::Ko) => {
                    format!("이 컴퓨터에서는 이렇게 설치해 볼 수 있습니다: {way}")
                }
                (Some(way), Language::En) => format!("here this may install it: {way}"),
                (None, _) => language.of(
                    "Idris 2를 설치하거나(https://idris-lang.org: `pack`, Homebrew, Nix, pacman) \
                     `PROVISO_IDRIS2`로 위치를 알려 주세요",
                    INSTALL,
                ),
            };
            Examined::ill(name, told, Some(hint))
        }
        Err(other) => Examined::ill(name, told(&other), None),
    }
}

/// What holds the compiler, readers and analyses, should a text ever make them do more than they are
/// for.
fn confinement(parts: Parts, lapse: Option<String>, language: Language) -> Examined {
    let landlock = parts.landlock.map(|it| format!("Landlock ABI {it}"));
    let seccomp = parts.seccomp.then(|| "seccomp".to_owned());
    let files = landlock.clone().filter(|_| lapse.is_none());
    let all = [
        ("files", files.clone()),
        ("network", seccomp.clone()),
        ("processes", seccomp.clone()),
        ("signals", files.clone().filter(|_| parts.holds_signals())),
    ];
    let (held, open): (Vec<_>, Vec<_>) = all.iter().partition(|it| it.1.is_some());
    let word = |it: &(&str, Option<String>)| match it.0 {
        "files" => language.of("파일", "files"),
        "network" => language.of("네트워크", "network"),
        "processes" => language.of("프로세스", "processes"),
        _ => language.of("신호", "signals"),
    };
    let words = |them: &[&(&str, Option<String>)]| {
        them.iter().map(|it| word(it)).collect::<Vec<_>>().join(", ")
    };
    let means = [landlock, seccomp].into_iter().flatten().collect::<Vec<_>>().join(", ");
    let held = match held.is_empty() {
        true => language.of(
            "`idris2`와 판독·분석 프로세스를 가두는 것이 없음",
            "nothing confines `idris2`, readers and analyses",
        ),
        false => language.of(
            format!("`idris2`와 판독·분석 프로세스를 가둠: {} ({means})", words(&held)),
            format!("`idris2`, readers and analyses are confined: {} ({means})", words(&held)),
        ),
    };
    let found = match open.is_empty() {
        true => held,
        false => language.of(
            format!("{held}; 열려 있음: {}", words(&open)),
            format!("{held}; open: {}", words(&open)),
        ),
    };
    let name = "box";
    let mut it = if let Some(lapse) = lapse {
        let hint = language.of(
            format!(
                "이 `idris2`는 Proviso가 찾지 못한 파일이 있어야 실행됩니다({lapse}): \
                 설치된 프로그램 자체를 `PROVISO_IDRIS2`로 지정하세요"
            ),
            format!(
                "this `idris2` needs files that Proviso did not find ({lapse}): name the installed \
                 program itself in `PROVISO_IDRIS2`"
            ),
        );
        Examined::ill(name, found, Some(hint))
    } else if cfg!(target_os = "linux") && !(parts.holds_files() && parts.holds_network()) {
        let hint = language.of(
            "Linux 5.13 이상에서 커널의 `lsm=` 목록에 `landlock`을 넣고, 컨테이너라면 \
             `landlock_*`와 `seccomp` 호출을 허용하세요",
            "it takes Linux 5.13 or newer with `landlock` in the kernel's `lsm=`, and in a container \
             leave to call `landlock_*` and `seccomp`",
        );
        Examined::ill(name, found, Some(hint))
    } else {
        // Where a system has none of it there is nothing that a person could do.
        Examined::well(name, found)
    };
    let part = |(name, by): &(&str, Option<String>)| ExaminedPart {
        name: (*name).to_owned(),
        there: by.is_some(),
        by: by.clone(),
    };
    it.parts = Some(all.iter().map(part).collect());
    it
}

async fn recognition(app: &App, language: Language) -> Examined {
    let name = "tesseract";
    let it = match app.ports().reader.recognition().await {
        Ok(it) => it,
        Err(err) => return Examined::ill(name, told(&err), None),
    };
    let (has, lacks) = (it.languages.join(", "), it.missing.join(", "));
    if it.missing.is_empty() {
        return Examined::well(name, format!("{}: {has}", it.program));
    }
    let found = match has.is_empty() {
        true => language.of(
            format!("{}: 언어 데이터({lacks})가 없어 스캔한 문서를 읽지 못합니다", it.program),
            format!("{}: no language data ({lacks}), so no scan can be read", it.program),
        ),
        false => language.of(
            format!("{}: {has}; {lacks} 없음", it.program),
            format!("{}: {has}; {lacks} is missing", it.program),
        ),
    };
    let packages: Vec<String> = it.missing.iter().map(|it| format!("tesseract-ocr-{it}")).collect();
    let files: Vec<String> = it.missing.iter().map(|it| format!("`{it}.traineddata`")).collect();
    let (packages, files) = (packages.join(" "), files.join(", "));
    let hint = language.of(
        format!(
            "Debian·Ubuntu: `apt install {packages}`; 그 밖에는 {files} 파일을 Tesseract의 \
             데이터 폴더(`TESSDATA_PREFIX`)에 넣으세요"
        ),
        format!(
            "`apt install {packages}` on Debian and Ubuntu; elsewhere put {files} into \
             Tesseract's data folder (`TESSDATA_PREFIX`)"
        ),
    );
    Examined::ill(name, found, Some(hint))
}

fn temporary_folder(language: Language) -> Examined {
    let name = "temporary";
    let place = std::env::temp_dir().display().to_string();
    // What it takes is what a check does: a folder with a lock in it.
    let looked = TemporaryFolder::new().and_then(|_ours| temporary::sweep());
    let hint = || {
        Some(language.of(
            "쓸 수 있는 폴더를 `TMPDIR`로 지정하세요",
            "name a folder that can be written to in `TMPDIR`",
        ))
    };
    match looked {
        Err(err) => Examined::ill(name, format!("{place}: {err}"), hint()),
        Ok(swept) => match swept.left.first() {
            Some((path, err)) => Examined::ill(
                name,
                format!("{}: {err}", path.display()),
                Some(language.of(
                    "중단된 프로세스가 남긴 폴더입니다. 직접 지우세요",
                    "a killed process left this folder: remove it by hand",
                )),
            ),
            None => Examined::well(name, place),
        },
    }
}

/// What went wrong inside in the last days, which nobody was told.
fn log(folder: Option<&Path>, language: Language) -> Examined {
    let name = "log";
    let Some(folder) = folder else {
        return Examined::well(name, language.of("남기지 않음", "none is kept"));
    };
    let place = folder.display();
    let found = match logs::collect(folder) {
        Ok(it) => it,
        Err(err) => return Examined::ill(name, format!("{place}: {err}"), None),
    };
    Examined::well(
        name,
        match found.n_lines {
            0 => language.of(format!("{place}: 비어 있음"), format!("{place}: empty")),
            n => {
                let lines = if n == 1 { "line" } else { "lines" };
                language.of(
                    format!("{place}: {n}줄, 마지막 줄: {}", found.last),
                    format!("{place}: {n} {lines}, the last one: {}", found.last),
                )
            }
        },
    )
}

fn workspace(app: &App, language: Language) -> Examined {
    let name = "workspace";
    let root = app.workspace().or_else(|| app.found.clone());
    let Some(root) = root.filter(|it| Workspace::has_database(it)) else {
        let found = language.of(
            "아직 없음: 첫 `proviso convert`가 만듭니다",
            "none here yet: the first `proviso convert` makes one",
        );
        return Examined::well(name, found);
    };
    let looked = || -> Result<_, ApiError> {
        let workspace = Workspace::open(Some(&root), &root)?;
        let store = Store::open(&workspace.database())?;
        Ok((store.examine()?, store.runs(None)?.len()))
    };
    let place = root.display();
    match looked() {
        Err(err) => {
            let found = std::iter::once(err.message).chain(err.detail).collect::<Vec<_>>();
            Examined::ill(name, found.join(": "), err.hints.into_iter().next())
        }
        Ok((health, n_runs)) if health.complaints.is_empty() => {
            let (version, size) = (health.version, health.n_bytes.div_ceil(1024));
            let runs = if n_runs == 1 { "run" } else { "runs" };
            let found = language.of(
                format!("{place}: 실행 {n_runs}개, 데이터베이스 정상(버전 {version}, {size} KiB)"),
                format!(
                    "{place}: {n_runs} {runs}, its database is sound (version {version}, {size} KiB)"
                ),
            );
            Examined::well(name, found)
        }
        Ok((health, _)) => Examined::ill(
            name,
            format!("{place}: {}", health.complaints.join("; ")),
            Some(language.of(
                "데이터베이스가 손상되었습니다: `proviso doctor --repair`로 읽을 수 있는 것을 \
                 살리세요. `Domains/`의 모델은 그대로 있습니다",
                DAMAGED,
            )),
        ),
    }
}

/// Repairs the workspace's database where it is damaged, and says what was done.
///
/// # Errors
/// Where there is no workspace, runs are under way in it, or the disk refuses.
pub fn repair(app: &App, language: Language) -> Result<Examined, ApiError> {
    let root = app.workspace().or_else(|| app.found.clone());
    let root = root.filter(|it| Workspace::has_database(it)).ok_or_else(|| {
        ApiError::new(Code::WorkspaceMissing, "no workspace here has a database")
            .hint("name one with `--workspace`")
            .because(Reason::WorkspaceMissing, [])
    })?;
    let workspace = Workspace::open(Some(&root), &root)?;
    if workspace.is_busy() {
        let message = "another Proviso program is at work in this workspace";
        return Err(ApiError::new(Code::ProjectBusy, message)
            .hint("end the other Proviso programs on it first"));
    }
    let name = "repair";
    let Some(done) = Store::repair(&workspace.database())? else {
        let found = language.of("고칠 것이 없습니다", "there is nothing to repair");
        return Ok(Examined::well(name, found));
    };
    let (n, place) = (done.n_rows, done.kept_as.display());
    let found = language.of(
        format!(
            "읽을 수 있는 {n}개 행을 새 데이터베이스로 옮겼습니다. 손상된 것은 `{place}`에 있습니다"
        ),
        format!(
            "{n} rows that can be read are in a new database; the damaged one is kept as `{place}`"
        ),
    );
    if done.torn.is_empty() {
        return Ok(Examined::well(name, found));
    }
    let torn = done.torn.join(", ");
    let lost = language.of(
        format!("끝까지 읽지 못한 표: {torn}. 빠진 문서는 다시 변환하세요"),
        format!("not read to their end: {torn}; convert again what is missing"),
    );
    Ok(Examined::ill(name, found, Some(lost)))
}

/// An error with its causes, in one line.
fn told(err: &dyn std::error::Error) -> String {
    let mut text = err.to_string();
    let mut cause = err.source();
    while let Some(it) = cause {
        text += &format!(": {it}");
        cause = it.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    #[track_caller]
    fn check(parts: Parts, lapse: Option<&str>, language: Language, expect: Expect) {
        let it = confinement(parts, lapse.map(str::to_owned), language);
        let parts: Vec<String> = it
            .parts
            .unwrap()
            .iter()
            .map(|it| format!("{}: {}", it.name, it.by.as_deref().unwrap_or("-")))
            .collect();
        let hint = it.hint.as_deref().unwrap_or("-");
        expect.assert_eq(&format!("{} {}\n{}\n{hint}", it.well, it.found, parts.join(", ")));
    }

    #[test]
    fn each_part_of_the_box_is_named_and_what_is_missing() {
        check(
            Parts { landlock: Some(7), seccomp: true },
            None,
            Language::En,
            expect![[r#"
            true `idris2`, readers and analyses are confined: files, network, processes, signals (Landlock ABI 7, seccomp)
            files: Landlock ABI 7, network: seccomp, processes: seccomp, signals: Landlock ABI 7
            -"#]],
        );
        check(
            Parts { landlock: Some(3), seccomp: true },
            None,
            Language::Ko,
            expect![[r#"
            true `idris2`와 판독·분석 프로세스를 가둠: 파일, 네트워크, 프로세스 (Landlock ABI 3, seccomp); 열려 있음: 신호
            files: Landlock ABI 3, network: seccomp, processes: seccomp, signals: -
            -"#]],
        );
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_a_person_can_do_about_it_is_said() {
        check(
            Parts { landlock: None, seccomp: true },
            None,
            Language::En,
            expect![[r#"
            false `idris2`, readers and analyses are confined: network, processes (seccomp); open: files, signals
            files: -, network: seccomp, processes: seccomp, signals: -
            it takes Linux 5.13 or newer with `landlock` in the kernel's `lsm=`, and in a container leave to call `landlock_*` and `seccomp`"#]],
        );
        check(
            Parts { landlock: None, seccomp: false },
            None,
            Language::Ko,
            expect![[r#"
            false `idris2`와 판독·분석 프로세스를 가두는 것이 없음; 열려 있음: 파일, 네트워크, 프로세스, 신호
            files: -, network: -, processes: -, signals: -
            Linux 5.13 이상에서 커널의 `lsm=` 목록에 `landlock`을 넣고, 컨테이너라면 `landlock_*`와 `seccomp` 호출을 허용하세요"#]],
        );
        check(
            Parts { landlock: Some(7), seccomp: true },
            Some("exit status 1"),
            Language::En,
            expect![[r#"
                false `idris2`, readers and analyses are confined: network, processes (Landlock ABI 7, seccomp); open: files, signals
                files: -, network: seccomp, processes: seccomp, signals: -
                this `idris2` needs files that Proviso did not find (exit status 1): name the installed program itself in `PROVISO_IDRIS2`"#]],
        );
    }
}
