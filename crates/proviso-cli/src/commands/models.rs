//! Commands on single modules: `check`, `fix`.

use std::path::Path;

use proviso_api::judge::{self, Judge};
use proviso_api::models::{self, ModelChecked};
use proviso_api::{ApiError, App, Diagnostic, Remark, Severity};

use super::look::unified;
use crate::arguments::Reference;
use crate::language::Language;
use crate::paint::{Role, safe};
use crate::printer::Printer;

pub(super) async fn check(
    app: &App,
    printer: &Printer,
    file: &Path,
    with: Option<Reference>,
) -> Result<u8, ApiError> {
    let checked = match with {
        None => models::check(app, file).await?,
        Some(Reference::Idris2) => models::confirm(app, file).await?,
    };
    if printer.json {
        printer.json(&checked);
    } else {
        printer.data(&told(&checked, printer));
    }
    Ok(status(&checked))
}

/// 0 where the audit is clean, 1 where something speaks against the model, and 2 where nobody was
/// there to audit it: that the compiler accepts a text proves nothing.
fn status(it: &ModelChecked) -> u8 {
    match (it.accepted, it.audited) {
        (true, true) => 0,
        (false, _) => 1,
        (true, false) => 2,
    }
}

pub(super) async fn fix(
    app: &App,
    printer: &Printer,
    file: &Path,
    dry_run: bool,
) -> Result<u8, ApiError> {
    let fixed = models::fix(app, file, dry_run).await?;
    if printer.json {
        printer.json(&fixed);
        return Ok(status(&fixed.checked));
    }
    if !fixed.unified.is_empty() {
        printer.data(&unified(&fixed.unified, printer.paint));
    }
    for it in &fixed.steps {
        printer.note(&format!("- {}", safe(it)));
    }
    if let Some(backup) = &fixed.backup {
        let text = printer.language.of("이전 파일:", "the text from before is kept as");
        printer.note(&format!("{text} `{}`", backup.display()));
    }
    if fixed.unified.is_empty() && !fixed.checked.accepted {
        printer.note(printer.language.of("아는 수정이 없습니다", "no repair is known"));
    }
    printer.data(&told(&fixed.checked, printer));
    Ok(status(&fixed.checked))
}

fn told(it: &ModelChecked, printer: &Printer) -> String {
    let (language, paint) = (printer.language, printer.paint);
    let mut out: Vec<String> = Vec::new();
    if !it.audited {
        let nothing = language.of(
            "○ 감사하지 않음: 이 프로젝트를 아는 실행이 없어, 모델이 무엇을 지켜야 하는지 아무도 묻지 않았습니다",
            "○ not audited: no run knows this project, so nobody asked what the model keeps",
        );
        out.push(paint.dye(Role::Doubt, nothing));
    }
    out.extend(it.diagnostics.iter().map(|it| diagnostic(it, printer)));
    let head = match (it.accepted, it.audited) {
        (true, true) => paint.dye(Role::Good, language.of("✓ 통과", "✓ accepted")),
        (true, false) => paint
            .dye(Role::Doubt, language.of("○ 타입 검사만 통과", "○ type-checks, proves nothing")),
        (false, _) => paint.dye(Role::Bad, language.of("✗ 기각", "✗ rejected")),
    };
    if judge::disagree(&it.judges) {
        let differ = language.of(
            "컴파일러와 Proviso 자체 검사기의 판정이 서로 다릅니다. 둘 중 하나가 잘못입니다",
            "the compiler and Proviso's own checker say different things: one of them is wrong",
        );
        out.push(paint.dye(Role::Bad, differ));
    }
    let judges: Vec<Remark> = it.judges.iter().map(Judge::told).collect();
    let mut by: Vec<&str> = judges.iter().map(|it| language.of_both(it)).collect();
    if it.audited && it.accepted {
        by.push(language.of("감사 통과", "audit clean"));
    }
    out.push(format!("{head}  {} ({})", safe(&it.module), safe(&by.join(", "))));
    if let Some(run) = it.proving {
        out.push(match language {
            Language::Ko => {
                format!("실행 {run} · 컴파일러가 확인한 판정입니다: proviso show {run}")
            }
            Language::En => {
                format!("run {run} · its verdict is the compiler's: proviso show {run}")
            }
        });
    }
    out.join("\n")
}

/// A diagnostic as compilers print them.
pub(super) fn diagnostic(it: &Diagnostic, printer: &Printer) -> String {
    let paint = printer.paint;
    let (name, role) = match it.severity {
        Severity::Error => ("error", Role::Bad),
        Severity::Warn => ("warning", Role::Doubt),
        Severity::Info => ("note", Role::Quiet),
    };
    let mut out = format!("{} {}", paint.dye(role, &format!("{name}:")), safe(it.message.trim()));
    if let Some(span) = &it.span {
        let place = format!("{}:{}:{}", span.module, span.line, span.column);
        out += &format!("\n  {} {}", paint.dye(Role::Quiet, "-->"), paint.dye(Role::Place, &place));
    }
    for line in safe(&it.excerpt).lines() {
        out += &format!("\n  {line}");
    }
    for hint in &it.hints {
        out += &format!("\n{} {}", paint.dye(Role::Place, "hint:"), safe(hint));
    }
    out + "\n"
}
