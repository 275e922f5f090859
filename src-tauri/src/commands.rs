//! What the page may ask: Proviso's commands by name, and the few things that only a desktop can do.
//!
//! **Invariant:** every failure is an [`ApiError`], so that the page has one kind of error. A file
//! is written only where a person has just pointed to in a dialog of this program; no path to write
//! to comes from the page.

use std::convert::Infallible;
use std::path::{Path, PathBuf};

use futures_util::stream;
use percent_encoding::percent_decode;
use proviso_api::{Answer, ApiError, Code, MAX_UPLOAD, dispatch};
use serde_json::Value;
use tauri::ipc::{InvokeBody, Request, Response};
use tauri::{AppHandle, State, WebviewWindow};
use tauri_plugin_dialog::DialogExt as _;
use tauri_plugin_notification::NotificationExt as _;
use tokio::sync::oneshot;

use crate::desktop::Desktop;
use crate::{opener, pasted, printed, said, within};

/// Carries out a command of the api; files come back as bytes.
#[tauri::command]
pub(crate) async fn command(
    desktop: State<'_, Desktop>,
    name: String,
    args: Value,
) -> Result<Response, ApiError> {
    Ok(match dispatch(&desktop.app, &name, args).await? {
        Answer::Json(text) => Response::new(text),
        Answer::File(file) => Response::new(file.bytes),
    })
}

/// Keeps bytes that have no path, such as a pasted image; what comes back names them.
#[tauri::command]
pub(crate) async fn keep_upload(
    desktop: State<'_, Desktop>,
    request: Request<'_>,
) -> Result<String, ApiError> {
    kept(&desktop, &header(&request, "name")?, bytes(&request)?).await
}

/// Keeps the picture that is on the clipboard like an upload, since the web view hands pages only
/// what is written there; none where there is none.
#[tauri::command]
pub(crate) async fn paste_image(
    app: AppHandle,
    desktop: State<'_, Desktop>,
    name: String,
) -> Result<Option<String>, ApiError> {
    let Some(bytes) = pasted::picture(&app).await? else { return Ok(None) };
    kept(&desktop, &name, bytes).await.map(Some)
}

/// Keeps bytes as an upload, and says where.
async fn kept(
    desktop: &Desktop,
    name: &str,
    bytes: impl AsRef<[u8]> + Send,
) -> Result<String, ApiError> {
    let body = stream::iter([Ok::<_, Infallible>(bytes)]);
    Ok(proviso_api::receive(&desktop.app, name, MAX_UPLOAD, body).await?.path)
}

/// Asks a person where to put bytes, and puts them there; says whether they were put anywhere.
#[tauri::command]
pub(crate) async fn save_as(window: WebviewWindow, request: Request<'_>) -> Result<bool, ApiError> {
    let bytes = bytes(&request)?;
    let Some(path) = pointed_to(&window, header(&request, "name")?).await? else {
        return Ok(false);
    };
    tokio::fs::write(&path, bytes).await.map_err(|err| unwritten(&path, &err))?;
    Ok(true)
}

/// Asks a person where to put what the page has laid out for paper, and writes it there as PDF; says
/// whether it was put anywhere, and nothing where the web view prints through a dialog only.
#[tauri::command]
pub(crate) async fn save_pdf(
    window: WebviewWindow,
    name: String,
) -> Result<Option<bool>, ApiError> {
    if !printed::PRINTS {
        return Ok(None);
    }
    let Some(path) = pointed_to(&window, name).await? else { return Ok(Some(false)) };
    printed::pdf(&window, &path).await?;
    Ok(Some(true))
}

/// The file that a person points to in a dialog of this program; none where they point to none.
async fn pointed_to(window: &WebviewWindow, name: String) -> Result<Option<PathBuf>, ApiError> {
    let title = if said::is_korean(window) { "저장할 곳" } else { "Where to save it" };
    let (answer, chosen) = oneshot::channel();
    let dialog = window.dialog().file().set_parent(window).set_title(title).set_file_name(name);
    dialog.save_file(move |it| {
        // Nobody waits where the window has gone meanwhile.
        let _gone = answer.send(it);
    });
    // A dialog that went away without a word was not answered.
    let Some(chosen) = chosen.await.ok().flatten() else { return Ok(None) };
    chosen.into_path().map(Some).map_err(|err| ApiError::from_error(Code::Storage, &err))
}

fn unwritten(path: &Path, err: &std::io::Error) -> ApiError {
    let mut it = ApiError::new(Code::Storage, format!("cannot write `{}`", path.display()));
    it.detail.push(err.to_string());
    it.hint("choose another folder, or free some space")
}

/// Opens a text of the workspace in the system's editor.
#[tauri::command]
pub(crate) async fn open_path(desktop: State<'_, Desktop>, path: String) -> Result<(), ApiError> {
    let path = within::text(&desktop.app, &path)?;
    opener::opened(&path).map_err(|err| unshown("no program opens this file", &path, &err))
}

/// Shows a file of the workspace in the system's file manager.
#[tauri::command]
pub(crate) async fn reveal_path(desktop: State<'_, Desktop>, path: String) -> Result<(), ApiError> {
    let path = within::workspace(&desktop.app, &path)?;
    tauri_plugin_opener::reveal_item_in_dir(&path)
        .map_err(|err| unshown("no file manager answers", &path, &err))
}

fn unshown(message: &str, path: &Path, err: &dyn std::error::Error) -> ApiError {
    let mut it = ApiError::new(Code::Unknown, message);
    it.detail.push(err.to_string());
    it.hint(format!("the file is `{}`", path.display()))
}

/// Says something where the window is not looked at.
#[tauri::command]
pub(crate) async fn notify(app: AppHandle, title: String, body: String) -> Result<(), ApiError> {
    let it = app.notification().builder().title(title).body(body);
    it.show().map_err(|err| ApiError::from_error(Code::Unknown, &err))
}

/// Files that the application was opened with; who has asked listens for further ones.
#[tauri::command]
pub(crate) fn opened_files(desktop: State<'_, Desktop>) -> Vec<String> {
    desktop.opened.take()
}

/// A header, which travels percent-encoded.
fn header(request: &Request<'_>, name: &str) -> Result<String, ApiError> {
    let missing = || ApiError::new(Code::BadRequest, format!("the header `{name}` is missing"));
    let text = request.headers().get(name).ok_or_else(missing)?;
    match percent_decode(text.as_bytes()).decode_utf8() {
        Ok(text) => Ok(text.into_owned()),
        Err(err) => Err(ApiError::from_error(Code::BadRequest, &err)),
    }
}

fn bytes<'a>(request: &'a Request<'_>) -> Result<&'a [u8], ApiError> {
    match request.body() {
        InvokeBody::Raw(bytes) => Ok(bytes),
        InvokeBody::Json(_) => Err(ApiError::new(Code::BadRequest, "bytes were expected")),
    }
}
