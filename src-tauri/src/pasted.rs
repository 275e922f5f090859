//! The picture on the clipboard, as PNG: the web view hands pages only what is written there.
//!
//! **Invariant:** the window does not wait for the program that holds the picture.

use proviso_api::{ApiError, Code};
use tauri::AppHandle;

/// The picture; none where there is none.
#[cfg(target_os = "linux")]
pub(crate) async fn picture(app: &AppHandle) -> Result<Option<Vec<u8>>, ApiError> {
    use tokio::sync::oneshot;

    let unknown = |err: &dyn std::error::Error| ApiError::from_error(Code::Unknown, err);
    let (told, answer) = oneshot::channel();
    // The toolkit is asked where it lives, and calls back when the other program has answered.
    let ask = move || {
        let clipboard = gtk::Clipboard::get(&gtk::gdk::SELECTION_CLIPBOARD);
        clipboard.request_image(move |_, picture| {
            let png = picture.map(|it| it.save_to_bufferv("png", &[])).transpose();
            // Nobody waits where the window has gone meanwhile.
            let _gone = told.send(png);
        });
    };
    app.run_on_main_thread(ask).map_err(|err| unknown(&err))?;
    match answer.await {
        Ok(png) => png.map_err(|err| unknown(&err)),
        Err(closed) => Err(unknown(&closed)),
    }
}

/// The picture; none where there is none.
#[cfg(not(target_os = "linux"))]
pub(crate) async fn picture(_app: &AppHandle) -> Result<Option<Vec<u8>>, ApiError> {
    use image::codecs::png::PngEncoder;
    use image::{ExtendedColorType, ImageEncoder as _};

    // Asking the program that holds it may take as long as that program does.
    let read = || -> Result<Option<Vec<u8>>, String> {
        let clipboard = arboard::Clipboard::new().and_then(|mut it| it.get_image());
        let it = match clipboard {
            Ok(it) => it,
            Err(arboard::Error::ContentNotAvailable) => return Ok(None),
            Err(err) => return Err(err.to_string()),
        };
        let size = |it: usize| u32::try_from(it).map_err(|err| err.to_string());
        let (width, height) = (size(it.width)?, size(it.height)?);
        let mut out = Vec::new();
        PngEncoder::new(&mut out)
            .write_image(&it.bytes, width, height, ExtendedColorType::Rgba8)
            .map_err(|err| err.to_string())?;
        Ok(Some(out))
    };
    let read = tauri::async_runtime::spawn_blocking(read).await;
    let read = read.map_err(|err| ApiError::from_error(Code::Unknown, &err))?;
    read.map_err(|reason| ApiError::new(Code::Unknown, reason))
}
