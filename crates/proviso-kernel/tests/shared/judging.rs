//! How tests and examples ask the kernel.
//!
//! **Invariant:** what Proviso carries is `Domains.Core` and nothing else.

use proviso_core::idris::emit;
use proviso_core::run::Module;
use proviso_kernel::{Budget, Judgement, Text, judge};

/// Judges a module among these, behind `Domains.Core`.
pub(crate) fn judged<'a>(
    modules: impl IntoIterator<Item = &'a Module>,
    target: &str,
    budget: Budget,
) -> Judgement {
    let core = emit::core();
    let mut texts = vec![Text { name: &core.name, text: &core.text, carried: true }];
    let others = modules.into_iter();
    texts.extend(others.map(|it| Text { name: &it.name, text: &it.text, carried: false }));
    judge(&texts, target, budget)
}

/// Works where there is much stack: terms may be deep, and what is computed without optimisation
/// wants more for each level. What is reserved is used only where it is needed.
///
/// # Errors
/// Where there is no thread to be had, or the work panics.
pub(crate) fn with_stack<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> std::io::Result<T> {
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(work)?;
    thread.join().map_err(|_| std::io::Error::other("the work failed"))
}
