//! What is asked or said in a dialog of the system, because the page cannot: closing while the page
//! is not there, and a start that failed.
//!
//! **Invariant:** runs that are under way are not stopped by closing the window without a question.
//! The page asks it; where the page has not come up, this does.

use proviso_api::ApiError;
use tauri::{AppHandle, Manager as _, Window, WindowEvent};
use tauri_plugin_dialog::{DialogExt as _, MessageDialogButtons, MessageDialogKind};

use crate::desktop::Desktop;
use crate::said;

/// Asks before the window closes.
pub(crate) fn window_event(window: &Window, event: &WindowEvent) {
    let WindowEvent::CloseRequested { api, .. } = event else { return };
    let Some(desktop) = window.try_state::<Desktop>() else { return };
    if desktop.opened.is_heard() || desktop.app.n_running() == 0 {
        return;
    }
    api.prevent_close();
    let (question, leave, stay) = if said::is_korean(window) {
        ("작업이 진행 중입니다. 멈추고 닫을까요? 나중에 이어서 할 수 있습니다.", "닫기", "취소")
    } else {
        ("Runs are under way. Stop them and close? They can be taken up later.", "Close", "Cancel")
    };
    let buttons = MessageDialogButtons::OkCancelCustom(leave.to_owned(), stay.to_owned());
    let dialog = window.dialog().message(question).title("Proviso").buttons(buttons);
    let window = window.clone();
    dialog.kind(MessageDialogKind::Warning).show(move |leave| {
        if leave && let Err(err) = window.destroy() {
            tracing::warn!(error = %err, "the window does not close");
        }
    });
}

/// Says why there is nothing to show, then ends the program.
pub(crate) fn cannot_start(handle: &AppHandle, err: &ApiError) {
    let title = if said::is_korean(handle) {
        "Proviso를 시작할 수 없습니다"
    } else {
        "Proviso cannot start"
    };
    let mut lines = vec![err.message.clone()];
    lines.extend(err.detail.iter().cloned());
    lines.extend(err.hints.iter().map(|it| format!("→ {it}")));
    let dialog = handle.dialog().message(lines.join("\n")).title(title);
    let ended = handle.clone();
    dialog.kind(MessageDialogKind::Error).show(move |_| ended.exit(2));
}
