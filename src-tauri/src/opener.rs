//! Programs that a file is opened with. They are none of ours: they get the environment that a person
//! began this one with, not the bounds that it began anew under ([`proviso_kit::frugal`]); the web view's
//! processes inherit those.

#[cfg(target_os = "linux")]
use proviso_kit::frugal;

/// Opens a file in the program that the system has for it, in the person's environment.
#[cfg(target_os = "linux")]
pub(crate) fn opened(path: &std::path::Path) -> std::io::Result<()> {
    use std::os::unix::process::CommandExt as _;
    use std::process::Stdio;

    let mut failed = None;
    for mut command in open::commands(path) {
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
        frugal::added().for_each(|it| _ = command.env_remove(it));
        match command.spawn() {
            Ok(mut launcher) => {
                // It is waited for, so that nothing is left of it, and by nobody who is waited for.
                std::thread::spawn(move || launcher.wait());
                return Ok(());
            }
            Err(err) => failed = Some(err),
        }
    }
    Err(failed.unwrap_or_else(|| std::io::ErrorKind::NotFound.into()))
}

/// The same where nothing was added to the environment.
#[cfg(not(target_os = "linux"))]
pub(crate) fn opened(path: &std::path::Path) -> Result<(), tauri_plugin_opener::Error> {
    tauri_plugin_opener::open_path(path, None::<&str>)
}
