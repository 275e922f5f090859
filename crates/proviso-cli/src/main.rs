//! `proviso` on the command line: arguments in, use cases of the api, printing out.
//!
//! **Invariant:** data goes to standard output, all else to standard error; the exit status is 0 for
//! good, 1 for findings, 2 for what could not be done.

mod arguments;
mod commands;
mod json;
mod language;
mod paint;
mod printer;
mod progress;
mod report;

use std::io::{self, Write as _};
use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;
use proviso_kit::{frugal, logs, worker};

use crate::arguments::{Arguments, Command};
use crate::printer::Printer;

fn main() -> ExitCode {
    // Before anything else: a worker limits itself first of all.
    if let Some(code) = worker::run_if_worker() {
        return code;
    }
    let arguments = match Arguments::try_parse() {
        Ok(it) => it,
        Err(said) => return ExitCode::from(told(&said)),
    };
    // It stays for as long as there is work.
    if let Command::Worker { .. } = arguments.command {
        frugal::begin_anew();
    }
    logs::begin(arguments.log.map(Into::into));
    let printer = Arc::new(Printer::new(&arguments));
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(err) => {
            printer.failure(&format!("cannot start: {err}"), &[], &[]);
            return ExitCode::from(2);
        }
    };
    let code = runtime.block_on(commands::run(arguments, &printer));
    // What still runs in the background has been stopped or does not matter.
    runtime.shutdown_background();
    ExitCode::from(code)
}

/// Prints what the arguments ask for, help or the version, or what is wrong with them; the exit status.
fn told(said: &clap::Error) -> u8 {
    let written = said.print().and_then(|()| io::stdout().flush());
    match written {
        // Whoever closed the pipe has read enough.
        Err(err) if err.kind() != io::ErrorKind::BrokenPipe => 2,
        _ => u8::try_from(said.exit_code()).unwrap_or(2),
    }
}
