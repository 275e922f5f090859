//! The application: one instance, one window, the stream of events, and how it ends.
//!
//! **Invariant:** the window shows files of this program only; it neither goes to another page nor
//! opens one. Runs that are under way when the program ends can be taken up again.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Parser as _;
use proviso_api::{ApiError, App, AppOptions, Live, Need, dispatch, live};
use tauri::async_runtime;
use tauri::webview::NewWindowResponse;
use tauri::{AppHandle, Emitter as _, Manager as _, RunEvent, WebviewWindow, WebviewWindowBuilder};
use tauri_plugin_window_state::StateFlags;

use crate::arguments::Arguments;
use crate::assets::Embedded;
use crate::opened::Opened;
use crate::{closing, commands, fitting, said};

/// The one window.
pub(crate) const WINDOW: &str = "main";
/// How long runs have to stop when the program does.
const STOPPING: Duration = Duration::from_secs(10);

/// What the commands of the window work with.
pub(crate) struct Desktop {
    pub(crate) app: Arc<App>,
    pub(crate) opened: Opened,
}

/// Opens the window, and comes back when it has been closed.
pub(crate) fn run(arguments: &Arguments) -> tauri::Result<ExitCode> {
    let cwd = std::env::current_dir()?;
    let mut context = context();
    context.set_assets(Box::new(Embedded));
    let instance = arguments.instance(&context.config().identifier, &cwd);
    let single = tauri_plugin_single_instance::Builder::new()
        .dbus_id(instance)
        .callback(|app, line, cwd| again(app, line, Path::new(&cwd)));
    // Whether it is seen and framed is for the program to say, not for a file.
    let kept = StateFlags::SIZE | StateFlags::POSITION | StateFlags::MAXIMIZED;
    let options = AppOptions {
        workspace: arguments.workspace.clone(),
        cwd: cwd.clone(),
        need: if arguments.workspace.is_some() { Need::Make } else { Need::IfThere },
        last: true,
        passwords: proviso_api::password_of_environment().into_iter().collect(),
        ..AppOptions::default()
    };
    let files = arguments.files_from(&cwd);
    let app = tauri::Builder::default()
        // First of all: a second start ends here, before it has touched anything.
        .plugin(single.build())
        .plugin(tauri_plugin_window_state::Builder::default().with_state_flags(kept).build())
        .plugin(tauri_plugin_dialog::init())
        .plugin(tauri_plugin_notification::init())
        .invoke_handler(tauri::generate_handler![
            commands::command,
            commands::keep_upload,
            commands::notify,
            commands::open_path,
            commands::opened_files,
            commands::paste_image,
            commands::reveal_path,
            commands::save_as,
            commands::save_pdf,
        ])
        .on_window_event(|window, event| {
            fitting::window_event(window, event);
            closing::window_event(window, event);
        })
        .setup(move |it| {
            match start(options) {
                Ok((app, live)) => open(it.handle(), app, live, files)?,
                Err(err) => closing::cannot_start(it.handle(), &err),
            }
            Ok(())
        })
        .build(context)?;
    let code = app.run_return(|app, event| {
        if let (RunEvent::Exit, Some(it)) = (event, app.try_state::<Desktop>()) {
            // Their locks go with the process, so late ones are found interrupted all the same.
            let _in_time = async_runtime::block_on(it.app.wind_down(STOPPING));
        }
    });
    Ok(ExitCode::from(u8::try_from(code).unwrap_or(2)))
}

/// The configuration and the capabilities, which are read while this is compiled.
#[expect(clippy::exit, reason = "what Tauri generates here ends the program where it panics")]
fn context() -> tauri::Context {
    tauri::generate_context!()
}

/// The use cases, and their events from the very first one on.
fn start(options: AppOptions) -> Result<(Arc<App>, Live), ApiError> {
    async_runtime::block_on(async {
        let app = Arc::new(App::on_this_machine(options)?);
        let live = live(&app, &[])?;
        // A compiler takes half a second to say its version, which stands on the first screen: it is
        // asked while the window is still being made, and the page asks the same again.
        let asked = Arc::clone(&app);
        async_runtime::spawn(async move {
            let _told_to_the_page = dispatch(&asked, "app.state", serde_json::json!({})).await;
        });
        Ok((app, live))
    })
}

fn open(
    handle: &AppHandle,
    app: Arc<App>,
    live: Live,
    files: Vec<String>,
) -> Result<(), Box<dyn std::error::Error>> {
    handle.manage(Desktop { app, opened: Opened::new(files) });
    let config = &handle.config().app.windows;
    let config = config.iter().find(|it| it.label == WINDOW).ok_or("no window is configured")?;
    let window = WebviewWindowBuilder::from_config(handle, config)?
        .on_navigation(|url| url.scheme() == "tauri" || url.host_str() == Some("tauri.localhost"))
        .on_new_window(|_, _| NewWindowResponse::Deny)
        .build()?;
    set_up(&window)?;
    async_runtime::spawn(forward(handle.clone(), live));
    async_runtime::spawn(until_terminated(handle.clone()));
    Ok(())
}

/// Has the web view let go of pictures that are shown no more: it keeps them for pages to come back to,
/// and there is one page, which keeps what it wants itself. And tells it the system's language, which
/// it knows only by a locale that the C library has.
#[cfg(target_os = "linux")]
fn set_up(window: &WebviewWindow) -> tauri::Result<()> {
    use webkit2gtk::{CacheModel, WebContextExt as _, WebViewExt as _};

    window.with_webview(|view| {
        if let Some(context) = view.inner().context() {
            context.set_cache_model(CacheModel::DocumentViewer);
            // Before the page runs: it is still to be fetched from this very thread.
            if said::system_is_korean() {
                context.set_preferred_languages(&["ko"]);
            }
        }
    })
}

/// Other web views have no such measure, and know the system's language.
#[cfg(not(target_os = "linux"))]
fn set_up(_: &WebviewWindow) -> tauri::Result<()> {
    Ok(())
}

/// Hands every event to the page as it is.
async fn forward(handle: AppHandle, mut live: Live) {
    while let Some(heard) = live.next().await {
        // The page sees a gap in the numbers, and asks for what is missing.
        match heard {
            Ok(event) => {
                if let Err(err) = handle.emit_to(WINDOW, "run-event", &event) {
                    tracing::warn!(error = %err, "an event did not reach the window");
                }
            }
            Err(err) => tracing::warn!(error = %err, "the stream of events has a gap"),
        }
    }
}

/// The program was started again: its window comes to the front, and takes the files.
fn again(handle: &AppHandle, line: Vec<String>, cwd: &Path) {
    // Who started it has been told of what its own parser could not read.
    let Ok(arguments) = Arguments::try_parse_from(line) else { return };
    let files = arguments.files_from(cwd);
    if let Some(it) = handle.try_state::<Desktop>()
        && !files.is_empty()
        && let Some(files) = it.opened.add(files)
        && let Err(err) = handle.emit_to(WINDOW, "opened-files", files)
    {
        tracing::warn!(error = %err, "files did not reach the window");
    }
    if let Some(window) = handle.get_webview_window(WINDOW) {
        let shown = window.unminimize().and_then(|()| window.show());
        if let Err(err) = shown.and_then(|()| window.set_focus()) {
            tracing::warn!(error = %err, "the window does not come to the front");
        }
    }
}

/// Ends in good order where the system or a terminal asks for it.
#[cfg(unix)]
async fn until_terminated(handle: AppHandle) {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminated = match signal(SignalKind::terminate()) {
        Ok(it) => it,
        Err(err) => return tracing::warn!(error = %err, "cannot listen for the end"),
    };
    tokio::select! {
        _ = terminated.recv() => handle.exit(0),
        pressed = tokio::signal::ctrl_c() => match pressed {
            Ok(()) => handle.exit(0),
            Err(err) => tracing::warn!(error = %err, "cannot listen for Ctrl-C"),
        },
    }
}

#[cfg(not(unix))]
async fn until_terminated(handle: AppHandle) {
    match tokio::signal::ctrl_c().await {
        Ok(()) => handle.exit(0),
        Err(err) => tracing::warn!(error = %err, "cannot listen for Ctrl-C"),
    }
}
