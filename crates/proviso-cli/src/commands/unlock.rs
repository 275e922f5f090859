//! Passwords of locked documents: from a file, from the environment, from the terminal.
//!
//! **Invariant:** a password is never an argument, so no list of processes and no history keeps it,
//! and nothing that is printed shows it. However asking ends, the terminal shows again what is typed.

use std::io::{ErrorKind, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::sync::Arc;

use proviso_api::{ApiError, App, Code, Password, documents, password_of_environment};

use crate::paint::safe;
use crate::printer::Printer;

/// How often one document is asked about.
const MAX_ASKED: usize = 3;

/// The passwords that were given with the command.
pub(super) fn given(file: Option<&Path>) -> Result<Vec<Password>, ApiError> {
    let mut all: Vec<Password> = Vec::new();
    if let Some(path) = file {
        let text = std::fs::read_to_string(path).map_err(|err| {
            let message = format!("cannot read the passwords in `{}`", path.display());
            let mut it = ApiError::new(Code::BadRequest, message);
            it.detail.push(err.to_string());
            it.hint("the file holds one password a line, in UTF-8")
        })?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        all.extend(text.lines().filter_map(Password::new));
    }
    all.extend(password_of_environment());
    Ok(all)
}

/// Asks the person at the terminal for the password of each document that is locked still; where
/// nobody sits there, or the answer is empty, reading says what is missing.
pub(super) async fn ask(
    app: &Arc<App>,
    printer: &Arc<Printer>,
    files: &[PathBuf],
) -> Result<(), ApiError> {
    if !std::io::stdin().is_terminal() || !std::io::stderr().is_terminal() {
        return Ok(());
    }
    for path in files {
        let Some(lock) = heeding(documents::lock_of(app, path)).await? else { continue };
        printer.warning(&lock.message);
        for _ in 0..MAX_ASKED {
            let name = safe(&proviso_api::file_name(path));
            let prompt = printer
                .language
                .of(&format!("{name} 암호: "), &format!("password of {name}: "))
                .to_owned();
            let Some(typed) = typed(prompt).await? else { break };
            let Some(password) = Password::new(&typed) else { break };
            match heeding(documents::unlock_file(app, path, &password)).await? {
                Ok(()) => break,
                Err(err) if err.code == Code::Locked => printer.warning(&err.message),
                Err(err) => return Err(err),
            }
        }
    }
    Ok(())
}

/// What is typed at a prompt; none where nobody answers.
async fn typed(prompt: String) -> Result<Option<String>, ApiError> {
    // Ctrl-C comes back from the prompt as a signal to this very process. Unless somebody listens it
    // ends the process there and then, and leaves the terminal as it is for passwords: silent.
    let mut interrupt = pin!(tokio::signal::ctrl_c());
    let _listening = futures_util::poll!(interrupt.as_mut());
    match tokio::task::spawn_blocking(move || rpassword::prompt_password(prompt)).await {
        Ok(Ok(typed)) => Ok(Some(typed)),
        Ok(Err(err)) if err.kind() == ErrorKind::Interrupted => Err(cancelled()),
        // A terminal that went away is one where nobody answers.
        Ok(Err(_)) | Err(_) => Ok(None),
    }
}

/// Does something unless Ctrl-C comes. Once somebody has listened to it, as asking does, it ends
/// nothing by itself any more.
pub(super) async fn heeding<T>(work: impl Future<Output = T>) -> Result<T, ApiError> {
    tokio::select! {
        it = work => Ok(it),
        Ok(()) = tokio::signal::ctrl_c() => Err(cancelled()),
    }
}

fn cancelled() -> ApiError {
    ApiError::new(Code::Cancelled, "cancelled")
}
