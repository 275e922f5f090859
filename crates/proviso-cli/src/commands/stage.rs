//! One stage alone: `stage`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use proviso_api::runs::{self, StageMade, StageReq};
use proviso_api::{ApiError, App, Code, Stage, Staged};

use crate::paint::{Role, safe};
use crate::printer::Printer;

pub(super) async fn stage(
    app: &Arc<App>,
    printer: &Printer,
    stage: Stage,
    run: Option<i64>,
    from: Option<PathBuf>,
    project: Option<String>,
) -> Result<u8, ApiError> {
    let (path, from) = match from {
        Some(path) if stage == Stage::Read => (Some(path), None),
        Some(path) => (None, Some(made_before(&path)?)),
        None => (None, None),
    };
    let req = StageReq { stage, run: run.map(Into::into), from, path, project, engine: None };
    let made = runs::stage(app, req).await?;
    if printer.json {
        printer.json(&made);
    } else {
        for it in &made.messages {
            printer.note(&safe(it));
        }
        printer.data(&told(&made, printer));
    }
    let rejected = made.check.as_ref().is_some_and(|it| match stage {
        Stage::Typecheck => !it.typechecked,
        Stage::Audit => !it.audited,
        _ => false,
    });
    let criticized = made.staged.review.as_ref().is_some_and(|it| it.to().is_some());
    Ok(u8::from(rejected || criticized))
}

/// What an earlier stage printed, or the part of it that stages hand on.
fn made_before(path: &Path) -> Result<Staged, ApiError> {
    let fail = |err: &dyn std::error::Error| {
        let message = format!("`{}` is not what a stage made", path.display());
        let mut it = ApiError::new(Code::BadRequest, message)
            .hint("`proviso stage … --json` prints what the next stage begins with");
        it.detail.push(err.to_string());
        it
    };
    let text = std::fs::read_to_string(path).map_err(|err| fail(&err))?;
    let staged = |it: StageMade| it.staged;
    match serde_json::from_str::<StageMade>(&text) {
        Ok(made) => Ok(staged(made)),
        Err(_) => serde_json::from_str(&text).map_err(|err| fail(&err)),
    }
}

fn told(made: &StageMade, printer: &Printer) -> String {
    let StageMade { stage, staged, model, check, .. } = made;
    let language = printer.language;
    match stage {
        Stage::Read => {
            let documents = staged.documents.iter().flatten();
            let one = |it: &runs::StagedDocument| {
                let (name, n) = (safe(&it.name), it.pages.len());
                language.of(&format!("{name}: {n}쪽"), &format!("{name}: {n} pages")).to_owned()
            };
            documents.map(one).collect::<Vec<_>>().join("\n")
        }
        Stage::Analyze => runs::analysis_text(staged).map(|it| safe(&it)).unwrap_or_default(),
        Stage::Generate | Stage::Fix => safe(model.as_deref().unwrap_or_default()),
        Stage::Typecheck | Stage::Audit => {
            let Some(check) = check else { return String::new() };
            let mut out: Vec<String> =
                check.diagnostics.iter().map(|it| super::models::diagnostic(it, printer)).collect();
            let well = if *stage == Stage::Audit { check.audited } else { check.typechecked };
            out.push(match (well, &check.compiler) {
                (true, _) => printer.paint.dye(Role::Good, language.of("✓ 통과", "✓ accepted")),
                (false, Some(_)) => {
                    printer.paint.dye(Role::Bad, language.of("✗ 기각", "✗ rejected"))
                }
                (false, None) => language
                    .of("idris2가 없어 검사하지 못했습니다", "not checked: there is no `idris2`")
                    .to_owned(),
            });
            out.join("\n")
        }
        Stage::Review => {
            let Some(review) = &staged.review else { return String::new() };
            let mut out = vec![match review.to() {
                None => printer.paint.dye(Role::Good, language.of("✓ 승인", "✓ approved")),
                Some(_) => printer.paint.dye(Role::Doubt, language.of("수정 요청", "to change")),
            }];
            out.push(safe(&review.reason));
            for it in &review.changes {
                out.push(format!("- {}: {}: {}", it.to.name(), safe(&it.about), safe(&it.change)));
            }
            out.join("\n")
        }
    }
}
