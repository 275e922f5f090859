//! Which language the dialogs of the shell speak.
//!
//! **Invariant:** it is the language of the screen: what a person chose in the settings, and the
//! system's where they chose none or the settings cannot be read yet.

use tauri::{Manager, Runtime};

use crate::desktop::Desktop;

/// Whether it is Korean; English otherwise.
pub(crate) fn is_korean<R: Runtime>(of: &impl Manager<R>) -> bool {
    let chosen = of.try_state::<Desktop>().and_then(|it| it.app.language());
    chosen.or_else(of_the_system).is_some_and(|it| it.starts_with("ko"))
}

fn of_the_system() -> Option<String> {
    let named = |name| std::env::var(name).ok().filter(|it| !it.is_empty());
    ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(named)
}
