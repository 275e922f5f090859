//! The commands: each asks one use case and prints what comes back.

mod answers;
mod bundles;
mod cards;
mod convert;
mod fleet;
mod look;
mod models;
mod proposals;
#[cfg(feature = "online")]
mod serve;
mod stage;
mod terminated;
mod unlock;

use std::io::{BufRead as _, Read as _};
use std::path::Path;
use std::sync::Arc;

use proviso_api::batches::WorkerOptions;
use proviso_api::bundles::BundleReq;
use proviso_api::documents::AnalyzeReq;
use proviso_api::runs::{MendReq, WaiveReq};
use proviso_api::{
    ApiError, App, AppOptions, Code, EngineOptions, Need, Password, documents, keys,
};

use crate::arguments::{Arguments, BundleAction, Command, KeyAction};
use crate::printer::Printer;

/// Runs a command; the exit status comes back.
pub(crate) async fn run(arguments: Arguments, printer: &Arc<Printer>) -> u8 {
    let code = match choose(arguments, printer).await {
        Ok(code) => code,
        Err(err) => {
            if printer.json {
                printer.json(&crate::json::error(&err));
            }
            printer.error(&err);
            2
        }
    };
    match printer.lost() {
        // What was asked for is not there, however well it went.
        Some(err) => {
            let hints = [printer.language.of(
                "남은 공간과 출력이 향하는 곳을 확인하세요",
                "check free space, and where the output goes",
            )];
            let message = printer.language.of(
                "결과를 표준 출력에 쓰지 못했습니다",
                "the result could not be written to standard output",
            );
            printer.failure(message, &[err.to_string()], &hints.map(str::to_owned));
            2
        }
        None => code,
    }
}

async fn choose(arguments: Arguments, printer: &Arc<Printer>) -> Result<u8, ApiError> {
    let workspace = arguments.workspace.as_deref();
    let passwords = unlock::given(arguments.password_file.as_deref())?;
    let with = |need, engine| {
        opened(workspace, passwords.clone(), |options| AppOptions { need, engine, ..options })
    };
    let app = |need| with(need, EngineOptions::default());
    match arguments.command {
        Command::Convert { files, options, project } => {
            convert::precheck(&files, project.as_ref())?;
            let app = with(Need::Make, options.engine.clone().into())?;
            announce(&app, printer);
            convert::convert(&app, printer, files, project, options).await
        }
        Command::Batch { action: Some(action), .. } => {
            fleet::action(&app(Need::There)?, printer, action).await
        }
        Command::Batch { directory, options, jobs, queue, detach, action: None } => {
            let directory = directory.unwrap_or_default();
            let app = with(Need::Make, options.engine.clone().into())?;
            announce(&app, printer);
            match queue.options() {
                None => convert::batch(&app, printer, &directory, options, jobs).await,
                Some(queue) => {
                    let files = convert::of_folder(&app, printer, &directory).await?;
                    fleet::send(&app, printer, files, options, queue, detach).await
                }
            }
        }
        Command::Worker { queue, jobs, name, engine } => {
            let Some(queue) = queue.options() else {
                return Err(ApiError::new(Code::BadRequest, "a worker needs a queue")
                    .hint("`proviso worker --queue nats://HOST:4222`"));
            };
            let name = name.unwrap_or_else(fleet::own_name);
            let options = WorkerOptions { name, engine: engine.into(), passwords };
            fleet::worker(printer, queue, options, usize::from(jobs)).await
        }
        Command::Retry { run, from, engine } => {
            let app = with(Need::There, engine.into())?;
            unlock::ask(&app, printer, &documents::files_of_run(&app, run)?).await?;
            convert::retry(&app, printer, run, from.map(Into::into)).await
        }
        Command::Replay { run } => look::replay(&*app(Need::There)?, printer, run).await,
        Command::Stage { stage, run, from, project, engine } => {
            let need = if run.is_some() { Need::There } else { Need::IfThere };
            let app = with(need, engine.into())?;
            stage::stage(&app, printer, stage.into(), run, from, project).await
        }
        Command::Cards { action } => cards::cards(&app(Need::There)?, printer, action).await,
        Command::Correct { run, field, value, author } => {
            convert::correct(&app(Need::There)?, printer, run, field, value, author.name()).await
        }
        Command::Mend { run, field, value, author } => {
            let req = MendReq { run, field, value, author: author.name() };
            look::mend(&*app(Need::There)?, printer, &req)
        }
        Command::Waive { run, rule, reason, author } => {
            let req = WaiveReq { run, rule, reason, author: author.name() };
            convert::waive(&app(Need::There)?, printer, req).await
        }
        Command::Analyze { file, document_type, why } => {
            let app = app(Need::IfThere)?;
            unlock::ask(&app, printer, std::slice::from_ref(&file)).await?;
            look::analyze(&app, printer, AnalyzeReq { paths: vec![file], document_type, why }).await
        }
        Command::Check { file, with } => {
            models::check(&*app(Need::IfThere)?, printer, &file, with).await
        }
        Command::Bundle { action: Some(BundleAction::Check { file, documents }), .. } => {
            bundles::check(&*app(Need::IfThere)?, printer, &file, &documents).await
        }
        Command::Bundle { run, pictures, html, output, action: None } => {
            let page = html.then(|| printer.language.of("ko", "en").to_owned());
            let req = BundleReq { run: run.unwrap_or_default().into(), pictures, page };
            bundles::write(&*app(Need::There)?, printer, &req, output).await
        }
        Command::Fix { file, dry_run } => {
            models::fix(&*app(Need::IfThere)?, printer, &file, dry_run).await
        }
        Command::Runs { project } => look::runs(&*app(Need::There)?, printer, project.as_deref()),
        Command::Show { run, events, code } => {
            look::show(&*app(Need::There)?, printer, run, events, code)
        }
        Command::Diff { run, from, to } => {
            look::diff(&*app(Need::There)?, printer, run, from.zip(to))
        }
        #[cfg(not(feature = "online"))]
        Command::Serve { .. } => {
            let message = "this program was built without the browser's host";
            Err(ApiError::new(Code::BadRequest, message)
                .hint("`cargo build --release --package proviso-cli` builds it with all it has"))
        }
        #[cfg(feature = "online")]
        Command::Serve { port, max_upload } => {
            let app = opened(workspace, passwords, |options| AppOptions {
                need: if workspace.is_some() { Need::Make } else { Need::IfThere },
                reach: proviso_api::Reach::Uploads,
                ..options
            })?;
            announce(&app, printer);
            serve::serve(&app, printer, port, max_upload << 20).await
        }
        Command::Allow { what, not } => {
            proposals::allow(&app(Need::There)?, printer, what, not).await
        }
        Command::Key { action } => key(action, printer),
        Command::Doctor { repair } => look::doctor(&*app(Need::Nothing)?, printer, repair).await,
    }
}

fn opened(
    workspace: Option<&Path>,
    passwords: Vec<Password>,
    with: impl FnOnce(AppOptions) -> AppOptions,
) -> Result<Arc<App>, ApiError> {
    let cwd = std::env::current_dir().map_err(|err| {
        let mut it = ApiError::new(Code::Storage, "there is no current folder");
        it.detail.push(err.to_string());
        it
    })?;
    let workspace = workspace.map(Path::to_owned);
    let options = AppOptions { workspace, cwd, passwords, ..AppOptions::default() };
    App::on_this_machine(with(options)).map(Arc::new)
}

/// A key comes by standard input, where neither the list of processes nor a history keeps it.
fn key(action: KeyAction, printer: &Printer) -> Result<u8, ApiError> {
    match action {
        KeyAction::Set { provider } => {
            let (mut line, mut typed) = (String::new(), std::io::stdin().lock());
            // Credentials have several lines, and come from a file.
            let read = match provider.starts_with("queue") {
                true => typed.read_to_string(&mut line),
                false => typed.read_line(&mut line),
            };
            read.map_err(|err| {
                let mut it = ApiError::new(Code::BadRequest, "cannot read standard input");
                it.detail.push(err.to_string());
                it
            })?;
            keys::set(&provider, &line)?;
        }
        KeyAction::Forget { provider } => keys::forget(&provider)?,
    }
    printer.note(printer.language.of("됐습니다", "done"));
    Ok(0)
}

fn announce(app: &App, printer: &Printer) {
    if let (true, Some(root)) = (app.made_workspace() && !printer.quiet, app.workspace()) {
        printer.note(&format!("new workspace: {}", root.display()));
    }
    if !printer.quiet {
        proposals::ask(app, printer);
    }
}
