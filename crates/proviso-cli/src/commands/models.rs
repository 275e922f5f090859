//! Commands on single modules: `check`, `fix`.

use std::path::Path;

use proviso_api::models::{self, ModelChecked};
use proviso_api::{ApiError, App, Diagnostic, Severity};

use super::look::unified;
use crate::paint::{Role, safe};
use crate::printer::Printer;

pub(super) async fn check(app: &App, printer: &Printer, file: &Path) -> Result<u8, ApiError> {
    let checked = models::check(app, file).await?;
    if printer.json {
        printer.json(&checked);
    } else {
        printer.data(&told(&checked, printer));
    }
    Ok(u8::from(!checked.accepted))
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
        return Ok(u8::from(!fixed.checked.accepted));
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
        printer.note(printer.language.of("아는 고침이 없습니다", "no repair is known"));
    }
    printer.data(&told(&fixed.checked, printer));
    Ok(u8::from(!fixed.checked.accepted))
}

fn told(it: &ModelChecked, printer: &Printer) -> String {
    let (language, paint) = (printer.language, printer.paint);
    let mut out: Vec<String> = it.diagnostics.iter().map(|it| diagnostic(it, printer)).collect();
    let head = if it.accepted {
        paint.dye(Role::Good, language.of("✓ 통과", "✓ accepted"))
    } else {
        paint.dye(Role::Bad, language.of("✗ 기각", "✗ rejected"))
    };
    let audit = match (it.audited, it.accepted) {
        (true, true) => language.of(", 감사 통과", ", audit clean"),
        (true, false) => "",
        (false, _) => language.of(", 감사 없음", ", no audit: no run knows this project"),
    };
    out.push(format!("{head}  {} (idris2 {}{audit})", safe(&it.module), safe(&it.compiler)));
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
