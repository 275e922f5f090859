//! What Proviso finds on this machine, and what is missing.
//!
//! **Invariant:** what is broken is reported, not failed at; looking makes no workspace.

use proviso_core::ports::CheckerError;
use proviso_kit::store::Store;
use proviso_kit::temporary::{self, TemporaryFolder};
use proviso_kit::workspace::Workspace;
use serde::{Deserialize, Serialize};

use crate::error::{DAMAGED, INSTALL};
use crate::runs::core_sha256;
use crate::{ApiError, App};

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
}

impl Examined {
    fn well(name: &str, found: String) -> Examined {
        Examined { name: name.to_owned(), well: true, found, hint: None }
    }
    fn ill(name: &str, found: String, hint: Option<String>) -> Examined {
        Examined { name: name.to_owned(), well: false, found, hint }
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
        recognition,
        Examined::well("Domains.Core", format!("SHA-256 {}", &core_sha256()[..16])),
        temporary_folder(language),
        workspace(app, language),
    ]
}

async fn compiler(app: &App, language: Language) -> Examined {
    let name = "idris2";
    match app.ports().checker.version().await {
        Ok(version) => Examined::well(name, version),
        Err(CheckerError::NotFound { .. }) => Examined::ill(
            name,
            language.of(
                "없음: 판정은 `unverified`(미검증)이 됩니다",
                "not found: verdicts will be `unverified`",
            ),
            Some(language.of(
                "Idris 2를 설치하거나(https://idris-lang.org: `pack`, Homebrew, Nix, pacman) \
                 `PROVISO_IDRIS2`로 위치를 알려 주십시오",
                INSTALL,
            )),
        ),
        Err(other) => Examined::ill(name, told(&other), None),
    }
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
             데이터 폴더(`TESSDATA_PREFIX`)에 넣으십시오"
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
            "쓸 수 있는 폴더를 `TMPDIR`로 지정하십시오",
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
                    "중단된 프로세스가 남긴 폴더입니다. 직접 지우십시오",
                    "a killed process left this folder: remove it by hand",
                )),
            ),
            None => Examined::well(name, place),
        },
    }
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
                "데이터베이스가 손상되었습니다: `.proviso/proviso.db`를 다른 이름으로 옮기고 \
                 문서를 다시 변환하십시오. `Domains/`의 모델은 그대로 있습니다",
                DAMAGED,
            )),
        ),
    }
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
