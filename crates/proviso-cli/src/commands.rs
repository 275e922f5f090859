//! The commands: each asks one use case and prints what comes back.

mod convert;
mod look;
mod models;

use std::path::PathBuf;
use std::sync::Arc;

use proviso_api::{ApiError, App, AppOptions, Need};

use crate::arguments::{Arguments, Command};
use crate::printer::Printer;

/// Runs a command; the exit status comes back.
pub(crate) async fn run(arguments: Arguments, printer: &Arc<Printer>) -> u8 {
    match choose(arguments, printer).await {
        Ok(code) => code,
        Err(err) => {
            if printer.json {
                printer.json(&serde_json::json!({ "error": err }));
            }
            printer.error(&err);
            2
        }
    }
}

async fn choose(arguments: Arguments, printer: &Arc<Printer>) -> Result<u8, ApiError> {
    let workspace = arguments.workspace.as_deref();
    let app = |need| open(workspace.map(PathBuf::from), need);
    match arguments.command {
        Command::Convert { files, options, project } => {
            convert::precheck(&files, project.as_ref())?;
            let app = app(Need::Make)?;
            announce(&app, printer);
            convert::convert(&app, printer, files, project, options).await
        }
        Command::Batch { directory, options, jobs } => {
            let app = app(Need::Make)?;
            announce(&app, printer);
            convert::batch(&app, printer, &directory, options, jobs).await
        }
        Command::Retry { run, from } => {
            convert::retry(&app(Need::There)?, printer, run, from.map(Into::into)).await
        }
        Command::Correct { run, field, value } => {
            convert::correct(&app(Need::There)?, printer, run, field, value).await
        }
        Command::Waive { run, rule, reason } => {
            convert::waive(&app(Need::There)?, printer, run, rule, reason).await
        }
        Command::Analyze { file, document_type } => {
            look::analyze(&*app(Need::IfThere)?, printer, file, document_type).await
        }
        Command::Check { file } => models::check(&*app(Need::IfThere)?, printer, &file).await,
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
        Command::Doctor => look::doctor(&*app(Need::Nothing)?, printer).await,
    }
}

fn open(workspace: Option<PathBuf>, need: Need) -> Result<Arc<App>, ApiError> {
    let cwd = std::env::current_dir().map_err(|err| {
        let mut it = ApiError::new(proviso_api::Code::Storage, "there is no current folder");
        it.detail.push(err.to_string());
        it
    })?;
    let options = AppOptions { workspace, cwd, need, ..AppOptions::default() };
    App::on_this_machine(options).map(Arc::new)
}

fn announce(app: &App, printer: &Printer) {
    if let (true, Some(root)) = (app.made_workspace() && !printer.quiet, app.workspace()) {
        printer.note(&format!("new workspace: {}", root.display()));
    }
}
