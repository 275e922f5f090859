//! Memory that was used once is given back: a long document passes through as a few large texts, and
//! a window stays open all day.
//!
//! The C library keeps a heap for every thread, each as large as it ever was, and counts what it was
//! asked for lately as what it will be asked for again: after two documents of 350 pages the program
//! held 471 MiB, and a run of both at the command line needs 135 at most. How it keeps house is read from
//! the environment while a program begins, so the program begins once more with it; the web view's
//! processes inherit it. Programs that a file is opened with are none of ours: they get the environment
//! that a person began this one with. An allocator of another library kept 380 to 410, tried on the
//! same documents.
//!
//! **Invariant:** nothing has been done yet when the program begins anew, and it does so once: a mark of
//! its own says that it did, since the C library may take its own variables away. Where it cannot, it
//! goes on as it is.

/// What a heap is to give back, in bytes, and how many there are.
#[cfg(target_os = "linux")]
const BOUNDS: [(&str, &str); 3] = [
    ("MALLOC_ARENA_MAX", "2"),
    ("MALLOC_MMAP_THRESHOLD_", "131072"),
    ("MALLOC_TRIM_THRESHOLD_", "131072"),
];

/// Says to the program that it has begun anew.
#[cfg(target_os = "linux")]
const MARK: &str = "PROVISO_BEGUN";

/// The variables that are set for the program and its own processes.
#[cfg(target_os = "linux")]
fn ours() -> impl Iterator<Item = &'static str> {
    BOUNDS.iter().map(|it| it.0).chain([MARK])
}

/// Begins anew under the bounds; comes back where they hold already, or cannot be had.
#[cfg(target_os = "linux")]
pub(crate) fn begin_anew() {
    use std::os::unix::process::CommandExt as _;

    // Whoever has set one of them knows what they do.
    if ours().any(|it| std::env::var_os(it).is_some()) {
        return;
    }
    let mut arguments = std::env::args_os();
    let (Ok(program), Some(name)) = (std::env::current_exe(), arguments.next()) else { return };
    // Begun through the loader, it would be the loader that begins anew.
    if std::path::Path::new(&name).file_name() != program.file_name() {
        return;
    }
    let mut command = std::process::Command::new(program);
    command.arg0(name).args(arguments).envs(BOUNDS).env(MARK, "1");
    let _more_memory_is_held = command.exec();
}

/// Opens a file in the program that the system has for it, in the person's environment.
#[cfg(target_os = "linux")]
pub(crate) fn opened(path: &std::path::Path) -> std::io::Result<()> {
    use std::os::unix::process::CommandExt as _;
    use std::process::Stdio;

    let mut failed = None;
    for mut command in open::commands(path) {
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
        if std::env::var_os(MARK).is_some() {
            ours().for_each(|it| _ = command.env_remove(it));
        }
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

/// Other systems keep house differently.
#[cfg(not(target_os = "linux"))]
pub(crate) fn begin_anew() {}
