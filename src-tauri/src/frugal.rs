//! Memory that was used once is given back: a long document passes through as a few large texts, and
//! a window stays open all day.
//!
//! The C library keeps a heap for every thread, each as large as it ever was, and counts what it was
//! asked for lately as what it will be asked for again: after two documents of 350 pages the program
//! held half a gigabyte, and used a tenth of it. How it keeps house is read from the environment
//! while a program begins, so the program begins once more with it; the web view's processes inherit
//! it. An allocator of another library kept as much, tried on the same documents.
//!
//! **Invariant:** nothing has been done yet when the program begins anew, and it does so once; where
//! it cannot, it goes on as it is.

/// What a heap is to give back, in bytes, and how many there are.
#[cfg(target_os = "linux")]
const BOUNDS: [(&str, &str); 3] = [
    ("MALLOC_ARENA_MAX", "2"),
    ("MALLOC_MMAP_THRESHOLD_", "131072"),
    ("MALLOC_TRIM_THRESHOLD_", "131072"),
];

/// Begins anew under the bounds; comes back where they hold already, or cannot be had.
#[cfg(target_os = "linux")]
pub(crate) fn begin_anew() {
    use std::os::unix::process::CommandExt as _;

    // Whoever has set one of them knows what they do.
    if BOUNDS.iter().any(|(name, _)| std::env::var_os(name).is_some()) {
        return;
    }
    let Ok(program) = std::env::current_exe() else { return };
    let mut arguments = std::env::args_os();
    let mut command = std::process::Command::new(program);
    if let Some(name) = arguments.next() {
        command.arg0(name);
    }
    let _more_memory_is_held = command.args(arguments).envs(BOUNDS).exec();
}

/// Other systems keep house differently.
#[cfg(not(target_os = "linux"))]
pub(crate) fn begin_anew() {}
