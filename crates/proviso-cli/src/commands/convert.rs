//! Commands that run: `convert`, `batch`, `retry`, `correct`, `waive`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use futures_util::{StreamExt, stream};
use proviso_api::documents::{self, Contents};
use proviso_api::runs::{self, ConvertReq, CorrectReq, RetryReq, RunView, WaiveReq};
use proviso_api::{ApiError, App, Code, Stage, document_endings};

use super::answers;
use crate::arguments::Options;
use crate::json::Printed;
use crate::printer::Printer;
use crate::{json, progress, report};

/// What came of one document, or of several that are one run.
type Answer = (Vec<PathBuf>, Result<RunView, ApiError>);

pub(super) async fn convert(
    app: &Arc<App>,
    printer: &Arc<Printer>,
    files: Vec<PathBuf>,
    project: Option<String>,
    options: Options,
) -> Result<u8, ApiError> {
    let files = documents_in(app, printer, files).await?;
    super::unlock::ask(app, printer, &files).await?;
    let several = files.len() > 1 && project.is_none();
    // With a name all files are one run, and rules may cross them.
    let groups: Vec<Vec<PathBuf>> =
        if several { files.into_iter().map(|it| vec![it]).collect() } else { vec![files] };
    let answers = all(app, printer, groups, project, options, 1).await;
    let code = worst(&answers);
    if printer.json {
        let values: Vec<Printed> = answers.iter().map(printed).collect();
        match values.as_slice() {
            [one] if !several => printer.json(one),
            many => printer.json(&many),
        }
    }
    for (index, (_, answer)) in answers.iter().enumerate() {
        match answer {
            Ok(_) if printer.json => {}
            Ok(view) => {
                if index > 0 {
                    printer.data("");
                }
                printer.data(&report::report(view, printer.language, printer.paint));
            }
            Err(err) => printer.error(err),
        }
    }
    Ok(code)
}

/// The documents that files stand for; says what archives and mails hold that is not read.
async fn documents_in(
    app: &App,
    printer: &Printer,
    files: Vec<PathBuf>,
) -> Result<Vec<PathBuf>, ApiError> {
    let Contents { mut documents, mut left_out } = documents::contents(app, files).await;
    if documents.is_empty() && !left_out.is_empty() {
        return Err(left_out.remove(0));
    }
    for it in &left_out {
        printer.warning(&it.message);
    }
    // One file by two names, one of them a link, is one job.
    let mut named = std::collections::BTreeSet::new();
    documents.retain(|it| named.insert(it.canonicalize().unwrap_or_else(|_| it.clone())));
    Ok(documents)
}

/// Says what is wrong with a request before a workspace is made for it.
pub(super) fn precheck(files: &[PathBuf], project: Option<&String>) -> Result<(), ApiError> {
    // Of several runs a bad file costs only its own.
    if files.len() > 1 && project.is_none() {
        return Ok(());
    }
    let req =
        ConvertReq { paths: files.to_vec(), project: project.cloned(), ..ConvertReq::default() };
    runs::precheck(Path::new(""), &req)
}

/// The documents of a folder; says what in it is none.
pub(super) async fn of_folder(
    app: &App,
    printer: &Printer,
    directory: &Path,
) -> Result<Vec<PathBuf>, ApiError> {
    let (files, skipped) = documents(directory)?;
    if files.is_empty() {
        let message = format!("no document in `{}`", directory.display());
        let endings: Vec<&str> = document_endings().collect();
        return Err(ApiError::new(Code::NotFound, message)
            .hint(format!("documents end in {}", endings.join(", "))));
    }
    if !skipped.is_empty() {
        let name = |it: &PathBuf| proviso_api::file_name(it);
        let some: Vec<String> = skipped.iter().take(3).map(name).collect();
        let rest = if skipped.len() > 3 { ", …" } else { "" };
        let (n, some) = (skipped.len(), some.join(", "));
        printer.warning(&format!("skipped, not of a format that is read: {n} ({some}{rest})"));
    }
    documents_in(app, printer, files).await
}

pub(super) async fn batch(
    app: &Arc<App>,
    printer: &Arc<Printer>,
    directory: &Path,
    options: Options,
    jobs: Option<usize>,
) -> Result<u8, ApiError> {
    let files = of_folder(app, printer, directory).await?;
    super::unlock::ask(app, printer, &files).await?;
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = jobs.unwrap_or(processors.min(4)).clamp(1, 64);
    let groups = files.into_iter().map(|it| vec![it]).collect();
    let answers = all(app, printer, groups, None, options, jobs).await;
    if printer.json {
        let values: Vec<Printed> = answers.iter().map(printed).collect();
        printer.json(&values);
    } else {
        for (paths, answer) in &answers {
            printer.data(&line(paths, answer, printer));
        }
        printer.data(&format!("\n{}", summary(&answers, printer)));
    }
    Ok(worst(&answers))
}

pub(super) async fn retry(
    app: &Arc<App>,
    printer: &Arc<Printer>,
    run: i64,
    from: Option<Stage>,
) -> Result<u8, ApiError> {
    one(app, printer, runs::retry(app, RetryReq { run, from, engine: None, hint: None })).await
}

pub(super) async fn correct(
    app: &Arc<App>,
    printer: &Arc<Printer>,
    run: i64,
    field: String,
    value: String,
    author: String,
) -> Result<u8, ApiError> {
    let value = Some(value);
    let req = CorrectReq { run, field, value, kind: None, label: None, author };
    one(app, printer, runs::correct(app, req)).await
}

pub(super) async fn waive(
    app: &Arc<App>,
    printer: &Arc<Printer>,
    req: WaiveReq,
) -> Result<u8, ApiError> {
    one(app, printer, runs::waive(app, req)).await
}

async fn one(
    app: &Arc<App>,
    printer: &Arc<Printer>,
    run: impl Future<Output = Result<RunView, ApiError>>,
) -> Result<u8, ApiError> {
    let shown = tokio::spawn(progress::show(app.subscribe(), Arc::clone(printer)));
    let stopper = stop_on_interrupt(app, printer);
    let answer = run.await;
    stopper.abort();
    settle(app, shown, printer).await;
    let view = answer?;
    if printer.json {
        printer.json(&json::run(&view, None));
    } else {
        printer.data(&report::report(&view, printer.language, printer.paint));
    }
    Ok(view.head.exit_code())
}

/// Converts all groups, some at a time; the answers keep the order.
async fn all(
    app: &Arc<App>,
    printer: &Arc<Printer>,
    groups: Vec<Vec<PathBuf>>,
    project: Option<String>,
    options: Options,
    jobs: usize,
) -> Vec<Answer> {
    let shown = tokio::spawn(progress::show(app.subscribe(), Arc::clone(printer)));
    let stopper = stop_on_interrupt(app, printer);
    let answers = stream::iter(groups)
        .map(|paths| {
            let req = ConvertReq {
                paths: paths.clone(),
                project: project.clone(),
                document_type: options.document_type.clone(),
                max_attempts: options.max_attempts,
                engine: None,
                confirm: options.confirm,
            };
            async move { (paths, runs::convert(app, req).await) }
        })
        .buffered(jobs)
        .collect()
        .await;
    stopper.abort();
    settle(app, shown, printer).await;
    answers
}

/// Lets the listener print what it has heard.
async fn settle(app: &Arc<App>, shown: tokio::task::JoinHandle<()>, printer: &Printer) {
    app.hush();
    // A listener that panicked has printed what it could.
    let _ = shown.await;
    printer.redraw("");
}

/// Ctrl-C stops the runs in good order.
fn stop_on_interrupt(app: &Arc<App>, printer: &Arc<Printer>) -> tokio::task::JoinHandle<()> {
    let (app, printer) = (Arc::clone(app), Arc::clone(printer));
    tokio::spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            app.cancel_all();
            printer.note(printer.language.of("멈추는 중…", "stopping…"));
            // The program ends with its runs. Closing the database would carry its whole log over first,
            // and a person waits; whoever opens it next does that.
            std::mem::forget(app);
        }
    })
}

/// Documents of a folder by name, and files that are none; hidden ones are passed over.
fn documents(directory: &Path) -> Result<(Vec<PathBuf>, Vec<PathBuf>), ApiError> {
    let fail = |err: std::io::Error| {
        let message = format!("cannot open the folder `{}`", directory.display());
        let mut it = ApiError::new(Code::NotFound, message);
        it.detail.push(err.to_string());
        it
    };
    let mut found = (Vec::new(), Vec::new());
    for entry in directory.read_dir().map_err(fail)? {
        let path = entry.map_err(fail)?.path();
        let hidden = path.file_name().is_some_and(|it| it.to_string_lossy().starts_with('.'));
        if hidden || !path.is_file() {
            continue;
        }
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        let is_document = document_endings().any(|it| it == extension);
        if is_document { found.0.push(path) } else { found.1.push(path) }
    }
    found.0.sort();
    found.1.sort();
    Ok(found)
}

fn code((_, answer): &Answer) -> u8 {
    answer.as_ref().map_or(2, |it| it.head.exit_code())
}

fn worst(answers: &[Answer]) -> u8 {
    answers.iter().map(code).max().unwrap_or(0)
}

fn printed((paths, answer): &Answer) -> Printed {
    match answer {
        Ok(view) => json::run(view, None),
        Err(err) => json::failure(answers::names(paths), err),
    }
}

fn line(paths: &[PathBuf], answer: &Result<RunView, ApiError>, printer: &Printer) -> String {
    match answer {
        Ok(view) => report::brief(&view.head, printer.language, printer.paint),
        Err(err) => answers::failed_line(paths, err, printer),
    }
}

fn summary(all: &[Answer], printer: &Printer) -> String {
    answers::total(
        all.len(),
        answers::counted(all.iter().map(code)),
        answers::Without::default(),
        printer,
    )
}
