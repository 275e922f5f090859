//! Memory that was used once is given back: what a program works on passes through as a few large texts,
//! and some programs stay for days.
//!
//! The C library keeps a heap for every thread, up to eight for each processor, each as large as it ever
//! was, and counts what it was asked for lately as what it will be asked for again. What was used in a
//! worker of a queue was the same 4.7 MB after each of 200 papers, and what it held went on growing; the
//! window held 471 MiB after two documents of 350 pages, and a run of both at the command line needs 135
//! at most. How the C library keeps house is read from the environment while a program begins, so the
//! program begins once more with it. An allocator of another library kept 380 to 410 in the window, tried
//! on the same documents.
//!
//! **Invariant:** nothing has been done yet when the program begins anew, and it does so once: a mark of
//! its own says that it did, since the C library may take its own variables away. Where it cannot, it
//! goes on as it is. It stays the same process.

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

/// The variables that were set for the program and its own processes; none where it has not begun anew.
#[cfg(target_os = "linux")]
pub fn added() -> impl Iterator<Item = &'static str> {
    let begun = std::env::var_os(MARK).is_some();
    ours().filter(move |_| begun)
}

#[cfg(target_os = "linux")]
fn ours() -> impl Iterator<Item = &'static str> {
    BOUNDS.iter().map(|it| it.0).chain([MARK])
}

/// Begins anew under the bounds; comes back where they hold already, or cannot be had.
#[cfg(target_os = "linux")]
pub fn begin_anew() {
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

/// Other systems keep house differently.
#[cfg(not(target_os = "linux"))]
pub fn begin_anew() {}
