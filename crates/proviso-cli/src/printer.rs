//! Where output goes: data to standard output, all else to standard error.
//!
//! **Invariant:** a reader that closes the pipe ends nothing but the printing; data that could not be
//! written for any other reason makes the command one that failed. A message is one line, whatever
//! stands in the names that it cites.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};

use proviso_api::ApiError;

use crate::arguments::Arguments;
use crate::language::Language;
use crate::paint::{Paint, Role, one_line, safe};

/// Both streams, and how to speak on them.
#[derive(Debug)]
pub(crate) struct Printer {
    pub(crate) json: bool,
    pub(crate) quiet: bool,
    pub(crate) language: Language,
    /// Colours of standard output.
    pub(crate) paint: Paint,
    /// Colours of standard error.
    pub(crate) paint_error: Paint,
    /// Whether standard error is a terminal that a line can be drawn over on.
    pub(crate) live: bool,
    /// One line at a time, also from several runs.
    line: Mutex<()>,
    /// Why data is missing from standard output.
    lost: Mutex<Option<io::Error>>,
}

impl Printer {
    pub(crate) fn new(arguments: &Arguments) -> Printer {
        let live =
            io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|it| it != "dumb");
        Printer {
            json: arguments.json,
            quiet: arguments.quiet,
            language: arguments.lang.unwrap_or_else(Language::of_environment),
            paint: Paint::new(io::stdout().is_terminal()),
            paint_error: Paint::new(live),
            live,
            line: Mutex::new(()),
            lost: Mutex::new(None),
        }
    }

    /// Prints data.
    pub(crate) fn data(&self, text: &str) {
        let mut out = io::stdout().lock();
        let text = text.strip_suffix('\n').unwrap_or(text);
        let written = writeln!(out, "{text}").and_then(|()| out.flush());
        // Whoever closed the pipe has read enough.
        if let Err(err) = written
            && err.kind() != io::ErrorKind::BrokenPipe
        {
            self.lost.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(err);
        }
    }

    /// Why data could not be written, where that was so.
    pub(crate) fn lost(&self) -> Option<io::Error> {
        self.lost.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Prints a value as JSON.
    pub(crate) fn json(&self, value: &impl serde::Serialize) {
        match serde_json::to_string_pretty(value) {
            Ok(text) => self.data(&text),
            Err(err) => self.failure(&format!("cannot print JSON: {err}"), &[], &[]),
        }
    }

    /// Prints a line on the way.
    pub(crate) fn note(&self, text: &str) {
        let _guard = self.line.lock();
        let mut err = io::stderr().lock();
        // A line that is drawn over must not stay under this one.
        let clear = if self.live { "\r\u{1b}[2K" } else { "" };
        let _ = writeln!(err, "{clear}{text}");
    }

    /// Draws over the last line, where that is possible.
    pub(crate) fn redraw(&self, text: &str) {
        if self.live && !self.quiet {
            let _guard = self.line.lock();
            let mut err = io::stderr().lock();
            let _ = write!(err, "\r\u{1b}[2K{text}").and_then(|()| err.flush());
        }
    }

    /// A warning.
    pub(crate) fn warning(&self, text: &str) {
        let head = self.paint_error.dye(Role::Doubt, "warning:");
        self.note(&format!("{head} {}", one_line(text)));
    }

    /// An error with its causes and hints.
    pub(crate) fn failure(&self, message: &str, causes: &[String], hints: &[String]) {
        let paint = self.paint_error;
        let mut text = format!("{} {}", paint.dye(Role::Bad, "error:"), one_line(message));
        for it in causes {
            text += &format!("\n  {} {}", paint.dye(Role::Bad, "caused by:"), safe(it));
        }
        if !hints.is_empty() {
            text.push('\n');
        }
        for it in hints {
            text += &format!("\n{} {}", paint.dye(Role::Place, "hint:"), safe(it));
        }
        self.note(&text);
    }

    /// An error of a use case.
    pub(crate) fn error(&self, err: &ApiError) {
        self.failure(&err.message, &err.detail, &err.hints);
    }
}
