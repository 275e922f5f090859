//! The commands: each asks one use case and prints what comes back.

mod convert;
mod look;

use std::path::PathBuf;
use std::sync::Arc;

use proviso_api::{ApiError, App, AppOptions};

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
    let app = |needs| open(workspace.map(PathBuf::from), needs);
    match arguments.command {
        Command::Convert { files, options, project } => {
            let app = app(true)?;
            announce(&app, printer);
            convert::convert(&app, printer, files, project, options).await
        }
        Command::Batch { directory, options, jobs } => {
            let app = app(true)?;
            announce(&app, printer);
            convert::batch(&app, printer, &directory, options, jobs).await
        }
        Command::Retry { run, from } => {
            convert::retry(&app(true)?, printer, run, from.map(Into::into)).await
        }
        Command::Correct { run, field, value } => {
            convert::correct(&app(true)?, printer, run, field, value).await
        }
        Command::Waive { run, rule, reason } => {
            convert::waive(&app(true)?, printer, run, rule, reason).await
        }
        Command::Analyze { file, document_type } => {
            look::analyze(&*app(false)?, printer, file, document_type).await
        }
        Command::Check { .. } | Command::Fix { .. } => Ok(2),
        Command::Runs { project } => look::runs(&*app(true)?, printer, project.as_deref()),
        Command::Show { run, events, code } => look::show(&*app(true)?, printer, run, events, code),
        Command::Diff { run, from, to } => look::diff(&*app(true)?, printer, run, from.zip(to)),
        Command::Doctor => look::doctor(&*app(false)?, printer).await,
    }
}

fn open(workspace: Option<PathBuf>, needs_workspace: bool) -> Result<Arc<App>, ApiError> {
    let cwd = std::env::current_dir().map_err(|err| {
        let mut it = ApiError::new(proviso_api::Code::Storage, "there is no current folder");
        it.detail.push(err.to_string());
        it
    })?;
    let options = AppOptions { workspace, cwd, needs_workspace };
    App::on_this_machine(options).map(Arc::new)
}

fn announce(app: &App, printer: &Printer) {
    if let (true, Some(root)) = (app.made_workspace() && !printer.quiet, app.workspace()) {
        printer.note(&format!("new workspace: {}", root.display()));
    }
}
