//! Commands that look and change no run: `analyze`, `runs`, `show`, `mend`, `diff`, `replay`, `doctor`.

use proviso_api::documents::{self, AnalyzeReq};
use proviso_api::runs::{self, DiffReq, MendReq};
use proviso_api::{ApiError, App, ReadProgress, Severity, doctor as examination};

use super::unlock::heeding;
use crate::language::Language;
use crate::paint::{Paint, Role, pad, safe};
use crate::printer::Printer;
use crate::{json, report};

pub(super) async fn analyze(app: &App, printer: &Printer, req: AnalyzeReq) -> Result<u8, ApiError> {
    let progress = |it: ReadProgress<'_>| match it {
        ReadProgress::Opened(it) => printer.redraw(&format!("0/{}", it.sizes.len())),
        ReadProgress::Begun(_) => {}
        ReadProgress::Page(it) => {
            let (page, n_pages) = (it.page.number, it.n_pages);
            if it.failed {
                printer.warning(&format!("page {page} of {n_pages}: {}", it.page.reason));
            } else {
                printer.redraw(&format!("{page}/{n_pages}"));
            }
        }
    };
    let answer = heeding(documents::analyze(app, req, &progress)).await;
    printer.redraw("");
    let analyzed = answer??;
    for it in &analyzed.left_out {
        printer.warning(&safe(&it.message));
    }
    if let Some(why) = &analyzed.why {
        if printer.json {
            printer.json(why);
        } else {
            printer.data(&safe(&why.told(printer.language == Language::Ko)));
        }
        return Ok(0);
    }
    if printer.json {
        printer.json(&analyzed.json);
    } else {
        printer.data(&safe(&analyzed.markdown));
    }
    Ok(u8::from(analyzed.n_refuted > 0))
}

pub(super) fn runs(app: &App, printer: &Printer, project: Option<&str>) -> Result<u8, ApiError> {
    let all = runs::list(&app.records()?, project)?;
    if printer.json {
        printer.json(&all.iter().map(json::head).collect::<Vec<_>>());
        return Ok(0);
    }
    if all.is_empty() {
        let root = app.workspace().map(|it| it.display().to_string()).unwrap_or_default();
        printer.note(&format!("{} {root}", printer.language.of("실행 없음:", "no runs in")));
    }
    for it in &all {
        printer.data(&report::brief(it, printer.language, printer.paint));
    }
    Ok(0)
}

pub(super) fn show(
    app: &App,
    printer: &Printer,
    run: i64,
    events: bool,
    code: bool,
) -> Result<u8, ApiError> {
    let records = app.records()?;
    let view = runs::show(&records, run)?;
    if printer.json {
        let events = events.then(|| runs::events(&records, run, 0)).transpose()?;
        printer.json(&json::run(&view, events));
        return Ok(0);
    }
    if code {
        printer.data(&safe(view.idris_code.as_deref().unwrap_or_default()));
        return Ok(0);
    }
    printer.data(&report::report(&view, printer.language, printer.paint));
    if events {
        printer.data("");
        for it in runs::events(&records, run, 0)? {
            let text = format!("{:>4}  {}", it.seq, safe(&it.message));
            let role = match it.severity {
                Severity::Info => Role::Quiet,
                Severity::Warn => Role::Doubt,
                Severity::Error => Role::Bad,
            };
            printer.data(&printer.paint.dye(role, &text));
        }
    }
    Ok(0)
}

/// Notes what a document should print: nothing runs, and the verdict stays.
pub(super) fn mend(app: &App, printer: &Printer, req: &MendReq) -> Result<u8, ApiError> {
    let view = runs::mend(&app.records()?, req)?;
    if printer.json {
        printer.json(&json::run(&view, None));
    } else {
        printer.data(&report::report(&view, printer.language, printer.paint));
    }
    Ok(view.head.exit_code())
}

pub(super) fn diff(
    app: &App,
    printer: &Printer,
    run: i64,
    attempts: Option<(u32, u32)>,
) -> Result<u8, ApiError> {
    let all = runs::diff(&app.records()?, &DiffReq { run, attempts })?;
    if printer.json {
        printer.json(&all);
        return Ok(0);
    }
    if all.is_empty() {
        let text = printer.language.of(
            "비교할 시도가 없습니다: 시도가 하나뿐입니다",
            "nothing to compare: there are fewer than two attempts",
        );
        printer.note(text);
    }
    for it in &all {
        let head = format!("{} → {} ({})", it.from, it.to, it.origin.name());
        printer.data(&printer.paint.dye(Role::Strong, &head));
        printer.data(&unified(&it.unified, printer.paint));
    }
    Ok(0)
}

pub(super) async fn replay(app: &App, printer: &Printer, run: i64) -> Result<u8, ApiError> {
    let it = runs::replay(app, run).await?;
    if printer.json {
        printer.json(&it);
    } else {
        for file in &it.results {
            printer.data(&format!("{}  {}", file.sha256, safe(&file.path)));
        }
        for difference in &it.differences {
            printer.data(&printer.paint.dye(Role::Bad, &format!("✗ {}", safe(difference))));
        }
        let (calls, checks) = (it.n_calls, it.n_checks);
        let same = match it.identical {
            true => printer.language.of("✓ 저장된 결과와 같음", "✓ as it is stored"),
            false => printer.language.of("✗ 저장된 결과와 다름", "✗ not as it is stored"),
        };
        printer.data(printer.language.of(
            &format!("{same}: {} (모델 응답 {calls}, 검사 {checks})", it.verdict.name()),
            &format!("{same}: {} ({calls} model calls, {checks} checks)", it.verdict.name()),
        ));
    }
    Ok(if it.identical { 0 } else { 2 })
}

/// A unified diff with its lines in the usual colours.
pub(super) fn unified(text: &str, paint: Paint) -> String {
    let line = |it: &str| {
        let role = match it.as_bytes().first() {
            Some(b'+') => Role::Good,
            Some(b'-') => Role::Bad,
            Some(b'@') => Role::Place,
            _ => return safe(it),
        };
        paint.dye(role, &safe(it))
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

pub(super) async fn doctor(app: &App, printer: &Printer, repair: bool) -> Result<u8, ApiError> {
    let language = printer.language.into();
    let done = repair.then(|| examination::repair(app, language)).transpose()?;
    let found = examination::examine(app, language).await;
    let all: Vec<_> = done.into_iter().chain(found).collect();
    if printer.json {
        printer.json(&all);
    } else {
        for it in &all {
            let (sign, role) = if it.well { ("✓", Role::Good) } else { ("✗", Role::Bad) };
            let sign = printer.paint.dye(role, sign);
            printer.data(&format!("{sign} {} {}", pad(&it.name, 14), safe(&it.found)));
            if let Some(hint) = &it.hint {
                printer.data(&format!("    {hint}"));
            }
        }
    }
    Ok(u8::from(all.iter().any(|it| !it.well)))
}
