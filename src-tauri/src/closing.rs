//! What is asked or said in a dialog of the system, because the page cannot: closing while the page
//! is not there, and a start that failed.
//!
//! **Invariant:** runs that are under way are not stopped by closing the window without a question.
//! The page asks it; where the page has not come up, this does.

use proviso_api::{ApiError, Code, Reason};
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
    let korean = said::is_korean(handle);
    let title =
        if korean { "Proviso를 시작할 수 없습니다" } else { "Proviso cannot start" };
    let dialog = handle.dialog().message(why(err, korean)).title(title);
    let ended = handle.clone();
    dialog.kind(MessageDialogKind::Error).show(move |_| ended.exit(2));
}

/// What is in the way and what to do, and last the program's own words for whoever is asked for help.
fn why(err: &ApiError, korean: bool) -> String {
    let own = std::iter::once(&err.message).chain(&err.detail).cloned();
    if !korean {
        return own
            .chain(err.hints.iter().map(|it| format!("→ {it}")))
            .collect::<Vec<_>>()
            .join("\n");
    }
    let (what, hint) = in_korean(err);
    let lead = [what.to_owned(), format!("→ {hint}"), String::new(), "자세히:".to_owned()];
    lead.into_iter().chain(own).collect::<Vec<_>>().join("\n")
}

/// The page has words for all reasons; these are the ones that keep it from coming up.
fn in_korean(err: &ApiError) -> (&'static str, &'static str) {
    match (err.reason, err.code) {
        (Some(Reason::DatabaseDamaged), _) => (
            "작업 폴더의 데이터베이스가 손상되었습니다.",
            "`.proviso/proviso.db`를 다른 이름으로 옮기고 문서를 다시 변환하세요. 모델은 그대로 있습니다.",
        ),
        (Some(Reason::DatabaseNewer), _) => {
            ("더 새로운 Proviso가 쓰던 작업 폴더입니다.", "그 버전으로 여세요.")
        }
        (Some(Reason::SettingsBroken), _) => {
            ("설정 파일을 이해할 수 없습니다.", "파일을 고치거나, 지우면 기본값으로 돌아갑니다.")
        }
        (Some(Reason::CheckFailed | Reason::CheckTimedOut), _) | (_, Code::CompilerMissing) => {
            ("컴파일러를 실행하지 못했습니다.", "`proviso doctor`로 설치된 컴파일러를 확인하세요.")
        }
        (Some(Reason::Disk), _) | (_, Code::Storage) => {
            ("파일을 읽거나 쓰지 못했습니다.", "남은 공간과 권한을 확인하세요.")
        }
        (_, Code::BadRequest) => (
            "설정이나 환경 변수에 쓸 수 없는 값이 있습니다.",
            "아래에 나온 값을 고치고 다시 시작하세요.",
        ),
        _ => ("문제가 생겼습니다.", "`proviso doctor`로 이 컴퓨터의 상태를 확인하세요."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_reads_korean_is_told_in_korean_first() {
        let err =
            ApiError::new(Code::Unknown, "failed to run `idris2`").hint("run `proviso doctor`");
        let err = err.because(Reason::CheckFailed, []);
        assert_eq!(
            why(&err, true),
            "컴파일러를 실행하지 못했습니다.\n\
             → `proviso doctor`로 설치된 컴파일러를 확인하세요.\n\n\
             자세히:\nfailed to run `idris2`"
        );
        assert_eq!(why(&err, false), "failed to run `idris2`\n→ run `proviso doctor`");
    }
}
