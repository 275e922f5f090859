//! Bundles: `bundle RUN`, `bundle check FILE`.

use std::path::{Path, PathBuf};

use proviso_api::bundles::{self, BundleChecked, BundleReq};
use proviso_api::{ApiError, App, Code};
use serde_json::json;

use crate::paint::{Role, safe};
use crate::printer::Printer;
use crate::report;

pub(super) async fn write(
    app: &App,
    printer: &Printer,
    req: &BundleReq,
    output: Option<PathBuf>,
) -> Result<u8, ApiError> {
    let made = bundles::bundle(app, req).await?;
    let path = output.unwrap_or_else(|| PathBuf::from(&made.file.name));
    std::fs::write(&path, &made.file.bytes).map_err(|err| {
        let mut it = ApiError::new(Code::Storage, format!("cannot write `{}`", path.display()));
        it.detail.push(err.to_string());
        it.hint("name another place with `--output`")
    })?;
    if printer.json {
        printer.json(&json!({ "path": path, "seal": made.seal }));
        return Ok(0);
    }
    let language = printer.language;
    printer.data(&format!("{}\n{} {}", path.display(), language.of("봉인", "seal"), made.seal));
    printer.note(language.of(
        "봉인 값은 파일과 다른 경로로 알려 주십시오. 받는 쪽은 `proviso bundle check`로 확인합니다",
        "tell the seal on another way than the file goes; `proviso bundle check` checks both",
    ));
    Ok(0)
}

pub(super) async fn check(
    app: &App,
    printer: &Printer,
    file: &Path,
    documents: &[PathBuf],
) -> Result<u8, ApiError> {
    let it = bundles::check(app, file, documents).await?;
    if printer.json {
        printer.json(&it);
    } else {
        printer.data(&told(&it, printer));
    }
    Ok(it.exit_code())
}

fn told(it: &BundleChecked, printer: &Printer) -> String {
    let (language, paint) = (printer.language, printer.paint);
    let mut out = Vec::new();
    let line = |name: &str, text: &str| format!("  {name}  {}", safe(text));
    if it.faults.is_empty() {
        let (mark, role) = report::mark(Some(it.verdict), it.told.tone);
        let name = paint.dye(role, &format!("{mark} {}", language.of_both(&it.told.name)));
        out.push(format!("{name}  {}", safe(&it.project)));
        out.push(format!("  {}\n", safe(language.of_both(&it.told.means))));
    } else {
        let worthless = language.of("✗ 증거로 쓸 수 없음", "✗ proves nothing");
        out.push(format!("{}  {}", paint.dye(Role::Bad, worthless), safe(&it.project)));
        out.extend(it.faults.iter().map(|it| format!("  - {}", safe(language.of_both(it)))));
        out.push(String::new());
    }
    out.push(line(language.of("봉인  ", "seal    "), &it.seal));
    for document in &it.documents {
        let name = language.of("문서  ", "document");
        let given = if document.given { " ✓" } else { "" };
        out.push(line(name, &format!("{} {}{given}", document.sha256, document.name)));
    }
    for judge in &it.judges {
        out.push(line(language.of("판정  ", "judge   "), language.of_both(&judge.told())));
    }
    let made = format!("Proviso {}, {} {}", it.program, language.of("실행", "run"), it.run);
    out.push(line(language.of("작성  ", "made by "), &made));
    if it.faults.is_empty() && !it.findings.is_empty() {
        out.push(String::new());
        out.extend(it.findings.iter().map(|it| format!("✗ {}", safe(&it.statement))));
    }
    out.join("\n")
}
