//! Commands over a queue: `batch --queue`, `batch status`, `collect` and `cancel`, and `worker`.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use proviso_api::batches::{
    self, Batch, Collected, Finished, QueueOptions, Sent, Worked, WorkerOptions,
};
use proviso_api::runs::RunHead;
use proviso_api::{ApiError, App, Code};
use tokio::sync::watch;

use super::answers;
use super::terminated::Terminated;
use crate::arguments::{BatchAction, BatchArguments, Options};
use crate::paint::one_line;
use crate::printer::Printer;
use crate::{json, report};

/// Sends documents, and follows them unless that is not wanted.
pub(super) async fn send(
    app: &Arc<App>,
    printer: &Arc<Printer>,
    files: Vec<PathBuf>,
    options: Options,
    queue: QueueOptions,
    detach: bool,
) -> Result<u8, ApiError> {
    if !options.engine.is_empty() {
        let message = "who writes models is said where the worker starts";
        return Err(ApiError::new(Code::BadRequest, message)
            .hint("`proviso worker --queue … --engine …` has its own key; keys never travel"));
    }
    let open = batches::open(&queue).await?;
    let kind = options.document_type.as_deref();
    let batch = batches::plan(app, &files, kind, options.max_attempts, options.confirm, queue)?;
    let (id, n) = (&batch.id, batch.entries.len());
    if !printer.quiet {
        printer.note(
            printer
                .language
                .of(&format!("묶음 {id}: 문서 {n}개"), &format!("batch {id}: {n} documents")),
        );
    }
    let interrupted = tokio::signal::ctrl_c();
    let told = trouble(printer);
    let going = async {
        let sent = batches::send(app, &*open, &batch, &told).await?;
        if detach {
            return Ok(None);
        }
        follow(app, &*open, printer, &batch, Some(sent)).await.map(Some)
    };
    let code = tokio::select! {
        it = going => it?,
        _ = interrupted => None,
    };
    match code {
        Some(code) => Ok(code),
        None => {
            if printer.json {
                printer.json(&serde_json::json!({ "batch": id, "n_documents": n }));
            } else {
                printer.data(&format!("proviso batch collect {id}"));
            }
            Ok(0)
        }
    }
}

/// Looks after a batch that was sent.
pub(super) async fn action(
    app: &Arc<App>,
    printer: &Arc<Printer>,
    action: BatchAction,
) -> Result<u8, ApiError> {
    let (BatchAction::Status(BatchArguments { id, queue })
    | BatchAction::Collect(BatchArguments { id, queue })
    | BatchAction::Cancel(BatchArguments { id, queue })) = action.clone();
    let batch = batches::find(app, &id)?;
    let open = batches::open(&queue.options().unwrap_or_else(|| batch.queue.clone())).await?;
    match action {
        BatchAction::Collect(_) => follow(app, &*open, printer, &batch, None).await,
        BatchAction::Cancel(_) => {
            let n = batches::cancel(app, &*open, &batch).await?;
            if printer.json {
                printer.json(&serde_json::json!({ "batch": id, "n_cancelled": n }));
            } else {
                printer.data(printer.language.of(
                    &format!("문서 {n}개를 대기열에서 뺐습니다"),
                    &format!("{n} documents taken out of the queue"),
                ));
            }
            Ok(0)
        }
        BatchAction::Status(_) => {
            let it = batches::status(app, &*open, &batch).await?;
            if printer.json {
                printer.json(&it);
                return Ok(0);
            }
            let (n, collected, done) = (it.n_documents, it.n_collected, it.n_done);
            let gone = |text: &str| match it.n_cancelled {
                0 => String::new(),
                n => format!(", {text} {n}"),
            };
            printer.data(printer.language.of(
                &format!("문서 {n}개: 가져옴 {collected}, 끝남 {done}{}", gone("취소")),
                &format!("{n} documents: {collected} collected, {done} done{}", gone("cancelled")),
            ));
            for (worker, documents) in it.working {
                printer.data(&format!(
                    "  {}: {}",
                    one_line(&worker),
                    one_line(&documents.join(", "))
                ));
            }
            Ok(0)
        }
    }
}

/// Takes in what is done, of a batch that was just sent all of it, and prints a line each.
async fn follow(
    app: &Arc<App>,
    queue: &dyn batches::Queue,
    printer: &Arc<Printer>,
    batch: &Batch,
    sent: Option<Sent>,
) -> Result<u8, ApiError> {
    let all: Mutex<Vec<Collected>> = Mutex::default();
    let (n, began) = (batch.entries.len(), Instant::now());
    let heard = |it: &Collected| {
        let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
        all.push(it.clone());
        let [_, findings, failed] = answers::counted(all.iter().map(code));
        let (done, left) = (all.len(), n.saturating_sub(all.len()));
        let minutes = began.elapsed().as_secs_f64() / 60.0;
        // A figure of the first second would be one of the start.
        let rate = if minutes > 1.0 / 60.0 { done as f64 / minutes } else { 0.0 };
        printer.redraw(printer.language.of(
            &format!("{done}/{n} · 확인 필요 {findings} · 실패 {failed} · 분당 {rate:.0} · 남음 {left}"),
            &format!("{done}/{n} · {findings} with findings · {failed} failed · {rate:.0} a minute · {left} left"),
        ));
    };
    let told = trouble(printer);
    let collected = batches::collect(app, queue, batch, sent, &heard, &told).await;
    printer.redraw("");
    let n_cancelled = collected?;
    let mut all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    all.sort_by(|a, b| a.0.cmp(&b.0));
    print(printer, &all, n, n_cancelled);
    let cancelled = if n_cancelled > 0 { 2 } else { 0 };
    Ok(all.iter().map(code).chain([cancelled]).max().unwrap_or(0))
}

fn print(printer: &Printer, all: &[Collected], n: usize, n_cancelled: usize) {
    let one = std::slice::from_ref;
    if printer.json {
        let printed = |(path, it): &Collected| match it {
            Ok(it) => json::head(it),
            Err(err) => json::failure(answers::names(one(path)), err),
        };
        printer.json(&all.iter().map(printed).collect::<Vec<_>>());
        return;
    }
    for (path, it) in all {
        printer.data(&match it {
            Ok(it) => report::brief(it, printer.language, printer.paint),
            Err(err) => answers::failed_line(one(path), err, printer),
        });
    }
    let without = answers::Without {
        left: n.saturating_sub(all.len() + n_cancelled),
        cancelled: n_cancelled,
    };
    let total = answers::total(n, answers::counted(all.iter().map(code)), without, printer);
    printer.data(&format!("\n{total}"));
}

fn code((_, it): &Collected) -> u8 {
    it.as_ref().map_or(2, RunHead::exit_code)
}

/// Says what is wrong with a queue once, until it is something else.
fn trouble(printer: &Arc<Printer>) -> impl Fn(&ApiError) + Send + Sync + use<> {
    let (printer, last) = (Arc::clone(printer), Mutex::new(String::new()));
    move |err| {
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        if *last != err.message {
            // Messages of errors are English: people search for them.
            let again = printer.language.of("다시 시도합니다", "trying again");
            printer.warning(&format!("{}; {again}", err.message));
            last.clone_from(&err.message);
        }
    }
}

/// Works until the system or a person wants it to end.
pub(super) async fn worker(
    printer: &Arc<Printer>,
    queue: QueueOptions,
    options: WorkerOptions,
    jobs: usize,
) -> Result<u8, ApiError> {
    let open = batches::open(&queue).await?;
    let (stop, stopped) = watch::channel(false);
    let name = options.name.clone();
    printer.note(printer.language.of(
        &format!("{name}: 일감을 기다립니다 ({})", batches::program()),
        &format!("{name}: waits for documents ({})", batches::program()),
    ));
    let about = trouble(printer);
    let told = |it: Worked| {
        let (ko, en) = match it {
            Worked::Trouble(err) => return about(&err),
            Worked::Expired(err) => return printer.warning(&err.message),
            Worked::Took(_) | Worked::Finished(..) if printer.quiet => return,
            Worked::Took(name) => {
                let name = one_line(&name);
                (format!("시작 {name}"), format!("took {name}"))
            }
            Worked::Finished(name, how) => {
                let name = one_line(&name);
                let said = match how {
                    Finished::First => "첫 결과",
                    Finished::Same => "같은 결과가 이미 있음",
                    Finished::Differs => "다른 결과가 이미 있음",
                    Finished::Cancelled => "취소됨",
                };
                (format!("끝남 {name} ({said})"), format!("finished {name} ({how:?})"))
            }
            Worked::GaveBack(name) => {
                let name = one_line(&name);
                (format!("돌려놓음 {name}"), format!("gave back {name}"))
            }
        };
        printer.note(printer.language.of(&ko, &en));
    };
    let each = (1..=jobs).map(|it| {
        let name = if jobs == 1 { name.clone() } else { format!("{name}/{it}") };
        let options = WorkerOptions { name, ..options.clone() };
        let (open, stopped, told) = (&*open, stopped.clone(), &told);
        async move { batches::work(open, &options, stopped, told).await }
    });
    let ending = async {
        let mut terminated = Terminated::new();
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            () = terminated.wait() => {}
        }
        // The receivers live as long as the work.
        let _heard = stop.send(true);
        std::future::pending::<()>().await;
    };
    tokio::select! {
        it = futures_util::future::try_join_all(each) => it.map(|_| 0),
        () = ending => Ok(0),
    }
}

/// What a worker is called where nobody says: the machine and the process.
pub(super) fn own_name() -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let host = host.or_else(|| std::env::var("HOSTNAME").ok()).unwrap_or_default();
    let host = host.trim();
    format!("{}-{}", if host.is_empty() { "worker" } else { host }, std::process::id())
}
