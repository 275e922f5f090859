//! `proviso-desktop`: one window over the commands that every host of Proviso offers.
//!
//! **Invariant:** nothing is decided here. The window asks the use cases of the api by name, and
//! their events reach it as they are stored; what this program adds is what only a desktop can do.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod arguments;
mod assets;
mod closing;
mod commands;
mod desktop;
mod fitting;
mod opened;
mod opener;
mod pasted;
mod printed;
mod said;
mod within;

use std::process::ExitCode;

use proviso_kit::{frugal, logs, worker};

use crate::arguments::Arguments;

fn main() -> ExitCode {
    // Before anything else: a worker limits itself first of all.
    if let Some(code) = worker::run_if_worker() {
        return code;
    }
    frugal::begin_anew();
    let arguments = match Arguments::read() {
        Ok(it) => it,
        Err(code) => return code,
    };
    logs::begin(None);
    said::teach_the_toolkit();
    if let Err(reason) = arguments::there_is_a_display() {
        return arguments::failed(reason);
    }
    match desktop::run(&arguments) {
        Ok(code) => code,
        Err(err) => arguments::failed(&format!("the window cannot be opened: {err}")),
    }
}
