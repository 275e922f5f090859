//! Models: checking and repairing one Idris 2 module, whoever wrote it.
//!
//! **Invariant:** the trusted library is the embedded one, and the facts and the audit of a project
//! that the workspace knows are written anew from its stored analysis, so nobody's edit of those
//! files changes what is demanded of the model.

mod export;
mod shelf;

use std::path::{Path, PathBuf};
use std::time::Duration;

use proviso_core::agent::{check_alone, check_model};
use proviso_core::hex::sha256;
use proviso_core::idris::admit::Frame;
use proviso_core::idris::{header, quickfix};
use proviso_core::judge::{self, Judge};
use proviso_core::run::{Diagnostic, Limits, Module};
use proviso_kit::open::OpenWorkspace;
use proviso_kit::sources;
use proviso_kit::workspace::write_atomically;
use serde::{Deserialize, Serialize};

pub use export::ExportReq;
pub use shelf::{ApproveReq, ApprovedView, CheckedView, ModelRole, ModelRow, ModelSource, OfModel};

pub(crate) use export::export;
pub(crate) use shelf::{approve, check as check_named, check_all, list, source, unapprove};

use crate::runs::unified;
use crate::wire::RunId;
use crate::{ApiError, App, Code};

/// What a module is worth.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ModelChecked {
    /// The file.
    pub path: PathBuf,
    /// The module's name.
    pub module: String,
    /// Accepted by all who gave an answer, without a cheat, and without a debt where an audit was
    /// asked.
    pub accepted: bool,
    /// Whether an audit was asked: the workspace knows the project.
    pub audited: bool,
    /// What speaks against it.
    pub diagnostics: Vec<Diagnostic>,
    /// The compiler's version; none where only the embedded checker has judged.
    pub compiler: Option<String>,
    /// Who has judged, and what each said.
    pub judges: Vec<Judge>,
    /// How long it took.
    pub took_ms: i64,
    /// The run that now has its document proved, where its last one had no compiler.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub proving: Option<RunId>,
}

/// What a repair came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ModelFixed {
    /// What was done, in words, in order.
    pub steps: Vec<String>,
    /// The change as a unified diff; empty where there is none.
    pub unified: String,
    /// Where the text from before is kept; none where nothing was written.
    pub backup: Option<PathBuf>,
    /// The last text's worth.
    pub checked: ModelChecked,
}

/// Checks a module.
pub async fn check(app: &App, path: &Path) -> Result<ModelChecked, ApiError> {
    let target = Target::of(app, path)?;
    target.check(app, &target.module).await
}

/// Checks a module where the compiler is. Of a model whose last run had none a run is made in which
/// the compiler's word counts.
pub async fn confirm(app: &App, path: &Path) -> Result<ModelChecked, ApiError> {
    app.ports().checker.version().await?;
    let target = Target::of(app, path)?;
    let mut it = target.check(app, &target.module).await?;
    let project = it.module.strip_prefix("Domains.").filter(|_| it.accepted && it.audited);
    if let (Ok(space), Some(project)) = (app.space(), project)
        && let Some(run) = shelf::proving(app, &space, project, &sha256(&target.module.text))?
    {
        let id = run.claim.run.into();
        run.go(app).await?;
        it.proving = Some(id);
    }
    Ok(it)
}

/// Repairs a module until it is accepted or nothing more is known to help. Writes it, unless
/// `dry_run`, where it has become better, and keeps the text from before beside it.
pub async fn fix(app: &App, path: &Path, dry_run: bool) -> Result<ModelFixed, ApiError> {
    let target = Target::of(app, path)?;
    let mut checked = target.check(app, &target.module).await?;
    let (mut best, mut steps) = (target.module.clone(), Vec::new());
    let mut seen = vec![target.module.clone()];
    while !checked.accepted && seen.len() <= Limits::default().max_attempts as usize {
        let last = seen.last().unwrap_or(&best);
        let Some((module, done)) = quickfix::fix(last, &checked.diagnostics) else { break };
        if seen.contains(&module) {
            break;
        }
        checked = target.check(app, &module).await?;
        steps.extend(done);
        seen.push(module.clone());
        best = module;
    }
    let old = &target.module.text;
    let name = path.display().to_string();
    let changed = best.text != *old;
    let backup = if changed && !dry_run {
        let backup = free_backup(&target.path);
        write_atomically(&backup, old.as_bytes())?;
        write_atomically(&target.path, best.text.as_bytes())?;
        Some(backup)
    } else {
        None
    };
    let new_name = format!("{name} (repaired)");
    Ok(ModelFixed { steps, unified: unified(old, &best.text, &name, &new_name), backup, checked })
}

/// A name beside a file that nobody has yet.
fn free_backup(path: &Path) -> PathBuf {
    let name = |n: u32| {
        let mut name = path.as_os_str().to_owned();
        name.push(if n == 1 { ".bak".to_owned() } else { format!(".bak{n}") });
        PathBuf::from(name)
    };
    (1..).map(name).find(|it| !it.exists()).unwrap_or_else(|| name(1))
}

/// A file to check, with all that it draws in.
struct Target {
    path: PathBuf,
    module: Module,
    /// Local modules that it imports, the embedded library among them.
    imports: Vec<Module>,
    /// What the workspace knows of its project.
    frame: Option<Frame>,
}

impl Target {
    /// A file as a client names it.
    fn of(app: &App, path: &Path) -> Result<Target, ApiError> {
        Target::read(app.space().ok().as_deref(), app.cwd.join(path))
    }

    fn read(space: Option<&OpenWorkspace>, path: PathBuf) -> Result<Target, ApiError> {
        crate::given::must_be_file(&path)?;
        let text = sources::read(&path)?;
        let declared = header::read(&text).name.map(|it| it.0);
        let (name, root) = sources::place(&path, declared.as_deref());
        let module = Module { name, text };
        let imports = sources::imports(&module, &root)?;
        let frame = match space {
            Some(space) => frame(space, &module)?,
            None => None,
        };
        Ok(Target { path, module, imports, frame })
    }

    async fn check(&self, app: &App, module: &Module) -> Result<ModelChecked, ApiError> {
        let timeout = Duration::from_millis(Limits::default().check_timeout_ms);
        let checker = &*app.ports().checker;
        let checked = match &self.frame {
            Some(frame) => check_model(checker, frame, module, timeout).await?,
            None => {
                let modules: Vec<_> = self.imports.iter().chain([module]).cloned().collect();
                check_alone(checker, &modules, timeout).await?
            }
        };
        let rejected = checked.diagnostics.iter().any(Diagnostic::rejects);
        if checked.compiler.is_none() && !checked.typechecked && !rejected {
            // What the embedded checker does not accept may be right all the same.
            let mut missing: ApiError = match checker.version().await {
                Err(err) => err.into(),
                Ok(_) => {
                    ApiError::new(Code::Unknown, "the compiler was not found, and then it was")
                }
            };
            missing.detail.extend(checked.judges.iter().map(|it| it.told().en));
            return Err(missing);
        }
        let audited = self.frame.is_some();
        let agreed = !judge::disagree(&checked.judges);
        Ok(ModelChecked {
            path: self.path.clone(),
            module: module.name.clone(),
            accepted: checked.typechecked && !rejected && agreed && (checked.audited || !audited),
            audited,
            diagnostics: checked.diagnostics,
            compiler: checked.compiler,
            judges: checked.judges,
            took_ms: checked.took_ms,
            proving: None,
        })
    }
}

/// Facts and audit of the module's project, from the last run that analysed its documents.
fn frame(space: &OpenWorkspace, module: &Module) -> Result<Option<Frame>, ApiError> {
    let Some(project) = module.name.strip_prefix("Domains.").filter(|it| !it.contains('.')) else {
        return Ok(None);
    };
    for run in space.store.runs(Some(project))? {
        if run.project != project {
            continue;
        }
        if let Some(analysis) = space.store.analysis(run.id)? {
            return Ok(Some(Frame::new(project, &analysis)));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AppOptions;

    fn app(folder: &Path) -> App {
        crate::fakes::app(folder, AppOptions::default())
    }

    const MISNAMED: &str = "module Domains.B\n%default total\n";

    #[tokio::test]
    async fn a_repair_is_written_and_the_text_from_before_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("Domains/A.idr");
        std::fs::create_dir(folder.path().join("Domains")).unwrap();
        std::fs::write(&path, MISNAMED).unwrap();
        let app = app(folder.path());
        assert!(!check(&app, &path).await.unwrap().accepted, "another name than its place");

        let tried = fix(&app, &path, true).await.unwrap();
        assert!(tried.checked.accepted && tried.backup.is_none());
        assert!(tried.unified.contains("+module Domains.A"), "{}", tried.unified);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), MISNAMED, "a dry run writes nothing");

        let fixed = fix(&app, &path, false).await.unwrap();
        assert!(fixed.checked.accepted);
        assert!(std::fs::read_to_string(&path).unwrap().starts_with("module Domains.A\n"));
        assert_eq!(std::fs::read_to_string(fixed.backup.unwrap()).unwrap(), MISNAMED);
        let again = fix(&app, &path, false).await.unwrap();
        assert_eq!((again.unified.as_str(), again.backup), ("", None), "nothing is left to do");
    }

    #[tokio::test]
    async fn an_imported_module_with_a_cheat_rejects_too() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            std::fs::write(folder.path().join(name), text).unwrap();
        };
        write("A.idr", "module A\nimport B\n%default total\n");
        write("B.idr", "module B\n%default total\nx : Int\nx = believe_me \"3\"\n");
        let checked = check(&app(folder.path()), Path::new("A.idr")).await.unwrap();
        let said: Vec<&str> = checked.diagnostics.iter().map(|it| it.message.as_str()).collect();
        assert!(!checked.accepted && said.join(" ").contains("believe_me"), "{said:?}");
    }

    #[tokio::test]
    async fn a_text_that_runs_code_in_the_compiler_is_not_given_to_it() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("Domains/Facts")).unwrap();
        let write = |name: &str, text: &str| {
            std::fs::write(folder.path().join(name), text).unwrap();
        };
        write("Domains/A.idr", "module Domains.A\nimport Domains.Facts.A\n%default total\n");
        write("Domains/Facts/A.idr", "module Domains.Facts.A\n%default total\n%runElab evil\n");
        let checked = check(&app(folder.path()), Path::new("Domains/A.idr")).await.unwrap();
        let said: Vec<&str> = checked.diagnostics.iter().map(|it| it.message.as_str()).collect();
        assert!(!checked.accepted, "the checker of these tests accepts whatever it is asked");
        assert_eq!(said, ["the pragma `%runElab` is not read"]);
    }
}
